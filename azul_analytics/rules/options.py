"""What each legal draft of a moment would do: made on a copy of the state, by the rules themselves."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from azul_analytics.rules.compiled import entry, part
from azul_analytics.rules.engine import LEGAL, draft, floor_cost, legal_drafts, refusal
from azul_analytics.rules.ruleset import MAX_FACTORIES


class Draft(NamedTuple):
    """A legal draft and what it would do; fields are columns of `positions.options`, which says what they mean."""

    draft: str
    source: int
    color: str
    destination: int
    tiles: int
    tiles_on_line: int
    tiles_on_floor: int
    tiles_to_lid: int
    took_marker: bool
    completed_line: bool
    floor_points: int
    tiles_left_after: int
    next_legal_drafts: int
    next_completing: int


OUTCOME_COLUMNS = Draft._fields[4:]  # what `outcomes` says of a draft
_COLUMNS = len(OUTCOME_COLUMNS)
TRIAL_STATES = 3  # the moment, and two to try drafts on


@part
def _completing(states, rules):
    """Number of legal drafts at `states[1]` that complete a line; `states[2]` is overwritten."""
    completing = 0
    for source in range(rules.factories[states[1].players] + 1):
        for color in range(rules.colors):
            for line in range(1, rules.colors + 1):
                if refusal(states[1], rules, source, color, line) == LEGAL:
                    states[2] = states[1]
                    draft(states[2], rules, source, color, line)
                    completing += states[2].completed_line
    return completing


@entry
def outcomes(states, drafts, rules_array):
    """What drafts, int64 [draft, (source, color, line)], do to `states[0]`, each alone.

    `states` is an array of TRIAL_STATES. Returns int64 [draft, OUTCOME_COLUMNS], and what each leaves on the
    sources, int64 [draft, source], packed.
    """
    rules = rules_array[0]
    found = np.empty((len(drafts), _COLUMNS), np.int64)
    left = np.empty((len(drafts), MAX_FACTORIES + 1), np.int64)
    for row in range(len(drafts)):
        states[1] = states[0]
        state = states[1]
        seat = state.seat
        cost = floor_cost(state, rules, seat)
        draft(state, rules, drafts[row, 0], drafts[row, 1], drafts[row, 2])
        found[row, 0] = state.tiles
        found[row, 1] = state.tiles_on_line
        found[row, 2] = state.tiles_on_floor
        found[row, 3] = state.tiles_to_lid
        found[row, 4] = state.took_marker
        found[row, 5] = state.completed_line
        found[row, 6] = floor_cost(state, rules, seat) - cost
        found[row, 7] = state.tiles_left
        found[row, 8] = legal_drafts(state, rules)
        found[row, 9] = _completing(states, rules)
        for source in range(MAX_FACTORIES + 1):
            left[row, source] = state.sources[source]
    return found, left
