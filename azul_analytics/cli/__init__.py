"""`azul`: commands of a few lines each; what they do is elsewhere, how answers look in `output`.

Data go to stdout, progress to stderr and only on a terminal. Exit codes: 0 fine, 1 the data have faults
(rejects, failed checks), 2 wrong use, said in one line; 130 stopped by Ctrl-C. Everything heavy is imported
inside the commands, so that `azul --help` stays quick.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from azul_analytics.cli.demo import demo
from azul_analytics.cli.experiments import compare, power
from azul_analytics.cli.group import FAULTS, STOPPED, Azul
from azul_analytics.cli.ingested import REJECT_COLUMNS, rejects_of, say_compiling, say_ingested, stored_games
from azul_analytics.cli.notebook import notebook
from azul_analytics.cli.output import output_format, plain, progress, show
from azul_analytics.cli.rescore import rescore
from azul_analytics.cli.rulesets import rulesets
from azul_analytics.cli.score import score
from azul_analytics.cli.simulate import simulate
from azul_analytics.cli.stats import explain, selection_options, stats
from azul_analytics.cli.study import study
from azul_analytics.cli.tables import export, positions
from azul_analytics.cli.tournament import tournament
from azul_analytics.cli.values import fit_value
from azul_analytics.errors import AzulError

if TYPE_CHECKING:
    from azul_analytics.verify import Check


def _version(context: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if wanted:
        from azul_analytics import __version__
        from azul_analytics.database import SCHEMA_VERSION
        from azul_analytics.records import FORMAT

        click.echo(f"azul-analytics {__version__}, database schema {SCHEMA_VERSION}, log format {FORMAT}")
        context.exit()


@click.group(cls=Azul, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_version,
    help="Show the versions of software, database schema and log format.",
)  # fmt: skip
def main() -> None:
    """Recorded games of Azul: read, judged by the rules, stored as tables, counted and printed.

    \b
    Example: a database, a report and where they are, from simulated games that come along:
      azul demo
    """


@main.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATHS...")
@click.option("--db", required=True, metavar="DB", help="The database; made where there is none.")
@click.option("--format", "form", metavar="FORMAT", help="Format of the logs, instead of what they look like.")
@click.option("--ruleset", metavar="NAME_OR_TOML", help="Ruleset, instead of what the logs say.")
def ingest(paths: tuple[str, ...], db: str, form: str | None, ruleset: str | None) -> int:
    """Read logs, judge every move and store the games.

    PATHS are files, folders, patterns or zip archives. What is stored already is skipped, so the same
    command can be repeated. Exit code 1: some records were rejected.

    \b
    Example:
      azul ingest logs/*.jsonl.gz --db games.duckdb
    """
    from azul_analytics.database import connect
    from azul_analytics.ingest import ingest_files
    from azul_analytics.logs import read
    from azul_analytics.rules.ruleset import load_ruleset

    read(paths, format=form)  # this and the next lines refuse what cannot be used, before anything else is said
    if ruleset is not None:
        load_ruleset(ruleset)
    try:
        with connect(db, create=True) as database, progress("Reading logs", None) as advance:
            say_compiling()
            report = ingest_files(
                paths, database, format=form, ruleset=ruleset,
                progress=lambda so_far: advance(0, f"{so_far.games:,} games stored"),
            )  # fmt: skip
    except KeyboardInterrupt:
        games = stored_games(db)
        click.echo(f"azul: stopped; {games:,} games are stored in {db}. The same command goes on.", err=True)
        return STOPPED
    return say_ingested(report, db)


@main.command()
@click.argument("db")
@click.option("--code", metavar="CODE", help="Only rejects of this code.")
@output_format
def rejects(db: str, code: str | None, form: str) -> None:
    """Show which records were rejected, where, and why.

    Exit code 0, also where there are some: to list them is no fault.

    \b
    Example:
      azul rejects games.duckdb --code bag-mismatch --format csv
    """
    from azul_analytics.records import REJECT_CODES

    if code is not None and code not in REJECT_CODES:
        raise AzulError(f"There is no reject code {code!r}; there are {', '.join(REJECT_CODES)}.")
    found = rejects_of(db, None if code is None else [code])
    show(REJECT_COLUMNS, found, form)
    if not found:
        click.echo("No rejects." if code is None else f"No rejects of code {code}.", err=True)


@main.command()
@click.argument("db")
@output_format
def verify(db: str, form: str) -> int:
    """Prove by queries that the tables of a database agree.

    Exit code 1: something does not hold.

    \b
    Example:
      azul verify games.duckdb
    """
    from azul_analytics.database import connect
    from azul_analytics.verify import check_names, run_checks

    checks = []
    with connect(db) as database, progress("Verifying", len(check_names())) as advance:
        for check in run_checks(database):
            checks.append(check)
            advance(1, check.name)
    _show_checks(checks, form)
    failed = [check.name for check in checks if not check.holds]
    rows = sum(check.rows for check in checks)
    outcome = f"not so: {', '.join(failed)}." if failed else "everything holds."
    click.echo(f"{len(checks)} checks of {rows:,} rows: {outcome}", err=True)
    return FAULTS if failed else 0


def _show_checks(checks: Sequence[Check], form: str) -> None:
    columns = ("check", "rows", "violations", "must_hold")
    rows = [(one.name, one.rows, one.violations, one.what) for one in checks]
    if form != "table":
        examples = ["; ".join(one.examples) for one in checks]
        show((*columns, "examples"), [(*row, text) for row, text in zip(rows, examples, strict=True)], form)
        return
    show(columns, rows, form)
    for one in checks:
        for example in one.examples:
            click.echo(f"{one.name} does not hold: {plain(example)}")


@main.command()
@click.argument("kind")
@click.argument("db")
@click.option("-o", "--output", required=True, metavar="FILE.pdf", help="The PDF to write.")
@click.option("--brand", metavar="FILE.toml", help="Paper, font, logo and colors of your own.")
@click.option("--confidence", type=float, default=0.95, show_default=True, help="Level of the intervals.")
@click.option("--game", metavar="GAME_ID", help="The game that a report `game` is about.")
@selection_options
def report(
    *, kind: str, db: str, output: str, brand: str | None, confidence: float, game: str | None, selection: Any
) -> None:
    """Write a report on the games of a database as a PDF.

    KIND is first-look, strategy (for analysts), balance (for designers; two rulesets are put side by side),
    player (the one named by --player, against all others), game (the one named by --game, move by move) or study
    (of a variant, in a database of `azul study`).

    \b
    Examples:
      azul report first-look games.duckdb -o first-look.pdf
      azul report balance games.duckdb --ruleset standard --ruleset gray -o balance.pdf
      azul report player games.duckdb --player Ana -o ana.pdf
      azul report game games.duckdb --game club/17 -o game.pdf
    """
    from azul_analytics.reporting.kinds import write_report_of_kind

    if not output.lower().endswith(".pdf"):
        raise AzulError(f"A report is a PDF: name a file that ends in .pdf, not {output}.")
    write_report_of_kind(kind, db, output, game=game, brand=brand, selection=selection, confidence=confidence)
    click.echo(f"The report is in {output}.")


main.add_command(demo)
main.add_command(rulesets)
main.add_command(score)
main.add_command(export)
main.add_command(positions)
main.add_command(stats)
main.add_command(explain)
main.add_command(notebook)
main.add_command(simulate)
main.add_command(compare)
main.add_command(power)
main.add_command(rescore)
main.add_command(tournament)
main.add_command(study)
main.add_command(fit_value)
