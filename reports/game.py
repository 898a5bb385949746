"""The record of one game as a script, to copy and change.

python reports/game.py games.duckdb club/17 -o game.pdf
"""

import argparse

from azul_analytics.errors import AzulError
from azul_analytics.reporting.game_report import write_game_report


def main() -> None:
    """Writes the report that the command line asks for."""
    arguments = argparse.ArgumentParser(description="Writes the record of one game as a PDF.")
    arguments.add_argument("database", help="a DuckDB file made by `azul ingest`")
    arguments.add_argument("game", help="its game_id, source/id")
    arguments.add_argument("-o", "--output", default="game.pdf", help="the PDF to write")
    arguments.add_argument("--brand", help="a TOML file with paper, font, logo and colors of your own")
    given = arguments.parse_args()
    try:
        write_game_report(given.database, given.game, given.output, brand=given.brand)
    except AzulError as error:
        arguments.exit(2, f"{error}\n")


if __name__ == "__main__":
    main()
