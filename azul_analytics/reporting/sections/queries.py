"""How each number was made: every statistic of a report with its n, method and query, each method said once."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_uppercase

from azul_analytics.figures import GROUP
from azul_analytics.reporting.answers import Answers
from azul_analytics.reporting.blocks import Block, Column, Facts, Heading, Table, Text
from azul_analytics.reporting.wording import MISSING, count, listed
from azul_analytics.statistics import STATISTICS, Statistic


def queries(names: Sequence[str], answers: Answers) -> list[Block]:
    """A table of the statistics, their methods by letter, and what they do not say, each caveat once."""
    statistics = [STATISTICS[name] for name in dict.fromkeys(names)]
    methods = list(dict.fromkeys(map(_method, statistics)))
    letters = dict(zip(methods, _letters(), strict=False))
    rows = [(one.title, _n(one, answers), letters[_method(one)], one.detail, f"{one.sql}.sql") for one in statistics]
    columns = (Column("Statistic"), Column("n", right=True), Column("Method"), Column("Needs"), Column("Query"))
    facts = [(f"Method {letter}", " ".join(part for part in method if part)) for method, letter in letters.items()]
    return [
        Heading("How each number was made"),
        Text(
            f"An interval at {answers.level}% is made by a method that holds the true value in {answers.level} of 100 "
            "such collections of games. It says nothing about which games came to be recorded. An interval that holds "
            "no difference shows no effect, and shows no absence of one either."
        ),
        Table("Statistics, with their n (all groups of games together), method and query", columns, rows),
        Text(f"All of them are of the data whose fingerprint is SHA-256 {answers.totals['fingerprint']}.", small=True),
        Facts(facts),
        Heading("What the numbers do not say", 2),
        Facts(_caveats(statistics)),
    ]


def _method(statistic: Statistic) -> tuple[str, str, str, str]:
    source = f"Source: {statistic.source}." if statistic.source else ""
    return f"Unit: {statistic.unit}", statistic.method, f"Interval: {statistic.interval}", source


def _letters() -> list[str]:
    return [*ascii_uppercase, *(first + second for first in ascii_uppercase for second in ascii_uppercase)]


def _n(statistic: Statistic, answers: Answers) -> str:
    frame = answers.frame(statistic.name)
    if "games" not in frame or frame.empty:
        return MISSING
    return count(int(frame.groupby(GROUP)["games"].max().sum()), "game")


def _caveats(statistics: Sequence[Statistic]) -> list[tuple[str, str]]:
    """Each caveat, and the statistics that it belongs to."""
    of_caveat: dict[str, list[str]] = {}
    for statistic in statistics:
        for caveat in statistic.caveats:
            of_caveat.setdefault(caveat, []).append(statistic.title)
    every = len(statistics)
    together: dict[str, list[str]] = {}
    for caveat, titles in of_caveat.items():
        of_most = len(titles) > every / 2
        together.setdefault("Most statistics" if of_most else listed(titles), []).append(caveat)
    return [(titles, " ".join(caveats)) for titles, caveats in together.items()]
