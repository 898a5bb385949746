"""`azul export` and `azul positions`: tables for other tools."""

from __future__ import annotations

import click

from azul_analytics.cli.output import progress


@click.command()
@click.argument("db")
@click.argument("folder")
@click.option(
    "--format", "form", type=click.Choice(["csv", "parquet"]), default="parquet", show_default=True,
    help="Format of the files.",
)  # fmt: skip
def export(db: str, folder: str, form: str) -> None:
    """Write all tables of a database as files, for other tools.

    FOLDER is new or empty. Its load.sql makes a database of the files again.

    \b
    Example:
      azul export games.duckdb tables --format csv
    """
    from azul_analytics.export import export_tables

    with progress("Writing tables", None):
        written = export_tables(db, folder, format=form)
    click.echo(f"{len(written)} tables with {sum(written.values()):,} rows are in {folder}.")


@click.command()
@click.argument("db")
@click.option(
    "--games", multiple=True, metavar="ID_OR_PATTERN",
    help="A game_id, or a pattern such as 'club/*'; can be repeated. Without it: all games.",
)  # fmt: skip
@click.option(
    "-o", "--output", required=True, metavar="OUT", help="A new DuckDB file (*.duckdb), or a folder for Parquet files."
)
def positions(db: str, games: tuple[str, ...], output: str) -> None:
    """Write what lay where before each draft, as tables.

    `boards` has a row a game, turn and seat; `offers` a row a game, turn, source and color.

    \b
    Example:
      azul positions games.duckdb --games 'club/*' --games bga/123456 -o positions.duckdb
    """
    from azul_analytics.database import connect
    from azul_analytics.export import export_positions, matching_games

    with connect(db) as database:
        game_ids = matching_games(database, games)
        with progress("Writing positions", len(game_ids)) as advance:
            rows = export_positions(database, output, games=games, progress=lambda done: advance(done, "games"))
    said = ", ".join(f"{count:,} {table}" for table, count in rows.items())
    click.echo(f"Positions of {len(game_ids):,} games are in {output}: {said}.")
