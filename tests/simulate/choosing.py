"""What policies choose on tables set by hand, compiled or not; the state must be left as it was."""

from __future__ import annotations

from typing import Any

import numpy as np
from rules_table import Table

from azul_analytics.rules.compiled import entry
from azul_analytics.rules.state import new_states
from azul_analytics.simulate.chance import STREAMS
from azul_analytics.simulate.policies import (
    GREEDY,
    choose_column,
    choose_draft,
    choose_quick_draft,
    look_closely,
    parse_policy,
    room_to_think,
)

Array = np.ndarray[Any, Any]


@entry
def _quick_drafts(states: Array, rulesets: Array, minds: Array, tree: Array, streams: Array, found: Array) -> None:
    look_closely(states[0], rulesets[0], minds[0])
    for number in range(found.shape[0]):
        source, color, line = choose_quick_draft(states[0], rulesets[0], 0, minds[0], states, tree, streams)
        found[number, 0], found[number, 1], found[number, 2] = source, color, line


@entry
def _drafts(states: Array, rulesets: Array, minds: Array, tree: Array, streams: Array, found: Array) -> None:
    look_closely(states[0], rulesets[0], minds[0])
    for number in range(found.shape[0]):
        source, color, line = choose_draft(states[0], rulesets[0], 0, minds[0], states, tree, streams)
        found[number, 0], found[number, 1], found[number, 2] = source, color, line


@entry
def _columns(states: Array, rulesets: Array, seat: int, line: int, minds: Array, streams: Array, found: Array) -> None:
    for number in range(found.shape[0]):
        found[number] = choose_column(states[0], rulesets[0], seat, line, 0, minds[0], streams)


def drafts(table: Table, policy: str, times: int = 40) -> list[str]:
    """What a policy drafts in the position when asked several times, each in the letters of a log."""
    found, states, one = np.zeros((times, 3), np.int64), new_states(2), parse_policy(policy)
    states[0] = table.states[0]
    minds, tree = room_to_think(table.ruleset, table.players, [one])
    choose = _quick_drafts if one.kind <= GREEDY else _drafts
    choose(states, table.ruleset.rules, minds, tree, np.arange(STREAMS, dtype=np.uint64), found)
    assert states[:1].tobytes() == table.states.tobytes()
    return [f"{source or 'C'}{table.ruleset.letters[color]}{line or 'F'}" for source, color, line in found.tolist()]


def columns(table: Table, policy: str, line: int, times: int = 40) -> list[int]:
    """Columns that a policy chooses for a complete line of seat 0."""
    found = np.zeros(times, np.int64)
    before = table.states.tobytes()
    streams = np.arange(STREAMS, dtype=np.uint64)
    minds, _ = room_to_think(table.ruleset, table.players, [parse_policy(policy)])
    _columns(table.states, table.ruleset.rules, 0, line, minds, streams, found)
    assert table.states.tobytes() == before
    chosen: list[int] = found.tolist()
    return chosen
