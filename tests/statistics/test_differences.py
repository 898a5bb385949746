"""Differences between independent groups of games."""

import numpy as np
import pytest

from azul_analytics.statistics.differences import Moments, between


def test_welch_by_hand():
    # squares 1/30 and 2/20: error sqrt(0.13333) = 0.36515; freedom 0.13333^2 / (0.03333^2/29 + 0.1^2/19) = 31.49,
    # whose 97.5 % point is 2.0383: 1 -+ 0.7443
    found = between(
        Moments(0.0, 1.0, 30), Moments(1.0, 2.0, 20), margin=2.0, confidence=0.95, least_units=10
    )  # fmt: skip
    assert float(found.estimate) == 1
    assert (float(found.low), float(found.high)) == pytest.approx((0.2557, 1.7443), abs=0.0002)
    # t = 1 / 0.36515 = 2.7386, both ways; the margin is as far from the estimate as zero is, one way
    assert float(found.p_different) == pytest.approx(0.01007, abs=0.00001)
    assert float(found.p_equivalent) == pytest.approx(0.01007 / 2, abs=0.00001)


@pytest.mark.parametrize("first", [Moments(0.0, np.nan, 1), Moments(0.0, 1.0, 9), Moments(0.0, 0.0, 30)])
def test_too_few_units_and_no_spread_have_no_interval(first):
    second = Moments(1.0, 0.0, 30)
    found = between(first, second, margin=1.0, confidence=0.95, least_units=10)
    assert np.isnan([found.low, found.high, found.p_different, found.p_equivalent]).all()


def test_the_interval_covers_the_true_difference_of_unequal_groups():
    random = np.random.default_rng(1)
    samples = random.normal(0, 1, (4000, 12)), random.normal(1, 4, (4000, 40))
    moments = (Moments(one.mean(axis=1), one.var(axis=1, ddof=1), np.full(4000, one.shape[1])) for one in samples)
    found = between(*moments, margin=1.0, confidence=0.95, least_units=10)
    covered = float(np.mean((found.low <= 1) & (found.high >= 1)))
    assert covered == pytest.approx(0.95, abs=0.012)  # three and a half standard errors
