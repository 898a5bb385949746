"""Walls as boards: a number on each space, in the frame of its color."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from azul_analytics.figures.board import TILE_COLORS
from azul_analytics.figures.marks import boxes
from azul_analytics.figures.style import Style

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

_CELL, _INNER = 0.96, 0.76  # sides of a framed space, in spaces
_GREYS = ("#FFFFFF", "#E9EBED", "#D3D7DB", "#B9BFC5", "#9AA1A9")  # little to much; black print reads on all
_SMALL = 0.72  # size of the print of intervals, to that of numbers


def draw_wall_spaces(ax: Axes, frame: pd.DataFrame, style: Style, *, share: bool) -> None:
    """One measure of `wall_spaces` of one group as a wall: number and interval in each space, shares in percent.

    The grey within a space goes from the least (white) to the greatest. The frame is the color that the space takes,
    by the column `color` of `frame` (a letter; empty or absent: any color, a plain frame).
    """
    size = int(max(frame["line"].max(), frame["column"].max()))
    scale, digits = (100, 0) if share else (1, 1)
    low, high = (0.0, 1.0) if share else (float(frame["mean"].min()), float(frame["mean"].max()))
    sides, faces, edges = [], [], []
    for row in frame.to_dict("records"):
        x, y = int(row["column"]) - 1, int(row["line"]) - 1
        letter = row.get("color") or ""
        face, _, edge = TILE_COLORS.get(letter, ("white", style.muted, style.grid))
        part = (row["mean"] - low) / (high - low) if high > low else 0.0
        grey = _GREYS[min(int(part * len(_GREYS)), len(_GREYS) - 1)]
        for half, color in ((_CELL / 2, face if letter else "white"), (_INNER / 2, grey)):
            sides.append((x - half, x + half, y - half, y + half))
            faces.append(color)
            edges.append(edge)
        interval = "" if isnan(row["low"]) else f"{scale * row['low']:z.{digits}f}–{scale * row['high']:z.{digits}f}"
        for text, down, height in ((f"{scale * row['mean']:z.{digits}f}", -0.08 if interval else 0.1, 1.0),
                                   (interval, 0.24, _SMALL)):  # fmt: skip
            ax.text(
                x, y + down, text.replace("-", "−"), size=style.size * height, color=style.ink,
                horizontalalignment="center", verticalalignment="center",
            )  # fmt: skip
    boxes(ax, sides, faces, edges, 0.5)
    ax.set_xlim(-0.5, size - 0.5)
    ax.set_ylim(size - 0.5, -0.5)
    ax.set_aspect("equal", anchor="NW")
    ax.set_xticks(range(size), [str(number + 1) for number in range(size)])
    ax.set_yticks(range(size), [str(number + 1) for number in range(size)])
    ax.tick_params(length=0)
    ax.spines[["top", "right", "left", "bottom"]].set_visible(False)
