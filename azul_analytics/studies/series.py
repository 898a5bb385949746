"""A series of simulated games, played into a database or a log; what an earlier run left is gone on with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from azul_analytics.database import Database, connect, sql_text
from azul_analytics.errors import DatabaseError
from azul_analytics.ingest import IngestReport, ingest_records, stored_hashes
from azul_analytics.logs.azul_log import line_of
from azul_analytics.logs.growing import GrowingLog
from azul_analytics.records import GameRecord, canonical, origin_of, sha256
from azul_analytics.rules.machine_code import PACKAGE, sources_hash
from azul_analytics.simulate import games_of
from azul_analytics.simulate.records import SOURCE
from azul_analytics.simulate.series import Series

_HASH_LETTERS = 8


class _Line(msgspec.Struct):
    """What tells a game's line from another's."""

    id: str


Said = Callable[[int], None]  # is told how many games of the series are played


def play_into_database(
    series: Series, games: int, db: str | Path | Database, said: Said = lambda _: None
) -> IngestReport:
    """Plays the first `games` games of a series into a database, in order, without those that are stored.

    They are stored in whole batches, one every few seconds. Raises DatabaseError, also where games of these ids
    are stored that were made otherwise.
    """
    if not isinstance(db, Database):
        with connect(db, create=True) as database:
            return play_into_database(series, games, database, said)
    stored = min(games, _stored(db, series))
    rulesets = {series.ruleset.name: series.ruleset}
    report = ingest_records(_played(series, stored, games, said), db, rulesets=rulesets)
    report.skipped += stored
    return report


def _stored(database: Database, series: Series) -> int:
    """How many games of a series are stored, from its first on; the first and the last of them are played again."""
    prefix = series.id("")
    asked = {"ruleset_hash": series.ruleset.hash, "round_limit": series.round_limit, "source": SOURCE, "prefix": prefix}
    ((games, alike),) = database.rows(sql_text("studies/stored_series"), asked)
    again = [game for number in (0, games - 1) if games for game in games_of(series, 1, first=number)]
    hashes = {game.game_id: origin_of(game).hash for game in again}
    if not alike or hashes != stored_hashes(database, list(hashes)):
        path = str(database.path)
        raise DatabaseError(
            path,
            f"{path} has games {prefix}0 to {games - 1} that were made otherwise: by another round limit, other "
            "numbers of the ruleset or another version of this software. Take another database or another seed.",
        )
    return int(games)


def growing_log(series: Series, games: int, path: str | Path) -> GrowingLog:
    """The log of the first `games` games of a series, which only the same software goes on with."""
    facts = (
        series.ruleset.definition, series.policies, series.seed, series.round_limit, series.rotate,
        series.experiment_name, games, sources_hash(PACKAGE),
    )  # fmt: skip

    def is_game(number: int, line: bytes) -> bool:
        """By its id; the first one, which is played again, to the byte."""
        if number >= games:
            return False
        if number == 0:
            return line == line_of(next(games_of(series, 1))) + b"\n"
        try:
            return msgspec.json.decode(line, type=_Line).id == series.id(number)
        except (msgspec.DecodeError, UnicodeDecodeError):
            return False

    return GrowingLog(path, sha256(canonical(facts))[:_HASH_LETTERS], is_game)


def play_into_log(series: Series, games: int, log: GrowingLog, said: Said = lambda _: None) -> None:
    """Plays the games that a log of `growing_log` lacks, and puts the log in its place. Raises what GrowingLog does."""
    with log:
        for game in _played(series, log.games, games, said):
            log.append(game)
        log.finish()


def _played(series: Series, there: int, games: int, said: Said) -> Iterator[GameRecord]:
    """The games of a series that are not there yet."""
    said(there)
    for number, game in enumerate(games_of(series, games - there, first=there), there + 1):
        yield game
        said(number)
