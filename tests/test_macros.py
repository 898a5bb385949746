"""The functions for what tables pack: their answers, and that every way to open a database has them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from azul_analytics.database import Database, connect, macros


def one(database: Database, expression: str) -> object:
    ((value,),) = database.rows(f"select {expression}")
    return value


# The wall 35 = 1 + 2 + 32: spaces 1 and 2 of line 1 and space 1 of line 2; of size 3, line 1 and line 2 hold the same
# bits as spaces (1,1), (1,2) and, 32 being the sixth bit, (2,3).
@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("wall_at(35, 1, 2)", True),
        ("wall_at(35, 2, 1)", True),
        ("wall_at(35, 1, 3)", False),
        ("wall_at(35, 2, 3, size := 3)", True),
        ("wall_at(1::bigint << 48, 7, 7, size := 7)", True),
        ("wall_at(35, 1::utinyint, 6::utinyint)", None),  # not the first space of line 2
        ("wall_at(35, 0, 1)", None),
        ("wall_at(35, 6, 1)", None),
        ("wall_at(null, 1, 1)", None),
        ("wall_spaces(35)", "##...#..................."),
        ("wall_text(35)", "##... #.... ..... ..... ....."),
        ("wall_text(35, size := 3)", "##. ..# ..."),
        ("wall_text(0)", "..... ..... ..... ..... ....."),
        ("wall_text((1::bigint << 49) - 1, size := 7)", " ".join(["#" * 7] * 7)),
        ("wall_text(null)", None),
        ("wall_line_tiles(35, 1)", 2),
        ("wall_line_tiles(35, 2)", 1),
        ("wall_line_tiles(35, 6)", None),
        ("wall_column_tiles(35, 1)", 2),
        ("wall_column_tiles(35, 2)", 1),
        ("wall_column_tiles(35, 3, size := 3)", 1),
        ("wall_column_tiles((1::bigint << 48) + (1 << 6), 7, size := 7)", 2),
        ("wall_column_tiles(35, 0)", None),
        ("line_color('-BR-K', 2)", "blue"),
        ("line_color('-BR-K', 1)", None),
        ("line_color('-BR-K', 6)", None),
        ("[line_color('BYRKTGP', line) for line in range(1, 8)]",
         ["blue", "yellow", "red", "black", "turquoise", "green", "purple"]),
        ("line_count('01302', 3)", 3),
        ("line_count('01302', 1)", 0),
        ("line_count('01302', 0)", None),
        ("[color_letter(c) for c in enum_range(null::color)]", [*"BYRKTGP"]),
    ],
)  # fmt: skip
def test_what_is_packed_is_read(expression: str, expected: object, database: Database) -> None:
    assert one(database, expression) == expected


@pytest.fixture(scope="module")
def walls() -> Iterator[Database]:
    """An empty database."""
    with connect() as opened:
        yield opened


@settings(max_examples=15, deadline=None)
@given(size=st.integers(3, 7), seed=st.integers(0, 2**49 - 1))
def test_the_functions_of_a_wall_agree(walls: Database, size: int, seed: int) -> None:
    wall = seed & ((1 << size * size) - 1)
    spaces = ["".join(".#"[wall >> (line * size + column) & 1] for column in range(size)) for line in range(size)]
    numbers = f"range(1, {size + 1})"
    found = walls.rows(
        f"select wall_text({wall}, size := {size}), wall_spaces({wall}, size := {size}), "
        f"[wall_line_tiles({wall}, i, size := {size}) for i in {numbers}], "
        f"[wall_column_tiles({wall}, i, size := {size}) for i in {numbers}], "
        f"[[wall_at({wall}, i, j, size := {size}) for j in {numbers}] for i in {numbers}]"
    )
    assert found == [
        (
            " ".join(spaces), "".join(spaces), [line.count("#") for line in spaces],
            [sum(line[column] == "#" for line in spaces) for column in range(size)],
            [[space == "#" for space in line] for line in spaces],
        )
    ]  # fmt: skip


def test_columns_may_have_the_names_of_arguments(database: Database) -> None:
    rows = 'from (select 32 as wall, 2::utinyint as line, 1::utinyint as "column", 5::bigint as size)'
    assert one(database, f'wall_at(wall, line, "column", size := size) {rows}') is True
    assert one(database, f"wall_text(wall, size := size) {rows}") == "..... #.... ..... ..... ....."


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A database of a software that had one macro only, and that one another."""
    path = tmp_path / "old.duckdb"
    connect(path, create=True).close()
    with duckdb.connect(str(path)) as connection:
        for name in macros():
            connection.execute(f"drop macro {name}")
        connection.execute("create macro wall_at(wall) as 'old'")
        connection.execute("delete from about where key = 'macros'")
    return path


def test_an_older_file_that_is_only_read_is_lent_them(old: Path) -> None:
    before = old.read_bytes()
    with connect(old) as database:
        assert one(database, "wall_at(1, 1, 1)") is True
        assert one(database.beside(), "wall_text(0, size := 3)") == "... ... ..."
        assert one(database.beside().beside(), "wall_at(1, 1, 1)") is True
    assert old.read_bytes() == before


def test_an_older_file_that_is_written_to_stores_them(old: Path) -> None:
    connect(old, create=True).close()
    with duckdb.connect(str(old), read_only=True) as connection:  # as another client opens it
        assert connection.execute("select wall_at(1, 1, 1)").fetchall() == [(True,)]
        assert connection.execute("select count(*) from about where key = 'macros'").fetchall() == [(1,)]


def test_every_macro_has_its_comment_in_the_database(database: Database) -> None:
    stored = dict(database.rows("select function_name, comment from duckdb_functions() where not internal"))
    assert stored == {name: comment for name, (_, comment) in macros().items()}
    assert all(comment.endswith(".") for comment in stored.values())
    assert macros()["wall_at"][0] == 'wall_at(wall, line, "column", size := 5)'
