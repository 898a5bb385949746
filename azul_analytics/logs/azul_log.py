"""The project's own format, `azul-log/1`: one game a line of JSON (docs/log-format.md).

msgspec decodes a good line straight into a `GameRecord` and thereby checks keys and types. Only a line
that it refuses is looked at again, slowly, to say exactly what is wrong with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import isfinite
from typing import Any, get_args

import msgspec
from msgspec import UNSET, Struct

from azul_analytics.errors import AzulError
from azul_analytics.logs import strict_json
from azul_analytics.logs.files import LogFile
from azul_analytics.logs.strict_json import excerpt
from azul_analytics.records import (
    FORMAT,
    LARGEST_WHOLE,
    EndedBy,
    GameRecord,
    Origin,
    Player,
    Result,
    Round,
    Unreadable,
    canonical,
    sha256,
    text_fault,
)

NOT_WRITTEN = ("claims", "origin")  # attributes of a GameRecord that are no keys of the format

_FORMAT_KEY = re.compile(rb'"format"\s*:\s*"azul-log/')

_decode = msgspec.json.Decoder().decode
_decode_record = msgspec.json.Decoder(GameRecord).decode
_encode = msgspec.json.Encoder().encode


def looks_like(head: bytes) -> bool:
    """Whether a file that begins so is azul-log: its first line is an object that names the format."""
    first_line = head.lstrip().split(b"\n", 1)[0]
    return first_line.startswith(b"{") and _FORMAT_KEY.search(first_line) is not None


def read(file: LogFile, ruleset: str | None, longest: int) -> Iterator[GameRecord | Unreadable]:
    """One answer for each line that is not blank, in order.

    `ruleset` replaces the one that a log names; `source` becomes the file's name where a log names none.
    What the log itself said stays in `origin`. Raises FileError if the file cannot be opened.
    """
    name, source = file.name, file.source_name
    for number, line in file.lines(longest):
        if not isinstance(line, bytes):
            yield line
            continue
        try:
            record, text = _understood(line)
        except _Fault as fault:
            game_id = _game_id(fault.value, source)
            yield Unreadable(fault.code, str(fault), name, number, fault.hash, game_id)
            continue
        record.origin = Origin(name, number, text, sha256(text))
        record.source = record.source or source
        if ruleset is not None:
            record.ruleset = ruleset
        yield record


def line_of(record: GameRecord | Unreadable) -> bytes:
    """The record as one line of azul-log, without its end: keys in the order of the format, none unset.

    Nothing is left out silently: AzulError for a record with `claims`, which the format has no keys for,
    for one that could not be read back, and for an Unreadable, with the reason. `origin` is no part of
    what is said.
    """
    if isinstance(record, Unreadable):
        raise AzulError(f"no game to write: {record.message}")
    if record.claims is not UNSET:
        raise AzulError(f"game {record.game_id!r} has claims that azul-log cannot write (`claims`)")
    if record.origin is not UNSET:
        record = msgspec.structs.replace(record, origin=UNSET)
    try:
        line = _encode(record)
        if b"null" in line and record.meta is not UNSET:
            _refuse_not_finite(record.meta, "meta")
        _understood(line)
    except (TypeError, ValueError, RecursionError, _Fault) as error:
        raise AzulError(f"game {record.id!r} cannot be written as azul-log: {error}") from error
    return line


def _refuse_not_finite(value: Any, path: str) -> None:
    """msgspec writes NaN and infinity as null, which is something else."""
    if isinstance(value, float) and not isfinite(value):
        raise ValueError(f"`{path}` is {value}, which JSON has no number for")
    for step, part in strict_json.parts(value):
        _refuse_not_finite(part, path + step)


class _Fault(Exception):  # noqa: N818 (a fault of the log, not of the program)
    """Why a line is no record. `value` is the decoded line, if it is JSON, and `hash` that of its
    canonical form; else of its bytes."""

    def __init__(self, code: str, message: str, hash: str, value: Any = None):
        super().__init__(message)
        self.code = code
        self.hash = hash
        self.value = value


def _understood(line: bytes) -> tuple[GameRecord, bytes]:
    """The line as a record, and its canonical JSON. Raises _Fault."""
    try:
        record = _decode_record(line)
        # only `meta` can be deep, and where a key is doubled the record shows the last
        deep = record.meta is not UNSET and line.count(b"{") + line.count(b"[") > strict_json.DEEPEST
        if not (deep or record.claims or record.origin or text_fault(record)):
            return record, canonical(record if _is_exact(record) else _decode(line))
    except (msgspec.DecodeError, RecursionError):
        pass
    return _understood_slowly(line)


def _is_exact(record: GameRecord) -> bool:
    """Whether the record's own JSON is what the line said: a number that may have decimals is a float in
    the record, also where the line has a whole one. (Decoding twice costs as much as all the rest.)"""
    rated = [player for player in record.players if player.rating is not UNSET]
    timed = [round for round in record.rounds if round.seconds is not UNSET]
    return not rated and not timed


def _understood_slowly(line: bytes) -> tuple[GameRecord, bytes]:
    """As `_understood`, for any line: says what is wrong, and lets the last of a doubled key count."""
    fault = None
    try:
        value = strict_json.decode(line)
        text = canonical(value)
    except strict_json.NotJsonError as error:
        raise _Fault("bad-json", f"The line cannot be read: {error}.", sha256(line)) from None
    except strict_json.NumberTooLargeError as error:
        value, text, fault = error.value, line, f"{error}."
    hash = sha256(text)
    if not isinstance(value, dict):
        message = f"The line is {strict_json.kind(value)}, not a JSON object: {excerpt(value)}."
        raise _Fault("bad-json", message, hash)
    format = value.get("format")
    if isinstance(format, str) and format != FORMAT:
        message = f"format: found {excerpt(format)}, expected {excerpt(FORMAT)}."
        raise _Fault("unknown-format", message, hash, value)
    fault = fault or _unknown_key_fault(value)
    if fault is None:
        try:
            record = msgspec.convert(value, GameRecord)
            fault = text_fault(record)
        except msgspec.ValidationError as error:
            fault = _type_fault(str(error), value)
    if fault is not None:
        raise _Fault("bad-field", fault, hash, value)
    return record, text


# Keys and types

_STRUCTS: dict[str, type[Struct]] = {
    "$": GameRecord,
    "$.players[]": Player,
    "$.rounds[]": Round,
    "$.result": Result,
}
_WORDS = {
    "int": "a whole number", "float": "a number", "str": "a text", "bool": "true or false",
    "array": "a list", "object": "an object", "null": "null",
}  # fmt: skip
_PLACE = re.compile(r"(?P<what>.*) - at `(?P<path>\$[^`]*)`", re.DOTALL)
_MISSING = re.compile(r"Object missing required field `(?P<key>.*)`")
_EXPECTED = re.compile(r"Expected `(?P<types>[^`]*)`(?P<limit> [<>]=)?.*")
_RANGES = {
    "int": f"a whole number between -{LARGEST_WHOLE} and {LARGEST_WHOLE}",
    "float": "a number of seconds, 0 or more",
}


def _unknown_key_fault(value: dict[str, Any]) -> str | None:
    """Looked for here and not in msgspec's sentences, since a key may be any text. Of an object that does not
    even name the format, that is the fault."""
    for path, struct in _STRUCTS.items():
        known = [field.name for field in msgspec.structs.fields(struct) if field.name not in NOT_WRITTEN]
        for place, part in _places(value, path):
            if unknown := [key for key in part if key not in known]:
                if "format" not in value:
                    return f"no `format`: not an azul-log record, which has {excerpt(FORMAT)} there."
                found = f"{_below(place, strict_json.shortened(unknown[0]))}: found an unknown key"
                return f"{found}, expected one of {', '.join(known)}."
    return None


def _places(value: dict[str, Any], path: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The objects that a path of _STRUCTS names, each with its own path."""
    key = path[2:].removesuffix("[]")
    found = value.get(key) if key else value
    steps = strict_json.parts(found) if path.endswith("[]") else [("", found)]
    yield from ((path.removesuffix("[]") + step, part) for step, part in steps if isinstance(part, dict))


def _type_fault(said: str, value: dict[str, Any]) -> str:
    """msgspec's sentence about a decoded line, said with what was found there and what is allowed."""
    place = _PLACE.fullmatch(said)
    what, path = (place["what"], place["path"]) if place else (said, "$")
    if missing := _MISSING.fullmatch(what):
        fields = msgspec.structs.fields(_STRUCTS[re.sub(r"\d+", "", path)])
        needed = [field.name for field in fields if field.required]
        return f"{_below(path, missing['key'])}: missing; needed are {', '.join(needed)}."
    found = excerpt(_at(value, path))
    if path == "$.result.ended_by":
        return _field_fault(path, found, f"one of {', '.join(get_args(EndedBy))}")
    if expected := _EXPECTED.fullmatch(what):
        words = _RANGES if expected["limit"] else _WORDS
        allowed = " or ".join(words.get(name, name) for name in expected["types"].split(" | "))
        return _field_fault(path, found, allowed)
    return _field_fault(path, found, f"another value: {what[:1].lower()}{what[1:]}")


def _field_fault(path: str, found: str, allowed: str) -> str:
    return f"{path.removeprefix('$.')}: found {found}, expected {allowed}."


def _below(path: str, key: str) -> str:
    return f"{path}.{key}".removeprefix("$.")


def _at(value: Any, path: str) -> Any:
    """The part of decoded JSON at a path of msgspec, as far as that names it."""
    for key, index in re.findall(r"\.(\w+)|\[(\d+)\]", path):
        value = value[key] if key else value[int(index)]
    return value


# Forms that need no ruleset


def _game_id(value: Any, default_source: str) -> str | None:
    """source/id, where a decoded line has them as text."""
    if not isinstance(value, dict):
        return None
    source, id = value.get("source", default_source), value.get("id")
    return f"{source}/{id}" if type(source) is str and type(id) is str and source and id else None
