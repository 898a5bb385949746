"""Order: seats round the table, the opening seat between equal players, order within a round, the marker."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from azul_analytics.figures.labels import group_label, in_reading_order, n_text
from azul_analytics.figures.marks import DASHED, dots_in_rows, equal_shares, name_rows, row_places
from azul_analytics.figures.style import Style

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

_BESIDE = 0.14  # between series, in rounds
_ABOVE = 0.24  # of the raw share over the adjusted one, in rows
_COST_AND_RETURN = {
    "marker_points_lost": "cost of the marker",
    "next_round_points": "next round, drafting first",
    "balance": "together",
}


def draw_seats_equal(ax: Axes, frame: pd.DataFrame, style: Style) -> None:
    """Win shares of the seats in percent, from the opening seat clockwise, with the equal share as a dashed line.

    `frame` has the rows of one group of `seats_equal`. The band is what counts as equivalent; n stands below.
    """
    row = frame.iloc[0]
    equal, margin = 100 * row["equal_share"], 100 * row["equivalence_margin"]
    ax.axvspan(equal - margin, equal + margin, color=style.grid, alpha=0.6, linewidth=0, zorder=0)
    ax.axvline(equal, color=style.ink, linewidth=0.9, linestyle=DASHED, zorder=1)
    dots_in_rows(ax, frame, ("win_share", "win_share_low", "win_share_high"), style, scale=100)
    names = ["opening", *(_ordinal(order) for order in range(2, len(frame) + 1))]
    ax.set_yticks(row_places(frame), names)
    ax.set_xlabel(f"win share, %; {n_text(row)}")


def draw_first_player_adjusted(ax: Axes, frame: pd.DataFrame, style: Style) -> None:
    """Win shares of the opening seat in percent: adjusted as dots, raw above them in grey, n on the right.

    `frame` is that of `first_player_adjusted`. A filled dot is recorded games, a hollow one simulated.
    """
    frame = in_reading_order(frame).reset_index(drop=True)
    places = row_places(frame)
    equal_shares(ax, frame, style)
    low, high = 100 * frame["win_share_low"], 100 * frame["win_share_high"]
    ax.hlines(places - _ABOVE, low, high, color=style.muted, linewidth=0.8)
    ax.plot(100 * frame["win_share"], places - _ABOVE, marker="|", linestyle="none", markersize=5, color=style.muted)
    dots_in_rows(ax, frame, ("adjusted_share", "adjusted_low", "adjusted_high"), style, scale=100)
    rows = frame.to_dict("records")
    name_rows(ax, places, [group_label(row) for row in rows], [n_text(row) for row in rows], style)
    ax.set_xlabel("win share of the opening seat between equal players (grey: raw), %")


def draw_order_in_round(ax: Axes, frame: pd.DataFrame, style: Style) -> list[Any]:
    """Points of a round less the mean of the game's seats, by round, a series an order within the round.

    `frame` has the rows of one group and measure of `order_in_round`. It returns the series, for a legend.
    """
    orders = sorted(frame["order"].unique())
    return _series(ax, {f"{_ordinal(order)} to draft": frame[frame["order"] == order] for order in orders}, style)


def draw_marker_value(ax: Axes, frame: pd.DataFrame, style: Style) -> list[Any]:
    """What the marker costs and what the next round brings, by the round in which it is taken, a series each.

    `frame` has the rows of one group of `marker_value`. It returns the series, for a legend.
    """
    return _series(ax, {text: frame[frame["measure"] == name] for name, text in _COST_AND_RETURN.items()}, style)


def _series(ax: Axes, series: dict[str, pd.DataFrame], style: Style) -> list[Any]:
    """Means by round with intervals, a series each, and zero as a dashed line."""
    import pandas as pd

    handles = []
    ax.axhline(0, color=style.ink, linewidth=0.9, linestyle=DASHED, zorder=1)
    for number, (name, rows) in enumerate(series.items()):
        color = style.series[number % len(style.series)]
        at = rows["round"] + _BESIDE * (number - (len(series) - 1) / 2)
        ax.vlines(at, rows["low"], rows["high"], color=color, linewidth=1.4)
        marker = style.markers[number % len(style.markers)]
        (line,) = ax.plot(at, rows["mean"], color=color, linewidth=0.8, marker=marker, markersize=4.5, label=name)
        handles.append(line)
    rows = pd.concat(list(series.values()))
    ax.set_xticks(sorted(rows["round"].unique()))
    ax.grid(axis="y", color=style.grid, linewidth=0.6)
    ax.set_axisbelow(True)
    ax.spines[["top", "right"]].set_visible(False)
    first = rows.sort_values("round", kind="stable").head(1).to_dict("records")[0]
    ax.set_xlabel(f"round ({n_text(first)} in round {first['round']})")
    return handles


def _ordinal(order: int) -> str:
    return {1: "1st", 2: "2nd", 3: "3rd"}.get(order, f"{order}th")
