"""Whole figures for the page: axes laid out in points, drawn by `figures`, as deterministic SVG."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
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
    ruleset_label,
)
from azul_analytics.figures.floor import CLASSES
from azul_analytics.figures.marks import row_places, size_of
from azul_analytics.reporting.blocks import Picture
from azul_analytics.reporting.brand import Brand, load_brand
from azul_analytics.reporting.custom_pictures import CUSTOM_PICTURES
from azul_analytics.reporting.generated import generated_pictures
from azul_analytics.reporting.layout import PANELS, Page, drawing, grid, text_width
from azul_analytics.reporting.letters import letters_of, printable
from azul_analytics.statistics import STATISTICS

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

_MOST_ROWS = 8  # in a line of a picture
_BAR = 13.0  # points, height of a bar with its gap
_ROOM = 0.6  # of an axis for intervals beyond the means, in parts of the range of the means


def first_player_pictures(frame: pd.DataFrame, brand: Brand) -> Iterator[Picture]:
    """Win share and margin of the opening seat side by side."""
    if frame.empty:
        return
    row_height, numbers, name = 17.0, 20.0, 14.0
    parts = list(_parts(in_reading_order(frame)))
    lines = []
    with drawing(brand):
        left = 10 + max(text_width(group_label(row), brand) for _, row in frame.iterrows())
        middle = 14 + max(text_width(n_text(row), brand) for _, row in frame.iterrows())
        free = brand.width - left - middle - 8
        for rows in parts:
            height = row_height * (1 + row_places(rows)[-1])
            foot = numbers + (name if rows is parts[-1] else 0)
            page = Page(brand, height + foot)
            shares = page.axes(left, foot, 0.55 * free, height)
            margins = page.axes(left + 0.55 * free + middle, foot, 0.45 * free, height)
            draw_first_player_advantage(shares, rows, brand.style)
            draw_opening_margin(margins, rows, brand.style)
            shares.set_xlim(*_reach(frame, "win_share", 100, frame["equal_share"]))
            margins.set_xlim(*_reach(frame, "margin", 1, 0))
            if rows is not parts[-1]:
                shares.set_xlabel("")
                margins.set_xlabel("")
            lines.append(page.svg())
    yield Picture(tuple(lines))


def _parts(rows: pd.DataFrame) -> Iterator[pd.DataFrame]:
    """The rows in parts of about the same number, at most `_MOST_ROWS` each."""
    size = -(-len(rows) // -(-len(rows) // _MOST_ROWS))
    return (rows.iloc[start : start + size] for start in range(0, len(rows), size))


def _reach(frame: pd.DataFrame, column: str, scale: float, also: Any) -> tuple[float, float]:
    """Ends of an axis for a column with its intervals, and for what it is compared with, with some room."""
    values = frame[[column, f"{column}_low", f"{column}_high"]].assign(also=also)
    low, high = float(values.min().min()), float(values.max().max())
    room = 0.04 * ((high - low) or 1)
    return scale * (low - room), scale * (high + room)


def floor_pictures(frame: pd.DataFrame, brand: Brand) -> Iterator[Picture]:
    """Mean floor points by round: a panel a ruleset and kind, a series a player count."""
    panels = [rows for _, rows in frame.groupby(["label", "kind"], sort=False)]
    lowest, highest = _limits(frame)

    def draw(ax: Axes, rows: pd.DataFrame) -> list[Any]:
        handles = draw_floor_penalties(ax, rows, brand.style)
        ax.set_ylim(lowest, highest)
        return handles

    columns = min(PANELS, len(panels))
    yield grid(
        panels, draw, ruleset_label, brand, columns=columns, height=lambda _: 104, legend=None, axis="points", right=6
    )


def _limits(frame: pd.DataFrame) -> tuple[float, float]:
    """Of the y axis: all means, and intervals as far as they leave the means readable."""
    means = frame["floor_points_mean"]
    room = _ROOM * max(1.0, float(means.max() - means.min()))
    low = max(frame[["floor_points_low", "floor_points_mean"]].min().min(), means.min() - room)
    high = min(frame[["floor_points_high", "floor_points_mean"]].max().max(), means.max() + room)
    return float(low) - 0.1, max(0.0, float(high)) + 0.1


def distribution_pictures(frame: pd.DataFrame, brand: Brand) -> Iterator[Picture]:
    """How much was lost by round: a panel a group of games, a line of panels a ruleset where that fits."""
    by_ruleset = [rows for _, rows in frame.groupby(["label", "kind"], sort=False)]
    panels = [rows for one in by_ruleset for _, rows in one.groupby("player_count")]
    counts = {tuple(sorted(rows["player_count"].unique())) for rows in by_ruleset}
    same = len(counts) == 1 and 1 < len(min(counts)) <= PANELS
    columns = len(min(counts)) if same else min(PANELS, len(panels))

    def draw(ax: Axes, rows: pd.DataFrame) -> list[Any]:
        draw_floor_penalty_distribution(ax, rows, brand.style)
        ax.set_ylim(size_of(ax)[1] / _BAR - 0.4, -0.6)
        return []

    def height(line: Sequence[pd.DataFrame]) -> float:
        return _BAR * (0.2 + max(rows["round"].nunique() for rows in line))

    yield grid(
        panels, draw, group_label, brand,
        columns=columns, height=height, legend=_class_legend(brand), axis="round", right=34,
    )  # fmt: skip


# of the statistics whose pictures are no matter of their columns alone
PICTURES = {
    **CUSTOM_PICTURES,
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
    if statistic not in STATISTICS:
        raise AzulError(f"There is no statistic {statistic!r}; there are {', '.join(STATISTICS)}.")
    look = load_brand(brand)
    letters = letters_of(look.fonts)
    names = [printable(name, letters) for name in frame["ruleset"]]
    rows = in_reading_order(frame.assign(ruleset=names))
    if "round" in rows:
        rows = frequent_rounds(rows, "games" if "games" in rows else "seat_rounds")
    found = pictures(statistic, rows, look) if len(rows) else ()
    return Shown(tuple(svg for picture in found for svg in picture.svgs))


def pictures(statistic: str, frame: pd.DataFrame, brand: Brand) -> Iterator[Picture]:
    """The pictures of a statistic's frame in reading order."""
    if statistic in PICTURES:
        return PICTURES[statistic](frame, brand)
    return generated_pictures(STATISTICS[statistic], frame, brand)


def _class_legend(brand: Brand) -> list[Any]:
    from matplotlib.patches import Patch

    return [
        Patch(facecolor=color, edgecolor=brand.colors["grid"], linewidth=0.5, label=name)
        for color, (_, name) in zip(brand.sequence, CLASSES, strict=False)
    ]
