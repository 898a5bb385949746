"""Files and folders that appear whole or not at all: what was there before stays if anything fails."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from azul_analytics.errors import FileError


def checked_target(path: str | os.PathLike[str]) -> Path:
    """Where `path` leads (a link stays a link). Raises FileError unless a file can be put there.

    What exists and is no regular file (a folder, a device, a pipe) is refused: putting a file in its place
    would take it away from everyone else. A folder that may not be written to is refused here, not after hours.
    """
    given = os.fspath(path)
    if not given:
        raise FileError(given, "The name of the file to write to is empty.")
    target = Path(os.path.realpath(given))
    try:
        if target.is_dir():
            raise FileError(given, f"{given} is a folder; name a file to write to.")
        if target.exists() and not target.is_file():
            raise FileError(given, f"{given} is a device or a pipe, not a file; name a file to write to.")
        if not target.parent.is_dir():
            folder = target.parent if Path(given).is_symlink() else Path(given).parent
            raise FileError(given, f"There is no folder {folder} to put {target.name} in.")
        if not os.access(target.parent, os.W_OK | os.X_OK):
            raise FileError(given, f"{given} cannot be written: nothing may be put into {target.parent}.")
    except OSError as error:
        raise FileError(given, f"{given} cannot be written: {error.strerror or error}.") from error
    return target


@contextlib.contextmanager
def whole_file(path: str | os.PathLike[str]) -> Iterator[IO[bytes]]:
    """A stream into a file beside `path` that takes its place at the end. Raises FileError."""
    with whole_path(path) as part, part.open("xb") as stream:
        yield stream


@contextlib.contextmanager
def whole_path(path: str | os.PathLike[str]) -> Iterator[Path]:
    """The name of a file to be made beside `path`, which takes its place at the end. Raises FileError."""
    target = checked_target(path)
    part = target.with_name(f".{secrets.token_hex(8)}.part")
    try:
        yield part
        part.replace(target)
    except OSError as error:
        raise FileError(os.fspath(path), f"{os.fspath(path)} cannot be written: {error.strerror or error}.") from error
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)


@contextlib.contextmanager
def whole_folder(path: str | os.PathLike[str]) -> Iterator[Path]:
    """A folder beside `path` that takes its place at the end.

    Raises FileError, before anything is written if `path` is a file or a folder that is not empty.
    """
    given = os.fspath(path)
    target = Path(os.path.realpath(given))
    part = target.with_name(f".{secrets.token_hex(8)}.part")
    try:
        if target.exists() and not target.is_dir():
            raise FileError(given, f"{given} is a file; name a folder to write to.")
        if target.is_dir() and any(target.iterdir()):
            raise FileError(given, f"The folder {given} is not empty; name another one.")
        if not target.parent.is_dir():
            raise FileError(given, f"There is no folder {Path(given).parent} to make {target.name} in.")
        part.mkdir()
        yield part
        if target.is_dir():
            target.rmdir()
        part.replace(target)
    except OSError as error:
        raise FileError(given, f"{given} cannot be written: {error.strerror or error}.") from error
    finally:
        shutil.rmtree(part, ignore_errors=True)
