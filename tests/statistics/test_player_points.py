"""player_points on games whose numbers are worked out by hand."""

import pytest
from hand_made import add_game, add_rows

from azul_analytics.statistics.first_player import TOO_FEW
from azul_analytics.statistics.player_points import player_points
from azul_analytics.statistics.players import LESS

PARTS = [
    {"tile_points": 50, "floor_points": -4, "bonus_points": 14},
    {"tile_points": 40, "floor_points": -2, "bonus_points": 2},
]


def of(frame, player, measure):
    (row,) = frame[(frame["player"] == player) & (frame["measure"] == measure)].to_dict("records")
    return row


def add_floor(database, game, ruleset):
    """Seat 0: marker and an overflowing tile in spaces 1 and 2, a chosen one and a forced one in 3 and 4; and in a
    second round nothing but what a blocked line drops. Seat 1 has a floor without drafts."""
    game_id = add_game(
        database, [60, 40], game=game, players=["Ana", "Beto"], parts=PARTS, ruleset=ruleset,
        floors=[[(-6, -4, True), (0, 0, False)], [(-2, -2, False), (-1, -1, False)]],
    )  # fmt: skip
    drafts = [
        {"turn": 1, "destination": 1, "tiles": 2, "tiles_on_floor": 1, "took_marker": True, "floor_before": 0},
        {"turn": 2, "destination": 0, "tiles_on_floor": 1, "lines_open": 2, "floor_before": 2},
        {"turn": 3, "destination": 0, "tiles_on_floor": 1, "lines_open": 0, "floor_before": 3},
    ]
    add_rows(database, "turns", game_id, drafts)


def test_parts_and_causes_of_one_game(database):
    add_floor(database, "a", "gray")
    frame = player_points(database)
    means = {row["measure"]: (row["mean"], row["field_mean"]) for _, row in frame[frame["player"] == "Ana"].iterrows()}
    assert {name: means[name] for name in ("tile_points", "floor_points", "bonus_points")} == {
        "tile_points": (50, 40), "floor_points": (-4, -2), "bonus_points": (14, 2),
    }  # fmt: skip
    # spaces cost -1 -1 -2 -2: the marker 1, the tile beyond the line 1, the chosen one 2, the forced one 2; the
    # floors cost 6 + 2, so that 2 are of blocked lines. Beto's 1 is of no draft, so of a blocked line.
    assert {name: means[name] for name in means if name.endswith("cost")} == {
        "marker_cost": (-1, 0), "overflow_cost": (-1, 0), "chosen_cost": (-2, 0), "forced_cost": (-2, 0),
        "blocked_cost": (-2, -1),
    }  # fmt: skip


def test_a_fixed_wall_blocks_no_line(database):
    add_floor(database, "a", "standard")
    assert "blocked_cost" not in set(player_points(database)["measure"])


def test_games_that_he_opened_are_compared_with_games_that_others_opened(database):
    for number in range(4):  # seat 0 opens: Ana in the first three, and wins two of them; Beto wins the one he opens
        players = ["Ana", "Beto"] if number < 3 else ["Beto", "Ana"]
        add_game(database, [60, 40] if number != 1 else [30, 40], game=str(number), players=players)
    frame = player_points(database)
    opening, not_opening = (of(frame, "Ana", f"win_share_{which}opening") for which in ("", "not_"))
    assert (opening["games"], opening["mean"], opening["field_mean"]) == (3, pytest.approx(2 / 3), 1)
    assert (not_opening["games"], not_opening["mean"], not_opening["field_mean"]) == (1, 0, pytest.approx(1 / 3))
    assert (of(frame, "Ana", "score_opening")["mean"], of(frame, "Ana", "score_opening")["field_mean"]) == (50, 60)
    assert opening["verdict"] == TOO_FEW


def test_a_difference_in_every_game_is_shown(database):
    for number in range(12):
        parts = [{**PARTS[0], "tile_points": 30 + number % 3}, {**PARTS[1], "tile_points": 60 - number % 2}]
        add_game(database, [60, 40], game=str(number), players=["Ana", "Beto"], parts=parts)
    row = of(player_points(database), "Ana", "tile_points")
    # Ana 30, 31, 32 in turn: 31; Beto 60, 59: 59.5
    assert (row["mean"], row["field_mean"], row["difference"]) == pytest.approx((31, 59.5, -28.5))
    assert row["verdict"] == LESS
