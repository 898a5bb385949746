"""Corrected p-values, equivalence and verdicts: values worked out by hand, and error rates by simulation."""

import numpy as np
import pytest

from azul_analytics.statistics import families

NAN = np.nan


def test_holm_by_hand():
    # in order .005 .01 .03 .04: times 4 3 2 1 are .02 .03 .06 .04, and none may be less than the one before
    np.testing.assert_allclose(families.holm([0.01, 0.04, 0.03, 0.005]), [0.03, 0.06, 0.06, 0.02])
    np.testing.assert_allclose(families.holm([0.6, 0.5]), [1, 1])


def test_benjamini_hochberg_by_hand():
    # in order .005 .01 .03 .04: times 4/1 4/2 4/3 4/4 are .02 .02 .04 .04
    np.testing.assert_allclose(families.benjamini_hochberg([0.01, 0.04, 0.03, 0.005]), [0.02, 0.04, 0.04, 0.02])


@pytest.mark.parametrize("adjusted", [families.holm, families.benjamini_hochberg])
def test_what_is_not_known_does_not_count(adjusted):
    p = np.array([0.01, NAN, 0.04])
    np.testing.assert_allclose(adjusted(p)[[0, 2]], adjusted(p[[0, 2]]))
    assert np.isnan(adjusted(p)[1])
    assert np.isnan(adjusted([NAN])).all()
    assert adjusted([]).shape == (0,)


def test_difference_by_hand():
    # the 97.5 % points: 2.228139 of t with 10 degrees of freedom, 1.959964 of the normal distribution
    p = families.difference([2.228139, -1.959964], [1, 1], [10, np.inf])
    np.testing.assert_allclose(p, 0.05, atol=1e-6)


def test_equivalence_by_hand():
    # 0.5 is 1.5 below the margin 2 and 2.5 above -2, in standard errors: the larger tail is that of 1.5
    assert families.equivalence(0.5, 1, np.inf, margin=2) == pytest.approx(0.066807, abs=1e-6)
    assert families.equivalence(-0.5, 1, np.inf, margin=2) == pytest.approx(0.066807, abs=1e-6)
    # beyond the margin it is never below one half
    assert families.equivalence(3, 1, np.inf, margin=2) == pytest.approx(0.841345, abs=1e-6)


def test_no_spread_has_no_answer():
    assert np.isnan(families.difference([1, 1, NAN], [0, NAN, 1], [9, 9, 9])).all()
    assert np.isnan(families.equivalence([1, 1], [0, 1], [9, 0], margin=2)).all()


def test_verdicts():
    said = families.verdicts([0.1, -0.1, 0.01, 0.01, 0.1, NAN], [0.01, 0.01, 0.5, 0.01, 0.06, NAN],
                             [0.9, 0.9, 0.01, 0.01, 0.9, NAN], level=0.05)  # fmt: skip
    assert list(said) == [
        families.LARGER, families.SMALLER, families.EQUIVALENT, families.EQUIVALENT, families.UNDECIDED,
        families.UNDECIDED,
    ]  # fmt: skip


def test_holm_keeps_the_chance_of_any_false_claim():
    # twenty nulls: alone, 64 in 100 families would hold a "finding"
    p = np.random.default_rng(1).random((4000, 20))
    assert np.mean((p < 0.05).any(axis=1)) > 0.6
    assert np.mean([(families.holm(family) < 0.05).any() for family in p]) <= 0.06


def test_equivalence_is_claimed_falsely_in_at_most_one_of_twenty():
    # the truth lies on the margin: the worst case of the null
    values = np.random.default_rng(2).normal(0.3, 1, size=(4000, 100))
    error = values.std(axis=1, ddof=1) / 10
    p = families.equivalence(values.mean(axis=1), error, 99, margin=0.3)
    assert 0.04 <= np.mean(p < 0.05) <= 0.06


def test_exact_p_values_by_hand():
    # chances of 0, 1, 2, 3 wins of 3 at 1/3: 8, 12, 6, 1 of 27
    assert families.exact([0, 1, 2, 3], 3, 1 / 3) == pytest.approx(np.array([15, 27, 7, 1]) / 27)
    assert families.exact(13, 18, 0.5) == pytest.approx(0.096252, abs=1e-6)  # the normal distribution has 0.0593
    assert np.isnan(families.exact(0, 0, 0.5)).all()
