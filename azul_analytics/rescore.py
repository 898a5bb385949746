"""Recorded games judged under other numbers: stored records -> GameRecord -> replay -> another database.

The record of a game keeps its deals, its drafts and what was chosen on a free wall, and loses what it claims of
bag, scores and result; the rules judge it under another ruleset. What they refuse is the game's label: docs/rescore.md.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pyarrow as pa
from msgspec import UNSET

from azul_analytics.database import Database, connect, opened, sql_text
from azul_analytics.errors import AzulError
from azul_analytics.records import GameRecord, Origin, Result, Round, canonical, sha256
from azul_analytics.replayer import replay_batch
from azul_analytics.rules.ruleset import Ruleset, defined_ruleset, load_ruleset
from azul_analytics.statistics.rescored import rescored_changes, rescored_labels

if TYPE_CHECKING:
    import pandas as pd

BATCH_GAMES = 4096
EXACT, BOUNDED, IMPOSSIBLE = "exact", "bounded", "impossible"
LINE_TILES = "line-tiles"  # the one fault that no rule refuses: a draft that now means something else

Progress = Callable[[int], None]


@dataclass(frozen=True)
class Rescored:
    """What a database of rescored games holds.

    `games` were labelled this time, `skipped` before. `labels` and `changes` are the frames of
    statistics/rescored.py, over all of them.
    """

    games: int
    skipped: int
    seconds: float
    labels: pd.DataFrame
    changes: pd.DataFrame


def rescore_games(
    db: str | Path | Database,
    ruleset: Ruleset | str | Path,
    output: str | Path | Database,
    *,
    confidence: float = 0.95,
    progress: Progress | None = None,
) -> Rescored:
    """Judges the games of a database under another ruleset and stores those that are exact in a database of their own.

    `ruleset` is a name, a TOML file or a Ruleset. `output` is made where it does not exist; games that it has
    are skipped, so the same call goes on after an interrupt. `progress` is called after each batch with its number
    of games. Raises RulesetError, DatabaseError, and AzulError where `output` holds anything else than games of `db`
    rescored under the same numbers.
    """
    began = time.monotonic()
    new = ruleset if isinstance(ruleset, Ruleset) else load_ruleset(ruleset)
    with opened(db) as given, _output(given, output, new) as made:
        rulesets = _rulesets(given)
        game_ids = [game_id for (game_id,) in given.rows("select game_id from games order by game_id")]
        games = 0
        for at in range(0, len(game_ids), BATCH_GAMES):
            batch = game_ids[at : at + BATCH_GAMES]
            games += _rescore(given, made, _not_yet(given, made, batch), rulesets, new)
            if progress is not None:
                progress(len(batch))
        labels, changes = rescored_labels(made), rescored_changes(made, confidence=confidence)
        return Rescored(games, len(game_ids) - games, time.monotonic() - began, labels, changes)


@contextmanager
def _output(given: Database, output: str | Path | Database, new: Ruleset) -> Iterator[Database]:
    """The database to write to, with the tables of sql/rescore/schema.sql."""
    if isinstance(output, Database):
        _prepare(output, new)
        yield output
        return
    if given.path is not None and Path(given.path).resolve() == Path(output).resolve():
        raise AzulError(f"{output} is the database to rescore; name another one to write to.")
    with connect(output, create=True) as made:
        _prepare(made, new)
        yield made


def _prepare(made: Database, new: Ruleset) -> None:
    name = made.path or "The database"
    if not made.has_table("rescored"):
        if made.rows("select 1 from games union all select 1 from rejects limit 1"):
            raise AzulError(f"{name} holds games that were not rescored; name a new file.")
        with made.transaction():
            made.add_tables("rescore/schema")
    elif made.rows("select 1 from games anti join rescored using (game_id) limit 1"):
        raise AzulError(f"{name} holds games that were not rescored; name a new file.")
    if made.rows("select 1 from rescored where ruleset_hash <> $hash limit 1", {"hash": new.hash}):
        raise AzulError(f"{name} holds games rescored under other numbers than those of {new.name}; name a new file.")


@dataclass(frozen=True)
class _Label:
    """What a game is; if not exact, why and where, as in the table `rejects`."""

    label: str
    code: str | None = None
    message: str | None = None
    round: int | None = None
    turn: int | None = None
    seat: int | None = None


_EXACT = _Label(EXACT)


@dataclass
class _Game:
    """A game to rescore: its row of sql/rescore/games.sql, what judged it, its record under the new numbers."""

    row: dict[str, Any]
    old: Ruleset
    record: GameRecord
    label: _Label


def _rulesets(given: Database) -> dict[str, Ruleset]:
    """The rulesets that judged the games, by hash."""
    rows = given.rows("select ruleset_hash, definition from rulesets")
    return {hash: defined_ruleset(definition) for hash, definition in rows}


def _asked(game_ids: Sequence[str]) -> pa.Table:
    return pa.table({"game_id": pa.array(game_ids, pa.string())})


def _not_yet(given: Database, made: Database, game_ids: Sequence[str]) -> list[str]:
    """Those games that were not rescored before. Raises AzulError where one has become another game since."""
    with given.lookup("asked_games", _asked(game_ids)), made.lookup("asked_games", _asked(game_ids)):
        now = given.rows("select game_id, log_hash, ruleset_hash from games semi join asked_games using (game_id)")
        then = made.rows(
            "select game_id, log_hash_before, ruleset_hash_before from rescored semi join asked_games using (game_id)"
        )
    done = {game_id: hashes for game_id, *hashes in then}
    for game_id, *hashes in now:
        if done.get(game_id, hashes) != hashes:
            raise AzulError(f"{made.path or 'The database'} holds {game_id} as another game; name a new file.")
    return [game_id for game_id in game_ids if game_id not in done]


def _rescore(
    given: Database, made: Database, game_ids: Sequence[str], rulesets: Mapping[str, Ruleset], new: Ruleset
) -> int:
    """Judges games under the new numbers and stores what became of them, in one transaction; returns how many."""
    if not game_ids:
        return 0
    games = _read(given, game_ids, rulesets, new)
    judged = _judge([game for game in games if game.label is _EXACT], new)
    _judge_before([game for game in games if game.label.code == LINE_TILES], new)
    with given.lookup("asked_games", judged["games"].select(["game_id"])):
        seats = given.arrow(sql_text("rescore/seats"))
    with made.transaction():
        made.append_tables(judged)
        made.append("rescored", pa.Table.from_pylist([_row(game, new) for game in games]))
        made.append("rescored_seats", seats)
    return len(games)


# --- what is judged -------------------------------------------------------------------------------


def _read(given: Database, game_ids: Sequence[str], rulesets: Mapping[str, Ruleset], new: Ruleset) -> list[_Game]:
    """The games, with those labels that need no judge: impossible, or a line that takes other tiles."""
    with given.lookup("asked_games", _asked(game_ids)):
        rows = given.arrow(sql_text("rescore/games")).to_pylist()
        olds = [rulesets[row["ruleset_hash"]] for row in rows]
        tilings = _tilings(given) if "free" in {new.wall_kind, *(old.wall_kind for old in olds)} else {}
    games = []
    for row, old in zip(rows, olds, strict=True):
        label = _impossible(old, new, row["player_count"]) or _EXACT
        games.append(_Game(row, old, _record(row, old, new, tilings), label))
    other_lines = [one for one in games if one.label is _EXACT and one.old.line_capacities != new.line_capacities]
    moved = _line_tiles(given, new, [one.row["game_id"] for one in other_lines])
    for one in other_lines:
        one.label = moved.get(one.row["game_id"], _EXACT)
    return games


def _tilings(given: Database) -> dict[tuple[str, int], list[str]]:
    """The tiling of each scored round of the asked games, a text a seat."""
    rows = given.rows(sql_text("rescore/tilings"))
    return {(game_id, number): tiling for game_id, number, tiling in rows}


def _line_tiles(given: Database, new: Ruleset, game_ids: Sequence[str]) -> dict[str, _Label]:
    """Of each of these games the first draft that would leave other tiles on its line, or complete it otherwise."""
    if not game_ids:
        return {}
    with given.lookup("asked_games", _asked(game_ids)):
        rows = given.rows(sql_text("rescore/line_tiles"), {"capacities": list(new.line_capacities)})
    labels = {}
    for game_id, turn, number, seat, line, tiles in rows:
        spaces = new.line_capacities[line - 1]
        message = (
            f"Turn {turn} left {tiles} tiles on line {line}; a line of {spaces} spaces would hold another number, or "
            "be complete by another."
        )
        labels[game_id] = _Label(BOUNDED, LINE_TILES, message, number, turn, seat)
    return labels


def _impossible(old: Ruleset, new: Ruleset, players: int) -> _Label | None:
    """What keeps even the first deal of such a game from being one of the new ruleset."""
    if players not in new.factories:
        seats = ", ".join(map(str, sorted(new.factories)))
        return _Label(IMPOSSIBLE, "factories", f"Ruleset {new.name} seats {seats} players; the game has {players}.")
    dealt = {
        "colors": (old.colors, new.colors),
        "tiles_per_color": (old.tiles_per_color, new.tiles_per_color),
        "factories": (old.factories[players], new.factories[players]),
        "tiles_per_factory": (old.tiles_per_factory, new.tiles_per_factory),
    }
    for key, (was, now) in dealt.items():
        if was != now:
            message = f"The deals were made with {key} {_numbers(was)}; ruleset {new.name} has {_numbers(now)}."
            return _Label(IMPOSSIBLE, key, message)
    return None


def _numbers(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _record(
    row: Mapping[str, Any], old: Ruleset, new: Ruleset, tilings: Mapping[tuple[str, int], list[str]]
) -> GameRecord:
    """The record of a game under the new ruleset, with what was done and without what was claimed to come of it.

    Who made each draft is claimed: where another seat would begin a round, these drafts are no longer its own.
    """
    game_id = row["game_id"]
    try:
        record = msgspec.json.decode(row["record"], type=GameRecord)
        begun = list(zip(record.rounds, row["first_seats"] or [], strict=True))
    except (msgspec.DecodeError, ValueError) as error:
        again = "ingest its log anew, into another database."
        raise AzulError(f"The stored record of game {game_id!r} cannot be read; {again}") from error
    players = len(record.players)
    clockwise = "".join(map(str, range(players)))
    rounds = []
    for number, (played, first_seat) in enumerate(begun, 1):
        drafts = len(played.drafts.split())
        seats = (clockwise * (drafts // players + 2))[first_seat : first_seat + drafts]
        tiling = tilings.get((game_id, number)) or (UNSET if new.wall_kind == "free" else [""] * players)
        if old.wall_kind == new.wall_kind == "fixed":
            tiling = UNSET
        rounds.append(Round(played.deal, played.drafts, tiling=tiling, seats=seats, seconds=played.seconds))
    stopped = Result(ended_by=row["ended_by"], winners=record.result.winners if record.result else UNSET)
    result = UNSET if row["finished"] else stopped
    played_under = {"ruleset": old.name, "ruleset_hash": old.hash, "log_hash": row["log_hash"]}
    record = msgspec.structs.replace(
        record, source=row["source"], ruleset=new.name, rounds=rounds, result=result, claims=UNSET,
        meta={"rescored": played_under} | (record.meta or {}),
    )  # fmt: skip
    text = canonical(record)
    return msgspec.structs.replace(record, origin=Origin(row["log_file"], row["log_line"], text, sha256(text)))


# --- what became of it ----------------------------------------------------------------------------


def _judge(games: Sequence[_Game], new: Ruleset) -> dict[str, pa.Table]:
    """Judges games; labels those that the rules refuse as bounded, and answers the tables of the others."""
    by_id = {game.row["game_id"]: game for game in games}
    judged = replay_batch([game.record for game in games], {new.name: new}, {}).tables
    for reject in judged.pop("rejects").to_pylist():
        place = reject["round"], reject["turn"], reject["seat"]
        by_id[reject["game_id"]].label = _Label(BOUNDED, reject["code"], reject["message"], *place)
    return judged


def _judge_before(games: Sequence[_Game], new: Ruleset) -> None:
    """Labels games that are bounded by a draft anew where the rules refuse something before that draft."""
    found = [(game, game.label, _held(game)) for game in games]
    _judge(games, new)
    for game, label, held in found:
        if _held(game) > held:
            game.label = label


def _held(game: _Game) -> tuple[int, int]:
    """How many turns and whole rounds of the record hold."""
    label, drafts = game.label, [len(played.drafts.split()) for played in game.record.rounds]
    turns_after = [0, *accumulate(drafts)]  # [round]
    if label.label == EXACT or label.code in ("game-unfinished", "result-mismatch"):
        return turns_after[-1], len(drafts)
    if label.round is None:
        return 0, 0
    if label.turn is not None:
        return label.turn - 1, label.round - 1
    assert label.code is not None
    drafted = label.round if label.code.startswith("tiling-") else label.round - 1
    return turns_after[drafted], label.round - 1


def _row(game: _Game, new: Ruleset) -> dict[str, Any]:
    """The game's row of the table `rescored`."""
    turns_held, rounds_held = _held(game)
    return {
        **vars(game.label),
        "game_id": game.row["game_id"], "player_count": game.row["player_count"],
        "rounds_held": rounds_held, "turns_held": turns_held,
        "ruleset_before": game.old.name, "ruleset_hash_before": game.old.hash,
        "ruleset_hash": new.hash, "log_hash_before": game.row["log_hash"],
    }  # fmt: skip
