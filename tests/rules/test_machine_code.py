"""The folder of machine code is that of just these sources."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from azul_analytics.rules.machine_code import PACKAGE, cache_folder, sources_hash


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the sources that are hashed."""
    copy = tmp_path / "azul_analytics"
    shutil.copytree(PACKAGE / "rules", copy / "rules", ignore=shutil.ignore_patterns("__pycache__", "*.toml"))
    return copy


def test_the_cache_folder_is_named_by_the_sources(
    package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    folder = cache_folder(package)
    assert folder is not None
    assert folder.parent == tmp_path / "cache"
    assert folder.name.startswith(f"{sources_hash(package)}-")
    assert folder.is_dir()
    assert cache_folder(package) == folder


def test_another_copy_of_the_sources_has_a_folder_of_its_own(
    package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    folder = cache_folder(package)
    other = shutil.copytree(package, tmp_path / "other")  # the same texts and times elsewhere
    assert sources_hash(other) == sources_hash(package)
    assert cache_folder(other) != folder
    state = package / "rules" / "state.py"
    os.utime(state, ns=(0, 0))  # installed anew: Numba would compile again
    assert cache_folder(package) != folder


def test_the_hash_of_the_sources_changes_with_their_text_and_their_names(package: Path) -> None:
    before = sources_hash(package)
    assert sources_hash(package) == before
    state = package / "rules" / "state.py"
    text = state.read_bytes()
    state.write_bytes(text + b"\n")
    assert sources_hash(package) != before
    state.write_bytes(text)
    assert sources_hash(package) == before
    (package / "rules" / "state.py").rename(package / "rules" / "other.py")
    assert sources_hash(package) != before


def test_the_hash_covers_compiled_functions_outside_the_rules(package: Path) -> None:
    before = sources_hash(package)
    (package / "simulate").mkdir()
    (package / "simulate" / "choosers.py").write_text("# compiled too\n", encoding="utf-8")
    assert sources_hash(package) != before
