"""Tiles: what colors and columns are worth, and deals against chance."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from azul_analytics.figures.labels import shortened
from azul_analytics.figures.marks import DASHED, as_rows, name_rows
from azul_analytics.figures.style import Style

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

_SCALES = {"points": 1, "share": 100}  # what a measure is drawn in: points, percentage points
_LABELS = {"points": "points beyond the mean of the game", "share": "winners' less losers' share, percentage points"}
_LONGEST = 16  # letters of a source


def draw_color_worth(ax: Axes, frame: pd.DataFrame, style: Style) -> None:
    """Differences of the colors with intervals, a row a color, their level on the right.

    `frame` has the rows of `color_worth` for one group of games and measure. The dashed line is no difference.
    """
    _differences(ax, frame, [str(color) for color in frame["color"]], style)


def draw_column_worth(ax: Axes, frame: pd.DataFrame, style: Style) -> None:
    """Differences of the wall's columns with intervals, a row a column, their level on the right.

    `frame` has the rows of `column_worth` for one group of games and measure. The dashed line is no difference.
    """
    _differences(ax, frame, [f"column {column}" for column in frame["column"]], style)


def draw_deals_against_chance(ax: Axes, frame: pd.DataFrame, style: Style) -> None:
    """Ratios to chance with intervals, a row a source and test; adjusted p-values on the right.

    `frame` is that of `deals_against_chance` for one group of games. The dashed line is chance; `totals` have no
    ratio, only a p-value. A square is a departure from chance, a hollow circle none.
    """
    rows = frame.reset_index(drop=True)
    departs = rows["verdict"].str.startswith("deals are not random")
    of_ratio = (rows["test"] != "totals").to_numpy()
    ax.axvline(1, color=style.ink, linewidth=0.9, linestyle=DASHED, zorder=1)
    shown = rows[of_ratio]
    ax.hlines(shown.index, shown["low"], shown["high"], color=style.accent, linewidth=2)
    for which, marker, face in ((departs, "s", style.series[1]), (~departs, "o", "white")):
        marked = rows[of_ratio & which.to_numpy()]
        edge = style.series[1] if marker == "s" else style.accent
        ax.plot(
            marked["ratio"],
            marked.index,
            marker=marker,
            linestyle="none",
            markersize=6,
            markerfacecolor=face,
            markeredgecolor=edge,
            markeredgewidth=1.4,
            zorder=3,
        )
    labels = [f"{shortened(row['source'], _LONGEST)}: {row['test']}" for _, row in rows.iterrows()]
    notes = [f"{_p_text(row['p_adjusted'])}, n = {row['games']:,}" for _, row in rows.iterrows()]
    as_rows(ax, max(len(labels), 1) - 1, style)
    name_rows(ax, range(len(labels)), labels, notes, style)
    ax.set_xlabel("chi-square, in parts of what chance gives")


def _differences(ax: Axes, frame: pd.DataFrame, labels: list[str], style: Style) -> None:
    measure = str(frame["measure"].iloc[0]) if len(frame) else "points"
    scale = _SCALES[measure]
    places = range(len(frame))
    ax.axvline(0, color=style.ink, linewidth=0.9, linestyle=DASHED, zorder=1)
    ax.hlines(places, scale * frame["low"], scale * frame["high"], color=style.accent, linewidth=2)
    ax.plot(scale * frame["difference"], places, marker="o", linestyle="none", markersize=6, color=style.accent)
    notes = [f"{level:.2f}" if measure == "points" else f"{100 * level:.1f} %" for level in frame["level"]]
    as_rows(ax, max(len(labels), 1) - 1, style)
    name_rows(ax, range(len(labels)), labels, notes, style)
    ax.set_xlabel(f"{_LABELS[measure]} (n = {frame['games'].max():,})" if len(frame) else _LABELS[measure])


def _p_text(p: float) -> str:
    """A p-value as printed: `p = 0.21`, `p < 0.001`."""
    if isnan(p):
        return "no p"
    return "p < 0.001" if p < 0.001 else f"p = {p:.2g}" if p < 0.1 else f"p = {p:.2f}"
