"""The letters of a record, read by compiled code: deals, drafts and tilings of `azul-log/1`.

A batch of records is two arrays. `text` holds the ASCII letters of all of them, one piece behind the other.
`ints` holds, a game: the GAME_HEAD, result scores and winners, and a round: the ROUND_HEAD, scores and
lengths of the tilings. A length of -1 says that the record has no such key. Readers here notice malformed
letters and never leave their piece; what is wrong with them, `replayer.form` finds out and says.
"""

from __future__ import annotations

from azul_analytics.rules.compiled import inner

ABSENT = -(2**40)  # a number that the record does not state

# GAME_HEAD
RULES, PLAYERS, OPENING_SEAT, ROUNDS, ENDED_BY, RESULT_SCORES, WINNERS, GAME_HEAD = range(8)
# ROUND_HEAD
DEAL, DRAFTS, SEATS, BAG, SCORES, SECONDS, TILING, ROUND_HEAD = range(8)

# claimed ends, as in records.EndedBy; 0: none is claimed
NO_END, END_LINE, END_ROUNDS, END_EXHAUSTED, END_ROUND_LIMIT, END_CONCEDED, END_ABANDONED = range(7)

MOST_TURNS = 65535  # what the columns `turn` and `round` can hold
MALFORMED = -1

_BLANK = 32
_DASH = 45
_ZERO = 48
_NINE = 57
_C = 67
_F = 70
_MOST = 2**31 - 1
_SOURCE_LIMIT = 1000  # a source of more digits is as wrong as this one


@inner
def stopped(ended_by):
    """1 if a claimed end lets the game stop before the rules end it."""
    return 1 if ended_by >= END_ROUND_LIMIT else 0


@inner
def positive(length):
    """A length, 0 where it is absent."""
    return length if length > 0 else 0


@inner
def clipped(number):
    """A claimed number cut to what an int32 holds, for the sentence about it."""
    if number > _MOST:
        return _MOST
    return number if number > -_MOST else -_MOST


@inner
def tilings_at(ints, at):
    """Where the lengths of a round's tilings stand; claimed scores stand before them."""
    return at + ROUND_HEAD + positive(ints[at + SCORES])


@inner
def follows(text, at, end):
    """Where the next token begins after one that ends at `at` (`end` if there is none), or MALFORMED."""
    if at == end:
        return end
    return at + 1 if text[at] == _BLANK and at + 1 < end else MALFORMED


@inner
def read_draft(text, at, end, rules):
    """(source, color, line, where the next draft begins or MALFORMED)."""
    source = 0
    color = -1
    line = 0
    after = MALFORMED
    if text[at] == _C:
        at += 1
    elif _ZERO < text[at] <= _NINE:
        while at < end and _ZERO <= text[at] <= _NINE:
            if source < _SOURCE_LIMIT:
                source = source * 10 + text[at] - _ZERO
            at += 1
    else:
        at = end
    if at + 2 <= end:
        color = rules.color_of[text[at]]
        line = 0 if text[at + 1] == _F else text[at + 1] - _ZERO
        if color >= 0 and 0 <= line <= rules.colors and text[at + 1] != _ZERO:
            after = follows(text, at + 2, end)
    return source, color, line, after


@inner
def read_deal(text, at, end, rules, dealt, factories):
    """Reads a deal into `dealt` (packed, [1..factories]).

    Returns 1; 0 where it has more factories than that, or more tiles on one than it holds; or MALFORMED.
    """
    for factory in range(1, factories + 1):
        dealt[factory] = 0
    factory = 1
    good = 1
    while at < end:
        tiles = 0
        if text[at] == _DASH:
            at += 1
        else:
            while at < end and rules.color_of[text[at]] >= 0:
                if factory <= factories and tiles < rules.tiles_per_factory:
                    dealt[factory] += 1 << (8 * rules.color_of[text[at]])
                tiles += 1
                at += 1
            if tiles == 0:
                return MALFORMED
        if factory > factories or tiles > rules.tiles_per_factory:
            good = 0
        factory += 1
        at = follows(text, at, end)
        if at == MALFORMED:
            return MALFORMED
    return good


@inner
def read_placement(text, at, end, line, rules):
    """(the column that a tiling names for a line or 0, where its next placement begins or MALFORMED).

    Only the placement at `at` is looked at, so lines must be asked for in order.
    """
    column = 0
    if at < end and text[at] == _ZERO + line:
        if at + 2 <= end and _ZERO < text[at + 1] <= _ZERO + rules.colors:
            column = text[at + 1] - _ZERO
            at = follows(text, at + 2, end)
        else:
            at = MALFORMED
    return column, at
