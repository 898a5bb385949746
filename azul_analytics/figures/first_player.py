"""The opening seat: dots with their intervals, a row a group of games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from azul_analytics.figures.labels import group_label, in_reading_order, n_text
from azul_analytics.figures.marks import dots_in_rows, row_places
from azul_analytics.figures.style import Style

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


def draw_first_player_advantage(ax: Axes, frame: pd.DataFrame, style: Style) -> None:
    """Win shares of the opening seat in percent, with the equal share as a dashed line and n on the right.

    `frame` is that of `first_player_advantage`. A filled dot is recorded games, a hollow one simulated.
    """
    frame = in_reading_order(frame).reset_index(drop=True)
    places = row_places(frame)
    for _, rows in frame.groupby("player_count"):
        equal = 100 * rows["equal_share"].iloc[0]
        span = (places[rows.index[0]] - 0.45, places[rows.index[-1]] + 0.45)
        ax.plot([equal, equal], span, color=style.ink, linewidth=0.9, linestyle=(0, (4, 3)), zorder=1)
    dots_in_rows(ax, frame, ("win_share", "win_share_low", "win_share_high"), style, scale=100)
    ax.set_yticks(places, [group_label(row) for _, row in frame.iterrows()])
    for place, (_, row) in zip(places, frame.iterrows(), strict=True):
        ax.annotate(
            n_text(row),
            (1, place),
            xycoords=("axes fraction", "data"),
            xytext=(5, 0),
            textcoords="offset points",
            verticalalignment="center",
            color=style.muted,
            annotation_clip=False,
        )
    ax.set_xlabel("win share of the opening seat, %")


def draw_opening_margin(ax: Axes, frame: pd.DataFrame, style: Style) -> None:
    """Margins of the opening seat in points, in the same rows as `draw_first_player_advantage`, unnamed."""
    frame = in_reading_order(frame).reset_index(drop=True)
    places = row_places(frame)
    ax.axvline(0, color=style.ink, linewidth=0.9, linestyle=(0, (4, 3)), zorder=1)
    dots_in_rows(ax, frame, ("margin", "margin_low", "margin_high"), style)
    ax.set_yticks(places, [""] * len(places))
    ax.set_xlabel("margin, points")
