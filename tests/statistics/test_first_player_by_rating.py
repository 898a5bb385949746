"""first_player_by_rating on games whose numbers are worked out by hand."""

import pytest
from hand_made import add_game

from azul_analytics.statistics import STATISTICS


def add_rated(database, game, scores, ratings, **options):
    add_game(database, scores, game=game, parts=[{"rating": rating} for rating in ratings], **options)


def means(database):
    frame = STATISTICS["first_player_by_rating"].function(database)
    return {(row["rating_third"], row["measure"]): row["mean"] for _, row in frame.iterrows()}


def test_thirds_by_the_mean_rating_at_the_table(database):
    # means 1000 1100 1200 1300 1400 1500, two games a third
    add_rated(database, "a", [60, 40], [900, 1100])
    add_rated(database, "b", [40, 60], [1100, 1100])
    add_rated(database, "c", [50, 50], [1250, 1150])
    add_rated(database, "d", [70, 60], [1250, 1350], opening_seat=1)
    add_rated(database, "e", [60, 40], [1500, 1300])
    add_rated(database, "f", [45, 40], [1500, 1500])
    add_rated(database, "no rating", [60, 40], [None, 2000])
    add_rated(database, "stopped", [60, 40], [2000, 2000], ended_by="conceded", winners=[1])
    found = means(database)
    # won and lost; half and lost; won and won
    assert [found[third, "win_share"] for third in (1, 2, 3)] == [0.5, 0.25, 1]
    # 20 -20; 0 -10; 20 5
    assert [found[third, "margin"] for third in (1, 2, 3)] == [0, -5, 12.5]
    assert [found[third, "rating"] for third in (1, 2, 3)] == [1050, 1250, 1450]
    # -200 0; 100 100 (seat 1 opens); 200 0
    assert [found[third, "rating_lead"] for third in (1, 2, 3)] == pytest.approx([-100, 100, 100])


def test_each_source_has_its_own_scale(database):
    for number, rating in enumerate((100, 200, 300)):
        add_rated(database, str(number), [60, 40], [rating, rating])
        add_rated(database, str(number), [60, 40], [rating + 1000, rating + 1000], source="elsewhere")
    assert [means(database)[third, "rating"] for third in (1, 2, 3)] == [600, 700, 800]


def test_games_without_ratings_have_no_rows(database):
    add_game(database, [60, 40])
    assert STATISTICS["first_player_by_rating"].function(database).empty
