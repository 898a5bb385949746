"""player_results and player_styles on games whose numbers are worked out by hand."""

import numpy as np
import pytest
from hand_made import add_game, add_rows

from azul_analytics.errors import AzulError
from azul_analytics.statistics import Selection
from azul_analytics.statistics.first_player import NO_DIFFERENCE, TOO_FEW
from azul_analytics.statistics.players import (
    LESS,
    MORE,
    PLAYER_RESULTS,
    PLAYER_STYLES,
    player_results,
    player_styles,
)

GROUP = {"ruleset": "standard", "player_count": 2, "kind": "recorded"}


def of_player(frame, player, **more):
    for column, value in {"player": player, **more}.items():
        frame = frame[frame[column] == value]
    assert len(frame) == 1
    return frame.iloc[0]


@pytest.mark.parametrize("entry", [PLAYER_RESULTS, PLAYER_STYLES])
def test_no_games_is_an_empty_frame_with_all_columns(database, entry):
    frame = entry.function(database)
    assert frame.empty
    assert list(frame.columns) == list(entry.columns)
    with pytest.raises(AzulError, match="confidence"):
        entry.function(database, confidence=1)


def three_players(database):
    add_game(database, [60, 40], game="a", players=["Ana", "Beto"])
    add_game(database, [50, 50], game="b", players=["Beto", "Ana"])
    add_game(database, [30, 45], game="c", players=["Ana", "Cleo"])
    add_game(database, [10, 0], game="d", players=["Ana", "Beto"], ended_by="conceded", winners=[0])


def test_results_of_three_players(database):
    three_players(database)
    frame = player_results(database)
    assert list(frame["player"]) == ["Ana", "Beto", "Cleo"]  # most games first
    ana = frame.iloc[0]
    assert ana[list(GROUP)].to_dict() == GROUP
    assert (ana["source"], ana["policy"]) == ("club", "")
    assert (ana["games"], ana["units"], ana["games_left_out"], ana["games_stopped"]) == (3, 3, 1, 1)
    # won, shared, lost; 60 50 30 points, margins 20 0 -15; opened a and c
    assert (ana["win_share"], ana["equal_share"]) == (0.5, 0.5)
    assert (ana["score"], ana["margin"]) == pytest.approx((140 / 3, 5 / 3))
    assert ana["opening_share"] == pytest.approx(2 / 3)
    # deviations 40/3 10/3 -50/3: squares sum to 4200/9, variance 700/3; t with 2 degrees of freedom is 4.302653
    half = 4.302653 * (700 / 9) ** 0.5
    assert (ana["score_low"], ana["score_high"]) == pytest.approx((140 / 3 - half, 140 / 3 + half), abs=1e-4)
    # deviations 55/3 -5/3 -50/3: squares sum to 5550/9, variance 925/3
    assert ana["margin_high"] - ana["margin"] == pytest.approx(4.302653 * (925 / 9) ** 0.5, abs=1e-4)
    beto, cleo = frame.iloc[1], frame.iloc[2]
    assert (beto["win_share"], beto["margin"], beto["opening_share"]) == (0.25, -10, 0.5)
    assert (cleo["games"], cleo["win_share"], cleo["margin"]) == (1, 1, 15)
    assert cleo[["win_share_low", "score_low", "margin_low"]].isna().all()
    assert cleo["too_wide"]
    assert frame["win_share_shrunk"].isna().all()  # three players are too few


def test_results_of_ten_wins_get_wilsons_interval(database):
    for number in range(10):
        add_game(database, [60, 40] if number < 8 else [40, 60], game=str(number), players=["Ana", "Beto"])
    ana = of_player(player_results(database), "Ana")
    assert (ana["win_share_low"], ana["win_share_high"]) == pytest.approx((0.4902, 0.9433), abs=5e-5)  # 8 of 10


def test_results_are_shrunk_within_a_group(database):
    # four players, each twice: scores 39 41, 41 43, 43 45, 45 47, so means 40 42 44 46 and s^2 = 2: weights 0.85
    for number, (one, other) in enumerate([((39, "P"), (41, "Q")), ((41, "P"), (43, "Q")),
                                           ((43, "R"), (45, "S")), ((45, "R"), (47, "S"))]):  # fmt: skip
        add_game(database, [one[0], other[0]], game=str(number), players=[one[1], other[1]])
    add_game(database, [90, 10], game="gray", ruleset="gray", players=["P", "Q"])
    frame = player_results(database)
    standard = frame[frame["ruleset"] == "standard"].set_index("player")
    assert standard["score_shrunk"].to_dict() == pytest.approx({"P": 40.45, "Q": 42.15, "R": 43.85, "S": 45.55})
    assert frame.loc[frame["ruleset"] == "gray", "score_shrunk"].isna().all()


def test_who_is_a_player(database):
    policies = [{"policy": "greedy"}, {}]
    add_game(database, [60, 40], game="a", players=["Robot", "Ana"], bots=[True, None], parts=policies)
    add_game(database, [60, 40], game="b", players=["Robot", "Ana"], bots=[True, None], parts=[{"policy": "bold"}, {}])
    add_game(database, [60, 40], game="c", source="cafe", players=["Ana", "Beto"])
    frame = player_results(database)
    assert set(zip(frame["source"], frame["player"], frame["policy"], frame["games"], strict=True)) == {
        ("club", "Robot", "greedy", 1), ("club", "Robot", "bold", 1), ("club", "Ana", "", 2), ("cafe", "Ana", "", 1),
        ("cafe", "Beto", "", 1),
    }  # fmt: skip


def test_several_seats_of_a_game_are_one_value(database):
    # Ana has 60 and 30 of the seats with 60 30 40 50: mean 45, the others 45 too; win shares 1 and 0
    add_game(database, [60, 30, 40, 50], players=["Ana", "Ana", "Beto", "Cleo"])
    ana = of_player(player_results(database), "Ana")
    assert (ana["games"], ana["score"], ana["margin"], ana["win_share"]) == (1, 45, 0, 0.5)
    add_game(database, [60, 40], game="alone", players=["Ana", "Ana"])
    alone = of_player(player_results(database), "Ana", player_count=2)
    assert np.isnan(alone["margin"])
    assert alone["score"] == 50


def test_games_of_a_block_are_one_unit(database):
    for number, scores in enumerate([(60, 40), (40, 60), (70, 30), (50, 40)]):
        add_game(database, scores, game=str(number), players=["Ana", "Beto"], block=str(number // 2))
    ana = of_player(player_results(database), "Ana")
    assert (ana["games"], ana["units"]) == (4, 2)
    assert (ana["win_share"], ana["score"]) == (0.75, 55)
    assert ana["score_high"] - ana["score"] == pytest.approx(12.706205 * (50 / 2) ** 0.5, abs=1e-4)  # 50 and 60


def test_stopped_games_count_when_asked_for(database):
    three_players(database)
    ana = of_player(player_results(database, selection=Selection(finished_only=False)), "Ana")
    assert (ana["games"], ana["games_left_out"], ana["win_share"]) == (4, 0, 2.5 / 4)


def test_styles_of_one_game(database):
    # Ana: 2 tiles from a factory to line 1, 3 from the center to line 4 where 1 finds no room, 3 to the floor,
    # taking the marker. Beto: 2 to line 2, which that fills, in each round.
    nothing = (0, 0, False)
    game = add_game(
        database,
        [30, 20],
        players=["Ana", "Beto"],
        rounds=2,
        floors=[[(-4, -4, True), nothing], [nothing, nothing]],
        parts=[{"complete_lines": 1, "complete_colors": 2}, {}],
    )
    add_rows(database, "turns", game, [
        {"turn": 1, "turn_in_round": 1, "seat": 0, "tiles": 2, "tiles_on_line": 1, "tiles_on_floor": 1, "seconds": 2},
        {"turn": 2, "turn_in_round": 2, "seat": 1, "tiles": 2, "destination": 2, "tiles_on_line": 2,
         "completed_line": True},
        {"turn": 3, "turn_in_round": 3, "seat": 0, "source": 0, "tiles": 3, "destination": 4, "tiles_on_line": 3,
         "took_marker": True, "seconds": 8},
        {"turn": 4, "round": 2, "turn_in_round": 1, "seat": 0, "tiles": 3, "destination": 0, "tiles_on_line": 0,
         "tiles_on_floor": 3, "seconds": 0},
        {"turn": 5, "round": 2, "turn_in_round": 2, "seat": 1, "tiles": 2, "destination": 2, "tiles_on_line": 2,
         "completed_line": True},
    ])  # fmt: skip
    add_rows(database, "placements", game, [
        {"seat": 0, "line": 1, "column": 1, "points": 1},
        {"seat": 0, "line": 2, "column": 1, "points": 4},
        {"seat": 0, "line": 3, "points": 0},  # blocked
    ])  # fmt: skip
    frame = player_styles(database)
    ana = frame[frame["player"] == "Ana"].set_index("measure")
    assert ana["mean"].to_dict() == pytest.approx({
        "tiles_per_draft": 8 / 3, "center_share": 1 / 3, "short_lines_share": 1 / 3, "long_lines_share": 1 / 3,
        "completing_share": 0, "overflow_share": 1 / 8, "floor_points_per_round": -2, "marker_share": 1 / 2,
        "first_draft_share": 1, "points_per_placement": 2.5, "lines": 1, "columns": 0, "colors": 2,
        "seconds_per_draft": 1.6 ** (1 / 3),  # 2 * 8 * 0.1
    })  # fmt: skip
    beto = frame[frame["player"] == "Beto"].set_index("measure")
    assert set(ana.index) - set(beto.index) == {"points_per_placement", "seconds_per_draft"}  # what did not occur
    assert (beto.loc["completing_share", "mean"], beto.loc["overflow_share", "mean"]) == (1, 0)
    assert ana.loc["tiles_per_draft", "field_mean"] == 2
    assert ana.loc["tiles_per_draft", "difference"] == pytest.approx(2 / 3)
    assert frame[["low", "shrunk_difference", "spread", "p_value", "q_value"]].isna().all(axis=None)
    assert (frame["verdict"] == TOO_FEW).all()
    assert frame["too_wide"].all()


def add_drafts(database, players, tiles, number):
    """A game in which each seat drafts once, so many tiles."""
    game = add_game(database, [40, 30], game=str(number), players=players)
    add_rows(
        database,
        "turns",
        game,
        [
            {"turn": t, "turn_in_round": t, "seat": t - 1, "tiles": n, "tiles_on_line": n}
            for t, n in enumerate(tiles, 1)
        ],
    )


def test_styles_are_compared_game_by_game(database):
    # Ana takes 2 3 2 3 ..., Beto 1 1 2 2 ... in twelve games: differences 1 2 0 1, three times each
    for number in range(12):
        add_drafts(database, ["Ana", "Beto"], [(2, 3, 2, 3)[number % 4], (1, 1, 2, 2)[number % 4]], number)
    frame = player_styles(database)
    ana = of_player(frame, "Ana", measure="tiles_per_draft")
    assert (ana["mean"], ana["field_mean"], ana["difference"]) == pytest.approx((2.5, 1.5, 1))
    # squares sum to 6 of 12: variance 6/11; t with 11 degrees of freedom is 2.200985
    assert ana["high"] - 1 == pytest.approx(2.200985 * (6 / 11 / 12) ** 0.5, abs=1e-5)
    assert ana["spread"] == pytest.approx((3 / 11) ** 0.5)  # of Ana and of Beto: twelve times 1/2 from the mean
    assert ana["verdict"] == MORE
    assert of_player(frame, "Beto", measure="tiles_per_draft")["verdict"] == LESS
    # everything else was the same in all games, and cannot be tested
    assert ana["q_value"] == ana["p_value"] < 0.001
    other = frame[frame["measure"] != "tiles_per_draft"]
    assert other["p_value"].isna().all()
    assert set(other["verdict"]) == {NO_DIFFERENCE}


def test_styles_of_few_games_are_shrunk(database):
    # two pairs of players meet twice
    pairs = [("P", "Q"), ("R", "S")]
    for number, tiles in enumerate([(1, 3), (2, 4), (3, 5), (4, 6)]):
        add_drafts(database, pairs[number // 2], tiles, number)
    # means 1.5 3.5 3.5 5.5, s^2 = 1/2; around 3.5: 2 * 8 = 16, less 3/2 is 14.5; of 6: A = 29/12
    weight = (29 / 12) / (29 / 12 + 1 / 4)
    frame = player_styles(database)
    p = of_player(frame, "P", measure="tiles_per_draft")
    # the field of P: 3 and 4 beside him, (3 + 5) / 2 and (4 + 6) / 2 without him
    assert (p["mean"], p["field_mean"]) == (1.5, 4)
    assert p["shrunk_difference"] == pytest.approx(-2.5 * weight)


def test_players_without_any_difference_are_rarely_called_different(database):
    # of four players some p-value is small soon; corrected over the family it is not
    rng = np.random.default_rng(3)
    for number in range(30):
        one, other = rng.choice(4, 2, replace=False)
        add_drafts(database, [f"P{one}", f"P{other}"], rng.integers(1, 5, 2).tolist(), number)
    frame = player_styles(database)
    drafts = frame[frame["measure"] == "tiles_per_draft"]
    assert (drafts["units"] >= 10).all()
    assert drafts["p_value"].min() < drafts["q_value"].min()
    assert set(drafts["verdict"]) == {NO_DIFFERENCE}
