"""Whole figures for the page: axes laid out in points, drawn by `figures`, as deterministic SVG."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from azul_analytics.errors import AzulError
from azul_analytics.figures import (
    draw_first_player_advantage,
    draw_floor_penalties,
    draw_floor_penalty_distribution,
    draw_opening_margin,
    frequent_rounds,
    group_label,
    in_reading_order,
    n_text,
    shortened,
)
from azul_analytics.figures.floor import CLASSES
from azul_analytics.reporting.brand import Brand, load_brand
from azul_analytics.reporting.letters import letters_of, printable

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_TALLEST = 660.0  # points; the text of an A4 page is 728 high
_BOLD = 1.08  # width of bold print to that of regular
_ROOM = 0.6  # of an axis for intervals beyond the means, in parts of the range of the means
_SHORTEST = 8  # letters of a name
_PANELS = 3  # beside each other


def first_player_pictures(frame: pd.DataFrame, brand: Brand) -> Iterator[bytes]:
    """Win share and margin of the opening seat side by side, as many rows a picture as fit on a page."""
    row_height, top, bottom = 17.0, 4.0, 36.0
    most = int((_TALLEST - top - bottom) / row_height)
    for start in range(0, len(frame), most):
        rows = frame.iloc[start : start + most]
        with _drawing(brand):
            left = 10 + max(_text_width(group_label(row), brand) for _, row in rows.iterrows())
            middle = 14 + max(_text_width(n_text(row), brand) for _, row in rows.iterrows())
            gaps = rows["player_count"].nunique() - 1
            height = row_height * (len(rows) + 0.7 * gaps)
            free = brand.width - left - middle - 8
            page = _Page(brand, top + height + bottom)
            shares = page.axes(left, bottom, 0.55 * free, height)
            margins = page.axes(left + 0.55 * free + middle, bottom, 0.45 * free, height)
            draw_first_player_advantage(shares, rows, brand.style)
            draw_opening_margin(margins, rows, brand.style)
            svg = page.svg()
        yield svg


def floor_pictures(frame: pd.DataFrame, brand: Brand) -> Iterator[bytes]:
    """Mean floor points by round: a panel a ruleset and kind, a series a player count."""
    panels = [rows for _, rows in frame.groupby(["label", "kind"], sort=False)]
    lowest, highest = _limits(frame)

    def draw(ax: Axes, rows: pd.DataFrame) -> list[Any]:
        handles = draw_floor_penalties(ax, rows, brand.style)
        ax.set_ylim(lowest, highest)
        return handles

    def title(row: Mapping[Hashable, Any]) -> str:
        return str(row["label"]) if row["kind"] == "recorded" else f"{row['label']}, {row['kind']}"

    columns = min(_PANELS, len(panels))
    yield from _grid(panels, draw, title, brand, columns=columns, height=104, legend=None, axis="points", right=6)


def _limits(frame: pd.DataFrame) -> tuple[float, float]:
    """Of the y axis: all means, and intervals as far as they leave the means readable."""
    means = frame["floor_points_mean"]
    room = _ROOM * max(1.0, float(means.max() - means.min()))
    low = max(frame[["floor_points_low", "floor_points_mean"]].min().min(), means.min() - room)
    high = min(frame[["floor_points_high", "floor_points_mean"]].max().max(), means.max() + room)
    return float(low) - 0.1, max(0.0, float(high)) + 0.1


def distribution_pictures(frame: pd.DataFrame, brand: Brand) -> Iterator[bytes]:
    """How much was lost by round: a panel a group of games, a line of panels a ruleset where that fits."""
    by_ruleset = [rows for _, rows in frame.groupby(["label", "kind"], sort=False)]
    panels = [rows for one in by_ruleset for _, rows in one.groupby("player_count")]
    counts = {tuple(sorted(rows["player_count"].unique())) for rows in by_ruleset}
    same = len(counts) == 1 and 1 < len(min(counts)) <= _PANELS
    columns = len(min(counts)) if same else min(_PANELS, len(panels))
    rounds = int(frame["round"].nunique())

    def draw(ax: Axes, rows: pd.DataFrame) -> list[Any]:
        draw_floor_penalty_distribution(ax, rows, brand.style)
        ax.set_ylim(rounds - 0.4, -0.6)
        return []

    legend, height = _class_legend(brand), 10.5 * rounds
    yield from _grid(
        panels,
        draw,
        group_label,
        brand,
        columns=columns,
        height=height,
        legend=legend,
        axis="round",
        right=34,
    )


PICTURES = {
    "first_player_advantage": first_player_pictures,
    "floor_penalties": floor_pictures,
    "floor_penalty_distribution": distribution_pictures,
}


@dataclass(frozen=True)
class Shown:
    """Pictures of a statistic (SVG), which a notebook displays."""

    svgs: tuple[bytes, ...]

    def _repr_html_(self) -> str:
        texts = (svg.decode() for svg in self.svgs)
        return "\n".join(f"<div>{text[text.index('<svg') :]}</div>" for text in texts)


def show(statistic: str, frame: pd.DataFrame, *, brand: str | Path | None = None) -> Shown:
    """The pictures of a statistic's frame as reports have them; a notebook displays what is returned.

    Raises AzulError for a name that is not in `STATISTICS`.
    """
    if statistic not in PICTURES:
        raise AzulError(f"There is no statistic {statistic!r}; there are {', '.join(PICTURES)}.")
    look = load_brand(brand)
    letters = letters_of(look.fonts)
    names = [printable(name, letters) for name in frame["ruleset"]]
    rows = in_reading_order(frame.assign(ruleset=names))
    if "round" in rows:
        rows = frequent_rounds(rows, "games" if "games" in rows else "seat_rounds")
    return Shown(tuple(PICTURES[statistic](rows, look)) if len(rows) else ())


class _Page:
    """A matplotlib figure whose axes are placed in points from its lower left corner."""

    def __init__(self, brand: Brand, height: float):
        from matplotlib.figure import Figure

        self.width, self.height = brand.width, height
        self.figure: Figure = Figure(figsize=(self.width / 72, height / 72), facecolor="none")

    def axes(self, left: float, bottom: float, width: float, height: float) -> Axes:
        where = (left / self.width, bottom / self.height, width / self.width, height / self.height)
        ax: Axes = self.figure.add_axes(where, facecolor="none")
        return ax

    def legend(self, handles: list[Any], left: float) -> None:
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
        text = BytesIO()
        no_facts = dict.fromkeys(("Date", "Creator", "Format", "Type"))
        self.figure.savefig(text, format="svg", metadata=no_facts)
        return text.getvalue()


def _grid(
    panels: list[pd.DataFrame],
    draw: Callable[[Axes, pd.DataFrame], list[Any]],
    title_of: Callable[[Mapping[Hashable, Any]], str],
    brand: Brand,
    *,
    columns: int,
    height: float,
    legend: list[Any] | None,
    axis: str,
    right: float,
) -> Iterator[bytes]:
    """Panels of one height in columns, in as many pictures as pages need; one legend above them all.

    `draw` gives the series of a panel, for the legend where `legend` is None. The lowest panel of each column
    has the numbers and the name of the x axis.
    """
    title, gap, head, foot, left = 16.0, 6.0, 18.0, 28.0, 33.0
    pitch = title + height + gap
    most = max(1, int((_TALLEST - head - foot) / pitch)) * columns
    for start in range(0, len(panels), most):
        shown = panels[start : start + most]
        lines = -(-len(shown) // columns)
        with _drawing(brand):
            page = _Page(brand, head + lines * pitch + foot)
            series: dict[str, Any] = {}
            width = brand.width / columns
            for place, rows in enumerate(shown):
                line, column = divmod(place, columns)
                top = page.height - head - line * pitch - title
                ax = page.axes(column * width + left, top - height, width - left - right, height)
                series |= {one.get_label(): one for one in draw(ax, rows)}
                ax.set_title(_fitted(title_of, rows.iloc[0].to_dict(), width - left - 4, brand), loc="left")
                if column == 0:
                    ax.set_ylabel(axis)
                if place + columns < len(shown):
                    ax.set_xlabel("")
                    ax.tick_params(axis="x", labelbottom=False)
            page.legend(legend or [series[name] for name in sorted(series)], left)
            svg = page.svg()
        yield svg


def _class_legend(brand: Brand) -> list[Any]:
    from matplotlib.patches import Patch

    return [
        Patch(facecolor=color, edgecolor=brand.colors["grid"], linewidth=0.5, label=name)
        for color, (_, name) in zip(brand.sequence, CLASSES, strict=False)
    ]


def _fitted(
    title_of: Callable[[Mapping[Hashable, Any]], str], row: Mapping[Hashable, Any], width: float, brand: Brand
) -> str:
    """The title in the longest form that a panel is wide enough for; the last means is to cut the name."""
    title, longest = title_of(row), len(row["label"])
    for long, short in ((" players", " pl."), (", simulated", ", sim.")):
        if _BOLD * _text_width(title, brand) > width:
            title = title.replace(long, short)
    while _BOLD * _text_width(title, brand) > width and longest > _SHORTEST:
        longest -= 1
        title = title.replace(shortened(row["label"], longest + 1), shortened(row["label"], longest), 1)
    return title


def _text_width(text: str, brand: Brand) -> float:
    """Width of a text in figures, in points."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    font = FontProperties(family=brand.font, size=brand.style.size)
    width, _, _ = text_to_path.get_text_width_height_descent(text, font, ismath=False)
    return float(width)


@contextmanager
def _drawing(brand: Brand) -> Iterator[None]:
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
