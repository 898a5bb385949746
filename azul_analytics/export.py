"""Tables for other tools: all tables of a database as files, and the positions of its games, made on demand.

What is written appears whole or not at all, and never in place of something else.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from azul_analytics.database import Database, connect_new, opened, schema_comments, sql_text
from azul_analytics.errors import AzulError, FileError
from azul_analytics.whole_file import whole_folder, whole_path

if TYPE_CHECKING:
    import pyarrow as pa

BATCH_GAMES = 2048  # with their positions, a process takes some 600 MB
FORMATS = {"csv": "format csv, header", "parquet": "format parquet"}  # options of DuckDB's `copy`
POSITION_TABLES = ("boards", "offers")
DATABASE_SUFFIX = ".duckdb"
# a folder called so would be taken for a file
_FILE_SUFFIXES = (".csv", ".tsv", ".parquet", ".json", ".jsonl", ".xlsx", ".db", ".sqlite", ".sql", ".zip", ".gz")

Progress = Callable[[int], None]


# --- all tables -----------------------------------------------------------------------------------


def export_tables(db: str | Path | Database, folder: str | Path, *, format: str = "parquet") -> dict[str, int]:
    """Writes each table into a file of a new folder, as `csv` (RFC 4180, UTF-8) or `parquet`: {table: rows}.

    Beside them, `load.sql` makes a database of them again. In CSV, an empty field is null and `""` an empty text;
    moments are in UTC. Raises DatabaseError; FileError if the folder is not empty or called like a file; AzulError for
    another format.
    """
    if format not in FORMATS:
        raise AzulError(f"There is no format {format!r}; there are {', '.join(FORMATS)}.")
    _refuse_file_name(folder, "a folder for a file a table")
    with opened(db) as given, whole_folder(folder) as place:
        database = given.beside()
        try:
            database.rows("set timezone = 'UTC'")
            schemas = ["schema", "rescore/schema"] if database.has_table("rescored") else ["schema"]
            tables = [table for schema in schemas for table in schema_comments(schema)]
            with database.transaction():  # so that all tables are of one moment
                written = {
                    table: database.copy(f"from {table}", place / f"{table}.{format}", FORMATS[format])
                    for table in tables
                }
        finally:
            database.close()
        (place / "load.sql").write_text(_load_text(format, schemas, tables), encoding="utf-8")
    return written


def _load_text(format: str, schemas: Sequence[str], tables: Sequence[str]) -> str:
    """SQL that makes a database of the files of a folder, run in that folder."""
    options = f"{FORMATS[format]}{', allow_quoted_nulls false' if format == 'csv' else ''}"
    copies = [f"copy {table} from '{table}.{format}' ({options});" for table in tables]
    return "\n".join([*map(sql_text, schemas), sql_text("macros"), *copies, ""])


# --- positions ------------------------------------------------------------------------------------


class _Sink(Protocol):
    """Where positions go, batch after batch."""

    def append(self, table: str, rows: pa.Table) -> None:
        """Adds rows to a table."""


class _ParquetFiles:
    """A Parquet file a table, in a folder."""

    def __init__(self, folder: Path, files: contextlib.ExitStack):
        self.folder, self.files = folder, files
        self.writers: dict[str, Callable[[pa.Table], None]] = {}

    def append(self, table: str, rows: pa.Table) -> None:
        """Adds rows to a table's file as row groups."""
        from pyarrow.parquet import ParquetWriter

        if table not in self.writers:
            path = self.folder / f"{table}.parquet"
            writer = self.files.enter_context(ParquetWriter(path, rows.schema, compression="zstd"))
            self.writers[table] = writer.write_table
        self.writers[table](rows)


def export_positions(
    db: str | Path | Database,
    output: str | Path,
    *,
    games: str | Sequence[str] = (),
    progress: Progress | None = None,
) -> dict[str, int]:
    """Writes the positions of games before each draft and at their end: {table: rows}.

    `boards` has a row a game, turn and seat, `offers` a row a game, turn, source and color
    (azul_analytics/sql/positions/schema.sql). `output` is a new DuckDB file (`*.duckdb`) or a new folder of Parquet
    files. `games` are a game_id, a pattern (`club/*`) or several of them; none: all games. `progress` is called after
    each batch with its number of games. Raises DatabaseError, FileError, and AzulError if a pattern fits no game.
    """
    with opened(db) as database:
        game_ids = matching_games(database, games)
        rows = dict.fromkeys(POSITION_TABLES, 0)
        with _sink(output) as sink:
            for batch in (game_ids[at : at + BATCH_GAMES] for at in range(0, len(game_ids), BATCH_GAMES)):
                for table, found in _positions(database, batch).items():
                    sink.append(table, found)
                    rows[table] += found.num_rows
                if progress is not None:
                    progress(len(batch))
    return rows


def _refuse_file_name(output: str | Path, needed: str) -> None:
    """Raises FileError for a name by which somebody expects a single file."""
    given = os.fspath(output)
    if given.lower().endswith(_FILE_SUFFIXES):
        raise FileError(given, f"{given} is the name of one file, and these are several tables: name {needed}.")


def matching_games(database: Database, games: str | Sequence[str] = ()) -> list[str]:
    """The game_ids that are named or fit a pattern (`*`, `?`, `[...]`), sorted; all if none is given.

    Raises AzulError for the first one that fits no game.
    """
    found: set[str] = set()
    for pattern in [games] if isinstance(games, str) else games or ["*"]:
        fitting = database.rows(
            "select game_id from games where game_id = $pattern or game_id glob $pattern", {"pattern": pattern}
        )
        if not fitting:
            raise AzulError(
                f"No game fits {pattern!r}; a game_id is source/id, and * stands for any letters."
                if games
                else "The database has no games."
            )
        found.update(game for (game,) in fitting)
    return sorted(found)


def _positions(database: Database, game_ids: Sequence[str]) -> dict[str, pa.Table]:
    import pyarrow as pa

    with database.lookup("asked_games", pa.table({"game_id": pa.array(game_ids, pa.string())})):
        return {table: database.arrow(sql_text(f"positions/{table}")) for table in POSITION_TABLES}


@contextlib.contextmanager
def _sink(output: str | Path) -> Iterator[_Sink]:
    """Where positions go; what was begun is gone after an error."""
    given = os.fspath(output)
    if not given.endswith(DATABASE_SUFFIX):
        _refuse_file_name(output, f"a new DuckDB file (*{DATABASE_SUFFIX}), or a folder for Parquet files")
        with whole_folder(output) as folder, contextlib.ExitStack() as files:
            yield _ParquetFiles(folder, files)
        return
    if Path(given).exists():
        raise FileError(given, f"{given} exists already; name a new file.")
    with whole_path(output) as part:
        try:
            with connect_new(part, "positions/schema", given) as database:
                yield database
        finally:
            part.with_name(f"{part.name}.wal").unlink(missing_ok=True)  # which DuckDB leaves behind after a failure
