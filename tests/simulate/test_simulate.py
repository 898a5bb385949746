"""Simulated games as records: what they say, that the judge agrees, and what a game depends on."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET
from own_rulesets import OWN
from rulesets_made_up import rulesets
from stepping import TABLES

import azul_analytics as azul
from azul_analytics import simulate
from azul_analytics.errors import AzulError
from azul_analytics.logs.azul_log import line_of
from azul_analytics.records import GameRecord, Result, Round
from azul_analytics.rules.ruleset import Ruleset, load_ruleset, parse_ruleset, ruleset_names
from azul_analytics.simulate import play, simulate_games
from azul_analytics.simulate.policies import NAMES
from azul_analytics.simulate.records import records_of

STANDARD = load_ruleset("standard")
EVERY = [load_ruleset(name) for name in ruleset_names()] + list(OWN.values())
TABLES_OF_EVERY = [(ruleset, players) for ruleset in EVERY for players in sorted(ruleset.factories)]


def lines(games: Iterable[GameRecord]) -> list[bytes]:
    """The games as lines of a log."""
    return [line_of(game) for game in games]


def _without_claims(game: GameRecord, free: bool) -> GameRecord:
    """What was dealt and chosen, and that a game was stopped if it was; everything else follows."""
    rounds = [Round(one.deal, one.drafts, one.tiling if free else UNSET) for one in game.rounds]
    assert game.result
    stopped = Result(ended_by=game.result.ended_by) if game.result.ended_by == "round_limit" else UNSET
    return msgspec.structs.replace(game, rounds=rounds, result=stopped)


def _check_against_replay(ruleset: Ruleset, players: int, policy: str, games: int, seed: int) -> None:
    """The judge accepts all that is claimed, and finds by itself what the simulation counted."""
    played = list(simulate_games(ruleset, players=players, games=games, policy=policy, seed=seed))
    rulesets = {ruleset.name: ruleset}
    judged = azul.replay(played, rulesets=rulesets)
    assert judged.rejects.empty, judged.rejects.message[0]
    bare = azul.replay([_without_claims(game, ruleset.wall_kind == "free") for game in played], rulesets=rulesets)
    assert bare.rejects.empty, bare.rejects.message[0]
    results = [game.result for game in played if game.result]
    assert bare.games.rounds.tolist() == [len(game.rounds) for game in played]
    assert bare.games.ended_by.tolist() == [result.ended_by for result in results]
    assert bare.seats.score.tolist() == [score for result in results for score in result.scores or []]
    winners = [1 if result.winners and seat in result.winners else 0 for result in results for seat in range(players)]
    assert (bare.seats.win_share > 0).fillna(False).astype(int).tolist() == winners
    assert bare.games.turns.tolist() == _counted_turns(ruleset, players, policy, games, seed)
    assert bare.games.rounds.max() <= ruleset.round_limit


def _counted_turns(ruleset: Ruleset, players: int, policy: str, games: int, seed: int) -> list[int]:
    plan = simulate._plan(np.arange(games), players, policy)
    parts = play.play_games(ruleset, plan, seed, ruleset.round_limit)
    return [turns for part in parts for turns in part.turns.tolist()]


@pytest.mark.parametrize("policy", NAMES)
@pytest.mark.parametrize(
    ("ruleset", "players"), TABLES_OF_EVERY, ids=[f"{one.name}-{count}" for one, count in TABLES_OF_EVERY]
)
def test_the_judge_finds_what_the_simulation_counted(ruleset: Ruleset, players: int, policy: str) -> None:
    _check_against_replay(ruleset, players, policy, games=40, seed=1)


@given(rulesets(), st.sampled_from(NAMES), st.integers(0, 2**64 - 1))
@settings(max_examples=60, deadline=None)
def test_rulesets_of_all_sizes_are_played_and_judged_alike(ruleset: Ruleset, policy: str, seed: int) -> None:
    (players,) = ruleset.factories
    _check_against_replay(ruleset, players, policy, games=3, seed=seed)


def test_every_end_occurs() -> None:
    ends = set()
    for ruleset, players in TABLES_OF_EVERY:
        games = simulate_games(ruleset, players=players, games=40, policy="random", seed=1)
        ends |= {game.result.ended_by for game in games if game.result}
    assert ends == {"line", "rounds", "exhausted", "round_limit"}


# --- what a record says ---


def test_records_are_labelled_as_simulated() -> None:
    (game,) = simulate_games(load_ruleset("gray"), players=3, games=1, policy="random", seed=9, first=7)
    assert (game.source, game.id, game.ruleset) == ("simulated", "gray-3p-random-seed9-7", "gray")
    assert [player.name for player in game.players] == ["random 1", "random 2", "random 3"]
    assert all(player.bot is True and player.policy == "random" for player in game.players)
    assert game.deal_seed == "9:7"
    assert game.result
    assert game.result.scores
    assert game.result.winners
    assert game.result.ended_by == "line"
    assert all(one.bag is not UNSET and one.scores and one.tiling is not UNSET for one in game.rounds)


def test_a_log_of_simulated_games_is_read_back(tmp_path: Path) -> None:
    games = list(simulate_games(load_ruleset("crystal_1"), players=2, games=5, policy="random"))
    path = tmp_path / "games.jsonl"
    assert azul.write(games, path) == 5
    read = [game for game in azul.read(path) if isinstance(game, GameRecord)]
    assert lines(read) == lines(games)


def test_ids_tell_games_apart() -> None:
    ids = [
        game.id
        for ruleset in ("standard", "gray")
        for players in (2, 3)
        for policy in NAMES
        for seed in (0, 1)
        for game in simulate_games(load_ruleset(ruleset), players=players, games=3, policy=policy, seed=seed)
    ]
    assert len(set(ids)) == len(ids) == 48


@pytest.mark.parametrize("players", [2, 3, 4])
def test_seats_open_equally_often(players: int) -> None:
    games = simulate_games(STANDARD, players=players, games=3 * players, round_limit=1)
    assert [game.opening_seat for game in games] == list(range(players)) * 3


def test_a_game_stopped_by_the_round_limit_has_no_winner_and_no_bonuses() -> None:
    games = list(simulate_games(STANDARD, players=2, games=20, round_limit=4))
    judged = azul.replay(games)
    assert judged.rejects.empty
    assert set(judged.games.ended_by) == {"round_limit"}
    assert not judged.games.finished.any()
    assert set(judged.games.rounds) == {4}
    assert judged.seats.bonus_points.eq(0).all()
    for game in games:
        assert game.result
        assert game.result.winners is UNSET
        assert game.result.scores == game.rounds[-1].scores


def test_a_line_that_is_complete_in_the_last_round_allowed_ends_the_game() -> None:
    limited = simulate_games(STANDARD, players=2, games=20, round_limit=5)
    assert {game.result.ended_by for game in limited if game.result} == {"line"}  # greedy games last five rounds


def test_a_round_limit_beyond_what_a_log_can_hold_is_cut() -> None:
    # 15 factories of 9 tiles: 135 drafts a round at the most, so 485 rounds are sure to fit into 65,535 turns
    keys = 'name = "long"\ndescription = ""\ntiles_per_color = 127\ntiles_per_factory = 9\nfactories = { 2 = 15 }\n'
    ruleset = parse_ruleset(keys + "end_complete_lines = 0\nend_rounds = 1000", "long")
    for limit in (500, 485):
        (game,) = simulate_games(ruleset, players=2, games=1, policy="random", round_limit=limit)
        assert len(game.rounds) == min(limit, 485)
        assert azul.replay([game], rulesets={"long": ruleset}).rejects.empty


# --- what a game depends on ---


def _some(**changes: Any) -> list[bytes]:
    asked: dict[str, Any] = {"players": 3, "games": 8, "policy": "greedy", "seed": 5, "round_limit": 3, **changes}
    return lines(simulate_games(load_ruleset("gray"), **asked))


def test_the_same_arguments_give_the_same_bytes() -> None:
    assert _some() == _some()


@pytest.mark.parametrize("change", [{"seed": 6}, {"policy": "random"}, {"players": 2}, {"round_limit": 4}])
def test_other_arguments_give_other_games(change: dict[str, Any]) -> None:
    assert not set(_some()) & set(_some(**change))


def test_a_game_does_not_depend_on_those_played_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    games = _some()
    assert [_some(games=1, first=number)[0] for number in range(8)] == games
    monkeypatch.setattr(simulate, "CHUNK_GAMES", 3)
    assert _some() == games
    monkeypatch.setattr(play, "_USUAL_ROUNDS", 0)  # room for one game at a time
    assert _some() == games


def test_threads_play_ranges_of_games_as_one_would() -> None:
    with ThreadPoolExecutor(2) as pool:
        parts = pool.map(lambda first: _some(games=4, first=first), (0, 4))
        assert [line for part in parts for line in part] == _some()


def test_the_same_deals_can_be_played_with_the_seats_rotated() -> None:
    # Two policies, both ways round, on the deals of one number: the plan of a block
    plan = np.array([[0, 7, 0, 0, 1], [1, 7, 0, 1, 0]], np.int64)
    (part,) = play.play_games(STANDARD, plan, 3, 50)
    one, other = records_of(part, "standard", "block", 3)
    assert [player.policy for player in one.players] == ["random", "greedy"]
    assert [player.name for player in other.players] == ["greedy 1", "random 2"]
    assert [played.deal for played in one.rounds[:5]] == [played.deal for played in other.rounds[:5]]
    assert one.deal_seed == other.deal_seed == "3:7"
    assert one.id != other.id
    assert azul.replay([one, other]).rejects.empty
    for game, greedy in ((one, 1), (other, 0)):
        assert game.result
        assert game.result.winners == [greedy]


def test_compiled_and_uncompiled_games_are_the_same_and_no_tile_is_lost() -> None:
    script = Path(__file__).parent / "stepping.py"
    answer = subprocess.run(
        [sys.executable, "-W", "error", str(script), "2"],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(Path(azul.__file__).parents[1])},
        capture_output=True,
        check=True,
    )
    *printed, steps = answer.stdout.splitlines()
    games = [
        line
        for ruleset, players, policy in TABLES
        for line in lines(
            simulate_games(load_ruleset(ruleset), players=players, games=2, policy=policy, seed=11, round_limit=12)
        )
    ]
    assert printed == games
    assert int(steps) > 12 * 5 * 10  # each of the games has five rounds at least, with more than ten acts each


# --- asking ---


def test_games_are_played_when_they_are_asked_for() -> None:
    games = simulate_games(STANDARD, players=2, games=10**15)
    assert [game.id for game in islice(games, 2)] == ["standard-2p-greedy-seed0-0", "standard-2p-greedy-seed0-1"]


def test_no_games_are_no_error() -> None:
    assert list(simulate_games(STANDARD, players=2, games=0)) == []


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"players": 5}, "The ruleset 'standard' does not seat 5 players; it seats 2, 3, 4."),
        ({"policy": "clever"}, "There is no policy 'clever'; there are random, greedy."),
        ({"games": -1}, "games is -1; it must be a whole number from 0 to 1000000000000000000."),
        ({"games": 2.0}, "games is 2.0; it must be a whole number from 0 to 1000000000000000000."),
        ({"games": True}, "games is True; it must be a whole number from 0 to 1000000000000000000."),
        ({"seed": -1}, "seed is -1; it must be a whole number from 0 to 18446744073709551615."),
        ({"round_limit": 0}, "round_limit is 0; it must be a whole number from 1 to 65535."),
        ({"first": -1}, "first is -1; it must be a whole number from 0 to 1000000000000000000."),
    ],
)
def test_wrong_questions_are_answered_at_once(asked: dict[str, Any], message: str) -> None:
    with pytest.raises(AzulError) as error:
        simulate_games(STANDARD, **{"players": 2, "games": 1, **asked})
    assert str(error.value) == message
