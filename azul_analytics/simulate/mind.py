"""What choosers have beside the state: the policies at the table, what this round's walls promise, room to think in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from azul_analytics.rules.ruleset import MAX_COLORS, MAX_FACTORIES, MAX_PLAYERS, Ruleset

PHASES = 6  # rounds 1 to 5, and all that follow
FEATURES = 30  # features.py
_MOST_TURNS = 256  # more than a round can have
_MOST_DRAFTS = (MAX_FACTORIES + 1) * MAX_COLORS * (MAX_COLORS + 1)

_POLICIES = (MAX_PLAYERS,)
_WALLS = (MAX_PLAYERS, MAX_COLORS + 1, MAX_COLORS)  # [seat, line, color]

MIND = np.dtype(
    [
        ("policies", np.int64),  # how many there are
        ("kind", np.int64, _POLICIES),  # [policy], a place in policies.KINDS
        ("iterations", np.int64, _POLICIES),  # of a search
        ("weights", np.float64, (MAX_PLAYERS, PHASES, FEATURES)),  # [policy, phase, feature] of a search's value
        ("gains", np.int64, _WALLS),  # points of a color's tile in the best column of a line
        ("equals", np.int64, (_MOST_DRAFTS,)),  # drafts that are worth the most, source << 6 | color << 3 | line
        ("hopes", np.float64, _WALLS),  # the same with what it does for bonuses
        ("path", np.int64, (_MOST_TURNS,)),  # of a search: drafts from the state to a leaf, places in the tree
        ("path_seat", np.int64, (_MOST_TURNS,)),
        ("supply", np.float64, (MAX_COLORS,)),  # tiles of a color that a seat may expect of the next deal
        ("needs", np.float64, (MAX_COLORS + 1,)),  # [column] of a wall: tiles that it lacks
        ("features", np.float64, (MAX_PLAYERS, FEATURES)),  # [seat, feature]
        ("shares", np.float64, (MAX_PLAYERS,)),  # [seat] of a win
    ]
)

# A draft that is thought about. In a search's tree it is also the node that it leads to; [0] stands for the state.
THOUGHT = np.dtype(
    [
        ("source", np.int64),
        ("color", np.int64),
        ("line", np.int64),
        ("worth", np.float64),  # in points; of a search the prior share of visits
        ("visits", np.int64),
        ("wins", np.float64),  # of the seat that drafts, a sum over the visits
        ("first", np.int64),  # of the drafts that follow it: where they begin,
        ("following", np.int64),  # how many they are; 0: not listed yet
        ("opened", np.int64),  # and how many of them were visited
    ]
)


def new_mind(kinds: Sequence[int], iterations: Sequence[int], weights: Any) -> np.recarray[Any, Any]:
    """An array of one `MIND` for a table at which such policies play; one thread may use it at a time."""
    mind = np.zeros(1, MIND).view(np.recarray)
    one, policies = mind[0], len(kinds)
    one.policies = policies
    one.kind[:policies] = kinds
    one.iterations[:policies] = iterations
    one.weights[:policies] = weights
    return mind


def new_tree(ruleset: Ruleset, players: int, iterations: int) -> np.recarray[Any, Any]:
    """Room for the thoughts about one draft: those that follow the state and, at the most, each iteration's draft."""
    factories, size = ruleset.factories[players], ruleset.size
    drafts = (factories * min(ruleset.tiles_per_factory, size) + size) * (size + 1)
    return np.empty(1 + (iterations + 1) * drafts, THOUGHT).view(np.recarray)
