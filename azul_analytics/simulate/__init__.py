"""Simulated games: bots play by the rules of rules/engine.py, and what they played comes as records.

The judge checks these records like any others; nothing is written here. docs/simulation.md describes the
policies and what a game's chance depends on.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import numpy as np

from azul_analytics.errors import AzulError
from azul_analytics.records import GameRecord
from azul_analytics.rules import notation
from azul_analytics.rules.ruleset import Ruleset
from azul_analytics.simulate.own_game import play_own_games
from azul_analytics.simulate.own_policy import OwnPolicy, is_own, load_own_policy
from azul_analytics.simulate.play import DEALS_OF, NUMBER, OPENING_SEAT, POLICIES, Games, play_games
from azul_analytics.simulate.policies import SEARCH, Policy, parse_policy
from azul_analytics.simulate.records import records_of
from azul_analytics.simulate.series import Series
from azul_analytics.simulate.value import PLAIN, is_fitted, value_notes

MOST_GAMES = 10**18
CHUNK_GAMES = 1024  # played at once, at the most; how many makes no difference to a game
_CHUNK_SECONDS = 0.25  # that a chunk should take, so that slow policies can be stopped and seen to go on


def simulate_games(
    ruleset: Ruleset,
    *,
    players: int,
    games: int,
    policy: str | Sequence[str] = "greedy",
    seed: int = 0,
    round_limit: int | None = None,
    first: int = 0,
    rotate: bool = False,
    experiment: str | None = None,
) -> Iterator[GameRecord]:
    """Games number `first`, `first` + 1, ... of a seed, one at a time, in order, played on all cores.

    A game depends on its own number and on all other arguments but `games` and `first`. `policy` plays all seats,
    or is a list with one for each player; `FILE.py:FUNCTION` is one of your own (docs/policies-of-your-own.md). What
    a record says beyond deals and drafts are claims: the judge confirms them. A game that `round_limit` rounds (the
    ruleset's, unless given) do not end stops there and has no winner.

    Game n is opened by seat n modulo `players`, so the seats open equally often. With `rotate`, games come in blocks
    of `players` games with the same deals and the same opening seat (of block n, seat n modulo `players`), and
    every player moves one seat on from one game of a block to the next. Records then say their `experiment`
    and `block`; without `rotate` they do if `experiment` names one, and a block is one game.

    Raises AzulError, at once: a number of players that the ruleset does not seat, an unknown policy, a wrong number
    of policies, a number that is none or out of range.
    """
    series = series_of(
        ruleset, players=players, policy=policy, seed=seed, round_limit=round_limit, rotate=rotate,
        experiment=experiment,
    )  # fmt: skip
    return games_of(series, games, first=first)


def series_of(
    ruleset: Ruleset,
    *,
    players: int,
    policy: str | Sequence[str] = "greedy",
    seed: int = 0,
    round_limit: int | None = None,
    rotate: bool = False,
    experiment: str | None = None,
) -> Series:
    """What `simulate_games` plays games of. Raises AzulError as it does."""
    if players not in ruleset.factories:
        seated = ", ".join(str(count) for count in sorted(ruleset.factories))
        raise AzulError(f"The ruleset {ruleset.name!r} does not seat {players!r} players; it seats {seated}.")
    policies = (policy,) * players if isinstance(policy, str) else tuple(policy)
    if len(policies) != players:
        raise AzulError(
            f"{len(policies)} policies are given for {players} players; give one for all, or one for each player."
        )
    limit = ruleset.round_limit if round_limit is None else round_limit
    _check("seed", seed, 0, 2**64 - 1)
    _check("round_limit", limit, 1, notation.MOST_TURNS)
    if experiment is not None and not (experiment and experiment.isprintable()):
        raise AzulError(f"The name of the experiment is {experiment!r}; it must be a text that can be printed.")
    parsed = {text: load_own_policy(text) if is_own(text) else parse_policy(text) for text in policies}
    table = tuple(parsed[text] for text in policies)
    most = notation.MOST_TURNS // (ruleset.factories[players] * ruleset.tiles_per_factory)
    series = Series(ruleset, table, seed, min(limit, most), rotate, experiment)
    notes_on(series)  # a value that does not fit is an error
    return series


def notes_on(series: Series) -> list[str]:
    """Sentences to print before games of a series are played: where a search has no value fitted to the ruleset."""
    searches = [one for one in series.table if isinstance(one, Policy) and one.kind == SEARCH]
    return value_notes(series.ruleset, [one.value_file for one in searches])


def fair_policies(policies: Sequence[str], rulesets: Iterable[Ruleset]) -> tuple[str, ...]:
    """The policies by which rulesets can be compared: unless a value was fitted to each of these, a search plays all
    of them by the plain one, since it would play those better that have one. A value that is named stays.

    >>> from azul_analytics.rules.ruleset import load_ruleset
    >>> fair_policies(["careful", "search"], [load_ruleset("standard"), load_ruleset("crystal_2")])
    ('careful', 'search:100:plain')
    """
    if all(map(is_fitted, rulesets)):
        return tuple(policies)
    parsed = {text: parse_policy(text) for text in policies if not is_own(text)}
    return tuple(
        f"{parsed[text].name}:{PLAIN}"
        if text in parsed and parsed[text].kind == SEARCH and parsed[text].value_file is None
        else text
        for text in policies
    )


def games_of(series: Series, games: int, *, first: int = 0) -> Iterator[GameRecord]:
    """Games number `first`, `first` + 1, ... of a series, as `simulate_games` gives them."""
    _check("games", games, 0, MOST_GAMES)
    _check("first", first, 0, MOST_GAMES)
    if any(isinstance(policy, OwnPolicy) for policy in series.table):
        return play_own_games(series, first, first + games)
    return (record for part in _played(series, first, first + games) for record in records_of(part, series))


def _check(name: str, number: Any, least: int, most: int) -> None:
    if not isinstance(number, int) or isinstance(number, bool) or not least <= number <= most:
        raise AzulError(f"{name} is {number!r}; it must be a whole number from {least} to {most}.")


def _played(series: Series, begin: int, end: int) -> Iterator[Games]:
    """Games number `begin` to `end` - 1 in order; while they are taken, threads play those that follow."""
    threads = _cores()
    waiting: deque[Future[tuple[list[Games], float]]] = deque()
    size = 1  # of a chunk
    pool = ThreadPoolExecutor(threads)
    try:
        while begin < end or waiting:
            while begin < end and len(waiting) <= threads:
                numbers = np.arange(begin, min(begin + size, end))
                waiting.append(pool.submit(_timed, series, numbers))
                begin += len(numbers)
            parts, seconds = waiting.popleft().result()
            played = sum(len(part.plan) for part in parts)
            size = int(max(1, min(CHUNK_GAMES, 4 * played, _CHUNK_SECONDS * played / max(seconds, 1e-9))))
            yield from parts
    finally:
        pool.shutdown(cancel_futures=True)


def _cores() -> int:
    """Processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _timed(series: Series, numbers: np.ndarray[Any, Any]) -> tuple[list[Games], float]:
    """Games of a series, and the seconds that they took."""
    began = time.monotonic()
    table = [policy for policy in series.table if isinstance(policy, Policy)]
    games = list(play_games(series.ruleset, table, _plan(series, numbers), series.seed, series.round_limit))
    return games, time.monotonic() - began


def _plan(series: Series, numbers: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """A row a game, for `play_games`."""
    plan = np.empty((len(numbers), POLICIES + series.players), np.int64)
    plan[:, NUMBER] = numbers
    plan[:, DEALS_OF] = series.block(numbers)
    plan[:, OPENING_SEAT] = series.opening_seat(numbers)
    for seat in range(series.players):
        plan[:, POLICIES + seat] = series.place(numbers, seat)
    return plan
