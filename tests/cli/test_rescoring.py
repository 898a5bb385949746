"""`azul rescore`: the answer as tables and JSON, its sentences and its exit codes."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pandas as pd
import pytest
from azul_records import two_rounds
from click.testing import CliRunner, Result
from stored_games import games_of_all_kinds, store

from azul_analytics import rescore
from azul_analytics.cli import main
from azul_analytics.cli.rescore import _gains
from azul_analytics.database import connect


def azul(*words: str | Path) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words], prog_name="azul")


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A database of the game of golden/azul_log_rules_two_rounds and a ruleset that turns it: see test_rescore.py."""
    (tmp_path / "turned.toml").write_text('name = "turned"\nend_rounds = 2\nfloor = [0, 0, 0, 0, 0, 0, 30]')
    with connect(tmp_path / "games.duckdb", create=True) as database:
        store(database, two_rounds())
    return tmp_path


def test_the_answer_is_a_table_of_what_changes(games: Path) -> None:
    made = games / "made.duckdb"
    done = azul("rescore", games / "games.duckdb", "--ruleset", games / "turned.toml", "-o", made)
    assert done.exit_code == 0
    head, columns, winners, *seats = done.stdout.splitlines()
    assert head == "two_rounds, 2 players, recorded, 1 games:"
    assert columns.split("  ")[-1] == "95 % interval"
    assert winners.split() == ["winners", "changed,", "%", "1", "100.0"]
    same, empty = seats[-2:]
    assert same == "  In no game other: tile points, bonus points."
    assert empty == ""
    assert [line.split()[0] for line in seats[:-2]] == ["opening"] * 3 + ["2nd"] * 3
    assert done.stderr.splitlines()[0] == (
        f"1 games judged: 1 exact, 0 bounded, 0 impossible. The exact ones are in {made}."
    )
    assert done.stderr.splitlines()[1] == (
        "two_rounds, 2 players, recorded: other seats win 1 of 1 games, 100.0 %; no seat's win share is shown to "
        "change."
    )
    assert "selection" not in done.stderr
    assert "might have moved otherwise" in done.stderr


def test_where_no_game_is_exact_it_says_what_to_do_instead(games: Path) -> None:
    (games / "larger.toml").write_text('name = "larger"\nfactories = { 2 = 6 }')
    done = azul("rescore", games / "games.duckdb", "--ruleset", games / "larger.toml", "-o", games / "made.duckdb")
    assert done.exit_code == 0
    assert done.stderr.splitlines()[1:] == [
        "No game is exact, so there is nothing to compare; azul compare lets bots play both rulesets."
    ]


def test_all_and_csv_leave_nothing_out(games: Path) -> None:
    command = ["rescore", games / "games.duckdb", "--ruleset", games / "turned.toml", "-o", games / "made.duckdb"]
    labels, changes, _ = azul(*command, "--all").stdout.split("\n\n")
    assert labels.splitlines()[0] == "labels:"
    assert labels.splitlines()[2].split()[3:6] == ["exact", "1", "1"]
    assert changes.splitlines()[0] == "changes:"
    assert len(changes.splitlines()) == 2 + 1 + 5 * 2  # winners_changed, and five measures of two seats
    rows = list(csv.DictReader(io.StringIO(azul(*command, "--format", "csv").stdout)))
    assert len(rows) == 1 + 5 * 2
    assert [row["games_changed"] for row in rows if row["measure"] == "tile_points"] == ["0", "0"]


def test_one_object_of_json_also_when_nothing_is_new(games: Path) -> None:
    command = ["rescore", games / "games.duckdb", "--ruleset", games / "turned.toml", "-o", games / "made.duckdb"]
    first, second = azul(*command, "--format", "json"), azul(*command, "--format", "json")
    assert json.loads(first.stdout) == json.loads(second.stdout)
    answer = json.loads(second.stdout)
    assert [row["label"] for row in answer["labels"]] == ["exact"]
    assert answer["changes"][0]["measure"] == "winners_changed"
    assert (answer["changes"][0]["change"], answer["changes"][0]["low"]) == (1.0, None)
    assert second.stderr.startswith("1 games judged, 1 of them before: 1 exact")


def test_seats_that_gain_are_named() -> None:
    whole = {"ruleset_before": "standard", "ruleset_hash_before": "a", "player_count": 2, "kind": "recorded"}
    ends = {"games": 9, "games_changed": 1, "units": 9, "low": 0.01, "high": 0.2}
    frame = pd.DataFrame(
        [
            {**whole, **ends, "measure": "winners_changed", "seat_order": None, "change": 0.1},
            {**whole, **ends, "measure": "win_share", "seat_order": 0, "change": 0.1},
            {**whole, **ends, "measure": "win_share", "seat_order": 1, "change": -0.1, "low": -0.2, "high": -0.01},
        ]
    ).astype({"seat_order": "Int64"})
    assert list(_gains(frame)) == [
        "standard, 2 players, recorded: other seats win 1 of 9 games, 10.0 (1.0 to 20.0) %; win shares change: "
        "opening seat +10.0 (+1.0 to +20.0) points, 2nd seat -10.0 (-20.0 to -1.0) points."
    ]


def test_a_selection_is_called_one(tmp_path: Path) -> None:
    with connect(tmp_path / "games.duckdb", create=True) as database:
        store(database, *games_of_all_kinds())
    done = azul("rescore", tmp_path / "games.duckdb", "--ruleset", "gray", "-o", tmp_path / "made.duckdb")
    assert done.exit_code == 0
    assert "so that they are a selection of all." in done.stderr


def test_wrong_use_is_one_line(games: Path) -> None:
    db, made = games / "games.duckdb", games / "made.duckdb"
    for words, said in (
        ([games / "none.duckdb", "--ruleset", "gray", "-o", made], "There is no database"),
        ([db, "--ruleset", "grey", "-o", made], "There is no ruleset 'grey'"),
        ([db, "--ruleset", "gray", "-o", db], "is the database to rescore"),
        ([db, "--ruleset", "gray", "-o", made, "--confidence", "95"], "A confidence of 95.0 is not"),
        ([db, "--ruleset", "gray", "-o", games / "no" / "made.duckdb"], "There is no folder"),
    ):
        done = azul("rescore", *words)
        assert done.exit_code == 2
        assert said in done.stderr
        assert done.stderr.count("\n") == 1
    assert not made.exists()


def test_stopped_is_said(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(rescore, "rescore_games", stopped)
    made = games / "made.duckdb"
    done = azul("rescore", games / "games.duckdb", "--ruleset", "gray", "-o", made)
    assert done.exit_code == 130
    assert done.stderr == f"azul: stopped; whole batches are stored in {made}. The same command goes on.\n"
