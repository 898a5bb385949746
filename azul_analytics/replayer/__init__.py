"""Records -> tables and rejects: packs records for the compiled rules and turns their rows into Arrow tables.

`replay` is the public function, `replay_batch` its part for who stores as it goes. Inside:
packing.py (records as letters and numbers), judging.py (the compiled rules, form.py, claims.py), tables.py (Arrow).
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
from msgspec import UNSET

from azul_analytics.errors import AzulError, RulesetError
from azul_analytics.records import GameRecord, Origin, Unreadable, checked, origin_of, sha256
from azul_analytics.replayer.judging import judge
from azul_analytics.replayer.packing import Candidate
from azul_analytics.replayer.tables import REJECTS, tables
from azul_analytics.rules.faults import Fault
from azul_analytics.rules.ruleset import Ruleset, excerpt, load_ruleset

if TYPE_CHECKING:
    import pandas as pd

BATCH_GAMES = 16384  # many, since what DuckDB spends on a transaction and on begun row groups does not grow with it
BATCH_BYTES = 1 << 25  # of canonical JSON
BATCH_SECONDS = 5.0  # where games come slowly, an interrupt loses no more than these

Item = GameRecord | Unreadable


@dataclass
class Replayed:
    """What became of some records: Arrow tables by table name (`rejects` included), and counts.

    `places` has a row per record, good or not: `file`, `line`.
    """

    tables: dict[str, pa.Table]
    places: pa.Table
    games: int
    skipped: int  # same content as a game that was there already
    rejects: int


@dataclass
class Replay:
    """The tables of replayed records as pandas frames, by name: `.games`, `.turns`, ..., `.rejects`.

    Columns are those of docs/tables.md. `skipped` counts records that came a second time.
    """

    tables: dict[str, pa.Table]
    skipped: int
    _frames: dict[str, pd.DataFrame] = field(default_factory=dict, repr=False)

    def __getattr__(self, name: str) -> pd.DataFrame:
        if name.startswith("_") or name not in self.tables:
            raise AttributeError(f"a replay has no table {name!r}; it has {', '.join(sorted(self.tables))}")
        if name not in self._frames:
            self._frames[name] = self.tables[name].to_pandas()
        return self._frames[name]


def replay(records: Iterable[Item], *, rulesets: Mapping[str, Ruleset] | None = None) -> Replay:
    """Replays records by the rules: the rows of good games, a row of `rejects` for each other one.

    `rulesets` adds rulesets of one's own to those that ship, by name. A game with the same source and id as
    an earlier one is skipped if its content is the same, else it is a `duplicate-game`.
    """
    seen: dict[str, str] = {}
    parts: list[Replayed] = []
    for batch in batches(records):
        part = replay_batch(batch, rulesets or {}, seen)
        games = part.tables["games"]
        seen.update(zip(games["game_id"].to_pylist(), games["log_hash"].to_pylist(), strict=True))
        parts.append(part)
    if not parts:
        parts = [replay_batch([], {}, {})]
    joined = {name: pa.concat_tables([part.tables[name] for part in parts]) for name in parts[0].tables}
    seen_rulesets = joined["rulesets"].to_pandas().drop_duplicates("ruleset_hash")
    joined["rulesets"] = pa.Table.from_pandas(seen_rulesets, joined["rulesets"].schema, preserve_index=False)
    return Replay(joined, sum(part.skipped for part in parts))


def batches(items: Iterable[Item], games: int = BATCH_GAMES, size: int = BATCH_BYTES) -> Iterator[list[Item]]:
    """Items in lists of at most `games`, cut earlier where their text exceeds `size` bytes or where they take
    longer than BATCH_SECONDS to come."""
    batch: list[Item] = []
    taken, began = 0, time.monotonic()
    for item in items:
        batch.append(item)
        if isinstance(item, GameRecord) and item.origin is not UNSET:
            taken += len(item.origin.canonical)
        if len(batch) >= games or taken >= size or time.monotonic() - began >= BATCH_SECONDS:
            yield batch
            batch, taken, began = [], 0, time.monotonic()
    if batch:
        yield batch


def _outcome(item: Item, rulesets: Mapping[str, Ruleset], known: Mapping[str, str]) -> Outcome:
    if isinstance(item, Unreadable):
        return item
    if not isinstance(item, GameRecord):
        raise AzulError(f"found {type(item).__name__}, expected records, such as `azul.read` gives")
    if item.origin is not UNSET and known and known.get(item.game_id) == item.origin.hash:
        return Again(item.origin)
    return _candidate(item, rulesets)


def _candidate(record: GameRecord, rulesets: Mapping[str, Ruleset]) -> Candidate | Unreadable:
    """The record with its ruleset, or why it cannot be judged."""
    if record.origin is UNSET:
        try:
            record = checked(record)
        except ValueError as error:
            return _unreadable(record, str(error))
    origin = origin_of(record)
    name = "standard" if record.ruleset is UNSET else record.ruleset
    try:
        return Candidate(record, origin, rulesets.get(name) or _shipped(name))
    except RulesetError as error:
        message = f"{error} If it is your own, give its file with --ruleset FILE.toml."
        return Unreadable("unknown-ruleset", message, origin.file, origin.line, origin.hash, record.game_id)


def _unreadable(record: GameRecord, message: str) -> Unreadable:
    """A record made in memory of types that a record does not have; it may have no JSON."""
    said = ascii(record)
    named = isinstance(record.id, str) and isinstance(record.source or "", str) and record.game_id.isprintable()
    game_id = record.game_id if named else None
    return Unreadable("bad-field", message, None, None, sha256(said.encode()), game_id)


def _shipped(name: str) -> Ruleset:
    if name.endswith(".toml"):  # a log never names a file of this machine
        raise RulesetError(f"There is no ruleset {excerpt(name)}.")
    return load_ruleset(name)


@dataclass
class Again:
    """A record whose content is stored already; it is not judged a second time."""

    origin: Origin


Outcome = Candidate | Unreadable | Again


def replay_batch(items: Sequence[Item], rulesets: Mapping[str, Ruleset], known: Mapping[str, str]) -> Replayed:
    """Replays one batch. `rulesets` are rulesets of one's own, by name; `known` is the log_hash of games that are
    stored, by game_id: the same content is not judged again, other content is a `duplicate-game`.

    Raises AzulError for an item that is no record.
    """
    outcomes = [_outcome(item, rulesets, known) for item in items]
    judged = judge([outcome for outcome in outcomes if isinstance(outcome, Candidate)])
    firsts: dict[str, str] = {}  # good games of this batch
    keep = np.zeros(len(judged.candidates), bool)
    rejects: list[dict[str, Any]] = []
    skipped = number = 0
    for outcome in outcomes:
        if isinstance(outcome, Unreadable):
            rejects.append(_reject(outcome, None))
            continue
        if isinstance(outcome, Again):
            skipped += 1
            continue
        game_id, log_hash = outcome.record.game_id, outcome.origin.hash
        if number in judged.faults:
            rejects.append(_reject(outcome, judged.faults[number]))
        elif (before := firsts.get(game_id) or known.get(game_id)) is None:
            firsts[game_id] = log_hash
            keep[number] = True
        elif before == log_hash:
            skipped += 1
        else:
            rejects.append(_reject(outcome, _duplicate(game_id)))
        number += 1
    rows = tables(judged, keep)
    rows["rejects"] = pa.Table.from_pylist(rejects, REJECTS)
    return Replayed(rows, _places(outcomes), int(keep.sum()), skipped, len(rejects))


def _places(outcomes: Sequence[Outcome]) -> pa.Table:
    origins = [one if isinstance(one, Unreadable) else one.origin for one in outcomes]
    files, lines = [one.file for one in origins], [one.line for one in origins]
    return pa.table({"file": pa.array(files, pa.string()), "line": pa.array(lines, pa.uint64())})


def _duplicate(game_id: str) -> Fault:
    message = (
        f"Another game {game_id} with other content is there already; a game needs an id of its own in its source."
    )
    return Fault("duplicate-game", None, None, None, message)


def _reject(outcome: Candidate | Unreadable, fault: Fault | None) -> dict[str, Any]:
    if isinstance(outcome, Unreadable):
        return {
            "file": outcome.file, "line": outcome.line, "game_id": outcome.game_id, "code": outcome.code,
            "message": outcome.message, "log_hash": outcome.hash,
        }  # fmt: skip
    assert fault is not None
    return {
        "file": outcome.origin.file, "line": outcome.origin.line, "game_id": outcome.record.game_id,
        "code": fault.code, "round": fault.round, "turn": fault.turn, "seat": fault.seat, "message": fault.message,
        "log_hash": outcome.origin.hash,
    }  # fmt: skip
