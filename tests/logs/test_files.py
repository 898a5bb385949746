"""Lines of plain, packed and damaged files, and which files a path names."""

import bz2
import gzip
import hashlib
import io
import lzma
import os
import sys
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st

from azul_analytics.errors import FileError
from azul_analytics.logs.files import FileFault, LogFile, expand

# hardly compressible, and more than the 128 KiB that zstd packs together: a cut-off file still holds lines
NUMBERED = [hashlib.sha256(b"%d" % number).hexdigest().encode() for number in range(6000)]
TEXT = b"\n".join(NUMBERED) + b"\n"
PACKERS: list[Callable[[bytes], bytes]] = [
    lambda text: gzip.compress(text, mtime=0),
    zstandard.ZstdCompressor(write_checksum=True).compress,
]


def in_memory(content: bytes, name: str = "log.jsonl") -> LogFile:
    return LogFile(name, lambda: io.BytesIO(content))


def lines(content: bytes, longest: int = 100) -> list[tuple[int, bytes | str]]:
    found = in_memory(content).lines(longest)
    return [(number, line if isinstance(line, bytes) else line.code) for number, line in found]


def sha256(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()


def zipped(members: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", method) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return packed.getvalue()


# lines


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", []),
        (b"\n\r\n \t\n", []),
        (b"a\nb\n", [(1, b"a"), (2, b"b")]),
        (b"a\nb", [(1, b"a"), (2, b"b")]),
        (b"a\r\nb\r\n\r\nc\r", [(1, b"a"), (2, b"b"), (4, b"c")]),
        (b"\n a \n", [(2, b" a ")]),
        (
            b"\xef\xbb\xbfa\n\xef\xbb\xbfb\n",
            [(1, b"a"), (2, b"\xef\xbb\xbfb")],
        ),  # a mark leads a file, no line
        (b"\xef\xbb\xbf", []),
        (b"\xef\xbb", [(1, b"\xef\xbb")]),
        (b"\x1f", [(1, b"\x1f")]),  # the half of gzip's sign
        (b"\0\n", [(1, b"\0")]),
    ],
)
def test_lines_are_numbered_and_stripped_of_their_end_and_blank_ones_counted(
    content: bytes, expected: list[tuple[int, bytes]]
) -> None:
    assert lines(content) == expected
    for pack in PACKERS:
        assert lines(pack(content)) == expected


def without_controls(part: bytes) -> bytes:
    """Many of them would make the whole no text."""
    return part.translate(None, bytes(range(9)) + bytes(range(14, 32)))


@settings(deadline=None)
@given(st.lists(st.binary(max_size=12).map(without_controls), max_size=20), st.integers(0, 12))
def test_every_line_that_is_not_blank_is_answered_once(parts: list[bytes], longest: int) -> None:
    content = b"x" + b"\n".join(parts)  # no mark and no archive
    expected = []
    for number, line in enumerate(content.split(b"\n"), start=1):
        line = line.removesuffix(b"\r")
        if line.strip():
            expected.append((number, line if len(line) <= longest else "bad-json"))
    assert lines(content, longest) == expected


@settings(deadline=None, max_examples=50)
@given(
    st.lists(st.tuples(st.sampled_from([b"\n", b" \n", b"\r\n", b"\t \r\n", b" "]), st.integers(0, 90)), max_size=12)
)
def test_long_runs_of_blank_lines_keep_the_numbers_of_the_others(runs: list[tuple[bytes, int]]) -> None:
    content = b"".join(blank * times + b"x\n" for blank, times in runs)
    expected = [(at, line) for at, line in enumerate(content.split(b"\n"), 1) if line.strip()]
    assert lines(content, 1000) == expected


def test_blank_lines_by_the_million_are_counted_in_bulk() -> None:
    calls = 0

    def count(frame: FrameType, event: str, arg: object) -> None:
        nonlocal calls
        calls += 1

    content = gzip.compress(b"a" + b"\n \r\n" * 1_000_000 + b"b")
    sys.setprofile(count)
    try:
        found = lines(content)
    finally:
        sys.setprofile(None)
    assert found == [(1, b"a"), (2_000_001, b"b")]
    assert calls < 2_000  # of functions; one a line would be millions


RANDOM = b"".join(hashlib.sha256(b"%d" % number).digest() for number in range(200))
GAME = b'{"format":"azul-log/1"}\n' * 9


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (gzip.compress(gzip.compress(GAME)), "what it holds is gzip data;"),
        (gzip.compress(PACKERS[1](GAME)), "what it holds is zstd data;"),
        (PACKERS[1](gzip.compress(GAME)), "what it holds is gzip data;"),
        (gzip.compress(zipped({"a.jsonl": GAME})), "what it holds is a zip archive;"),
        (bz2.compress(GAME), "what it holds is bzip2 data;"),
        (lzma.compress(GAME), "what it holds is xz data;"),
        (RANDOM, "what it holds is no text (binary data?);"),
        (GAME.decode().encode("utf-16"), "what it holds is UTF-16 text;"),
        (GAME.decode().encode("utf-32"), "what it holds is UTF-32 text;"),
        (GAME.decode().encode("utf-16-le"), "what it holds is no text (UTF-16 or UTF-32?);"),
        (GAME.decode().encode("utf-32-be"), "what it holds is no text (UTF-16 or UTF-32?);"),
    ],
    ids=[
        "gzip-in-gzip",
        "zstd-in-gzip",
        "gzip-in-zstd",
        "zip-in-gzip",
        "bzip2",
        "xz",
        "no-text",
        "utf-16",
        "utf-32",
        "utf-16-le",
        "utf-32-be",
    ],
)
def test_what_is_no_text_is_one_fault_and_not_one_a_line(content: bytes, what: str) -> None:
    file = in_memory(content)
    ((number, fault),) = file.lines()
    assert number == 1
    assert isinstance(fault, FileFault)
    assert (fault.code, fault.line) == ("bad-json", 1)
    assert fault.message.startswith(f"The file is no log: {what} logs are text in UTF-8")
    assert isinstance(file.content(), FileFault)
    assert file.head(10) == b""


@pytest.mark.parametrize("noise", [b"\0" * 500, RANDOM])
def test_noise_among_lines_is_no_reason_to_drop_these(noise: bytes) -> None:
    noise = noise.replace(b"\n", b"")
    assert lines(noise[:500] + b"\n" + GAME)[1:] == [(number, GAME[:-1].split(b"\n")[0]) for number in range(2, 11)]


def test_a_line_that_is_too_long_is_a_fault_with_the_hash_of_its_bytes() -> None:
    long = b"x" * 300_000  # over several blocks
    for content in (b"a\n" + long + b"\r\nb\n", b"a\n" + long + b"\nb", b"a\n" + long):
        first, (number, fault), *last = in_memory(content).lines(100)
        assert first == (1, b"a")
        assert isinstance(fault, FileFault)
        assert (number, fault.line, fault.file, fault.code) == (2, 2, "log.jsonl", "bad-json")
        assert fault.message == "The line is too long: 300000 bytes, and at most 100 are read."
        assert fault.hash == sha256(long)
        assert last in ([(3, b"b")], [])


def test_a_line_of_just_the_longest_size_is_read() -> None:
    assert lines(b"x" * 100 + b"\r\n" + b"y" * 101 + b"\r\n" + b"z" * 100) == [
        (1, b"x" * 100), (2, "bad-json"), (3, b"z" * 100)
    ]  # fmt: skip


def test_a_long_blank_line_is_blank() -> None:
    assert lines(b" " * 300_000 + b"\na\n") == [(2, b"a")]


# packed and damaged


@pytest.mark.parametrize("pack", PACKERS)
def test_packed_files_in_several_parts_are_one(pack: Callable[[bytes], bytes]) -> None:
    assert lines(pack(b"a\nb") + pack(b"") + pack(b"c\nd\n")) == [(1, b"a"), (2, b"bc"), (3, b"d")]


def test_zeros_behind_gzip_are_padding() -> None:
    assert lines(gzip.compress(b"a\n") + b"\0" * 1000) == [(1, b"a")]


def test_zstd_may_begin_with_a_frame_that_is_skipped() -> None:
    skipped = b"\x50\x2a\x4d\x18" + (4).to_bytes(4, "little") + b"note"
    assert lines(skipped + zstandard.compress(b"a\n")) == [(1, b"a")]


@pytest.mark.parametrize("pack", PACKERS)
def test_of_a_cut_off_archive_the_lines_before_the_cut_and_one_fault(pack: Callable[[bytes], bytes]) -> None:
    packed = pack(TEXT)
    *whole, (number, fault) = in_memory(packed[: len(packed) * 3 // 4]).lines()
    assert [line for _, line in whole] == NUMBERED[: len(whole)]
    assert len(whole) > 100
    assert number == len(whole) + 1
    assert isinstance(fault, FileFault)
    assert fault.code == "bad-json"
    assert "cut off" in fault.message


@pytest.mark.parametrize("pack", PACKERS)
def test_the_hash_of_the_rest_is_that_of_the_begun_line(pack: Callable[[bytes], bytes]) -> None:
    packed = pack(b"a\nbegun")
    faults = [in_memory(packed[:-cut] + junk).lines() for cut, junk in ((2, b""), (1, b"\xff"))]
    for ((number, fault),) in [[answer for answer in found if isinstance(answer[1], FileFault)] for found in faults]:
        assert isinstance(fault, FileFault)
        assert (number, fault.hash) in ((2, sha256(b"begun")), (1, sha256(b"")))


@pytest.mark.parametrize("pack", PACKERS)
@settings(deadline=None)
@given(data=st.data())
def test_damage_never_raises_and_is_told_once_at_the_end(pack: Callable[[bytes], bytes], data: st.DataObject) -> None:
    packed = bytearray(pack(b"\n".join(NUMBERED[:50])))
    for at in data.draw(st.lists(st.integers(4, len(packed) - 1), min_size=1, max_size=4)):
        packed[at] ^= data.draw(st.integers(1, 255))
    answers = list(in_memory(bytes(packed)).lines())
    faults = [number for number, answer in answers if isinstance(answer, FileFault)]
    assert faults in ([], [answers[-1][0]] if answers else [])
    assert [number for number, _ in answers] == sorted({number for number, _ in answers})


def test_an_archive_that_unpacks_to_very_much_stays_small_in_memory() -> None:
    letters = b"x" * 2**20
    packer = zstandard.ZstdCompressor().compressobj()
    bomb = b"".join([*(packer.compress(letters) for _ in range(100)), packer.flush()])
    for content in (bomb, gzip.compress(letters * 60)):
        tracemalloc.start()
        assert lines(content, 2**20) == [(1, "bad-json")]
        assert tracemalloc.get_traced_memory()[1] < 50 * 2**20
        tracemalloc.stop()


# whole and head


def test_the_content_as_a_whole_without_mark() -> None:
    for pack in (bytes, *PACKERS):
        assert in_memory(pack(b"\xef\xbb\xbfa\r\nb")).content() == b"a\r\nb"


def test_the_content_is_a_fault_if_it_is_too_large_or_damaged() -> None:
    too_large, cut = in_memory(TEXT).content(1000), in_memory(gzip.compress(TEXT)[:-4]).content()
    assert isinstance(too_large, FileFault)
    assert too_large.message == "The file is too large: over 1000 bytes when unpacked."
    assert isinstance(cut, FileFault)
    assert (cut.code, cut.hash) == ("bad-json", sha256(TEXT))


def test_the_head_is_what_there_is_of_it() -> None:
    for pack in (bytes, *PACKERS):
        assert in_memory(pack(b"\xef\xbb\xbfabc")).head(2) == b"ab"
        assert in_memory(pack(b"abc")).head(10) == b"abc"
    assert in_memory(gzip.compress(b"abc")[:-1]).head(10) == b"abc"
    assert in_memory(b"\x1f\x8bno gzip").head(10) == b""


# names


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("logs/club.jsonl", "club"),
        ("club.jsonl.gz", "club"),
        ("club.2026.JSON.ZST", "club.2026"),
        ("bga.zip/tables/743.json", "743"),
        ("page.html", "page.html"),
        ("club", "club"),
        (".gz", ".gz"),
    ],
)
def test_the_source_is_the_name_without_folder_and_endings(name: str, source: str) -> None:
    assert in_memory(b"", name).source_name == source


# paths


def make(folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(b"a\n")


def names(*paths: object, below: Path) -> list[str]:
    return [str(Path(file.name).relative_to(below)) for file in expand(paths)]  # type: ignore[arg-type]


def test_a_folder_gives_what_ends_like_a_log_and_is_not_hidden(tmp_path: Path) -> None:
    make(
        tmp_path,
        "b.jsonl",
        "a.JSON",
        "c/d.jsonl.gz",
        "c/e.zst",
        "f.mhtml",
        "readme.txt",
        ".g.jsonl",
        ".h/i.jsonl",
    )
    assert names(tmp_path, below=tmp_path) == ["a.JSON", "b.jsonl", "c/d.jsonl.gz", "c/e.zst", "f.mhtml"]


def test_what_a_browser_saved_beside_a_page_is_no_log(tmp_path: Path) -> None:
    make(tmp_path, "page.html", "page_files/data.json", "page_files/deep/frame.html", "other_files/a.jsonl")
    assert names(tmp_path, below=tmp_path) == ["other_files/a.jsonl", "page.html"]


def test_a_pattern_is_expanded_where_the_shell_did_not(tmp_path: Path) -> None:
    make(tmp_path, "b.jsonl", "a.jsonl", "c/d.jsonl", "a.txt")
    assert names(tmp_path / "*.jsonl", below=tmp_path) == ["a.jsonl", "b.jsonl"]
    assert names(tmp_path / "**" / "*.jsonl", below=tmp_path) == ["a.jsonl", "b.jsonl", "c/d.jsonl"]
    assert names(tmp_path / "[ac]*", below=tmp_path) == ["a.jsonl", "a.txt", "c/d.jsonl"]


def test_a_file_whose_name_looks_like_a_pattern_is_that_file(tmp_path: Path) -> None:
    make(tmp_path, "a[1].jsonl", "a1.jsonl")
    assert names(tmp_path / "a[1].jsonl", below=tmp_path) == ["a[1].jsonl"]


def test_a_file_that_is_named_twice_comes_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make(tmp_path, "a.jsonl", "b.jsonl")
    (tmp_path / "link.jsonl").symlink_to(tmp_path / "a.jsonl")
    monkeypatch.chdir(tmp_path)
    assert [file.name for file in expand(["./b.jsonl", tmp_path, "b.jsonl"])] == [
        "./b.jsonl", str(tmp_path / "a.jsonl")
    ]  # fmt: skip


def test_paths_stay_as_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make(tmp_path, "logs/a.jsonl")
    monkeypatch.chdir(tmp_path)
    for given_path in ("./logs/a.jsonl", "logs/../logs/a.jsonl", "./logs", "logs/"):
        (file,) = expand([given_path])
        assert file.name in (given_path, f"{given_path.removesuffix('/')}/a.jsonl")


def test_a_path_without_logs_is_an_error_that_names_it(tmp_path: Path) -> None:
    make(tmp_path, "readme.txt")
    for path, reason in (
        (tmp_path / "no.jsonl", "no such file or folder"),
        (tmp_path, "no log file in the folder"),
        (tmp_path / "*.jsonl", "no log file matches the pattern"),
    ):
        with pytest.raises(FileError, match=reason) as raised:
            expand([path])
        assert raised.value.path == str(path)
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(FileError, match="neither a file nor a folder"):
        expand([tmp_path / "pipe"])


def test_stdin_and_an_empty_name_are_refused() -> None:
    with pytest.raises(FileError, match=r"not read from stdin \(`-`\)"):
        expand(["-"])
    with pytest.raises(FileError, match="the name of a log file is empty"):
        expand([""])


def test_a_file_that_is_gone_when_it_is_read_is_an_error(tmp_path: Path) -> None:
    make(tmp_path, "a.jsonl")
    (file,) = expand([tmp_path])
    (tmp_path / "a.jsonl").unlink()
    with pytest.raises(FileError, match="cannot read"):
        list(file.lines())


def test_a_name_that_is_no_unicode_can_be_read_and_shown(tmp_path: Path) -> None:
    make(tmp_path, os.fsdecode(b"caf\xe9.jsonl"))
    (file,) = expand([tmp_path])
    assert file.source_name == "caf\ufffd"
    assert list(file.lines()) == [(1, b"a")]


# zip archives


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_members_of_an_archive_are_files(tmp_path: Path, method: int) -> None:
    members = {
        "b.jsonl": b"b\n",
        "2026/a.jsonl.gz": gzip.compress(b"a\n"),
        "readme.txt": b"no",
        "__MACOSX/b.jsonl": b"x",
    }
    path = tmp_path / "games"  # known by its content
    path.write_bytes(zipped(members, method))
    files = expand([path])
    assert [file.name for file in files] == [f"{path}/2026/a.jsonl.gz", f"{path}/b.jsonl"]
    assert [list(file.lines()) for file in files] == [[(1, b"a")], [(1, b"b")]]
    assert [file.head(5) for file in files] == [b"a\n", b"b\n"]


def test_names_that_lead_out_of_an_archive_are_names(tmp_path: Path) -> None:
    path = tmp_path / "games.zip"
    names = ["../up.jsonl", "./here.jsonl", "/etc/a.jsonl", "b/../c.jsonl", "b/c/d.jsonl"]
    path.write_bytes(zipped({name: name.encode() for name in [*names, ".hidden.jsonl", "b/.git/e.jsonl", "..f.jsonl"]}))
    assert [list(file.lines()) for file in expand([path])] == [[(1, name.encode())] for name in names]
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (zipped({"a.jsonl": b"a\n"})[:-5], "the zip archive is damaged or cut off"),
        (zipped({"readme.txt": b"a\n"}), "the zip archive holds no log file"),
        (zipped({}), "the zip archive holds no log file"),
        (
            zipped({"inner.zip": zipped({"a.jsonl": b"a\n"})}),
            "a zip archive within a zip archive is not read",
        ),
        # the content was changed after it was packed, so its checksum is wrong
        (zipped({"a.jsonl": b"abc\n"}, zipfile.ZIP_STORED).replace(b"abc\n", b"xyz\n"), "Bad CRC-32"),
    ],
)
def test_an_archive_that_cannot_be_read_is_one_fault(tmp_path: Path, content: bytes, reason: str) -> None:
    (tmp_path / "games.zip").write_bytes(content)
    (file,) = expand([tmp_path])
    ((number, fault),) = file.lines()
    assert number == 1
    assert isinstance(fault, FileFault)
    assert reason in fault.message
    assert isinstance(file.content(), FileFault)
    assert file.head(10) == b""


def test_an_encrypted_member_is_a_fault_and_the_others_are_read(tmp_path: Path) -> None:
    content = bytearray(zipped({"a.jsonl": b"a\n", "b.jsonl": b"b\n"}))
    for sign, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):  # where the flags of the first member stand
        content[content.index(sign) + flags] |= 1
    (tmp_path / "games.zip").write_bytes(content)
    (_, fault), line = [answer for file in expand([tmp_path]) for answer in file.lines()]
    assert isinstance(fault, FileFault)
    assert "encrypted" in fault.message
    assert line == (1, b"b")


def test_a_member_packed_in_an_unknown_way_is_a_fault_and_the_others_are_read(tmp_path: Path) -> None:
    content = bytearray(zipped({"a.jsonl": b"a\n", "b.jsonl": b"b\n"}))
    for sign, method in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):  # where the method of the first member stands
        content[content.index(sign) + method] = 99
    (tmp_path / "games.zip").write_bytes(content)
    (_, fault), line = [answer for file in expand([tmp_path]) for answer in file.lines()]
    assert isinstance(fault, FileFault)
    assert fault.file == f"{tmp_path}/games.zip/a.jsonl"
    assert "compression" in fault.message
    assert line == (1, b"b")


def test_a_damaged_member_is_a_fault_and_the_others_are_read(tmp_path: Path) -> None:
    content = bytearray(zipped({"./a.jsonl": NUMBERED[0] + NUMBERED[1], "b.jsonl": b"b\n"}))
    content[content.index(b"a.jsonl") + 20] ^= 255
    (tmp_path / "games.zip").write_bytes(content)
    (*_, (_, fault)), line = [list(file.lines()) for file in expand([tmp_path])]
    assert isinstance(fault, FileFault)
    assert line == [(1, b"b")]


def test_several_archives_can_be_read_in_turns(tmp_path: Path) -> None:
    for name in ("x.zip", "y.zip"):
        (tmp_path / name).write_bytes(zipped({"a.jsonl": b"1\n2\n", "b.jsonl": b"3\n4\n"}))
    files = expand([tmp_path])
    assert [[line for _, line in row] for row in zip(*(file.lines() for file in files), strict=True)] == [
        [b"1", b"3", b"1", b"3"], [b"2", b"4", b"2", b"4"]
    ]  # fmt: skip
