"""What the end of a round is worth: features of every seat, and a fitted weight for each in each round."""

from __future__ import annotations

from azul_analytics.rules.compiled import inner, part
from azul_analytics.rules.engine import GOES_ON, bonus_points, place, placement_points, runs
from azul_analytics.rules.ruleset import MAX_COLORS
from azul_analytics.rules.state import bits, count, total
from azul_analytics.simulate.mind import FEATURES, PHASES

MISSING = 3  # lines, columns and colors are told apart by how many tiles they lack on the wall, up to so many
NEAR, FAR = 5.0, 10.0  # columns and colors that need fewer tiles than that from factories are thought within reach
_SCARCE = 2.0  # a needed tile beyond what a seat may expect of the next deal counts so many more
(SCORE, BONUSES, FIRST, TILES, SETS, OPEN, BEST, BEGUN, EMPTY, FILLING) = range(10)
LINES = 10  # each behind it: lacking 1, 2, 3 tiles
COLUMNS = LINES + MISSING
COLORS = COLUMNS + MISSING
COLUMNS_NEAR = COLORS + MISSING
COLUMNS_FAR, COLORS_NEAR, COLORS_FAR = range(COLUMNS_NEAR + 1, COLUMNS_NEAR + 4)
HELD = COLORS_FAR + 1  # the filled share of pattern line 1, 2, ...
assert HELD + MAX_COLORS == FEATURES


@part
def _expect_deal(state, rules, mind):
    """Writes `mind.supply`: a seat's even part of each color in the next deal, as bag and lid let expect."""
    factories = rules.factories[state.players]
    tiles = factories * rules.tiles_per_factory
    in_bag, in_lid = total(state.bag), total(state.lid)
    from_bag = min(tiles, in_bag)
    from_lid = min(tiles - from_bag, in_lid)
    for color in range(rules.colors):
        expected = 0.0
        if from_bag > 0:
            expected += from_bag * count(state.bag, color) / in_bag
        if from_lid > 0:
            expected += from_lid * count(state.lid, color) / in_lid
        mind.supply[color] = expected / state.players


@inner
def _need(mind, color, tiles):
    """What it takes to get so many tiles of a color (-1: any)."""
    return tiles if color < 0 else tiles + _SCARCE * max(0.0, tiles - mind.supply[color])


@inner
def _points_at(wall, rules, line, column):
    """Points of a tile put on a free space of a wall as it stands."""
    horizontal, vertical = runs(wall, rules, line, column)
    return placement_points(horizontal, vertical, rules.multiplier[line, column])


@part
def _write_lines(state, rules, seat, mind):
    """Writes what a seat's lines hold, what tiles on the free spaces of the wall would bring, and what these need."""
    size = rules.colors
    wall = state.wall[seat]
    for line in range(1, size + 1):
        held, color, capacity = state.line_count[seat, line], state.line_color[seat, line], rules.capacity[line]
        share = held / capacity
        mind.features[seat, HELD + line - 1] = share
        if held == 0:
            mind.features[seat, EMPTY] += 1.0
        else:
            mind.features[seat, FILLING] += min(1.0, mind.supply[color] / (capacity - held))
        best, own, missing = 0, 0, 0
        for column in range(1, size + 1):
            if (wall >> ((line - 1) * size + column - 1)) & 1:
                continue
            missing += 1
            points = _points_at(wall, rules, line, column)
            mind.features[seat, OPEN] += 0.1 * points
            best = max(best, points)
            printed = rules.wall_color[line, column]
            fits = held > 0 and (printed < 0 or printed == color)
            if fits and (state.wall_column_colors[seat, column] >> color) & 1 == 0:
                mind.needs[column] += _need(mind, color, 1.0 * (capacity - held))
                if rules.fixed_column[line, color] == column:
                    own = points
            else:
                mind.needs[column] += _need(mind, printed, 1.0 * capacity)
        mind.features[seat, BEST] += 0.1 * best
        mind.features[seat, BEGUN] += 0.1 * share * (own if own > 0 else best)
        if 0 < missing <= MISSING:
            mind.features[seat, LINES + missing - 1] += 1.0


@part
def _write_reach(state, rules, seat, mind):
    """Writes which columns (by `mind.needs`) and colors a seat may still complete."""
    size = rules.colors
    wall = state.wall[seat]
    columns = 0
    for line in range(size):
        for column in range(size):
            columns += ((wall >> (line * size + column)) & 1) << (8 * column)
    for number in range(size):
        missing = size - count(columns, number)
        if 0 < missing <= MISSING:
            mind.features[seat, COLUMNS + missing - 1] += 1.0
        if missing > 0:
            mind.features[seat, COLUMNS_NEAR] += max(0.0, 1.0 - mind.needs[number + 1] / NEAR)
            mind.features[seat, COLUMNS_FAR] += max(0.0, 1.0 - mind.needs[number + 1] / FAR)
        missing = size - count(state.wall_tiles[seat], number)
        if 0 < missing <= MISSING:
            mind.features[seat, COLORS + missing - 1] += 1.0
        if missing > 0:
            need = 0.0
            for line in range(1, size + 1):
                if (state.wall_line_colors[seat, line] >> number) & 1 == 0:
                    held = state.line_count[seat, line] if state.line_color[seat, line] == number else 0
                    need += _need(mind, number, 1.0 * (rules.capacity[line] - held))
            mind.features[seat, COLORS_NEAR] += max(0.0, 1.0 - need / NEAR)
            mind.features[seat, COLORS_FAR] += max(0.0, 1.0 - need / FAR)


@part
def write_features(state, rules, mind):
    """Writes every seat's features at the end of a round: `mind.features`."""
    _expect_deal(state, rules, mind)
    for seat in range(state.players):
        for number in range(FEATURES):
            mind.features[seat, number] = 0.0
        for column in range(1, rules.colors + 1):
            mind.needs[column] = 0.0
        _write_lines(state, rules, seat, mind)
        _write_reach(state, rules, seat, mind)
        for number in range(rules.bonus_sets):
            spaces = rules.set_spaces[number]
            there, needed = bits(state.wall[seat] & spaces), bits(spaces)
            if there < needed:
                mind.features[seat, SETS] += rules.set_points[number] * (there * there) / (10.0 * needed * needed)
        mind.features[seat, SCORE] = state.score[seat] / 10.0
        mind.features[seat, BONUSES] = bonus_points(state, rules, seat) / 10.0
        mind.features[seat, FIRST] = 1.0 if state.first_seat == seat else 0.0
        mind.features[seat, TILES] = 1.0 * bits(state.wall[seat])


@inner
def growth(power):
    """About e to the power: (1 + power/1024)**1024, from products alone and so the same on every machine."""
    power = 1.0 + min(max(power, -500.0), 500.0) / 1024
    for _ in range(10):
        power *= power
    return power


@part
def write_shares(state, rules, policy, mind):
    """Writes what each seat may expect of the win at the end of a round, in sum 1: `mind.shares`.

    By the weights of a policy; a game that has ended has been won.
    """
    everything = 0.0
    if state.end != GOES_ON:
        for seat in range(state.players):
            state.score[seat] += bonus_points(state, rules, seat)
        for seat in range(state.players):
            mind.shares[seat] = 1.0 if place(state, rules, seat) == 1 else 0.0
            everything += mind.shares[seat]
    else:
        phase = min(state.round_number, PHASES) - 1
        most = 0.0
        write_features(state, rules, mind)
        for seat in range(state.players):
            value = 0.0
            for number in range(FEATURES):
                value += mind.weights[policy, phase, number] * mind.features[seat, number]
            mind.shares[seat] = value
            most = value if seat == 0 or value > most else most
        for seat in range(state.players):
            mind.shares[seat] = growth(mind.shares[seat] - most)
            everything += mind.shares[seat]
    for seat in range(state.players):
        mind.shares[seat] /= everything


@part
def note_features(state, rules, mind, moments, game):
    """Writes all seats' features at the end of a round, if the game goes on, to float64 [game, round, seat, feature];
    those of games and rounds that `moments` has no room for are left out."""
    if state.end != GOES_ON or game >= moments.shape[0] or state.round_number > moments.shape[1]:
        return
    write_features(state, rules, mind)
    for seat in range(state.players):
        for number in range(FEATURES):
            moments[game, state.round_number - 1, seat, number] = mind.features[seat, number]


@part
def note_nothing(state, rules, mind, moments, game):
    """`note_features` where no value is fitted."""
