"""`azul score`: points of a board that was typed, of a stored round, or of a whole table as it plays."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from azul_analytics.cli.output import plain, show
from azul_analytics.errors import AzulError

if TYPE_CHECKING:
    from azul_analytics.scoreboard import RoundScore

TILE_COLUMNS = ("line", "column", "color", "horizontal", "vertical", "multiplier", "points")


@click.command()
@click.option("--wall", default="", metavar="TEXT", help="Tiles on the wall: `12 21 24B`, or drawn: `.Y.../T..RK/...`.")
@click.option("--place", default=None, metavar="TEXT", help="Tiles of complete lines, as `23 41` or `23Y 41B`.")
@click.option("--floor", default=None, metavar="TEXT", help="What lies on the floor: `3`, with the marker `3m`.")
@click.option("--score", "before", type=int, default=0, show_default=True, help="The score before this round.")
@click.option("--ruleset", metavar="NAME_OR_TOML", help="The ruleset; without it standard, or the stored game's.")
@click.option("--db", metavar="DB", help="Take the boards from a stored game of this database.")
@click.option("--game", metavar="GAME_ID", help="The stored game, source/id.")
@click.option("--round", "number", type=click.IntRange(min=1), help="Its round.")
@click.option("--seat", type=click.IntRange(min=0), help="One seat of it, instead of all; needed to change its tiles.")
@click.option("--interactive", is_flag=True, help="Score a whole table, round by round.")
@click.option("--players", metavar="NAMES", help="Interactive: who plays, divided by commas.")
@click.option(
    "--format", "form", type=click.Choice(["table", "json"]), default="table", show_default=True,
    help="How to write the answer.",
)  # fmt: skip
def score(
    *,
    wall: str,
    place: str | None,
    floor: str | None,
    before: int,
    ruleset: str | None,
    db: str | None,
    game: str | None,
    number: int | None,
    seat: int | None,
    interactive: bool,
    players: str | None,
    form: str,
) -> None:
    """Score a round by the rules of any ruleset.

    Each tile with its horizontal and vertical run, the floor, complete lines, columns and colors, and the total if
    the game ended here. Of a stored game the tiles placed are its own, unless --place or --floor says others.

    \b
    Examples:
      azul score --wall "12 21 24 25 42" --place "23 34" --floor 2m --score 12
      azul score --ruleset gray --wall ".Y.../T..RK/...../...../....." --place "23Y" --format json
      azul score --db games.duckdb --game club/7 --round 3 --seat 1 --place 23
      azul score --interactive --players Ana,Beto
    """
    _run_uncompiled()
    stored = (db, game, number)
    if interactive:
        if wall or place or floor or before or any(stored) or seat is not None:
            raise click.UsageError("--interactive takes --players, --ruleset and --format only")
        from azul_analytics.cli.score_table import play_table

        play_table(players, ruleset or "standard", form)
    elif players is not None:
        raise click.UsageError("--players needs --interactive")
    elif any(stored) or seat is not None:
        if not all(stored):
            raise click.UsageError("A stored round needs --db, --game and --round")
        if wall or before:
            raise click.UsageError("Of a stored game, wall and score are its own")
        _score_stored(*stored, seat, place, floor, ruleset, form)  # type: ignore[arg-type]
    else:
        from azul_analytics.scoreboard import score as score_board

        scored = score_board(
            wall, place or "", floor=floor or "0", score_before=before, ruleset=ruleset or "standard"
        )  # fmt: skip
        say_scores([("", scored)], form)


def _run_uncompiled() -> None:
    """A few boards are sooner scored than compiled."""
    from azul_analytics.rules.machine_code import is_kept, run_uncompiled

    if "azul_analytics.rules.compiled" not in sys.modules and not is_kept("boards.put_tiles"):
        run_uncompiled()


def _score_stored(
    db: str,
    game: str,
    number: int,
    seat: int | None,
    place: str | None,
    floor: str | None,
    ruleset: str | None,
    form: str,
) -> None:
    from azul_analytics.database import connect
    from azul_analytics.rules.ruleset import load_ruleset
    from azul_analytics.scoreboard import read_floor, stored_rounds
    from azul_analytics.scoreboard import score as score_board

    with connect(db) as database:
        own, rounds = stored_rounds(database, game, number)
    if (place is not None or floor is not None) and seat is None:
        raise click.UsageError("--place and --floor need --seat, since tiles and floor are one seat's")
    if seat is not None and seat >= len(rounds):
        raise AzulError(f"The game {game} has no seat {seat}; its seats are 0 to {len(rounds) - 1}.")
    judged_by = load_ruleset(ruleset) if ruleset else own
    found = []
    for one in rounds if seat is None else [rounds[seat]]:
        tiles, marker = (one.floor, one.marker) if floor is None else read_floor(floor)
        scored = score_board(
            one.wall, one.tiles if place is None else place, floor=tiles, marker=marker,
            score_before=one.score_before, ruleset=judged_by,
        )  # fmt: skip
        found.append((f"seat {one.seat}, {one.player}", scored))
    say_scores(found, form)


def say_scores(scored: Sequence[tuple[str, RoundScore]], form: str) -> None:
    """Writes rounds of seats, each with who played it (or nobody's name), to stdout."""
    if form == "json":
        records = [{"who": who, **asdict(one)} if who else asdict(one) for who, one in scored]
        click.echo(json.dumps(records if len(records) > 1 else records[0], ensure_ascii=False, indent=1))
        return
    for number, (who, one) in enumerate(scored):
        click.echo(("\n" if number else "") + (f"{plain(who)}\n" if who else "") + f"wall afterwards: {one.wall}")
        if one.tiles:
            show(TILE_COLUMNS, [[getattr(tile, name) for name in TILE_COLUMNS] for tile in one.tiles], "table")
        click.echo("\n".join(_sums(one)))


def _sums(one: RoundScore) -> Iterator[str]:
    marker = ", the marker" if one.marker else ""
    cost = f", not {one.nominal_points}: the score goes no lower" if one.nominal_points != one.floor_points else ""
    yield f"tiles {one.tile_points:+d}"
    yield f"floor {one.floor_points:+d} (spaces occupied: {one.spaces}{marker}){cost}"
    yield f"score {one.score_before} -> {one.score_after}"
    for name, full in (
        ("lines", one.complete_lines),
        ("columns", one.complete_columns),
        ("colors", one.complete_colors),
    ):
        yield f"complete {name}: {', '.join(map(str, full)) or 'none'}"
    for bonus in one.bonuses:
        yield f"bonus {bonus.kind} {bonus.which} {bonus.points:+d}"
    yield f"total if the game ended here: {one.total}"
