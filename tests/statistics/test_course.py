"""Statistics of the course of a game on games whose numbers are worked out by hand."""

from itertools import pairwise

import pytest
from answered import means, rows, shares, store_sample
from hand_made import add_game, add_rows
from small_games import add_small_games
from stored_games import games_of_all_kinds, store

from azul_analytics.statistics import STATISTICS, Selection

EVERY = Selection(finished_only=False)


def add_course(database, final, tracks, **more):
    """A game with final scores and the track after each round, a score a seat."""
    game = add_game(database, final, rounds=len(tracks), **more)
    add_rows(database, "floors", game, [
        {"round": round, "seat": seat, "score_after": score}
        for round, track in enumerate(tracks, 1) for seat, score in enumerate(track)
    ])  # fmt: skip
    return game


def course(database, **options):
    return {measure: means(database, "leads", measure, **options).get(()) for measure in STATISTICS["leads"].measures}


def test_length(database):
    add_game(database, [40, 50], game="a", rounds=5, turns=60)
    add_game(database, [40, 50], game="b", rounds=6, turns=60)
    found = {one: means(database, "game_length", one)[()] for one in STATISTICS["game_length"].measures}
    assert found == {"rounds": 5.5, "turns": 60, "turns_per_round": (12 + 10) / 2}
    assert shares(database, "rounds_distribution") == {5: 0.5, 6: 0.5}


def test_a_game_of_one_round_and_one_of_none(database):
    add_game(database, [40, 50], game="a", rounds=1, turns=12)
    add_small_games(database)  # hand/c was abandoned before its first deal: no drafts of a round
    found = rows(database, "game_length", selection=Selection(rulesets=["standard"]))["mean"]
    assert found.to_dict() == {"rounds": 1, "turns": 12, "turns_per_round": 12}
    small = Selection(rulesets=["tiny"], finished_only=False)
    assert rows(database, "game_length", selection=small)["mean"].to_dict() == pytest.approx(
        {"rounds": (3 + 0) / 2, "turns": (14 + 0) / 2, "turns_per_round": 14 / 3}
    )
    assert shares(database, "rounds_distribution", selection=small) == {0: 0.5, 3: 0.5}


def test_who_leads_from_the_first_round_on(database):
    add_course(database, [60, 50], [[5, 3], [12, 8], [40, 35]])
    assert course(database) == {
        "lead_changes": 0, "leaders": 1, "led_for_good_from": 1, "turned_by_bonuses": 0, "deficit_overcome": 0,
    }  # fmt: skip


def test_the_lead_goes_to_and_fro(database):
    # seat 1, shared, seat 1 again (no change), seat 0, seat 1, seat 0: three changes; 9 behind after round 3
    tracks = [[0, 3], [8, 8], [10, 19], [30, 20], [30, 34], [45, 40]]
    add_course(database, [60, 50], tracks)
    assert course(database) == {
        "lead_changes": 3, "leaders": 2, "led_for_good_from": 6, "turned_by_bonuses": 0, "deficit_overcome": 9,
    }  # fmt: skip


def test_a_lead_lost_by_bonuses(database):
    # seat 0 leads from round 1 to the end of the track, seat 1 wins by its bonuses, 12 behind at most
    add_course(database, [45, 55], [[9, 2], [20, 8], [40, 33]])
    assert course(database) == {
        "lead_changes": 0, "leaders": 1, "led_for_good_from": None, "turned_by_bonuses": 1, "deficit_overcome": 12,
    }  # fmt: skip


def test_a_tie_for_the_lead_is_nobodys(database):
    # the winner leads after round 1 and shares the best score after the last: it does not lead before the bonuses
    add_course(database, [45, 40, 30], [[9, 2, 0], [20, 20, 8]])
    assert course(database) == {
        "lead_changes": 0, "leaders": 1, "led_for_good_from": None, "turned_by_bonuses": 1, "deficit_overcome": 0,
    }  # fmt: skip
    # it comes back from a tie of three that nobody leads
    database.rows("delete from floors")
    database.rows("delete from games")
    add_course(database, [45, 40, 30], [[9, 9, 9], [20, 10, 8]], game="2")
    assert course(database)["led_for_good_from"] == 2


def test_nobody_ever_leads(database):
    add_course(database, [40, 40], [[0, 0], [7, 7]])
    assert course(database) == {
        "lead_changes": 0, "leaders": 0, "led_for_good_from": None, "turned_by_bonuses": None,
        "deficit_overcome": None,
    }  # fmt: skip


def test_a_shared_win_has_no_winner_to_follow(database):
    add_course(database, [50, 50, 40], [[9, 2, 0], [8, 20, 1]])
    assert course(database) == {
        "lead_changes": 1, "leaders": 2, "led_for_good_from": None, "turned_by_bonuses": None,
        "deficit_overcome": None,
    }  # fmt: skip


def test_a_stopped_game_is_not_turned_by_bonuses(database):
    # seat 1 is behind when seat 0 concedes
    add_course(database, [20, 15], [[9, 2], [20, 15]], ended_by="conceded", winners=[1])
    assert course(database, selection=EVERY) == {
        "lead_changes": 0, "leaders": 1, "led_for_good_from": None, "turned_by_bonuses": None, "deficit_overcome": 7,
    }  # fmt: skip


def test_courses_of_games_are_averaged(database):
    add_course(database, [60, 50], [[5, 3], [12, 8]], game="a")  # led from round 1
    add_course(database, [60, 50], [[3, 5], [12, 8]], game="b")  # from round 2, after 2 behind, and a change
    add_course(database, [60, 50], [[3, 5], [12, 28]], game="c")  # turned, 16 behind
    assert course(database) == pytest.approx({
        "lead_changes": 1 / 3, "leaders": 4 / 3, "led_for_good_from": 3 / 2, "turned_by_bonuses": 1 / 3,
        "deficit_overcome": (0 + 2 + 16) / 3,
    })  # fmt: skip


def test_courses_are_those_that_a_walk_through_the_rounds_finds(database):
    store_sample(database, "standard-4p-greedy", "standard-2p-random", games=10)
    floors = database.query("select game_id, round, seat, score_after from floors order by game_id, round, seat")
    winners = dict(database.rows("select game_id, seat from seats where win_share = 1"))
    counts = dict(database.rows("select game_id, player_count from games"))
    found = {}
    for game, rounds in floors.groupby("game_id"):
        tracks = [list(track["score_after"]) for _, track in rounds.groupby("round")]
        leaders = [track.index(max(track)) if track.count(max(track)) == 1 else None for track in tracks]
        held = [leader for leader in leaders if leader is not None]
        changes = sum(one != other for one, other in pairwise(held))
        seat = winners.get(game)
        good = None
        for round, leader in reversed(list(enumerate(leaders, 1))):
            if seat is None or leader != seat:
                break
            good = round
        behind = None if seat is None else max(max(track) - track[seat] for track in tracks)
        found.setdefault(counts[game], []).append((changes, len(set(held)), good, behind))
    frame = STATISTICS["leads"].function(database).set_index(["player_count", "measure"])["mean"]
    for players, games in found.items():
        for place, measure in enumerate(("lead_changes", "leaders", "led_for_good_from", "deficit_overcome")):
            values = [one[place] for one in games if one[place] is not None]
            assert frame[players, measure] == pytest.approx(sum(values) / len(values))


def test_the_leader_wins(database):
    # round 1: the leaders win, lose, share; round 2: one wins with 15 ahead, in c nobody leads
    add_course(database, [60, 50, 9], [[5, 3, 3], [23, 8, 0]], game="a")
    add_course(database, [60, 50, 9], [[3, 7, 0]], game="b")
    add_course(database, [50, 50, 20], [[9, 2, 1], [8, 20, 20]], game="c")
    assert means(database, "leader_wins", "win_share") == {1: (1 + 0 + 0.5) / 3, 2: 1}
    assert means(database, "leader_wins", "lead") == pytest.approx({1: (2 + 4 + 7) / 3, 2: 15})


def test_who_ends_the_game(database):
    line, none = {"complete_lines": 1}, {"complete_lines": 0}
    # a: seat 1 ends it and loses; b: all three end it, of whom two share the win; c: the tiles ended it
    add_game(database, [60, 40, 30], game="a", parts=[none, line, none])
    add_game(database, [60, 60, 30], game="b", parts=[line, {"complete_lines": 2}, line])
    add_game(database, [60, 40, 30], game="c", parts=[line, none, none], ended_by="exhausted")
    add_game(database, [60, 40, 30], game="d", parts=[line, none, none], ended_by="conceded")
    found = rows(database, "ending_player", selection=EVERY)["mean"]
    assert found.to_dict() == pytest.approx({
        "win_share": (0 + 1 / 3) / 2, "over_equal_share": (-1 / 3 + 0) / 2, "ending_seats": (1 / 3 + 1) / 2,
    })  # fmt: skip


def test_a_ruleset_that_asks_for_more_lines(database):
    """`large` asks for two complete lines: who has one only does not end the game."""
    store(database, *games_of_all_kinds())
    database.rows("update games set ended_by = 'line', finished = true where ruleset = 'large'")
    database.rows("update seats set win_share = 0, complete_lines = 0")
    database.rows("update seats set win_share = 1, complete_lines = 1 where seat = 0")
    database.rows("update seats set complete_lines = 2 where seat = 1")
    frame = STATISTICS["ending_player"].function(database, selection=Selection(rulesets=["large"]))
    found = frame.query("measure == 'win_share'")["mean"]
    assert len(found) > 0
    assert set(found) == {0}
