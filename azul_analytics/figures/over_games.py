"""Figures of the statistics that are made from their entries: means and shares over games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from azul_analytics.figures.labels import in_reading_order
from azul_analytics.figures.marks import boxes, dots_in_rows, row_places, series_by_players, size_of, ticks, write
from azul_analytics.figures.style import Style

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

_MEAN = ("mean", "low", "high")
_DARK = 0.55  # from this part of the greatest cell on, numbers are white
_NUMBER = 2.2  # width of a number of a cell, in sizes of the font
_HALF_BAR = 0.42  # half the width of a bar, in steps of the axis
_FEWEST = 6  # bars that an axis has room for at least: few would be as wide as tall
_OVER = 1.05  # top of an axis to its tallest bar
MOST_INTERVALS = 30  # bars that have room for an interval


def draw_means(ax: Axes, frame: pd.DataFrame, style: Style, *, share: bool) -> None:
    """One measure of several groups: a dot with its interval a row; shares in percent.

    `frame` has the rows of one measure. A filled dot is recorded games, a hollow one simulated.
    """
    frame = in_reading_order(frame).reset_index(drop=True)
    dots_in_rows(ax, frame, _MEAN, style, scale=100 if share else 1)
    ax.set_yticks(row_places(frame), [""] * len(frame))


def draw_means_by(ax: Axes, frame: pd.DataFrame, style: Style, *, by: str, share: bool, values: list[Any]) -> list[Any]:
    """One measure by the values of the column `by`, a series a player count; shares in percent.

    `frame` has the rows of one measure, ruleset and kind; `values` are those of the axis. It returns the
    series, for a legend.
    """
    place = {value: number for number, value in enumerate(values)}
    frame = frame[frame[by].isin(values)].sort_values(by, kind="stable")
    handles = series_by_players(ax, frame, frame[by].map(place), _MEAN, style, scale=100 if share else 1)
    if any(isinstance(value, str) for value in values):
        for line in handles:
            line.set_linestyle("none")  # between names there is no way
    ticks(ax, values)
    ax.set_xlabel(by.replace("_", " "))
    return handles


def draw_cells(
    ax: Axes, frame: pd.DataFrame, style: Style, *, across: str, down: str, number: str, share: bool
) -> None:
    """A number for each pair of values of the columns `across` and `down`, as shaded cells; shares in percent.

    `frame` has the rows of one group; `number` is its column of numbers. A cell without a row stays white.
    """
    import numpy as np

    columns, lines = (sorted(frame[name].unique()) for name in (across, down))
    numbers = frame[number].to_numpy(dtype=float) * (100 if share else 1)
    low, high = (min(0.0, float(np.min(numbers))), float(np.max(numbers))) if len(numbers) else (0.0, 1.0)
    reach = max(abs(low), abs(high)) or 1
    few = size_of(ax)[0] >= _NUMBER * style.size * len(columns)
    digits = 0 if reach >= 10 else 1
    sides, shades = [], []
    for value, x, y in zip(numbers, frame[across], frame[down], strict=True):
        at = columns.index(x), lines.index(y)
        part = abs(value) / reach
        shade = style.sequence[min(int(part * len(style.sequence)), len(style.sequence) - 1)]
        sides.append((at[0] - 0.5, at[0] + 0.5, at[1] - 0.5, at[1] + 0.5))
        shades.append(shade)
        if few:
            ink = "white" if part >= _DARK else style.ink
            write(ax, f"{value:z.{digits}f}".replace("-", "−"), at, "data", "center", 0, ink, style)
    boxes(ax, sides, shades, "white", 0.5)
    ticks(ax, columns)
    step = max(1, -(-len(lines) // 12))
    ax.set_yticks(range(0, len(lines), step), [str(line) for line in lines[::step]])
    ax.set_ylim(len(lines) - 0.5, -0.5)
    ax.tick_params(axis="both", length=0)
    ax.spines[["top", "right", "left", "bottom"]].set_visible(False)
    ax.set_xlabel(across.replace("_", " "))


def draw_shares(ax: Axes, frame: pd.DataFrame, style: Style, *, value: str, values: list[Any]) -> None:
    """How often each value occurs, in percent: a bar a value with its interval.

    `frame` has the rows of one group; `values` are those of the axis.
    """
    place = {one: number for number, one in enumerate(values)}
    frame = frame[frame[value].isin(values)]
    at, shares = frame[value].map(place), 100 * frame["share"]
    sides = [(x - _HALF_BAR, x + _HALF_BAR, 0, share) for x, share in zip(at, shares, strict=True)]
    boxes(ax, sides, [style.sequence[2]] * len(sides), "none", 0)
    reach = shares.max()
    if len(values) <= MOST_INTERVALS:
        ax.vlines(at, 100 * frame["low"], 100 * frame["high"], color=style.ink, linewidth=0.9)
        reach = max(reach, 100 * frame["high"].max())
    ticks(ax, values, most=8)
    beside = max(0, _FEWEST - len(values)) / 2
    ax.set_xlim(-0.5 - beside, len(values) - 0.5 + beside)
    ax.set_ylim(0, _OVER * reach)
    ax.grid(axis="y", color=style.grid, linewidth=0.6)
    ax.set_axisbelow(True)
    ax.spines[["top", "right"]].set_visible(False)
    ax.set_xlabel(value.replace("_", " "))
