"""The policy `greedy`: the points that a draft brings when this round is tiled, less what it costs on the floor."""

from __future__ import annotations

from azul_analytics.rules.compiled import inner, part
from azul_analytics.rules.engine import (
    LEGAL,
    color_is_full,
    column_is_full,
    column_refusal,
    line_is_full,
    line_refusal,
    placement_points,
    runs,
    set_is_full,
)
from azul_analytics.rules.state import count, of_color
from azul_analytics.simulate.chance import below
from azul_analytics.simulate.packed import sources_of

# The worth of a draft or of a column is counted in parts of a point.
_POINT = 60
_THIRD = 20
_BLOCKED = 2 * _POINT  # a line that loses its last column for a color
_LEAST = -(2**40)
NO_COLUMN = -(2**40)  # in place of points, where no column takes a color


@part
def open_columns(state, rules, seat, color, line):
    """Columns that would take a color from a line, a bit each; the engine is asked as if the line were full of it."""
    fixed = rules.fixed_column[line, color]
    first, last = (fixed, fixed) if fixed > 0 else (1, rules.colors)
    held_color, held = state.line_color[seat, line], state.line_count[seat, line]
    state.line_color[seat, line] = color
    state.line_count[seat, line] = rules.capacity[line]
    columns = 0
    for column in range(first, last + 1):
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
    horizontal, vertical = runs(wall, size, line, column)
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
    """Points of a color in the best column of a line, NO_COLUMN if none would take it."""
    most = NO_COLUMN
    columns = open_columns(state, rules, seat, color, line)
    for column in range(1, rules.colors + 1):
        if (columns >> column) & 1:
            points = gain(state, rules, seat, color, line, column)
            most = points if points > most else most
    return most


@part
def look_at_walls(state, rules, mind):
    """Works out `mind.gains`, which hold as long as the walls stay as they are: for a round's drafts."""
    for seat in range(state.players):
        for line in range(1, rules.colors + 1):
            for color in range(rules.colors):
                if (state.wall_line_colors[seat, line] >> color) & 1 == 0:
                    mind.gains[seat, line, color] = _best_gain(state, rules, seat, color, line)


@inner
def worth_on_line(state, rules, seat, tiles, line, points):
    """What `tiles` bring on a line (not the floor) whose tile brings `points`, and how many fall.

    A completed line is worth them and a point more; a begun one a third of its filled share of them, less a
    third of a point for each space left. Tiles of a line that no column takes will fall to the floor once it
    is full, and until then keep others from it.
    """
    capacity = rules.capacity[line]
    room = capacity - state.line_count[seat, line]
    left = room - tiles
    if left > 0:
        if points == NO_COLUMN:
            return -_POINT - _THIRD * left, 0
        return _THIRD * points * (capacity - left) // capacity - _THIRD * left, 0
    if points == NO_COLUMN:
        return -_POINT, capacity - left
    return _POINT * (points + 1), -left


@inner
def worth_on_floor(state, rules, seat, source, fallen):
    """What it costs that so many tiles fall to the floor, and the marker with them if it lies in the source."""
    worth = 0
    if source == 0 and state.marker_in_center == 1:
        fallen += rules.marker_space
        worth = _POINT * rules.marker_points
    spaces = state.floor_spaces[seat]
    after = spaces + fallen if spaces + fallen < rules.floor_size else rules.floor_size
    return worth + _POINT * (rules.floor_points[after] - rules.floor_points[spaces])


@part
def choose_greedy_draft(state, rules, mind, streams):
    """(source, color, line) of the highest worth, by lot among equals."""
    seat = state.seat
    best, equal = _LEAST, 1
    chosen = 0, 0, 0
    for color in range(rules.colors):
        sources, holding = sources_of(state, rules, color)
        if holding == 0:
            continue
        for line in range(rules.colors + 1):
            if line_refusal(state, rules, seat, color, line) != LEGAL:
                continue
            for number in range(holding):
                source = (sources >> (4 * number)) & 15
                tiles = count(state.sources[source], color)
                worth, fallen = 0, tiles
                if line > 0:
                    worth, fallen = worth_on_line(state, rules, seat, tiles, line, mind.gains[seat, line, color])
                worth += worth_on_floor(state, rules, seat, source, fallen)
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
