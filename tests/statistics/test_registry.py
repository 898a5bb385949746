"""The registry, its frames and its documentation tell the same."""

import importlib.util
import warnings
from importlib.resources import files
from pathlib import Path

import pytest
from hand_made import add_game
from small_games import add_small_games

from azul_analytics.reporting import show
from azul_analytics.statistics import STATISTICS
from azul_analytics.statistics.registry import GROUP_COLUMNS

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("name", STATISTICS)
def test_entry_function_query_and_columns_go_by_one_name(name, database):
    add_game(database, [40, 50], floors=[[(0, 0, False), (-1, -1, True)]])
    statistic = STATISTICS[name]
    assert statistic.name == name == statistic.function.__name__
    assert statistic.function.__doc__
    assert files("azul_analytics").joinpath("sql", f"{statistic.sql}.sql").is_file()
    columns = list(statistic.function(database).columns)
    assert columns == list(statistic.columns)
    assert columns[: len(GROUP_COLUMNS)] == list(GROUP_COLUMNS)


@pytest.mark.parametrize("name", STATISTICS)
def test_queries_start_with_their_grain(name):
    text = files("azul_analytics").joinpath("sql", f"{STATISTICS[name].sql}.sql").read_text()
    assert text.startswith("-- One row per ")


@pytest.mark.parametrize("name", STATISTICS)
def test_no_games_and_few_games_are_no_warnings_and_no_numbers_out_of_range(name, database):
    function = STATISTICS[name].function
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert function(database).empty
        add_small_games(database)
        frame = function(database)
        show(name, frame)
    if {"low", "high", "mean"} <= set(frame.columns):
        known = frame.dropna(subset=["low", "high"])
        assert ((known["low"] <= known["mean"]) & (known["mean"] <= known["high"])).all()


def test_the_docs_are_what_the_registry_says():
    specification = importlib.util.spec_from_file_location("make_statistics", DOCS / "make_statistics.py")
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    pages = module.pages()
    said = {path: path.read_text(encoding="utf-8") for path in pages}
    assert said == pages, "run `python docs/make_statistics.py`"
    assert set(module.FOLDER.glob("*.md")) == set(pages) - {module.LIST}


def test_bots_of_other_policies_are_other_games(database):
    for number, policies in enumerate([("greedy", "greedy"), ("random", "greedy"), (None, None)]):
        game_id = add_game(database, [40, 50], game=str(number), bots=[True, True])
        for seat, policy in enumerate(policies):
            database.rows(
                "update seats set policy = $policy where game_id = $game_id and seat = $seat",
                {"policy": policy, "game_id": game_id, "seat": seat},
            )
    kinds = STATISTICS["scores"].function(database)["kind"].unique()
    assert sorted(kinds) == ["simulated", "simulated by greedy", "simulated by greedy, random"]
