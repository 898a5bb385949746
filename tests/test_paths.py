"""The same games by any road give the same rows: alone or together, in any order, from any file, compiled or not."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from azul_records import TABLES, accepted, by_game, replayed, rows, stopped
from oracle import POLICIES, played

import azul_analytics as azul
from azul_analytics.database import connect
from azul_analytics.records import GameRecord, Round
from azul_analytics.rules.ruleset import load_ruleset

HERE = Path(__file__).parent
CASES = [("standard", 2), ("gray", 3), ("crystal_2", 2), ("standard_after_last", 4), ("crystal_1_bga", 2)]
BAD = [
    stopped(Round("BBBB", "1B1"), id="bad 1"),
    stopped(Round("BKKR TTRR KKKY YYYB RRRT", "5R3 5R3"), id="bad 2"),
    stopped(id="bad 3", ruleset="nobody"),
    stopped(Round("x", ""), id="bad 4"),
]

# Run in another process: the rows of a file's games, as JSON. Everything but the rules' compilation is the same.
SAY = """
import json, sys
from azul_records import by_game, replayed
import azul_analytics as azul
from azul_analytics.rules.faults import legal_drafts_of
answer = replayed(*azul.read(sys.argv[1]))
said = [hasattr(legal_drafts_of, "py_func"), by_game(answer), answer.tables["rejects"].to_pylist()]
print(json.dumps(said, default=str))
"""

Rows = dict[str, dict[str, list[dict[str, Any]]]]


@pytest.fixture(scope="module")
def games() -> list[GameRecord]:
    """Finished and stopped games of several rulesets and numbers of players, half of them with claims."""
    return [
        played(load_ruleset(name), players, at, POLICIES[at % 3], most_rounds=5 + at % 2).record(
            str(at), "log" if at % 2 else "none"
        )
        for at, (name, players) in enumerate(CASES)
    ]


@pytest.fixture(scope="module")
def alone(games: list[GameRecord]) -> Rows:
    """The rows of each game replayed by itself."""
    found: Rows = {}
    for record in games:
        found |= by_game(accepted(record))
    assert len(found) == len(games)
    return found


def test_in_one_batch(games: list[GameRecord], alone: Rows) -> None:
    assert by_game(accepted(*games)) == alone


@pytest.mark.parametrize("seed", range(4))
def test_in_any_order_with_others_between(games: list[GameRecord], alone: Rows, seed: int) -> None:
    others = [stopped(id=f"good {at}") for at in range(3)]
    mixed = [*games, *BAD, *others]
    Random(seed).shuffle(mixed)
    answer = replayed(*mixed)
    found = by_game(answer)
    assert list(found) == [record.game_id for record in mixed if record not in BAD]
    assert {game_id: found[game_id] for game_id in alone} == alone
    assert rows(answer, "rejects", "game_id") == [record.game_id for record in mixed if record in BAD]


def test_refused_records_first_or_last(games: list[GameRecord], alone: Rows) -> None:
    assert by_game(replayed(*BAD, *games)) == alone
    assert by_game(replayed(*games, *BAD)) == alone


def test_in_batches_of_any_size(games: list[GameRecord], alone: Rows, monkeypatch: pytest.MonkeyPatch) -> None:
    from azul_analytics.replayer import batches

    for size in (1, 2, 3):
        monkeypatch.setattr("azul_analytics.replayer.batches", lambda items, size=size: batches(items, games=size))
        answer = replayed(*games[:2], *BAD, *games[2:])
        assert by_game(answer) == alone
        assert sorted(rows(answer, "rulesets", "ruleset")) == sorted({name for name, _ in CASES})


@pytest.mark.parametrize("ending", [".jsonl", ".jsonl.gz", ".jsonl.zst"])
def test_from_a_file(games: list[GameRecord], alone: Rows, tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"games{ending}"
    assert azul.write(games, file) == len(games)
    answer = accepted(*azul.read(file))
    assert by_game(answer) == alone
    assert rows(answer, "games", "log_file", "log_line") == [(str(file), line) for line in range(1, len(games) + 1)]


def test_from_a_database(games: list[GameRecord], alone: Rows, tmp_path: Path) -> None:
    azul.write([*games[:3], *games], tmp_path / "games.jsonl")
    azul.ingest_files([tmp_path / "games.jsonl"], tmp_path / "games.duckdb")
    with connect(tmp_path / "games.duckdb") as database:
        found: Rows = {}
        for table in TABLES:
            key = database.rows("select column_name from (describe from " + table + ")")
            keys = [name for (name,) in key if name not in ("log_file", "log_line")]
            for row in database.arrow(f"from {table}").select(keys).to_pylist():
                found.setdefault(row["game_id"], {name: [] for name in TABLES})[table].append(row)
    assert {game_id: normal(tables) for game_id, tables in found.items()} == {
        game_id: normal(tables) for game_id, tables in alone.items()
    }


def normal(tables: dict[str, list[dict[str, Any]]]) -> dict[str, list[str]]:
    """Rows as sorted texts: a table of a database has no order, and a moment has the zone of the session."""
    return {
        name: sorted(json.dumps(row, sort_keys=True, default=str) for row in found) for name, found in tables.items()
    }


@pytest.mark.parametrize("disable", ["0", "1"])
def test_compiled_and_not(games: list[GameRecord], tmp_path: Path, disable: str) -> None:
    """What this process says and what another one does, which compiles the rules or does not."""
    azul.write([*games[:2], *BAD, *games[2:]], tmp_path / "games.jsonl")
    compiled, found, rejects = said(tmp_path / "games.jsonl", disable)
    assert compiled == (disable == "0")
    answer = replayed(*azul.read(tmp_path / "games.jsonl"))
    assert found == json.loads(json.dumps(by_game(answer), default=str))
    assert rejects == json.loads(json.dumps(rows(answer, "rejects"), default=str))
    assert len(rejects) == len(BAD)


def said(file: Path, disable: str) -> Sequence[Any]:
    path = os.pathsep.join([str(HERE), str(HERE.parent), os.environ.get("PYTHONPATH", "")])
    environment = os.environ | {"NUMBA_DISABLE_JIT": disable, "PYTHONPATH": path}
    ran = subprocess.run(
        [sys.executable, "-c", SAY, str(file)], env=environment, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    return list(json.loads(ran.stdout))
