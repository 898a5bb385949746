"""`azul fit-value`: a value for the policy `search`, fitted from nothing."""

from __future__ import annotations

import click

from azul_analytics.cli.ingested import say_compiling
from azul_analytics.cli.output import progress


@click.command("fit-value")
@click.argument("ruleset", metavar="RULESET")
@click.option("-o", "--output", required=True, metavar="FILE.json", help="The file to write.")
@click.option("--games", type=click.IntRange(min=100), default=15_000, show_default=True, help="Games to learn from.")
@click.option(
    "--seed", type=click.IntRange(0, 2**63), default=0, show_default=True, help="The same gives the same file."
)
def fit_value(ruleset: str, output: str, games: int, seed: int) -> None:
    """Fit what the policy search thinks of the end of a round.

    Bots play themselves; what wins their games is the value, made in three stages, each played by the value
    before. RULESET is a ruleset that ships, or a TOML file of your own. The file says how it was made, and is
    refused for a ruleset with other numbers.

    \b
    Example, for the policy search:100:mine.json:
      azul fit-value mine.toml -o mine.json
    """
    from azul_analytics import __version__
    from azul_analytics.rules.ruleset import load_ruleset
    from azul_analytics.simulate.value_fit import fit_value as fitted
    from azul_analytics.whole_file import checked_target, whole_file

    loaded = load_ruleset(ruleset)
    checked_target(output)
    say_compiling("play.play_thinking")
    with progress("Fitting", games) as advance:
        value = fitted(loaded, games, seed, __version__, lambda played: advance(played, f"{played:,}"))
    with whole_file(output) as stream:
        stream.write(value.text.encode())
    click.echo(
        f"The value for {loaded.name} is in {output}: azul simulate --ruleset {ruleset} --policy search:100:{output}"
    )
