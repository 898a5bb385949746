"""The section on claims that circulate, each with what was measured for it and the verdict."""

from __future__ import annotations

from collections.abc import Sequence

from azul_analytics.reporting.answers import Answers
from azul_analytics.reporting.blocks import Block, Column, Finding, Table, Text
from azul_analytics.reporting.sections.section import Section
from azul_analytics.reporting.wording import count, points, with_span
from azul_analytics.statistics.first_player import LEAST_UNITS, TOO_FEW
from azul_analytics.studies.claims import Tested, verdicts

_METHOD = (
    "A claim of a number does not hold where the interval excludes it, and is undecided where the interval is wider "
    "than 10 percentage points; a claim of a direction needs an interval clear of nothing. Intervals: Wilson's for a "
    "win share, Student's t over games for points, the normal distribution for the line through the rungs of a ladder, "
    "each of which has deals of its own. Each claim is judged alone. How many games more of each bot would decide an "
    "undecided one is an estimate, as if it were what it looks like. Bots are not people."
)


def circulating(ladder: Sequence[str]) -> Section:
    """The section on games between copies of each policy of a ladder, from weak to strong."""

    def claims(answers: Answers) -> list[Tested]:
        return verdicts(answers.database, ladder, answers.confidence)

    def findings(answers: Answers) -> list[Finding]:
        return [_finding(one) for one in claims(answers)]

    def body(answers: Answers) -> list[Block]:
        return _body(claims(answers), answers)

    return Section("Claims that circulate", (), findings, body)


def sentence(one: Tested) -> str:
    """The verdict on a claim, and what it rests on."""
    if not one.games:
        return f"{one.verdict.capitalize()}: {one.missing} ({one.claim.conditions})."
    behind = f" ({', '.join(f'{label} {number}' for label, number in one.details)})" if one.details else ""
    few = f" A verdict needs at least {LEAST_UNITS} games of each bot." if one.verdict == TOO_FEW else ""
    more = f" About {one.more:,} games more of each bot would decide it, if it is as it looks." if one.more else ""
    return (
        f"{one.verdict.capitalize()}: {_number(one)} {one.claim.unit}{behind}, in {count(one.games, 'game')} of "
        f"{one.claim.conditions}.{few}{more}"
    )


def _finding(one: Tested) -> Finding:
    return Finding(one.claim.text.rstrip("."), sentence(one))


def _number(one: Tested) -> str:
    digits = 2 if one.claim.unit == "points" else 1
    return with_span(*(points(number, digits) for number in (one.estimate, one.low, one.high)))


def _body(claims: Sequence[Tested], answers: Answers) -> list[Block]:
    return [
        Text("Does what is said of the game hold, under the conditions that it is said of?"),
        Table(
            f"Claims and verdicts, with {answers.level}% intervals",
            (
                Column("Claim"),
                Column("Measured"),
                Column("n", right=True),
                Column("Found", right=True),
                Column("Verdict"),
                Column("Games more", right=True),
            ),
            [
                (
                    one.claim.text,
                    f"{one.claim.measured}, {one.claim.unit}",
                    f"{one.games:,}",
                    _number(one),
                    one.verdict,
                    f"{one.more:,}" if one.more else "",
                )
                for one in claims
            ],
        ),
        Text(_METHOD, small=True),
    ]
