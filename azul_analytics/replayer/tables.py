"""The rows that the compiled rules wrote, as Arrow tables; names and meanings are those of docs/tables.md."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa
from msgspec import UNSET

from azul_analytics.records import canonical, utc
from azul_analytics.replayer.judging import Judged
from azul_analytics.replayer.packing import Candidate
from azul_analytics.rules.blocks import (
    BONUS_KINDS,
    BONUSES,
    DEAL_COLUMNS,
    DEALS,
    FLOOR_COLUMNS,
    FLOORS,
    GAME_COLUMNS,
    PLACEMENT_COLUMNS,
    PLACEMENTS,
    ROUND_COLUMNS,
    ROUNDS,
    SEAT_COLUMNS,
    SEATS,
    TURN_COLUMNS,
    TURNS,
)
from azul_analytics.rules.faults import ENDS
from azul_analytics.rules.ruleset import COLORS

_INT16 = {
    "tile_points", "floor_points", "bonus_points", "score", "score_before", "score_after", "nominal_points", "points",
}  # fmt: skip
_UINT16 = {
    "turn", "round", "rounds", "turns", "turn_in_round", "legal_drafts", "tiles_left", "tiles_dealt", "bag_after_deal",
    "lid_after_deal",
}  # fmt: skip
_BOOL = {"refilled", "took_marker", "completed_line", "marker"}
_NULLABLE = {"marker_seat", "place", "column", "horizontal", "vertical", "multiplier"}  # -1: null

REJECTS = pa.schema(
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


def tables(judged: Judged, keep: np.ndarray[Any, Any]) -> dict[str, pa.Table]:
    """The rows of the candidates that `keep` (bool [game]) names, as Arrow tables by table name."""
    candidates = [candidate for candidate, kept in zip(judged.candidates, keep, strict=True) if kept]
    blocks, written = judged.blocks, judged.rows
    game_ids = pa.array([candidate.record.game_id for candidate in candidates], pa.string())
    players = np.array([len(candidate.record.players) for candidate in judged.candidates], np.int64)

    def rows(counted: np.ndarray[Any, Any]) -> _Rows:
        return _Rows(counted, keep, game_ids)

    def table(name: str, names: Sequence[str], block: np.ndarray[Any, Any], part: int) -> pa.Table:
        return pa.table(rows(judged.counts(name)).columns(names, block, int(written[part])))

    seats = rows(np.where(judged.played, players, 0))
    turns = rows(judged.counts("turns"))
    return {
        "games": _games(candidates, judged, keep, game_ids),
        "seats": _seats(candidates, seats, blocks.seats, int(written[SEATS])),
        "rounds": table("rounds", ROUND_COLUMNS, blocks.rounds, ROUNDS),
        "deals": table("deals", DEAL_COLUMNS, blocks.deals, DEALS),
        "turns": _turns(candidates, judged, turns, int(written[TURNS])),
        "placements": table("placements", PLACEMENT_COLUMNS, blocks.placements, PLACEMENTS),
        "floors": table("floors", FLOOR_COLUMNS, blocks.floors, FLOORS),
        "bonuses": _bonuses(candidates, rows(judged.counts("bonuses")), blocks.bonuses, int(written[BONUSES])),
        "rulesets": _rulesets(candidates),
        "records": pa.table(
            {
                "game_id": game_ids,
                "record": pa.array([one.origin.canonical for one in candidates], pa.binary()).cast(pa.string()),
            }
        ),
    }


def _games(candidates: list[Candidate], judged: Judged, keep: np.ndarray[Any, Any], game_ids: pa.Array) -> pa.Table:
    block = dict(zip(GAME_COLUMNS, judged.blocks.games[:, : len(keep)], strict=True))
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
            "ended_by": pa.array([ENDS[end] for end in block["ended_by"][keep].tolist()], text),
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
                [None if record.meta is UNSET else canonical(record.meta).decode() for record in records],
                text,
            ),
            "log_file": pa.array([candidate.origin.file for candidate in candidates], text),
            "log_line": pa.array([candidate.origin.line for candidate in candidates], pa.uint64()),
            "log_hash": pa.array([candidate.origin.hash for candidate in candidates], text),
        }
    )


def _seats(candidates: list[Candidate], rows: _Rows, block: np.ndarray[Any, Any], written: int) -> pa.Table:
    columns = rows.columns(SEAT_COLUMNS, block, written)
    players = [player for candidate in candidates for player in candidate.record.players]

    def optional(name: str, kind: pa.DataType) -> pa.Array:
        values = [getattr(player, name) for player in players]
        return pa.array([None if value is UNSET else value for value in values], kind)

    opening = np.array([candidate.record.opening_seat for candidate in candidates], np.int64)
    seat = rows.take(block[SEAT_COLUMNS.index("seat"), :written])
    won = rows.take(block[SEAT_COLUMNS.index("winner"), :written])
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
    columns = rows.columns(TURN_COLUMNS, blocks.turns, written)
    columns["wall_before"] = pa.array(rows.take(blocks.walls[:written]))
    sizes = np.array([one.ruleset.size for one in judged.candidates], np.int64)
    lengths = np.repeat(sizes, judged.counts("turns"))
    offsets = np.zeros(written + 1, np.int32)
    np.cumsum(lengths, out=offsets[1:])
    for name, letters in (
        ("line_colors_before", blocks.line_colors),
        ("line_counts_before", blocks.line_counts),
    ):
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


def _bonuses(candidates: list[Candidate], rows: _Rows, block: np.ndarray[Any, Any], written: int) -> pa.Table:
    seat, kind, which, points = (rows.take(values[:written]) for values in block)
    kinds = [BONUS_KINDS[one] for one in kind]
    names = [COLORS[number] if one == "color" else str(number) for one, number in zip(kinds, which, strict=True)]
    for row in np.flatnonzero(kind == BONUS_KINDS.index("set")):
        bonus = candidates[rows.game[row]].ruleset.bonus_sets[which[row]]
        kinds[row], names[row] = bonus.name, str(bonus.which)
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
