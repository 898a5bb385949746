"""Signals, a closed stdout and wrong names: an exit code and one line each."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from azul_analytics.cli import main
from azul_analytics.database import connect

AZUL = "from azul_analytics.cli import main; main(prog_name='azul')"


def azul(*words: str | Path) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words], prog_name="azul")


def terminated(*given: object, **more: object) -> None:
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(10)  # the signal comes first


def test_sigterm_stops_an_ingest_like_ctrl_c(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    db = tmp_path / "games.duckdb"
    connect(db, create=True).close()
    before = signal.getsignal(signal.SIGTERM)
    monkeypatch.setattr("azul_analytics.ingest.ingest_files", terminated)
    log = tmp_path / "log.jsonl"
    log.touch()
    done = azul("ingest", log, "--db", db)
    assert done.exit_code == 143
    assert done.stderr.endswith(f"azul: stopped; 0 games are stored in {db}. The same command goes on.\n")
    assert signal.getsignal(signal.SIGTERM) is before


def test_sigterm_elsewhere_is_one_line_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    db = tmp_path / "games.duckdb"
    connect(db, create=True).close()
    monkeypatch.setattr("azul_analytics.verify.run_check", terminated)
    done = azul("verify", db)
    assert (done.exit_code, done.stderr.strip()) == (143, "azul: stopped.")


def closed_stdout() -> None:
    os.close(1)


@pytest.mark.parametrize("words", [["--version"], ["rulesets", "list"]])
def test_a_closed_stdout_is_said_and_no_success(words: list[str]) -> None:
    run: Callable[..., subprocess.CompletedProcess[str]] = subprocess.run
    command = [sys.executable, "-c", AZUL, *words]
    done = run(command, stderr=subprocess.PIPE, text=True, preexec_fn=closed_stdout, check=False)
    assert (done.returncode, done.stderr) == (2, "azul: stdout is closed; there is nowhere to write the answer to.\n")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["ingest", "-", "--db", "x.duckdb"], "azul: logs are not read from stdin (`-`); name files, "),
        (["ingest", "log.jsonl", "--db", ""], "azul: no such file or folder: 'log.jsonl'"),
        (["verify", ""], "azul: The name of the database is empty.\n"),
    ],
)
def test_names_of_nothing_are_said(words: list[str], sentence: str) -> None:
    done = azul(*words)
    assert done.exit_code == 2
    assert sentence in done.stderr


def test_games_under_another_ruleset_are_said(tmp_path: Path) -> None:
    log, db = tmp_path / "log.jsonl", tmp_path / "games.duckdb"
    azul("simulate", "--games", "2", "--policy", "random", "-o", log)
    azul("ingest", log, "--db", db)
    done = azul("ingest", log, "--db", db, "--ruleset", "standard_after_last")
    assert done.exit_code == 0
    assert done.stderr.endswith("2 of them are stored under ruleset standard and were not judged again.\n")


@pytest.mark.parametrize(
    ("words", "option"),
    [
        (("report", "game", "x.duckdb", "--game", "a", "--game", "b", "-o", "x.pdf"), "--game"),
        (("report", "strategy", "x.duckdb", "-o", "x.pdf", "--output", "y.pdf"), "--output"),
        (("rulesets", "new", "a", "-o", "a.toml", "-o", "b.toml"), "--output"),
    ],
)
def test_a_second_value_takes_no_first_one_s_place(words: tuple[str, ...], option: str) -> None:
    done = azul(*words)
    assert done.exit_code == 2
    (line,) = done.stderr.splitlines()
    command = " ".join(words[: 2 if words[0] == "rulesets" else 1])
    assert line == f"azul: {option} is given twice, but takes one value. See `azul {command} --help`."


def test_what_would_move_the_cursor_is_written_as_an_escape(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text('name = "own"\n"\\u001b[31m" = 1', encoding="utf-8")
    done = azul("rulesets", "show", tmp_path / "own.toml")
    assert (done.exit_code, done.stderr) == (
        2, f"azul: The ruleset {tmp_path / 'own.toml'} has faults: \\x1b[31m: no such key.\n"
    )  # fmt: skip


def test_options_of_several_values_may_be_given_several_times(tmp_path: Path) -> None:
    db = tmp_path / "games.duckdb"
    connect(db, create=True).close()
    done = azul("report", "strategy", db, "--players", "2", "--players", "3", "-o", tmp_path / "x.pdf")
    assert (done.exit_code, done.stderr) == (0, "")


@pytest.mark.parametrize(
    "words", [["none.jsonl"], ["log.jsonl", "--ruleset", "none"], ["log.jsonl", "--db", "none/a.duckdb"]]
)
def test_what_cannot_be_ingested_is_refused_before_anything_else_is_said(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("log.jsonl").touch()
    monkeypatch.setattr("azul_analytics.cli.say_compiling", lambda: pytest.fail("said before it is refused"))
    done = azul("ingest", *words, *([] if "--db" in words else ["--db", "a.duckdb"]))
    assert (done.exit_code, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert [path.name for path in tmp_path.iterdir()] == ["log.jsonl"]
