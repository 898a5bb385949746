"""order_in_round and marker_value on rounds whose numbers are worked out by hand."""

import pytest
from hand_made import add_game, add_rows

from azul_analytics.statistics import STATISTICS


def add_round(database, game_id, round, first_seat, floors, *, marker_seat=None, floor_before=0):
    """A round: `floors` is (score before, tile points, nominal points, points really lost) of each seat.

    `marker_seat` drafts from the center when it has `floor_before` spaces filled.
    """
    add_rows(database, "rounds", game_id, [{"round": round, "first_seat": first_seat, "marker_seat": marker_seat}])
    names = ("score_before", "tile_points", "nominal_points", "floor_points")
    rows = [{"round": round, "seat": seat, **dict(zip(names, floor, strict=True))} for seat, floor in enumerate(floors)]
    add_rows(database, "floors", game_id, rows)
    if marker_seat is not None:
        taken = {"round": round, "seat": marker_seat, "source": 0, "took_marker": True, "floor_before": floor_before}
        other = {"round": round, "seat": 1 - marker_seat, "source": 0, "floor_before": 1}
        add_rows(database, "turns", game_id, [taken, other])


@pytest.fixture
def three_games(database):
    game = add_game(database, [60, 40], game="a")
    # 3 - 1 and 5: mean 3.5; then 6 - 2 and 2 - 2: mean 2
    add_round(database, game, 1, 0, [(0, 3, -1, -1), (0, 5, 0, 0)], marker_seat=0)
    add_round(database, game, 2, 0, [(2, 6, -2, -2), (5, 2, -2, -2)], marker_seat=1, floor_before=1)
    game = add_game(database, [60, 40], game="b")
    # 2 and 1 - 1 (of -4, the marker -2): mean 1; then nobody takes the marker: 1 and 3: mean 2
    add_round(database, game, 1, 1, [(0, 2, 0, 0), (0, 1, -4, -1)], marker_seat=1, floor_before=2)
    add_round(database, game, 2, 1, [(2, 1, 0, 0), (0, 3, 0, 0)])
    game = add_game(database, [60, 40], game="c")
    # -14 on a full floor, where the marker finds no space, and 0: mean -7
    add_round(database, game, 1, 1, [(20, 0, -14, -14), (0, 0, 0, 0)], marker_seat=0, floor_before=7)
    return database


def means(database, name, *by):
    frame = STATISTICS[name].function(database)
    return {tuple(row[:-1]): row[-1] for row in frame[[*by, "measure", "mean"]].itertuples(index=False)}


def test_order_is_counted_from_the_rounds_first_seat(three_games):
    found = means(three_games, "order_in_round", "round", "order")
    # first of round 1: seat 0 of a, seat 1 of b and of c: -1.5 -1 7
    assert found[1, 1, "points"] == pytest.approx(1.5)
    assert found[1, 2, "points"] == pytest.approx(-1.5)
    # placements 3 of 5, 1 of 2, 0 of 0: -1 -1/2 0; floor -1 of 0, -1 of 0, 0 of -14: -1/2 -1/2 7
    assert found[1, 1, "tile_points"] == pytest.approx(-0.5)
    assert found[1, 1, "floor_points"] == pytest.approx(2)
    # round 2: seat 0 of a, seat 1 of b: 2 and 1
    assert found[2, 1, "points"] == pytest.approx(1.5)


def test_intervals_take_a_game_as_one(three_games):
    frame = STATISTICS["order_in_round"].function(three_games)
    row = frame.query("round == 1 and order == 1 and measure == 'points'").iloc[0]
    assert (row["games"], row["units"]) == (3, 3)
    # -1.5 -1 7: deviations -3 -2.5 5.5, variance 45.5 / 2; t with 2 degrees of freedom is 4.302653
    half = 4.302653 * (45.5 / 2 / 3) ** 0.5
    assert (row["low"], row["high"]) == pytest.approx((1.5 - half, 1.5 + half), abs=1e-5)


def test_three_seats_go_clockwise(database):
    game = add_game(database, [60, 40, 50])
    add_round(database, game, 1, 2, [(0, 1, 0, 0), (0, 2, 0, 0), (0, 6, 0, 0)])
    found = means(database, "order_in_round", "order")
    assert [found[order, "points"] for order in (1, 2, 3)] == pytest.approx([3, -2, -1])


def test_what_the_marker_costs(three_games):
    found = means(three_games, "marker_value", "round")
    # the first space -1, the third -2, none on a full floor
    assert found[1, "marker_points"] == pytest.approx(-1)
    # -1; in b nothing: 1 - 2 without the marker is no more than 1 - 4, since both stop at zero; 0
    assert found[1, "marker_points_lost"] == pytest.approx(-1 / 3)
    # the takers' own rounds: -1.5 -1 -7
    assert found[1, "points"] == pytest.approx(-9.5 / 3)
    # the second space, seat 1 of a
    assert found[2, "marker_points"] == found[2, "marker_points_lost"] == -1
    assert found[2, "points"] == -2


def test_what_the_marker_brings_back(three_games):
    frame = STATISTICS["marker_value"].function(three_games).set_index(["round", "measure"])
    # a and b have a next round: 2 and 1; less 1 and 0
    assert frame.loc[(1, "next_round_points"), "mean"] == pytest.approx(1.5)
    assert frame.loc[(1, "balance"), "mean"] == pytest.approx(1)
    assert frame.loc[(1, "next_round_points"), "games"] == 2
    assert frame.loc[(1, "marker_points"), "games"] == 3
    # the last round of a has a cost only, and nobody took the marker in round 2 of b
    assert frame.loc[(2, "marker_points"), "games"] == 1
    assert (2, "next_round_points") not in frame.index


def test_a_score_that_stops_at_zero_loses_a_part(database):
    game = add_game(database, [60, 40])
    # 3 - 4 stops at 0; without the marker's 2 it would be 3 - 2 = 1: one point is lost through it
    add_round(database, game, 1, 0, [(0, 3, -4, -3), (0, 0, 0, 0)], marker_seat=0, floor_before=2)
    found = means(database, "marker_value")
    assert (found["marker_points",], found["marker_points_lost",]) == (-2, -1)


def test_the_floor_is_the_rulesets(database):
    game = add_game(database, [60, 40], ruleset="crystal_1")
    # its second space costs nothing
    add_round(database, game, 1, 0, [(0, 3, -1, -1), (0, 0, 0, 0)], marker_seat=0, floor_before=1)
    assert means(database, "marker_value")["marker_points",] == 0
