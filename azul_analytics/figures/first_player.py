"""The opening seat: dots with their intervals, a row a group of games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from azul_analytics.figures.labels import group_label, in_reading_order, n_text
from azul_analytics.figures.marks import DASHED, dots_in_rows, equal_shares, name_rows, row_places
from azul_analytics.figures.style import Style

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


def draw_first_player_advantage(ax: Axes, frame: pd.DataFrame, style: Style) -> None:
    """Win shares of the opening seat in percent, with the equal share as a dashed line and n on the right.

    `frame` is that of `first_player_advantage`. A filled dot is recorded games, a hollow one simulated.
    """
    frame = in_reading_order(frame).reset_index(drop=True)
    equal_shares(ax, frame, style)
    dots_in_rows(ax, frame, ("win_share", "win_share_low", "win_share_high"), style, scale=100)
    rows = frame.to_dict("records")
    name_rows(ax, row_places(frame), [group_label(row) for row in rows], [n_text(row) for row in rows], style)
    ax.set_xlabel("win share of the opening seat, %")


def draw_opening_margin(ax: Axes, frame: pd.DataFrame, style: Style) -> None:
    """Margins of the opening seat in points, in the same rows as `draw_first_player_advantage`, unnamed."""
    frame = in_reading_order(frame).reset_index(drop=True)
    places = row_places(frame)
    ax.axvline(0, color=style.ink, linewidth=0.9, linestyle=DASHED, zorder=1)
    dots_in_rows(ax, frame, ("margin", "margin_low", "margin_high"), style)
    ax.set_yticks(places, [""] * len(places))
    ax.set_xlabel("margin, points")
