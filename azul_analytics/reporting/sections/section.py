"""What a section of a report is."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from azul_analytics.reporting.answers import Answers
from azul_analytics.reporting.blocks import Block, Finding
from azul_analytics.reporting.claims import Claim


def weight(row: Mapping[Hashable, Any]) -> tuple[bool, int]:
    """Key that sorts groups as findings speak of them: recorded games first, then the most games.

    Groups that weigh the same stay as they are.
    """
    return row["kind"] != "recorded", -int(row["games"])


def _nothing(_: Answers) -> list[Block]:
    return []


@dataclass(frozen=True)
class Section:
    """One topic of a report. `statistics` are names of the registry: their methods and caveats are printed.

    `findings` gives sentences for the first page, `body` the topic's own pages, `appendix` what follows at
    the end. All of them take every number from `Answers`. `new_page`: the section begins one.
    """

    title: str
    statistics: tuple[str, ...]
    findings: Callable[[Answers], Sequence[Finding | Claim]]
    body: Callable[[Answers], list[Block]]
    appendix: Callable[[Answers], list[Block]] = _nothing
    new_page: bool = False
