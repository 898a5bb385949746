"""Whole figures for the page: axes laid out in points, drawn by `figures`, as deterministic SVG."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
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
)
from azul_analytics.figures.floor import CLASSES
from azul_analytics.reporting.brand import Brand, load_brand
from azul_analytics.reporting.generated import generated_pictures
from azul_analytics.reporting.layout import PANELS, TALLEST, Page, drawing, grid, text_width
from azul_analytics.reporting.letters import letters_of, printable
from azul_analytics.statistics import STATISTICS

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

_ROOM = 0.6  # of an axis for intervals beyond the means, in parts of the range of the means


def first_player_pictures(frame: pd.DataFrame, brand: Brand) -> Iterator[bytes]:
    """Win share and margin of the opening seat side by side, as many rows a picture as fit on a page."""
    row_height, top, bottom = 17.0, 4.0, 36.0
    most = int((TALLEST - top - bottom) / row_height)
    for start in range(0, len(frame), most):
        rows = frame.iloc[start : start + most]
        with drawing(brand):
            left = 10 + max(text_width(group_label(row), brand) for _, row in rows.iterrows())
            middle = 14 + max(text_width(n_text(row), brand) for _, row in rows.iterrows())
            gaps = rows["player_count"].nunique() - 1
            height = row_height * (len(rows) + 0.7 * gaps)
            free = brand.width - left - middle - 8
            page = Page(brand, top + height + bottom)
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

    columns = min(PANELS, len(panels))
    yield from grid(panels, draw, title, brand, columns=columns, height=104, legend=None, axis="points", right=6)


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
    same = len(counts) == 1 and 1 < len(min(counts)) <= PANELS
    columns = len(min(counts)) if same else min(PANELS, len(panels))
    rounds = int(frame["round"].nunique())

    def draw(ax: Axes, rows: pd.DataFrame) -> list[Any]:
        draw_floor_penalty_distribution(ax, rows, brand.style)
        ax.set_ylim(rounds - 0.4, -0.6)
        return []

    legend, height = _class_legend(brand), 10.5 * rounds
    yield from grid(
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


# of the statistics whose pictures are no matter of their columns alone
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
    if statistic not in STATISTICS:
        raise AzulError(f"There is no statistic {statistic!r}; there are {', '.join(STATISTICS)}.")
    look = load_brand(brand)
    letters = letters_of(look.fonts)
    names = [printable(name, letters) for name in frame["ruleset"]]
    rows = in_reading_order(frame.assign(ruleset=names))
    if "round" in rows:
        rows = frequent_rounds(rows, "games" if "games" in rows else "seat_rounds")
    return Shown(tuple(pictures(statistic, rows, look)) if len(rows) else ())


def pictures(statistic: str, frame: pd.DataFrame, brand: Brand) -> Iterator[bytes]:
    """The pictures of a statistic's frame in reading order, as SVG."""
    if statistic in PICTURES:
        return PICTURES[statistic](frame, brand)
    return generated_pictures(STATISTICS[statistic], frame, brand)


def _class_legend(brand: Brand) -> list[Any]:
    from matplotlib.patches import Patch

    return [
        Patch(facecolor=color, edgecolor=brand.colors["grid"], linewidth=0.5, label=name)
        for color, (_, name) in zip(brand.sequence, CLASSES, strict=False)
    ]
