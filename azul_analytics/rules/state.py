"""What lies where during a game: one record of int64 fields, the same for every ruleset.

Tiles of several colors are one int64 with 8 bits a color (`count`, `of_color`), so that a source, the bag
or the lid is one number. Lines and columns count from 1, seats and colors from 0; source 0 is the center.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from azul_analytics.rules.compiled import inner
from azul_analytics.rules.ruleset import MAX_COLORS, MAX_FACTORIES, MAX_PLAYERS

ALL_1 = 0x01010101010101  # one of each color, packed
_TOPS = 128 * ALL_1
_EVEN = 0x00FF00FF00FF00FF  # colors 0, 2, 4, 6; 16 bits have room for what two colors have together, and all seven
_FOUR = 0x0001000100010001
_THREE = 0x000100010001
_TOP = 0x800080008000
_48 = 0xFFFFFFFFFFFF

_SEATS = (MAX_PLAYERS,)
_SEAT_LINES = (MAX_PLAYERS, MAX_COLORS + 1)  # [seat, line]; the wall's columns have the same range

STATE = np.dtype(
    [
        ("players", np.int64),
        ("round_number", np.int64),  # from 1; 0 before the first deal
        ("turn", np.int64),  # drafts made in the whole game
        ("turn_in_round", np.int64),
        ("first_seat", np.int64),  # starts this round
        ("seat", np.int64),  # drafts next
        ("bag", np.int64),  # packed
        ("lid", np.int64),  # packed
        ("sources", np.int64, (MAX_FACTORIES + 1,)),  # packed; [0] is the center
        ("tiles_left", np.int64),  # on all sources
        ("marker_in_center", np.int64),
        ("marker_seat", np.int64),  # took the marker this round; -1: nobody yet
        ("line_color", np.int64, _SEAT_LINES),  # -1: empty
        ("line_count", np.int64, _SEAT_LINES),
        ("line_turn", np.int64, _SEAT_LINES),  # turn of the last draft that put tiles there
        ("open_lines", np.int64, _SEATS),  # that take a color: 8 bits a color, one a line; bit 0 is the floor
        ("wall", np.int64, _SEATS),  # a bit a space: (line-1) * size + column-1
        ("wall_line_colors", np.int64, _SEAT_LINES),  # that a line takes no more, a bit a color
        ("wall_column_colors", np.int64, _SEAT_LINES),  # that a column takes no more, a bit a color
        ("wall_tiles", np.int64, _SEATS),  # packed
        ("floor_tiles", np.int64, _SEATS),  # packed; without the marker
        ("floor_spaces", np.int64, _SEATS),  # occupied, the marker's included
        ("score", np.int64, _SEATS),
        # what the last act did
        ("tiles", np.int64),
        ("tiles_on_line", np.int64),
        ("tiles_on_floor", np.int64),
        ("tiles_to_lid", np.int64),
        ("took_marker", np.int64),
        ("completed_line", np.int64),
        ("horizontal", np.int64),
        ("vertical", np.int64),
        ("multiplier", np.int64),
        ("points", np.int64),
        ("nominal_points", np.int64),
        ("refilled", np.int64),
        ("tile_points", np.int64, _SEATS),  # of this round's tiling
        ("end", np.int64),  # how the rules ended the game; engine.GOES_ON
        ("claimed_winners", np.int64),  # what a record claims, a bit a seat
        # a deal that is about to be made
        ("dealt", np.int64, (MAX_FACTORIES + 1,)),  # packed
        # what a record's fault is about; trace.py and faults.py
        ("fault_round", np.int64),  # 0: none
        ("fault_turn", np.int64),  # 0: none
        ("fault_seat", np.int64),  # -1: none
        ("about", np.int64),
        ("found", np.int64),
        ("expected", np.int64),
        ("token", np.int64),
    ]
)


def new_states(count: int = 1) -> np.recarray[Any, Any]:
    """An array of `count` states; `start` makes a game of one."""
    return np.zeros(count, STATE).view(np.recarray)


@inner
def bits(word):
    """Bits set in a number of at most 63 bits; LLVM knows this way to write it as one instruction."""
    word -= (word >> 1) & 0x5555555555555555
    word = (word & 0x3333333333333333) + ((word >> 2) & 0x3333333333333333)
    word = (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0F
    return (word * 0x0101010101010101 >> 56) & 127


@inner
def lowest(word):
    """The place of the lowest bit that is set: as many are below it."""
    return bits(~word & (word - 1))


@inner
def count(packed, color):
    """Tiles of one color in a packed number."""
    return (packed >> (8 * color)) & 255


@inner
def of_color(tiles, color):
    """A packed number that holds `tiles` tiles of one color."""
    return tiles << (8 * color)


@inner
def total(packed):
    """Tiles of all colors in a packed number."""
    return (((packed & _EVEN) + ((packed >> 8) & _EVEN)) * _FOUR >> 48) & 1023


@inner
def all_colors(rules):
    """One of each color of a ruleset, packed."""
    return ALL_1 & ((1 << (8 * rules.colors)) - 1)


@inner
def most_of(one, other):
    """The greater number of each color, packed: taken from the first where a top bit set there stays set."""
    tops = ((one | _TOPS) - other) & _TOPS
    first = tops - (tops >> 7)
    return (one & first) | (other & ~first)


@inner
def color_at(packed, number):
    """The color of tile `number`, from 0, of a packed number's tiles in the order of colors.

    That is how many of the first six colors end at or before it. In 16 bits each, `odd_ends` says where colors 1, 3
    and 5 end and `even_ends` where 0, 2 and 4 do; a top bit set beforehand is left where the number is not less.
    """
    odd = (packed >> 8) & _EVEN
    odd_ends = ((packed & _EVEN) + odd) * _FOUR
    even_ends = odd_ends - odd
    number = number * _THREE | _TOP
    ended = (((number - (odd_ends & _48)) >> 15) & _THREE) + (((number - (even_ends & _48)) >> 15) & _THREE)
    return (ended * _THREE >> 32) & 15


@inner
def start(state, rules, players, opening_seat):
    """Sets up a game: all tiles in the bag, empty boards."""
    state.players = players
    state.round_number = 0
    state.turn = 0
    state.turn_in_round = 0
    state.first_seat = opening_seat
    state.seat = opening_seat
    state.bag = 0
    for color in range(rules.colors):
        state.bag += of_color(rules.color_tiles[color], color)
    state.lid = 0
    state.tiles_left = 0
    state.marker_in_center = 0
    state.marker_seat = -1
    for source in range(MAX_FACTORIES + 1):
        state.sources[source] = 0
    for seat in range(players):
        state.wall[seat] = 0
        state.wall_tiles[seat] = 0
        state.floor_tiles[seat] = 0
        state.floor_spaces[seat] = 0
        state.score[seat] = 0
        state.open_lines[seat] = all_colors(rules) * ((2 << rules.colors) - 1)
        for line in range(1, rules.colors + 1):
            state.line_color[seat, line] = -1
            state.line_count[seat, line] = 0
            state.wall_line_colors[seat, line] = 0
            state.wall_column_colors[seat, line] = 0


@inner
def census(state, rules):
    """All tiles of the game by color, packed: bag, lid, sources, lines, walls and floors.

    It is the ruleset's `color_tiles` at every moment of a game.
    """
    tiles = state.bag + state.lid
    for source in range(MAX_FACTORIES + 1):
        tiles += state.sources[source]
    for seat in range(state.players):
        tiles += state.wall_tiles[seat] + state.floor_tiles[seat]
        for line in range(1, rules.colors + 1):
            if state.line_count[seat, line] > 0:
                tiles += of_color(state.line_count[seat, line], state.line_color[seat, line])
    return tiles
