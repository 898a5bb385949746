"""A series of games: who sits where in game number n, on which deals, and what the game is called."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from azul_analytics.records import Player
from azul_analytics.rules.ruleset import Ruleset
from azul_analytics.simulate.own_policy import OwnPolicy
from azul_analytics.simulate.policies import Policy


@dataclass(frozen=True)
class Series:
    """What all games of a series have in common; with its number that makes a game.

    `table` has the policy of each player, in seat order of game 0. With `rotate`, games come in blocks of as many games
    as players, and every player moves one seat on from one game of a block to the next; else a block is one game.
    Games of a block share their deals and their opening seat.
    """

    ruleset: Ruleset
    table: tuple[Policy | OwnPolicy, ...]
    seed: int
    round_limit: int
    rotate: bool = False
    experiment_name: str | None = None

    @property
    def players(self) -> int:
        """Number of seats."""
        return len(self.table)

    @cached_property
    def policies(self) -> tuple[str, ...]:
        """The names of the policies, a player each."""
        return tuple(policy.name for policy in self.table)

    @cached_property
    def experiment(self) -> str | None:
        """What records say as `experiment`: the name given, else for rotated games the same for all rulesets."""
        if self.experiment_name is None and self.rotate:
            return self._table
        return self.experiment_name

    @cached_property
    def _prefix(self) -> str:
        named = "" if self.experiment_name is None else f"{self.experiment_name}-"
        return f"{named}{self.ruleset.name}-{self._table}{'-rotated' * self.rotate}-"

    @cached_property
    def _table(self) -> str:
        policies = self.policies[:1] if len(set(self.policies)) == 1 else self.policies
        return f"{self.players}p-{'+'.join(policies)}-seed{self.seed}"

    @cached_property
    def names(self) -> tuple[str, ...]:
        """A name a player, in the order of `table`: `greedy 1`, `greedy 2`, a number for each copy of a policy."""
        return tuple(
            f"{policy} {self.policies[: place + 1].count(policy)}" for place, policy in enumerate(self.policies)
        )

    def id(self, number: int | str) -> str:
        """The id of a game; of no number (`""`), what the ids of all games begin with."""
        return f"{self._prefix}{number}"

    def block(self, numbers: Any) -> Any:
        """The block of a game (or of each of an array of games), which is also the number of its deals."""
        return numbers // self.players if self.rotate else numbers

    def opening_seat(self, numbers: Any) -> Any:
        """The seat that opens a game: all seats open equally often."""
        return self.block(numbers) % self.players

    def place(self, numbers: Any, seat: int) -> Any:
        """The player at a seat of a game, as a place in `table`."""
        return (seat - numbers * self.rotate) % self.players

    def seated(self, number: int) -> list[Player]:
        """The players of a game, in seat order."""
        places = [self.place(number, seat) for seat in range(self.players)]
        return [Player(name=self.names[place], bot=True, policy=self.policies[place]) for place in places]
