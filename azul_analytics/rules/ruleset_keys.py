"""What may stand in a ruleset file: every fault of its keys, each with what is allowed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from typing import Any

from azul_analytics.rules.ruleset import (
    CLAMPS,
    COLORS,
    LETTERS,
    MARKERS,
    MAX_COLORS,
    MAX_FACTORIES,
    MAX_FLOOR,
    MAX_PLAYERS,
    MAX_SETS,
    MAX_TILES,
    NEXT_FIRST,
    TIE_BREAKS,
    ruleset_names,
)

KEYS = (
    "name", "description", "extends", "colors", "tiles_per_color", "tiles_per_factory", "line_capacities", "floor",
    "overflow", "marker", "marker_points", "next_first", "no_marker_next_first", "clamp", "end_complete_lines",
    "end_rounds", "tie_break", "round_limit", "factories", "wall", "bonuses",
)  # fmt: skip
WALL_KEYS = ("kind", "pattern", "unique_in_line", "unique_in_column", "printed")
BONUS_KEYS = ("line", "column", "color", "diagonal", "sets")

# What no ruleset expresses: what a key about it begins or ends with -> what holds instead.
UNMODELED = {
    "joker": "jokers: every tile has one color, and counts as no other",
    "wild": "jokers: every tile has one color, and counts as no other",
    "special": "special factories: all factories hold the same number of tiles and are drafted alike",
    "effect": "tiles with effects: a tile on the wall brings points and nothing else",
    "power": "tiles with effects: a tile on the wall brings points and nothing else",
    "hidden": "hidden choices: every draft is open, and seats draft one after the other",
    "secret": "hidden choices: every draft is open, and seats draft one after the other",
    "simultaneous": "hidden choices: every draft is open, and seats draft one after the other",
}

NAME = re.compile(r"[A-Za-z0-9_.-]{1,64}")
_KINDS = ("line", "column", "color", "diagonal")


def faults_of(table: dict[str, Any]) -> list[str]:
    """Each fault of a ruleset's keys, inherited ones included, as `key: what is allowed`."""
    faults = [*_unknown(table, KEYS, ""), *_word_faults(table), *_number_faults(table)]
    if "extends" in table:  # what ships was put in its place
        faults.insert(0, f"extends: a ruleset that ships, {', '.join(ruleset_names())}")
    colors: list[str] | None = table["colors"] if _are_colors(table.get("colors")) else None
    if colors is None:  # what depends on their number cannot be said
        faults.append(f"colors: 3 to {MAX_COLORS} of {', '.join(COLORS)}, in this order")
    else:
        faults += _size_faults(table, len(colors))
    return [*faults, *_wall_faults(table, colors), *_bonus_faults(table, colors)]


def _unknown(table: Iterable[str], known: tuple[str, ...], where: str) -> Iterator[str]:
    for key in sorted(set(table) - set(known)):
        answer = next((said for stem, said in UNMODELED.items() if stem in key.lower()), None)
        close = get_close_matches(key, known, 1)
        if answer:
            yield f"{where}{key}: cannot be modeled; no ruleset has {answer}"
        elif not where and key in (*WALL_KEYS, *BONUS_KEYS):
            yield f"{key}: no such key here; it belongs to {'wall' if key in WALL_KEYS else 'bonuses'}"
        else:
            yield f"{where}{key}: no such key" + (f"; perhaps {where}{close[0]}" if close else "")


def _whole(value: Any, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _wholes(value: Any, low: int, high: int, least: int, most: int) -> bool:
    return isinstance(value, list) and least <= len(value) <= most and all(_whole(one, low, high) for one in value)


def _are_colors(value: Any) -> bool:
    return (
        isinstance(value, list)
        and 3 <= len(value) <= MAX_COLORS
        and all(isinstance(color, str) for color in value)
        and value == [color for color in COLORS if color in value]
    )


def _among(value: Any, choices: tuple[str, ...]) -> bool:
    return isinstance(value, str) and value in choices


def _either(choices: tuple[str, ...]) -> str:
    *first, last = (f'"{choice}"' for choice in choices)
    return f"{', '.join(first)} or {last}"


def _word_faults(table: dict[str, Any]) -> Iterator[str]:
    if not (isinstance(table.get("name"), str) and NAME.fullmatch(table["name"])):
        yield "name: up to 64 letters, digits, _ . -"
    if not isinstance(table.get("description"), str):
        yield "description: a text"
    for key, choices in (
        ("marker", MARKERS),
        ("next_first", NEXT_FIRST),
        ("no_marker_next_first", NEXT_FIRST[1:]),
        ("clamp", CLAMPS),
    ):
        if not _among(table.get(key), choices):
            yield f"{key}: {_either(choices)}"
    keys = table.get("tie_break")
    if not (isinstance(keys, list) and all(_among(key, TIE_BREAKS) for key in keys) and len(set(keys)) == len(keys)):
        yield f"tie_break: a list of {', '.join(TIE_BREAKS)}, each at most once"


def _number_faults(table: dict[str, Any]) -> Iterator[str]:
    for key, low, high in (
        ("tiles_per_factory", 1, 9),
        ("end_rounds", 0, 1000),
        ("round_limit", 1, 1000),
        ("overflow", -9, 9),
        ("marker_points", -99, 99),
    ):
        if not _whole(table.get(key), low, high):
            yield f"{key}: a whole number from {low} to {high}"
    if table.get("marker") != "cost" and _whole(table.get("marker_points"), -99, 99) and table["marker_points"]:
        yield 'marker_points: 0, unless marker is "cost"'
    if not _wholes(table.get("floor"), -99, 99, 0, MAX_FLOOR):
        yield f"floor: up to {MAX_FLOOR} whole numbers, points of each space"
    if table.get("end_complete_lines") == 0 and table.get("end_rounds") == 0:
        yield "end_complete_lines, end_rounds: one of them above 0"
    factories, players = table.get("factories"), {str(count) for count in range(2, MAX_PLAYERS + 1)}
    if not (
        isinstance(factories, dict)
        and factories
        and set(factories) <= players
        and all(_whole(count, 1, MAX_FACTORIES) for count in factories.values())
    ):
        yield f"factories: for 2 to {MAX_PLAYERS} players, 1 to {MAX_FACTORIES} factories"


def _size_faults(table: dict[str, Any], size: int) -> Iterator[str]:
    tiles = table.get("tiles_per_color")
    if isinstance(tiles, list):
        if not _wholes(tiles, 1, MAX_TILES, size, size):
            yield f"tiles_per_color: {size} whole numbers from 1 to {MAX_TILES}, as many as colors, or one for all"
    elif not _whole(tiles, 1, MAX_TILES):
        yield f"tiles_per_color: a whole number from 1 to {MAX_TILES}, or a list of them, one a color"
    if not _whole(table.get("end_complete_lines"), 0, size):
        yield f"end_complete_lines: a whole number from 0 to {size}"
    if not _wholes(table.get("line_capacities"), 1, 9, size, size):
        yield f"line_capacities: {size} whole numbers from 1 to 9, as many as colors"


def _wall_faults(table: dict[str, Any], colors: list[str] | None) -> Iterator[str]:
    wall = table.get("wall")
    if not isinstance(wall, dict):
        yield f"wall: a table of {', '.join(WALL_KEYS)}"
        return
    yield from _unknown(wall, WALL_KEYS, "wall.")
    if not _among(wall["kind"], ("fixed", "free")):
        yield 'wall.kind: "fixed" or "free"'
        return
    free = wall["kind"] == "free"
    if free and wall["pattern"] != []:
        yield "wall.pattern: empty on a free wall"
    for key in ("unique_in_line", "unique_in_column"):
        if not isinstance(wall[key], bool):
            yield f"wall.{key}: true or false"
        elif not wall[key] and not free:
            yield f"wall.{key}: true on a fixed wall, where the pattern says what may repeat"
    if colors is not None:
        if not free:
            yield from _pattern_faults(wall["pattern"], colors)
        yield from _printed_faults(wall["printed"], colors, free)


def _pattern_faults(pattern: Any, colors: list[str]) -> Iterator[str]:
    letters = "".join(LETTERS[COLORS.index(color)] for color in colors)
    if not (
        isinstance(pattern, list)
        and len(pattern) == len(colors)
        and all(isinstance(line, str) and sorted(line) == sorted(letters) for line in pattern)
    ):
        yield f"wall.pattern: {len(colors)} lines, each with the letters {letters} once"


def _printed_faults(printed: Any, colors: list[str], free: bool) -> Iterator[str]:
    size = len(colors)
    if not isinstance(printed, list):
        yield "wall.printed: a list of spaces"
        return
    needed, places = ("color, multiplier or both" if free else "multiplier"), set()
    for number, space in enumerate(printed, 1):
        known = isinstance(space, dict) and set(space) <= {"line", "column", "color", "multiplier"}
        if not (
            known
            and _whole(space.get("line"), 1, size)
            and _whole(space.get("column"), 1, size)
            and _among(space.get("color", colors[0]), tuple(colors))
            and _whole(space.get("multiplier", 1), 1, 9)
            and ("multiplier" in space or (free and "color" in space))
        ):
            of = ", ".join(colors)
            yield (
                f"wall.printed {number}: line and column (1 to {size}) and {needed}; a multiplier is 1 to 9, "
                f"a color one of {of}"
            )
        elif not free and "color" in space:
            yield f"wall.printed {number}: no color on a fixed wall, where the pattern says it"
        elif (space["line"], space["column"]) in places:
            yield f"wall.printed {number}: the space is printed already"
        else:
            places.add((space["line"], space["column"]))


def _bonus_faults(table: dict[str, Any], colors: list[str] | None) -> Iterator[str]:
    bonuses = table.get("bonuses")
    if not isinstance(bonuses, dict):
        yield f"bonuses: a table of {', '.join(BONUS_KEYS)}"
        return
    yield from _unknown(bonuses, BONUS_KEYS, "bonuses.")
    for kind in _KINDS:
        if not _whole(bonuses[kind], -99, 99):
            yield f"bonuses.{kind}: a whole number from -99 to 99"
    sets, most = bonuses["sets"], MAX_SETS - 2
    if not (isinstance(sets, list) and len(sets) <= most):
        yield f"bonuses.sets: a list of up to {most} sets"
        return
    if colors is None:
        return
    size = len(colors)
    for number, one in enumerate(sets, 1):
        if not (
            isinstance(one, dict)
            and set(one) == {"name", "points", "spaces"}
            and isinstance(one["name"], str)
            and NAME.fullmatch(one["name"])
            and one["name"] not in _KINDS
            and _whole(one["points"], -99, 99)
            and _are_spaces(one["spaces"], size)
        ):
            yield (
                f"bonuses.sets {number}: name (not {', '.join(_KINDS)}), points (-99 to 99), and spaces, "
                f'line and column of each, such as "11 1{size}"'
            )


def _are_spaces(text: Any, size: int) -> bool:
    """Whether a text names spaces of the wall, `11 24`, each once."""
    if not (isinstance(text, str) and re.fullmatch(f"[1-{size}]{{2}}( [1-{size}]{{2}})*", text)):
        return False
    spaces = text.split()
    return len(set(spaces)) == len(spaces)
