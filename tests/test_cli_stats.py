"""`azul stats` and `azul explain` on a database of hand-made games."""

import csv
import io
import json
from datetime import UTC, datetime

import pytest
from click.testing import CliRunner
from hand_made import add_game

from azul_analytics.cli import main
from azul_analytics.database import connect
from azul_analytics.errors import AzulError


@pytest.fixture(scope="module")
def db(tmp_path_factory):
    path = tmp_path_factory.mktemp("stats") / "games.duckdb"
    with connect(path, create=True) as database:
        for number in range(4):
            played_at = datetime(2026, 1, 1 + number, tzinfo=UTC)
            add_game(database, [50 + number, 40], game=str(number), played_at=played_at, players=["Ada", "李"])
        add_game(database, [10, 0, 5], game="three", players=["Ada", "Bo", "Cy"], source="bar")
        add_game(database, [30, 20], game="stopped", ended_by="abandoned", players=["Bo", "Cy"])
        greedy = [{"policy": "greedy"}] * 4
        add_game(database, [9, 8, 7, 6], game="bots", players=["Ada", "Bo", "Cy", "Di"], parts=greedy, bots=[True] * 4)
    return path


def answered(*arguments):
    done = CliRunner().invoke(main, list(map(str, arguments)), standalone_mode=False, catch_exceptions=False)
    return done.stdout


@pytest.mark.parametrize(
    ("filters", "games"),
    [
        ([], {2: 4, 3: 1, 4: 1}),
        (["--policy", "greedy"], {4: 1}),
        (["--players", "2"], {2: 4}),
        (["--players", "2", "--players", "3"], {2: 4, 3: 1}),
        (["--source", "bar"], {3: 1}),
        (["--player", "李"], {2: 4}),
        (["--player", "Bo"], {3: 1, 4: 1}),
        (["--player", "Bo", "--stopped-too"], {2: 1, 3: 1, 4: 1}),
        (["--since", "2026-01-02", "--until", "2026-01-04"], {2: 2}),
    ],
)
def test_filters_let_in_what_they_name(db, filters, games):
    rows = csv.DictReader(io.StringIO(answered("stats", "game_length", db, *filters, "--format", "csv")))
    assert {int(row["player_count"]): int(row["games"]) for row in rows} == games


def test_less_confidence_is_a_narrower_interval(db):
    widths = [
        [row["high"] - row["low"] for row in json.loads(answered("stats", "scores", db, *given, "--format", "json"))
         if row["low"] is not None and row["player_count"] == 2]
        for given in (["--confidence", "0.5"], [], ["--confidence", "0.99"])
    ]  # fmt: skip
    assert all(low < middle < high for low, middle, high in zip(*widths, strict=True))


def test_explain_says_query_counts_method_and_games(db):
    text = answered("explain", "scores", db, "--players", "2")
    for said in (
        "How many points does a seat end with", "Student's t", "2 players; finished games",
        "create or replace temp table games_in_question", "avg(score) as score", "club/0", "club.jsonl", "deals",
    ):  # fmt: skip
        assert said in text
    assert "bar/three" not in text


@pytest.mark.parametrize(
    ("filters", "said"),
    [
        (["--ruleset", "gray"], "No game has the ruleset 'gray'; there are 'standard'."),
        (["--ruleset", "standard", "--ruleset", "gray"], "No game has the ruleset 'gray'; there are 'standard'."),
        (["--players", "5"], "No game has the number of players 5; there are 2, 3, 4."),
        (["--source", ""], "No game has the source ''; there are 'bar', 'club'."),
        (["--player", "Zoe"], "No game has the player 'Zoe'; there are 'Ada', 'Bo', 'Cy', 'Di', '李'."),
        (["--player", "greedy"], "No game has the player 'greedy', which is a policy (--policy); there are 'Ada', "),
        (["--policy", "Ada"], "No game has the policy 'Ada', which is a player (--player); there are 'greedy'."),
        (["--policy", "deep"], "No game has the policy 'deep'; there are 'greedy'."),
        (["--policy", "x" * 99], f"No game has the policy '{'x' * 76}...; there are 'greedy'."),
        (["--players", "-2"], "A number of players is 1 or more."),
        (["--since", "2026-02-01", "--until", "2026-01-01"], "Nothing lies between 2026-02-01 00:00 and 2026-01-01"),
        (["--confidence", "0.9999999999999999"], "A confidence of 0.9999999999999999 is not between 0 and 1"),
    ],
)
def test_a_filter_that_lets_no_game_in_is_wrong_use(db, filters, said):
    with pytest.raises(AzulError) as error:
        answered("stats", "scores", db, *filters)
    assert str(error.value).startswith(said)


def test_an_empty_database_takes_any_filter(tmp_path):
    with connect(tmp_path / "empty.duckdb", create=True):
        pass
    assert answered("stats", "scores", tmp_path / "empty.duckdb", "--ruleset", "gray").count("\n") == 1
