"""The section on the floor: how much by round, and which tiles it comes from."""

from __future__ import annotations

from azul_analytics.reporting.answers import Answers
from azul_analytics.reporting.blocks import Block, Finding, Text
from azul_analytics.reporting.claims import Claim
from azul_analytics.reporting.sections import floor
from azul_analytics.reporting.sections.answered import Asked, led, shown, topic
from azul_analytics.reporting.wording import count, listed, points
from azul_analytics.statistics import STATISTICS

_CAUSES = "floor_causes"
_ASKED = (
    Asked("floor_penalties"),
    Asked(_CAUSES),
    Asked("floor_and_winning", (), ""),
    Asked("tiles_fallen", ("any_fallen",), "appendix"),
)


def findings(answers: Answers) -> list[Finding | Claim]:
    """Rounds that cost most, the main cause, and whether winners lose less."""
    group = answers.main_group
    said: list[Finding | Claim] = [Finding("The floor by round", one.text) for one in floor.findings(answers)[:1]]
    rows = sorted(answers.of(group, _CAUSES).to_dict("records"), key=lambda row: row["mean"])
    if len(rows) > 1:
        most, second = rows[:2]
        parts = listed([f"{row['cause']} {points(row['mean'])}" for row in rows])
        clear = most["high"] < second["low"]
        first = "costs most" if clear else "is not told apart from the next, by their intervals"
        text = (
            "By what lies on it, the floor costs a seat, in nominal points of a game "
            f"({count(most['games'], 'game')}): {parts}. {str(most['cause']).capitalize()} {first}."
        )
        said.append(Finding(led("Causes of floor points", group, answers), text))
    return said


def body(answers: Answers) -> list[Block]:
    """By round and by cause."""
    meant = STATISTICS[_CAUSES].by["cause"].replace("`", "")
    return [*shown(_ASKED, answers), Text(f"Causes: {meant}.", small=True)]


CAUSES = topic("The floor and its causes", _ASKED, findings, body)
