"""`azul demo`: the whole road with games that come along, in two processes so that a newcomer waits less."""

from __future__ import annotations

import gc
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from azul_analytics.cli.group import FAULTS
from azul_analytics.cli.ingested import say_ingested
from azul_analytics.cli.output import progress
from azul_analytics.cli.sample import made_folder, sample_logs

if TYPE_CHECKING:
    from azul_analytics.verify import Check


@click.command()
@click.option("--folder", default="azul-demo", show_default=True, help="Where to put database and report.")
def demo(folder: str) -> int:
    """Go the whole road with simulated games that come along.

    Logs, database, checks, report; a second time it skips what is stored.

    \b
    Example:
      azul demo --folder first-steps
    """
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    place = made_folder(folder)
    db, pdf = str(place / "demo.duckdb"), str(place / "first-look.pdf")
    click.echo("The whole road with 300 games; it takes some 10 to 30 s.", err=True)
    with ProcessPoolExecutor(1, get_context("spawn"), _begin_printer) as printer:
        with uninterrupted():  # the process that this starts ignores Ctrl-C too, from its first moment
            printer.submit(_load_what_prints)
        _prefer_uncompiled_rules(db)
        from azul_analytics.ingest import ingest_files

        with sample_logs() as logs, progress("Reading logs", None):
            ingested = ingest_files([logs], db)
        if code := say_ingested(ingested, db):
            click.echo(f"{folder} has games of another version's sample; name another folder by --folder.", err=True)
        with progress("Verifying and printing", None):
            printing = printer.submit(_print, db, pdf)
            checks = _verified(db)
            printing.result()
    failed = [check.name for check in checks if not check.holds]
    outcome = f"{', '.join(failed)} failed" if failed else "everything holds"
    click.echo(f"{len(checks)} checks of its tables: {outcome}.")
    click.echo(f"All these games are simulated.\nDatabase: {db}\nReport:   {pdf}")
    return FAULTS if failed else code


def _prefer_uncompiled_rules(db: str) -> None:
    """Where there is nothing to judge, or where it is sooner judged than compiled."""
    from azul_analytics.rules.machine_code import is_kept, run_uncompiled

    if Path(db).exists() or not is_kept("trace.trace"):
        run_uncompiled()


def _verified(db: str) -> list[Check]:
    from azul_analytics.database import connect
    from azul_analytics.verify import verify

    with connect(db) as database:
        return verify(database)


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Within the block Ctrl-C does nothing; a process started there inherits that, and keeps it (not on Windows)."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _begin_printer() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # where it is not inherited: interrupts are left to the parent
    gc.disable()  # a process that prints one report leaves little behind, and has many modules to load


def _load_what_prints() -> None:
    """Takes the seconds that imports last while logs are read."""
    import matplotlib.figure  # noqa: F401
    import pandas  # noqa: F401
    import scipy.special  # noqa: F401

    import azul_analytics.database
    import azul_analytics.reporting.report  # noqa: F401


def _print(db: str, pdf: str) -> None:
    from azul_analytics.reporting import write_report

    write_report("first-look", db, pdf)
    gc.freeze()  # nor does its end search for garbage once more
