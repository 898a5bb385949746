"""Thinking time: seconds per draft by round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from azul_analytics.figures.marks import series_by_players
from azul_analytics.figures.style import Style

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


def draw_draft_seconds(ax: Axes, frame: pd.DataFrame, style: Style) -> list[Any]:
    """Median seconds per draft by round with intervals, and what nine tenths of drafts stay below as bars above.

    `frame` is that of `draft_seconds` for one ruleset and kind; a series a player count. It returns the
    series, for a legend that says how many games they come from.
    """
    medians = frame[frame["measure"] == "median_seconds"]
    tenths = frame[frame["measure"] == "percentile_90_seconds"]
    handles = series_by_players(ax, medians, medians["round"], ("mean", "low", "high"), style)
    for line, (players, rows) in zip(handles, tenths.groupby("player_count"), strict=True):
        ax.plot(line.get_xdata(), rows["mean"], marker="_", linestyle="none", markersize=9, color=line.get_color())
        line.set_label(f"{players} players, n = {rows['games'].max():,}")
    if len(medians):
        ax.set_xticks(range(1, int(medians["round"].max()) + 1))
        ax.set_xlim(0.5, medians["round"].max() + 0.5)
    ax.set_ylim(bottom=0)
    ax.set_xlabel("round")
    ax.set_ylabel("seconds per draft")
    return handles
