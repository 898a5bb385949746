"""Players: results and ratings as dots with intervals, and one player's style against the field."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from math import isnan
from typing import TYPE_CHECKING, Any

from azul_analytics.figures.labels import n_text, shortened
from azul_analytics.figures.marks import DASHED, as_rows, dots, dots_in_rows, name_rows
from azul_analytics.figures.style import Style

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

MOST_ROWS = 25
_MEAN_RATING = 1500
_ROLLING = 10  # games
_DAY = 86_400  # seconds


def draw_player_results(ax: Axes, frame: pd.DataFrame, style: Style) -> list[Any]:
    """Win shares of players in percent with intervals, shrunk ones as diamonds, n on the right.

    `frame` is that of `player_results` for one group of games; its first rows are drawn, as many as fit. The
    dashed line is the equal share. It returns the marks, for a legend.
    """
    frame = frame.head(MOST_ROWS).reset_index(drop=True)
    for equal in frame["equal_share"].unique():
        ax.axvline(100 * equal, color=style.ink, linewidth=0.9, linestyle=DASHED, zorder=1)
    dots_in_rows(ax, frame, ("win_share", "win_share_low", "win_share_high"), style, scale=100)
    (shrunk,) = ax.plot(
        100 * frame["win_share_shrunk"],
        range(len(frame)),
        marker="D",
        linestyle="none",
        markersize=4,
        markerfacecolor="white",
        markeredgecolor=style.series[1],
        zorder=4,
        label="shrunk towards the mean",
    )
    notes = [n_text(row) for _, row in frame.iterrows()]
    name_rows(ax, range(len(frame)), player_labels(frame), notes, style)
    ax.set_xlabel("win share, %")
    return [shrunk]


def draw_player_ratings(ax: Axes, frame: pd.DataFrame, style: Style) -> None:
    """Ratings of players with intervals, the mean of all as a dashed line; ranks that fit and n on the right.

    `frame` is that of `player_ratings` for one group of games; its first rows are drawn, as many as fit.
    """
    frame = frame[frame["rating"].notna()].head(MOST_ROWS).reset_index(drop=True)
    ax.axvline(_MEAN_RATING, color=style.ink, linewidth=0.9, linestyle=DASHED, zorder=1)
    dots_in_rows(ax, frame, ("rating", "rating_low", "rating_high"), style)
    notes = [_rank_text(row) for _, row in frame.iterrows()]
    name_rows(ax, range(len(frame)), player_labels(frame), notes, style)
    ax.set_xlabel("rating")


def draw_player_styles(ax: Axes, frame: pd.DataFrame, style: Style) -> None:
    """A player's differences from the field, in standard deviations of single games; both means and n on the right.

    `frame` is that of `player_styles` for one player of one group. A filled dot is a difference that is shown,
    a hollow one is not.
    """
    frame = frame.reset_index(drop=True)
    places = frame.index.to_numpy()
    spread = frame["spread"].where(frame["spread"] > 0)
    ax.axvline(0, color=style.ink, linewidth=0.9, linestyle=DASHED, zorder=1)
    ax.hlines(places, frame["low"] / spread, frame["high"] / spread, color=style.accent, linewidth=2)
    shown = frame["verdict"].str.endswith("than the field")
    dots(ax, frame["difference"] / spread, places, shown, style)
    as_rows(ax, len(frame) - 1, style)
    notes = [
        f"{_number(row['mean'])} (field {_number(row['field_mean'])}), {n_text(row)}" for _, row in frame.iterrows()
    ]
    name_rows(ax, range(len(frame)), [name.replace("_", " ") for name in frame["measure"]], notes, style)
    ax.set_xlabel("difference from the field, standard deviations of a game")


def draw_player_margins(ax: Axes, games: pd.DataFrame, style: Style) -> None:
    """Margins of a player's games over time, a dot a game, and their mean over ten games as a line.

    `games` has a row a game, in order: `played` (seconds since 1970), `margin` (points) and `win_share`. A filled dot
    is a game won, or won in part.
    """
    import numpy as np

    days = games["played"].to_numpy() / _DAY
    won = (games["win_share"].fillna(0) > 0).to_numpy()
    ax.axhline(0, color=style.ink, linewidth=0.9, linestyle=DASHED, zorder=1)
    dots(ax, days, games["margin"], won, style, size=4)
    mean = games["margin"].rolling(_ROLLING).mean().to_numpy()
    ax.plot(days[~np.isnan(mean)], mean[~np.isnan(mean)], color=style.series[1], linewidth=1.4)
    ax.xaxis_date()
    ax.margins(x=0.02)
    ax.grid(axis="y", color=style.grid, linewidth=0.6)
    ax.set_axisbelow(True)
    ax.spines[["top", "right"]].set_visible(False)
    ax.set_xlabel("played")
    ax.set_ylabel("margin, points")


def player_labels(frame: pd.DataFrame) -> list[str]:
    """Names of a frame's players, long ones cut; with source and policy where names alone would be the same."""
    same = frame["player"].duplicated(keep=False)
    marks = (frame["source"] + " " + frame["policy"]).str.strip()
    names = frame["player"].where(~same, frame["player"] + " (" + marks + ")")
    return [shortened(name) for name in names]


def _rank_text(row: Mapping[Hashable, Any] | pd.Series[Any]) -> str:
    low, high = row["rank_low"], row["rank_high"]
    ranks = f"rank {low}" if low == high else f"rank {low} to {high}"
    return f"{ranks}, {n_text(row)}{', provisional' if row['provisional'] else ''}"


def _number(value: float) -> str:
    """With a real minus sign, which zero has not.

    >>> _number(-1.5), _number(-0.001), _number(float("nan"))
    ('−1.50', '0.00', '–')
    """
    return "–" if isnan(value) else f"{value:z.2f}".replace("-", "−")
