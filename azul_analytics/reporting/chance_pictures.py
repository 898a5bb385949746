"""Pictures of win probabilities, of what tiles are worth, and of deals against chance."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
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
from azul_analytics.reporting.layout import PANELS, Page, drawing, fitted, grid, text_width, title_height

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

_ROW = 13.0  # points, height of a row of dots
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
    """Points and winners' shares of colors side by side, a line a group of games."""
    return _worth(frame, draw_color_worth, brand)


def column_pictures(frame: pd.DataFrame, brand: Brand) -> Iterator[Picture]:
    """Points and winners' shares of columns side by side, a line a group of games."""
    return _worth(frame, draw_column_worth, brand)


def deal_pictures(frame: pd.DataFrame, brand: Brand) -> Iterator[Picture]:
    """Ratios to chance: a line a group of games, its sources and tests as rows."""
    named = namer(frame)
    groups = [rows for _, rows in frame.groupby(GROUP, sort=False)]
    yield from _lines(in_rows([rows], draw_deals_against_chance, named, brand) for rows in groups)


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

    def title(row: Mapping[Hashable, Any]) -> str:
        return f"{named(row)}: {_MEASURES[str(row['measure'])]}"

    groups = [[rows for _, rows in one.groupby("measure", sort=False)] for _, one in frame.groupby(GROUP, sort=False)]
    yield from _lines(in_rows(panels, draw, title, brand) for panels in groups)


def _lines(pictures: Iterable[Picture]) -> Iterator[Picture]:
    """The pictures as lines of one; none where there are none."""
    if lines := tuple(line for picture in pictures for line in picture.lines):
        yield Picture(lines)


def in_rows(
    panels: Sequence[pd.DataFrame],
    draw: Callable[..., None],
    title: Callable[[Mapping[Hashable, Any]], str],
    brand: Brand,
    columns: int | None = None,
) -> Picture:
    """Panels side by side whose rows have names on the left and notes on the right, as wide as these need.

    `columns` are for how many panels there is room, where there are fewer.
    """
    foot = 30.0
    with drawing(brand):
        width = brand.width / (columns or len(panels))
        titles = fitted([rows.iloc[0].to_dict() for rows in panels], title, width - 8, brand)
        top = title_height(titles) + 2 if any(titles) else 4.0
        height = _ROW * (max(len(rows) for rows in panels) + 0.4)
        page = Page(brand, top + height + foot)
        for place, rows in enumerate(panels):
            ax = page.axes(place * width, foot, width, height)
            draw(ax, rows, brand.style)
            left = 10 + max(text_width(label.get_text(), brand) for label in ax.get_yticklabels())
            right = 10 + max((text_width(text.get_text(), brand) for text in ax.texts), default=0)
            box = (place * width + left) / brand.width, foot / page.height
            ax.set_position((*box, (width - left - right) / brand.width, height / page.height))
            ax.set_title(titles[place], loc="left", x=-left / (width - left - right))
        return Picture((page.svg(),))
