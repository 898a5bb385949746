"""How many blocks it takes to show a difference, or that there is none within a margin: said beforehand, from a pilot.

What is planned is a comparison of compare.py. The pilot gives the spread of a pair's difference, and its shape: for
the sequence, blocks are drawn from the pilot's own, with weights that give them the mean in question.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np

from azul_analytics.errors import AzulError
from azul_analytics.statistics.sequential import blocks_for, first

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from azul_analytics.studies.metrics import Question

    Floats = NDArray[np.float64]

LEAST_PILOT = 30  # blocks, from which a spread may be taken
_PATHS = 200  # comparisons simulated
_LONGEST = 4  # times the blocks expected, until a simulated comparison is given up
_CHUNK = 1 << 20  # differences simulated at once
MOST_BLOCKS = 100_000  # that a comparison may usually take to be simulated


@dataclass(frozen=True)
class Plan:
    """Pairs of blocks that one question takes, if the difference is `difference`.

    `fixed`: of a test that looks once, with this `power`. `expected`: what a comparison that stops as soon as it may
    takes in the mean, and `enough`: what it is decided within with this power.
    """

    question: Question
    difference: float
    power: float
    spread: float
    fixed: int
    expected: int
    enough: int


def plan(
    question: Question, differences: Floats, *, difference: float, power: float, error: float, seed: int = 0
) -> Plan | None:
    """What it takes to decide a question at this error, by the `differences` of a pilot's pairs, [block].

    A `difference` of 0 is to be shown to lie within the margin, any other one to be larger (or smaller) than 0.
    None where the pilot cannot say it: from few blocks, where not some of its pairs differ by more, some by less, and
    where a few of them make up most of the spread; and where it takes more than MOST_BLOCKS. Raises AzulError for a
    power that is none.
    """
    if not 0.5 <= power < 1:
        raise AzulError(f"A power of {power:g} is not from 0.5 to below 1, such as 0.9.")
    if len(differences) < LEAST_PILOT or not differences.min() < difference < differences.max():
        return None
    start = question.metric.sequence.start(differences)
    if math.isinf(start):
        return None
    weights = tilted(differences, difference)
    spread = math.sqrt(weights @ (differences - difference) ** 2)
    usual = max(blocks_for(question.metric.sequence, abs(difference) or question.margin, spread, error), start)
    if usual > MOST_BLOCKS:
        return None
    stops = _stops(question, differences, weights, difference, error, _LONGEST * math.ceil(usual), seed)
    return Plan(
        question, difference, power, spread,
        fixed_blocks(spread, difference or question.margin, power, error, equivalence=not difference),
        math.ceil(stops.mean()), math.ceil(np.quantile(stops, power, method="higher")),
    )  # fmt: skip


def fixed_blocks(spread: float, distance: float, power: float, error: float, *, equivalence: bool) -> int:
    """Pairs of blocks for one look: to tell a mean `distance` from 0, or to show that 0 lies within it.

    Student's t is taken for normal, with two more blocks for it. Two one-sided tests ask that both hold, so that
    each must fail with half the chance: Schuirmann 1987.
    """
    normal = NormalDist()
    tested = normal.inv_cdf(1 - error / 2)
    reached = normal.inv_cdf((1 + power) / 2 if equivalence else power)
    return math.ceil(((tested + reached) * spread / distance) ** 2) + 2


def tilted(values: Floats, mean: float) -> Floats:
    """Weights that give the values another mean and stay as close as they can: exponential tilting, Efron 1981
    (Canadian Journal of Statistics 9)."""
    from scipy.optimize import brentq
    from scipy.special import softmax

    scaled = (values - mean) / values.std()
    farthest = 700 / np.abs(scaled).max()
    weights: Floats = softmax(brentq(lambda tilt: softmax(tilt * scaled) @ scaled, -farthest, farthest) * scaled)
    return weights


def _stops(
    question: Question, values: Floats, weights: Floats, difference: float, error: float, longest: int, seed: int
) -> Floats:
    """After how many blocks simulated comparisons show what is to be shown, [path].

    The few that have not by the longest, four times what is usual, count as one block more.
    """
    sequence, margin = question.metric.sequence, question.margin
    chance = np.random.default_rng(seed)
    found = []
    for paths in _parts(_PATHS, max(1, _CHUNK // longest)):
        drawn = chance.choice(values, size=(paths, longest), p=weights)
        if difference > 0:
            found.append(first(sequence.above(drawn, 0, error)))
        elif difference < 0:
            found.append(first(sequence.below(drawn, 0, error)))
        else:
            within = first(sequence.above(drawn, -margin, error)), first(sequence.below(drawn, margin, error))
            found.append(np.maximum(*within))
    return np.concatenate(found)


def _parts(number: int, most: int) -> Iterator[int]:
    while number > 0:
        yield min(number, most)
        number -= most
