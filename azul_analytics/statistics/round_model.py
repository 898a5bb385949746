"""Who will win, by what the seats have after a round: one model a round, judged on units that it did not see."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from azul_analytics.statistics import conditional_logit as logit
from azul_analytics.statistics.round_states import RoundStates, round_states

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_MOST_STATES = 25_000  # that a model is fitted to; more take time and move its chances by 0.005 on average
_NO_SPREAD = 1e-9  # less is rounding
_UNDETERMINED = 5.0  # standard error, in spreads of the feature, of one that goes with others wherever it differs


class RoundModel(NamedTuple):
    """The states of a group after one round, and the chances that models give them who did not see their units.

    `differences` are those of the features against the first seat, in parts of their `scale`. Where units are too
    few to be `known`, chances are NaN.
    """

    states: RoundStates
    chances: Floats  # [seat, state]
    differences: Floats  # [seat - 1, state, feature]
    scale: Floats  # [feature]; 0: it is the same for all seats wherever there is a state
    known: bool

    def coefficients(self) -> tuple[Floats, Floats]:
        """Log-odds of winning that a unit of each feature adds, and their standard errors; of all states together.

        They are those of maximum likelihood: the intervals of shrunk ones would miss what matters most. NaN where
        the data do not tell a feature from others.
        """
        fitted = logit.fit(self.differences, self.states.win_share, penalized=False)
        covariance = logit.covariance(self.differences, self.states.win_share, fitted, self.states.unit)
        errors = np.sqrt(np.diag(covariance))
        scale = np.where((self.scale > 0) & (errors < _UNDETERMINED), self.scale, np.nan)
        return fitted.coefficients / scale, errors / scale


def round_models(rows: pd.DataFrame, least_units: int) -> Iterator[tuple[int, RoundModel]]:
    """Each round of a group of games, whose rows are those of sql/statistics/win_probability.sql, and its model.

    The last round that `least_units` units reached takes in those after it, too.
    """
    states = round_states(rows)
    last = 1
    while distinct(states.unit[states.round > last]) >= least_units:
        last += 1
    for round_number in range(1, last + 1):
        chosen = states.round >= last if round_number == last else states.round == round_number
        if chosen.any():
            of_round = states.where(chosen)
            yield round_number, _model(of_round, known=distinct(of_round.unit) >= least_units)


def _model(states: RoundStates, *, known: bool) -> RoundModel:
    differences = logit.against_first(states.features_near_end())
    scale = np.sqrt(np.square(differences).mean(axis=(0, 1)))
    scale[scale < _NO_SPREAD] = 0
    differences /= np.where(scale > 0, scale, 1)
    chances = np.full_like(states.win_share, np.nan)
    if known:
        for fold in np.unique(states.fold):
            held_out = states.fold == fold
            others = np.flatnonzero(~held_out)
            others = others[:: -(-len(others) // _MOST_STATES) or 1]
            fitted = logit.fit(differences[:, others], states.win_share[:, others])
            chances[:, held_out] = logit.chances(differences[:, held_out], fitted.coefficients)
    return RoundModel(states, chances, differences, scale, known)


def distinct(numbers: NDArray[np.int64]) -> int:
    """How many different numbers there are."""
    return int(np.count_nonzero(np.bincount(numbers)))
