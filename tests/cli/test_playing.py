"""`azul simulate` and `azul tournament`: where games go, and what is said when they cannot be played."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from azul_analytics.cli import main
from azul_analytics.database import connect
from azul_analytics.logs import read
from azul_analytics.records import GameRecord

OWN = "def choose(position, drafts, random):\n    return drafts[0]\n"


def azul(*words: str | Path) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words], prog_name="azul")


def test_games_of_several_policies_go_into_a_log_or_a_database(tmp_path: Path) -> None:
    mine, log, db = tmp_path / "mine.py", tmp_path / "a.jsonl", tmp_path / "a.duckdb"
    mine.write_text(OWN)
    asked = ["simulate", "--games=4", f"--policy={mine}:choose", "--policy=random", "--rotate", "--round-limit=1"]
    done = azul(*asked, "--experiment", "trial", "-o", log)
    assert (done.exit_code, done.stdout, done.stderr) == (0, f"4 simulated games are in {log}.\n", "")
    games = [game for game in read(log) if isinstance(game, GameRecord)]
    assert [(game.experiment, game.block) for game in games] == [("trial", block) for block in "0011"]
    done = azul(*asked, "--experiment", "trial", "--db", db)
    assert done.stdout.startswith(f"4 games stored in {db} in ")
    with connect(db) as database:
        assert database.rows("select id, block from games order by id") == [(one.id, one.block) for one in games]
    done = azul(*asked, "--experiment", "trial", "--db", db)
    assert done.stdout.endswith(", 4 were there already.\n")


def test_games_of_ones_own_ruleset_are_stored_under_it(tmp_path: Path) -> None:
    own, db = tmp_path / "own.toml", tmp_path / "a.duckdb"
    own.write_text('name = "short"\ndescription = "one round"\nend_rounds = 1\n')
    assert azul("simulate", "--games=2", f"--ruleset={own}", "--db", db).exit_code == 0
    with connect(db) as database:
        assert database.rows("select ruleset, rounds from games") == [("short", 1)] * 2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--games 1", "Say where the games go: -o FILE for a log, or --db DB for a database."),
        ("--games 1 -o a.jsonl --db a.duckdb", "Say where the games go: -o FILE for a log, or --db DB for a database."),
        ("--games 1 --policy greedy --policy random --policy random -o a.jsonl", "3 policies are given for 2 players;"),
        ("--games 1 --policy none.py:choose -o a.jsonl", "none.py cannot be read: No such file or directory."),
        ("--games 1 --policy mine.py:other -o a.jsonl", "mine.py has no function other; it has choose."),
        ("--games 1 --policy mine.py:choose -o a.jsonl", "raised ZeroDivisionError('division by zero') in line 2"),
        ("--games 1 --policy mine.py:choose --db a.duckdb", "raised ZeroDivisionError('division by zero') in line 2"),
        ("--games 1 -o .", ". is a folder; name a file to write to."),
        ("--games 1 --db mine.py", "mine.py is no DuckDB file."),
        ("--games 3 --rotate --db a.duckdb", "3 games are no whole number of blocks; take 2 or 4."),
        ("--games 1 --players 3 --rotate -o a.jsonl", "1 games are no whole number of blocks; take 3."),
        ("--games 1 --db none/a.duckdb", "There is no folder none to put a.duckdb in."),
    ],
)
def test_what_cannot_be_played_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(OWN.replace("drafts[0]", "1 / 0"))
    done = azul("simulate", *words.split())
    assert done.exit_code == 2
    assert done.stdout == ""
    assert message in done.stderr
    assert done.stderr.startswith("azul: ")
    assert done.stderr.count("\n") == 1
    assert {path.name for path in tmp_path.iterdir()} <= {"mine.py", "a.duckdb"}


def test_a_tournament_answers_with_ratings_or_pairs(tmp_path: Path) -> None:
    asked = ["tournament", "--policy=random", "--policy=greedy", "--blocks=3", f"--db={tmp_path / 'a.duckdb'}"]
    rated = json.loads(azul(*asked, "--format=json").stdout)
    assert [(one["policy"], one["rank"], one["games"], one["units"]) for one in rated] == [
        ("greedy", 1, 6, 3),
        ("random", 2, 6, 3),
    ]
    won = list(csv.DictReader(io.StringIO(azul(*asked, "--pairs", "--format=csv").stdout)))
    assert [(one["policy"], one["opponent"], float(one["win_share"])) for one in won] == [
        ("greedy", "random", 1.0),
        ("random", "greedy", 0.0),
    ]
