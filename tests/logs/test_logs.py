"""Formats, detection, many files, writing, and the golden samples of every format."""

import gzip
import re
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
import zstandard

from azul_analytics import logs
from azul_analytics.errors import AzulError, FileError
from azul_analytics.logs.files import expand
from azul_analytics.records import (
    REJECT_CODES,
    Claims,
    GameRecord,
    Player,
    Round,
    RoundClaims,
    Unreadable,
    origin_of,
)

GOLDEN = Path(__file__).parent.parent / "golden"
LINE = b'{"format":"azul-log/1","id":"%s","players":[{"name":"Ana"}],"opening_seat":0,"rounds":[]}\n'


def game(id: str) -> GameRecord:
    return GameRecord("azul-log/1", id, [Player("Ana"), Player("Beto")], 0, [Round("BBYR", "1B1")])


def ids(records: Iterator[GameRecord | Unreadable]) -> list[str]:
    return [record.code if isinstance(record, Unreadable) else record.game_id for record in records]


# golden samples: a folder tests/golden/<format>_<what it shows>


def folders_of(format: str) -> list[Path]:
    return sorted(GOLDEN.glob(f"{format.replace('-', '_')}_*/"))


@pytest.mark.parametrize("format", logs.READERS)
def test_golden_samples_are_there_for_every_format_and_are_taken_for_it(format: str) -> None:
    assert folders_of(format)
    for folder in folders_of(format):
        for file in expand([folder]):
            if file.source_name != "odd":  # samples that begin with a fault
                assert logs.detect(file) == format, file
            assert list(logs.read_file(file, format)), file


@pytest.mark.parametrize("folder", folders_of("azul-log"), ids=lambda folder: folder.name)
def test_golden_azul_log_gets_the_answers_written_beside_it(folder: Path) -> None:
    lines = (folder / "answers.txt").read_text().splitlines()
    assert [said(record, folder) for record in logs.read(folder)] == [line.split(" ")[:3] for line in lines]


def said(record: GameRecord | Unreadable, folder: Path) -> list[str]:
    """An answer as in answers.txt, where a remark may follow: place, code of a fault or `game`, game."""
    if isinstance(record, Unreadable):
        file, line, code, game_id = record.file, record.line, record.code, record.game_id or "-"
    else:
        file, line, code, game_id = origin_of(record).file, origin_of(record).line, "game", record.game_id
    return [f"{Path(file or '').relative_to(folder)}:{line}", code, game_id]


# reading


def test_files_are_read_in_order_and_the_format_is_found_by_content(tmp_path: Path) -> None:
    (tmp_path / "b.jsonl").write_bytes(LINE % b"1")
    (tmp_path / "a.json").write_bytes(b"junk\n" + LINE % b"2")
    assert ids(logs.read([tmp_path / "b.jsonl", tmp_path])) == ["b/1", "bad-json", "a/2"]


def test_a_single_path_may_be_text_or_path(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(LINE % b"1")
    assert ids(logs.read(path)) == ids(logs.read(str(path))) == ids(logs.read([str(path)])) == ["a/1"]


def test_reading_is_lazy(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(LINE % b"1")
    records = logs.read(path)
    path.write_bytes(LINE % b"2")
    assert ids(records) == ["a/2"]


def test_wrong_use_is_told_before_anything_is_read(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"no such file or folder: 'nowhere\.jsonl'"):
        logs.read("nowhere.jsonl")
    with pytest.raises(AzulError, match="unknown log format 'csv'; known here: azul-log, bga, faience"):
        logs.read(tmp_path, format="csv")


def test_a_named_format_is_not_looked_for(tmp_path: Path) -> None:
    # as azul-log, a record of another format is one that nobody knows
    (tmp_path / "a.jsonl").write_bytes(b'{"format":"faience-game/1","moves":[]}\n')
    assert ids(logs.read(tmp_path, format="azul-log")) == ["unknown-format"]


def test_a_named_ruleset_replaces_what_the_log_says_but_not_what_is_kept_of_it(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(LINE.replace(b'"opening_seat"', b'"ruleset":"gray","opening_seat"') % b"1")
    (record,) = logs.read(tmp_path, ruleset="crystal_1")
    assert isinstance(record, GameRecord)
    assert record.ruleset == "crystal_1"
    assert b'"ruleset":"gray"' in origin_of(record).canonical


def test_a_longest_line_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(LINE % b"1" + LINE % b"a-longer-id" + LINE % b"2")
    assert ids(logs.read(tmp_path, longest=len(LINE % b"1") - 1)) == ["a/1", "bad-json", "a/2"]


# writing


@pytest.mark.parametrize("ending", ["jsonl", "jsonl.gz", "jsonl.zst", "GZ"])
def test_what_is_written_is_read_back_and_always_the_same_bytes(tmp_path: Path, ending: str) -> None:
    games = [game("1"), game("2")]
    first, second = tmp_path / f"first.{ending}", tmp_path / f"second.{ending}"
    assert logs.write(games, first) == logs.write(iter(games), str(second)) == 2
    assert first.read_bytes() == second.read_bytes()
    assert ids(logs.read(first)) == ["first/1", "first/2"]
    assert sorted(tmp_path.iterdir()) == [first, second]


def test_the_ending_of_the_path_says_how_it_is_packed(tmp_path: Path) -> None:
    for name in ("a.jsonl", "a.jsonl.gz", "a.jsonl.zst"):
        logs.write([game("1")], tmp_path / name)
    plain = (tmp_path / "a.jsonl").read_bytes()
    packed = (tmp_path / "a.jsonl.gz").read_bytes()
    assert gzip.decompress(packed) == plain
    assert packed[3:8] == b"\0\0\0\0\0"  # no flags, so no name in it, and no time
    assert zstandard.ZstdDecompressor().decompressobj().decompress((tmp_path / "a.jsonl.zst").read_bytes()) == plain


def test_no_games_make_an_empty_file(tmp_path: Path) -> None:
    for name in ("a.jsonl", "a.jsonl.gz", "a.jsonl.zst"):
        assert logs.write([], tmp_path / name) == 0
        assert list(logs.read(tmp_path / name)) == []


@pytest.mark.parametrize("error", [KeyboardInterrupt, RuntimeError])
def test_what_stops_the_writing_leaves_the_old_file_and_no_half_one(tmp_path: Path, error: type) -> None:
    def games() -> Iterator[GameRecord]:
        yield game("1")
        raise error

    path = tmp_path / "a.jsonl.gz"
    path.write_bytes(b"old")
    with pytest.raises(error):
        logs.write(games(), path)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_may_be_written_over_by_what_is_read_from_it(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    logs.write([game("1"), game("2")], path)
    assert logs.write(logs.read(path), path) == 2
    assert ids(logs.read(path)) == ["a/1", "a/2"]


def test_a_link_stays_a_link_and_rights_are_those_of_any_new_file(tmp_path: Path) -> None:
    link, target, other = tmp_path / "link.jsonl", tmp_path / "target.jsonl", tmp_path / "other"
    link.symlink_to(target)
    logs.write([game("1")], link)
    other.write_bytes(b"")
    assert link.is_symlink()
    assert target.read_bytes().count(b"\n") == 1
    assert stat.S_IMODE(target.stat().st_mode) == stat.S_IMODE(other.stat().st_mode)


def test_where_nothing_can_be_written_the_path_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="There is no folder"):
        logs.write([], tmp_path / "missing" / "a.jsonl")
    with pytest.raises(FileError, match="is a folder"):
        logs.write([], tmp_path)
    with pytest.raises(FileError, match=r"x{300} cannot be written"):
        logs.write([], tmp_path / ("x" * 300))


def test_what_azul_log_cannot_say_is_refused(tmp_path: Path) -> None:
    claimed = game("1")
    claimed.claims = Claims([RoundClaims(marker=1)])
    unreadable = Unreadable("bad-json", "The line is cut off.", "a.jsonl", 1, "0")
    for record, reason in (
        (claimed, "claims that azul-log cannot write"),
        (unreadable, "The line is cut off"),
    ):
        with pytest.raises(AzulError, match=reason):
            logs.write([record], tmp_path / "a.jsonl")
    assert list(tmp_path.iterdir()) == []


# the document


def test_the_document_of_the_format_lists_exactly_the_codes_that_are_known() -> None:
    document = (GOLDEN.parent.parent / "docs" / "log-format.md").read_text()
    table = document.split("| code | the fault |")[1]
    assert re.findall(r"^\| `([a-z-]+)` \|", table, re.MULTILINE) == list(REJECT_CODES)
