"""The only module that imports numba: how the rules are compiled, and where the machine code is kept.

`inner`, `part` and `once` mark functions that only compiled ones call, `entry` one that Python calls. All
compile lazily; with NUMBA_DISABLE_JIT=1 they are the plain Python functions. Compiling takes seconds, most
of them in Numba's own Python: a statement costs 5 to 25 ms, a function 40, and each level of calls once more.

Numba's own cache does not notice an edit in another file and would serve old rules. So the cache lies in
a folder named by a hash of all sources of this package; where none can be written to, nothing is cached.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
from platformdirs import user_cache_path

Function = Callable[..., Any]


_ROOMS = ("rules", "simulate")  # where compiled functions live


def sources_hash(package: Path) -> str:
    """A hash over the paths and contents of all Python files that are compiled, and of what compiles them."""
    digest = hashlib.sha256(f"numba {numba.__version__}".encode())
    for path in sorted(path for room in _ROOMS for path in (package / room).rglob("*.py")):
        digest.update(str(path.relative_to(package)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder(package: Path) -> Path | None:
    """The folder for machine code of just these sources, or None where no folder can be written to."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    parent = Path(chosen) if chosen else user_cache_path("azul_analytics")
    folder = parent / sources_hash(package)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError:
        return None
    return folder


_folder = cache_folder(Path(__file__).parent.parent)
if _folder is not None:
    numba.config.CACHE_DIR = str(_folder)  # type: ignore[attr-defined]


_OPTIONS: dict[str, Any] = {"error_model": "numpy", "nogil": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def inner(function: Function) -> Function:
    """Compiles a small function that other compiled functions call often; it is inlined into them."""
    compiled: Function = numba.njit(**_OPTIONS, forceinline=True)(function)
    return compiled


def part(function: Function) -> Function:
    """Compiles a part of a larger function; not inlined by force, which would optimise it once per level."""
    compiled: Function = numba.njit(**_OPTIONS)(function)
    return compiled


def once(function: Function) -> Function:
    """Makes a function part of its only caller before that is compiled, which spares a whole level."""
    compiled: Function = numba.njit(**_OPTIONS, inline="always")(function)
    return compiled


def entry(function: Function) -> Function:
    """Compiles a function that Python calls; it lets other threads run."""
    compiled: Function = numba.njit(error_model="numpy", nogil=True, cache=_folder is not None)(function)
    return compiled
