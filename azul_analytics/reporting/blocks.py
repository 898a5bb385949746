"""What a page is made of. Sections return blocks, the template prints them; both know only these kinds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, ClassVar


@dataclass(frozen=True)
class Heading:
    """A heading; level 1 is a section's."""

    text: str
    level: int = 1
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
class Figure:
    """A picture (SVG) with a caption, and its content in words for readers who cannot see it."""

    svg: bytes
    caption: str
    alt: str
    kind: ClassVar[str] = "figure"

    @property
    def height(self) -> float:
        """Height in points, as its SVG states it."""
        found = re.search(rb'height="([0-9.]+)pt"', self.svg)
        return float(found[1]) if found else 0.0


@dataclass(frozen=True)
class Column:
    """A column of a table. Numbers stand `right`, on one line; words may break into several."""

    title: str
    right: bool = False


def _letters(text: str) -> float:
    """Length of a text in letters of the width of a digit."""
    return sum(0.5 if letter in " .,:()iljt" else 1 for letter in text)


_WIDEST = 16  # letters that a column of words is given room for


@dataclass(frozen=True)
class Table:
    """A table of texts, as many a row as columns; its head is repeated on every page."""

    caption: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[str]]
    kind: ClassVar[str] = "table"

    @property
    def widths(self) -> list[float]:
        """The room that each column needs, in letters: the table is as wide as the page in these parts."""
        widths = []
        for number, column in enumerate(self.columns):
            longest = max((_letters(row[number]) for row in self.rows), default=0)
            title = max(_letters(column.title) / 2 + 1, *map(_letters, column.title.split()))  # on two lines
            widths.append(1.5 + max(title, longest if column.right else min(longest, _WIDEST)))
        return widths


@dataclass(frozen=True)
class Facts:
    """Labels and what belongs to them; `boxed` with a ground of its own."""

    items: Sequence[tuple[str, str]]
    boxed: bool = False
    kind: ClassVar[str] = "facts"


Block = Heading | Text | Banner | Findings | Figure | Table | Facts


def as_data(blocks: Sequence[Block]) -> tuple[list[dict[str, Any]], dict[str, bytes]]:
    """The blocks as plain data, and the files of their pictures, which the data names."""
    data: list[dict[str, Any]] = []
    files: dict[str, bytes] = {}
    for block in blocks:
        if isinstance(block, Figure):
            name = f"figure-{len(files) + 1}.svg"
            files[name] = block.svg
            fields = {"file": name, "height": block.height, "caption": block.caption, "alt": block.alt}
            data.append({"kind": block.kind, **fields})
        else:
            data.append({"kind": block.kind, **asdict(block)})
            if isinstance(block, Table):
                data[-1]["widths"] = block.widths
    return data, files
