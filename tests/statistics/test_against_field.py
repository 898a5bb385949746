"""A player against the field: differences and errors worked out by hand, and coverage by simulation."""

import numpy as np
import pandas as pd
import pytest
from scipy.stats import t

from azul_analytics.statistics.against_field import against_field


def contrast(rows):
    """Of rows (group, unit, game, player, seats, value)."""
    frame = pd.DataFrame(rows, columns=["group", "unit", "game", "player", "seats", "value"])
    return against_field(frame[["value"]].astype(float), frame.drop(columns="value"))


def only(frame, player):
    return float(frame.loc[player, "value"])


def test_two_players_are_compared_within_their_games():
    # differences -1 0 3: mean 2/3, squares (25 + 4 + 49) / 9 = 26/3, variance 13/3, error sqrt(13/9)
    found = contrast(
        [(0, g, g, p, 1, v) for g, pair in enumerate([(1, 2), (2, 2), (4, 1)]) for p, v in enumerate(pair)]
    )
    assert only(found.mean, 0) - only(found.field, 0) == pytest.approx(2 / 3)
    assert only(found.error, 0) == pytest.approx((13 / 9) ** 0.5)
    assert only(found.error, 1) == pytest.approx((13 / 9) ** 0.5)
    assert (only(found.units, 0), only(found.freedom, 0)) == (3, 2)


def test_the_field_are_all_others_in_all_games():
    # player 0 meets 1 and 2 in game 0 and 1; game 2 is between 1 and 2
    found = contrast(
        [
            *((0, 0, 0, 0, 1, 10), (0, 0, 0, 1, 1, 4)),
            *((0, 1, 1, 0, 1, 12), (0, 1, 1, 2, 1, 8)),
            *((0, 2, 2, 1, 1, 5), (0, 2, 2, 2, 1, 7)),
        ]
    )
    # player 0: 11, variance 2; the field 4, 8 and (5 + 7) / 2: mean 6, variance 4
    assert (only(found.mean, 0), only(found.field, 0), only(found.variance, 0)) == pytest.approx((11, 6, 2))
    # games 0 and 1 hold (10 - 11)(4 - 6) + (12 - 11)(8 - 6) = 4 together: 2/2 + 4/3 - 2 * 4 / sqrt(1 * 2 * 2 * 3)
    assert only(found.error, 0) == pytest.approx((1 + 4 / 3 - 8 / 12**0.5) ** 0.5)
    assert only(found.freedom, 0) == 1


def test_seats_of_the_others_count_each_and_his_own_do_not():
    # three seats: two of player 0 (mean 6), one of player 1 (3); in game 1 all seats are of player 0
    found = contrast([(0, 0, 0, 0, 2, 6), (0, 0, 0, 1, 1, 3), (0, 1, 1, 0, 3, 9)])
    assert (only(found.mean, 0), only(found.field, 0)) == pytest.approx((7.5, 3))
    assert (only(found.mean, 1), only(found.field, 1)) == pytest.approx((3, 7.5))
    assert np.isnan(only(found.error, 1))


def test_games_of_a_block_are_one_unit_and_groups_stay_apart():
    once = contrast([(0, u, u, p, 1, v) for u, pair in enumerate([(1, 2), (4, 1)]) for p, v in enumerate(pair)])
    twice = contrast(
        [(0, g // 2, g, p, 1, v) for g, pair in enumerate([(1, 2), (1, 2), (4, 1), (4, 1)]) for p, v in enumerate(pair)]
    )
    assert only(twice.error, 0) == pytest.approx(only(once.error, 0))
    assert (only(twice.games, 0), only(twice.units, 0)) == (4, 2)
    apart = contrast(
        [(0, u, u, p, 1, v) for u, pair in enumerate([(1, 2), (4, 1)]) for p, v in enumerate(pair)]
        + [(1, 2, 2, 2, 1, 50), (1, 2, 2, 3, 1, 70)]
    )
    assert only(apart.field, 0) == only(once.field, 0)
    assert only(apart.field, 2) == 70


def test_a_value_that_is_missing_counts_nowhere():
    found = contrast([(0, 0, 0, 0, 1, np.nan), (0, 0, 0, 1, 1, 3), (0, 1, 1, 0, 1, 5), (0, 1, 1, 1, 1, np.nan)])
    assert (only(found.units, 0), only(found.mean, 0), only(found.field, 0)) == (1, 5, 3)
    assert np.isnan(only(found.error, 0))


def test_no_spread_has_no_error():
    found = contrast([(0, g, g, p, 1, v) for g in range(3) for p, v in ((0, 1), (1, g))])
    assert np.isnan(only(found.error, 0))


@pytest.mark.parametrize("seats", [2, 4])
def test_coverage(seats):
    # players differ, have unlike numbers of games, and games have luck of their own; a column is a repetition
    rng = np.random.default_rng(seats)
    players, games, times = 8, 60, 400
    often = np.linspace(1, 4, players) / 20
    who = np.array([rng.choice(players, seats, replace=False, p=often) for _ in range(games)]).ravel()
    game = np.repeat(np.arange(games), seats)
    rows = pd.DataFrame({"group": 0, "unit": game, "game": game, "player": who, "seats": 1})
    truth = rng.normal(0, 1, players)[who]
    luck = rng.normal(0, 1, (games, times))[game] + rng.gamma(1, 1, (len(rows), times))
    found = against_field(pd.DataFrame(truth[:, None] + luck), rows)
    exact = against_field(pd.DataFrame({0: truth}), rows)
    error = (found.mean - found.field).sub(exact.mean[0] - exact.field[0], axis=0)
    covered = error.abs() <= t.ppf(0.975, found.freedom) * found.error
    assert 0.94 <= covered.to_numpy().mean() <= 0.98
    assert covered.mean(axis=1).min() > 0.92  # also of who has the fewest games
