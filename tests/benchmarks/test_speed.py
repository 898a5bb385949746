"""How fast the road is, stage by stage: `pytest -o addopts= tests/benchmarks`, apart from the normal run.

AZUL_BENCHMARK_GAMES (5000) two-player games of random bots, made here. Ratios hold better than absolutes: the
road from text to a database file is compared with DuckDB's insert of the same Arrow tables alone.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import pytest

import azul_analytics as azul
from azul_analytics.database import connect
from azul_analytics.ingest import append
from azul_analytics.records import GameRecord, origin_of
from azul_analytics.replayer import Replayed, batches, replay_batch
from azul_analytics.replayer.packing import Candidate, Packer
from azul_analytics.rules import blocks, trace
from azul_analytics.rules.ruleset import load_ruleset
from azul_analytics.rules.state import new_states
from azul_analytics.simulate import simulate_games

GAMES = int(os.environ.get("AZUL_BENCHMARK_GAMES", "5000"))
ROUNDS = 5
STANDARD = load_ruleset("standard")

Report = Callable[[str, float, int], None]


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The games as a log file."""
    path = tmp_path_factory.mktemp("speed") / "games.jsonl"
    azul.write(simulate_games(STANDARD, players=2, games=GAMES, policy="random", seed=1), path)
    return path


@pytest.fixture(scope="module")
def candidates(log: Path) -> list[Candidate]:
    """The games as they come to the compiled rules; a few are judged once, so that everything is compiled."""
    records = [record for record in azul.read(log) if isinstance(record, GameRecord)]
    assert azul.replay(records[:10]).games.shape[0] == min(10, GAMES)
    return [Candidate(record, origin_of(record), STANDARD) for record in records]


@pytest.fixture(scope="module")
def turns(candidates: list[Candidate]) -> int:
    return sum(played.drafts.count(" ") + 1 for one in candidates for played in one.record.rounds)


@pytest.fixture
def report(capsys: pytest.CaptureFixture[str], turns: int) -> Report:
    """Prints a line about a stage: its seconds, and games and turns a second."""

    def line(stage: str, seconds: float, size: int = GAMES) -> None:
        with capsys.disabled():
            print(f"\n{stage}: {seconds:.3f} s, {size / seconds:,.0f} games/s, {turns / seconds:,.0f} turns/s")  # noqa: T201

    return line


def packed(candidates: list[Candidate]) -> Packer:
    packer = Packer()
    for one in candidates:
        packer.add(one)
    return packer


def test_reading(benchmark: Any, log: Path, report: Report) -> None:
    found = benchmark.pedantic(lambda: sum(1 for _ in azul.read(log)), rounds=ROUNDS)
    assert found == GAMES
    report("text -> records", benchmark.stats.stats.min, GAMES)


def test_packing(benchmark: Any, candidates: list[Candidate], report: Report) -> None:
    benchmark.pedantic(lambda: packed(candidates).batch(), rounds=ROUNDS)
    report("records -> letters and numbers", benchmark.stats.stats.min, GAMES)


def test_kernel(benchmark: Any, candidates: list[Candidate], turns: int, report: Report) -> None:
    packer = packed(candidates)
    batch, room = packer.batch(), blocks.Room(*packer.room.tolist())
    written: list[int] = []

    def run() -> None:
        rows = blocks.new_blocks(len(candidates), room)
        written[:] = trace.run(batch, rows, new_states()).tolist()

    benchmark.pedantic(run, rounds=ROUNDS, warmup_rounds=1)
    assert written[blocks.TURNS] == turns
    report("kernel, every row written", benchmark.stats.stats.min, GAMES)


def replayed(log: Path) -> list[Replayed]:
    """The Arrow tables of each batch, as an ingest makes them."""
    return [replay_batch(batch, {}, {}) for batch in batches(azul.read(log))]


def timed(run: Callable[[], object]) -> float:
    began = time.perf_counter()
    run()
    return time.perf_counter() - began


def test_text_to_database(benchmark: Any, log: Path, tmp_path: Path, report: Report, candidates: Any) -> None:
    """All columns of all tables; the insert alone runs in turn with it, so that both see the same machine."""
    parts = replayed(log)
    alone: list[float] = []
    numbers = iter(range(10**6))

    def insert() -> None:
        with connect(tmp_path / f"insert{next(numbers)}.duckdb", create=True) as database:
            for part in parts:
                append(database, part)

    def ingest() -> None:
        path = tmp_path / f"ingest{next(numbers)}.duckdb"
        assert azul.ingest_files([log], path).games == GAMES

    insert()
    benchmark.pedantic(ingest, setup=lambda: alone.append(timed(insert)), rounds=ROUNDS)
    whole, insert_alone = median(benchmark.stats.stats.data), median(alone)
    report("insert of the Arrow tables alone", insert_alone, GAMES)
    report(f"text -> database file ({whole / insert_alone:.2f} x the insert alone)", whole, GAMES)
    benchmark.extra_info |= {"games_per_second": GAMES / whole, "ratio": whole / insert_alone}
