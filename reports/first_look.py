"""The first-look report as a script, to copy and change: a list of sections and one call.

python reports/first_look.py games.duckdb -o first-look.pdf
"""

import argparse

from azul_analytics.errors import AzulError
from azul_analytics.reporting import FIRST_PLAYER, FLOOR, Report, write_report

REPORT = Report(
    kind="first-look",
    title="A first look at the games",
    purpose="Is it worth something to open the game, and what does the floor line cost?",
    sections=[FIRST_PLAYER, FLOOR],  # leave one out, change their order, or write a Section of your own
)


def main() -> None:
    """Writes the report that the command line asks for."""
    arguments = argparse.ArgumentParser(description="Writes the first-look report on a database as a PDF.")
    arguments.add_argument("database", help="a DuckDB file made by `azul ingest`")
    arguments.add_argument("-o", "--output", default="first-look.pdf", help="the PDF to write")
    arguments.add_argument("--brand", help="a TOML file with paper, font, logo and colors of your own")
    given = arguments.parse_args()
    try:
        write_report(REPORT, given.database, given.output, brand=given.brand)
    except AzulError as error:
        arguments.exit(2, f"{error}\n")
    print(f"The report is in {given.output}.")  # noqa: T201


if __name__ == "__main__":
    main()
