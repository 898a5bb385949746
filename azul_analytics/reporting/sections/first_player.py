"""The section on the opening seat."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

from azul_analytics.figures import group_label, n_text
from azul_analytics.reporting.answers import Answers
from azul_analytics.reporting.blocks import Block, Column, Figure, Finding, Table, Text
from azul_analytics.reporting.sections.opening_seat import (
    opening_result,
    opening_sentence,
    opening_share,
    why_undecided,
)
from azul_analytics.reporting.sections.order import p_text
from azul_analytics.reporting.sections.section import Section, weight
from azul_analytics.reporting.wording import (
    MISSING,
    count,
    listed,
    percent,
    points,
    span,
    units_needed,
    was,
    with_span,
)
from azul_analytics.statistics import STATISTICS
from azul_analytics.statistics.families import LARGER, SMALLER, UNDECIDED, holm
from azul_analytics.statistics.first_player import TOO_FEW

Row = Mapping[Hashable, Any]

_NAME = "first_player_advantage"
_MOST_FINDINGS = 3
_MOST_NAMES = 3
_LEAST_JUDGED = 2  # groups that are summed up
_SHORT = {LARGER: "above", SMALLER: "below", UNDECIDED: "none shown", TOO_FEW: "too few games"}


def findings(answers: Answers) -> list[Finding]:
    """A finding a group of games, or, where there are many groups, one on all and those on the weightiest."""
    rows = _judged(answers)
    if len(rows) <= _MOST_FINDINGS:
        return [_finding(row, answers) for row in sorted(rows, key=weight)]
    first = sorted(rows, key=weight)[: _MOST_FINDINGS - 1]
    return [_overview(rows), *(_finding(row, answers) for row in first)]


def _judged(answers: Answers) -> list[dict[Hashable, Any]]:
    """The groups with their p-values of the equal share, corrected over all groups, and what these show."""
    frame = answers.frame(_NAME)
    rows = frame.to_dict("records")
    for row, p in zip(rows, holm(frame["p_value"]), strict=True):
        row["p"] = float(p)
        if row["verdict"] != TOO_FEW:
            shown = LARGER if row["win_share"] > row["equal_share"] else SMALLER
            row["verdict"] = shown if row["p"] < 1 - answers.confidence else UNDECIDED
    return rows


def body(answers: Answers) -> list[Block]:
    """The question, figure, table and what has to be said of them."""
    from azul_analytics.reporting.pictures import first_player_pictures

    frame = answers.frame(_NAME)
    rows = _judged(answers)
    caption = (
        f"The opening seat's win share and margin, with {answers.level}% intervals. Dashed: the equal share "
        "(1 / players) and no margin. Filled dots are recorded games, hollow ones simulated; n counts games."
    )
    counting = frame[frame["games"] > 0]
    return [
        Text(STATISTICS[_NAME].question),
        *(
            Figure(picture, caption, _in_words(counting, answers))
            for picture in first_player_pictures(counting, answers.brand)
        ),
        _table(rows, answers),
        Text(
            "Won: the opening seat's win share; a shared win counts in part. Margin: its score less the "
            "mean score of the other seats. Difference: of the win share from the equal share, 1 / "
            f"players. Left out: stopped games, and those whose winner or opening seat is not known.{_alone(rows)}",
            small=True,
        ),
    ]


def _alone(rows: list[dict[Hashable, Any]]) -> str:
    """That groups are judged together, where there are several."""
    judged = sum(row["verdict"] != TOO_FEW for row in rows)
    if judged < _LEAST_JUDGED:
        return ""
    return (
        f" Each interval stands alone; the {judged} groups that have enough games are judged together, by Holm's "
        "method, so that what is clear of the equal share may be called none shown."
    )


def _finding(row: Row, answers: Answers) -> Finding:
    text = " ".join(sentence for sentence in (_won(row, answers), _scored(row)) if sentence)
    return Finding(f"{group_label(row)}: opening seat", text)


def _won(row: Row, answers: Answers) -> str:
    """The sentence on the win share, by what the games can say."""
    if row["games"] == 0:
        left_out = row["games_left_out"]
        stopped = f"{count(left_out, 'game')} {was(left_out)} stopped"
        return f"No game counts: {stopped}, or winner or opening seat are not known."
    if row["units"] == 1:
        return f"{opening_result(row)}. {_what_it_takes(row, 'This alone shows nothing')}"
    if row["verdict"] == TOO_FEW:
        equal = f"the equal share is {percent(row['equal_share'])}%."
        few = _what_it_takes(row, "These are too few for a verdict")
        return f"{opening_share(row, answers.level)}; {equal} {few}"
    text = opening_sentence(row, answers.level, row["verdict"])
    if row["verdict"] != UNDECIDED:
        return text
    why = why_undecided(row, p_text(row["p"]), "tested together with the other groups")
    few = _what_it_takes(row, "These are too few to tell") if row["too_wide"] else ""
    return " ".join(part for part in (text, why, few) if part)


def _what_it_takes(row: Row, so_far: str) -> str:
    width = STATISTICS[_NAME].useful_width or 0
    return (
        f"{so_far}: at least {units_needed(row)} would be needed "
        f"to know the share to ±{percent(width / 2, 0)} percentage points."
    )


def _scored(row: Row) -> str:
    margin, low, high = row["margin"], row["margin_low"], row["margin_high"]
    interval = span(points(low, signed=True), points(high, signed=True))
    if not interval or row["units"] == 1:
        return ""
    return f"Its margin over the mean of the others was {points(margin, signed=True)} points ({interval})."


def _overview(rows: list[dict[Hashable, Any]]) -> Finding:
    """One finding on all groups: where the opening seat won more or less, all of them tested together."""
    lead = "all groups: opening seat"
    too_few = sum(row["verdict"] == TOO_FEW for row in rows)
    judged = len(rows) - too_few
    if judged < _LEAST_JUDGED:
        few = f"{judged} of {count(len(rows), 'group')} of games has" if judged else "No group of games has"
        return Finding(lead, f"{few} enough games for a verdict.")
    parts = listed([_where(rows, LARGER, "more"), _where(rows, SMALLER, "less")])
    unjudged = f" {count(too_few, 'group')} {'has' if too_few == 1 else 'have'} too few games." if too_few else ""
    return Finding(
        lead,
        f"Of {count(judged, 'group')} of ruleset, player count and kind of games, tested together by "
        f"Holm's method, {parts}.{unjudged}",
    )


def _where(rows: list[dict[Hashable, Any]], verdict: str, words: str) -> str:
    names = [group_label(row) for row in rows if row["verdict"] == verdict]
    if not names:
        return f"in none the opening seat won {words} than its equal share"
    more = len(names) - _MOST_NAMES
    named = listed([*names[:_MOST_NAMES], f"{more} more"] if more > 0 else names)
    return f"in {len(names)} the opening seat won {words} than its equal share ({named})"


def _table(rows: list[dict[Hashable, Any]], answers: Answers) -> Table:
    return Table(
        f"The opening seat by ruleset and number of players, with {answers.level}% intervals",
        (
            Column("Ruleset"),
            Column("Players", right=True),
            Column("Kind"),
            Column("n", right=True),
            Column("Shared wins", right=True),
            Column("Left out", right=True),
            Column("Won, %", right=True),
            Column("Margin, points", right=True),
            Column("Difference"),
        ),
        [
            (
                row["label"],
                str(row["player_count"]),
                row["kind"],
                n_text(row).removeprefix("n = "),
                f"{row['ties']:,}",
                f"{row['games_left_out']:,}",
                with_span(percent(row["win_share"]), percent(row["win_share_low"]), percent(row["win_share_high"])),
                with_span(
                    points(row["margin"], signed=True),
                    points(row["margin_low"], signed=True),
                    points(row["margin_high"], signed=True),
                ),
                _SHORT[row["verdict"]],
            )
            for row in rows
        ],
    )


def _in_words(frame: Any, answers: Answers) -> str:
    said = [
        f"{group_label(row)}: won {percent(row['win_share'])} percent, interval "
        f"{span(percent(row['win_share_low']), percent(row['win_share_high'])) or MISSING}, {n_text(row)}"
        for row in frame.to_dict("records")
    ]
    return f"Dots with {answers.level} percent intervals of the opening seat's win share and margin. " + "; ".join(said)


FIRST_PLAYER = Section("First-player advantage", (_NAME,), findings, body)
