"""The rows that compiled code writes: an int32 block a table, [column, row], and who writes them.

A batch goes in as letters and numbers (`Batch`, described in notation.py) and comes out as `Blocks`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from azul_analytics.rules.compiled import inner, part
from azul_analytics.rules.engine import (
    color_is_full,
    column_is_full,
    complete_lines,
    legal_drafts,
    line_is_full,
    place,
    set_is_full,
)
from azul_analytics.rules.ruleset import COLORS, MAX_COLORS
from azul_analytics.rules.state import count, total

# Columns of the blocks, in order; names as in the tables. A seat, column or run of -1 is null.
GAME_COLUMNS = (
    "fault", "fault_round", "fault_turn", "fault_seat", "about", "found", "expected", "token",
    "rounds", "turns", "floors", "deals", "placements", "bonuses", "ended_by", "finished",
)  # fmt: skip
SEAT_COLUMNS = (
    "seat", "tile_points", "floor_points", "bonus_points", "score", "complete_lines", "complete_columns",
    "complete_colors", "place", "winner",
)  # fmt: skip
ROUND_COLUMNS = (
    "round", "first_seat", "marker_seat", "turns", "tiles_dealt", "bag_after_deal", "lid_after_deal", "refilled",
)  # fmt: skip
DEAL_COLUMNS = ("round", "factory", *COLORS)
TURN_COLUMNS = (
    "turn", "round", "turn_in_round", "seat", "source", "color", "tiles", "destination", "tiles_on_line",
    "tiles_on_floor", "tiles_to_lid", "took_marker", "completed_line", "legal_drafts", "lines_open", "tiles_left",
    "floor_before", "score_before",
)  # fmt: skip
PLACEMENT_COLUMNS = (
    "round", "seat", "line", "turn", "column", "color", "horizontal", "vertical", "multiplier", "points",
)  # fmt: skip
FLOOR_COLUMNS = (
    "round", "seat", "score_before", "tile_points", "spaces", "marker", "nominal_points", "floor_points",
    "score_after",
)  # fmt: skip
BONUS_COLUMNS = ("seat", "kind", "which", "points")
BONUS_KINDS = ("line", "column", "color", "set")  # `which` of a color is its place in COLORS, of a set its number

_ZERO = ord("0")
_EMPTY = ord("-")

# Places in `written`, the rows that each block holds
SEATS, ROUNDS, DEALS, TURNS, PLACEMENTS, FLOORS, BONUSES, LETTERS, BLOCKS = range(9)


class Batch(NamedTuple):
    """Games as the letters and numbers that notation.py describes; `*_starts` has one entry more than games."""

    text: np.ndarray[Any, Any]  # uint8
    text_starts: np.ndarray[Any, Any]  # int64 [game + 1]
    ints: np.ndarray[Any, Any]  # int64
    int_starts: np.ndarray[Any, Any]  # int64 [game + 1]
    rules: np.ndarray[Any, Any]  # RULES [ruleset]


class Blocks(NamedTuple):
    """The rows of a batch: int32 [column, row] a table. Behind the rounds, `supplies` has bag and lid after the
    deal, packed; behind the turns, `walls` are int64, and the lines letters and digits, one a line."""

    games: np.ndarray[Any, Any]
    seats: np.ndarray[Any, Any]
    rounds: np.ndarray[Any, Any]
    deals: np.ndarray[Any, Any]
    supplies: np.ndarray[Any, Any]
    turns: np.ndarray[Any, Any]
    walls: np.ndarray[Any, Any]
    line_colors: np.ndarray[Any, Any]
    line_counts: np.ndarray[Any, Any]
    placements: np.ndarray[Any, Any]
    floors: np.ndarray[Any, Any]
    bonuses: np.ndarray[Any, Any]


class Room(NamedTuple):
    """Rows that the games of a batch can fill at the most."""

    seats: int
    rounds: int
    deals: int
    turns: int
    letters: int
    placements: int
    floors: int
    bonuses: int


def _block(columns: int, rows: int) -> np.ndarray[Any, Any]:
    """An int32 block whose columns do not lie a multiple of 4096 bytes apart, which would thrash the cache."""
    if rows % 1024 == 0:
        rows += 16
    return np.empty((columns, rows), np.int32)


def new_blocks(games: int, room: Room) -> Blocks:
    """Empty blocks for a number of games."""
    return Blocks(
        games=_block(len(GAME_COLUMNS), games),
        seats=_block(len(SEAT_COLUMNS), room.seats),
        rounds=_block(len(ROUND_COLUMNS), room.rounds),
        deals=_block(len(DEAL_COLUMNS), room.deals),
        supplies=np.empty((2, room.rounds), np.int64),
        turns=_block(len(TURN_COLUMNS), room.turns),
        walls=np.empty(room.turns, np.int64),
        line_colors=np.empty(room.letters, np.uint8),
        line_counts=np.empty(room.letters, np.uint8),
        placements=_block(len(PLACEMENT_COLUMNS), room.placements),
        floors=_block(len(FLOOR_COLUMNS), room.floors),
        bonuses=_block(len(BONUS_COLUMNS), room.bonuses),
    )


@part
def write_round(state, rounds, supplies, row):
    """A round's row at its deal; who took the marker and the number of turns follow at its end."""
    supplies[0, row] = state.bag
    supplies[1, row] = state.lid
    rounds[0, row] = state.round_number
    rounds[1, row] = state.first_seat
    rounds[4, row] = state.tiles_left
    rounds[5, row] = total(state.bag)
    rounds[6, row] = total(state.lid)
    rounds[7, row] = state.refilled


@part
def write_deals(state, rules, deals, row):
    """A row a factory; returns the next free row."""
    factories = rules.factories[state.players]
    for factory in range(1, factories + 1):
        deals[0, row] = state.round_number
        deals[1, row] = factory
        for number in range(MAX_COLORS):
            deals[2 + number, row] = 0
        for color in range(rules.colors):
            deals[2 + rules.color_number[color], row] = count(state.dealt[factory], color)
        row += 1
    return row


@inner
def write_moment(state, rules, turns, row, walls, line_colors, line_counts, letter):
    """What a turn's row says of the moment before the draft."""
    seat = state.seat
    turns[0, row] = state.turn + 1
    turns[1, row] = state.round_number
    turns[2, row] = state.turn_in_round + 1
    turns[3, row] = seat
    turns[13, row] = legal_drafts(state, rules)
    turns[15, row] = state.tiles_left
    turns[16, row] = state.floor_spaces[seat]
    turns[17, row] = state.score[seat]
    walls[row] = state.wall[seat]
    for line in range(1, rules.colors + 1):
        holds = state.line_color[seat, line]
        line_colors[letter] = rules.letter[holds] if holds >= 0 else _EMPTY
        line_counts[letter] = _ZERO + state.line_count[seat, line]
        letter += 1


@inner
def write_draft(state, rules, turns, row, source, color, line):
    """What a turn's row says of the draft, which was just made."""
    turns[4, row] = source
    turns[5, row] = rules.color_number[color]
    turns[6, row] = state.tiles
    turns[7, row] = line
    turns[8, row] = state.tiles_on_line
    turns[9, row] = state.tiles_on_floor
    turns[10, row] = state.tiles_to_lid
    turns[11, row] = state.took_marker
    turns[12, row] = state.completed_line


@part
def write_placement(state, placements, row, seat, line, column, color_number):
    """A tile put on the wall, or (column 0) a line that found no space."""
    placed = column > 0
    placements[0, row] = state.round_number
    placements[1, row] = seat
    placements[2, row] = line
    placements[3, row] = state.line_turn[seat, line]
    placements[4, row] = column if placed else -1
    placements[5, row] = color_number
    placements[6, row] = state.horizontal if placed else -1
    placements[7, row] = state.vertical if placed else -1
    placements[8, row] = state.multiplier if placed else -1
    placements[9, row] = state.points


@part
def _write_bonus(bonuses, written, seat, kind, which, points):
    row = written[BONUSES]
    bonuses[0, row] = seat
    bonuses[1, row] = kind
    bonuses[2, row] = which
    bonuses[3, row] = points
    written[BONUSES] = row + 1
    return points


@part
def write_bonuses(state, rules, seat, bonuses, written):
    """Rows of a seat's bonuses, in the order of BONUS_KINDS; returns their points."""
    wall, size = state.wall[seat], rules.colors
    points = 0
    kind = 0
    for line in range(1, size + 1):
        if line_is_full(wall, rules, line) == 1:
            points += _write_bonus(bonuses, written, seat, kind, line, rules.line_bonus)
    kind += 1
    for column in range(1, size + 1):
        if column_is_full(wall, rules, column) == 1:
            points += _write_bonus(bonuses, written, seat, kind, column, rules.column_bonus)
    kind += 1
    for color in range(size):
        if color_is_full(state.wall_tiles[seat], size, color) == 1:
            points += _write_bonus(bonuses, written, seat, kind, rules.color_number[color], rules.color_bonus)
    kind += 1
    for number in range(rules.bonus_sets):
        if set_is_full(wall, rules, number) == 1:
            points += _write_bonus(bonuses, written, seat, kind, number, rules.set_points[number])
    return points


@part
def write_seat(state, rules, seats, row, seat):
    """What the board of a seat says at the end."""
    size = rules.colors
    columns, colors = 0, 0
    for number in range(size):
        columns += column_is_full(state.wall[seat], rules, number + 1)
        colors += color_is_full(state.wall_tiles[seat], size, number)
    seats[0, row] = seat
    seats[1, row] = 0
    seats[2, row] = 0
    seats[3, row] = 0
    seats[4, row] = state.score[seat]
    seats[5, row] = complete_lines(state, rules, seat)
    seats[6, row] = columns
    seats[7, row] = colors


@part
def write_places(state, rules, seats, first, won, finished):
    """Places and who won (`won`: a bit a seat). Of a stopped game only the claimed winners have a place."""
    for seat in range(state.players):
        is_winner = (won >> seat) & 1
        seats[9, first + seat] = is_winner if won > 0 else -1
        if finished == 1:
            seats[8, first + seat] = place(state, rules, seat)
        else:
            seats[8, first + seat] = 1 if is_winner == 1 else -1
