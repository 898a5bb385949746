"""The state of any moment of a stored game: what lies where, and what the seat to move could do.

The game's record is cut before the turn and replayed, so a position is what the rules themselves had before them.
"""

from __future__ import annotations

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
from azul_analytics.rules.position import Position, Walls, empty_walls, position_of, tile_letters
from azul_analytics.rules.ruleset import LETTERS, Ruleset, defined_ruleset, excerpt
from azul_analytics.rules.state import new_states

if TYPE_CHECKING:
    import pandas as pd


def position(db: str | Path | Database, game_id: str, turn: int) -> Position:
    """The state of a stored game before the draft of `turn` (turns + 1: at its end, bonuses included).

    `db` is a file or an open database. Raises DatabaseError, or AzulError for an unknown game or turn.
    """
    moment = _moment(db, game_id, turn)
    names = [player.name for player in moment.record.players]
    return position_of(
        moment.state, moment.ruleset, _walls(moment), names, game_id=game_id, turns=moment.turns, scored=moment.scored
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
                " ".join(tile_letters(tiles, ruleset) or "-" for tiles in row[:sources]) for row in left.tolist()
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
            raise AzulError(
                f"There is no game {excerpt(game_id)} in {database.path or 'the database'}{_some_game(database)}."
            )
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
    return f"; a game_id is source/id, such as {excerpt(some[0][0])}" if some else "; it has no games"


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


def _walls(moment: _Moment) -> Walls:
    walls = empty_walls(moment.ruleset, len(moment.record.players))
    for _, owner, line, _, column, color_number, *_ in moment.placements.T.tolist():
        if column > 0:
            walls[owner][line - 1][column - 1] = LETTERS[color_number]
    return walls
