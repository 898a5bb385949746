"""`azul study`: what it says beforehand, how it ends, and what it refuses; and what its time is enough for."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from interrupting import interrupt_play

from azul_analytics.cli import main
from azul_analytics.cli.study import _able, _Clock, _said_after_pilot, report_seconds
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
    assert odd.startswith("Odd in mild: floor: the first space brings 1 point")
    (start,) = (line for line in said if line.startswith("mild against standard: about "))
    assert "a pilot, play, and the report 15 s or more); 1 s are too few for a pilot and the report." in start
    at = said.index("By greedy it is about enough to show differences from")
    assert re.fullmatch(
        r"After the pilot \d+ (s|min) of 1 s are spent(: the budget is exceeded)?\. Nothing is left for play; the "
        r"report takes about \d+ (s|min)\.",
        said[at - 1],
    )
    assert said[at + 1].split() == ["metric", "margin", "2", "players"]
    assert [line.split()[:2] for line in said[at + 3 : at + 5]] == [["score", "1"], ["stopped", "0.02"]]
    assert re.fullmatch(r"It took \d+ (s|min), \d+ (s|min) more than the budget\.", said[-1])
    assert pdf.read_bytes().startswith(b"%PDF")
    assert azul("verify", tmp_path / "mild.duckdb").exit_code == 0
    again = azul("study", _variant(tmp_path), "--budget", "1s", "-o", pdf, *STUDY_OPTIONS, "--seed", "1")
    assert_refused(again, "has another study, or this one with other settings; name another output.")


def test_an_interrupted_study_reports_what_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt_play(monkeypatch, 10)  # one block of four games, and then some
    pdf = tmp_path / "mild.pdf"
    done = azul("study", _variant(tmp_path), "--budget", "1h", "-o", pdf, *STUDY_OPTIONS)
    assert done.exit_code == 0
    assert "Play is stopped; the report on what is there is being made.\n" in done.stderr
    assert pdf.exists()
    with connect(tmp_path / "mild.duckdb") as database:
        assert database.rows("select count(*) from games") == [(4,)]


def test_a_second_interrupt_says_how_to_print_it_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_given: object, **_asked: object) -> None:
        raise KeyboardInterrupt

    interrupt_play(monkeypatch, 10)
    monkeypatch.setattr("azul_analytics.reporting.kinds.write_report_of_kind", stop)
    pdf, db = tmp_path / "my mild.pdf", tmp_path / "my mild.duckdb"
    done = azul("study", _variant(tmp_path), "--budget", "1h", "-o", pdf, "--confidence", "0.9", *STUDY_OPTIONS)
    assert done.exit_code == 130
    assert done.stderr.endswith(
        f"azul: stopped before the report was made. The games are in {db}; to print it: azul report study '{db}' -o "
        f"'{pdf}' --confidence 0.9\n"
    )
    assert not pdf.exists()
    monkeypatch.undo()
    assert azul("report", "study", db, "-o", pdf, "--confidence", "0.9").exit_code == 0


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


@dataclass
class _Played:
    looking: float
    games: int = 8_000
    looks: Sequence[None] = (None,) * 8


def test_the_report_is_in_the_budget_and_takes_longer_where_looks_do(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = _Clock(100, began=1000)
    monkeypatch.setattr("time.monotonic", lambda: 1040.0)
    # a look at 8 questions and 8,000 games takes 8 * (0.035 + 8,000 / 100,000) = 0.92 s; a report on 16,000 games 17 s
    for looking, slow in ((0.92, 1), (0.4, 1), (2.76, 3)):
        runs = [_Played(looking), _Played(looking)]
        assert report_seconds(runs) == pytest.approx(slow * 17)  # type: ignore[arg-type]
        assert clock.left(runs) == pytest.approx(100 - 40 - slow * 17)  # type: ignore[arg-type]
    assert report_seconds([]) == 15


def test_what_is_left_after_the_pilot_is_said_plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.monotonic", lambda: 1050.0)
    assert _said_after_pilot(_Clock(100, 1000), 20, 30) == (
        "After the pilot 30 s of play are left, and 20 s for the report."
    )
    assert _said_after_pilot(_Clock(60, 1000), 20, 0) == (
        "After the pilot 50 s of 60 s are spent. Nothing is left for play; the report takes about 20 s."
    )
    assert _said_after_pilot(_Clock(40, 1000), 20, 0) == (
        "After the pilot 50 s of 40 s are spent: the budget is exceeded. Nothing is left for play; the report takes "
        "about 20 s."
    )


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
    look = Look(score, 200, 200, 50, 50.5, 5, *ends, 100)
    assert _able(look, Forecast(score, 400, half_width)) == said
