"""Marks that several figures share: dots with their intervals, in rows or as series."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from azul_analytics.figures.style import Style

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from matplotlib.axes import Axes
    from numpy.typing import ArrayLike, NDArray

DASHED: Any = (0, (4, 3))  # lines of what is compared with: no difference, the equal share
_GAP = 0.7  # between player counts, in rows
_BESIDE = 0.14  # between series, in steps of the x axis
_HALF_DIGIT = 0.36  # height of half a digit, in font sizes
_LINES = ("-", (0, (5, 2)), (0, (1, 1.5)))


def row_places(frame: pd.DataFrame) -> NDArray[np.float64]:
    """Heights of a frame's rows, from the top, with a gap before each new player count."""
    import numpy as np

    counts = frame["player_count"].to_numpy()
    gaps = np.concatenate([[False], counts[1:] != counts[:-1]]) if len(counts) else np.zeros(0, bool)
    return np.arange(len(counts)) + _GAP * np.cumsum(gaps)


def dots_in_rows(
    ax: Axes, frame: pd.DataFrame, columns: tuple[str, str, str], style: Style, *, scale: float = 1
) -> None:
    """A dot and its interval for each row; `columns` are mean, lower and upper end.

    A filled dot is recorded games, a hollow one simulated.
    """
    mean, low, high = columns
    places = row_places(frame)
    ax.hlines(places, scale * frame[low], scale * frame[high], color=style.accent, linewidth=2)
    dots(ax, scale * frame[mean], places, frame["kind"] == "recorded", style)
    if not frame[list(columns)].any(axis=None):
        ax.set_xlim(-1, 1)  # of zeros alone it would be as narrow as rounding
    as_rows(ax, places[-1] if len(places) else 0, style)


def dots(ax: Axes, x: ArrayLike, y: ArrayLike, filled: ArrayLike, style: Style, *, size: float = 6) -> None:
    """A dot for each place, filled or hollow; `filled` is bool."""
    import numpy as np

    x, y, filled = np.asarray(x), np.asarray(y), np.asarray(filled, bool)
    for chosen, face in ((filled, style.accent), (~filled, "white")):
        ax.plot(
            x[chosen],
            y[chosen],
            marker="o",
            linestyle="none",
            markersize=size,
            markerfacecolor=face,
            markeredgecolor=style.accent,
            markeredgewidth=1.4,
            zorder=3,
        )


def as_rows(ax: Axes, last: float, style: Style) -> None:
    """An axis whose rows go down to height `last`: room above and below, a grid across, no frame but the foot."""
    ax.set_ylim(last + 0.7, -0.7)
    ax.margins(x=0.06)
    ax.grid(axis="x", color=style.grid, linewidth=0.6)
    ax.set_axisbelow(True)
    ax.tick_params(axis="y", length=0)
    ax.spines[["top", "right", "left"]].set_visible(False)


def name_rows(ax: Axes, places: ArrayLike, names: Sequence[str], notes: Sequence[str], style: Style) -> None:
    """Names on the left of the rows of an axis, notes on the right."""
    import numpy as np

    ax.set_yticks(places, names)
    for place, note in zip(np.asarray(places), notes, strict=True):
        write(ax, note, (1, place), ("axes fraction", "data"), "left", 5, style.muted, style)


def equal_shares(ax: Axes, frame: pd.DataFrame, style: Style) -> None:
    """The equal share of each player count in percent, dashed beside its rows."""
    places = row_places(frame)
    for _, rows in frame.groupby("player_count"):
        equal = 100 * rows["equal_share"].iloc[0]
        span = (places[rows.index[0]] - 0.45, places[rows.index[-1]] + 0.45)
        ax.plot([equal, equal], span, color=style.ink, linewidth=0.9, linestyle=DASHED, zorder=1)


def series_by_players(
    ax: Axes, frame: pd.DataFrame, x: ArrayLike, columns: tuple[str, str, str], style: Style, *, scale: float = 1
) -> list[Any]:
    """Means with intervals at the places `x` of the frame's rows, a series a player count.

    `columns` are mean, lower and upper end. It returns the series, for a legend. A player count has the same color,
    marker and dashes in every axis.
    """
    import numpy as np

    places = np.asarray(x, dtype=float)
    mean, low, high = columns
    handles = []
    counts = sorted(frame["player_count"].unique())
    for number, players in enumerate(counts):
        of_count = (frame["player_count"] == players).to_numpy()
        rows = frame[of_count]
        look = int(players) - 2
        color = style.series[look % len(style.series)]
        at = places[of_count] + _BESIDE * (number - (len(counts) - 1) / 2)
        ax.vlines(at, scale * rows[low], scale * rows[high], color=color, linewidth=1.4)
        (line,) = ax.plot(
            at,
            scale * rows[mean],
            color=color,
            linewidth=0.8,
            linestyle=_LINES[look % len(_LINES)],
            marker=style.markers[look % len(style.markers)],
            markersize=4.5,
            label=f"{players} players",
        )
        handles.append(line)
    ax.grid(axis="y", color=style.grid, linewidth=0.6)
    ax.set_axisbelow(True)
    ax.spines[["top", "right"]].set_visible(False)
    return handles


def write(ax: Axes, text: str, at: Any, coordinates: Any, side: Any, shift: float, ink: str, style: Style) -> None:
    """Writes digits with their middle at a height; `shift` to the right, in points."""
    ax.annotate(
        text,
        at,
        xycoords=coordinates,
        xytext=(shift, -_HALF_DIGIT * style.size),
        textcoords="offset points",
        horizontalalignment=side,
        verticalalignment="baseline",
        color=ink,
        annotation_clip=False,
    )


def boxes(
    ax: Axes,
    sides: Sequence[tuple[float, float, float, float]],
    faces: Sequence[str],
    edges: str | Sequence[str],
    line: float,
    *,
    above: float = 1,
) -> None:
    """Boxes from their left, right, lower and upper ends, all as one: an axis can have hundreds.

    The limits of the axis are not changed by them.
    """
    from matplotlib.collections import PolyCollection

    corners = [[(left, low), (right, low), (right, high), (left, high)] for left, right, low, high in sides]
    drawn = PolyCollection(corners, facecolors=faces, edgecolors=edges, linewidths=line, zorder=above)
    ax.add_collection(drawn, autolim=False)


def size_of(ax: Axes) -> tuple[float, float]:
    """Width and height of an axis in points."""
    inches = ax.bbox.transformed(ax.figure.dpi_scale_trans.inverted())
    return 72 * inches.width, 72 * inches.height


def ticks(ax: Axes, values: Sequence[Any], most: int = 10) -> None:
    """A tick for each value at 0, 1, 2, ..., named, or for every second, fifth, ... where there are many.

    Of whole numbers in a row they are round ones: 0, 20, 40, whatever the first is.
    """
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 1000, 10**6) if len(values) <= most * step)
    in_a_row = all(isinstance(value, int) for value in values) and list(values) == list(
        range(values[0], values[-1] + 1)
    )
    places = range(-values[0] % step if in_a_row else 0, len(values), step)
    ax.set_xticks(places, [str(values[place]).replace("-", "−") for place in places])
    ax.set_xlim(-0.5, len(values) - 0.5)
