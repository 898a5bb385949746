"""Axes laid out on a page in points, drawn as deterministic SVG."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import BytesIO
from typing import TYPE_CHECKING, Any

from azul_analytics.figures import shortened
from azul_analytics.reporting.blocks import Picture
from azul_analytics.reporting.brand import Brand

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

TALLEST = 660.0  # points; the text of an A4 page is 728 high
PANELS = 3  # beside each other
_BOLD = 1.08  # width of bold print to that of regular
_SHORTEST = 12  # letters of a name
_LEGEND = 18.0  # points, its height
_TITLE, _LINE = 16.0, 10.0  # points, room of a title of one line, and of each line more
_SHORT = ((" players", " pl."), (", simulated by ", ", by "), (", simulated", ", sim."))


class Page:
    """A matplotlib figure whose axes are placed in points from its lower left corner, as wide as text unless said."""

    def __init__(self, brand: Brand, height: float, width: float | None = None):
        from matplotlib.figure import Figure

        self.width, self.height = width or brand.width, height
        self.figure: Figure = Figure(figsize=(self.width / 72, height / 72), facecolor="none")

    def axes(self, left: float, bottom: float, width: float, height: float) -> Axes:
        """An axis at this place."""
        where = (left / self.width, bottom / self.height, width / self.width, height / self.height)
        ax: Axes = self.figure.add_axes(where, facecolor="none")
        return ax

    def legend(self, handles: list[Any], left: float) -> None:
        """A legend along the upper edge."""
        self.figure.legend(
            handles=handles,
            loc="upper left",
            ncols=6,
            frameon=False,
            borderaxespad=0.1,
            handlelength=1.6,
            columnspacing=1.4,
            handletextpad=0.5,
            bbox_to_anchor=(left / self.width - 0.01, 1),
        )

    def svg(self) -> bytes:
        """The picture, the same bytes each time."""
        for ax in self.figure.axes:
            for axis in (ax.xaxis, ax.yaxis):
                if not axis.get_label_text():
                    axis.set_label_coords(0, 0)  # else a place is looked for, beside all numbers of the axis
        text = BytesIO()
        no_facts = dict.fromkeys(("Date", "Creator", "Format", "Type"))
        self.figure.savefig(text, format="svg", metadata=no_facts)
        return text.getvalue()


def grid(
    panels: Sequence[pd.DataFrame],
    draw: Callable[[Axes, pd.DataFrame], list[Any]],
    title_of: Callable[[Mapping[Hashable, Any]], str],
    brand: Brand,
    *,
    columns: int,
    height: Callable[[Sequence[pd.DataFrame]], float],
    legend: list[Any] | None,
    axis: str,
    right: float,
) -> Picture:
    """Panels in lines of so many columns, below one legend for them all; `height` is that of a line's panels.

    `draw` gives the series of a panel, for the legend where `legend` is None; [] is no legend. `axis` names the y
    axis of the first panel of each line; the x axis is named below the last line.
    """
    gap, numbers, name, left, indent = 8.0, 14.0, 17.0, 42.0, 20.0
    width = brand.width / columns
    series: dict[str, Any] = {}
    lines = []
    with drawing(brand):
        titles = fitted([rows.iloc[0].to_dict() for rows in panels], title_of, width - indent - 4, brand)
        for start in range(0, len(panels), columns):
            line, last = panels[start : start + columns], start + columns >= len(panels)
            foot, high, wide = numbers + (name if last else gap), height(line), width - left - right
            page = Page(brand, title_height(titles[start : start + columns]) + high + foot)
            for column, rows in enumerate(line):
                ax = page.axes(column * width + left, foot, wide, high)
                series |= {one.get_label(): one for one in draw(ax, rows)}
                ax.set_title(titles[start + column], loc="left", x=(indent - left) / wide)
                if column == 0:
                    ax.set_ylabel(axis)
                if not last:
                    ax.set_xlabel("")
            lines.append(page.svg())
        return Picture(tuple(lines), _legend(legend, series, brand, left))


def _legend(given: list[Any] | None, series: Mapping[str, Any], brand: Brand, left: float) -> bytes:
    handles = [series[name] for name in sorted(series)] if given is None else given
    if not handles or (given is None and len(handles) == 1):  # one series alone needs no name
        return b""
    page = Page(brand, _LEGEND)
    page.legend(handles, left)
    return page.svg()


def fitted(
    rows: Sequence[Mapping[Hashable, Any]],
    title_of: Callable[[Mapping[Hashable, Any]], str],
    width: float,
    brand: Brand,
) -> list[str]:
    """The titles of panels in the longest form for which all are wide enough, on one line or, in the end, two.

    The last means is to cut the names of rulesets, of all panels alike.
    """
    long = [title_of(row) for row in rows]
    short = long
    for words, fewer in _SHORT:
        short = [title.replace(words, fewer) for title in short]
    broken = [_broken(title, width, brand) for title in short]
    for titles in (long, short, [_broken(title, width, brand) for title in long], broken):
        if _fit(titles, width, brand):
            return titles
    longest = max(len(str(row.get("label", ""))) for row in rows)
    while longest > _SHORTEST and not _fit(broken, width, brand):
        longest -= 1
        titles = [
            title.replace(shortened(row["label"], longest + 1), shortened(row["label"], longest), 1)
            for title, row in zip(short, rows, strict=True)
        ]
        short, broken = titles, [_broken(title, width, brand) for title in titles]
    return [_narrowed(title, width, brand) for title in broken]


def title_height(titles: Sequence[str]) -> float:
    """Room above panels for their titles, in points."""
    return _TITLE + _LINE * max((title.count("\n") for title in titles), default=0)


def _broken(title: str, width: float, brand: Brand) -> str:
    """The title on two lines: broken behind a colon or comma, the last behind which the first line is narrow enough."""
    ends = [end.end() for end in re.finditer("[:,] ", title)]
    fitting = [end for end in ends if _fit([title[:end]], width, brand)]
    if not ends or _fit([title], width, brand):
        return title
    end = fitting[-1] if fitting else ends[0]
    return f"{title[:end].rstrip()}\n{title[end:]}"


def _narrowed(title: str, width: float, brand: Brand) -> str:
    """The title, the end of each line cut where nothing else helps."""
    lines = title.split("\n")
    for number, line in enumerate(lines):
        while not _fit([line], width, brand) and len(line) > 1:
            line = line.removesuffix("…")[:-1] + "…"
        lines[number] = line
    return "\n".join(lines)


def _fit(titles: Sequence[str], width: float, brand: Brand) -> bool:
    lines = [line for title in titles for line in title.split("\n")]
    return _BOLD * max(text_width(line, brand) for line in lines) <= width


def text_width(text: str, brand: Brand) -> float:
    """Width of a text in figures, in points."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    font = FontProperties(family=brand.font, size=brand.style.size)
    width, _, _ = text_to_path.get_text_width_height_descent(text, font, ismath=False)
    return float(width)


@contextmanager
def drawing(brand: Brand) -> Iterator[None]:
    """Within the block, matplotlib uses the brand's fonts, before others of their name, and its style."""
    from matplotlib import font_manager, rc_context

    fonts = font_manager.fontManager
    known = {entry.fname for entry in fonts.ttflist}
    for path in brand.fonts:
        if str(path) not in known:
            fonts.addfont(str(path))
            fonts.ttflist.insert(0, fonts.ttflist.pop())
    with rc_context(brand.style.settings()):
        yield
