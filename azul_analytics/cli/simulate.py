"""`azul simulate`: games of bots, as a log."""

from __future__ import annotations

import click

from azul_analytics.cli.output import counted, progress


@click.command()
@click.option("--ruleset", default="standard", show_default=True, metavar="NAME_OR_TOML", help="The ruleset.")
@click.option("--players", type=int, default=2, show_default=True, help="Number of seats.")
@click.option("--games", type=click.IntRange(min=1), required=True, help="Number of games.")
@click.option(
    "--policy", "policies", multiple=True, default=["greedy"], show_default=True, metavar="POLICY",
    help="Who plays: random or greedy. Once for all seats, or once for each player, in seat order.",
)  # fmt: skip
@click.option("--rotate", is_flag=True, help="Let the players change seats on the same deals, a block of games.")
@click.option("--experiment", metavar="NAME", help="What the games' records say as their experiment.")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same games.")
@click.option("--round-limit", type=click.IntRange(min=1), help="Rounds until a game is given up.")
@click.option("-o", "--output", required=True, metavar="FILE", help="The log to write; .gz and .zst compress.")
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
    output: str,
) -> None:
    """Play games and write them as a log.

    They are labelled as simulated. The same arguments give the same bytes.

    \b
    Examples:
      azul simulate --ruleset gray --players 3 --games 100 --policy greedy --seed 1 -o gray.jsonl
      azul simulate --games 1000 --policy greedy --policy random --rotate -o blocks.jsonl.gz
    """
    from azul_analytics.logs import write
    from azul_analytics.rules.ruleset import load_ruleset
    from azul_analytics.simulate import simulate_games

    played = simulate_games(
        load_ruleset(ruleset), players=players, games=games, policy=policies[0] if len(policies) == 1 else policies,
        seed=seed, round_limit=round_limit, rotate=rotate, experiment=experiment,
    )  # fmt: skip
    with progress("Playing", games) as advance:
        count = write(counted(played, advance), output)
    click.echo(f"{count:,} simulated games are in {output}.")
    if ruleset.endswith(".toml"):
        click.echo(f"Their ruleset is your own: azul ingest {output} --ruleset {ruleset} --db DB")
