"""Policies in Python files: what they get, that their games are games, and what is said when they go wrong."""

from __future__ import annotations

import dataclasses
import re
import sys
from collections.abc import Generator, Iterable
from contextvars import Context
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET
from rulesets_made_up import rulesets

import azul_analytics as azul
from azul_analytics.errors import AzulError
from azul_analytics.ingest import ingest_records
from azul_analytics.logs.azul_log import line_of
from azul_analytics.records import GameRecord
from azul_analytics.rules.options import Draft
from azul_analytics.rules.position import Position
from azul_analytics.rules.ruleset import Ruleset, load_ruleset
from azul_analytics.simulate import games_of, series_of, simulate_games
from azul_analytics.simulate.own_game import play_own_games

DOCS = Path(__file__).parents[2] / "docs"
STANDARD, GRAY = load_ruleset("standard"), load_ruleset("gray")
LOTS = """
def lots(position, drafts, random):
    return random.choice(drafts)

def lots_column(position, line, columns, random):
    return random.choice(columns)

def first(position, drafts, random):
    return drafts[0]
"""


def lines(games: Iterable[GameRecord]) -> list[bytes]:
    return [line_of(game) for game in games]


@pytest.fixture(scope="module")
def lots(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A policy that chooses by lot."""
    path = tmp_path_factory.mktemp("own") / "lots.py"
    path.write_text(LOTS)
    return f"{path}:lots"


def file_of(folder: Path, body: str) -> str:
    """A policy whose drafts are chosen by these lines."""
    path = folder / "mine.py"
    path.write_text("def choose(position, drafts, random):\n" + "".join(f"    {line}\n" for line in body.split("\n")))
    return f"{path}:choose"


@pytest.mark.parametrize("name", ["standard", "gray", "crystal_1"])
@pytest.mark.parametrize("policies", [["greedy", "random", "random"], ["search:5", "careful", "random"]])
def test_act_by_act_games_are_those_that_are_played_at_once(name: str, policies: list[str]) -> None:
    series = series_of(load_ruleset(name), players=3, policy=policies, seed=4, rotate=True)
    assert lines(play_own_games(series, 0, 4)) == lines(games_of(series, 4))


def test_a_stopped_game_is_the_same_too() -> None:
    series = series_of(STANDARD, players=2, policy="random", round_limit=2)
    (game,) = play_own_games(series, 5, 6)
    assert [line_of(game)] == lines(games_of(series, 1, first=5))
    assert game.result
    assert game.result.winners is UNSET


@given(rulesets(), st.data())
@settings(max_examples=15, deadline=None)
def test_own_policies_beside_others_play_by_the_rules(lots: str, ruleset: Ruleset, data: st.DataObject) -> None:
    (players,) = ruleset.factories
    names = st.sampled_from([lots, lots.replace(":lots", ":first"), "random", "greedy"])
    policies = [lots, *data.draw(st.lists(names, min_size=players - 1, max_size=players - 1))]
    seed = data.draw(st.integers(0, 2**64 - 1))
    games = list(simulate_games(ruleset, players=players, games=2, policy=policies, seed=seed, rotate=True))
    judged = azul.replay(games, rulesets={ruleset.name: ruleset})
    assert judged.rejects.empty, judged.rejects.message[0]
    assert len(judged.games) == 2


def test_a_game_depends_on_seed_and_number_alone(lots: str) -> None:
    asked: dict[str, Any] = {"players": 2, "policy": [lots, "greedy"], "rotate": True, "round_limit": 2}
    games = lines(simulate_games(GRAY, games=4, **asked))
    assert [lines(simulate_games(GRAY, games=1, first=number, **asked))[0] for number in range(4)] == games
    assert not set(lines(simulate_games(GRAY, games=4, seed=1, **asked))) & set(games)


def test_a_policy_sees_what_is_known_of_the_same_moment_of_a_stored_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[Position, tuple[Draft, ...]]] = []
    monkeypatch.setitem(sys.modules, "seen", SimpleNamespace(add=seen.append))
    policy = file_of(tmp_path, "import seen\nseen.add((position, drafts))\nreturn drafts[-1]")
    (game,) = simulate_games(GRAY, players=2, games=1, policy=[policy, "greedy"])
    with azul.connect() as database:
        ingest_records([game], database)
        turns = [turn for (turn,) in database.rows("select turn from turns where seat = 0 order by turn")]
        for turn, (position, drafts) in zip(turns, seen, strict=True):
            assert position == dataclasses.replace(azul.position(database, game.game_id, turn), turns=None)
            could = azul.options(database, game.game_id, turn).drop(columns=["chosen", "offer_after"])
            assert [tuple(row) for row in could.itertuples(index=False)] == list(drafts)
            assert tuple(could.columns) == Draft._fields
    assert len(turns) > 15
    assert isinstance(drafts[0].took_marker, bool)
    assert "turn 1:" in seen[0][0].text


def test_without_a_function_of_its_own_columns_are_chosen_as_by_greedy(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    worth = "one.completed_line * 9 + one.tiles_on_line"
    full = f"def {{}}(position, drafts, random):\n    return max(drafts, key=lambda one: {worth})\n"
    path.write_text(full.format("plain") + full.format("lots") + LOTS.split("\n\n")[1])
    scores = {}
    for function in ("plain", "lots"):
        games = simulate_games(GRAY, players=2, games=10, policy=f"{path}:{function}", round_limit=4)
        scores[function] = sum(sum(game.rounds[-1].scores or []) for game in games)
    assert scores["plain"] > 1.2 * scores["lots"]  # columns by lot, as the file says


def test_a_policy_is_named_by_its_text(tmp_path: Path) -> None:
    policy = file_of(tmp_path, "return drafts[0]")
    (before,) = simulate_games(STANDARD, players=2, games=1, policy=policy, round_limit=1)
    assert re.fullmatch(r"standard-2p-mine\.py:choose@[0-9a-f]{8}-seed0-0", before.id)
    assert before.players[0].name == f"{before.players[0].policy} 1"
    file_of(tmp_path, "return drafts[-1]")
    (after,) = simulate_games(STANDARD, players=2, games=1, policy=policy, round_limit=1)
    assert after.id != before.id
    assert after.rounds[0].drafts != before.rounds[0].drafts


def test_what_lies_beside_the_file_can_be_imported_and_prints_go_to_stderr(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "beside_mine.py").write_text("NUMBER = 1\n")
    path = tmp_path / "mine.py"
    path.write_text("import beside_mine\nprint('loaded')\ndef choose(p, d, r):\n    print('asked')\n    return d[0]\n")
    before = list(sys.path)
    list(simulate_games(STANDARD, players=2, games=1, policy=[f"{path}:choose", "random"], round_limit=1))
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("loaded\nasked\nasked\n")
    assert sys.path == before
    del sys.modules["beside_mine"]


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("return None", "answered None in game .*-0, turn 1, seat 0; expected one of the 90 drafts that it was given."),
        ("return 3", "answered 3 in game"),
        ("return drafts[0]._replace(tiles=9)", r"answered Draft\(draft='1"),
        ("return drafts[0].draft", "answered '1.* one of the 90 drafts that it was given, not its text."),
        (
            "return drafts[1000]",
            r"raised IndexError\('tuple index out of range'\) in line 2 in game .*, turn 1, seat 0\.",
        ),
        ("import json\njson.loads('')", r"raised JSONDecodeError\('Expecting value: line 1 .*'\) in line 3 in game"),
        ("raise GeneratorExit", r"raised GeneratorExit\(''\) in line 2 in game"),
        ("raise SystemExit(0)", r"raised SystemExit\('0'\) in line 2 in game"),
        ("position.boards[0].score = 99", r"raised FrozenInstanceError\("),
        ("class A:\n    __repr__ = None\nreturn A()", "answered a A in game"),
        ("class A:\n    def __repr__(self): exit()\nreturn A()", "answered a A in game"),
        ("class A:\n    def __repr__(self): return 'a\\nb'\nreturn A()", "answered a b in game"),
        ("class E(BaseException): pass\nraise E(7)", r"raised E\('7'\) in line 3 in game"),
        ("class E(Exception):\n    __str__ = __repr__ = None\nraise E", "raised E in line 4 in game"),
        ("class D(type(drafts[0])):\n    __eq__ = None\nreturn D(*drafts[0])", r"raised TypeError\("),
    ],
)
def test_a_policy_that_goes_wrong_is_told_where(tmp_path: Path, body: str, message: str) -> None:
    games = simulate_games(STANDARD, players=2, games=1, policy=file_of(tmp_path, body))
    with pytest.raises(AzulError, match=rf"^mine\.py:choose@[0-9a-f]{{8}} {message}"):
        next(games)


def test_what_stops_a_policy_is_no_fault_of_it(tmp_path: Path) -> None:
    policy = file_of(tmp_path, "raise KeyboardInterrupt")
    with pytest.raises(KeyboardInterrupt):
        next(simulate_games(STANDARD, players=2, games=1, policy=policy))


def test_games_can_be_given_up_by_another_thread(lots: str) -> None:
    before = np.geterr()
    games = play_own_games(series_of(STANDARD, players=2, policy=lots, round_limit=1), 0, 2)
    assert isinstance(games, Generator)
    next(games)
    assert np.geterr() == before
    Context().run(games.close)


def with_column(folder: Path, answer: str) -> str:
    """A policy that completes lines and tiles them in this column."""
    policy = file_of(folder, "return max(drafts, key=lambda draft: draft.completed_line)")
    with Path(policy.removesuffix(":choose")).open("a") as file:
        file.write(f"import numpy\ndef choose_column(position, line, columns, random):\n    return {answer}\n")
    return policy


@pytest.mark.parametrize(
    ("answer", "said"), [("9", "9"), ("True", "True"), ("numpy.True_", "np.True_"), ("1.0", "1.0"), ("None", "None")]
)
def test_a_column_that_is_none_is_refused(tmp_path: Path, answer: str, said: str) -> None:
    message = rf"answered {said} in game .*; expected one of the columns 1, 2, 3, 4, 5 for line 1\."
    with pytest.raises(AzulError, match=message):
        list(simulate_games(GRAY, players=2, games=1, policy=with_column(tmp_path, answer)))


def test_a_column_may_be_a_number_of_numpy(tmp_path: Path) -> None:
    tilings = []
    for answer in ("columns[-1]", "numpy.uint8(columns[-1])"):
        (game,) = simulate_games(GRAY, players=2, games=1, policy=with_column(tmp_path, answer), round_limit=2)
        tilings.append([one.tiling for one in game.rounds])
    assert tilings[0] == tilings[1]
    assert "15" in str(tilings[0])


@pytest.mark.parametrize(
    ("text", "function", "message"),
    [
        (None, "choose", r"mine\.py cannot be read: No such file or directory\."),
        ("def choose(\n", "choose", r"mine\.py cannot be loaded: SyntaxError\(\".* was never closed\"\) in line 1\."),
        ("\n1 / 0\n", "choose", r"mine\.py cannot be loaded: ZeroDivisionError\('division by zero'\) in line 2\."),
        ("import no_such_thing", "choose", r"cannot be loaded: ModuleNotFoundError\(\"No module .*\"\) in line 1\."),
        ("def other(): pass\n", "choose", r"mine\.py has no function choose; it has other\."),
        ("choose = 3\n", "choose", r"mine\.py has no function choose; it has none\."),
        ("class E(BaseException): pass\nraise E\n", "choose", r"mine\.py cannot be loaded: E\(''\) in line 2\."),
        ("choose = print\nchoose_column = 5\n", "choose", r"mine\.py has a choose_column that is no function\."),
        ("async def choose(p, d, r): pass\n", "choose", r"mine\.py has an asynchronous function choose; a policy's is"),
        ("choose = print\nasync def choose_column(): pass\n", "choose", "an asynchronous function choose_column; a"),
    ],
)
def test_a_file_that_is_none_is_refused_at_once(tmp_path: Path, text: str | None, function: str, message: str) -> None:
    path = tmp_path / "mine.py"
    if text is not None:
        path.write_text(text)
    with pytest.raises(AzulError, match=message):
        simulate_games(STANDARD, players=2, games=1, policy=f"{path}:{function}")


@pytest.mark.parametrize("text", ["mine.py", "mine.py:", "mine.py:not-a-name"])
def test_a_file_without_a_function_is_refused(text: str) -> None:
    with pytest.raises(AzulError, match=rf"^The policy '{text}' does not say which function of its file plays; write"):
        simulate_games(STANDARD, players=2, games=1, policy=text)


def test_the_page_shows_its_example() -> None:
    assert (DOCS / "saver.py").read_text() in (DOCS / "policies-of-your-own.md").read_text()
