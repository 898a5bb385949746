"""The cookbook's answers: SQL and pandas agree, are short, and give what stands on the page for the sample."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import azul_analytics as azul
from azul_analytics.database import Database

ROOT = Path(__file__).parents[1]
MOST_LINES = 10


def recipes() -> dict[str, tuple[str, str, str]]:
    """{question: (SQL, Python, answer)}"""
    page = (ROOT / "docs" / "cookbook.md").read_text(encoding="utf-8")
    found = {}
    for section in page.split("\n## ")[1:]:
        blocks = dict(re.findall(r"```(\w+)\n(.*?)```", section, flags=re.DOTALL))
        assert list(blocks) == ["sql", "python", "text"]
        found[section.partition("\n")[0]] = (blocks["sql"], blocks["python"], blocks["text"])
    return found


RECIPES = recipes()


@pytest.fixture(scope="module")
def cook() -> Iterator[tuple[Database, dict[str, Any]]]:
    """The sample, games chosen as the page chooses them, and its names."""
    page = (ROOT / "docs" / "cookbook.md").read_text(encoding="utf-8")
    (begin,) = re.findall(r"```python\n(.*?)```", page.split("\n## ")[0], flags=re.DOTALL)
    with azul.connect() as database:
        azul.ingest_files([ROOT / "data" / "sample"], database)
        names: dict[str, Any] = {"db": database}
        exec(begin.replace('db = azul.connect("games.duckdb")\n', ""), names)
        yield database, names


def shown(frame: pd.DataFrame) -> str:
    lines = frame.round(3).to_string(index=False).splitlines()
    return "".join(line.rstrip() + "\n" for line in lines)


def test_there_are_twelve_questions() -> None:
    assert [name.partition(".")[0] for name in RECIPES] == [str(number) for number in range(1, 13)]
    assert all(name.endswith("?") for name in RECIPES)


@pytest.mark.parametrize("question", RECIPES)
def test_answers_are_short(question: str) -> None:
    sql, python, _ = RECIPES[question]
    assert max(len(sql.splitlines()), len(python.splitlines())) <= MOST_LINES


@pytest.mark.parametrize("question", RECIPES)
def test_sql_and_pandas_give_the_answer_on_the_page(question: str, cook: tuple[Database, dict[str, Any]]) -> None:
    database, names = cook
    sql, python, text = RECIPES[question]
    by_sql = database.query(sql)
    mine = dict(names)
    exec(python, mine)
    by_pandas = mine["answer"].reset_index(drop=True)
    assert len(by_sql) > 1
    pd.testing.assert_frame_equal(by_sql, by_pandas, check_dtype=False, check_categorical=False)
    assert shown(by_sql) == text
