"""Numbers as words and text, in one way for sentences, tables and figures."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from azul_analytics.figures import unit_word

MISSING = "–"
_ASKEW = 0.02  # part of half an interval by which its middle may miss the mean, to be written with ±


def count(number: int, one: str, many: str | None = None) -> str:
    """Such as `no games`, `1 game`, `1,240 games`.

    >>> count(0, "game"), count(1, "game"), count(1240, "game")
    ('no games', '1 game', '1,240 games')
    """
    noun = one if number == 1 else many or f"{one}s"
    return f"{number:,} {noun}" if number else f"no {noun}"


def units_needed(row: Mapping[Hashable, Any], least: int = 0) -> str:
    """How many units would do, or `least` of them, and how many blocks there are where units are blocks.

    >>> units_needed({"games": 30, "units": 30, "units_needed": 184})
    '184 games'
    >>> units_needed({"games": 200, "units": 50, "units_needed": 184})
    '184 blocks (there are 50)'
    """
    word = unit_word(row)
    return count(least or int(row["units_needed"]), word) + ("" if word == "game" else f" (there are {row['units']:,})")


def games_of(row: Mapping[Hashable, Any]) -> str:
    """How many games a row rests on, and in how many blocks, where these are its units.

    >>> games_of({"games": 1, "units": 1}), games_of({"games": 40, "units": 4})
    ('1 game', '40 games in 4 blocks')
    """
    blocks = "" if unit_word(row) == "game" else f" in {count(row['units'], 'block')}"
    return count(row["games"], "game") + blocks


def was(number: int) -> str:
    """`was` for one, `were` for none and for many."""
    return "was" if number == 1 else "were"


def percent(share: float, digits: int = 1) -> str:
    """A share in percent, without the sign: `54.3`; a missing one is a dash."""
    return MISSING if math.isnan(share) else f"{100 * share:.{digits}f}"


def points(number: float, digits: int = 1, *, signed: bool = False) -> str:
    """Points with a real minus sign; `signed` also with a plus."""
    if math.isnan(number):
        return MISSING
    text = f"{number:+.{digits}f}" if signed else f"{number:.{digits}f}"
    if float(text) == 0:
        text = text.lstrip("+-")
    return text.replace("-", "−")


def span(low: str, high: str) -> str:
    """Both ends of an interval, or nothing where there is none."""
    return "" if MISSING in (low, high) else f"{low} to {high}"


def with_span(number: str, low: str, high: str) -> str:
    """A number and its interval: `54.3 (48.6 to 59.8)`."""
    interval = span(low, high)
    return f"{number} ({interval})" if interval else number


def with_ends(mean: float, low: float, high: float, text: Callable[[float], str]) -> str:
    """A mean and its interval in little room: `54.3 ±5.1`, or by its ends where they are not as far from the mean.

    >>> with_ends(5.0, 4.0, 6.0, points), with_ends(1.0, 0.34, 1.0, percent)
    ('5.0 ±1.0', '100.0 (34.0 to 100.0)')
    """
    half = (high - low) / 2
    if math.isnan(half):
        return text(mean)
    if abs(high - mean - half) > _ASKEW * half:
        return f"{text(mean)} ({text(low)} to {text(high)})"
    return f"{text(mean)} ±{text(half)}"


def listed(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def day(seconds: float | None) -> str:
    """The UTC date of a moment in seconds since 1970; a missing one is a dash."""
    if seconds is None or math.isnan(seconds):
        return MISSING
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d")
