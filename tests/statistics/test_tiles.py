"""color_worth and column_worth, on games whose numbers are worked out by hand, and coverage by simulation."""

import numpy as np
import pytest
from hand_made import add_game, add_rows
from scipy.stats import ttest_1samp

from azul_analytics.errors import AzulError
from azul_analytics.statistics import tiles
from azul_analytics.statistics.first_player import NO_DIFFERENCE, TOO_FEW
from azul_analytics.statistics.tiles import NOT_ALIKE, color_worth, column_worth

COLUMNS = {"blue": 1, "red": 2, "yellow": 3}


def add_tiles(database, game, winner, loser, **options):
    """A game whose seat 0 wins; `winner` and `loser` are (color, points) of the tiles that they placed.

    Blue stands in column 1, red in 2, yellow in 3.
    """
    game_id = add_game(database, [60, 40], game=game, **options)
    rows = [
        {"seat": seat, "line": line, "color": color, "column": COLUMNS[color], "points": points}
        for seat, placed in enumerate((winner, loser))
        for line, (color, points) in enumerate(placed, 1)
    ]
    add_rows(database, "placements", game_id, rows)
    return game_id


A = ([("blue", 2), ("blue", 4), ("red", 3)], [("red", 1), ("yellow", 5)])  # mean 3
B = ([("blue", 1), ("yellow", 1)], [("red", 4)])  # mean 2


def by_part(frame, measure, column="color"):
    return frame[frame["measure"] == measure].set_index(column)


def test_points_of_a_color_are_those_beyond_the_mean_of_the_game(database):
    add_tiles(database, "a", *A)
    add_tiles(database, "b", *B)
    found = by_part(color_worth(database), "points")
    assert list(found.index) == ["blue", "yellow", "red"]
    # beyond the mean: blue 6 - 2 * 3 and 1 - 2, of 3 tiles; yellow 5 - 3 and 1 - 2, of 2; red 4 - 6 and 4 - 2, of 3
    assert list(found["difference"]) == pytest.approx([-1 / 3, 1 / 2, 0])
    assert list(found["level"]) == pytest.approx([7 / 3, 3, 8 / 3])
    assert list(found["reference"]) == pytest.approx([21 / 8] * 3)
    # blue: each game has 1.5 tiles in the mean, so they add (0 + 2/3) / 1.5 and (-1 + 1/3) / 1.5, 4/9 and -4/9:
    # standard error 4/9, and t with 1 degree of freedom is 12.7062
    assert found.loc["blue", "high"] == pytest.approx(-1 / 3 + 12.7062 * 4 / 9, abs=1e-3)
    assert set(found["verdict"]) == {TOO_FEW}


def test_shares_of_winners_less_those_of_losers(database):
    add_tiles(database, "a", *A)
    add_tiles(database, "b", *B)
    found = by_part(color_worth(database), "share")
    # winners: blue 2/3 and 1/2, yellow 0 and 1/2, red 1/3 and 0; losers: blue 0, yellow 1/2 and 0, red 1/2 and 1
    assert list(found["level"]) == pytest.approx([7 / 12, 1 / 4, 1 / 6])
    assert list(found["reference"]) == pytest.approx([0, 1 / 4, 3 / 4])
    assert list(found["difference"]) == pytest.approx([7 / 12, 0, -7 / 12])


def test_columns_are_counted_like_colors(database):
    add_tiles(database, "a", *A)
    add_tiles(database, "b", *B)
    found = by_part(column_worth(database), "points", "column")
    assert list(found.index) == [1, 2, 3]
    assert list(found["difference"]) == pytest.approx([-1 / 3, 0, 1 / 2])


def test_blocked_lines_are_no_tiles_and_drawn_games_have_no_sides(database):
    game = add_tiles(database, "a", [("blue", 2)], [("red", 4)])
    add_rows(database, "placements", game, [{"line": 5, "color": "blue", "column": None, "points": 0}])
    add_tiles(database, "b", [("blue", 2)], [("red", 4)], winners=[0, 1])
    frame = color_worth(database)
    assert list(by_part(frame, "points")["level"]) == [2, 4]
    assert set(by_part(frame, "points")["games"]) == {2}
    assert set(by_part(frame, "share")["games"]) == {1}


def test_the_same_games_twice_as_blocks_narrow_nothing(database):
    from azul_analytics.database import connect

    with connect() as twice:
        for number, (winner, loser) in enumerate([A, B, A, (B[1], B[0])]):
            add_tiles(database, str(number), winner, loser)
            add_tiles(twice, str(number), winner, loser, block=str(number))
            add_tiles(twice, f"{number} again", winner, loser, block=str(number))
        once, doubled = color_worth(database), color_worth(twice)
    assert set(doubled["games"]) == {8}
    for column in ("units", "level", "reference", "difference", "low", "high", "p_alike"):
        assert list(doubled[column]) == pytest.approx(list(once[column]), nan_ok=True)


def test_with_two_colors_the_test_is_students(database):
    # a red tile scores one point more in 9 games, one less in 3; difference of red from the mean of its game 0.5, -0.5
    for number in range(12):
        red = 3 if number % 4 else 1
        add_tiles(database, str(number), [("blue", 2)], [("red", red)])
    found = by_part(color_worth(database), "points")
    expected = ttest_1samp([0.5] * 9 + [-0.5] * 3, 0).pvalue
    assert list(found["p_alike"]) == pytest.approx([expected] * 2, abs=1e-8)
    assert list(found["difference"]) == [-0.25, 0.25]
    # of shares every game says the same: no spread, no interval, no test
    share = by_part(color_worth(database), "share")
    assert share[["low", "high", "p_alike", "p_adjusted"]].isna().all(axis=None)
    assert set(found["verdict"]) == {NO_DIFFERENCE}  # p is 0.08


def test_colors_that_differ_are_not_all_alike(database):
    for number in range(12):
        add_tiles(database, str(number), [("blue", 2), ("yellow", number % 3)], [("red", 6 + number % 2)])
    assert set(by_part(color_worth(database), "points")["verdict"]) == {NOT_ALIKE}


def test_groups_are_never_pooled_and_tested_as_one_family(database):
    for number in range(12):
        add_tiles(database, str(number), [("blue", 2)], [("red", 3 if number % 4 else 1)])
        add_tiles(database, f"gray {number}", [("blue", 2)], [("red", 3 if number % 6 else 1)], ruleset="gray")
    frame = color_worth(database)
    points = frame[(frame["measure"] == "points") & (frame["color"] == "red")].set_index("ruleset")
    assert list(points.index) == ["gray", "standard"]
    # Holm of two: the smaller twice, the larger as it is
    assert points.loc["gray", "p_adjusted"] == pytest.approx(2 * points.loc["gray", "p_alike"], abs=1e-8)
    assert points.loc["standard", "p_adjusted"] == points.loc["standard", "p_alike"]


@pytest.mark.parametrize("statistic", tiles.EVERY, ids=lambda statistic: statistic.name)
def test_no_games_are_an_empty_frame_with_all_columns(database, statistic):
    frame = statistic.function(database)
    assert frame.empty
    assert list(frame.columns) == list(statistic.columns)
    with pytest.raises(AzulError, match="between 0 and 1"):
        statistic.function(database, confidence=0)


def test_coverage_of_differences_and_level_of_the_test():
    # games of high and low scores, in which a color's points do not depend on the color
    random = np.random.default_rng(7)
    inside, p = [], []
    for _ in range(400):
        counts = random.integers(0, 5, size=(60, 5)) + (np.arange(5) == 0)
        rate = random.gamma(4, 1, size=(60, 1))
        points = random.poisson(rate * counts)
        compared = tiles._points(counts.astype(float), points.astype(float), np.arange(60))
        error = np.sqrt(np.square(compared.influence).sum(axis=0) / 59 / 60)
        inside.append(np.abs(compared.difference) <= 2.001 * error)  # t with 59 degrees of freedom
        p.append(tiles._alike_p(compared))
    assert 0.93 <= np.mean(inside) <= 0.97
    for level in (0.05, 0.5):
        assert np.mean(np.array(p) < level) == pytest.approx(level, abs=4 * np.sqrt(level * (1 - level) / 400))
