"""The database: one DuckDB file. The only module that imports duckdb.

`connect` gives a `Database`; `Database.query` answers SQL as a pandas frame, `Database.append` takes
Arrow tables by the names of their columns. The tables are sql/schema.sql, functions for what they pack are
sql/macros.sql.
"""

from __future__ import annotations

import errno
import hashlib
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from importlib.resources import files
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

import duckdb

from azul_analytics.errors import DatabaseError, FileError

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

SCHEMA_VERSION = "1"
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)  # no more room
_REASON = 200  # letters of what DuckDB says of a query
_SHOWN_COLUMNS = 3  # of those that are not as they must be
_COLUMN = re.compile(r'^    "?(\w+)"?\s+(\w+).*?--\s*(.+)$')
_TABLE = re.compile(r"^-- (\w+): (.+)$")
_ENUM = re.compile(r"create type (\w+) as (enum \(.+\));")
_MACRO = re.compile(r"^-- (\w+): (.+)\ncreate macro (.+\)) as\b", flags=re.MULTILINE)


def sql_text(name: str) -> str:
    """The text of `sql/<name>.sql`; a name may have a folder: `statistics/floor_penalties`."""
    return files("azul_analytics").joinpath("sql", f"{name}.sql").read_text(encoding="utf-8")


@cache
def schema_comments(name: str = "schema") -> dict[str, tuple[str, dict[str, str]]]:
    """{table: (its grain, {column: its comment})}, read from the comments of `sql/<name>.sql`."""
    comments: dict[str, tuple[str, dict[str, str]]] = {}
    columns: dict[str, str] = {}
    for line in sql_text(name).splitlines():
        if table := _TABLE.match(line):
            columns = {}
            comments[table[1]] = (table[2], columns)
        elif column := _COLUMN.match(line):
            columns[column[1]] = column[3]
    return comments


@cache
def schema_columns() -> dict[str, dict[str, str]]:
    """{table: {column: its type as DuckDB names it}}, read from sql/schema.sql."""
    columns: dict[str, dict[str, str]] = {}
    names = {"timestamptz": "TIMESTAMP WITH TIME ZONE"}
    for line in sql_text("schema").splitlines():
        if table := _TABLE.match(line):
            columns[table[1]] = {}
        elif column := _COLUMN.match(line):
            columns[next(reversed(columns))][column[1]] = names.get(column[2], column[2].upper())
        elif enum := _ENUM.match(line):
            names[enum[1]] = enum[2].replace("enum (", "ENUM(")
    return columns


@cache
def macros() -> dict[str, tuple[str, str]]:
    """{macro: (how it is called, its comment)}, read from sql/macros.sql."""
    return {name: (call, comment) for name, comment, call in _MACRO.findall(sql_text("macros"))}


class QueryError(Exception):
    """A query fails on the values that are stored; the text is DuckDB's reason, on one line."""


class Database:
    """An open database of this project. Use it in a `with` block, or `close` it.

    `path` is the file as given, None in memory; `connection` the DuckDB connection behind it; `read_only` tells that
    nobody can change what is stored while it is open. `selected` is for statistics/selection to remember for which
    games it made the connection's temporary table, `worked_out` what else is known of these games: it stays empty
    unless `read_only`.
    """

    def __init__(self, connection: duckdb.DuckDBPyConnection, path: str | None, *, read_only: bool = False):
        self.connection = connection
        self.path = path
        self.read_only = read_only
        self.selected: object = None
        self.worked_out: dict[str, Any] = {}
        self._lends_macros = False
        connection.execute("set enable_progress_bar = false")  # it would write into the data on stdout

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
        if isinstance(error, duckdb.Error) and _of_the_file(error):
            raise DatabaseError(self.path or "memory", _damage(self.path or "memory", error)) from error
        if _is_interrupt(error):
            raise KeyboardInterrupt from error

    def close(self) -> None:
        """Closes the file; other processes can open it then."""
        self.connection.close()

    def beside(self) -> Database:
        """The same database for another thread; it sees what is stored, not an unfinished transaction."""
        other = Database(self.connection.cursor(), self.path, read_only=self.read_only)
        if self._lends_macros:
            other._lend_macros()
        return other

    def _lend_macros(self) -> None:
        """Makes the macros for this connection, since the file lacks them and cannot be written."""
        self.connection.execute(sql_text("macros").replace("create macro", "create or replace temp macro"))
        self._lends_macros = True

    def query(self, sql: str, parameters: Mapping[str, Any] | None = None) -> pd.DataFrame:
        """The rows of an SQL query as a pandas frame. `parameters` fill `$name` in the text."""
        return self.connection.execute(sql, dict(parameters) if parameters else None).df()

    def query_file(self, name: str, parameters: Mapping[str, Any] | None = None) -> pd.DataFrame:
        """The rows of the query `sql/<name>.sql` as a pandas frame."""
        return self.query(sql_text(name), parameters)

    def rows(self, sql: str, parameters: Mapping[str, Any] | None = None) -> list[tuple[Any, ...]]:
        """The rows of an SQL query as tuples."""
        return self.connection.execute(sql, dict(parameters) if parameters else None).fetchall()

    @contextmanager
    def query_errors(self) -> Iterator[None]:
        """Within the block, a query that fails on what is stored raises QueryError; faults of the file are others."""
        try:
            yield
        except (duckdb.DataError, duckdb.ProgrammingError) as error:
            raise QueryError(" ".join(str(error).split())[:_REASON]) from error

    def arrow(self, sql: str) -> pa.Table:
        """The rows of an SQL query as an Arrow table."""
        return self.connection.sql(sql).to_arrow_table()

    def append(self, table: str, rows: pa.Table) -> None:
        """Appends an Arrow table to a table, column by column name; a column that `rows` lacks is null."""
        if rows.num_rows == 0:
            return
        with self.lookup("appended_rows", rows):
            self.connection.execute(f"insert into {table} by name select * from appended_rows")

    def add_tables(self, name: str) -> None:
        """Makes the tables of `sql/<name>.sql` beside the others, unless they are there."""
        if not set(schema_comments(name)) <= set(_columns(self)):
            _create_tables(self, name)

    def append_tables(self, tables: Mapping[str, pa.Table]) -> None:
        """Appends replayed games, Arrow tables by table name; of `rulesets` those that are not there yet."""
        import pyarrow as pa

        for table, rows in tables.items():
            if table == "rulesets":
                known = {one for (one,) in self.rows("select ruleset_hash from rulesets")}
                rows = rows.filter(pa.array([one not in known for one in rows["ruleset_hash"].to_pylist()], pa.bool_()))
            self.append(table, rows)

    @contextmanager
    def lookup(self, name: str, rows: pa.Table) -> Iterator[None]:
        """Within the block, queries can read the Arrow table `rows` as a table called `name`."""
        self.connection.register(name, rows)
        try:
            yield
        except BaseException:
            with suppress(duckdb.Error):  # a transaction that was aborted unregisters nothing; what aborted it counts
                self.connection.unregister(name)
            raise
        self.connection.unregister(name)

    def copy(self, query: str, path: Path, options: str) -> int:
        """Writes the rows of an SQL query to a file; `options` are those of DuckDB's `copy`. Raises FileError.

        Returns the number of rows.
        """
        try:
            ((rows,),) = self.rows(f"copy ({query}) to {_quoted(str(path))} ({options})")
        except duckdb.IOException as error:
            raise FileError(str(path), f"{path.name} cannot be written: {str(error).splitlines()[0]}") from error
        return int(rows)

    def has_table(self, name: str) -> bool:
        """Whether the database has a table of that name."""
        return bool(self.rows("select 1 from duckdb_tables() where table_name = $name", {"name": name}))

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All of the block is stored, or, after any error or an interrupt, none of it."""
        self.connection.execute("begin")
        try:
            yield
        except BaseException:
            with suppress(duckdb.Error):  # after a fatal error, which counts
                self.connection.execute("rollback")
            raise
        self.connection.execute("commit")


def connect(path: str | Path | None = None, *, create: bool = False) -> Database:
    """Opens a database: `path` None is a new one in memory; an existing file is opened read-only.

    With `create`, the file is opened for writing and made where it does not exist.
    Raises DatabaseError where the file is missing, is no DuckDB file, was not made by this software, has
    another schema version or is locked by another process.
    """
    if path is None:
        database = Database(duckdb.connect(":memory:"), None)
        _create(database)
        return database
    given, target = str(path), Path(path)
    _check_place(given, target, create)
    fresh = not target.exists()
    try:
        # of `:memory:` or `md:games` DuckDB would make something else than a file
        connection = duckdb.connect(str(target.absolute()), read_only=not create)
    except duckdb.Error as error:
        if fresh and _no_room(error):
            target.unlink(missing_ok=True)
        raise DatabaseError(given, _why_not(given, error)) from error
    database = Database(connection, given, read_only=not create)
    try:
        if fresh:
            _create(database)
        else:
            _check_version(database, given, create)
    except BaseException as error:
        database.close()
        if _is_interrupt(error):
            raise KeyboardInterrupt from error
        if isinstance(error, duckdb.Error):
            if fresh and _no_room(error):
                target.unlink(missing_ok=True)
            raise DatabaseError(given, _damage(given, error)) from error
        raise
    return database


def connect_new(path: Path, tables: str, given: str) -> Database:
    """A new DuckDB file with the macros and the tables of `sql/<tables>.sql`, no database of games.

    `given` is how its user calls it. Raises FileError where it cannot be written.
    """
    try:
        database = Database(duckdb.connect(str(path.absolute())), given)
        _create_tables(database, tables)
        _create_macros(database)
    except duckdb.Error as error:
        raise FileError(given, f"{given} cannot be written: {str(error).splitlines()[0]}") from error
    return database


@contextmanager
def opened(db: str | Path | Database) -> Iterator[Database]:
    """The database itself, or the file `db`, read-only and closed after the block. Raises DatabaseError."""
    if isinstance(db, Database):
        yield db
        return
    with connect(db) as database:
        yield database


def _check_place(given: str, target: Path, create: bool) -> None:
    if not given:
        raise DatabaseError(given, "The name of the database is empty.")
    if target.is_dir():
        raise DatabaseError(given, f"{given} is a folder, not a database file.")
    if not create and not target.exists():
        raise DatabaseError(given, f"There is no database {given}; `azul ingest LOGS --db {given}` makes one.")
    if create and not target.parent.is_dir():
        raise DatabaseError(given, f"There is no folder {target.parent} to put {target.name} in.")
    if target.exists() and not _begins_like_duckdb(given, target):
        raise DatabaseError(given, f"{given} is no DuckDB file.")


def _begins_like_duckdb(given: str, target: Path) -> bool:
    """DuckDB itself opens a log or CSV file too, as a view in memory."""
    try:
        if not target.is_file():
            return False
        with target.open("rb") as file:
            return file.read(12).endswith(b"DUCK")
    except OSError as error:
        raise DatabaseError(given, f"{given} cannot be opened: {error.strerror}.") from error


def _why_not(given: str, error: duckdb.Error) -> str:
    said = str(error)
    if _no_room(error):
        return _damage(given, error)
    if "lock" in said.lower():
        holder = re.search(r"PID (\d+)", said)
        who = f"process {holder[1]}" if holder else "another process"
        return f"{given} is locked by {who}; close it there and try again."
    first = said.splitlines()[0]
    return f"{given} cannot be opened: {first}"


def _no_room(error: duckdb.Error) -> str:
    """What the system says of a disk that has no more room, if that is the fault."""
    return next((said for said in map(os.strerror, _FULL) if said in str(error)), "")


def _is_interrupt(error: BaseException | None) -> bool:
    """Whether an error is what DuckDB makes of Ctrl-C, in a query or while it looks at an Arrow table."""
    if isinstance(error, duckdb.Error):
        return str(error).rstrip(": \n").endswith("failed: KeyboardInterrupt")
    return isinstance(error, RuntimeError) and str(error) == "Query interrupted"


def _of_the_file(error: duckdb.Error) -> bool:
    """Whether the file or the disk is at fault, and not the query."""
    io = isinstance(error, duckdb.IOException | duckdb.FatalException)
    return io or any(sign in str(error) for sign in ("Corrupt", "Could not write file"))  # the latter at a commit


def _damage(given: str, error: duckdb.Error) -> str:
    if reason := _no_room(error):
        return f"{given} cannot be written: {reason}."
    return f"{given} is damaged, or the disk fails: {str(error).splitlines()[0]}"


def _create(database: Database) -> None:
    from azul_analytics import __version__

    with database.transaction():
        _create_tables(database, "schema")
        database.connection.execute(
            "insert into about values ('schema_version', $schema), ('software_version', $software)",
            {"schema": SCHEMA_VERSION, "software": __version__},
        )
        _store_macros(database)


def _create_tables(database: Database, name: str) -> None:
    """Makes the tables of `sql/<name>.sql`, with their comments."""
    database.connection.execute(sql_text(name))
    for table, (grain, columns) in schema_comments(name).items():
        database.connection.execute(f"comment on table {table} is {_quoted(grain)}")
        for column, comment in columns.items():
            database.connection.execute(f'comment on column {table}."{column}" is {_quoted(comment)}')


def _create_macros(database: Database) -> None:
    database.connection.execute(sql_text("macros").replace("create macro", "create or replace macro"))
    for macro, (_, comment) in macros().items():
        database.connection.execute(f"comment on macro {macro} is {_quoted(comment)}")


def _store_macros(database: Database) -> None:
    """Makes the macros in the file, and notes which ones they are."""
    _create_macros(database)
    database.connection.execute("delete from about where key = 'macros'")
    database.connection.execute("insert into about values ('macros', $hash)", {"hash": _macros_hash()})


@cache
def _macros_hash() -> str:
    """Tells whether a file has the macros of this software; to ask DuckDB takes as long as to make them."""
    return hashlib.sha256(sql_text("macros").encode()).hexdigest()


def _quoted(text: str) -> str:
    """A text as SQL writes it."""
    return "'" + text.replace("'", "''") + "'"


def _columns(database: Database) -> dict[str, dict[str, str]]:
    """{table or view: {column: its type}} of what the file holds, whoever made it."""
    columns: dict[str, dict[str, str]] = {}
    for table, column, kind in database.rows(
        "select table_name, column_name, data_type from duckdb_columns() "
        "where database_name = current_database() and schema_name = 'main' and not internal"
    ):
        columns.setdefault(table, {})[column] = kind
    return columns


def _column_faults(found: Mapping[str, Mapping[str, str]]) -> list[str]:
    """Each column that is missing or of another type. What users add of their own is no fault, nor that an older
    database lacks a column that came later (CHANGELOG.md); the schema marks it with `since` a version."""
    comments = schema_comments()
    return [
        f"{table}.{column} is missing"
        if column not in found[table]
        else f"{table}.{column} is {found[table][column]}, expected {kind}"
        for table, columns in schema_columns().items()
        for column, kind in columns.items()
        if found[table].get(column) != kind
        and not (column not in found[table] and comments[table][1][column].startswith("since "))
    ]


def _altered(given: str, faults: list[str]) -> str:
    shown = "; ".join(faults[:_SHOWN_COLUMNS]) + (" and more" if len(faults) > _SHOWN_COLUMNS else "")
    return f"{given} was altered: {shown}. Ingest the logs into a new database."


def _check_version(database: Database, given: str, create: bool) -> None:
    columns = _columns(database)
    if not columns and create:
        _create(database)
        return
    if not set(schema_columns()) <= set(columns):
        raise DatabaseError(given, f"{given} is a DuckDB file, but not one that azul_analytics made.")
    faults = _column_faults(columns)
    if any(fault.startswith("about.") for fault in faults):
        raise DatabaseError(given, _altered(given, faults))
    about = dict(database.rows("select key, value from about"))
    found = about.get("schema_version", "none")
    if found != SCHEMA_VERSION:
        raise DatabaseError(
            given,
            f"{given} has schema version {found}; this software reads version {SCHEMA_VERSION}. "
            "Ingest the logs into a new database.",
        )
    if faults:
        raise DatabaseError(given, _altered(given, faults))
    if about.get("macros") == _macros_hash():
        return
    if create:
        with database.transaction():
            _store_macros(database)
    else:
        database._lend_macros()
