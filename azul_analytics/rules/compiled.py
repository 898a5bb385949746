"""The only module that imports numba: how the rules are compiled, and where the machine code is kept.

`inner`, `part` and `once` mark functions that only compiled ones call, `entry` one that Python calls. All
compile lazily; with NUMBA_DISABLE_JIT=1 they are the plain Python functions, and Numba, which takes a second to
import, is left out. Compiling takes seconds, most of them in Numba's own Python: a statement costs 5 to 25 ms, a
function 40, and each level of calls once more.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from azul_analytics.rules.machine_code import cache_folder, compiles

Function = Callable[..., Any]

COMPILED = compiles()
_folder = cache_folder() if COMPILED else None
if COMPILED:
    import numba

    if _folder is not None:
        numba.config.CACHE_DIR = str(_folder)  # type: ignore[attr-defined]

_OPTIONS: dict[str, Any] = {"error_model": "numpy", "nogil": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def inner(function: Function) -> Function:
    """Compiles a small function that other compiled functions call often; it is inlined into them."""
    return _compiled(function, **_OPTIONS, forceinline=True)


def part(function: Function) -> Function:
    """Compiles a part of a larger function; not inlined by force, which would optimise it once per level."""
    return _compiled(function, **_OPTIONS)


def once(function: Function) -> Function:
    """Makes a function part of its only caller before that is compiled, which spares a whole level."""
    return _compiled(function, **_OPTIONS, inline="always")


def entry(function: Function) -> Function:
    """Compiles a function that Python calls; it lets other threads run.

    Uncompiled, products of NumPy's numbers wrap just as they do compiled, and the warning of it is left out.
    """
    if not COMPILED:
        return np.errstate(over="ignore")(function)
    return _compiled(function, error_model="numpy", nogil=True, cache=_folder is not None)


def _compiled(function: Function, **options: Any) -> Function:
    if not COMPILED:
        return function
    compiled: Function = numba.njit(**options)(function)
    return compiled
