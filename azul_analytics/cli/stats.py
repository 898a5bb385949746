"""`azul stats` and `azul explain`: answers from the games of a database, and what is behind them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

import click

from azul_analytics.cli.output import output_format, show
from azul_analytics.errors import AzulError

if TYPE_CHECKING:
    import pandas as pd

    from azul_analytics.statistics import Statistic

_F = TypeVar("_F", bound=Callable[..., Any])
_DAY = click.DateTime(["%Y-%m-%d", "%Y-%m-%dT%H:%M:%S"])
_OPTIONS = (
    click.option("--source", "sources", multiple=True, metavar="NAME", help="Only games of this source."),
    click.option("--ruleset", "rulesets", multiple=True, metavar="NAME", help="Only games by this ruleset."),
    click.option("--players", "player_counts", multiple=True, type=int, metavar="N", help="Only N players."),
    click.option("--player", "players", multiple=True, metavar="NAME", help="Only games of this player."),
    click.option("--policy", "policies", multiple=True, metavar="NAME", help="Only bots of this policy on all seats."),
    click.option("--since", type=_DAY, help="Only games played then or later, UTC."),
    click.option("--until", type=_DAY, help="Only games played before, UTC."),
    click.option("--stopped-too", is_flag=True, help="Count games that were stopped before their end, too."),
)


def selection_options(command: _F) -> _F:
    """The options that filter games, given to the command as one `selection`; each may be given several times."""

    @wraps(command)
    def selecting(
        *given: Any,
        sources: tuple[str, ...],
        rulesets: tuple[str, ...],
        player_counts: tuple[int, ...],
        players: tuple[str, ...],
        policies: tuple[str, ...],
        since: datetime | None,
        until: datetime | None,
        stopped_too: bool,
        **others: Any,
    ) -> Any:
        from azul_analytics.statistics import Selection

        selection = Selection(
            not stopped_too, sources or None, rulesets or None, player_counts or None, players or None,
            policies or None, since, until,
        )  # fmt: skip
        return command(*given, selection=selection, **others)

    for option in reversed(_OPTIONS):
        selecting = option(selecting)
    return selecting  # type: ignore[return-value]


def known_statistic(name: str) -> Statistic:
    """The statistic of this name, dashes or underscores. Raises AzulError for any other name."""
    from azul_analytics.statistics import STATISTICS

    found = STATISTICS.get(name.replace("-", "_"))
    if found is None:
        raise AzulError(f"There is no statistic {name!r}; `azul stats` lists them.")
    return found


@click.command()
@click.argument("name", required=False)
@click.argument("db", required=False)
@click.option("--confidence", type=float, default=0.95, show_default=True, help="Level of the intervals.")
@selection_options
@output_format
def stats(name: str | None, db: str | None, confidence: float, selection: Any, form: str) -> None:
    """Answer a question from the games of a database.

    Without NAME, list the questions.

    \b
    Examples:
      azul stats
      azul stats first_player_advantage games.duckdb --ruleset standard --players 2 --format csv
    """
    from azul_analytics.statistics import STATISTICS

    if name is None:
        show(("name", "question"), [(one.name, one.question) for one in STATISTICS.values()], form)
        return
    statistic = known_statistic(name)
    if db is None:
        raise click.UsageError("Name the database too", click.get_current_context())
    from azul_analytics.database import connect

    with connect(db) as database:
        frame = statistic.function(database, selection=selection, confidence=confidence)
    _show(frame, form)
    if frame.empty:
        click.echo(f"No games for this: {selection.described()}. It needs {statistic.detail}.", err=True)


@click.command()
@click.argument("name")
@click.argument("db")
@selection_options
def explain(name: str, db: str, selection: Any) -> None:
    """Show query, counts, method and games behind a statistic.

    \b
    Example:
      azul explain floor_causes games.duckdb --ruleset standard
    """
    from azul_analytics.database import connect
    from azul_analytics.statistics.explain import explain as explained

    statistic = known_statistic(name)
    with connect(db) as database:
        found = explained(database, statistic, selection=selection)
    click.echo(f"{statistic.title}\n{statistic.question}\n")
    facts = (
        ("Estimand", statistic.estimand), ("Unit", statistic.unit), ("Method", statistic.method),
        ("Interval", statistic.interval), ("Needs", statistic.detail), ("Source", statistic.source),
        ("Games", selection.described()),
    )  # fmt: skip
    for label, text in facts:
        if text:
            click.echo(f"{label}: {text}")
    for caveat in statistic.caveats:
        click.echo(f"Caveat: {caveat}")
    click.echo(f"\nThe games in question, a row each:\n\n{found.selection}\nThe query:\n\n{found.query}")
    click.echo("How many games it counts:\n")
    _show(found.counts, "table")
    click.echo("\nThe first games that count:\n")
    _show(found.examples, "table")
    if found.values is not None:
        click.echo("\nWhat they show:\n")
        _show(found.values, "table")


def _show(frame: pd.DataFrame, form: str) -> None:
    show(list(frame.columns), frame.astype(object).itertuples(index=False, name=None), form)
