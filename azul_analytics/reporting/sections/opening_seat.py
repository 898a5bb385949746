"""What is said of the opening seat's win share: in every report with the same words for the same verdict."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

from azul_analytics.reporting.wording import count, percent, span
from azul_analytics.statistics.families import EQUIVALENT, LARGER, UNDECIDED

Row = Mapping[Hashable, Any]

_OF_ONE_GAME = {1: "the opening seat won", 0: "another seat won"}


def opening_result(row: Row) -> str:
    """How often it won: `The opening seat won 54.2% of 120 games`."""
    games, share = row["games"], row["win_share"]
    if games == 1:
        return f"In the only game {_OF_ONE_GAME.get(share, 'the win was shared')}"
    if share in (0, 1):
        return f"The opening seat won {'all' if share else 'none'} of {count(games, 'game')}"
    return f"The opening seat won {percent(share)}% of {count(games, 'game')}"


def opening_share(row: Row, level: str) -> str:
    """The same with its interval at this level in percent, if there is one."""
    interval = span(percent(row["win_share_low"]), percent(row["win_share_high"]))
    return opening_result(row) + (f" ({level}% interval {interval}%)" if interval else "")


def opening_sentence(row: Row, level: str, verdict: str) -> str:
    """The share beside the equal one, by a verdict of `families`; that nothing is shown is no balance."""
    share, equal = opening_share(row, level), f"the equal share of {percent(row['equal_share'])}%"
    if verdict == EQUIVALENT:
        return f"{share}, equal to {equal} within {percent(row['equivalence_margin'], 0)} percentage points."
    if verdict == UNDECIDED:
        return f"{share}; no difference from {equal} is shown, nor that there is none."
    return f"{share}, {'more' if verdict == LARGER else 'less'} than {equal}."


def why_undecided(row: Row, p: str, together: str) -> str:
    """Why nothing is shown although the interval leaves the equal share out, else nothing; `p` is the family's."""
    if row["win_share_low"] <= row["equal_share"] <= row["win_share_high"]:
        return ""
    return f"By itself its interval leaves the equal share out; {together}, by Holm's method, p is {p}."
