"""How often a comparison is decided when it has the blocks that it was told it takes, for docs/experiments.md.

python tests/benchmarks/forecasts.py
"""

from __future__ import annotations

import sys

import numpy as np

from azul_analytics.statistics.families import UNDECIDED
from azul_analytics.statistics.sequential import verdict
from azul_analytics.studies.compare import Look
from azul_analytics.studies.metrics import questions

PATHS, ERROR, AT_HAND = 400, 0.05, (20, 40, 80, 120)
(SCORE,) = questions(["score"], ["1"])
CHANCE = np.random.default_rng(1)
NOISE = {
    "halves": lambda size: CHANCE.choice([-1, -0.5, 0, 0.5, 1], p=[0.1, 0.2, 0.4, 0.2, 0.1], size=size) / 0.3**0.5,
    "normal": lambda size: CHANCE.normal(size=size),
    "Laplace": lambda size: CHANCE.laplace(size=size) / 2**0.5,
    "exponential": lambda size: CHANCE.exponential(size=size) - 1,
}


def look(values: np.ndarray) -> Look:
    """What is known after these differences."""
    sequence = SCORE.metric.sequence
    mean, spread = float(values.mean()), float(values.std(ddof=1))
    ends = sequence.interval(values, ERROR)
    return Look(SCORE, len(values), len(values), 0, mean, spread, *ends, sequence.start(values))


def decided(noise: str, difference: float, spread: float, at_hand: int) -> tuple[float, float, float]:
    """Of comparisons that are undecided so far: the part that is decided when told, the median told, and the part that
    was told nothing."""
    told = []
    for _ in range(PATHS):
        values = difference + spread * NOISE[noise](4000)
        now = look(values[:at_hand])
        if now.verdict == UNDECIDED:
            more = now.more_blocks(ERROR)
            if more is None or at_hand + more > len(values):
                told.append((np.nan, np.nan))
                continue
            ends = SCORE.metric.sequence.interval(values[: at_hand + more], ERROR)
            told.append((verdict(*ends, SCORE.margin) != UNDECIDED, at_hand + more))
    if not told:
        return np.nan, np.nan, np.nan
    found = np.array(told, dtype=float)
    return float(np.nanmean(found[:, 0])), float(np.nanmedian(found[:, 1])), float(np.isnan(found[:, 0]).mean())


if __name__ == "__main__":
    for difference, spread in ((2, 2), (0.5, 2.5)):
        for noise in NOISE:
            row = [decided(noise, difference, spread, blocks) for blocks in AT_HAND]
            cells = " | ".join(f"{told:.0f}: {100 * part:.0f} % (none: {100 * none:.0f} %)" for part, told, none in row)
            sys.stdout.write(f"{difference} {spread} | {noise} | {cells} |\n")
