"""What two rulesets are compared in: a number a game or block, each from the query that the statistics have too."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from azul_analytics.errors import AzulError
from azul_analytics.rules.differing import differing_numbers
from azul_analytics.statistics import STATISTICS
from azul_analytics.statistics.seats import EQUIVALENCE_MARGIN
from azul_analytics.statistics.sequential import Asymptotic, Betting, Sequence

if TYPE_CHECKING:
    from azul_analytics.rules.ruleset import Ruleset

_STATISTICS = ("scores", "game_length", "leads")  # whose measures are metrics
USUAL = (
    "opening_win_share", "same_seat_wins", "score", "floor_points", "turns", "lead_changes", "stopped",
)  # fmt: skip
# what else is compared where a key of the rulesets differs, or one of its table
_OF_KEYS = {
    "wall": "tile_points", "bonuses": "bonus_points",
    "end_complete_lines": "rounds", "end_rounds": "rounds", "tiles_per_color": "rounds", "line_capacities": "rounds",
    "factories": "rounds", "tiles_per_factory": "rounds", "colors": "rounds",
}  # fmt: skip


@dataclass(frozen=True)
class Metric:
    """A number of which a block of games has one: `of_block`, in SQL, of what `query` gives a row per game.

    `share`: it lies between 0 and 1. `margin` is the largest difference that counts as none, unless another is
    stated. `stopped_too`: games that the round limit stopped count as well.
    """

    name: str
    meaning: str
    query: str
    of_block: str
    margin: float
    share: bool = False
    stopped_too: bool = False

    @property
    def sequence(self) -> Sequence:
        """The method for differences of it."""
        return Betting(-1, 1) if self.share else Asymptotic()

    def checked_margin(self, margin: float) -> float:
        """A margin that this metric can have. Raises AzulError."""
        most = 1 if self.share else float("inf")
        if not 0 < margin < most:
            between = "between 0 and 1" if self.share else "above 0"
            raise AzulError(f"The margin of {self.name} is {margin:g}; it must be {between}.")
        return margin

    def checked_difference(self, difference: float) -> float:
        """A difference of two rulesets that this metric can have. Raises AzulError."""
        most = 1 if self.share else float("inf")
        if not 0 < abs(difference) < most:
            between = " between -1 and 1" if self.share else ""
            raise AzulError(f"A difference of {difference:g} in {self.name}: it must be a number but 0{between}.")
        return difference

    def may_differ(self, mean: float, difference: float) -> bool:
        """Whether a ruleset can differ so much from one that has this mean."""
        return not self.share or 0 <= mean + difference <= 1


# a block has the value 1 or 0 only if all of its games, one for each player, were played to the end
_SAME_SEAT = (
    "case when count(*) = any_value(games.player_count) then "
    "(count(lone_winner) = count(*) and min(lone_winner) = max(lone_winner))::int end"
)


@cache
def metrics() -> dict[str, Metric]:
    """All metrics by name."""
    found = [
        Metric(
            "opening_win_share", "win share of the seat that opens the game", "statistics/opening_won",
            "avg(per_game.win_share)", EQUIVALENCE_MARGIN, share=True,
        ),
        Metric(
            "same_seat_wins", "share of blocks in which the same seat wins every game, whoever sits there",
            "studies/same_seat_wins", _SAME_SEAT, EQUIVALENCE_MARGIN, share=True,
        ),
        Metric(
            "stopped", "share of games that the round limit stopped", "studies/stopped", "avg(stopped)",
            EQUIVALENCE_MARGIN, share=True, stopped_too=True,
        ),
    ]  # fmt: skip
    for name in _STATISTICS:
        statistic = STATISTICS[name]
        for measure, one in statistic.measures.items():
            of_block = f'avg(per_game."{measure}")'
            found.append(Metric(measure, one.meaning, statistic.sql, of_block, one.useful_width / 2, share=one.share))
    return {metric.name: metric for metric in found}


def known_metric(name: str) -> Metric:
    """The metric of this name, dashes or underscores. Raises AzulError for any other name."""
    found = metrics().get(name.replace("-", "_"))
    if found is None:
        raise AzulError(f"There is no metric {name!r}; there are {', '.join(metrics())}.")
    return found


def usual(first: Ruleset, second: Ruleset) -> tuple[str, ...]:
    """The metrics that two rulesets are compared in unless others are named: USUAL, and those that the keys in which
    they differ are about."""
    differing = {key.partition(".")[0] for key, *_ in differing_numbers(first, second)}
    return tuple(dict.fromkeys([*USUAL, *(metric for key, metric in _OF_KEYS.items() if key in differing)]))


@dataclass(frozen=True)
class Question:
    """A metric and the largest difference in it that counts as none."""

    metric: Metric
    margin: float


def questions(names: Iterable[str] = USUAL, margins: Iterable[str] = ()) -> tuple[Question, ...]:
    """The metrics of these names with their margins.

    A margin is `0.02`, for all of them, or `score=1.5`, for one. Raises AzulError for a metric that there is
    not, one named twice, and a margin that is none.
    """
    asked = [known_metric(name) for name in names]
    if len(set(asked)) < len(asked):
        raise AzulError("A metric is named twice.")
    stated = {metric: metric.margin for metric in asked}
    for text in margins:
        name, _, number = text.rpartition("=")
        of = [known_metric(name)] if name else asked
        if not set(of) <= set(asked):
            raise AzulError(f"A margin is given for {name}, which is not compared.")
        stated |= {metric: metric.checked_margin(_number(number)) for metric in of}
    return tuple(Question(metric, margin) for metric, margin in stated.items())


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise AzulError(f"{text!r} is no number for a margin, such as 0.02.") from None
