"""What boards and factories draw, read back from the axis."""

import pytest
from matplotlib import rc_context
from matplotlib.collections import PathCollection, PolyCollection
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

from azul_analytics.figures.board import TILE_COLORS, ShownBoard, draw_board, draw_factories
from azul_analytics.figures.style import Style

STYLE = Style()


@pytest.fixture
def ax():
    with rc_context(STYLE.settings()):
        yield Figure().add_subplot()


def squares(ax):
    """(middle x, middle y, face) of every square, in the order drawn."""
    (found,) = (one for one in ax.collections if isinstance(one, PolyCollection))
    middles = [path.vertices[:4].mean(axis=0) for path in found.get_paths()]
    faces = [to_hex(face).upper() for face in found.get_facecolor()]
    return [(round(float(x), 1), round(float(y), 1), face) for (x, y), face in zip(middles, faces, strict=True)]


def tiles(ax, letter):
    return [(x, y) for x, y, face in squares(ax) if face == TILE_COLORS[letter][0]]


def board(**changes):
    shown = {
        "wall_lines": ["By", "b."], "line_colors": "-Y", "line_counts": [0, 1], "capacities": [1, 2], "floor": "*R",
        "floor_values": [-1, -1, -2],
    }  # fmt: skip
    return ShownBoard(**{**shown, **changes})


def test_lines_fill_from_the_wall_and_the_floor_from_the_left(ax):
    draw_board(ax, board(), STYLE)
    # lines at x 0 and 1, the wall from 2.7 (after a gap of 0.7), the floor at y 2.7
    assert tiles(ax, "B") == [(2.7, 0)]
    assert tiles(ax, "Y") == [(1, 1)]  # the first tile of a line lies beside the wall
    assert tiles(ax, "R") == [(1, 2.7)]  # behind the marker
    assert [text.get_text() for text in ax.texts] == ["1", "−2"]  # the marker, and what a free space costs
    assert len(squares(ax)) == 3 + 4 + 3


def test_placed_tiles_and_multiplying_spaces_have_frames(ax):
    framed = board(placed=frozenset({(1, 1)}), multiplying=frozenset({(2, 1)}))
    draw_board(ax, framed, STYLE)
    places = [(x, y) for x, y, _ in squares(ax)]
    assert places.count((2.7, 0)) == places.count((2.7, 1)) == 2
    assert len(places) == 3 + 4 + 3 + 2


@pytest.mark.parametrize("letter", TILE_COLORS)
def test_every_color_has_a_shape_of_its_own(ax, letter):
    draw_factories(ax, [letter], STYLE, columns=1)
    (shapes,) = (one for one in ax.collections if isinstance(one, PathCollection))
    (shape,) = shapes.get_paths()
    others = {one: Figure().add_subplot() for one in TILE_COLORS if one != letter}
    for other, axis in others.items():
        draw_factories(axis, [other], STYLE, columns=1)
        (drawn,) = (one for one in axis.collections if isinstance(one, PathCollection))
        assert drawn.get_paths()[0].vertices.tolist() != shape.vertices.tolist()


def test_factories_are_numbered_and_empty_ones_shown(ax):
    draw_factories(ax, ["BBYR", "", "K"], STYLE, columns=2)
    assert [text.get_text() for text in ax.texts] == ["1", "2", "3"]
    assert len(squares(ax)) == 4 + 1 + 1
    assert len(tiles(ax, "B")) == 2
