"""Floor penalties: means by round, and how often how much is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from azul_analytics.figures.labels import GROUP
from azul_analytics.figures.marks import boxes, series_by_players, size_of, write
from azul_analytics.figures.style import Style

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from matplotlib.axes import Axes
    from numpy.typing import NDArray

# classes of points lost, from nothing on: least loss of the class, name
CLASSES = ((0, "nothing"), (1, "1 or 2"), (3, "3 or 4"), (5, "5 to 8"), (9, "9 or more"))
_RARE = 0.1  # part of a group's games that reach a round
_DIGIT, _ROOM = 0.62, 3.0  # width of a digit in font sizes; points beside a number in its bar
_MOST_ROUNDS = 10
_DARK = 3  # from this class on, numbers are white
_BAR = 0.8  # height of a bar


def frequent_rounds(frame: pd.DataFrame, counts: str = "games") -> pd.DataFrame:
    """The rows of rounds that at least a tenth of the group's games reached, at most the first ten rounds.

    `counts` is the column that says how many; of several rows a round they are added up.
    """
    reached = frame.groupby([*GROUP, "round"])[counts].transform("sum")
    most = reached.groupby([frame[column] for column in GROUP]).transform("max")
    return frame[(reached >= _RARE * most) & (frame["round"] <= _MOST_ROUNDS)]


def draw_floor_penalties(ax: Axes, frame: pd.DataFrame, style: Style) -> list[Any]:
    """Mean points really lost by round, with intervals, a series a player count; losses go down.

    `frame` is that of `floor_penalties` for one ruleset and kind. It returns the series, for a legend.
    """
    columns = ("floor_points_mean", "floor_points_low", "floor_points_high")
    handles = series_by_players(ax, frame, frame["round"], columns, style)
    if len(frame):
        ax.set_xticks(range(1, int(frame["round"].max()) + 1))
        ax.set_xlim(0.5, frame["round"].max() + 0.5)
    ax.set_xlabel("round")
    return handles


def draw_floor_penalty_distribution(ax: Axes, frame: pd.DataFrame, style: Style) -> None:
    """How much was lost, as bars of shares: a bar a round, light (nothing) to dark (most), n on the right.

    `frame` is that of `floor_penalty_distribution` for one group of games.
    """
    import numpy as np

    rounds, shares = _class_shares(frame)
    right = 100 * shares.cumsum(axis=1)
    left = right - 100 * shares
    width, _ = size_of(ax)
    sides, colors = [], []
    for place, number in np.argwhere(shares > 0):
        low, high = place - _BAR / 2, place + _BAR / 2
        start, end = left[place, number], right[place, number]
        sides.append((start, end, low, high))
        colors.append(style.sequence[number])
        said = f"{end - start:.0f}"
        if shares[place, number] * width >= len(said) * _DIGIT * style.size + _ROOM:
            ink = "white" if number >= _DARK else style.ink
            write(ax, said, ((start + end) / 2, place), "data", "center", 0, ink, style)
    boxes(ax, sides, colors, "white", 0.5)
    seat_rounds = frame.groupby("round")["seat_rounds"].sum()
    for place, number in enumerate(rounds):
        at = ("axes fraction", "data")
        write(ax, f"{seat_rounds[number]:,}", (1, place), at, "left", 3, style.muted, style)
    ax.set_yticks(range(len(rounds)), [str(number) for number in rounds])
    ax.set_ylim(len(rounds) - 0.4, -0.6)
    ax.set_xlim(0, 100)
    ax.set_xticks([0, 50, 100], ["0", "50", "100 %"])
    ax.tick_params(axis="y", length=0)
    ax.spines[["top", "right", "left"]].set_visible(False)
    ax.set_xlabel("share of seat-rounds")


def _class_shares(frame: pd.DataFrame) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """The rounds, and the share of each of CLASSES in them, by [round, class]."""
    import numpy as np

    rounds, place = np.unique(frame["round"].to_numpy(), return_inverse=True)
    shares = np.zeros((len(rounds), len(CLASSES)))
    number = np.searchsorted([least for least, _ in CLASSES], -frame["floor_points"].to_numpy(), side="right") - 1
    np.add.at(shares, (place, np.maximum(number, 0)), frame["share"].to_numpy())
    return rounds, shares
