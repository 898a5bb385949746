"""The policy `greedy`: the points that a draft brings when this round is tiled, less what it costs on the floor."""

from __future__ import annotations

from azul_analytics.rules.compiled import inner, part
from azul_analytics.rules.engine import (
    LEGAL,
    color_is_full,
    column_is_full,
    column_refusal,
    line_is_full,
    placement_points,
    runs,
    set_is_full,
    space_refusal,
)
from azul_analytics.rules.state import ALL_1, count, lowest, most_of, of_color
from azul_analytics.simulate.chance import below, one_of

# The worth of a draft or of a column is counted in parts of a point.
_POINT = 60
_THIRD = 20
_BLOCKED = 2 * _POINT  # a line that loses its last column for a color
_LEAST = -(2**40)
_FLOOR = -1  # in place of a tile's points: a full line is worth a point more than its tile
NO_COLUMN = -(2**40)  # in place of points, where no column takes a color


@inner
def _columns(rules, line, color):
    """The first and the last column of a line that the wall's pattern leaves to a color."""
    fixed = rules.fixed_column[line, color]
    return (fixed, fixed) if fixed > 0 else (1, rules.colors)


@part
def open_columns(state, rules, seat, color, line):
    """Columns that would take a color from a line, a bit each."""
    first, last = _columns(rules, line, color)
    columns = 0
    for column in range(first, last + 1):
        if space_refusal(state, rules, seat, color, line, column) == LEGAL:
            columns |= 1 << column
    return columns


@part
def gain(state, rules, seat, color, line, column):
    """Points of a tile put on the wall as it stands, with the bonuses that it completes."""
    size = rules.colors
    space = (line - 1) * size + column - 1
    wall = state.wall[seat]
    horizontal, vertical = runs(wall, rules, line, column)
    points = placement_points(horizontal, vertical, rules.multiplier[line, column])
    for number in range(rules.bonus_sets):
        if (rules.set_spaces[number] >> space) & 1:
            points += rules.set_points[number] * set_is_full(wall | 1 << space, rules, number)
    wall |= 1 << space
    points += rules.line_bonus * line_is_full(wall, rules, line)
    points += rules.column_bonus * column_is_full(wall, rules, column)
    return points + rules.color_bonus * color_is_full(state.wall_tiles[seat] + of_color(1, color), size, color)


@inner
def _best_gain(state, rules, seat, color, line):
    """Points of a color in the best column of a line, NO_COLUMN if none would take it."""
    first, last = _columns(rules, line, color)
    most = NO_COLUMN
    for column in range(first, last + 1):
        if space_refusal(state, rules, seat, color, line, column) == LEGAL:
            points = gain(state, rules, seat, color, line, column)
            most = points if points > most else most
    return most


@part
def look_at_walls(state, rules, mind):
    """Works out `mind.gains` where lines are open, which hold as long as the walls do: for a round's drafts."""
    for seat in range(state.players):
        drafts = state.open_lines[seat]
        while drafts > 0:
            color, line = lowest(drafts) >> 3, lowest(drafts) & 7
            drafts &= drafts - 1
            points = _FLOOR
            if line > 0:
                points = _best_gain(state, rules, seat, color, line)
            mind.gains[seat, line, color] = points


@inner
def _worth_on_line(state, rules, seat, tiles, line, points):
    """What `tiles` bring on a line whose tile brings `points`, and how many fall. The floor is a line without room.

    A completed line is worth them and a point more; a begun one a third of its filled share of them, less a
    third of a point for each space left. Tiles of a line that no column takes will fall to the floor once it
    is full, and until then keep others from it.
    """
    capacity = rules.capacity[line]
    left = capacity - state.line_count[seat, line] - tiles
    share = (2 * _THIRD * points * (capacity - left) + 1) * rules.inverse[line] >> 33  # rounded down
    begun, completed, fallen = share, _POINT * (points + 1), -left
    if points == NO_COLUMN:
        begun, completed, fallen = -_POINT, -_POINT, capacity - left
    begun -= _THIRD * left
    return begun if left > 0 else completed, 0 if left > 0 else fallen


@inner
def _look_at_sources(state, rules):
    """All packed: the most tiles of a color on one source, 1 for the colors that there are, and which sources hold
    each, a bit a source, from 0 and from 8 on."""
    most, held, near, far = 0, 0, 0, 0
    for source in range(rules.factories[state.players] + 1):
        tiles = state.sources[source]
        colors = ((tiles + 127 * ALL_1) >> 7) & ALL_1
        most = most_of(most, tiles)
        held |= colors
        if source < 8:
            near |= colors << source
        else:
            far |= colors << (source - 8)
    return most, held, near, far


@part
def choose_greedy_draft(state, rules, mind, streams):
    """(source, color, line) of the highest worth; one lot among equals, in the order of colors, lines and sources."""
    seat = state.seat
    most, held, near, far = _look_at_sources(state, rules)
    drafts = state.open_lines[seat] & held * 255
    spaces = state.floor_spaces[seat]
    cost = rules.floor_points[spaces]
    best, equals = _LEAST, 0
    while drafts > 0:
        color, line = lowest(drafts) >> 3, lowest(drafts) & 7
        drafts &= drafts - 1
        points = mind.gains[seat, line, color]
        at_most, _ = _worth_on_line(state, rules, seat, count(most, color), line, points if points > _FLOOR else _FLOOR)
        if at_most + _POINT * rules.floor_gain < best:
            continue
        sources = count(near, color) | count(far, color) << 8
        while sources > 0:
            source = lowest(sources)
            sources &= sources - 1
            worth, fallen = _worth_on_line(state, rules, seat, count(state.sources[source], color), line, points)
            marker = state.marker_in_center if source == 0 else 0
            fallen += spaces + rules.marker_space * marker
            fallen = fallen if fallen < rules.floor_size else rules.floor_size
            worth += _POINT * (rules.floor_points[fallen] - cost + rules.marker_points * marker)
            # without branches, which the processor would often guess wrong
            equals = equals if worth <= best else 0
            mind.equals[equals] = source << 6 | color << 3 | line
            equals += 1 if worth >= best else 0
            best = worth if worth > best else best
    chosen = mind.equals[below(streams, seat, equals) if equals > 1 else 0]
    return chosen >> 6, (chosen >> 3) & 7, chosen & 7


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
    """The legal column of the highest worth for a complete line, one lot among equals; 0 if there is none."""
    columns, best = 0, _LEAST
    for column in range(1, rules.colors + 1):
        if column_refusal(state, rules, seat, line, column) != LEGAL:
            continue
        worth = _column_worth(state, rules, seat, line, column)
        if worth > best:
            best, columns = worth, 0
        if worth == best:
            columns |= 1 << column
    return one_of(streams, seat, columns)
