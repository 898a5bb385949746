"""Records made in memory, and what the judge says of them."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET
from own_rulesets import OWN

from azul_analytics.records import Claims, GameRecord, Player, Result, Round, RoundClaims
from azul_analytics.replayer import Replay, replay

GOLDEN = Path(__file__).parent / "golden"
TABLES = ("games", "seats", "rounds", "deals", "turns", "placements", "floors", "bonuses", "records")

# The first round of golden/azul_log_rules_two_rounds: seat 1 opens, seat 0 takes the marker in turn 4. At the end
# seat 0 holds B, T., KKK, RRR. and a B on the floor, seat 1 T, KK, RRR, YYYY. and a T on the floor.
DEAL = "BKKR TTRR KKKY YYYB RRRT"
DRAFTS = "5R3 3K3 2T1 CT2 4Y5 CB1 1K2 CR4 CY5 CBF"
SEATS = "1010101010"
SCORES = [0, 5]
TILING = ["11 31", "15 25 35"]  # on the standard wall
FREE_TILING = ["11 32", "11 22 33"]  # on a gray one, of many
ABANDONED = Result(ended_by="abandoned")


def game(
    rounds: Iterable[Round] = (), *, id: str = "1", players: int = 2, opening_seat: int = 1, **keys: Any
) -> GameRecord:
    """A record; `keys` are further keys of it."""
    names = [Player(f"player {seat}") for seat in range(players)]
    return GameRecord("azul-log/1", id, names, opening_seat, list(rounds), **keys)


def stopped(*rounds: Round, **keys: Any) -> GameRecord:
    """A record of a game that was stopped after these rounds."""
    return game(rounds, result=keys.pop("result", ABANDONED), **keys)


def first_round(deal: str = DEAL, drafts: str = DRAFTS, **claims: Any) -> Round:
    """The round of DEAL and DRAFTS, or another one."""
    return Round(deal, drafts, **claims)


def two_rounds() -> GameRecord:
    """The whole game of golden/azul_log_rules_two_rounds, as a record made in memory."""
    text = (GOLDEN / "azul_log_rules_two_rounds" / "game.jsonl").read_text(encoding="utf-8")
    return msgspec.json.decode(text.strip(), type=GameRecord)


def with_claims(record: GameRecord, at: int = 0, bonuses: Any = UNSET, **claims: Any) -> GameRecord:
    """The record with claims on its round `at` (from 0) that azul-log cannot write."""
    rounds = [RoundClaims() for _ in record.rounds]
    if claims:
        rounds[at] = RoundClaims(**claims)
    record.claims = Claims(rounds, bonuses)
    return record


def replayed(*records: Any) -> Replay:
    """What the judge makes of records; rulesets of own_rulesets.py are known."""
    return replay(records, rulesets=OWN)


def accepted(*records: Any) -> Replay:
    """As `replayed`, and no record is refused."""
    answer = replayed(*records)
    assert answer.tables["rejects"].to_pylist() == []
    return answer


def refused(record: Any) -> dict[str, Any]:
    """The reject of a record; nothing else of it may be anywhere."""
    tables = replayed(record).tables
    assert {name: tables[name].num_rows for name in TABLES if tables[name].num_rows} == {}
    (reject,) = tables["rejects"].to_pylist()
    return dict(reject)


def fault(record: Any) -> tuple[str, int | None, int | None, int | None]:
    """Code, round, turn and seat of a refused record."""
    reject = refused(record)
    assert reject["message"].endswith(".")
    return reject["code"], reject["round"], reject["turn"], reject["seat"]


def rows(answer: Replay, table: str, *columns: str) -> list[Any]:
    """Rows of a table: of one column its values, of several tuples, of none the whole rows."""
    found = answer.tables[table].to_pylist()
    if not columns:
        return list(found)
    picked = [tuple(row[column] for column in columns) for row in found]
    return [one for (one,) in picked] if len(columns) == 1 else picked


def by_game(answer: Replay) -> dict[str, dict[str, list[dict[str, Any]]]]:
    """{game: {table: its rows}}, without where the games were read."""
    games: dict[str, dict[str, list[dict[str, Any]]]] = {}
    for table in TABLES:
        for row in answer.tables[table].to_pylist():
            for key in ("log_file", "log_line"):
                row.pop(key, None)
            tables = games.setdefault(row["game_id"], {name: [] for name in TABLES})
            tables[table].append(row)
    return games


def golden_rows(folder: str, table: str) -> list[dict[str, str]]:
    """The rows of a golden table, as text."""
    with (GOLDEN / folder / f"{table}.csv").open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def as_text(value: Any) -> str:
    """A value as golden tables write it: nothing for null."""
    if value is None:
        return ""
    return json.dumps(value) if isinstance(value, bool) else str(value)
