"""Pictures of win probabilities, of what tiles are worth and of deals: what is shown, and where."""

import re

import pandas as pd
import pytest

from azul_analytics.figures import in_reading_order
from azul_analytics.reporting import chance_pictures
from azul_analytics.reporting.brand import load_brand
from azul_analytics.reporting.custom_pictures import seat_pictures
from azul_analytics.statistics.deals import NO_DEPARTURE

GROUP = {"ruleset": "standard", "ruleset_hash": "f" * 64, "player_count": 2, "kind": "recorded"}
GRAY = {**GROUP, "ruleset": "gray", "ruleset_hash": "e" * 64}


@pytest.fixture(scope="module")
def brand():
    return load_brand(None)


def test_seats_of_as_many_players_have_one_range(brand):
    # 49 to 51% and 30 to 70%: numbers below the axes are the same, and go beyond 60% in both
    rows = [
        {**group, "seat_order": order, "games": 100, "units": 100, "equal_share": 0.5, "equivalence_margin": 0.02,
         "win_share": 0.5, "win_share_low": 0.5 - half, "win_share_high": 0.5 + half}
        for group, half in ((GROUP, 0.01), (GRAY, 0.2)) for order in (0, 1)
    ]  # fmt: skip
    (texts,) = drawn(seat_pictures, rows, brand)
    numbers = [text for text in texts if text.isdigit()]
    half = len(numbers) // 2
    assert numbers[:half] == numbers[half:]
    assert max(map(int, numbers)) >= 60


def drawn(pictures, rows, brand):
    """The words of each picture of these rows."""
    frame = in_reading_order(pd.DataFrame(rows))
    return [
        [word for svg in picture.svgs for word in re.findall(r"<text[^>]*>([^<]*)</text>", svg.decode())]
        for picture in pictures(frame, brand)
    ]


def test_calibration_has_a_panel_a_group_and_round_and_none_without_a_model(brand):
    tenth = {"tenth": 5, "seat_rounds": 400, "games": 200, "predicted": 0.5, "observed": 0.5, "low": 0.4, "high": 0.6}
    rows = [{**GROUP, **tenth, "round": number} for number in (1, 2)] + [{**GRAY, "round": 1, "tenth": pd.NA}]
    (words,) = drawn(chance_pictures.calibration_pictures, rows, brand)
    assert [word for word in words if word.startswith("round")] == [
        "round 1: standard, 2 players",
        "round 2: standard, 2 players",
    ]
    assert drawn(chance_pictures.calibration_pictures, rows[2:], brand) == []


def test_leads_have_a_panel_a_group_with_enough_games(brand):
    lead = {"round": 1, "lead": 5, "games": 30, "mean": 0.5, "low": 0.4, "high": 0.6}
    (words,) = drawn(chance_pictures.lead_pictures, [{**GROUP, **lead}, {**GRAY, **lead, "games": 9}], brand)
    assert "standard, 2 players" in words
    assert not any("gray" in word for word in words)
    assert drawn(chance_pictures.lead_pictures, [{**GROUP, **lead, "games": 9}], brand) == []


def test_favorites_have_a_panel_a_ruleset(brand):
    row = {"measure": "favorite_won", "round": 1, "games": 300, "estimate": 0.6, "low": 0.5, "high": 0.7}
    (words,) = drawn(chance_pictures.favorite_pictures, [{**GROUP, **row}, {**GRAY, **row}], brand)
    assert {"standard", "gray", "favorite won, %"} <= set(words)


def test_worth_is_points_beside_shares_a_line_a_group(brand):
    row = {"color": "blue", "level": 0.2, "difference": 0.1, "low": 0.0, "high": 0.2, "games": 80}
    rows = [{**group, **row, "measure": measure} for group in (GROUP, GRAY) for measure in ("points", "share")]
    (picture,) = drawn(chance_pictures.color_pictures, rows, brand)
    assert {"standard, 2 players: points", "standard, 2 players: winners and losers", "blue"} <= set(picture)
    assert picture.index("gray, 2 players: points") > picture.index("standard, 2 players: winners and losers")


def test_deals_have_a_row_a_source_and_test(brand):
    row = {"verdict": NO_DEPARTURE, "ratio": 1.0, "low": 0.9, "high": 1.1, "p_adjusted": 1.0, "games": 20}
    rows = [{**GROUP, **row, "source": "club", "test": test} for test in ("totals", "draws", "factories")]
    (words,) = drawn(chance_pictures.deal_pictures, rows, brand)
    assert {"club: totals", "club: draws", "club: factories", "standard, 2 players"} <= set(words)
