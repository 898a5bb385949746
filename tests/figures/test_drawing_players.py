"""What figures of players and of their times draw, read back from the axis."""

import pytest
from hand_made import add_game, add_rows
from matplotlib import rc_context
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure

from azul_analytics.figures.players import (
    draw_player_ratings,
    draw_player_results,
    draw_player_styles,
    player_labels,
)
from azul_analytics.figures.style import Style
from azul_analytics.figures.timing import draw_draft_seconds
from azul_analytics.statistics.players import player_results, player_styles
from azul_analytics.statistics.ratings import player_ratings
from azul_analytics.statistics.timing import DRAFT_SECONDS


@pytest.fixture
def ax():
    style = Style()
    with rc_context(style.settings()):
        yield Figure().add_subplot()


def marks(ax, marker="o"):
    """(x, y, filled) of every mark, from the top."""
    found = [
        (float(x), float(y), line.get_markerfacecolor() != "white")
        for line in ax.lines
        if line.get_marker() == marker
        for x, y in zip(line.get_xdata(), line.get_ydata(), strict=True)
    ]
    return sorted(found, key=lambda mark: mark[1])


def texts(ax):
    return [text.get_text() for text in ax.texts]


def names(ax):
    return [label.get_text() for label in ax.get_yticklabels()]


def test_results_are_rows_of_dots_with_n(database, ax):
    for number in range(20):
        add_game(database, [60, 40] if number < 15 else [40, 60], game=str(number), players=["Ana", "李明" * 20])
    draw_player_results(ax, player_results(database), Style())
    assert marks(ax) == [(75, 0, True), (25, 1, True)]
    assert names(ax) == ["Ana", "李明" * 6 + "…" + "明" + "李明" * 6]  # 26 letters
    assert texts(ax) == ["n = 20"] * 2
    (lines,) = (one for one in ax.collections if isinstance(one, LineCollection))
    (low, _), (high, _) = lines.get_segments()[0]
    assert (low, high) == pytest.approx((53.13, 88.81), abs=5e-3)  # Wilson's, 15 of 20


def test_names_of_several_players_are_told_apart(database):
    bots = [{"policy": "bold"}, {"policy": "shy"}]
    add_game(database, [60, 40], game="a", players=["Robot", "Robot"], bots=[True, True], parts=bots)
    add_game(database, [60, 40], game="b", players=["Ana", "Beto"], bots=[True, True])
    labels = player_labels(player_results(database))
    assert sorted(labels) == ["Ana", "Beto", "Robot (club bold)", "Robot (club shy)"]


def test_ratings_say_which_ranks_are_possible(database, ax):
    for number in range(12):
        add_game(database, [60, 40], game=str(number), players=["Ana", "Beto"], opening_seat=number % 2)
    add_game(database, [60, 40], game="c", players=["Cleo", "Dora"])
    draw_player_ratings(ax, player_ratings(database), Style())
    assert names(ax) == ["Ana", "Cleo", "Dora", "Beto"]
    assert texts(ax)[0] == "rank 1 to 3, n = 12"
    assert texts(ax)[1].endswith("n = 1, provisional")


def test_styles_are_in_standard_deviations_and_filled_where_shown(database, ax):
    # tiles 2 3 2 3 ... against 1 1 2 2 ...: the difference is 1, the deviation of both players sqrt(3 / 11);
    # both draft from the center in every game
    for number in range(12):
        game = add_game(database, [40, 30], game=str(number), players=["Ana", "Beto"])
        tiles = (2, 3, 2, 3)[number % 4], (1, 1, 2, 2)[number % 4]
        add_rows(database, "turns", game, [
            {"turn": 1 + seat, "turn_in_round": 1 + seat, "seat": seat, "tiles": n, "tiles_on_line": n, "source": 0}
            for seat, n in enumerate(tiles)
        ])  # fmt: skip
    frame = player_styles(database)
    ana = frame[(frame["player"] == "Ana") & frame["measure"].isin(["tiles_per_draft", "center_share"])]
    draw_player_styles(ax, ana, Style())
    assert names(ax) == ["tiles per draft", "center share"]
    drawn = [mark for mark in marks(ax) if mark[0] == mark[0]]  # of what has no spread there is no dot
    assert drawn == [(pytest.approx((11 / 3) ** 0.5), 0, True)]
    assert texts(ax) == ["2.50 (field 1.50), n = 12", "1.00 (field 1.00), n = 12"]


def test_seconds_have_a_series_a_player_count(database, ax):
    for name, scores in (("a", [1, 2]), ("b", [1, 2, 3])):
        game = add_game(database, scores, game=name)
        add_rows(database, "turns", game, [
            {"turn": turn, "turn_in_round": turn, "seconds": seconds} for turn, seconds in enumerate([1, 2, 9], 1)
        ])  # fmt: skip
    handles = draw_draft_seconds(ax, DRAFT_SECONDS.function(database), Style())
    assert [handle.get_label() for handle in handles] == ["2 players, n = 1", "3 players, n = 1"]
    assert [list(handle.get_ydata()) for handle in handles] == [[2], [2]]
    assert [mark[1] for mark in marks(ax, "_")] == pytest.approx([7.6, 7.6])  # 2 + 0.8 * 7


def test_empty_frames_draw_nothing(database, ax):
    draw_player_results(ax, player_results(database), Style())
    draw_player_ratings(ax, player_ratings(database), Style())
    draw_player_styles(ax, player_styles(database), Style())
    assert draw_draft_seconds(ax, DRAFT_SECONDS.function(database), Style()) == []
    assert marks(ax) == []
