"""Packed answers, for choosers that ask often: which sources hold a color."""

from __future__ import annotations

from azul_analytics.rules.compiled import inner
from azul_analytics.rules.state import count


@inner
def sources_of(state, rules, color):
    """Sources that hold a color, 4 bits each from the lowest, and how many."""
    sources, holding = 0, 0
    for source in range(rules.factories[state.players] + 1):
        if count(state.sources[source], color) > 0:
            sources |= source << (4 * holding)
            holding += 1
    return sources, holding
