"""What the figures of order draw, read back from the axis."""

import pandas as pd
import pytest
from hand_made import add_game
from matplotlib import rc_context
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

from azul_analytics.figures import Style
from azul_analytics.figures.order import (
    draw_first_player_adjusted,
    draw_marker_value,
    draw_order_in_round,
    draw_seats_equal,
)
from azul_analytics.statistics.first_player_adjusted import first_player_adjusted
from azul_analytics.statistics.seats import seats_equal

STYLE = Style()


@pytest.fixture
def ax():
    with rc_context(STYLE.settings()):
        yield Figure().add_subplot()


def marks(ax, marker="o"):
    return [float(x) for line in ax.lines if line.get_marker() == marker for x in line.get_xdata()]


def dashed(ax):
    return sorted({float(x) for line in ax.lines if line.get_linestyle() == "--" for x in line.get_xdata()})


def texts(ax):
    return [text.get_text() for text in ax.texts]


def rows(*values, **columns):
    """Rows (round, mean, low, high) of one group."""
    frame = pd.DataFrame(values, columns=["round", "mean", "low", "high"])
    return frame.assign(games=30, units=30, **columns)


def test_seats_are_rows_with_the_equal_share_and_its_margin(database, ax):
    for number in range(4):
        add_game(database, [60, 40, 50] if number else [40, 60, 50], game=str(number))
    draw_seats_equal(ax, seats_equal(database), STYLE)
    assert marks(ax) == pytest.approx([75, 25, 0])
    assert [label.get_text() for label in ax.get_yticklabels()] == ["opening", "2nd", "3rd"]
    assert dashed(ax) == pytest.approx([100 / 3])
    band = ax.patches[0]
    assert (band.get_x(), band.get_x() + band.get_width()) == pytest.approx((100 / 3 - 2, 100 / 3 + 2))
    assert ax.get_xlabel() == "win share, %; n = 4"


def test_adjusted_shares_are_dots_and_raw_ones_grey_marks(database, ax):
    for number in range(40):
        opening = number % 2
        players = ["Ana", "Beto"] if number < 20 else ["Beto", "Ana"]
        scores = [60, 40] if (number % 5 < 3) == (opening == 0) else [40, 60]  # three of five are won
        add_game(database, scores, game=f"{number:02}", opening_seat=opening, players=players)
    add_game(database, [60, 40], game="a", ruleset="gray")
    frame = first_player_adjusted(database)
    draw_first_player_adjusted(ax, frame, STYLE)
    shares = frame.set_index("ruleset")["adjusted_share"]
    assert [x for x in marks(ax) if x >= 0] == pytest.approx([100 * shares["standard"]])
    assert sorted(marks(ax, "|")) == pytest.approx([60, 100])
    assert dashed(ax) == [50]
    assert texts(ax) == ["n = 40", "n = 1"]


def test_orders_are_series_by_round(ax):
    frame = pd.concat([
        rows((1, 0.5, 0.2, 0.8), (2, 1, 0.5, 1.5), order=1),
        rows((1, -0.5, -0.8, -0.2), (2, -1, -1.5, -0.5), order=2),
    ])  # fmt: skip
    handles = draw_order_in_round(ax, frame, STYLE)
    assert [handle.get_label() for handle in handles] == ["1st to draft", "2nd to draft"]
    assert [list(handle.get_ydata()) for handle in handles] == [[0.5, 1], [-0.5, -1]]
    assert [to_hex(handle.get_color()).upper() for handle in handles] == list(STYLE.series[:2])
    assert ax.get_xlabel() == "round (n = 30 in round 1)"


def test_cost_and_return_of_the_marker_stand_side_by_side(ax):
    frame = pd.concat([
        rows((1, -1, -1, -1), measure="marker_points"),
        rows((1, -0.8, -0.9, -0.7), (2, -1, -1, -1), measure="marker_points_lost"),
        rows((1, 1.5, 1, 2), measure="next_round_points"),
        rows((1, 0.7, 0.2, 1.2), measure="balance"),
    ])  # fmt: skip
    handles = draw_marker_value(ax, frame, STYLE)
    assert {handle.get_label(): list(handle.get_ydata()) for handle in handles} == {
        "cost of the marker": [-0.8, -1],
        "next round, drafting first": [1.5],
        "together": [0.7],
    }
    assert list(ax.get_xticks()) == [1, 2]
