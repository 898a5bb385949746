"""How fast games are played: `pytest -o addopts= tests/benchmarks/test_simulation_speed.py`, apart from the normal run.

AZUL_BENCHMARK_GAMES (5000) two-player games. A thread's games are counted by its own processor time, so a busy
machine disturbs them little; the gain of a second thread can only be seen where a second processor is free.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from azul_analytics.rules.ruleset import load_ruleset
from azul_analytics.simulate import _plan, series_of
from azul_analytics.simulate.play import play_games
from azul_analytics.simulate.policies import Policy
from azul_analytics.simulate.series import Series
from azul_analytics.studies.series import growing_log, play_into_database, play_into_log

GAMES = int(os.environ.get("AZUL_BENCHMARK_GAMES", "5000"))
CHUNK = 500
REPEATS = 5
STANDARD = load_ruleset("standard")


def series_for(policy: str) -> Series:
    """Its games, of which a first one is played, so that everything is compiled."""
    series = series_of(STANDARD, players=2, policy=policy, seed=1)
    play(series, 0, 1)
    return series


def play(series: Series, begin: int, end: int) -> None:
    """Games in one thread, as letters and numbers."""
    table = [policy for policy in series.table if isinstance(policy, Policy)]
    for part in play_games(STANDARD, table, _plan(series, np.arange(begin, end)), series.seed, series.round_limit):
        assert len(part.plan) == end - begin


def play_all(series: Series, threads: int) -> None:
    """All games in chunks on so many threads."""
    with ThreadPoolExecutor(threads) as pool:
        for chunk in [pool.submit(play, series, begin, begin + CHUNK) for begin in range(0, GAMES, CHUNK)]:
            chunk.result()


def least(clock: Callable[[], float], run: Callable[[], object], repeats: int = REPEATS) -> float:
    """Seconds of the quickest of several runs."""
    seconds = []
    for _ in range(repeats):
        began = clock()
        run()
        seconds.append(clock() - began)
    return min(seconds)


@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_games_a_thread(policy: str, capsys: pytest.CaptureFixture[str]) -> None:
    series = series_for(policy)
    seconds = least(time.thread_time, partial(play, series, 0, CHUNK), 20 * REPEATS)
    alone, both = (least(time.perf_counter, partial(play_all, series, threads)) for threads in (1, 2))
    with capsys.disabled():
        print(f"\n{policy}: {CHUNK / seconds:,.0f} games a second and thread")  # noqa: T201
        print(f"{policy}: {GAMES / alone:,.0f} games/s on one thread, {alone / both:.2f} x that on two")  # noqa: T201


@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_the_whole_road(policy: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Into a log and into a database, against the games alone; in processor seconds of all threads."""
    series = series_for(policy)
    play_into_database(series, 10, tmp_path / "first.duckdb")
    numbers = iter(range(10**6))

    def to_log() -> None:
        play_into_log(series, GAMES, growing_log(series, GAMES, tmp_path / f"{next(numbers)}.jsonl"))

    def to_database() -> None:
        play_into_database(series, GAMES, tmp_path / f"{next(numbers)}.duckdb")

    games = least(time.process_time, partial(play_all, series, 1))
    for road, run in (("log", to_log), ("database", to_database)):
        seconds, wall = least(time.process_time, run, 2), least(time.perf_counter, run, 2)
        with capsys.disabled():
            print(  # noqa: T201
                f"\n{policy} -> {road}: {seconds / GAMES * 1e6:.0f} us of processor a game, "
                f"{seconds / games:.1f} x the games alone; {GAMES / wall:,.0f} games/s"
            )
