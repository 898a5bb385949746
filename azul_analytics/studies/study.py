"""A study of a variant: against the ruleset that it extends, for several numbers of players and strengths of bots.

A pilot says how fast games are played and how much they differ; then the time goes where something is undecided, most
of it to the strongest bots, whose games decide. What a database has of a study is gone on with.
"""

from __future__ import annotations

import json
import math
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from azul_analytics.errors import AzulError
from azul_analytics.rules.ruleset import defined_ruleset, ruleset_text
from azul_analytics.simulate import fair_policies
from azul_analytics.studies.compare import Comparison, Look, Run, blocks_stored, look
from azul_analytics.studies.metrics import Question, known_metric, questions, usual

if TYPE_CHECKING:
    from azul_analytics.database import Database
    from azul_analytics.rules.ruleset import Ruleset

STRENGTHS = ("greedy", "careful", "search:100")  # bots that play a study unless others are named, the weakest first
_PLAYERS = (2, 3, 4)
_PILOT_BLOCKS = 40
_PILOT_PART = 0.2  # of the time, at the most
_WEIGHT = 3  # of the strongest bots' time to that of weaker ones
_KEY = "study"  # in the table `about`


@dataclass(frozen=True)
class Study:
    """A variant against its base. `policies` are strengths of bots, the weakest first; the last one decides.
    Questions, players and policies not named are the usual ones of both rulesets, those that both seat, and STRENGTHS.

    The error is shared by all questions for all numbers of players; weaker bots' intervals have the same level and
    show what depends on strength. Raises AzulError where nothing can be compared.
    """

    base: Ruleset
    variant: Ruleset
    questions: tuple[Question, ...] = ()
    players: tuple[int, ...] = ()
    policies: tuple[str, ...] = ()
    seed: int = 0
    confidence: float = 0.95

    def __post_init__(self) -> None:
        both = sorted(set(self.base.factories) & set(self.variant.factories) & set(_PLAYERS))
        if not both:
            raise AzulError(f"{self.base.name} and {self.variant.name} seat no number of players, 2 to 4, in common.")
        object.__setattr__(self, "questions", self.questions or questions(usual(self.base, self.variant)))
        object.__setattr__(self, "players", self.players or tuple(both))
        fair = fair_policies(self.policies or STRENGTHS, (self.base, self.variant))
        object.__setattr__(self, "policies", fair)
        if len({one.experiment for one in self.comparisons.values()}) < len(self.players) * len(self.policies):
            raise AzulError("A policy, or a number of players, is named twice.")

    @cached_property
    def comparisons(self) -> dict[tuple[int, str], Comparison]:
        """A comparison for each number of players and policy."""
        family = len(self.questions) * len(self.players)
        return {
            (players, policy): Comparison(
                self.base, self.variant, self.questions, players, policy, self.seed, self.confidence, family
            )
            for players in self.players
            for policy in self.policies
        }

    @property
    def strongest(self) -> str:
        """The policy whose games decide."""
        return self.policies[-1]

    @property
    def deciding(self) -> dict[int, Comparison]:
        """Its comparisons, by number of players."""
        return {players: self.comparisons[players, self.strongest] for players in self.players}


def base_of(name_or_file: str) -> str:
    """The name of the ruleset that one extends, whose file is known to have no fault."""
    own = name_or_file.endswith(".toml")
    text = Path(name_or_file).read_text(encoding="utf-8-sig") if own else ruleset_text(name_or_file)
    return str(tomllib.loads(text).get("extends", "standard"))


def begin(database: Database, study: Study, said: Callable[[int], None] = lambda _: None) -> list[Run]:
    """A run of each comparison, those of the strongest bots first, and the study noted in the database.

    Raises AzulError where the database has another study.
    """
    noted = database.rows("select value from about where key = $key", {"key": _KEY})
    note = _note(study)
    if noted and noted != [(note,)]:
        raise AzulError(f"{database.path} has another study, or this one with other settings; name another output.")
    if not noted:
        database.rows("insert into about values ($key, $note)", {"key": _KEY, "note": note})
    strongest_first = sorted(study.comparisons.values(), key=lambda one: one.policy != study.strongest)
    return [Run(database, comparison, said) for comparison in strongest_first]


def pilot(runs: Sequence[Run], left: Callable[[], float]) -> Iterator[Run]:
    """Plays a block of each comparison, a few where any seconds are `left`, and more of them where a fifth of the time
    is enough."""
    part = left() * _PILOT_PART / len(runs)
    for run in runs:
        run.step(blocks=1)
        run.seconds, run.pace = 0.0, math.nan  # most of that may be compiling
        if run.step(seconds=left()):
            run.step(blocks=_PILOT_BLOCKS, seconds=min(part, left()))
        yield run


def play(runs: Sequence[Run], policy: str, left: Callable[[], float]) -> Iterator[Run]:
    """Plays where something is undecided until nothing is, or no seconds are `left`: always on with the comparison
    that had least of the time, where that of the strongest `policy` counts for less."""
    while (seconds := left()) > 0 and (undecided := [run for run in runs if not run.decided]):
        run = min(undecided, key=lambda run: run.seconds / weight(run, policy))
        if not run.step(seconds=seconds):
            return
        yield run


def weight(run: Run, policy: str) -> int:
    """The part of the time that a comparison gets."""
    return _WEIGHT if run.comparison.policy == policy else 1


@dataclass(frozen=True)
class Forecast:
    """What a comparison is to be able to say of a metric: differences from `half_width` on, about, and none if that
    is below the margin. Infinite: none that is possible; None where the pilot shows no spread."""

    question: Question
    blocks: int
    half_width: float | None

    @property
    def equality(self) -> bool:
        """Whether it may be shown that there is no difference."""
        return self.half_width is not None and self.half_width < self.question.margin


def forecast(runs: Sequence[Run], policy: str, seconds: float) -> dict[Run, list[Forecast]]:
    """For the comparisons by the strongest policy: what so many seconds more for all runs are enough for."""
    shares = sum(weight(run, policy) for run in runs)
    found = {}
    for run in runs:
        if run.comparison.policy == policy and run.looks:
            blocks = run.blocks + (int(seconds * weight(run, policy) / shares / run.pace) if run.pace > 0 else 0)
            found[run] = [_forecast(run, one, blocks) for one in run.looks]
    return found


def _forecast(run: Run, one: Look, blocks: int) -> Forecast:
    metric = one.question.metric
    if math.isnan(one.spread) or not (one.spread > 0 or metric.share):
        return Forecast(one.question, blocks, None)
    used = blocks * one.used / one.blocks
    half = metric.sequence.half_width(used, one.spread, run.comparison.error)
    possible = any(metric.may_differ(one.first_mean, sign * half) for sign in (1, -1))
    return Forecast(one.question, blocks, half if possible and used >= one.start else math.inf)


# --- what a database has of a study ---


def _note(study: Study) -> str:
    facts = {
        "base": study.base.hash,
        "variant": study.variant.hash,
        "margins": {one.metric.name: one.margin for one in study.questions},
        "players": study.players,
        "policies": study.policies,
        "seed": study.seed,
        "confidence": study.confidence,
    }
    return json.dumps(facts)


def stored_study(database: Database) -> Study:
    """The study that was noted in a database. Raises AzulError where there is none, or none of its games."""
    noted = database.rows("select value from about where key = $key", {"key": _KEY})
    if not noted:
        raise AzulError(f"{database.path or 'The database'} has no study; `azul study` makes one.")
    facts: dict[str, Any] = json.loads(noted[0][0])
    definitions = dict(database.rows("select ruleset_hash, definition from rulesets"))
    if not {facts["base"], facts["variant"]} <= set(definitions):
        raise AzulError(f"The study in {database.path or 'the database'} has no games yet.")
    asked = tuple(Question(known_metric(name), margin) for name, margin in facts["margins"].items())
    base, variant = (defined_ruleset(definitions[facts[role]]) for role in ("base", "variant"))
    players, policies = tuple(facts["players"]), tuple(facts["policies"])
    return Study(base, variant, asked, players, policies, facts["seed"], facts["confidence"])


def looks(database: Database, study: Study) -> dict[tuple[int, str], list[Look]]:
    """What is known of each question, by number of players and policy; of comparisons that have a block."""
    stored = {key: blocks_stored(database, one) for key, one in study.comparisons.items()}
    return {key: look(database, study.comparisons[key], blocks) for key, blocks in stored.items() if blocks}
