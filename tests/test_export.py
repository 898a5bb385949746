"""Tables as files and back, and positions as tables: the same as `position`, whole or not at all."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pandas as pd
import pyarrow.parquet as pq
import pytest
from azul_records import two_rounds
from small_games import add_small_games
from stored_games import games_of_all_kinds, store

from azul_analytics import export
from azul_analytics.database import Database, connect, schema_comments
from azul_analytics.errors import AzulError, FileError
from azul_analytics.export import export_positions, export_tables, matching_games
from azul_analytics.positions import position
from azul_analytics.rules.ruleset import COLORS, LETTERS

NAMES = ["", "NULL", " Ana ", 'Ana "B", C', "two\nlines\r\nand a \r", "李明 🎲", "-1", "\\N"]


@pytest.fixture(scope="module")
def played() -> Iterator[Database]:
    """Games of all kinds; tests only read them."""
    with connect() as database:
        store(database, *games_of_all_kinds())
        yield database


# all tables


@pytest.mark.parametrize("format", ["csv", "parquet"])
def test_exported_tables_make_the_same_database_again(
    format: str, database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_small_games(database)
    for number, name in enumerate(NAMES):
        game = two_rounds()
        game.id, game.players[0].name = str(number), name
        store(database, game)
    database.rows("set timezone = 'Asia/Tokyo'")
    written = export_tables(database, tmp_path / "out", format=format)
    assert database.rows("select current_setting('timezone')") == [("Asia/Tokyo",)]
    assert written["seats"] == 6 + 2 * len(NAMES)
    files = {f"{table}.{format}" for table in schema_comments()} | {"load.sql"}
    assert {path.name for path in (tmp_path / "out").iterdir()} == files
    monkeypatch.chdir(tmp_path / "out")
    with duckdb.connect(str(tmp_path / "again.duckdb")) as connection:
        connection.execute(Path("load.sql").read_text(encoding="utf-8"))
    with connect(tmp_path / "again.duckdb") as again:
        for table in schema_comments():
            assert again.rows(f"from {table}") == database.rows(f"from {table}"), table
            assert again.rows(f"describe {table}") == database.rows(f"describe {table}")
        assert again.rows("select wall_at(1, 1, 1)") == [(True,)]


def test_other_tools_read_the_csv_files(database: Database, tmp_path: Path) -> None:
    store(database, two_rounds())
    export_tables(database, tmp_path / "out", format="csv")
    games = pd.read_csv(tmp_path / "out" / "games.csv")
    assert games.loc[0, "played_at"] == "2026-11-29 19:15:00+00"  # 20:15 an hour east of Greenwich
    assert list(games["experiment"]) == ["seats"]
    turns = pd.read_csv(tmp_path / "out" / "turns.csv", dtype={"line_counts_before": str})
    assert list(turns["line_counts_before"][:4]) == ["00000", "00000", "00300", "00300"]
    assert turns["completed_line"].dtype == bool


def test_a_folder_that_is_not_empty_is_left_alone(database: Database, tmp_path: Path) -> None:
    kept = tmp_path / "notes.txt"
    kept.write_text("mine", encoding="utf-8")
    with pytest.raises(FileError, match="is not empty; name another one"):
        export_tables(database, tmp_path)
    with pytest.raises(FileError, match=r"notes\.txt is a file; name a folder"):
        export_tables(database, kept)
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


def test_another_format_is_refused(database: Database, tmp_path: Path) -> None:
    with pytest.raises(AzulError, match="There is no format 'xlsx'; there are csv, parquet"):
        export_tables(database, tmp_path / "out", format="xlsx")
    assert not (tmp_path / "out").exists()


def test_an_export_that_fails_leaves_nothing(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Database.copy

    def fails_at_turns(self: Database, query: str, path: Path, options: str) -> int:
        return real(self, query, path / "no" / "such" if path.stem == "turns" else path, options)

    monkeypatch.setattr(Database, "copy", fails_at_turns)
    with pytest.raises(FileError, match="cannot be written"):
        export_tables(database, tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


# positions


Rows = dict[str, list[dict[str, object]]]


@pytest.fixture(scope="module")
def expected(played: Database) -> Rows:
    """What the tables must hold, from `position` at every moment of every game."""
    color_of = dict(zip(LETTERS, COLORS, strict=True))
    columns = schema_comments("positions/schema")["boards"][1]
    rows: Rows = {"boards": [], "offers": []}
    for game, turns in played.rows("select game_id, turns from games order by game_id"):
        for turn in range(1, turns + 2):
            at: dict[str, object] = {"game_id": game, "turn": turn}
            moment = position(played, game, turn)
            for board in moment.boards:
                rows["boards"].append(at | {key: getattr(board, key) for key in columns if key not in at})
            for source, letters in enumerate(moment.sources):
                for letter in sorted(set(letters), key=lambda letter: color_of[letter]):
                    tiles = letters.count(letter)
                    rows["offers"].append(at | {"source": source, "color": color_of[letter], "tiles": tiles})
    return rows


def tables(output: Path) -> Rows:
    """The rows of what `export_positions` wrote."""
    if output.is_dir():
        assert {path.name for path in output.iterdir()} == {"boards.parquet", "offers.parquet"}
        return {table: pq.read_table(output / f"{table}.parquet").to_pylist() for table in export.POSITION_TABLES}
    with duckdb.connect(str(output), read_only=True) as connection:
        return {table: connection.sql(f"from {table}").to_arrow_table().to_pylist() for table in export.POSITION_TABLES}


@pytest.mark.parametrize("name", ["positions", "positions.duckdb"])
def test_the_tables_are_the_positions_of_every_turn(
    name: str, played: Database, expected: Rows, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = len(matching_games(played))
    monkeypatch.setattr(export, "BATCH_GAMES", games // 2 - 1)  # so that there are three batches
    done: list[int] = []
    rows = export_positions(played, tmp_path / name, progress=done.append)
    assert len(done) == 3
    assert sum(done) == games
    found = tables(tmp_path / name)
    assert rows == {table: len(some) for table, some in found.items()}
    assert found == expected


def test_every_column_of_positions_has_its_comment(played: Database, tmp_path: Path) -> None:
    export_positions(played, tmp_path / "p.duckdb", games=["club/two-rounds"])
    with duckdb.connect(str(tmp_path / "p.duckdb"), read_only=True) as connection:
        columns = connection.execute("select table_name, column_name, comment from duckdb_columns() where not internal")
        assert columns.fetchall() == [
            (table, column, comment)
            for table, (_, comments) in schema_comments("positions/schema").items()
            for column, comment in comments.items()
        ]
        assert connection.execute("select wall_text(max(wall)) from boards").fetchall() != []


def test_games_are_named_or_fit_patterns(played: Database) -> None:
    assert matching_games(played, ["club/*"]) == ["club/dealt", "club/none", "club/two-rounds"]
    assert matching_games(played, ["oracle/sma??-cut", "club/none", "club/n*"]) == ["club/none", "oracle/small-cut"]
    assert matching_games(played, "club/n*") == ["club/none"]
    assert [(len(matching_games(played)),)] == played.rows("select count(*) from games")
    with pytest.raises(AzulError, match=r"No game fits 'bga/\*'; a game_id is source/id"):
        matching_games(played, ["club/*", "bga/*"])


def test_a_game_id_with_the_signs_of_a_pattern_is_found_as_it_is(database: Database) -> None:
    game = two_rounds()
    game.id = "a[1]"
    store(database, game)
    assert matching_games(database, ["club/a[1]"]) == ["club/a[1]"]


def test_no_games_no_positions(database: Database, tmp_path: Path) -> None:
    with pytest.raises(AzulError, match="The database has no games"):
        export_positions(database, tmp_path / "positions")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["x.csv", "x.PARQUET", "x.db"])
def test_a_folder_is_not_called_like_a_file(name: str, played: Database, tmp_path: Path) -> None:
    with pytest.raises(FileError, match=rf"{name} is the name of one file.*a new DuckDB file .*, or a folder"):
        export_positions(played, tmp_path / name)
    with pytest.raises(FileError, match=rf"{name} is the name of one file.*name a folder for a file a table"):
        export_tables(played, tmp_path / name, format="csv")
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_overwritten(played: Database, tmp_path: Path) -> None:
    mine = tmp_path / "mine.duckdb"
    mine.write_text("mine", encoding="utf-8")
    with pytest.raises(FileError, match=r"mine\.duckdb exists already; name a new file"):
        export_positions(played, mine)
    with pytest.raises(FileError, match="is not empty"):
        export_positions(played, tmp_path)
    assert mine.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("name", ["positions", "positions.duckdb"])
def test_an_interrupt_leaves_nothing(
    name: str, played: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(done: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(export, "BATCH_GAMES", 5)
    with pytest.raises(KeyboardInterrupt):
        export_positions(played, tmp_path / name, progress=interrupted)
    assert list(tmp_path.iterdir()) == []


FULL_DISK = """
import resource, sys
from azul_analytics.errors import AzulError
from azul_analytics.export import export_positions, export_tables
from azul_analytics.database import connect

with connect(sys.argv[1]) as database:
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[3]), resource.RLIM_INFINITY))
    try:
        if sys.argv[2] == "tables":
            export_tables(database, "tables", format="csv")
        else:
            export_positions(database, sys.argv[2])
    except AzulError as error:
        print(error)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="the system limits no sizes of files")
@pytest.mark.parametrize(
    ("output", "size"), [("positions", 100), ("positions.duckdb", 100), ("positions.duckdb", 20_000), ("tables", 500)]
)
def test_a_full_disk_is_a_sentence_and_nothing_is_left(output: str, size: int, tmp_path: Path) -> None:
    with connect(tmp_path / "games.duckdb", create=True) as database:
        store(database, *games_of_all_kinds()[:2])
    folder = tmp_path / "out"
    folder.mkdir()
    words = [sys.executable, "-c", FULL_DISK, str(tmp_path / "games.duckdb"), output, str(size)]
    done = subprocess.run(words, capture_output=True, text=True, check=True, cwd=folder)
    assert "File too large" in done.stdout
    assert done.stdout.count("\n") == 1
    assert list(folder.iterdir()) == []
