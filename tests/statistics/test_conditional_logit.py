"""The conditional logit: chances and coefficients worked out by hand, and coverage by simulation."""

import numpy as np
import pytest

from azul_analytics.statistics import conditional_logit as logit


def two_seats(points, won):
    """Differences and shares of states with two seats, whose second is `points` ahead and wins with chance `won`."""
    differences = np.asarray(points, dtype=float)[None, :, None]
    won = np.asarray(won, dtype=float)
    return differences, np.stack([1 - won, won])


def test_chances_add_up_to_one_and_are_the_softmax():
    # seats with 0, ln 2 and ln 5: 1/8, 2/8, 5/8
    features = np.log([[[1.0]], [[2.0]], [[5.0]]])
    found = logit.chances(logit.against_first(features), np.ones(1))
    assert found[:, 0] == pytest.approx([1 / 8, 2 / 8, 5 / 8])


def test_chances_of_far_apart_seats_are_numbers():
    found = logit.chances(np.array([[[2000.0], [-2000.0]]]), np.ones(1))
    assert found.tolist() == [[0, 1], [1, 0]]


def test_without_penalty_it_is_maximum_likelihood():
    # the second seat is one ahead in 30 states and wins 20 of them: log-odds ln (20 / 10)
    differences, shares = two_seats([1] * 30, [1] * 20 + [0] * 10)
    assert logit.fit(differences, shares, penalized=False).coefficients == pytest.approx([np.log(2)])


def test_shared_wins_count_half():
    # 10 won, 10 lost, 20 shared: no difference; 20 won, 20 shared: as 30 of 40
    differences, shares = two_seats([1] * 40, [1] * 20 + [0.5] * 20)
    assert logit.fit(differences, shares, penalized=False).coefficients == pytest.approx([np.log(3)])


def test_covariance_is_that_of_a_share_and_takes_units_together():
    # 20 of 30: the log-odds have variance 1 / (30 * 2/3 * 1/3) = 0.15, times 30/29 for 30 units
    differences, shares = two_seats([1] * 30, [1] * 20 + [0] * 10)
    fitted = logit.fit(differences, shares, penalized=False)
    alone = logit.covariance(differences, shares, fitted, np.arange(30))
    assert alone[0, 0] == pytest.approx(0.15 * 30 / 29, rel=1e-4)
    # each state twice, both copies in one unit: the same
    twice = [np.repeat(values, 2, axis=1) for values in (differences, shares)]
    copies = logit.covariance(*twice, fitted, np.repeat(np.arange(30), 2))
    assert copies[0, 0] == pytest.approx(0.15 * 30 / 29, rel=1e-4)


def test_the_prior_shrinks_and_gives_way_to_data():
    few = logit.fit(*two_seats([1] * 6, [1] * 5 + [0]))
    many = logit.fit(*two_seats([1] * 6000, [1] * 5000 + [0] * 1000))
    assert 0 < few.coefficients[0] < np.log(5) - 0.1
    assert many.coefficients[0] == pytest.approx(np.log(5), abs=0.01)


def test_a_feature_that_decides_everything_stays_finite():
    fitted = logit.fit(*two_seats([1, -1] * 20, [1, 0] * 20))
    assert 1 < fitted.coefficients[0] < 20


def test_features_that_tell_nothing_give_equal_chances():
    differences, shares = two_seats([1, -1] * 100, [1, 1, 0, 0] * 50)
    assert abs(logit.fit(differences, shares).coefficients[0]) < 1e-6


def simulated(random, units, seats, coefficients, states=1):
    """Differences, shares and units of random states; the states of a unit end with the same seat winning."""
    features = random.normal(size=(seats, units, len(coefficients)))
    chances = logit.chances(logit.against_first(features), np.asarray(coefficients))
    winner = (random.random(units) > np.cumsum(chances, axis=0)).sum(axis=0)
    shares = np.eye(seats)[winner].T
    copies = [np.repeat(values, states, axis=1) for values in (logit.against_first(features), shares)]
    return *copies, np.repeat(np.arange(units), states)


@pytest.mark.parametrize(("seats", "states"), [(2, 1), (4, 1), (3, 2)])
def test_coverage_of_coefficients(seats, states):
    truth = np.array([0.8, -0.3, 0.0])
    random = np.random.default_rng(seats)
    inside = []
    for _ in range(300):
        differences, shares, unit = simulated(random, 200, seats, truth, states)
        fitted = logit.fit(differences, shares, penalized=False)
        errors = np.sqrt(np.diag(logit.covariance(differences, shares, fitted, unit)))
        inside.append(np.abs(fitted.coefficients - truth) <= 1.972 * errors)  # t with 199 degrees of freedom
    assert 0.92 <= np.mean(inside) <= 0.98
