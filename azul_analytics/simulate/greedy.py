"""The policy `greedy`: the points that a draft brings when this round is tiled, less what it costs on the floor."""

from __future__ import annotations

from azul_analytics.rules.compiled import part
from azul_analytics.rules.engine import (
    LEGAL,
    color_is_full,
    column_is_full,
    column_refusal,
    line_is_full,
    line_refusal,
    placement_points,
    run_length,
    set_is_full,
)
from azul_analytics.rules.state import count, of_color
from azul_analytics.simulate.chance import below

# The worth of a draft or of a column is counted in parts of a point.
_POINT = 60
_THIRD = 20
_BLOCKED = 2 * _POINT  # a line that loses its last column for a color
_LEAST = -(2**40)


@part
def open_columns(state, rules, seat, color, line):
    """Columns that would take a color from a line, a bit each; the engine is asked as if the line were full of it."""
    held_color, held = state.line_color[seat, line], state.line_count[seat, line]
    state.line_color[seat, line] = color
    state.line_count[seat, line] = rules.capacity[line]
    columns = 0
    for column in range(1, rules.colors + 1):
        if column_refusal(state, rules, seat, line, column) == LEGAL:
            columns |= 1 << column
    state.line_color[seat, line] = held_color
    state.line_count[seat, line] = held
    return columns


@part
def gain(state, rules, seat, color, line, column):
    """Points of a tile put on the wall as it stands, with the bonuses that it completes."""
    size = rules.colors
    space = (line - 1) * size + column - 1
    wall = state.wall[seat]
    horizontal = 1 + run_length(wall, space, -1, column - 1) + run_length(wall, space, 1, size - column)
    vertical = 1 + run_length(wall, space, -size, line - 1) + run_length(wall, space, size, size - line)
    points = placement_points(horizontal, vertical, rules.multiplier[line, column])
    for number in range(rules.bonus_sets):
        if (rules.set_spaces[number] >> space) & 1:
            points += rules.set_points[number] * set_is_full(wall | 1 << space, rules, number)
    wall |= 1 << space
    points += rules.line_bonus * line_is_full(wall, size, line)
    points += rules.column_bonus * column_is_full(wall, size, column)
    return points + rules.color_bonus * color_is_full(state.wall_tiles[seat] + of_color(1, color), size, color)


@part
def _best_gain(state, rules, seat, color, line):
    """Points of a color in the best column of a line, _LEAST if no column would take it."""
    most = _LEAST
    columns = open_columns(state, rules, seat, color, line)
    for column in range(1, rules.colors + 1):
        if (columns >> column) & 1:
            points = gain(state, rules, seat, color, line, column)
            most = points if points > most else most
    return most


@part
def _worth(state, rules, seat, source, tiles, line, points):
    """What `tiles` from a source are worth on a line whose tile brings `points`.

    A completed line is worth them and a point more; a begun one a third of its filled share of them, less a
    third of a point for each space left. Tiles of a line that no column takes will fall to the floor once it
    is full, and until then keep others from it.
    """
    capacity = rules.capacity[line] if line > 0 else 0
    room = capacity - state.line_count[seat, line] if line > 0 else 0
    left = room - tiles if room > tiles else 0
    fallen = tiles - room + left
    worth = 0
    if line > 0 and points == _LEAST:
        worth -= _POINT + _THIRD * left
        if left == 0:
            fallen += capacity
    elif left > 0:
        worth += _THIRD * points * (capacity - left) // capacity - _THIRD * left
    elif line > 0:
        worth += _POINT * (points + 1)
    if source == 0 and state.marker_in_center == 1:
        fallen += rules.marker_space
        worth += _POINT * rules.marker_points
    spaces = state.floor_spaces[seat]
    after = spaces + fallen if spaces + fallen < rules.floor_size else rules.floor_size
    return worth + _POINT * (rules.floor_points[after] - rules.floor_points[spaces])


@part
def choose_greedy_draft(state, rules, streams):
    """(source, color, line) of the highest worth, by lot among equals."""
    seat = state.seat
    best, equal = _LEAST, 1
    chosen = 0, 0, 0
    for color in range(rules.colors):
        for line in range(rules.colors + 1):
            if line_refusal(state, rules, seat, color, line) != LEGAL:
                continue
            points = _best_gain(state, rules, seat, color, line) if line > 0 else _LEAST
            for source in range(rules.factories[state.players] + 1):
                tiles = count(state.sources[source], color)
                if tiles == 0:
                    continue
                worth = _worth(state, rules, seat, source, tiles, line, points)
                equal = equal + 1 if worth == best else 1
                if worth > best or (worth == best and below(streams, seat, equal) == 0):
                    best = worth
                    chosen = source, color, line
    return chosen


@part
def _is_last(state, rules, seat, color, line, column):
    """1 if a column is the only one left for a color that a line lacks."""
    if (state.wall_line_colors[seat, line] >> color) & 1:
        return 0
    return 1 if open_columns(state, rules, seat, color, line) == 1 << column else 0


@part
def _column_worth(state, rules, seat, line, column):
    """Points of a complete line's tile in a column, and what it helps and blocks: tiles that stand in the column
    already, other lines that lose their last column for this color, other colors that lose theirs in this line."""
    color = state.line_color[seat, line]
    worth = _POINT * gain(state, rules, seat, color, line, column)
    for other in range(1, rules.colors + 1):
        worth += (state.wall[seat] >> ((other - 1) * rules.colors + column - 1)) & 1
        if other != line:
            worth -= _BLOCKED * _is_last(state, rules, seat, color, other, column)
    for other in range(rules.colors):
        if other != color:
            worth -= _BLOCKED * _is_last(state, rules, seat, other, line, column)
    return worth


@part
def choose_greedy_column(state, rules, seat, line, streams):
    """The legal column of the highest worth for a complete line, by lot among equals; 0 if there is none."""
    chosen, best, equal = 0, _LEAST, 1
    for column in range(1, rules.colors + 1):
        if column_refusal(state, rules, seat, line, column) != LEGAL:
            continue
        worth = _column_worth(state, rules, seat, line, column)
        equal = equal + 1 if worth == best else 1
        if worth > best or (worth == best and below(streams, seat, equal) == 0):
            chosen, best = column, worth
    return chosen
