"""What figures and tables call a group of games, and the order in which they show groups."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

GROUP = ["ruleset", "ruleset_hash", "player_count", "kind"]
_FIRST = "standard"
_LONGEST = 26


def in_reading_order(frame: pd.DataFrame) -> pd.DataFrame:
    """Rows by player count, then ruleset (`standard` first), recorded before simulated, then round.

    A column `label` names the ruleset, with the first letters of its hash where two share a name; a frame
    that has the column already is in order.
    """
    if "label" in frame:
        return frame
    rulesets = list(zip(frame["ruleset"], frame["ruleset_hash"], strict=True))
    hashes = Counter(name for name, _ in set(rulesets))
    labels = [shortened(name) + (f" #{mark[:6]}" if hashes[name] > 1 else "") for name, mark in rulesets]
    frame = frame.assign(label=labels, first=frame["ruleset"] != _FIRST)
    order = ["player_count", "first", *GROUP[:2], "kind", *(["round"] if "round" in frame else [])]
    return frame.sort_values(order, kind="stable").drop(columns="first").reset_index(drop=True)


def group_label(row: Mapping[Hashable, Any] | pd.Series[Any]) -> str:
    """Such as `gray, 3 players, simulated`; of recorded games the kind is not said."""
    return _with_kind(f"{row['label']}, {row['player_count']} players", row)


def ruleset_label(row: Mapping[Hashable, Any] | pd.Series[Any]) -> str:
    """The same without the number of players: `gray, simulated`."""
    return _with_kind(str(row["label"]), row)


def _with_kind(name: str, row: Mapping[Hashable, Any] | pd.Series[Any]) -> str:
    """The name and, unless its games are recorded, their kind."""
    return name if row["kind"] == "recorded" else f"{name}, {row['kind']}"


def n_text(row: Mapping[Hashable, Any] | pd.Series[Any]) -> str:
    """Such as `n = 300`, with the number of units where that is another: `n = 300 (150 blocks)`."""
    units, word = row["units"], unit_word(row)
    of_units = "" if word == "game" else f" ({units:,} {word if units == 1 else word + 's'})"
    return f"n = {row['games']:,}{of_units}"


def unit_word(*groups: Mapping[Hashable, Any] | pd.Series[Any]) -> str:
    """What the units of groups of games are called: `game`, or `block` where any of them are of several games.

    >>> unit_word({"games": 40, "units": 40}), unit_word({"games": 40, "units": 40}, {"games": 40, "units": 10})
    ('game', 'block')
    """
    return "game" if all(row["units"] == row["games"] for row in groups) else "block"


def shortened(text: str, longest: int = _LONGEST) -> str:
    """The text, its middle left out where it is longer than `longest` characters.

    >>> shortened("a_ruleset_with_a_very_long_name", 15)
    'a_rules…ng_name'
    """
    if len(text) <= longest:
        return text
    head = (longest - 1) // 2
    return f"{text[:head]}…{text[len(text) - (longest - 1 - head) :]}"
