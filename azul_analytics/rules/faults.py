"""The sentence about a fault: what was found, what the rules expect, and for a draft what was legal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from azul_analytics.rules import engine, trace
from azul_analytics.rules.compiled import entry
from azul_analytics.rules.ruleset import Ruleset

# A round as the record writes it: its deal, its drafts, its tiling (a text per seat; empty if there is none)
RoundText = tuple[str, str, Sequence[str]]

ENDS = ("", "line", "rounds", "exhausted", "round_limit", "conceded", "abandoned")  # by notation.END_*


@dataclass(frozen=True)
class Fault:
    """A fault of a record: its code, its place in the game (None: it has none), and a sentence."""

    code: str
    round: int | None
    turn: int | None
    seat: int | None
    message: str


@entry
def legal_drafts_of(states, rules_array):
    """The legal drafts of the seat to move, int64 [draft, (source, color, line)], in this order."""
    state, rules = states[0], rules_array[0]
    found = np.empty((engine.legal_drafts(state, rules), 3), np.int64)
    row = 0
    for source in range(rules.factories[state.players] + 1):
        for color in range(rules.colors):
            for line in range(rules.colors + 1):
                if engine.refusal(state, rules, source, color, line) == engine.LEGAL:
                    found[row, 0], found[row, 1], found[row, 2] = source, color, line
                    row += 1
    return found


def sentence(
    found: Mapping[str, int], rounds: Sequence[RoundText], ruleset: Ruleset, states: np.ndarray[Any, Any]
) -> Fault:
    """The fault that a trace noted in the columns of its block of games, in words.

    `states` holds the state at the fault; `rounds` are the record's own texts.
    """
    code = trace.FAULTS[found["fault"]]
    number, turn, seat = found["fault_round"], found["fault_turn"], found["fault_seat"]
    words = _draft if turn and code != "wrong-seat" else _other
    message = words(code, found, rounds, ruleset, states)
    return Fault(code, number or None, turn or None, None if seat < 0 else seat, message)


def draft_text(ruleset: Ruleset, source: int, color: int, line: int) -> str:
    """A draft as logs write it: `3B2`, `CKF`."""
    return f"{source or 'C'}{ruleset.letters[color]}{line or 'F'}"


def _tiles(packed: int, ruleset: Ruleset) -> str:
    """Tiles of a packed number as `2B 1K`; `nothing` for none."""
    tiles = [(packed >> 8 * color & 255, letter) for color, letter in enumerate(ruleset.letters)]
    return " ".join(f"{number}{letter}" for number, letter in tiles if number) or "nothing"


def _source_name(source: int) -> str:
    return "the center" if source == 0 else f"factory {source}"


def _draft(code: str, found: Mapping[str, int], rounds: Sequence[RoundText], ruleset: Ruleset, states: Any) -> str:
    """A sentence about an illegal draft."""
    state = states[0]
    seat, line = int(state.seat), found["expected"]
    source, color = found["token"], ruleset.colors[found["found"]]
    token = rounds[found["fault_round"] - 1][1].split(" ")[int(state.turn_in_round)]
    holds = int(state.line_color[seat, line])
    factories = ruleset.factories[int(state.players)]
    if code == "round-over":
        return f"Draft {token}: all tiles of the round are taken; expected the next round or the end."
    if code == "empty-source":
        if source > factories:
            why = f"there is no factory {token[:-2]}, only 1 to {factories}"
        else:
            why = f"{_source_name(source)} has no {color}, it holds {_tiles(int(state.sources[source]), ruleset)}"
    elif code == "line-color":
        why = f"line {line} of seat {seat} holds {int(state.line_count[seat, line])} {ruleset.colors[holds]}"
    elif code == "line-full":
        why = f"line {line} of seat {seat} is full of {color}"
    else:
        why = f"line {line} of the wall of seat {seat} has {color} already"
    drafts = legal_drafts_of(states, ruleset.rules).tolist()
    legal = [draft_text(ruleset, *draft) for draft in drafts]
    return f"Draft {token} is illegal: {why}. Legal were: {' '.join(legal)}."


def _deal(number: int, rounds: Sequence[RoundText], ruleset: Ruleset, state: Any) -> str:
    factories, bag, lid = ruleset.factories[int(state.players)], int(state.bag), int(state.lid)
    return (
        f"found {rounds[number - 1][0]!r}; expected {factories} factories with {ruleset.tiles_per_factory} each, "
        f"filled in order as long as there are tiles, from the bag ({_tiles(bag, ruleset)}) "
        f"and, only when it is empty, the lid ({_tiles(lid, ruleset)})."
    )


def _other(code: str, found: Mapping[str, int], rounds: Sequence[RoundText], ruleset: Ruleset, states: Any) -> str:
    """A sentence about a fault that is not an illegal draft."""
    state = states[0]
    number, seat = found["fault_round"], found["fault_seat"]
    was, right = found["found"], found["expected"]
    if code == "deal-factories":
        return f"The deal of round {number} does not fill the factories: {_deal(number, rounds, ruleset, state)}"
    if code == "deal-tiles":
        return f"The deal of round {number} has tiles that were not to draw: {_deal(number, rounds, ruleset, state)}"
    if code == "wrong-seat":
        return f"Turn {found['fault_turn']} is claimed for seat {was}; it is the turn of seat {right}."
    if code == "round-unfinished":
        return (
            f"Round {number} ends with {int(state.tiles_left)} tiles on the table, and another round follows; "
            "expected drafts until none is left."
        )
    if code == "game-unfinished":
        left = f" with {int(state.tiles_left)} tiles on the table" if state.tiles_left else ""
        return (
            f"The log stops in round {number}{left}, before the game has ended; expected further play or "
            "result.ended_by conceded, abandoned or round_limit."
        )
    if code == "game-over":
        return f"Round {number} is recorded, but the game had ended after round {number - 1}."
    if code in ("tiling-missing", "tiling-illegal", "tiling-mismatch"):
        return _tiling(code, found, rounds, ruleset, state)
    if code == "bag-mismatch":
        return f"After the deal of round {number} the record claims {was} tiles in the bag; there are {right}."
    if code == "score-mismatch":
        return f"Round {number}: the record claims {was} as score of seat {seat}; the rules give {right}."
    return _result(found)


def _tiling(code: str, found: Mapping[str, int], rounds: Sequence[RoundText], ruleset: Ruleset, state: Any) -> str:
    number, seat, line, column = found["fault_round"], found["fault_seat"], found["found"], found["expected"]
    tiling = rounds[number - 1][2]
    claimed = f"found {tiling[seat]!r}" if seat < len(tiling) else "found no tiling"
    color = int(state.line_color[seat, line])
    holds = f"{int(state.line_count[seat, line])} {ruleset.colors[color]}" if color >= 0 else "nothing"
    what = f"round {number}, seat {seat}, line {line} (holds {holds} of {ruleset.line_capacities[line - 1]})"
    if code == "tiling-missing":
        return f"The complete line is not placed, though the wall has a space for it: {what}; {claimed}."
    if code == "tiling-illegal":
        return (
            f"The placement {line}{column} is illegal: {what}; {claimed}; expected a complete line and a free space "
            "that takes the color, in a column without it."
        )
    only = int(ruleset.rules[0].fixed_column[line, color]) if color >= 0 else 0
    complete = color >= 0 and int(state.line_count[seat, line]) == ruleset.line_capacities[line - 1]
    expected = f"{line}{only}" if complete else "no placement of this line"
    return f"The claimed tiling differs from the only one there is: {what}; {claimed}, expected {expected}."


def _seats(bits: int) -> str:
    return ", ".join(str(seat) for seat in range(bits.bit_length()) if bits >> seat & 1) or "nobody"


def _result(found: Mapping[str, int]) -> str:
    was, right, seat = found["found"], found["expected"], found["token"]
    if found["about"] == trace.ABOUT_END:
        return f"The record claims that the game ended by {ENDS[was]!r}; the rules ended it by {ENDS[right]!r}."
    if found["about"] == trace.ABOUT_WINNERS:
        return f"The record claims as winning seats: {_seats(was)}; by the rules: {_seats(right)}."
    return f"The record claims {was} points at the end for seat {seat}; the rules give {right}."
