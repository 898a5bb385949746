"""What is known of a statistic beside its numbers: the registry's entry, and its page in the docs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Statistic:
    """One answered question: what it asks, how it answers, and what the answer does not say.

    `name` is the name of the function, of its entry in `STATISTICS`, of its file `sql/statistics/<sql>.sql`
    unless `sql` says otherwise, and of its figure `draw_<name>`. `columns` describes every column of the
    frame that `function(database, *, selection, confidence)` returns, in order. `detail` is what must have
    been recorded of a game. `useful_width` is the width of an interval (upper less lower end) from which on
    the answer is called too wide, in the unit of the estimand; None where there is no interval.
    """

    name: str
    title: str
    question: str
    estimand: str
    unit: str
    method: str
    interval: str
    detail: str
    caveats: tuple[str, ...]
    columns: Mapping[str, str]
    function: Callable[..., pd.DataFrame]
    useful_width: float | None = None
    source: str = ""  # of the method, in the literature

    @property
    def sql(self) -> str:
        """Name of the query file below `sql/`, as `Database.query_file` takes it."""
        return f"statistics/{self.name}"


def page(statistic: Statistic) -> str:
    """The statistic's section of docs/statistics.md."""
    facts = {
        "Estimand": statistic.estimand,
        "Unit": statistic.unit,
        "Method": statistic.method,
        "Interval": statistic.interval,
        "Useful width": "" if statistic.useful_width is None else f"{statistic.useful_width:g}",
        "Needs": statistic.detail,
        "Source": statistic.source,
        "Query": f"`azul_analytics/sql/{statistic.sql}.sql`",
        "Test": f"`tests/statistics/`, by the name `{statistic.name}`",
    }
    lines = [f"## {statistic.title}: `{statistic.name}`", "", f"*{statistic.question}*", ""]
    lines += [f"- **{label}**: {text}" for label, text in facts.items() if text]
    lines += ["", "What it does not say:", ""]
    lines += [f"- {caveat}" for caveat in statistic.caveats]
    lines += ["", "| column | meaning |", "|---|---|"]
    lines += [f"| `{column}` | {meaning} |" for column, meaning in statistic.columns.items()]
    return "\n".join(lines) + "\n"
