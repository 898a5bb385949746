"""The test that all seats of a table win equally often, from independent units of any number."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

FEW_UNITS = 100  # Hotelling's F needs more
DRAWS = 9_999
_SEED = 1  # the same data, the same p-value
_NO_SPREAD = 1e-12  # sums of squares below are rounding


def equal_shares_p(win_shares: Floats) -> float:
    """P-value of the hypothesis that all seats have equal shares; `win_shares` by [unit, seat], each unit sums to 1.

    Of up to FEW_UNITS units: Pearson's statistic against its distribution when the seats of each unit are drawn
    anew (Fisher 1935, The Design of Experiments; with the p-value of Phipson and Smyth 2010, Statistical
    Applications in Genetics and Molecular Biology 9). Of more units: Hotelling's T squared with its F
    distribution, which takes the covariance of the seats as it is found (Hotelling 1931, Annals of
    Mathematical Statistics 2); where it cannot be inverted, Pearson's statistic with its chi-squared
    distribution. NaN below two units.
    """
    units = len(win_shares)
    if units < 2:
        return np.nan
    away = win_shares - 1 / win_shares.shape[1]
    if np.square(away).sum() < _NO_SPREAD:
        return 1.0  # every unit shared its win among all seats
    if units <= FEW_UNITS:
        return _drawn_anew_p(away)
    covariance = np.atleast_2d(np.cov(away[:, 1:], rowvar=False))
    if np.linalg.eigvalsh(covariance)[0] < _NO_SPREAD:
        return _pearson_p(away)
    return _hotelling_p(away, covariance)


def _hotelling_p(away: Floats, covariance: Floats) -> float:
    from scipy.special import fdtrc

    units, contrasts = len(away), len(covariance)
    mean = away[:, 1:].mean(axis=0)
    t_squared = units * mean @ np.linalg.solve(covariance, mean)
    freedom = units - contrasts
    return float(fdtrc(contrasts, freedom, t_squared * freedom / (contrasts * (units - 1))))


def _pearson_p(away: Floats) -> float:
    from scipy.special import chdtrc

    contrasts = away.shape[1] - 1
    return float(chdtrc(contrasts, contrasts * np.square(away.sum(axis=0)).sum() / np.square(away).sum()))


def _drawn_anew_p(away: Floats) -> float:
    random = np.random.default_rng(_SEED)
    drawn = random.permuted(np.broadcast_to(away, (DRAWS, *away.shape)), axis=2).sum(axis=1)
    found = np.square(away.sum(axis=0)).sum()
    as_far = np.count_nonzero(np.square(drawn).sum(axis=1) >= found * (1 - _NO_SPREAD))
    return (1 + as_far) / (1 + DRAWS)
