"""What a log claims, before any rule has looked at it.

A reader of any format yields, in the order of the file, one `GameRecord` a game, or one `Unreadable`
where there is none. Seats, deals, drafts and tilings are kept in the letters of `azul-log/1`
(docs/log-format.md); a fact that azul-log has no key for goes to `claims`.
"""

from __future__ import annotations

import hashlib
import json
from datetime import UTC, datetime
from math import isfinite
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

FORMAT = "azul-log/1"
EndedBy = Literal["line", "rounds", "exhausted", "round_limit", "conceded", "abandoned"]
LARGEST_WHOLE = 2**31 - 1  # of seats, bags and scores: whatever is larger is no count of anything
Whole = Annotated[int, Meta(ge=-LARGEST_WHOLE, le=LARGEST_WHOLE)]
Seconds = Annotated[float, Meta(ge=0)]
STOPPED = ("round_limit", "conceded", "abandoned")  # ends that let a game stop before its rules end it

_EXCERPT = 80  # letters of a value in a sentence

# `gc=False` below: records hold no cycles, and to look for some in thousands of them takes longer than to read them.


class Player(Struct, forbid_unknown_fields=True, gc=False):
    """A player as the log names it; seats follow the order of the list."""

    name: str
    rating: float | UnsetType = UNSET
    bot: bool | UnsetType = UNSET
    policy: str | UnsetType = UNSET


class Round(Struct, forbid_unknown_fields=True, gc=False):
    """One round: its deal and its drafts as text, and what the log claims of it.

    `deal`: factories in order, blank-separated, a letter a tile. `drafts`: source, color, destination.
    `tiling`: a text per seat of line-column pairs. `seats`: who drafted, a digit a draft. `bag`: tiles in
    it after the deal. `scores`: a seat each, after the floor. `seconds`: a draft each.
    """

    deal: str
    drafts: str
    tiling: list[str] | UnsetType = UNSET
    seats: str | UnsetType = UNSET
    bag: Whole | UnsetType = UNSET
    scores: list[Whole] | UnsetType = UNSET
    seconds: list[Seconds] | UnsetType = UNSET


class Result(Struct, forbid_unknown_fields=True, gc=False):
    """What the log claims of the end."""

    scores: list[Whole] | UnsetType = UNSET
    winners: list[Whole] | UnsetType = UNSET
    ended_by: EndedBy | UnsetType = UNSET


class RoundClaims(Struct, forbid_unknown_fields=True, gc=False):
    """Claims on a round that azul-log cannot write; what is unset claims nothing.

    `marker`: the seat that took it. `floors`: nominal floor points (<= 0) by seat, None where nothing is
    said. `placements`: (seat, line, points) of tiles put on walls. `bag`, `lid`: tiles by color after the
    deal, in the ruleset's order of colors.
    """

    marker: int | UnsetType = UNSET
    floors: list[int | None] | UnsetType = UNSET
    placements: list[tuple[int, int, int]] | UnsetType = UNSET
    bag: list[int] | UnsetType = UNSET
    lid: list[int] | UnsetType = UNSET


class Claims(Struct, forbid_unknown_fields=True, gc=False):
    """Claims of other formats: one `RoundClaims` a round, and bonus points by seat."""

    rounds: list[RoundClaims]
    bonuses: list[int] | UnsetType = UNSET


class Origin(Struct, frozen=True, gc=False):
    """Where a record stands: the file as given, the line of it where the game begins (from 1), the
    record's canonical JSON and that text's SHA-256 in lower hex."""

    file: str | None
    line: int | None
    canonical: bytes
    hash: str


class GameRecord(Struct, forbid_unknown_fields=True, gc=False):
    """One game as a log claims it. Keys and meanings are those of `azul-log/1`.

    `origin` says where it was read (unset: it was made in memory), `claims` what azul-log cannot write.
    """

    format: Literal["azul-log/1"]
    id: str
    players: list[Player]
    opening_seat: Whole
    rounds: list[Round]
    source: str | UnsetType = UNSET
    ruleset: str | UnsetType = UNSET
    played_at: str | UnsetType = UNSET
    result: Result | UnsetType = UNSET
    experiment: str | UnsetType = UNSET
    block: int | str | UnsetType = UNSET
    deal_seed: int | str | UnsetType = UNSET
    meta: dict[str, Any] | UnsetType = UNSET
    claims: Claims | UnsetType = UNSET
    origin: Origin | UnsetType = UNSET

    @property
    def game_id(self) -> str:
        """`source/id`, the key of every table; the source of a record made in memory is `memory`."""
        return f"{self.source or 'memory'}/{self.id}"


class Unreadable(Struct, frozen=True):
    """A place of a file that holds no record that the rules could judge; it becomes a reject.

    `code` is a reject code of docs/log-format.md, `hash` the SHA-256 of the canonical JSON, or of the
    raw bytes where there is no JSON.
    """

    code: str
    message: str
    file: str | None
    line: int | None
    hash: str
    game_id: str | None = None


_CANONICAL = msgspec.json.Encoder(order="sorted")


def canonical(value: Any) -> bytes:
    """The canonical JSON of decoded JSON or of a record: sorted keys, no blanks, UTF-8."""
    return _CANONICAL.encode(value)


def sha256(text: bytes) -> str:
    """SHA-256 in lower hex."""
    return hashlib.sha256(text).hexdigest()


def utc(text: str) -> datetime | None:
    """The moment that an ISO 8601 text with a zone names, in UTC; None if it is no such text."""
    try:
        moment = datetime.fromisoformat(text)
        return None if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def origin_of(record: GameRecord) -> Origin:
    """The record's origin; of a record made in memory: no file, and its own canonical JSON."""
    if record.origin is not UNSET:
        return record.origin
    text = canonical(record)
    return Origin(None, None, text, sha256(text))


def checked(record: GameRecord) -> GameRecord:
    """A record made in memory, which no reader has seen, with all types and values checked.

    Raises ValueError with a sentence about the first fault that needs no ruleset to be seen.
    """
    try:
        plain = msgspec.to_builtins(record, builtin_types=(bytes, bytearray, datetime))
        good = msgspec.convert(plain, GameRecord)
        text = canonical(good)
    except (msgspec.ValidationError, TypeError, ValueError, RecursionError) as error:
        raise ValueError(f"{error}.") from error
    if b"null" in text and not _is_finite(plain):  # JSON has no other word for such a number
        raise ValueError("A number is infinite or none at all; expected finite numbers.")
    if good.claims is not UNSET and len(good.claims.rounds) != len(good.rounds):
        found, right = len(good.claims.rounds), len(good.rounds)
        raise ValueError(f"claims.rounds: found {found}, expected {right}, one a round.")
    if fault := text_fault(good):
        raise ValueError(fault)
    return good


def _is_finite(value: Any) -> bool:
    if isinstance(value, dict):
        return all(map(_is_finite, value.values()))
    if isinstance(value, list):
        return all(map(_is_finite, value))
    return not isinstance(value, float) or isfinite(value)


def text_fault(record: GameRecord) -> str | None:
    """What is wrong with a text of a record, whatever the ruleset and the number of players; None: nothing."""
    if not record.id:
        return _found("id", '""', "a text that no other game of its source has")
    source = record.source
    if source is not UNSET and (not source or "/" in source):
        return _found("source", _excerpt(source), "a text that is not empty and has no `/`")
    if record.played_at is not UNSET and not _is_moment(record.played_at):
        allowed = "a day and time in ISO 8601 with a zone, such as 2026-11-29T20:15:00Z"
        return _found("played_at", _excerpt(record.played_at), allowed)
    return None


def _is_moment(text: str) -> bool:
    """Python takes any character between day and time; ISO 8601 does not."""
    return not {"T", "t", " "}.isdisjoint(text) and utc(text) is not None


def _found(path: str, found: str, allowed: str) -> str:
    return f"{path}: found {found}, expected {allowed}."


def _excerpt(value: object) -> str:
    """A value as short, printable JSON."""
    text = json.dumps(value)
    return text if len(text) <= _EXCERPT else text[: _EXCERPT - 3] + "..."


# code of a reject -> the fault, in one line; docs/log-format.md says where each lies
REJECT_CODES: dict[str, str] = {
    "bad-json": "the line is no JSON object, or the file cannot be read as lines",
    "unknown-format": "the record names a format that nobody knows",
    "bad-field": "a key is missing, unknown, or of a wrong type, form or length",
    "unknown-ruleset": "the record names a ruleset that nobody knows",
    "unsupported-option": "the game was played by a rule that no ruleset expresses",
    "deal-factories": "too many factories, too many tiles on one, or too few although more were there",
    "deal-tiles": "more tiles of a color than bag and lid hold, or tiles of the lid before those of the bag",
    "bag-mismatch": "the claimed bag or lid differs from what the deals leave",
    "round-over": "a draft after the last tile is gone",
    "wrong-seat": "the draft is claimed by a seat whose turn it is not",
    "empty-source": "the source has no tile of that color, or there is no such source",
    "line-color": "the pattern line holds another color",
    "line-full": "the pattern line is full of this color",
    "wall-color": "the wall line holds this color already",
    "round-unfinished": "tiles are left and another round follows",
    "marker-mismatch": "the marker is claimed by a seat that did not take it",
    "tiling-missing": "free wall: a complete line with a legal space is not placed",
    "tiling-illegal": "free wall: a placement that the rules do not allow",
    "tiling-mismatch": "fixed wall: the claimed tiling differs from the only one there is",
    "score-mismatch": "claimed points or scores of a round differ from the rules'",
    "game-over": "rounds after the end of the game",
    "game-unfinished": "the log ends before the game does, and does not say so",
    "result-mismatch": "claimed scores, winners, end or bonuses differ from the rules'",
    "duplicate-game": "another game with this source and id is there already",
}
