"""Two rulesets compared under the same deals, block by block, until the difference is decided.

A block is as many games as players, on the same deals, with the players one seat on from game to game; the same block
is played under both rulesets (on the same deals, unless bags or factories differ), and the differences of such pairs
are what is independent. Games take the one road: simulated, judged, stored; what is known at any moment is read from
the database alone.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

from azul_analytics.database import sql_text
from azul_analytics.errors import AzulError
from azul_analytics.ingest import append, stored_hashes
from azul_analytics.replayer import replay_batch
from azul_analytics.simulate import fair_policies, games_of, series_of
from azul_analytics.statistics.families import UNDECIDED
from azul_analytics.statistics.pairs import with_pairs
from azul_analytics.statistics.selection import Selection, answer_text, checked_confidence
from azul_analytics.statistics.sequential import START, blocks_for, verdict
from azul_analytics.studies.metrics import Metric, Question, questions, usual

if TYPE_CHECKING:
    import pandas as pd

    from azul_analytics.database import Database
    from azul_analytics.rules.ruleset import Ruleset
    from azul_analytics.simulate.series import Series

SAME = "the same in every block"  # of points and counts, where bots do not mind what differs; no interval says it
_FIRST_BATCH = 4  # blocks, to see how long they take
_LEAST_BATCH = 40
_GROWTH = 3  # a look comes when a third more is played: all looks together cost a few times the last one
_BATCH_SECONDS = 15.0  # until the next look, at the most: an interrupt loses no more
_IN_ORDER = """
select block::bigint as block, "first value"::double as first, "second value"::double as second
from pairs
where "first value" is not null and "second value" is not null
order by 1
"""
_ALL_GAMES = Selection(finished_only=False)


@dataclass(frozen=True)
class Comparison:
    """The second of two rulesets against the first, by one policy or one for each player; in the usual metrics of
    both, unless `questions` are named. A search plays both by one kind of value (`simulate.fair_policies`).

    `confidence` is that of all `questions` together: each has its part of the error (Bonferroni), at all looks. If
    they belong to a larger family, `family` is how many that has. Raises AzulError for rulesets that cannot be
    compared, and what `simulate_games` raises.
    """

    first: Ruleset
    second: Ruleset
    questions: tuple[Question, ...] = ()
    players: int = 2
    policy: str | Sequence[str] = "greedy"
    seed: int = 0
    confidence: float = 0.95
    family: int = 0

    def __post_init__(self) -> None:
        checked_confidence(self.confidence)
        if self.first.hash == self.second.hash:
            raise AzulError(f"{self.first.name} and {self.second.name} are the same ruleset.")
        if self.first.name == self.second.name:
            raise AzulError(f"Both rulesets are called {self.first.name}; give one of them another name.")
        object.__setattr__(self, "questions", self.questions or questions(usual(self.first, self.second)))
        given = [self.policy] if isinstance(self.policy, str) else self.policy
        fair = fair_policies(given, (self.first, self.second))
        object.__setattr__(self, "policy", fair[0] if isinstance(self.policy, str) else fair)
        _ = self.series

    @cached_property
    def series(self) -> tuple[Series, Series]:
        """The games of both rulesets."""
        one, other = (
            series_of(ruleset, players=self.players, policy=self.policy, seed=self.seed, rotate=True)
            for ruleset in (self.first, self.second)
        )
        return one, other

    @property
    def experiment(self) -> str:
        """Its name in the database, which does not depend on the rulesets."""
        return str(self.series[0].experiment)

    @property
    def same_deals(self) -> bool:
        """Whether both rulesets deal a block alike as long as its first bag lasts: from the same bag, and as many
        tiles to as many factories."""
        one, other = (
            (ruleset.tiles_per_color, ruleset.tiles_per_factory, ruleset.factories[self.players])
            for ruleset in (self.first, self.second)
        )
        return one == other

    @property
    def who(self) -> str:
        """Who plays, as it is stored: `search:100` of the policy search; of several policies one a seat."""
        names = self.series[0].policies
        return names[0] if len(set(names)) == 1 else ", ".join(names)

    @property
    def error(self) -> float:
        """The error of one question."""
        return (1 - self.confidence) / (self.family or len(self.questions))


@dataclass(frozen=True)
class Look:
    """What is known of a question after so many pairs of blocks; `used` of them have a value under both rulesets.

    Means and `difference` (second less first) are over these; `spread` is the standard deviation of a pair's
    difference. The interval is infinite, or as wide as shares allow, where there is none yet; `start` is about how
    many blocks with a value one takes, infinite where nobody knows (`Asymptotic.start`).
    """

    question: Question
    blocks: int
    used: int
    first_mean: float
    second_mean: float
    spread: float
    low: float
    high: float
    start: float

    @property
    def difference(self) -> float:
        """Second less first."""
        return self.second_mean - self.first_mean

    @property
    def verdict(self) -> str:
        """Larger, smaller, equivalent within the margin, the same in every block, or undecided."""
        found = verdict(self.low, self.high, self.question.margin)
        same = self.used >= START and self.spread == self.difference == 0 and not self.question.metric.share
        return SAME if same else found

    @property
    def lacks_interval(self) -> bool:
        """Whether it is undecided for want of any interval."""
        return math.isinf(self.low) and self.verdict == UNDECIDED

    @property
    def few_make_up_the_spread(self) -> bool:
        """Whether a few blocks make up most of it, so that nobody knows how many more an interval takes."""
        return self.lacks_interval and math.isinf(self.start) and self.spread > 0

    @property
    def blocks_to_interval(self) -> int | None:
        """About how many further pairs of blocks it takes to have an interval; None: not known."""
        if not self.lacks_interval:
            return 0
        return None if math.isinf(self.start) or not self.used else self._further(self.start)

    def more_blocks(self, error: float) -> int | None:
        """About how many further pairs of blocks decide it, if the difference is as it looks; None: not known."""
        if self.verdict != UNDECIDED:
            return 0
        if math.isnan(self.spread) or math.isinf(self.start):
            return None
        away = abs(self.difference)
        half = max(away, self.question.margin - away)
        return self._further(max(blocks_for(self.question.metric.sequence, half, self.spread, error), self.start))

    def _further(self, needed: float) -> int:
        """How many pairs of blocks more there are to be until so many have a value."""
        return math.ceil(max(needed - self.used, 1) * self.blocks / self.used)


@dataclass(eq=False)
class Run:
    """A comparison under way in a database; what that has of it already counts.

    `blocks` are the pairs of blocks stored, `looks` the latest look at each question (none before the first block).
    Games are counted to `said` as they are played.
    """

    database: Database
    comparison: Comparison
    said: Callable[[int], None] = lambda _: None
    blocks: int = 0
    looks: list[Look] = field(default_factory=list)
    seconds: float = 0.0  # spent
    pace: float = math.nan  # seconds a pair of blocks took in the latest batch
    looking: float = 0.0  # seconds of the latest look

    def __post_init__(self) -> None:
        self.database.add_tables("studies/experiments")
        self.blocks = blocks_stored(self.database, self.comparison)
        if self.blocks:
            self._look()

    @property
    def games(self) -> int:
        """How many games these blocks are, under both rulesets."""
        return 2 * self.comparison.players * self.blocks

    @property
    def decided(self) -> bool:
        """Whether no question is undecided."""
        return bool(self.looks) and all(one.verdict != UNDECIDED for one in self.looks)

    def step(self, *, blocks: float = math.inf, seconds: float = math.inf) -> bool:
        """Plays the next batch, of so many pairs of blocks and about so many seconds at the most, and looks.

        The look is stored in the table `looks`. Returns False, without playing, where nothing fits into the limits.
        An interrupt raises KeyboardInterrupt and leaves whole batches; every look before it holds.
        """
        began = time.monotonic()
        batch = self._batch(blocks, seconds)
        if batch < 1:
            return False
        with self.database.beside() as storing:  # which makes an interrupted query a KeyboardInterrupt
            _play(storing, self.comparison, self.blocks, batch, self.said)
            self.blocks += batch
            self._look()
        taken = time.monotonic() - began
        self.seconds, self.pace = self.seconds + taken, taken / batch
        return True

    def _batch(self, blocks: float, seconds: float) -> int:
        if math.isnan(self.pace):
            return int(min(_FIRST_BATCH, blocks)) if seconds > 0 else 0
        usual = min(max(_LEAST_BATCH, self.blocks // _GROWTH), max(_BATCH_SECONDS / self.pace, 1))
        return int(min(usual, seconds / self.pace, blocks))

    def _look(self) -> None:
        began = time.monotonic()
        self.looks = look(self.database, self.comparison, self.blocks)
        _store(self.database, self.comparison, self.looks)
        self.looking = time.monotonic() - began


def compare(
    database: Database,
    comparison: Comparison,
    *,
    blocks: float = math.inf,
    seconds: float = math.inf,
    said: Callable[[int], None] = lambda _: None,
) -> Iterator[Run]:
    """Plays batches, and yields the run after each, until all questions are decided or the limits are reached.

    `blocks` limits the pairs of blocks, those that are in the database already included, `seconds` the time.
    """
    began = time.monotonic()
    run = Run(database, comparison, said)
    yield run
    while not run.decided and run.step(blocks=blocks - run.blocks, seconds=seconds - (time.monotonic() - began)):
        yield run


def blocks_stored(database: Database, comparison: Comparison) -> int:
    """How many blocks, from the first, a database has under both rulesets."""
    asked = {"first": comparison.first.hash, "second": comparison.second.hash, "players": comparison.players}
    ((blocks,),) = database.rows(sql_text("studies/stored_blocks"), {"experiment": comparison.experiment, **asked})
    return int(blocks)


def _play(database: Database, comparison: Comparison, first: int, blocks: int, said: Callable[[int], None]) -> None:
    """Plays so many blocks from number `first` under both rulesets and stores them, all or none."""
    players = comparison.players
    records = []
    for record in chain.from_iterable(
        games_of(series, blocks * players, first=first * players) for series in comparison.series
    ):
        records.append(record)
        said(1)
    rulesets = {one.name: one for one in (comparison.first, comparison.second)}
    replayed = replay_batch(records, rulesets, stored_hashes(database, [one.game_id for one in records]))
    if replayed.rejects:
        raise AzulError(f"A game of {comparison.experiment} was refused: {replayed.tables['rejects']['message'][0]}")
    append(database, replayed)


def look(database: Database, comparison: Comparison, blocks: int) -> list[Look]:
    """What the first `blocks` pairs of blocks in the database say to each question."""
    return [_look(question, comparison, pairs(database, comparison, question.metric), blocks)
            for question in comparison.questions]  # fmt: skip


def pairs(database: Database, comparison: Comparison, metric: Metric) -> pd.DataFrame:
    """The blocks in order, with their value under the `first` and the `second` ruleset, where both have one."""
    asked_for = "games.experiment = $experiment and (games.finished or $stopped_too)"
    query = with_pairs(sql_text(metric.query), {"value": metric.of_block}, asked_for) + _IN_ORDER
    asked = {
        "experiment": comparison.experiment,
        "first": comparison.first.hash,
        "second": comparison.second.hash,
        "stopped_too": metric.stopped_too,
    }
    return answer_text(database, query, _ALL_GAMES, asked)


def _look(question: Question, comparison: Comparison, values: pd.DataFrame, blocks: int) -> Look:
    differences = (values["second"] - values["first"]).to_numpy()
    sequence = question.metric.sequence
    low, high = sequence.interval(differences, comparison.error)
    return Look(
        question, blocks, len(values), float(values["first"].mean()), float(values["second"].mean()),
        float(values["second"].sub(values["first"]).std()), low, high, sequence.start(differences),
    )  # fmt: skip


def _store(database: Database, comparison: Comparison, looks: Sequence[Look]) -> None:
    """Adds looks to the table `looks`; those after as many blocks as an earlier run, in place of its own."""
    import pyarrow as pa

    rows = [
        {
            "experiment": comparison.experiment,
            "first_ruleset": comparison.first.hash,
            "second_ruleset": comparison.second.hash,
            "metric": one.question.metric.name,
            "blocks": one.blocks,
            "used": one.used,
            "first_mean": one.first_mean,
            "second_mean": one.second_mean,
            "spread": one.spread,
            "low": one.low,
            "high": one.high,
            "error": comparison.error,
            "margin": one.question.margin,
            "verdict": one.verdict,
        }
        for one in looks
    ]
    keys = "experiment", "first_ruleset", "second_ruleset", "metric", "blocks"
    looked = pa.Table.from_pylist(rows)
    with database.transaction(), database.lookup("looked", looked):
        database.rows(
            f"delete from looks using looked where {' and '.join(f'looks.{key} = looked.{key}' for key in keys)}"
        )
        database.append("looks", looked)
