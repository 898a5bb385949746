"""The registry, its frames and its documentation tell the same."""

from importlib.resources import files
from pathlib import Path

import pytest
from hand_made import add_game

from azul_analytics import figures
from azul_analytics.statistics import STATISTICS, page

DOCS = Path(__file__).parents[2] / "docs" / "statistics.md"


@pytest.mark.parametrize("name", STATISTICS)
def test_entry_function_query_figure_and_columns_go_by_one_name(name, database):
    add_game(database, [40, 50], floors=[[(0, 0, False), (-1, -1, True)]])
    statistic = STATISTICS[name]
    assert statistic.name == name == statistic.function.__name__
    assert files("azul_analytics").joinpath("sql", f"{statistic.sql}.sql").is_file()
    assert callable(getattr(figures, f"draw_{name}"))
    assert list(statistic.function(database).columns) == list(statistic.columns)


@pytest.mark.parametrize("name", STATISTICS)
def test_queries_start_with_their_grain_and_end_with_their_order(name):
    text = files("azul_analytics").joinpath("sql", f"{STATISTICS[name].sql}.sql").read_text()
    assert text.startswith("-- One row per ")
    assert text.splitlines()[-1].startswith("order by ")


@pytest.mark.parametrize("name", STATISTICS)
def test_the_docs_have_its_page(name):
    assert page(STATISTICS[name]) in DOCS.read_text(encoding="utf-8")
