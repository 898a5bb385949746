"""seats_equal on games whose numbers are worked out by hand, and how often its test is wrong."""

from math import comb

import numpy as np
import pytest
from hand_made import add_game

from azul_analytics.statistics import Selection
from azul_analytics.statistics.equal_shares import DRAWS, FEW_UNITS, equal_shares_p
from azul_analytics.statistics.families import EQUIVALENT, LARGER, SMALLER, UNDECIDED
from azul_analytics.statistics.seats import SEATS_EQUAL, seats_equal


def add_games(database, won, lost, **options):
    """Games of two players, of which the opening seat won and lost so many."""
    for number in range(won + lost):
        opening = number % 2
        scores = [60, 40] if (opening == 0) == (number < won) else [40, 60]
        add_game(database, scores, game=f"{options} {number}", opening_seat=opening, **options)


def test_no_games_are_an_empty_frame_with_all_columns(database):
    frame = seats_equal(database)
    assert frame.empty
    assert list(frame.columns) == list(SEATS_EQUAL.columns)


def test_the_entry_names_the_numbers_of_the_test():
    assert f"of up to {FEW_UNITS} units" in SEATS_EQUAL.method
    assert f"{DRAWS:,} times" in SEATS_EQUAL.method


def test_seats_are_counted_from_the_opening_seat(database):
    # orders 0 1 2 of the games: 60 40 50; 50 50 30 (opened by seat 1); 30 70 20 (by seat 2)
    add_game(database, [60, 40, 50], game="a", opening_seat=0)
    add_game(database, [30, 50, 50], game="b", opening_seat=1)
    add_game(database, [70, 20, 30], game="c", opening_seat=2)
    add_game(database, [70, 20, 30], game="d", opening_seat=None)
    frame = seats_equal(database)
    assert list(frame["seat_order"]) == [0, 1, 2]
    assert list(frame["games"]) == [3, 3, 3]
    assert list(frame["games_left_out"]) == [1, 1, 1]
    assert list(frame["win_share"]) == pytest.approx([1.5 / 3, 1.5 / 3, 0])
    # margins 15 10 -15; -15 10 45; 0 -20 -30
    assert list(frame["margin"]) == pytest.approx([10 / 3, 40 / 3, -50 / 3])
    # deviations of the first from 10/3: 35/3 20/3 -55/3: variance 4650/9/2; t with 2 degrees of freedom is 4.302653
    half = 4.302653 * (4650 / 18 / 3) ** 0.5
    assert frame["margin_low"][0] == pytest.approx(10 / 3 - half, abs=1e-4)
    assert frame["margin_high"][0] == pytest.approx(10 / 3 + half, abs=1e-4)
    assert set(frame["verdict"]) == {UNDECIDED}


def test_few_units_get_an_exact_test_but_for_chance(database):
    # as far from 5 of 10 as 9 of 10 are 0, 1, 9, 10: 2 (1 + 10) / 1024 = 0.0215
    add_games(database, 9, 1)
    frame = seats_equal(database)
    assert list(frame["p_seats_equal"]) == pytest.approx([22 / 1024] * 2, abs=0.005)
    assert list(frame["p_opening_differs"]) == pytest.approx([22 / 1024] * 2)
    assert set(frame["verdict"]) == {LARGER}


def test_many_units_get_hotellings_test(database):
    # 96 of 160: mean 0.1 from equal, variance 0.24 * 160/159: T^2 = 0.01 * 159 / 0.24 = 6.625 with 1 and 159
    # degrees of freedom, as is t = 2.57391: p = 0.01097
    shares = np.repeat([[1.0, 0.0], [0.0, 1.0]], [96, 64], axis=0)
    assert equal_shares_p(shares) == pytest.approx(0.01097, abs=1e-5)


def test_a_seat_that_never_wins_gets_pearsons_test():
    # 60 60 0 of 120 games: chi^2 = (2 * 20^2 + 40^2) / 40 = 60 with 2 degrees of freedom: e^-30
    shares = np.zeros((120, 3))
    shares[:60, 0] = shares[60:, 1] = 1
    assert equal_shares_p(shares) == pytest.approx(np.exp(-30))


def test_one_unit_has_no_p_value_and_shared_wins_are_equal():
    assert np.isnan(equal_shares_p(np.array([[1.0, 0.0]])))
    assert equal_shares_p(np.full((5, 2), 0.5)) == 1
    assert equal_shares_p(np.full((500, 2), 0.5)) == 1


def test_p_values_are_corrected_for_the_number_of_groups(database):
    add_games(database, 9, 1)
    add_games(database, 5, 5, ruleset="gray")
    gray, standard = (seats_equal(database).query("ruleset == @name").iloc[0] for name in ("gray", "standard"))
    assert standard["p_seats_equal_holm"] == pytest.approx(2 * standard["p_seats_equal"])
    assert standard["p_opening_differs"] == pytest.approx(2 * 22 / 1024)  # 9, 10, 1 or 0 of 10
    assert (gray["p_seats_equal"], gray["p_seats_equal_holm"]) == (1, 1)


def test_verdicts_on_the_opening_seat(database):
    add_games(database, 4, 16)
    add_games(database, 5, 5, ruleset="gray")
    verdicts = dict(seats_equal(database)[["ruleset", "verdict"]].to_numpy())
    assert verdicts == {"gray": UNDECIDED, "standard": SMALLER}


@pytest.mark.parametrize(("players", "units"), [(2, 10), (2, 18), (2, 57), (3, 12), (3, 40), (4, 11), (4, 13), (4, 80)])
def test_interval_and_p_value_contradict_each_other_no_more_than_is_said(players, units):
    from azul_analytics.statistics import inference
    from azul_analytics.statistics.families import exact

    wins = np.arange(units + 1)
    p, equal = exact(wins, units, 1 / players), 1 / players
    low, high, _ = inference.share_interval(
        wins / units, np.nan, np.full(units + 1, units), True, expected=equal, confidence=0.95, useful_width=0.1
    )
    refused = (low > equal) | (high < equal)
    assert (p[refused] < 0.09).all()
    assert (p[~refused] >= 0.05).all()
    chance = np.array([comb(units, won) * equal**won * (1 - equal) ** (units - won) for won in wins])
    assert chance[p < 0.05].sum() < 0.05


def test_balance_takes_thousands_of_games():
    import pandas as pd

    from azul_analytics.statistics import seats

    def frame_of(units):
        win_shares = np.tile([0.0, 1.0], units // 2)
        rows = {
            "seat_order": [0, 1], "units": units, "equal_share": 0.5, "win_share": 0.5, "all_or_nothing": True,
            "win_share_variance": 0.25, "win_shares": [win_shares, 1 - win_shares],
        }  # fmt: skip
        return pd.DataFrame(rows)

    # within 0.02: 0.02 / (0.5 / sqrt(n)) must exceed 1.645, so n must exceed 1,691
    assert list(seats._judged(frame_of(1700), 0.05)["verdict"]) == [EQUIVALENT] * 2
    assert list(seats._judged(frame_of(1680), 0.05)["verdict"]) == [UNDECIDED] * 2


def test_the_same_games_twice_as_blocks_change_nothing(database):
    from azul_analytics.database import connect

    columns = ["win_share", "win_share_low", "win_share_high", "margin_low", "p_seats_equal", "p_opening_differs"]
    scores = [[60, 40, 50]] * 7 + [[40, 60, 50]] * 5 + [[50, 50, 10]] * 2
    with connect() as twice:
        for number, score in enumerate(scores):
            add_game(database, score, game=f"{number:02}")
            add_game(twice, score, game=f"{number:02}", block=f"{number:02}")
            add_game(twice, score, game=f"{number:02} again", block=f"{number:02}")
        once, doubled = seats_equal(database), seats_equal(twice)
    assert list(doubled["games"]) == [28] * 3
    for column in columns:
        assert list(doubled[column]) == pytest.approx(list(once[column]), nan_ok=True)


def test_stopped_games_are_left_out_unless_asked_for(database):
    add_game(database, [60, 40], game="a")
    add_game(database, [60, 40], game="b", ended_by="conceded", winners=[1])
    assert list(seats_equal(database)["win_share"]) == [1, 0]
    everything = seats_equal(database, selection=Selection(finished_only=False))
    assert list(everything["win_share"]) == [0.5, 0.5]


@pytest.mark.parametrize(("units", "seats"), [(12, 2), (30, 4), (FEW_UNITS + 1, 4), (200, 3)])
def test_equal_seats_are_called_unequal_in_at_most_one_of_twenty_times(monkeypatch, units, seats):
    from azul_analytics.statistics import equal_shares

    monkeypatch.setattr(equal_shares, "DRAWS", 199)
    random = np.random.default_rng(units)
    winners = random.integers(seats, size=(2000 if units > FEW_UNITS else 600, units))
    p = np.array([equal_shares_p(np.eye(seats)[winner]) for winner in winners])
    assert 0.015 <= np.mean(p <= 0.05) <= 0.075


def test_blocks_of_rotated_seats_are_no_games():
    # two games a block, with a common chance: taken as single games they would not be independent
    random = np.random.default_rng(4)
    chance = random.beta(2, 2, size=(400, 120, 1))
    opening = (random.random((400, 120, 2)) < chance).mean(axis=2)
    p = [equal_shares_p(np.column_stack([share, 1 - share])) for share in opening]
    assert 0.025 <= np.mean(np.array(p) < 0.05) <= 0.08
