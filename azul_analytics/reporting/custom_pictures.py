"""Pictures of statistics that are no matter of their columns alone: order, walls, chances and tiles."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from azul_analytics.figures import GROUP, Style
from azul_analytics.figures.order import (
    draw_first_player_adjusted,
    draw_marker_value,
    draw_order_in_round,
    draw_seats_equal,
)
from azul_analytics.figures.players import MOST_ROWS, draw_player_ratings, draw_player_results
from azul_analytics.figures.wall import draw_wall_spaces
from azul_analytics.reporting.blocks import Picture
from azul_analytics.reporting.brand import Brand
from azul_analytics.reporting.chance_pictures import (
    calibration_pictures,
    color_pictures,
    column_pictures,
    deal_pictures,
    favorite_pictures,
    in_rows,
    lead_pictures,
)
from azul_analytics.reporting.generated import generated_pictures, limits, namer, words
from azul_analytics.reporting.layout import PANELS, grid
from azul_analytics.statistics import STATISTICS

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

_HEIGHT = 96.0  # points, of a panel of series
_BOARDS = 2  # beside each other
_ROOM = 0.05  # beside all intervals, in parts of their range
_FRAMES = 24  # rows of a picture


def seat_pictures(frame: pd.DataFrame, brand: Brand) -> Iterator[Picture]:
    """Win shares of the seats: a panel a group of games, three in a line; those of as many players have one range."""
    named = namer(frame)
    counting = frame[frame["games"] > 0].assign(low=lambda one: one["win_share_low"].fillna(one["win_share"]))
    counting = counting.assign(high=counting["win_share_high"].fillna(counting["win_share"]))
    ends = counting.groupby("player_count").agg({"low": "min", "high": "max"})

    def draw(ax: Axes, rows: pd.DataFrame, style: Style) -> None:
        draw_seats_equal(ax, rows, style)
        low, high = 100 * ends.loc[rows["player_count"].iloc[0]]
        ax.set_xlim(low - _ROOM * (high - low) - 1, high + _ROOM * (high - low) + 1)

    groups = [rows for _, rows in frame[frame["games"] > 0].groupby(GROUP, sort=False)]
    lines = (
        in_rows(groups[start : start + PANELS], draw, named, brand, min(PANELS, len(groups))).lines
        for start in range(0, len(groups), PANELS)
    )
    if groups:
        yield Picture(tuple(svg for line in lines for svg in line))


def adjusted_pictures(frame: pd.DataFrame, brand: Brand) -> Iterator[Picture]:
    """The opening seat's win share between equal players, above it the raw one: a row a group of games."""
    frame = frame[frame["adjusted_share"].notna()]
    for start in range(0, len(frame), _FRAMES):
        rows = frame.iloc[start : start + _FRAMES]
        yield in_rows([rows], draw_first_player_adjusted, lambda _: "", brand)


def order_pictures(frame: pd.DataFrame, brand: Brand) -> Iterator[Picture]:
    """Points of a round by order of drafting: a panel a group and measure."""
    named = namer(frame)
    panels = [rows for _, rows in frame.groupby(["measure", *GROUP], sort=False)]

    def title(row: Mapping[Hashable, Any]) -> str:
        return f"{words(row['measure'])}: {named(row)}"

    if panels:
        yield _series(panels, draw_order_in_round, title, brand)


def marker_pictures(frame: pd.DataFrame, brand: Brand) -> Iterator[Picture]:
    """Cost and return of the marker by round: a panel a group of games."""
    panels = [rows for _, rows in frame.groupby(GROUP, sort=False)]
    if panels:
        yield _series(panels, draw_marker_value, namer(frame), brand)


def _series(panels: list[pd.DataFrame], draw: Any, title: Any, brand: Brand) -> Picture:
    def drawn(ax: Axes, rows: pd.DataFrame) -> list[Any]:
        handles: list[Any] = draw(ax, rows, brand.style)
        ax.set_ylim(*limits(rows, 1))
        return handles

    return grid(
        panels, drawn, title, brand,
        columns=min(PANELS, len(panels)), height=lambda _: _HEIGHT, legend=None, axis="points", right=8,
    )  # fmt: skip


def wall_pictures(frame: pd.DataFrame, brand: Brand) -> Iterator[Picture]:
    """Walls as boards, two in a line, a board a measure and group; as plain cells without the column `color`."""
    statistic = STATISTICS["wall_spaces"]
    if "color" not in frame:
        yield from generated_pictures(statistic, frame, brand)
        return
    panels = [rows for _, rows in frame.groupby(["measure", *GROUP], sort=False)]
    side = brand.width / _BOARDS - 70
    named = namer(frame)

    def draw(ax: Axes, rows: pd.DataFrame) -> list[Any]:
        draw_wall_spaces(ax, rows, brand.style, share=statistic.measures[rows["measure"].iloc[0]].share)
        return []

    def title(row: Mapping[Hashable, Any]) -> str:
        unit = ", %" if statistic.measures[row["measure"]].share else ""
        return f"{words(row['measure'])}{unit}: {named(row)}"

    yield grid(
        panels, draw, title, brand, columns=_BOARDS, height=lambda _: side, legend=[], axis="", right=8,
    )  # fmt: skip


def result_pictures(frame: pd.DataFrame, brand: Brand) -> Iterator[Picture]:
    """Win shares of the players with most games: a picture a group of games."""
    return _players(frame, draw_player_results, brand)


def rating_pictures(frame: pd.DataFrame, brand: Brand) -> Iterator[Picture]:
    """Ratings of the best players: a picture a group of games in which anybody can be rated."""
    return _players(frame[frame["rating"].notna()], draw_player_ratings, brand)


def _players(frame: pd.DataFrame, draw: Any, brand: Brand) -> Iterator[Picture]:
    named = namer(frame)
    for _, rows in frame.groupby(GROUP, sort=False):
        yield in_rows([rows.head(MOST_ROWS)], draw, named, brand)


CUSTOM_PICTURES = {
    "seats_equal": seat_pictures,
    "first_player_adjusted": adjusted_pictures,
    "order_in_round": order_pictures,
    "marker_value": marker_pictures,
    "wall_spaces": wall_pictures,
    "win_probability": favorite_pictures,
    "win_probability_calibration": calibration_pictures,
    "win_probability_by_lead": lead_pictures,
    "color_worth": color_pictures,
    "column_worth": column_pictures,
    "deals_against_chance": deal_pictures,
    "player_results": result_pictures,
    "player_ratings": rating_pictures,
}
