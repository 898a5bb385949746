"""Text that the bundled fonts can print: what they have no letter for is replaced, visibly."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any


@cache
def letters_of(fonts: tuple[Path, ...]) -> frozenset[int]:
    """The code points that every one of the font files has a letter for."""
    from matplotlib.ft2font import FT2Font

    return frozenset.intersection(*(frozenset(FT2Font(str(font)).get_charmap()) for font in fonts))


_BREAKS = "\t\n\v\f\r\x1c\x1d\x1e\x85\u2028\u2029"


def printable(text: str, letters: Iterable[int]) -> str:
    """The text with each character that is not in `letters` named by its number.

    Line breaks and tabs become spaces.

    >>> printable("Li 李", range(128))
    'Li [U+674E]'
    """
    known = letters if isinstance(letters, frozenset) else frozenset(letters)
    if text.isprintable() and unicodedata.is_normalized("NFC", text) and known.issuperset(map(ord, text)):
        return text
    composed = unicodedata.normalize("NFC", text)
    return "".join(
        " " if letter in _BREAKS else letter if _plain(letter, known) else f"[U+{ord(letter):04X}]"
        for letter in composed
    )


def _plain(letter: str, known: Any) -> bool:
    """In the fonts, and seen when it is printed (no control or direction mark)."""
    return ord(letter) in known and unicodedata.category(letter)[0] != "C"


def printable_all(value: Any, letters: frozenset[int]) -> Any:
    """The same for every text within lists and dictionaries."""
    if isinstance(value, str):
        return printable(value, letters)
    if isinstance(value, dict):
        return {key: printable_all(one, letters) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [printable_all(one, letters) for one in value]
    return value
