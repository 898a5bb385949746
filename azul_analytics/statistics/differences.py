"""Differences between two independent groups of games, such as those of two rulesets.

Arrays in, arrays out, an element a question. What too few units cannot say is NaN.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]


class Moments(NamedTuple):
    """Means over the units of a group, the units' variances, and how many units there are."""

    mean: ArrayLike
    variance: ArrayLike
    units: ArrayLike


class Difference(NamedTuple):
    """Second less first: estimate, ends of its interval, p-values of a difference and of one within the margin."""

    estimate: Floats
    low: Floats
    high: Floats
    p_different: Floats
    p_equivalent: Floats


def between(first: Moments, second: Moments, *, margin: ArrayLike, confidence: float, least_units: int) -> Difference:
    """Second less first of independent groups, by Welch's t with Satterthwaite's degrees of freedom.

    Groups of fewer units than `least_units`, and groups without any spread, have no interval and no p-values.
    Welch 1947 (Biometrika 34); Schuirmann 1987 for the margin (`families.equivalence`).
    """
    import numpy as np
    from scipy.special import stdtrit

    from azul_analytics.statistics import families

    means, variances, units = (
        np.stack([np.asarray(values, dtype=np.float64) for values in pair]) for pair in zip(first, second, strict=True)
    )
    enough = (units >= least_units).all(axis=0)
    squares = np.where(enough, variances / np.maximum(units, 1), np.nan)
    total = squares.sum(axis=0)
    total = np.where(total > 0, total, np.nan)
    freedom = total**2 / (squares**2 / np.maximum(units - 1, 1)).sum(axis=0)
    estimate, error = means[1] - means[0], np.sqrt(total)
    half = stdtrit(freedom, 0.5 + confidence / 2) * error
    return Difference(
        estimate,
        estimate - half,
        estimate + half,
        families.difference(estimate, error, freedom),
        families.equivalence(estimate, error, freedom, margin=margin),
    )
