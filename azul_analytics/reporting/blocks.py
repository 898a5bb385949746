"""What a page is made of. Sections return blocks, the template prints them; both know only these kinds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, ClassVar


@dataclass(frozen=True)
class Heading:
    """A heading; level 1 is a section's. It may begin a new page."""

    text: str
    level: int = 1
    new_page: bool = False
    kind: ClassVar[str] = "heading"


@dataclass(frozen=True)
class Text:
    """A paragraph; `small` is print of remarks below a figure or table."""

    text: str
    small: bool = False
    kind: ClassVar[str] = "text"


@dataclass(frozen=True)
class Banner:
    """A label across the page that cannot be overlooked."""

    lead: str
    text: str
    kind: ClassVar[str] = "banner"


@dataclass(frozen=True)
class Finding:
    """A sentence or two computed from the data, and what it speaks of."""

    lead: str
    text: str


@dataclass(frozen=True)
class Findings:
    """A list of findings."""

    items: Sequence[Finding]
    kind: ClassVar[str] = "findings"


@dataclass(frozen=True)
class Picture:
    """A picture in lines, each an SVG as wide as the page; a page may end between two of them.

    `legend`, an SVG too, stands above the first line, and again on each page that the picture goes on.
    """

    lines: tuple[bytes, ...]
    legend: bytes = b""

    @property
    def svgs(self) -> tuple[bytes, ...]:
        """The legend, if there is one, and the lines."""
        return (self.legend, *self.lines) if self.legend else self.lines

    @property
    def height(self) -> float:
        """Height of all of it in points, as the SVGs state it."""
        found = (re.search(rb'height="([0-9.]+)pt"', svg) for svg in self.svgs)
        return sum(float(height[1]) for height in found if height)


@dataclass(frozen=True)
class Figure:
    """A picture with a caption (empty: none), and its content in words for readers who cannot see it."""

    picture: Picture
    caption: str
    alt: str
    kind: ClassVar[str] = "figure"


@dataclass(frozen=True)
class Column:
    """A column of a table. Numbers stand `right`, on one line; words may break into several."""

    title: str
    right: bool = False


def _letters(text: str) -> float:
    """Length of a text in letters of the width of a digit."""
    return sum(0.5 if letter in " .,:()iljt" else 1 for letter in text)


_WIDEST = 16  # letters that a column of words is given room for
_PAGE = 107  # letters that are as wide as a page
_LOOSE = 0.9  # part of the page that columns of words may grow to fill
_SMALLEST = 0.75  # print of a table, to that of others


@dataclass(frozen=True)
class Table:
    """A table of texts, as many a row as columns; its head is repeated on every page. Its caption may be empty."""

    caption: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[str]]
    kind: ClassVar[str] = "table"

    @property
    def broken(self) -> bool:
        """Whether the table is wider than the page, so that numbers have their brackets on a second line."""
        return sum(self._widths("")) > _PAGE

    @property
    def widths(self) -> list[float]:
        """The room that each column needs, in letters: the table is as wide as the page in these parts."""
        return self._widths(" (" if self.broken else "")

    @property
    def scale(self) -> float:
        """The size of print that lets the columns have their room, to the usual one."""
        return max(_SMALLEST, min(1, _PAGE / sum(self.widths)))

    def _widths(self, ends_line: str) -> list[float]:
        """The room of each column; what the page has to spare goes to words that are on several lines."""
        widths, lacking = [], []
        for number, column in enumerate(self.columns):
            cells = [row[number] for row in self.rows]
            lines = [line for cell in cells for line in (cell.split(ends_line) if ends_line else [cell])]
            longest = max(map(_letters, lines), default=0)
            title = max(_letters(column.title) / 2 + 1, *map(_letters, column.title.split()))  # on two lines
            widths.append(1.5 + max(title, longest if column.right else min(longest, _WIDEST)))
            lacking.append(max(0.0, 1.5 + longest - widths[-1]))
        part = min(1.0, max(0.0, _LOOSE * _PAGE - sum(widths)) / (sum(lacking) or 1))
        return [width + part * more for width, more in zip(widths, lacking, strict=True)]


@dataclass(frozen=True)
class Facts:
    """Labels and what belongs to them; `boxed` with a ground of its own."""

    items: Sequence[tuple[str, str]]
    boxed: bool = False
    kind: ClassVar[str] = "facts"


@dataclass(frozen=True)
class Together:
    """Blocks that stay on one page: `above` as wide as it, then `left` (so much of its width) and `right`."""

    above: Sequence[Block]
    left: Sequence[Block]
    right: Sequence[Block]
    share: float
    kind: ClassVar[str] = "together"


Block = Heading | Text | Banner | Findings | Figure | Table | Facts | Together


def as_data(blocks: Sequence[Block]) -> tuple[list[dict[str, Any]], dict[str, bytes]]:
    """The blocks as plain data, and the files of their pictures, which the data names."""
    files: dict[str, bytes] = {}
    return [_data(block, files) for block in blocks], files


def _data(block: Block, files: dict[str, bytes]) -> dict[str, Any]:
    """One block as plain data; its pictures are put into `files`."""
    if isinstance(block, Figure):
        names = []
        for svg in block.picture.svgs:
            names.append(f"picture-{len(files) + 1}.svg")
            files[names[-1]] = svg
        legend = names.pop(0) if block.picture.legend else ""
        fields = {"legend": legend, "lines": names, "height": block.picture.height}
        return {"kind": block.kind, **fields, "caption": block.caption, "alt": block.alt}
    if isinstance(block, Together):
        parts = {name: [_data(one, files) for one in getattr(block, name)] for name in ("above", "left", "right")}
        return {"kind": block.kind, "share": block.share, **parts}
    data = {"kind": block.kind, **asdict(block)}
    if isinstance(block, Table):
        data |= {"widths": block.widths, "broken": block.broken, "scale": block.scale}
    return data
