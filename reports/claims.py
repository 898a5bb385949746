"""Claims about the game that circulate, tested on games between copies of bots: plays them, and writes a PDF.

python reports/claims.py claims.duckdb --games 2000 -o claims.pdf
"""

import argparse
import sys
from dataclasses import replace

from azul_analytics.database import connect
from azul_analytics.errors import AzulError
from azul_analytics.reporting import Report, write_report
from azul_analytics.reporting.sections import FIRST_PLAYER
from azul_analytics.reporting.sections.circulating import circulating, sentence
from azul_analytics.studies.claims import LADDER, play, verdicts
from azul_analytics.whole_file import checked_target


def main() -> None:
    """Plays what the command line asks for, prints the verdicts and writes the report."""
    arguments = argparse.ArgumentParser(description="Tests claims that circulate on games between copies of bots.")
    arguments.add_argument("database", help="a DuckDB file for these games; what it has of them already counts")
    arguments.add_argument("-o", "--output", default="claims.pdf", help="the PDF to write")
    arguments.add_argument("--policy", action="append", help="a rung of the ladder, from weak to strong, each once")
    arguments.add_argument("--games", type=int, default=1000, help="games of each rung")
    arguments.add_argument("--seed", type=int, default=0, help="the same seed gives the same games")
    arguments.add_argument("--brand", help="a TOML file with paper, font, logo and colors of your own")
    given = arguments.parse_args()
    ladder = given.policy or LADDER
    report = Report(
        kind="claims",
        title="Claims about Azul, tested",
        purpose="It tests what is said of the game, on games that were played for it.",
        sections=[circulating(ladder), replace(FIRST_PLAYER, new_page=True)],
    )
    try:
        checked_target(given.output)  # before anything is played
        for policy in play(given.database, ladder, given.games, given.seed):
            sys.stderr.write(f"{given.games:,} games between copies of {policy} are in {given.database}\n")
        with connect(given.database) as database:
            for one in verdicts(database, ladder):
                sys.stdout.write(f"{one.claim.text}\n  {sentence(one)}\n")
        write_report(report, given.database, given.output, brand=given.brand)
    except AzulError as error:
        arguments.exit(2, f"{error}\n")


if __name__ == "__main__":
    main()
