"""The pages that describe data are checked against the data."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest
from azul_records import two_rounds
from small_games import add_small_games
from stored_games import store

from azul_analytics.database import Database, connect, schema_comments
from azul_analytics.positions import options
from azul_analytics.rescore import rescore_games
from azul_analytics.rules.ruleset import parse_ruleset, ruleset_names, ruleset_text

DOCS = Path(__file__).parents[1] / "docs"


@pytest.fixture(scope="module")
def make_tables() -> ModuleType:
    specification = importlib.util.spec_from_file_location("make_tables", DOCS / "make_tables.py")
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def test_the_page_of_tables_is_what_a_new_database_says(make_tables: ModuleType, database: Database) -> None:
    page = (DOCS / "tables.md").read_text(encoding="utf-8")
    assert page == make_tables.text(database), "run `python docs/make_tables.py`"


def test_every_table_and_column_has_its_comment_in_the_database(database: Database) -> None:
    tables = dict(database.rows("select table_name, comment from duckdb_tables() where not internal"))
    columns: dict[str, dict[str, str]] = {name: {} for name in tables}
    for table, column, comment in database.rows(
        "select table_name, column_name, comment from duckdb_columns() where not internal order by column_index"
    ):
        columns[table][column] = comment
    assert all(tables.values())
    assert all(comment for table in columns.values() for comment in table.values())
    assert schema_comments() == {name: (grain, columns[name]) for name, grain in tables.items()}


# the columns that users' queries may rely on, of the tables that hold most rows
CONTRACT = {
    "turns": "game_id turn round turn_in_round seat source color tiles destination tiles_on_line tiles_on_floor "
    "tiles_to_lid took_marker completed_line legal_drafts lines_open tiles_left floor_before score_before "
    "wall_before line_colors_before line_counts_before seconds",
    "placements": "game_id round seat line turn column color horizontal vertical multiplier points",
    "floors": "game_id round seat score_before tile_points spaces marker nominal_points floor_points score_after",
    "rejects": "file line game_id code round turn seat message log_hash",
}


@pytest.mark.parametrize("table", CONTRACT)
def test_no_column_goes_without_another_schema_version(table: str, database: Database) -> None:
    columns = {name for (name,) in database.rows(f"select column_name from (describe {table})")}
    assert set(CONTRACT[table].split()) <= columns


def queries(page: str) -> list[str]:
    return re.findall(r"```sql\n(.+?)```", (DOCS / page).read_text(encoding="utf-8"), flags=re.DOTALL)


def test_the_page_of_tables_has_queries() -> None:
    assert len(queries("tables.md")) == 5


@pytest.mark.parametrize("query", queries("tables.md"))
def test_the_queries_of_the_page_find_rows(query: str, database: Database) -> None:
    add_small_games(database)
    assert database.rows(query)


def test_the_page_of_rulesets_names_every_ruleset_and_key() -> None:
    page = (DOCS / "rulesets.md").read_text(encoding="utf-8")
    keys = re.findall(r"^([a-z_.]+) =", ruleset_text("standard"), flags=re.MULTILINE)
    assert len(keys) >= 28  # all of standard.toml was read
    described = set(re.findall(r"`([^`\n]+)`", page))
    assert [word for word in [*keys, "extends", *ruleset_names()] if word not in described] == []


def test_the_example_of_the_page_of_rulesets_is_a_ruleset(tmp_path: Path) -> None:
    from azul_analytics.rules.ruleset import load_ruleset

    page = (DOCS / "rulesets.md").read_text(encoding="utf-8")
    examples = re.findall(r"```toml\n(.+?)```", page, flags=re.DOTALL)
    assert len(examples) == 2
    for number, example in enumerate(examples):
        file = tmp_path / f"{number}.toml"
        file.write_text(example, encoding="utf-8")
        assert load_ruleset(file).name in ("club", "small")


def assert_describes(page: str, schema: str) -> None:
    """A page has the comments of each table and column of a schema."""
    for table, (grain, columns) in schema_comments(schema).items():
        rows = "\n".join(f"| `{name}` | {comment} |" for name, comment in columns.items())
        assert f"**`{table}`**: {grain}\n\n| column | meaning |\n|---|---|\n{rows}\n" in page


def test_the_page_of_positions_describes_their_tables_and_options(database: Database) -> None:
    page = (DOCS / "positions.md").read_text(encoding="utf-8")
    assert_describes(page, "positions/schema")
    store(database, two_rounds())
    described = re.findall(r"`(\w+)`", page)
    assert set(options(database, "club/two-rounds", 1)) <= set(described)


def test_the_page_of_rescoring_describes_its_tables_and_its_query_finds_rows(database: Database) -> None:
    page = (DOCS / "rescore.md").read_text(encoding="utf-8")
    assert_describes(page, "rescore/schema")
    store(database, two_rounds())
    turned = parse_ruleset('name = "turned"\nend_rounds = 2\nfloor = [0, 0, 0, 0, 0, 0, 30]', "turned")
    (query,) = queries("rescore.md")
    with connect() as made:
        rescore_games(database, turned, made)
        # 18 to 0 becomes 21 to 38 (tests/test_rescore.py)
        assert made.rows(query) == [("club/two-rounds", 0, 18, 21, 1.0), ("club/two-rounds", 1, 0, 38, 0.0)]
