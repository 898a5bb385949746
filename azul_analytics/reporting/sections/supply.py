"""Who supplied recorded games, and what the selection of games does to the headline."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from math import isnan
from typing import Any

from azul_analytics.figures import group_label, in_reading_order, shortened
from azul_analytics.reporting.answers import Answers
from azul_analytics.reporting.blocks import Block, Column, Facts, Finding, Heading, Table, Text
from azul_analytics.reporting.sections.answered import group_cells
from azul_analytics.reporting.wording import MISSING, count, day, percent, was

Row = Mapping[Hashable, Any]

_MOST_PLAYERS, _MOST_GAPS = 8, 3
_LONGEST_NAME = 30
_MUCH = 0.5  # part of the games of one player from which on it is a finding
_DAY = 86400


def findings(answers: Answers) -> list[Finding]:
    """One player's part in all games, where it is most of them."""
    if not _recorded(answers):
        return []
    players = answers.provenance("suppliers").to_dict("records")
    if not players or players[0]["part"] < _MUCH:
        return []
    first = players[0]
    text = (
        f"{first['player']} ({first['source']}) sat in {percent(first['part'])}% of {count(_recorded(answers), 'game')}"
        f"{_won(first)}. What is said of the games is said of games at that table."
    )
    return [Finding("Who supplied the games", text)]


def body(answers: Answers) -> list[Block]:
    """Players, time, stopped and refused games; nothing where all games are simulated."""
    if not _recorded(answers):
        return []
    return [
        Heading("Which games came to be recorded"),
        Text(
            "Intervals say how much chance there is in a number. They do not say who sat down, whose games were kept, "
            "and which games were given up; this does, for the recorded games."
        ),
        *_players(answers),
        Facts([("Time", _time(answers)), ("Refused records", _refused(answers))]),
        *_stopped(answers),
    ]


def _recorded(answers: Answers) -> int:
    return int(answers.totals["games"] - answers.totals["simulated"])


def _won(row: Row) -> str:
    if not row["counted_games"]:
        return ""
    return (
        f" and won {percent(row['win_share'])}% of his own, where equal seats would win {percent(row['equal_share'])}%"
    )


def _players(answers: Answers) -> list[Block]:
    frame = answers.provenance("suppliers")
    if frame.empty:
        return [Text("The names of the players are not recorded.")]
    rows = [
        (
            shortened(row["player"], _LONGEST_NAME), shortened(row["source"], _LONGEST_NAME), f"{row['games']:,}",
            percent(row["part"]), f"{row['counted_games']:,}", _share(row["win_share"]), _share(row["equal_share"]),
        )
        for row in frame.head(_MOST_PLAYERS).to_dict("records")
    ]  # fmt: skip
    columns = (
        Column("Player"), Column("Source"), Column("Games", right=True), Column("Part of all, %", right=True),
        Column("Counted", right=True), Column("Won, %", right=True), Column("Equal, %", right=True),
    )  # fmt: skip
    caption = (
        f"Players who sat in most of {count(_recorded(answers), 'recorded game')} ({count(len(frame), 'name')} in all)"
    )
    return [Table(caption, columns, rows)]


def _share(share: float) -> str:
    return MISSING if isnan(share) else percent(share)


def _time(answers: Answers) -> str:
    sources = answers.provenance("sources")
    sources = sources[sources["kind"] == "recorded"]
    undated, games = int(sources["undated"].sum()), int(sources["games"].sum())
    if undated == games:
        return "No game has a date, so that gaps cannot be seen."
    first, last = sources["earliest"].min(), sources["latest"].max()
    text = f"From {day(first)} to {day(last)}; {count(undated, 'game')} without a date."
    gaps = [row for row in answers.provenance("gaps").to_dict("records")[:_MOST_GAPS]
            if row["ends"] - row["begins"] >= _DAY]  # fmt: skip
    if not gaps:
        return f"{text} No day without games lies between them."
    longest = "; ".join(
        f"{count(int((row['ends'] - row['begins']) // _DAY), 'day')} after {day(row['begins'])}" for row in gaps
    )
    return f"{text} Longest gaps: {longest}."


def _refused(answers: Answers) -> str:
    rejects, stored = answers.totals["rejects"], answers.totals["stored"]
    if not rejects:
        return "None."
    read = (
        f"{count(rejects, 'record').capitalize()} {was(rejects)} refused beside {count(stored, 'stored game')}. Whom "
        "they would have favored is not known."
    )
    if answers.groups.empty:
        return read
    games, name = answers.main_group["games"], group_label(answers.main_group)
    return (
        f"{read} Were all of them of {name}, a share there could move by {percent(rejects / (rejects + games))} points."
    )


def _stopped(answers: Answers) -> list[Block]:
    """What the opening seat's share would be, were stopped games counted in one way or another."""
    from dataclasses import replace

    from azul_analytics.statistics import answer

    everything = replace(answers.selection, finished_only=False)
    frame = answer(answers.database, "provenance/stopped", everything)
    frame = in_reading_order(answers.printable(frame))
    frame = frame[frame["games_stopped"] > 0]
    if frame.empty:
        return [Text("No recorded game with a known opening seat was stopped before its end.")]
    rows = []
    for row in frame.to_dict("records"):
        games, stopped = row["games"], row["games_stopped"]
        won = row["win_share"] * games if games else 0.0
        shares = [percent((won + part * stopped) / (games + stopped)) for part in (row["lead_share"], 1, 0)]
        rows.append((*group_cells(row), f"{games:,}", _share(row["win_share"]), f"{stopped:,}", *shares))
    columns = (
        Column("Ruleset"), Column("Players", right=True), Column("Kind"), Column("Finished", right=True),
        Column("Opening seat won, %", right=True), Column("Stopped", right=True),
        Column("Won by who led", right=True), Column("All won by it", right=True), Column("All lost by it", right=True),
    )  # fmt: skip
    names = ", ".join(group_label(row) for row in frame.head(3).to_dict("records"))
    return [
        Table("The opening seat's win share in percent, left as it is and with stopped games counted", columns, rows),
        Text(
            "Elsewhere in this report stopped games are left out unless it says otherwise. If players stop games that "
            f"they are losing, the truth lies between the last two columns ({names}).",
            small=True,
        ),
    ]
