"""Pictures of win probabilities, of what tiles are worth, and of deals against chance."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from azul_analytics.figures import GROUP, ruleset_label
from azul_analytics.figures.tiles import draw_color_worth, draw_column_worth, draw_deals_against_chance
from azul_analytics.figures.win_probability import (
    FEWEST,
    draw_win_probability,
    draw_win_probability_by_lead,
    draw_win_probability_calibration,
)
from azul_analytics.reporting.blocks import Picture
from azul_analytics.reporting.brand import Brand
from azul_analytics.reporting.generated import namer
from azul_analytics.reporting.layout import PANELS, Page, drawing, grid, text_width

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

_ROW = 15.0  # points, height of a row of dots
_SQUARE = 104.0  # points, height of a panel of curves
_MEASURES = {"points": "points", "share": "winners and losers"}


def favorite_pictures(frame: pd.DataFrame, brand: Brand) -> Iterator[Picture]:
    """How often the favorite won by round: a panel a ruleset and kind, a series a player count."""
    frame = frame[frame["estimate"].notna()]
    panels = [rows for _, rows in frame.groupby(["label", "kind"], sort=False)]

    yield from _curves(panels, lambda ax, rows: draw_win_probability(ax, rows, brand.style), ruleset_label, brand)


def calibration_pictures(frame: pd.DataFrame, brand: Brand) -> Iterator[Picture]:
    """Win shares against win probabilities: a panel a group of games and round."""
    frame = frame[frame["tenth"].notna()]
    named = namer(frame)
    panels = [rows for _, rows in frame.groupby([*GROUP, "round"], sort=False)]

    def draw(ax: Axes, rows: pd.DataFrame) -> list[Any]:
        draw_win_probability_calibration(ax, rows, brand.style)
        ax.set_ylabel("")
        return []

    def title(row: Mapping[Hashable, Any]) -> str:
        return f"round {row['round']}: {named(row)}"

    yield from _curves(panels, draw, title, brand, axis="won, %")


def lead_pictures(frame: pd.DataFrame, brand: Brand) -> Iterator[Picture]:
    """Win shares by lead: a panel a group with enough games, a series a round."""
    panels = [rows for _, rows in frame.groupby(GROUP, sort=False) if rows["games"].max() >= FEWEST]

    def draw(ax: Axes, rows: pd.DataFrame) -> list[Any]:
        handles = draw_win_probability_by_lead(ax, rows, brand.style)
        ax.set_ylabel("")
        return handles

    yield from _curves(panels, draw, namer(frame), brand, axis="won, %")


def color_pictures(frame: pd.DataFrame, brand: Brand) -> Iterator[Picture]:
    """Points and winners' shares of colors side by side, a line of panels a group of games."""
    return _worth(frame, draw_color_worth, brand)


def column_pictures(frame: pd.DataFrame, brand: Brand) -> Iterator[Picture]:
    """Points and winners' shares of columns side by side, a line of panels a group of games."""
    return _worth(frame, draw_column_worth, brand)


def deal_pictures(frame: pd.DataFrame, brand: Brand) -> Iterator[Picture]:
    """Ratios to chance: a panel a group of games, its sources and tests as rows."""
    for _, rows in frame.groupby(GROUP, sort=False):
        yield in_rows([rows], draw_deals_against_chance, lambda first: namer(frame)(first[0]), brand)


def _curves(
    panels: Sequence[pd.DataFrame],
    draw: Callable[[Axes, pd.DataFrame], list[Any]],
    title: Callable[[Mapping[Hashable, Any]], str],
    brand: Brand,
    axis: str = "favorite won, %",
) -> Iterator[Picture]:
    if panels:
        columns = min(PANELS, len(panels))
        yield grid(
            panels, draw, title, brand,
            columns=columns, height=lambda _: _SQUARE, legend=None, axis=axis, right=8,
        )  # fmt: skip


def _worth(frame: pd.DataFrame, draw: Callable[..., None], brand: Brand) -> Iterator[Picture]:
    named = namer(frame)
    for _, of_group in frame.groupby(GROUP, sort=False):
        panels = [rows for _, rows in of_group.groupby("measure", sort=False)]

        def title(rows: Sequence[Mapping[Hashable, Any]]) -> str:
            return f"{named(rows[0])}: {_MEASURES[str(rows[0]['measure'])]}"

        yield in_rows(panels, draw, title, brand)


def in_rows(
    panels: Sequence[pd.DataFrame],
    draw: Callable[..., None],
    title: Callable[[Sequence[Mapping[Hashable, Any]]], str],
    brand: Brand,
) -> Picture:
    """Panels side by side whose rows have names on the left and notes on the right, as wide as these need."""
    titles = [title(rows.to_dict("records")) for rows in panels]
    top, foot = 18.0 if any(titles) else 4.0, 30.0
    with drawing(brand):
        height = _ROW * (max(len(rows) for rows in panels) + 0.4)
        page = Page(brand, top + height + foot)
        width = brand.width / len(panels)
        for place, rows in enumerate(panels):
            ax = page.axes(place * width, foot, width, height)
            draw(ax, rows, brand.style)
            left = 10 + max(text_width(label.get_text(), brand) for label in ax.get_yticklabels())
            right = 10 + max((text_width(text.get_text(), brand) for text in ax.texts), default=0)
            box = (place * width + left) / brand.width, foot / page.height
            ax.set_position((*box, (width - left - right) / brand.width, height / page.height))
            ax.set_title(titles[place], loc="left", x=-left / (width - left - right))
        return Picture((page.svg(),))
