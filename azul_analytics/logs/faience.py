"""`faience-game/1`: records of a browser game for two, a human against a bot; one game a line of JSON.

A record has one list of moves over all rounds. Moves go to rounds by emptying the table, which takes no more
of the rules than what a draft takes and what it leaves; nothing is judged.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from msgspec import UNSET, UnsetType

from azul_analytics.logs.fields import Field, FieldError, decode, shown
from azul_analytics.logs.files import LogFile
from azul_analytics.records import (
    Claims,
    GameRecord,
    Origin,
    Player,
    Result,
    Round,
    RoundClaims,
    Unreadable,
    canonical,
    sha256,
    utc,
)

FORMAT = "faience-game/1"
SOURCE = "faience"
RULESET = "standard_after_last"  # after a round without the marker, the seat after the last draft starts
ID_LENGTH = 12  # letters of the record's hash

_FORMAT_KEY = re.compile(rb'"format"\s*:\s*"faience-game/')
_COLORS = "BYRKT"  # in the order of its numbers
_SOURCES, _DESTINATIONS = "12345C", "12345F"  # by its numbers
_SEATS = 2
_MOST_TILES = 100  # of a color on a factory, in the bag or the lid: all there are
_ACTIONS = len(_SOURCES) * len(_COLORS) * len(_DESTINATIONS)
_READ = {"format", "moves", "deals", "final", "human_seat", "human_first", "created_at"}  # the rest is `meta`


def looks_like(head: bytes) -> bool:
    """True if a file that begins like this holds `faience-game` records."""
    first_line = head.lstrip().split(b"\n", 1)[0]
    return first_line.startswith(b"{") and bool(_FORMAT_KEY.search(first_line))


def read(file: LogFile, ruleset: str | None, longest: int) -> Iterator[GameRecord | Unreadable]:
    """Each line of a file as a record, or the reason why it is none.

    `ruleset` replaces the one that this format is played by; `longest` is the longest line in bytes.
    """
    for number, line in file.lines(longest):
        if not isinstance(line, bytes):
            yield line
            continue
        hash, game_id = sha256(line), None
        try:
            game = decode(line)
            if not isinstance(game, dict):
                raise FieldError("bad-json", f"the line is {shown(game)}, not an object")
            hash = sha256(canonical(game))
            if game.get("format") == FORMAT:
                game_id = f"{SOURCE}/{hash[:ID_LENGTH]}"
            record = translate(game, ruleset)
        except FieldError as error:
            yield Unreadable(error.code, error.message, file.name, number, hash, game_id)
            continue
        text = canonical(record)
        record.origin = Origin(file.name, number, text, sha256(text))
        yield record


def translate(game: dict[str, Any], ruleset: str | None = None) -> GameRecord:
    """The decoded JSON of one game as a record. Raises FieldError: `unknown-format` or `bad-field`."""
    whole = Field(game)
    if (format := whole.at("format").text()) != FORMAT:
        raise FieldError("unknown-format", f"the format is {shown(format)}; known here: {shown(FORMAT)}")
    human = whole.at("human_seat").whole(0, _SEATS - 1)
    moves = [_move(field, ply) for ply, field in enumerate(whole.at("moves").items(), 1)]
    deals = [_Deal(field, number) for number, field in enumerate(whole.at("deals").items())]
    empty_end = bool(deals) and not any(deals[-1].factories)
    rounds = deals[:-1] if empty_end else deals
    _share_out(moves, rounds)
    names = [Player(name="human"), Player(name="ai", bot=True)]
    return GameRecord(
        format="azul-log/1",
        id=sha256(canonical(game))[:ID_LENGTH],
        source=SOURCE,
        ruleset=ruleset or RULESET,
        played_at=_moment(whole.get("created_at")),
        players=names if human == 0 else names[::-1],
        opening_seat=_opening_seat(whole, moves, human),
        rounds=[deal.round() for deal in rounds],
        result=_result(whole.get("final"), empty_end),
        meta={key: value for key, value in game.items() if key not in _READ},
        claims=Claims([deal.claims() for deal in rounds]),
    )


class _Move:
    """A draft by its numbers, and who made it."""

    def __init__(self, player: int, action: int, path: str):
        self.player = player
        self.source, rest = divmod(action, len(_COLORS) * len(_DESTINATIONS))
        self.color, destination = divmod(rest, len(_DESTINATIONS))
        self.text = _SOURCES[self.source] + _COLORS[self.color] + _DESTINATIONS[destination]
        self.path = path


def _move(field: Field, ply: int) -> _Move:
    field.at("ply").whole(ply, ply)
    player = field.at("player").whole(0, _SEATS - 1)
    return _Move(player, field.at("action").whole(0, _ACTIONS - 1), field.path)


class _Deal:
    """A round: its factories, what bag and lid are said to hold then, and the moves that belong to it."""

    def __init__(self, field: Field, number: int):
        field.at("round").whole(number, number)
        self.factories = [_tiles(factory) for factory in field.at("factories").items()]
        bag, lid = field.get("bag"), field.get("lid")
        self.bag = _counts(bag) if bag else None
        self.lid = _counts(lid) if lid else None
        self.moves: list[_Move] = []
        self._table = [[factory.count(letter) for letter in _COLORS] for factory in self.factories]
        self._center = [0] * len(_COLORS)

    def is_empty(self) -> bool:
        """No tile is left on the table."""
        return not any(self._center) and not any(map(any, self._table))

    def take(self, move: _Move) -> None:
        """Adds a move; one that finds no tile takes none."""
        self.moves.append(move)
        if _SOURCES[move.source] == "C":
            self._center[move.color] = 0
        elif move.source < len(self._table) and self._table[move.source][move.color]:
            left = self._table[move.source]
            left[move.color] = 0
            self._center = [tiles + more for tiles, more in zip(self._center, left, strict=True)]
            self._table[move.source] = [0] * len(_COLORS)

    def round(self) -> Round:
        """The round as azul-log writes it."""
        return Round(
            deal=" ".join(factory or "-" for factory in self.factories),
            drafts=" ".join(move.text for move in self.moves),
            seats="".join(str(move.player) for move in self.moves),
        )

    def claims(self) -> RoundClaims:
        """What is said of bag and lid after the deal."""
        return RoundClaims(bag=UNSET if self.bag is None else self.bag, lid=UNSET if self.lid is None else self.lid)


def _share_out(moves: list[_Move], deals: list[_Deal]) -> None:
    """Gives each move to its round: the next one begins when the table is empty; the last one gets what
    is left over."""
    left = iter(deals)
    deal = next(left, None)
    for move in moves:
        while deal is not None and deal.is_empty() and (following := next(left, None)) is not None:
            deal = following
        if deal is None:
            raise FieldError("bad-field", f"{move.path}: a move, but `deals` has no tiles")
        deal.take(move)


def _counts(tiles: Field) -> list[int]:
    """Tiles by color."""
    counts = [count.whole(0, _MOST_TILES) for count in tiles.items()]
    if len(counts) != len(_COLORS):
        raise tiles.fault(f"{len(_COLORS)} numbers, tiles by color")
    return counts


def _tiles(factory: Field) -> str:
    return "".join(letter * count for letter, count in zip(_COLORS, _counts(factory), strict=True))


def _opening_seat(whole: Field, moves: list[_Move], human: int) -> int:
    if moves:
        return moves[0].player
    return human if whole.at("human_first").flag() else _SEATS - 1 - human


def _result(final: Field | None, empty_end: bool) -> Result | UnsetType:
    """What is claimed of the end; `empty_end`: the last deal has no tiles.

    Scores are a claim of a game that was broken off, too. `outcome` and `rounds` claim nothing.
    """
    if final is None:
        return UNSET
    result = Result()
    if scores := final.get("scores"):
        result.scores = [score.integer() for score in scores.items()]
        if len(result.scores) != _SEATS:
            raise scores.fault(f"{_SEATS} numbers")
    finished, exhausted = final.get("finished"), final.get("exhausted")
    if exhausted.flag() if exhausted else empty_end:
        result.ended_by = "exhausted"
    elif finished:
        result.ended_by = "line" if finished.flag() else "abandoned"
    return UNSET if result == Result() else result


def _moment(created_at: Field | None) -> str | UnsetType:
    if created_at is None:
        return UNSET
    text = created_at.text()
    if utc(text) is None:
        raise created_at.fault("a moment in ISO 8601 with a zone")
    return text
