"""How fast answers are: `pytest -o addopts= tests/benchmarks/test_statistics_speed.py`, apart from the normal run.

AZUL_BENCHMARK_GAMES (5000) two-player games of greedy bots, made here. Ratios hold better than absolutes: a
statistic is compared with one scan of all columns of `turns`, a report with the statistics that it asks for.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from azul_analytics.database import Database, connect
from azul_analytics.ingest import append
from azul_analytics.replayer import batches, replay_batch
from azul_analytics.reporting.answers import Answers
from azul_analytics.reporting.kinds import write_report_of_kind
from azul_analytics.reporting.report import REPORTS
from azul_analytics.rules.ruleset import load_ruleset
from azul_analytics.simulate import simulate_games
from azul_analytics.statistics import STATISTICS
from azul_analytics.statistics.selection import select_games

GAMES = int(os.environ.get("AZUL_BENCHMARK_GAMES", "5000"))
ROUNDS = 3

Report = Callable[[str], None]


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The games as a database file."""
    path = tmp_path_factory.mktemp("speed") / "games.duckdb"
    games = simulate_games(load_ruleset("standard"), players=2, games=GAMES, policy="greedy", seed=1)
    with connect(path, create=True) as database:
        for batch in batches(games):
            append(database, replay_batch(batch, {}, {}))
    return path


@pytest.fixture
def report(capsys: pytest.CaptureFixture[str]) -> Report:
    """Prints a line, whatever pytest captures."""

    def line(text: str) -> None:
        with capsys.disabled():
            print(f"\n{text}")  # noqa: T201

    return line


def timed(run: Callable[[], object]) -> float:
    began = time.perf_counter()
    run()
    return time.perf_counter() - began


def scan(database: Database) -> float:
    """Seconds that it takes to read every value of `turns`."""
    return min(timed(lambda: database.rows("select bit_xor(hash(turns)) from turns")) for _ in range(ROUNDS))


def test_catalogue(benchmark: Any, path: Path, report: Report) -> None:
    """Every statistic once; the games are selected beforehand, and what statistics import is there."""
    with connect(path) as database:
        select_games(database)
        for statistic in STATISTICS.values():
            statistic.function(database)
        seconds: dict[str, float] = {}

        def catalogue() -> None:
            database.worked_out.clear()
            for name, statistic in STATISTICS.items():
                taken = timed(lambda statistic=statistic: statistic.function(database))  # type: ignore[misc]
                seconds[name] = min(taken, seconds.get(name, taken))

        benchmark.pedantic(catalogue, rounds=ROUNDS)
        once = scan(database)
    whole = benchmark.stats.stats.min
    for name, taken in sorted(seconds.items(), key=lambda item: -item[1])[:10]:
        report(f"{name}: {taken:.3f} s, {taken / once:.1f} x one scan of turns")
    report(f"all {len(STATISTICS)} statistics: {whole:.2f} s, {whole / once:.0f} x one scan of turns")
    benchmark.extra_info |= {"scans": whole / once, "seconds": seconds}


@pytest.mark.parametrize("kind", REPORTS)
def test_report(
    benchmark: Any, kind: str, path: Path, tmp_path: Path, report: Report, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A whole report, and the part of its time that its statistics do not take."""
    inner, of_statistics = Answers.frame, [0.0]

    def frame(self: Answers, statistic: str) -> Any:
        began = time.perf_counter()
        found = inner(self, statistic)
        of_statistics[-1] += time.perf_counter() - began
        return found

    monkeypatch.setattr(Answers, "frame", frame)

    def write() -> None:
        write_report_of_kind(kind, path, tmp_path / f"{kind}.pdf")

    write()  # fonts and imports
    benchmark.pedantic(write, setup=lambda: of_statistics.append(0.0), rounds=ROUNDS)
    beyond = min(whole - part for whole, part in zip(benchmark.stats.stats.data, of_statistics[1:], strict=True))
    asked = min(of_statistics[1:])
    report(f"report {kind}: {beyond:.2f} s beyond its statistics, {beyond / asked:.2f} x theirs ({asked:.2f} s)")
    benchmark.extra_info |= {"beyond": beyond, "ratio": beyond / asked}
