"""floor_penalties and their distribution on games whose numbers are worked out by hand."""

import pandas as pd
import pytest
from hand_made import add_game

from azul_analytics.statistics import STATISTICS, floor_penalties, floor_penalty_distribution

NOTHING, MARKER = (0, 0, False), (-1, -1, True)


@pytest.fixture
def three_games(database):
    """Round 1: game a loses -1 and 0, b -2 (of -4) and -6, c 0 and -1; only a and b have a round 2."""
    add_game(database, [40, 50], game="a", floors=[[MARKER, NOTHING], [(-2, -2, True), (-2, -2, False)]])
    add_game(database, [40, 50], game="b", floors=[[(-4, -2, False), (-6, -6, True)], [NOTHING, MARKER]])
    add_game(database, [40, 50], game="c", floors=[[NOTHING, MARKER]])
    add_game(database, [40, 50], game="d", floors=[[(-14, -14, True), NOTHING]], ended_by="conceded")
    return database


def test_no_games_are_empty_frames_with_all_columns(database):
    for name in ("floor_penalties", "floor_penalty_distribution"):
        frame = STATISTICS[name].function(database)
        assert frame.empty
        assert list(frame.columns) == list(STATISTICS[name].columns)


def test_counts(three_games):
    frame = floor_penalties(three_games)
    assert list(frame["round"]) == [1, 2]
    assert list(frame["seat_rounds"]) == [6, 4]
    assert list(frame["games"]) == [3, 2]
    assert list(frame["units"]) == [3, 2]
    assert list(frame["games_left_out"]) == [1, 1]


def test_means_and_intervals_take_one_value_a_game(three_games):
    first, second = floor_penalties(three_games).to_dict("records")
    # game means -1/2, -4, -1/2: mean -5/3, variance 49/12; t with 2 degrees of freedom is 4.302653
    half = 4.302653 * (49 / 12 / 3) ** 0.5
    assert first["floor_points_mean"] == pytest.approx(-5 / 3)
    assert first["floor_points_low"] == pytest.approx(-5 / 3 - half, abs=1e-5)
    assert first["floor_points_high"] == 0  # no floor gains points: the interval ends there
    # nominal: -1/2, -5, -1/2
    assert first["nominal_points_mean"] == pytest.approx(-2)
    # round 2: -2 and -1/2: mean -5/4, variance 9/8; t with 1 degree of freedom is 12.7062
    assert second["floor_points_mean"] == pytest.approx(-1.25)
    assert second["floor_points_low"] == pytest.approx(-1.25 - 12.7062 * 0.75, abs=1e-3)


def test_medians_and_shares(three_games):
    first, second = floor_penalties(three_games).to_dict("records")
    assert first["floor_points_median"] == -1  # of 0 0 -1 -1 -2 -6
    assert second["floor_points_median"] == -1.5  # of 0 -1 -2 -2
    assert (first["no_loss_share"], second["no_loss_share"]) == pytest.approx((2 / 6, 1 / 4))
    assert (first["marker_share"], second["marker_share"]) == pytest.approx((1 / 2, 1 / 2))


def test_one_game_and_equal_games_have_no_interval(database):
    add_game(database, [40, 50], game="a", floors=[[MARKER, NOTHING], [MARKER, NOTHING]])
    row = floor_penalties(database).iloc[0]
    assert row["floor_points_mean"] == -0.5
    assert pd.isna(row["floor_points_low"])
    assert pd.isna(row["units_needed"])
    add_game(database, [40, 50], game="b", floors=[[MARKER, NOTHING]])
    row = floor_penalties(database).iloc[0]
    assert pd.isna(row["floor_points_low"])
    assert row["too_wide"]


def test_distribution(three_games):
    frame = floor_penalty_distribution(three_games)
    counts = {(row.round, row.floor_points): row.seat_rounds for row in frame.itertuples()}
    assert counts == {(1, 0): 2, (1, -1): 2, (1, -2): 1, (1, -6): 1, (2, 0): 1, (2, -1): 1, (2, -2): 2}
    assert list(frame["share"]) == pytest.approx([2 / 6, 2 / 6, 1 / 6, 1 / 6, 1 / 4, 1 / 4, 2 / 4])
    assert list(frame["floor_points"]) == [0, -1, -2, -6, 0, -1, -2]


def test_blocks_are_units_in_means_and_shares(database):
    # the block's games have means -1 and -3, so the unit has -2; the game alone has 0
    add_game(database, [40, 50], game="a", block="1", floors=[[(-2, -2, True), NOTHING]])
    add_game(database, [40, 50], game="b", block="1", floors=[[(-6, -6, True), NOTHING]])
    add_game(database, [40, 50], game="c", floors=[[NOTHING, NOTHING]])
    row = floor_penalties(database).iloc[0]
    assert (row["seat_rounds"], row["games"], row["units"]) == (6, 3, 2)
    assert row["floor_points_mean"] == pytest.approx(-1)
    assert row["no_loss_share"] == pytest.approx((0.5 + 1) / 2)
    shares = floor_penalty_distribution(database).set_index("floor_points")["share"].to_dict()
    assert shares == pytest.approx({0: 0.75, -2: 0.125, -6: 0.125})


def test_the_same_games_twice_as_blocks_narrow_nothing(three_games):
    from azul_analytics.database import connect

    once = floor_penalties(three_games)
    with connect() as twice:
        floors = {
            "a": [[MARKER, NOTHING], [(-2, -2, True), (-2, -2, False)]],
            "b": [[(-4, -2, False), (-6, -6, True)], [NOTHING, MARKER]],
            "c": [[NOTHING, MARKER]],
        }
        for game, rounds in floors.items():
            add_game(twice, [40, 50], game=game, block=game, floors=rounds)
            add_game(twice, [40, 50], game=f"{game} again", block=game, floors=rounds)
        doubled = floor_penalties(twice)
    assert list(doubled["units"]) == list(once["units"])
    for column in ("floor_points_mean", "floor_points_low", "floor_points_high", "no_loss_share"):
        assert list(doubled[column]) == pytest.approx(list(once[column]))


def test_the_distribution_and_the_means_tell_the_same(three_games):
    means = floor_penalties(three_games).set_index("round")
    frame = floor_penalty_distribution(three_games)
    weighted = (frame["floor_points"] * frame["share"]).groupby(frame["round"]).sum()
    assert list(weighted) == pytest.approx(list(means["floor_points_mean"]))
    nothing = frame[frame["floor_points"] == 0].set_index("round")["share"]
    assert list(nothing) == pytest.approx(list(means["no_loss_share"]))


def test_kinds_and_rulesets_are_never_pooled(database):
    add_game(database, [40, 50], game="a", floors=[[MARKER, NOTHING]])
    add_game(database, [40, 50], game="b", floors=[[MARKER, NOTHING]], source="simulated")
    add_game(database, [40, 50], game="c", floors=[[MARKER, NOTHING]], ruleset="gray")
    assert len(floor_penalties(database)) == 3
    assert list(floor_penalty_distribution(database)["seat_rounds"]) == [1] * 6


def test_an_interval_goes_above_zero_only_where_a_floor_can_bring_points(database):
    for number, nominal in enumerate((-1, 0, -3)):
        for ruleset in ("standard", "gainful"):
            add_game(database, [1, 2], game=f"{ruleset} {number}", ruleset=ruleset,
                     floors=[[(nominal, nominal, False), (0, 0, False)]])  # fmt: skip
    floor = '{"floor": [-1, 2]}'
    database.rows(
        "update rulesets set definition = json_merge_patch(definition, $floor) where ruleset = 'gainful'",
        {"floor": floor},
    )
    high = floor_penalties(database).set_index("ruleset")["floor_points_high"]
    half = 4.302653 * (7 / 12 / 3) ** 0.5  # means of games -1/2, 0, -3/2: variance 7/12
    assert high["standard"] == 0
    assert high["gainful"] == pytest.approx(-2 / 3 + half, abs=1e-5)
