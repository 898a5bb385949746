"""How many blocks it takes: known numbers, and the power found by simulation."""

from __future__ import annotations

from math import exp

import numpy as np
import pytest
from scipy.stats import ttest_1samp

from azul_analytics.errors import AzulError
from azul_analytics.statistics.sequential import first
from azul_analytics.studies.metrics import questions
from azul_analytics.studies.power import Plan, fixed_blocks, plan, tilted

SCORE, SHARE = questions(["score", "opening_win_share"], ["score=2", "opening_win_share=0.1"])
ERROR = 0.05


def points(difference: float, shape: int | tuple[int, int], seed: int) -> np.ndarray:
    """Differences of scores as they come: spread 8."""
    return np.random.default_rng(seed).normal(difference, 8, size=shape)


def shares(difference: float, shape: int | tuple[int, int], seed: int) -> np.ndarray:
    """Differences of win shares of two games each, with this mean."""
    values = np.array([-1, -0.5, 0, 0.5, 1])
    weights = tilted(values, difference)
    return np.random.default_rng(seed).choice(values, p=weights, size=shape)


def planned(*given, **asked) -> Plan:
    found = plan(*given, **asked)
    assert found
    return found


def test_the_blocks_of_a_single_look_are_those_of_the_textbook() -> None:
    # (1.959964 + 1.281552)^2 = 10.507 for power 0.9; spread 8 to distance 2 is 4: 16 * 10.507 = 168.1, and two more
    assert fixed_blocks(8, 2, 0.9, 0.05, equivalence=False) == 171
    # (1.959964 + 0.841621)^2 = 7.849 for power 0.8
    assert fixed_blocks(8, 2, 0.8, 0.05, equivalence=False) == 128
    # equal within 2: both of two tests must hold, 1.644854 for 0.95: 12.995 * 16 = 207.9
    assert fixed_blocks(8, 2, 0.9, 0.05, equivalence=True) == 210


def test_weights_give_the_mean_asked_for_and_change_evenly() -> None:
    # of -1, 0, 1 with weights 1, q, q^2: the mean is (q^2 - 1) / (1 + q + q^2), for q = e^0.3 0.1941
    q = exp(0.3)
    weights = tilted(np.array([-1.0, 0, 1]), (q**2 - 1) / (1 + q + q**2))
    assert weights == pytest.approx(np.array([1, q, q**2]) / (1 + q + q**2))


@pytest.mark.parametrize(("draws", "question"), [(points, SCORE), (shares, SHARE)])
@pytest.mark.parametrize("difference", [0, 1])
def test_the_power_of_the_sequence_comes_out_as_predicted(draws, question, difference) -> None:
    difference *= question.margin
    found = planned(question, draws(0, 2000, seed=1), difference=difference, power=0.8, error=ERROR)
    values = draws(difference, (500, found.enough), seed=2)
    sequence, margin = question.metric.sequence, question.margin
    if difference:
        stops = first(sequence.above(values, 0, ERROR))
    else:
        stops = np.maximum(first(sequence.above(values, -margin, ERROR)), first(sequence.below(values, margin, ERROR)))
    # 400 of 500 expected; both the 200 paths of the plan and these 500 vary: 3 * sqrt(0.16 / 200 + 0.16 / 500) = 10 %
    assert 0.7 < (stops <= found.enough).mean() < 0.9
    assert found.expected < found.enough
    assert np.minimum(stops, found.enough).mean() <= 1.05 * found.expected


def test_the_power_of_a_single_look_comes_out_as_predicted() -> None:
    found = planned(SCORE, points(0, 2000, seed=1), difference=2, power=0.9, error=ERROR)
    shown = ttest_1samp(points(2, (1000, found.fixed), seed=2), 0, axis=1).pvalue < ERROR
    assert 0.86 < shown.mean() < 0.94  # the pilot's spread is off by 2 %, the simulation by 1 %


def test_a_single_look_shows_equality_as_predicted() -> None:
    found = planned(SCORE, points(0, 2000, seed=1), difference=0, power=0.9, error=ERROR)
    values = points(0, (1000, found.fixed), seed=2)
    half = 1.96 * values.std(axis=1, ddof=1) / np.sqrt(found.fixed)
    within = np.abs(values.mean(axis=1)) + half < SCORE.margin
    assert 0.86 < within.mean() < 0.94


def test_what_is_negative_takes_as_many() -> None:
    pilot = points(0, 500, seed=3)
    up, down = (planned(SCORE, sign * pilot, difference=sign * 2, power=0.9, error=ERROR) for sign in (1, -1))
    assert (up.fixed, up.spread) == pytest.approx((down.fixed, down.spread))
    assert abs(up.enough - down.enough) < 0.2 * up.enough


def test_a_pilot_may_be_too_small_or_without_spread() -> None:
    assert plan(SCORE, points(0, 29, seed=1), difference=1, power=0.9, error=ERROR) is None
    assert plan(SCORE, np.zeros(100), difference=0, power=0.9, error=ERROR) is None
    assert plan(SCORE, np.array([0.0, 1] * 50), difference=2, power=0.9, error=ERROR) is None


@pytest.mark.parametrize("difference", [1e-3, 1e-9, 1e-300])
def test_what_takes_more_blocks_than_can_be_simulated_has_no_plan(difference: float) -> None:
    # of spread 1, a thousandth takes some ten million blocks
    assert plan(SCORE, points(0, 100, seed=1), difference=difference, power=0.9, error=ERROR) is None


@pytest.mark.parametrize("power", [0.3, 1, float("nan")])
def test_a_power_that_is_none_is_said(power: float) -> None:
    with pytest.raises(AzulError, match=r"is not from 0\.5 to below 1, such as 0\.9"):
        plan(SCORE, points(0, 100, seed=1), difference=1, power=power, error=ERROR)
