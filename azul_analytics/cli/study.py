"""`azul study`: a variant of a ruleset against its base, from the file to the report."""

from __future__ import annotations

import shlex
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from azul_analytics.cli.experiments import COLUMNS, Duration, row_of, so_far
from azul_analytics.cli.group import STOPPED
from azul_analytics.cli.ingested import say_before_play
from azul_analytics.cli.output import aligned, progress, show
from azul_analytics.errors import AzulError

if TYPE_CHECKING:
    from azul_analytics.database import Database
    from azul_analytics.studies.compare import Look, Run
    from azul_analytics.studies.study import Forecast, Study

_USUAL_LEVEL = 0.95  # of a report
_PILOT = 10  # seconds, about, of the shortest pilot
_REPORT, _REPORT_GAMES = 15.0, 8000  # seconds of a report, and so many games more a second
_LOOK, _LOOK_GAMES = 0.035, 100_000  # the same of a look at one question, on the same machine


@dataclass(frozen=True)
class _Clock:
    """What a study may take from its first moment to its report, in seconds."""

    budget: float
    began: float = field(default_factory=time.monotonic)

    @property
    def spent(self) -> float:
        return time.monotonic() - self.began

    def left(self, runs: Sequence[Run]) -> float:
        """Seconds for play, without those of the report on what is there."""
        return self.budget - self.spent - report_seconds(runs)


def report_seconds(runs: Sequence[Run]) -> float:
    """What the report on what is there takes, about: longer where the latest looks did, on a slow or busy machine."""
    usual = sum(len(run.looks) * (_LOOK + run.games / _LOOK_GAMES) for run in runs)
    slow = max(1.0, sum(run.looking for run in runs) / usual) if usual else 1.0
    return slow * (_REPORT + sum(run.games for run in runs) / _REPORT_GAMES)


@click.command()
@click.argument("variant")
@click.option("--budget", type=Duration(), required=True, help="Time for all of it, such as 30m.")
@click.option("-o", "--output", required=True, metavar="FILE.pdf", help="The report; the database is beside it.")
@click.option("--against", metavar="NAME_OR_TOML", help="The base, instead of the ruleset that the variant extends.")
@click.option("--metric", "names", multiple=True, metavar="METRIC", help="What to compare; repeat for several.")
@click.option(
    "--margin", "margins", multiple=True, metavar="[METRIC=]NUMBER", help="Largest difference that counts as none."
)
@click.option(
    "--policy", "policies", multiple=True, metavar="POLICY", help="Bots, the weakest first; the last one decides."
)
@click.option("--players", "players", type=int, multiple=True, help="Number of seats; repeat for several.")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same games.")
@click.option(
    "--confidence", type=float, default=_USUAL_LEVEL, show_default=True, help="Level of all intervals together."
)
@click.option("--brand", metavar="FILE.toml", help="Paper, font, logo and colors of your own.")
def study(
    *, variant: str, budget: float, output: str, against: str | None, names: tuple[str, ...],
    margins: tuple[str, ...], policies: tuple[str, ...], players: tuple[int, ...], brand: str | None, **asked: Any,
) -> int:  # fmt: skip
    """Study a variant of a ruleset, and report on it.

    VARIANT, a TOML file, is checked and compared with the ruleset that it extends: for each number of players that
    both seat, by bots of several strengths. After a pilot it says what the time is enough for; the budget counts
    compiling and the report too. Ctrl-C ends play early, with the report on what is there; the same command goes on.
    Report and database are written beside each other.

    \b
    Example:
      azul study mild.toml --budget 30m -o mild.pdf
    """
    from azul_analytics.database import connect
    from azul_analytics.reporting.kinds import write_report_of_kind
    from azul_analytics.rules.oddities import oddities
    from azul_analytics.rules.ruleset import load_ruleset
    from azul_analytics.studies.metrics import questions, usual
    from azul_analytics.studies.study import Study, base_of, begin
    from azul_analytics.whole_file import checked_target

    clock = _Clock(budget)
    if not output.lower().endswith(".pdf"):
        raise AzulError(f"A report is a PDF: name a file that ends in .pdf, not {output}.")
    checked_target(output)
    ruleset = load_ruleset(variant)
    base = load_ruleset(against or base_of(variant))
    asked_for = questions(names or usual(base, ruleset), margins)
    planned = Study(base, ruleset, asked_for, players, policies, **asked)
    db = str(Path(output).with_suffix(".duckdb"))
    for odd in oddities(ruleset):
        click.echo(f"Odd in {ruleset.name}: {odd}.", err=True)
    try:
        with connect(db, create=True) as database:
            runs = begin(database, planned)
            _say_plan(planned, budget, db)
            _play(runs, planned.strongest, clock)
    except KeyboardInterrupt:
        click.echo("Play is stopped; the report on what is there is being made.", err=True)
    try:
        with connect(db) as database:
            if not _show_decisions(database, planned):
                click.echo("azul: stopped before the first look; nothing is known.", err=True)
                return STOPPED
        write_report_of_kind("study", db, output, brand=brand, confidence=planned.confidence)
    except KeyboardInterrupt:
        click.echo(
            f"azul: stopped before the report was made. The games are in {db}; to print it: "
            f"{_again(db, output, brand, planned.confidence)}",
            err=True,
        )
        return STOPPED
    click.echo(f"The report is in {output}, the games in {db}.")
    over = clock.spent - budget
    click.echo(f"It took {_time(clock.spent)}{f', {_time(over)} more than the budget' if over >= 1 else ''}.", err=True)
    return 0


def _again(db: str, output: str, brand: str | None, confidence: float) -> str:
    """The command that prints the report on a study's database."""
    level = ["--confidence", f"{confidence:g}"] if confidence != _USUAL_LEVEL else []
    own = ["--brand", brand] if brand else []
    return shlex.join(["azul", "report", "study", db, "-o", output, *own, *level])


def _say_plan(planned: Study, budget: float, db: str) -> None:
    """How long it will take, and what of."""
    compiling = say_before_play(series for one in planned.comparisons.values() for series in one.series)
    least = compiling + _PILOT + _REPORT
    parts = [f"compiling {_time(compiling)}"] if compiling else []
    parts += ["a pilot", "play", f"and the report {_time(_REPORT)} or more"]
    short = "" if least <= budget else f"; {_time(budget)} are too few for a pilot and the report"
    click.echo(
        f"{planned.variant.name} against {planned.base.name}: about {_time(max(budget, least))} in all ("
        f"{', '.join(parts)}){short}. Ctrl-C ends play earlier, with the report. All games go into {db}.",
        err=True,
    )


def _time(seconds: float) -> str:
    return f"{seconds / 60:.0f} min" if seconds >= 120 else f"{seconds:.0f} s"


def _play(runs: Sequence[Run], strongest: str, clock: _Clock) -> None:
    from azul_analytics.studies.study import forecast, pilot, play

    with progress("Pilot", None) as advance:
        for run in pilot(runs, lambda: max(clock.left(runs), 0)):
            advance(0, f"{run.comparison.experiment}, {run.blocks:,} blocks")
    left = max(clock.left(runs), 0)
    click.echo(_said_after_pilot(clock, report_seconds(runs), left), err=True)
    _say_forecast(forecast(runs, strongest, left), strongest)
    with progress("Playing", None) as advance:
        for run in play(runs, strongest, lambda: clock.left(runs)):
            advance(0, f"{run.comparison.experiment}, {so_far(run)}")


def _said_after_pilot(clock: _Clock, report: float, left: float) -> str:
    """How much of the time is left; plainly where that is nothing."""
    if left:
        return f"After the pilot {_time(left)} of play are left, and {_time(report)} for the report."
    spent = f"After the pilot {_time(clock.spent)} of {_time(clock.budget)} are spent"
    over = ": the budget is exceeded" if clock.spent >= clock.budget else ""
    return f"{spent}{over}. Nothing is left for play; the report takes about {_time(report)}."


def _say_forecast(found: Mapping[Run, Sequence[Forecast]], policy: str) -> None:
    """A line a metric, a column a number of players: what differences the time is enough for."""
    click.echo(f"By {policy} it is about enough to show differences from", err=True)
    heads = [f"{run.comparison.players} players" for run in found]
    lines = [["metric", "margin", *heads], ["", "", *(f"{of_run[0].blocks:,} blocks" for of_run in found.values())]]
    looked = [list(zip(run.looks, of_run, strict=True)) for run, of_run in found.items()]
    for of_metric in zip(*looked, strict=True):
        question = of_metric[0][0].question
        lines.append([question.metric.name, f"{question.margin:g}", *(_able(*one) for one in of_metric)])
    for line in aligned(lines):
        click.echo(f"  {line}", err=True)
    click.echo("=: and to show that there is none as large as the margin, if there is none.", err=True)


def _able(look: Look, one: Forecast) -> str:
    """From which size on differences show; a sign where equality may show too."""
    from azul_analytics.statistics.families import UNDECIDED

    if look.verdict != UNDECIDED:
        return "decided"
    if one.half_width is None:
        return "no spread yet"
    if one.half_width == float("inf"):
        return "too few"
    return f"{one.half_width:.2g}{' =' if one.equality else ''}"


def _show_decisions(database: Database, planned: Study) -> bool:
    """The verdicts on the strongest bots' games as a table; False where they played none."""
    from azul_analytics.studies.study import looks

    rows = [
        (players, *row_of(one, planned.deciding[players].error))
        for (players, policy), found in looks(database, planned).items()
        if policy == planned.strongest
        for one in found
    ]
    if rows:
        show(("players", *COLUMNS), rows, "table")
    return bool(rows)
