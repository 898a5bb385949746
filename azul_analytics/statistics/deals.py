"""Deals against chance: whether the tiles of a log were drawn at random, as the rules have it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from azul_analytics.statistics.families import holm
from azul_analytics.statistics.first_player import LEAST_UNITS, TOO_FEW
from azul_analytics.statistics.groups import by_group
from azul_analytics.statistics.registry import GROUP_COLUMNS, Statistic
from azul_analytics.statistics.selection import EVERY_FINISHED_GAME, Selection, answer, checked_confidence

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

    from azul_analytics.database import Database

    Floats = NDArray[np.float64]

NO_DEPARTURE = "no departure from chance shown"
_NOT_RANDOM = "deals are not random: "
UNEQUAL = f"{_NOT_RANDOM}some colors come more often than others"
UNEVEN, EVEN = f"{_NOT_RANDOM}colors come too unevenly", f"{_NOT_RANDOM}colors come too evenly"
CLUMPED, SPREAD = f"{_NOT_RANDOM}colors clump on factories", f"{_NOT_RANDOM}colors are spread over factories"
_VERDICTS = {"totals": (UNEQUAL, UNEQUAL), "draws": (UNEVEN, EVEN), "factories": (CLUMPED, SPREAD)}  # above, below
_USEFUL_WIDTH = 0.10
_DIGITS = 9


class _Deals(NamedTuple):
    """Deals of a source and group: `dealt` and `bag` (before the deal) [deal, color], and those of its factories."""

    game: NDArray[np.int64]
    dealt: Floats
    bag: Floats
    squares: Floats  # [deal, color]: squares of a color's tiles on a factory, added up
    factories: Floats  # [deal]
    full: NDArray[np.bool_]  # [deal]: all factories hold as many tiles


class _Result(NamedTuple):
    games: int
    deals: int
    observed: float
    expected: float
    low: float
    high: float
    p: float
    units_needed: float


def deals_against_chance(
    database: Database, *, selection: Selection = EVERY_FINISHED_GAME, confidence: float = 0.95
) -> pd.DataFrame:
    """Three tests of the deals of every source: colors dealt in all, in each deal, and on each factory.

    One row per group of games, source and test; the columns are those of
    `STATISTICS["deals_against_chance"].columns`. What too few deals cannot say is NaN. Stopped games count whatever
    the selection says, because whether a game goes on may depend on its deals.
    Raises AzulError for a confidence that is not between 0 and 1.
    """
    import pandas as pd

    checked_confidence(confidence)
    frame = answer(database, DEALS_AGAINST_CHANCE.sql, replace(selection, finished_only=False))
    rows = []
    for key, of_group in by_group(database, frame):
        tiles = _full_bag(database, *key[:2])
        for source, of_source in of_group.groupby("source"):
            deals = _deals(of_source, tiles)
            results = {
                "totals": _totals(deals),
                "draws": _draws(deals, confidence),
                "factories": _factories(deals, confidence),
            }
            for test, one in results.items():
                color, excess = _most_off(deals) if test == "totals" else (None, float("nan"))
                rows.append((*key, source, test, *one, color, excess))
    names = (*GROUP_COLUMNS, "source", "test", *_Result._fields, "color", "excess")
    return _judged(pd.DataFrame(rows, columns=list(names)), 1 - confidence)


def _judged(frame: pd.DataFrame, level: float) -> pd.DataFrame:
    import numpy as np

    frame["ratio"] = frame["observed"] / frame["expected"].where(frame["expected"] > 0)
    frame["p_adjusted"] = holm(frame["p"].astype(float))
    frame["too_wide"] = ~(frame["high"] - frame["low"] <= _USEFUL_WIDTH)
    above, below = ([_VERDICTS[test][side] for test in frame["test"]] for side in (0, 1))
    departs = frame["p_adjusted"] < level
    few = (frame["games"] < LEAST_UNITS) | frame["p"].isna()
    cases = [departs & (frame["ratio"] > 1), departs, few]
    frame["verdict"] = np.select(cases, [above, below, TOO_FEW], NO_DEPARTURE)
    frame = frame.astype({"units_needed": "Int64", "color": "str", "verdict": "str"})
    return frame[list(DEALS_AGAINST_CHANCE.columns)].round(_DIGITS)


def _full_bag(database: Database, ruleset: str, ruleset_hash: str) -> Floats:
    """Tiles of each color of a ruleset."""
    import numpy as np

    from azul_analytics.rules.ruleset import COLORS, defined_ruleset

    ((definition,),) = database.rows(
        "select definition from rulesets where ruleset = $ruleset and ruleset_hash = $ruleset_hash",
        {"ruleset": ruleset, "ruleset_hash": ruleset_hash},
    )
    numbers = defined_ruleset(definition)
    tiles = dict(zip(numbers.colors, numbers.tiles_per_color, strict=True))
    return np.array([tiles.get(color, 0) for color in COLORS], dtype=float)


def _deals(rows: pd.DataFrame, tiles: Floats) -> _Deals:
    """The deals from a bag that is known: those before the lid is put back for the first time."""
    import numpy as np

    size = len(tiles)
    dealt = _unpacked(rows["dealt"], size, 8)
    squares = np.concatenate([_unpacked(rows["squares"], 4, 16), _unpacked(rows["more_squares"], size - 4, 16)], axis=1)
    game = rows["game"].to_numpy(dtype=np.int64)
    total = np.cumsum(dealt, axis=0)
    starts = np.flatnonzero(np.diff(game, prepend=-1))
    before = np.repeat((total - dealt)[starts], np.diff(np.append(starts, len(game))), axis=0)
    left = tiles - (total - before)  # after the deal
    known = left.sum(axis=1) >= 0
    full = (rows["least"] == rows["most"]).to_numpy()
    factories = rows["factories"].to_numpy(dtype=np.float64)
    return _Deals(game[known], dealt[known], (left + dealt)[known], squares[known], factories[known], full[known])


def _unpacked(numbers: pd.Series[int], count: int, bits: int) -> Floats:
    import numpy as np

    parts: Floats = (numbers.to_numpy()[:, None] >> (bits * np.arange(count)) & (2**bits - 1)).astype(np.float64)
    return parts


def _totals(deals: _Deals) -> _Result:
    """Whether all deals together have more of a color than the bags gave reason to expect.

    Each deal is multivariate hypergeometric given its bag, so excesses are martingale differences: their sum is
    judged by the sum of their covariances, as chi-squared with a degree of freedom less than colors.
    """
    import numpy as np
    from scipy.special import chdtrc

    excess, covariance = _excess(deals)
    free = np.flatnonzero(np.diag(covariance))[:-1]  # the last color follows from the others
    if not len(free):
        return _Result(*_sizes(deals), *(np.nan,) * 6)
    distance = float(excess[free] @ np.linalg.solve(covariance[np.ix_(free, free)], excess[free]))
    p = float(chdtrc(len(free), distance))
    return _Result(*_sizes(deals), distance, len(free), np.nan, np.nan, p, np.nan)


def _excess(deals: _Deals) -> tuple[Floats, Floats]:
    """Tiles of each color beyond what was to be expected, of all deals, and the covariance of these sums."""
    import numpy as np

    bag, size = deals.bag.sum(axis=1), deals.dealt.sum(axis=1)
    share = deals.bag / np.maximum(bag, 1)[:, None]
    factor = size * (bag - size) / np.maximum(bag - 1, 1)
    covariance = np.diag(factor @ share) - (share * factor[:, None]).T @ share
    return (deals.dealt - size[:, None] * share).sum(axis=0), covariance


def _most_off(deals: _Deals) -> tuple[str | None, float]:
    """The color that is most off, by its standard error, and its tiles a deal beyond what was to be expected."""
    import numpy as np

    from azul_analytics.rules.ruleset import COLORS

    excess, covariance = _excess(deals)
    error = np.sqrt(np.diag(covariance))
    if not error.any():
        return None, np.nan
    number = int(np.argmax(np.abs(excess) / np.where(error > 0, error, np.inf)))
    return COLORS[number], excess[number] / len(deals.game)


def _draws(deals: _Deals, confidence: float) -> _Result:
    """Whether single deals differ from the bag's colors more, or less, than a draw does: tiles drawn and left."""
    import numpy as np

    bag, size = deals.bag.sum(axis=1), deals.dealt.sum(axis=1)
    with_chance = (size > 0) & (size < bag)
    dealt, tiles, bag, size = (values[with_chance] for values in (deals.dealt, deals.bag, bag, size))
    away = dealt - size[:, None] * tiles / bag[:, None]
    squares = np.divide(away**2, tiles, out=np.zeros_like(tiles), where=tiles > 0).sum(axis=1)
    found = bag**2 / (size * (bag - size)) * squares
    margins = bag, np.full(len(bag), 2.0), 1 / size + 1 / (bag - size), tiles
    return _of_tables(deals.game[with_chance], found, *margins, confidence)


def _factories(deals: _Deals, confidence: float) -> _Result:
    """Whether tiles of a color lie together on factories more, or less, than chance puts them there."""
    import numpy as np

    dealt, count = deals.dealt[deals.full], deals.factories[deals.full]
    size = dealt.sum(axis=1)
    each = size / count
    squares = np.divide(deals.squares[deals.full], dealt, out=np.zeros_like(dealt), where=dealt > 0).sum(axis=1)
    found = size * (squares / each - 1)
    return _of_tables(deals.game[deals.full], found, size, count, count / each, dealt, confidence)


def _of_tables(
    game: NDArray[np.int64],
    found: Floats,
    total: Floats,
    rows: Floats,
    inverse_rows: Floats,
    columns: Floats,
    confidence: float,
) -> _Result:
    """The sum of the chi-squares `found` of tables with fixed margins, against its distribution by chance.

    A table has `total` tiles, so many `rows` (`inverse_rows`: 1 / their tiles, added up) and `columns` [table,
    color]. Mean and variance of its chi-square are exact, Haldane 1940 (Biometrika 31, 346-355) in the form of
    Dawson 1954 (Biometrika 41, 280); the sum is taken as a multiple of chi-squared that has both.
    """
    import numpy as np
    from scipy.special import chdtr, chdtrc

    from azul_analytics.statistics import inference

    colors = np.count_nonzero(columns, axis=1)
    inverse_columns = np.divide(1, columns, out=np.zeros_like(columns), where=columns > 0).sum(axis=1)
    some = (total > 3) & (rows > 1) & (colors > 1)
    game, found, total, rows, inverse_rows, colors, inverse_columns = (
        values[some] for values in (game, found, total, rows, inverse_rows, colors, inverse_columns)
    )
    expected = total * (rows - 1) * (colors - 1) / (total - 1)
    variance = _variance(total, rows, inverse_rows, colors, inverse_columns)
    counts = len(np.unique(game)), len(game)
    mean, spread = expected.sum(), variance.sum()
    if not spread > 0:
        return _Result(*counts, *(np.nan,) * 6)
    observed = found.sum()
    scale, freedom = spread / (2 * mean), 2 * mean**2 / spread
    p = min(1.0, 2 * min(chdtr(freedom, observed / scale), chdtrc(freedom, observed / scale)))
    ratio = observed / mean
    residual = np.bincount(game, found - ratio * expected)
    units = counts[0]
    ends = inference.mean_interval(
        [ratio],
        [np.square(residual).sum() / max(units - 1, 1) * (units / mean) ** 2],
        [units],
        confidence=confidence,
        useful_width=_USEFUL_WIDTH,
        least=0,
    )
    low, high, needed = (float(end[0]) for end in ends)
    return _Result(*counts, observed, mean, low, high, p, needed)


def _variance(total: Floats, rows: Floats, inverse_rows: Floats, columns: Any, inverse_columns: Floats) -> Floats:
    """Variance of the chi-square of tables with fixed margins: Dawson 1954."""

    def parts(count: Any, inverse: Floats) -> tuple[Any, Any]:
        return (count - 1) * (total - count) / (total - 1), (total * inverse - count**2) / (total - 2)

    (v, w), (v_columns, w_columns) = parts(rows, inverse_rows), parts(columns, inverse_columns)
    variance: Floats = (
        2 * total / (total - 3) * (v - w) * (v_columns - w_columns) + total**2 / (total - 1) * w * w_columns
    )
    return variance


def _sizes(deals: _Deals) -> tuple[int, int]:
    import numpy as np

    return len(np.unique(deals.game)), len(deals.game)


DEALS_AGAINST_CHANCE = Statistic(
    name="deals_against_chance",
    title="Deals against chance",
    question="Were the tiles of a source's games dealt at random, as a shuffled bag deals them?",
    estimand="For each source, ruleset, player count and kind of games, against tiles drawn at random from a bag of "
    "known content: `totals`, whether some colors were dealt more often than others over all deals; `draws`, whether "
    "the colors of single deals vary as much as they should; `factories`, whether tiles of a color lie together on "
    "factories as often as they should.",
    unit="The deal of a round, given the bag; of games that share their deals (a block, or a deal seed) one counts.",
    method="The bag before a deal is the ruleset's tiles less those dealt so far, up to the first round in which the "
    "lid is put back. `totals`: the sum of tiles beyond expectation of each color, by its covariance under "
    "multivariate hypergeometric draws. `draws` and `factories`: chi-squares of tables with fixed margins (tiles drawn "
    "and left by color; factories by color), added up and compared with their exact mean and variance by chance. "
    "P-values of all rows are adjusted by Holm's method, because they accuse.",
    interval="Of the ratio: Student's t over games, at 95 % unless asked otherwise; none from a single game.",
    detail="deals",
    caveats=(
        "No departure shown is no proof of chance: the interval of the ratio says which departures are left possible.",
        "It does not look at the order of factories, at tiles that come back from the lid, nor for deals that were "
        "used twice.",
        "All games count, stopped ones too. Records that the rules refused are not among them, although impossible "
        "deals are the plainest sign of all: see the rejects.",
        "A source that leaves out games by their deals (short, exciting ones) departs from chance without a fault in "
        "its shuffling.",
        f"That no departure is shown is said of {LEAST_UNITS} games and more; a departure may show in fewer.",
    ),
    columns={
        **GROUP_COLUMNS,
        "source": "where the records come from",
        "test": "`totals`, `draws` or `factories`",
        "games": "games whose deals are independent, with a deal that can be tested",
        "deals": "deals tested",
        "observed": "sum of chi-squares; of `totals` the chi-square",
        "expected": "what chance gives on average",
        "ratio": "observed / expected: 1 by chance",
        "low": "lower end of the ratio's interval; none for `totals`",
        "high": "upper end of it",
        "p": "chance of a sum at least as far off, on either side; of `totals` of as large a one",
        "p_adjusted": "adjusted by Holm's method for all rows of the frame",
        "color": "of `totals`, the color most off by its standard error",
        "excess": "tiles of that color a deal beyond what was to be expected",
        "verdict": f"`{NO_DEPARTURE}`, `{TOO_FEW}`, or `{_NOT_RANDOM}` and how",
        "too_wide": "the interval of the ratio is wider than the useful width, or there is none",
        "units_needed": "games that would give the useful width; missing where the spread is not known",
    },
    function=deals_against_chance,
    useful_width=_USEFUL_WIDTH,
    source="Haldane 1940; Dawson 1954; Holm 1979",
)
EVERY = (DEALS_AGAINST_CHANCE,)
