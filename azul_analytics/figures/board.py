"""The table as it lies: a seat's pattern lines, wall and floor, and what is on the factories.

Every tile has its color and a shape: ring, diamond, cross, four dots, star, triangle, bars. They are told apart in
grey print and under the common color-vision deficiencies.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from azul_analytics.figures.marks import size_of
from azul_analytics.figures.style import Style

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.path import Path

# letter -> face, shape, edge
TILE_COLORS = {
    "B": ("#2A609E", "#FFFFFF", "#2A609E"),
    "Y": ("#F7BD1A", "#1E1E21", "#B98A00"),
    "R": ("#C64034", "#FFFFFF", "#C64034"),
    "K": ("#1E1E21", "#FFFFFF", "#1E1E21"),
    "T": ("#E5F7F5", "#1F7A70", "#3C9C92"),
    "G": ("#4C8B3B", "#FFFFFF", "#4C8B3B"),
    "P": ("#7A4E9C", "#FFFFFF", "#7A4E9C"),
}
MARKER = "*"
GAP = 0.7  # between lines and wall, and above the floor, in spaces
_TILE = 0.9  # side of a tile, in spaces
_FRAMED = 0.74  # the same within a frame
_PALE = 0.45  # opacity of a color that is printed on a free space
NUMBER = 0.9  # room for the number of a factory, in tiles
_OVER = 0.55  # from the middle of the outer spaces to the edge, their frames included


@dataclass(frozen=True)
class ShownBoard:
    """What `draw_board` draws; tiles are letters, as in logs.

    `wall_lines` has a text a line: a letter a tile, in lower case the color that a free space is printed in, `.` a
    free space for any color; `placed` are the spaces (line, column), from 1, to be set off. `line_colors` and
    `line_counts` have a letter and a number a line. `floor` is what lies on it in order, `*` the marker, and
    `floor_values` what its spaces cost (<= 0). `multiplying` are spaces (line, column) that multiply points.
    """

    wall_lines: Sequence[str]
    line_colors: str
    line_counts: Sequence[int]
    capacities: Sequence[int]
    floor: str
    floor_values: Sequence[int]
    placed: frozenset[tuple[int, int]] = frozenset()
    multiplying: frozenset[tuple[int, int]] = frozenset()


def board_size(size: int, floor: int, longest_line: int) -> tuple[float, float]:
    """Width and height, in spaces, of a board whose wall has so many lines and whose floor so many spaces."""
    return max(longest_line + GAP + size, floor), size + GAP + 1


def draw_board(ax: Axes, board: ShownBoard, style: Style) -> None:
    """A seat's board: lines on the left, the wall on the right, the floor below with what its free spaces cost.

    Tiles that are `placed` have a frame around them, free spaces that are `multiplying` a double one.
    """
    longest, size = max(board.capacities), len(board.wall_lines)
    width, height = board_size(size, len(board.floor_values), longest)
    _set_up(ax, width, height)
    ink = _Ink(ax, style)
    for line, (color, count, capacity) in enumerate(
        zip(board.line_colors, board.line_counts, board.capacities, strict=True)
    ):
        for place in range(capacity):
            ink.space(longest - 1 - place, line, color if place < count else ".")
    for line, letters in enumerate(board.wall_lines, 1):
        for column, letter in enumerate(letters, 1):
            at, space = (longest + GAP + column - 1, line - 1), (line, column)
            ink.space(*at, letter, placed=space in board.placed, multiplies=space in board.multiplying)
    for place, value in enumerate(board.floor_values):
        on_it = board.floor[place : place + 1]
        ink.space(place, size + GAP, on_it or ".")
        if not on_it:
            ink.write(place, size + GAP, str(value).replace("-", "−"), style.muted)
    ink.done()


def draw_factories(ax: Axes, factories: Sequence[str], style: Style, columns: int) -> None:
    """The factories after a deal, so many beside each other, numbered from 1; a text has the letters of its tiles."""
    from math import ceil

    side = max(2, ceil(max((len(tiles) for tiles in factories), default=0) ** 0.5))
    pitch = side + NUMBER
    _set_up(ax, columns * pitch, ceil(len(factories) / columns) * pitch)
    ink = _Ink(ax, style)
    for number, tiles in enumerate(factories):
        row, column = divmod(number, columns)
        left, top = column * pitch + NUMBER, row * pitch + NUMBER / 2
        ink.write(left - 0.8, top + (side - 1) / 2, str(number + 1), style.muted)
        for place, letter in enumerate(tiles or "."):
            down, right = divmod(place, side)
            ink.space(left + right, top + down, letter)
    ink.done()


def _set_up(ax: Axes, width: float, height: float) -> None:
    """An axis without lines, in units of spaces, whose first space is at the upper left."""
    ax.set_axis_off()
    ax.set_aspect("equal", anchor="NW")
    ax.set_xlim(-_OVER, width - 1 + _OVER)
    ax.set_ylim(height - 1 + _OVER, -_OVER)


class _Ink:
    """Collects squares and shapes, and draws all of a kind as one: a page has thousands."""

    def __init__(self, ax: Axes, style: Style):
        self.ax, self.style = ax, style
        self.squares: list[tuple[float, float, float, str, str, float, float]] = []
        self.shapes: dict[tuple[str, float], list[Path]] = {}

    def space(self, x: float, y: float, letter: str, *, placed: bool = False, multiplies: bool = False) -> None:
        """A tile (a capital letter), a printed space (a small one), the marker or a free space."""
        if letter == MARKER:
            self._square(x, y, _TILE, "#FFFFFF", self.style.ink)
            self.write(x, y, "1", self.style.ink)
        elif letter.isupper():
            face, shape, edge = TILE_COLORS[letter]
            side = _FRAMED if placed else _TILE
            if placed:
                self._square(x, y, 1, "#FFFFFF", self.style.ink, thick=1)
            self._square(x, y, side, face, edge)
            self._shape(x, y, letter, shape, 1.0, side)
        else:
            edge = TILE_COLORS[letter.upper()][2] if letter.islower() else self.style.muted
            self._square(x, y, _TILE, "#FFFFFF", edge, opacity=1 if multiplies else _PALE)
            if multiplies:
                self._square(x, y, _FRAMED, "#FFFFFF", edge)
            if letter.islower():
                self._shape(x, y, letter.upper(), edge, _PALE, _FRAMED)

    def _square(
        self, x: float, y: float, side: float, face: str, edge: str, *, thick: float = 0.5, opacity: float = 1
    ) -> None:
        self.squares.append((x, y, side / 2, face, edge, thick, opacity))

    def _shape(self, x: float, y: float, letter: str, color: str, opacity: float, side: float) -> None:
        for shape in _SHAPES[letter]():
            self.shapes.setdefault((color, opacity), []).append(_moved(shape, side / 2, x, y))

    def write(self, x: float, y: float, text: str, color: str) -> None:
        """A text in the middle of a space, as large as fits."""
        width, _ = size_of(self.ax)
        left, right = self.ax.get_xlim()
        size = min(self.style.size, 0.68 * width / (right - left))
        self.ax.text(
            x, y, text, color=color, size=size, horizontalalignment="center", verticalalignment="center_baseline"
        )

    def done(self) -> None:
        """Draws what was collected."""
        from matplotlib.collections import PathCollection, PolyCollection
        from matplotlib.colors import to_rgba
        from matplotlib.path import Path

        corners = ((-1, -1), (1, -1), (1, 1), (-1, 1))
        squares = PolyCollection(
            [[(x + half * right, y + half * down) for right, down in corners] for x, y, half, *_ in self.squares],
            facecolors=[face for _, _, _, face, *_ in self.squares],
            edgecolors=[to_rgba(edge, opacity) for *_, edge, _, opacity in self.squares],
            linewidths=[thick for *_, thick, _ in self.squares],
        )
        shapes = PathCollection(
            [Path.make_compound_path(*paths) for paths in self.shapes.values()],
            facecolors=[to_rgba(color, opacity) for color, opacity in self.shapes],
            linewidths=0,
            zorder=2,
        )
        for collection in (squares, shapes):  # the limits are known: not looking for them takes half the time
            self.ax.add_collection(collection, autolim=False)


def _moved(shape: Path, scale: float, x: float, y: float) -> Path:
    import numpy as np
    from matplotlib.path import Path

    return Path(scale * np.asarray(shape.vertices) + (x, y), shape.codes)


def _circle(radius: float, x: float = 0, y: float = 0, *, hole: bool = False) -> Path:
    import numpy as np
    from matplotlib.path import Path

    circle = Path.unit_circle()
    vertices = np.asarray(circle.vertices)[:: -1 if hole else 1]  # the other way round: left out
    return _moved(Path(vertices, circle.codes), radius, x, y)


def _polygon(*corners: tuple[float, float]) -> Path:
    from matplotlib.path import Path

    return Path([*corners, corners[0]], closed=True)


def _ring() -> list[Path]:
    return [_circle(0.62), _circle(0.34, hole=True)]


def _diamond() -> list[Path]:
    return [_polygon((0, -0.68), (0.68, 0), (0, 0.68), (-0.68, 0))]


def _cross() -> list[Path]:
    a, b = 0.19, 0.64
    return [_polygon((-a, -b), (a, -b), (a, -a), (b, -a), (b, a), (a, a), (a, b), (-a, b), (-a, a), (-b, a), (-b, -a),
                     (-a, -a))]  # fmt: skip


def _four_dots() -> list[Path]:
    return [_circle(0.21, x, y) for x in (-0.36, 0.36) for y in (-0.36, 0.36)]


def _star() -> list[Path]:
    from math import cos, pi, sin

    turns = [(0.72 if corner % 2 == 0 else 0.3, pi * corner / 5) for corner in range(10)]
    return [_polygon(*((radius * sin(turn), -radius * cos(turn)) for radius, turn in turns))]


def _triangle() -> list[Path]:
    return [_polygon((0, -0.62), (0.66, 0.5), (-0.66, 0.5))]


def _bars() -> list[Path]:
    return [_polygon((-0.6, y - 0.16), (0.6, y - 0.16), (0.6, y + 0.16), (-0.6, y + 0.16)) for y in (-0.34, 0.34)]


_SHAPES: dict[str, Callable[[], list[Path]]] = {
    "B": _ring,
    "Y": _diamond,
    "R": _cross,
    "K": _four_dots,
    "T": _star,
    "G": _triangle,
    "P": _bars,
}
