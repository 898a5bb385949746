"""The course of a game: the score of every seat after each round, and with the bonuses at its end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from azul_analytics.figures.style import Style

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

_LOWEST_TOP = 5  # points, of the axis
_DASHES = ("-", (0, (5, 2)), (0, (1, 1.5)))


def draw_score_course(ax: Axes, frame: pd.DataFrame, style: Style) -> list[Any]:
    """Scores by round, a line a seat; the last point, `end`, has the bonuses.

    `frame` has a row a round and seat, with `round` (0: the start, the greatest: the end), `seat`, `player` and
    `score`. It returns the lines, for a legend.
    """
    handles = []
    for number, (_, rows) in enumerate(frame.groupby("seat", sort=True)):
        (line,) = ax.plot(
            rows["round"],
            rows["score"],
            color=style.series[number % len(style.series)],
            linewidth=1.4,
            linestyle=_DASHES[number // len(style.series) % len(_DASHES)],
            marker=style.markers[number % len(style.markers)],
            markersize=4.5,
            clip_on=False,
            label=str(rows["player"].iloc[0]),
        )
        handles.append(line)
    name_rounds(ax, int(frame["round"].max()))
    ax.set_ylim(0, max(ax.get_ylim()[1], _LOWEST_TOP))
    ax.grid(axis="y", color=style.grid, linewidth=0.6)
    ax.set_axisbelow(True)
    ax.spines[["top", "right"]].set_visible(False)
    ax.set_xlabel("after round")
    ax.set_ylabel("score, points")
    return handles


def name_rounds(ax: Axes, end: int, most: int = 12) -> None:
    """Ticks of an x axis that goes from the start, 0, over rounds to the `end`; not every round where they are many."""
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 10**6) if end <= most * step)
    rounds = list(range(step, end, step))
    if len(rounds) > 1 and step > 1 and end - rounds[-1] < step:
        rounds.pop()  # its number would run into the end's
    ax.set_xticks([0, *rounds, end], ["start", *map(str, rounds), "end"])
