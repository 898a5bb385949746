"""Series of games in databases and logs: whole, cut by an interrupt anywhere and gone on with, or refused."""

from __future__ import annotations

import gzip
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from own_rulesets import TWO_ROUNDS

import azul_analytics as azul
from azul_analytics.database import connect
from azul_analytics.errors import DatabaseError, FileError
from azul_analytics.rules.ruleset import Ruleset, load_ruleset
from azul_analytics.simulate import series_of, simulate_games
from azul_analytics.simulate.series import Series
from azul_analytics.studies.series import growing_log, play_into_database, play_into_log

STANDARD = load_ruleset("standard")
GAMES = 9
TABLES = ("games", "seats", "rounds", "deals", "turns", "placements", "floors", "bonuses", "rulesets", "records")
# the command line, with batches that are stored at once
SCRIPT = """\
import azul_analytics.replayer
azul_analytics.replayer.BATCH_SECONDS = 0.02
from azul_analytics.cli import main
main()
"""


def some(ruleset: Ruleset = STANDARD, **changes: Any) -> Series:
    asked: dict[str, Any] = {
        "players": 3, "policy": ["greedy", "random", "random"], "seed": 7, "rotate": True, "round_limit": 2, **changes,
    }  # fmt: skip
    return series_of(ruleset, **asked)


def stop_at(number: int) -> Callable[[int], None]:
    """Ctrl-C as soon as so many games are played."""

    def said(played: int) -> None:
        if played == number:
            raise KeyboardInterrupt

    return said


def rows(path: Path) -> dict[str, Any]:
    """All rows of a database, in the order in which they lie there."""
    with connect(path) as database:
        return {table: database.arrow(f"from {table}").to_pylist() for table in TABLES}


def log_of(series: Series, path: Path) -> bytes:
    """What an uninterrupted run writes."""
    play_into_log(series, GAMES, growing_log(series, GAMES, path))
    return path.read_bytes()


# --- logs ---


@pytest.mark.parametrize("ending", [".jsonl", ".jsonl.gz", ".jsonl.zst"])
def test_a_log_is_that_of_an_uninterrupted_run(tmp_path: Path, ending: str) -> None:
    whole, cut = tmp_path / f"whole{ending}", tmp_path / f"cut{ending}"
    for number in (2, 5, 5, 8):
        log = growing_log(some(), GAMES, cut)
        with pytest.raises(KeyboardInterrupt):
            play_into_log(some(), GAMES, log, stop_at(number))
        assert log.games == number
        assert log.part.read_bytes().count(b"\n") == number
        assert not cut.exists()
    assert log_of(some(), cut) == log_of(some(), whole)
    azul.write(
        simulate_games(
            STANDARD, players=3, games=GAMES, policy=["greedy", "random", "random"], seed=7, rotate=True, round_limit=2
        ),
        whole,
    )
    assert cut.read_bytes() == whole.read_bytes()
    assert sorted(tmp_path.iterdir()) == [cut, whole]


def test_a_line_that_was_cut_is_written_again(tmp_path: Path) -> None:
    whole = log_of(some(), tmp_path / "whole.jsonl")
    log = growing_log(some(), GAMES, tmp_path / "cut.jsonl")
    for left in (0, 10, whole.index(b"\n"), whole.index(b"\n") + 1, len(whole) - 1, len(whole)):
        log.part.write_bytes(whole[:left])
        assert log_of(some(), tmp_path / "cut.jsonl") == whole


@pytest.mark.parametrize(
    ("damage", "line"),
    [
        (lambda lines: [*lines[:2], b"\n", *lines[2:]], 3),
        (lambda lines: [*lines[:3], *lines[:3]], 4),
        (lambda lines: [lines[0], b'{"x":1}\n'], 2),
        (lambda lines: [lines[0], b"\xff\xfe\n"], 2),
        (lambda lines: [line.replace(b"\n", b"\r\n") for line in lines], 1),
        (lambda lines: [*lines, lines[-1]], GAMES + 1),
        (lambda lines: [lines[0].replace(b"greedy 1", b"greedy 9")], 1),
    ],
)
def test_a_part_that_was_damaged_is_not_gone_on_with(tmp_path: Path, damage: Any, line: int) -> None:
    path = tmp_path / "cut.jsonl"
    written = b"".join(damage(log_of(some(), tmp_path / "whole.jsonl").splitlines(keepends=True)))
    log = growing_log(some(), GAMES, path)
    log.part.write_bytes(written)
    with pytest.raises(FileError) as refused:
        log_of(some(), path)
    assert str(refused.value) == (
        f"{log.part} is damaged: line {line} is no game that belongs there. Delete the file, and all games are "
        "played anew."
    )
    assert log.part.read_bytes() == written
    assert not path.exists()


def test_only_the_same_games_go_on_with_a_log(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    others = [
        some(seed=8), some(round_limit=3), some(policy="greedy"), some(rotate=False), some(experiment="x"),
        some(load_ruleset("gray")), some(TWO_ROUNDS),
    ]  # fmt: skip
    parts = [growing_log(series, GAMES, path).part for series in (some(), *others)]
    parts.append(growing_log(some(), GAMES + 1, path).part)
    assert len(set(parts)) == len(parts) == 9
    assert growing_log(some(), GAMES, path).part == parts[0]


def test_a_log_that_is_there_stays_until_the_new_one_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"before")
    with pytest.raises(KeyboardInterrupt):
        play_into_log(some(), GAMES, growing_log(some(), GAMES, path), stop_at(2))
    assert path.read_bytes() == b"before"
    assert log_of(some(), path).count(b"\n") == GAMES


def test_a_log_that_another_process_writes_is_left_alone(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    path = tmp_path / "a.jsonl"
    with growing_log(some(), GAMES, path), pytest.raises(FileError, match="is being written by another process"):
        log_of(some(), path)


@pytest.fixture
def small_disk() -> Iterator[Callable[[int], None]]:
    """Says how many bytes a file may have from now on; until the end of the test."""
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    yield lambda room: resource.setrlimit(resource.RLIMIT_FSIZE, (room, before[1]))
    resource.setrlimit(resource.RLIMIT_FSIZE, before)
    signal.signal(signal.SIGXFSZ, ignored)


@pytest.mark.parametrize("kept", [0, 5])
def test_a_full_disk_leaves_the_games_that_were_written(
    tmp_path: Path, small_disk: Callable[[int], None], kept: int
) -> None:
    path = tmp_path / "a.jsonl"
    games = log_of(some(), path).splitlines(keepends=True)
    path.unlink()
    log = growing_log(some(), GAMES, path)
    small_disk(sum(map(len, games[:kept])) + 1)  # of the next game there is room for one letter
    with pytest.raises(FileError) as refused:
        play_into_log(some(), GAMES, log)
    small_disk(-1)
    said = f" The first {kept} games are in {log.part.name} beside it." if kept else ""
    assert str(refused.value) == f"{path} cannot be written: File too large.{said}"
    assert list(tmp_path.iterdir()) == ([log.part] if kept else [])
    assert log_of(some(), path) == b"".join(games)


# --- databases ---


def test_a_database_is_that_of_an_uninterrupted_run(tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole.duckdb", tmp_path / "cut.duckdb"
    assert play_into_database(some(), GAMES, whole).games == GAMES
    for games in (2, 5):  # an earlier run stored so many
        play_into_database(some(), games, cut)
    report = play_into_database(some(), GAMES, cut)
    assert (report.games, report.skipped, report.rejects.total()) == (4, 5, 0)
    assert rows(cut) == rows(whole)
    assert play_into_database(some(), GAMES, cut).games == 0
    assert play_into_database(some(), 4, cut).skipped == 4
    assert rows(cut) == rows(whole)


def test_a_database_of_a_log_has_the_same_games(tmp_path: Path) -> None:
    log_of(some(TWO_ROUNDS), tmp_path / "a.jsonl")
    play_into_database(some(TWO_ROUNDS), GAMES, tmp_path / "a.duckdb")
    (tmp_path / "two_rounds.toml").write_text('name = "two_rounds"\ndescription = ""\nend_rounds = 2')
    stored = rows(tmp_path / "a.duckdb")
    azul.ingest_files([tmp_path / "a.jsonl"], tmp_path / "b.duckdb", ruleset=tmp_path / "two_rounds.toml")
    read = rows(tmp_path / "b.duckdb")
    assert [row["log_hash"] for row in stored["games"]] == [row["log_hash"] for row in read["games"]]
    assert [row["experiment"] for row in stored["games"]] == ["3p-greedy+random+random-seed7"] * GAMES
    for table in TABLES[1:-2]:
        assert stored[table] == read[table]


def test_an_interrupt_leaves_whole_batches(tmp_path: Path) -> None:
    path = tmp_path / "a.duckdb"
    with pytest.raises(KeyboardInterrupt):
        play_into_database(some(), GAMES, path, stop_at(5))
    assert not rows(path)["games"]  # they were one batch
    assert play_into_database(some(), GAMES, path).games == GAMES


@pytest.mark.parametrize(
    "other", [some(round_limit=1), some(round_limit=3), some(load_ruleset("gray")), some(TWO_ROUNDS)],
    ids=["less rounds", "more rounds", "gray", "two rounds"],
)  # fmt: skip
def test_games_of_one_id_are_made_alike_or_refused(tmp_path: Path, other: Series) -> None:
    path = tmp_path / "a.duckdb"
    play_into_database(some(), 3, path)
    before = rows(path)
    if other.ruleset.name != "standard":  # other names, other ids
        assert play_into_database(other, 3, path).games == 3
        return
    with pytest.raises(DatabaseError, match=r"has games .*-rotated-0 to 2 that were made otherwise"):
        play_into_database(other, 6, path)
    assert rows(path) == before


# --- Ctrl-C ---


def _interrupted(words: list[str], sign: Path) -> subprocess.CompletedProcess[str]:
    """Runs `azul simulate`, and sends it SIGINT as soon as the file `sign` holds something."""
    process = subprocess.Popen(
        [sys.executable, "-c", SCRIPT, "simulate", *words],
        stderr=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": str(Path(azul.__file__).parents[1])},
    )  # fmt: skip
    while process.poll() is None and not (sign.exists() and sign.stat().st_size):
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    said = process.communicate()[1]
    return subprocess.CompletedProcess(process.args, process.returncode, "", said)


@pytest.mark.skipif(os.name == "nt", reason="another process cannot be sent Ctrl-C alone")
def test_a_log_is_gone_on_with_after_ctrl_c(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl.gz"
    series = series_of(STANDARD, players=2, policy="random", round_limit=1)
    log = growing_log(series, 3000, path)
    done = _interrupted(["--games=3000", "--policy=random", "--round-limit=1", f"--output={path}"], log.part)
    assert done.returncode == 130
    there = log.part.read_bytes().count(b"\n")
    assert 0 < there < 3000
    assert done.stderr == f"azul: stopped; {there:,} games are in {log.part.name}. The same command goes on.\n"
    assert log.part.read_bytes().endswith(b"\n")
    play_into_log(series, 3000, log)
    azul.write(simulate_games(STANDARD, players=2, games=3000, policy="random", round_limit=1), tmp_path / "b.jsonl")
    assert gzip.decompress(path.read_bytes()) == (tmp_path / "b.jsonl").read_bytes()


@pytest.mark.skipif(os.name == "nt", reason="another process cannot be sent Ctrl-C alone")
def test_a_database_is_gone_on_with_after_ctrl_c(tmp_path: Path) -> None:
    path, other = tmp_path / "a.duckdb", tmp_path / "b.duckdb"
    words = ["--games=2000", "--policy=random", "--round-limit=1", f"--db={path}"]
    connect(path, create=True).close()
    done = _interrupted(words, tmp_path / "a.duckdb.wal")
    assert done.returncode == 130
    there = len(rows(path)["games"])
    assert 0 < there < 2000
    assert done.stderr == f"azul: stopped; {there:,} games are stored in {path}. The same command goes on.\n"
    series = series_of(STANDARD, players=2, policy="random", round_limit=1)
    assert play_into_database(series, 2000, path).games == 2000 - there
    play_into_database(series, 2000, other)
    assert rows(path) == rows(other)
