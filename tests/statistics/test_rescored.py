"""What other numbers changed, worked out by hand, and coverage of the intervals of rare changes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
import pytest
from hand_made import add_game

from azul_analytics.database import Database
from azul_analytics.errors import AzulError
from azul_analytics.statistics import inference
from azul_analytics.statistics.rescored import _with_two_more, changes_together, rescored_changes, rescored_labels

LABEL = {
    "player_count": 2, "ruleset_before": "standard", "ruleset_hash_before": "a", "ruleset_hash": "b",
    "log_hash_before": "c", "rounds_held": 5,
}  # fmt: skip


def add_rescored(
    database: Database, game: str, before: Sequence[int], after: Sequence[int], block: str | None = None
) -> None:
    """An exact game with its scores before and after; seat 1 opened, and the better score wins."""
    game_id = add_game(database, after, game=game, opening_seat=1, ruleset="mild", block=block)
    seats = [
        {
            "game_id": game_id, "seat": seat, "tile_points": 0, "floor_points": 0, "bonus_points": 0,
            "score": score, "win_share": float(score == max(before)) / before.count(max(before)),
        }
        for seat, score in enumerate(before)
    ]  # fmt: skip
    database.append("rescored_seats", pa.Table.from_pylist(seats))
    database.append(
        "rescored", pa.Table.from_pylist([{**LABEL, "game_id": game_id, "label": "exact", "turns_held": 40}])
    )


@pytest.fixture
def rescored(database: Database) -> Database:
    database.add_tables("rescore/schema")
    return database


def test_four_games_by_hand(rescored: Database) -> None:
    add_rescored(rescored, "1", [50, 40], [52, 55])  # seat 1 wins now
    add_rescored(rescored, "2", [50, 40], [51, 41])
    add_rescored(rescored, "3", [30, 40], [34, 42])
    add_rescored(rescored, "4", [30, 40], [31, 41])
    frame = rescored_changes(rescored).set_index(["measure", "seat_order"])
    winners = frame.loc["winners_changed"].iloc[0]
    assert (winners["games"], winners["games_changed"], winners["units"], winners["change"]) == (4, 1, 4, 0.25)
    # Wilson's interval of 1 of 4
    assert (winners["low"], winners["high"]) == pytest.approx((0.0456, 0.6994), abs=0.0001)
    # seat 1 opened: win share 0 0 1 1, then 1 0 1 1; its score 15 1 2 1 more, mean 4.75, deviation 6.850
    opening = frame.loc[("win_share", 0)]
    assert (opening["before"], opening["after"], opening["change"]) == (0.5, 0.75, 0.25)
    # two units more: mean 1/6, variance (1 + 1 - 6/36)/5 = 0.3667, error 0.2472, t of 5 degrees 2.5706
    assert (opening["low"], opening["high"]) == pytest.approx((-0.4688, 0.8022), abs=0.0001)
    score = frame.loc[("score", 0)]
    assert (score["before"], score["after"], score["change"]) == (40, 44.75, 4.75)
    # error 6.850/2 = 3.425, t of 3 degrees 3.1824
    assert (score["low"], score["high"]) == pytest.approx((-6.150, 15.650), abs=0.001)
    assert frame.loc[("score", 1), "change"] == 2.0  # 2 1 4 1
    assert np.isnan(frame.loc[("bonus_points", 0), "low"])  # no spread at all


def test_what_never_changes_is_not_too_few_games(rescored: Database) -> None:
    for game in range(9):
        add_rescored(rescored, str(game), [50, 40], [51, 40])
    nine = rescored_changes(rescored).set_index(["measure", "seat_order"])
    add_rescored(rescored, "9", [50, 40], [51, 40])
    ten = rescored_changes(rescored).set_index(["measure", "seat_order"])
    for of_points in (("tile_points", 0), ("score", 0), ("score", 1)):  # 0, 0 and 1 more in every game
        assert (nine.loc[of_points, "too_wide"], ten.loc[of_points, "too_wide"]) == (True, False)
        assert np.isnan(ten.loc[of_points, "low"])
    assert ten.loc[("score", 1), "games_changed"] == 10


def test_games_of_a_block_are_one_unit_and_rulesets_before_stay_apart(rescored: Database) -> None:
    add_rescored(rescored, "1", [50, 40], [40, 50], block="a")
    add_rescored(rescored, "2", [50, 40], [50, 40], block="a")
    add_rescored(rescored, "3", [50, 40], [50, 40], block="b")
    rescored.rows("update rescored set ruleset_hash_before = 'z' where game_id = 'club/3'")
    frame = rescored_changes(rescored)
    winners = frame[frame["measure"] == "winners_changed"]
    assert winners["ruleset_hash_before"].tolist() == ["a", "z"]
    assert winners["games"].tolist() == [2, 1]
    assert winners["units"].tolist() == [1, 1]
    assert winners["change"].tolist() == [0.5, 0.0]
    assert winners["low"].isna().all()  # none from one unit


def test_intervals_that_hold_together_are_wider(rescored: Database) -> None:
    assert changes_together(rescored).empty
    add_rescored(rescored, "1", [50, 40], [52, 55])  # seat 1, which opened, wins now
    for game in "234":
        add_rescored(rescored, game, [30, 40], [31, 41])
    opening = changes_together(rescored).set_index(["measure", "seat_order"]).loc[("win_share", 0)]
    # one of four changes: mean 1/6 and error 0.2472 with two units more; of two seats each has 97.5 %, where t of 5
    # degrees is 3.1634 instead of 2.5706
    assert (opening["low"], opening["high"]) == pytest.approx((1 / 6 - 0.7820, 1 / 6 + 0.7820), abs=0.0005)


def test_a_shared_win_that_is_shared_no_more_is_a_change(rescored: Database) -> None:
    add_rescored(rescored, "1", [40, 40], [41, 40])
    frame = rescored_changes(rescored).set_index(["measure", "seat_order"])
    assert frame.loc["winners_changed", "change"].tolist() == [1.0]
    assert frame.loc["win_share", "change"].tolist() == [-0.5, 0.5]


def test_labels_are_counted_by_code(rescored: Database) -> None:
    add_rescored(rescored, "1", [50, 40], [52, 55])
    for game, code, turns in (("2", "game-over", 30), ("3", "game-over", 40), ("4", "wrong-seat", 7)):
        row = {**LABEL, "game_id": game, "label": "bounded", "code": code, "turns_held": turns}
        rescored.append("rescored", pa.Table.from_pylist([row]))
    columns = ["label", "code", "games", "share", "mean_turns_held"]
    assert rescored_labels(rescored)[columns].to_numpy().tolist() == [
        ["exact", "", 1, 0.25, 40.0],
        ["bounded", "game-over", 2, 0.5, 35.0],
        ["bounded", "wrong-seat", 1, 0.25, 7.0],
    ]


def test_a_confidence_is_checked(rescored: Database) -> None:
    with pytest.raises(AzulError, match="confidence"):
        rescored_changes(rescored, confidence=1)


@pytest.mark.parametrize(
    ("units", "gained", "lost"), [(20, 0.03, 0.02), (100, 0.03, 0.02), (50, 0.1, 0.05), (20, 0.3, 0.1)]
)
def test_coverage_where_few_winners_change(units: int, gained: float, lost: float) -> None:
    random = np.random.default_rng(units)
    change = random.choice([1.0, -1.0, 0.0], p=[gained, lost, 1 - gained - lost], size=(8000, units))
    moments = change.mean(axis=1), change.var(axis=1, ddof=1), np.full(8000, float(units))

    def coverage(*moments: np.ndarray) -> float:
        interval = inference.mean_interval(*moments, confidence=0.95, useful_width=1)
        return float(np.mean((interval.low <= gained - lost) & (gained - lost <= interval.high)))

    assert coverage(*_with_two_more(*moments)) >= 0.945
    if gained == 0.03:
        assert coverage(*moments) < 0.94  # what it is for
