"""Findings that claim a difference: all of a report are one family of questions, corrected by Holm's method."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from azul_analytics.reporting.blocks import Finding
from azul_analytics.statistics.first_player import LEAST_UNITS


@dataclass(frozen=True)
class Claim:
    """A finding that rests on a test: what is said where its p-value, corrected, shows a difference, and else."""

    lead: str
    p: float
    shown: str
    otherwise: str


def mean_p(row: Mapping[Hashable, Any], against: float = 0) -> float:
    """P-value, by Student's t over units, of a mean of `over_games` that is `against`; NaN from too few units."""
    import numpy as np

    from azul_analytics.statistics.families import difference

    if row["units"] < LEAST_UNITS:
        return float("nan")
    return float(difference(row["mean"] - against, row["spread"] / np.sqrt(row["units"]), row["units"] - 1))


def decided(findings: Sequence[Finding | Claim], confidence: float) -> tuple[list[Finding], int]:
    """The findings, each claim by its corrected p-value, and how many claims were tested."""
    import numpy as np

    from azul_analytics.statistics.families import holm

    adjusted = iter(holm([one.p for one in findings if isinstance(one, Claim)]))
    said = []
    for one in findings:
        if isinstance(one, Claim):
            shown = next(adjusted) < 1 - confidence
            one = Finding(one.lead, one.shown if shown else one.otherwise)
        said.append(one)
    tested = sum(isinstance(one, Claim) and not np.isnan(one.p) for one in findings)
    return said, tested
