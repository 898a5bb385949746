"""What the end of a round is worth: features of every seat, and a fitted weight for each in each round."""

from __future__ import annotations

from azul_analytics.rules.compiled import inner, part
from azul_analytics.rules.engine import GOES_ON, bonus_points, place, placement_points, runs
from azul_analytics.rules.ruleset import MAX_COLORS
from azul_analytics.rules.state import bits, count
from azul_analytics.simulate.mind import FEATURES, PHASES

MISSING = 3  # lines, columns and colors are told apart by how many tiles they lack, up to so many
(SCORE, BONUSES, FIRST, TILES, BESIDE, ABOVE, SETS, OPEN, BEST, BEGUN) = range(10)
LINES = 10  # each behind it: lacking 1, 2, 3 tiles
COLUMNS = LINES + MISSING
COLORS = COLUMNS + MISSING
HELD = COLORS + MISSING  # the filled share of pattern line 1, 2, ...
assert HELD + MAX_COLORS == FEATURES


@inner
def _points_at(wall, rules, line, column):
    """Points of a tile put on a free space of a wall as it stands."""
    horizontal, vertical = runs(wall, rules, line, column)
    return placement_points(horizontal, vertical, rules.multiplier[line, column])


@part
def _write_lines(state, rules, seat, mind):
    """Writes what a seat's lines hold, and what tiles on the free spaces of the wall would bring."""
    size = rules.colors
    wall = state.wall[seat]
    for line in range(1, size + 1):
        held = state.line_count[seat, line]
        share = held / rules.capacity[line]
        mind.features[HELD + line - 1] = share
        best, own, missing = 0, 0, 0
        for column in range(1, size + 1):
            if (wall >> ((line - 1) * size + column - 1)) & 1:
                continue
            missing += 1
            points = _points_at(wall, rules, line, column)
            mind.features[OPEN] += 0.1 * points
            best = max(best, points)
            if held > 0 and rules.fixed_column[line, state.line_color[seat, line]] == column:
                own = points
        mind.features[BEST] += 0.1 * best
        mind.features[BEGUN] += 0.1 * share * (own if own > 0 else best)
        if 0 < missing <= MISSING:
            mind.features[LINES + missing - 1] += 1.0


@part
def write_features(state, rules, seat, mind):
    """Writes a seat's features at the end of a round: `mind.features`."""
    size = rules.colors
    wall = state.wall[seat]
    for number in range(FEATURES):
        mind.features[number] = 0.0
    _write_lines(state, rules, seat, mind)
    first_column, columns = 0, 0
    for line in range(size):
        first_column |= 1 << (line * size)
        for column in range(size):
            columns += ((wall >> (line * size + column)) & 1) << (8 * column)
    for number in range(size):
        missing = size - count(columns, number)
        if 0 < missing <= MISSING:
            mind.features[COLUMNS + missing - 1] += 1.0
        missing = size - count(state.wall_tiles[seat], number)
        if 0 < missing <= MISSING:
            mind.features[COLORS + missing - 1] += 1.0
    for number in range(rules.bonus_sets):
        spaces = rules.set_spaces[number]
        there, needed = bits(wall & spaces), bits(spaces)
        if there < needed:
            mind.features[SETS] += rules.set_points[number] * (there * there) / (10.0 * needed * needed)
    mind.features[SCORE] = state.score[seat] / 10.0
    mind.features[BONUSES] = bonus_points(state, rules, seat) / 10.0
    mind.features[FIRST] = 1.0 if state.first_seat == seat else 0.0
    mind.features[TILES] = 1.0 * bits(wall)
    mind.features[BESIDE] = 1.0 * bits(wall & (wall << 1 & ~first_column))
    mind.features[ABOVE] = 1.0 * bits(wall & wall << size)


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
        for seat in range(state.players):
            write_features(state, rules, seat, mind)
            value = 0.0
            for number in range(FEATURES):
                value += mind.weights[policy, phase, number] * mind.features[number]
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
    for seat in range(state.players):
        write_features(state, rules, seat, mind)
        for number in range(FEATURES):
            moments[game, state.round_number - 1, seat, number] = mind.features[number]


@part
def note_nothing(state, rules, mind, moments, game):
    """`note_features` where no value is fitted."""
