"""What figures draw, read back from the axis."""

import numpy as np
import pandas as pd
import pytest
from hand_made import add_game
from matplotlib import rc_context
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure

from azul_analytics.figures import (
    Style,
    draw_first_player_advantage,
    draw_floor_penalties,
    draw_floor_penalty_distribution,
    draw_opening_margin,
    frequent_rounds,
)
from azul_analytics.figures.marks import dots_in_rows, ticks
from azul_analytics.statistics import first_player_advantage, floor_penalties, floor_penalty_distribution

NOTHING, MARKER = (0, 0, False), (-1, -1, True)


@pytest.fixture
def ax():
    style = Style()
    with rc_context(style.settings()):
        yield Figure().add_subplot()


def dots(ax):
    """(x, filled) of every dot."""
    return [
        (float(x), line.get_markerfacecolor() != "white")
        for line in ax.lines
        if line.get_marker() == "o"
        for x in line.get_xdata()
    ]


def dashed(ax):
    return sorted({float(line.get_xdata()[0]) for line in ax.lines if line.get_marker() in ("None", "")})


def intervals(ax):
    (lines,) = (one for one in ax.collections if isinstance(one, LineCollection))
    return [(float(low), float(high)) for (low, _), (high, _) in lines.get_segments()]


def test_win_shares_are_dots_with_intervals_beside_the_equal_share(database, ax):
    for number in range(20):
        add_game(database, [60, 40] if number < 15 else [40, 60], game=str(number))
    draw_first_player_advantage(ax, first_player_advantage(database), Style())
    assert dots(ax) == [(75, True)]
    assert dashed(ax) == [50]
    assert intervals(ax)[0] == pytest.approx((53.13, 88.81), abs=5e-3)  # Wilson's, 15 of 20
    assert [label.get_text() for label in ax.get_yticklabels()] == ["standard, 2 players"]
    assert "n = 20" in [text.get_text() for text in ax.texts]


def test_simulated_games_are_hollow_dots_and_player_counts_have_their_own_equal_share(database, ax):
    add_game(database, [60, 40], game="a", source="simulated")
    add_game(database, [60, 40, 50, 30], game="b")
    draw_first_player_advantage(ax, first_player_advantage(database), Style())
    assert sorted(dots(ax)) == [(100, False), (100, True)]
    assert dashed(ax) == [25, 50]


def test_margins_are_beside_zero(database, ax):
    add_game(database, [60, 40, 50])
    draw_opening_margin(ax, first_player_advantage(database), Style())
    assert dots(ax) == [(15, True)]  # 60 less the mean of 40 and 50
    assert dashed(ax) == [0]


def test_an_empty_frame_draws_nothing(database, ax):
    draw_first_player_advantage(ax, first_player_advantage(database), Style())
    draw_floor_penalties(ax, floor_penalties(database), Style())
    draw_floor_penalty_distribution(ax, floor_penalty_distribution(database), Style())
    assert dots(ax) == []


def test_floor_means_have_a_series_a_player_count(database, ax):
    add_game(database, [40, 50], game="a", floors=[[MARKER, NOTHING], [MARKER, MARKER]])
    add_game(database, [40, 50, 60], game="b", floors=[[MARKER, MARKER, (-4, -4, False)]])
    handles = draw_floor_penalties(ax, floor_penalties(database), Style())
    assert [handle.get_label() for handle in handles] == ["2 players", "3 players"]
    assert [list(handle.get_ydata()) for handle in handles] == [[-0.5, -1], [-2]]
    assert len({handle.get_marker() for handle in handles}) == 2


def test_a_player_count_looks_the_same_with_and_without_others(database, ax):
    for seats in (2, 3):
        for number in range(3):
            floors = [[(-number, -number, False)] * seats] * 2
            add_game(database, [50, 40, 30][:seats], game=f"{seats} {number}", floors=floors)
    frame = floor_penalties(database)
    together = draw_floor_penalties(ax, frame, Style())[1]
    (alone,) = draw_floor_penalties(ax, frame[frame["player_count"] == 3], Style())
    for look in ("color", "marker", "linestyle", "label"):
        assert getattr(alone, f"get_{look}")() == getattr(together, f"get_{look}")()


def test_bars_of_a_round_fill_it_and_show_their_classes(database, ax):
    # 0, -1, -3, -14: one seat-round in each of the classes nothing, 1 or 2, 3 or 4, 9 or more
    add_game(database, [1, 2, 3, 4], floors=[[NOTHING, MARKER, (-4, -3, False), (-14, -14, False)]])
    draw_floor_penalty_distribution(ax, floor_penalty_distribution(database), Style())
    (bars,) = ax.collections
    spans = [(path.vertices[:, 0].min(), path.vertices[:, 0].max()) for path in bars.get_paths()]
    assert np.allclose(spans, [(0, 25), (25, 50), (50, 75), (75, 100)])
    assert [text.get_text() for text in ax.texts] == ["25"] * 4 + ["4"]


def test_rounds_that_few_games_reach_are_left_out(database):
    for number in range(30):
        add_game(database, [1, 2], game=str(number), floors=[[NOTHING, MARKER]] * (3 if number < 2 else 2))
    assert list(frequent_rounds(floor_penalties(database))["round"]) == [1, 2]
    shares = frequent_rounds(floor_penalty_distribution(database), "seat_rounds")
    assert sorted(set(shares["round"])) == [1, 2]


def test_a_name_is_never_read_as_a_formula(database, ax):
    add_game(database, [60, 40], ruleset="$x^2$")
    draw_first_player_advantage(ax, first_player_advantage(database), Style())
    (label,) = ax.get_yticklabels()
    assert label.get_text() == "$x^2$, 2 players"
    assert not label.get_parse_math()


def test_ticks_of_whole_numbers_in_a_row_are_round(ax):
    ticks(ax, list(range(-3, 41)), most=8)
    assert list(ax.get_xticks()) == [3, 13, 23, 33, 43]  # places of
    assert [label.get_text() for label in ax.get_xticklabels()] == ["0", "10", "20", "30", "40"]
    ticks(ax, [3, 5, 9, 20], most=2)  # others are counted
    assert [label.get_text() for label in ax.get_xticklabels()] == ["3", "9"]


def test_zeros_alone_have_an_axis_that_is_not_rounding(ax):
    frame = pd.DataFrame({"player_count": [2], "kind": ["recorded"], "mean": [0.0], "low": [0.0], "high": [0.0]})
    dots_in_rows(ax, frame, ("mean", "low", "high"), Style())
    assert ax.get_xlim() == (-1, 1)
