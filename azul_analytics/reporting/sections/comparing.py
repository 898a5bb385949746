"""Two rulesets side by side: what is compared, by which method, and what may be said of it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from azul_analytics.figures import unit_word
from azul_analytics.reporting.answers import Answers
from azul_analytics.reporting.sections.answered import measure
from azul_analytics.reporting.wording import count, points, with_span
from azul_analytics.statistics import STATISTICS
from azul_analytics.statistics.families import UNDECIDED
from azul_analytics.statistics.first_player import LEAST_UNITS, TOO_FEW
from azul_analytics.statistics.seats import EQUIVALENCE_MARGIN

if TYPE_CHECKING:
    import pandas as pd

    from azul_analytics.statistics.differences import Difference

Row = Mapping[Hashable, Any]


@dataclass(frozen=True)
class Question:
    """What is compared: a measure of a statistic, and the words for it. The margin is half its useful width,
    of the opening seat's win share that of `seats_equal`."""

    statistic: str
    measure: str
    words: str
    part: bool = False  # a difference of shares, printed in percentage points

    @property
    def margin(self) -> float:
        """The largest difference that counts as none."""
        if self is OPENING:
            return EQUIVALENCE_MARGIN
        return STATISTICS[self.statistic].measures[self.measure].useful_width / 2

    @property
    def share(self) -> bool:
        """Whether it is printed in percent."""
        return self.part or STATISTICS[self.statistic].measures[self.measure].share

    @property
    def per_game(self) -> str:
        """The query with a row a game that its means are of."""
        return "statistics/opening_won" if self is OPENING else STATISTICS[self.statistic].sql


QUESTIONS = (
    Question("game_length", "rounds", "rounds"),
    Question("game_length", "turns", "drafts"),
    Question("scores", "score", "final score"),
    Question("scores", "floor_points", "floor points"),
    Question("scores", "bonus_points", "bonus points"),
    Question("scores", "margin", "first place's lead"),
    Question("leads", "lead_changes", "changes of lead"),
    Question("leads", "turned_by_bonuses", "turned by bonuses"),
    Question("ending_player", "over_equal_share", "ender beyond equal", part=True),
)
OPENING = Question("first_player_advantage", "win_share", "opening seat won", part=True)
ALWAYS = "no spread in either"
NEAR = "near the margin"
_COARSE = 0.5  # margin from which on one digit will do
_LEAST_PART = 0.5  # of the units of a ruleset that must have a partner, for pairs to be compared


@dataclass(frozen=True)
class Compared:
    """One question to two groups of games: means, difference (second less first) and verdict, as printed.

    `pairs` is the number of pairs of blocks, 0 where the groups are taken as independent. `more` is said of what is
    undecided: how many pairs or games more would show equality, or that the difference is near the margin; `growth` is
    by what factor their number must grow for it.
    """

    words: str
    means: tuple[str, str]
    games: str
    pairs: int
    labels: tuple[str, str]
    player_count: int
    kind: str
    estimate: str
    difference: str
    margin: str
    p: float
    verdict: str
    more: str = ""
    growth: float = 0.0

    @property
    def players(self) -> str:
        """Number of players, and the kind of games unless they are recorded."""
        return f"{self.player_count} players" + ("" if self.kind == "recorded" else f", {self.kind}")


@dataclass(frozen=True)
class _Pair:
    """A question with the moments of both groups and, where their blocks are pairs, those of the differences."""

    question: Question
    sides: tuple[Row, Row]
    pairs: Row | None

    @cached_property
    def units(self) -> tuple[int, ...]:
        """How many pairs there are, or the units of each side."""
        return (self.pairs["units"],) if self.pairs else tuple(side["units"] for side in self.sides)

    @property
    def constant(self) -> bool:
        """Nothing varies: neither between games nor, of pairs, between their differences."""
        return not any(one["variance"] for one in ([self.pairs] if self.pairs else self.sides))


def compared(answers: Answers) -> list[Compared]:
    """A row a pair of groups and question.

    Where both rulesets' games are of one experiment and share its blocks, the pairs of blocks are compared; else the
    groups, as independent ones. All rows are one family: p-values are Holm's, of differences and of equalities each.
    """
    import numpy as np

    from azul_analytics.statistics.differences import growth
    from azul_analytics.statistics.families import holm, verdicts

    if not answers.pair:
        return []
    asked = list(_pairs(answers))
    found = [_difference(pair, answers.confidence) for pair in asked]
    different, equivalent = (
        holm([float(getattr(one, name)) for one in found]) for name in ("p_different", "p_equivalent")
    )
    level = 1 - answers.confidence
    said = verdicts([float(one.estimate) for one in found], different, equivalent, level=level)
    family = max(1, int(np.count_nonzero(~np.isnan(different))))
    return [
        _row(
            pair,
            one,
            float(different[number]),
            str(said[number]),
            float(growth(one.error, one.freedom, margin=pair.question.margin, level=level / family)),
        )
        for number, (pair, one) in enumerate(zip(asked, found, strict=True))
    ]


def _difference(pair: _Pair, confidence: float) -> Difference:
    from azul_analytics.statistics.differences import Moments, between, paired

    moments = [Moments(one["mean"], one["variance"], one["units"]) for one in (*pair.sides, pair.pairs) if one]
    asked: dict[str, Any] = {
        "margin": pair.question.margin, "confidence": confidence, "least_units": LEAST_UNITS
    }  # fmt: skip
    return paired(moments[2], **asked) if pair.pairs else between(moments[0], moments[1], **asked)


def _row(pair: _Pair, found: Difference, p: float, verdict: str, factor: float) -> Compared:
    question, (one, other) = pair.question, pair.sides
    scale = 100 if question.share else 1
    digits = 1 if question.share or question.margin >= _COARSE else 2
    ends = [points(scale * float(value), digits, signed=True) for value in (found.estimate, found.low, found.high)]
    means = (pair.pairs["first"], pair.pairs["second"]) if pair.pairs else (one["mean"], other["mean"])
    if min(pair.units) < LEAST_UNITS:
        verdict = TOO_FEW
    elif pair.constant:
        verdict = ALWAYS
    return Compared(
        words=question.words + (", %" if question.share else ""),
        means=(points(scale * means[0], digits), points(scale * means[1], digits)),
        games=count(pair.pairs["units"], "pair") if pair.pairs else f"{one['games']:,} / {other['games']:,}",
        pairs=pair.pairs["units"] if pair.pairs else 0,
        labels=(one["label"], other["label"]),
        player_count=one["player_count"],
        kind=one["kind"],
        estimate=ends[0],
        difference=with_span(*ends),
        margin=f"±{scale * question.margin:g}",
        p=p,
        verdict=verdict,
        more=_more(pair, factor) if verdict == UNDECIDED else "",
        growth=factor,
    )


def _more(pair: _Pair, factor: float) -> str:
    return more_units(pair.units, factor, "pair" if pair.pairs else unit_word(*pair.sides))


def more_units(units: Sequence[int], factor: float, word: str) -> str:
    """How many units more a growth by this factor is: `120 more pairs`, of two groups `120 / 90 more games`.

    >>> more_units([100, 80], 2.5, "game"), more_units([100], 0.9, "pair")
    ('150 / 120 more games', 'near the margin')
    """
    from math import ceil

    if factor <= 1:
        return NEAR
    more = [ceil(number * (factor - 1)) for number in units]
    return f"{' / '.join(f'{number:,}' for number in more)} more {word if more == [1] else word + 's'}"


def _pairs(answers: Answers) -> Iterator[_Pair]:
    """Each question with the moments of the first and the second ruleset, by player count and kind."""
    assert answers.pair
    opening = opening_moments(answers)
    differences = _paired(answers)
    for (players, kind), groups in answers.groups.groupby(["player_count", "kind"], sort=False):
        sides = [groups[groups["ruleset_hash"] == hashed].to_dict("records") for hashed in answers.pair]
        for question in (OPENING, *QUESTIONS):
            if question is OPENING:
                rows = [opening.get(_key(side[0])) for side in sides]
            else:
                rows = [_with_variance(measure(answers.of(side[0], question.statistic), question.measure))
                        for side in sides]  # fmt: skip
            if rows[0] and rows[1]:
                pairs = differences.get((question.statistic, question.measure, players, kind))
                least = _LEAST_PART * min(row["units"] for row in rows if row)
                yield _Pair(question, (rows[0], rows[1]), pairs if pairs and pairs["units"] >= least else None)


def _with_variance(row: dict[Hashable, Any] | None) -> dict[Hashable, Any] | None:
    return row and {**row, "variance": row["spread"] ** 2}


def _paired(answers: Answers) -> dict[tuple[Any, ...], Row]:
    """The moments of the pairs' differences by statistic, measure, player count and kind."""
    from azul_analytics.database import sql_text
    from azul_analytics.statistics.pairs import paired_moments

    assert answers.pair
    measures: dict[tuple[str, str], list[str]] = {}
    for question in (OPENING, *QUESTIONS):
        measures.setdefault((question.statistic, question.per_game), []).append(question.measure)
    found: dict[tuple[Any, ...], Row] = {}
    for (statistic, query), names in measures.items():
        frame = paired_moments(answers.database, sql_text(query), names, answers.pair, answers.selection)
        for row in answers.printable(frame).to_dict("records"):
            found[statistic, row["measure"], row["player_count"], row["kind"]] = row
    return found


def opening_moments(answers: Answers) -> dict[tuple[Any, ...], dict[Hashable, Any]]:
    """The opening seat's win share with its variance over units, by ruleset, player count and kind."""
    from azul_analytics.statistics import answer

    frame: pd.DataFrame = answer(answers.database, STATISTICS[OPENING.statistic].sql, answers.selection)
    labels = {_key(row): row["label"] for row in answers.groups.to_dict("records")}
    return {
        _key(row): {**row, "mean": row["win_share"], "variance": row["win_share_variance"], "label": labels[_key(row)]}
        for row in answers.printable(frame).to_dict("records")
        if _key(row) in labels
    }


def _key(row: Row) -> tuple[Any, ...]:
    return row["ruleset_hash"], row["player_count"], row["kind"]
