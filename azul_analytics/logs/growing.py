"""A log that takes more than one run to write: what was written before an interrupt is kept and gone on with."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Self

from azul_analytics.errors import AzulError, FileError
from azul_analytics.logs import packed
from azul_analytics.logs.azul_log import line_of
from azul_analytics.records import GameRecord
from azul_analytics.whole_file import checked_target, whole_file

_BLOCK = 2**20  # bytes


class GrowingLog:
    """The log `path` while it is written. Use it in a `with` block: `append` games, then `finish`.

    Until it is finished the games lie in the file `part` beside it, a plain log; `games` counts them. `made_of` is
    in that file's name and says how games are made: only who makes the same ones finds it again. `is_game` says
    whether a line, its end included, is the game of this number, from 0. After an interrupt or on a full disk the part
    stays; after an AzulError it goes, because the same games would come to that again.
    Raises FileError: the log cannot be written, another process is about it, or the part has other lines.
    """

    def __init__(self, path: str | os.PathLike[str], made_of: str, is_game: Callable[[int, bytes], bool]):
        self.path = os.fspath(path)
        self._target = checked_target(path)
        self.part = self._target.with_name(f"{self._target.name}.{made_of}.part")
        self.games = 0
        self._is_game = is_game

    def __enter__(self) -> Self:
        try:
            self._file = self.part.open("a+b")
        except OSError as error:
            raise self._fault(error) from error
        try:
            self._lock()
            with self._faults():
                self._keep_whole_lines()
        except BaseException:
            self._file.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        kept, useless = self._kept(), isinstance(error, AzulError) and not isinstance(error, FileError)
        if error is not None and (useless or not kept):
            self.part.unlink(missing_ok=True)

    def append(self, record: GameRecord) -> None:
        """Writes the next game. Raises FileError, and AzulError for a game that azul-log cannot say."""
        line = line_of(record) + b"\n"
        with self._faults():
            self._file.write(line)
        self.games += 1

    def finish(self) -> None:
        """Puts the log in its place; `.gz` and `.zst` at the end of its name compress it."""
        with self._faults():
            self._file.close()
            if self.path.lower().endswith((".gz", ".zst")):
                with self.part.open("rb") as plain, whole_file(self.path) as file, packed(file, self.path) as stream:
                    shutil.copyfileobj(plain, stream, _BLOCK)
                self.part.unlink()
            else:
                self.part.replace(self._target)

    def _lock(self) -> None:
        """Keeps other processes off, where the system can: the lock goes with this process, however that ends."""
        with contextlib.suppress(ImportError):
            import fcntl

            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise FileError(self.path, f"{self.path} is being written by another process.") from error

    def _keep_whole_lines(self) -> None:
        """Counts the games and cuts off a line that was not written to its end."""
        self._file.seek(0)
        whole = 0
        for line in self._file:
            if not line.endswith(b"\n"):
                break
            if not self._is_game(self.games, line):
                raise FileError(
                    self.path,
                    f"{self.part} is damaged: line {self.games + 1} is no game that belongs there. Delete the file, "
                    "and all games are played anew.",
                )
            self.games += 1
            whole += len(line)
        self._file.truncate(whole)

    def _kept(self) -> int:
        """Closes the file and says how many games are in it: on a full disk fewer than were written."""
        with contextlib.suppress(OSError):
            self._file.close()
        with contextlib.suppress(OSError), self.part.open("rb") as written:
            return sum(block.count(b"\n") for block in iter(lambda: written.read(_BLOCK), b""))
        return 0

    @contextlib.contextmanager
    def _faults(self) -> Iterator[None]:
        """Within the block, what the system refuses is a FileError that says what is there."""
        try:
            yield
        except OSError as error:
            games = self._kept()
            kept = f" The first {games:,} games are in {self.part.name} beside it." if games else ""
            raise self._fault(error, kept) from error

    def _fault(self, error: OSError, kept: str = "") -> FileError:
        return FileError(self.path, f"{self.path} cannot be written: {error.strerror or error}.{kept}")
