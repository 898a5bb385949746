"""Intervals that hold at every look: known values, their edges, and errors with a look after every block."""

from math import inf, log, sqrt

import numpy as np
import pytest

from azul_analytics.statistics.families import EQUIVALENT, LARGER, SMALLER, UNDECIDED
from azul_analytics.statistics.sequential import START, Asymptotic, Betting, blocks_for, first, verdict

SHARES, POINTS = Betting(-1, 1), Asymptotic()
STAKES = [0.5**power for power in range(1, 10)]
ALTERNATING = np.tile([1.0, -1.0], 150)


def wealth_of_winning(blocks):
    """Who bets that a mean is above 1/2 and sees ones only: each stake s of the wealth wins as much again."""
    return sum((1 + stake) ** blocks for stake in STAKES) / len(STAKES)


def test_a_mean_is_shown_when_the_wealth_is_2_over_error():
    # (1.5^n + 1.25^n + ...) / 9: 36.5 after 14 ones, 53.4 after 15; error 0.05 asks for 40
    needed = next(blocks for blocks in range(1, 100) if wealth_of_winning(blocks) >= 2 / 0.05)
    assert needed == 15
    shown = Betting(0, 1).above(np.ones(20), 0.5, 0.05)
    assert first(shown) == needed
    assert not Betting(0, 1).below(np.ones(20), 0.5, 0.05).any()


def test_the_ends_are_where_above_and_below_begin_to_be_shown():
    values = np.array([1, 0.5, -0.5, 1, 1, 0, 1, 0.5] * 20)
    low, high = SHARES.interval(values, 0.05)
    assert SHARES.above(values, low - 1e-6, 0.05).any()
    assert not SHARES.above(values, low + 1e-6, 0.05).any()
    assert SHARES.below(values, high + 1e-6, 0.05).any()
    assert not SHARES.below(values, high - 1e-6, 0.05).any()


@pytest.mark.parametrize("sequence", [SHARES, POINTS])
def test_what_is_turned_around_has_the_interval_turned_around(sequence):
    values = np.random.default_rng(1).choice([-0.5, 0, 1], size=300)
    low, high = sequence.interval(values, 0.05)
    assert sequence.interval(-values, 0.05) == pytest.approx((-high, -low))


@pytest.mark.parametrize("sequence", [SHARES, POINTS])
def test_an_interval_never_grows(sequence):
    values = np.random.default_rng(2).choice([-1, 0, 0.5], size=400)
    ends = np.array([sequence.interval(values[:blocks], 0.05) for blocks in range(0, 401, 20)])
    assert (ends[1:, 0] >= ends[:-1, 0]).all()
    assert (ends[1:, 1] <= ends[:-1, 1]).all()


def test_nothing_is_known_of_no_blocks():
    assert SHARES.interval(np.array([]), 0.05) == (-1, 1)
    assert POINTS.interval(np.array([]), 0.05) == (-inf, inf)


def test_blocks_without_any_difference_make_shares_equal_but_not_points():
    # bets against +-0.02 win 0.02 / 1.02 of each stake: the half of the wealth 1 % a block, 40-fold in about 580
    assert not SHARES.below(np.zeros(400), 0.02, 0.05).any()
    low, high = SHARES.interval(np.zeros(1000), 0.05)
    assert -0.02 < low < 0 < high < 0.02
    assert POINTS.interval(np.zeros(1000), 0.05) == (-inf, inf)


def test_the_mixture_has_the_width_of_the_paper():
    # spread 1, 200 blocks: t rho^2 = 0.2 (x + ln(x + 1)), x = -2 ln 0.05, so that it is sharpest at 1,000
    x = -2 * log(0.05)
    scaled = 0.2 * (x + log(x + 1))
    width = sqrt(2 * (scaled + 1) / (200 * scaled) * log(sqrt(scaled + 1) / 0.05))
    assert width == pytest.approx(0.2379, abs=5e-5)
    assert POINTS.half_width(200, 1, 0.05) == pytest.approx(width)
    assert not POINTS.below(ALTERNATING[:200], width - 1e-9, 0.05)[-1]
    assert POINTS.below(ALTERNATING[:200], width + 1e-9, 0.05)[-1]


def test_points_have_no_interval_from_few_blocks_nor_from_few_that_differ():
    assert POINTS.interval(ALTERNATING[: START - 1], 0.05) == (-inf, inf)
    assert POINTS.interval(ALTERNATING[:START], 0.05)[1] < inf
    # 19 ones at the end of 400: the sum of squares, 400 * 0.0475 * 0.9525 = 18.1, is not 20 times the greatest, 0.907
    rare = np.zeros(400)
    rare[-19:] = 1
    assert POINTS.interval(rare, 0.05) == (-inf, inf)
    rare[-40:] = 1
    assert POINTS.interval(rare, 0.05)[1] < inf


def test_where_an_interval_begins_is_foreseen_from_the_farthest_value():
    # 40 values as far from the mean as each other: of 164 normal ones the farthest is 2.861 spreads away in half of
    # the cases, since 0.99578^164 = 0.5 and P(|z| < 2.861) = 0.99578; and 20 * 2.861^2 = 163.7
    assert POINTS.start(ALTERNATING[:40]) == pytest.approx(163.7, abs=0.1)
    # 19 ones among 400 are 4.478 spreads away, as sqrt(20.05); of 400 normal values 3.133. So of 402 (3.134) it is
    # 4.478 / 3.133 times as far: 20 * 4.480^2 = 401.4
    rare = np.zeros(400)
    rare[-19:] = 1
    assert POINTS.start(rare) == pytest.approx(401.4, abs=1)
    assert POINTS.start(ALTERNATING[:START]) == START  # it is there
    assert SHARES.start(ALTERNATING[:40]) == 1


def test_where_an_interval_begins_is_not_known_while_five_blocks_make_up_half_of_the_squares():
    # k ones among 400: each 1 - k/400 from the mean, the others k/400; 5 of 9 are 4.78 of 8.80, 5 of 11 4.73 of 10.70
    for ones, known in ((9, False), (11, True)):
        rare = np.zeros(400)
        rare[:ones] = 1
        assert (POINTS.start(rare) < inf) == known
        assert POINTS.start(rare[: START - 1]) < inf  # so early there are always few
    assert POINTS.start(np.full(400, 2.5)) == inf
    assert POINTS.start(np.full(START - 1, 2.5)) == POINTS.start(np.array([])) == START


def test_most_intervals_of_normal_noise_have_begun_when_foreseen():
    # measured: 0.78 of 2,000; 0.15 is three times what 400 paths may be off by, and more
    values = np.random.default_rng(4).normal(size=(400, 400))
    began = first(POINTS.above(values, -1e9, 0.05))
    foreseen = np.array([POINTS.start(path[:40]) for path in values])
    assert 0.63 < (began <= foreseen).mean() < 0.93


def test_verdicts():
    assert verdict(-0.01, 0.015, 0.02) == EQUIVALENT
    assert verdict(0.001, 0.015, 0.02) == EQUIVALENT  # a difference, but within what counts as none
    assert verdict(0.001, 0.025, 0.02) == LARGER
    assert verdict(-0.025, -0.001, 0.02) == SMALLER
    assert verdict(-0.02, 0.02, 0.02) == UNDECIDED
    assert verdict(-inf, inf, 0.02) == UNDECIDED


@pytest.mark.parametrize("sequence", [SHARES, POINTS])
def test_so_many_blocks_make_it_narrow_enough_and_one_less_does_not(sequence):
    blocks = blocks_for(sequence, 0.02, 0.5, 0.05)
    assert sequence.half_width(blocks, 0.5, 0.05) <= 0.02 < sequence.half_width(blocks - 1, 0.5, 0.05)


PATHS, BLOCKS, ERROR = 400, 1000, 0.1
MOST = 60  # misses of 400 at 10 %: 40 expected at the most, and 3.3 times their standard deviation more


def paths(kind):
    """Paths of differences [path, block] and their mean."""
    chance = np.random.default_rng(3)
    if kind == "halves":
        return chance.choice([-1, -0.5, 0, 0.5, 1], p=[0.1, 0.2, 0.4, 0.2, 0.1], size=(PATHS, BLOCKS)), 0
    if kind == "rare":
        return chance.choice([0.0, 1.0], p=[0.97, 0.03], size=(PATHS, BLOCKS)), 0.03
    if kind == "skewed":
        return chance.exponential(size=(PATHS, BLOCKS)), 1
    return chance.normal(size=(PATHS, BLOCKS)), 0


@pytest.mark.parametrize(
    ("sequence", "kind"),
    [(SHARES, "halves"), (SHARES, "rare"), (POINTS, "normal"), (POINTS, "halves"), (POINTS, "skewed")],
)
def test_with_a_look_after_every_block_the_mean_is_missed_as_rarely_as_stated(sequence, kind):
    values, mean = paths(kind)
    missed = (sequence.above(values, mean, ERROR) | sequence.below(values, mean, ERROR)).any(axis=-1)
    assert missed.sum() <= MOST


def test_a_usual_interval_looked_at_after_every_block_misses_it_far_more_often():
    # the simulation above can tell: here, from block 100 on, z = 1.645 is for one look
    values, mean = paths("normal")
    blocks = np.arange(1, BLOCKS + 1)
    away = np.abs(np.cumsum(values, axis=-1) / blocks - mean) > 1.645 / np.sqrt(blocks)
    assert away[:, 99:].any(axis=-1).sum() > 2 * MOST
