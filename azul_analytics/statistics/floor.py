"""Floor penalties: what the floor line costs, by round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from azul_analytics.statistics.over_games import LATER_ROUNDS, SELECTED, means_over_games, most_on_floor
from azul_analytics.statistics.registry import GROUP_COLUMNS, Measure, Statistic
from azul_analytics.statistics.selection import EVERY_FINISHED_GAME, Selection, answer, checked_confidence

if TYPE_CHECKING:
    import pandas as pd

    from azul_analytics.database import Database

_USEFUL_WIDTH = 1.0  # points


def floor_penalties(
    database: Database, *, selection: Selection = EVERY_FINISHED_GAME, confidence: float = 0.95
) -> pd.DataFrame:
    """Points lost on the floor by a seat in a round, on average, with interval.

    One row per ruleset (by hash), player count, kind of games and round; the columns are those of
    `STATISTICS["floor_penalties"].columns`. Points are <= 0; what a group cannot say is NaN.
    Raises AzulError for a confidence that is not between 0 and 1.
    """
    from azul_analytics.statistics import inference

    checked_confidence(confidence)
    frame = answer(database, FLOOR_PENALTIES.sql, selection)
    for points in ("floor_points", "nominal_points"):
        interval = inference.mean_interval(
            frame[f"{points}_mean"],
            frame[f"{points}_variance"],
            frame["units"],
            confidence=confidence,
            useful_width=_USEFUL_WIDTH,
            most=most_on_floor(database, frame),
        )
        frame[f"{points}_low"], frame[f"{points}_high"] = interval.low, interval.high
        if points == "floor_points":
            frame["too_wide"] = inference.too_wide(interval, _USEFUL_WIDTH)
            frame["units_needed"] = interval.units_needed
    frame["units_needed"] = frame["units_needed"].astype("Int64")
    return frame[list(FLOOR_PENALTIES.columns)]


def floor_penalty_distribution(
    database: Database, *, selection: Selection = EVERY_FINISHED_GAME, confidence: float = 0.95
) -> pd.DataFrame:
    """How often a seat lost how many points on the floor in a round: counts and shares.

    One row per ruleset (by hash), player count, kind of games, round and number of points that occurred.
    There is no interval; `confidence` is there for the sake of one signature for all statistics.
    """
    checked_confidence(confidence)
    frame = answer(database, FLOOR_PENALTY_DISTRIBUTION.sql, selection)
    return frame[list(FLOOR_PENALTY_DISTRIBUTION.columns)]


_GROUP = {**GROUP_COLUMNS, "round": "round, from 1"}
_CAVEATS = (
    "Late rounds are there in long games only: a change from round to round is also a change of games.",
    "Points really lost stop where the score reaches zero, which is frequent in the first rounds; the "
    "nominal points do not.",
    "The marker's space is among the occupied spaces; causes are not told apart.",
    "Stopped games are left out with all of their rounds.",
    "Games of the same players are taken as independent of each other.",
)

FLOOR_PENALTIES = Statistic(
    name="floor_penalties",
    title="Floor penalties",
    question="How many points does a player lose on the floor line in a round?",
    estimand="Mean floor points of a seat in a round, really lost and nominal, by ruleset, player count, "
    "kind of games and round.",
    unit="The game, whose value is the mean over its seats; games of one block of a designed experiment "
    "are one unit, their mean.",
    method="Mean over units of finished games that reached the round; the median is that of all seat-rounds.",
    interval="Student's t over units, at 95 % unless asked otherwise; none from a single unit or where "
    "all units are the same. Seats of a game are not independent, so they are not counted as if they were.",
    detail="rounds: the floor of every seat",
    caveats=_CAVEATS,
    columns={
        **_GROUP,
        "seat_rounds": "floors that count: a seat in a round each",
        "games": "games that they come from",
        "units": "units of inference among them",
        "games_left_out": "games of the group, in all rounds, that do not count: stopped before the rules ended them",
        "floor_points_mean": "mean points really lost, <= 0",
        "floor_points_low": "lower end of its interval",
        "floor_points_high": "upper end of its interval",
        "floor_points_median": "median of the points really lost, over seat-rounds",
        "nominal_points_mean": "mean points that the occupied spaces cost, <= 0, also where the score was zero",
        "nominal_points_low": "lower end of its interval",
        "nominal_points_high": "upper end of its interval",
        "no_loss_share": "share of seat-rounds that lost nothing, every unit counting the same",
        "marker_share": "share of seat-rounds that took the marker, every unit counting the same",
        "too_wide": "the interval of the points really lost is wider than the useful width, or there is none",
        "units_needed": "units that would give the useful width; missing where the spread is not known",
    },
    function=floor_penalties,
    useful_width=_USEFUL_WIDTH,
)

FLOOR_PENALTY_DISTRIBUTION = Statistic(
    name="floor_penalty_distribution",
    title="Distribution of floor penalties",
    question="How often does a player lose nothing on the floor line in a round, how often one point, two, ...?",
    estimand="Share of each number of floor points really lost by a seat in a round, by ruleset, player "
    "count, kind of games and round.",
    unit="The seat-round; every game, or block of a designed experiment, counts the same.",
    method="Counts of finished games that reached the round.",
    interval="none",
    detail="rounds: the floor of every seat",
    caveats=_CAVEATS,
    columns={
        **_GROUP,
        "floor_points": "points really lost, <= 0",
        "seat_rounds": "seat-rounds that lost as many",
        "share": "their share of the round's seat-rounds, every unit counting the same",
    },
    function=floor_penalty_distribution,
)
FLOOR_CAUSES = means_over_games(
    "floor_causes",
    title="Causes of floor penalties",
    question="What fills the floor: the marker, tiles beyond a line's room, tiles put there by choice or by force?",
    estimand="Nominal points of a seat in a whole game by what lies on the spaces.",
    by={
        "cause": "`marker`; `overflow` (beyond the room of the chosen line); `chosen` (straight to the floor though a "
        "line took the color); `forced` (no line did); `blocked` (a free wall's line without a space; no row on fixed "
        "walls)"
    },
    measures={"nominal_points": Measure("points that the spaces cost a seat in the game, <= 0", 1.0, loss=True)},
    caveats=(
        "Nominal points: a score that is at zero really loses less.",
        "Which space a tile gets depends on what fell before it: the same tile costs more on a full floor.",
    ),
)
FLOOR_AND_WINNING = means_over_games(
    "floor_and_winning",
    title="Floor points of winners and of the others",
    question="How much do winners and losers lose on the floor, by round?",
    estimand="Mean floor points really lost in a round by the seats that won the game, and by those that did not.",
    by={"outcome": "`won` (shared wins too) or `lost`", "round": "round, from 1"},
    measures={"floor_points": Measure("points really lost, <= 0", _USEFUL_WIDTH, loss=True)},
    detail="rounds and winners",
    caveats=(SELECTED, LATER_ROUNDS),
)
FLOOR_BY_ORDER = means_over_games(
    "floor_by_order",
    title="Floor penalties by order in the round",
    question="Who loses more on the floor: the seat that drafts first in a round, second, ...?",
    estimand="Mean over the rounds of a game of the floor points of the seat that drafts first, second, ... in them.",
    by={"order": "order in the round: 1 drafts first"},
    measures={
        "floor_points": Measure("points really lost, <= 0", _USEFUL_WIDTH, loss=True),
        "nominal_points": Measure("points that the occupied spaces cost, <= 0", _USEFUL_WIDTH, loss=True),
        "took_marker": Measure("share of rounds in which it took the marker", 0.1, share=True),
    },
    detail="rounds",
    caveats=("Who drafts first took the marker in the round before, which is not by lot.",),
)
TILES_FALLEN = means_over_games(
    "tiles_fallen",
    title="Tiles fallen by tiles taken",
    question="How many tiles fall from drafts of one, two, three, ... tiles?",
    estimand="Mean over the drafts of so many tiles in a game.",
    by={"tiles": "tiles that the draft took"},
    measures={
        "tiles_fallen": Measure("tiles that fell to the floor or into the lid", 0.2),
        "any_fallen": Measure("share of drafts of which any fell", 0.1, share=True),
    },
)
EVERY = (
    FLOOR_PENALTIES,
    FLOOR_PENALTY_DISTRIBUTION,
    FLOOR_CAUSES,
    FLOOR_AND_WINNING,
    FLOOR_BY_ORDER,
    TILES_FALLEN,
)
