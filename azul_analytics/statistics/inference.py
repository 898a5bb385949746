"""Intervals from the moments of independent units, as arrays: an element a row of a frame.

A unit is what can be taken as independent: a game, or a block of games that share their deals. Two units
are the least from which an interval is given; with fewer, both of its ends are NaN.
"""

from __future__ import annotations

from statistics import NormalDist
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]

_NO_SPREAD = 1e-12  # a variance below is rounding


class Interval(NamedTuple):
    """Lower and upper ends, and how many units would make the interval as narrow as asked for."""

    low: Floats
    high: Floats
    units_needed: Floats


def share_interval(
    share: ArrayLike,
    variance: ArrayLike,
    units: ArrayLike,
    all_or_nothing: ArrayLike,
    *,
    expected: ArrayLike,
    confidence: float,
    useful_width: ArrayLike,
) -> Interval:
    """Interval for the mean of values between 0 and 1: Wilson's, for the effective number of units.

    `variance` is the sample variance of the units. Where every unit is 0 or 1 (`all_or_nothing`) this is
    Wilson's interval itself. Elsewhere (shared wins, means of blocks) the variance is estimated, so n is
    share * (1 - share) / (variance / units), times (z / t)^2 with units - 1 degrees of freedom: Korn and
    Graubard 1998 (Survey Methodology 24) for the number, Franco, Little, Louis and Slud 2019 (Journal of
    Survey Statistics and Methodology 7) for Wilson's interval with it. Units without any spread count as
    many as they are. `expected` stands for the share where there are no units.
    """
    share, units = _floats(share), _floats(units)
    z = _z(confidence)
    size, estimated = _effective(share, _floats(variance), units, np.asarray(all_or_nothing, dtype=bool))
    low, high = _wilson(share, np.where(estimated, size * (z / _t(confidence, units)) ** 2, size), z)
    design = np.divide(units, size, out=np.ones_like(units), where=size > 0)
    needed = _wilson_size(_shrunk(share, units, _floats(expected), z), _floats(useful_width), z) * design
    needed = np.where(estimated, _with_t(needed, confidence), needed)
    single = units < 2
    low, high = np.where(single, np.nan, low), np.where(single, np.nan, high)
    return Interval(low, high, _consistent(needed, low, high, units, useful_width))


def win_share_columns(frame: pd.DataFrame, *, confidence: float, useful_width: float) -> dict[str, Any]:
    """Interval and verdict of a frame's column `win_share`, by its moments in the columns beside it.

    The frame has `win_share_variance`, `units`, `all_or_nothing` and `equal_share`; the columns are
    `win_share_low`, `win_share_high`, `too_wide` and `units_needed`.
    """
    interval = share_interval(
        frame["win_share"],
        frame["win_share_variance"],
        frame["units"],
        frame["all_or_nothing"],
        expected=frame["equal_share"],
        confidence=confidence,
        useful_width=useful_width,
    )
    return {
        "win_share_low": interval.low,
        "win_share_high": interval.high,
        "too_wide": too_wide(interval, useful_width),
        "units_needed": interval.units_needed.astype("int64"),
    }


def mean_interval(
    mean: ArrayLike,
    variance: ArrayLike,
    units: ArrayLike,
    *,
    confidence: float,
    useful_width: ArrayLike,
    least: ArrayLike = -np.inf,
    most: ArrayLike = np.inf,
) -> Interval:
    """Student's t interval for the mean of units; NaN also where the units show no spread at all.

    `variance` is the sample variance of the units, `units_needed` is NaN where it is not known. `least` and `most`
    are what a mean can be at all: an interval ends there, which takes no true value out of it.
    """
    mean, variance, units = _floats(mean), _floats(variance), _floats(units)
    known = (units >= 2) & (variance > _NO_SPREAD)
    spread = np.sqrt(np.where(known, variance, np.nan))
    half = _t(confidence, units) * spread / np.sqrt(np.maximum(units, 1))
    low = np.maximum(mean - half, np.minimum(least, mean))
    high = np.minimum(mean + half, np.maximum(most, mean))
    needed = _with_t((2 * _z(confidence) * spread / _floats(useful_width)) ** 2, confidence)
    return Interval(low, high, _consistent(needed, low, high, units, useful_width))


def too_wide(interval: Interval, useful_width: ArrayLike) -> NDArray[np.bool_]:
    """Where an interval is wider than what its statistic calls useful, or where there is none."""
    return ~(interval.high - interval.low <= _floats(useful_width))


def _floats(values: Any) -> Floats:
    return np.asarray(values, dtype=np.float64)


def _z(confidence: float) -> float:
    return NormalDist().inv_cdf(0.5 + confidence / 2)


def _t(confidence: float, units: Floats) -> Floats:
    from scipy.special import stdtrit

    return _floats(stdtrit(np.maximum(units - 1, 1), 0.5 + confidence / 2))


def _with_t(needed: Floats, confidence: float) -> Floats:
    """The units that Student's t asks for, where its limit, the normal distribution, asks for `needed`."""
    units, z = np.maximum(needed, 2), _z(confidence)
    for _ in range(60):  # half steps, because the whole ones swing from side to side
        units = (units + np.maximum(needed * (_t(confidence, units) / z) ** 2, 2)) / 2
    return units


def _consistent(needed: Floats, low: Floats, high: Floats, units: Floats, useful_width: ArrayLike) -> Floats:
    """The units needed as whole numbers: more than there are exactly where the interval is too wide."""
    whole = np.ceil(np.round(np.maximum(needed, 2), 6))
    wide = ~(high - low <= _floats(useful_width))
    return np.where(wide, np.maximum(whole, units + 1), np.minimum(whole, np.maximum(units, 2)))


def _effective(share: Floats, variance: Floats, units: Floats, all_or_nothing: Any) -> tuple[Floats, Any]:
    """How many units of 0 or 1 would say as much as these, and where that number is an estimate."""
    estimated = (units >= 2) & ~all_or_nothing & (variance > _NO_SPREAD)
    per_unit = np.divide(share * (1 - share), variance, out=np.ones_like(units), where=estimated)
    return units * per_unit, estimated


def _wilson(share: Floats, n: Floats, z: float) -> tuple[Floats, Floats]:
    """Wilson 1927 (Journal of the American Statistical Association 22), for a share of n."""
    n = np.where(n > 0, n, np.nan)
    center = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * np.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return np.maximum(center - half, 0), np.minimum(center + half, 1)


def _shrunk(share: Floats, units: Floats, expected: Floats, z: float) -> Floats:
    """The centre of Wilson's interval; a share of 0 or 1 from few units is not taken at its word."""
    known = np.where(units > 0, share, expected)
    toward = np.where(units > 0, 0.5, expected)
    return (known * units + toward * z * z) / (units + z * z)


def _wilson_size(share: Floats, width: Floats, z: float) -> Floats:
    """The n for which Wilson's interval has this width: the root of a quadratic in n."""
    q, h = share * (1 - share), width / 2
    return z * z * (q - 2 * h * h + np.sqrt(q * q - 4 * q * h * h + h * h)) / (2 * h * h)
