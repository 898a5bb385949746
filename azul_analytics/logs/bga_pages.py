"""Where the tables of Board Game Arena lie: in JSON of one or many lines, in saved pages, in MIME files.

`tables` finds the JSON of each table in a file, `unwrap` the packets within it, whatever BGA or the one who
saved it has put around them. Pages that are no replay become a `bad-field` with BGA's own reason.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import Any

from azul_analytics.logs.fields import Field, FieldError, decode, shown
from azul_analytics.logs.files import FileFault, LogFile
from azul_analytics.records import Unreadable, sha256

_MIME = re.compile(rb"(From|MIME-Version|Subject|Date|Content-Type|Snapshot-Content-Location)\s*:", re.IGNORECASE)
_JSON_KEYS = re.compile(
    rb'"(?:packet_id|packet_type|move_id|table_id|tableinfos|logs)"\s*:|"channel"\s*:\s*"\\?/table'
    rb'|^\{\s*"status"\s*:|^\{[^{}]*"error"\s*:'
)
_OTHER_FORMAT = re.compile(rb'"format"\s*:\s*"')

_ASSIGNMENT = re.compile(rb"g_gamelogs\s*=\s*(?=[\[{])")
_TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*+(?:"|\Z)|[][{}]', re.DOTALL)  # an unfinished text goes to the end
_SOFT_BREAK = rb"(?:=\r?\n)?"  # quoted-printable text may be broken anywhere
_QUOTED_ASSIGNMENT = re.compile(
    _SOFT_BREAK.join(bytes([byte]) for byte in b"g_gamelogs") + rb"(?:\s|=\r?\n)*=(?:3D|(?![\r\n]))"
)

_ASSIGNMENTS = 8  # of a page, tried at most
_DESCENT = 8  # objects around the packets, at most


@dataclass(frozen=True)
class Found:
    """The decoded JSON of one table, and the line of the file where it begins."""

    line: int
    table: Any


def looks_like(head: bytes) -> bool:
    """True if a file that begins like this is read as Board Game Arena: pages, MIME files, its JSON."""
    start = head.lstrip()
    if start.startswith(b"<") or _MIME.match(start):
        return True
    return start[:1] in (b"{", b"[") and not _OTHER_FORMAT.search(start) and bool(_JSON_KEYS.search(start))


def tables(file: LogFile, longest: int) -> Iterator[Found | Unreadable]:
    """The tables of a file in their order, or, where there is none, why. `longest` is that of a line."""
    start = file.head(4096).lstrip()
    if start.startswith(b"<"):
        yield _on_page(file, file.content())
    elif _MIME.match(start):
        yield _in_mime(file)
    else:
        yield from _in_json(file, longest)


def _unreadable(file: LogFile, error: FieldError, line: int, text: bytes) -> Unreadable:
    return Unreadable(error.code, error.message, file.name, line, sha256(text))


# --- JSON -----------------------------------------------------------------------------------------


def _in_json(file: LogFile, longest: int) -> Iterator[Found | Unreadable]:
    """One table a line, or one table over all lines."""
    lines = file.lines(longest)
    first = next(lines, None)
    if first is None:
        return
    if not isinstance(found := _in_line(file, *first), Found):
        second = next(lines, None)
        if second is not None and (whole := _over_all_lines(file, first, second)):
            yield whole
            return
        lines = chain(() if second is None else (second,), lines)
    yield found
    for line in lines:
        yield _in_line(file, *line)


def _in_line(file: LogFile, number: int, line: bytes | FileFault) -> Found | Unreadable:
    if not isinstance(line, bytes):
        return line
    try:
        value = decode(line)
        if isinstance(value, dict | list):
            return Found(number, value)
        raise FieldError("bad-json", f"the line is {shown(value)}, which is no table of Board Game Arena")
    except FieldError as error:
        return _unreadable(file, error, number, line)


def _over_all_lines(
    file: LogFile, first: tuple[int, bytes | FileFault], second: tuple[int, bytes | FileFault]
) -> Found | Unreadable | None:
    """The one table of a file whose first line is no JSON by itself; None if each line stands for itself."""
    number, begun = first
    if not isinstance(begun, bytes) or not isinstance(second[1], bytes):
        return None
    begun = begun.strip()
    own_lines = second[1].startswith((b"{", b"[")) and not begun.endswith((b"{", b"[", b",", b":"))
    if own_lines or not begun.startswith((b"{", b"[")):
        return None
    text = file.content()
    if not isinstance(text, bytes):
        return Unreadable(text.code, text.message, text.file, number, text.hash)
    try:
        return Found(number, decode(text))
    except FieldError as error:
        if isinstance(_in_line(file, *second), Found):
            return None
        return _unreadable(file, error, number, text)


# --- pages ----------------------------------------------------------------------------------------


def _on_page(file: LogFile, page: bytes | FileFault, quoted_line: int | None = None) -> Found | Unreadable:
    """The table that a page assigns to `g_gamelogs`. `quoted_line`: the page was unpacked, and its
    assignment stands on this line of the file."""
    if not isinstance(page, bytes):
        return page
    fault = None
    for assignment in islice(_ASSIGNMENT.finditer(page), _ASSIGNMENTS):
        line = quoted_line or page.count(b"\n", 0, assignment.start()) + 1
        try:
            return Found(line, decode(_json_at(page, assignment.end())))
        except FieldError as error:
            fault = fault or _unreadable(file, error, line, page)
    if fault:
        return fault
    return _unreadable(file, FieldError("bad-field", f"this page is no replay: {_reason(page)}"), 1, page)


def _json_at(page: bytes, begin: int) -> bytes:
    """The object or list that begins there, to its closing bracket or, if it has none, to the end."""
    depth = 0
    for token in _TOKEN.finditer(page, begin):
        if token[0] in (b"{", b"["):
            depth += 1
        elif token[0] in (b"}", b"]"):
            depth -= 1
            if depth == 0:
                return page[begin : token.end()]
    return page[begin:]


_SAID = re.compile(
    r"You have reached a limit.{0,60}"
    r"|Sorry, you need to be registered.{0,120}"
    r"|Unfortunately.{0,20} replay.{0,80}"
    r"|You (?:must|need to|have to) (?:be logged|log|register|sign).{0,80}"
    r"|(?:This|The) (?:game|table|replay|feature|function).{0,20} (?:is|was|has been) "
    r"(?:not|no longer|disabled|lost|restricted).{0,80}",
    re.IGNORECASE,
)
_TITLE = re.compile(r"<title[^>]*>([^<]{1,200})", re.IGNORECASE)
_LOGIN = re.compile(r"<input[^>]{0,300}type\s*=\s*[\"']?password", re.IGNORECASE)
_UNSEEN = re.compile(r"<(script|style)\b.*?(?:</\1\s*>|\Z)", re.IGNORECASE | re.DOTALL)
_TAG = re.compile(r"<[^<>]*>")


def _reason(page: bytes) -> str:
    """Why a page holds no log: BGA's own words where it says some, else what kind of page it is."""
    text = page.decode("utf-8", "replace")
    for piece in _TAG.split(_UNSEEN.sub("<>", text)):
        if said := _SAID.search(" ".join(html.unescape(piece).split())):
            return f"Board Game Arena says {shown(said[0].strip())}"
    title = _TITLE.search(text)
    named = f" (its title is {shown(' '.join(html.unescape(title[1]).split()))})" if title else ""
    if _LOGIN.search(text):
        return f"it asks to log in{named}"
    return f"it assigns no log to g_gamelogs{named}"


def _in_mime(file: LogFile) -> Found | Unreadable:
    """The table in a page that a browser saved as one MIME file."""
    import email

    text = file.content()
    if not isinstance(text, bytes):
        return text
    try:
        parts = email.message_from_bytes(text).walk()
        payloads = [part.get_payload(decode=True) for part in parts if part.get_content_type() == "text/html"]
    except (ValueError, LookupError, TypeError, AttributeError, AssertionError, RecursionError) as error:
        return _unreadable(file, FieldError("bad-field", f"this MIME file cannot be read: {error}"), 1, text)
    pages = [page for page in payloads if isinstance(page, bytes)]
    if not pages:
        return _unreadable(file, FieldError("bad-field", "this MIME file holds no page (text/html)"), 1, text)
    quoted = _QUOTED_ASSIGNMENT.search(text)
    line = text.count(b"\n", 0, quoted.start()) + 1 if quoted else 1
    outcomes = [_on_page(file, page, line) for page in pages]
    return next((outcome for outcome in outcomes if isinstance(outcome, Found)), outcomes[0])


# --- envelopes ------------------------------------------------------------------------------------


@dataclass
class Envelope:
    """The packets of a table, and what was said around them. `more` holds the keys of the objects around
    the packets, the outermost first."""

    packets: Field
    more: dict[str, Field] = field(default_factory=dict)

    def get(self, key: str) -> Field | None:
        """What was said under a key."""
        return self.more.get(key)


def unwrap(table: Any) -> Envelope:
    """Finds the packets in a table's JSON. Raises FieldError (`bad-field`) where there are none."""
    here, more = Field(table), dict[str, Field]()
    for _ in range(_DESCENT):
        if _is_packets(here.value):
            return Envelope(here, more)
        refuse_error(here)
        for key, value in here.members():
            if value.value is not None:
                more.setdefault(key, value)
        inner = here.get("logs") or here.get("data")
        if inner is None:
            raise here.fault("the key `logs` or `data` with packets of Board Game Arena")
        here = inner
    raise here.fault("packets")


def _is_packets(value: Any) -> bool:
    if isinstance(value, dict):
        return bool(value) and all(key.isdecimal() for key in value)
    return isinstance(value, list)


def refuse_error(here: Field) -> None:
    """Raises BGA's own sentence if this is an error instead of a log."""
    said = here.get("error")
    if said is not None and said.value not in ("", False, 0, "0", []):
        sentence = said.value if isinstance(said.value, str) else shown(said.value)
        code = here.get("code")
        number = f" (code {shown(code.value)})" if code else ""
        raise FieldError("bad-field", f"no log: Board Game Arena says {sentence!r}{number}")
