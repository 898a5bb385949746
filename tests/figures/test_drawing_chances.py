"""Figures of win probabilities, of what tiles are worth and of deals, read back from the axis."""

import pandas as pd
import pytest
from matplotlib import rc_context
from matplotlib.figure import Figure

from azul_analytics.figures import Style
from azul_analytics.figures.tiles import draw_color_worth, draw_column_worth, draw_deals_against_chance
from azul_analytics.figures.win_probability import (
    draw_win_probabilities,
    draw_win_probability,
    draw_win_probability_by_lead,
    draw_win_probability_calibration,
)
from azul_analytics.statistics import deals, tiles, win_probability

GROUP = {"ruleset": "standard", "ruleset_hash": "f" * 64, "player_count": 2, "kind": "recorded"}


@pytest.fixture
def ax():
    with rc_context(Style().settings()):
        yield Figure().add_subplot()


def rows(*differing, **same):
    return pd.DataFrame([{**GROUP, **same, **row} for row in differing])


def marked(ax, marker="o"):
    """(x, y) of the points with a marker."""
    return [
        (float(x), float(y))
        for line in ax.lines
        if line.get_marker() == marker
        for x, y in zip(line.get_xdata(), line.get_ydata(), strict=True)
    ]


def texts(ax):
    return [text.get_text() for text in ax.texts]


def test_calibration_is_points_beside_the_diagonal(ax):
    tenth = {"predicted": 0.75, "observed": 0.5, "low": 0.4, "high": 0.6, "tenth": 8, "seat_rounds": 1200}
    none = {"tenth": pd.NA, "seat_rounds": 0}
    draw_win_probability_calibration(ax, rows(tenth, none, round=1), Style())
    assert marked(ax) == [(75, 50)]
    assert list(ax.lines[0].get_xdata()) == list(ax.lines[0].get_ydata()) == [0, 100]
    assert texts(ax) == ["n = 1,200 seats"]
    (bar,) = ax.patches
    assert (bar.get_x(), bar.get_width()) == pytest.approx((70.5, 9))


def test_favorites_are_a_series_a_player_count_beside_equal_chances(ax):
    favorites = [{"player_count": players, "estimate": 0.6, "low": 0.5, "high": 0.7} for players in (2, 4)]
    frame = rows(*favorites, measure="favorite_won", round=1, games=300)
    handles = draw_win_probability(ax, pd.concat([frame, frame.assign(measure="slope")]), Style())
    assert [handle.get_label() for handle in handles] == ["2 players", "4 players"]
    assert texts(ax) == ["n = 300, 300"]
    assert sorted(line.get_ydata()[0] for line in ax.lines if line not in handles) == [25, 50]


def test_leads_are_drawn_in_the_middle_of_their_class(ax):
    classes = [
        {"lead": lead, "games": games, "mean": mean, "low": mean, "high": mean}
        for lead, games, mean in ((-5, 30, 0.3), (0, 20, 0.5), (5, 30, 0.7), (10, 9, 1.0))
    ]
    (handle,) = draw_win_probability_by_lead(ax, rows(*classes, round=1), Style())
    # of nine games there is no point, but they are counted: 20 + 30 + 9
    assert list(handle.get_xdata()) == [-3, 0, 3]
    assert list(handle.get_ydata()) == pytest.approx([30, 50, 70])
    assert (handle.get_label(), texts(ax)) == ("after round 1", ["n = 59"])


def test_the_course_of_a_game_begins_equal_and_ends_as_it_was_won(ax):
    course = [
        {"seat": seat, "round": number, "win_probability": abs(seat - 0.1 * number), "win_share": seat}
        for seat in (0, 1)
        for number in (1, 2)
    ]
    handles = draw_win_probabilities(ax, rows(*course), Style())
    assert [list(handle.get_ydata()) for handle in handles] == [[50, 10, 20, 0], pytest.approx([50, 90, 80, 100])]
    assert [label.get_text() for label in ax.get_xticklabels()] == ["start", "1", "2", "end"]


def test_worth_is_a_row_a_color_or_column_beside_no_difference(ax):
    row = {"measure": "points", "difference": 0.5, "low": 0.4, "high": 0.6, "level": 3.456, "games": 80}
    draw_color_worth(ax, rows(row, color="blue"), Style())
    assert marked(ax) == [(0.5, 0)]
    assert texts(ax) == ["3.46"]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["blue"]


def test_shares_are_percentage_points(ax):
    row = {"measure": "share", "difference": 0.02, "low": 0.01, "high": 0.03, "level": 0.2, "games": 80}
    draw_column_worth(ax, rows(row, column=3), Style())
    assert marked(ax) == [(2, 0)]
    assert texts(ax) == ["20.0 %"]
    assert "n = 80" in ax.get_xlabel()


def test_departures_from_chance_are_squares_and_totals_have_a_p_value_only(ax):
    tests = [
        {"test": "totals", "ratio": 2.0, "verdict": deals.NO_DEPARTURE, "p_adjusted": 0.2},
        {"test": "draws", "ratio": 1.0, "verdict": deals.NO_DEPARTURE, "p_adjusted": float("nan")},
        {"test": "factories", "ratio": 1.5, "verdict": deals.CLUMPED, "p_adjusted": 1e-9},
    ]
    draw_deals_against_chance(ax, rows(*tests, source="club", low=0.9, high=1.6, games=20), Style())
    assert (marked(ax), marked(ax, "s")) == ([(1, 1)], [(1.5, 2)])
    assert texts(ax) == ["p = 0.20, n = 20", "no p, n = 20", "p < 0.001, n = 20"]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["club: totals", "club: draws", "club: factories"]


@pytest.mark.parametrize(
    ("statistic", "draw"),
    [
        (win_probability.WIN_PROBABILITY, draw_win_probability),
        (win_probability.WIN_PROBABILITY_CALIBRATION, draw_win_probability_calibration),
        (win_probability.WIN_PROBABILITY_BY_LEAD, draw_win_probability_by_lead),
        (tiles.COLOR_WORTH, draw_color_worth),
        (tiles.COLUMN_WORTH, draw_column_worth),
        (deals.DEALS_AGAINST_CHANCE, draw_deals_against_chance),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_an_empty_frame_draws_no_points(database, ax, statistic, draw):
    draw(ax, statistic.function(database), Style())
    assert marked(ax) == []
