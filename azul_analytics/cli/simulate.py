"""`azul simulate`: games of bots, into a database or a log."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from azul_analytics.cli.group import STOPPED
from azul_analytics.cli.ingested import say_before_play, say_ingested, stored_games
from azul_analytics.cli.output import counting, progress
from azul_analytics.errors import AzulError

if TYPE_CHECKING:
    from azul_analytics.simulate.series import Series


@click.command()
@click.option("--ruleset", default="standard", show_default=True, metavar="NAME_OR_TOML", help="The ruleset.")
@click.option("--players", type=int, default=2, show_default=True, help="Number of seats.")
@click.option("--games", type=click.IntRange(min=1), required=True, help="Number of games.")
@click.option(
    "--policy", "policies", multiple=True, default=["greedy"], show_default=True, metavar="POLICY",
    help="Who plays: random, greedy, careful, search:N, or FILE.py:FUNCTION for one of your own. Once for all seats, "
    "or once for each player, in seat order.",
)  # fmt: skip
@click.option("--rotate", is_flag=True, help="Blocks of games on the same deals, in which the players change seats.")
@click.option("--experiment", metavar="NAME", help="What the games say as their experiment.")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same games.")
@click.option("--round-limit", type=click.IntRange(min=1), help="Rounds until a game is given up.")
@click.option("-o", "--output", metavar="FILE", help="The log to write; .gz and .zst compress.")
@click.option("--db", metavar="DB", help="The database to store the games in, instead of a log.")
def simulate(
    *,
    ruleset: str,
    players: int,
    games: int,
    policies: tuple[str, ...],
    rotate: bool,
    experiment: str | None,
    seed: int,
    round_limit: int | None,
    output: str | None,
    db: str | None,
) -> int:
    """Play games, and store them or write them as a log.

    They are labelled as simulated. The same arguments give the same games, in a log the same bytes.

    Ctrl-C leaves whole games, and the same command goes on from there. A log appears when it is whole; until
    then its games are in a file beside it that ends in .part.

    \b
    Examples:
      azul simulate --ruleset gray --players 3 --games 100 --policy greedy --seed 1 -o gray.jsonl
      azul simulate --games 1000 --policy greedy --policy random --rotate --db blocks.duckdb
      azul simulate --games 100 --policy mine.py:choose --policy greedy --rotate --db mine.duckdb
    """
    from azul_analytics.rules.ruleset import load_ruleset
    from azul_analytics.simulate import series_of

    if (output is None) == (db is None):
        raise AzulError("Say where the games go: -o FILE for a log, or --db DB for a database.")
    series = series_of(
        load_ruleset(ruleset), players=players, policy=policies[0] if len(policies) == 1 else policies,
        seed=seed, round_limit=round_limit, rotate=rotate, experiment=experiment,
    )  # fmt: skip
    if rotate and games % players:
        near = [str(number) for number in (games - games % players, games + players - games % players) if number]
        raise AzulError(
            f"With --rotate a block is {players} games, one for each player: {games} games are no whole number of "
            f"blocks; take {' or '.join(near)}."
        )
    if db is not None:
        return _into_database(series, games, db)
    if code := _into_log(series, games, str(output)):
        return code
    if ruleset.endswith(".toml"):
        click.echo(f"Their ruleset is your own: azul ingest {output} --ruleset {ruleset} --db DB")
    return 0


def _into_database(series: Series, games: int, db: str) -> int:
    from azul_analytics.database import connect
    from azul_analytics.studies.series import play_into_database

    try:
        with connect(db, create=True) as database, progress("Playing", games) as advance:
            say_before_play([series])
            report = play_into_database(series, games, database, counting(advance))
    except KeyboardInterrupt:
        click.echo(f"azul: stopped; {stored_games(db):,} games are stored in {db}. The same command goes on.", err=True)
        return STOPPED
    return say_ingested(report, db)


def _into_log(series: Series, games: int, output: str) -> int:
    from azul_analytics.studies.series import growing_log, play_into_log

    log = growing_log(series, games, output)
    say_before_play([series], judged=False)
    try:
        with progress("Playing", games) as advance:
            play_into_log(series, games, log, counting(advance))
    except KeyboardInterrupt:
        kept = f"{log.games:,} games are in {log.part.name}" if log.games else "no game was over"
        click.echo(f"azul: stopped; {kept}. The same command goes on.", err=True)
        return STOPPED
    click.echo(f"{games:,} simulated games are in {output}.")
    return 0
