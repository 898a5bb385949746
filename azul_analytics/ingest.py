"""Files -> read -> replay -> append: one transaction a batch, so that an interrupt leaves whole batches.

While DuckDB stores a batch, the next one is judged and the one after it read.
"""

from __future__ import annotations

import gc
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path
from threading import Event

from msgspec import UNSET

from azul_analytics.database import Database, connect, sql_text
from azul_analytics.logs import read
from azul_analytics.records import GameRecord, origin_of
from azul_analytics.replayer import Item, Replayed, batches, replay_batch
from azul_analytics.rules.ruleset import Ruleset, load_ruleset, ruleset_names

# Between two searches for garbage: records hold no cycles, and to look for some among the lists of a batch takes as
# long as to read them.
_MANY_OBJECTS = 100_000


@dataclass
class IngestReport:
    """What an ingest has done so far; `seconds` since it began.

    `games` were stored; `skipped` were there already with the same content, and `judged_otherwise` counts those of
    them that stand under another ruleset than the one asked for now, by that one's name; `skipped_rejects` are
    known rejects that came again; `rejects` counts all refused records by code.
    """

    games: int = 0
    skipped: int = 0
    judged_otherwise: Counter[str] = field(default_factory=Counter)
    rejects: Counter[str] = field(default_factory=Counter)
    skipped_rejects: int = 0
    seconds: float = 0.0


Progress = Callable[[IngestReport], None]


def ingest_files(
    paths: Sequence[str | Path],
    db: str | Path | Database,
    *,
    format: str | None = None,
    ruleset: str | Path | None = None,
    progress: Progress | None = None,
) -> IngestReport:
    """Reads logs (files, folders, globs, archives) into a database, which is made where there is none.

    `format` and `ruleset` (a name, or a TOML file of one's own) override what the files say. `progress` is
    called after each stored batch. Good games are stored, each other record becomes a row of `rejects`.
    Raises FileError, RulesetError, DatabaseError or AzulError before anything is read.
    """
    own = None if ruleset is None else load_ruleset(ruleset)
    rulesets = {} if own is None else {own.name: own}
    items = read(paths, format=format, ruleset=None if own is None else own.name)
    return ingest_records(items, db, rulesets=rulesets, progress=progress)


def ingest_records(
    records: Iterable[Item],
    db: str | Path | Database,
    *,
    rulesets: Mapping[str, Ruleset] | None = None,
    progress: Progress | None = None,
) -> IngestReport:
    """As `ingest_files`, for records that are read or made as they are asked for, in another thread.

    `rulesets` adds rulesets of one's own to those that ship, by name. Raises DatabaseError, and what `records` does.
    """
    if isinstance(db, Database):
        return _store(records, db, rulesets or {}, progress)
    with connect(db, create=True) as database:
        return _store(records, database, rulesets or {}, progress)


def _store(
    items: Iterable[Item], database: Database, rulesets: Mapping[str, Ruleset], progress: Progress | None
) -> IngestReport:
    report, began = IngestReport(), time.monotonic()
    stopping = Event()  # so that a batch that is being read does not keep us when something stops us
    source = batches(takewhile(lambda _: not stopping.is_set(), items))

    def store(replayed: Replayed) -> None:
        known = append(database, replayed)
        report.games += replayed.games
        report.skipped += replayed.skipped
        report.skipped_rejects += known
        report.rejects.update(replayed.tables["rejects"]["code"].to_pylist())
        report.seconds = time.monotonic() - began

    def skip(games: int) -> None:
        report.skipped += games
        report.seconds = time.monotonic() - began

    beside = database.beside()  # to look games up while the storer writes
    with ThreadPoolExecutor(1) as reader, ThreadPoolExecutor(1) as storer, ExitStack() as at_end:
        at_end.callback(stopping.set)
        at_end.callback(gc.set_threshold, *gc.get_threshold())
        gc.set_threshold(_MANY_OBJECTS)
        storing: Future[None] | None = None
        in_flight: dict[str, str] = {}  # games that are being stored, which nobody beside sees yet
        reading: Future[list[Item]] = reader.submit(_next_batch, source)
        while batch := reading.result():
            reading = reader.submit(_next_batch, source)
            stored = stored_hashes(beside, _game_ids(batch))
            if _all_are_stored(batch, stored) and not _count_rejects(beside):
                report.judged_otherwise += _judged_otherwise(beside, batch, rulesets, stored)
                _finish(storing, report, progress)
                storing = storer.submit(skip, len(batch))
                continue
            replayed = replay_batch(batch, rulesets, stored | in_flight)
            if replayed.skipped:
                report.judged_otherwise += _judged_otherwise(beside, batch, rulesets, stored)
            _finish(storing, report, progress)
            storing = storer.submit(store, replayed)
            games = replayed.tables["games"]
            in_flight = dict(zip(games["game_id"].to_pylist(), games["log_hash"].to_pylist(), strict=True))
        _finish(storing, report, progress)
    report.seconds = time.monotonic() - began
    return report


def _finish(storing: Future[None] | None, report: IngestReport, progress: Progress | None) -> None:
    """Waits until a batch is stored."""
    if storing is not None:
        storing.result()
        if progress is not None:
            progress(report)


def _game_ids(batch: Sequence[Item]) -> list[str]:
    """The game_ids of the records of a batch."""
    return [item.game_id for item in batch if isinstance(item, GameRecord)]


def _next_batch(source: Iterator[list[Item]]) -> list[Item]:
    return next(source, [])


def stored_hashes(database: Database, game_ids: Sequence[str]) -> dict[str, str]:
    """{game_id: log_hash} of those games that the database has."""
    query = "select game_id, log_hash from games where game_id in (select unnest($ids::varchar[]))"
    return dict(database.rows(query, {"ids": list(game_ids)}))


def _all_are_stored(batch: Sequence[Item], stored: Mapping[str, str]) -> bool:
    """Whether a batch has nothing to judge or store: a log that was read before costs no more than reading it."""
    return all(
        isinstance(item, GameRecord) and item.origin is not UNSET and stored.get(item.game_id) == item.origin.hash
        for item in batch
    )


def _judged_otherwise(
    database: Database, batch: Sequence[Item], rulesets: Mapping[str, Ruleset], stored: Mapping[str, str]
) -> Counter[str]:
    """Games of a batch that are stored with the same content, but under another ruleset than is asked for now, by
    the ruleset that they stand under."""
    asked: dict[str, Ruleset] = {}
    shipped = ruleset_names()
    for item in batch:
        if isinstance(item, GameRecord) and stored.get(item.game_id) == origin_of(item).hash:
            name = item.ruleset or "standard"
            if name in rulesets or name in shipped:  # else one's own, which is not given this time
                asked[item.game_id] = rulesets.get(name) or load_ruleset(name)
    found: Counter[str] = Counter()
    query = "select game_id, ruleset, ruleset_hash from games where game_id in (select unnest($ids::varchar[]))"
    for game_id, name, hash in database.rows(query, {"ids": list(asked)}):
        if hash != asked[game_id].hash:
            found[name if name != asked[game_id].name else f"{name} of other numbers"] += 1
    return found


def append(database: Database, replayed: Replayed) -> int:
    """Stores a batch in one transaction; returns how many of its rejects were known already."""
    with database.transaction():
        database.append_tables({name: rows for name, rows in replayed.tables.items() if name != "rejects"})
        return _append_rejects(database, replayed)


def _append_rejects(database: Database, replayed: Replayed) -> int:
    """Stores new rejects and drops what the same lines got before, if they have changed since.

    Returns how many of the batch's rejects were there already.
    """
    with (
        database.lookup("judged_lines", replayed.places),
        database.lookup("batch_rejects", replayed.tables["rejects"]),
    ):
        database.connection.execute(sql_text("ingest/drop_changed_rejects"))
        before = _count_rejects(database)
        database.connection.execute(sql_text("ingest/append_new_rejects"))
        return replayed.rejects - (_count_rejects(database) - before)


def _count_rejects(database: Database) -> int:
    return int(database.rows("select count(*) from rejects")[0][0])
