"""Conditional logit: chances of the seats of a table that add up to 1, from what each seat has.

McFadden 1974 ("Conditional logit analysis of qualitative choice behavior"): a seat's chance is the softmax of its
features times the coefficients, so only differences between the seats of a table count. Coefficients are shrunk
towards 0 by a normal prior whose width the data choose: it maximizes their evidence (MacKay 1992, Neural Computation
4, 415-447). SciPy has no such model, and scikit-learn's softmax has other classes than seats: hence Newton's method.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]

_STEPS = 50
_LONGEST_STEP = 3.0  # in coefficients of features of unit size: Newton's method must not jump out of the data
_CLOSE = 1e-5  # the last step; as steps shrink quadratically, what is left is some 1e-10
_STEADY = 1e-6  # the last relative change of the penalty
_LEAST_PENALTY = 1e-6


class Fit(NamedTuple):
    """Coefficients [feature], and the penalty on half their squares (the prior's precision)."""

    coefficients: Floats
    penalty: float


# Seats come first in all arrays, because sums over a short last axis take NumPy several times as long.


def against_first(features: Floats) -> Floats:
    """Differences of the other seats to the first: [seat - 1, state, feature] of [seat, state, feature]."""
    return features[1:] - features[:1]


def chances(differences: Floats, coefficients: Floats) -> Floats:
    """Chances [seat, state], which add up to 1 over the seats."""
    utility = np.zeros((len(differences) + 1, differences.shape[1]))
    np.matmul(differences, coefficients, out=utility[1:])
    utility -= utility.max(axis=0)
    weights = np.exp(utility, out=utility)
    weights /= weights.sum(axis=0)
    return weights


def fit(differences: Floats, shares: Floats, start: Fit | None = None, *, penalized: bool = True) -> Fit:
    """Coefficients for outcomes `shares` [seat, state], which add up to 1 (1 for the winner, 1/k for k winners).

    `differences` are those of `against_first`, of features of about unit size. Without `penalized`, maximum
    likelihood.
    """
    size = differences.shape[2]
    coefficients, penalty = start or (np.zeros(size), float(size))
    if not penalized:
        penalty = _LEAST_PENALTY
    for _ in range(_STEPS):
        gradient, information = _slopes(differences, shares, coefficients)
        information[np.diag_indices(size)] += penalty
        step = np.linalg.solve(information, gradient - penalty * coefficients)
        step *= min(1.0, _LONGEST_STEP / max(np.abs(step).max(), _CLOSE))
        coefficients = coefficients + step
        before = penalty
        if penalized:
            known = size - penalty * np.trace(np.linalg.inv(information))  # coefficients that the data determine
            most = max(shares.shape[1], 1)
            penalty = float(np.clip(known / max(coefficients @ coefficients, 1e-12), _LEAST_PENALTY, most))
        if np.abs(step).max() < _CLOSE and abs(penalty - before) <= _STEADY * before:
            break
    return Fit(coefficients, penalty)


def covariance(differences: Floats, shares: Floats, fitted: Fit, unit: Integers) -> Floats:
    """Covariance of the coefficients, with the states of one unit taken together: [feature, feature].

    The sandwich of Liang and Zeger 1986 (Biometrika 73) for U units, times U / (U - 1), with the prior's precision
    added to both layers, so that it is the prior's variance where the data say nothing. `unit` [state] are numbers.
    """
    _, information = _slopes(differences, shares, fitted.coefficients)
    residual = (shares - chances(differences, fitted.coefficients))[1:]
    scores = (residual[:, :, None] * differences).sum(axis=0)
    by_unit = np.stack([np.bincount(unit, score) for score in scores.T])
    units = int(np.count_nonzero(np.bincount(unit)))
    prior = fitted.penalty * np.eye(len(information))
    bread = np.linalg.inv(information + prior)
    result: Floats = bread @ (by_unit @ by_unit.T * (units / max(units - 1, 1)) + prior) @ bread
    return result


def _slopes(differences: Floats, shares: Floats, coefficients: Floats) -> tuple[Floats, Floats]:
    """Gradient and negative second derivatives of the log-likelihood."""
    chance = chances(differences, coefficients)[1:]
    weighted = differences * chance[:, :, None]
    mean = weighted.sum(axis=0)
    size = len(coefficients)
    gradient = differences.reshape(-1, size).T @ (shares[1:] - chance).ravel()
    return gradient, weighted.reshape(-1, size).T @ differences.reshape(-1, size) - mean.T @ mean
