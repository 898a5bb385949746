"""Points of players: where a player's score comes from and goes, against the field."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from azul_analytics.statistics.players import PLAYER_STYLES, WHO, WITHIN, compared_with_field
from azul_analytics.statistics.registry import Measure
from azul_analytics.statistics.selection import EVERY_FINISHED_GAME, Selection, answer, checked_confidence

if TYPE_CHECKING:
    import pandas as pd

    from azul_analytics.database import Database


def player_points(
    database: Database, *, selection: Selection = EVERY_FINISHED_GAME, confidence: float = 0.95
) -> pd.DataFrame:
    """Parts of each player's score, costs of his floor by cause, and his results by who opened, against the field.

    One row per ruleset (by hash), player count, kind of games, player and measure that occurred; what the
    games cannot say is NaN. Raises AzulError for a confidence that is not between 0 and 1.
    """
    checked_confidence(confidence)
    return compared_with_field(answer(database, PLAYER_POINTS.sql, selection), PLAYER_POINTS, confidence)


_POINTS = 4.0
_COST = 2.0
PLAYER_POINTS = replace(
    PLAYER_STYLES,
    name="player_points",
    title="Points of players",
    question="Where do a player's points come from, and what does he lose, compared with the others?",
    estimand="Difference between a player's mean and that of the field (all other players), for each part of the "
    "score, each cause of floor costs, and games he opened and did not, by ruleset, player count and kind of games.",
    caveats=(
        WHO,
        WITHIN,
        *PLAYER_STYLES.caveats[2:4],
        "Costs of the floor are nominal: what the occupied spaces cost, also where the score stopped at zero.",
        "Who opened is told apart, not adjusted for: `first_player_adjusted` asks what opening is worth.",
        *PLAYER_STYLES.caveats[6:],
    ),
    function=player_points,
    measures={
        "tile_points": Measure("points of tiles placed in a game", _POINTS),
        "floor_points": Measure("points really lost on the floor in a game, <= 0", _COST),
        "bonus_points": Measure("bonuses of a game", _POINTS),
        "marker_cost": Measure("points that the marker's spaces cost in a game, <= 0", _COST),
        "overflow_cost": Measure("points that tiles beyond the room of their line cost in a game, <= 0", _COST),
        "chosen_cost": Measure("points that tiles cost which some line would have taken, <= 0", _COST),
        "forced_cost": Measure("points that tiles cost which no line would have taken, <= 0", _COST),
        "blocked_cost": Measure("points that lines without a space on a free wall cost, <= 0", _COST),
        "win_share_opening": Measure("win share in games that he opened", 0.1),
        "win_share_not_opening": Measure("win share in games that another seat opened", 0.1),
        "score_opening": Measure("score in games that he opened", _POINTS),
        "score_not_opening": Measure("score in games that another seat opened", _POINTS),
    },
)
EVERY = (PLAYER_POINTS,)
