"""What lies where at a moment of a game, to be read by people and by policies in Python."""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from azul_analytics.rules.ruleset import Ruleset

Walls = list[list[list[str]]]  # [seat][line - 1][column - 1], a letter a space as in Board.wall_lines


@dataclass(frozen=True)
class Board:
    """What lies before one seat. `wall`, `line_colors`, `line_counts`, `floor` are written as in the table `turns`.

    `wall_lines` has a text a line: a letter a tile, in lower case the color that a free space is printed in, `.` a
    free space for any color. `floor` counts the occupied spaces, the marker's included, `floor_points` what they
    cost (<= 0), `floor_tiles` has the letters of the tiles among them. `marker`: took it this round.
    """

    seat: int
    player: str
    score: int
    wall: int
    wall_lines: tuple[str, ...]
    line_colors: str
    line_counts: str
    floor: int
    floor_tiles: str
    floor_points: int
    marker: bool


@dataclass(frozen=True, repr=False)
class Position:
    """A game before the draft of `turn`, or (`turn` = `turns` + 1) at its end. It shows itself as `text`.

    `turns` is None while the game is being played. `seat` drafts next (None: nobody, no tile is left). `sources` are
    the letters of the tiles there, the center first, `bag` and `lid` tiles by color. `round` is 0 before the first
    deal.
    """

    game_id: str
    ruleset: str
    turn: int
    turns: int | None
    round: int
    turn_in_round: int
    seat: int | None
    sources: tuple[str, ...]
    marker_in_center: bool
    boards: tuple[Board, ...]
    bag: dict[str, int]
    lid: dict[str, int]
    _capacities: tuple[int, ...] = field(compare=False)

    @property
    def text(self) -> str:
        """Sources and boards as plain text to read: lines left, wall right, a capital letter a tile, `*` the marker."""
        if self.turns is None:
            where = f"turn {self.turn}"
        else:
            where = f"turn {self.turn} of {self.turns}" if self.turn <= self.turns else f"after all {self.turns} turns"
        who = "nobody to draft" if self.seat is None else f"seat {self.seat} to draft"
        head = f"{_shown(self.game_id)} ({self.ruleset}), {where}: round {self.round}, {who}"
        names = [f"seat {board.seat}: {_shown(board.player)}, {board.score} points" for board in self.boards]
        stock = f"bag {sum(self.bag.values())} tiles, lid {sum(self.lid.values())}"
        blocks = [self._board_lines(board) for board in self.boards]
        beside = ["    ".join(parts).rstrip() for parts in zip(*blocks, strict=True)]
        return "\n".join([head, "", *self._source_lines(), stock, "", *beside, "", *names])

    def _source_lines(self) -> list[str]:
        center, *factories = self.sources
        marked = "*" * self.marker_in_center + center
        lines = [f"center    {marked or '-'}"]
        return lines + [f"factory {number:<2}{tiles or '-'}" for number, tiles in enumerate(factories, 1)]

    def _board_lines(self, board: Board) -> list[str]:
        """A board as lines of one width."""
        most = max(self._capacities)
        lines = [f"seat {board.seat}" + (" to draft" if board.seat == self.seat else "")]
        for color, count, capacity, wall in zip(
            board.line_colors, board.line_counts, self._capacities, board.wall_lines, strict=True
        ):
            tiles = (color * int(count)).rjust(capacity, ".").rjust(most)
            lines.append(f"{tiles} | {' '.join(wall)}")
        on_floor = "*" * (board.floor - len(board.floor_tiles)) + board.floor_tiles
        lines.append(f"floor {on_floor or '-'} {board.floor_points or ''}".rstrip())
        width = max(map(len, lines))
        return [line.ljust(width) for line in lines]

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(self.text)}</pre>"


def position_of(
    state: Any,
    ruleset: Ruleset,
    walls: Walls,
    names: Sequence[str],
    *,
    game_id: str,
    turns: int | None = None,
    seat: int | None = None,
    scored: bool = False,
) -> Position:
    """The position of a STATE record before its next draft.

    `walls` says which colors lie where, which a state does not; `names` are the players. `seat` acts, unless it is
    the one to draft. `scored`: the floors of its round are, so that a marker costs no more.
    """
    factories = ruleset.factories[int(state.players)]
    if seat is None and state.tiles_left:
        seat = int(state.seat)
    return Position(
        game_id=game_id,
        ruleset=ruleset.name,
        turn=int(state.turn) + 1,
        turns=turns,
        round=int(state.round_number),
        turn_in_round=int(state.turn_in_round) + 1,
        seat=seat,
        sources=tuple(tile_letters(int(tiles), ruleset) for tiles in state.sources[: factories + 1]),
        marker_in_center=bool(state.marker_in_center),
        boards=tuple(_board(state, ruleset, walls[of], of, name, scored) for of, name in enumerate(names)),
        bag=_by_color(int(state.bag), ruleset),
        lid=_by_color(int(state.lid), ruleset),
        _capacities=ruleset.line_capacities,
    )


def empty_walls(ruleset: Ruleset, players: int) -> Walls:
    """The walls of a game that begins: the colors that are printed, in lower case, and `.` for all others."""
    size = ruleset.size
    printed = ruleset.rules[0].wall_color[1 : size + 1, 1 : size + 1].tolist()
    wall = [["." if color < 0 else ruleset.letters[color].lower() for color in colors] for colors in printed]
    return [[list(line) for line in wall] for _ in range(players)]


def _floor_points(ruleset: Ruleset, spaces: int, marker: bool) -> int:
    """What lies on a floor costs, and the marker where it costs points of its own."""
    return int(ruleset.rules[0].floor_points[spaces]) + marker * ruleset.marker_points


def _board(state: Any, ruleset: Ruleset, wall: list[list[str]], seat: int, name: str, scored: bool) -> Board:
    colors = state.line_color[seat, 1 : ruleset.size + 1].tolist()
    counts = state.line_count[seat, 1 : ruleset.size + 1].tolist()
    spaces, marker = int(state.floor_spaces[seat]), bool(state.marker_seat == seat)
    return Board(
        seat=seat,
        player=name,
        score=int(state.score[seat]),
        wall=int(state.wall[seat]),
        wall_lines=tuple(map("".join, wall)),
        line_colors="".join("-" if color < 0 else ruleset.letters[color] for color in colors),
        line_counts="".join(map(str, counts)),
        floor=spaces,
        floor_tiles=tile_letters(int(state.floor_tiles[seat]), ruleset),
        floor_points=_floor_points(ruleset, spaces, marker and not scored),
        marker=marker,
    )


def tile_letters(packed: int, ruleset: Ruleset) -> str:
    """Packed tiles as letters, one a tile."""
    return "".join(letter * (packed >> 8 * color & 255) for color, letter in enumerate(ruleset.letters))


def _by_color(packed: int, ruleset: Ruleset) -> dict[str, int]:
    return {color: packed >> 8 * number & 255 for number, color in enumerate(ruleset.colors)}


def _shown(text: str) -> str:
    """A text of a log in one line of a terminal."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)
