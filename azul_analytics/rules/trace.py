"""Many games in one compiled call: letters and claims in, rows of the tables and faults out.

`trace` plays each game of a batch by the rules of engine.py. A game without a fault leaves its rows in the
blocks (blocks.py); a game with one leaves none, and its fault stands in the block of games. Games do not
influence each other.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from azul_analytics.rules import notation
from azul_analytics.rules.blocks import (
    BLOCKS,
    BONUSES,
    DEALS,
    FLOORS,
    LETTERS,
    PLACEMENTS,
    ROUNDS,
    SEATS,
    TURNS,
    Batch,
    Blocks,
    write_bonuses,
    write_deals,
    write_draft,
    write_moment,
    write_placement,
    write_places,
    write_round,
    write_seat,
)
from azul_analytics.rules.compiled import COMPILED, entry, inner, once, part
from azul_analytics.rules.engine import (
    DEAL_FACTORIES,
    GOES_ON,
    LEGAL,
    TILING_ILLEGAL,
    column_refusal,
    deal,
    deal_refusal,
    draft,
    drop_line,
    end_round,
    has_space,
    line_complete,
    lines_open,
    place,
    refusal,
    score_floor,
    tile,
)
from azul_analytics.rules.notation import ABSENT
from azul_analytics.rules.plain import as_plain, from_plain
from azul_analytics.rules.ruleset import MAX_PLAYERS
from azul_analytics.rules.state import start, total

# Codes of faults: those of engine.py, then these. FAULTS has their names in logs and tables.
(
    WRONG_SEAT, ROUND_UNFINISHED, GAME_UNFINISHED, GAME_OVER, TILING_MISSING, TILING_MISMATCH, BAG_MISMATCH,
    SCORE_MISMATCH, RESULT_MISMATCH, BAD_FIELD,
) = range(9, 19)  # fmt: skip
FAULTS = (
    "", "round-over", "empty-source", "line-color", "line-full", "wall-color", "deal-factories", "deal-tiles",
    "tiling-illegal", "wrong-seat", "round-unfinished", "game-unfinished", "game-over", "tiling-missing",
    "tiling-mismatch", "bag-mismatch", "score-mismatch", "result-mismatch", "bad-field",
)  # fmt: skip

# What of a claimed result differs: `about` of a fault
ABOUT_END, ABOUT_SCORES, ABOUT_WINNERS = range(3)

_ZERO = ord("0")


@part
def _begin_round(state, rules, text, text_at, ints, at):
    """Reads and makes a deal, and checks the claimed bag."""
    state.fault_round = state.round_number + 1
    end = text_at + ints[at + notation.DEAL]
    code = LEGAL
    read = notation.read_deal(text, text_at, end, rules, state.dealt, rules.factories[state.players])
    if read == notation.MALFORMED:
        code = BAD_FIELD
    elif read == 0:
        code = DEAL_FACTORIES
    else:
        code = deal_refusal(state, rules)
        if code == LEGAL:
            deal(state, rules)
            state.found = ints[at + notation.BAG]
            state.expected = total(state.bag)
            if state.found != ABSENT and state.found != state.expected:
                code = BAG_MISMATCH
    return code


@inner
def _judge_draft(state, rules, claimed_seat, source, color, line):
    """The refusal of a draft, a claim of another seat included, with what the sentence will need."""
    code = LEGAL
    if state.tiles_left > 0 and claimed_seat >= 0 and claimed_seat != state.seat:
        state.found = claimed_seat
        state.expected = state.seat
        code = WRONG_SEAT
    else:
        code = refusal(state, rules, source, color, line)
        state.found = color
        state.expected = line
        state.token = source
    if code != LEGAL:
        state.fault_turn = state.turn + 1
        state.fault_seat = state.seat
    return code


@part
def _play_drafts(state, rules, text, at, end, seats_claimed, turns, walls, line_colors, line_counts, written):
    """Makes the drafts that stand from `at` to `end`, each judged first; claimed seats stand behind them."""
    row = written[TURNS]
    letter = written[LETTERS]
    code = LEGAL
    while at < end and code == LEGAL:
        source, color, line, at = notation.read_draft(text, at, end, rules)
        claimed_seat = -1
        if state.turn_in_round < seats_claimed:
            claimed_seat = text[end + state.turn_in_round] - _ZERO
        if at == notation.MALFORMED or state.turn == notation.MOST_TURNS:
            code = BAD_FIELD
        else:
            code = _judge_draft(state, rules, claimed_seat, source, color, line)
        if code == LEGAL:
            write_moment(state, rules, turns, row, walls, line_colors, line_counts, letter)
            turns[14, row] = lines_open(state, state.seat, color)
            draft(state, rules, source, color, line)
            write_draft(state, rules, turns, row, source, color, line)
            row += 1
            letter += rules.colors
    written[TURNS] = row
    written[LETTERS] = letter
    return code


@part
def _needs_tiling(state, rules):
    """1 if some complete line has a space to go to."""
    for seat in range(state.players):
        for line in range(1, rules.colors + 1):
            if line_complete(state, rules, seat, line) == 1 and has_space(state, rules, seat, line) == 1:
                return 1
    return 0


@part
def _tile_line(state, rules, seat, line, column, claimed):
    """Tiles one line of a seat; `column` is what the record names (0: nothing), `claimed` 1 if it has a tiling.

    On a free wall the column is the player's choice, on a fixed one it is a claim.
    """
    if line_complete(state, rules, seat, line) == 0:
        if column == 0:
            return LEGAL
        return TILING_ILLEGAL if rules.free == 1 else TILING_MISMATCH
    if rules.free == 0:
        only = rules.fixed_column[line, state.line_color[seat, line]]
        if claimed == 1 and column != only:
            return TILING_MISMATCH
        column = only
    if column > 0:
        code = column_refusal(state, rules, seat, line, column)
        if code == LEGAL:
            tile(state, rules, seat, line, column)
        return code
    if has_space(state, rules, seat, line) == 1:
        return TILING_MISSING
    drop_line(state, rules, seat, line)
    return LEGAL


@part
def _tile_seat(state, rules, text, tiling_at, tiling_end, seat, placements, written):
    """Tiles the complete lines of one seat from the top. `tiling_at` < 0: the record has no tiling."""
    claimed = 1 if tiling_at >= 0 else 0
    tile_points = 0
    for line in range(1, rules.colors + 1):
        column, tiling_at = notation.read_placement(text, tiling_at, tiling_end, line, rules)
        if tiling_at == notation.MALFORMED and claimed == 1:
            return BAD_FIELD
        complete = line_complete(state, rules, seat, line)
        color = state.line_color[seat, line]
        code = _tile_line(state, rules, seat, line, column, claimed)
        if code != LEGAL:
            state.found = line
            state.expected = column
            state.fault_seat = seat
            return code
        if complete == 1:
            if rules.free == 0:
                column = rules.fixed_column[line, color]
            row = written[PLACEMENTS]
            write_placement(state, placements, row, seat, line, column, rules.color_number[color])
            written[PLACEMENTS] = row + 1
            tile_points += state.points
    state.tile_points[seat] = tile_points
    return LEGAL if tiling_at == tiling_end else BAD_FIELD


@part
def _write_floor(state, rules, floors, row, seat):
    """Scores a seat's floor, and writes its row."""
    floors[0, row] = state.round_number
    floors[1, row] = seat
    floors[2, row] = state.score[seat]
    floors[3, row] = state.tile_points[seat]
    floors[4, row] = state.floor_spaces[seat]
    floors[5, row] = 1 if state.marker_seat == seat else 0
    score_floor(state, rules, seat, state.tile_points[seat])
    floors[6, row] = state.nominal_points
    floors[7, row] = state.points
    floors[8, row] = state.score[seat]


@part
def _score_round(state, rules, text, tilings, ints, at, placements, floors, written):
    """Tiling, then floors, of all seats, with what the record claims of tiling and scores."""
    scores = ints[at + notation.SCORES]
    tiling = ints[at + notation.TILING]
    if (scores >= 0 and scores != state.players) or (tiling >= 0 and tiling != state.players):
        return BAD_FIELD
    lengths = notation.tilings_at(ints, at)
    code = LEGAL
    for seat in range(state.players):
        begin, end = -1, -1
        if tiling >= 0:
            begin = tilings
            end = begin + ints[lengths + seat]
            tilings = end
        if code == LEGAL:
            code = _tile_seat(state, rules, text, begin, end, seat, placements, written)
    for seat in range(state.players):
        if code == LEGAL:
            _write_floor(state, rules, floors, written[FLOORS], seat)
            written[FLOORS] += 1
            if scores > 0 and ints[at + notation.ROUND_HEAD + seat] != state.score[seat]:
                state.found = ints[at + notation.ROUND_HEAD + seat]
                state.expected = state.score[seat]
                state.fault_seat = seat
                code = SCORE_MISMATCH
    return code


@part
def _winners(state, rules):
    """The seats in the first place, a bit each."""
    won = 0
    for seat in range(state.players):
        if place(state, rules, seat) == 1:
            won |= 1 << seat
    return won


@part
def _finish(state, rules, ints, head, end, seats, floors, floors_begin, bonuses, written):
    """Bonuses, places and the claimed result; `end` GOES_ON: the game was stopped."""
    first = written[SEATS]
    finished = 1 if end != GOES_ON else 0
    state.found = ints[head + notation.ENDED_BY]
    state.expected = end
    if finished == 1 and state.found != notation.NO_END and state.found != end:
        return RESULT_MISMATCH
    scores = head + notation.GAME_HEAD
    for seat in range(state.players):
        points = 0
        if finished == 1:
            points = write_bonuses(state, rules, seat, bonuses, written)
            state.score[seat] += points
        write_seat(state, rules, seats, first + seat, seat)
        seats[3, first + seat] = points
    for row in range(floors_begin, written[FLOORS]):
        seats[1, first + floors[1, row]] += floors[3, row]
        seats[2, first + floors[1, row]] += floors[7, row]
    for seat in range(notation.positive(ints[head + notation.RESULT_SCORES])):
        if ints[scores + seat] != state.score[seat]:
            state.about = ABOUT_SCORES
            state.found = ints[scores + seat]
            state.expected = state.score[seat]
            state.token = seat
            return RESULT_MISMATCH
    won = state.claimed_winners
    if finished == 1:
        won = _winners(state, rules)
        if ints[head + notation.WINNERS] >= 0 and state.claimed_winners != won:
            state.about = ABOUT_WINNERS
            state.found = state.claimed_winners
            state.expected = won
            return RESULT_MISMATCH
    write_places(state, rules, seats, first, won, finished)
    written[SEATS] += state.players
    return LEGAL


@part
def _forget_fault(state):
    state.fault_round = 0
    state.fault_turn = 0
    state.fault_seat = -1
    state.about = ABOUT_END
    state.found = 0
    state.expected = 0
    state.token = -1


@part
def _read_head(state, rules, ints, head):
    """Whether the head of a game is well-formed; notes the claimed winners, a bit a seat."""
    players = ints[head + notation.PLAYERS]
    opening_seat = ints[head + notation.OPENING_SEAT]
    scores = ints[head + notation.RESULT_SCORES]
    if players > MAX_PLAYERS or rules.factories[players] == 0 or opening_seat < 0 or opening_seat >= players:
        return BAD_FIELD
    if (scores >= 0 and scores != players) or ints[head + notation.ROUNDS] > notation.MOST_TURNS:
        return BAD_FIELD
    first = head + notation.GAME_HEAD + notation.positive(scores)
    state.claimed_winners = 0
    for winner_at in range(first, first + ints[head + notation.WINNERS]):
        winner = ints[winner_at]
        if winner < 0 or winner >= players or (state.claimed_winners >> winner) & 1:
            return BAD_FIELD
        state.claimed_winners |= 1 << winner
    return LEGAL


@once
def _play(
    state, rules, text, text_at, ints, head,
    seats, rounds, deals, supplies, turns, walls, line_colors, line_counts, placements, floors, bonuses, written,
):  # fmt: skip
    """Plays one game from its opening to its result; returns its fault."""
    code = _read_head(state, rules, ints, head)
    if code != LEGAL:
        return code
    start(state, rules, ints[head + notation.PLAYERS], ints[head + notation.OPENING_SEAT])
    at = head + notation.GAME_HEAD
    at += notation.positive(ints[head + notation.RESULT_SCORES]) + notation.positive(ints[head + notation.WINNERS])
    last = ints[head + notation.ROUNDS]
    may_stop = notation.stopped(ints[head + notation.ENDED_BY])
    floors_begin = written[FLOORS]
    for number in range(1, last + 1):
        if state.end != GOES_ON:
            state.fault_round = number
            return GAME_OVER
        code = _begin_round(state, rules, text, text_at, ints, at)
        if code != LEGAL:
            return code
        row = written[ROUNDS]
        write_round(state, rounds, supplies, row)
        written[ROUNDS] = row + 1
        written[DEALS] = write_deals(state, rules, deals, written[DEALS])
        text_at += ints[at + notation.DEAL]
        drafts_end = text_at + ints[at + notation.DRAFTS]
        claimed = ints[at + notation.SEATS]
        code = _play_drafts(
            state, rules, text, text_at, drafts_end, claimed, turns, walls, line_colors, line_counts, written
        )
        if code != LEGAL:
            return code
        seconds = ints[at + notation.SECONDS]
        if claimed >= 0 and claimed != state.turn_in_round:
            return BAD_FIELD
        if seconds >= 0 and seconds != state.turn_in_round:
            return BAD_FIELD
        rounds[2, row] = state.marker_seat
        rounds[3, row] = state.turn_in_round
        lacks_tiling = 1 if rules.free == 1 and ints[at + notation.TILING] < 0 else 0
        if lacks_tiling == 1 and (number < last or may_stop == 0):
            return BAD_FIELD
        if state.tiles_left > 0:
            if number < last:
                return ROUND_UNFINISHED
            break
        if lacks_tiling == 1 and _needs_tiling(state, rules) == 1:
            break
        text_at = drafts_end + notation.positive(claimed)
        code = _score_round(state, rules, text, text_at, ints, at, placements, floors, written)
        if code != LEGAL:
            return code
        state.end = end_round(state, rules)
        lengths = notation.tilings_at(ints, at)
        at = lengths + notation.positive(ints[at + notation.TILING])
        for length in range(lengths, at):
            text_at += ints[length]
    state.fault_round = last
    if state.end == GOES_ON and may_stop == 0:
        return GAME_UNFINISHED
    state.fault_round = 0
    return _finish(state, rules, ints, head, state.end, seats, floors, floors_begin, bonuses, written)


@part
def _write_game(state, games, game, code, ints, head):
    """A game's row: its fault, and how it ended."""
    games[0, game] = code
    games[1, game] = state.fault_round
    games[2, game] = state.fault_turn
    games[3, game] = state.fault_seat
    games[4, game] = state.about
    games[5, game] = notation.clipped(state.found)
    games[6, game] = state.expected
    games[7, game] = state.token
    games[14, game] = state.end if state.end != GOES_ON else ints[head + notation.ENDED_BY]
    games[15, game] = 1 if state.end != GOES_ON else 0


@entry
def trace(
    text, text_starts, ints, int_starts, rulesets, states,
    games, seats, rounds, deals, supplies, turns, walls, line_colors, line_counts, placements, floors, bonuses,
    written, begin,
):  # fmt: skip
    """Plays all games of a `Batch` into `Blocks`; `written` (int64 [BLOCKS], zeros) counts their rows.

    `states` is an array of one state; after a batch of one game it is the last moment of that game. `begin`
    is room for the rows before a game, int64 [BLOCKS].
    """
    state = states[0]
    for game in range(len(int_starts) - 1):
        head = int_starts[game]
        rules = rulesets[ints[head + notation.RULES]]
        for block in range(BLOCKS):
            begin[block] = written[block]
        _forget_fault(state)
        state.end = GOES_ON
        code = _play(
            state, rules, text, text_starts[game], ints, head, seats, rounds, deals, supplies, turns, walls,
            line_colors, line_counts, placements, floors, bonuses, written,
        )  # fmt: skip
        if code != LEGAL:
            for block in range(BLOCKS):
                written[block] = begin[block]
        _write_game(state, games, game, code, ints, head)
        games[8, game] = written[ROUNDS] - begin[ROUNDS]
        games[9, game] = written[TURNS] - begin[TURNS]
        games[10, game] = written[FLOORS] - begin[FLOORS]
        games[11, game] = written[DEALS] - begin[DEALS]
        games[12, game] = written[PLACEMENTS] - begin[PLACEMENTS]
        games[13, game] = written[BONUSES] - begin[BONUSES]


def run(batch: Batch, blocks: Blocks, states: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Plays a batch into blocks; returns how many rows each block holds, int64 [BLOCKS].

    `states` is an array of one state; after a batch of one game it is the last moment of that game.
    """
    written = np.zeros(BLOCKS, np.int64)
    if len(batch.int_starts) == 1:  # no games: spares a second of loading machine code
        return written
    if COMPILED:
        trace(*batch, states, *blocks, written, np.zeros(BLOCKS, np.int64))
        return written
    text, text_starts, ints, int_starts, rulesets = batch
    plain_states, counts = as_plain(states), [0] * BLOCKS
    trace(
        text.tobytes(), text_starts.tolist(), ints.tolist(), int_starts.tolist(), as_plain(rulesets), plain_states,
        *blocks, counts, [0] * BLOCKS,
    )  # fmt: skip
    from_plain(plain_states, states)
    return np.array(counts, np.int64)
