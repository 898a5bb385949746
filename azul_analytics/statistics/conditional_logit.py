"""Conditional logit: chances of the seats of a table that add up to 1, from what each seat has.

McFadden 1974 ("Conditional logit analysis of qualitative choice behavior"): a seat's chance is the softmax of its
features times the coefficients, so only differences between the seats of a table count. Coefficients are shrunk
towards 0 by a normal prior whose width the data choose: it maximises their evidence (MacKay 1992, Neural Computation
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
_CLOSE = 1e-8
_LEAST_PENALTY = 1e-6


class Fit(NamedTuple):
    """Coefficients [feature], and the penalty on half their squares (the prior's precision)."""

    coefficients: Floats
    penalty: float


def against_first(features: Floats) -> Floats:
    """Differences of the other seats to the first: [state, seat - 1, feature] of [state, seat, feature]."""
    return features[:, 1:] - features[:, :1]


def chances(differences: Floats, coefficients: Floats) -> Floats:
    """Chances [state, seat], which add up to 1 over the seats."""
    utility = differences @ coefficients
    utility = np.concatenate([np.zeros((len(utility), 1)), utility], axis=1)
    weights = np.exp(utility - utility.max(axis=1, keepdims=True))
    result: Floats = weights / weights.sum(axis=1, keepdims=True)
    return result


def fit(differences: Floats, shares: Floats, start: Fit | None = None, *, penalized: bool = True) -> Fit:
    """Coefficients for outcomes `shares` [state, seat], which add up to 1 (1 for the winner, 1/k for k winners).

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
            penalty = float(np.clip(known / max(coefficients @ coefficients, _CLOSE), _LEAST_PENALTY, len(shares)))
        if np.abs(step).max() < _CLOSE and abs(penalty - before) <= 1e-6 * before:
            break
    return Fit(coefficients, penalty)


def covariance(differences: Floats, shares: Floats, fitted: Fit, unit: Integers) -> Floats:
    """Covariance of the coefficients, with the states of one unit taken together: [feature, feature].

    The sandwich of Liang and Zeger 1986 (Biometrika 73) for U units, times U / (U - 1), with the prior's precision
    added to both layers, so that it is the prior's variance where the data say nothing.
    """
    _, information = _slopes(differences, shares, fitted.coefficients)
    residual = (shares - chances(differences, fitted.coefficients))[:, 1:]
    scores = np.einsum("is,isk->ik", residual, differences)
    _, place = np.unique(unit, return_inverse=True)
    units = place.max() + 1
    by_unit = np.zeros((units, scores.shape[1]))
    np.add.at(by_unit, place, scores)
    prior = fitted.penalty * np.eye(len(information))
    bread = np.linalg.inv(information + prior)
    result: Floats = bread @ (by_unit.T @ by_unit * (units / max(units - 1, 1)) + prior) @ bread
    return result


def _slopes(differences: Floats, shares: Floats, coefficients: Floats) -> tuple[Floats, Floats]:
    """Gradient and negative second derivatives of the log-likelihood."""
    size = differences.shape[2]
    chance = chances(differences, coefficients)[:, 1:]
    flat = differences.reshape(-1, size)
    weighted = differences * chance[:, :, None]
    mean = weighted.sum(axis=1)
    gradient = flat.T @ (shares[:, 1:] - chance).ravel()
    return gradient, weighted.reshape(-1, size).T @ flat - mean.T @ mean
