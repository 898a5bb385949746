"""Rows of a database written by hand, for tests whose expected values are worked out by hand."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import pyarrow as pa

from azul_analytics.database import Database
from azul_analytics.rules.ruleset import load_ruleset, ruleset_names

# What a row has, unless a test says otherwise: columns that may not be null, and nothing happened
_NEUTRAL: dict[str, dict[str, Any]] = {
    "rounds": {"first_seat": 0, "turns": 0, "tiles_dealt": 20, "bag_after_deal": 80, "lid_after_deal": 0,
               "refilled": False},
    "deals": dict.fromkeys(("blue", "yellow", "red", "black", "turquoise", "green", "purple"), 0),
    "turns": {"turn": 1, "round": 1, "turn_in_round": 1, "seat": 0, "source": 1, "color": "blue", "tiles": 1,
              "destination": 1, "tiles_on_line": 1, "tiles_on_floor": 0, "tiles_to_lid": 0, "took_marker": False,
              "completed_line": False, "legal_drafts": 30, "lines_open": 5, "tiles_left": 20, "floor_before": 0,
              "score_before": 0, "wall_before": 0, "line_colors_before": "-----", "line_counts_before": "00000"},
    "placements": {"round": 1, "seat": 0, "turn": 1, "color": "blue", "horizontal": 1, "vertical": 1,
                   "multiplier": 1, "points": 1},
    "floors": {"seat": 0, "score_before": 0, "tile_points": 0, "spaces": 0, "marker": False, "nominal_points": 0,
               "floor_points": 0, "score_after": 0},
    "bonuses": {"seat": 0},
}  # fmt: skip

# (nominal points, points really lost, took the marker) of a seat in a round
Floor = tuple[int, int, bool]


def add_game(
    database: Database,
    scores: Sequence[int],
    *,
    game: str = "1",
    source: str = "club",
    ruleset: str = "standard",
    ruleset_hash: str | None = None,
    winners: Sequence[int] | None = None,
    opening_seat: int | None = 0,
    floors: Sequence[Sequence[Floor]] = (),
    ended_by: str = "line",
    bots: Sequence[bool | None] | None = None,
    block: str | None = None,
    experiment: str | None = None,
    played_at: datetime | None = None,
    players: Sequence[str] | None = None,
    log_file: str | None = "club.jsonl",
    parts: Sequence[dict[str, int]] | None = None,
    rounds: int | None = None,
    turns: int = 30,
) -> str:
    """Adds a game with its seats and floors (`floors[round][seat]`); its id is the answer.

    `winners` are the seats with the best score unless they are named; () is no known winner.
    `parts` are further columns of each seat, such as its `bonus_points`.
    """
    count = len(scores)
    game_id = f"{source}/{game}"
    ruleset_hash = ruleset_hash or hashlib.sha256(ruleset.encode()).hexdigest()
    if winners is None:
        winners = [seat for seat, score in enumerate(scores) if score == max(scores)]
    finished = ended_by in ("line", "rounds", "exhausted")
    row = {
        "game_id": game_id, "source": source, "id": game, "ruleset": ruleset, "ruleset_hash": ruleset_hash,
        "player_count": count, "opening_seat": opening_seat, "rounds": rounds or max(len(floors), 1), "turns": turns,
        "ended_by": ended_by, "finished": finished, "detail": "drafts",
        "experiment": experiment, "block": block,
        "played_at": played_at, "log_file": log_file, "log_line": 1,
        "log_hash": hashlib.sha256(game_id.encode()).hexdigest(),
    }  # fmt: skip
    seats = [
        {
            "game_id": game_id, "seat": seat, "player": players[seat] if players else f"player {seat}",
            "bot": bots[seat] if bots else None,
            "opening": None if opening_seat is None else seat == opening_seat,
            "tile_points": 0, "floor_points": 0, "bonus_points": 0, "score": score,
            "complete_lines": 0, "complete_columns": 0, "complete_colors": 0,
            "place": None, "win_share": _win_share(seat, winners),
            **(parts[seat] if parts else {}),
        }
        for seat, score in enumerate(scores)
    ]  # fmt: skip
    _append(database, "games", [row])
    _append(database, "seats", seats)
    _append(
        database,
        "floors",
        [line for round, seated in enumerate(floors, 1) for line in _floors(game_id, round, seated)],
    )
    _add_ruleset(database, ruleset, ruleset_hash)
    return game_id


def add_rows(database: Database, table: str, game_id: str, rows: Sequence[dict[str, Any]]) -> None:
    """Adds rows of a game to a table; what a row does not name is as if nothing had happened."""
    _append(database, table, [{"game_id": game_id, **_NEUTRAL[table], **row} for row in rows])


def add_reject(database: Database, code: str, *, file: str = "club.jsonl", line: int = 1) -> None:
    """Adds a refused record."""
    message = f"a sentence about {code}"
    _append(
        database,
        "rejects",
        [{"file": file, "line": line, "code": code, "message": message, "log_hash": "0" * 64}],
    )


def _win_share(seat: int, winners: Sequence[int]) -> float | None:
    if not winners:
        return None
    return 1 / len(winners) if seat in winners else 0.0


def _floors(game_id: str, round: int, seated: Sequence[Floor]) -> list[dict[str, Any]]:
    return [
        {
            "game_id": game_id, "round": round, "seat": seat, "score_before": 0, "tile_points": 0,
            "spaces": 0, "marker": marker, "nominal_points": nominal, "floor_points": lost, "score_after": 0,
        }
        for seat, (nominal, lost, marker) in enumerate(seated)
    ]  # fmt: skip


def _add_ruleset(database: Database, ruleset: str, ruleset_hash: str) -> None:
    if not database.rows("select 1 from rulesets where ruleset_hash = $hash", {"hash": ruleset_hash}):
        definition = load_ruleset(ruleset if ruleset in ruleset_names() else "standard").definition
        _append(database, "rulesets", [{"ruleset_hash": ruleset_hash, "ruleset": ruleset, "definition": definition}])


def _append(database: Database, table: str, rows: list[dict[str, Any]]) -> None:
    if rows:
        database.append(table, pa.Table.from_pylist(rows))
