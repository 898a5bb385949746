"""Means of members with few values, shrunk towards the mean of all: arrays in, arrays out."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]

LEAST_MEMBERS = 4  # around a mean that is estimated too, fewer gain nothing (Efron and Morris)


class Shrinkage(NamedTuple):
    """`weight` of a member's own mean, by [member], 0 to 1; the common `center`; the `spread` of single values.

    The spread is the standard deviation of a member's values around its mean, the same for all.
    """

    weight: Floats
    center: float
    spread: float

    def of(self, mean: ArrayLike) -> Floats:
        """The members' means, shrunk."""
        return self.center + self.weight * (np.asarray(mean, dtype=np.float64) - self.center)


def shrinkage(mean: ArrayLike, variance: ArrayLike, units: ArrayLike) -> Shrinkage:
    """How far each member's mean is to be believed: empirical Bayes with moments of a one-way random model.

    A member's values have the variance s^2 around its own mean, and the members' true means the variance A
    around the center; a mean of n values gets the weight A / (A + s^2 / n). s^2 is pooled over members, so
    that a member with one value has a weight too; A is what the means differ by beyond s^2, at least 0.
    Bühlmann and Straub 1970 (ASTIN Bulletin 5), which for equal n is Efron and Morris 1975 (Journal of the
    American Statistical Association 70). Members without values are left out: their weight is 0. With no two values of
    one member everything is NaN, with fewer than LEAST_MEMBERS members weight and center are.
    """
    mean, variance, units = (np.asarray(one, dtype=np.float64) for one in (mean, variance, units))
    n = np.where(np.isnan(mean), 0, units)
    y = np.where(n > 0, mean, 0)
    members, total, freedom = np.count_nonzero(n), n.sum(), np.maximum(n - 1, 0).sum()
    within = float(np.where(n > 1, (n - 1) * variance, 0).sum() / freedom) if freedom else np.nan
    if members < LEAST_MEMBERS or not freedom:
        return Shrinkage(np.full(n.shape, np.nan), np.nan, within**0.5)
    raw = (n * y).sum() / total
    between = ((n * (y - raw) ** 2).sum() - (members - 1) * within) / (total - (n * n).sum() / total)
    if between <= 0:
        return Shrinkage(np.zeros(n.shape), float(raw), within**0.5)
    weight = np.divide(between * n, between * n + within, out=np.zeros(n.shape), where=n > 0)
    return Shrinkage(weight, float((weight * y).sum() / weight.sum()), within**0.5)
