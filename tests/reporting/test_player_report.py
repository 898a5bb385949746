"""The profile of one player, and reports by kind."""

from datetime import UTC, datetime

import pytest
from hand_made import add_game
from test_game_report import text_of

from azul_analytics.database import connect
from azul_analytics.errors import AzulError
from azul_analytics.reporting.kinds import write_report_of_kind
from azul_analytics.reporting.player_report import write_player_report
from azul_analytics.statistics import Selection


@pytest.fixture
def make(tmp_path):
    """A function that fills a database and writes a player's profile; the answer is its text."""

    def write(fill, player="Ana", **options):
        with connect(tmp_path / "games.duckdb", create=True) as database:
            fill(database)
        write_player_report(tmp_path / "games.duckdb", player, tmp_path / "player.pdf", **options)
        return " ".join(text_of(tmp_path / "player.pdf"))

    return write


def twenty(database):
    """Ana wins 16 of 20 against Beto, a game a day."""
    for number in range(20):
        played = datetime(2025, 3, 1 + number, tzinfo=UTC)
        scores = [60, 40] if number % 5 else [40, 60]
        add_game(database, scores, game=str(number), players=["Ana", "Beto"], played_at=played)


def test_findings_say_more_than_equal_only_where_the_interval_does(make):
    text = make(twenty)
    # Wilson's interval of 16 of 20: 58.4 to 91.9
    assert "Won 80.0 (58.4 to 91.9)% of the games (20 games): more than the equal share of 50.0%." in text
    assert "20 games, played 2025-03-01 to 2025-03-20" in text
    assert "in no table" not in text


def test_groups_of_a_player_are_judged_together(make):
    def fill(database):
        # exact p of 15 of 20: 2 (1 + 20 + 190 + 1140 + 4845 + 15504) / 2^20 = 0.0414; the less of two, by Holm's 0.083
        for ruleset, won in (("standard", 15), ("gray", 10)):
            for number in range(20):
                scores = [60, 40] if number < won else [40, 60]
                add_game(database, scores, game=f"{ruleset} {number}", ruleset=ruleset, players=["Ana", "Beto"])

    text = make(fill)
    assert "Won 75.0 (53.1 to 88.8)% of the games (20 games): no difference from the equal share of 50.0%" in text
    assert "The 2 claims of a difference among these findings were tested as one family" in text
    assert "more than the equal share" not in text


def test_few_games_are_said_to_be_few(make):
    text = make(lambda database: add_game(database, [60, 40], players=["Ana", "Beto"]))
    assert "1 game is too few for a verdict" in text
    assert "more than the equal share" not in text
    assert "in no table: standard, 2 players (1 game)." in text


def test_a_name_in_two_sources_is_two_players(make):
    def fill(database):
        add_game(database, [60, 40], players=["Ana", "Beto"])
        add_game(database, [60, 40], players=["Ana", "Cleo"], source="bga")

    text = make(fill)
    assert "The name is in 2 sources, which are as many players." in text
    assert "standard, 2 players (bga)" in text
    assert "standard, 2 players (club)" in text


def test_players_who_are_spelled_alike_are_not_mixed(make):
    def fill(database):
        add_game(database, [60, 40], game="1", players=["李明", "Beto"])
        add_game(database, [60, 40], game="2", players=["黎明", "李明"])
        add_game(database, [60, 40], game="3", players=["黎明", "Beto"])

    text = make(fill, player="李明")
    assert "The profile of ‹LiMing U+674E U+660E›" in text
    assert "2 games are too few for a verdict" in text


def test_only_stopped_games_are_left_out(make):
    text = make(lambda database: add_game(database, [6, 4], players=["Ana", "Beto"], ended_by="conceded", winners=[]))
    assert "None of the games counts. Left out: 1 game that stopped or had no known winner." in text


def test_unknown_names_are_sentences(make):
    with pytest.raises(AzulError, match=r"There is no player 'Eva' in .*; there are 'Ana', 'Beto'\."):
        make(twenty, "Eva")
    with pytest.raises(AzulError, match="No game has the ruleset 'gray'; there are 'standard'"):
        make(lambda database: None, selection=Selection(rulesets=["gray"]))
    with pytest.raises(AzulError, match="Player 'Ana' has no game in this selection: ruleset gray; finished games"):
        make(
            lambda database: add_game(database, [1, 2], game="gray", ruleset="gray", players=["Eva", "Zoe"]),
            selection=Selection(rulesets=["gray"]),
        )


@pytest.mark.parametrize(
    ("kind", "options", "sentence"),
    [
        ("game", {}, "name it by --game GAME_ID"),
        ("game", {"game": "a/1", "selection": Selection(sources=["a"])}, "filters say nothing there"),
        ("player", {}, "name him by --player NAME, once"),
        ("player", {"selection": Selection(players=["Ana", "Beto"])}, "name him by --player NAME, once"),
        ("balance", {"game": "a/1"}, "the report `balance` takes no --game"),
        ("chess", {}, "There is no report 'chess'; there are first-look, .*, player, game"),
    ],
)
def test_a_kind_says_what_it_needs(tmp_path, kind, options, sentence):
    with pytest.raises(AzulError, match=sentence):
        write_report_of_kind(kind, tmp_path / "games.duckdb", tmp_path / "x.pdf", **options)


def test_a_player_by_kind_is_seen_against_all_games(make, tmp_path):
    text = make(twenty)
    options = {"selection": Selection(players=["Ana"])}
    write_report_of_kind("player", tmp_path / "games.duckdb", tmp_path / "kind.pdf", **options)
    assert " ".join(text_of(tmp_path / "kind.pdf")) == text
