"""`azul compare` and `azul power`: two rulesets against each other, by simulated games."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

import click

from azul_analytics.cli.group import STOPPED
from azul_analytics.cli.ingested import say_before_play
from azul_analytics.cli.output import output_format, progress, show

if TYPE_CHECKING:
    from azul_analytics.studies.compare import Comparison, Look, Run
    from azul_analytics.studies.power import Plan

_F = TypeVar("_F", bound=Callable[..., Any])
_SECONDS = {"h": 3600, "m": 60, "s": 1}


class Duration(click.ParamType[float]):
    """A time like `30m`, `1h30m` or `90s`, in seconds."""

    name = "TIME"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The seconds."""
        from azul_analytics.rules.ruleset import excerpt

        if isinstance(value, float):
            return value
        seconds = 0
        if re.fullmatch(r"([0-9]{1,6}h)?([0-9]{1,6}m)?([0-9]{1,6}s)?", value):
            seconds = sum(int(number) * _SECONDS[unit] for number, unit in re.findall("([0-9]+)([hms])", value))
        if not seconds:
            self.fail(f"{excerpt(value)} is no time, such as 30m, 1h30m or 90s.", param, ctx)
        return float(seconds)


_OPTIONS = (
    click.option("--metric", "names", multiple=True, metavar="METRIC", help="What to compare; repeat for several."),
    click.option("--margin", "margins", multiple=True, metavar="[METRIC=]NUMBER",
                 help="Largest difference that counts as none."),
    click.option("--policy", "policies", multiple=True, metavar="POLICY", default=["greedy"], show_default=True,
                 help="Who plays all seats; or repeat, one for each player."),
    click.option("--players", type=int, default=2, show_default=True, help="Number of seats."),
    click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same games."),
    click.option("--confidence", type=float, default=0.95, show_default=True, help="Level of all intervals together."),
)  # fmt: skip


def _comparing(command: _F) -> _F:
    """The options that say what is compared, and how."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def _comparison(
    a: str, b: str, names: Sequence[str], margins: Sequence[str], policies: Sequence[str], **asked: Any
) -> Comparison:
    from azul_analytics.rules.ruleset import load_ruleset
    from azul_analytics.studies.compare import Comparison
    from azul_analytics.studies.metrics import questions, usual

    first, second = load_ruleset(a), load_ruleset(b)
    policy = policies[0] if len(policies) == 1 else tuple(policies)
    return Comparison(first, second, questions(names or usual(first, second), margins), policy=policy, **asked)


COLUMNS = ("metric", "first", "second", "difference", "low", "high", "margin", "verdict", "blocks", "more_blocks")


@click.command()
@click.argument("a")
@click.argument("b")
@_comparing
@click.option("--limit", type=click.IntRange(min=1), default=10_000, show_default=True, help="Most blocks to play.")
@click.option("--budget", type=Duration(), help="Most time to take, such as 10m.")
@click.option("--db", metavar="DB", help="Keep the games and all looks here; the same command goes on from there.")
@output_format
def compare(*, a: str, b: str, limit: int, budget: float | None, db: str | None, form: str, **asked: Any) -> int:
    """Compare two rulesets by games on the same deals.

    A and B are rulesets that ship, or TOML files; the difference is B less A. A block is a game for each player, on
    the same deals, with the players one seat on from game to game; the same blocks are played under both rulesets,
    on the same deals too unless bags or factories differ. The intervals hold at every look, however often, so that
    play stops as soon as all metrics are decided: larger, smaller or equivalent within the margin. Ctrl-C stops
    earlier, with what is known so far; exit code 0 then too.

    \b
    Metrics: opening_win_share, same_seat_wins, score, floor_points, turns, lead_changes and stopped unless named, and
    bonus_points, tile_points or rounds where A and B differ in what these are about; docs/experiments.md lists all.

    \b
    Example:
      azul compare standard gray --metric score --metric turns --limit 2000
    """
    from azul_analytics.database import connect
    from azul_analytics.studies.compare import compare as looks_of

    comparison = _comparison(a, b, **asked)
    run: Run | None = None
    with connect(db, create=db is not None) as database:
        say_before_play(comparison.series)
        interrupted = True
        with progress("Playing", None) as advance, suppress(KeyboardInterrupt):
            limits = {"blocks": limit} if budget is None else {"blocks": limit, "seconds": budget}
            for run in looks_of(database, comparison, **limits):
                advance(0, so_far(run))
            interrupted = False
        if run is None or not run.looks:
            early = "stopped" if interrupted else "the budget ended"
            click.echo(f"azul: {early} before the first look; nothing is known.", err=True)
            return STOPPED if interrupted else 0
        _show(run, form)
    return 0


def so_far(run: Run) -> str:
    """What is played and decided."""
    decided = sum(look.more_blocks(run.comparison.error) == 0 for look in run.looks)
    return f"{run.blocks:,} blocks, {decided} of {len(run.comparison.questions)} metrics decided"


def _show(run: Run, form: str) -> None:
    comparison = run.comparison
    show(COLUMNS, [row_of(one, comparison.error) for one in run.looks], form)
    for line in _lacking(run.looks):
        click.echo(line, err=True)
    if not comparison.same_deals:
        click.echo(
            "Bags or factories differ, and with them the deals: a pair of blocks has the seed and the seats in common, "
            "which brings next to nothing.",
            err=True,
        )
    blocks = run.looks[0].blocks  # of an interrupted batch there is no look
    games = 2 * comparison.players * blocks
    click.echo(
        f"First: {comparison.first.name}; second: {comparison.second.name}; {blocks:,} blocks, {games:,} games of "
        f"{comparison.players} players by {comparison.who}. All intervals hold at all looks together at "
        f"{100 * comparison.confidence:g} %.",
        err=True,
    )


def _lacking(looks: Sequence[Look]) -> Iterator[str]:
    """Why there is no interval of some metrics, and how many blocks more it takes."""
    from azul_analytics.statistics.sequential import HEAVIEST, START

    lacking = {one.question.metric.name: one for one in looks if one.lacks_interval}
    more = {name: one.blocks_to_interval for name, one in lacking.items()}
    if soon := [f"{name} (about {blocks:,} blocks more)" for name, blocks in more.items() if blocks is not None]:
        yield (
            f"No interval yet of {', '.join(soon)}: one of points or counts takes {START} blocks and more, until no "
            f"block makes up more than a {HEAVIEST}th of the spread (of the sum of squares)."
        )
    if heavy := [name for name, one in lacking.items() if one.few_make_up_the_spread]:
        yield (
            f"No interval yet of {', '.join(heavy)}: a few blocks, far from the others, make up most of the spread; "
            "how many more it takes is not known."
        )
    if alike := [name for name, one in lacking.items() if math.isinf(one.start) and not one.spread]:
        yield f"No interval of {', '.join(alike)}: all blocks differ by the same."


def row_of(one: Look, error: float) -> tuple[Any, ...]:
    """A look as a row of COLUMNS."""
    return (
        one.question.metric.name, one.first_mean, one.second_mean, one.difference, one.low, one.high,
        one.question.margin, one.verdict, one.used, one.more_blocks(error),
    )  # fmt: skip


POWER_COLUMNS = ("metric", "to_show", "power", "spread", "fixed", "expected", "enough", "games", "seconds")


@click.command()
@click.argument("a")
@click.argument("b")
@_comparing
@click.option("--difference", type=float, help="The difference to find, instead of one as large as the margin.")
@click.option(
    "--power", "powers", type=float, multiple=True, default=[0.9, 0.8], show_default=True, help="Chance to find it."
)
@click.option("--pilot", type=click.IntRange(min=1), default=200, show_default=True, help="Blocks of the pilot.")
@click.option("--db", metavar="DB", help="Keep the pilot here; games of this comparison that it has are the pilot.")
@output_format
def power(
    *, a: str, b: str, difference: float | None, powers: tuple[float, ...], pilot: int, db: str | None, form: str,
    **asked: Any,
) -> None:  # fmt: skip
    """Say how many games a comparison of two rulesets takes.

    A pilot is played, and for each metric it is said how many blocks show a difference as large as the margin (or
    --difference), and how many show that there is none within the margin. A block is a game for each player, under
    both rulesets. fixed: a test that looks once. expected: what `azul compare` takes in the mean; enough: within what
    it decides with this power. games and seconds are those of enough, the seconds as fast as the pilot was.

    \b
    Example:
      azul power standard gray --metric score --margin 0.5
    """
    from azul_analytics.database import connect
    from azul_analytics.studies.compare import Run, pairs
    from azul_analytics.studies.power import MOST_BLOCKS, plan

    comparison = _comparison(a, b, **asked)
    for question in comparison.questions:
        if difference is not None:
            question.metric.checked_difference(difference)
    rows: list[tuple[Any, ...]] = []
    silent = []
    with connect(db, create=db is not None) as database:
        say_before_play(comparison.series)
        run = Run(database, comparison)
        with progress("Playing a pilot", None) as advance:
            while run.step(blocks=pilot - run.blocks):
                advance(0, f"{run.blocks:,} blocks")
        for question in comparison.questions:
            claims = {question.margin if difference is None else difference, 0.0}
            values = pairs(database, comparison, question.metric)
            differences = (values["second"] - values["first"]).to_numpy()
            plans = [
                plan(question, differences, difference=claim, power=one, error=comparison.error)
                if question.metric.may_differ(values["first"].mean(), claim) else None
                for claim in sorted(claims, reverse=True) for one in powers
            ]  # fmt: skip
            rows += [_planned(one, run) for one in plans if one]
            if not all(plans):
                silent.append(question.metric.name)
    show(POWER_COLUMNS, rows, form)
    if silent:
        click.echo(
            f"Of {', '.join(silent)} a pilot of {run.blocks:,} blocks cannot say all: it is too small, few of them "
            f"make up most of the spread, none differs as much as asked or as a share can, or it takes more than "
            f"{MOST_BLOCKS:,} blocks.",
            err=True,
        )


def _planned(plan: Plan, run: Run) -> tuple[Any, ...]:
    margin = plan.question.margin
    claim = f"{plan.difference:+g}" if plan.difference else f"within {margin:g}"
    games = 2 * run.comparison.players * plan.enough
    return (
        plan.question.metric.name, claim, plan.power, plan.spread, plan.fixed, plan.expected, plan.enough, games,
        plan.enough * run.pace,
    )  # fmt: skip
