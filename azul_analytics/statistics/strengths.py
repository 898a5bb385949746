"""Strengths of players from who beat whom: arrays in, arrays out."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Whole = NDArray[np.int64]

_USUAL_SPREAD = 0.86  # of strengths, in logits: 150 points of a rating, and ...
_USUAL_PLAYERS = 2  # ... it weighs as much as so many players
_OPENING_SPREAD = 1.0  # of what opening is worth, in logits, before any game is seen
_STEPS, _SPREADS = 50, 50  # more than ever needed
_CLOSE = 1e-4  # a step, in logits: the next one would be its square
_SPREAD_CLOSE = 1e-2  # of the spread, which is not known as well as that


class Meetings(NamedTuple):
    """Who met whom: an element per pair of players and who of the two opened.

    `one` and `other` are players from 0, `opened` is 1 where `one` opened, -1 where `other` did, else 0; `met`
    is how much they met, and `won` how much of it `one` won.
    """

    one: Whole
    other: Whole
    opened: Floats
    met: Floats
    won: Floats


class Strengths(NamedTuple):
    """`strength` by [player] in logits, their mean 0; `covariance` by [player, player]; their `spread`."""

    strength: Floats
    covariance: Floats
    spread: float


def strengths(meetings: Meetings, players: int) -> Strengths:
    """Strengths of all players at once, and the spread of strengths that the meetings suggest (empirical Bayes).

    The spread is the fixed point of MacKay 1992 (Neural Computation 4): squared strengths over the number of
    them that the meetings determine. With few players it leans on a usual spread.
    """
    spread, guess = _USUAL_SPREAD, np.zeros(players + 1)
    for _ in range(_SPREADS):
        guess, curvature = _mode(meetings, guess, spread)
        found = _centered(guess, curvature, spread)
        determined = players - np.trace(found.covariance) / spread**2
        squares = _USUAL_PLAYERS * _USUAL_SPREAD**2 + (found.strength**2).sum()
        before, spread = spread, float(np.sqrt(squares / (_USUAL_PLAYERS + max(determined, 0))))
        if abs(spread - before) < _SPREAD_CLOSE * before:
            break
    return found


def strengths_with_spread(meetings: Meetings, players: int, spread: float) -> Strengths:
    """Strengths when they are known to be normal with this standard deviation around their mean.

    The chance that one beats the other is logistic in the difference of their strengths, plus what opening
    is worth (Bradley and Terry 1952, Biometrika 39; Davidson and Beaver 1977, Biometrics 33, for the order):
    the mode of the posterior, and as its covariance the inverse of the curvature there (Laplace).
    """
    return _centered(*_mode(meetings, np.zeros(players + 1), spread), spread)


def _mode(meetings: Meetings, guess: Floats, spread: float) -> tuple[Floats, Floats]:
    """Strengths and what opening is worth, by Newton's method from a guess, and the curvature at the end."""
    precision = np.full(len(guess), spread**-2)
    precision[-1] = _OPENING_SPREAD**-2
    for _ in range(_STEPS):
        ahead = guess[meetings.one] - guess[meetings.other] + guess[-1] * meetings.opened
        chance = 1 / (1 + np.exp(-ahead))
        slope = _along(meetings, meetings.won - meetings.met * chance, len(guess)) - precision * guess
        curvature = _across(meetings, meetings.met * chance * (1 - chance), len(guess)) + np.diag(precision)
        step = np.linalg.solve(curvature, slope)
        largest = float(np.abs(step).max())
        guess = guess + step / max(1.0, largest)
        if largest < _CLOSE:
            break
    return guess, curvature


def _along(meetings: Meetings, amount: Floats, size: int) -> Floats:
    """Sums over meetings of amount * x, x being 1 at `one`, -1 at `other` and `opened` at the end."""
    sums = np.zeros(size)
    for at, x in _places(meetings, size):
        np.add.at(sums, at, amount * x)
    return sums


def _across(meetings: Meetings, amount: Floats, size: int) -> Floats:
    """Sums over meetings of amount * x x', with the same x."""
    sums = np.zeros((size, size))
    for at, x in _places(meetings, size):
        for across, y in _places(meetings, size):
            np.add.at(sums, (at, across), amount * x * y)
    return sums


def _places(meetings: Meetings, size: int) -> tuple[tuple[Whole, Floats], ...]:
    """Where x is not zero, and what it is there."""
    ones, end = np.ones(len(meetings.one)), np.full(len(meetings.one), size - 1)
    return (meetings.one, ones), (meetings.other, -ones), (end, meetings.opened)


def _centered(guess: Floats, curvature: Floats, spread: float) -> Strengths:
    covariance = np.linalg.inv(curvature)[:-1, :-1]
    covariance = covariance - covariance.mean(axis=0)
    covariance = covariance - covariance.mean(axis=1, keepdims=True)
    return Strengths(guess[:-1] - guess[:-1].mean(), covariance, spread)
