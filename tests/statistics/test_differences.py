"""Differences between two groups of games, independent ones and pairs."""

import numpy as np
import pytest

from azul_analytics.statistics.differences import Moments, between, growth, paired


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


def test_pairs_by_hand():
    # differences 1, 2, 3, 4: variance 5/3, error sqrt(5/12) = 0.6455; three degrees of freedom, whose 97.5 % point is
    # 3.1824: 2.5 -+ 2.0543. t = 2.5 / 0.6455 = 3.873 has 0.0152 above it; the margin is as far from 2.5 as zero is
    found = paired(Moments(2.5, 5 / 3, 4), margin=5.0, confidence=0.95, least_units=4)
    assert (float(found.low), float(found.high)) == pytest.approx((0.4457, 4.5543), abs=0.0001)
    assert float(found.p_different) == pytest.approx(0.0305, abs=0.0001)
    assert float(found.p_equivalent) == pytest.approx(0.0152, abs=0.0001)


@pytest.mark.parametrize("pairs", [Moments(1.0, np.nan, 1), Moments(1.0, 2.0, 9), Moments(1.0, 0.0, 30)])
def test_too_few_pairs_and_pairs_without_spread_have_no_interval(pairs):
    found = paired(pairs, margin=1.0, confidence=0.95, least_units=10)
    assert float(found.estimate) == 1
    assert np.isnan([found.low, found.high, found.p_different, found.p_equivalent]).all()


def test_the_interval_covers_the_true_difference_of_pairs_that_share_a_deal():
    random = np.random.default_rng(2)
    deals = random.normal(0, 3, (4000, 15))
    first, second = deals + random.exponential(1, (4000, 15)), deals + random.exponential(1, (4000, 15)) + 1
    pairs = second - first
    moments = Moments(pairs.mean(axis=1), pairs.var(axis=1, ddof=1), np.full(4000, 15))
    found = paired(moments, margin=1.0, confidence=0.95, least_units=10)
    covered = float(np.mean((found.low <= 1) & (found.high >= 1)))
    assert covered == pytest.approx(0.95, abs=0.012)  # three and a half standard errors
    alone = between(
        *(Moments(one.mean(axis=1), one.var(axis=1, ddof=1), np.full(4000, 15)) for one in (first, second)),
        margin=1.0, confidence=0.95, least_units=10,
    )  # fmt: skip
    assert np.median(found.error) < np.median(alone.error) / 2  # what pairs are good for: deals vary, 9 of 10 parts


def test_the_growth_for_a_verdict_by_hand():
    # one-sided 5 % and 95 % (90 % power, two tests) both have the normal point 1.6449: (2 * 1.6449 * 0.5 / 1)^2
    assert float(growth(0.5, 1e9, margin=1.0, level=0.05)) == pytest.approx(2.7055, abs=0.0001)
    # half the margin asks for four times as many; few degrees of freedom for some more
    assert float(growth(0.5, 1e9, margin=0.5, level=0.05)) == pytest.approx(4 * 2.7055, abs=0.0004)
    assert float(growth(0.5, 9, margin=1.0, level=0.05)) > 2.8
    assert np.isnan(growth(np.nan, np.nan, margin=1.0, level=0.05))


def test_as_many_units_as_asked_for_show_equality_nine_times_in_ten():
    random = np.random.default_rng(3)
    error = 1 / np.sqrt(20)  # of 20 units with a spread of 1
    units = int(np.ceil(20 * growth(error, 19, margin=0.5, level=0.05)))
    sample = random.normal(0, 1, (4000, units))
    moments = Moments(sample.mean(axis=1), sample.var(axis=1, ddof=1), np.full(4000, units))
    found = paired(moments, margin=0.5, confidence=0.95, least_units=10)
    assert float(np.mean(found.p_equivalent < 0.05)) == pytest.approx(0.9, abs=0.02)
