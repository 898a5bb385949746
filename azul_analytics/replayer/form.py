"""Faults of form that depend on the ruleset or on the number of players, found and said.

The compiled rules only notice that a record is malformed (rules/notation.py); the record is then read once
more here, from its beginning, for the first fault and its sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import UNSET

from azul_analytics.records import STOPPED, GameRecord, Round, RoundClaims
from azul_analytics.rules.notation import MOST_TURNS
from azul_analytics.rules.ruleset import Ruleset


def form_fault(record: GameRecord, ruleset: Ruleset, looked_at: int = 0) -> str | None:
    """The first fault of form as a sentence; None if there is none.

    Tiling and scores of a stopped game's last round count only where it is `looked_at`, a round's number,
    since nobody looks at them while that round is unfinished.
    """
    return next(_faults(record, ruleset, looked_at), None)


def _faults(record: GameRecord, ruleset: Ruleset, looked_at: int) -> Iterator[str]:
    players = len(record.players)
    if players not in ruleset.factories:
        seats = ", ".join(map(str, sorted(ruleset.factories)))
        yield f"players: {players} are named; ruleset {ruleset.name} seats {seats}."
        return
    if not 0 <= record.opening_seat < players:
        yield f"opening_seat: found {record.opening_seat}, expected a seat from 0 to {players - 1}."
    yield from _result_faults(record, players)
    turns = sum(played.drafts.count(" ") + 1 for played in record.rounds if played.drafts)
    if len(record.rounds) > MOST_TURNS or turns > MOST_TURNS:
        yield f"rounds: found {len(record.rounds)} rounds and {turns} drafts, expected at most {MOST_TURNS} of each."
    stopped = record.result is not UNSET and record.result.ended_by in STOPPED
    for number, played in enumerate(record.rounds, 1):
        where = f"rounds[{number - 1}]"
        yield from _draft_faults(played, players, ruleset, where)
        if not stopped or number < len(record.rounds) or number == looked_at:
            may_lack = number == len(record.rounds) and (stopped or record.claims is not UNSET)
            yield from _tiling_faults(played, players, ruleset, where, may_lack)
    if record.claims is not UNSET:
        for number, claims in enumerate(record.claims.rounds):
            yield from _claim_faults(claims, players, ruleset, f"claims.rounds[{number}]")
        if record.claims.bonuses is not UNSET and len(record.claims.bonuses) != players:
            yield f"claims.bonuses: {_wrong_length(record.claims.bonuses, players)}"


def _wrong_length(values: Sequence[object], right: int, of: str = "seat") -> str:
    return f"found {len(values)}, expected {right}, one a {of}."


def _result_faults(record: GameRecord, players: int) -> Iterator[str]:
    if record.result is UNSET:
        return
    scores, winners = record.result.scores, record.result.winners
    if scores is not UNSET and len(scores) != players:
        yield f"result.scores: {_wrong_length(scores, players)}"
    if winners is not UNSET and (len(set(winners)) < len(winners) or not set(winners) <= set(range(players))):
        yield f"result.winners: found {_excerpt(winners)}, expected seats from 0 to {players - 1}, each once."


def _draft_faults(played: Round, players: int, ruleset: Ruleset, where: str) -> Iterator[str]:
    letters = ruleset.letters
    factory = re.compile(f"[{letters}]+|-")
    for number, token in enumerate(_tokens(played.deal), 1):
        if not factory.fullmatch(token):
            yield (
                f"{where}.deal: factory {number} is {_excerpt(token)}, expected letters of {' '.join(letters)}, or - "
                "if it is empty; one blank between factories."
            )
    draft = re.compile(f"(C|[1-9][0-9]*)[{letters}][F1-{ruleset.size}]")
    drafts = _tokens(played.drafts)
    for number, token in enumerate(drafts, 1):
        if not draft.fullmatch(token):
            yield (
                f"{where}.drafts: draft {number} is {_excerpt(token)}, expected a source (1.. or C), a color "
                f"({' '.join(letters)}) and a line (1 to {ruleset.size}) or F; one blank between drafts."
            )
    if played.seats is not UNSET:
        if len(played.seats) != len(drafts):
            yield f"{where}.seats: {_wrong_length(played.seats, len(drafts), 'draft')}"
        for seat in played.seats:
            if seat not in map(str, range(players)):
                yield f"{where}.seats: found {_excerpt(seat)}, expected seats from 0 to {players - 1}."
    if played.seconds is not UNSET and len(played.seconds) != len(drafts):
        yield f"{where}.seconds: {_wrong_length(played.seconds, len(drafts), 'draft')}"


def _tiling_faults(played: Round, players: int, ruleset: Ruleset, where: str, may_lack: bool) -> Iterator[str]:
    if played.scores is not UNSET and len(played.scores) != players:
        yield f"{where}.scores: {_wrong_length(played.scores, players)}"
    if played.tiling is UNSET:
        if ruleset.wall_kind == "free" and not may_lack:
            yield f"{where}.tiling: missing; a free wall needs it, a text per seat."
        return
    if len(played.tiling) != players:
        yield f"{where}.tiling: {_wrong_length(played.tiling, players)}"
    placement = re.compile(f"[1-{ruleset.size}]{{2}}")
    for seat, text in enumerate(played.tiling):
        before = "0"
        for number, token in enumerate(_tokens(text), 1):
            if not placement.fullmatch(token):
                yield (
                    f"{where}.tiling[{seat}]: placement {number} is {_excerpt(token)}, expected line and column, each "
                    f"1 to {ruleset.size}; one blank between placements."
                )
            elif token[0] <= before:
                yield f"{where}.tiling[{seat}]: placement {number} is {token}, expected each line once, in order."
            before = token[:1]


def _claim_faults(claims: RoundClaims, players: int, ruleset: Ruleset, where: str) -> Iterator[str]:
    if claims.marker is not UNSET and not 0 <= claims.marker < players:
        yield f"{where}.marker: found {claims.marker}, expected a seat from 0 to {players - 1}."
    if claims.floors is not UNSET and len(claims.floors) != players:
        yield f"{where}.floors: {_wrong_length(claims.floors, players)}"
    for seat, line, _ in claims.placements or []:
        if not (0 <= seat < players and 1 <= line <= ruleset.size):
            yield f"{where}.placements: found seat {seat} and line {line}, which the game does not have."
    for name, tiles in (("bag", claims.bag), ("lid", claims.lid)):
        if tiles is not UNSET and len(tiles) != ruleset.size:
            yield f"{where}.{name}: {_wrong_length(tiles, ruleset.size, 'color')}"


def _tokens(text: str) -> list[str]:
    return text.split(" ") if text else []


def _excerpt(value: object) -> str:
    """A value as Python shows it, cut to forty characters."""
    shown = ascii(value)
    return shown if len(shown) <= 40 else shown[:40] + "..."
