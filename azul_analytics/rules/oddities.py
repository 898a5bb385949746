"""What is allowed in a ruleset, but odd: too few tiles, walls, ends and bonuses out of reach, gains on the floor."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate

from azul_analytics.rules.ruleset import Ruleset, load_ruleset, ruleset_names

Space = tuple[int, int]  # line, column
_MOST_TRIES = 200_000  # colors tried on a wall before it is taken for one that can be completed


def oddities(ruleset: Ruleset) -> list[str]:
    """Each oddity as `key: what is odd`; empty for what ships."""
    return [
        *_of_name(ruleset),
        *_of_tiles(ruleset),
        *_of_wall_and_end(ruleset),
        *_of_turns(ruleset),
        *_of_floor(ruleset),
    ]


def _of_name(ruleset: Ruleset) -> Iterator[str]:
    if ruleset.name in ruleset_names() and load_ruleset(ruleset.name).hash != ruleset.hash:
        yield f"name: {ruleset.name} ships with other numbers; with a name of its own, nobody takes one for the other"


def _of_tiles(ruleset: Ruleset) -> Iterator[str]:
    there = sum(ruleset.tiles_per_color)
    for players, factories in sorted(ruleset.factories.items()):
        needed = factories * ruleset.tiles_per_factory
        if needed > there:
            yield (
                f"factories.{players}: {factories} factories of {ruleset.tiles_per_factory} take {needed} tiles, but "
                f"there are {there}; the first round is dealt short already"
            )
        elif needed < players:
            yield f"factories.{players}: {needed} tiles a round are fewer than seats; some draft nothing in a round"
    for color, tiles in zip(ruleset.colors, ruleset.tiles_per_color, strict=True):
        largest = max(ruleset.line_capacities)
        if tiles < largest:
            yield f"tiles_per_color: {tiles} {color} tiles never fill a line of {largest}"
        elif tiles < ruleset.size and ruleset.color_bonus:
            yield f"tiles_per_color: {tiles} {color} tiles are too few for the bonus of that color"


def _of_wall_and_end(ruleset: Ruleset) -> Iterator[str]:
    numbers = range(1, ruleset.size + 1)
    spaces = [(line, column) for line in numbers for column in numbers]
    never = [line for line in numbers if not _can_be_filled(ruleset, [space for space in spaces if space[0] == line])]
    if never:
        yield f"wall: no play completes line {', '.join(map(str, never))}"
    elif not _can_be_filled(ruleset, spaces):
        yield "wall: no play completes the whole of it"
    for number, one in enumerate(ruleset.own_sets, 1):
        if not _can_be_filled(ruleset, one.spaces):
            yield f"bonuses.sets {number}: no play fills the spaces of {one.name}"
        elif one.points == 0:
            yield f"bonuses.sets {number}: {one.name} brings no points"
    yield from _of_same_spaces(ruleset)
    yield from _of_end(ruleset, ruleset.size - len(never))


def _of_same_spaces(ruleset: Ruleset) -> Iterator[str]:
    """Sets that are complete whenever a line, a column or a color is, so that both bonuses come together."""
    numbers, rules = range(1, ruleset.size + 1), ruleset.rules[0]
    spaces = [(line, column) for line in numbers for column in numbers]
    bonuses = [
        (f"line {number}", ruleset.line_bonus, {one for one in spaces if one[0] == number}) for number in numbers
    ]
    bonuses += [
        (f"column {number}", ruleset.column_bonus, {one for one in spaces if one[1] == number}) for number in numbers
    ]
    bonuses += [
        (f"the color {name}", ruleset.color_bonus, {one for one in spaces if rules.wall_color[one] == color})
        for color, name in enumerate(ruleset.colors)
    ]
    for one in ruleset.bonus_sets:
        for name, points, same in bonuses:
            if points and len(same) == ruleset.size and set(one.spaces) == same:
                yield f"bonuses: {one.name} {one.which} and {name} are the same spaces; both bonuses come together"


def _of_end(ruleset: Ruleset, lines: int) -> Iterator[str]:
    """Oddities of the end, where so many lines of a wall can be completed; a line takes a round for each space."""
    size, wanted, rounds = ruleset.size, ruleset.end_complete_lines, ruleset.end_rounds
    if lines < wanted and not rounds:
        yield f"end_complete_lines: only {lines} lines can be completed, so the end never comes"
    elif lines >= wanted > 0 and 0 < rounds < size:
        yield f"end_complete_lines: a line takes {size} rounds, and the game ends after {rounds}"
    least = min(end for end in (rounds, size if wanted else 0) if end)
    if ruleset.round_limit < least:
        yield f"round_limit: no game ends before round {least}, so a simulation gives up every one"


def _can_be_filled(ruleset: Ruleset, spaces: Sequence[Space]) -> bool:
    """Whether some tiles fill all these spaces: printed colors, uniqueness, and colors with tiles for the line."""
    rules = ruleset.rules[0]
    colors = range(ruleset.size)
    open_to: dict[Space, set[int]] = {}
    for line, column in spaces:
        printed = int(rules.wall_color[line, column])
        enough = {color for color in colors if ruleset.tiles_per_color[color] >= ruleset.line_capacities[line - 1]}
        open_to[line, column] = enough if printed < 0 else enough & {printed}
    return _filled(open_to, bool(rules.unique_in_line), bool(rules.unique_in_column), [_MOST_TRIES])


def _filled(open_to: dict[Space, set[int]], in_line: bool, in_column: bool, tries: list[int]) -> bool:
    """Backtracking over the space with the fewest colors first."""
    if not open_to:
        return True
    space = min(open_to, key=lambda one: len(open_to[one]))
    for color in open_to[space]:
        tries[0] -= 1
        if tries[0] < 0:
            return True
        rest = {
            other: choice - {color}
            if (in_line and other[0] == space[0]) or (in_column and other[1] == space[1])
            else choice
            for other, choice in open_to.items()
            if other != space
        }
        if _filled(rest, in_line, in_column, tries):
            return True
    return False


def _of_turns(ruleset: Ruleset) -> Iterator[str]:
    first, without = ruleset.next_first, ruleset.no_marker_next_first
    if "same" in (first, without if first == "marker" and ruleset.marker == "none" else ""):
        yield "next_first: the same seat starts every round"


def _of_floor(ruleset: Ruleset) -> Iterator[str]:
    sums = list(accumulate(ruleset.floor))
    if any(points > 0 for points in sums):
        spaces = next(number for number, points in enumerate(sums, 1) if points > 0)
        many = "space brings" if spaces == 1 else f"{spaces} spaces together bring"
        yield f"floor: the first {many} {_points(sums[spaces - 1])}; what falls there is a gain"
    if ruleset.overflow > 0:
        yield f"overflow: each tile beyond the floor brings {_points(ruleset.overflow)}"
    if ruleset.marker_points > 0:
        yield f"marker_points: who takes the marker gains {_points(ruleset.marker_points)}"


def _points(number: int) -> str:
    return f"{number} point{'s' if number > 1 else ''}"
