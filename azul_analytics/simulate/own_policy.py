"""Policies of a user's own: a function in a Python file, which chooses among the legal drafts.

docs/policies-of-your-own.md describes what it gets and what it answers.
"""

from __future__ import annotations

import hashlib
import re
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from inspect import iscoroutinefunction
from operator import index
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

from azul_analytics.errors import AzulError, FileError
from azul_analytics.rules.options import Draft
from azul_analytics.rules.position import Position
from azul_analytics.rules.ruleset import excerpt

_FILE = re.compile(r"\.py(:|$)")
_NAMED = re.compile(r"(?P<file>.+\.py):(?P<function>\w+)")
_COLUMN = "_column"  # the function for free walls has the other's name and this
_HASH_LETTERS = 8
_STOPS = KeyboardInterrupt  # no fault of a policy's


@dataclass(frozen=True)
class OwnPolicy:
    """A policy of a user's own. `name` is what records say: file, function, and which text of the file it was."""

    name: str
    path: Path
    choose: Callable[[Position, tuple[Draft, ...], Random], Any]
    choose_column: Callable[[Position, int, tuple[int, ...], Random], Any] | None

    def draft(self, position: Position, drafts: tuple[Draft, ...], random: Random) -> Draft:
        """The draft that it chooses. Raises AzulError where that is none of `drafts`, or what it raised."""
        with self._watched(position):
            answer = self.choose(position, drafts, random)
            draft = answer if isinstance(answer, Draft) and answer in drafts else None
        if draft is None:
            given = f"one of the {len(drafts)} drafts that it was given"
            raise self._wrong(position, answer, given + (", not its text" if isinstance(answer, str) else ""))
        return draft

    def column(self, position: Position, line: int, columns: tuple[int, ...], random: Random) -> int:
        """The column that it chooses for a complete line of a free wall. Raises AzulError as `draft` does."""
        assert self.choose_column is not None
        with self._watched(position):
            answer = self.choose_column(position, line, columns, random)
            column = _whole(answer)
        if column not in columns:
            raise self._wrong(position, answer, f"one of the columns {', '.join(map(str, columns))} for line {line}")
        return column

    def _wrong(self, position: Position, answer: Any, expected: str) -> AzulError:
        return AzulError(f"{self.name} answered {_excerpt(answer)} {_place(position)}; expected {expected}.")

    @contextmanager
    def _watched(self, position: Position) -> Iterator[None]:
        """What a policy prints goes to stderr, and what it raises becomes a sentence."""
        try:
            with redirect_stdout(sys.stderr):
                yield
        except _STOPS:
            raise
        except BaseException as error:
            raise AzulError(f"{self.name} raised {_said(error, self.path)} {_place(position)}.") from error


def is_own(text: str) -> bool:
    """Whether a text names a Python file, as `FILE.py:FUNCTION` does."""
    return _FILE.search(text) is not None


def load_own_policy(text: str) -> OwnPolicy:
    """The policy `FILE.py:FUNCTION`. The file is run, as Python would import it.

    Raises FileError where there is no such file, and AzulError where it cannot be run or lacks the function.
    """
    named = _NAMED.fullmatch(text)
    if not named:
        raise AzulError(
            f"The policy {excerpt(text)} does not say which function of its file plays; write FILE.py:FUNCTION."
        )
    path, function = Path(named["file"]), named["function"]
    try:
        source = path.read_bytes()
    except OSError as error:
        raise FileError(str(path), f"{path} cannot be read: {error.strerror or error}.") from error
    hash = hashlib.sha256(source).hexdigest()[:_HASH_LETTERS]
    found = _run(path.absolute(), source, f"azul_policy_{hash}")
    functions = {name: one for name, one in found.items() if callable(one) and not name.startswith("_")}
    if function not in functions:
        raise AzulError(f"{path} has no function {function}; it has {', '.join(sorted(functions)) or 'none'}.")
    column = function + _COLUMN
    if column in found and column not in functions:
        raise AzulError(f"{path} has a {column} that is no function.")
    for one in (function, column):
        if iscoroutinefunction(functions.get(one)):
            raise AzulError(
                f"{path} has an asynchronous function {one}; a policy's is a plain one: def, not async def."
            )
    name = f"{path.name}:{function}@{hash}"
    return OwnPolicy(name, path.absolute(), functions[function], functions.get(column))


def _run(path: Path, source: bytes, name: str) -> dict[str, Any]:
    """What a module defines; while it is loaded it finds what lies beside it."""
    module = sys.modules[name] = ModuleType(name)
    module.__file__ = str(path)
    sys.path.insert(0, str(path.parent))
    try:
        with redirect_stdout(sys.stderr):
            exec(compile(source, path, "exec"), vars(module))
    except _STOPS:
        raise
    except BaseException as error:
        raise AzulError(f"{path.name} cannot be loaded: {_said(error, path)}.") from error
    finally:
        sys.path.pop(0)
    return vars(module)


def _said(error: BaseException, path: Path) -> str:
    """An error with its line in the user's file, which is all of its trace that is of use to him."""
    name = type(error).__name__
    if isinstance(error, SyntaxError):
        text, line = f"{name}({_excerpt(error.msg)})", error.lineno
    else:
        frames = reversed(traceback.extract_tb(error.__traceback__))
        text = _one_line(lambda: f"{name}({excerpt(str(error))})", name)
        line = next((frame.lineno for frame in frames if frame.filename == str(path)), None)
    return text + (f" in line {line}" if line else "")


def _place(position: Position) -> str:
    return f"in game {position.game_id}, turn {position.turn}, seat {position.seat}"


def _whole(answer: Any) -> int | None:
    """The int that a whole number is, also one of NumPy's; None for anything else, a bool included."""
    try:
        return None if isinstance(answer, bool) else index(answer)
    except TypeError:
        return None


def _excerpt(value: Any) -> str:
    return _one_line(lambda: excerpt(value), f"a {type(value).__name__}")


def _one_line(text: Callable[[], str], otherwise: str) -> str:
    """What `text` answers, or `otherwise` if it raises: a user's __str__ and __repr__ can do anything."""
    try:
        return " ".join(text().splitlines())
    except _STOPS:
        raise
    except BaseException:
        return otherwise
