"""Findings that claim a difference: all of a report are one family of questions, corrected by Holm's method."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from azul_analytics.reporting.blocks import Block, Finding, Text
from azul_analytics.reporting.wording import was
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


def family(tested: int, confidence: float) -> list[Block]:
    """That the claims among the findings are corrected, where any were tested."""
    if not tested:
        return []
    level = f"{100 * (1 - confidence):g}"
    claims = "The claim" if tested == 1 else f"The {tested} claims"
    text = (
        f"{claims} of a difference among these findings {was(tested)} tested as one family, corrected by Holm's "
        f"method: that any of them is said where there is no difference has a chance of at most {level}%. "
        "Intervals stand each alone."
    )
    return [Text(text, small=True)]
