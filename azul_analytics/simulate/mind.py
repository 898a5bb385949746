"""What choosers know beside the state: the policies at the table, and room to think in."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from azul_analytics.rules.ruleset import MAX_COLORS, MAX_PLAYERS

KIND = 0  # columns of `Mind.policies`

Array = np.ndarray[Any, Any]


class Mind(NamedTuple):
    """Arrays for one thread: it must not be shared.

    policies: int64 [policy, KIND], a row each policy that plays
    gains: int64 [seat, line, color], points of a color's tile in the best column of a line; of this round's walls
    """

    policies: Array
    gains: Array


def new_mind(kinds: list[int]) -> Mind:
    """The mind of a table at which policies of these kinds play."""
    return Mind(
        policies=np.array(kinds, np.int64).reshape(-1, 1),
        gains=np.zeros((MAX_PLAYERS, MAX_COLORS + 1, MAX_COLORS), np.int64),
    )
