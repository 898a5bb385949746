"""The report for designers as a script, to copy and change: a list of sections and one call.

python reports/balance.py games.duckdb --ruleset standard --ruleset gray -o balance.pdf
"""

import argparse

from azul_analytics.errors import AzulError
from azul_analytics.reporting import Report, write_report
from azul_analytics.reporting.sections import DECISION, DESIGN
from azul_analytics.statistics import Selection

REPORT = Report(
    kind="balance",
    title="Balance of the rules",
    purpose="It asks what a designer has to decide: are seats equal, how long and how close are games, what costs the "
    "floor, are colors worth the same?",
    sections=[DECISION, *DESIGN],  # leave one out, or write a Section of your own
    in_depth=True,
    compares=True,  # two rulesets side by side, where the games are of exactly two
)


def main() -> None:
    """Writes the report that the command line asks for."""
    arguments = argparse.ArgumentParser(description="Writes the report on balance on a database as a PDF.")
    arguments.add_argument("database", help="a DuckDB file made by `azul ingest`")
    arguments.add_argument("-o", "--output", default="balance.pdf", help="the PDF to write")
    arguments.add_argument("--ruleset", action="append", help="only games by this ruleset; two are put side by side")
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
