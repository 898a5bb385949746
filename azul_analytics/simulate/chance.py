"""Chance that depends on a seed, a game's number and a stream alone, and the deals that it draws.

An own generator of a few lines, because NumPy's would depend on what was drawn before and on NumPy's version:
a game is the same alone, in any batch and on any thread. It is SplitMix64 (Steele, Lea, Flood: "Fast splittable
pseudorandom number generators", OOPSLA 2014), begun at a place that its output function makes of seed, number
and stream. Each seat's choices are a stream, and each round's deal: other choices leave the deals as they are.
"""

from __future__ import annotations

import numpy as np

from azul_analytics.rules.compiled import inner, part
from azul_analytics.rules.ruleset import MAX_PLAYERS
from azul_analytics.rules.state import bits, color_at, lowest, of_color, total

DEALS = MAX_PLAYERS  # the stream of deals stands behind those of the seats; DEALS + n is the one of round n
STREAMS = MAX_PLAYERS + 1

# uint64 all along: together with a plain int, Numba would make them floats
_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_30, _27, _31, _11 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(11)


@inner
def mixed(word):
    """SplitMix64's output function, a bijection of uint64."""
    word = (word ^ (word >> _30)) * _FIRST
    word = (word ^ (word >> _27)) * _SECOND
    return word ^ (word >> _31)


@inner
def stream_start(seed, number, stream):
    """Where a stream of a game begins (uint64)."""
    word = mixed(seed + _GAMMA)
    word = mixed((word ^ np.uint64(number)) + _GAMMA)
    return mixed((word ^ np.uint64(stream)) + _GAMMA)


@inner
def next_word(streams, stream):
    """The stream's next 64 bits."""
    streams[stream] += _GAMMA
    return mixed(streams[stream])


@inner
def below(streams, stream, bound):
    """A whole number from 0 to `bound` - 1; `bound` is at most 1023.

    53 bits are scaled, so no number's probability is off by more than 2**-53.
    """
    return (np.int64(next_word(streams, stream) >> _11) * bound) >> 53


@inner
def one_of(streams, stream, places):
    """One of the places where bits of a number are set, each as likely; 0 if none is set."""
    for _ in range(below(streams, stream, bits(places)) if places & (places - 1) else 0):
        places &= places - 1
    return lowest(places) if places > 0 else 0


@part
def draw_deal(state, rules, streams):
    """Draws the next deal into `state.dealt`; from the lid only when a tile is needed and the bag is empty."""
    bag, lid = state.bag, state.lid
    in_bag = total(bag)
    left = in_bag + total(lid)
    for factory in range(1, rules.factories[state.players] + 1):
        dealt = 0
        for _ in range(rules.tiles_per_factory):
            if left == 0:
                break
            if in_bag == 0:
                bag, in_bag = lid, left
            tile = of_color(1, color_at(bag, below(streams, DEALS, in_bag)))
            bag -= tile
            dealt += tile
            in_bag -= 1
            left -= 1
        state.dealt[factory] = dealt
