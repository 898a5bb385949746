"""Simulated games: bots play by the rules of rules/engine.py, and what they played comes as records.

The judge checks these records like any others; nothing is written here. docs/simulation.md describes the
policies and what a game's chance depends on.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from azul_analytics.errors import AzulError
from azul_analytics.records import GameRecord
from azul_analytics.rules import notation
from azul_analytics.rules.ruleset import Ruleset
from azul_analytics.simulate.play import DEALS_OF, NUMBER, OPENING_SEAT, POLICIES, play_games
from azul_analytics.simulate.policies import NAMES
from azul_analytics.simulate.records import records_of

_MOST_GAMES = 10**18
CHUNK_GAMES = 1024  # played at once; how many makes no difference to a game


def simulate_games(
    ruleset: Ruleset,
    *,
    players: int,
    games: int,
    policy: str = "greedy",
    seed: int = 0,
    round_limit: int | None = None,
    first: int = 0,
) -> Iterator[GameRecord]:
    """Games number `first`, `first` + 1, ... of a seed, one at a time, all seats played by one policy.

    A game depends on the ruleset, the players, the policy, the seed, the round limit and its own number alone.
    Game n is opened by seat n modulo `players`, so the seats open equally often. What a record says beyond
    deals and drafts are claims: the judge confirms them. A game that `round_limit` rounds (the ruleset's, unless
    given) do not end stops there and has no winner.

    Raises AzulError, at once: a number of players that the ruleset does not seat, an unknown policy, a number
    that is none or out of range.
    """
    if players not in ruleset.factories:
        seated = ", ".join(str(count) for count in sorted(ruleset.factories))
        raise AzulError(f"The ruleset {ruleset.name!r} does not seat {players!r} players; it seats {seated}.")
    if policy not in NAMES:
        raise AzulError(f"There is no policy {policy!r}; there are {', '.join(NAMES)}.")
    limit = ruleset.round_limit if round_limit is None else round_limit
    _check("games", games, 0, _MOST_GAMES)
    _check("seed", seed, 0, 2**64 - 1)
    _check("round_limit", limit, 1, notation.MOST_TURNS)
    _check("first", first, 0, _MOST_GAMES)
    prefix = f"{ruleset.name}-{players}p-{policy}-seed{seed}"

    def played() -> Iterator[GameRecord]:
        for begin in range(first, first + games, CHUNK_GAMES):
            numbers = np.arange(begin, min(begin + CHUNK_GAMES, first + games))
            for part in play_games(ruleset, _plan(numbers, players, policy), seed, limit):
                yield from records_of(part, ruleset.name, prefix, seed)

    return played()


def _check(name: str, number: Any, least: int, most: int) -> None:
    if not isinstance(number, int) or isinstance(number, bool) or not least <= number <= most:
        raise AzulError(f"{name} is {number!r}; it must be a whole number from {least} to {most}.")


def _plan(numbers: np.ndarray[Any, Any], players: int, policy: str) -> np.ndarray[Any, Any]:
    """Games that do not share deals, all seats the same policy."""
    plan = np.empty((len(numbers), POLICIES + players), np.int64)
    plan[:, NUMBER] = plan[:, DEALS_OF] = numbers
    plan[:, OPENING_SEAT] = numbers % players
    plan[:, POLICIES:] = NAMES.index(policy)
    return plan
