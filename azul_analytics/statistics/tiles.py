"""Tiles: whether colors, and columns of the wall, are worth the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from azul_analytics.statistics.families import holm
from azul_analytics.statistics.first_player import LEAST_UNITS, NO_DIFFERENCE, TOO_FEW
from azul_analytics.statistics.groups import by_group
from azul_analytics.statistics.registry import GROUP_COLUMNS, Measure, Statistic
from azul_analytics.statistics.selection import EVERY_FINISHED_GAME, Selection, answer, checked_confidence

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

    from azul_analytics.database import Database

    Floats = NDArray[np.float64]

NOT_ALIKE = "not all alike"
_DIGITS = 9


class _Compared(NamedTuple):
    """One measure of the colors, or columns, of a group of games."""

    games: int
    level: Floats  # [part]
    reference: Floats  # [part]
    difference: Floats  # [part]
    influence: Floats  # [unit, part]: what each unit adds to the difference; its mean is 0


def color_worth(
    database: Database, *, selection: Selection = EVERY_FINISHED_GAME, confidence: float = 0.95
) -> pd.DataFrame:
    """Whether tiles of each color score more than others, and whether winners have more of them on their walls.

    One row per group of games, measure and color; the columns are those of `STATISTICS["color_worth"].columns`.
    What a group cannot say is NaN. Raises AzulError for a confidence that is not between 0 and 1.
    """
    from azul_analytics.rules.ruleset import COLORS

    return _worth(database, COLOR_WORTH, COLORS, selection, confidence)


def column_worth(
    database: Database, *, selection: Selection = EVERY_FINISHED_GAME, confidence: float = 0.95
) -> pd.DataFrame:
    """Whether tiles in each column of the wall score more than others, and whether winners have more of them.

    One row per group of games, measure and column; the columns are those of `STATISTICS["column_worth"].columns`.
    What a group cannot say is NaN. Raises AzulError for a confidence that is not between 0 and 1.
    """
    from azul_analytics.rules.ruleset import MAX_COLORS

    return _worth(database, COLUMN_WORTH, range(1, MAX_COLORS + 1), selection, confidence)


def _worth(
    database: Database, statistic: Statistic, names: Sequence[Any], selection: Selection, confidence: float
) -> pd.DataFrame:
    import numpy as np
    import pandas as pd

    from azul_analytics.statistics import inference

    checked_confidence(confidence)
    rows = answer(database, statistic.sql, selection)
    parts = []
    for key, measure, compared, places in _compared(database, rows):
        units = len(compared.influence)
        width = statistic.measures[measure].useful_width
        variance = np.square(compared.influence).sum(axis=0) / max(units - 1, 1)
        interval = inference.mean_interval(
            compared.difference, variance, [units] * len(places), confidence=confidence, useful_width=width
        )
        part = pd.DataFrame(dict(zip(GROUP_COLUMNS, key, strict=True)), index=range(len(places)))
        parts.append(
            part.assign(
                measure=measure,
                part=[names[place] for place in places],
                games=compared.games,
                units=units,
                level=compared.level,
                reference=compared.reference,
                difference=compared.difference,
                low=interval.low,
                high=interval.high,
                too_wide=inference.too_wide(interval, width),
                units_needed=interval.units_needed,
                p_alike=_alike_p(compared),
            )
        )
    frame = pd.concat(parts, ignore_index=True) if parts else pd.DataFrame(columns=list(statistic.columns))
    return _judged(frame.rename(columns={"part": next(iter(statistic.by))}), 1 - confidence, statistic)


def _judged(frame: pd.DataFrame, level: float, statistic: Statistic) -> pd.DataFrame:
    """Verdicts, one a group and measure; these are the family of the adjusted p-values."""
    import numpy as np

    tests = [*GROUP_COLUMNS, "measure"]
    claims = frame.drop_duplicates(tests)[[*tests, "p_alike"]]
    claims["p_adjusted"] = holm(claims["p_alike"].astype(float))
    frame = frame.drop(columns="p_adjusted", errors="ignore").merge(claims.drop(columns="p_alike"), on=tests)
    few = (frame["units"] < LEAST_UNITS) | frame["p_adjusted"].isna()
    frame["verdict"] = np.select([few, frame["p_adjusted"] < level], [TOO_FEW, NOT_ALIKE], NO_DIFFERENCE)
    return frame.astype({"units_needed": "Int64", "verdict": "str"})[list(statistic.columns)].round(_DIGITS)


def _compared(
    database: Database, rows: pd.DataFrame
) -> Iterator[tuple[tuple[Any, ...], str, _Compared, NDArray[np.int64]]]:
    """Each group's names and, by measure, what is compared of its colors or columns, and which these are."""
    import numpy as np

    for key, of_group in by_group(database, rows):
        places, part = np.unique(of_group["part"].to_numpy(), return_inverse=True)
        _, first, game = np.unique(of_group["game"].to_numpy(), return_index=True, return_inverse=True)
        unit = of_group["unit_number"].to_numpy()[first]
        counts = np.zeros((4, len(first), len(places)))
        counts[:, game, part] = of_group[["tiles", "points", "won", "lost"]].to_numpy().T
        tiles, points, won, lost = counts
        yield key, "points", _points(tiles, points, unit), places
        sides = (won.sum(axis=1) > 0) & (lost.sum(axis=1) > 0)
        if sides.any():
            yield key, "share", _shares(won[sides], lost[sides], unit[sides]), places


def _points(tiles: Floats, points: Floats, unit: NDArray[np.int64]) -> _Compared:
    """Points of a tile of each part beyond the mean of all tiles of its game; arrays by [game, part].

    A ratio of two means over units, its spread linearized: Cochran 1977, Sampling Techniques, 6.3.
    """
    import numpy as np

    usual = points.sum(axis=1) / tiles.sum(axis=1)
    beyond = _by_unit(points - tiles * usual[:, None], unit)
    tiles_of_unit, points_of_unit = _by_unit(tiles, unit), _by_unit(points, unit)
    mean = tiles_of_unit.mean(axis=0)
    difference = beyond.mean(axis=0) / mean
    level = points_of_unit.mean(axis=0) / mean
    reference = np.full_like(level, points_of_unit.sum() / tiles_of_unit.sum())
    return _Compared(len(tiles), level, reference, difference, (beyond - difference * tiles_of_unit) / mean)


def _shares(won: Floats, lost: Floats, unit: NDArray[np.int64]) -> _Compared:
    """Share of each part among the tiles of winners, and among those of losers; arrays by [game, part]."""
    of_winners, of_losers = (_by_unit(side / side.sum(axis=1, keepdims=True), unit) for side in (won, lost))
    level, reference = of_winners.mean(axis=0), of_losers.mean(axis=0)
    difference = level - reference
    return _Compared(len(won), level, reference, difference, of_winners - of_losers - difference)


def _by_unit(values: Floats, unit: NDArray[np.int64]) -> Floats:
    """Means over the games of each unit: [unit, part] of [game, part]."""
    import numpy as np

    _, place, games = np.unique(unit, return_inverse=True, return_counts=True)
    sums = np.stack([np.bincount(place, column) for column in values.T], axis=1)
    means: Floats = sums / games[:, None]
    return means


def _alike_p(compared: _Compared) -> float:
    """P-value of the hypothesis that no part differs: Hotelling 1931 (Annals of Mathematical Statistics 2, 360-378).

    The last part is left out, because the others determine it. NaN where units are too few or do not vary.
    """
    import numpy as np
    from scipy.special import fdtrc

    units, contrasts = len(compared.influence), len(compared.difference) - 1
    if contrasts < 1 or units <= contrasts:
        return np.nan
    covariance = np.atleast_2d(np.cov(compared.influence[:, :-1], rowvar=False))
    if np.linalg.matrix_rank(covariance, hermitian=True) < contrasts:
        return np.nan
    difference = compared.difference[:-1]
    t_squared = units * difference @ np.linalg.solve(covariance, difference)
    freedom = units - contrasts
    return float(fdtrc(contrasts, freedom, t_squared * freedom / (contrasts * (units - 1))))


def _entry(what: str, column: str, meaning: str, caveats: tuple[str, ...], function: Any) -> Statistic:
    return Statistic(
        name=f"{column}_worth",
        title=f"Worth of {what}",
        question=f"Are all {what} worth the same?",
        estimand=f"By ruleset, player count, kind of games and {column}: the points that a placed tile scores beyond "
        "the mean of all tiles of its game, and its share of the tiles on winners' walls less that on losers' walls.",
        unit="The game; games of one block of a designed experiment (same deals, rotated seats) are one unit, their "
        "mean.",
        method="Points: all points beyond the game's mean, divided by all tiles. Shares: mean over games with winners "
        "and losers; a shared win is a win. Whether all are alike is one test for each group and measure, Hotelling's "
        "T squared with its F distribution, and these are adjusted by Holm's method.",
        interval="Student's t over units; of points with the linearized variance of a ratio. At 95 % unless asked "
        "otherwise; none from a single unit.",
        detail="placements",
        caveats=(
            *caveats,
            "It is what is seen on walls, not the effect of a choice: winners choose their tiles, and so do losers.",
            "Points are those of placements; bonuses are not among them, nor are tiles that fell to the floor.",
            "Each row is judged alone; only the verdict is on all of them together.",
            "Stopped games are left out; if players stop games that they are losing, the rest is a selection.",
            "Games of the same players are taken as independent of each other.",
        ),
        columns={
            **GROUP_COLUMNS,
            column: meaning,
            "measure": "what is compared: see below",
            "games": "games that count",
            "units": "units of inference among them",
            "level": "mean points of a tile; of shares, the share among winners' tiles",
            "reference": "mean points of all tiles; of shares, the share among losers' tiles",
            "difference": "points of a tile beyond the mean of its game; of shares, winners' less losers' share",
            "low": "lower end of its interval",
            "high": "upper end of its interval",
            "too_wide": "the interval is wider than the measure's useful width, or there is none",
            "units_needed": "units that would give the useful width; missing where the spread is not known",
            "p_alike": f"chance of differences as large if all {what} were alike",
            "p_adjusted": "adjusted by Holm's method for all groups and measures of the frame",
            "verdict": f"`{NOT_ALIKE}`, `{NO_DIFFERENCE}` or `{TOO_FEW}` ({LEAST_UNITS} units are needed)",
        },
        function=function,
        by={column: meaning},
        measures={
            "points": Measure("points of a placed tile, less the mean of all placed tiles of its game", 0.1),
            "share": Measure("share of the tiles on winners' walls, less the share on losers' walls", 0.02),
        },
        source="Hotelling 1931; Holm 1979; Cochran 1977",
    )


COLOR_WORTH = _entry(
    "colors",
    "color",
    "color of the tiles",
    ("On a fixed wall a color stands in one space of each line and column, so that its neighbors are not its own.",),
    color_worth,
)
COLUMN_WORTH = _entry(
    "columns",
    "column",
    "column of the wall, from 1",
    ("Columns in the middle have neighbors on both sides: that they score more is in the wall, not in the players.",),
    column_worth,
)
EVERY = (COLOR_WORTH, COLUMN_WORTH)
