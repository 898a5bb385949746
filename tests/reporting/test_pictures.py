"""Pictures as SVG."""

import pytest
from hand_made import add_game
from small_games import add_small_games

from azul_analytics.errors import AzulError
from azul_analytics.reporting import show
from azul_analytics.reporting.pictures import PICTURES
from azul_analytics.statistics import STATISTICS

FLOORS = [[(-1, -1, True), (0, 0, False)], [(-4, -4, False), (-2, -2, True)]]


def test_pictures_of_their_own_are_of_statistics():
    assert set(PICTURES) <= set(STATISTICS)


# what three games without ratings have no numbers for
NOTHING_TO_DRAW = {
    "first_player_adjusted",
    "first_player_by_rating",
    "win_probability",
    "win_probability_calibration",
    "win_probability_by_lead",
    "player_ratings",
}


@pytest.mark.parametrize("name", sorted(set(STATISTICS) - NOTHING_TO_DRAW))
def test_the_same_frame_gives_the_same_bytes_with_text_as_text(name, database):
    add_small_games(database)
    database.rows("insert into bonuses select game_id, seat, 'diagonal', '1', 5 from seats")
    database.rows("update games set ruleset = '李$x$'")
    database.rows("update rulesets set ruleset = '李$x$'")
    frame = STATISTICS[name].function(database)
    first, second = show(name, frame), show(name, frame)
    assert first == second
    assert first.svgs
    assert "‹Li›$x".encode() in b"".join(first.svgs)
    for svg in first.svgs:
        assert b"'Inter'" in svg
        assert b"date" not in svg.lower()
    assert first._repr_html_().startswith("<div><svg")


@pytest.mark.parametrize("name", STATISTICS)
def test_no_games_are_no_pictures(name, database):
    assert show(name, STATISTICS[name].function(database)).svgs == ()


def test_a_page_may_end_within_many_groups(database):
    for number in range(60):
        add_game(database, [60, 40], game=str(number), ruleset=f"ruleset_{number:02}")
    frame = STATISTICS["first_player_advantage"].function(database)
    svgs = show("first_player_advantage", frame).svgs
    assert len(svgs) == 8  # lines of at most 8 groups
    assert all(sum(f"ruleset_{number:02}".encode() in svg for svg in svgs) == 1 for number in range(60))


def test_an_unknown_name_is_said(database):
    with pytest.raises(AzulError, match="There is no statistic 'x'"):
        show("x", STATISTICS["floor_penalties"].function(database))
