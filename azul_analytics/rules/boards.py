"""Boards set by hand, scored by the rules: compiled entries for scoreboard.py, on a state that `start` made."""

from __future__ import annotations

from azul_analytics.rules.blocks import write_bonuses
from azul_analytics.rules.compiled import entry
from azul_analytics.rules.engine import (
    LEGAL,
    TILING_ILLEGAL,
    clear_line,
    column_refusal,
    drop,
    drop_line,
    end_round,
    has_space,
    line_refusal,
    place,
    put_on_wall,
    score_floor,
    take_marker,
    tile,
)
from azul_analytics.rules.state import start

# Columns of tiles, in and out; column 0: the line is complete, but finds no space
LINE, COLUMN, COLOR, HORIZONTAL, VERTICAL, MULTIPLIER, POINTS, TILE_COLUMNS = range(8)


@entry
def set_table(states, rulesets, players):
    """Empty boards for so many seats."""
    start(states[0], rulesets[0], players, 0)


@entry
def put_tiles(states, rulesets, seat, tiles, scored):
    """Puts tiles (int64 [tile, TILE_COLUMNS]) of full lines on a seat's wall, where `scored` is 1 with their points.

    Returns (the first tile that may not go there or -1, its refusal code, the points of all).
    """
    state, rules = states[0], rulesets[0]
    points = 0
    for row in range(tiles.shape[0]):
        line, column, color = tiles[row, LINE], tiles[row, COLUMN], tiles[row, COLOR]
        code = line_refusal(state, seat, color, line)
        if code != LEGAL:
            return row, code, points
        state.line_color[seat, line] = color
        state.line_count[seat, line] = rules.capacity[line]
        if column > 0:
            code = column_refusal(state, rules, seat, line, column)
        elif has_space(state, rules, seat, line) == 1:
            code = TILING_ILLEGAL
        if code != LEGAL:
            return row, code, points
        if scored == 0:
            put_on_wall(state, rules, seat, line, column, color)
            clear_line(state, rules, seat, line)
        elif column == 0:
            drop_line(state, rules, seat, line)
        else:
            tile(state, rules, seat, line, column)
            tiles[row, HORIZONTAL] = state.horizontal
            tiles[row, VERTICAL] = state.vertical
            tiles[row, MULTIPLIER] = state.multiplier
            tiles[row, POINTS] = state.points
            points += state.points
    return -1, LEGAL, points


@entry
def put_floor(states, rulesets, seat, tiles, marker):
    """Tiles, and perhaps the marker before them, fall to a seat's floor."""
    state, rules = states[0], rulesets[0]
    if marker == 1:
        take_marker(state, rules, seat)
    drop(state, rules, seat, 0, tiles)  # which color makes no difference to points


@entry
def add_floor(states, rulesets, seat, tile_points):
    """Scores a seat's round: (spaces occupied, what they cost, what the score really lost)."""
    state, rules = states[0], rulesets[0]
    spaces = state.floor_spaces[seat]
    score_floor(state, rules, seat, tile_points)
    return spaces, state.nominal_points, state.points


@entry
def finish(states, rulesets, bonuses, written, places):
    """Ends the round, adds all bonuses (rows as in blocks.py, counted in `written`) and ranks the seats.

    Returns how the rules end the game here (engine.GOES_ON: not yet).
    """
    state, rules = states[0], rulesets[0]
    end = end_round(state, rules)
    for seat in range(state.players):
        state.score[seat] += write_bonuses(state, rules, seat, bonuses, written)
    for seat in range(state.players):
        places[seat] = place(state, rules, seat)
    return end
