"""`azul score`: one board, a stored round, and a whole table at the keyboard."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import azul_analytics as azul
from azul_analytics.cli import main
from azul_analytics.database import connect
from azul_analytics.ingest import append
from azul_analytics.replayer import replay_batch
from azul_analytics.rules.ruleset import load_ruleset
from azul_analytics.simulate import simulate_games

STANDARD = load_ruleset("standard")


def score(*words: str | Path, typed: str = "") -> Result:
    """Runs `azul score ...` in this process."""
    return CliRunner().invoke(main, ["score", *(str(word) for word in words)], prog_name="azul", input=typed)


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two simulated games of the free wall; tests only read them."""
    path = tmp_path_factory.mktemp("score") / "gray.duckdb"
    games = list(simulate_games(load_ruleset("gray"), players=2, games=2, policy="greedy", seed=4))
    with connect(path, create=True) as database:
        append(database, replay_batch(games, {}, {}))
    return path


def test_a_board_is_scored_with_runs_floor_bonuses_and_total() -> None:
    # (2,3): three across; (3,4): one across, (2,4) above. Two tiles and the marker cost 4.
    done = score("--wall", "12 21 24 25 42 54 55", "--place", "23 34", "--floor", "2m", "--score", "12")
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "wall afterwards: .Y.../T.YRK/...Y./.K.../...TB",
        "line  column  color   horizontal  vertical  multiplier  points",
        "   2       3  yellow           3         1           1       3",
        "   3       4  yellow           1         2           1       2",
        "tiles +5",
        "floor -4 (spaces occupied: 3, the marker)",
        "score 12 -> 13",
        "complete lines: none",
        "complete columns: none",
        "complete colors: none",
        "total if the game ended here: 13",
    ]


def test_as_json_a_board_has_the_fields_of_the_function() -> None:
    done = score("--wall", "11 12 13 14", "--place", "15", "--floor", "3", "--format", "json")
    answer = json.loads(done.stdout)
    played = azul.score("11 12 13 14", "15", floor=3)
    assert set(answer) == set(vars(played))
    assert (answer["tile_points"], answer["floor_points"], answer["bonus_points"], answer["total"]) == (5, -4, 2, 3)
    assert answer["bonuses"] == [{"kind": "line", "which": "1", "points": 2}]


def test_a_stored_round_is_scored_as_it_was_played(db: Path) -> None:
    done = score("--db", db, "--game", "simulated/gray-2p-greedy-seed4-0", "--round", "3", "--format", "json")
    assert done.exit_code == 0
    with connect(db) as database:
        stored = database.rows(
            "select 'seat ' || seat || ', ' || player, score_before, floors.tile_points, floors.floor_points, "
            "score_after from floors join seats using (game_id, seat) where game_id like '%-0' and round = 3 "
            "order by seat"
        )
    keys = ("who", "score_before", "tile_points", "floor_points", "score_after")
    assert [tuple(one[key] for key in keys) for one in json.loads(done.stdout)] == stored


def test_other_tiles_and_another_ruleset_on_a_stored_wall(db: Path) -> None:
    where = (
        "--db",
        db,
        "--game",
        "simulated/gray-2p-greedy-seed4-1",
        "--round",
        "1",
        "--seat",
        "1",
        "--format",
        "json",
    )
    # on the empty wall of round 1, black alone on (1,4): 1 point, and 2 where that space doubles
    for ruleset, points in ((), 1), (("--ruleset", "crystal_1"), 2):
        answer = json.loads(score(*where, "--place", "14K", "--floor", "0", *ruleset).stdout)
        assert (answer["tile_points"], answer["floor_points"]) == (points, 0)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--place", "26"], "'26' is not understood; expected line and column"),
        (["--wall", "11Y"], "The yellow tile of line 1 cannot go to column 1: that space is for blue."),
        (["--ruleset", "gary"], "There is no ruleset 'gary'"),
        (["--game", "a/b"], "A stored round needs --db, --game and --round."),
        (["--seat", "1"], "A stored round needs --db, --game and --round."),
        (["--players", "Ana,Beto"], "--players needs --interactive."),
        (["--interactive", "--wall", "11"], "--interactive takes --players, --ruleset and --format only."),
        (["--interactive", "--players", "Ana"], "The ruleset standard seats 2, 3, 4 players, not 1."),
        (["--db", "DB", "--game", "a/b", "--round", "1"], "There is no game a/b in "),
        (
            ["--db", "DB", "--game", "GAME", "--round", "99"],
            "The game simulated/gray-2p-greedy-seed4-0 has no scored round 99",
        ),
        (
            ["--db", "DB", "--game", "GAME", "--round", "1", "--seat", "2"],
            "The game simulated/gray-2p-greedy-seed4-0 has no seat 2",
        ),
        (["--db", "DB", "--game", "GAME", "--round", "1", "--place", ""], "--place and --floor need --seat"),
        (
            ["--db", "DB", "--game", "GAME", "--round", "1", "--wall", "11B"],
            "Of a stored game, wall and score are its own.",
        ),
    ],
)
def test_wrong_use_is_one_line(words: list[str], sentence: str, db: Path) -> None:
    names = {"DB": str(db), "GAME": "simulated/gray-2p-greedy-seed4-0"}
    done = score(*(names.get(word, word) for word in words))
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith(f"azul: {sentence}")
    assert done.stderr.count("\n") == 1


# --- a table ---

# Ana completes line 1 in five rounds and has the marker in the first; Beto places nothing.
GAME = "11\nm\n\n\n" + "".join(f"1{column}\n\n\n\n" for column in range(2, 6))


def test_a_table_is_asked_until_the_rules_end_the_game() -> None:
    done = score("--interactive", "--players", "Ana, Beto", "--format", "json", typed=GAME)
    assert done.exit_code == 0
    answer = json.loads(done.stdout)
    assert answer["ended_by"] == "line"
    # 1 for the first tile and -1 for the marker, then runs of 2, 3, 4 and 5; the line brings 2
    assert answer["players"] == [
        {"player": "Ana", "score": 14, "bonus_points": 2, "total": 16, "place": 1},
        {"player": "Beto", "score": 0, "bonus_points": 0, "total": 0, "place": 2},
    ]
    assert [len(scored) for scored in answer["rounds"]] == [2] * 5
    questions = [line for line in done.stderr.splitlines() if line.startswith("Round 1, ")]
    assert questions == [
        "Round 1, Ana, tiles: ",
        "Round 1, Ana, floor: ",
        "Round 1, Beto, tiles: ",
        "Round 1, Beto, floor: ",
    ]


def test_names_are_asked_for_too_and_the_answer_can_be_a_table() -> None:
    done = score("--interactive", typed="Ana,Beto\n" + GAME)
    assert "Players, divided by commas: " in done.stderr
    assert done.stdout.endswith(
        "\nThe game ends by line.\n"
        "player  score  bonus_points  total  place\n"
        "Ana        14             2     16      1\n"
        "Beto        0             0      0      2\n"
    )
    assert "Round 1, Ana\nwall afterwards: B..../" in done.stdout


def test_what_is_not_understood_is_asked_again() -> None:
    wrong = "99\n11Y\n11\nfive\n1\nm\n11\n1m\n3m\n0\nend\n"
    # the tiles of Beto: `m` is none; his floor: `five` and a second marker are none
    done = score("--interactive", "--players", "Ana,Beto", "--format", "json", typed=wrong)
    asked = done.stderr
    assert "'99' is not understood" in asked
    assert "that space is for blue. Again, please." in asked
    assert "The floor 'five' is not understood" in asked
    assert "'M' is not understood" in asked
    answer = json.loads(done.stdout)
    assert answer["ended_by"] == "agreement"
    assert [one["spaces"] for one in answer["rounds"][0]] == [1, 2]


def test_undo_takes_the_last_answer_back_through_rounds_and_seats() -> None:
    typed = "11\n0\n21\n0\nundo\n3\nundo\nundo\n21 32\n0\nend\n"
    answer = json.loads(score("--interactive", "--players", "Ana,Beto", "--format", "json", typed=typed).stdout)
    beto = answer["rounds"][0][1]
    assert (beto["tile_points"], beto["floor_points"], beto["wall"]) == (2, 0, "...../T..../.T.../...../.....")
    nothing = score("--interactive", "--players", "Ana,Beto", "--format", "json", typed="undo\nundo\nquit\n")
    assert (nothing.exit_code, json.loads(nothing.stdout)["rounds"]) == (0, [])


def test_a_game_does_not_end_within_a_round() -> None:
    # Ana has scored, and Beto has told his tiles: end is refused until they are taken back.
    done = score("--interactive", "--players", "Ana,Beto", typed="11\n0\n\nend\nundo\nundo\nundo\nend\n")
    assert "Round 1 has begun (Ana, Beto): finish it, or undo it." in done.stderr
    assert "The game ends by agreement." in done.stdout
    left = score("--interactive", "--players", "Ana,Beto", typed="11\n0\nquit\n")
    assert "Round 1 counts for Ana only. The game is not over" in left.stdout


@pytest.mark.parametrize("last", ["", "quit\n"])
def test_a_table_that_is_left_says_how_it_stands(last: str) -> None:
    done = score("--interactive", "--players", "Ana,Beto", typed="11\n\n\n\n" + last)
    assert done.exit_code == 0
    assert "The game is not over; with the bonuses reached so far:" in done.stdout
    assert "Ana         1" in done.stdout


def test_a_question_mark_explains() -> None:
    assert "undo takes the last answer back" in score("--interactive", "--players", "A,B", typed="?\n").stderr
