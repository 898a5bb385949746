"""first_player_advantage on games whose numbers are worked out by hand."""

import pytest
from hand_made import add_game

from azul_analytics.errors import AzulError
from azul_analytics.statistics import STATISTICS, Selection, first_player_advantage
from azul_analytics.statistics.first_player import ABOVE, BELOW, NO_DIFFERENCE, TOO_FEW


def only_row(database, **options):
    frame = first_player_advantage(database, **options)
    assert len(frame) == 1
    return frame.iloc[0]


def test_no_games_is_an_empty_frame_with_all_columns(database):
    frame = first_player_advantage(database)
    assert frame.empty
    assert list(frame.columns) == list(STATISTICS["first_player_advantage"].columns)


def test_win_share_and_margin_of_three_players(database):
    # the opening seat is 0, 1, 2, 0; it wins, shares the win, loses, loses
    add_game(database, [60, 40, 50], game="a", opening_seat=0)  # share 1,   margin 60 - 45 = 15
    add_game(database, [30, 50, 50], game="b", opening_seat=1)  # share 1/2, margin 50 - 40 = 10
    add_game(database, [70, 20, 30], game="c", opening_seat=2)  # share 0,   margin 30 - 45 = -15
    add_game(database, [41, 50, 60], game="d", opening_seat=0)  # share 0,   margin 41 - 55 = -14
    row = only_row(database)
    assert (row["games"], row["units"], row["ties"], row["games_left_out"]) == (4, 4, 1, 0)
    assert row["equal_share"] == pytest.approx(1 / 3)
    assert row["win_share"] == pytest.approx(1.5 / 4)
    assert row["margin"] == pytest.approx(-1)
    # deviations 16 11 -14 -13: squares sum to 742, variance 742/3; t with 3 degrees of freedom is 3.182446
    half = 3.182446 * (742 / 3 / 4) ** 0.5
    assert (row["margin_low"], row["margin_high"]) == pytest.approx((-1 - half, -1 + half), abs=1e-4)
    assert row["verdict"] == TOO_FEW


def test_a_plain_row_is_wilsons(database):
    for number in range(20):  # 15 of 20 won: 0.5313 to 0.8881
        add_game(database, [60, 40] if number < 15 else [40, 60], game=str(number))
    row = only_row(database)
    assert row["win_share_low"] == pytest.approx(0.5313, abs=5e-5)
    assert row["win_share_high"] == pytest.approx(0.8881, abs=5e-5)
    assert row["verdict"] == ABOVE
    assert row["too_wide"]


@pytest.mark.parametrize(("won", "verdict"), [(15, ABOVE), (12, NO_DIFFERENCE), (5, BELOW)])
def test_verdict(database, won, verdict):
    for number in range(20):
        add_game(database, [60, 40] if number < won else [40, 60], game=str(number))
    assert only_row(database)["verdict"] == verdict


def test_one_game_has_no_interval_and_says_how_many_it_would_take(database):
    add_game(database, [60, 40])
    row = only_row(database)
    assert row[["win_share_low", "win_share_high", "margin_low", "margin_high"]].isna().all()
    assert row["win_share"] == 1
    assert row["verdict"] == TOO_FEW
    assert row["too_wide"]
    assert 300 < row["units_needed"] < 400  # 4 z^2 / 4 / 0.1^2 = 384 at a share of one half


def test_what_does_not_count_is_counted(database):
    add_game(database, [60, 40], game="a")
    add_game(database, [60, 40], game="b", ended_by="conceded", winners=[1])
    add_game(database, [60, 40], game="c", ended_by="abandoned", winners=())
    add_game(database, [60, 40], game="d", opening_seat=None)
    row = only_row(database)
    assert (row["games"], row["games_left_out"], row["games_stopped"]) == (1, 3, 2)
    assert row["win_share"] == 1
    # asked for, stopped games with a known winner count
    row = only_row(database, selection=Selection(finished_only=False))
    assert (row["games"], row["games_left_out"], row["games_stopped"], row["win_share"]) == (2, 2, 0, 0.5)


def test_a_group_without_games_that_count_still_has_its_row(database):
    add_game(database, [60, 40], ended_by="conceded", winners=[0])
    row = only_row(database)
    assert (row["games"], row["units"], row["games_left_out"]) == (0, 0, 1)
    assert row[["win_share", "margin"]].isna().all()
    assert row["verdict"] == TOO_FEW


def test_rulesets_player_counts_and_kinds_are_never_pooled(database):
    add_game(database, [60, 40], game="a")
    add_game(database, [60, 40], game="b", ruleset_hash="f" * 64)  # same name, other numbers
    add_game(database, [60, 40], game="c", ruleset="gray")
    add_game(database, [60, 40, 30], game="d")
    add_game(database, [60, 40], game="e", bots=[True, True])
    add_game(database, [60, 40], game="f", source="simulated")
    add_game(database, [60, 40], game="g", bots=[True, False])  # a person against a program: recorded
    frame = first_player_advantage(database)
    counts = frame.groupby(["ruleset", "player_count", "kind"])["games"].agg(list).to_dict()
    assert counts == {
        ("gray", 2, "recorded"): [1],
        ("standard", 2, "recorded"): [2, 1],
        ("standard", 2, "simulated"): [2],
        ("standard", 3, "recorded"): [1],
    }


def test_games_of_a_block_are_one_unit(database):
    # block 1: shares 1 and 0, margins 20 and -10; block 2: 1 and 1, 20 and 30; a game alone: 0, -5
    add_game(database, [60, 40], game="a", block="1")
    add_game(database, [40, 50], game="b", block="1")
    add_game(database, [60, 40], game="c", block="2")
    add_game(database, [60, 30], game="d", block="2")
    add_game(database, [45, 50], game="e")
    row = only_row(database)
    assert (row["games"], row["units"]) == (5, 3)
    assert row["win_share"] == pytest.approx((0.5 + 1 + 0) / 3)
    assert row["margin"] == pytest.approx((5 + 25 - 5) / 3)


def test_the_same_games_twice_as_blocks_narrow_nothing(database):
    from azul_analytics.database import connect

    scores = [[60, 40]] * 14 + [[40, 60]] * 9 + [[50, 50]] * 2
    with connect() as twice:
        for number, score in enumerate(scores):
            add_game(database, score, game=str(number))
            add_game(twice, score, game=f"{number}", block=str(number))
            add_game(twice, score, game=f"{number} again", block=str(number))
        once, doubled = only_row(database), only_row(twice)
    assert (doubled["games"], doubled["units"]) == (50, 25)
    for column in ("win_share", "win_share_low", "win_share_high", "margin", "margin_low", "margin_high"):
        assert doubled[column] == pytest.approx(once[column])


def test_blocks_of_two_experiments_are_not_the_same(database):
    add_game(database, [60, 40], game="a", block="1", experiment="x")
    add_game(database, [60, 40], game="b", block="1", experiment="y")
    add_game(database, [60, 40], game="c", block="1", source="elsewhere")
    assert only_row(database)["units"] == 3


@pytest.mark.parametrize("confidence", [0, 1, 95, -0.5])
def test_a_confidence_outside_of_0_and_1_is_refused(database, confidence):
    with pytest.raises(AzulError, match="between 0 and 1"):
        first_player_advantage(database, confidence=confidence)
