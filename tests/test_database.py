"""Opening, appending and transactions of a database; bad files are one sentence each."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pyarrow as pa
import pytest

from azul_analytics import __version__
from azul_analytics.database import SCHEMA_VERSION, Database, connect, schema_comments
from azul_analytics.errors import DatabaseError


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A database file of this software, without games."""
    made = tmp_path / "games.duckdb"
    connect(made, create=True).close()
    return made


def refused(path: Path | str, *, create: bool = False) -> str:
    with pytest.raises(DatabaseError) as refusal:
        connect(path, create=create)
    assert refusal.value.path == str(path)
    return str(refusal.value)


# opening


def test_a_missing_file_is_named_and_not_made(tmp_path: Path) -> None:
    missing = tmp_path / "missing.duckdb"
    assert refused(missing) == f"There is no database {missing}; `azul ingest LOGS --db {missing}` makes one."
    assert not missing.exists()


@pytest.mark.parametrize("create", [False, True])
def test_an_empty_name_is_no_database(create: bool) -> None:
    assert refused("", create=create) == "The name of the database is empty."


@pytest.mark.parametrize("create", [False, True])
def test_a_folder_is_no_database(tmp_path: Path, create: bool) -> None:
    assert refused(tmp_path, create=create) == f"{tmp_path} is a folder, not a database file."


def test_a_new_file_needs_its_folder(tmp_path: Path) -> None:
    place = tmp_path / "nowhere" / "games.duckdb"
    assert refused(place, create=True) == f"There is no folder {place.parent} to put games.duckdb in."


@pytest.mark.parametrize("create", [False, True])
@pytest.mark.parametrize("name", ["other.duckdb", "other.jsonl", "other.csv", "other"])
@pytest.mark.parametrize("content", [b"no database, but a text\n" * 400, b'{"a":1}\n', b"\0" * 20000, b""])
def test_another_kind_of_file_is_refused_and_left_alone(
    tmp_path: Path, content: bytes, name: str, create: bool
) -> None:
    other = tmp_path / name
    other.write_bytes(content)
    assert refused(other, create=create) == f"{other} is no DuckDB file."
    assert other.read_bytes() == content


@pytest.mark.parametrize("create", [False, True])
def test_a_foreign_duckdb_file_is_refused_and_left_alone(tmp_path: Path, create: bool) -> None:
    other = tmp_path / "other.duckdb"
    with duckdb.connect(str(other)) as connection:
        connection.execute("create table games (game_id varchar)")
    assert refused(other, create=create) == f"{other} is a DuckDB file, but not one that azul_analytics made."
    with duckdb.connect(str(other)) as connection:
        assert connection.execute("show tables").fetchall() == [("games",)]


@pytest.mark.parametrize("create", [False, True])
def test_another_schema_version_is_refused(path: Path, create: bool) -> None:
    with duckdb.connect(str(path)) as connection:
        connection.execute("update about set value = '999' where key = 'schema_version'")
    sentence = refused(path, create=create)
    assert sentence.startswith(f"{path} has schema version 999; this software reads version {SCHEMA_VERSION}.")


def test_a_file_without_a_schema_version_is_refused(path: Path) -> None:
    with duckdb.connect(str(path)) as connection:
        connection.execute("delete from about")
    assert refused(path).startswith(f"{path} has schema version none;")


@pytest.mark.parametrize("create", [False, True])
@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ("alter table games drop log_hash", "games.log_hash is missing"),
        ("alter table seats rename score to points", "seats.score is missing"),
        ("alter table seats alter player type integer", "seats.player is INTEGER, expected VARCHAR"),
        ("alter table turns alter color type varchar", "turns.color is VARCHAR, expected ENUM('blue', 'yellow',"),
        ("alter table about rename key to name", "about.key is missing"),
    ],
)
def test_a_changed_column_is_one_sentence(path: Path, change: str, fault: str, create: bool) -> None:
    with duckdb.connect(str(path)) as connection:
        connection.execute(change)
    sentence = refused(path, create=create)
    assert sentence.startswith(f"{path} was altered: {fault}")
    assert sentence.endswith(". Ingest the logs into a new database.")


def test_of_many_changed_columns_three_are_named(path: Path) -> None:
    with duckdb.connect(str(path)) as connection:
        connection.execute("create or replace table records (game_id int)")
        connection.execute("create or replace table bonuses (seat int)")
    assert refused(path) == (
        f"{path} was altered: bonuses.game_id is missing; bonuses.seat is INTEGER, expected UTINYINT; "
        "bonuses.kind is missing and more. Ingest the logs into a new database."
    )


def test_what_users_add_is_no_fault(path: Path) -> None:
    with duckdb.connect(str(path)) as connection:
        connection.execute("alter table games add column remark varchar")
        connection.execute("create table clubs (name varchar)")
        connection.execute("create view wins as select * from seats where place = 1")
        connection.execute("create schema own")
        connection.execute("create table own.games (game_id int)")
    connect(path).close()
    connect(path, create=True).close()


def test_an_older_database_may_lack_a_column_that_came_later(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with duckdb.connect(str(path)) as connection:
        connection.execute("alter table seats drop policy")
    assert "seats.policy is missing" in refused(path)
    grain, columns = schema_comments()["seats"]
    later = {**schema_comments(), "seats": (grain, {**columns, "policy": "since 0.2: a bot's policy as recorded"})}
    monkeypatch.setattr("azul_analytics.database.schema_comments", lambda: later)
    connect(path).close()


@pytest.mark.parametrize("part", [0.02, 0.3, 0.6, 0.9])
def test_a_cut_off_file_is_one_sentence(path: Path, part: float) -> None:
    content = path.read_bytes()
    path.write_bytes(content[: int(len(content) * part)])
    sentence = refused(path)
    assert sentence.startswith((f"{path} cannot be opened: ", f"{path} is damaged, or the disk fails: "))
    assert "\n" not in sentence


def test_damage_found_later_is_one_sentence_too(path: Path) -> None:
    with connect(path, create=True) as database:  # so many records that they take blocks of their own
        database.rows("insert into records select 'club/' || i, md5(i::varchar) from range(100_000) as r (i)")
    content = bytearray(path.read_bytes())
    content[len(content) // 2 :: 512] = b"?" * len(content[len(content) // 2 :: 512])
    path.write_bytes(content)
    with pytest.raises(DatabaseError, match="is damaged, or the disk fails: ") as refusal, connect(path) as database:
        database.rows("select count(*) from records where record like '%a%'")
    assert refusal.value.path == str(path)


SMALL_DISK = """
import resource, sys
from azul_analytics.database import connect
from azul_analytics.errors import DatabaseError
import pyarrow as pa
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), resource.RLIM_INFINITY))
rows = pa.table({"game_id": [str(n) for n in range(200_000)], "record": [str(n) * 9 for n in range(200_000)]})
try:
    with connect(sys.argv[1], create=True) as database:
        with database.transaction():
            database.append("records", rows)
except DatabaseError as error:
    print(error)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no limits of resources")
@pytest.mark.parametrize("most", [1000, 1_000_000])  # bytes: too few to make it, and too few for what is appended
def test_a_full_disk_is_said_and_harms_nothing(tmp_path: Path, most: int) -> None:
    path = tmp_path / "games.duckdb"
    words = [sys.executable, "-c", SMALL_DISK, str(path), str(most)]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert done.stdout == f"{path} cannot be written: File too large.\n"
    assert path.exists() == (most > 1000)
    with connect(path, create=True) as database:
        assert database.rows("select count(*) from records") == [(0,)]


def test_an_error_of_a_query_stays_what_it_is(path: Path) -> None:
    with pytest.raises(duckdb.CatalogException), connect(path) as database:
        database.rows("select * from nothing")


HOLDER = "import duckdb, sys; held = duckdb.connect(sys.argv[1]); print('held', flush=True); sys.stdin.read()"


@pytest.fixture
def holder(path: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that has the database open for writing."""
    command = [sys.executable, "-c", HOLDER, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        yield process
        process.communicate()  # ends its input, and with that the process


@pytest.mark.parametrize("create", [False, True])
def test_a_locked_file_is_refused_and_its_holder_named(path: Path, holder: subprocess.Popen[str], create: bool) -> None:
    expected = f"{path} is locked by process {holder.pid}; close it there and try again."
    assert refused(path, create=create) == expected


def test_two_readers_do_not_lock_each_other(path: Path) -> None:
    with connect(path) as one, connect(path) as two:
        assert one.rows("select count(*) from games") == two.rows("select count(*) from games") == [(0,)]


def test_a_refused_file_is_closed_again(path: Path) -> None:
    with duckdb.connect(str(path)) as connection:
        connection.execute("update about set value = '999' where key = 'schema_version'")
    refused(path)
    with duckdb.connect(str(path)) as connection:  # would fail if a reader still had it
        connection.execute(
            "update about set value = $version where key = 'schema_version'", {"version": SCHEMA_VERSION}
        )
    connect(path).close()


@pytest.mark.parametrize("name", [":memory:", "md:games", "sqlite:games", "games.jsonl"])
def test_any_name_is_the_name_of_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    connect(name, create=True).close()
    assert [path.name for path in tmp_path.iterdir()] == [name]
    with connect(name) as database:
        assert (database.path, database.rows("select count(*) from games")) == (name, [(0,)])


def test_what_is_neither_file_nor_folder_is_refused(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.duckdb"
    os.mkfifo(pipe)
    assert refused(pipe) == f"{pipe} is no DuckDB file."


# what is in a new one


def test_an_existing_file_is_opened_for_reading_only(path: Path) -> None:
    with connect(path) as database, pytest.raises(duckdb.Error, match="read-only"):
        database.rows("delete from about")


def test_a_new_database_says_its_versions(path: Path) -> None:
    with connect(path) as database:
        about = dict(database.rows("select key, value from about"))
    assert len(about.pop("macros")) == 64  # a hash, which test_macros.py looks at
    assert about == {"schema_version": SCHEMA_VERSION, "software_version": __version__}


def test_an_empty_duckdb_file_gets_the_tables(tmp_path: Path) -> None:
    empty = tmp_path / "empty.duckdb"
    duckdb.connect(str(empty)).close()
    with connect(empty, create=True) as database:
        tables = {name for (name,) in database.rows("show tables")}
    assert tables == set(schema_comments())


def test_opening_for_writing_keeps_what_is_stored(path: Path) -> None:
    for _ in range(2):
        with connect(path, create=True) as database:
            database.append("records", pa.table({"game_id": ["club/a"], "record": ["{}"]}))
    with connect(path) as database:
        assert database.rows("select count(*) from records") == [(2,)]


# appending and querying


def test_append_goes_by_name_and_not_by_place(database: Database) -> None:
    database.append("records", pa.table({"record": ["{}"], "game_id": ["club/a"]}))
    assert database.rows("select game_id, record from records") == [("club/a", "{}")]


def test_a_column_that_is_not_given_is_null(database: Database) -> None:
    rows = pa.table({"code": ["bad-json"], "message": ["No JSON."], "log_hash": ["0"], "line": [3]})
    database.append("rejects", rows)
    assert database.rows("select file, line, round from rejects") == [(None, 3, None)]


def test_a_column_that_the_table_lacks_is_an_error(database: Database) -> None:
    with pytest.raises(duckdb.Error, match="recrd"):
        database.append("records", pa.table({"game_id": ["club/a"], "recrd": ["{}"]}))


def test_a_column_that_may_not_be_null_must_be_given(database: Database) -> None:
    with pytest.raises(duckdb.ConstraintException):
        database.append("records", pa.table({"game_id": ["club/a"]}))


def test_a_number_that_does_not_fit_is_an_error(database: Database) -> None:
    rows = pa.table({"game_id": ["club/a"], "seat": [256], "kind": ["line"], "which": ["1"], "points": [2]})
    with pytest.raises(duckdb.Error):
        database.append("bonuses", rows)
    assert database.rows("select count(*) from bonuses") == [(0,)]


def test_a_python_variable_named_like_a_table_is_not_taken_for_it(database: Database) -> None:
    records = pa.table({"game_id": ["a", "b"], "record": ["{}", "{}"]})
    database.append("records", records)
    database.append("records", records)
    assert database.rows("select count(*) from records") == [(4,)]


def test_parameters_are_values_and_never_sql(database: Database) -> None:
    sly = "'; drop table games; --"
    assert database.query("select $name as name", {"name": sly})["name"].tolist() == [sly]
    assert database.rows("select count(*) from games") == [(0,)]


def test_a_lookup_is_gone_after_its_block(database: Database) -> None:
    with database.lookup("wanted", pa.table({"id": [1, 2]})):
        assert database.rows("select count(*) from wanted") == [(2,)]
    with pytest.raises(duckdb.CatalogException):
        database.rows("select count(*) from wanted")


# transactions


def add_record(database: Database, game_id: str) -> None:
    database.append("records", pa.table({"game_id": [game_id], "record": ["{}"]}))


@pytest.mark.parametrize(
    "made_of_it",
    [RuntimeError("Query interrupted"), duckdb.InvalidInputException("reading it failed: KeyboardInterrupt: ")],
)
def test_what_duckdb_makes_of_an_interrupt_is_an_interrupt(path: Path, made_of_it: Exception) -> None:
    with pytest.raises(KeyboardInterrupt), connect(path, create=True):
        raise made_of_it


@pytest.mark.parametrize("interruption", [KeyboardInterrupt, SystemExit, ValueError])
def test_an_interrupted_transaction_leaves_nothing(path: Path, interruption: type[BaseException]) -> None:
    with connect(path, create=True) as database:
        with database.transaction():
            add_record(database, "club/before")
        with pytest.raises(interruption), database.transaction():
            add_record(database, "club/lost")
            raise interruption
        with database.transaction():  # the connection goes on
            add_record(database, "club/after")
    with connect(path) as database:
        stored = database.rows("select game_id from records order by game_id")
    assert stored == [("club/after",), ("club/before",)]


def test_a_failed_query_rolls_its_transaction_back(database: Database) -> None:
    with pytest.raises(duckdb.ConversionException), database.transaction():
        add_record(database, "club/lost")
        database.rows("select 'x'::int")
    assert database.rows("select count(*) from records") == [(0,)]


INTERRUPTED = """
import os, signal, sys, threading
from azul_analytics.database import connect
try:
    with connect(sys.argv[1], create=True) as database, database.transaction():
        database.rows("insert into records values ('club/lost', '{}')")
        threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
        for _ in range(1000):  # DuckDB looks for a signal now and then, and at the end of a query
            database.rows("select count(*) from (select hash(range) as h from range(1_000_000) order by h)")
except KeyboardInterrupt:
    print("interrupted")
"""


def test_ctrl_c_within_a_query_is_a_keyboard_interrupt(path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, str(path)], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.stdout, done.stderr) == ("interrupted\n", "")
    with connect(path) as database:
        assert database.rows("select count(*) from records") == [(0,)]


def test_a_process_that_is_killed_leaves_whole_transactions(path: Path) -> None:
    code = (
        "import os, sys, pyarrow as pa\n"
        "from azul_analytics.database import connect\n"
        "database = connect(sys.argv[1], create=True)\n"
        "with database.transaction():\n"
        "    database.append('records', pa.table({'game_id': ['club/a'], 'record': ['{}']}))\n"
        "with database.transaction():\n"
        "    database.append('records', pa.table({'game_id': ['club/b'], 'record': ['{}']}))\n"
        "    os._exit(9)\n"
    )
    assert subprocess.run([sys.executable, "-c", code, str(path)], check=False).returncode == 9
    with connect(path) as database:
        assert database.rows("select game_id from records") == [("club/a",)]
