"""How to read the numbers: the entries of the registry, as boxes."""

from __future__ import annotations

from collections.abc import Sequence

from azul_analytics.reporting.answers import Answers
from azul_analytics.reporting.blocks import Block, Facts, Heading, Text
from azul_analytics.reporting.wording import count
from azul_analytics.statistics import STATISTICS


def method(names: Sequence[str], answers: Answers) -> list[Block]:
    """A box a statistic: what it asks, how it answers and what it does not say."""
    blocks: list[Block] = [
        Heading("How to read the numbers"),
        Text(
            f"An interval at {answers.level}% is made by a method that holds the true value in "
            f"{answers.level} of 100 "
            "such collections of games. It says how much chance there is in a number, and nothing about "
            "which games came to be recorded. An interval that holds the equal share, or no difference, "
            "shows no effect, and shows no absence of one either."
        ),
    ]
    said: dict[tuple[str, ...], str] = {}
    for name in names:
        statistic = STATISTICS[name]
        caveats = said.setdefault(statistic.caveats, statistic.title)
        frame = answers.frame(name)
        facts = [
            ("Question", statistic.question),
            ("Estimand", statistic.estimand),
            ("Unit", statistic.unit),
            ("n", _size(frame)),
            ("Method", statistic.method),
            ("Interval", statistic.interval),
            ("Source", statistic.source),
            (
                "Caveats",
                " ".join(statistic.caveats) if caveats == statistic.title else f"As for {caveats}.",
            ),
            ("Query", f"{statistic.sql}.sql"),
        ]
        blocks += [Heading(statistic.title, 2), Facts([fact for fact in facts if fact[1]], boxed=True)]
    return blocks


def _size(frame: object) -> str:
    import pandas as pd

    assert isinstance(frame, pd.DataFrame)
    rows = count(len(frame), "row")
    if "round" in frame and "seat_rounds" in frame:
        return f"{count(int(frame['seat_rounds'].sum()), 'seat-round')} in {rows}"
    return f"{count(int(frame['games'].sum()), 'game')} in {rows}"
