"""The profile of one player as a script, to copy and change.

python reports/player.py games.duckdb Ana -o ana.pdf
"""

import argparse

from azul_analytics.errors import AzulError
from azul_analytics.reporting.player_report import write_player_report
from azul_analytics.statistics import Selection

FIELD = Selection()  # whose games the player is compared in: all finished ones; name sources, rulesets or dates


def main() -> None:
    """Writes the report that the command line asks for."""
    arguments = argparse.ArgumentParser(description="Writes the profile of one player as a PDF.")
    arguments.add_argument("database", help="a DuckDB file made by `azul ingest`")
    arguments.add_argument("player", help="the name as recorded")
    arguments.add_argument("-o", "--output", default="player.pdf", help="the PDF to write")
    arguments.add_argument("--brand", help="a TOML file with paper, font, logo and colors of your own")
    given = arguments.parse_args()
    try:
        write_player_report(given.database, given.player, given.output, brand=given.brand, selection=FIELD)
    except AzulError as error:
        arguments.exit(2, f"{error}\n")


if __name__ == "__main__":
    main()
