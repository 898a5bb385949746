"""Rulesets of one's own, as a designer would write them, for what the shipped ones cannot show."""

from __future__ import annotations

from azul_analytics.rules.ruleset import parse_ruleset

# So few tiles that bag and lid can run empty; the game also ends after four rounds.
SMALL = parse_ruleset(
    """
    name = "small"
    description = "three colors, a free wall with a space that triples"
    colors = ["blue", "yellow", "red"]
    tiles_per_color = 6
    tiles_per_factory = 2
    line_capacities = [1, 2, 3]
    floor = [-1, -2, 1]
    end_rounds = 4
    no_marker_next_first = "after_last"
    factories = { 2 = 3, 3 = 4 }
    bonuses = { line = 1, column = 2, color = 3 }
    [wall]
    kind = "free"
    pattern = []
    printed = [{ line = 1, column = 1, color = "blue", multiplier = 3 }]
    """,
    "small",
)

LARGE = parse_ruleset(
    """
    name = "large"
    description = "seven colors, six players"
    colors = ["blue", "yellow", "red", "black", "turquoise", "green", "purple"]
    tiles_per_color = 30
    tiles_per_factory = 5
    line_capacities = [1, 2, 3, 4, 5, 6, 7]
    floor = [-1, -1, -1, -2, -2, -2, -3, -3, -3]
    end_complete_lines = 2
    factories = { 2 = 6, 5 = 11, 6 = 13 }
    bonuses = { line = 3, column = 5, color = 8 }
    wall = { kind = "fixed", pattern = [
      "BYRKTGP", "PBYRKTG", "GPBYRKT", "TGPBYRK", "KTGPBYR", "RKTGPBY", "YRKTGPB",
    ] }
    """,
    "large",
)

# Colors that are not the first ones of the list: places in tables and letters in logs must not be confused.
GAPS = parse_ruleset(
    """
    name = "gaps"
    description = "three colors with gaps between them"
    colors = ["yellow", "black", "purple"]
    tiles_per_color = 12
    tiles_per_factory = 3
    line_capacities = [1, 2, 3]
    floor = [-1, -2, -3]
    factories = { 2 = 3 }
    wall = { kind = "fixed", pattern = ["YKP", "PYK", "KPY"] }
    """,
    "gaps",
)

# The standard game, short enough for records written by hand that have an end.
TWO_ROUNDS = parse_ruleset(
    'name = "two_rounds"\ndescription = "the standard game, ended after two rounds"\nend_rounds = 2',
    "two_rounds",
)

# Line 2 has one space that is not printed: a blue tile in its column blocks blue there.
PRINTED = parse_ruleset(
    """
    name = "printed"
    description = "three colors, two printed spaces in one line"
    colors = ["blue", "yellow", "red"]
    tiles_per_color = 6
    tiles_per_factory = 2
    line_capacities = [1, 2, 3]
    floor = [-1, -2, 1]
    factories = { 2 = 3 }
    [wall]
    kind = "free"
    pattern = []
    printed = [{ line = 2, column = 1, color = "yellow" }, { line = 2, column = 2, color = "red" }]
    """,
    "printed",
)

# Six tiles in all, so that a game can be followed by hand until none is left to deal.
SCARCE = parse_ruleset(
    """
    name = "scarce"
    description = "two tiles of each of three colors"
    colors = ["blue", "yellow", "red"]
    tiles_per_color = 2
    tiles_per_factory = 2
    line_capacities = [1, 2, 3]
    floor = [-1]
    factories = { 2 = 3 }
    wall = { kind = "fixed", pattern = ["BYR", "RBY", "YRB"] }
    """,
    "scarce",
)

# Every choice that the ruleset files that ship do not make; four colors, so that games are short.
OTHERWISE = parse_ruleset(
    """
    name = "otherwise"
    description = "colors may repeat, the floor has no end, the marker costs a fixed point, seats take turns to begin"
    colors = ["blue", "yellow", "red", "black"]
    tiles_per_color = [10, 11, 12, 13]
    tiles_per_factory = 4
    line_capacities = [1, 2, 2, 3]
    floor = [0, -1, 1]
    overflow = -1
    clamp = "floor_first"
    marker = "cost"
    marker_points = -2
    next_first = "rotate"
    tie_break = ["wall_tiles", "complete_colors", "complete_columns", "complete_lines"]
    factories = { 2 = 4, 3 = 5 }
    [wall]
    kind = "free"
    pattern = []
    unique_in_line = false
    unique_in_column = false
    printed = [{ line = 2, column = 2, multiplier = 2 }, { line = 3, column = 1, color = "red" }]
    [bonuses]
    line = 0
    diagonal = 5
    sets = [
      { name = "corners", points = 4, spaces = "11 14 41 44" },
      { name = "pair", points = 1, spaces = "11 12" },
      { name = "pair", points = -1, spaces = "43 44" },
    ]
    """,
    "otherwise",
)

NO_MARKER = parse_ruleset(
    """
    name = "no_marker"
    description = "nobody takes a marker, a score may fall below zero, and a space of the fixed wall counts double"
    marker = "none"
    no_marker_next_first = "rotate"
    clamp = "never"
    tie_break = []
    end_rounds = 6
    wall.printed = [{ line = 1, column = 1, multiplier = 2 }]
    bonuses.sets = [{ name = "corner", points = 3, spaces = "11" }]
    """,
    "no_marker",
)

OWN = {ruleset.name: ruleset for ruleset in (SMALL, LARGE, GAPS, TWO_ROUNDS, PRINTED, SCARCE, OTHERWISE, NO_MARKER)}
