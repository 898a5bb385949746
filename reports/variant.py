"""A variant against its base, from a ruleset file to a PDF: plays both on the same deals, and puts them side by side.

python reports/variant.py free_marker.toml variant.duckdb --policy careful --blocks 500 -o variant.pdf
"""

import argparse
import sys

from azul_analytics.database import connect
from azul_analytics.errors import AzulError
from azul_analytics.reporting import write_report
from azul_analytics.rules.ruleset import load_ruleset
from azul_analytics.statistics import Selection
from azul_analytics.studies.compare import Comparison, compare
from azul_analytics.whole_file import checked_target


def main() -> None:
    """Plays what the command line asks for, prints the verdicts and writes the report."""
    arguments = argparse.ArgumentParser(description="Compares a variant with its base and writes the balance report.")
    arguments.add_argument("variant", help="a TOML file of your own, or a ruleset that ships")
    arguments.add_argument("database", help="a DuckDB file for the games; what it has of them already counts")
    arguments.add_argument("-o", "--output", default="variant.pdf", help="the PDF to write")
    arguments.add_argument("--base", default="standard", help="the ruleset to compare with")
    arguments.add_argument("--policy", default="greedy", help="who plays all seats")
    arguments.add_argument("--blocks", type=int, default=1000, help="most blocks to play: a game for each player")
    arguments.add_argument("--seed", type=int, default=0, help="the same seed gives the same games")
    given = arguments.parse_args()
    try:
        if given.blocks < 1:
            raise AzulError(f"--blocks is {given.blocks}; it must be at least 1.")
        checked_target(given.output)  # before anything is played
        base, variant = load_ruleset(given.base), load_ruleset(given.variant)
        comparison = Comparison(base, variant, policy=given.policy, seed=given.seed)
        with connect(given.database, create=True) as database:
            *_, run = compare(database, comparison, blocks=given.blocks)
        for look in run.looks:
            sys.stdout.write(
                f"{look.question.metric.name}: {look.first_mean:.3f} to {look.second_mean:.3f}, by "
                f"{look.difference:+.3f} ({look.low:.3f} to {look.high:.3f}): {look.verdict}, {look.used:,} blocks\n"
            )
        selection = Selection(rulesets=[base.name, variant.name])
        write_report("balance", given.database, given.output, selection=selection)
    except AzulError as error:
        arguments.exit(2, f"{error}\n")


if __name__ == "__main__":
    main()
