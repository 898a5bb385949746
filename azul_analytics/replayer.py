"""Records -> tables and rejects: packs records for the compiled rules and turns their rows into Arrow tables.

`replay` is the public function; `judge` and `replay_batch` are its parts for who stores as it goes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
from msgspec import UNSET

from azul_analytics.errors import RulesetError
from azul_analytics.records import GameRecord, Origin, Round, Unreadable, canonical, check, origin_of, utc
from azul_analytics.rules import notation, trace
from azul_analytics.rules.faults import Fault, sentence
from azul_analytics.rules.ruleset import COLORS, RULES, Ruleset, load_ruleset
from azul_analytics.rules.state import new_states

if TYPE_CHECKING:
    import pandas as pd

BATCH_GAMES = 8192
BATCH_BYTES = 1 << 25  # of canonical JSON

_ENDS = ("", "line", "rounds", "exhausted", "round_limit", "conceded", "abandoned")  # notation.END_*
_INT16 = {
    "tile_points", "floor_points", "bonus_points", "score", "score_before", "score_after", "nominal_points", "points",
}  # fmt: skip
_UINT16 = {
    "turn", "round", "rounds", "turns", "turn_in_round", "legal_drafts", "tiles_left", "tiles_dealt", "bag_after_deal",
    "lid_after_deal",
}  # fmt: skip
_BOOL = {"refilled", "took_marker", "completed_line", "marker"}
_NULLABLE = {"marker_seat", "place", "column", "horizontal", "vertical", "multiplier"}  # -1: null

Item = GameRecord | Unreadable
Stored = Callable[[Sequence[str]], Mapping[str, str]]  # game_ids -> {game_id: log_hash} of those that are stored


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
        part = replay_batch(batch, lambda ids: {key: seen[key] for key in ids if key in seen}, rulesets or {})
        games = part.tables["games"]
        seen.update(zip(games["game_id"].to_pylist(), games["log_hash"].to_pylist(), strict=True))
        parts.append(part)
    if not parts:
        parts = [replay_batch([], lambda _: {}, {})]
    tables = {name: pa.concat_tables([part.tables[name] for part in parts]) for name in parts[0].tables}
    rulesets_seen = tables["rulesets"].to_pandas().drop_duplicates("ruleset_hash")
    tables["rulesets"] = pa.Table.from_pandas(rulesets_seen, tables["rulesets"].schema, preserve_index=False)
    return Replay(tables, sum(part.skipped for part in parts))


def batches(items: Iterable[Item], games: int = BATCH_GAMES, size: int = BATCH_BYTES) -> Iterator[list[Item]]:
    """Items in lists of at most `games`, cut earlier where their text exceeds `size` bytes."""
    batch: list[Item] = []
    taken = 0
    for item in items:
        batch.append(item)
        if isinstance(item, GameRecord) and item.origin is not UNSET:
            taken += len(item.origin.canonical)
        if len(batch) >= games or taken >= size:
            yield batch
            batch, taken = [], 0
    if batch:
        yield batch


# --- packing --------------------------------------------------------------------------------------


@dataclass
class Candidate:
    """A record whose form is right so far, with what the rules need."""

    record: GameRecord
    origin: Origin
    ruleset: Ruleset


class _Packer:
    """Collects the letters and numbers of records as notation.py describes them."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.ints: list[int] = []
        self.text_starts = [0]
        self.int_starts = [0]
        self.rulesets: dict[str, int] = {}  # hash -> number in the batch
        self.rules: list[Any] = []
        self.room = np.zeros(len(trace.Room._fields), np.int64)

    def add(self, candidate: Candidate) -> None:
        """Packs one record."""
        record, ruleset = candidate.record, candidate.ruleset
        number = self.rulesets.setdefault(ruleset.hash, len(self.rulesets))
        if number == len(self.rules):
            self.rules.append(ruleset.rules)
        result, claims = record.result, record.claims
        players = len(record.players)
        scores = winners = bonuses = None
        ended_by = 0
        if result is not UNSET:
            scores = None if result.scores is UNSET else result.scores
            winners = None if result.winners is UNSET else result.winners
            ended_by = 0 if result.ended_by is UNSET else _ENDS.index(result.ended_by)
        if claims is not UNSET:
            bonuses = None if claims.bonuses is UNSET else claims.bonuses
        ints = self.ints
        ints += (
            number, players, record.opening_seat, len(record.rounds), ended_by,
            _length(scores), _length(winners), _length(bonuses),
        )  # fmt: skip
        ints += chain(scores or (), winners or (), bonuses or ())
        first = len(self.pieces)
        letters = 0
        for index, played in enumerate(record.rounds):
            letters += len(played.drafts)
            self._add_round(played, None if claims is UNSET else claims.rounds[index])
        self.text_starts.append(self.text_starts[-1] + sum(map(len, self.pieces[first:])))
        self.int_starts.append(len(ints))
        self._make_room(ruleset, players, len(record.rounds), letters)

    def _add_round(self, played: Round, claims: Any) -> None:
        tiling, scores, seats = played.tiling, played.scores, played.seats
        head = [
            len(played.deal), len(played.drafts),
            -1 if seats is UNSET else len(seats),
            notation.ABSENT if played.bag is UNSET else played.bag,
            -1 if scores is UNSET else len(scores),
            -1 if played.seconds is UNSET else len(played.seconds),
            -1 if tiling is UNSET else len(tiling),
            notation.ABSENT, -1, 0, -1, -1,
        ]  # fmt: skip
        self.pieces += (played.deal, played.drafts)
        if seats is not UNSET:
            self.pieces.append(seats)
        if scores is not UNSET:
            head += scores
        if tiling is not UNSET:
            self.pieces += tiling
            head += map(len, tiling)
        if claims is not None:
            _add_claims(head, claims)
        self.ints += head

    def _make_room(self, ruleset: Ruleset, players: int, rounds: int, letters: int) -> None:
        """Adds the most rows that a game can fill: a draft has three letters at least and a blank before it."""
        if players not in ruleset.factories:
            return
        turns = min(letters // 4 + rounds, notation.MOST_TURNS)
        scored = rounds * players
        self.room += (
            players, rounds, rounds * ruleset.factories[players], turns, turns * ruleset.size, scored * ruleset.size,
            scored, players * 3 * ruleset.size,
        )  # fmt: skip

    def batch(self) -> trace.Batch:
        """The arrays of all packed records."""
        text = "".join(self.pieces).encode("ascii", "replace")  # a letter stays one byte, so lengths hold
        rules = np.concatenate(self.rules) if self.rules else np.zeros(1, RULES)
        return trace.Batch(
            np.frombuffer(bytearray(text), np.uint8),  # a writable buffer; a read-only one would compile anew
            np.array(self.text_starts, np.int64),
            _int64(self.ints),
            np.array(self.int_starts, np.int64),
            rules.view(np.recarray),
        )


def _length(values: list[int] | None) -> int:
    return -1 if values is None else len(values)


def _add_claims(head: list[int], claims: Any) -> None:
    if claims.marker is not UNSET:
        head[notation.MARKER] = claims.marker
    if claims.floors is not UNSET:
        head[notation.FLOORS] = len(claims.floors)
        head += [notation.ABSENT if points is None else points for points in claims.floors]
    if claims.placements is not UNSET:
        head[notation.PLACEMENTS] = len(claims.placements)
        head += chain.from_iterable(claims.placements)
    for place, tiles in ((notation.BAG_COLORS, claims.bag), (notation.LID_COLORS, claims.lid)):
        if tiles is not UNSET:
            head[place] = len(tiles)
            head += tiles


def _int64(values: list[int]) -> np.ndarray[Any, Any]:
    try:
        return np.array(values, np.int64)
    except OverflowError:  # a claim that no game can reach stays wrong when it is cut to 62 bits
        limit = 1 << 62
        return np.array([min(max(value, -limit), limit) for value in values], np.int64)


# --- judging --------------------------------------------------------------------------------------


@dataclass
class Judged:
    """Candidates as the rules judged them: `faults` has a sentence-less fault or None for each."""

    candidates: list[Candidate]
    blocks: trace.Blocks
    rows: np.ndarray[Any, Any]  # int64 [trace.BLOCKS]
    fault_codes: np.ndarray[Any, Any]  # int32 [game]; 0: none


def judge(candidates: list[Candidate]) -> Judged:
    """Plays the candidates by the rules, in one compiled call."""
    packer = _Packer()
    for candidate in candidates:
        packer.add(candidate)
    blocks = trace.new_blocks(len(candidates), trace.Room(*packer.room.tolist()))
    rows = trace.run(packer.batch(), blocks, new_states())
    return Judged(candidates, blocks, rows, blocks.games[0, : len(candidates)])


def explain(candidate: Candidate) -> Fault:
    """The fault of a record that the rules refuse, with its sentence.

    The game is played once more, alone, so that the state at the fault is there to describe.
    """
    packer = _Packer()
    packer.add(candidate)
    blocks = trace.new_blocks(1, trace.Room(*packer.room.tolist()))
    states = new_states()
    trace.run(packer.batch(), blocks, states)
    columns = dict(zip(trace.GAME_COLUMNS, blocks.games[:, 0].tolist(), strict=True))
    record = candidate.record
    texts = [(played.deal, played.drafts, played.tiling or []) for played in record.rounds]
    return sentence(columns, texts, len(record.players), candidate.ruleset, states)


def _candidate(record: GameRecord, rulesets: Mapping[str, Ruleset]) -> Candidate | Unreadable:
    """The record with its ruleset, or why it cannot be judged."""
    origin = origin_of(record)
    fault = check(record) if record.origin is UNSET else None
    code = "bad-field"
    if fault is None:
        name = record.ruleset or "standard"
        try:
            return Candidate(record, origin, rulesets.get(name) or _shipped(name))
        except RulesetError as error:
            fault, code = str(error), "unknown-ruleset"
    return Unreadable(code, fault, origin.file, origin.line, origin.hash, record.game_id)


def _shipped(name: str) -> Ruleset:
    if name.endswith(".toml"):  # a log never names a file of this machine
        raise RulesetError(f"There is no ruleset {name!r}.")
    return load_ruleset(name)


def replay_batch(items: Sequence[Item], stored: Stored, rulesets: Mapping[str, Ruleset]) -> Replayed:
    """Replays one batch. `stored` tells which of some games are there already."""
    outcomes = [_candidate(item, rulesets) if isinstance(item, GameRecord) else item for item in items]
    judged = judge([outcome for outcome in outcomes if isinstance(outcome, Candidate)])
    good = judged.fault_codes == 0
    known = dict(stored([one.record.game_id for one, is_good in zip(judged.candidates, good, strict=True) if is_good]))
    keep = np.zeros(len(judged.candidates), bool)
    rejects: list[dict[str, Any]] = []
    skipped = number = 0
    for outcome in outcomes:
        if isinstance(outcome, Unreadable):
            rejects.append(_reject(outcome, None))
            continue
        game_id, log_hash = outcome.record.game_id, outcome.origin.hash
        if not good[number]:
            rejects.append(_reject(outcome, explain(outcome)))
        elif game_id not in known:
            known[game_id] = log_hash
            keep[number] = True
        elif known[game_id] == log_hash:
            skipped += 1
        else:
            rejects.append(_reject(outcome, _duplicate(game_id)))
        number += 1
    tables = _tables(judged, keep)
    tables["rejects"] = pa.Table.from_pylist(rejects, _REJECTS)
    return Replayed(tables, _places(outcomes), int(keep.sum()), skipped, len(rejects))


def _places(outcomes: Sequence[Candidate | Unreadable]) -> pa.Table:
    origins = [one.origin if isinstance(one, Candidate) else one for one in outcomes]
    files, lines = [one.file for one in origins], [one.line for one in origins]
    return pa.table({"file": pa.array(files, pa.string()), "line": pa.array(lines, pa.uint64())})


def _duplicate(game_id: str) -> Fault:
    message = f"Another game {game_id} with other content is there already; a game needs an id of its own in its source."
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


# --- tables ---------------------------------------------------------------------------------------

_REJECTS = pa.schema(
    [
        ("file", pa.string()),
        ("line", pa.uint64()),
        ("game_id", pa.string()),
        ("code", pa.string()),
        ("round", pa.uint16()),
        ("turn", pa.uint16()),
        ("seat", pa.uint8()),
        ("message", pa.string()),
        ("log_hash", pa.string()),
    ]
)


def _column(name: str, values: np.ndarray[Any, Any]) -> pa.Array:
    if name in _BOOL:
        return pa.array(values.astype(bool))
    if name == "color":
        return pa.DictionaryArray.from_arrays(pa.array(values.astype(np.uint8)), pa.array(COLORS))
    narrow = np.int16 if name in _INT16 else np.uint16 if name in _UINT16 else np.uint8
    mask = values < 0 if name in _NULLABLE else None
    return pa.array(values.astype(narrow), mask=mask)


class _Rows:
    """The rows of one block that belong to kept games, as Arrow columns behind a `game_id`."""

    def __init__(self, counts: np.ndarray[Any, Any], keep: np.ndarray[Any, Any], game_ids: pa.Array):
        numbers = np.cumsum(keep, dtype=np.int32) - 1  # of the kept games, among themselves
        self.game = np.repeat(numbers, counts)
        self.chosen = None if keep.all() else np.repeat(keep, counts)
        if self.chosen is not None:
            self.game = self.game[self.chosen]
        self.game_id = pa.DictionaryArray.from_arrays(pa.array(self.game), game_ids)

    def __len__(self) -> int:
        return len(self.game)

    def take(self, values: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """The values of the kept games' rows."""
        return values if self.chosen is None else values[self.chosen]

    def columns(self, names: Sequence[str], block: np.ndarray[Any, Any], written: int) -> dict[str, pa.Array]:
        """The block's columns as Arrow arrays by name."""
        arrays = {"game_id": self.game_id}
        for name, values in zip(names, block, strict=True):
            arrays[name] = _column(name, self.take(values[:written]))
        return arrays


def _tables(judged: Judged, keep: np.ndarray[Any, Any]) -> dict[str, pa.Table]:
    candidates = [candidate for candidate, kept in zip(judged.candidates, keep, strict=True) if kept]
    blocks, written = judged.blocks, judged.rows
    counts = {
        name: np.where(judged.fault_codes == 0, blocks.games[column, : len(keep)], 0)
        for column, name in enumerate(trace.GAME_COLUMNS)
    }
    game_ids = pa.array([candidate.record.game_id for candidate in candidates], pa.string())
    players = np.array([len(candidate.record.players) for candidate in judged.candidates], np.int64)

    def rows(counted: np.ndarray[Any, Any]) -> _Rows:
        return _Rows(counted, keep, game_ids)

    def table(name: str, names: Sequence[str], block: np.ndarray[Any, Any], part: int) -> pa.Table:
        return pa.table(rows(counts[name]).columns(names, block, int(written[part])))

    seats = rows(np.where(judged.fault_codes == 0, players, 0))
    turns = rows(counts["turns"])
    return {
        "games": _games(candidates, judged, keep, game_ids),
        "seats": _seats(candidates, seats, blocks.seats, int(written[trace.SEATS])),
        "rounds": table("rounds", trace.ROUND_COLUMNS, blocks.rounds, trace.ROUNDS),
        "deals": table("deals", trace.DEAL_COLUMNS, blocks.deals, trace.DEALS),
        "turns": _turns(candidates, judged, turns, int(written[trace.TURNS])),
        "placements": table("placements", trace.PLACEMENT_COLUMNS, blocks.placements, trace.PLACEMENTS),
        "floors": table("floors", trace.FLOOR_COLUMNS, blocks.floors, trace.FLOORS),
        "bonuses": _bonuses(rows(counts["bonuses"]), blocks.bonuses, int(written[trace.BONUSES])),
        "rulesets": _rulesets(candidates),
        "records": pa.table(
            {"game_id": game_ids, "record": pa.array([one.origin.canonical for one in candidates], pa.binary()).cast(pa.string())}
        ),
    }


def _games(candidates: list[Candidate], judged: Judged, keep: np.ndarray[Any, Any], game_ids: pa.Array) -> pa.Table:
    block = dict(zip(trace.GAME_COLUMNS, judged.blocks.games[:, : len(keep)], strict=True))
    records = [candidate.record for candidate in candidates]
    text = pa.string()

    def optional(name: str) -> pa.Array:
        values = [getattr(record, name) for record in records]
        return pa.array([None if value is UNSET else str(value) for value in values], text)

    return pa.table(
        {
            "game_id": game_ids,
            "source": pa.array([record.source or "memory" for record in records], text),
            "id": pa.array([record.id for record in records], text),
            "ruleset": pa.array([candidate.ruleset.name for candidate in candidates], text),
            "ruleset_hash": pa.array([candidate.ruleset.hash for candidate in candidates], text),
            "player_count": pa.array([len(record.players) for record in records], pa.uint8()),
            "opening_seat": pa.array([record.opening_seat for record in records], pa.uint8()),
            "rounds": pa.array(block["rounds"][keep].astype(np.uint16)),
            "turns": pa.array(block["turns"][keep].astype(np.uint16)),
            "ended_by": pa.array([_ENDS[end] for end in block["ended_by"][keep].tolist()], text),
            "finished": pa.array(block["finished"][keep].astype(bool)),
            "detail": pa.array(["drafts"] * len(records), text),
            "experiment": optional("experiment"),
            "block": optional("block"),
            "deal_seed": optional("deal_seed"),
            "played_at": pa.array(
                [None if record.played_at is UNSET else utc(record.played_at) for record in records],
                pa.timestamp("us", "UTC"),
            ),
            "meta": pa.array(
                [None if record.meta is UNSET else canonical(record.meta).decode() for record in records], text
            ),
            "log_file": pa.array([candidate.origin.file for candidate in candidates], text),
            "log_line": pa.array([candidate.origin.line for candidate in candidates], pa.uint64()),
            "log_hash": pa.array([candidate.origin.hash for candidate in candidates], text),
        }
    )


def _seats(candidates: list[Candidate], rows: _Rows, block: np.ndarray[Any, Any], written: int) -> pa.Table:
    columns = rows.columns(trace.SEAT_COLUMNS, block, written)
    players = [player for candidate in candidates for player in candidate.record.players]

    def optional(name: str, kind: pa.DataType) -> pa.Array:
        values = [getattr(player, name) for player in players]
        return pa.array([None if value is UNSET else value for value in values], kind)

    opening = np.array([candidate.record.opening_seat for candidate in candidates], np.int64)
    seat = rows.take(block[trace.SEAT_COLUMNS.index("seat"), :written])
    won = rows.take(block[trace.SEAT_COLUMNS.index("winner"), :written])
    winners = np.bincount(rows.game, won == 1, minlength=max(len(candidates), 1))
    with np.errstate(divide="ignore", invalid="ignore"):
        share = np.where(won == 1, 1 / winners[rows.game], 0.0)
    del columns["winner"]
    return pa.table(
        {
            **columns,
            "player": pa.array([player.name for player in players], pa.string()),
            "rating": optional("rating", pa.float64()),
            "bot": optional("bot", pa.bool_()),
            "policy": optional("policy", pa.string()),
            "opening": pa.array(opening[rows.game] == seat),
            "win_share": pa.array(share, mask=won < 0),
        }
    )


def _turns(candidates: list[Candidate], judged: Judged, rows: _Rows, written: int) -> pa.Table:
    blocks = judged.blocks
    columns = rows.columns(trace.TURN_COLUMNS, blocks.turns, written)
    columns["wall_before"] = pa.array(rows.take(blocks.walls[:written]))
    good = judged.fault_codes == 0
    sizes = np.array([one.ruleset.size if is_good else 0 for one, is_good in zip(judged.candidates, good, strict=True)])
    lengths = np.repeat(sizes, np.where(good, blocks.games[9, : len(good)], 0))
    offsets = np.zeros(written + 1, np.int32)
    np.cumsum(lengths, out=offsets[1:])
    for name, letters in (("line_colors_before", blocks.line_colors), ("line_counts_before", blocks.line_counts)):
        text = pa.StringArray.from_buffers(written, pa.py_buffer(offsets), pa.py_buffer(letters))
        columns[name] = text if rows.chosen is None else text.filter(pa.array(rows.chosen))
    columns["seconds"] = _seconds(candidates, len(rows))
    return pa.table(columns)


def _seconds(candidates: list[Candidate], turns: int) -> pa.Array:
    """Thinking times of the turns; null where a round states none."""
    if all(played.seconds is UNSET for candidate in candidates for played in candidate.record.rounds):
        return pa.nulls(turns, pa.float64())
    seconds: list[float | None] = []
    for candidate in candidates:
        for played in candidate.record.rounds:
            drafts = len(played.drafts.split(" ")) if played.drafts else 0
            seconds += [None] * drafts if played.seconds is UNSET else played.seconds
    return pa.array(seconds, pa.float64())


def _bonuses(rows: _Rows, block: np.ndarray[Any, Any], written: int) -> pa.Table:
    seat, kind, which, points = (rows.take(values[:written]) for values in block)
    kinds = [trace.BONUS_KINDS[one] for one in kind]
    names = [COLORS[number] if one == "color" else str(number) for one, number in zip(kinds, which, strict=True)]
    return pa.table(
        {
            "game_id": rows.game_id,
            "seat": pa.array(seat.astype(np.uint8)),
            "kind": pa.array(kinds, pa.string()),
            "which": pa.array(names, pa.string()),
            "points": pa.array(points.astype(np.int16)),
        }
    )



def _rulesets(candidates: list[Candidate]) -> pa.Table:
    used = {candidate.ruleset.hash: candidate.ruleset for candidate in candidates}
    return pa.table(
        {
            "ruleset_hash": pa.array(list(used), pa.string()),
            "ruleset": pa.array([ruleset.name for ruleset in used.values()], pa.string()),
            "definition": pa.array([ruleset.definition for ruleset in used.values()], pa.string()),
        }
    )
