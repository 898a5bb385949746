"""What other numbers changed: the games of a rescored database (rescore.py) before and after, as pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from azul_analytics.statistics.first_player import LEAST_UNITS
from azul_analytics.statistics.registry import Measure
from azul_analytics.statistics.selection import EVERY_FINISHED_GAME, Selection, answer, checked_confidence

if TYPE_CHECKING:
    import pandas as pd

    from azul_analytics.database import Database
    from azul_analytics.statistics.inference import Floats

WINNERS_CHANGED = "winners_changed"
MEASURES = {
    WINNERS_CHANGED: Measure("share of games that other seats win, or not the same seats together", 0.1, share=True),
    "win_share": Measure("win share of a seat; a shared win counts 1/k", 0.1),
    "score": Measure("score of a seat", 2.0),
    "tile_points": Measure("points of a seat's placements", 2.0),
    "floor_points": Measure("points that a seat loses on the floor, <= 0", 2.0),
    "bonus_points": Measure("bonuses of a seat", 2.0),
}


def rescored_labels(database: Database) -> pd.DataFrame:
    """How many games are exact, bounded and impossible, and why they are not exact.

    One row per ruleset before (by hash), player count, label and `code` (empty: exact), with its `games`, their
    `share` of the group and the mean number of turns that hold (`mean_turns_held`).
    """
    return database.query_file("rescore/labels")


def changes_together(database: Database, *, confidence: float = 0.95) -> pd.DataFrame:
    """`rescored_changes` with intervals that hold for the win shares of all seats together: Bonferroni's method."""
    frame = rescored_changes(database, confidence=confidence)
    seats = int((frame["measure"] == "win_share").sum())
    return rescored_changes(database, confidence=1 - (1 - confidence) / seats) if seats else frame


def rescored_changes(
    database: Database, *, selection: Selection = EVERY_FINISHED_GAME, confidence: float = 0.95
) -> pd.DataFrame:
    """What changed in the exact games: who wins, and win share, score and its parts by seat.

    One row per ruleset before (by hash), player count, kind of games, `measure` (MEASURES) and `seat_order`, from 0,
    the opening seat; for `winners_changed`, which is of whole games, that is missing, like `before` and `after`.
    In `games_changed` of the `games` it is another number than before. `change` is the mean over units of after less
    before, the unit being the game, or the block of games that share their deals. `low` and `high` are the ends of
    its interval, each alone: Wilson's for `winners_changed`, for points Student's t of pairs, for `win_share` the same
    after Agresti and Min. What the games cannot say is NaN: there is no interval from one unit, nor for points that
    change alike in all units; where these are 10 or more, that is not `too_wide`. Raises AzulError for a confidence
    that is not between 0 and 1.
    """
    import numpy as np

    from azul_analytics.statistics import inference

    checked_confidence(confidence)
    frame = answer(database, "rescore/changes", selection)
    width = frame["measure"].map({name: one.useful_width for name, one in MEASURES.items()})
    of_games = (frame["measure"] == WINNERS_CHANGED).to_numpy()
    of_wins = (frame["measure"] == "win_share").to_numpy()
    change, variance, units = (frame[name].to_numpy() for name in ("change", "variance", "units"))
    as_share = inference.share_interval(
        np.where(of_games, change, 0),
        variance,
        units,
        frame["all_or_nothing"],
        expected=0.5,
        confidence=confidence,
        useful_width=width,
    )
    with_more = _with_two_more(change, variance, units)
    moments = (np.where(of_wins, more, plain) for more, plain in zip(with_more, (change, variance, units), strict=True))
    most = np.where(of_wins, 1, np.inf)
    as_mean = inference.mean_interval(*moments, confidence=confidence, useful_width=width, least=-most, most=most)
    ends = [np.where(of_games, share, mean) for share, mean in zip(as_share, as_mean, strict=True)]
    interval = inference.Interval(*ends)
    constant = (variance == 0) & (units >= LEAST_UNITS) & ~np.isfinite(interval.low)
    return frame.drop(columns=["variance", "all_or_nothing"]).assign(
        low=interval.low, high=interval.high, too_wide=inference.too_wide(interval, width) & ~constant
    )


def _with_two_more(change: Floats, variance: Floats, units: Floats) -> tuple[Floats, Floats, Floats]:
    """The moments of paired shares with two units more, half a unit each of +1 and -1 and one without a change.

    Where few units change, their own spread says too little: of 100 games in which 3 % change one way and 2 % the
    other, plain t covers 93 %, of 20 such games 65 %. Agresti and Min 2005 (Statistics in Medicine 24).
    """
    squares = variance * (units - 1) + units * change**2 + 1
    more = units + 2
    mean = change * units / more
    return mean, (squares - more * mean**2) / (more - 1), more
