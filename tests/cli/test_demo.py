"""`azul demo`: the whole road twice, and what an interrupt and another version's sample do to it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from azul_analytics.cli import main
from azul_analytics.cli.demo import uninterrupted
from azul_analytics.database import connect


def azul(*words: str | Path) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words], prog_name="azul")


def test_demo_goes_the_whole_road_twice_and_is_stopped_between(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", os.environ.get("NUMBA_DISABLE_JIT", "0"))  # which demo sets for its process
    folder = tmp_path / "demo"
    first = azul("demo", "--folder", folder)
    with monkeypatch.context() as patch, _another_sample(folder / "demo.duckdb"):
        patch.setattr("azul_analytics.verify.verify", _interrupted)  # while the other process prints
        stopped = azul("demo", "--folder", folder)
    assert f"{folder} has games of another version's sample; name another folder by --folder.\n" in stopped.stderr
    assert (stopped.exit_code, stopped.stderr.splitlines()[-1]) == (130, "azul: stopped.")
    second = azul("demo", "--folder", folder)
    assert (first.exit_code, second.exit_code) == (0, 0), first.output + second.output
    assert "All these games are simulated." in first.stdout
    assert f"Database: {folder / 'demo.duckdb'}\n" in first.stdout
    assert f"Report:   {folder / 'first-look.pdf'}\n" in first.stdout
    assert " were there already." not in first.stdout
    assert second.stdout.startswith("0 games stored in ")
    with connect(folder / "demo.duckdb") as database:
        assert database.rows("select distinct source, bot from seats join games using (game_id)") == [
            ("simulated", True)
        ]
    assert (folder / "first-look.pdf").read_bytes().startswith(b"%PDF-")


@contextmanager
def _another_sample(db: Path) -> Iterator[None]:
    """Within the block one game of a database is of other bytes than that of the sample."""

    def change(old: str, new: str) -> None:
        with connect(db, create=True) as database, database.transaction():
            database.connection.execute(f"update games set log_hash = replace(log_hash, '{old}', '{new}')")

    change("a", "z")
    yield
    change("z", "a")


def _interrupted(_: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.skipif(sys.platform == "win32", reason="it is inherited elsewhere only")
def test_what_the_demo_starts_ignores_ctrl_c_and_the_demo_heeds_it_again() -> None:
    before = signal.getsignal(signal.SIGINT)
    with uninterrupted():
        said = "import signal; print(signal.getsignal(signal.SIGINT) == signal.SIG_IGN)"
        assert subprocess.check_output([sys.executable, "-c", said], text=True) == "True\n"
    assert signal.getsignal(signal.SIGINT) == before != signal.SIG_IGN
