"""player_ratings on games whose numbers are worked out by hand; the model is tested in test_strengths.py."""

import numpy as np
import pytest
from hand_made import add_game

from azul_analytics.errors import AzulError
from azul_analytics.statistics import ratings
from azul_analytics.statistics.ratings import PLAYER_RATINGS, player_ratings


def add_games(database, one, other, won, lost, *, prefix="", **more):
    for number in range(won + lost):
        add_game(database, [60, 40] if number < won else [40, 60], game=f"{prefix}{one}{other}{number}",
                 players=[one, other], opening_seat=number % 2, **more)  # fmt: skip


def test_no_games_is_an_empty_frame_with_all_columns(database):
    frame = player_ratings(database)
    assert frame.empty
    assert list(frame.columns) == list(PLAYER_RATINGS.columns)
    with pytest.raises(AzulError, match="confidence"):
        player_ratings(database, confidence=0)


def test_equal_results_are_equal_ratings(database):
    add_games(database, "Ana", "Beto", 2, 2)
    frame = player_ratings(database)
    assert list(frame["rating"]) == pytest.approx([1500, 1500])
    assert (frame["rank"] == 1).all()
    assert ((frame["rank_low"] == 1) & (frame["rank_high"] == 2)).all()
    assert frame["provisional"].all()


def test_a_rating_is_about_what_the_share_of_wins_says(database):
    # 32 of 40: odds of 4, log10(4) * 400 = 240.8 points, of which the assumed spread takes a little
    add_games(database, "Ana", "Beto", 32, 8)
    frame = player_ratings(database)
    assert list(frame["player"]) == ["Ana", "Beto"]
    ana = frame.iloc[0]
    assert 190 < ana["rating"] - frame.iloc[1]["rating"] < 240.8
    assert frame["rating"].mean() == pytest.approx(1500)
    # the log-odds have the variance 1/32 + 1/8, a rating half its root: 34.3 points, a little less here
    assert 28 < ana["uncertainty"] < 400 / np.log(10) * (1 / 32 + 1 / 8) ** 0.5 / 2
    assert ana["rating_high"] - ana["rating"] == pytest.approx(1.959964 * ana["uncertainty"])
    assert ana["conservative_rating"] == pytest.approx(ana["rating"] - 3 * ana["uncertainty"])
    assert (ana["games"], ana["units"], ana["provisional"], ana["too_wide"]) == (40, 40, False, False)
    assert (ana["rank"], ana["rank_low"], ana["rank_high"]) == (1, 1, 1)


def test_the_same_games_twice_as_one_block_say_no_more(database):
    add_games(database, "Ana", "Beto", 12, 8, ruleset="gray")
    for copy in "xy":
        for number in range(20):
            add_game(database, [60, 40] if number < 12 else [40, 60], game=f"{copy}{number}", block=str(number),
                     players=["Ana", "Beto"], opening_seat=number % 2)  # fmt: skip
    frame = player_ratings(database).pivot_table(index="player", columns="ruleset", values=["rating", "uncertainty"])
    assert frame["rating"]["standard"].to_numpy() == pytest.approx(frame["rating"]["gray"].to_numpy())
    assert frame["uncertainty"]["standard"].to_numpy() == pytest.approx(frame["uncertainty"]["gray"].to_numpy())


def test_places_of_three_and_shared_ones(database):
    # Ana before Beto before Cleo, who share the last place once
    for number in range(20):
        places = [1, 2, 3] if number else [1, 2, 2]
        add_game(database, [50, 40, 30], game=str(number), players=["Ana", "Beto", "Cleo"],
                 opening_seat=number % 3, parts=[{"place": place} for place in places])  # fmt: skip
    frame = player_ratings(database)
    assert list(frame["player"]) == ["Ana", "Beto", "Cleo"]
    assert list(frame["rank"]) == [1, 2, 3]


def test_a_shared_win_is_half_a_win(database):
    for number in range(4):
        add_game(database, [50, 50], game=str(number), players=["Ana", "Beto"])
    assert list(player_ratings(database)["rating"]) == pytest.approx([1500, 1500])


def test_who_met_nobody_has_no_rating(database):
    add_games(database, "Ana", "Beto", 3, 1)
    add_game(database, [50, 40], game="alone", players=["Cleo", "Cleo"])
    add_game(database, [50, 40, 30], game="three", players=["Dora", "Dora", "Dora"])
    frame = player_ratings(database)
    dora = frame[frame["player"] == "Dora"].iloc[0]
    assert dora[["rating", "uncertainty", "rank", "rank_low"]].isna().all()
    assert dora["provisional"]
    assert dora["too_wide"]
    # in the same group Cleo is rated as anybody of whom nothing is known
    cleo = frame[frame["player"] == "Cleo"].iloc[0]
    assert cleo["rating"] == pytest.approx(1500, abs=1e-6)
    assert cleo["uncertainty"] > frame["uncertainty"].min()


def test_players_beyond_the_most_are_one_opponent(database, monkeypatch):
    monkeypatch.setattr(ratings, "MOST_PLAYERS", 2)
    add_games(database, "Ana", "Beto", 5, 5)
    add_games(database, "Ana", "Cleo", 2, 0)
    add_games(database, "Beto", "Dora", 0, 2)
    add_games(database, "Cleo", "Dora", 1, 0)
    frame = player_ratings(database)
    assert list(frame["player"]) == ["Ana", "Beto", "Cleo", "Dora"]
    assert frame["rating"].notna().tolist() == [True, True, False, False]
    assert frame["rank_high"].iloc[0] <= 2


def test_groups_are_rated_apart(database):
    add_games(database, "Ana", "Beto", 10, 0)
    add_games(database, "Ana", "Beto", 0, 10, prefix="g", ruleset="gray")
    frame = player_ratings(database)
    assert [(row["ruleset"], row["player"]) for _, row in frame[frame["rank"] == 1].iterrows()] == [
        ("gray", "Beto"),
        ("standard", "Ana"),
    ]
