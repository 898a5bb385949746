"""Where compiled rules are kept, and whether they are there already; this module does not load Numba.

Numba's own cache does not notice an edit in another file and would serve old rules. So machine code lies in a
folder named by a hash of all sources that are compiled, and by where they lie and when they were written, since Numba
takes no other code for theirs. Where no folder can be written to, nothing is kept.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from importlib.metadata import version
from pathlib import Path

from platformdirs import user_cache_path

PACKAGE = Path(__file__).parent.parent
_ROOMS = ("rules", "simulate")  # where compiled functions live


def sources_hash(package: Path) -> str:
    """A hash over the paths and contents of all Python files that are compiled, and of what compiles them."""
    digest = hashlib.sha256(f"numba {version('numba')}".encode())
    for path in _sources(package):
        digest.update(str(path.relative_to(package)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _sources(package: Path) -> list[Path]:
    return sorted(path for room in _ROOMS for path in (package / room).rglob("*.py"))


def _copy_hash(package: Path) -> str:
    """A hash that tells one copy of the same sources from another."""
    written = [path.stat().st_mtime_ns for path in _sources(package)]
    return hashlib.sha256(f"{package} {written}".encode()).hexdigest()[:8]


def cache_folder(package: Path = PACKAGE) -> Path | None:
    """The folder for machine code of just these sources, or None where no folder can be written to."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    parent = Path(chosen) if chosen else user_cache_path("azul_analytics")
    folder = parent / f"{sources_hash(package)}-{_copy_hash(package)}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError:
        return None
    return folder


def is_kept(entry: str) -> bool:
    """Whether the machine code of an entry function, such as `trace.trace`, is there from an earlier run."""
    folder = cache_folder()
    return folder is not None and any(folder.rglob(f"{entry}-*.nbi"))


def compiles() -> bool:
    """Whether this process compiles the rules; NUMBA_DISABLE_JIT=1 says no, as it does to Numba."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")


def run_uncompiled() -> None:
    """Lets this process run the rules as plain Python: for a few games that is sooner done than compiling.

    It must be called before the rules are imported.
    """
    os.environ["NUMBA_DISABLE_JIT"] = "1"
