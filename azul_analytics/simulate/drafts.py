"""What a draft is worth in points, by a formula made by hand: `careful` weighs it, `search` begins with it.

It is much like greedy's measure, but a tile also counts what it does for columns, colors and sets that it does not
complete.
"""

from __future__ import annotations

from azul_analytics.rules.compiled import inner, part
from azul_analytics.rules.engine import LEGAL, line_refusal
from azul_analytics.rules.state import count
from azul_analytics.simulate.greedy import NO_COLUMN, gain, open_columns
from azul_analytics.simulate.packed import sources_of

_LEAST = -1e9
_BEGUN = 0.33  # of a tile's points, for a line that is filled in part, times the filled share
_LEFT = 0.33  # points off for each space left
_PARKED = -1.0  # points of a line with tiles that no column takes


@inner
def _progress(bonus, tiles, size):
    """What one tile more is worth on the way to a bonus for `size` tiles: the square of the share grows."""
    return bonus * (2 * tiles + 1) / (size * size)


@part
def _hope(state, rules, seat, color, line, column):
    """Points of a tile in a column, and what it does for bonuses that it does not complete."""
    size = rules.colors
    space = (line - 1) * size + column - 1
    wall = state.wall[seat]
    hope = 1.0 * gain(state, rules, seat, color, line, column)
    in_column = 0
    for other in range(size):
        in_column += (wall >> (other * size + column - 1)) & 1
    if in_column < size - 1:
        hope += _progress(rules.column_bonus, in_column, size)
    in_color = count(state.wall_tiles[seat], color)
    if in_color < size - 1:
        hope += _progress(rules.color_bonus, in_color, size)
    for number in range(rules.bonus_sets):
        spaces = rules.set_spaces[number]
        if (spaces >> space) & 1:
            needed, there = 0, 0
            for other in range(size * size):
                needed += (spaces >> other) & 1
                there += ((spaces & wall) >> other) & 1
            if there < needed - 1:
                hope += _progress(rules.set_points[number], there, needed)
    return hope


@part
def hope_for_walls(state, rules, mind):
    """Works out `mind.hopes`, which hold as long as the walls stay as they are: for a round's drafts."""
    for seat in range(state.players):
        for line in range(1, rules.colors + 1):
            for color in range(rules.colors):
                most = 1.0 * NO_COLUMN
                if (state.wall_line_colors[seat, line] >> color) & 1 == 0:
                    columns = open_columns(state, rules, seat, color, line)
                    for column in range(1, rules.colors + 1):
                        if (columns >> column) & 1:
                            most = max(most, _hope(state, rules, seat, color, line, column))
                mind.hopes[seat, line, color] = most


@inner
def draft_worth(state, rules, mind, seat, source, color, line, tiles):
    """What a legal draft of `tiles` is worth to a seat, in points."""
    worth = 0.0
    fallen = tiles
    if line > 0:
        hope = mind.hopes[seat, line, color]
        capacity = rules.capacity[line]
        left = capacity - state.line_count[seat, line] - tiles
        fallen = 0 if left > 0 else -left
        if hope <= NO_COLUMN:
            worth = _PARKED - _LEFT * max(left, 0)
            if left <= 0:
                fallen += capacity
        elif left > 0:
            worth = _BEGUN * hope * (capacity - left) / capacity - _LEFT * left
        else:
            worth = hope
    if source == 0 and state.marker_in_center == 1:
        fallen += rules.marker_space
        worth += rules.marker_points
    spaces = state.floor_spaces[seat]
    after = min(spaces + fallen, rules.floor_size)
    return worth + rules.floor_points[after] - rules.floor_points[spaces]


@inner
def _seen_before(state, source):
    """Whether an earlier factory holds the same tiles: drafts from both come to the same."""
    other = 1
    while other < source and state.sources[other] != state.sources[source]:
        other += 1
    return other < source


@part
def list_drafts(state, rules, mind, tree, at):
    """Writes the legal drafts with their worth to a tree from `at` on, one of each that come to the same; returns
    where the next thought goes."""
    seat = state.seat
    for color in range(rules.colors):
        sources, holding = sources_of(state, rules, color)
        for number in range(holding):
            source = (sources >> (4 * number)) & 15
            if _seen_before(state, source):
                continue
            tiles = count(state.sources[source], color)
            for line in range(rules.colors + 1):
                if line_refusal(state, seat, color, line) == LEGAL:
                    thought = tree[at]
                    thought.source, thought.color, thought.line = source, color, line
                    thought.worth = draft_worth(state, rules, mind, seat, source, color, line, tiles)
                    at += 1
    return at


@part
def best_draft(state, rules, mind):
    """(source, color, line, worth) of the seat to move's draft that is worth most, the first of equals."""
    seat = state.seat
    best = _LEAST
    best_source, best_color, best_line = 0, 0, 0
    for color in range(rules.colors):
        sources, holding = sources_of(state, rules, color)
        if holding == 0:
            continue
        for line in range(rules.colors + 1):
            if line_refusal(state, seat, color, line) != LEGAL:
                continue
            for number in range(holding):
                source = (sources >> (4 * number)) & 15
                tiles = count(state.sources[source], color)
                worth = draft_worth(state, rules, mind, seat, source, color, line, tiles)
                if worth > best:
                    best = worth
                    best_source, best_color, best_line = source, color, line
    return best_source, best_color, best_line, best
