"""Many games in one compiled call: letters and claims in, rows of the tables and faults out.

`trace` plays each game of a batch by the rules of engine.py. A game without a fault leaves its rows in
the blocks, one 2-D int32 array a table, [column, row]; a game with one leaves none, and its fault stands in
the block of games. Games do not influence each other.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from azul_analytics.rules import notation
from azul_analytics.rules.compiled import entry, inner
from azul_analytics.rules.engine import (
    DEAL_FACTORIES,
    GOES_ON,
    LEGAL,
    TILING_ILLEGAL,
    color_is_full,
    column_is_full,
    column_refusal,
    complete_lines,
    deal,
    deal_refusal,
    draft,
    drop_line,
    end_round,
    has_space,
    legal_drafts,
    line_complete,
    line_is_full,
    lines_open,
    place,
    refusal,
    score_floor,
    tile,
)
from azul_analytics.rules.notation import ABSENT
from azul_analytics.rules.ruleset import COLORS, MAX_COLORS
from azul_analytics.rules.state import count, start, total

# Codes of faults: those of engine.py, then these. FAULTS has their names in logs and tables.
(
    WRONG_SEAT, ROUND_UNFINISHED, GAME_UNFINISHED, GAME_OVER, TILING_MISSING, TILING_MISMATCH, BAG_MISMATCH,
    SCORE_MISMATCH, MARKER_MISMATCH, RESULT_MISMATCH, BAD_FIELD,
) = range(9, 20)  # fmt: skip
FAULTS = (
    "", "round-over", "empty-source", "line-color", "line-full", "wall-color", "deal-factories", "deal-tiles",
    "tiling-illegal", "wrong-seat", "round-unfinished", "game-unfinished", "game-over", "tiling-missing",
    "tiling-mismatch", "bag-mismatch", "score-mismatch", "marker-mismatch", "result-mismatch", "bad-field",
)  # fmt: skip

# What of a result or of a round's scores differs: `about` of a fault
ABOUT_END, ABOUT_SCORES, ABOUT_WINNERS, ABOUT_BONUSES, ABOUT_FLOOR, ABOUT_PLACEMENT, ABOUT_BAG, ABOUT_LID = range(8)

# Columns of the blocks, in order; names as in the tables. A seat, column or run of -1 is null.
GAME_COLUMNS = (
    "fault", "fault_round", "fault_turn", "fault_seat", "about", "found", "expected", "token",
    "rounds", "turns", "floors", "deals", "placements", "bonuses", "ended_by", "finished",
)  # fmt: skip
SEAT_COLUMNS = (
    "seat", "tile_points", "floor_points", "bonus_points", "score", "complete_lines", "complete_columns",
    "complete_colors", "place", "winner",
)  # fmt: skip
ROUND_COLUMNS = (
    "round", "first_seat", "marker_seat", "turns", "tiles_dealt", "bag_after_deal", "lid_after_deal", "refilled",
)  # fmt: skip
DEAL_COLUMNS = ("round", "factory", *COLORS)
TURN_COLUMNS = (
    "turn", "round", "turn_in_round", "seat", "source", "color", "tiles", "destination", "tiles_on_line",
    "tiles_on_floor", "tiles_to_lid", "took_marker", "completed_line", "legal_drafts", "lines_open", "tiles_left",
    "floor_before", "score_before",
)  # fmt: skip
PLACEMENT_COLUMNS = (
    "round", "seat", "line", "turn", "column", "color", "horizontal", "vertical", "multiplier", "points",
)  # fmt: skip
FLOOR_COLUMNS = (
    "round", "seat", "score_before", "tile_points", "spaces", "marker", "nominal_points", "floor_points",
    "score_after",
)  # fmt: skip
BONUS_COLUMNS = ("seat", "kind", "which", "points")
BONUS_KINDS = ("line", "column", "color")  # `which` of a color is its place in COLORS

# Places in `written`, the rows that each block holds
SEATS, ROUNDS, DEALS, TURNS, PLACEMENTS, FLOORS, BONUSES, LETTERS, BLOCKS = range(9)


class Batch(NamedTuple):
    """Games as the letters and numbers that notation.py describes; `*_starts` has one entry more than games."""

    text: np.ndarray[Any, Any]  # uint8
    text_starts: np.ndarray[Any, Any]  # int64 [game + 1]
    ints: np.ndarray[Any, Any]  # int64
    int_starts: np.ndarray[Any, Any]  # int64 [game + 1]
    rules: np.ndarray[Any, Any]  # RULES [ruleset]


class Blocks(NamedTuple):
    """The rows of a batch: int32 [column, row] a table; the turns' walls are int64 [row], and their lines
    are letters and digits, `size` of the game's wall a row."""

    games: np.ndarray[Any, Any]
    seats: np.ndarray[Any, Any]
    rounds: np.ndarray[Any, Any]
    deals: np.ndarray[Any, Any]
    turns: np.ndarray[Any, Any]
    walls: np.ndarray[Any, Any]
    line_colors: np.ndarray[Any, Any]
    line_counts: np.ndarray[Any, Any]
    placements: np.ndarray[Any, Any]
    floors: np.ndarray[Any, Any]
    bonuses: np.ndarray[Any, Any]


class Room(NamedTuple):
    """Rows that the games of a batch can fill at the most."""

    seats: int
    rounds: int
    deals: int
    turns: int
    letters: int
    placements: int
    floors: int
    bonuses: int


def _block(columns: int, rows: int) -> np.ndarray[Any, Any]:
    """An int32 block whose columns do not lie a multiple of 4096 bytes apart, which would thrash the cache."""
    if rows % 1024 == 0:
        rows += 16
    return np.empty((columns, rows), np.int32)


def new_blocks(games: int, room: Room) -> Blocks:
    """Empty blocks for a number of games."""
    return Blocks(
        games=_block(len(GAME_COLUMNS), games),
        seats=_block(len(SEAT_COLUMNS), room.seats),
        rounds=_block(len(ROUND_COLUMNS), room.rounds),
        deals=_block(len(DEAL_COLUMNS), room.deals),
        turns=_block(len(TURN_COLUMNS), room.turns),
        walls=np.empty(room.turns, np.int64),
        line_colors=np.empty(room.letters, np.uint8),
        line_counts=np.empty(room.letters, np.uint8),
        placements=_block(len(PLACEMENT_COLUMNS), room.placements),
        floors=_block(len(FLOOR_COLUMNS), room.floors),
        bonuses=_block(len(BONUS_COLUMNS), room.bonuses),
    )


@inner
def _fault(games, game, code, number, turn, seat):  # type: ignore[no-untyped-def]
    """Notes a fault: its round and turn (0: none) and seat (-1: none). Returns the code."""
    games[0, game] = code
    games[1, game] = number
    games[2, game] = turn
    games[3, game] = seat
    return code


@inner
def _detail(games, game, about, found, expected, token):  # type: ignore[no-untyped-def]
    """Notes what the sentence about a fault will say."""
    games[4, game] = about
    games[5, game] = min(max(found, -(2**31)), 2**31 - 1)
    games[6, game] = expected
    games[7, game] = token


@inner
def _write_round(state, rounds, row, turns):  # type: ignore[no-untyped-def]
    rounds[0, row] = state.round
    rounds[1, row] = state.first_seat
    rounds[2, row] = -1
    rounds[3, row] = turns
    rounds[4, row] = state.tiles_left
    rounds[5, row] = total(state.bag)
    rounds[6, row] = total(state.lid)
    rounds[7, row] = state.refilled


@inner
def _write_deals(state, rules, deals, row):  # type: ignore[no-untyped-def]
    factories = rules.factories[state.players]
    for factory in range(1, factories + 1):
        deals[0, row] = state.round
        deals[1, row] = factory
        for color in range(MAX_COLORS):
            deals[2 + color, row] = 0
        for color in range(rules.size):
            deals[2 + rules.color_number[color], row] = count(state.dealt[factory], color)
        row += 1
    return row


@inner
def _write_turn_before(state, rules, blocks, row, letter, source, color, line):  # type: ignore[no-untyped-def]
    """What a turn's row says of the moment before the draft."""
    turns = blocks.turns
    seat = state.seat
    turns[0, row] = state.turn + 1
    turns[1, row] = state.round
    turns[2, row] = state.turn_in_round + 1
    turns[3, row] = seat
    turns[4, row] = source
    turns[5, row] = rules.color_number[color]
    turns[7, row] = line
    turns[13, row] = legal_drafts(state, rules)
    turns[14, row] = lines_open(state, rules, seat, color)
    turns[15, row] = state.tiles_left
    turns[16, row] = state.floor_spaces[seat]
    turns[17, row] = state.score[seat]
    blocks.walls[row] = state.wall[seat]
    for own_line in range(1, rules.size + 1):
        holds = state.line_color[seat, own_line]
        blocks.line_colors[letter] = rules.letter[holds] if holds >= 0 else 45
        blocks.line_counts[letter] = 48 + state.line_count[seat, own_line]
        letter += 1


@inner
def _write_turn_after(state, turns, row):  # type: ignore[no-untyped-def]
    """What a turn's row says of the draft itself."""
    turns[6, row] = state.tiles
    turns[8, row] = state.tiles_on_line
    turns[9, row] = state.tiles_on_floor
    turns[10, row] = state.tiles_to_lid
    turns[11, row] = state.took_marker
    turns[12, row] = state.completed_line


@inner
def _write_placement(state, placements, row, seat, line, column, color_number, turn):  # type: ignore[no-untyped-def]
    """A tile put on the wall, or (column -1) a line that found no space."""
    placements[0, row] = state.round
    placements[1, row] = seat
    placements[2, row] = line
    placements[3, row] = turn
    placements[4, row] = column
    placements[5, row] = color_number
    placements[6, row] = state.horizontal if column > 0 else -1
    placements[7, row] = state.vertical if column > 0 else -1
    placements[8, row] = state.multiplier if column > 0 else -1
    placements[9, row] = state.points


@inner
def _check_tiles_claim(state, rules, ints, at, packed, games, game, about):  # type: ignore[no-untyped-def]
    """Compares claimed tiles by color (bag or lid after the deal) with a packed number."""
    for color in range(rules.size):
        if ints[at + color] != count(packed, color):
            _detail(games, game, about, ints[at + color], count(packed, color), color)
            return _fault(games, game, BAG_MISMATCH, state.round, 0, -1)
    return LEGAL


@inner
def _begin_round(state, rules, text, text_at, ints, at, blocks, written, game):  # type: ignore[no-untyped-def]
    """Reads and makes a deal, checks what is claimed of it, writes its rows."""
    games = blocks.games
    number = state.round + 1
    good = notation.read_deal(
        text, text_at, text_at + ints[at + notation.DEAL], rules, state.dealt, rules.factories[state.players]
    )
    code = deal_refusal(state, rules) if good == 1 else DEAL_FACTORIES
    if code != LEGAL:
        return _fault(games, game, code, number, 0, -1)
    deal(state, rules)
    bag = total(state.bag)
    if ints[at + notation.BAG] != ABSENT and ints[at + notation.BAG] != bag:
        _detail(games, game, ABOUT_BAG, ints[at + notation.BAG], bag, -1)
        return _fault(games, game, BAG_MISMATCH, number, 0, -1)
    place_at = notation.floors_at(ints, at) + max(ints[at + notation.FLOORS], 0) + 3 * ints[at + notation.PLACEMENTS]
    if ints[at + notation.BAG_COLORS] > 0:
        code = _check_tiles_claim(state, rules, ints, place_at, state.bag, games, game, ABOUT_BAG)
        if code != LEGAL:
            return code
        place_at += ints[at + notation.BAG_COLORS]
    if ints[at + notation.LID_COLORS] > 0:
        code = _check_tiles_claim(state, rules, ints, place_at, state.lid, games, game, ABOUT_LID)
        if code != LEGAL:
            return code
    _write_round(state, blocks.rounds, written[ROUNDS], 0)
    written[ROUNDS] += 1
    written[DEALS] = _write_deals(state, rules, blocks.deals, written[DEALS])
    return LEGAL


@inner
def _play_drafts(state, rules, text, text_at, ints, at, blocks, written, game):  # type: ignore[no-untyped-def]
    """Makes the drafts of a round, each judged first."""
    draft_at = text_at + ints[at + notation.DEAL]
    end = draft_at + ints[at + notation.DRAFTS]
    claimed_seats = ints[at + notation.SEATS] >= 0
    row = written[TURNS]
    letter = written[LETTERS]
    while draft_at < end:
        source, color, line, draft_at = notation.read_draft(text, draft_at, rules)
        code = LEGAL
        if state.tiles_left == 0:
            code = refusal(state, rules, source, color, line)
        elif claimed_seats and text[end + state.turn_in_round] - 48 != state.seat:
            code = WRONG_SEAT
            _detail(blocks.games, game, 0, text[end + state.turn_in_round] - 48, state.seat, -1)
        else:
            code = refusal(state, rules, source, color, line)
        if code != LEGAL:
            if code != WRONG_SEAT:
                _detail(blocks.games, game, source, color, line, state.turn_in_round)
            return _fault(blocks.games, game, code, state.round, state.turn + 1, state.seat)
        _write_turn_before(state, rules, blocks, row, letter, source, color, line)
        draft(state, rules, source, color, line)
        _write_turn_after(state, blocks.turns, row)
        row += 1
        letter += rules.size
    written[TURNS] = row
    written[LETTERS] = letter
    blocks.rounds[2, written[ROUNDS] - 1] = state.marker_seat
    blocks.rounds[3, written[ROUNDS] - 1] = state.turn_in_round
    claimed = ints[at + notation.MARKER]
    if claimed != ABSENT and claimed != state.marker_seat:
        _detail(blocks.games, game, 0, claimed, state.marker_seat, -1)
        return _fault(blocks.games, game, MARKER_MISMATCH, state.round, 0, claimed)
    return LEGAL


@inner
def _needs_tiling(state, rules):  # type: ignore[no-untyped-def]
    """1 if some complete line has a space to go to."""
    for seat in range(state.players):
        for line in range(1, rules.size + 1):
            if line_complete(state, rules, seat, line) == 1 and has_space(state, rules, seat, line) == 1:
                return 1
    return 0


@inner
def _tiling_fault(state, blocks, game, code, seat, line, column):  # type: ignore[no-untyped-def]
    _detail(blocks.games, game, 0, line, column, -1)
    return _fault(blocks.games, game, code, state.round, 0, seat)


@inner
def _placement_claim(ints, at, seat, line):  # type: ignore[no-untyped-def]
    """Points that another format states for the tile of a seat's line, or ABSENT."""
    claim = notation.floors_at(ints, at) + max(ints[at + notation.FLOORS], 0)
    for _ in range(ints[at + notation.PLACEMENTS]):
        if ints[claim] == seat and ints[claim + 1] == line:
            return ints[claim + 2]
        claim += 3
    return ABSENT


@inner
def _tile_seat(state, rules, text, tiling_at, tiling_end, ints, at, seat, blocks, written, game):  # type: ignore[no-untyped-def]
    """Tiles the complete lines of one seat from the top. `tiling_at` < 0: the record has no tiling."""
    claimed = tiling_at >= 0
    wrong = TILING_ILLEGAL if rules.free == 1 else TILING_MISMATCH  # a line that is not complete
    for line in range(1, rules.size + 1):
        named = claimed and tiling_at < tiling_end and text[tiling_at] - 48 == line
        column = text[tiling_at + 1] - 48 if named else 0
        if line_complete(state, rules, seat, line) == 0:
            if named:
                return _tiling_fault(state, blocks, game, wrong, seat, line, column)
            continue
        color = state.line_color[seat, line]
        number = rules.color_number[color]
        if rules.free == 0:
            only = rules.fixed_column[line, color]
            if claimed and column != only:
                return _tiling_fault(state, blocks, game, TILING_MISMATCH, seat, line, column)
            column = only
        if column > 0:
            if column_refusal(state, rules, seat, line, column) != LEGAL:
                return _tiling_fault(state, blocks, game, TILING_ILLEGAL, seat, line, column)
            tile(state, rules, seat, line, column)
            claim = _placement_claim(ints, at, seat, line)
            if claim != ABSENT and claim != state.points:
                _detail(blocks.games, game, ABOUT_PLACEMENT, claim, state.points, line)
                return _fault(blocks.games, game, SCORE_MISMATCH, state.round, 0, seat)
        elif has_space(state, rules, seat, line) == 1:
            return _tiling_fault(state, blocks, game, TILING_MISSING, seat, line, 0)
        else:
            drop_line(state, rules, seat, line)
            column = -1
        turn = state.line_turn[seat, line]
        _write_placement(state, blocks.placements, written[PLACEMENTS], seat, line, column, number, turn)
        written[PLACEMENTS] += 1
        if named:
            tiling_at += 3
    return LEGAL


@inner
def _score_round(state, rules, text, tilings, ints, at, blocks, written, game):  # type: ignore[no-untyped-def]
    """Tiling, then floors, of all seats, with what the record claims of them."""
    games, floors = blocks.games, blocks.floors
    first = written[FLOORS]
    lengths = notation.tilings_at(ints, at)
    for seat in range(state.players):
        placed = written[PLACEMENTS]
        begin, end = -1, -1
        if ints[at + notation.TILING] >= 0:
            begin = tilings
            end = begin + ints[lengths + seat]
            tilings = end
        code = _tile_seat(state, rules, text, begin, end, ints, at, seat, blocks, written, game)
        if code != LEGAL:
            return code
        tile_points = 0
        for row in range(placed, written[PLACEMENTS]):
            tile_points += blocks.placements[9, row]
        floors[3, first + seat] = tile_points
    for seat in range(state.players):
        row = first + seat
        floors[0, row] = state.round
        floors[1, row] = seat
        floors[2, row] = state.score[seat]
        floors[4, row] = state.floor_spaces[seat]
        floors[5, row] = 1 if state.marker_seat == seat else 0
        score_floor(state, rules, seat, floors[3, row])
        floors[6, row] = state.nominal_points
        floors[7, row] = state.points
        floors[8, row] = state.score[seat]
    claims = notation.floors_at(ints, at)
    for seat in range(state.players):
        row = first + seat
        if ints[at + notation.FLOORS] > 0 and ints[claims + seat] != ABSENT and ints[claims + seat] != floors[6, row]:
            _detail(games, game, ABOUT_FLOOR, ints[claims + seat], floors[6, row], -1)
            return _fault(games, game, SCORE_MISMATCH, state.round, 0, seat)
        if ints[at + notation.SCORES] > 0 and ints[at + notation.ROUND_HEAD + seat] != state.score[seat]:
            _detail(games, game, ABOUT_SCORES, ints[at + notation.ROUND_HEAD + seat], state.score[seat], -1)
            return _fault(games, game, SCORE_MISMATCH, state.round, 0, seat)
    written[FLOORS] += state.players
    return LEGAL


@inner
def _write_bonuses(state, rules, seat, blocks, written):  # type: ignore[no-untyped-def]
    """Rows of a seat's bonuses; returns their points."""
    bonuses = blocks.bonuses
    wall, size = state.wall[seat], rules.size
    points = 0
    for kind in range(3):
        for which in range(1, size + 1):
            if kind == 0:
                reached, bonus = line_is_full(wall, size, which), rules.line_bonus
            elif kind == 1:
                reached, bonus = column_is_full(wall, size, which), rules.column_bonus
            else:
                reached, bonus = color_is_full(state.wall_tiles[seat], size, which - 1), rules.color_bonus
            if reached == 1:
                row = written[BONUSES]
                bonuses[0, row] = seat
                bonuses[1, row] = kind
                bonuses[2, row] = which if kind < 2 else rules.color_number[which - 1]
                bonuses[3, row] = bonus
                written[BONUSES] += 1
                points += bonus
    return points


@inner
def _write_seat(state, rules, seats, row, seat):  # type: ignore[no-untyped-def]
    """What the boards say of a seat at the end; points are added while the rounds are summed."""
    wall, size = state.wall[seat], rules.size
    columns, colors = 0, 0
    for number in range(size):
        columns += column_is_full(wall, size, number + 1)
        colors += color_is_full(state.wall_tiles[seat], size, number)
    seats[0, row] = seat
    seats[1, row] = 0
    seats[2, row] = 0
    seats[3, row] = 0
    seats[5, row] = complete_lines(state, rules, seat)
    seats[6, row] = columns
    seats[7, row] = colors


@inner
def _result_fault(games, game, about, found, expected, seat):  # type: ignore[no-untyped-def]
    _detail(games, game, about, found, expected, seat)
    return _fault(games, game, RESULT_MISMATCH, 0, 0, -1)


@inner
def _finish(state, rules, ints, head, end, blocks, written, game, floors_begin):  # type: ignore[no-untyped-def]
    """Bonuses, places and the claimed result; `end` GOES_ON: the game was stopped."""
    games, seats, floors = blocks.games, blocks.seats, blocks.floors
    first = written[SEATS]
    players = state.players
    ended_by = ints[head + notation.ENDED_BY]
    if end != GOES_ON and ended_by != notation.NO_END and ended_by != end:
        return _result_fault(games, game, ABOUT_END, ended_by, end, -1)
    scores = head + notation.GAME_HEAD
    winners = scores + max(ints[head + notation.RESULT_SCORES], 0)
    bonuses = winners + max(ints[head + notation.WINNERS], 0)
    for seat in range(players):
        _write_seat(state, rules, seats, first + seat, seat)
        if end != GOES_ON:
            points = _write_bonuses(state, rules, seat, blocks, written)
            if ints[head + notation.BONUSES] > 0 and ints[bonuses + seat] != points:
                return _result_fault(games, game, ABOUT_BONUSES, ints[bonuses + seat], points, seat)
            seats[3, first + seat] = points
            state.score[seat] += points
        seats[4, first + seat] = state.score[seat]
    for row in range(floors_begin, written[FLOORS]):
        seats[1, first + floors[1, row]] += floors[3, row]
        seats[2, first + floors[1, row]] += floors[7, row]
    for seat in range(players):
        if ints[head + notation.RESULT_SCORES] > 0 and ints[scores + seat] != state.score[seat]:
            return _result_fault(games, game, ABOUT_SCORES, ints[scores + seat], state.score[seat], seat)
    claimed = 0
    for at in range(winners, bonuses):
        claimed |= 1 << ints[at]
    if end == GOES_ON:
        won = claimed
    else:
        won = 0
        for seat in range(players):
            if place(state, rules, seat) == 1:
                won |= 1 << seat
        if ints[head + notation.WINNERS] >= 0 and claimed != won:
            return _result_fault(games, game, ABOUT_WINNERS, claimed, won, -1)
    for seat in range(players):
        row = first + seat
        seats[9, row] = (won >> seat) & 1 if won > 0 else -1
        if end != GOES_ON:
            seats[8, row] = place(state, rules, seat)
        else:
            seats[8, row] = 1 if (won >> seat) & 1 else -1
    written[SEATS] += players
    games[14, game] = end if end != GOES_ON else ended_by
    games[15, game] = 1 if end != GOES_ON else 0
    return LEGAL


@inner
def _play(state, rules, text, text_at, ints, head, blocks, written, game, detail):  # type: ignore[no-untyped-def]
    """Plays one game from its opening to its result; returns its fault."""
    games = blocks.games
    start(state, rules, ints[head + notation.PLAYERS], ints[head + notation.OPENING_SEAT])
    at = head + notation.GAME_HEAD + max(ints[head + notation.RESULT_SCORES], 0)
    at += max(ints[head + notation.WINNERS], 0) + max(ints[head + notation.BONUSES], 0)
    rounds = ints[head + notation.ROUNDS]
    may_stop = notation.stopped(ints[head + notation.ENDED_BY])
    floors_begin = written[FLOORS]
    end = GOES_ON
    for number in range(1, rounds + 1):
        if end != GOES_ON:
            return _fault(games, game, GAME_OVER, number, 0, -1)
        code = _begin_round(state, rules, text, text_at, ints, at, blocks, written, game)
        if code != LEGAL:
            return code
        code = _play_drafts(state, rules, text, text_at, ints, at, blocks, written, game)
        if code != LEGAL:
            return code
        last = number == rounds
        if state.tiles_left > 0:
            if not last:
                return _fault(games, game, ROUND_UNFINISHED, number, 0, -1)
            break
        tilings = text_at + ints[at + notation.DEAL] + ints[at + notation.DRAFTS] + max(ints[at + notation.SEATS], 0)
        if last and may_stop == 1:
            detail[0] = number
            fault = notation.check_scores_and_tiling(text, tilings, ints, at, state.players, rules, detail)
            if fault != notation.FORM_OK:
                return _form_fault(games, game, fault, detail)
            if rules.free == 1 and ints[at + notation.TILING] < 0 and _needs_tiling(state, rules) == 1:
                break
        code = _score_round(state, rules, text, tilings, ints, at, blocks, written, game)
        if code != LEGAL:
            return code
        end = end_round(state, rules)
        lengths = notation.tilings_at(ints, at)
        text_at = tilings
        for length in range(lengths, lengths + max(ints[at + notation.TILING], 0)):
            text_at += ints[length]
        at += notation.round_ints(ints, at)
    if end == GOES_ON and may_stop == 0:
        return _fault(games, game, GAME_UNFINISHED, rounds, 0, -1)
    return _finish(state, rules, ints, head, end, blocks, written, game, floors_begin)


@inner
def _form_fault(games, game, fault, detail):  # type: ignore[no-untyped-def]
    """`about` is the fault of form, `found` its seat, `token` the number of the draft, factory or placement."""
    _detail(games, game, fault, detail[2], 0, detail[1])
    return _fault(games, game, BAD_FIELD, detail[0], 0, -1)


@entry
def trace(batch, state_array, blocks, written):  # type: ignore[no-untyped-def]
    """Plays all games of a `Batch` into `Blocks`; `written` (int64 [BLOCKS]) counts their rows.

    `state_array` is one state; after a batch of one game with a fault it is the moment of the fault.
    """
    state = state_array[0]
    begin = np.zeros(BLOCKS, np.int64)
    detail = np.zeros(3, np.int64)
    games = blocks.games
    for game in range(batch.int_starts.shape[0] - 1):
        head = batch.int_starts[game]
        rules = batch.rules[batch.ints[head + notation.RULES]]
        begin[:] = written
        for column in range(games.shape[0]):
            games[column, game] = 0
        games[3, game] = -1
        text_at = batch.text_starts[game]
        fault = notation.check_form(batch.text, text_at, batch.ints, head, rules, detail)
        if fault != notation.FORM_OK:
            _form_fault(games, game, fault, detail)
        else:
            _play(state, rules, batch.text, text_at, batch.ints, head, blocks, written, game, detail)
        if games[0, game] != LEGAL:
            written[:] = begin
        games[8, game] = written[ROUNDS] - begin[ROUNDS]
        games[9, game] = written[TURNS] - begin[TURNS]
        games[10, game] = written[FLOORS] - begin[FLOORS]
        games[11, game] = written[DEALS] - begin[DEALS]
        games[12, game] = written[PLACEMENTS] - begin[PLACEMENTS]
        games[13, game] = written[BONUSES] - begin[BONUSES]
