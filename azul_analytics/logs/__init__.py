"""Log files of any known format as records, and records as log files.

A reader translates and never judges. A new format costs one module with `looks_like(head)` and
`read(file, ruleset, longest)`, one line in READERS and one folder of samples in tests/golden.
"""

from __future__ import annotations

import contextlib
import gzip
import os
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import IO, Protocol, cast

from azul_analytics.errors import AzulError
from azul_analytics.logs.files import LONGEST_LINE, LogFile, expand
from azul_analytics.records import GameRecord, Unreadable
from azul_analytics.whole_file import whole_file

# format -> its module; a file that looks like none of them is read as the first
READERS = {
    "azul-log": "azul_analytics.logs.azul_log",
    "bga": "azul_analytics.logs.bga",
    "faience": "azul_analytics.logs.faience",
}
_HEAD = 2**16  # bytes of a file that tell its format


class Reader(Protocol):
    """What the module of a format offers."""

    def looks_like(self, head: bytes) -> bool:
        """Whether a file that begins with these bytes is of the format."""

    def read(self, file: LogFile, ruleset: str | None, longest: int) -> Iterator[GameRecord | Unreadable]:
        """The games of the file in order, and an Unreadable where there should be one."""


def read(
    paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    *,
    format: str | None = None,
    ruleset: str | None = None,
    longest: int = LONGEST_LINE,
) -> Iterator[GameRecord | Unreadable]:
    """The games of files, folders, patterns and zip archives in order, one at a time, not yet judged; an
    Unreadable where no game can be read.

    `format` (a key of READERS) replaces what the content says, `ruleset` what the logs say; a line over
    `longest` bytes is not read. Raises FileError where a path names no log file, AzulError for an unknown
    format, both at once and not at the first game.
    """
    if format is not None and format not in READERS:
        raise AzulError(f"unknown log format {format!r}; known here: {', '.join(READERS)}")
    files = expand([paths] if isinstance(paths, str | os.PathLike) else paths)
    return (record for file in files for record in read_file(file, format, ruleset, longest))


def read_file(
    file: LogFile, format: str | None = None, ruleset: str | None = None, longest: int = LONGEST_LINE
) -> Iterator[GameRecord | Unreadable]:
    """As `read`, for one file of `files.expand`."""
    return _reader(format or detect(file)).read(file, ruleset, longest)


def detect(file: LogFile) -> str:
    """The format of a file by its content, a key of READERS. Raises FileError if it cannot be opened."""
    head = file.head(_HEAD)
    return next((format for format in READERS if _reader(format).looks_like(head)), next(iter(READERS)))


def _reader(format: str) -> Reader:
    return cast(Reader, import_module(READERS[format]))


def write(records: Iterable[GameRecord | Unreadable], path: str | os.PathLike[str]) -> int:
    """Writes the games as azul-log, a line each, and returns their number.

    `.gz` and `.zst` at the end of the path compress. The same games give the same bytes. The file appears
    when it is whole: what was there before stays if anything fails. Raises FileError if it cannot be
    written, AzulError for a game that azul-log cannot say (`azul_log.line_of`), and for an Unreadable.
    """
    from azul_analytics.logs.azul_log import line_of

    count = 0
    with whole_file(path) as plain, packed(plain, path) as stream:
        for record in records:
            stream.write(line_of(record) + b"\n")
            count += 1
    return count


def packed(plain: IO[bytes], path: str | os.PathLike[str]) -> contextlib.AbstractContextManager[IO[bytes]]:
    """A stream into `plain` that compresses as the end of `path` says; without name and time of writing, which
    would differ from one writing to the next."""
    ending = Path(path).suffix.lower()
    if ending == ".gz":
        stream = gzip.GzipFile(filename="", mode="wb", fileobj=plain, mtime=0)
        return cast(contextlib.AbstractContextManager[IO[bytes]], stream)
    if ending == ".zst":
        import zstandard

        compressor = zstandard.ZstdCompressor(write_checksum=True)
        return cast(contextlib.AbstractContextManager[IO[bytes]], compressor.stream_writer(plain, closefd=False))
    return contextlib.nullcontext(plain)
