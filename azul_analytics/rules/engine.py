"""The rules: which acts are legal, and what each does to the state.

Each act has its `*_refusal`, which is 0 where the act is legal and else a refusal code, and the act itself,
which assumes that it is. Chance and choice are arguments: what was dealt, the column of a free wall.
Nothing else in the package decides what is legal. What an act did stands in the state (`state.points`, ...).
"""

from __future__ import annotations

from azul_analytics.rules.compiled import inner, part
from azul_analytics.rules.ruleset import CLAMPS, NEXT_FIRST, TIE_BREAKS
from azul_analytics.rules.state import ALL_1, all_colors, bits, count, lowest, of_color, total

# Refusal codes; their names in logs and tables are in rules/trace.py.
LEGAL = 0
ROUND_OVER = 1
EMPTY_SOURCE = 2
LINE_COLOR = 3
LINE_FULL = 4
WALL_COLOR = 5
DEAL_FACTORIES = 6
DEAL_TILES = 7
TILING_ILLEGAL = 8

_ALL_127 = 127 * ALL_1
_EVEN_BITS, _EVEN_PAIRS, _LOW_HALVES = 0x55 * ALL_1, 0x33 * ALL_1, 0x0F * ALL_1
_TO_LANES = 0x02040810204081  # times bits 0 to 6, and only the lowest of each lane kept: a bit a color, packed

# Ends of a game
GOES_ON = 0
BY_LINE = 1
BY_ROUNDS = 2
EXHAUSTED = 3

# Choices of a ruleset
_FIRST_BY_MARKER, _FIRST_SAME, _FIRST_AFTER_LAST, _FIRST_ROTATES = range(len(NEXT_FIRST))
_CLAMP_ROUND, _CLAMP_FLOOR_FIRST, _CLAMP_NEVER = range(len(CLAMPS))
_BY_LINES, _BY_COLUMNS, _BY_COLORS, _BY_TILES = range(len(TIE_BREAKS))

MOST_SCORE = 25_000  # a score before bonuses goes no further up or down: the tables hold no more than 32,767


# --- deal -----------------------------------------------------------------------------------------


@inner
def deal_refusal(state, rules):
    """Whether `state.dealt` (packed, [1..factories]) can be what bag and lid gave.

    Factories are filled in order. The lid goes into the bag only when a tile is needed and the bag is
    empty, also in the middle of a factory: up to that tile all are old ones, after it no old one is left.
    """
    factories = rules.factories[state.players]
    in_bag = total(state.bag)
    left = in_bag + total(state.lid)
    for factory in range(1, factories + 1):
        tiles = total(state.dealt[factory])
        if tiles > rules.tiles_per_factory or (tiles < rules.tiles_per_factory and tiles < left):
            return DEAL_FACTORIES
        left -= tiles
    dealt = 0
    for factory in range(1, factories + 1):
        dealt += state.dealt[factory]
        needs_lid = total(dealt) > in_bag
        for color in range(rules.colors):
            tiles, old = count(dealt, color), count(state.bag, color)
            if needs_lid:
                if tiles < old or tiles > old + count(state.lid, color):
                    return DEAL_TILES
            elif tiles > old:
                return DEAL_TILES
    return LEGAL


@inner
def deal(state, rules):
    """Puts `state.dealt` on the factories and the marker into the center; a round begins."""
    dealt = 0
    state.sources[0] = 0
    for factory in range(1, rules.factories[state.players] + 1):
        state.sources[factory] = state.dealt[factory]
        dealt += state.dealt[factory]
    state.tiles_left = total(dealt)
    state.refilled = 0
    if state.tiles_left > total(state.bag):
        state.refilled = 1
        state.bag += state.lid
        state.lid = 0
    state.bag -= dealt
    state.marker_in_center = rules.marker_used
    state.marker_seat = -1
    state.round_number += 1
    state.turn_in_round = 0
    state.seat = state.first_seat


# --- draft ----------------------------------------------------------------------------------------


@inner
def open_line(state, rules, seat, line):
    """Notes in `state.open_lines` which colors a line takes, after what it or the wall beside it holds has changed:
    an empty line those that the wall lacks there, a begun one its own, a full one none."""
    tiles = state.line_count[seat, line]
    colors = 0
    if tiles == 0:
        colors = all_colors(rules) & ~(state.wall_line_colors[seat, line] * _TO_LANES)
    elif tiles < rules.capacity[line]:
        colors = of_color(1, state.line_color[seat, line])
    state.open_lines[seat] = (state.open_lines[seat] & ~(ALL_1 << line)) | colors << line


@inner
def line_refusal(state, seat, color, line):
    """Whether tiles of `color` may go to a line of `seat` (0: the floor, which takes all)."""
    if (state.open_lines[seat] >> (8 * color + line)) & 1:
        return LEGAL
    holds = state.line_color[seat, line]
    if holds < 0:
        return WALL_COLOR
    return LINE_FULL if holds == color else LINE_COLOR


@inner
def refusal(state, rules, source, color, line):
    """Whether the seat to move may draft `color` from `source` to `line` (0: the floor)."""
    if state.tiles_left == 0:
        return ROUND_OVER
    if source > rules.factories[state.players] or count(state.sources[source], color) == 0:
        return EMPTY_SOURCE
    return line_refusal(state, state.seat, color, line)


@inner
def destinations(state, seat):
    """How many lines of a seat take each color, the floor with them, packed."""
    lines = state.open_lines[seat]
    lines -= (lines >> 1) & _EVEN_BITS
    lines = (lines & _EVEN_PAIRS) + ((lines >> 2) & _EVEN_PAIRS)
    return (lines + (lines >> 4)) & _LOW_HALVES


@inner
def lines_open(state, seat, color):
    """Lines of a seat that take a color."""
    return count(destinations(state, seat), color) - 1


@inner
def holding(state, rules):
    """How many sources hold each color, packed: adding 127 sets a color's top bit if it has a tile."""
    sources = 0
    for source in range(rules.factories[state.players] + 1):
        sources += ((state.sources[source] + _ALL_127) >> 7) & ALL_1
    return sources


@inner
def legal_drafts(state, rules):
    """Number of drafts that `refusal` allows."""
    sources, lines = holding(state, rules), destinations(state, state.seat)
    drafts = 0
    for color in range(rules.colors):
        drafts += count(sources, color) * count(lines, color)
    return drafts


@inner
def drop(state, rules, seat, color, tiles):
    """Tiles fall to a seat's floor, and to the lid when it is full. Returns how many stay on the floor."""
    room = rules.floor_size - state.floor_spaces[seat]
    on_floor = tiles if tiles < room else room
    state.floor_spaces[seat] += on_floor
    state.floor_tiles[seat] += of_color(on_floor, color)
    state.lid += of_color(tiles - on_floor, color)
    return on_floor


@inner
def take_marker(state, rules, seat):
    """A seat takes the marker: before its tiles; on a full floor it takes no space and costs nothing."""
    state.marker_in_center = 0
    state.marker_seat = seat
    if state.floor_spaces[seat] < rules.floor_size:
        state.floor_spaces[seat] += rules.marker_space


@inner
def draft(state, rules, source, color, line):
    """The seat to move takes all tiles of a color from a source; the next seat is to move."""
    seat = state.seat
    tiles = count(state.sources[source], color)
    rest = state.sources[source] - of_color(tiles, color)
    state.sources[source] = 0
    state.sources[0] += rest
    state.tiles_left -= tiles
    state.took_marker = 0
    if source == 0 and state.marker_in_center == 1:
        take_marker(state, rules, seat)
        state.took_marker = 1
    state.turn += 1
    state.turn_in_round += 1
    on_line = 0
    state.completed_line = 0
    if line > 0:
        room = rules.capacity[line] - state.line_count[seat, line]
        on_line = tiles if tiles < room else room
        state.line_color[seat, line] = color
        state.line_count[seat, line] += on_line
        state.line_turn[seat, line] = state.turn
        open_line(state, rules, seat, line)
        if state.line_count[seat, line] == rules.capacity[line]:
            state.completed_line = 1
    state.tiles = tiles
    state.tiles_on_line = on_line
    state.tiles_on_floor = drop(state, rules, seat, color, tiles - on_line)
    state.tiles_to_lid = tiles - on_line - state.tiles_on_floor
    state.seat = seat + 1 if seat + 1 < state.players else 0


# --- tiling and floor -----------------------------------------------------------------------------


@inner
def line_complete(state, rules, seat, line):
    """1 if the pattern line is full."""
    return 1 if state.line_count[seat, line] == rules.capacity[line] else 0


@inner
def space_refusal(state, rules, seat, color, line, column):
    """Whether a tile of a color may be put on a space of a seat's wall."""
    if (state.wall[seat] >> ((line - 1) * rules.colors + column - 1)) & 1:
        return TILING_ILLEGAL
    printed = rules.wall_color[line, column]
    if printed >= 0 and printed != color:
        return TILING_ILLEGAL
    if (state.wall_column_colors[seat, column] >> color) & 1:
        return TILING_ILLEGAL
    return LEGAL


@inner
def column_refusal(state, rules, seat, line, column):
    """Whether the color of a line may go to a column of the wall."""
    if line_complete(state, rules, seat, line) == 0:
        return TILING_ILLEGAL
    return space_refusal(state, rules, seat, state.line_color[seat, line], line, column)


@inner
def has_space(state, rules, seat, line):
    """1 if the color of a complete line has a column to go to."""
    for column in range(1, rules.colors + 1):
        if column_refusal(state, rules, seat, line, column) == LEGAL:
            return 1
    return 0


@inner
def in_line(wall, rules, line):
    """Tiles of a line of a wall, a bit a column."""
    return (wall >> ((line - 1) * rules.colors)) & ((1 << rules.colors) - 1)


@inner
def in_column(wall, rules, column):
    """Tiles of a column of a wall, a bit a line: the product shifts each to its place beside the others."""
    size = rules.colors
    return ((((wall >> (column - 1)) & rules.first_column) * rules.to_line) >> (size - 1) ** 2) & ((1 << size) - 1)


@inner
def run_length(tiles, place):
    """Length of the run of a tile put on a place (from 0) of a row that has at most seven, itself included.

    It ends at the first free place above; the places up to the first free one below have as many bits.
    """
    free = ~tiles & ((1 << place) - 1)
    free |= free >> 1
    free |= free >> 2
    free |= free >> 4
    return 1 + lowest(~(tiles >> (place + 1))) + place - bits(free)


@inner
def runs(wall, rules, line, column):
    """Lengths of the horizontal and the vertical run of a tile put on a space of a wall, itself included."""
    horizontal = run_length(in_line(wall, rules, line), column - 1)
    return horizontal, run_length(in_column(wall, rules, column), line - 1)


@inner
def placement_points(horizontal, vertical, multiplier):
    """Points of a tile from its runs: a run of one counts nothing, a tile alone scores one."""
    points = 0
    if horizontal > 1:
        points += horizontal
    if vertical > 1:
        points += vertical
    return (points if points > 0 else 1) * multiplier


@inner
def put_on_wall(state, rules, seat, line, column, color):
    """A tile lies on the wall, and its line and column take its color no more where it must be unique."""
    state.wall[seat] |= 1 << ((line - 1) * rules.colors + column - 1)
    state.wall_line_colors[seat, line] |= rules.unique_in_line << color
    state.wall_column_colors[seat, column] |= rules.unique_in_column << color
    state.wall_tiles[seat] += of_color(1, color)


@inner
def clear_line(state, rules, seat, line):
    """A pattern line is empty, and takes what the wall beside it lacks."""
    state.line_color[seat, line] = -1
    state.line_count[seat, line] = 0
    open_line(state, rules, seat, line)


@inner
def tile(state, rules, seat, line, column):
    """Moves one tile of a complete line to a column of the wall and scores it; the rest goes to the lid."""
    color = state.line_color[seat, line]
    state.horizontal, state.vertical = runs(state.wall[seat], rules, line, column)
    state.multiplier = rules.multiplier[line, column]
    state.points = placement_points(state.horizontal, state.vertical, state.multiplier)
    put_on_wall(state, rules, seat, line, column, color)
    state.lid += of_color(rules.capacity[line] - 1, color)
    clear_line(state, rules, seat, line)


@inner
def drop_line(state, rules, seat, line):
    """All tiles of a complete line without a space on the wall fall to the floor; nothing is scored."""
    drop(state, rules, seat, state.line_color[seat, line], state.line_count[seat, line])
    clear_line(state, rules, seat, line)
    state.points = 0


@inner
def floor_cost(state, rules, seat):
    """Points of what lies on a seat's floor, and of the marker where it costs points of its own."""
    points = rules.floor_points[state.floor_spaces[seat]]
    if state.marker_seat == seat:
        points += rules.marker_points
    return points


@inner
def score_floor(state, rules, seat, tile_points):
    """Adds a round's tile points and floor points to a seat's score, as the ruleset clamps it; clears the floor.

    `state.nominal_points` is what spaces and marker cost, `state.points` what the score really lost.
    """
    before = state.score[seat] + tile_points
    state.nominal_points = floor_cost(state, rules, seat)
    after = before + state.nominal_points
    least = -MOST_SCORE
    if rules.score_clamp == _CLAMP_ROUND:
        least = 0
    elif rules.score_clamp == _CLAMP_FLOOR_FIRST:
        least = tile_points
    after = after if after > least else least
    state.score[seat] = after if after < MOST_SCORE else MOST_SCORE
    state.points = state.score[seat] - before
    state.lid += state.floor_tiles[seat]
    state.floor_tiles[seat] = 0
    state.floor_spaces[seat] = 0


# --- end ------------------------------------------------------------------------------------------


@inner
def line_is_full(wall, rules, line):
    """1 if a horizontal line of a wall is full."""
    return 1 if in_line(wall, rules, line) == (1 << rules.colors) - 1 else 0


@inner
def column_is_full(wall, rules, column):
    """1 if a column of a wall is full."""
    return 1 if (wall >> (column - 1)) & rules.first_column == rules.first_column else 0


@inner
def color_is_full(wall_tiles, size, color):
    """1 if a wall has as many tiles of a color as lines (`wall_tiles` is packed)."""
    return 1 if count(wall_tiles, color) >= size else 0


@inner
def complete_lines(state, rules, seat):
    """Full horizontal lines of a seat's wall."""
    lines = 0
    for line in range(1, rules.colors + 1):
        lines += line_is_full(state.wall[seat], rules, line)
    return lines


@inner
def set_is_full(wall, rules, number):
    """1 if a wall has a tile on every space of a ruleset's set (from 0)."""
    return 1 if wall & rules.set_spaces[number] == rules.set_spaces[number] else 0


@part
def bonus_points(state, rules, seat):
    """Bonuses for the full lines, columns, colors and sets of a seat's wall."""
    size = rules.colors
    points = complete_lines(state, rules, seat) * rules.line_bonus
    for number in range(size):
        points += column_is_full(state.wall[seat], rules, number + 1) * rules.column_bonus
        points += color_is_full(state.wall_tiles[seat], size, number) * rules.color_bonus
    for number in range(rules.bonus_sets):
        points += set_is_full(state.wall[seat], rules, number) * rules.set_points[number]
    return points


@inner
def end_round(state, rules):
    """Who starts next, and whether the game ends after this round (GOES_ON or how it ends)."""
    who = rules.next_first
    if who == _FIRST_BY_MARKER and state.marker_seat < 0:
        who = rules.no_marker
    if who == _FIRST_BY_MARKER:
        state.first_seat = state.marker_seat
    elif who == _FIRST_AFTER_LAST:
        state.first_seat = state.seat
    elif who == _FIRST_ROTATES:
        state.first_seat = state.first_seat + 1 if state.first_seat + 1 < state.players else 0
    if rules.end_complete_lines > 0:
        for seat in range(state.players):
            if complete_lines(state, rules, seat) >= rules.end_complete_lines:
                return BY_LINE
    if rules.end_rounds > 0 and state.round_number >= rules.end_rounds:
        return BY_ROUNDS
    if state.bag == 0 and state.lid == 0:
        return EXHAUSTED
    return GOES_ON


@part
def _tie_break(state, rules, seat, key):
    """How much of a tie-break key a seat has."""
    size = rules.colors
    if key == _BY_LINES:
        return complete_lines(state, rules, seat)
    if key == _BY_TILES:
        return total(state.wall_tiles[seat])
    much = 0
    for number in range(size):
        if key == _BY_COLUMNS:
            much += column_is_full(state.wall[seat], rules, number + 1)
        else:
            much += color_is_full(state.wall_tiles[seat], size, number)
    return much


@part
def _ranks_above(state, rules, seat, other):
    """1 if a seat beats another: by score, then by the ruleset's keys."""
    if state.score[seat] != state.score[other]:
        return 1 if state.score[seat] > state.score[other] else 0
    for number in range(rules.tie_breaks):
        key = rules.tie_break[number]
        one, two = _tie_break(state, rules, seat, key), _tie_break(state, rules, other, key)
        if one != two:
            return 1 if one > two else 0
    return 0


@part
def place(state, rules, seat):
    """Place of a seat, 1 the best; tied seats share one and the next is skipped."""
    better = 0
    for other in range(state.players):
        better += _ranks_above(state, rules, other, seat)
    return 1 + better
