"""`azul compare`: its answer, its limits, and Ctrl-C."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from interrupting import interrupt_play

from azul_analytics.cli import main
from azul_analytics.cli.experiments import _lacking
from azul_analytics.database import connect
from azul_analytics.studies.compare import Look
from azul_analytics.studies.metrics import questions


def azul(*words: str | Path) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words], prog_name="azul")


COMPARE = ("compare", "standard", "gray", "--metric", "score", "--metric", "same-seat-wins", "--format", "json")


def test_compare_answers_a_row_a_metric_and_keeps_games_and_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("azul_analytics.studies.compare._BATCH_SECONDS", math.inf)  # however long compiling takes
    db = tmp_path / "games.duckdb"
    done = azul(*COMPARE, "--limit", "8", "--policy", "random", "--db", db)
    assert done.exit_code == 0
    rows = json.loads(done.stdout)
    assert [(row["metric"], row["margin"], row["blocks"]) for row in rows] == [
        ("score", 1, 8),
        ("same_seat_wins", 0.02, 8),
    ]
    assert (rows[0]["low"], rows[0]["verdict"]) == (None, "undecided")  # points have no interval from so few
    assert -1 < rows[1]["low"] < rows[1]["high"] < 1
    no_interval, said = done.stderr.splitlines(keepends=True)
    more = re.fullmatch(
        r"No interval yet of score \(about (\d+) blocks more\): one of points or counts takes 100 blocks and more, "
        r"until no block makes up more than a 20th of the spread \(of the sum of squares\)\.\n",
        no_interval,
    )
    assert more is not None
    assert rows[0]["more_blocks"] >= int(more[1]) >= 92
    assert said == (
        "First: standard; second: gray; 8 blocks, 32 games of 2 players by random. "
        "All intervals hold at all looks together at 95 %.\n"
    )
    with connect(db) as database:
        assert database.rows("select count(*) from games") == [(32,)]
        assert database.rows("select distinct blocks from looks order by 1") == [(4,), (8,)]
    again = azul(*COMPARE, "--limit", "8", "--policy", "random", "--db", db)
    assert again.stdout == done.stdout
    assert azul("verify", db).exit_code == 0


def _lacking_score(spread: float, start: float) -> str:
    score, turns = questions(["score", "turns"])
    looks = [
        Look(score, 120, 120, 50, 52, spread, -math.inf, math.inf, start),
        Look(turns, 120, 120, 50, 52, 2, 0.5, 3.5, 100),
    ]
    (line,) = _lacking(looks)
    return line


def test_why_there_is_no_interval_is_said_as_it_is() -> None:
    assert _lacking_score(8, 157.3).startswith(
        "No interval yet of score (about 38 blocks more): one of points or counts"
    )
    assert _lacking_score(8, math.inf) == (
        "No interval yet of score: a few blocks, far from the others, make up most of the spread; how many more it "
        "takes is not known."
    )
    assert _lacking_score(0, math.inf) == "No interval of score: all blocks differ by the same."


def test_rulesets_that_are_dealt_differently_share_no_deals(tmp_path: Path) -> None:
    other = tmp_path / "six.toml"
    other.write_text('name = "six"\nextends = "standard"\nfactories = { 2 = 6 }\n', encoding="utf-8")
    done = azul("compare", "standard", other, "--metric", "stopped", "--policy", "random", "--limit", "2")
    assert "Bags or factories differ, and with them the deals" in done.stderr


def test_policies_may_differ_from_seat_to_seat() -> None:
    done = azul(*COMPARE, "--limit", "2", "--policy", "random", "--policy", "greedy")
    assert done.exit_code == 0
    assert "8 games of 2 players by random, greedy." in done.stderr


def test_an_interrupt_gives_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("azul_analytics.studies.compare._BATCH_SECONDS", math.inf)  # however long compiling takes
    interrupt_play(monkeypatch, 50)
    done = azul(*COMPARE, "--policy", "random")
    assert done.exit_code == 0
    assert [row["blocks"] for row in json.loads(done.stdout)] == [4, 4]


def test_an_interrupt_before_the_first_look_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt_play(monkeypatch, 3)
    done = azul(*COMPARE)
    assert (done.exit_code, done.stdout) == (130, "")
    assert done.stderr == "azul: stopped before the first look; nothing is known.\n"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--budget", "0s"), "'0s' is no time, such as 30m, 1h30m or 90s."),
        (("--budget", "9" * 400 + "h"), f"'{'9' * 76}... is no time, such as 30m, 1h30m or 90s."),
        (("--budget", "soon"), "'soon' is no time, such as 30m, 1h30m or 90s."),
        (("--metric", "scores"), "There is no metric 'scores'"),
        (("--margin", "-1"), "it must be above 0."),
        (("--players", "7"), "does not seat 7 players"),
    ],
)
def test_wrong_use_is_one_line(words: tuple[str, ...], says: str) -> None:
    done = azul("compare", "standard", "gray", "--metric", "score", *words)
    assert (done.exit_code, done.stdout) == (2, "")
    assert says in done.stderr


@pytest.mark.parametrize("difference", ["0", "nan", "inf"])
def test_a_difference_that_is_none_is_refused_before_a_pilot(difference: str) -> None:
    done = azul("power", "standard", "gray", "--metric", "score", "--difference", difference)
    assert (done.exit_code, done.stdout) == (2, "")
    assert f"A difference of {difference} in score: it must be a number but 0." in done.stderr


def test_a_difference_of_shares_is_smaller_than_1() -> None:
    done = azul("power", "standard", "gray", "--metric", "opening_win_share", "--difference", "5")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "it must be a number but 0 between -1 and 1." in done.stderr


def test_power_says_what_each_claim_takes_and_what_the_pilot_cannot_say(tmp_path: Path) -> None:
    db = tmp_path / "pilot.duckdb"
    asked = (
        "power",
        "standard",
        "gray",
        "--metric",
        "score",
        "--metric",
        "stopped",
        "--margin",
        "score=2",
        "--power",
        "0.8",
    )
    done = azul(*asked, "--pilot", "40", "--format", "json", "--db", db)
    assert done.exit_code == 0
    larger, within = json.loads(done.stdout)
    assert (larger["to_show"], within["to_show"]) == ("+2", "within 2")
    for row in (larger, within):
        assert (row["metric"], row["games"]) == ("score", 4 * row["enough"])
        assert row["expected"] < row["enough"]
    assert done.stderr == (
        "Of stopped a pilot of 40 blocks cannot say all: it is too small, few of them make up most of the spread, "
        "none differs as much as asked or as a share can, or it takes more than 100,000 blocks.\n"
    )
    of_score = ("power", "standard", "gray", "--metric", "score", "--margin", "2", "--power", "0.8")
    other = json.loads(azul(*of_score, "--difference", "-4", "--pilot", "40", "--format", "json", "--db", db).stdout)
    assert [row["to_show"] for row in other] == ["within 2", "-4"]
    assert other[1]["fixed"] < larger["fixed"] / 2  # twice as far: about a quarter, from other spreads
    assert other[1]["seconds"] is None  # nothing was played
