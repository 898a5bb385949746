"""Packed answers, for choosers that ask often: bits of a number, and which sources hold a color."""

from __future__ import annotations

from azul_analytics.rules.compiled import inner
from azul_analytics.rules.state import count


@inner
def bits(word):
    """Bits set in a number of at most 62 bits."""
    word -= (word >> 1) & 0x5555555555555555
    word = (word & 0x3333333333333333) + ((word >> 2) & 0x3333333333333333)
    word = (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0F
    word += word >> 8
    word += word >> 16
    return (word + (word >> 32)) & 127


@inner
def sources_of(state, rules, color):
    """Sources that hold a color, 4 bits each from the lowest, and how many."""
    sources, holding = 0, 0
    for source in range(rules.factories[state.players] + 1):
        if count(state.sources[source], color) > 0:
            sources |= source << (4 * holding)
            holding += 1
    return sources, holding
