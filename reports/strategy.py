"""The report for analysts as a script, to copy and change: a list of sections and one call.

python reports/strategy.py games.duckdb --ruleset standard -o strategy.pdf
"""

import argparse

from azul_analytics.errors import AzulError
from azul_analytics.reporting import Report, write_report
from azul_analytics.reporting.sections import CAUSES, COURSE, DRAFTING, GOING_FIRST, SCORES, WALLS
from azul_analytics.statistics import Selection

REPORT = Report(
    kind="strategy",
    title="Strategy in the games",
    purpose="It asks what goes with winning: points and their kinds, going first, the floor, drafting, walls, leads.",
    sections=[SCORES, GOING_FIRST, CAUSES, DRAFTING, WALLS, COURSE],  # leave one out, or write a Section of your own
    in_depth=True,
)


def main() -> None:
    """Writes the report that the command line asks for."""
    arguments = argparse.ArgumentParser(description="Writes the report on strategy on a database as a PDF.")
    arguments.add_argument("database", help="a DuckDB file made by `azul ingest`")
    arguments.add_argument("-o", "--output", default="strategy.pdf", help="the PDF to write")
    arguments.add_argument("--ruleset", action="append", help="only games by this ruleset")
    arguments.add_argument("--players", action="append", type=int, help="only games of so many players")
    arguments.add_argument("--brand", help="a TOML file with paper, font, logo and colors of your own")
    given = arguments.parse_args()
    selection = Selection(rulesets=given.ruleset, player_counts=given.players)
    try:
        write_report(REPORT, given.database, given.output, brand=given.brand, selection=selection)
    except AzulError as error:
        arguments.exit(2, f"{error}\n")


if __name__ == "__main__":
    main()
