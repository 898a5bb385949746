"""Many games in one compiled call: who sits where in, letters and claims out.

`play` writes games as rules/notation.py describes them, so what it wrote is a batch that the judge can read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from azul_analytics.rules import notation
from azul_analytics.rules.compiled import COMPILED, entry, once, part
from azul_analytics.rules.engine import (
    GOES_ON,
    bonus_points,
    deal,
    draft,
    drop_line,
    end_round,
    line_complete,
    place,
    score_floor,
    tile,
)
from azul_analytics.rules.notation import GAME_HEAD, ROUND_HEAD
from azul_analytics.rules.plain import as_plain
from azul_analytics.rules.ruleset import Ruleset
from azul_analytics.rules.state import new_states, start, total
from azul_analytics.simulate.chance import DEALS, STREAMS, draw_deal, stream_start
from azul_analytics.simulate.features import note_features, note_nothing
from azul_analytics.simulate.policies import (
    GREEDY,
    RANDOM,
    Policy,
    choose_column,
    choose_draft,
    choose_quick_draft,
    look_closely,
    look_quickly,
    room_to_think,
)

# Columns of a plan, a row a game; games with the same DEALS_OF get the same deals, whoever plays
NUMBER, DEALS_OF, OPENING_SEAT, POLICIES = range(4)  # from POLICIES on: each seat's place in the policies

_USUAL_ROUNDS = 8  # room for so many rounds a game is made at once
_BLANK, _DASH, _ZERO, _C, _F = (ord(letter) for letter in " -0CF")


@part
def _write_deal(state, rules, text, at):
    """Writes the deal that was just made; returns where the next letter goes."""
    for factory in range(1, rules.factories[state.players] + 1):
        if factory > 1:
            text[at] = _BLANK
            at += 1
        tiles = state.dealt[factory]
        if tiles == 0:
            text[at] = _DASH
            at += 1
        color = 0
        while tiles > 0:
            for _ in range(tiles & 255):
                text[at] = rules.letter[color]
                at += 1
            tiles >>= 8
            color += 1
    return at


@part
def _write_draft(state, rules, source, color, line, text, at):
    """Writes a draft, a blank before it if it is not the round's first; returns where the next letter goes."""
    if state.turn_in_round > 1:
        text[at] = _BLANK
        at += 1
    if source > 9:
        text[at] = _ZERO + source // 10
        at += 1
    text[at] = _ZERO + source % 10 if source > 0 else _C
    text[at + 1] = rules.letter[color]
    text[at + 2] = _ZERO + line if line > 0 else _F
    return at + 3


@part
def _tile_seat(state, rules, seat, policy, mind, streams, text, at):
    """Tiles a seat's complete lines from the top and writes where; returns where the next letter goes."""
    begin = at
    tile_points = 0
    for line in range(1, rules.colors + 1):
        if line_complete(state, rules, seat, line) == 0:
            continue
        column = rules.fixed_column[line, state.line_color[seat, line]]
        if column == 0:
            column = choose_column(state, rules, seat, line, policy, mind, streams)
        if column == 0:
            drop_line(state, rules, seat, line)
            continue
        tile(state, rules, seat, line, column)
        tile_points += state.points
        if at > begin:
            text[at] = _BLANK
            at += 1
        text[at] = _ZERO + line
        text[at + 1] = _ZERO + column
        at += 2
    state.tile_points[seat] = tile_points
    return at


@once
def _play_round(look, choose_draft, state, rules, plan, game, mind, states, tree, streams, text, at, ints, head):
    """Plays a round and writes it, its numbers at `head`; returns where the next letter goes."""
    draw_deal(state, rules, streams)
    deal(state, rules)
    look(state, rules, mind)
    players = state.players
    begin = at
    at = _write_deal(state, rules, text, at)
    ints[head + notation.DEAL] = at - begin
    ints[head + notation.SEATS] = -1
    ints[head + notation.BAG] = total(state.bag)
    ints[head + notation.SCORES] = players
    ints[head + notation.SECONDS] = -1
    ints[head + notation.TILING] = players
    begin = at
    while state.tiles_left > 0:
        source, color, line = choose_draft(state, rules, plan[game, POLICIES + state.seat], mind, states, tree, streams)
        draft(state, rules, source, color, line)
        at = _write_draft(state, rules, source, color, line, text, at)
    ints[head + notation.DRAFTS] = at - begin
    for seat in range(players):
        begin = at
        at = _tile_seat(state, rules, seat, plan[game, POLICIES + seat], mind, streams, text, at)
        ints[head + ROUND_HEAD + players + seat] = at - begin
    for seat in range(players):
        score_floor(state, rules, seat, state.tile_points[seat])
        ints[head + ROUND_HEAD + seat] = state.score[seat]
    return at


@once
def _write_result(state, rules, ints, head, rounds_at, at):
    """Writes a game's result before its rounds, which stand from `rounds_at` to `at` and move up to it; returns
    where the next game goes. Nobody wins a game that was stopped, and it has no bonuses."""
    players = state.players
    ints[head + notation.RULES] = 0
    ints[head + notation.PLAYERS] = players
    ints[head + notation.ROUNDS] = state.round_number
    ints[head + notation.RESULT_SCORES] = players
    ints[head + notation.WINNERS] = -1
    ints[head + notation.ENDED_BY] = notation.END_ROUND_LIMIT
    to = head + GAME_HEAD + players
    if state.end != GOES_ON:
        ints[head + notation.ENDED_BY] = state.end
        for seat in range(players):
            state.score[seat] += bonus_points(state, rules, seat)
        for seat in range(players):
            if place(state, rules, seat) == 1:
                ints[to] = seat
                to += 1
        ints[head + notation.WINNERS] = to - head - GAME_HEAD - players
    for seat in range(players):
        ints[head + GAME_HEAD + seat] = state.score[seat]
    while rounds_at < at:
        ints[to] = ints[rounds_at]
        to += 1
        rounds_at += 1
    return to


@once
def _play(
    look, choose_draft, note,
    rulesets, seed, plan, players, round_limit, minds, tree, states, streams,
    text, text_starts, ints, int_starts, turns, moments, room,
):  # fmt: skip
    """Plays the games of a `plan` in order, until `text` or `ints` has no `room` ([0], [1]) for another; returns
    how many. Games are written as in a `trace.Batch`; `turns` counts the drafts of each. The second state is a board
    to try drafts on; `look`, `choose_draft` and `note` are functions, fixed where `_play` is compiled."""
    state, rules, mind = states[0], rulesets[0], minds[0]
    for game in range(plan.shape[0]):
        at, head = text_starts[game], int_starts[game]
        if at + room[0] > text.shape[0] or head + room[1] > ints.shape[0]:
            return game
        start(state, rules, players, plan[game, OPENING_SEAT])
        ints[head + notation.OPENING_SEAT] = state.first_seat
        for seat in range(players):
            streams[seat] = stream_start(seed, plan[game, NUMBER], seat)
        rounds_at = head + GAME_HEAD + 2 * players
        round_at = rounds_at
        state.end = GOES_ON
        while state.end == GOES_ON and state.round_number < round_limit:
            streams[DEALS] = stream_start(seed, plan[game, DEALS_OF], DEALS + state.round_number)
            at = _play_round(
                look, choose_draft, state, rules, plan, game, mind, states, tree, streams, text, at, ints, round_at
            )
            round_at += ROUND_HEAD + 2 * players
            state.end = end_round(state, rules)
            note(state, rules, mind, moments, game)
        text_starts[game + 1] = at
        int_starts[game + 1] = _write_result(state, rules, ints, head, rounds_at, round_at)
        turns[game] = state.turn
    return plan.shape[0]


@entry
def play(
    rulesets, seed, plan, players, round_limit, minds, tree, states, streams,
    text, text_starts, ints, int_starts, turns, moments, room,
):  # fmt: skip
    """`_play` where none but `random` and `greedy` play; for their games no search need be compiled."""
    return _play(
        look_quickly, choose_quick_draft, note_nothing,
        rulesets, seed, plan, players, round_limit, minds, tree, states, streams,
        text, text_starts, ints, int_starts, turns, moments, room,
    )  # fmt: skip


@entry
def play_thinking(
    rulesets, seed, plan, players, round_limit, minds, tree, states, streams,
    text, text_starts, ints, int_starts, turns, moments, room,
):  # fmt: skip
    """`_play` for all policies."""
    return _play(
        look_closely, choose_draft, note_features,
        rulesets, seed, plan, players, round_limit, minds, tree, states, streams,
        text, text_starts, ints, int_starts, turns, moments, room,
    )  # fmt: skip


@dataclass(frozen=True)
class Games:
    """Games as letters and numbers, which with the ruleset's `rules` are a `trace.Batch`; `*_starts` have one
    entry more than games. `turns` counts drafts, int64 [game]; `plan` has the games' rows."""

    plan: np.ndarray[Any, Any]
    text: np.ndarray[Any, Any]
    text_starts: np.ndarray[Any, Any]
    ints: np.ndarray[Any, Any]
    int_starts: np.ndarray[Any, Any]
    turns: np.ndarray[Any, Any]


def play_games(
    ruleset: Ruleset,
    policies: Sequence[Policy],
    plan: np.ndarray[Any, Any],
    seed: int,
    round_limit: int,
    moments: np.ndarray[Any, Any] | None = None,
) -> Iterator[Games]:
    """The games of a plan (int64 [game, POLICIES + seat]; a policy's place in `policies`) in order, in parts of
    bounded size. `moments`, if given, takes what `note_features` notes of them.

    A round limit beyond what a log may hold (`MOST_TURNS`) is cut to that.
    """
    players = plan.shape[1] - POLICIES
    tiles = ruleset.factories[players] * ruleset.tiles_per_factory
    limit = min(round_limit, notation.MOST_TURNS // tiles)
    text_room, int_room = _round_room(ruleset, players)
    room = np.array([limit * text_room, GAME_HEAD + 2 * players + limit * int_room])
    rules, states = ruleset.rules, new_states(2)
    minds, tree = room_to_think(ruleset, players, policies)
    played = play if entry_for(policies) == "play" else play_thinking
    moments = np.zeros((0, 0, 0, 0)) if moments is None else moments
    if not COMPILED:
        rules, states, minds = map(as_plain, (rules, states, minds))  # type: ignore[assignment]
    while len(plan) > 0:
        size = len(plan)
        text = np.empty(size * _USUAL_ROUNDS * text_room + room[0], np.uint8)
        ints = np.empty(size * _USUAL_ROUNDS * int_room + room[1], np.int64)
        text_starts, int_starts = np.zeros(size + 1, np.int64), np.zeros(size + 1, np.int64)
        turns = np.zeros(size, np.int64)
        done = played(
            rules, np.uint64(seed), plan, players, limit, minds, tree, states,
            np.zeros(STREAMS, np.uint64), text, text_starts, ints, int_starts, turns, moments, room,
        )  # fmt: skip
        yield Games(plan[:done], text, text_starts[: done + 1], ints, int_starts[: done + 1], turns[:done])
        plan, moments = plan[done:], moments[done:]


def entry_for(policies: Iterable[object]) -> str:
    """The name of the compiled function here that plays these policies, those of a user's own left aside."""
    kinds = {policy.kind for policy in policies if isinstance(policy, Policy)}
    return "play" if kinds <= {RANDOM, GREEDY} else "play_thinking"


def _round_room(ruleset: Ruleset, players: int) -> tuple[int, int]:
    """Letters and numbers that a round takes at the most: `15B2 ` a draft, one tile each, `12 ` a placement."""
    factories = ruleset.factories[players]
    tiles = factories * ruleset.tiles_per_factory
    return 2 * factories + 6 * tiles + 3 * players * ruleset.size, ROUND_HEAD + 2 * players
