"""Claims that circulate: verdicts on hand-made games, and the script that plays, tests and prints."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import pytest
from hand_made import add_game, add_rows

from azul_analytics.database import Database, connect
from azul_analytics.errors import AzulError
from azul_analytics.reporting.sections.circulating import sentence
from azul_analytics.statistics.first_player import TOO_FEW
from azul_analytics.studies.claims import (
    DOES_NOT,
    HOLDS,
    UNDECIDED,
    advantage_and_strength,
    columns_and_colors,
    play,
    second_seat,
    verdicts,
)

REPORTS = Path(__file__).parents[2] / "reports"


# a policy is stored by its whole name, here search:100, and may be asked for by a shorter one
def add_games(database: Database, policy: str, scores: list[int], times: int, **bonuses: int) -> None:
    """So many alike games between two copies of a policy; seat 0 opens, and has the bonuses."""
    ((number,),) = database.rows("select count(*) from games")
    bots = [{"policy": policy, "bot": True}] * 2
    game = add_game(database, scores, game=f"from {number}", source="simulated", parts=bots)
    add_rows(
        database, "bonuses", game, [{"kind": kind, "which": "1", "points": points} for kind, points in bonuses.items()]
    )
    for table in ("games", "seats", "bonuses"):
        database.rows(
            f"insert into {table} select {table}.* replace (game_id || '-' || n as game_id) from {table}, "
            "range(1, $times) as numbers(n) where game_id = $game",
            {"times": times, "game": game},
        )


@pytest.mark.parametrize(
    ("won", "lost", "verdict"),
    [
        (69, 31, UNDECIDED),  # Wilson's interval of 69 of 100 is 17.85 points wide, so that it takes 219 games more
        (276, 124, HOLDS),  # that of 276 of 400 is 9 points wide
        (40, 60, DOES_NOT),  # and that of 40 of 100 ends below 0.51
        (7, 2, TOO_FEW),
        (1, 8, TOO_FEW),  # though the interval ends at 0.44
        (1, 9, DOES_NOT),
    ],
)
def test_the_second_seat(won: int, lost: int, verdict: str, database: Database) -> None:
    add_games(database, "search:100", [10, 20], won)
    add_games(database, "search:100", [20, 10], lost)
    found = second_seat(database, "search")
    assert (found.games, found.estimate, found.verdict) == (
        won + lost,
        pytest.approx(100 * won / (won + lost)),
        verdict,
    )
    assert found.more == (219 if verdict == UNDECIDED else 0)


def test_columns_and_colors_of_winners(database: Database) -> None:
    add_games(database, "search:100", [20, 10], 9, column=7)
    add_games(database, "search:100", [20, 10], 3, color=10)
    add_games(database, "greedy", [20, 10], 3, color=10)  # another policy
    found = columns_and_colors(database, "search")
    # nine times 7 and three times -10: mean 2.75, variance 59.11, error 2.2195, t of 11 degrees 2.201
    assert (found.estimate, found.low, found.high) == pytest.approx((2.75, -2.135, 7.635), abs=0.001)
    assert (found.games, found.verdict) == (12, UNDECIDED)
    assert found.more == 26  # the interval is 4.885 / 2.75 times as wide as would do: 12 * 1.776^2 games
    assert sentence(found).endswith(" About 26 games more of each bot would decide it, if it is as it looks.")
    assert found.details == (("columns", "5.25"), ("colors", "2.50"))
    add_games(database, "search:100", [10, 20], 30, color=10)  # of the loser
    assert columns_and_colors(database, "search").estimate == pytest.approx(33 / 42)
    add_games(database, "search:100", [20, 10], 60, column=7)
    assert columns_and_colors(database, "search").verdict == HOLDS


def test_the_advantage_over_a_ladder(database: Database) -> None:
    ladder = ("random", "greedy", "careful")
    for policy, won in zip(ladder, (50, 60, 70), strict=True):
        add_games(database, policy, [20, 10], won)
        add_games(database, policy, [10, 20], 100 - won)
    found = advantage_and_strength(database, ladder)
    # the ends decide: (0.7 - 0.5) / 2; their variances 0.2525 and 0.2121, error sqrt(0.4646 / 100) / 2 = 0.0341
    assert (found.estimate, found.low, found.high) == pytest.approx((10, 3.32, 16.68), abs=0.01)
    assert (found.games, found.verdict) == (300, HOLDS)
    assert found.details == (  # with Wilson's intervals
        ("random", "50.0 % [40.4, 59.6]"),
        ("greedy", "60.0 % [50.2, 69.1]"),
        ("careful", "70.0 % [60.4, 78.1]"),
    )
    assert advantage_and_strength(database, ladder[::-1]).verdict == DOES_NOT
    assert advantage_and_strength(database, ("random", "search:7")).games == 0


def test_too_few_games_are_named_whatever_their_interval(database: Database) -> None:
    add_games(database, "search:100", [20, 10], 3, column=7)
    add_games(database, "search:100", [20, 10], 2, column=2)
    found = columns_and_colors(database, "search")
    # mean 5, variance 7.5, error sqrt(1.5), t of 4 degrees 2.776
    assert (found.low, found.high, found.verdict) == (
        pytest.approx(1.600, abs=0.001),
        pytest.approx(8.400, abs=0.001),
        TOO_FEW,
    )
    assert sentence(found) == (
        "Too few games: 5.00 (1.60 to 8.40) points (columns 5.00, colors 0.00), in 5 games of standard rules, 2 seats, "
        "two copies of search. A verdict needs at least 10 games of each bot."
    )
    add_games(database, "search:100", [20, 10], 5, column=2)
    assert columns_and_colors(database, "search").verdict == HOLDS


def test_too_few_games_of_one_rung_are_too_few_for_a_trend(database: Database) -> None:
    for policy, won, lost in (("random", 1, 8), ("greedy", 90, 10)):
        add_games(database, policy, [20, 10], won)
        add_games(database, policy, [10, 20], lost)
    found = advantage_and_strength(database, ("random", "greedy"))
    assert found.low > 0
    assert (found.games, found.verdict) == (109, TOO_FEW)
    add_games(database, "random", [10, 20], 1)
    assert advantage_and_strength(database, ("random", "greedy")).verdict == HOLDS


def test_one_rung_has_no_trend(database: Database) -> None:
    add_games(database, "search:100", [20, 10], 20)
    found = advantage_and_strength(database, ("search",))
    assert (found.games, found.verdict) == (0, UNDECIDED)
    assert sentence(found).startswith("Undecided: a trend needs at least two rungs (")


def test_without_games_of_the_bot_nothing_is_said(database: Database) -> None:
    add_games(database, "greedy", [20, 10], 1)
    assert [(one.games, one.verdict) for one in verdicts(database, ("greedy", "careful"))] == [(0, UNDECIDED)] * 3


def test_an_unknown_policy_is_a_sentence_before_anything_is_played(tmp_path: Path) -> None:
    with pytest.raises(AzulError, match="There is no policy 'strongest'"):
        list(play(tmp_path / "claims.duckdb", ("random", "strongest"), 10))
    assert not (tmp_path / "claims.duckdb").exists()


def test_the_script_plays_tests_and_prints(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    db, pdf = tmp_path / "claims.duckdb", tmp_path / "claims.pdf"
    words = [str(db), "--policy", "random", "--policy", "greedy", "--games", "24", "-o", str(pdf)]
    monkeypatch.setattr(sys, "argv", ["claims.py", *words])
    runpy.run_path(str(REPORTS / "claims.py"), run_name="__main__")
    said = capsys.readouterr()
    assert said.err.startswith("24 games between copies of random are in ")
    assert said.out.count("games of standard rules, 2 seats, two copies of") == 3
    assert pdf.read_bytes().startswith(b"%PDF")
    with connect(db) as database:
        assert database.rows("select policy, count(*) from seats group by all order by all") == [
            ("greedy", 48),
            ("random", 48),
        ]


def test_the_script_for_a_variant_plays_and_prints(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    variant, db, pdf = tmp_path / "free.toml", tmp_path / "games.duckdb", tmp_path / "variant.pdf"
    variant.write_text('name = "free"\nmarker = "cost"\nmarker_points = 0\n', encoding="utf-8")
    monkeypatch.setattr(sys, "argv", ["variant.py", str(variant), str(db), "--blocks", "12", "-o", str(pdf)])
    runpy.run_path(str(REPORTS / "variant.py"), run_name="__main__")
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in lines][:2] == ["opening_win_share", "same_seat_wins"]
    assert all(line.endswith("12 blocks") for line in lines)
    assert pdf.read_bytes().startswith(b"%PDF")


RANDOM = ("--policy", "random")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("claims", "x.duckdb", "--policy", "none"), "There is no policy 'none'"),
        (("claims", "x.duckdb", *RANDOM, *RANDOM), "random is twice on the ladder;"),
        (("claims", "x.duckdb", "--policy", "search", "--policy", "search:100"), "search:100 is twice on the ladder;"),
        (("claims", "x.duckdb", *RANDOM, "--games", "0"), "The number of games is 0; it must be at least 1."),
        (("claims", "x.duckdb", *RANDOM, "--games", "-3"), "The number of games is -3; it must be at least 1."),
        (("claims", "x.duckdb", *RANDOM, "-o", "none/x.pdf"), "There is no folder none to put x.pdf in."),
        (("claims", "x.duckdb", *RANDOM, "-o", "."), ". is a folder; name a file to write to."),
        (("variant", "standard", "x.duckdb"), "are the same ruleset"),
        (("variant", "gray", "x.duckdb", "--blocks", "0"), "--blocks is 0; it must be at least 1."),
        (("variant", "gray", "x.duckdb", "--blocks", "-3"), "--blocks is -3; it must be at least 1."),
        (("variant", "gray", "x.duckdb", "-o", "none/x.pdf"), "There is no folder none to put x.pdf in."),
        (("variant", "gray", "x.duckdb", "-o", "."), ". is a folder; name a file to write to."),
        (("balance", "x.duckdb"), "There is no database x.duckdb"),
        (("first_look", "x.duckdb"), "There is no database x.duckdb"),
        (("game", "x.duckdb", "club/17"), "There is no database x.duckdb"),
        (("player", "x.duckdb", "Ana"), "There is no database x.duckdb"),
        (("strategy", "x.duckdb"), "There is no database x.duckdb"),
    ],
)
def test_wrong_use_of_a_script_is_one_line_before_anything_is_played(
    words: tuple[str, ...],
    says: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", list(words))
    with pytest.raises(SystemExit) as stopped:
        runpy.run_path(str(REPORTS / f"{words[0]}.py"), run_name="__main__")
    said = capsys.readouterr()
    assert (stopped.value.code, said.out, said.err.count("\n")) == (2, "", 1)
    assert says in said.err
    assert list(tmp_path.iterdir()) == []
