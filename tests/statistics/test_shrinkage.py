"""Shrinkage: weights worked out by hand, the edges of little data, and what it is good for by simulation."""

import numpy as np
import pytest

from azul_analytics.statistics.shrinkage import shrinkage

NAN = np.nan


def test_weights_by_hand():
    # s^2 = 2. Of the means 0 2 4 6 around 3: 2 * (9 + 1 + 1 + 9) = 40, less 3 * 2 is 34; 8 - 16/8 = 6 of it,
    # so A = 17/3, and a mean of two values has the weight A / (A + 1) = 0.85
    found = shrinkage([0, 2, 4, 6], [2, 2, 2, 2], [2, 2, 2, 2])
    assert found.weight == pytest.approx([0.85] * 4)
    assert (found.center, found.spread) == pytest.approx((3, 2**0.5))
    assert found.of([0, 2, 4, 6]) == pytest.approx([0.45, 2.15, 3.85, 5.55])


def test_more_games_weigh_more_and_one_game_weighs_too():
    # s^2 = (1 * 2 + 0 + 3 * 2 + 0) / 4 = 2, from the members with more than one value; n = 2 1 4 1, sum 8;
    # the raw mean (0 + 4 + 8 + 8) / 8 = 2.5; 2 * 6.25 + 2.25 + 4 * 0.25 + 30.25 = 46, less 3 * 2 is 40;
    # 8 - (4 + 1 + 16 + 1) / 8 = 5.25; A = 40 / 5.25
    a = 40 / 5.25
    found = shrinkage([0, 4, 2, 8], [2, NAN, 2, NAN], [2, 1, 4, 1])
    assert found.weight == pytest.approx([a / (a + 1), a / (a + 2), a / (a + 0.5), a / (a + 2)])
    assert found.center == pytest.approx(np.average([0, 4, 2, 8], weights=found.weight))


def test_means_of_values_that_are_all_alike_are_believed_wholly():
    # s^2 = 0, so that A / (A + 0) = 1; the fifth member has no values
    found = shrinkage([0, 2, 4, 6, NAN], [0, 0, 0, 0, NAN], [2, 2, 2, 2, 0])
    assert found.weight.tolist() == [1, 1, 1, 1, 0]
    assert (found.center, found.spread) == (3, 0)


def test_means_that_differ_by_chance_alone_shrink_wholly():
    # 1 * (0 + 0 + 1 + 1) * 2 = 4 is less than 3 * 5
    found = shrinkage([3, 3, 2, 4], [5, 5, 5, 5], [2, 2, 2, 2])
    assert found.of([3, 3, 2, 4]) == pytest.approx([3] * 4)


def test_too_little_is_not_shrunk():
    few = shrinkage([0, 2, 4, NAN], [2, 2, 2, NAN], [2, 2, 2, 0])  # three members with values
    assert np.isnan([*few.weight, few.center]).all()
    assert few.spread == pytest.approx(2**0.5)
    single = shrinkage([0, 2, 4, 5], [NAN] * 4, [1] * 4)
    assert np.isnan([*single.weight, single.center, single.spread]).all()
    assert np.isnan(shrinkage([], [], []).spread)


def test_shrunk_means_are_nearer_to_the_truth():
    # true means vary by 1, values by 3; with n = 4 a raw mean has the error 9/4, the best weight 1 / (1 + 9/4)
    rng = np.random.default_rng(1)
    raw, shrunk = [], []
    for _ in range(200):
        truth = rng.normal(5, 1, 30)
        values = rng.normal(truth[:, None], 3, (30, 4))
        found = shrinkage(values.mean(axis=1), values.var(axis=1, ddof=1), np.full(30, 4))
        raw.append(np.mean((values.mean(axis=1) - truth) ** 2))
        shrunk.append(np.mean((found.of(values.mean(axis=1)) - truth) ** 2))
    assert np.mean(raw) == pytest.approx(9 / 4, rel=0.05)
    assert np.mean(shrunk) < 1  # the error of saying 5 of all; the best there is has 9/13 = 0.69
