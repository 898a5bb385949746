"""What is known of a statistic beside its numbers: the registry's entry, and its page in the docs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd


# what every frame begins with: the group of games that a row speaks of
GROUP_COLUMNS = {
    "ruleset": "name of the ruleset",
    "ruleset_hash": "its hash; rulesets of one name and different numbers stay apart",
    "player_count": "number of seats",
    "kind": "`simulated` (the source says so or every seat is a program), with the policies where they are known: "
    "`simulated by greedy`; else `recorded`",
}


@dataclass(frozen=True)
class Measure:
    """One of several numbers that a statistic answers, a row each: what it is, and which interval it gets.

    `share`: its values lie between 0 and 1. `useful_width` is the width of the interval (upper less lower
    end) from which on the answer is called too wide, in the measure's own unit. `least` is what its values can
    be at all; `loss`: they are <= 0, unless a ruleset gives points for what lies on the floor.
    """

    meaning: str
    useful_width: float
    share: bool = False
    least: float = -inf
    loss: bool = False


@dataclass(frozen=True)
class Statistic:
    """One answered question: what it asks, how it answers, and what the answer does not say.

    `name` is the name of the function, of its entry in `STATISTICS` and of its file `sql/statistics/<name>.sql`.
    `columns` describes every column of the frame that `function(database, *, selection, confidence)` returns,
    in order. `detail` is what must have been recorded of a game. `useful_width` is the width of an interval
    (upper less lower end) from which on the answer is called too wide, in the unit of the estimand; None where
    there is no interval, or where the frame has a row a measure: then `measures` describes each, with a width
    of its own. `by` are the columns that divide a group (a round, a line), and what they are; `value` is the
    column of values where the frame gives shares of values (`over_games`).
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
    by: Mapping[str, str] = field(default_factory=dict)
    measures: Mapping[str, Measure] = field(default_factory=dict)
    value: str = ""
    query: str = ""  # name of its query, where it is that of another statistic
    per_game: bool = False  # its query has a row per game, of which `over_games` makes means or shares
    key: str = "game_id"  # column by which that query names the game; or `game_number`, which is quicker
    source: str = ""  # of the method, in the literature

    @property
    def sql(self) -> str:
        """Name of the query file below `sql/`, as `Database.query_file` takes it."""
        return f"statistics/{self.query or self.name}"


def page(statistic: Statistic) -> str:
    """The statistic's page, docs/statistics/<name>.md."""
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
    lines = [f"# {statistic.title}: `{statistic.name}`", "", f"*{statistic.question}*", ""]
    lines += [f"- **{label}**: {text}" for label, text in facts.items() if text]
    lines += ["", "What it does not say:", ""]
    lines += [f"- {caveat}" for caveat in statistic.caveats]
    lines += ["", "| column | meaning |", "|---|---|"]
    lines += [f"| `{column}` | {meaning} |" for column, meaning in statistic.columns.items()]
    if statistic.measures:
        lines += ["", "| measure | meaning | useful width |", "|---|---|---|"]
        lines += [f"| `{name}` | {one.meaning} | {one.useful_width:g} |" for name, one in statistic.measures.items()]
    return "\n".join(lines) + "\n"
