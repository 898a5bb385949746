"""Intervals: known values, the edges of little data, and coverage by simulation."""

import numpy as np
import pytest

from azul_analytics.statistics import inference

Z = 1.959963984540054


def share_interval(values, *, useful_width=0.1, expected=0.5):
    """The interval for one group, given the values of its units."""
    values = np.asarray(values, dtype=float)
    return inference.share_interval(
        [values.mean()],
        [values.var(ddof=1) if len(values) > 1 else np.nan],
        [len(values)],
        [bool(np.isin(values, (0, 1)).all())],
        expected=[expected],
        confidence=0.95,
        useful_width=useful_width,
    )


def test_plain_shares_get_wilsons_interval():
    # 8 of 10, published in many tables: 0.4902 to 0.9433
    interval = share_interval([1] * 8 + [0] * 2)
    assert interval.low[0] == pytest.approx(0.4902, abs=5e-5)
    assert interval.high[0] == pytest.approx(0.9433, abs=5e-5)


def test_a_share_of_one_keeps_a_lower_end_below_one():
    # p = 1: the lower end is n / (n + z^2)
    interval = share_interval([1] * 12)
    assert interval.low[0] == pytest.approx(12 / (12 + Z * Z))
    assert interval.high[0] == pytest.approx(1)


def test_shared_wins_count_for_the_variance_that_they_have():
    # 4 x 1, 4 x 0, 4 x 1/2: mean 1/2, variance 2/11, so 0.25 / (2/11) = 1.375 units of 0 or 1 in each unit;
    # t with 11 degrees of freedom is 2.200985
    interval = share_interval([1] * 4 + [0] * 4 + [0.5] * 4)
    n = 12 * 1.375 * (Z / 2.200985) ** 2
    half = Z / (1 + Z * Z / n) * np.sqrt(0.25 / n + Z * Z / (4 * n * n))
    assert interval.low[0] == pytest.approx(0.5 - half, abs=1e-6)
    assert interval.high[0] == pytest.approx(0.5 + half, abs=1e-6)


def test_units_without_spread_count_as_many_as_they_are():
    assert share_interval([0.5] * 8).low[0] == pytest.approx(share_interval([1] * 4 + [0] * 4).low[0])
    # a third is no exact number, so the variance of its repetitions is not quite zero
    assert share_interval([1 / 3] * 7).high[0] - share_interval([1 / 3] * 7).low[0] > 0.5


def test_one_unit_and_none_have_no_interval():
    none = inference.share_interval([np.nan], [np.nan], [0], [True], expected=[0.25], confidence=0.95, useful_width=0.1)
    assert np.isnan(share_interval([1]).low[0])
    assert np.isnan(none.low[0])
    # 4 z^2 p (1 - p) / width^2 = 288 for p = 1/4; Wilson's interval needs a little less
    assert 270 <= none.units_needed[0] <= 288
    margin = inference.mean_interval([3.0, 0], [np.nan, np.nan], [1, 0], confidence=0.95, useful_width=1)
    assert np.isnan([*margin.low, *margin.high, *margin.units_needed]).all()


def test_as_many_units_as_needed_give_the_useful_width():
    for width in (0.05, 0.1, 0.3):
        needed = int(share_interval([0, 1] * 5, useful_width=width).units_needed[0])
        enough = share_interval(np.arange(needed) % 2 == 0, useful_width=width)
        fewer = share_interval(np.arange(needed - 2) % 2 == 0, useful_width=width)
        assert not inference.too_wide(enough, width)[0]
        assert inference.too_wide(fewer, width)[0]


def test_means_get_students_interval():
    # 1 2 3 4 5: mean 3, variance 2.5, t with 4 degrees of freedom 2.776445
    interval = inference.mean_interval([3.0], [2.5], [5], confidence=0.95, useful_width=1)
    half = 2.776445 * np.sqrt(2.5 / 5)
    assert (interval.low[0], interval.high[0]) == pytest.approx((3 - half, 3 + half), abs=1e-5)


@pytest.mark.parametrize("spread", [0.2, 0.6455, 2.0, 30.0])
def test_as_many_units_as_needed_give_the_useful_width_and_one_fewer_does_not(spread):
    def width(units):
        low, high, _ = inference.mean_interval([0.0], [spread**2], [units], confidence=0.95, useful_width=1)
        return high[0] - low[0]

    needed = int(inference.mean_interval([0.0], [spread**2], [2], confidence=0.95, useful_width=1).units_needed[0])
    assert width(needed) <= 1 < width(needed - 1)


def test_more_units_are_needed_exactly_where_the_interval_is_too_wide():
    units = np.arange(2, 40)
    interval = inference.mean_interval(0 * units, 0 * units + 1.7, units, confidence=0.95, useful_width=1)
    assert ((interval.units_needed > units) == inference.too_wide(interval, 1)).all()


def test_an_interval_ends_where_no_mean_can_be():
    interval = inference.mean_interval([-1.0, 2.0], [9, 9], [4, 4], confidence=0.95, useful_width=1, least=-4, most=0)
    half = 3.182446 * 3 / 2
    assert interval.low.tolist() == pytest.approx([-4, 2 - half], abs=1e-5)
    assert interval.high.tolist() == [0, 2]  # never without the mean itself


def test_equal_means_have_no_interval():
    interval = inference.mean_interval([-2.0], [0.0], [3], confidence=0.95, useful_width=1)
    assert np.isnan(interval.low[0])
    assert inference.too_wide(interval, 1)[0]


def test_more_confidence_is_a_wider_interval():
    widths = [
        np.ptp(inference.mean_interval([0.0], [1.0], [9], confidence=level, useful_width=1)[:2])
        for level in (0.5, 0.9, 0.99)
    ]
    assert widths == sorted(widths)


def _moments(values):
    """Mean, variance and whether all are 0 or 1, of simulated groups: values[group, unit]."""
    return values.mean(axis=1), values.var(axis=1, ddof=1), np.isin(values, (0, 1)).all(axis=1)


def _share_coverage(values, truth):
    mean, variance, all_or_nothing = _moments(values)
    units = np.full(len(values), values.shape[1])
    interval = inference.share_interval(
        mean, variance, units, all_or_nothing, expected=mean, confidence=0.95, useful_width=0.1
    )
    return np.mean((interval.low <= truth) & (truth <= interval.high))


def _shares(rng, size, win, tie):
    return rng.choice([1, 0.5, 0], p=[win, tie, 1 - win - tie], size=size)


@pytest.mark.parametrize(
    ("units", "win", "tie"),
    [(60, 0.5, 0), (30, 0.22, 0), (300, 0.5, 0.03), (40, 0.45, 0.1), (25, 0.3, 0.5)],
)
def test_coverage_of_shares_of_single_games(units, win, tie):
    values = _shares(np.random.default_rng(units), (4000, units), win, tie)
    assert 0.93 <= _share_coverage(values, win + tie / 2) <= 0.985


@pytest.mark.parametrize("blocks", [12, 25, 100])
@pytest.mark.parametrize("copies", [2, 4])
def test_coverage_of_shares_of_blocks(blocks, copies):
    # games of a block share their deals: the block moves the chance of all of its games
    rng = np.random.default_rng(blocks)
    chance = rng.beta(4, 4, size=(3000, blocks, 1))
    games = rng.random((3000, blocks, copies)) < chance
    assert 0.93 <= _share_coverage(games.mean(axis=2), 0.5) <= 0.985
    # the same rows taken as independent would not be covered: what the units are for
    same = np.repeat(games[:, :, :1], copies, axis=2).reshape(3000, -1)
    assert _share_coverage(same, 0.5) < 0.9


@pytest.mark.parametrize("units", [5, 20, 200])
def test_coverage_of_means_of_clusters(units):
    # a game's value is the mean of two seats that share the game's luck; skewed, as floor points are
    rng = np.random.default_rng(units)
    luck = rng.gamma(4, 0.5, size=(4000, units, 1))
    lost = -rng.poisson(np.repeat(luck, 2, axis=2)).mean(axis=2)
    mean, variance, _ = _moments(lost)
    interval = inference.mean_interval(mean, variance, np.full(4000, units), confidence=0.95, useful_width=1)
    assert 0.925 <= np.mean((interval.low <= -2) & (interval.high >= -2)) <= 0.985
