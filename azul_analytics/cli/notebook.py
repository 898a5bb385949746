"""`azul notebook`: a lesson, run on one's own database."""

from __future__ import annotations

from typing import Any

import click

from azul_analytics.cli.group import FAULTS
from azul_analytics.cli.output import progress


@click.command()
@click.argument("name", required=False)
@click.option("--db", metavar="DB", help="The database to run it on.")
@click.option(
    "-p", "--parameter", "parameters", multiple=True, metavar="KEY=VALUE",
    help="A parameter of the notebook; the value as JSON, or as text. Can be repeated.",
)  # fmt: skip
@click.option("-o", "--output", metavar="OUT.ipynb", help="The notebook to write; else its name, in this folder.")
def notebook(name: str | None, db: str | None, parameters: tuple[str, ...], output: str | None) -> int:
    """Run a lesson on a database of your own.

    NAME is a notebook's name or number; a copy with what it shows is written. Without NAME, list them.

    \b
    Examples:
      azul notebook
      azul notebook 02 --db games.duckdb -p 'rulesets=["standard"]' -o first-player.ipynb
    """
    from azul_analytics.reporting.notebook import CellError, notebooks, run_notebook

    if name is None:
        for known in notebooks():
            click.echo(known)
        return 0
    if db is None:
        raise click.UsageError("Name the database too: --db DB", click.get_current_context())
    target = output or f"{name.removesuffix('.ipynb')}-executed.ipynb"
    try:
        with progress("Running the notebook", None):
            run_notebook(name, db, target, parameters=dict(map(_parameter, parameters)))
    except CellError as error:
        click.echo(f"azul: {error}", err=True)
        return FAULTS
    click.echo(f"The notebook is in {target}.")
    return 0


def _parameter(given: str) -> tuple[str, Any]:
    import json

    key, equals, value = given.partition("=")
    if not (key and equals):
        raise click.UsageError(f"A parameter is KEY=VALUE, not {given!r}", click.get_current_context())
    try:
        return key, json.loads(value)
    except ValueError:
        return key, value
