"""Files of any kind as lines of bytes: plain, gzip, zstd, members of zip archives.

The content decides what a file is, never its name. Memory stays bounded by the longest line that is
allowed, whatever an archive unpacks to. A fault of a file is a value (`FileFault`) in its place among
the lines; only wrong use (no such path) is an exception.
"""

# Paths stay as they were given; pathlib would turn `./games.jsonl` into another text.
# ruff: noqa: PTH112, PTH113, PTH118, PTH119, PTH122, PTH123, PTH207
from __future__ import annotations

import contextlib
import glob
import hashlib
import lzma
import os
import re
import struct
import zipfile
import zlib
from collections.abc import Generator, Iterable, Iterator
from typing import IO, Protocol, cast

from azul_analytics.errors import FileError
from azul_analytics.records import Unreadable, sha256

LONGEST_LINE = 16 * 2**20  # bytes of one line, its end not counted
LARGEST_CONTENT = 256 * 2**20  # bytes of a file that is read as a whole, unpacked
ENDINGS = (".jsonl", ".json", ".gz", ".zst", ".html", ".htm", ".mhtml", ".zip")  # looked for in folders
SOURCE_ENDINGS = (".jsonl", ".json", ".gz", ".zst")  # no part of the source's name
PAGE_ENDINGS = (".html", ".htm")
PAGE_FOLDERS = ("_files", "-Dateien", "_fichiers", "_archivos")  # what browsers put beside a saved page

_BLOCK = 2**16
_UNPACKED_BLOCK = 2**20
_ZSTD_PIECE = 2**8  # 4 bytes of zstd can hold 128 KiB: a piece unpacks to 8 MiB at most
_ZSTD_ROOM = 2**15  # of its output at a time; with 128 KiB and more each piece asks the system for memory
_MARK = b"\xef\xbb\xbf"
_SHORT_LINE = 16  # bytes; where lines are shorter on average, most of them may be blank
_BLANK_LINES = re.compile(rb"\n\s{64,}\n")
_GZIP, _ZSTD, _ZSTD_SKIPPABLE = b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"\x2a\x4d\x18"
_ZIPS = (b"PK\x03\x04", b"PK\x05\x06")
_START = 2**12  # bytes that tell whether a file is text
_TOO_FEW = 2**6  # of them, for their share of control characters to tell anything
_NO_TEXT = {
    _GZIP: "gzip data", _ZSTD: "zstd data", _ZIPS[0]: "a zip archive", _ZIPS[1]: "a zip archive", b"BZh": "bzip2 data",
    b"\xfd7zXZ": "xz data", b"7z\xbc\xaf": "a 7-Zip archive",
    b"\xff\xfe\0\0": "UTF-32 text", b"\0\0\xfe\xff": "UTF-32 text", b"\xff\xfe": "UTF-16 text",
    b"\xfe\xff": "UTF-16 text",
}  # fmt: skip
_CONTROLS = bytes(set(range(32)) - set(b"\t\n\v\f\r"))
_MOST_CONTROLS = 1 / 16  # of text; of random bytes they are 1/9
# what unpacking damaged or encrypted data raises; zipfile lets some of it through from below
_DAMAGES = (
    EOFError, OSError, zlib.error, lzma.LZMAError, zipfile.BadZipFile, struct.error, RuntimeError,
    NotImplementedError, OverflowError, ValueError,
)  # fmt: skip


class FileFault(Unreadable, frozen=True):
    """A place of a file that cannot be read as lines or as a whole: yield it as it is."""


class _UnpackingError(Exception):
    """The rest of the content cannot be unpacked; the text says why."""


class _NotTextError(Exception):
    """The content, unpacked, is no text; the sentence says what it is, `hash` is that of its first bytes."""

    def __init__(self, message: str, hash: str):
        super().__init__(message)
        self.hash = hash


class _Opener(Protocol):
    def __call__(self) -> IO[bytes]: ...


class LogFile:
    """A file, or a member of an archive, that can be read any number of times.

    `name` is the path as given; a member's is `archive.zip/member`.
    """

    def __init__(self, name: str, opener: _Opener):
        self.name = name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
        self._opener = opener

    def __repr__(self) -> str:
        return f"LogFile({self.name!r})"

    @property
    def source_name(self) -> str:
        """The file's name without folder and without `.jsonl`, `.json`, `.gz`, `.zst`."""
        name = os.path.basename(self.name.rsplit("/", 1)[-1])
        while True:
            stem, ending = os.path.splitext(name)
            if ending.lower() not in SOURCE_ENDINGS:
                return name
            name = stem

    def lines(self, longest: int = LONGEST_LINE) -> Iterator[tuple[int, bytes | FileFault]]:
        """Each line that is not blank with its number from 1, without its end (LF or CRLF).

        A line over `longest` bytes is a fault with the hash of its bytes. Where the content cannot be
        unpacked any further, one fault stands for the rest, the begun line included, and is the last. What is
        no text is one fault. Raises FileError if the file cannot be opened.
        """
        number = 1
        begun = _BegunLine(longest)
        try:
            for block, left_out in _without_blank_lines(self._blocks()):
                number += left_out
                pieces = block.split(b"\n")
                begun.add(pieces[0])
                if len(pieces) == 1:
                    continue
                if (first := begun.end()) is not None:
                    yield number, self._checked(first, number, longest)
                for line in pieces[1:-1]:
                    number += 1
                    if line and not line.isspace():
                        line = line[:-1] if line[-1] == 13 else line
                        yield number, line if len(line) <= longest else self._checked(line, number, longest)
                number += 1
                begun.add(pieces[-1])
        except _UnpackingError as reason:
            message = f"The rest of the file, from this line on, cannot be read: {reason}."
            yield number, self._fault(message, number, begun.hash())
            return
        except _NotTextError as error:
            yield number, self._fault(str(error), number, error.hash)
            return
        if (last := begun.end()) is not None:
            yield number, self._checked(last, number, longest)

    def content(self, largest: int = LARGEST_CONTENT) -> bytes | FileFault:
        """All bytes, unpacked, without byte-order mark; a fault if some cannot be unpacked or if there
        are more than `largest`. Raises FileError if the file cannot be opened."""
        read = bytearray()
        try:
            for block in self._blocks():
                read += block
                if len(read) > largest:
                    message = f"The file is too large: over {largest} bytes when unpacked."
                    return self._fault(message, None, sha256(bytes(read)))
        except _UnpackingError as reason:
            return self._fault(f"The file cannot be read to its end: {reason}.", None, sha256(bytes(read)))
        except _NotTextError as error:
            return self._fault(str(error), None, error.hash)
        return bytes(read)

    def head(self, size: int) -> bytes:
        """The first `size` bytes, unpacked, without byte-order mark; fewer if there are no more or if
        they cannot be unpacked. Raises FileError if the file cannot be opened."""
        read = bytearray()
        with contextlib.suppress(_UnpackingError, _NotTextError), contextlib.closing(self._blocks()) as blocks:
            for block in blocks:
                read += block
                if len(read) >= size:
                    break
        return bytes(read[:size])

    def _checked(self, line: bytes | _TooLong, number: int, longest: int) -> bytes | FileFault:
        if isinstance(line, bytes) and len(line) <= longest:
            return line
        size, hash = (line.size, line.hash) if isinstance(line, _TooLong) else (len(line), sha256(line))
        message = f"The line is too long: {size} bytes, and at most {longest} are read."
        return self._fault(message, number, hash)

    def _fault(self, message: str, line: int | None, hash: str) -> FileFault:
        return FileFault("bad-json", message, self.name, line, hash)

    def _blocks(self) -> Generator[bytes]:
        """The content, unpacked, without byte-order mark; the first block tells whether it is text."""
        try:
            with self._opener() as stream:
                blocks = _unpacked(stream)
                start, damage = _start(blocks)
                if what := _no_text(start):
                    raise _NotTextError(f"The file is no log: what it holds is {what}.", sha256(start))
                yield start.removeprefix(_MARK)
                if damage is not None:
                    raise damage
                yield from blocks
        except FileError:
            raise
        except _DAMAGES as error:
            raise _UnpackingError(_said(error)) from error


def _start(blocks: Iterator[bytes]) -> tuple[bytes, BaseException | None]:
    """The first `_START` bytes and what comes with them, and the damage where there are fewer for one."""
    start = bytearray()
    try:
        for block in blocks:
            start += block
            if len(start) >= _START:
                break
    except _DAMAGES as error:
        return bytes(start), error
    return bytes(start), None


def _no_text(start: bytes) -> str | None:
    """What content is that begins so and is no text in UTF-8; None if it may be a log, though one with faults."""
    for sign, what in _NO_TEXT.items():
        if start.startswith(sign):
            return f"{what}; logs are text in UTF-8, packed once by gzip, zstd or zip, or not at all"
    seen = start[:_START]
    controls = len(seen) - len(seen.translate(None, _CONTROLS))
    if len(seen) < _TOO_FEW or controls <= len(seen) * _MOST_CONTROLS:
        return None
    if any(line.startswith(b"{") and line.rstrip().endswith(b"}") for line in seen.split(b"\n")):
        return None
    guess = "UTF-16 or UTF-32?" if seen.count(0) > len(seen) // 5 else "binary data?"
    return f"no text ({guess}); logs are text in UTF-8"


def _without_blank_lines(blocks: Iterator[bytes]) -> Iterator[tuple[bytes, int]]:
    """The blocks, and how many blank lines were left out before each: those of long runs, which would be slow
    one by one. (300 KB of gzip hold 300 million.)"""
    left_out = 0
    for block in blocks:
        begin = 0
        if block.count(b"\n") * _SHORT_LINE > len(block):
            for run in _BLANK_LINES.finditer(block):
                yield block[begin : run.start() + 1], left_out
                left_out = run[0].count(b"\n") - 1
                begin = run.end()
        yield block[begin:], left_out
        left_out = 0


class _TooLong:
    """A line that was not kept: its size in bytes and their hash."""

    def __init__(self, size: int, hash: str):
        self.size = size
        self.hash = hash


class _BegunLine:
    """The part read so far of a line whose end has not come; over `longest` only its hash is kept."""

    def __init__(self, longest: int):
        self._longest = longest
        self._clear()

    def _clear(self) -> None:
        self._kept = bytearray()
        self._size = 0
        self._hash = hashlib.sha256()
        self._blank = True

    def add(self, piece: bytes) -> None:
        self._kept += piece
        if len(self._kept) > self._longest + 1:  # one for the CR of its end
            hashed = self._kept.removesuffix(b"\r")
            self._blank = self._blank and hashed.isspace()
            self._hash.update(hashed)
            self._size += len(hashed)
            del self._kept[: len(hashed)]

    def end(self) -> bytes | _TooLong | None:
        """The line without its end, and None if it is blank; a new line begins."""
        line = bytes(self._kept.removesuffix(b"\r"))
        blank = self._blank and (not line or line.isspace())
        size = self._size
        if size:
            self._hash.update(line)
        hash = self._hash.hexdigest()
        self._clear()
        if blank:
            return None
        return _TooLong(size + len(line), hash) if size else line

    def hash(self) -> str:
        """The SHA-256 of all bytes read so far."""
        whole = self._hash.copy()
        whole.update(self._kept)
        return whole.hexdigest()


def _unpacked(stream: IO[bytes]) -> Iterator[bytes]:
    """The stream's bytes, unpacked if they begin like gzip or zstd. Raises one of _DAMAGES."""
    start = stream.read(4)
    packed = _pieces(stream, start)
    if start.startswith(_GZIP):
        return _gunzipped(packed)
    if start == _ZSTD or (start[1:] == _ZSTD_SKIPPABLE and start[0] >> 4 == 5):
        return _unzstded(packed)
    return packed


def _pieces(stream: IO[bytes], start: bytes) -> Iterator[bytes]:
    if start:
        yield start
    while piece := stream.read(_BLOCK):
        yield piece


def _gunzipped(packed: Iterator[bytes]) -> Iterator[bytes]:
    """All members of a gzip stream; zeros after the last one are padding. `zlib` instead of `gzip`,
    which loses what it unpacked before it met the cut."""
    unpacker = zlib.decompressobj(wbits=31)
    begun = False
    for piece in packed:
        while piece:
            if not begun and not (piece := piece.lstrip(b"\0")):
                break
            begun = True
            yield unpacker.decompress(piece, _UNPACKED_BLOCK)
            piece = unpacker.unconsumed_tail
            if unpacker.eof:
                piece = unpacker.unused_data
                unpacker, begun = zlib.decompressobj(wbits=31), False
    if begun:
        raise EOFError("the gzip data are cut off")


def _unzstded(packed: Iterator[bytes]) -> Iterator[bytes]:
    """All frames of a zstd stream."""
    block = bytearray()
    damage = None
    try:
        for unpacked in _unzstded_pieces(packed):
            block += unpacked
            if len(block) >= _BLOCK:
                yield bytes(block)
                block.clear()
    except EOFError as error:
        damage = error
    yield bytes(block)
    if damage is not None:
        raise damage


def _unzstded_pieces(packed: Iterator[bytes]) -> Iterator[bytes]:
    """In small pieces, since what a piece unpacks to cannot be limited."""
    import zstandard

    frames = zstandard.ZstdDecompressor()
    unpacker, begun = frames.decompressobj(_ZSTD_ROOM), False
    try:
        for large_piece in packed:
            for at in range(0, len(large_piece), _ZSTD_PIECE):
                piece = large_piece[at : at + _ZSTD_PIECE]
                while piece:
                    begun = True
                    yield unpacker.decompress(piece)
                    piece = b""
                    if unpacker.eof:
                        piece = unpacker.unused_data
                        unpacker, begun = frames.decompressobj(_ZSTD_ROOM), False
    except zstandard.ZstdError as error:
        raise EOFError(f"the zstd data are damaged ({error})") from error
    if begun:
        raise EOFError("the zstd data are cut off")


def _said(error: BaseException) -> str:
    if isinstance(error, zlib.error):
        return f"the compressed data are damaged ({error})"
    return str(error) or type(error).__name__


def expand(paths: Iterable[str | os.PathLike[str]]) -> list[LogFile]:
    """The log files that the paths name, in their order; a file that is named twice comes once.

    A path is a file, a folder (all below it that ends like a log file and is not hidden, sorted), a
    pattern with `*`, `?`, `[...]` or `**`, or a zip archive (its members as from a folder). What is
    unpacked is never written anywhere. Raises FileError, before any game is read, where a path does not
    exist, cannot be opened, or names no log file.
    """
    files: list[LogFile] = []
    seen: set[str] = set()
    for path in paths:
        for found in _found(os.fspath(path)):
            real = os.path.realpath(found)
            if real not in seen:
                seen.add(real)
                files += _files_of(found)
    return files


def _found(path: str) -> list[str]:
    if os.path.isdir(path):
        if found := _below(path):
            return found
        raise FileError(path, f"no log file in the folder {path!r}: none ends in {', '.join(ENDINGS)}")
    if os.path.isfile(path):
        return [path]
    if path == "-":
        raise FileError(path, "logs are not read from stdin (`-`); name files, folders, patterns or zip archives")
    if not path:
        raise FileError(path, "the name of a log file is empty")
    if os.path.lexists(path):
        raise FileError(path, f"neither a file nor a folder: {path!r}")
    if not glob.has_magic(path):
        raise FileError(path, f"no such file or folder: {path!r}")
    hits = sorted(glob.glob(path, recursive=True))
    found = [file for hit in hits for file in (_below(hit) if os.path.isdir(hit) else [hit])]
    if not found:
        raise FileError(path, f"no log file matches the pattern {path!r}")
    return found


def _below(folder: str) -> list[str]:
    """The log files below a folder; links to folders are not followed, so that it ends."""
    relative = []
    for parent, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        relative += [os.path.relpath(os.path.join(parent, name), folder) for name in names]
    return [os.path.join(folder, name) for name in _logs_among(relative, os.sep)]


def _logs_among(names: Iterable[str], separator: str) -> list[str]:
    """Those of the relative paths that look like logs, sorted: known endings, nothing hidden, nothing
    that belongs to a saved page."""
    names = list(names)
    pages = {os.path.splitext(name)[0] for name in names if name.lower().endswith(PAGE_ENDINGS)}
    of_pages = {page + folder for page in pages for folder in PAGE_FOLDERS}

    def is_log(name: str) -> bool:
        parts = name.split(separator)
        parents = {separator.join(parts[:depth]) for depth in range(1, len(parts))}
        # the names in an archive may begin with `./` or `../`; they are only names, nothing is put there
        hidden = any((part[:1] == "." and part not in (".", "..")) or part == "__MACOSX" for part in parts)
        return name.lower().endswith(ENDINGS) and not hidden and not parents & of_pages

    return sorted(filter(is_log, names))


def _files_of(path: str) -> list[LogFile]:
    """The file itself, or the members of the archive that it is."""
    with _opened(path) as stream:
        start = stream.read(4)
    if start not in _ZIPS:
        return [LogFile(path, lambda: _opened(path))]
    try:
        members = _members(path)
    except (*_DAMAGES, FileError) as error:
        return [LogFile(path, _refusing(f"the zip archive is damaged or cut off ({_said(error)})"))]
    if not members:
        return [LogFile(path, _refusing("the zip archive holds no log file"))]
    return [LogFile(f"{path}/{member.filename}", _member_opener(path, member)) for member in members]


def _opened(path: str) -> IO[bytes]:
    try:
        return open(path, "rb")
    except OSError as error:
        raise FileError(path, f"cannot read {path!r}: {error.strerror or error}") from error


def _refusing(reason: str) -> _Opener:
    def refuse() -> IO[bytes]:
        raise EOFError(reason)

    return refuse


def _members(path: str) -> list[zipfile.ZipInfo]:
    """The members of a zip archive that look like logs, sorted by name."""
    with _opened(path) as stream, zipfile.ZipFile(stream) as archive:
        by_name: dict[str, list[zipfile.ZipInfo]] = {}
        for info in archive.infolist():
            by_name.setdefault(info.filename, []).append(info)
    return [info for name in _logs_among(by_name, "/") for info in by_name[name]]


def _member_opener(path: str, member: zipfile.ZipInfo) -> _Opener:
    """Opens the member where the archive's list says that it lies. `ZipFile.open` would have to read the
    whole list again for every member, or keep the archive open for as long as anybody may read."""

    def open_member() -> IO[bytes]:
        if member.flag_bits & 1:
            raise EOFError("this member of the zip archive is encrypted")
        with contextlib.ExitStack() as closing:
            archive = closing.enter_context(_opened(path))
            archive.seek(member.header_offset)
            sign, name_size, extra_size = struct.unpack("<4s22xHH", archive.read(30))
            if sign != _ZIPS[0]:
                raise EOFError("the zip archive is damaged: a member does not lie where it should")
            archive.seek(name_size + extra_size, os.SEEK_CUR)
            stream = zipfile.ZipExtFile(archive, "r", member, close_fileobj=True)
            if stream.peek(4)[:4] in _ZIPS:
                raise EOFError("a zip archive within a zip archive is not read")
            closing.pop_all()
        return cast(IO[bytes], stream)

    return open_member
