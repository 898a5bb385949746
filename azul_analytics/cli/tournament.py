"""`azul tournament`: policies against each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from azul_analytics.cli.ingested import say_before_play
from azul_analytics.cli.output import counting, output_format, progress, show

if TYPE_CHECKING:
    import pandas as pd


@click.command()
@click.option(
    "--policy", "policies", multiple=True, required=True, metavar="POLICY",
    help="Who plays: a policy's name, or FILE.py:FUNCTION. Repeat for each.",
)  # fmt: skip
@click.option("--ruleset", default="standard", show_default=True, metavar="NAME_OR_TOML", help="The ruleset.")
@click.option("--players", type=int, default=2, show_default=True, help="Number of seats.")
@click.option("--blocks", type=click.IntRange(min=1), default=100, show_default=True, help="Blocks of each table.")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same games.")
@click.option("--confidence", type=float, default=0.95, show_default=True, help="Level of the intervals.")
@click.option("--pairs", "by_pair", is_flag=True, help="Answer with the win share of each pair, not with ratings.")
@click.option("--db", metavar="DB", help="Keep the games here; the same command, or one of more blocks, goes on.")
@output_format
def tournament(
    *,
    policies: tuple[str, ...],
    ruleset: str,
    players: int,
    blocks: int,
    seed: int,
    confidence: float,
    by_pair: bool,
    db: str | None,
    form: str,
) -> None:
    """Let policies play each other, and rate them.

    Each choice of as many policies as seats is a table. It plays blocks of as many games as seats, in which the
    players change seats; all tables get the same deals. Ctrl-C stops earlier, with what is stored so far.

    \b
    Example:
      azul tournament --policy random --policy greedy --policy careful --blocks 200
    """
    from azul_analytics.database import connect
    from azul_analytics.rules.ruleset import load_ruleset
    from azul_analytics.studies import tournament as studies

    asked = studies.Tournament(load_ruleset(ruleset), policies, players, seed, confidence)
    games = len(asked.tables) * blocks * players
    with connect(db, create=db is not None) as database:
        say_before_play(asked.tables)
        try:
            with progress("Playing", games) as advance:
                studies.play(database, asked, blocks, counting(advance))
        except KeyboardInterrupt:
            click.echo("azul: stopped; this is what is stored so far.", err=True)
        frame: pd.DataFrame = studies.pairs(database, asked) if by_pair else studies.ratings(database, asked)
    if frame.empty:
        click.echo("No finished game is stored.", err=True)
    show(list(frame.columns), frame.itertuples(index=False), form)
