"""What is behind a number: the query that is run, the games that count, and what they show."""

import pytest
from hand_made import add_game

from azul_analytics.database import sql_text
from azul_analytics.statistics import STATISTICS, Selection
from azul_analytics.statistics.explain import explain, query_text


@pytest.fixture
def games(database):
    for number in range(7):
        add_game(database, [50 + number, 40], game=str(number), log_file="club.jsonl")
    add_game(database, [10, 0], game="stopped", ended_by="abandoned")
    add_game(database, [60, 50], game="gray", ruleset="gray", source="other")
    return database


def test_counts_and_examples_are_of_the_games_that_count(games):
    found = explain(games, STATISTICS["scores"], selection=Selection(rulesets=["standard"]))
    (row,) = found.counts.to_dict("records")
    assert (row["games"], row["counted"], row["units"], row["sources"]) == (8, 7, 7, 1)
    assert found.examples["game_id"].tolist() == [f"club/{number}" for number in range(5)]
    assert found.examples["log_file"].unique().tolist() == ["club.jsonl"]
    assert found.values["margin"].tolist() == [10, 11, 12, 13, 14]


def test_a_statistic_with_a_query_of_its_own_shows_that_query_and_no_values(games):
    found = explain(games, STATISTICS["first_player_advantage"])
    assert found.query == sql_text("statistics/first_player_advantage")
    assert found.values is None


@pytest.mark.parametrize("name", STATISTICS)
def test_the_query_that_is_shown_runs(name, games):
    explained = explain(games, STATISTICS[name], examples=1)
    games.query(query_text(STATISTICS[name]))
    assert len(explained.examples) == 1


def test_the_views_that_a_query_reads_are_shown_with_it_and_no_others(games):
    made = {name: explain(games, STATISTICS[name]).selection for name in ("floor_causes", "marker_value", "scores")}
    views = {name: [view for view in ("floor_costs", "costs_by_cause") if f"view {view} as" in text]
             for name, text in made.items()}  # fmt: skip
    assert views == {"floor_causes": ["floor_costs", "costs_by_cause"], "marker_value": ["floor_costs"], "scores": []}
