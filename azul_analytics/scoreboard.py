"""Points of boards set by hand or drawn from a stored game; every point is the rules' own.

Walls and tiles are typed as in a log's tiling, line and column: `12 21 24`, with a color where the wall is free:
`12B 21T`. A wall can also be drawn, a line behind the other: `.Y.../T..RK/...../...../.....`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from azul_analytics.database import Database, sql_text
from azul_analytics.errors import AzulError
from azul_analytics.rules import boards
from azul_analytics.rules.blocks import BLOCKS, BONUS_COLUMNS, BONUS_KINDS, BONUSES
from azul_analytics.rules.engine import GOES_ON
from azul_analytics.rules.faults import ENDS
from azul_analytics.rules.ruleset import COLORS, LETTERS, Ruleset, defined_ruleset, load_ruleset
from azul_analytics.rules.state import new_states

MOST_ON_FLOOR = 200  # tiles of a typed floor
_LARGEST = 20_000  # score before a round


@dataclass(frozen=True)
class Tile:
    """A tile put on a wall with its runs, itself counted; `column`, runs and multiplier are None where the complete
    line found no space."""

    line: int
    column: int | None
    color: str
    horizontal: int | None
    vertical: int | None
    multiplier: int | None
    points: int


@dataclass(frozen=True)
class Bonus:
    """A bonus that a wall has reached, named as in the table `bonuses`."""

    kind: str
    which: str
    points: int


@dataclass(frozen=True)
class RoundScore:
    """A seat's round: its tiles in the order of tiling, its floor, and the bonuses if the game ended here.

    `spaces` are occupied floor spaces, `nominal_points` what they and the marker cost, `floor_points` what the score
    really lost; `total` is `score_after` with the bonuses. `wall` is drawn as it is afterwards.
    """

    score_before: int
    tiles: tuple[Tile, ...]
    tile_points: int
    spaces: int
    marker: bool
    nominal_points: int
    floor_points: int
    score_after: int
    complete_lines: tuple[int, ...]
    complete_columns: tuple[int, ...]
    complete_colors: tuple[str, ...]
    bonuses: tuple[Bonus, ...]
    bonus_points: int
    total: int
    wall: str


@dataclass(frozen=True)
class Standing:
    """A seat if the game ended after this round."""

    score: int
    bonuses: tuple[Bonus, ...]
    total: int
    place: int


def score(
    wall: str = "",
    tiles: str = "",
    *,
    floor: int | str = 0,
    marker: bool = False,
    score_before: int = 0,
    ruleset: str | Ruleset = "standard",
) -> RoundScore:
    """Points of a round of one seat: `tiles` of complete lines put on a `wall`, and what lies on the `floor`.

    `floor` counts tiles, with an `m` for the marker where it is text (`4m`). A complete line without a space on a
    free wall is typed without a column, `4R`; on a fixed wall that is the color's column. Lines are tiled from the
    top, whatever the order typed. Raises AzulError: what was typed is not understood, or the rules do not allow it.

    >>> played = score("12 14 15 23 24 25 42 43 54 55 32 33 35", "34", floor="4m", score_before=10)
    >>> [(tile.horizontal, tile.vertical, tile.points) for tile in played.tiles]
    [(4, 3, 7)]
    >>> played.floor_points, played.score_after
    (-8, 9)
    """
    board = Scoreboard(1, load_ruleset(ruleset) if isinstance(ruleset, str) else ruleset)
    board.put_wall(0, wall)
    board.put_score(0, score_before)
    on_floor, typed_marker = read_floor(str(floor))
    return board.score_round(0, tiles, on_floor, marker or typed_marker)


class Scoreboard:
    """The boards of a whole table, round after round. Raises AzulError where the rules do not allow what is asked."""

    def __init__(self, players: int, ruleset: Ruleset):
        self.ruleset = ruleset
        self.players = players
        self.walls: list[dict[tuple[int, int], str]] = [{} for _ in range(players)]  # [seat][line, column] -> color
        self.states = new_states()
        boards.set_table(self.states, ruleset.rules, players)
        self.begin_round()

    def begin_round(self) -> None:
        """Nobody has the marker."""
        self.states["round_number"][0] += 1
        self.states["marker_seat"][0] = -1

    def put_wall(self, seat: int, wall: str) -> None:
        """Tiles that lie on a wall already."""
        self._put(seat, read_wall(wall, self.ruleset), 0)

    def put_score(self, seat: int, points: int) -> None:
        """The track."""
        if not -_LARGEST <= points <= _LARGEST:
            raise AzulError(f"A score of {points} is too large; it must lie between -{_LARGEST} and {_LARGEST}.")
        self.states["score"][0, seat] = points

    def score_round(self, seat: int, tiles: str, floor: int, marker: bool) -> RoundScore:
        """A seat's tiling and floor; its board is as the rules leave it."""
        self.check_marker(marker)
        placed = read_tiles(tiles, self.ruleset)
        before = int(self.states["score"][0, seat])
        boards.put_floor(self.states, self.ruleset.rules, seat, floor, int(marker))
        array, points = self._put(seat, placed, 1)
        spaces, nominal, lost = boards.add_floor(self.states, self.ruleset.rules, seat, points)
        one = self.standings()[0][seat]
        return RoundScore(
            score_before=before,
            tiles=tuple(self._tile(row) for row in array.tolist()),
            tile_points=int(points),
            spaces=int(spaces),
            marker=marker,
            nominal_points=int(nominal),
            floor_points=int(lost),
            score_after=one.score,
            complete_lines=tuple(int(bonus.which) for bonus in one.bonuses if bonus.kind == "line"),
            complete_columns=tuple(int(bonus.which) for bonus in one.bonuses if bonus.kind == "column"),
            complete_colors=tuple(bonus.which for bonus in one.bonuses if bonus.kind == "color"),
            bonuses=one.bonuses,
            bonus_points=one.total - one.score,
            total=one.total,
            wall=self.drawn(seat),
        )

    def check_marker(self, marker: bool) -> None:
        """Raises AzulError where there is no marker to take any more."""
        if marker and self.ruleset.marker == "none":
            raise AzulError(f"The ruleset {self.ruleset.name} has no marker.")
        taken = int(self.states["marker_seat"][0])
        if marker and taken >= 0:
            raise AzulError(f"Seat {taken} has the marker of this round already.")

    def check_tiles(self, seat: int, tiles: str) -> None:
        """Raises AzulError where a seat's tiles may not go to its wall; the board stays as it is."""
        states, wall = self.states, dict(self.walls[seat])
        self.states = states.copy()
        try:
            self._put(seat, read_tiles(tiles, self.ruleset), 1)
        finally:
            self.states, self.walls[seat] = states, wall

    def standings(self) -> tuple[list[Standing], str | None]:
        """All seats if the game ended after this round, and how the rules end it here (None: it goes on)."""
        states, seats, ruleset = self.states.copy(), range(self.players), self.ruleset
        room = self.players * (3 * ruleset.size + len(ruleset.bonus_sets))
        rows, written = np.zeros((len(BONUS_COLUMNS), room), np.int32), np.zeros(BLOCKS, np.int64)
        places = np.zeros(self.players, np.int64)
        end = int(boards.finish(states, ruleset.rules, rows, written, places))
        bonuses: list[list[Bonus]] = [[] for _ in seats]
        for seat, kind, which, points in rows[:, : written[BONUSES]].T.tolist():
            bonuses[seat].append(Bonus(*_bonus_name(ruleset, kind, which), points))
        before, after = self.states["score"][0].tolist(), states["score"][0].tolist()
        found = [Standing(before[seat], tuple(bonuses[seat]), after[seat], int(places[seat])) for seat in seats]
        return found, None if end == GOES_ON else ENDS[end]

    def drawn(self, seat: int) -> str:
        """A wall, a letter a tile and a point a free space, lines divided by `/`."""
        numbers, wall = range(1, self.ruleset.size + 1), self.walls[seat]
        return "/".join("".join(_letter(wall.get((line, column))) for column in numbers) for line in numbers)

    def _put(self, seat: int, tiles: list[tuple[int, int, int]], scored: int) -> tuple[np.ndarray[Any, Any], int]:
        array = np.zeros((len(tiles), boards.TILE_COLUMNS), np.int64)
        for row, one in enumerate(tiles):
            array[row, :3] = one
        refused, _, points = boards.put_tiles(self.states, self.ruleset.rules, seat, array, scored)
        for line, column, color in tiles[: refused if refused >= 0 else None]:
            if column:
                self.walls[seat][line, column] = self.ruleset.colors[color]
        if refused >= 0:
            raise AzulError(self._why(seat, *tiles[refused]))
        return array, int(points)

    def _why(self, seat: int, line: int, column: int, number: int) -> str:
        """Why the rules refuse a tile; what they refuse is theirs to say, this only looks at the wall."""
        wall, color = self.walls[seat], self.ruleset.colors[number]
        tile = f"The {color} tile of line {line}"
        to = f"{tile} cannot go to column {column}" if column else f"{tile} cannot be placed"
        if (line, column) in wall:
            return f"{to}: the space is taken."
        if color in (other for (at, _), other in wall.items() if at == line) and self.ruleset.unique_in_line:
            return f"{to}: line {line} of the wall has {color} already."
        if not column:
            return f"{tile} has a space on the wall; name its column, as in {line}1{_letter(color)}."
        only = int(self.ruleset.rules[0].wall_color[line, column])
        if only >= 0 and only != number:
            return f"{to}: that space is for {self.ruleset.colors[only]}."
        return f"{to}: column {column} has {color} already."

    def _tile(self, row: list[int]) -> Tile:
        line, column, color, horizontal, vertical, multiplier, points = row
        if not column:
            return Tile(line, None, self.ruleset.colors[color], None, None, None, points)
        return Tile(line, column, self.ruleset.colors[color], horizontal, vertical, multiplier, points)


@dataclass(frozen=True)
class StoredRound:
    """What a stored game says of one seat's round, in the notation of `score`."""

    seat: int
    player: str
    wall: str
    tiles: str
    floor: int
    marker: bool
    score_before: int
    score_after: int


def stored_rounds(database: Database, game_id: str, round_number: int) -> tuple[Ruleset, list[StoredRound]]:
    """The ruleset of a stored game and its seats in a round. Raises AzulError: no such game, no such scored round."""
    games = database.rows(
        "select definition, rounds from games join rulesets using (ruleset_hash) where game_id = $game_id",
        {"game_id": game_id},
    )
    if not games:
        raise AzulError(f"There is no game {game_id} in {database.path}; a game is named source/id.")
    (definition, rounds), *_ = games
    rows = database.rows(sql_text("scoreboard/stored_round"), {"game_id": game_id, "round": round_number})
    if not rows:
        raise AzulError(f"The game {game_id} has no scored round {round_number}; it has {rounds} rounds.")
    return defined_ruleset(definition), [StoredRound(*row) for row in rows]


def read_wall(text: str, ruleset: Ruleset) -> list[tuple[int, int, int]]:
    """(line, column, number of the color) of each tile on a typed or drawn wall. Raises AzulError."""
    words = _words(text)
    if not words or words[0][:1].isdigit():
        return [_read_tile(word, ruleset, True) for word in words]
    size, allowed = ruleset.size, f"{ruleset.letters}.X" if ruleset.wall_kind == "fixed" else f"{ruleset.letters}."
    if len(words) != size or any(len(word) != size or set(word) - set(allowed) for word in words):
        raise AzulError(
            f"The wall {text!r} is not understood; expected {size} lines of {size} spaces each, of "
            f"{' '.join(allowed)}, or line and column of each tile, such as {_example(ruleset)}."
        )
    return [
        (line, column, _color(letter.strip("X"), line, column, ruleset))
        for line, letters in enumerate(words, 1)
        for column, letter in enumerate(letters, 1)
        if letter != "."
    ]


def read_tiles(text: str, ruleset: Ruleset) -> list[tuple[int, int, int]]:
    """(line, column or 0, number of the color) of tiles to place, lines from the top. Raises AzulError."""
    tiles = sorted(_read_tile(word, ruleset, False) for word in _words(text))
    for (line, *_), (other, *_) in pairwise(tiles):
        if line == other:
            raise AzulError(f"Line {line} is named twice; a line is tiled once a round.")
    return tiles


def read_floor(text: str) -> tuple[int, bool]:
    """(tiles, whether the marker lies there) of a typed floor: `3`, `3m`, `m`. Raises AzulError."""
    found = re.fullmatch(r"(\d{0,3})\s*\+?\s*([mM]?)", text.strip(), flags=re.ASCII)
    if found is None or int(found[1] or 0) > MOST_ON_FLOOR:
        raise AzulError(
            f"The floor {text!r} is not understood; expected how many tiles fell (0 to {MOST_ON_FLOOR}), "
            "and an m if the marker lies there: 3, 3m or m."
        )
    return int(found[1] or 0), bool(found[2])


def _words(text: str) -> list[str]:
    return re.sub(r"[/,;]", " ", text).upper().split()


def _read_tile(word: str, ruleset: Ruleset, on_wall: bool) -> tuple[int, int, int]:
    found = re.fullmatch(f"([1-{ruleset.size}])([1-{ruleset.size}]?)([{ruleset.letters}]?)", word)
    if found is None or (on_wall and not found[2]) or not (found[2] or found[3]):
        raise AzulError(
            f"{word!r} is not understood; expected line and column, each 1 to {ruleset.size}, and a color "
            f"({' '.join(ruleset.letters)}), such as {_example(ruleset)}."
        )
    line, column, letter = int(found[1]), int(found[2] or 0), found[3]
    if not column and ruleset.wall_kind == "fixed":
        column = ruleset.wall_pattern[line - 1].index(letter) + 1
    return line, column, _color(letter, line, column, ruleset)


def _color(letter: str, line: int, column: int, ruleset: Ruleset) -> int:
    """The number of a color; without a letter it is what the space is printed for."""
    if letter:
        return ruleset.letters.index(letter)
    color = int(ruleset.rules[0].wall_color[line, column])
    if color < 0:
        raise AzulError(
            f"The tile {line}{column} lacks its color, since the space takes any: {' '.join(ruleset.letters)}, "
            f"such as {line}{column}{ruleset.letters[0]}."
        )
    return color


def _example(ruleset: Ruleset) -> str:
    return "23 or 23Y" if ruleset.wall_kind == "fixed" else f"23{ruleset.letters[1]}"


def _letter(color: str | None) -> str:
    return "." if color is None else LETTERS[COLORS.index(color)]


def _bonus_name(ruleset: Ruleset, kind: int, which: int) -> tuple[str, str]:
    name = BONUS_KINDS[kind]
    if name == "set":
        bonus = ruleset.bonus_sets[which]
        return bonus.name, str(bonus.which)
    return name, COLORS[which] if name == "color" else str(which)


def table_of(names: Sequence[str], ruleset: Ruleset) -> Scoreboard:
    """Empty boards for named players. Raises AzulError for a number of players that the ruleset does not seat."""
    if len(names) not in ruleset.factories:
        seated = ", ".join(map(str, sorted(ruleset.factories)))
        raise AzulError(f"The ruleset {ruleset.name} seats {seated} players, not {len(names)}.")
    return Scoreboard(len(names), ruleset)
