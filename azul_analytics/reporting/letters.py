"""Text that the bundled fonts can print: what they have no letter for is replaced, visibly."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Container, Iterable
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any


@cache
def letters_of(fonts: tuple[Path, ...]) -> frozenset[int]:
    """The code points that every one of the font files has a letter for."""
    from matplotlib.ft2font import FT2Font

    return frozenset.intersection(*(frozenset(FT2Font(str(font)).get_charmap()) for font in fonts))


_BREAKS = "\t\n\v\f\r\x1c\x1d\x1e\x85\u2028\u2029"
_JOINERS = "\u200d\ufe0e\ufe0f"  # join pictures or choose their look; by themselves they are nothing
SPELLED = "‹"  # begins what is spelled in Latin letters


def printable(text: str, letters: Iterable[int], alike: Container[str] = ()) -> str:
    """The text, what is not in `letters` spelled in Latin ones between ‹ and ›, or else named by its number.

    Line breaks and tabs become spaces. What is spelled as a text in `alike` has its numbers too.

    >>> printable("Li 李", range(128)), printable("🎲", range(128)), printable("李", range(128), {"‹Li›"})
    ('Li ‹Li›', '‹game die›', '‹Li U+674E›')
    """
    known = letters if isinstance(letters, frozenset) else frozenset(letters)
    if text.isprintable() and unicodedata.is_normalized("NFC", text) and known.issuperset(map(ord, text)):
        return text
    composed = unicodedata.normalize("NFC", text)
    said = _spelled(composed, known)
    return _spelled(composed, known, numbers=True) if said in alike else said


def alike(names: Iterable[str], letters: frozenset[int]) -> frozenset[str]:
    """What more than one of the names is spelled as.

    >>> sorted(alike(["李明", "黎明", "Ana"], frozenset(range(128))))
    ['‹LiMing›']
    """
    times = Counter(printable(name, letters) for name in set(names))
    return frozenset(said for said, number in times.items() if number > 1)


def _spelled(text: str, known: frozenset[int], *, numbers: bool = False) -> str:
    runs = groupby(text, lambda letter: letter in _BREAKS or _plain(letter, known))
    parts = ["".join(run) if plain else _in_latin("".join(run), numbers) for plain, run in runs]
    return "".join(parts).translate(dict.fromkeys(map(ord, _BREAKS), " ")).replace("› ‹", " ")


def _in_latin(run: str, numbers: bool) -> str:
    """Letters that are not in the fonts: spelled, or `[U+202E]` where they have no spelling."""
    parts = []
    for spelled, some in groupby((one for one in run if one not in _JOINERS), lambda one: bool(_spelling(one))):
        letters = list(some)
        codes = [f"U+{ord(letter):04X}" for letter in letters]
        words = "".join(map(_spelling, letters)).split()
        parts.append(f"‹{' '.join(words + codes * numbers)}›" if spelled else "".join(f"[{code}]" for code in codes))
    return "".join(parts)


def _spelling(letter: str) -> str:
    """In ASCII, pictures by their names; nothing for marks that are not seen."""
    from anyascii import anyascii

    spelled = "" if unicodedata.category(letter)[0] == "C" else anyascii(letter)
    return f" {spelled.strip(':').replace('_', ' ')} " if spelled[:1] == ":" and len(spelled) > 2 else spelled


def _plain(letter: str, known: frozenset[int]) -> bool:
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
