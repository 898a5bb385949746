"""Values of decoded JSON that know their place, for readers of formats that nobody promised us.

A reader asks a `Field` for what it needs, as the kind it needs; anything else raises a `FieldError` that
says where, what was found and what was expected. The reader turns it into an `Unreadable`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from azul_analytics.logs import strict_json

_INTEGER = re.compile(r"-?[0-9]{1,15}")
_NUMBER = re.compile(r"-?[0-9]{1,15}(\.[0-9]{1,15})?")
_LARGEST = 10**15  # whole numbers beyond it are no count, score, id or time of a game
_FLAGS = {True: True, False: False, "1": True, "0": False, "true": True, "false": False}  # 1 == True


class FieldError(Exception):
    """A record that cannot be read: a reject code, a sentence, and the game's id where it is known."""

    def __init__(self, code: str, message: str, game_id: str | None = None):
        super().__init__(message)
        self.code = code
        self.message = message
        self.game_id = game_id


def decode(text: bytes) -> Any:
    """The JSON value of a text. Raises FieldError: `bad-json`, or `bad-field` for a number too large."""
    try:
        return strict_json.decode(text)
    except strict_json.NotJsonError as error:
        raise FieldError("bad-json", str(error)) from error
    except strict_json.NumberTooLargeError as error:
        raise FieldError("bad-field", str(error)) from error


def shown(value: Any) -> str:
    """A value as a message quotes it: short, printable JSON."""
    if isinstance(value, dict):
        return "an object" if value else "an empty object"
    if isinstance(value, list):
        return f"a list of {len(value)}" if value else "an empty list"
    return strict_json.excerpt(value)


class Field:
    """A value of decoded JSON and its path, such as `data.logs[3].args.line`.

    Numbers may be written as numbers or as text, lists also as objects with a key an element.
    """

    __slots__ = ("path", "value")

    def __init__(self, value: Any, path: str = ""):
        self.value = value
        self.path = path

    def fault(self, expected: str) -> FieldError:
        """`bad-field` for this value, which is not what was expected."""
        return FieldError("bad-field", f"{self.path or 'the record'}: found {shown(self.value)}, expected {expected}")

    def get(self, key: str) -> Field | None:
        """The value of an object's key, None where it is missing or null."""
        value = self.object().get(key)
        return None if value is None else Field(value, self._below(key))

    def at(self, key: str) -> Field:
        """The value of an object's key, which must be there."""
        found = self.get(key)
        if found is None:
            raise FieldError("bad-field", f"{self._below(key)}: missing")
        return found

    def object(self) -> dict[str, Any]:
        """The object itself; an empty list stands for an empty object."""
        if isinstance(self.value, dict):
            return self.value
        if self.value == []:
            return {}
        raise self.fault("an object")

    def members(self) -> Iterator[tuple[str, Field]]:
        """The keys of an object with their values."""
        for key, value in self.object().items():
            yield key, Field(value, self._below(key))

    def items(self) -> Iterator[Field]:
        """The elements of a list, or the values of an object in the order they stand."""
        if isinstance(self.value, list):
            for index, value in enumerate(self.value):
                yield Field(value, f"{self.path}[{index}]")
        elif isinstance(self.value, dict):
            for key, value in self.value.items():
                yield Field(value, f"{self.path}[{strict_json.shortened(key)}]")
        else:
            raise self.fault("a list")

    def integer(self) -> int:
        """A whole number of up to 15 digits."""
        value = self.value
        if isinstance(value, str) and _INTEGER.fullmatch(value):
            return int(value)
        if type(value) is int and abs(value) < _LARGEST:
            return value
        raise self.fault("a whole number")

    def whole(self, low: int, high: int) -> int:
        """A whole number within limits, both included."""
        number = self.integer()
        if not low <= number <= high:
            raise self.fault(str(low) if low == high else f"a whole number from {low} to {high}")
        return number

    def number(self) -> float:
        """A number, with or without decimals."""
        value = self.value
        if isinstance(value, str) and _NUMBER.fullmatch(value):
            return float(value)
        if type(value) in (int, float) and abs(value) < _LARGEST:
            return float(value)
        raise self.fault("a number")

    def text(self) -> str:
        """A text."""
        if isinstance(self.value, str):
            return self.value
        raise self.fault("a text")

    def flag(self) -> bool:
        """True or false, also written as 1 and 0."""
        if isinstance(self.value, bool | int | str) and self.value in _FLAGS:
            return _FLAGS[self.value]
        raise self.fault("true or false")

    def _below(self, key: str) -> str:
        key = strict_json.shortened(key)
        return f"{self.path}.{key}" if self.path else key
