"""The numbers of a variant: a TOML file, checked, as a `Ruleset`, and as the record that the engine reads.

Keys and defaults are those of rulesets/standard.toml; docs/rulesets.md describes them, ruleset_keys.py checks them.
"""

from __future__ import annotations

import hashlib
import json
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
MAX_FLOOR = 40  # spaces that a ruleset may list
MAX_TILES = 127  # of a color: counts are packed into 8 bits
MAX_SETS = 32  # sets of spaces with a bonus, both diagonals included
_ENDLESS = 255  # spaces of a floor whose overflow costs points: more than can fall in a round

# Choices, as a file names them; the engine knows them by their places here.
MARKERS = ("floor", "cost", "none")
NEXT_FIRST = ("marker", "same", "after_last", "rotate")
CLAMPS = ("round", "floor_first", "never")
TIE_BREAKS = ("complete_lines", "complete_columns", "complete_colors", "wall_tiles")

_EXCERPT = 80  # letters of a name in a sentence
_LONGEST_PATH = 255

RULES = np.dtype(
    [
        ("colors", np.int64),  # and of lines and columns; names must not be those of NumPy scalars
        ("color_tiles", np.int64, (MAX_COLORS,)),  # [color]
        ("tiles_per_factory", np.int64),
        ("factories", np.int64, (MAX_PLAYERS + 1,)),  # [players]; 0: not playable
        ("capacity", np.int64, (MAX_COLORS + 1,)),  # [line]; line 0 is the floor
        ("inverse", np.int64, (MAX_COLORS + 1,)),  # [line]; 2**32 / capacity, because a product is sooner done
        ("wall_color", np.int64, (MAX_COLORS + 1, MAX_COLORS + 1)),  # [line, column]; -1: any color
        ("fixed_column", np.int64, (MAX_COLORS + 1, MAX_COLORS)),  # [line, color]; 0: the player chooses
        ("multiplier", np.int64, (MAX_COLORS + 1, MAX_COLORS + 1)),  # [line, column]
        ("first_column", np.int64),  # its spaces, a bit each, as in a wall
        ("to_line", np.int64),  # what they are multiplied by to stand side by side; engine.in_column
        ("free", np.int64),  # the wall is free
        ("unique_in_line", np.int64),
        ("unique_in_column", np.int64),  # 0 on a fixed wall, where the pattern decides
        ("floor_size", np.int64),
        ("floor_points", np.int64, (_ENDLESS + 1,)),  # [spaces occupied], summed
        ("floor_gain", np.int64),  # the most points that tiles or the marker may bring on the floor: usually 0
        ("marker_used", np.int64),
        ("marker_space", np.int64),  # the marker lies on a floor space
        ("marker_points", np.int64),  # what it costs beyond that
        ("next_first", np.int64),  # place in NEXT_FIRST
        ("no_marker", np.int64),  # place in NEXT_FIRST, where nobody took the marker
        ("score_clamp", np.int64),  # place in CLAMPS
        ("line_bonus", np.int64),
        ("column_bonus", np.int64),
        ("color_bonus", np.int64),
        ("bonus_sets", np.int64),
        ("set_spaces", np.int64, (MAX_SETS,)),  # a bit a space, as in a wall
        ("set_points", np.int64, (MAX_SETS,)),
        ("end_complete_lines", np.int64),
        ("end_rounds", np.int64),
        ("tie_breaks", np.int64),
        ("tie_break", np.int64, (len(TIE_BREAKS),)),  # places in TIE_BREAKS
        ("round_limit", np.int64),
        ("letter", np.int64, (MAX_COLORS,)),  # [color], ASCII
        ("color_of", np.int64, (128,)),  # [ASCII]; -1: no color's letter
        ("color_number", np.int64, (MAX_COLORS,)),  # [color], its place in COLORS
    ]
)

# Keys that came later: a definition holds them only where they differ, so that older hashes stay what they were.
_LATER: dict[str, Any] = {
    "overflow": 0,
    "marker": "floor",
    "marker_points": 0,
    "next_first": "marker",
    "clamp": "round",
    "tie_break": ["complete_lines"],
    "wall": {"unique_in_line": True, "unique_in_column": True},
    "bonuses": {"diagonal": 0, "sets": []},
}


@dataclass(frozen=True)
class PrintedSpace:
    """A space that takes one color only (None: any, on a fixed wall the pattern's) and multiplies its tile's points."""

    line: int
    column: int
    color: str | None = None
    multiplier: int = 1


@dataclass(frozen=True)
class BonusSet:
    """Spaces (line, column) that together bring points at the end; `which` numbers the sets of a name."""

    name: str
    which: int
    points: int
    spaces: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Ruleset:
    """The numbers of one variant. Lines and columns count from 1, `floor` and bonuses are points."""

    name: str
    description: str
    colors: tuple[str, ...]
    tiles_per_color: tuple[int, ...]  # a color each
    tiles_per_factory: int
    line_capacities: tuple[int, ...]
    floor: tuple[int, ...]
    overflow: int
    marker: str
    marker_points: int
    next_first: str
    no_marker_next_first: str
    clamp: str
    end_complete_lines: int
    end_rounds: int
    tie_break: tuple[str, ...]
    round_limit: int
    factories: dict[int, int]  # players -> factories
    wall_kind: str
    wall_pattern: tuple[str, ...]
    unique_in_line: bool
    unique_in_column: bool
    printed: tuple[PrintedSpace, ...]
    line_bonus: int
    column_bonus: int
    color_bonus: int
    diagonal_bonus: int
    own_sets: tuple[BonusSet, ...]

    @property
    def size(self) -> int:
        """Number of colors, of lines and of columns."""
        return len(self.colors)

    @property
    def letters(self) -> str:
        """A letter a color, as logs write them."""
        return "".join(LETTERS[COLORS.index(color)] for color in self.colors)

    @cached_property
    def bonus_sets(self) -> tuple[BonusSet, ...]:
        """Sets of spaces with a bonus: the diagonals, if they bring points, then the ruleset's own."""
        lines = range(1, self.size + 1)
        falling = tuple((line, line) for line in lines)
        rising = tuple((line, self.size + 1 - line) for line in lines)
        diagonals = (
            BonusSet("diagonal", which, self.diagonal_bonus, spaces)
            for which, spaces in enumerate((falling, rising), 1)
        )
        return (*(diagonals if self.diagonal_bonus else ()), *self.own_sets)

    @cached_property
    def numbers(self) -> dict[str, Any]:
        """Everything but the description, as keys and values of a file; tables are dicts."""
        tiles = self.tiles_per_color
        return {
            "name": self.name,
            "colors": list(self.colors),
            "tiles_per_color": tiles[0] if len(set(tiles)) == 1 else list(tiles),
            "tiles_per_factory": self.tiles_per_factory,
            "line_capacities": list(self.line_capacities),
            "floor": list(self.floor),
            "overflow": self.overflow,
            "marker": self.marker,
            "marker_points": self.marker_points,
            "next_first": self.next_first,
            "no_marker_next_first": self.no_marker_next_first,
            "clamp": self.clamp,
            "end_complete_lines": self.end_complete_lines,
            "end_rounds": self.end_rounds,
            "tie_break": list(self.tie_break),
            "round_limit": self.round_limit,
            "factories": {str(players): count for players, count in sorted(self.factories.items())},
            "wall": {
                "kind": self.wall_kind,
                "pattern": list(self.wall_pattern),
                "unique_in_line": self.unique_in_line,
                "unique_in_column": self.unique_in_column,
                "printed": [_without_none(vars(space)) for space in self.printed],
            },
            "bonuses": {
                "line": self.line_bonus,
                "column": self.column_bonus,
                "color": self.color_bonus,
                "diagonal": self.diagonal_bonus,
                "sets": [
                    {"name": one.name, "points": one.points, "spaces": " ".join(f"{a}{b}" for a, b in one.spaces)}
                    for one in self.own_sets
                ],
            },
        }

    @cached_property
    def definition(self) -> str:
        """All numbers as canonical JSON; the description is not part of it, nor is a later key at its default."""
        return json.dumps(_without(self.numbers, _LATER), sort_keys=True, separators=(",", ":"))

    @cached_property
    def hash(self) -> str:
        """SHA-256 of the definition, lower hex: two rulesets are the same if and only if it is."""
        return hashlib.sha256(self.definition.encode()).hexdigest()

    @cached_property
    def rules(self) -> np.recarray[Any, Any]:
        """The numbers as an array of one `RULES` record, for the engine."""
        rules = np.zeros(1, RULES).view(np.recarray)
        one, size = rules[0], self.size
        one.colors, one.tiles_per_factory = size, self.tiles_per_factory
        one.color_tiles[:size] = self.tiles_per_color
        for players, count in self.factories.items():
            one.factories[players] = count
        one.capacity[1 : size + 1] = self.line_capacities
        one.inverse[1 : size + 1] = [round(2**32 / capacity) for capacity in self.line_capacities]
        one.letter[:size] = [ord(letter) for letter in self.letters]
        one.color_of[:] = -1
        one.color_of[one.letter[:size]] = range(size)
        one.color_number[:size] = [COLORS.index(color) for color in self.colors]
        one.next_first = NEXT_FIRST.index(self.next_first)
        one.no_marker = NEXT_FIRST.index(self.no_marker_next_first)
        one.score_clamp = CLAMPS.index(self.clamp)
        one.end_complete_lines, one.end_rounds = self.end_complete_lines, self.end_rounds
        one.round_limit = self.round_limit
        one.tie_breaks = len(self.tie_break)
        one.tie_break[: len(self.tie_break)] = [TIE_BREAKS.index(key) for key in self.tie_break]
        self._set_wall(one)
        self._set_floor(one)
        self._set_bonuses(one)
        return rules

    def _set_wall(self, one: Any) -> None:
        one.first_column = sum(1 << line * self.size for line in range(self.size))
        one.to_line = sum(1 << line * (self.size - 1) for line in range(self.size))
        one.free = self.wall_kind == "free"
        one.unique_in_line = self.unique_in_line
        one.unique_in_column = self.unique_in_column and self.wall_kind == "free"
        one.wall_color[:] = -1
        one.multiplier[:] = 1
        for line, letters in enumerate(self.wall_pattern, 1):
            for column, letter in enumerate(letters, 1):
                color = self.letters.index(letter)
                one.wall_color[line, column] = color
                one.fixed_column[line, color] = column
        for space in self.printed:
            if space.color is not None:
                one.wall_color[space.line, space.column] = self.colors.index(space.color)
            one.multiplier[space.line, space.column] = space.multiplier

    def _set_floor(self, one: Any) -> None:
        """A floor whose overflow costs points goes on behind its last space, each space for so many points."""
        spaces = list(self.floor)
        if self.overflow != 0:
            spaces += [self.overflow] * (_ENDLESS - len(spaces))
        one.floor_size = len(spaces)
        one.floor_points[1 : len(spaces) + 1] = np.cumsum(spaces)
        least = np.minimum.accumulate(one.floor_points[: len(spaces) + 1])
        one.floor_gain = max(self.marker_points, 0) + (one.floor_points[: len(spaces) + 1] - least).max()
        one.marker_used = self.marker != "none"
        one.marker_space = self.marker == "floor"
        one.marker_points = self.marker_points

    def _set_bonuses(self, one: Any) -> None:
        one.line_bonus, one.column_bonus, one.color_bonus = self.line_bonus, self.column_bonus, self.color_bonus
        one.bonus_sets = len(self.bonus_sets)
        for number, bonus in enumerate(self.bonus_sets):
            one.set_points[number] = bonus.points
            one.set_spaces[number] = sum(1 << ((a - 1) * self.size + b - 1) for a, b in bonus.spaces)


def _without_none(values: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in values.items() if value is not None}


def _without(values: dict[str, Any], usual: dict[str, Any]) -> dict[str, Any]:
    """The values that are not the usual ones; tables are compared key by key."""
    kept = {}
    for key, value in values.items():
        if isinstance(value, dict) and key in usual:
            kept[key] = _without(value, usual[key])
        elif key not in usual or value != usual[key]:
            kept[key] = value
    return kept


def ruleset_names() -> list[str]:
    """Names of the rulesets that ship, `standard` first."""
    names = {path.name.removesuffix(".toml") for path in _folder().iterdir() if path.name.endswith(".toml")}
    return sorted(names, key=lambda name: (name != "standard", name))


def ruleset_text(name: str) -> str:
    """The TOML text of a ruleset that ships. Raises RulesetError for an unknown name."""
    if name not in ruleset_names():
        raise RulesetError(f"There is no ruleset {excerpt(name)}; there are {', '.join(ruleset_names())}.")
    return str(_folder().joinpath(f"{name}.toml").read_text(encoding="utf-8"))


def load_ruleset(name_or_file: str | Path) -> Ruleset:
    """A ruleset that ships, by name, or one of your own, by its TOML file (`.toml`).

    Raises RulesetError: unknown name, missing or unreadable file, every fault of its keys, or the name of a ruleset
    that ships over other numbers, which games would be stored under.

    >>> load_ruleset("crystal_2").column_bonus
    10
    """
    if str(name_or_file).endswith(".toml"):
        path = Path(name_or_file)
        own = parse_ruleset(_file_text(path), str(path))
        if own.name in ruleset_names() and own.hash != _shipped(own.name).hash:
            fault = f"name: {own.name} ships with other numbers; a ruleset of one's own has a name of its own"
            raise RulesetError(f"The ruleset {path} has faults: {fault}.", (fault,))
        return own
    return _shipped(str(name_or_file))


def _file_text(path: Path) -> str:
    """The text of a ruleset file. Raises RulesetError where it is missing, no regular file, or no text."""
    shown = str(path) if len(str(path)) <= _LONGEST_PATH else excerpt(str(path))
    try:
        if path.exists() and not path.is_file():
            raise RulesetError(f"The ruleset file {shown} cannot be read: it is a folder, a pipe or a device.")
        return path.read_text(encoding="utf-8-sig")  # some editors begin with a mark
    except UnicodeDecodeError as error:
        reason = "it is no text in UTF-8"
        raise RulesetError(f"The ruleset file {shown} cannot be read: {reason}.") from error
    except OSError as error:
        raise RulesetError(f"The ruleset file {shown} cannot be read: {error.strerror or error}.") from error
    except ValueError as error:  # a zero byte, half of a pair of surrogates
        raise RulesetError(f"The ruleset file {excerpt(shown)} cannot be read: no file has such a name.") from error


def excerpt(value: Any) -> str:
    """A value, text in quotes, and no more than the beginning of a long one."""
    text = repr(value)
    return text if len(text) <= _EXCERPT else text[: _EXCERPT - 3] + "..."


@cache
def _shipped(name: str) -> Ruleset:
    return parse_ruleset(ruleset_text(name), name)


def parse_ruleset(text: str, where: str) -> Ruleset:
    """A ruleset from TOML text; `where` names it in errors. Raises RulesetError with every fault."""
    return _made(_merged(_toml_table(text, where), where), where)


def defined_ruleset(definition: str) -> Ruleset:
    """The ruleset of a `Ruleset.definition`, as `rulesets.definition` stores it; it has no description.

    Raises RulesetError where the text is none.

    >>> defined_ruleset(load_ruleset("gray").definition).wall_kind
    'free'
    """
    try:
        table = json.loads(definition)
    except ValueError as error:
        raise RulesetError(f"A stored definition is no JSON: {error}.") from error
    if not isinstance(table, dict):
        raise RulesetError("A stored definition is no JSON object.")
    return _made(_over(_toml_table(ruleset_text("standard"), "standard"), table), str(table.get("name")))


def _made(table: dict[str, Any], where: str) -> Ruleset:
    from azul_analytics.rules.ruleset_keys import faults_of

    faults = faults_of(table)
    if faults:
        said = "; ".join(fault + _found(table, fault) for fault in faults)
        raise RulesetError(f"The ruleset {where} has faults: {said}.", tuple(faults))
    wall, bonuses, tiles = table["wall"], table["bonuses"], table["tiles_per_color"]
    own: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value
        for key, value in table.items()
        if key not in {"wall", "bonuses", "factories", "tiles_per_color"}
    }
    return Ruleset(
        **own,
        tiles_per_color=tuple(tiles) if isinstance(tiles, list) else (tiles,) * len(table["colors"]),
        factories={int(players): count for players, count in table["factories"].items()},
        wall_kind=wall["kind"],
        wall_pattern=tuple(wall["pattern"]),
        unique_in_line=wall["unique_in_line"],
        unique_in_column=wall["unique_in_column"],
        printed=tuple(PrintedSpace(**space) for space in wall["printed"]),
        line_bonus=bonuses["line"],
        column_bonus=bonuses["column"],
        color_bonus=bonuses["color"],
        diagonal_bonus=bonuses["diagonal"],
        own_sets=_numbered_sets(bonuses["sets"]),
    )


def _numbered_sets(sets: list[dict[str, Any]]) -> tuple[BonusSet, ...]:
    named: dict[str, int] = {}
    made = []
    for one in sets:
        named[one["name"]] = which = named.get(one["name"], 0) + 1
        spaces = tuple((int(space[0]), int(space[1])) for space in one["spaces"].split())
        made.append(BonusSet(one["name"], which, one["points"], spaces))
    return tuple(made)


def _folder() -> Any:
    return files("azul_analytics.rules").joinpath("rulesets")


def _found(table: dict[str, Any], fault: str) -> str:
    """What stands where a fault is, as ` (found ...)`; nothing where the key is missing or itself the fault."""
    key, _, allowed = fault.partition(": ")
    value: Any = table
    for step in key.replace("wall.printed ", "wall.printed.").split("."):
        if isinstance(value, list) and step.isdecimal():
            value = value[int(step) - 1]
        elif isinstance(value, dict) and step in value:
            value = value[step]
        else:
            return ""
    if allowed.startswith(("no such key", "cannot be modeled")):
        return ""
    return f" (found {excerpt(value)})"


def _toml_table(text: str, where: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        reason = str(error)
    except ValueError:
        reason = "a number has too many digits"
    except RecursionError:
        reason = "it is nested too deep"
    raise RulesetError(f"The ruleset {where} is no TOML: {reason}.", (f"file: no TOML: {reason}",))


def _merged(table: dict[str, Any], where: str) -> dict[str, Any]:
    """The table over the tables that it extends; `standard` is the root of all. A wrong `extends` stays, as a fault."""
    if where == "standard":
        return table
    parent = table.get("extends", "standard")
    if parent in ruleset_names():
        table.pop("extends", None)
    else:
        parent = "standard"
    return _over(_merged(_toml_table(ruleset_text(parent), parent), parent), table)


def _over(base: dict[str, Any], table: dict[str, Any]) -> dict[str, Any]:
    """The keys of `table`, and those of `base` that it does not state; a name and a description are its own."""
    merged = {**base, "description": ""}
    merged.pop("name", None)
    for key, value in table.items():
        if key in {"wall", "bonuses"} and isinstance(value, dict) and isinstance(base.get(key), dict):
            merged[key] = {**base[key], **value}
        else:
            merged[key] = value
    return merged
