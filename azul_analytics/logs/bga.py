"""Tables of Board Game Arena as records. docs/bga.md says what is read, and what becomes of it.

A table's log is a stream of notifications. `Play` takes them in their order and keeps what remains of them
after undos; `translate` writes that as a record. Nothing is judged here: an illegal draft stays a draft,
and what BGA says of points, bag, marker and turns stays a claim.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

from msgspec import UNSET, UnsetType

from azul_analytics.logs.bga_pages import Envelope, looks_like, tables, unwrap
from azul_analytics.logs.bga_play import Play, PlayedRound, Who, play_of, standard, table_number
from azul_analytics.logs.fields import Field, FieldError
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
)

__all__ = ["looks_like", "read", "translate"]

SOURCE = "bga"
BOARDS = {1: "standard", 2: "gray", 3: "crystal_1_bga", 4: "crystal_2_bga"}  # values of the option `board`
_BOARD, _SPECIAL_FACTORIES = "100", "110"  # options of a table
_SPECIAL_OFF = 1
_LAST_SECOND = 253402300799  # of the year 9999


def read(file: LogFile, ruleset: str | None, longest: int) -> Iterator[GameRecord | Unreadable]:
    """The tables of a file in their order, each as a record or as the reason why it is none.

    `ruleset` replaces what a table says of its board; `longest` is the longest line in bytes.
    """
    for found in tables(file, longest):
        if isinstance(found, Unreadable):
            yield found
            continue
        try:
            record = translate(found.table, ruleset)
        except FieldError as error:
            hash = sha256(canonical(found.table))
            yield Unreadable(error.code, error.message, file.name, found.line, hash, error.game_id)
            continue
        text = canonical(record)
        record.origin = Origin(file.name, found.line, text, sha256(text))
        yield record


def translate(table: Any, ruleset: str | None = None) -> GameRecord:
    """The decoded JSON of one table, in any of its envelopes, as a record.

    Raises FieldError with a reject code: `bad-field`, `unknown-ruleset`, `unsupported-option`.
    """
    envelope = unwrap(table)
    given = envelope.get("table_id")
    number = str(given.integer()) if given else table_number(envelope.packets)
    if number is None:
        raise FieldError("bad-field", "table_id: missing, around the packets and in them")
    try:
        play = play_of(envelope.packets, number)
        seats = _seats(play, envelope)
        return GameRecord(
            format="azul-log/1",
            id=number,
            source=SOURCE,
            ruleset=_ruleset(play, envelope, ruleset),
            played_at=_moment(play.rounds[0].begun) if play.rounds else UNSET,
            players=[Player(name=_name(player, play, envelope)) for player in seats.players],
            opening_seat=0,  # seats are in the order of the first drafts
            rounds=[_round(played, seats) for played in play.rounds],
            result=_result(play, envelope, seats),
            claims=Claims([_round_claims(played, seats) for played in play.rounds], _bonuses(play, seats)),
        )
    except FieldError as error:
        error.game_id = f"{SOURCE}/{number}"
        raise


# --- records --------------------------------------------------------------------------------------


class _Seats:
    """The players in seat order; None stands for one whom the log never names."""

    def __init__(self, players: list[str | None]):
        self.players = players
        self._seat = {player: seat for seat, player in enumerate(players) if player is not None}

    def __len__(self) -> int:
        return len(self.players)

    def of(self, who: Who) -> int:
        """The player's seat; `bad-field` for one who has none."""
        if who.player not in self._seat:
            known = ", ".join(self._seat)
            message = f"{who.path}: found player {who.player}, expected one of those who drafted ({known})"
            raise FieldError("bad-field", message)
        return self._seat[who.player]


def _seats(play: Play, envelope: Envelope) -> _Seats:
    """Seats in the order of the first drafts, then players who never drafted, up to the number of players
    that the displays are for."""
    drafters: dict[str, Who] = {}
    for played in play.rounds:
        for draft in played.drafts:
            drafters.setdefault(draft.who.player, draft.who)
    named = _named_players(envelope)
    displays = play.rounds[0].displays if play.rounds else play.empty_deal.displays if play.empty_deal else 0
    by_displays = {count: players for players, count in standard().factories.items()}
    size = by_displays.get(displays) or len(named) or len(drafters)
    if len(drafters) > size:
        who = list(drafters.values())[size]
        others = ", ".join(list(drafters)[:size])
        message = f"{who.path}: found player {who.player}, but {displays} displays are for {others}"
        raise FieldError("bad-field", message)
    known = dict.fromkeys([*drafters, *named, *play.mentioned, *_final_scores(envelope)])
    players = list(known)[:size]
    return _Seats([*players, *[None] * (size - len(players))])


def _named_players(envelope: Envelope) -> dict[str, str | None]:
    """Names by player, in the order of `players`, which is no order of seats."""
    names: dict[str, str | None] = {}
    players = envelope.get("players")
    for player in players.items() if players else ():
        name = player.get("name")
        names[str(player.at("id").integer())] = name.text() if name else None
    return names


def _name(player: str | None, play: Play, envelope: Envelope) -> str:
    if player is None:
        return "unknown"
    return _named_players(envelope).get(player) or play.names.get(player) or player


def _ruleset(play: Play, envelope: Envelope, given: str | None) -> str:
    options = _options(envelope)
    name = given or _board(play, options.get(_BOARD))
    special = options.get(_SPECIAL_FACTORIES)
    if play.special_factories or (special and special.integer() != _SPECIAL_OFF):
        message = "the table was played with special factories, a rule that no ruleset has"
        raise FieldError("unsupported-option", message)
    return name


def _options(envelope: Envelope) -> dict[str, Field]:
    """The table's options by number, from `options` or from `tableinfos`."""
    infos = _table_infos(envelope)
    found = envelope.get("options") or (infos.get("options") if infos else None)
    options: dict[str, Field] = {}
    for key, option in found.members() if found else ():
        value = option.get("value") if isinstance(option.value, dict) else option
        if value and value.value is not None:
            options[key] = value
    return options


def _table_infos(envelope: Envelope) -> Field | None:
    infos = envelope.get("tableinfos")
    return infos and (infos.get("data") or infos)


def _board(play: Play, board: Field | None) -> str:
    """The ruleset of the option `board`, or, where it is not recorded, of the walls."""
    if board is None:
        if _walls_are_standard(play):
            return BOARDS[1]
        free = ", ".join(name for value, name in BOARDS.items() if value != 1)
        message = f"no options say which board this is, and not the standard one: name it by --ruleset ({free})"
        raise FieldError("unknown-ruleset", message)
    if board.integer() not in BOARDS:
        known = ", ".join(f"{value} {name}" for value, name in BOARDS.items())
        message = f"{board.path}: board {board.integer()} is none of {known}; name its ruleset by --ruleset"
        raise FieldError("unknown-ruleset", message)
    return BOARDS[board.integer()]


def _walls_are_standard(play: Play) -> bool:
    pattern = standard().wall_pattern
    return all(
        not played.blocked and all(pattern[tile.line - 1][tile.column - 1] == tile.letter for tile in played.placements)
        for played in play.rounds
    )


def _moment(seconds: float | None) -> str | UnsetType:
    if seconds is None:
        return UNSET
    if not 0 <= seconds <= _LAST_SECOND:
        raise FieldError("bad-field", f"time: {seconds} seconds are no moment of this era")
    return datetime.fromtimestamp(int(seconds), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _round(played: PlayedRound, seats: _Seats) -> Round:
    drafts = played.drafts
    return Round(
        deal=played.deal,
        drafts=" ".join(f"{draft.pick}{draft.line or 'F'}" for draft in drafts),
        seats="".join(str(seats.of(draft.who)) for draft in drafts),
        bag=UNSET if played.bag is None else played.bag,
        tiling=_tiling(played, seats) if played.over else UNSET,
        seconds=_seconds(played),
    )


def _tiling(played: PlayedRound, seats: _Seats) -> list[str]:
    spaces: list[list[str]] = [[] for _ in seats.players]
    for tile in sorted(played.placements, key=lambda tile: tile.line):
        spaces[seats.of(tile.who)].append(f"{tile.line}{tile.column}")
    return [" ".join(own) for own in spaces]


def _seconds(played: PlayedRound) -> list[float] | UnsetType:
    """From the packet that closed the draft before to the one that closes a draft; unset where the clock is
    not recorded or runs backwards."""
    moments = [moment for moment in (played.begun, *(draft.closed for draft in played.drafts)) if moment is not None]
    seconds = [after - before for before, after in pairwise(moments)]
    return seconds if len(moments) == len(played.drafts) + 1 and min(seconds, default=0) >= 0 else UNSET


def _round_claims(played: PlayedRound, seats: _Seats) -> RoundClaims:
    claims = RoundClaims()
    markers = [who for draft in played.drafts for who in draft.markers] + played.late_markers
    if markers:
        claims.marker = _marker(played, [seats.of(who) for who in markers], seats)
    if played.floors:
        floors: list[int | None] = [None for _ in seats.players]
        for who, points in played.floors:
            floors[seats.of(who)] = points
        claims.floors = floors
    stated = [(seats.of(tile.who), tile.line, tile.points) for tile in played.placements]
    placements = [(seat, line, points) for seat, line, points in stated if points is not None]
    if placements:
        claims.placements = placements
    return claims


def _marker(played: PlayedRound, announced: list[int], seats: _Seats) -> int:
    """The seat that the log gives the marker to. Should it name several, one of them is wrong: that one."""
    takers = [seats.of(draft.who) for draft in played.drafts if draft.pick.startswith("C")]
    return next((seat for seat in announced if takers[:1] != [seat]), announced[0])


def _bonuses(play: Play, seats: _Seats) -> list[int] | UnsetType:
    if not play.bonuses:
        return UNSET
    points = [0 for _ in seats.players]
    for who, gained in play.bonuses:
        points[seats.of(who)] += gained
    return points


def _result(play: Play, envelope: Envelope, seats: _Seats) -> Result | UnsetType:
    if play.conceded:
        loser = seats.of(play.conceded)
        return Result(ended_by="conceded", winners=[1 - loser] if len(seats) == 2 else UNSET)
    by_seat = {seats.of(Who(player, score.path)): score.integer() for player, score in _final_scores(envelope).items()}
    result = Result()
    if len(by_seat) == len(seats):
        result.scores = [by_seat[seat] for seat in range(len(seats))]
    if play.empty_deal:
        result.ended_by = "exhausted"
    return UNSET if result == Result() else result


def _final_scores(envelope: Envelope) -> dict[str, Field]:
    """Final scores by player, from `final_scores` or from `tableinfos`."""
    if given := envelope.get("final_scores"):
        return {
            str(Field(key, score.path).integer()): score for key, score in given.members() if score.value is not None
        }
    infos = _table_infos(envelope)
    result = infos.get("result") if infos else None
    players = result.get("player") if result else None
    scores: dict[str, Field] = {}
    for player in players.items() if players else ():
        if score := player.get("score"):
            scores[str(player.at("player_id").integer())] = score
    return scores
