"""Differences between two groups of games, such as those of two rulesets: independent ones, or pairs of blocks.

Arrays in, arrays out, an element a question. What too few units cannot say is NaN.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]

POWER = 0.9  # the chance of a verdict that more games are asked for


class Moments(NamedTuple):
    """Means over the units of a group, the units' variances, and how many units there are."""

    mean: ArrayLike
    variance: ArrayLike
    units: ArrayLike


class Difference(NamedTuple):
    """Second less first: estimate, ends of its interval, p-values of a difference and of one within the margin, and
    the standard error with its degrees of freedom."""

    estimate: Floats
    low: Floats
    high: Floats
    p_different: Floats
    p_equivalent: Floats
    error: Floats
    freedom: Floats


def between(first: Moments, second: Moments, *, margin: ArrayLike, confidence: float, least_units: int) -> Difference:
    """Second less first of independent groups, by Welch's t with Satterthwaite's degrees of freedom.

    Groups of fewer units than `least_units`, and groups without any spread, have no interval and no p-values.
    Welch 1947 (Biometrika 34); Schuirmann 1987 for the margin (`families.equivalence`).
    """
    import numpy as np

    means, variances, units = (
        np.stack([np.asarray(values, dtype=np.float64) for values in pair]) for pair in zip(first, second, strict=True)
    )
    enough = (units >= least_units).all(axis=0)
    squares = np.where(enough, variances / np.maximum(units, 1), np.nan)
    total = squares.sum(axis=0)
    total = np.where(total > 0, total, np.nan)
    freedom = total**2 / (squares**2 / np.maximum(units - 1, 1)).sum(axis=0)
    return _judged(means[1] - means[0], np.sqrt(total), freedom, margin, confidence)


def paired(pairs: Moments, *, margin: ArrayLike, confidence: float, least_units: int) -> Difference:
    """Second less first of units that belong together, by Student's t of the pairs' differences.

    `pairs` are the moments of the differences. Fewer pairs than `least_units`, and pairs that all differ by the
    same, have no interval and no p-values.
    """
    import numpy as np

    mean, variance, units = (np.asarray(values, dtype=np.float64) for values in pairs)
    known = (units >= least_units) & (variance > 0)
    error = np.sqrt(np.where(known, variance, np.nan) / np.maximum(units, 1))
    return _judged(mean, error, np.where(known, units - 1, np.nan), margin, confidence)


def _judged(estimate: Floats, error: Floats, freedom: Floats, margin: ArrayLike, confidence: float) -> Difference:
    from scipy.special import stdtrit

    from azul_analytics.statistics import families

    half = stdtrit(freedom, 0.5 + confidence / 2) * error
    return Difference(
        estimate,
        estimate - half,
        estimate + half,
        families.difference(estimate, error, freedom),
        families.equivalence(estimate, error, freedom, margin=margin),
        error,
        freedom,
    )


def growth(error: ArrayLike, freedom: ArrayLike, *, margin: ArrayLike, level: float) -> Floats:
    """By what factor the units must grow for a verdict: equality within the margin, where there is no difference.

    With so many units of the spread that was found the two one-sided tests at this level show it with a chance
    of POWER. Chow, Shao and Wang 2008 (Sample Size Calculations in Clinical Research, 3.1 and 3.2), t in place of
    the normal distribution.
    """
    import numpy as np
    from scipy.special import stdtrit

    error, freedom = np.asarray(error, dtype=np.float64), np.asarray(freedom, dtype=np.float64)
    factor = np.ones(np.broadcast_shapes(error.shape, freedom.shape))
    for _ in range(30):  # it settles: more degrees of freedom change little
        at = np.maximum(freedom * factor, 1)
        points = stdtrit(at, 1 - level) + stdtrit(at, 0.5 + POWER / 2)
        factor = (factor + (points * error / np.asarray(margin)) ** 2) / 2
    return factor
