"""The numbers of a variant: a TOML file, checked, as a `Ruleset`, and as the record that the engine reads.

Keys and defaults are those of rulesets/standard.toml; docs/rulesets.md describes them.
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from azul_analytics.errors import RulesetError

LETTERS = "BYRKTGP"
COLORS = ("blue", "yellow", "red", "black", "turquoise", "green", "purple")  # in the order of LETTERS

# Sizes of the engine's arrays; a ruleset may have less.
MAX_COLORS = 7
MAX_PLAYERS = 6
MAX_FACTORIES = 15
MAX_FLOOR = 40
_MAX_TILES = 127  # of a color: counts are packed into 8 bits

RULES = np.dtype(
    [
        ("colors", np.int64),  # and of lines and columns; names must not be those of NumPy scalars
        ("tiles_per_color", np.int64),
        ("tiles_per_factory", np.int64),
        ("factories", np.int64, (MAX_PLAYERS + 1,)),  # [players]; 0: not playable
        ("capacity", np.int64, (MAX_COLORS + 1,)),  # [line]; line 0 is the floor
        ("wall_color", np.int64, (MAX_COLORS + 1, MAX_COLORS + 1)),  # [line, column]; -1: any color
        ("fixed_column", np.int64, (MAX_COLORS + 1, MAX_COLORS)),  # [line, color]; 0: the player chooses
        ("multiplier", np.int64, (MAX_COLORS + 1, MAX_COLORS + 1)),  # [line, column]
        ("free", np.int64),  # the wall is free
        ("floor_size", np.int64),
        ("floor_points", np.int64, (MAX_FLOOR + 1,)),  # [spaces occupied], summed
        ("line_bonus", np.int64),
        ("column_bonus", np.int64),
        ("color_bonus", np.int64),
        ("end_complete_lines", np.int64),
        ("end_rounds", np.int64),
        ("after_last", np.int64),  # nobody took the marker: the seat after the last draft starts
        ("round_limit", np.int64),
        ("letter", np.int64, (MAX_COLORS,)),  # [color], ASCII
        ("color_of", np.int64, (128,)),  # [ASCII]; -1: no color's letter
        ("color_number", np.int64, (MAX_COLORS,)),  # [color], its place in COLORS
    ]
)


@dataclass(frozen=True)
class PrintedSpace:
    """A space of a free wall that takes one color only, and multiplies the points of its tile."""

    line: int
    column: int
    color: str
    multiplier: int = 1


@dataclass(frozen=True)
class Ruleset:
    """The numbers of one variant. Lines and columns count from 1, `floor` and bonuses are points."""

    name: str
    description: str
    colors: tuple[str, ...]
    tiles_per_color: int
    tiles_per_factory: int
    line_capacities: tuple[int, ...]
    floor: tuple[int, ...]
    end_complete_lines: int
    end_rounds: int
    no_marker_next_first: str
    round_limit: int
    factories: dict[int, int]  # players -> factories
    wall_kind: str
    wall_pattern: tuple[str, ...]
    printed: tuple[PrintedSpace, ...]
    line_bonus: int
    column_bonus: int
    color_bonus: int

    @property
    def size(self) -> int:
        """Number of colors, of lines and of columns."""
        return len(self.colors)

    @property
    def letters(self) -> str:
        """A letter a color, as logs write them."""
        return "".join(LETTERS[COLORS.index(color)] for color in self.colors)

    @cached_property
    def definition(self) -> str:
        """All numbers as canonical JSON; the description is not part of it."""
        return json.dumps(
            {
                "name": self.name,
                "colors": self.colors,
                "tiles_per_color": self.tiles_per_color,
                "tiles_per_factory": self.tiles_per_factory,
                "line_capacities": self.line_capacities,
                "floor": self.floor,
                "end_complete_lines": self.end_complete_lines,
                "end_rounds": self.end_rounds,
                "no_marker_next_first": self.no_marker_next_first,
                "round_limit": self.round_limit,
                "factories": {str(players): count for players, count in sorted(self.factories.items())},
                "wall": {
                    "kind": self.wall_kind,
                    "pattern": self.wall_pattern,
                    "printed": [vars(space) for space in self.printed],
                },
                "bonuses": {"line": self.line_bonus, "column": self.column_bonus, "color": self.color_bonus},
            },
            sort_keys=True,
            separators=(",", ":"),
        )

    @cached_property
    def hash(self) -> str:
        """SHA-256 of the definition, lower hex: two rulesets are the same if and only if it is."""
        return hashlib.sha256(self.definition.encode()).hexdigest()

    @cached_property
    def rules(self) -> np.recarray[Any, Any]:
        """The numbers as an array of one `RULES` record, for the engine."""
        rules = np.zeros(1, RULES).view(np.recarray)
        one = rules[0]
        size = self.size
        one.colors, one.tiles_per_color, one.tiles_per_factory = (
            size,
            self.tiles_per_color,
            self.tiles_per_factory,
        )
        for players, count in self.factories.items():
            one.factories[players] = count
        one.capacity[1 : size + 1] = self.line_capacities
        one.wall_color[:] = -1
        one.multiplier[:] = 1
        for line, letters in enumerate(self.wall_pattern, 1):
            for column, letter in enumerate(letters, 1):
                color = self.letters.index(letter)
                one.wall_color[line, column] = color
                one.fixed_column[line, color] = column
        for space in self.printed:
            one.wall_color[space.line, space.column] = self.colors.index(space.color)
            one.multiplier[space.line, space.column] = space.multiplier
        one.free = self.wall_kind == "free"
        one.floor_size = len(self.floor)
        one.floor_points[1 : len(self.floor) + 1] = np.cumsum(self.floor)
        one.line_bonus, one.column_bonus, one.color_bonus = (
            self.line_bonus,
            self.column_bonus,
            self.color_bonus,
        )
        one.end_complete_lines, one.end_rounds = self.end_complete_lines, self.end_rounds
        one.after_last = self.no_marker_next_first == "after_last"
        one.round_limit = self.round_limit
        one.letter[:size] = [ord(letter) for letter in self.letters]
        one.color_of[:] = -1
        one.color_of[one.letter[:size]] = range(size)
        one.color_number[:size] = [COLORS.index(color) for color in self.colors]
        return rules


def ruleset_names() -> list[str]:
    """Names of the rulesets that ship, `standard` first."""
    names = {path.name.removesuffix(".toml") for path in _folder().iterdir() if path.name.endswith(".toml")}
    return sorted(names, key=lambda name: (name != "standard", name))


def ruleset_text(name: str) -> str:
    """The TOML text of a ruleset that ships. Raises RulesetError for an unknown name."""
    if name not in ruleset_names():
        raise RulesetError(f"There is no ruleset {name!r}; there are {', '.join(ruleset_names())}.")
    return str(_folder().joinpath(f"{name}.toml").read_text(encoding="utf-8"))


def load_ruleset(name_or_file: str | Path) -> Ruleset:
    """A ruleset that ships, by name, or one of your own, by its TOML file (`.toml`).

    Raises RulesetError: unknown name, missing or unreadable file, or every fault of its keys.

    >>> load_ruleset("crystal_2").column_bonus
    10
    """
    if str(name_or_file).endswith(".toml"):
        path = Path(name_or_file)
        try:
            text = path.read_text(encoding="utf-8-sig")  # some editors begin with a mark
        except (OSError, UnicodeDecodeError) as error:
            raise RulesetError(f"The ruleset file {path} cannot be read: {error}.") from error
        return parse_ruleset(text, str(path))
    return _shipped(str(name_or_file))


@cache
def _shipped(name: str) -> Ruleset:
    return parse_ruleset(ruleset_text(name), name)


def parse_ruleset(text: str, where: str) -> Ruleset:
    """A ruleset from TOML text; `where` names it in errors. Raises RulesetError with every fault."""
    table = _merged(text, where)
    faults = list(_faults(table))
    if faults:
        raise RulesetError(f"The ruleset {where} has faults: " + "; ".join(faults) + ".", tuple(faults))
    return _ruleset(table)


def defined_ruleset(definition: str) -> Ruleset:
    """The ruleset of a `Ruleset.definition`, as `rulesets.definition` stores it; it has no description."""
    return _ruleset({**json.loads(definition), "description": ""})


def _ruleset(table: dict[str, Any]) -> Ruleset:
    return Ruleset(
        name=table["name"],
        description=table["description"],
        colors=tuple(table["colors"]),
        tiles_per_color=table["tiles_per_color"],
        tiles_per_factory=table["tiles_per_factory"],
        line_capacities=tuple(table["line_capacities"]),
        floor=tuple(table["floor"]),
        end_complete_lines=table["end_complete_lines"],
        end_rounds=table["end_rounds"],
        no_marker_next_first=table["no_marker_next_first"],
        round_limit=table["round_limit"],
        factories={int(players): count for players, count in table["factories"].items()},
        wall_kind=table["wall"]["kind"],
        wall_pattern=tuple(table["wall"]["pattern"]),
        printed=tuple(PrintedSpace(**space) for space in table["wall"]["printed"]),
        line_bonus=table["bonuses"]["line"],
        column_bonus=table["bonuses"]["column"],
        color_bonus=table["bonuses"]["color"],
    )


def _folder() -> Any:
    return files("azul_analytics.rules").joinpath("rulesets")


def _merged(text: str, where: str, depth: int = 0) -> dict[str, Any]:
    """The TOML table over the tables that it extends; `standard` is the root of all."""
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # a number of 5,000 digits, a list in a list in a list ...
        raise RulesetError(f"The ruleset {where} is no TOML: {error}.") from error
    parent = table.pop("extends", None)
    if parent is None:
        if where == "standard":
            return table
        parent = "standard"
    if parent not in ruleset_names() or depth > 8:
        raise RulesetError(f"The ruleset {where} extends {parent!r}; it may extend {', '.join(ruleset_names())}.")
    base = _merged(ruleset_text(parent), parent, depth + 1)
    if "name" not in table:
        base.pop("name", None)
    for key, value in table.items():
        if key in {"wall", "bonuses"} and isinstance(value, dict) and isinstance(base.get(key), dict):
            base[key] = {**base[key], **value}
        else:
            base[key] = value
    return base


_KEYS = {
    "name", "description", "colors", "tiles_per_color", "tiles_per_factory", "line_capacities", "floor",
    "end_complete_lines", "end_rounds", "no_marker_next_first", "round_limit", "factories", "wall", "bonuses",
}  # fmt: skip


def _whole(value: Any, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _wholes(value: Any, low: int, high: int, least: int, most: int) -> bool:
    return isinstance(value, list) and least <= len(value) <= most and all(_whole(one, low, high) for one in value)


def _faults(table: dict[str, Any]) -> list[str]:
    """Each fault as `key: what is allowed`."""
    faults = [f"{key}: no such key" for key in sorted(set(table) - _KEYS)]
    if not (isinstance(table.get("name"), str) and re.fullmatch(r"[A-Za-z0-9_.-]{1,64}", table["name"])):
        faults.append("name: up to 64 letters, digits, _ . -")
    if not isinstance(table.get("description"), str):
        faults.append("description: a text")
    colors = table.get("colors")
    if not (
        isinstance(colors, list)
        and 3 <= len(colors) <= MAX_COLORS
        and all(isinstance(color, str) for color in colors)
        and colors == [color for color in COLORS if color in colors]
    ):
        return [*faults, f"colors: 3 to {MAX_COLORS} of {', '.join(COLORS)}, in this order"]
    size = len(colors)
    for key, low, high in (
        ("tiles_per_color", 1, _MAX_TILES),
        ("tiles_per_factory", 1, 9),
        ("end_complete_lines", 0, size),
        ("end_rounds", 0, 1000),
        ("round_limit", 1, 1000),
    ):
        if not _whole(table.get(key), low, high):
            faults.append(f"{key}: a whole number from {low} to {high}")
    if not _wholes(table.get("line_capacities"), 1, 9, size, size):
        faults.append(f"line_capacities: {size} whole numbers from 1 to 9, as many as colors")
    if not _wholes(table.get("floor"), -99, 99, 0, MAX_FLOOR):
        faults.append(f"floor: up to {MAX_FLOOR} whole numbers, points of each space")
    if table.get("no_marker_next_first") not in ("same", "after_last"):
        faults.append('no_marker_next_first: "same" or "after_last"')
    if table.get("end_complete_lines") == 0 and table.get("end_rounds") == 0:
        faults.append("end_complete_lines, end_rounds: one of them above 0")
    return faults + _factory_faults(table.get("factories")) + _wall_faults(table, colors) + _bonus_faults(table)


def _factory_faults(factories: Any) -> list[str]:
    players = {str(count) for count in range(2, MAX_PLAYERS + 1)}
    if (
        isinstance(factories, dict)
        and factories
        and set(factories) <= players
        and all(_whole(count, 1, MAX_FACTORIES) for count in factories.values())
    ):
        return []
    return [f"factories: for 2 to {MAX_PLAYERS} players, 1 to {MAX_FACTORIES} factories"]


def _bonus_faults(table: dict[str, Any]) -> list[str]:
    bonuses = table.get("bonuses")
    kinds = ("line", "column", "color")
    if not isinstance(bonuses, dict) or set(bonuses) != set(kinds):
        return ["bonuses: line, column and color"]
    return [f"bonuses.{kind}: a whole number from -99 to 99" for kind in kinds if not _whole(bonuses[kind], -99, 99)]


def _wall_faults(table: dict[str, Any], colors: list[str]) -> list[str]:
    wall, size = table.get("wall"), len(colors)
    if not isinstance(wall, dict) or set(wall) != {"kind", "pattern", "printed"}:
        return ["wall: kind, pattern and printed"]
    if wall["kind"] not in ("fixed", "free"):
        return ['wall.kind: "fixed" or "free"']
    letters = "".join(LETTERS[COLORS.index(color)] for color in colors)
    pattern, faults = wall["pattern"], []
    if wall["kind"] == "free" and pattern != []:
        faults.append("wall.pattern: empty on a free wall")
    if wall["kind"] == "fixed" and not (
        isinstance(pattern, list)
        and len(pattern) == size
        and all(isinstance(line, str) and sorted(line) == sorted(letters) for line in pattern)
    ):
        faults.append(f"wall.pattern: {size} lines, each with the letters {letters} once")
    printed = wall["printed"]
    if not isinstance(printed, list) or (printed and wall["kind"] == "fixed"):
        return [*faults, "wall.printed: a list of spaces, empty on a fixed wall"]
    places = set()
    for number, space in enumerate(printed, 1):
        good = (
            isinstance(space, dict)
            and {"line", "column", "color"} <= set(space) <= {"line", "column", "color", "multiplier"}
            and _whole(space["line"], 1, size)
            and _whole(space["column"], 1, size)
            and space["color"] in colors
            and _whole(space.get("multiplier", 1), 1, 9)
        )
        if not good:
            faults.append(f"wall.printed {number}: line, column (1 to {size}), color, multiplier (1 to 9)")
        elif (space["line"], space["column"]) in places:
            faults.append(f"wall.printed {number}: the space is printed already")
        else:
            places.add((space["line"], space["column"]))
    return faults
