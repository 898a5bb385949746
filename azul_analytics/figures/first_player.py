"""The opening seat: dots with their intervals, a row a group of games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from azul_analytics.figures.labels import group_label, in_reading_order, n_text
from azul_analytics.figures.style import Style

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from matplotlib.axes import Axes
    from numpy.typing import NDArray

_GAP = 0.7  # between player counts, in rows


def draw_first_player_advantage(ax: Axes, frame: pd.DataFrame, style: Style) -> None:
    """Win shares of the opening seat in percent, with the equal share as a dashed line and n on the right.

    `frame` is that of `first_player_advantage`. A filled dot is recorded games, a hollow one simulated.
    """
    frame = in_reading_order(frame).reset_index(drop=True)
    places = _places(frame)
    for _, rows in frame.groupby("player_count"):
        equal = 100 * rows["equal_share"].iloc[0]
        span = (places[rows.index[0]] - 0.45, places[rows.index[-1]] + 0.45)
        ax.plot([equal, equal], span, color=style.ink, linewidth=0.9, linestyle=(0, (4, 3)), zorder=1)
    _dots(ax, frame, "win_share", 100, style)
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
    places = _places(frame)
    ax.axvline(0, color=style.ink, linewidth=0.9, linestyle=(0, (4, 3)), zorder=1)
    _dots(ax, frame, "margin", 1, style)
    ax.set_yticks(places, [""] * len(places))
    ax.set_xlabel("margin, points")


def _places(frame: pd.DataFrame) -> NDArray[np.float64]:
    """Heights of the rows, from the top, with a gap before each new player count."""
    import numpy as np

    counts = frame["player_count"].to_numpy()
    gaps = np.concatenate([[False], counts[1:] != counts[:-1]]) if len(counts) else np.zeros(0, bool)
    return np.arange(len(counts)) + _GAP * np.cumsum(gaps)


def _dots(ax: Axes, frame: pd.DataFrame, column: str, scale: float, style: Style) -> None:
    places = _places(frame)
    ax.hlines(
        places,
        scale * frame[f"{column}_low"],
        scale * frame[f"{column}_high"],
        color=style.accent,
        linewidth=2,
    )
    for kind, face in (("recorded", style.accent), ("simulated", "white")):
        of_kind = (frame["kind"] == kind).to_numpy()
        ax.plot(
            scale * frame.loc[of_kind, column],
            places[of_kind],
            marker="o",
            linestyle="none",
            markersize=6,
            markerfacecolor=face,
            markeredgecolor=style.accent,
            markeredgewidth=1.4,
            zorder=3,
        )
    ax.set_ylim(places[-1] + 0.7 if len(places) else 1, -0.7)
    ax.margins(x=0.06)
    ax.grid(axis="x", color=style.grid, linewidth=0.6)
    ax.set_axisbelow(True)
    ax.tick_params(axis="y", length=0)
    ax.spines[["top", "right", "left"]].set_visible(False)
