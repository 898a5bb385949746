"""An edited rule is compiled anew, in the next process too, and rules need no folder to be compiled."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import azul_analytics

PACKAGE = Path(azul_analytics.__file__).parent

# A file that never changes and calls a function of another one: what Numba's own cache would serve for ever
PROBE = """
from azul_analytics.rules.compiled import entry
from azul_analytics.rules.engine import placement_points


@entry
def points_alone(multiplier):
    return placement_points(1, 1, multiplier)
"""
RUN = """
import azul_analytics
from azul_analytics.rules import compiled, probe
print(probe.points_alone(2), compiled._folder is not None, sum(probe.points_alone.stats.cache_hits.values()))
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the package's rules, with a compiled function of its own."""
    copy = tmp_path / "copy" / "azul_analytics"
    ignored = shutil.ignore_patterns("__pycache__", "*.toml")
    shutil.copytree(PACKAGE / "rules", copy / "rules", ignore=ignored)
    for name in ("__init__.py", "errors.py"):
        shutil.copy(PACKAGE / name, copy / name)
    (copy / "rules" / "probe.py").write_text(PROBE, encoding="utf-8")
    return copy


def points_alone(package: Path, cache: Path) -> list[str]:
    """What a fresh process says: points of a tile alone on a doubling space, cached at all, found in the cache."""
    environment = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    environment |= {"PYTHONPATH": str(package.parent), "NUMBA_CACHE_DIR": str(cache), "PYTHONDONTWRITEBYTECODE": "1"}
    ran = subprocess.run(
        [sys.executable, "-c", RUN], env=environment, cwd=package.parent, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.split()


def test_an_edited_rule_is_never_served_from_the_cache(package: Path, tmp_path: Path) -> None:
    cache, engine = tmp_path / "cache", package / "rules" / "engine.py"
    rules, written = engine.read_text(encoding="utf-8"), engine.stat().st_mtime_ns
    edited = rules.replace("points if points > 0 else 1", "points if points > 0 else 7")
    assert edited != rules
    assert points_alone(package, cache) == ["2", "True", "0"]
    assert points_alone(package, cache) == ["2", "True", "1"]
    engine.write_text(edited, encoding="utf-8")
    assert points_alone(package, cache) == ["14", "True", "0"]
    engine.write_text(rules, encoding="utf-8")
    assert points_alone(package, cache) == ["2", "True", "0"]  # Numba takes no code of a file written anew
    os.utime(engine, ns=(written, written))
    assert points_alone(package, cache) == ["2", "True", "1"]


def test_a_cache_folder_that_cannot_be_written_to_is_no_error(package: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    assert points_alone(package, tmp_path / "file" / "cache") == ["2", "False", "0"]


def test_every_module_that_compiles_is_covered_by_the_hash() -> None:
    covered = ("rules", "simulate")
    compiling = [
        path.relative_to(PACKAGE)
        for path in PACKAGE.rglob("*.py")
        if "rules.compiled import" in path.read_text(encoding="utf-8")
    ]
    assert compiling
    assert [path for path in compiling if path.parts[0] not in covered] == []
