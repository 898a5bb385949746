"""What fills the floor, and whose: statistics of the floor that are made over games, worked out by hand."""

import pytest
from answered import means, rows, store_sample
from hand_made import add_game, add_rows
from small_games import add_small_games
from stored_games import games_of_all_kinds, store

from azul_analytics.statistics import STATISTICS, Selection

EVERY = Selection(finished_only=False)


def floor(round, seat, nominal, **more):
    return {"round": round, "seat": seat, "nominal_points": nominal, "floor_points": nominal, **more}


def add_drafts(database, game, drafts):
    add_rows(database, "turns", game, [{"turn": turn, **draft} for turn, draft in enumerate(drafts, 1)])


def test_a_space_costs_what_its_place_costs(database):
    """The floor costs -1 -1 -2 -2 -2 -3 -3."""
    game = add_game(database, [40, 50])
    add_drafts(database, game, [
        # seat 0: the marker on space 1 (-1), then two tiles beyond the line on 2 and 3 (-1 -2)
        {"seat": 0, "took_marker": True, "destination": 1, "tiles": 3, "tiles_on_floor": 2},
        # seat 1: three tiles by choice on 1 to 3 (-1 -1 -2)
        {"seat": 1, "destination": 0, "lines_open": 2, "tiles": 3, "tiles_on_floor": 3},
        # seat 0: two that no line takes, on 4 and 5 (-2 -2)
        {"seat": 0, "destination": 0, "lines_open": 0, "tiles": 2, "tiles_on_floor": 2, "floor_before": 3},
        # seat 0: three beyond the line, of which 6 and 7 take two (-3 -3) and the lid one
        {"seat": 0, "destination": 2, "tiles": 4, "tiles_on_floor": 2, "tiles_to_lid": 1, "floor_before": 5},
        # seat 1: a draft of which nothing falls
        {"seat": 1, "destination": 3, "floor_before": 3},
    ])  # fmt: skip
    add_rows(database, "floors", game, [floor(1, 0, -14), floor(1, 1, -4)])
    assert means(database, "floor_causes", "nominal_points") == {
        "marker": -1 / 2, "overflow": (-3 - 6) / 2, "chosen": -4 / 2, "forced": -4 / 2,
    }  # fmt: skip


def test_the_marker_finds_no_space_on_a_full_floor(database):
    game = add_game(database, [40, 50])
    add_drafts(database, game, [
        {"seat": 0, "destination": 0, "lines_open": 1, "tiles": 7, "tiles_on_floor": 7},  # -14
        {"seat": 0, "took_marker": True, "destination": 0, "lines_open": 1, "floor_before": 7, "tiles_to_lid": 1},
    ])  # fmt: skip
    # seat 1, in another round: six tiles (-11), then the marker in the seventh space (-3) and two tiles to the lid
    add_rows(database, "turns", game, [
        {"turn": 3, "round": 2, "seat": 1, "destination": 0, "lines_open": 0, "tiles": 6, "tiles_on_floor": 6},
        {"turn": 4, "round": 2, "seat": 1, "destination": 1, "tiles": 3, "tiles_to_lid": 2, "took_marker": True,
         "floor_before": 6},
    ])  # fmt: skip
    add_rows(database, "floors", game, [floor(1, 0, -14), floor(1, 1, 0), floor(2, 0, 0), floor(2, 1, -14)])
    assert means(database, "floor_causes", "nominal_points") == {
        "marker": -3 / 2, "overflow": 0, "chosen": -14 / 2, "forced": -11 / 2,
    }  # fmt: skip


def test_what_drafts_do_not_explain_comes_from_blocked_lines(database):
    """Free walls only: two tiles of a blocked line fall on spaces 2 and 3 after the drafts."""
    game = add_game(database, [40, 50], ruleset="gray")
    add_drafts(database, game, [{"seat": 0, "destination": 0, "lines_open": 0, "tiles_on_floor": 1}])
    add_rows(database, "floors", game, [floor(1, 0, -1 - 1 - 2), floor(1, 1, -1)])  # seat 1: a blocked tile alone
    assert means(database, "floor_causes", "nominal_points") == {
        "marker": 0, "overflow": 0, "chosen": 0, "forced": -1 / 2, "blocked": (-3 - 1) / 2,
    }  # fmt: skip


def test_a_floor_of_other_numbers(database):
    """tiny: a floor of -1 -2, lines of 1 2 3. hand/a, by small_games.sql:
    round 1: each seat has a tile beyond its line (-1 -1);
    round 2: seat 0 takes the marker (-1), seat 1 floors a yellow tile although one line is open (-1);
    round 3: seat 1 has a red one beyond its line (-1), the marker behind it (-2), and a tile in the lid; seat 0
    floors a blue tile that no line takes (-1).
    """
    add_small_games(database)
    found = means(database, "floor_causes", "nominal_points", selection=Selection(rulesets=["tiny"]))
    assert found == {"marker": -3 / 2, "overflow": -3 / 2, "chosen": -1 / 2, "forced": -1 / 2, "blocked": 0}
    # hand/b was conceded: a tile beyond its line (-1); in round 2 the marker (-1), then one of the two tiles of the
    # blocked line 2 on space 2 (-2); its unfinished round 3 was not scored
    found = means(database, "floor_causes", "nominal_points",
                  selection=Selection(rulesets=["tiny_printed"], finished_only=False))  # fmt: skip
    assert found == {"marker": -1 / 2, "overflow": -1 / 2, "chosen": 0, "forced": 0, "blocked": -2 / 2}


def test_a_round_that_was_not_scored_costs_nothing(database):
    game = add_game(database, [40, 50], ended_by="conceded")
    fallen = {"destination": 0, "lines_open": 1, "tiles_on_floor": 1}
    add_drafts(database, game, [{**fallen, "round": 1}, {**fallen, "round": 2}])
    add_rows(database, "floors", game, [floor(1, 0, -1), floor(1, 1, 0)])
    assert means(database, "floor_causes", "nominal_points", selection=EVERY)["chosen"] == -1 / 2


def test_causes_add_up_to_what_the_floors_cost(database):
    """On fixed walls the drafts alone explain every point; on free ones only games with blocked lines need more."""
    store_sample(database, "standard-2p-random", "standard-4p-greedy", "crystal_1-2p-greedy", games=8)
    store(database, *games_of_all_kinds())
    frame = STATISTICS["floor_causes"].function(database, selection=EVERY)
    groups = ["ruleset_hash", "player_count", "kind"]
    found = frame.groupby(groups)["mean"].sum()
    games = database.query(
        "select ruleset_hash, player_count, kind, sum(nominal_points) / player_count as points from floors "
        "join games_in_question using (game_id) group by game_id, ruleset_hash, player_count, kind"
    )
    right = games.groupby(groups)["points"].mean()
    assert len(found) >= 7
    assert (right < 0).all()
    assert found.to_dict() == pytest.approx(right.to_dict())
    blocked = frame[(frame["cause"] == "blocked") & (frame["mean"] != 0)]
    held = database.rows(
        'select distinct ruleset_hash from placements join games using (game_id) where "column" is null'
    )
    assert set(blocked["ruleset_hash"]) == {one for (one,) in held} != set()


def test_floor_points_of_winners_and_of_the_others(database):
    # a: seat 0 wins; b: seats 0 and 1 share the win; c: nobody is known to have won
    add_game(database, [60, 40, 30], game="a", floors=[
        [(-1, -1, True), (-8, -4, False), (-2, -2, False)], [(0, 0, False), (-1, -1, True), (-1, -1, False)],
    ])  # fmt: skip
    add_game(database, [50, 50, 30], game="b", floors=[[(-2, -2, True), (-4, -4, False), (0, 0, False)]])
    add_game(database, [50, 40, 30], game="c", ended_by="abandoned", winners=(),
             floors=[[(-9, -9, False), (-9, -9, False), (-9, -9, False)]])  # fmt: skip
    found = means(database, "floor_and_winning", "floor_points", selection=EVERY)
    assert found == {("won", 1): (-1 - 3) / 2, ("lost", 1): (-3 + 0) / 2, ("won", 2): 0, ("lost", 2): -1}


def test_order_in_the_round(database):
    """Three seats; seat 2 drafts first in round 1, so that the order is 2 0 1; seat 0 in round 2: 0 1 2."""
    game = add_game(database, [60, 40, 30], floors=[
        [(-4, -2, False), (-1, -1, True), (0, 0, False)], [(-6, -6, True), (0, 0, False), (-2, -2, False)],
    ])  # fmt: skip
    add_rows(database, "rounds", game, [{"round": 1, "first_seat": 2}, {"round": 2, "first_seat": 0}])
    assert means(database, "floor_by_order", "floor_points") == {1: (0 - 6) / 2, 2: (-2 + 0) / 2, 3: (-1 - 2) / 2}
    assert means(database, "floor_by_order", "nominal_points") == {1: (0 - 6) / 2, 2: (-4 + 0) / 2, 3: (-1 - 2) / 2}
    assert means(database, "floor_by_order", "took_marker") == {1: 1 / 2, 2: 0, 3: 1 / 2}


def test_tiles_fallen_by_tiles_taken(database):
    game = add_game(database, [40, 50], game="a")
    add_drafts(database, game, [
        {"tiles": 1}, {"tiles": 1, "destination": 0, "tiles_on_floor": 1},
        {"tiles": 3, "destination": 1, "tiles_on_floor": 1, "tiles_to_lid": 1},  # the floor had room for one
        {"tiles": 3, "destination": 3, "took_marker": True},  # the marker is no tile
    ])  # fmt: skip
    game = add_game(database, [40, 50], game="b")
    add_drafts(database, game, [{"tiles": 3, "destination": 2, "tiles_on_floor": 1}])
    assert means(database, "tiles_fallen", "tiles_fallen") == {1: 1 / 2, 3: (1 + 1) / 2}
    assert means(database, "tiles_fallen", "any_fallen") == {1: 1 / 2, 3: (1 / 2 + 1) / 2}
    assert rows(database, "tiles_fallen").loc[(1, "any_fallen"), "games"] == 1
