"""`azul rescore`: recorded games judged under other numbers, and what that changes."""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import click

from azul_analytics.cli.group import STOPPED
from azul_analytics.cli.output import aligned, output_format, progress, show

if TYPE_CHECKING:
    import pandas as pd

    from azul_analytics.rescore import Rescored

_OF_GAMES = "winners_changed"  # the measure that no seat has
_SHARES = (_OF_GAMES, "win_share")
_PLACES = ("opening", "2nd", "3rd", "4th", "5th", "6th")
_NUMBERS = range(2, 6)  # columns of the answer
_GROUP = ["ruleset_before", "ruleset_hash_before", "player_count", "kind"]


@click.command()
@click.argument("db")
@click.option("--ruleset", required=True, metavar="NAME_OR_TOML", help="The numbers to judge the games under.")
@click.option(
    "-o", "--output", required=True, metavar="DB2", help="The database of rescored games; made where there is none."
)
@click.option("--confidence", type=float, default=0.95, show_default=True, help="Level of the intervals.")
@click.option("--all", "everything", is_flag=True, help="All rows and columns, also of what does not change.")
@output_format
def rescore(*, db: str, ruleset: str, output: str, confidence: float, everything: bool, form: str) -> int | None:
    """Judge the games of a database under other numbers: what if?

    Each game is exact (every draft and tiling stays what it was and the game ends in the same round; only points
    differ), bounded (from some round or turn on the record says no more) or impossible (not even its first deal is one
    of that ruleset). The exact ones are stored in DB2, with a table `rescored` of all labels; the answer says
    how many games win other seats, and what each seat gains. JSON has all of it in two lists, CSV all changes. The
    same command can be repeated.

    \b
    Example:
      azul rescore games.duckdb --ruleset mild.toml -o mild.duckdb
    """
    from azul_analytics.database import connect
    from azul_analytics.rescore import rescore_games
    from azul_analytics.statistics.selection import checked_confidence

    checked_confidence(confidence)
    with connect(db) as given:
        ((total,),) = given.rows("select count(*) from games")
    try:
        with progress("Judging games", total) as advance:
            done = 0

            def count(games: int) -> None:
                nonlocal done
                done += games
                advance(games, f"{done:,}")

            rescored = rescore_games(db, ruleset, output, confidence=confidence, progress=count)
    except KeyboardInterrupt:
        click.echo(f"azul: stopped; whole batches are stored in {output}. The same command goes on.", err=True)
        return STOPPED
    if form == "json":
        frames = {"labels": rescored.labels, "changes": rescored.changes}
        lists = {name: json.loads(frame.to_json(orient="records")) for name, frame in frames.items()}
        click.echo(json.dumps(lists, ensure_ascii=False, indent=1))
    elif form == "csv":
        _show(rescored.changes, form)
    elif everything:
        for name, frame in (("labels", rescored.labels), ("changes", rescored.changes)):
            click.echo(f"{name}:")
            _show(frame, form)
            click.echo()
    else:
        _show_answer(rescored, confidence)
    _say(rescored, output, confidence)
    return None


def _show(frame: pd.DataFrame, form: str) -> None:
    show(list(frame.columns), frame.astype(object).itertuples(index=False, name=None), form)


def _show_answer(rescored: Rescored, confidence: float) -> None:
    """What becomes of the games where not all are exact, and a table a group of games: what changes for each seat."""
    if (rescored.labels["label"] != "exact").any():
        _show(rescored.labels.drop(columns="ruleset_hash_before"), "table")
        click.echo()
    head = ["seat", "what", "games changed", "before", "after", "change", f"{100 * confidence:g} % interval"]
    for (ruleset, _, players, kind), rows in rescored.changes.groupby(_GROUP, sort=False):
        click.echo(f"{ruleset}, {players} players, {kind}, {rows['games'].iloc[0]:,} games:")
        changed = rows["games_changed"] > 0
        by_seat = rows[changed | rows["seat_order"].isna()].sort_values(
            "seat_order", kind="stable", na_position="first"
        )
        for line in aligned([head, *map(_cells, by_seat.to_dict("records"))], right=_NUMBERS):
            click.echo(f"  {line}")
        same = [one for one in dict.fromkeys(rows["measure"]) if not changed[rows["measure"] == one].any()]
        if same:
            click.echo(f"  In no game other: {', '.join(one.replace('_', ' ') for one in same)}.")
        click.echo()


def _cells(row: Mapping[Hashable, Any]) -> list[str]:
    """A change as cells of the table: shares in percent, points to two digits."""
    scale, digits = (100, 1) if row["measure"] in _SHARES else (1, 2)
    whole = row["measure"] == _OF_GAMES
    before, after = ("" if whole else f"{scale * row[name]:.{digits}f}" for name in ("before", "after"))
    change, low, high = (f"{scale * row[name]:{'' if whole else '+'}.{digits}f}" for name in ("change", "low", "high"))
    what = row["measure"].replace("_", " ") + (", %" if scale > 1 else "")
    seat = "" if whole else _PLACES[row["seat_order"]]
    interval = f"{low} to {high}" if row["low"] == row["low"] else ""  # not NaN
    return [seat, what, f"{row['games_changed']:,}", before, after, change, interval]


def _say(rescored: Rescored, output: str, confidence: float) -> None:
    """Sentences about the games behind the numbers, on stderr."""
    from azul_analytics.database import connect
    from azul_analytics.statistics.rescored import changes_together

    skipped = f", {rescored.skipped:,} of them before" if rescored.skipped else ""
    counts = rescored.labels.groupby("label")["games"].sum()
    said = ", ".join(f"{counts.get(label, 0):,} {label}" for label in ("exact", "bounded", "impossible"))
    click.echo(f"{counts.sum():,} games judged{skipped}: {said}. The exact ones are in {output}.", err=True)
    if not counts.get("exact", 0):
        click.echo(
            "No game is exact, so there is nothing to compare; azul compare lets bots play both rulesets.", err=True
        )
    elif counts["exact"] < counts.sum():
        click.echo(
            "The changes are those of exact games alone. Which games are exact may depend on how they were played, "
            "so that they are a selection of all.",
            err=True,
        )
    if len(rescored.changes):
        with connect(output) as made:
            together = changes_together(made, confidence=confidence)
        for line in _gains(together):
            click.echo(line, err=True)
        click.echo(
            f"In these sentences the intervals of win shares hold for all seats together at {100 * confidence:g} %, in "
            "the table each alone.",
            err=True,
        )
        click.echo(
            "The moves were made under the old numbers; who had played under the new ones might have moved otherwise.",
            err=True,
        )


def _gains(changes: pd.DataFrame) -> Iterator[str]:
    """A sentence a group of games: how many winners change, and which seats are shown to gain or lose."""
    for (ruleset, _, players, kind), rows in changes.groupby(_GROUP, sort=False):
        winners = rows[rows["measure"] == _OF_GAMES].iloc[0]
        seats = rows[(rows["measure"] == "win_share") & ((rows["low"] > 0) | (rows["high"] < 0))]
        shown = [f"{_seat(row['seat_order'])} {_percent(row, '+')} points" for row in seats.to_dict("records")]
        gains = f"win shares change: {', '.join(shown)}" if shown else "no seat's win share is shown to change"
        changed = f"other seats win {winners['games_changed']:,} of {winners['games']:,} games, {_percent(winners)} %"
        yield f"{ruleset}, {players} players, {kind}: {changed}; {gains}."


def _seat(order: int) -> str:
    return f"{_PLACES[order]} seat"


def _percent(row: Any, sign: str = "") -> str:
    """A share and its interval, in percent."""
    number, low, high = (f"{100 * row[name]:{sign}.1f}" for name in ("change", "low", "high"))
    return f"{number} ({low} to {high})" if row["units"] > 1 else number
