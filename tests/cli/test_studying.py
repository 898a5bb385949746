"""`azul study`: what it says beforehand, how it ends, and what it refuses; and what its time is enough for."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from interrupting import interrupt_play

from azul_analytics.cli import main
from azul_analytics.cli.study import _able, _Clock
from azul_analytics.database import connect
from azul_analytics.studies.compare import Look
from azul_analytics.studies.metrics import questions
from azul_analytics.studies.study import Forecast


def azul(*words: str | Path) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words], prog_name="azul")


def _variant(folder: Path) -> Path:
    path = folder / "mild.toml"
    short = "end_rounds = 1\nend_complete_lines = 0\nround_limit = 1\nfactories = { 2 = 5 }\n"
    path.write_text(f'name = "mild"\nextends = "standard"\nfloor = [1, 0]\n{short}', encoding="utf-8")
    return path


STUDY_OPTIONS = ("--policy", "random", "--policy", "greedy", "--metric", "score", "--metric", "stopped")


def test_study_checks_plans_plays_and_reports(tmp_path: Path) -> None:
    pdf = tmp_path / "mild.pdf"
    done = azul("study", _variant(tmp_path), "--budget", "1s", "-o", pdf, *STUDY_OPTIONS)
    assert done.exit_code == 0
    assert done.stdout.splitlines()[0].split() == [
        "players", "metric", "first", "second", "difference", "low", "high", "margin", "verdict", "blocks",
        "more_blocks",
    ]  # fmt: skip
    assert done.stdout.endswith(f"The report is in {pdf}, the games in {tmp_path / 'mild.duckdb'}.\n")
    odd, *said = done.stderr.splitlines()
    assert odd.startswith("Odd in mild: floor: the first 1 spaces bring 1 points together")
    (start,) = (line for line in said if line.startswith("mild against standard: about "))
    assert "a pilot, play, and the report 15 s or more); 1 s are too few for a pilot and the report." in start
    at = said.index("After the pilot 0 s of play are left. By greedy they are about enough to show differences from")
    assert said[at + 1].split() == ["metric", "margin", "2", "players"]
    assert [line.split()[:2] for line in said[at + 3 : at + 5]] == [["score", "1"], ["stopped", "0.02"]]
    assert said[-1].startswith("It took ")
    assert pdf.read_bytes().startswith(b"%PDF")
    assert azul("verify", tmp_path / "mild.duckdb").exit_code == 0
    again = azul("study", _variant(tmp_path), "--budget", "1s", "-o", pdf, *STUDY_OPTIONS, "--seed", "1")
    assert_refused(again, "has another study, or this one with other settings; name another output.")


def test_an_interrupted_study_reports_what_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt_play(monkeypatch, 10)  # one block of four games, and then some
    pdf = tmp_path / "mild.pdf"
    done = azul("study", _variant(tmp_path), "--budget", "1h", "-o", pdf, *STUDY_OPTIONS)
    assert done.exit_code == 0
    assert pdf.exists()
    with connect(tmp_path / "mild.duckdb") as database:
        assert database.rows("select count(*) from games") == [(4,)]


def test_a_study_interrupted_before_it_knows_anything_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt_play(monkeypatch, 2)
    done = azul("study", _variant(tmp_path), "--budget", "1h", "-o", tmp_path / "mild.pdf", *STUDY_OPTIONS)
    assert done.exit_code == 130
    assert done.stderr.endswith("azul: stopped before the first look; nothing is known.\n")


def test_a_study_is_a_pdf_of_a_ruleset_that_can_be_played(tmp_path: Path) -> None:
    assert_refused(azul("study", "gray", "--budget", "1s", "-o", tmp_path / "x.txt"), "name a file that ends in .pdf")
    assert_refused(azul("study", "standard", "--budget", "1s", "-o", tmp_path / "x.pdf"), "are the same ruleset.")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("output", "says"),
    [
        ("none/x.pdf", "There is no folder none to put x.pdf in."),
        ("x.pdf", "x.pdf is a folder; name a file to write to."),
    ],
)
def test_a_study_looks_where_its_report_goes_before_it_says_or_plays_anything(
    output: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    variant = _variant(tmp_path)
    folder = tmp_path / "folder"
    (folder / "x.pdf").mkdir(parents=True)
    monkeypatch.chdir(folder)
    done = azul("study", variant, "--budget", "1s", "-o", output)
    assert (done.exit_code, done.stdout, done.stderr) == (2, "", f"azul: {says}\n")
    assert [one.name for one in folder.iterdir()] == ["x.pdf"]


def assert_refused(done: Result, says: str) -> None:
    assert done.exit_code == 2
    assert says in done.stderr.splitlines()[-1]


class _Played:
    games = 16_000


def test_the_report_is_in_the_budget_and_takes_longer_on_a_busy_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = _Clock(100, began=1000)
    monkeypatch.setattr("time.monotonic", lambda: 1040.0)
    monkeypatch.setattr("time.process_time", lambda: 80.0)  # two threads, all the time
    assert clock.left([_Played()]) == 100 - 40 - (15 + 16_000 / 8000)  # type: ignore[list-item]
    monkeypatch.setattr("time.process_time", lambda: 20.0)  # others had the processor half of the time
    assert clock.left([_Played()]) == 100 - 40 - 2 * (15 + 2)  # type: ignore[list-item]


@pytest.mark.parametrize(
    ("ends", "half_width", "said"),
    [
        ((0.1, 2), 0.5, "decided"),
        ((-1, 2), 0.456, "0.46 ="),  # the margin is 1
        ((-1, 2), 2.0, "2"),
        ((-1, 2), None, "no spread yet"),
        ((-1, 2), math.inf, "too few"),
    ],
)
def test_what_the_time_is_enough_for(ends: tuple[float, float], half_width: float | None, said: str) -> None:
    (score,) = questions(["score"])
    look = Look(score, 200, 200, 50, 50.5, 5, *ends)
    assert _able(look, Forecast(score, 400, half_width)) == said
