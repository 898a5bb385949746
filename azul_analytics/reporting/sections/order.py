"""The section on going first, in its three meanings: opening the game, drafting first in a round, the marker."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import partial
from math import isnan
from typing import TYPE_CHECKING, Any

from azul_analytics.figures import unit_word
from azul_analytics.reporting.answers import Answers
from azul_analytics.reporting.blocks import Block, Column, Finding, Heading, Table, Text
from azul_analytics.reporting.claims import Claim, mean_p
from azul_analytics.reporting.sections.answered import (
    Asked,
    group_cells,
    led,
    measure,
    needs,
    sentence_of,
    shown,
    topic,
)
from azul_analytics.reporting.sections.opening_seat import opening_sentence, why_undecided
from azul_analytics.reporting.wording import MISSING, count, percent, points, span, with_span
from azul_analytics.statistics.families import EQUIVALENT, LARGER, SMALLER, UNDECIDED
from azul_analytics.statistics.first_player import LEAST_UNITS

if TYPE_CHECKING:
    import pandas as pd

Row = Mapping[Hashable, Any]

_MOST_GROUPS = 2  # that findings speak of
_HARDLY = 0.5  # width of an interval of a share from which on it says next to nothing
_COMMON = 0.5  # part of the games that must have reached a round that a finding speaks of
_OPENING = (Asked("seats_equal"), Asked("first_player_adjusted"))
_ORDER = (Asked("order_in_round", ("points",)),)
_MARKER = (Asked("marker_value", ("marker_points_lost", "next_round_points", "balance")),)


def findings(answers: Answers) -> list[Finding | Claim]:
    """What each of the three is worth: never mixed, and nothing where games show nothing."""
    said: list[Finding | Claim] = []
    groups = [answers.main_group]
    groups += [row for row in answers.groups.to_dict("records") if row != groups[0]][: _MOST_GROUPS - 1]
    for group in groups:
        said += _opening(group, answers)
    said += _drafting_first(groups[0], answers)
    said += _marker(groups[0], answers)
    return said


def _opening(group: Row, answers: Answers) -> list[Claim]:
    rows = answers.of(group, "seats_equal").to_dict("records")
    if not rows:
        return []
    first = rows[0]
    say = partial(opening_sentence, first, answers.level)
    p = p_text(float(first["p_opening_differs"]))
    if first["units"] < LEAST_UNITS:
        otherwise = f"{say(UNDECIDED)} A verdict needs at least {count(LEAST_UNITS, unit_word(first))}."
    elif first["verdict"] == EQUIVALENT:
        otherwise = say(EQUIVALENT)
    else:
        together = "tested together with the other groups and the other claims of this page"
        why = why_undecided(first, p, together)
        otherwise = say(UNDECIDED) + (f" {why}" if why else "") + needs("seats_equal", first)
    if first["verdict"] == EQUIVALENT:
        shown = f"{say(EQUIVALENT)} Within them it differs from it, p {p}."
    else:
        shown = f"{say(LARGER if first['win_share'] > first['equal_share'] else SMALLER)} This has p {p}."
    seats = "" if isnan(q := float(first["p_seats_equal_holm"])) else f" That all seats are equal has p {p_text(q)}."
    adjusted = _adjusted(group, answers)
    lead = led("Opening the game", group, answers)
    return [
        Claim(
            lead,
            float(first["p_opening_differs"]),
            f"{shown}{seats} {adjusted}",
            f"{otherwise}{seats} {adjusted}",
        )
    ]


def _adjusted(group: Row, answers: Answers) -> str:
    rows = answers.of(group, "first_player_adjusted").to_dict("records")
    if not rows or isnan(rows[0]["adjusted_share"]):
        return "Who sat there cannot be adjusted for with these games."
    (row,) = rows
    interval = span(percent(row["adjusted_low"]), percent(row["adjusted_high"]))
    if row["adjusted_high"] - row["adjusted_low"] > _HARDLY:
        return f"Between equal players these games hardly tell it ({interval}%)."
    return f"Between equal players it is {percent(row['adjusted_share'])}% ({interval}%)."


def _common(frame: pd.DataFrame) -> pd.DataFrame:
    """Rounds that at least half of the games reached."""
    return frame[frame["games"] >= _COMMON * frame["games"].max()] if len(frame) else frame


def _drafting_first(group: Row, answers: Answers) -> list[Claim]:
    frame = answers.of(group, "order_in_round")
    rows = _common(frame[(frame["measure"] == "points") & (frame["order"] == 1)]).to_dict("records")
    if not rows:
        return []
    tests = [mean_p(row) for row in rows]
    most = max(rows, key=lambda row: abs(row["mean"]))
    known = [p for p in tests if not isnan(p)]
    gain = sentence_of("order_in_round", most, "points", signed=True)
    what = f"Who drafts first in a round is furthest from the mean of the seats in round {most['round']}: {gain}"
    return [
        Claim(
            led("Drafting first in a round", group, answers),
            min(1.0, len(known) * min(known)) if known else float("nan"),
            f"{what}, in points of that round. From round 2 on he is who took the marker before.",
            f"{what}, in points of that round; of {count(len(rows), 'round')} tested together, none is shown to "
            f"differ.{needs('order_in_round', most)}",
        )
    ]


def _marker(group: Row, answers: Answers) -> list[Claim]:
    frame = answers.of(group, "marker_value")
    balance = measure(frame, "balance", round=1)
    cost, back = (measure(frame, name, round=1) for name in ("marker_points_lost", "next_round_points"))
    if not (balance and cost and back):
        return []
    what = (
        f"Taken in round 1, it cost {points(-cost['mean'])} points, and in the next round its taker made "
        f"{points(back['mean'], signed=True)} compared with the mean of the seats; together "
        f"{sentence_of('marker_value', balance, 'points', signed=True)}"
    )
    verdict = "It brought back more than it cost" if balance["mean"] > 0 else "It cost more than it brought back"
    return [
        Claim(
            led("The marker", group, answers),
            mean_p(balance),
            f"{what}. {verdict}, in points of these two rounds.",
            f"{what}: neither a gain nor a loss is shown.{needs('marker_value', balance)}",
        )
    ]


def body(answers: Answers) -> list[Block]:
    """Each of the three under a heading of its own."""
    return [
        Text(
            "Three things are called going first, and they differ: to open the game; to draft first in a round; and "
            "to hold the marker, which costs floor points and brings the next round's first draft."
        ),
        Heading("Opening the game, raw and between equal players", 2),
        *shown(_OPENING, answers),
        _table(answers),
        Heading("Drafting first in a round", 2),
        *shown(_ORDER, answers),
        Heading("The marker", 2),
        *shown(_MARKER, answers),
    ]


def _table(answers: Answers) -> Table:
    """The opening seat, raw and adjusted, with the overall test."""
    adjusted = {_key(row): row for row in answers.shown("first_player_adjusted").to_dict("records")}
    frame = answers.shown("seats_equal")
    rows = []
    for row in frame[frame["seat_order"] == 0].to_dict("records"):
        other = adjusted.get(_key(row))
        between = MISSING
        if other is not None:
            between = with_span(*(percent(other[f"adjusted_{part}"]) for part in ("share", "low", "high")))
        raw = with_span(*(percent(row[column]) for column in ("win_share", "win_share_low", "win_share_high")))
        rows.append(
            (*group_cells(row), f"{row['games']:,}", percent(row["equal_share"]), raw, between,
             p_text(row["p_seats_equal_holm"]), row["verdict"])
        )  # fmt: skip
    return Table(
        f"The opening seat, with {answers.level}% intervals; p of equal seats is corrected for the number of groups",
        (Column("Ruleset"), Column("Players", right=True), Column("Kind"), Column("n", right=True),
         Column("Equal, %", right=True), Column("Won, %", right=True), Column("Between equals, %", right=True),
         Column("p, seats equal", right=True), Column("Opening seat's share is")),
        rows,
    )  # fmt: skip


def p_text(p: float) -> str:
    """A p-value as printed."""
    return MISSING if isnan(p) else "<0.001" if p < 0.001 else f"{p:.3f}"


def _key(row: Row) -> tuple[Any, ...]:
    return row["ruleset_hash"], row["player_count"], row["kind"]


GOING_FIRST = topic("Going first: three questions", (*_OPENING, *_ORDER, *_MARKER), findings, body)
