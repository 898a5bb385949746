"""Win probabilities: calibration, what a lead is worth, how well rounds foretell the end, and the course of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from azul_analytics.figures.floor import frequent_rounds
from azul_analytics.figures.marks import DASHED, series_by_players
from azul_analytics.figures.style import Style

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

_COUNT_BARS = 12.0  # height of the tallest bar that counts seats, in percent of the axis
FEWEST = 10  # games behind a point; with fewer it is left out of curves by lead
_MIDDLE = 2  # points from the end of a class of leads to its middle
_BESIDE = 0.6  # between rounds, in points of the lead


def draw_win_probability(ax: Axes, frame: pd.DataFrame, style: Style) -> list[Any]:
    """How often the seat with the greatest win probability won, in percent by round, a series a player count.

    `frame` is that of `win_probability` for one ruleset and kind. The dashed lines are equal chances, n the games
    of each series. It returns the series, for a legend.
    """
    rows = frame[(frame["measure"] == "favorite_won") & frame["estimate"].notna()]
    handles = series_by_players(ax, rows, rows["round"], ("estimate", "low", "high"), style, scale=100)
    counts: list[str] = []
    for line, (players, of_count) in zip(handles, rows.groupby("player_count"), strict=True):
        ax.axhline(100 / int(str(players)), color=line.get_color(), linewidth=0.8, linestyle=DASHED, zorder=1)
        counts.append(f"{of_count['games'].max():,}")
    if len(rows):
        ax.set_xticks(range(1, int(rows["round"].max()) + 1))
        ax.set_xlim(0.5, rows["round"].max() + 0.5)
    _say(ax, f"n = {', '.join(counts)}", style)
    ax.set_ylim(0, 100)
    ax.set_xlabel("after round")
    ax.set_ylabel("favorite won, %")
    return handles


def draw_win_probability_calibration(ax: Axes, frame: pd.DataFrame, style: Style) -> None:
    """Win shares against win probabilities, in percent, with intervals; on the dashed diagonal they are the same.

    `frame` is that of `win_probability_calibration` for one group of games and round. The grey bars at the
    bottom count the seats of each tenth; n is the number of seats in all.
    """
    rows = frame[frame["tenth"].notna()]
    ax.plot([0, 100], [0, 100], color=style.ink, linewidth=0.9, linestyle=DASHED, zorder=1)
    if len(rows):
        heights = _COUNT_BARS * rows["seat_rounds"] / rows["seat_rounds"].max()
        ax.bar(10 * rows["tenth"].astype(float) - 5, heights, width=9, color=style.grid, zorder=0)
    at = 100 * rows["predicted"]
    ax.vlines(at, 100 * rows["low"], 100 * rows["high"], color=style.accent, linewidth=1.6)
    ax.plot(at, 100 * rows["observed"], marker="o", linestyle="none", markersize=4.5, color=style.accent, zorder=3)
    _say(ax, f"n = {rows['seat_rounds'].sum():,} seats", style)
    _percent_axis(ax, style)
    ax.set_xlim(0, 100)
    ax.set_xticks([0, 50, 100])
    ax.set_xlabel("win probability, %", labelpad=1)
    ax.set_ylabel("won, %")


def draw_win_probability_by_lead(ax: Axes, frame: pd.DataFrame, style: Style) -> list[Any]:
    """Win shares in percent by lead, with intervals, a series a round, light (early) to dark (late).

    `frame` is that of `win_probability_by_lead` for one group of games. Rare rounds, rounds beyond the fifth, and
    points of fewer than ten games are left out. The dashed line is the equal share, n the games of the first
    round. It returns the series, for a legend.
    """
    import numpy as np

    frame = frequent_rounds(frame)
    handles = []
    if len(frame):
        equal = 100 / int(frame["player_count"].iloc[0])
        ax.axhline(equal, color=style.ink, linewidth=0.9, linestyle=DASHED, zorder=1)
    rounds = sorted(frame["round"].unique())[: len(style.markers)]
    for number, round_number in enumerate(rounds):
        rows = frame[frame["round"] == round_number]
        if number == 0:  # of each game, the leaders are in one class
            _say(ax, f"n = {rows.loc[rows['lead'] >= 0, 'games'].sum():,}", style)
        rows = rows[rows["games"] >= FEWEST]
        color = style.sequence[-min(len(rounds) - number, len(style.sequence) - 1)]
        at = rows["lead"] - _MIDDLE * np.sign(rows["lead"]) + _BESIDE * (number - (len(rounds) - 1) / 2)
        ax.vlines(at, 100 * rows["low"], 100 * rows["high"], color=color, linewidth=1.4)
        (line,) = ax.plot(
            at,
            100 * rows["mean"],
            color=color,
            linewidth=0.9,
            marker=style.markers[number % len(style.markers)],
            markersize=4.5,
            label=f"after round {round_number}",
        )
        handles.append(line)
    _percent_axis(ax, style)
    ax.set_xticks([-20, -10, 0, 10, 20], ["−20", "−10", "0", "10", "20"])
    ax.set_xlabel("lead over the best other seat, points", labelpad=1)
    ax.set_ylabel("won, %")
    return handles


def draw_win_probabilities(ax: Axes, frame: pd.DataFrame, style: Style) -> list[Any]:
    """The course of one game: each seat's win probability after each round, in percent.

    `frame` has the rows of one game of `win_probabilities`. A game begins with equal chances and ends with how it
    was won. It returns the lines, for a legend.
    """
    handles = []
    seats = sorted(frame["seat"].unique())
    for number, seat in enumerate(seats):
        rows = frame[frame["seat"] == seat]
        rounds = [0, *rows["round"], rows["round"].max() + 1]
        chances = [1 / len(seats), *rows["win_probability"], rows["win_share"].iloc[0]]
        (line,) = ax.plot(
            rounds,
            [100 * chance for chance in chances],
            color=style.series[number % len(style.series)],
            linewidth=1.4,
            marker=style.markers[number % len(style.markers)],
            markersize=4.5,
            clip_on=False,
            label=f"seat {seat}",
        )
        handles.append(line)
    _percent_axis(ax, style)
    if len(frame):
        last = int(frame["round"].max()) + 1
        ax.set_xticks(range(last + 1), ["start", *(str(number) for number in range(1, last)), "end"])
    ax.set_xlabel("after round")
    ax.set_ylabel("win probability, %")
    return handles


def _say(ax: Axes, text: str, style: Style) -> None:
    """Writes into the upper left corner."""
    ax.annotate(
        text,
        (0, 1),
        xycoords="axes fraction",
        xytext=(4, -4),
        textcoords="offset points",
        verticalalignment="top",
        color=style.muted,
    )


def _percent_axis(ax: Axes, style: Style) -> None:
    ax.set_ylim(0, 100)
    ax.set_yticks([0, 50, 100])
    ax.grid(axis="y", color=style.grid, linewidth=0.6)
    ax.set_axisbelow(True)
    ax.spines[["top", "right"]].set_visible(False)
