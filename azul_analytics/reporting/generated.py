"""Pictures of the statistics that are made from their entries."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from azul_analytics.figures import GROUP, draw_cells, draw_means, draw_means_by, draw_shares, group_label, ruleset_label
from azul_analytics.figures.over_games import MOST_INTERVALS
from azul_analytics.reporting.blocks import Picture
from azul_analytics.reporting.brand import Brand
from azul_analytics.reporting.layout import PANELS, TALLEST, Page, drawing, grid, text_width
from azul_analytics.statistics import Statistic

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

_RARE = 0.1  # part of a group's games below which a value gets no place on the axis
_MOST_VALUES = 40  # on an axis
_BETWEEN_NAMES, _BESIDE_AXIS = 4.0, 50.0  # points, between names on an axis, and beside it in its panel
_SERIES = ("order_in_round",)  # divided by two columns, of which one makes series and no cells
_ROOM = 0.6  # of an axis for intervals beyond the means, in parts of the range of the means


def generated_pictures(statistic: Statistic, frame: pd.DataFrame, brand: Brand) -> Iterator[Picture]:
    """Pictures of a statistic's frame in reading order; what they look like follows from its columns."""
    if statistic.value:
        return _shares(statistic, frame, brand)
    if len(statistic.by) == 2:
        return _cells(statistic, frame, brand)
    return _means_by(statistic, frame, brand) if statistic.by else _means(statistic, frame, brand)


def namer(frame: pd.DataFrame) -> Callable[[Mapping[Hashable, Any]], str]:
    """What panels call groups: ruleset and players, and the kind where the frame has several."""
    kinds = frame["kind"].nunique() > 1
    return group_label if kinds else lambda row: group_label({**row, "kind": "recorded"})


def words(name: str) -> str:
    """A measure or column as a title.

    >>> words("tiles_per_draft")
    'Tiles per draft'
    """
    return name.replace("_", " ").capitalize()


def _means(statistic: Statistic, frame: pd.DataFrame, brand: Brand) -> Iterator[Picture]:
    """A panel a measure, the groups as rows that share their names."""
    row_height, title, bottom, gap = 13.0, 18.0, 22.0, 14.0
    groups = frame.drop_duplicates(GROUP)
    measures = [name for name in statistic.measures if (frame["measure"] == name).any()]
    for start in range(0, len(measures), PANELS):
        shown = measures[start : start + PANELS]
        most = int((TALLEST - title - bottom) / row_height)
        for first in range(0, len(groups), most):
            names = groups.iloc[first : first + most]
            with drawing(brand):
                left = 10 + max(text_width(group_label(row), brand) for _, row in names.iterrows())
                height = row_height * (len(names) + 0.7 * (names["player_count"].nunique() - 1))
                page = Page(brand, title + height + bottom)
                width = (brand.width - left) / PANELS
                for place, name in enumerate(shown):
                    rows = _of_groups(frame[frame["measure"] == name], names)
                    ax = page.axes(left + place * width, bottom, width - gap, height)
                    draw_means(ax, rows, brand.style, share=statistic.measures[name].share)
                    ax.set_title(_unit(statistic, name), loc="left")
                    if place == 0:
                        ax.set_yticklabels([group_label(row) for _, row in rows.iterrows()])
                svg = page.svg()
            yield Picture((svg,))


def _of_groups(rows: pd.DataFrame, names: pd.DataFrame) -> pd.DataFrame:
    """One row for each of the groups, in their order; an empty one where the measure has none."""
    return names[[*GROUP, "label"]].merge(rows.drop(columns="label"), on=GROUP, how="left")


def _unit(statistic: Statistic, name: str) -> str:
    return f"{words(name)}, %" if statistic.measures[name].share else words(name)


def _means_by(statistic: Statistic, frame: pd.DataFrame, brand: Brand) -> Iterator[Picture]:
    """A panel a measure and ruleset, a series a player count."""
    (by,) = statistic.by
    values = frequent_values(frame, by)
    panels = [rows for _, rows in frame.groupby(["label", "kind", "measure"], sort=False)]
    ends = {
        name: limits(rows, 100 if statistic.measures[str(name)].share else 1) for name, rows in frame.groupby("measure")
    }
    named, kinds = frame["label"].nunique() > 1 or set(frame["label"]) != {"standard"}, frame["kind"].nunique() > 1

    def draw(ax: Axes, rows: pd.DataFrame) -> list[Any]:
        name = rows["measure"].iloc[0]
        share = statistic.measures[name].share
        handles = draw_means_by(ax, rows, brand.style, by=by, share=share, values=values)
        ax.set_ylim(*ends[name])
        return handles

    def title(row: Mapping[Hashable, Any]) -> str:
        name = _unit(statistic, row["measure"])
        return f"{name}: {ruleset_label(row) if kinds else row['label']}" if named or kinds else name

    yield grid(
        panels, draw, title, brand,
        columns=_columns(values, len(panels), brand), height=lambda _: 88, legend=None, axis="", right=8,
    )  # fmt: skip


def _columns(values: Sequence[Any], panels: int, brand: Brand) -> int:
    """How many panels beside each other have room for the names on their axis."""
    most = min(PANELS, panels)
    if all(isinstance(value, int) for value in values):
        return most
    with drawing(brand):
        needed = len(values) * max(text_width(str(value), brand) + _BETWEEN_NAMES for value in values)
    return next((number for number in range(most, 1, -1) if brand.width / number - _BESIDE_AXIS >= needed), 1)


def frequent_values(frame: pd.DataFrame, by: str) -> list[Any]:
    """The values that at least a tenth of some group's games have, the first of them where there are many."""
    games = frame.groupby([*GROUP, by])["games"].max()
    common = games[games >= _RARE * games.groupby(level=GROUP).transform("max")]
    return sorted(common.index.get_level_values(by).unique())[:_MOST_VALUES]


def limits(rows: pd.DataFrame, scale: float) -> tuple[float, float]:
    """Of the y axis: all means, and intervals as far as they leave the means readable; of zeros alone, -1 to 1."""
    means = rows["mean"]
    if not rows[["low", "mean", "high"]].fillna(0).any(axis=None):
        return -1.0, 1.0
    room = _ROOM * max(float(means.max() - means.min()), 0.1 * abs(float(means.max())), 1e-3)
    low = max(rows[["low", "mean"]].min().min(), means.min() - room)
    high = min(rows[["high", "mean"]].max().max(), means.max() + room)
    return scale * (float(low) - 0.05 * room), scale * (float(high) + 0.05 * room)


def _cells(statistic: Statistic, frame: pd.DataFrame, brand: Brand) -> Iterator[Picture]:
    """A panel a group and measure, its numbers as cells."""
    down, across = statistic.by
    panels = [rows for _, rows in frame.groupby(["measure", *GROUP], sort=False)]
    named = namer(frame)

    def draw(ax: Axes, rows: pd.DataFrame) -> list[Any]:
        share = statistic.measures[rows["measure"].iloc[0]].share
        draw_cells(ax, rows, brand.style, across=across, down=down, number="mean", share=share)
        return []

    def title(row: Mapping[Hashable, Any]) -> str:
        return f"{_unit(statistic, row['measure'])}: {named(row)}"

    lines = frame[down].nunique()
    yield grid(
        panels, draw, title, brand, columns=min(PANELS, len(panels)), height=lambda _: max(60.0, 16.0 * lines),
        legend=[], axis=down.replace("_", " "), right=8,
    )  # fmt: skip


def with_intervals(statistic: Statistic, frame: pd.DataFrame) -> bool:
    """Whether the pictures of a frame show its intervals: cells do not, and bars only where they are not many."""
    if not any(column.endswith("low") for column in statistic.columns):
        return False
    if statistic.value:
        return not statistic.by and len(axis_values(statistic, frame)) <= MOST_INTERVALS
    return len(statistic.by) < 2 or statistic.name in _SERIES


def axis_values(statistic: Statistic, frame: pd.DataFrame) -> list[Any]:
    """The values of an axis of shares: of whole numbers all between the least and the greatest."""
    values = sorted(frame[statistic.value].unique().tolist())
    if values and all(isinstance(value, int) for value in values):
        return list(range(values[0], values[-1] + 1))
    return values


def _shares(statistic: Statistic, frame: pd.DataFrame, brand: Brand) -> Iterator[Picture]:
    """A panel a group: bars of shares, or cells where a group is divided."""
    panels = [rows for _, rows in frame.groupby(GROUP, sort=False)]
    values = axis_values(statistic, frame)

    def draw(ax: Axes, rows: pd.DataFrame) -> list[Any]:
        if statistic.by:
            (by,) = statistic.by
            draw_cells(ax, rows, brand.style, across=statistic.value, down=by, number="share", share=True)
        else:
            draw_shares(ax, rows, brand.style, value=statistic.value, values=values)
        return []

    lines = max((rows[by].nunique() for rows in panels for by in statistic.by), default=6)
    yield grid(
        panels, draw, namer(frame), brand, columns=min(PANELS, len(panels)), height=lambda _: max(80.0, 14.0 * lines),
        legend=[], axis=next(iter(statistic.by), "%").replace("_", " "), right=8,
    )  # fmt: skip
