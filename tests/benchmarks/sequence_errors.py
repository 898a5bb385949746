"""Measures what docs/experiments.md says of sequences: errors with a look after every block, and power as predicted.

python tests/benchmarks/sequence_errors.py
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from azul_analytics.statistics.sequential import Asymptotic, Betting, first
from azul_analytics.studies.metrics import questions
from azul_analytics.studies.power import plan, tilted

PATHS, BLOCKS, PART = 2000, 3000, 200
HALVES = np.array([-1, -0.5, 0, 0.5, 1])
Draw = Callable[[np.random.Generator, int], np.ndarray]

# what a block's difference may be: share or not, its mean, and how to draw paths of it
CASES: dict[str, tuple[bool, float, Draw]] = {
    "win shares of two games": (True, 0, lambda r, n: r.choice(HALVES, p=[0.1, 0.2, 0.4, 0.2, 0.1], size=(n, BLOCKS))),
    "all or nothing": (True, 0, lambda r, n: r.choice([-1.0, 1.0], size=(n, BLOCKS))),
    "1 of 100 differs": (True, 0.01, lambda r, n: r.choice([0.0, 1.0], p=[0.99, 0.01], size=(n, BLOCKS))),
    "normal": (False, 0, lambda r, n: r.normal(size=(n, BLOCKS))),
    "skewed (exponential)": (False, 1, lambda r, n: r.exponential(size=(n, BLOCKS))),
    "very skewed (lognormal)": (False, np.exp(0.5), lambda r, n: r.lognormal(size=(n, BLOCKS))),
    "1 of 20 differs": (False, 0.05, lambda r, n: r.choice([0.0, 1.0], p=[0.95, 0.05], size=(n, BLOCKS))),
    "1 of 100 differs ": (False, 0.01, lambda r, n: r.choice([0.0, 1.0], p=[0.99, 0.01], size=(n, BLOCKS))),
}


def errors() -> None:
    """Prints in how many paths the mean is missed at any look, for two stated errors."""
    for name, (share, mean, draw) in CASES.items():
        sequence = Betting(-1, 1) if share else Asymptotic()
        chance = np.random.default_rng(1)
        missed = np.zeros(2)
        for _ in range(PATHS // PART):
            values = draw(chance, PART)
            for number, error in enumerate((0.05, 0.005)):
                shown = sequence.above(values, mean, error) | sequence.below(values, mean, error)
                missed[number] += shown.any(axis=-1).sum()
        parts = 100 * missed / PATHS
        print(f"| {type(sequence).__name__} | {name.strip()} | {parts[0]:.1f} % | {parts[1]:.2f} % |", flush=True)  # noqa: T201


def powers() -> None:
    """Prints the power found where 0.9 was predicted, from pilots of 200 blocks, and the mean of blocks."""
    score, share = questions(["score", "opening_win_share"], ["score=2", "opening_win_share=0.1"])
    for question, difference in ((score, 0.0), (score, 2.0), (share, 0.0), (share, 0.1)):
        found, taken = [], []
        for seed in range(20):
            chance = np.random.default_rng(seed)

            def draw(mean: float, *size: int, chance: np.random.Generator = chance) -> np.ndarray:
                if question is score:  # noqa: B023
                    return chance.normal(mean, 8, size=size)
                return chance.choice(HALVES, p=tilted(HALVES, mean), size=size)

            planned = plan(question, draw(0, 200), difference=difference, power=0.9, error=0.05, seed=seed)
            assert planned
            values, sequence, margin = draw(difference, 100, planned.enough), question.metric.sequence, question.margin
            if difference:
                stops = first(sequence.above(values, 0, 0.05))
            else:
                stops = np.maximum(
                    first(sequence.above(values, -margin, 0.05)), first(sequence.below(values, margin, 0.05))
                )
            found.append((stops <= planned.enough).mean())
            taken.append(
                (stops.mean() / planned.expected, planned.enough / planned.fixed, planned.expected / planned.fixed)
            )
        ratios = " | ".join(f"{ratio:.2f}" for ratio in np.mean(taken, axis=0))
        print(f"| {question.metric.name} | {difference:g} | {np.mean(found):.3f} | {ratios} |", flush=True)  # noqa: T201


if __name__ == "__main__":
    errors()
    powers()
