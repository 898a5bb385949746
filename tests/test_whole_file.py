"""A file appears whole or not at all, and takes the place of nothing that is no file."""

import os
from pathlib import Path

import pytest

from azul_analytics.errors import FileError
from azul_analytics.whole_file import checked_target, whole_file, whole_folder


def test_a_failure_leaves_what_was_there_and_nothing_else(tmp_path: Path) -> None:
    target = tmp_path / "a.txt"
    target.write_bytes(b"before")
    with pytest.raises(ZeroDivisionError), whole_file(target) as file:
        file.write(b"half")
        raise ZeroDivisionError
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"before"]
    with whole_file(target) as file:
        file.write(b"after")
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"after"]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to("there")
    with whole_file(link) as file:
        file.write(b"x")
    assert link.is_symlink()
    assert (tmp_path / "there").read_bytes() == b"x"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no pipes by name")
def test_a_pipe_and_a_device_stay_what_they_are(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, Path(os.devnull)):
        with pytest.raises(FileError, match="is a device or a pipe, not a file"):
            checked_target(path)
        with pytest.raises(FileError, match="is a device or a pipe, not a file"), whole_file(path):
            pass
    assert pipe.is_fifo()
    assert list(tmp_path.iterdir()) == [pipe]


def test_a_place_that_is_none_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="is a folder; name a file"):
        checked_target(tmp_path)
    with pytest.raises(FileError, match=r"There is no folder .*missing to put a\.pdf in\."):
        checked_target(tmp_path / "missing" / "a.pdf")
    with pytest.raises(FileError, match="The name of the file to write to is empty"):
        checked_target("")
    with pytest.raises(FileError, match=r"x{300} cannot be written: "), whole_file(tmp_path / ("x" * 300)):
        pass


def test_a_folder_that_may_not_be_written_to_is_refused_before_anything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    monkeypatch.setattr(os, "access", lambda folder, mode: asked.append((folder, mode)))  # no, says the system
    with pytest.raises(FileError, match=r"a\.pdf cannot be written: nothing may be put into "):
        checked_target(tmp_path / "a.pdf")
    assert asked == [(tmp_path.resolve(), os.W_OK | os.X_OK)]


@pytest.mark.parametrize("there", [False, True])
def test_a_folder_appears_at_the_end_or_not_at_all(tmp_path: Path, there: bool) -> None:
    target = tmp_path / "out"
    if there:
        target.mkdir()
    with pytest.raises(ZeroDivisionError), whole_folder(target) as folder:
        (folder / "a.txt").write_bytes(b"half")
        raise ZeroDivisionError
    assert [(path.name, list(path.iterdir())) for path in tmp_path.iterdir()] == [("out", [])] * there
    with whole_folder(target) as folder:
        (folder / "a.txt").write_bytes(b"whole")
        assert not (target / "a.txt").exists()
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
    assert (target / "a.txt").read_bytes() == b"whole"


def test_a_folder_takes_no_place_that_is_taken(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"before")
    for place, why in (
        (tmp_path, "is not empty; name another one"),
        (tmp_path / "file", "is a file; name a folder to write to"),
        (tmp_path / "missing" / "out", "There is no folder .*missing to make out in"),
        (tmp_path / "file" / "out", "There is no folder .*file to make out in"),
    ):
        with pytest.raises(FileError, match=why), whole_folder(place):
            raise AssertionError("nothing is begun")
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"before"]
