"""The letters of a record, read by compiled code: deals, drafts and tilings of `azul-log/1`.

A batch of records is two arrays. `text` holds the ASCII letters of all of them, one piece behind the other.
`ints` holds, a game: the GAME_HEAD, result scores, winners and bonuses, and a round: the ROUND_HEAD, scores,
lengths of the tilings, claimed floors, placements (three each), bag and lid. A length of -1 says that the
record has no such key. `check_form` reads everything once and finds the first fault of form; after that,
the pieces can be read without a check.
"""

from __future__ import annotations

from azul_analytics.rules.compiled import inner
from azul_analytics.rules.ruleset import MAX_PLAYERS

ABSENT = -(2**40)  # a number that the record does not state

# GAME_HEAD
RULES, PLAYERS, OPENING_SEAT, ROUNDS, ENDED_BY, RESULT_SCORES, WINNERS, BONUSES, GAME_HEAD = range(9)
# ROUND_HEAD
(
    DEAL, DRAFTS, SEATS, BAG, SCORES, SECONDS, TILING, MARKER, FLOORS, PLACEMENTS, BAG_COLORS, LID_COLORS, ROUND_HEAD,
) = range(13)  # fmt: skip

# claimed ends, as in records.EndedBy; 0: none is claimed
NO_END, END_LINE, END_ROUNDS, END_EXHAUSTED, END_ROUND_LIMIT, END_CONCEDED, END_ABANDONED = range(7)

# faults of form; the sentences are in faults.py
(
    FORM_OK, FORM_PLAYERS, FORM_OPENING_SEAT, FORM_RESULT_SCORES, FORM_WINNERS, FORM_BONUSES, FORM_DEAL, FORM_DRAFT,
    FORM_SEATS_LENGTH, FORM_SEATS, FORM_SCORES, FORM_SECONDS, FORM_TILING_MISSING, FORM_TILING_LENGTH, FORM_TILING,
    FORM_TILING_ORDER, FORM_CLAIMS, FORM_TOO_LONG,
) = range(18)  # fmt: skip

MOST_TURNS = 65535  # what the columns `turn` and `round` can hold

_BLANK = 32
_DASH = 45
_ZERO = 48
_NINE = 57
_C = 67
_F = 70
_MOST = 2**31 - 1
_SOURCE_LIMIT = 1000  # a source of more digits is as wrong as this one


@inner
def stopped(ended_by):  # type: ignore[no-untyped-def]
    """1 if a claimed end lets the game stop before the rules end it."""
    return 1 if ended_by >= END_ROUND_LIMIT else 0


@inner
def positive(length):  # type: ignore[no-untyped-def]
    """A length, 0 where it is absent."""
    return length if length > 0 else 0


@inner
def clipped(number):  # type: ignore[no-untyped-def]
    """A claimed number cut to what an int32 holds, for the sentence about it."""
    if number > _MOST:
        return _MOST
    return number if number > -_MOST else -_MOST


@inner
def first_round_at(ints, head):  # type: ignore[no-untyped-def]
    """Where the first round of a game stands; result scores, winners and bonuses stand before it."""
    at = head + GAME_HEAD + positive(ints[head + RESULT_SCORES]) + positive(ints[head + WINNERS])
    return at + positive(ints[head + BONUSES])


@inner
def tilings_at(ints, at):  # type: ignore[no-untyped-def]
    """Where the lengths of a round's tilings stand; claimed scores stand before them."""
    return at + ROUND_HEAD + positive(ints[at + SCORES])


@inner
def floors_at(ints, at):  # type: ignore[no-untyped-def]
    """Where a round's claimed floors stand."""
    return tilings_at(ints, at) + positive(ints[at + TILING])


@inner
def placements_at(ints, at):  # type: ignore[no-untyped-def]
    """Where a round's claimed placements stand; bag and lid follow."""
    return floors_at(ints, at) + positive(ints[at + FLOORS])


@inner
def round_ints(ints, at):  # type: ignore[no-untyped-def]
    """Numbers of `ints` that the round at `at` takes."""
    end = placements_at(ints, at) + 3 * ints[at + PLACEMENTS]
    return end + positive(ints[at + BAG_COLORS]) + positive(ints[at + LID_COLORS]) - at


@inner
def tiling_text_at(ints, at, text_at):  # type: ignore[no-untyped-def]
    """Where the letters of a round's tilings begin, if its letters begin at `text_at`."""
    return text_at + ints[at + DEAL] + ints[at + DRAFTS] + positive(ints[at + SEATS])


@inner
def next_text_at(ints, at, tilings):  # type: ignore[no-untyped-def]
    """Where the next round's letters begin, if this round's tilings begin at `tilings`."""
    lengths = tilings_at(ints, at)
    for place in range(lengths, lengths + positive(ints[at + TILING])):
        tilings += ints[place]
    return tilings


@inner
def read_draft(text, at, rules):  # type: ignore[no-untyped-def]
    """(source, color, line, where the next draft begins) of a draft without faults."""
    source = 0
    if text[at] == _C:
        at += 1
    else:
        while text[at] <= _NINE:
            if source < _SOURCE_LIMIT:
                source = source * 10 + text[at] - _ZERO
            at += 1
    color = rules.color_of[text[at]]
    line = 0 if text[at + 1] == _F else text[at + 1] - _ZERO
    return source, color, line, at + 3


@inner
def check_drafts(text, at, end, rules, state):  # type: ignore[no-untyped-def]
    """Number of drafts in a piece, -1 where one is malformed (`state.token` is its number, from 0)."""
    drafts = 0
    while at < end:
        state.token = drafts
        if text[at] == _C:
            at += 1
        else:
            if not _ZERO < text[at] <= _NINE:
                return -1
            while at < end and _ZERO <= text[at] <= _NINE:
                at += 1
        if at + 2 > end or rules.color_of[text[at]] < 0:
            return -1
        if text[at + 1] != _F and not _ZERO < text[at + 1] <= _ZERO + rules.colors:
            return -1
        drafts += 1
        at += 2
        if at < end:
            if text[at] != _BLANK or at + 1 == end:
                return -1
            at += 1
    return drafts


@inner
def check_deal(text, at, end, rules, state):  # type: ignore[no-untyped-def]
    """1 if a deal is well-formed (`state.token`: the number of the factory that is not, from 0)."""
    state.token = 0
    while at < end:
        if text[at] == _DASH:
            at += 1
        else:
            begin = at
            while at < end and rules.color_of[text[at]] >= 0:
                at += 1
            if at == begin:
                return 0
        if at < end:
            if text[at] != _BLANK or at + 1 == end:
                return 0
            at += 1
        state.token += 1
    return 1


@inner
def read_deal(text, at, end, rules, dealt, factories):  # type: ignore[no-untyped-def]
    """Reads a deal into `dealt` (packed, [1..factories]); returns 0 where it has more factories than that, or
    more tiles on one than it holds."""
    for factory in range(1, factories + 1):
        dealt[factory] = 0
    factory = 1
    tiles = 0
    while at < end:
        letter = text[at]
        if letter == _BLANK:
            factory += 1
            tiles = 0
        elif factory > factories:
            return 0
        elif letter != _DASH:
            tiles += 1
            if tiles > rules.tiles_per_factory:
                return 0
            dealt[factory] += 1 << (8 * rules.color_of[letter])
        at += 1
    return 1


@inner
def check_tiling(text, at, end, rules, state):  # type: ignore[no-untyped-def]
    """A fault of form in one seat's tiling (`state.token`: number of the placement, from 0)."""
    line = 0
    state.token = 0
    while at < end:
        if at + 2 > end:
            return FORM_TILING
        for place in range(at, at + 2):
            if not _ZERO < text[place] <= _ZERO + rules.colors:
                return FORM_TILING
        if text[at] - _ZERO <= line:
            return FORM_TILING_ORDER
        line = text[at] - _ZERO
        at += 2
        if at < end:
            if text[at] != _BLANK or at + 1 == end:
                return FORM_TILING
            at += 1
        state.token += 1
    return FORM_OK


@inner
def check_tilings(text, at, ints, lengths, players, rules, state):  # type: ignore[no-untyped-def]
    """A fault of form in a round's tilings, whose text begins at `at` and lengths at `lengths`."""
    for seat in range(players):
        state.found = seat
        fault = check_tiling(text, at, at + ints[lengths + seat], rules, state)
        if fault != FORM_OK:
            return fault
        at += ints[lengths + seat]
    return FORM_OK


@inner
def _wrong_length(length, right):  # type: ignore[no-untyped-def]
    return length != -1 and length != right


@inner
def _check_head(ints, at, rules):  # type: ignore[no-untyped-def]
    players = ints[at + PLAYERS]
    if players > MAX_PLAYERS or rules.factories[players] == 0:
        return FORM_PLAYERS
    if not 0 <= ints[at + OPENING_SEAT] < players:
        return FORM_OPENING_SEAT
    if _wrong_length(ints[at + RESULT_SCORES], players):
        return FORM_RESULT_SCORES
    if _wrong_length(ints[at + BONUSES], players):
        return FORM_BONUSES
    if ints[at + ROUNDS] > MOST_TURNS:
        return FORM_TOO_LONG
    winners = at + GAME_HEAD + positive(ints[at + RESULT_SCORES])
    seen = 0
    for place in range(winners, winners + positive(ints[at + WINNERS])):
        if not 0 <= ints[place] < players or (seen >> ints[place]) & 1:
            return FORM_WINNERS
        seen |= 1 << ints[place]
    return FORM_OK


@inner
def _check_claims(ints, at, players, rules):  # type: ignore[no-untyped-def]
    """1 if the claims of other formats on a round have the right lengths, seats and lines."""
    if _wrong_length(ints[at + FLOORS], players):
        return 0
    if _wrong_length(ints[at + BAG_COLORS], rules.colors) or _wrong_length(ints[at + LID_COLORS], rules.colors):
        return 0
    if ints[at + MARKER] != ABSENT and not 0 <= ints[at + MARKER] < players:
        return 0
    place = placements_at(ints, at)
    for _ in range(ints[at + PLACEMENTS]):
        if not 0 <= ints[place] < players or not 1 <= ints[place + 1] <= rules.colors:
            return 0
        place += 3
    return 1


@inner
def check_form(text, text_at, ints, at, rules, state):  # type: ignore[no-untyped-def]
    """The first fault of form of a game (FORM_OK: none).

    The state then says where: `fault_round` (0: none), `token` its number, from 0, and `found` the seat.
    Tiling and scores of a stopped game's last round are left for `check_scores_and_tiling`, since nobody looks at
    them while that round is unfinished.
    """
    head = at
    fault = _check_head(ints, head, rules)
    if fault != FORM_OK:
        return fault
    players = ints[head + PLAYERS]
    at = first_round_at(ints, head)
    turns = 0
    for number in range(1, ints[head + ROUNDS] + 1):
        state.fault_round = number
        if check_deal(text, text_at, text_at + ints[at + DEAL], rules, state) == 0:
            return FORM_DEAL
        text_at += ints[at + DEAL]
        drafts = check_drafts(text, text_at, text_at + ints[at + DRAFTS], rules, state)
        if drafts < 0:
            return FORM_DRAFT
        text_at += ints[at + DRAFTS]
        turns += drafts
        if turns > MOST_TURNS:
            return FORM_TOO_LONG
        if _wrong_length(ints[at + SEATS], drafts):
            return FORM_SEATS_LENGTH
        for place in range(positive(ints[at + SEATS])):
            state.token = place
            if not _ZERO <= text[text_at + place] < _ZERO + players:
                return FORM_SEATS
        text_at += positive(ints[at + SEATS])
        if _wrong_length(ints[at + SECONDS], drafts):
            return FORM_SECONDS
        if _check_claims(ints, at, players, rules) == 0:
            return FORM_CLAIMS
        if number < ints[head + ROUNDS] or stopped(ints[head + ENDED_BY]) == 0:
            if ints[at + TILING] < 0 and rules.free == 1:
                return FORM_TILING_MISSING
            fault = check_scores_and_tiling(text, text_at, ints, head, at, rules, state)
            if fault != FORM_OK:
                return fault
        text_at = next_text_at(ints, at, text_at)
        at += round_ints(ints, at)
    return FORM_OK


@inner
def check_scores_and_tiling(text, tilings, ints, head, at, rules, state):  # type: ignore[no-untyped-def]
    """A fault of form in the scores and tilings of the round at `at`; its tilings begin at `tilings`."""
    players = ints[head + PLAYERS]
    if _wrong_length(ints[at + SCORES], players):
        return FORM_SCORES
    if _wrong_length(ints[at + TILING], players):
        return FORM_TILING_LENGTH
    if ints[at + TILING] == players:
        return check_tilings(text, tilings, ints, tilings_at(ints, at), players, rules, state)
    return FORM_OK
