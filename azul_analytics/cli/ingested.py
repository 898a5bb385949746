"""What `azul` says about games that were stored, and about records that were not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from azul_analytics.cli.group import FAULTS
from azul_analytics.cli.output import plain

if TYPE_CHECKING:
    from azul_analytics.ingest import IngestReport
    from azul_analytics.simulate.series import Series

REJECT_COLUMNS = ("file", "line", "game_id", "code", "round", "turn", "seat", "message")
_SHOWN_REJECTS = 5
_COMPILED = {  # and in about how many seconds
    "trace.trace": ("the rules", 20),
    "play.play": ("the game", 20),
    "play.play_thinking": ("the game with its search", 60),
}


def say_compiling(entry: str = "trace.trace") -> int:
    """One line before the first run on a machine, which would else be silent for long; returns about how many
    seconds it takes."""
    from azul_analytics.rules.machine_code import compiles, is_kept

    if not compiles() or is_kept(entry):
        return 0
    what, seconds = _COMPILED[entry]
    click.echo(f"Compiling {what}, once: about {seconds} s.", err=True)
    return seconds


def say_before_play(tables: Iterable[Series], *, judged: bool = True) -> int:
    """A line for each thing to know before games of some series are played, and `judged`: what compiles, which search
    has no value that was fitted to its ruleset. Returns about how many seconds compiling takes."""
    from azul_analytics.simulate import notes_on
    from azul_analytics.simulate.play import entry_for

    tables = list(tables)
    entries = {f"play.{entry_for(table.table)}" for table in tables} | ({"trace.trace"} if judged else set())
    seconds = sum(map(say_compiling, sorted(entries)))
    for note in dict.fromkeys(note for table in tables for note in notes_on(table)):
        click.echo(note, err=True)
    return seconds


def stored_games(db: str) -> int:
    """How many games a database has; none where there is no database."""
    from azul_analytics.database import connect

    if not Path(db).exists():
        return 0
    with connect(db) as database:
        return int(database.rows("select count(*) from games")[0][0])


def say_ingested(report: IngestReport, db: str) -> int:
    """What was stored and what was not, and why; returns the exit code."""
    skipped = f", {report.skipped:,} were there already" if report.skipped else ""
    click.echo(f"{_counted(report.games, 'game')} stored in {db} in {report.seconds:.1f} s{skipped}.")
    for ruleset, count in sorted(report.judged_otherwise.items()):
        click.echo(f"{count:,} of them are stored under ruleset {ruleset} and were not judged again.", err=True)
    if not report.rejects:
        return 0
    codes = ", ".join(f"{count:,} {code}" for code, count in sorted(report.rejects.items()))
    click.echo(f"{_counted(report.rejects.total(), 'record or line', 'records or lines')} rejected: {codes}.", err=True)
    rows = rejects_of(db, list(report.rejects))
    for file, line, _, code, *_, message in rows[:_SHOWN_REJECTS]:
        click.echo(f"  {plain(file)}:{plain(line)}: {code}: {plain(message)}", err=True)
    click.echo(f"All of them: azul rejects {db}", err=True)
    return FAULTS


def rejects_of(db: str, codes: Sequence[str] | None = None) -> list[tuple[Any, ...]]:
    """The rejects of a database, of all codes or of some."""
    from azul_analytics.database import connect

    with connect(db) as database:
        return database.rows(
            f"select {', '.join(REJECT_COLUMNS)} from rejects "
            "where $codes is null or code in (select unnest($codes::varchar[])) order by file, line, code",
            {"codes": codes},
        )


def _counted(number: int, one: str, many: str = "") -> str:
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"
