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
from stepping import TABLES, ruleset_of

import azul_analytics as azul
from azul_analytics import simulate
from azul_analytics.errors import AzulError
from azul_analytics.logs.azul_log import line_of
from azul_analytics.records import GameRecord, Result, Round
from azul_analytics.rules.ruleset import Ruleset, load_ruleset, parse_ruleset, ruleset_names
from azul_analytics.simulate import play, simulate_games
from azul_analytics.simulate.policies import parse_policy
from azul_analytics.simulate.series import Series

STANDARD = load_ruleset("standard")
EVERY = [load_ruleset(name) for name in ruleset_names()] + list(OWN.values())
TESTS = Path(__file__).parents[1]
NO_CLEVER = (
    "There is no policy 'clever'; there are random, greedy, careful and search:N, with 1 to 100,000 iterations a "
    "draft, search:N:FILE.json with a value of your own, or search:N:plain with one made by hand."
)
ALL = ("random", "greedy", "careful", "search:3")
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


def _check_against_replay(ruleset: Ruleset, games: int, **asked: Any) -> None:
    """The judge accepts all that is claimed, and finds by itself what the simulation counted."""
    series = simulate.series_of(ruleset, **asked)
    played, players = list(simulate.games_of(series, games)), series.players
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
    assert bare.games.turns.tolist() == _counted_turns(series, games)
    assert bare.games.rounds.max() <= ruleset.round_limit


def _counted_turns(series: Series, games: int) -> list[int]:
    plan = simulate._plan(series, np.arange(games))
    parts = play.play_games(
        series.ruleset, [parse_policy(one) for one in series.policies], plan, series.seed, series.round_limit
    )
    return [turns for part in parts for turns in part.turns.tolist()]


@pytest.mark.parametrize("policy", ALL)
@pytest.mark.parametrize(
    ("ruleset", "players"), TABLES_OF_EVERY, ids=[f"{one.name}-{count}" for one, count in TABLES_OF_EVERY]
)
def test_the_judge_finds_what_the_simulation_counted(ruleset: Ruleset, players: int, policy: str) -> None:
    _check_against_replay(
        ruleset, 4 if policy in {"careful", "search:3"} else 40, players=players, policy=policy, seed=1
    )


@given(rulesets(), st.data())
@settings(max_examples=60, deadline=None)
def test_rulesets_of_all_sizes_and_tables_of_all_policies_are_played_and_judged_alike(
    ruleset: Ruleset, data: st.DataObject
) -> None:
    (players,) = ruleset.factories
    policies = data.draw(st.lists(st.sampled_from(ALL), min_size=players, max_size=players))
    seed = data.draw(st.integers(0, 2**64 - 1))
    _check_against_replay(ruleset, 3, players=players, policy=policies, seed=seed, rotate=data.draw(st.booleans()))


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
        for policy in ALL
        for seed in (0, 1)
        for game in simulate_games(load_ruleset(ruleset), players=players, games=3, policy=policy, seed=seed)
    ]
    assert len(set(ids)) == len(ids) == 96


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


# --- several policies, and blocks ---


def _seating(games: Iterable[GameRecord]) -> list[str]:
    """`block opening: names in seat order` of each game."""
    return [f"{game.block} {game.opening_seat}: {', '.join(one.name for one in game.players)}" for game in games]


def test_two_players_change_seats_on_the_same_deals() -> None:
    games = list(
        simulate_games(STANDARD, players=2, games=4, policy=["random", "greedy"], seed=3, rotate=True, round_limit=6)
    )
    assert _seating(games) == [
        "0 0: random 1, greedy 1",
        "0 0: greedy 1, random 1",
        "1 1: random 1, greedy 1",
        "1 1: greedy 1, random 1",
    ]
    assert [game.deal_seed for game in games] == ["3:0", "3:0", "3:1", "3:1"]
    deals = [[played.deal for played in game.rounds[:5]] for game in games]  # as long as the bag lasts
    assert deals[0] == deals[1] != deals[2] == deals[3]
    assert [game.id for game in games] == [f"standard-2p-random+greedy-seed3-rotated-{number}" for number in range(4)]
    assert {game.experiment for game in games} == {"2p-random+greedy-seed3"}
    assert all(player.policy == player.name.removesuffix(" 1") for game in games for player in game.players)
    assert azul.replay(games).seats.groupby("player").win_share.sum().to_dict() == {"greedy 1": 4, "random 1": 0}


def test_three_players_move_one_seat_on_and_copies_of_a_policy_keep_their_names() -> None:
    policies = ["greedy", "random", "greedy"]
    games = simulate_games(
        STANDARD, players=3, games=7, policy=policies, rotate=True, experiment="trial", round_limit=1
    )
    assert _seating(games) == [
        "0 0: greedy 1, random 1, greedy 2",
        "0 0: greedy 2, greedy 1, random 1",
        "0 0: random 1, greedy 2, greedy 1",
        "1 1: greedy 1, random 1, greedy 2",
        "1 1: greedy 2, greedy 1, random 1",
        "1 1: random 1, greedy 2, greedy 1",
        "2 2: greedy 1, random 1, greedy 2",
    ]


def test_policies_stay_at_their_seats_unless_they_rotate() -> None:
    games = list(simulate_games(STANDARD, players=2, games=3, policy=["random", "greedy"], experiment="trial"))
    assert _seating(games) == [f"{number} {number % 2}: random 1, greedy 1" for number in range(3)]
    assert [game.id for game in games] == [f"trial-standard-2p-random+greedy-seed0-{number}" for number in range(3)]
    assert {game.experiment for game in games} == {"trial"}
    plain = simulate_games(STANDARD, players=2, games=3, policy=["random", "greedy"])
    for game, other in zip(games, plain, strict=True):
        assert game.rounds == other.rounds
        assert (other.experiment, other.block) == (UNSET, UNSET)


def test_one_policy_in_a_list_is_that_policy() -> None:
    listed = simulate_games(STANDARD, players=3, games=3, policy=["random"] * 3)
    assert lines(listed) == lines(simulate_games(STANDARD, players=3, games=3, policy="random"))


def test_rulesets_share_the_deals_of_a_block() -> None:
    of = {
        name: list(simulate_games(load_ruleset(name), players=2, games=4, rotate=True)) for name in ("standard", "gray")
    }
    for standard, gray in zip(of["standard"], of["gray"], strict=True):
        assert (standard.experiment, standard.block) == (gray.experiment, gray.block)
        assert standard.rounds[0].deal == gray.rounds[0].deal
        assert standard.id != gray.id


def test_a_game_of_a_block_does_not_depend_on_those_played_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, Any] = {"players": 3, "policy": ["greedy", "random", "random"], "rotate": True, "round_limit": 2}
    games = lines(simulate_games(STANDARD, games=7, **asked))
    assert [lines(simulate_games(STANDARD, games=1, first=number, **asked))[0] for number in range(7)] == games
    monkeypatch.setattr(simulate, "_cores", lambda: 1)
    assert lines(simulate_games(STANDARD, games=7, **asked)) == games


def test_compiled_and_uncompiled_games_are_the_same_and_no_tile_is_lost() -> None:
    script = Path(__file__).parent / "stepping.py"
    answer = subprocess.run(
        [sys.executable, "-W", "error", str(script), "2"],
        env={
            **os.environ,
            "NUMBA_DISABLE_JIT": "1",
            "PYTHONPATH": os.pathsep.join(map(str, (Path(azul.__file__).parents[1], TESTS))),
        },
        capture_output=True,
        check=True,
    )
    *printed, steps = answer.stdout.splitlines()
    games = [
        line
        for ruleset, players, policy in TABLES
        for line in lines(
            simulate_games(ruleset_of(ruleset), players=players, games=2, policy=policy, seed=11, round_limit=12)
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
        (
            {"policy": "clever"},
            NO_CLEVER,
        ),
        ({"policy": ["random"] * 3}, "3 policies are given for 2 players; give one for all, or one for each player."),
        (
            {"policy": ["random", "clever"]},
            NO_CLEVER,
        ),
        ({"experiment": ""}, "The name of the experiment is ''; it must be a text that can be printed."),
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
