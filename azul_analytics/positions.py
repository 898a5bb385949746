"""The state of any moment of a stored game: what lies where, and what the seat to move could do.

The game's record is cut before the turn and replayed, so a position is what the rules themselves had before them.
"""

from __future__ import annotations

import html
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import numpy as np

from azul_analytics.database import Database, opened
from azul_analytics.errors import AzulError
from azul_analytics.records import GameRecord, Result, Round, origin_of
from azul_analytics.replayer.judging import play_alone
from azul_analytics.replayer.packing import Candidate
from azul_analytics.rules.blocks import FLOORS, PLACEMENTS
from azul_analytics.rules.faults import draft_text, legal_drafts_of
from azul_analytics.rules.options import OUTCOME_COLUMNS, TRIAL_STATES, outcomes
from azul_analytics.rules.ruleset import LETTERS, Ruleset, defined_ruleset
from azul_analytics.rules.state import new_states

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Board:
    """What lies before one seat. `wall`, `line_colors`, `line_counts`, `floor` are written as in the table `turns`.

    `wall_lines` has a text a line: a letter a tile, in lower case the color that a free space is printed in, `.` a
    free space for any color. `floor` counts the occupied spaces, the marker's included, `floor_points` what they
    cost (<= 0), `floor_tiles` has the letters of the tiles among them. `marker`: took it this round.
    """

    seat: int
    player: str
    score: int
    wall: int
    wall_lines: tuple[str, ...]
    line_colors: str
    line_counts: str
    floor: int
    floor_tiles: str
    floor_points: int
    marker: bool


@dataclass(frozen=True, repr=False)
class Position:
    """A game before the draft of `turn`, or (`turn` = `turns` + 1) at its end. It shows itself as `text`.

    `seat` drafts next (None: nobody, no tile is left). `sources` are the letters of the tiles there, the center
    first, `bag` and `lid` tiles by color. `round` is 0 before the first deal.
    """

    game_id: str
    ruleset: str
    turn: int
    turns: int
    round: int
    turn_in_round: int
    seat: int | None
    sources: tuple[str, ...]
    marker_in_center: bool
    boards: tuple[Board, ...]
    bag: dict[str, int]
    lid: dict[str, int]
    _capacities: tuple[int, ...] = field(compare=False)

    @property
    def text(self) -> str:
        """Sources and boards as plain text to read: lines left, wall right, a capital letter a tile, `*` the marker."""
        where = f"turn {self.turn} of {self.turns}" if self.turn <= self.turns else f"after all {self.turns} turns"
        who = "nobody to draft" if self.seat is None else f"seat {self.seat} to draft"
        head = f"{_shown(self.game_id)} ({self.ruleset}), {where}: round {self.round}, {who}"
        names = [f"seat {board.seat}: {_shown(board.player)}, {board.score} points" for board in self.boards]
        stock = f"bag {sum(self.bag.values())} tiles, lid {sum(self.lid.values())}"
        blocks = [self._board_lines(board) for board in self.boards]
        beside = ["    ".join(parts).rstrip() for parts in zip(*blocks, strict=True)]
        return "\n".join([head, "", *self._source_lines(), stock, "", *beside, "", *names])

    def _source_lines(self) -> list[str]:
        center, *factories = self.sources
        marked = "*" * self.marker_in_center + center
        lines = [f"center    {marked or '-'}"]
        return lines + [f"factory {number:<2}{tiles or '-'}" for number, tiles in enumerate(factories, 1)]

    def _board_lines(self, board: Board) -> list[str]:
        """A board as lines of one width."""
        most = max(self._capacities)
        lines = [f"seat {board.seat}" + (" to draft" if board.seat == self.seat else "")]
        for color, count, capacity, wall in zip(
            board.line_colors, board.line_counts, self._capacities, board.wall_lines, strict=True
        ):
            tiles = (color * int(count)).rjust(capacity, ".").rjust(most)
            lines.append(f"{tiles} | {' '.join(wall)}")
        on_floor = "*" * (board.floor - len(board.floor_tiles)) + board.floor_tiles
        lines.append(f"floor {on_floor or '-'} {board.floor_points or ''}".rstrip())
        width = max(map(len, lines))
        return [line.ljust(width) for line in lines]

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(self.text)}</pre>"


def position(db: str | Path | Database, game_id: str, turn: int) -> Position:
    """The state of a stored game before the draft of `turn` (turns + 1: at its end, bonuses included).

    `db` is a file or an open database. Raises DatabaseError, or AzulError for an unknown game or turn.
    """
    moment = _moment(db, game_id, turn)
    state, ruleset = moment.state, moment.ruleset
    factories = ruleset.factories[int(state.players)]
    return Position(
        game_id=game_id,
        ruleset=ruleset.name,
        turn=turn,
        turns=moment.turns,
        round=int(state.round_number),
        turn_in_round=int(state.turn_in_round) + 1,
        seat=int(state.seat) if state.tiles_left else None,
        sources=tuple(_letters(int(tiles), ruleset) for tiles in state.sources[: factories + 1]),
        marker_in_center=bool(state.marker_in_center),
        boards=tuple(_board(moment, seat) for seat in range(int(state.players))),
        bag=_by_color(int(state.bag), ruleset),
        lid=_by_color(int(state.lid), ruleset),
        _capacities=ruleset.line_capacities,
    )


def options(db: str | Path | Database, game_id: str, turn: int) -> pd.DataFrame:
    """A row for each legal draft before `turn` of a stored game, and what it would do; by source, color, line.

    `draft` is the draft as logs write it (`3B2`), `chosen` the one that was made. `source`, `color`, `destination`
    and what it takes and places (`tiles` to `completed_line`) are as in the table `turns`; `floor_points` (<= 0) is
    what its tiles and marker add to the cost of the floor. `tiles_left_after` is the number of tiles that it leaves,
    `next_legal_drafts` that of the next seat's legal drafts then, `next_completing` of those that complete a line,
    and `offer_after` what it leaves, as logs write a deal, the center first. No row: no tile is left to draft.
    Raises what `position` raises.
    """
    import pandas as pd

    moment = _moment(db, game_id, turn)
    ruleset = moment.ruleset
    states = new_states(TRIAL_STATES)
    states[0] = moment.state
    drafts = legal_drafts_of(states, ruleset.rules)
    found, left = outcomes(states, drafts, ruleset.rules)
    texts = [draft_text(ruleset, *draft) for draft in drafts.tolist()]
    sources = ruleset.factories[int(moment.state.players)] + 1
    return pd.DataFrame(
        {
            "draft": texts,
            "chosen": [text == moment.chosen for text in texts],
            "source": drafts[:, 0],
            "color": [ruleset.colors[color] for color in drafts[:, 1]],
            "destination": drafts[:, 2],
            **dict(zip(OUTCOME_COLUMNS, found.T, strict=True)),
            "offer_after": [
                " ".join(_letters(tiles, ruleset) or "-" for tiles in row[:sources]) for row in left.tolist()
            ],
        }
    ).astype({"took_marker": bool, "completed_line": bool})


class _Moment(NamedTuple):
    """A replayed moment of a game; `chosen` is the draft that was made then, as logs write it."""

    record: GameRecord
    ruleset: Ruleset
    turns: int
    chosen: str | None
    state: Any  # a STATE record
    placements: np.ndarray[Any, Any]  # int32 [PLACEMENT_COLUMNS, row]
    scored: bool  # the floors of its round are scored; its marker costs no more


def _moment(db: str | Path | Database, game_id: str, turn: int) -> _Moment:
    with opened(db) as database:
        found = database.rows(
            "select turns, ended_by, definition, record from games "
            "join rulesets using (ruleset_hash) join records using (game_id) where game_id = $game",
            {"game": game_id},
        )
        if not found:
            raise AzulError(f"There is no game {game_id!r} in {database.path or 'the database'}{_some_game(database)}.")
    ((turns, ended_by, definition, text),) = found
    if isinstance(turn, bool) or not isinstance(turn, int):
        raise AzulError(f"A turn is a whole number, not {turn!r}.")
    if not 1 <= turn <= turns + 1:
        raise AzulError(
            f"Game {game_id!r} has no turn {turn}; it has {turns} turns, and turn {turns + 1} stands for its end."
        )
    ruleset = defined_ruleset(definition)
    again = "ingest its log anew, into another database."
    try:
        record = msgspec.json.decode(text, type=GameRecord)
    except msgspec.ValidationError as error:
        raise AzulError(f"The stored record of game {game_id!r} cannot be read; {again}") from error
    stopped = _stopped_before(record, turn, ended_by if turn == turns + 1 else "abandoned")
    blocks, rows, states = play_alone(Candidate(stopped, origin_of(stopped), ruleset))
    if blocks.games[0, 0]:
        raise AzulError(f"The stored record of game {game_id!r} breaks the rules of this software; {again}")
    drafts = [draft for played in record.rounds for draft in played.drafts.split()]
    chosen = drafts[turn - 1] if turn <= turns else None
    placements = blocks.placements[:, : int(rows[PLACEMENTS])]
    scored = int(rows[FLOORS]) == int(states[0].round_number) * len(record.players)
    return _Moment(record, ruleset, turns, chosen, states[0], placements, scored)


def _some_game(database: Database) -> str:
    """An example of a game_id, for the sentence about one that is not there."""
    some = database.rows("select game_id from games limit 1")
    return f"; a game_id is source/id, such as {some[0][0]!r}" if some else "; it has no games"


def _stopped_before(record: GameRecord, turn: int, ended_by: Any) -> GameRecord:
    """The record, without claims, as far as the draft of `turn`, with the deal of its round."""
    rounds, left = [], turn - 1
    for played in record.rounds:
        drafts = played.drafts.split()
        if left < len(drafts):
            rounds.append(Round(played.deal, " ".join(drafts[:left])))
            break
        rounds.append(Round(played.deal, played.drafts, tiling=played.tiling))
        left -= len(drafts)
    return GameRecord(
        record.format, record.id, record.players, record.opening_seat, rounds, result=Result(ended_by=ended_by)
    )


def _floor_points(ruleset: Ruleset, spaces: int, marker: bool) -> int:
    """What lies on a floor costs, and the marker where it costs points of its own."""
    return int(ruleset.rules[0].floor_points[spaces]) + marker * ruleset.marker_points


def _board(moment: _Moment, seat: int) -> Board:
    state, ruleset = moment.state, moment.ruleset
    colors = state.line_color[seat, 1 : ruleset.size + 1].tolist()
    counts = state.line_count[seat, 1 : ruleset.size + 1].tolist()
    spaces, marker = int(state.floor_spaces[seat]), bool(state.marker_seat == seat)
    return Board(
        seat=seat,
        player=moment.record.players[seat].name,
        score=int(state.score[seat]),
        wall=int(state.wall[seat]),
        wall_lines=_wall_lines(moment, seat),
        line_colors="".join("-" if color < 0 else ruleset.letters[color] for color in colors),
        line_counts="".join(map(str, counts)),
        floor=spaces,
        floor_tiles=_letters(int(state.floor_tiles[seat]), ruleset),
        floor_points=_floor_points(ruleset, spaces, marker and not moment.scored),
        marker=marker,
    )


def _wall_lines(moment: _Moment, seat: int) -> tuple[str, ...]:
    ruleset = moment.ruleset
    printed = ruleset.rules[0].wall_color[1 : ruleset.size + 1, 1 : ruleset.size + 1].tolist()
    lines = [["." if color < 0 else ruleset.letters[color].lower() for color in colors] for colors in printed]
    for _, owner, line, _, column, color_number, *_ in moment.placements.T.tolist():
        if owner == seat and column > 0:
            lines[line - 1][column - 1] = LETTERS[color_number]
    return tuple(map("".join, lines))


def _letters(packed: int, ruleset: Ruleset) -> str:
    return "".join(letter * (packed >> 8 * color & 255) for color, letter in enumerate(ruleset.letters))


def _by_color(packed: int, ruleset: Ruleset) -> dict[str, int]:
    return {color: packed >> 8 * number & 255 for number, color in enumerate(ruleset.colors)}


def _shown(text: str) -> str:
    """A text of a log in one line of a terminal."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)
