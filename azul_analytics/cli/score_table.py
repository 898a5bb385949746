"""`azul score --interactive`: a whole table, asked round by round; what it adds up is in scoreboard.py."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from azul_analytics.cli.output import plain, show
from azul_analytics.cli.score import say_scores
from azul_analytics.errors import AzulError
from azul_analytics.rules.ruleset import Ruleset, load_ruleset
from azul_analytics.scoreboard import read_floor, table_of

if TYPE_CHECKING:
    from azul_analytics.scoreboard import RoundScore

_HELP = """\
Tiles: line and column of each complete line, with the color where the wall is free: 23 41, 23Y 41B. On a fixed wall
line and color will do: 2Y 4B. On a free wall 4R alone is a complete line that finds no space.
Floor: how many tiles fell, and m if the marker lies there: 3, 3m, m. An empty line: nothing.
undo takes the last answer back, end ends the game after a whole round, quit leaves it."""


class Session:
    """A table as its answers make it: what is asked next, and what came out so far."""

    def __init__(self, names: Sequence[str], ruleset: Ruleset):
        self.names = names
        self.board = table_of(names, ruleset)
        self.tiles: str | None = None  # of the seat in question, once they are told
        self.rounds: list[list[RoundScore]] = [[]]
        self.end: str | None = None

    @property
    def who(self) -> str:
        """The round and the player in question."""
        return f"Round {len(self.rounds)}, {plain(self.names[len(self.rounds[-1])])}"

    def begun(self) -> str:
        """Who has answered in a round that is not whole; empty between rounds."""
        who = [plain(name) for name in self.names[: len(self.rounds[-1]) + (self.tiles is not None)]]
        return ", ".join(who) if self.end is None else ""

    def question(self) -> str:
        """What is asked next."""
        return f"{self.who}, {'tiles' if self.tiles is None else 'floor'}: "

    def answer(self, text: str) -> RoundScore | None:
        """Takes an answer; a seat's round once tiles and floor are told. Raises AzulError, and nothing changes."""
        seat = len(self.rounds[-1])
        if self.tiles is None:
            self.board.check_tiles(seat, text)
            self.tiles = text
            return None
        scored = self.board.score_round(seat, self.tiles, *read_floor(text))
        self.tiles = None
        self.rounds[-1].append(scored)
        if len(self.rounds[-1]) == len(self.names):
            self.end = self.board.standings()[1]
            if self.end is None:
                self.board.begin_round()
                self.rounds.append([])
        return scored


def play_table(players: str | None, ruleset: str, form: str) -> None:
    """Asks on stderr until the game ends, so that stdout has the answer alone."""
    rules = load_ruleset(ruleset)
    told = players if players is not None else _ask("Players, divided by commas: ") or ""
    names = [name.strip() for name in told.split(",") if name.strip()]
    session = Session(names, rules)
    answers: list[str] = []
    click.echo("? explains what to type.", err=True)
    while session.end is None:
        text = _ask(session.question())
        word = "quit" if text is None else text.strip().lower()
        if word == "end" and session.begun():
            click.echo(f"Round {len(session.rounds)} has begun ({session.begun()}): finish it, or undo it.", err=True)
        elif word in ("end", "quit"):
            _say_end(session, form, "agreement" if word == "end" else None)
            return
        elif word in ("?", "help"):
            click.echo(_HELP, err=True)
        elif word == "undo":
            answers = answers[:-1]
            session = Session(names, rules)
            for one in answers:
                session.answer(one)
        else:
            _take(session, word, answers, form)
    _say_end(session, form, session.end)


def _take(session: Session, text: str, answers: list[str], form: str) -> None:
    who = session.who
    try:
        scored = session.answer(text)
    except AzulError as error:
        click.echo(f"{error} Again, please.", err=True)
        return
    answers.append(text)
    if scored is not None and form == "table":
        say_scores([(who, scored)], form)


def _ask(question: str) -> str | None:
    """A line from stdin; None at its end."""
    click.echo(question, nl=False, err=True)
    line = sys.stdin.readline()
    if not sys.stdin.isatty():
        click.echo(err=True)  # nobody pressed the return key
    return line.rstrip("\r\n") if line else None


def _say_end(session: Session, form: str, ended_by: str | None) -> None:
    rows = [
        {
            "player": name, "score": one.score, "bonus_points": one.total - one.score, "total": one.total,
            "place": one.place,
        }
        for name, one in zip(session.names, session.board.standings()[0], strict=True)
    ]  # fmt: skip
    if form == "json":
        rounds = [[asdict(one) for one in scored] for scored in session.rounds if scored]
        answer = {"ended_by": ended_by, "players": rows, "rounds": rounds}
        click.echo(json.dumps(answer, ensure_ascii=False, indent=1))
        return
    over = f"The game ends by {ended_by}." if ended_by else "The game is not over; with the bonuses reached so far:"
    if session.rounds[-1] and session.end is None:
        over = f"Round {len(session.rounds)} counts for {session.begun()} only. {over}"
    click.echo(f"\n{over}")
    show(tuple(rows[0]), [tuple(row.values()) for row in rows], "table")
