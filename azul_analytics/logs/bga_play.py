"""A table of Board Game Arena as its notifications tell it, with undone drafts taken back.

Packets and their entries count in the order they stand; private packets and notifications that say nothing
of the game are left out. Nothing is judged.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from azul_analytics.logs.fields import Field, FieldError

if TYPE_CHECKING:
    from azul_analytics.rules.ruleset import Ruleset

_LETTERS = "-KTBYR"  # by BGA's number of a color; 0 is the marker
_LAST_SOURCE = 999
_LARGEST_BAG = 10**9


@cache
def standard() -> Ruleset:
    """The standard game: what BGA's boards have in common, and the fixed wall."""
    from azul_analytics.rules.ruleset import load_ruleset

    return load_ruleset("standard")


class Who(NamedTuple):
    """A player's number at BGA, and the path where it stands."""

    player: str
    path: str


@dataclass
class Draft:
    """A draft that was not taken back."""

    pick: str  # source and color, as azul-log writes them
    line: int
    who: Who
    markers: list[Who]  # who got the marker, as announced with this draft
    closed: float | None  # seconds


class Placement(NamedTuple):
    """A tile put on a wall; `points` None where the log states none."""

    who: Who
    line: int
    column: int
    letter: str
    points: int | None


@dataclass
class PlayedRound:
    """A round, and what the log says of it."""

    deal: str
    displays: int
    begun: float | None  # seconds
    bag: int | None
    drafts: list[Draft] = field(default_factory=list)
    late_markers: list[Who] = field(default_factory=list)  # announced after the last draft
    placements: list[Placement] = field(default_factory=list)
    floors: list[tuple[Who, int]] = field(default_factory=list)
    blocked: bool = False  # a line found no space on a wall
    over: bool = False  # something follows its drafts


class Play:
    """What the notifications up to here say. Each handler takes the `args` of one of them.

    Handlers raise FieldError (`bad-field`) for what no record can say.
    """

    def __init__(self) -> None:
        self.time: float | None = None  # of the packet, in seconds
        self.rounds: list[PlayedRound] = []
        self.empty_deal: PlayedRound | None = None  # a deal without tiles, as long as none follows it
        self.bonuses: list[tuple[Who, int]] = []
        self.conceded: Who | None = None
        self.special_factories = False
        self.names: dict[str, str] = {}
        self.mentioned: dict[str, None] = {}  # all players, in the order of their first mention
        self._pick: tuple[str, str] | None = None  # selected, not yet placed; its path
        self._markers: list[Who] = []  # announced since the last draft was closed

    def deal(self, args: Field) -> None:
        """`factoriesFilled`: a new round."""
        self._end_drafts(self.rounds[-1:])
        displays = [_tiles(display) for display in _displays(args.at("factories"))]
        remaining = args.get("remainingTiles")
        bag = None if remaining is None else remaining.whole(0, _LARGEST_BAG)
        if self.empty_deal:
            self.rounds.append(self.empty_deal)
            self.empty_deal = None
        round = PlayedRound(" ".join(tiles or "-" for tiles in displays), len(displays), self.time, bag)
        if any(displays):
            self.rounds.append(round)
        else:
            self.empty_deal = round

    def select(self, args: Field) -> None:
        """`tilesSelected`: the first half of a draft."""
        self._round(args)
        self._refuse_open_pick()
        source = args.at("fromFactory").whole(0, _LAST_SOURCE)
        self._pick = f"{source or 'C'}{_letter(args.at('type'))}", args.path
        self._note_name(args, self._who(args.at("playerId")))

    def place(self, args: Field) -> None:
        """`tilesPlacedOnLine`: the marker, the draft that was selected, or a line that found no space."""
        round = self._round(args)
        type = args.at("type")
        if type.integer() == 0:
            return
        from_hand = args.get("fromHand")
        if not (from_hand.flag() if from_hand else self._pick is not None):
            args.at("line").whole(0, 0)
            self._end_drafts([round])
            round.blocked = True
            return
        who, line = self._who(args.at("playerId")), args.at("line").whole(0, standard().size)
        if self._pick is None:
            raise FieldError("bad-field", f"{args.path}: tiles are placed that no tilesSelected names")
        pick, selected_at = self._pick
        if pick[-1] != _letter(type):
            raise type.fault(f"{_LETTERS.index(pick[-1])}, the color that {selected_at} selects")
        self._note_name(args, who)
        round.drafts.append(Draft(pick, line, who, self._markers, self.time))
        self._pick, self._markers, self.conceded = None, [], None

    def give_marker(self, args: Field) -> None:
        """`firstPlayerToken`: who has the marker."""
        self._round(args)
        self._markers.append(self._who(args.at("playerId")))

    def undo_place(self, args: Field) -> None:
        """`undoSelectLine`. BGA may have taken the placement out of the log already."""
        who = self._who(args.at("playerId"))
        if self._pick is None and (draft := self._last_draft_of(who, args)):
            self._pick, self._markers = (draft.pick, draft.who.path), draft.markers

    def undo_select(self, args: Field) -> None:
        """`undoTakeTiles`. BGA may have taken the selection out of the log already."""
        who = self._who(args.at("playerId"))
        if self._pick is None:
            self._last_draft_of(who, args)
        self._pick, self._markers = None, []

    def tile(self, args: Field) -> None:
        """`placeTileOnWall`: tiles of full lines, of one player or more."""
        round = self._round(args)
        self._end_drafts([round])
        size = standard().size
        for key, placement in args.at("completeLines").members():
            tile = placement.at("placedTile")
            detail = placement.get("pointsDetail")
            points = detail.get("points") if detail else None
            round.placements.append(
                Placement(
                    self._who(Field(key, placement.path)),
                    tile.at("line").whole(1, size),
                    tile.at("column").whole(1, size),
                    _letter(tile.at("type")),
                    points.integer() if points else None,
                )
            )

    def empty_floors(self, args: Field) -> None:
        """`emptyFloorLine`: points of floors, of one player or more."""
        round = self._round(args)
        self._end_drafts([round])
        floors = args.get("floorLines")
        for key, floor in floors.members() if floors else ():
            if points := floor.get("points"):
                round.floors.append((self._who(Field(key, floor.path)), points.integer()))

    def add_bonus(self, args: Field) -> None:
        """`endScore`: a bonus, of one player or more."""
        self._end_drafts(self.rounds[-1:])
        for key, score in args.at("scores").members():
            if points := score.get("points"):
                self.bonuses.append((self._who(Field(key, score.path)), points.integer()))

    def concede(self, args: Field) -> None:
        """`playerConcedeGame`: the end, unless a draft follows."""
        self.conceded = self.conceded or self._who(args.at("player_id"))

    def note_special_factories(self, _args: Field) -> None:
        """`specialFactories`: an option that no ruleset has."""
        self.special_factories = True

    def _round(self, args: Field) -> PlayedRound:
        if not self.rounds:
            message = f"{args.path}: the log lacks its beginning, no factoriesFilled comes before"
            raise FieldError("bad-field", message)
        return self.rounds[-1]

    def _who(self, player: Field) -> Who:
        number = str(player.integer())
        self.mentioned.setdefault(number)
        return Who(number, player.path)

    def _note_name(self, args: Field, who: Who) -> None:
        name = args.get("player_name")
        if name and isinstance(name.value, str):
            self.names.setdefault(who.player, name.value)

    def _last_draft_of(self, who: Who, args: Field) -> Draft | None:
        """Takes the last draft back if it is this player's."""
        drafts = self._round(args).drafts
        return drafts.pop() if drafts and drafts[-1].who.player == who.player else None

    def _refuse_open_pick(self) -> None:
        if self._pick:
            message = f"{self._pick[1]}: no tilesPlacedOnLine follows that places these tiles"
            raise FieldError("bad-field", message)

    def _end_drafts(self, rounds: list[PlayedRound]) -> None:
        """Something follows the drafts of the round, if there is one."""
        self._refuse_open_pick()
        for round in rounds:
            round.over = True
            round.late_markers += self._markers
        self._markers = []


_HANDLERS: dict[str, Callable[[Play, Field], None]] = {
    "factoriesFilled": Play.deal,
    "tilesSelected": Play.select,
    "tilesPlacedOnLine": Play.place,
    "firstPlayerToken": Play.give_marker,
    "undoSelectLine": Play.undo_place,
    "undoTakeTiles": Play.undo_select,
    "placeTileOnWall": Play.tile,
    "emptyFloorLine": Play.empty_floors,
    "endScore": Play.add_bonus,
    "playerConcedeGame": Play.concede,
    "specialFactories": Play.note_special_factories,
}


def play_of(packets: Field, number: str) -> Play:
    """The notifications of all packets of the table `number`. Raises FieldError (`bad-field`)."""
    play = Play()
    types: dict[str, None] = {}
    for packet in packets.items():
        channel = packet.get("channel")
        if channel and channel.text().startswith("/player/"):
            continue
        known = []
        for entry in packet.at("data").items():
            type = entry.at("type").text()
            types.setdefault(type)
            if type in _HANDLERS:
                known.append((type, entry))
        if not known:
            continue
        if (other := _table_of(packet)) not in (None, number):
            raise FieldError("bad-field", f"{packet.path}: a packet of table {other} in the log of table {number}")
        time = packet.get("time")
        play.time = time.number() if time else None
        for type, entry in known:
            _HANDLERS[type](play, entry.get("args") or Field({}, f"{entry.path}.args"))
    if not play.rounds and not play.empty_deal:
        some = ", ".join(list(types)[:4]) or "nothing"
        where = packets.path or "the packets"
        message = f"{where}: found {some}, expected factoriesFilled: this is no game of Azul"
        raise FieldError("bad-field", message)
    return play


def table_number(packets: Field) -> str | None:
    """The number of the table that the packets belong to; None if they do not say."""
    return next(filter(None, map(_table_of, packets.items())), None)


def _table_of(packet: Field) -> str | None:
    """The number of the table that a packet belongs to."""
    if number := packet.get("table_id"):
        return str(number.integer())
    channel = packet.get("channel")
    if channel is None or not channel.text().startswith("/table/t"):
        return None
    return str(Field(channel.text().removeprefix("/table/t"), channel.path).integer())


def _displays(factories: Field) -> list[Field]:
    """The displays in order, without the center, which comes first and holds no tile at a deal."""
    if isinstance(factories.value, dict):
        by_number = dict(factories.members())
        keys = [str(number) for number in range(len(by_number))]
        if set(keys) != set(by_number):
            raise factories.fault(f"the keys 0 to {len(by_number) - 1}")
        displays = [by_number[key] for key in keys]
    else:
        displays = list(factories.items())
    if not displays:
        raise factories.fault("the center and the displays")
    for tile in displays[0].items():
        tile.at("type").whole(0, 0)
    return displays[1:]


def _tiles(display: Field) -> str:
    return "".join(_letter(tile.at("type")) for tile in display.items())


def _letter(type: Field) -> str:
    return _LETTERS[type.whole(1, len(_LETTERS) - 1)]
