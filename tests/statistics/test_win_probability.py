"""Win probabilities, on games whose numbers are worked out by hand and on simulated ones."""

import numpy as np
import pandas as pd
import pytest
from hand_made import add_game, add_rows

from azul_analytics.database import connect
from azul_analytics.errors import AzulError
from azul_analytics.statistics import Selection, round_model
from azul_analytics.statistics import win_probability as wp
from azul_analytics.statistics.round_model import _model
from azul_analytics.statistics.round_states import FEATURES, RoundStates, round_states
from azul_analytics.statistics.selection import answer


def add_states(database, game_id, states, *, placed=()):
    """A game's states: `states[round - 1][seat]` holds columns of that seat's first draft in the round after.

    `placed` are (round, seat, line, column, color) of tiles on walls.
    """
    turns = [
        {"round": number + 1, "turn": 10 * number + order, "turn_in_round": order + 1, "seat": order, **seat}
        for number, seats in enumerate(states, 1)
        for order, seat in enumerate(seats)
    ]
    add_rows(database, "turns", game_id, turns)
    names = ("round", "seat", "line", "column", "color")
    add_rows(database, "placements", game_id, [dict(zip(names, place, strict=True)) for place in placed])


def add_leads(database, times, **options):
    """Games of two seats and one state each: `times` (seat 0 wins, its lead) occurs."""
    for number, ((won, lead), count) in enumerate(times.items()):
        game = add_game(database, [2, 1] if won else [1, 2], game=str(number), **options)
        add_states(database, game, [[{"score_before": 10 + lead}, {"score_before": 10}]])
        repeat(database, game, count)


def repeat(database, game_id, count):
    """Stores a game so many times, as game_id, game_id.1, game_id.2, ..."""
    for table in ("games", "seats", "turns"):
        database.rows(
            f"insert into {table} select {table}.* replace (game_id || '.' || copy as game_id) "
            f"from {table}, range(1, $count) as copies(copy) where game_id = $game_id",
            {"count": count, "game_id": game_id},
        )


THREE_OF_FOUR = {(True, 3): 90, (False, 3): 30}
MIXED = {(won, lead): 9 + lead * won for won in (True, False) for lead in range(5)}  # 100 games


def states_of(database):
    return round_states(answer(database, "statistics/win_probability"))


def test_features_of_a_state(database):
    game = add_game(database, [9, 5])
    # the wall of seat 0 has (1,1) (1,2) (2,2), bits 0, 1 and 6; that of seat 1 has (5,5), bit 24
    first = {"score_before": 7, "wall_before": 0b1000011, "line_counts_before": "01203"}
    second = {"score_before": 4, "wall_before": 1 << 24, "line_counts_before": "00004"}
    placed = [(1, 0, 1, 1, "blue"), (1, 0, 1, 2, "yellow"), (1, 0, 2, 2, "blue"), (1, 1, 5, 5, "blue")]
    add_states(database, game, [[first, second]], placed=placed)
    states = states_of(database)
    found = dict(zip(FEATURES, states.features[:, 0].T.tolist(), strict=True))
    assert found["score"] == [7, 4]
    assert found["tiles"] == [3, 1]
    assert found["columns"] == pytest.approx([(1 + 4) / 25, 1 / 25])  # columns of 1 and 2 tiles
    assert found["colors"] == pytest.approx([(4 + 1) / 25, 1 / 25])  # two blue and a yellow
    assert found["lines"] == pytest.approx([(4 + 1) / 25, 1 / 25])  # lines of 2 and 1 tiles
    assert found["left_over"] == [6, 4]
    assert found["drafts_first"] == [1, 0]
    assert states.longest.tolist() == [0.4]
    assert states.win_share.tolist() == [[1], [0]]


def test_a_point_counts_more_when_the_game_may_soon_end(database):
    for game, wall in (("a", 0b1), ("b", 0b111)):  # longest lines of 1 and 3 of 5: 0.2 below and above the mean 0.4
        game_id = add_game(database, [9, 5], game=game)
        placed = [(1, 0, 1, column, "blue") for column in range(1, wall.bit_count() + 1)]
        add_states(database, game_id, [[{"score_before": 10, "wall_before": wall}, {"score_before": 5}]], placed=placed)
    near_end = states_of(database).features_near_end()[:, :, FEATURES.index("score_near_end")]
    assert near_end == pytest.approx(np.array([[-2, 2], [-1, 1]]))


def test_colors_of_a_wall_are_those_of_all_rounds_so_far(database):
    game = add_game(database, [9, 5])
    placed = [(1, 0, 1, 1, "red"), (2, 0, 2, 1, "red"), (2, 1, 1, 1, "blue")]
    walls = [[{"wall_before": 1}, {}], [{"wall_before": 0b100001}, {"wall_before": 1}]]
    add_states(database, game, walls, placed=placed)
    assert states_of(database).features[:, :, FEATURES.index("colors")] == pytest.approx(
        np.array([[1 / 25, 4 / 25], [0, 1 / 25]])
    )


def test_a_color_that_fills_a_wall_is_complete_and_no_other_has_its_tiles(database):
    # of 7 lines with 7 columns, seat 0 fills column after column with blue: 7 to 49 tiles, complete from 7 on
    game = add_game(database, [9, 5])
    placed = [(column, 0, line, column, "blue") for column in range(1, 8) for line in range(1, 8)]
    bits = [sum(1 << 7 * line + column for line in range(7)) for column in range(7)]
    walls = [{"wall_before": sum(bits[:columns]), "line_counts_before": "0" * 7} for columns in range(1, 8)]
    other = {"wall_before": 1, "line_counts_before": "0" * 7}
    add_states(database, game, [[wall, other] for wall in walls], placed=[*placed, (1, 1, 1, 1, "yellow")])
    found = states_of(database).features[:, :, FEATURES.index("colors")]
    assert found == pytest.approx(np.array([[1] * 7, [1 / 49] * 7]))


def test_a_state_in_which_a_seat_does_not_draft_next_is_left_out_with_those_after_it(database):
    game = add_game(database, [9, 5])
    placed = [(1, 1, 1, 1, "red"), (2, 1, 2, 2, "red")]
    add_states(database, game, [[{}, {"wall_before": 1}], [{}], [{}, {"wall_before": 0b1000001}]], placed=placed)
    assert states_of(database).round.tolist() == [1]


def test_a_lead_that_wins_three_of_four_games(database):
    # seat 0 is 3 ahead in 120 games and wins 90: the model can only say about 0.75
    add_leads(database, THREE_OF_FOUR)
    frame = wp.win_probability_calibration(database)
    assert list(frame["tenth"]) == [3, 8]
    assert list(frame["seat_rounds"]) == [120, 120]
    assert list(frame["predicted"]) == pytest.approx([0.25, 0.75], abs=0.02)
    assert list(frame["observed"]) == [0.25, 0.75]
    # Wilson's interval of 90 in 120: 0.6656 to 0.8189
    assert tuple(frame.loc[1, ["low", "high"]]) == pytest.approx((0.6656, 0.8189), abs=1e-4)
    measures = wp.win_probability(database).set_index("measure")
    assert measures.loc["favorite_won", "estimate"] == 0.75
    # log loss of 3/4: 0.5623; of equal chances ln 2 = 0.6931; chances of others' games are a little worse
    assert measures.loc["log_loss_gain", "estimate"] == pytest.approx(np.log(2) - 0.5623, abs=0.01)


def test_what_a_point_is_worth(database):
    # whoever is 3 ahead wins 3 of 4 games, so that a point has log-odds of ln 3 / 3; first or second drafter alike
    add_leads(database, {(True, 3): 45, (False, 3): 15, (False, -3): 45, (True, -3): 15})
    found = wp.win_probability(database).set_index("measure")["estimate"]
    assert found["score"] == pytest.approx(np.log(3) / 3, abs=1e-5)
    assert found["drafts_first"] == pytest.approx(0, abs=1e-5)
    assert np.isnan(found["tiles"])  # nobody ever had one


def test_features_that_go_together_in_all_games_are_not_told_apart(database):
    add_leads(database, THREE_OF_FOUR)  # the leader always drafts first
    found = wp.win_probability(database).set_index("measure")["estimate"]
    assert found[["score", "drafts_first"]].isna().all()


def test_the_course_of_every_game_adds_up_to_one(database):
    add_leads(database, MIXED)
    frame = wp.win_probabilities(database)
    assert list(frame.columns) == ["game_id", "round", "seat", "score", "win_probability", "win_share"]
    assert len(frame) == 200
    assert frame.groupby("game_id")["win_probability"].sum().to_numpy() == pytest.approx(np.ones(100))
    assert frame[frame["game_id"] == "club/4.2"]["score"].tolist() == [14, 10]


def test_chances_come_from_a_model_that_did_not_see_the_unit(database):
    # a game with another end changes the chances of all games but those of its own part of the cross-validation
    add_leads(database, MIXED)
    before = wp.win_probabilities(database)
    database.rows("update seats set win_share = 1 - win_share where game_id = 'club/4.2'")
    change = (wp.win_probabilities(database)["win_probability"] - before["win_probability"]).abs()
    parts = database.query("select game_id, md5_number_lower(unit) % 5 as part from games_in_question")
    part = before["game_id"].map(parts.set_index("game_id")["part"])
    own = part == part[before["game_id"] == "club/4.2"].iloc[0]
    ahead = before["score"] > 10
    assert change[own].max() == 0
    assert change[~own & ahead].min() > 1e-5


def test_too_few_units_get_no_model_and_say_how_many_it_takes(database):
    add_leads(database, {(True, 3): 1, (False, 2): 1, (True, 1): 1})
    frame = wp.win_probability(database)
    assert list(frame["measure"]) == list(wp.WIN_PROBABILITY.measures)
    assert frame[["estimate", "low", "high"]].isna().all(axis=None)
    assert set(frame["units_needed"]) == {wp.LEAST_UNITS}
    (row,) = wp.win_probability_calibration(database).to_dict("records")
    assert (row["seat_rounds"], row["games"], row["units_needed"]) == (0, 3, wp.LEAST_UNITS)
    assert pd.isna(row["tenth"])
    assert wp.win_probabilities(database)["win_probability"].isna().all()


def test_models_are_remembered_for_the_same_games_where_nobody_can_change_them(database, tmp_path, monkeypatch):
    fitted = []
    monkeypatch.setattr(round_model, "_model", lambda *asked, **known: fitted.append(1) or _model(*asked, **known))
    with connect(tmp_path / "leads.duckdb", create=True) as stored:
        add_leads(stored, MIXED)
        wp.win_probability(stored)
        assert len(fitted) == 1
        stored.rows("update turns set score_before = 10")
        wp.win_probability_calibration(stored)
        assert len(fitted) == 2
    with connect(tmp_path / "leads.duckdb") as read_only:
        fitted.clear()
        everything, two = wp.win_probability(read_only), Selection(player_counts=[2])
        assert wp.win_probabilities(read_only).shape[0] == 200
        assert len(fitted) == 1
        pd.testing.assert_frame_equal(wp.win_probability(read_only, selection=two), everything)
        assert len(fitted) == 2  # other filters, although the same games


def test_games_of_a_block_are_one_unit(database):
    add_leads(database, MIXED, block="the same")
    assert set(wp.win_probability(database)["units"]) == {1}


def test_no_games_are_empty_frames_with_all_columns(database):
    for statistic in wp.EVERY:
        frame = statistic.function(database)
        assert frame.empty
        assert list(frame.columns) == list(statistic.columns)
    assert wp.win_probabilities(database).empty


def test_a_confidence_outside_of_0_and_1_is_refused(database):
    for statistic in wp.EVERY:
        with pytest.raises(AzulError, match="between 0 and 1"):
            statistic.function(database, confidence=95)


def test_groups_are_never_pooled(database):
    add_leads(database, {(True, 3): 1})
    add_leads(database, {(True, 3): 1}, ruleset="gray", source="cafe")
    add_leads(database, {(True, 3): 1}, source="simulated")
    counts = wp.win_probability(database).groupby(["ruleset", "kind"])["games"].agg(set).to_dict()
    assert counts == {("gray", "recorded"): {1}, ("standard", "recorded"): {1}, ("standard", "simulated"): {1}}


def test_the_last_round_of_many_stands_for_later_ones(database):
    # 100 games have a state after round 2, one of them also after round 3
    for game, count, rounds in (("a", 60, 2), ("b", 39, 2), ("c", 1, 3)):
        game_id = add_game(database, [1, 2] if game == "a" else [2, 1], game=game)
        add_states(database, game_id, [[{"score_before": 3}, {}]] * rounds)
        repeat(database, game_id, count)
    frame = wp.win_probability(database)
    assert frame.groupby("round")["games"].agg(set).to_dict() == {1: {100}, 2: {100}}
    assert set(wp.win_probabilities(database)["round"]) == {1, 2, 3}


def test_win_shares_by_lead(database):
    # after round 1 the seats of a have 10 and 7 points: 3 ahead and behind; those of b 5 and 5; after its last
    # round a game is over, and in c only the first seat of three leads, by 12 - 6
    floors = {"a": [(10, 7), (30, 20)], "b": [(5, 5), (10, 30)], "c": [(12, 6, 1), (50, 60, 20)]}
    for game, scores in floors.items():
        game_id = add_game(database, scores[-1], game=game, rounds=2)
        rows = [
            {"round": number, "seat": seat, "score_after": score}
            for number, seats in enumerate(scores, 1)
            for seat, score in enumerate(seats)
        ]
        add_rows(database, "floors", game_id, rows)
    frame = wp.WIN_PROBABILITY_BY_LEAD.function(database)
    found = {(row.player_count, row.round, row.lead): row.mean for row in frame.itertuples()}
    assert found == {(2, 1, 5): 1, (2, 1, -5): 0, (2, 1, 0): 0.5, (3, 1, 10): 0, (3, 1, -10): 1, (3, 1, -15): 0}


def made_up(random, units, worth):
    """Two-seat states in which a point of the score is worth so much, and nothing else anything."""
    features = random.normal(size=(2, units, len(FEATURES)))
    features[:, :, FEATURES.index("score")] *= 5
    chance = 1 / (1 + np.exp(-worth * np.diff(features[:, :, FEATURES.index("score")], axis=0)[0]))
    won = random.random(units) < chance
    number = np.arange(units)
    return RoundStates(
        number,
        number,
        number % 5,
        np.ones(units, np.int64),
        np.stack([~won, won]).astype(float),
        features,
        number / units,
    )


def test_chances_are_calibrated_where_the_model_holds():
    # of 4,000 states, the share that won is within four standard errors of the chance in every tenth
    states = made_up(np.random.default_rng(7), 4000, 0.15)
    model = _model(states, known=True)
    tenth = (model.chances * 10).astype(int)
    for value in range(10):
        there = tenth == value
        error = np.sqrt(0.25 / there.sum())
        assert states.win_share[there].mean() == pytest.approx(model.chances[there].mean(), abs=4 * error)
    assert wp._measured(model, 0.95)["slope"][0] == pytest.approx(1, abs=0.1)
