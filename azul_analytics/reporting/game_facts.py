"""What is stored of one game, and its boards after each round as the engine has them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from azul_analytics.figures.board import MARKER, ShownBoard
from azul_analytics.positions import position
from azul_analytics.reporting.letters import alike, letters_of, printable
from azul_analytics.rules.position import Board
from azul_analytics.rules.ruleset import Ruleset, defined_ruleset

if TYPE_CHECKING:
    import pandas as pd

    from azul_analytics.database import Database

_TABLES = ("seats", "rounds", "deals", "drafts", "placements", "floors", "bonuses")


@dataclass(frozen=True)
class GameFacts:
    """One game: its row, its ruleset, and frames of the queries in sql/game/.

    `boards[round - 1][seat]` is a board after that round: the wall and the lines as the round's tiling left them,
    the floor as it was before it was emptied.
    """

    head: dict[str, Any]
    ruleset: Ruleset
    seats: pd.DataFrame
    rounds: pd.DataFrame
    deals: pd.DataFrame
    drafts: pd.DataFrame
    placements: pd.DataFrame
    floors: pd.DataFrame
    bonuses: pd.DataFrame
    boards: list[list[ShownBoard]]

    @property
    def players(self) -> list[str]:
        """Names by seat; seats whose players have one name have their number with it."""
        names = list(self.seats["player"])
        return [
            f"{name} (seat {seat})" if names.count(name) > 1 else name
            for seat, name in zip(self.seats["seat"], names, strict=True)
        ]

    @property
    def simulated(self) -> bool:
        """Programs played on all seats, or its source says so."""
        return bool(self.head["source"] == "simulated" or self.seats["bot"].all())


def game_facts(database: Database, game_id: str, fonts: tuple[Path, ...]) -> GameFacts:
    """The game, its texts in letters that the fonts have. Raises AzulError for an unknown game."""
    import pandas as pd

    position(database, game_id, 1)  # says which games there are
    frames = {name: database.query_file(f"game/{name}", {"game": game_id}) for name in ("head", *_TABLES)}
    (row,) = frames.pop("head").to_dict("records")
    head: dict[str, Any] = {str(key): None if pd.isna(value) else value for key, value in row.items()}
    letters = letters_of(fonts)
    seats = frames.pop("seats")
    same = alike(seats["player"], letters)
    seats = seats.assign(player=[printable(name, letters, same) for name in seats["player"]])
    ruleset = defined_ruleset(head.pop("definition"))
    boards = _boards(database, game_id, ruleset, int(head["turns"]), frames)
    return GameFacts(head=head, ruleset=ruleset, seats=seats, boards=boards, **frames)


def _boards(
    database: Database, game_id: str, ruleset: Ruleset, turns: int, frames: dict[str, pd.DataFrame]
) -> list[list[ShownBoard]]:
    starts = [int(turn) for turn in frames["rounds"]["first_turn"].fillna(turns + 1)]
    boards = []
    for number, after in zip(frames["rounds"]["round"], [*starts, turns + 1][1:], strict=True):
        drafts, placements = (frames[name][frames[name]["round"] == number] for name in ("drafts", "placements"))
        seats = position(database, game_id, after).boards
        boards.append([_shown(board, drafts, placements, ruleset) for board in seats])
    return boards


def _shown(board: Board, drafts: pd.DataFrame, placements: pd.DataFrame, ruleset: Ruleset) -> ShownBoard:
    floor = _floor(drafts, placements, board.seat, ruleset)
    beyond = (ruleset.overflow,) * (len(floor) - len(ruleset.floor))  # of a floor without an end
    return ShownBoard(
        wall_lines=board.wall_lines,
        line_colors=board.line_colors,
        line_counts=[int(digit) for digit in board.line_counts],
        capacities=ruleset.line_capacities,
        floor=floor,
        floor_values=(*ruleset.floor, *beyond),
        placed=_placed(placements, board.seat),
        multiplying=frozenset((one.line, one.column) for one in ruleset.printed if one.multiplier > 1),
    )


def _placed(placements: pd.DataFrame, seat: int) -> frozenset[tuple[int, int]]:
    rows = placements[(placements["seat"] == seat) & placements["column"].notna()]
    return frozenset((int(line), int(column)) for line, column in zip(rows["line"], rows["column"], strict=True))


def _floor(drafts: pd.DataFrame, placements: pd.DataFrame, seat: int, ruleset: Ruleset) -> str:
    """What lay on a seat's floor at the end of a round, in order: letters, and the marker.

    The marker lies before the tiles of its draft, and takes no space of a full floor. Blocked lines fall last.
    """
    floor, size = "", None if ruleset.overflow else len(ruleset.floor)
    for row in drafts[drafts["seat"] == seat].to_dict("records"):
        if row["took_marker"] and ruleset.marker == "floor":
            floor += MARKER
        floor = (floor + row["letter"] * row["tiles_on_floor"])[:size]
    for row in placements[(placements["seat"] == seat) & placements["column"].isna()].to_dict("records"):
        floor += row["letter"] * ruleset.line_capacities[row["line"] - 1]
    return floor[:size]
