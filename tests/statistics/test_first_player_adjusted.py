"""first_player_adjusted on games whose numbers are worked out by hand; the model is tested by itself."""

import numpy as np
import pytest
from hand_made import add_game

from azul_analytics.errors import AzulError
from azul_analytics.statistics import seat_and_player
from azul_analytics.statistics.first_player import ABOVE, BELOW, NO_DIFFERENCE, TOO_FEW
from azul_analytics.statistics.first_player_adjusted import FIRST_PLAYER_ADJUSTED, first_player_adjusted


def add_games(database, players, opening_won, opening_lost, **options):
    """Games of two players, the first of whom opens them, from either seat."""
    for number in range(opening_won + opening_lost):
        opening = number % 2
        order = players if opening == 0 else players[::-1]
        scores = [60, 40] if (number < opening_won) == (opening == 0) else [40, 60]
        game = f"{options} {players} {number}"
        add_game(database, scores, game=game, players=order, opening_seat=opening, **options)


def only_row(database, **options):
    frame = first_player_adjusted(database, **options)
    assert len(frame) == 1
    return frame.iloc[0]


def test_no_games_are_an_empty_frame_with_all_columns(database):
    frame = first_player_adjusted(database)
    assert frame.empty
    assert list(frame.columns) == list(FIRST_PLAYER_ADJUSTED.columns)


def test_the_entry_names_the_numbers_of_the_model():
    method = FIRST_PLAYER_ADJUSTED.method
    assert f"at least {seat_and_player.LEAST_GAMES} games" in method
    assert f"the {seat_and_player.MOST_PLAYERS:,} with most games" in method
    assert f"that number is {seat_and_player.LEAST_CLUSTERS} or more" in FIRST_PLAYER_ADJUSTED.interval


def test_who_opens_is_adjusted_for(database):
    # Ana, who is stronger, opens thirty games and wins 24; Beto opens ten and wins two
    add_games(database, ["Ana", "Beto"], 24, 6)
    add_games(database, ["Beto", "Ana"], 2, 8)
    row = only_row(database)
    assert (row["games"], row["units"], row["games_adjusted"]) == (40, 40, 40)
    assert (row["players"], row["players_estimated"], row["players_pooled"]) == (2, 2, 0)
    # raw 26 of 40, Wilson 0.4951 to 0.7787
    assert row["win_share"] == 0.65
    assert (row["win_share_low"], row["win_share_high"]) == pytest.approx((0.4951, 0.7787), abs=5e-5)
    # each of them with half a win and half a loss more: logits 1.3269 and -1.2238, their mean 0.0516
    assert row["adjusted_share"] == pytest.approx(1 / (1 + np.exp(-np.log(24.5 / 6.5 * 2.5 / 8.5) / 2)), abs=1e-6)
    assert row["adjusted_low"] < 0.5 < row["adjusted_high"]
    assert row["verdict"] == NO_DIFFERENCE
    assert row["too_wide"]
    width = row["adjusted_high"] - row["adjusted_low"]
    assert row["units_needed"] == np.ceil(40 * (width / 0.1) ** 2)


def test_verdicts(database):
    for ruleset, won in (("standard", 18), ("gray", 2)):
        add_games(database, ["Ana", "Beto"], won, 20 - won, ruleset=ruleset)
        add_games(database, ["Beto", "Ana"], won, 20 - won, ruleset=ruleset)
    verdicts = dict(first_player_adjusted(database)[["ruleset", "verdict"]].to_numpy())
    assert verdicts == {"standard": ABOVE, "gray": BELOW}


def test_nine_games_are_too_few_but_have_their_raw_share(database):
    add_games(database, ["Ana", "Beto"], 3, 2)
    add_games(database, ["Beto", "Ana"], 3, 1)
    row = only_row(database)
    assert row["win_share"] == pytest.approx(6 / 9)
    assert row[["adjusted_share", "adjusted_low", "adjusted_high"]].isna().all()
    assert (row["players_estimated"], row["players_pooled"], row["games_adjusted"]) == (0, 2, 0)
    assert row["verdict"] == TOO_FEW
    assert row["too_wide"]
    assert 300 < row["units_needed"] < 400


def test_who_always_opens_cannot_be_told_from_the_seat(database):
    add_games(database, ["Ana", "Beto"], 10, 5)
    row = only_row(database)
    assert row["players_estimated"] == 2
    assert np.isnan(row["adjusted_share"])
    assert row["verdict"] == TOO_FEW


def test_a_name_in_two_sources_is_two_players(database):
    add_games(database, ["Ana", "Beto"], 8, 4)
    add_games(database, ["Beto", "Ana"], 8, 4, source="elsewhere")
    row = only_row(database)
    # so nothing is known of the opening seat in either source
    assert (row["players"], row["verdict"]) == (4, TOO_FEW)


def test_what_does_not_count_is_counted(database):
    add_games(database, ["Ana", "Beto"], 8, 4)
    add_games(database, ["Beto", "Ana"], 8, 4)
    add_game(database, [60, 40], game="stopped", ended_by="conceded", winners=[1])
    add_game(database, [60, 40], game="not recorded", opening_seat=None)
    row = only_row(database)
    assert (row["games"], row["games_left_out"], row["players"]) == (24, 2, 2)


def test_three_players_are_seated_from_the_opening_seat(database):
    # every player opens as often as the others, and whoever opens wins six of ten, the next three, the last one
    for opening in range(3):
        for number in range(10):
            winner = (opening + (0 if number < 6 else 1 if number < 9 else 2)) % 3
            scores = [60 if seat == winner else 40 for seat in range(3)]
            add_game(database, scores, game=f"{opening} {number}", opening_seat=opening)
    row = only_row(database)
    assert row["win_share"] == pytest.approx(0.6)
    # equal players stay equal; the prior draws the shares a little towards 1/3
    assert 0.57 < row["adjusted_share"] < 0.6
    assert row["adjusted_low"] > 1 / 3
    assert row["verdict"] == ABOVE


def test_a_confidence_outside_of_0_and_1_is_refused(database):
    with pytest.raises(AzulError, match="between 0 and 1"):
        first_player_adjusted(database, confidence=95)
