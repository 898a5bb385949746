"""Order within a round: what drafting first is worth, and what the marker, which brings it, costs."""

from azul_analytics.statistics.over_games import LATER_ROUNDS, means_over_games
from azul_analytics.statistics.registry import Measure

_ROUND = {"round": "round, from 1"}
_USEFUL = 1.0  # points

ORDER_IN_ROUND = means_over_games(
    "order_in_round",
    title="Order within a round",
    question="What is it worth, in points of that round, to draft first in it, second, and so on?",
    estimand="Mean of a seat's points of a round (placements and floor) less the mean of the game's seats in it, by "
    "round and by the seat's order of drafting in it.",
    by={**_ROUND, "order": "order in the round, clockwise: 1 drafts first"},
    measures={
        "points": Measure("points of the round, less the mean of the game's seats", _USEFUL),
        "tile_points": Measure("of them: of its placements", _USEFUL),
        "floor_points": Measure("of them: of its floor; above 0 it lost less than the others", _USEFUL),
    },
    detail="rounds: who drafts first, and every seat's placements and floor",
    caveats=(
        "It is about the order within a round, not about the opening seat of the game, which drafts first in round 1.",
        "From round 2 on the first to draft is who took the marker in the round before: his lines may be in a better "
        "or worse state for reasons of their own, so a difference is not the effect of the order alone.",
        "Points of one round say nothing of what a round prepares: tiles left on lines, and later bonuses.",
        LATER_ROUNDS,
    ),
)
MARKER_VALUE = means_over_games(
    "marker_value",
    title="The marker: cost and return",
    question="What does it cost to take the marker, and what does drafting first in the next round bring back?",
    estimand="Means over the rounds of that number in which somebody took the marker: points of the floor space on "
    "which it lies, and its taker's points of the next round less the mean of the game's seats in it.",
    by=_ROUND,
    measures={
        "marker_points": Measure(
            "points of the floor space on which the marker lies, <= 0; 0 on a full floor", _USEFUL
        ),
        "marker_points_lost": Measure(
            "of them really lost, <= 0: by how much the score after the round would be higher without them", _USEFUL
        ),
        "points": Measure("its taker's points of the round, less the mean of the game's seats", _USEFUL),
        "next_round_points": Measure(
            "its taker's points of the next round, in which he drafts first, less the mean of the game's seats", _USEFUL
        ),
        "balance": Measure(
            "`next_round_points` and `marker_points_lost` together, of rounds that are followed by another", _USEFUL
        ),
    },
    detail="drafts",
    caveats=(
        "Who takes the marker is not chosen by lot: a seat takes it when that suits its lines or when little else is "
        "left, so neither the cost nor the return is the effect of the marker alone.",
        "The space's cost belongs to what lies on it: without the marker, tiles that fall later would have cost less.",
        "The return is of one round and in points; what it prepares, and what the draft that came with the marker was "
        "worth, is not in it.",
        "A game's last round has a cost and no return; the balance leaves it out.",
        "It is about the marker, not about the opening seat of the game.",
        LATER_ROUNDS,
    ),
)
