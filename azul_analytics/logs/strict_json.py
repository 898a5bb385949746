"""Strict JSON of one line or file, with a precise sentence where there is none.

msgspec decodes what is good; Python's slower decoder finds where the fault of the rest lies.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Never

import msgspec

DEEPEST = 64  # levels of objects and lists; the outermost is the first

_SURROGATE = re.compile(r"[\ud800-\udfff]")
_EXCERPT = 60  # characters of a log that a message shows
_KINDS = {dict: "an object", list: "a list", str: "a text", bool: "true or false", type(None): "null"}

_decode = msgspec.json.Decoder().decode


class NotJsonError(Exception):
    """The text is no strict JSON, or nested too deep; `str(error)` says why, without a stop."""


class NumberTooLargeError(Exception):
    """The text is JSON, but has a number that nothing can hold (`1e400`). `value` is the decoded JSON with
    such numbers as text; `path` is where the first of them stands."""

    def __init__(self, path: str, number: str, value: Any):
        super().__init__(f"{path}: found {shortened(number)}, expected a number that is not so large")
        self.path = path
        self.value = value


class _TooLarge(str):
    """A number as it is written."""


def decode(text: bytes) -> Any:
    """The decoded JSON: dict, list, str, int, float, bool, None. Of a doubled key the last counts.

    Refused besides bad syntax: what is not UTF-8, NaN and Infinity, half a surrogate pair, more than one
    value, more than DEEPEST levels. Raises NotJsonError, NumberTooLargeError.
    """
    if reason := _encoding_fault(text) or _depth_fault(text):
        raise NotJsonError(reason)
    try:
        return _decode(text)
    except msgspec.DecodeError as error:
        return _decode_by_python(text.decode(), str(error))


def excerpt(value: Any) -> str:
    """Decoded JSON as short, printable JSON for a message."""
    if isinstance(value, _TooLarge):
        return shortened(value)
    return shortened(json.dumps(value, ensure_ascii=False, separators=(",", ":")))


def shortened(text: str) -> str:
    """The beginning of a text for a message: control characters, also those that turn or break a line of
    text, as escapes."""
    return _printable(text if len(text) <= _EXCERPT else text[: _EXCERPT - 3] + "...")


def kind(value: Any) -> str:
    """What decoded JSON is, in words."""
    return _KINDS.get(type(value), "a number")


def parts(value: Any) -> Iterator[tuple[str, Any]]:
    """The parts of decoded JSON, each with its step of a path: `.key` or `[index]`."""
    if isinstance(value, dict):
        yield from ((f".{shortened(str(key))}", part) for key, part in value.items())
    elif isinstance(value, list):
        yield from ((f"[{index}]", part) for index, part in enumerate(value))


def _encoding_fault(text: bytes) -> str | None:
    try:
        text.decode()
    except UnicodeDecodeError as error:
        if text.startswith((b"\xff\xfe", b"\xfe\xff")):
            return "the text is not UTF-8; it begins like UTF-16"
        return f"the text is not UTF-8: its byte {error.start + 1} is 0x{text[error.start]:02x}"
    return None


def _depth_fault(text: bytes) -> str | None:
    if text.count(b"{") + text.count(b"[") > DEEPEST and _depth(text) > DEEPEST:
        return f"the JSON is nested too deep: objects and lists lie over {DEEPEST} levels deep"
    return None


def _depth(text: bytes) -> int:
    """The levels of JSON, without decoding it: brackets that open less those that close, but for those
    within texts. It is right as far as the text is JSON, and no decoder gets further."""
    import numpy as np

    steps = np.zeros(256, np.int8)
    steps[list(b"[{")], steps[list(b"]}")] = 1, -1
    letters = np.frombuffer(text.replace(rb"\\", b"").replace(rb"\"", b""), np.uint8)
    within_text = np.cumsum(letters == ord('"'), dtype=np.int32) % 2 == 1
    return int(np.cumsum(np.where(within_text, 0, steps[letters]), dtype=np.int32).max(initial=0))


def _decode_by_python(text: str, found: str) -> Any:
    """As `decode`, for a text that msgspec refused with the sentence `found`."""
    try:
        value = json.loads(text, parse_constant=_refuse_constant, parse_float=_read_float, parse_int=_read_whole)
    except json.JSONDecodeError as error:
        raise NotJsonError(_syntax_fault(error)) from None
    if _SURROGATE.search(json.dumps(value, ensure_ascii=False)):
        raise NotJsonError("half of a surrogate pair (\\ud800 to \\udfff) is no character") from None
    if too_large := _first_too_large(value):
        path, number = too_large
        raise NumberTooLargeError(path.removeprefix(".") or "the record", number, value) from None
    raise NotJsonError(f"no JSON: {found}") from None  # the decoders disagree: the stricter one counts


def _refuse_constant(name: str) -> Never:
    raise NotJsonError(f"no strict JSON: it has the constant {name}")


def _read_float(text: str) -> float | _TooLarge:
    number = float(text)
    return _TooLarge(text) if abs(number) == float("inf") else number


def _read_whole(text: str) -> int | _TooLarge:
    try:
        return int(text)
    except ValueError:  # Python's limit of digits
        return _TooLarge(text)


def _first_too_large(value: Any) -> tuple[str, str] | None:
    """The path and the text of the first number that is too large."""
    if isinstance(value, _TooLarge):
        return "", value
    inner = enumerate(value) if isinstance(value, list) else value.items() if isinstance(value, dict) else ()
    for key, part in inner:
        if type(part) in (_TooLarge, dict, list) and (found := _first_too_large(part)):
            step = f"[{key}]" if isinstance(value, list) else f".{shortened(str(key))}"
            return step + found[0], found[1]
    return None


def _syntax_fault(error: json.JSONDecodeError) -> str:
    text, at = error.doc, error.pos
    if error.msg == "Extra data":
        if text.lstrip().startswith(("{", "[")):
            return f"after the end of the JSON more follows: `{shortened(text[at:])}`"
        return f"no JSON: `{shortened(text)}`"
    if error.msg.startswith("Unterminated string") or not text[at:].strip():
        return f"the JSON is cut off; it ends with `{_last_of(text)}`"
    message = error.msg[0].lower() + error.msg[1:].removesuffix(" at")
    return f"no JSON: {message} at character {at + 1}: `{shortened(text[at:])}`"


def _last_of(text: str) -> str:
    return _printable(text if len(text) <= _EXCERPT else "..." + text[3 - _EXCERPT :])


def _printable(text: str) -> str:
    return "".join(char if char.isprintable() else f"\\u{ord(char):04x}" for char in text)
