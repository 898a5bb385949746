"""Builds tables in the form of Board Game Arena from a few letters, for the tests of its reader.

`draft("A", "3B2")` is what player A's draft `3B2` looks like in a log; players are letters here and numbers
there. Tiles carry what the reader looks at and the id that BGA gives them, nothing else.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

NUMBERS = {"A": 501, "B": 502, "C": 503, "D": 504}  # of the players
NAMES = {"A": "Ana", "B": "Beto", "C": "Caro", "D": "Dani"}
COLORS = "-KTBYR"

Entry = dict[str, Any]


def entry(type: str, args: Any) -> Entry:
    return {"uid": "0", "type": type, "log": "", "args": args}


def tile(letter: str, line: int = 0, column: int = 0) -> dict[str, Any]:
    return {"id": 7, "type": COLORS.index(letter), "location": "", "line": line, "column": column}


def deal(text: str, remaining: int | None = None) -> list[Entry]:
    """A deal in the letters of azul-log, and the tiles in the bag after it."""
    factories = [[tile("-")]] + [[tile(letter) for letter in letters if letter != "-"] for letters in text.split()]
    args: dict[str, Any] = {"factories": factories}
    if remaining is not None:
        args["remainingTiles"] = remaining
    return [entry("factoriesFilled", args)]


def select(player: str, pick: str) -> list[Entry]:
    """The first half of a draft, such as `3B`."""
    source = 0 if pick[:-1] == "C" else int(pick[:-1])
    args = {"playerId": NUMBERS[player], "player_name": NAMES[player], "fromFactory": source}
    return [entry("tilesSelected", {**args, "type": COLORS.index(pick[-1]), "number": 1})]


def put(player: str, color: str, line: str, from_hand: bool = True) -> list[Entry]:
    """The second half of a draft."""
    number = 0 if line == "F" else int(line)
    args = {"playerId": NUMBERS[player], "player_name": NAMES[player], "type": COLORS.index(color)}
    return [entry("tilesPlacedOnLine", {**args, "line": number, "number": 1, "fromHand": from_hand})]


def marker(player: str) -> list[Entry]:
    """What comes before the first draft from the center."""
    token = {"playerId": NUMBERS[player], "player_name": NAMES[player]}
    return [*put(player, "-", "F", from_hand=False), entry("firstPlayerToken", token)]


def draft(player: str, text: str, takes_marker: bool = False) -> list[Entry]:
    """A draft in the letters of azul-log."""
    token = marker(player) if takes_marker else []
    return [*token, *select(player, text[:-1]), *put(player, text[-2], text[-1])]


def drafts(first: str, text: str, players: str = "AB") -> list[Entry]:
    """Drafts of players in turn; the first one from the center takes the marker."""
    entries: list[Entry] = []
    turn, taken = players.index(first), False
    for one in text.split():
        takes = one.startswith("C") and not taken
        entries += draft(players[turn % len(players)], one, takes)
        taken, turn = taken or takes, turn + 1
    return entries


def undo(type: str, player: str) -> list[Entry]:
    return [entry(type, {"playerId": NUMBERS[player], "undo": {"from": 1, "tiles": []}})]


def tiles(placed: Mapping[str, tuple[int, int, str, int | None]]) -> list[Entry]:
    """A notification of tiles: by player the line, column, color and points."""
    lines = {}
    for player, (line, column, letter, points) in placed.items():
        detail = {} if points is None else {"pointsDetail": {"points": points}}
        lines[str(NUMBERS[player])] = {
            "placedTile": tile(letter, line, column),
            "discardedTiles": [],
            **detail,
        }
    return [entry("placeTileOnWall", {"completeLines": lines})]


def floors(points: Mapping[str, int]) -> list[Entry]:
    lines = {str(NUMBERS[player]): {"tiles": [], "points": lost} for player, lost in points.items()}
    return [entry("emptyFloorLine", {"floorLines": lines or []})]


def bonus(points: Mapping[str, int]) -> list[Entry]:
    scores = {str(NUMBERS[player]): {"tiles": [], "points": gained} for player, gained in points.items()}
    return [entry("endScore", {"scores": scores})]


def concede(player: str) -> list[Entry]:
    return [entry("playerConcedeGame", {"player_id": NUMBERS[player], "player_name": NAMES[player]})]


def packet(entries: Any, number: int, table: int = 7001, channel: str | None = None) -> dict[str, Any]:
    """A packet; packet `number` is sent ten seconds after the one before."""
    return {
        "channel": channel or f"/table/t{table}", "table_id": str(table), "packet_id": str(number),
        "packet_type": "history", "move_id": str(number), "time": str(1700000000 + 10 * number),
        "data": entries,
    }  # fmt: skip


def packets(entries: Iterable[Entry], table: int = 7001) -> list[dict[str, Any]]:
    """A packet for each entry."""
    return [packet([one], number, table) for number, one in enumerate(entries)]


def table(
    entries: Iterable[Entry],
    players: str = "AB",
    options: Mapping[str, Any] | None = None,
    scores: Mapping[str, int] | None = None,
    number: int = 7001,
) -> dict[str, Any]:
    """A table with everything around it; `players` is the order in which BGA names them."""
    data = {"valid": 1, "logs": packets(entries, number), "players": named(players)}
    whole: dict[str, Any] = {"table_id": str(number), "logs": {"status": 1, "data": data}}
    whole["options"] = {"100": "1", "110": "1", "102": "2"} if options is None else options
    if scores is not None:
        whole["final_scores"] = {str(NUMBERS[player]): score for player, score in scores.items()}
    return whole


def named(players: Sequence[str]) -> list[dict[str, Any]]:
    return [{"id": str(NUMBERS[player]), "name": NAMES[player]} for player in players]


def page(log: Any) -> str:
    """A saved replay page."""
    return (
        "<!DOCTYPE html>\n<html><head><title>Replay Azul</title></head>\n<body>\n"
        "<p>g_gamelogs is { what } this page plays</p>\n<script>\n"
        f"g_archive_mode = true;g_gamelogs = {json.dumps(log)};\n</script></body></html>\n"
    )


def page_log(entries: Iterable[Entry]) -> dict[str, Any]:
    """What a page assigns: the packets lie one level deeper, and nobody is named around them."""
    return {"status": 1, "data": {"valid": 1, "data": packets(entries)}}
