"""Policies against each other, every table of them on the same deals: who beats whom, and how strong each is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

from azul_analytics.errors import AzulError
from azul_analytics.simulate import series_of
from azul_analytics.simulate.records import SOURCE
from azul_analytics.statistics.inference import win_share_columns
from azul_analytics.statistics.ratings import rated
from azul_analytics.statistics.selection import checked_confidence
from azul_analytics.studies.series import play_into_database

if TYPE_CHECKING:
    import pandas as pd

    from azul_analytics.database import Database
    from azul_analytics.rules.ruleset import Ruleset
    from azul_analytics.simulate.series import Series

RATING_COLUMNS = ("policy", "rating", "rating_low", "rating_high", "rank", "rank_low", "rank_high", "games", "units")
PAIR_COLUMNS = (
    "policy", "opponent", "win_share", "win_share_low", "win_share_high", "games", "units", "units_needed",
)  # fmt: skip
_USEFUL_WIDTH = 0.1  # of an interval for a share
_FIRST_BLOCKS = 8  # of each table before the next one's turn; then twice as many


@dataclass(frozen=True)
class Tournament:
    """Each choice of `players` among the `policies` is a table. Seats rotate; all tables share the deals of a block.

    Raises AzulError for fewer policies than seats, for one that is named twice, and what `simulate_games` raises.
    """

    ruleset: Ruleset
    policies: Sequence[str]
    players: int = 2
    seed: int = 0
    confidence: float = 0.95

    def __post_init__(self) -> None:
        checked_confidence(self.confidence)
        given, least = len(self.policies), max(self.players, 2)
        if self.players < 2:
            raise AzulError(f"A tournament is played at tables of 2 or more, not of {self.players}.")
        if given < least:
            raise AzulError(f"A tournament at tables of {self.players} needs at least {least} policies, not {given}.")
        if len(self.names) < given:
            raise AzulError(f"Of the {given} policies some are the same; there are {', '.join(self.names)}.")

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What records call the policies."""
        return tuple(dict.fromkeys(name for table in self.tables for name in table.policies))

    @cached_property
    def tables(self) -> tuple[Series, ...]:
        """The games of each table."""
        return tuple(
            series_of(
                self.ruleset, players=self.players, policy=table, seed=self.seed, rotate=True,
                experiment=self.experiment,
            )
            for table in combinations(self.policies, self.players)
        )  # fmt: skip

    @property
    def experiment(self) -> str:
        """Its name in a database, the same for whatever policies: one that comes later meets the same deals."""
        return f"tournament-{self.players}p-seed{self.seed}"


def play(database: Database, tournament: Tournament, blocks: int, said: Callable[[int], None] = lambda _: None) -> None:
    """Plays so many blocks of each table into a database, without those that are there.

    An interrupt raises KeyboardInterrupt and leaves tables of about as many blocks each. `said` is told how many
    games are there.
    """
    there = [0] * len(tournament.tables)

    def play_table(number: int, games: int) -> None:
        def at_table(played: int) -> None:
            there[number] = played
            said(sum(there))

        play_into_database(tournament.tables[number], games, storing, at_table)

    with database.beside() as storing:  # which makes an interrupted query a KeyboardInterrupt
        most = 0
        while most < blocks:
            most = min(max(_FIRST_BLOCKS, 2 * most), blocks)
            for number in range(len(there)):
                play_table(number, most * tournament.players)


def ratings(database: Database, tournament: Tournament) -> pd.DataFrame:
    """A row a policy, best first: its rating as in `player_ratings`, where a block counts once for each pair.

    Columns are `policy`, `rating`, `rating_low`, `rating_high`, `rank`, `rank_low`, `rank_high`, `games`, `units`.
    """
    rows = _meetings(database, tournament)
    pair = ["policy", "opponent"]
    share = rows[["games", "won"]].div(rows.groupby([*pair, "block"])["games"].transform("sum"), axis=0)
    met = rows[[*pair, "opened"]].join(share).groupby([*pair, "opened"], as_index=False).sum()
    played = rows.groupby("policy").agg(games=("games", "sum"), units=("block", "nunique"))
    played["games"] //= tournament.players - 1  # a game meets so many opponents
    numbers = {name: number for number, name in enumerate(tournament.names)}
    found = rated(
        met.rename(columns={"games": "met"})
        .join(played, on="policy")
        .assign(
            player_number=met["policy"].map(numbers), opponent_number=met["opponent"].map(numbers),
            player_count=tournament.players, source=SOURCE, player=met["policy"],
        ),
        tournament.confidence,
    )  # fmt: skip
    return found[list(RATING_COLUMNS)].reset_index(drop=True)


def pairs(database: Database, tournament: Tournament) -> pd.DataFrame:
    """A row for each policy and opponent: the share of their games that the policy wins, equal places as half.

    Blocks are the units. Columns are `policy`, `opponent`, `win_share`, `win_share_low`, `win_share_high`, `games`,
    `units`, `units_needed`.
    """
    rows = _meetings(database, tournament)
    blocks = rows.groupby(["policy", "opponent", "block"], as_index=False)[["games", "won"]].sum()
    blocks["share"] = blocks["won"] / blocks["games"]
    blocks["whole"] = blocks["share"].isin([0, 1])
    found = blocks.groupby(["policy", "opponent"], as_index=False).agg(
        win_share=("share", "mean"), win_share_variance=("share", "var"), games=("games", "sum"),
        units=("share", "count"), all_or_nothing=("whole", "all"),
    )  # fmt: skip
    found = found.fillna({"win_share_variance": 0.0}).assign(equal_share=0.5)
    found = found.assign(**win_share_columns(found, confidence=tournament.confidence, useful_width=_USEFUL_WIDTH))
    return found[list(PAIR_COLUMNS)]


def _meetings(database: Database, tournament: Tournament) -> pd.DataFrame:
    """The rows of sql/studies/tournament.sql between policies of the tournament."""
    asked = {"experiment": tournament.experiment, "ruleset_hash": tournament.ruleset.hash}
    rows = database.query_file("studies/tournament", asked)
    return rows[rows["policy"].isin(tournament.names) & rows["opponent"].isin(tournament.names)]
