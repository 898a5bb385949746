"""Means watched block by block: intervals that hold at every look, and so whenever one stops.

Values are arrays [..., block], independent and in the order in which the blocks were played. `error` is the
chance that the interval misses the mean at any look, from the first block to the last that will ever be played.
An interval is the running intersection: it never grows again.

Two methods. `Betting` is for values between known bounds and holds from the first block on, whatever their
distribution. `Asymptotic` is for values whose bounds are far away: it holds as the central limit theorem does,
for blocks enough; docs/experiments.md has the errors measured.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

import numpy as np

from azul_analytics.statistics.families import EQUIVALENT, LARGER, SMALLER, UNDECIDED

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Bools = NDArray[np.bool_]

ENDLESS = 10**12  # blocks
START = 100  # blocks before an asymptotic interval is given
HEAVIEST = 20  # so many blocks of the most extreme value seen must be as good as all of them
FEW = 5  # blocks that must not make up half of all squares
_ROUNDING = 1e-9
_SHARPEST = 1000  # blocks for which it is narrowest
_STAKES = 0.5 ** np.arange(1, 10)  # parts of the wealth that are bet, at most half of it
_RICH = 500.0  # logarithm of a wealth that nobody needs more than
_STEPS = 30  # halvings of the range in which an end is looked for, and steps to where an interval begins


@dataclass(frozen=True)
class Betting:
    """Hedged bets against each mean, for values from `least` to `most`.

    Who bets that the mean is above m, a fixed part of the wealth on each block, gets rich only if it is: the chance
    that a wealth of 1 ever becomes 2 / error is at most error / 2 (Ville 1939). The wealth is the mean over several
    such parts, once for above and once for below. Waudby-Smith and Ramdas 2024, Estimating means of bounded random
    variables by betting (Journal of the Royal Statistical Society B 86), diversified bets.
    """

    least: float
    most: float

    def above(self, values: Floats, mean: float, error: float) -> Bools:
        """Whether, after each block, the values' mean is shown to be above `mean`, which is between the bounds."""
        width = self.most - self.least
        return _wealthy((values - self.least) / width, (mean - self.least) / width, error)

    def below(self, values: Floats, mean: float, error: float) -> Bools:
        """Whether it is shown to be below."""
        return Betting(-self.most, -self.least).above(-values, -mean, error)

    def interval(self, values: Floats, error: float) -> tuple[float, float]:
        """The interval after all of these values, [block]."""
        return self._end(values, error), -Betting(-self.most, -self.least)._end(-values, error)

    def half_width(self, blocks: float, spread: float, error: float) -> float:
        """What to expect of the interval: such that the best of the bets, alone, gets there. Without any spread that
        is the half of the wealth."""
        wanted = np.log(2 * len(_STAKES) / error) / blocks
        return float(max(spread * np.sqrt(2 * wanted), (self.most - self.least) * np.expm1(min(wanted, 1))))

    def start(self, values: Floats) -> float:  # noqa: ARG002
        """There is an interval from the first block on."""
        return 1

    def _end(self, values: Floats, error: float) -> float:
        """The largest mean that the values are shown to be above, to a 2^30th of the range; wealth falls with it."""
        low, high = self.least, self.most
        for _ in range(_STEPS):
            middle = (low + high) / 2
            if self.above(values, middle, error).any():
                low = middle
            else:
                high = middle
        return low


def _wealthy(values: Floats, mean: float, error: float) -> Bools:
    """Whether the wealth of who bets on above is 2 / error, after each of values between 0 and 1."""
    gains = values / mean - 1
    wealth = np.zeros_like(gains)
    for stake in _STAKES:
        wealth += np.exp(np.minimum(np.cumsum(np.log1p(stake * gains), axis=-1), _RICH))
    return np.asarray(wealth / len(_STAKES) >= 2 / error)


@dataclass(frozen=True)
class Asymptotic:
    """Robbins' normal mixture with the estimated spread; from block `START` on, if no few blocks make up the spread.

    Before, nothing is shown: a value that is rare and far from the others must have come some times.
    Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas 2024, Time-uniform central limit theory and asymptotic
    confidence sequences (Annals of Statistics 52).
    """

    def above(self, values: Floats, mean: float, error: float) -> Bools:
        """Whether, after each block, the values' mean is shown to be above `mean`."""
        means, radius = self._path(values, error)
        return np.asarray(means - radius > mean)

    def below(self, values: Floats, mean: float, error: float) -> Bools:
        """Whether it is shown to be below."""
        means, radius = self._path(values, error)
        return np.asarray(means + radius < mean)

    def interval(self, values: Floats, error: float) -> tuple[float, float]:
        """The interval after all of these values, [block]; infinite where there is none yet."""
        means, radius = self._path(values, error)
        low, high = np.max(means - radius, initial=-np.inf), np.min(means + radius, initial=np.inf)
        return float(low), float(high)

    def half_width(self, blocks: float, spread: float, error: float) -> float:
        """What to expect of the interval."""
        return float(spread * _mixture(blocks, error)) if blocks >= START else np.inf

    def start(self, values: Floats) -> float:
        """About the block from which there is an interval, by all values so far, [block].

        Infinite where nobody knows: from block `START` on, if `FEW` blocks make up half of the sum of squares or more,
        or all blocks are the same. Else the farthest value is taken to grow as that of normal noise does, of a spread
        by which it is no surprise so far, but no less than the values' own.
        """
        blocks = len(values)
        squares = np.sort((values - np.mean(values)) ** 2) if blocks else np.zeros(1)
        total, farthest = float(squares.sum()), float(squares[-1])
        if blocks >= START:
            if total >= HEAVIEST * farthest and farthest > _ROUNDING**2:
                return START
            if total <= 2 * squares[-FEW:].sum():
                return np.inf
        if farthest <= _ROUNDING**2:
            return START
        scale = max(1.0, math.sqrt(farthest * blocks / total) / _farthest_of(blocks))
        found = float(START)
        for _ in range(_STEPS):
            found = max(START, HEAVIEST * (scale * _farthest_of(found)) ** 2)
        return found

    @staticmethod
    def _path(values: Floats, error: float) -> tuple[Floats, Floats]:
        """Mean and half width after each block; the latter infinite where there is no interval."""
        blocks = np.arange(1, np.shape(values)[-1] + 1)
        means = np.cumsum(values, axis=-1) / blocks
        variance = np.maximum(np.cumsum(values**2, axis=-1) / blocks - means**2, 0)
        highest, lowest = np.maximum.accumulate(values, axis=-1), np.minimum.accumulate(values, axis=-1)
        farthest = np.maximum(highest - means, means - lowest)
        known = (blocks >= START) & (blocks * variance >= HEAVIEST * farthest**2) & (farthest > _ROUNDING)
        return means, np.where(known, np.sqrt(variance) * _mixture(blocks, error), np.inf)


def _farthest_of(blocks: float) -> float:
    """How far the farthest of so many normal values of spread 1 is from 0: the median of that."""
    return NormalDist().inv_cdf((1 + 0.5 ** (1 / blocks)) / 2)


def _mixture(blocks: Any, error: float) -> Any:
    """Half width of the normal mixture for values of spread 1."""
    log = -2 * np.log(error)
    scaled = blocks * (log + np.log(log + 1)) / _SHARPEST
    return np.sqrt(2 * (scaled + 1) / (blocks * scaled) * np.log(np.sqrt(scaled + 1) / error))


Sequence = Betting | Asymptotic


def verdict(low: float, high: float, margin: float) -> str:
    """What an interval for a difference says; within the margin comes before larger and smaller."""
    if -margin < low and high < margin:
        return EQUIVALENT
    return LARGER if low > 0 else SMALLER if high < 0 else UNDECIDED


def blocks_for(sequence: Sequence, half_width: float, spread: float, error: float) -> int:
    """About how many blocks make the interval so narrow, if their values have this spread; `ENDLESS` or more of what
    nobody plays."""
    low, high = 0, 1
    while high < ENDLESS and sequence.half_width(high, spread, error) > half_width:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if sequence.half_width(middle, spread, error) <= half_width else (middle, high)
    return high


def first(shown: Bools) -> NDArray[np.int64]:
    """The number of blocks after which something was first shown, [...]; one more than there are where it never was."""
    found: NDArray[np.int64] = np.where(shown.any(axis=-1), shown.argmax(axis=-1) + 1, shown.shape[-1] + 1)
    return found
