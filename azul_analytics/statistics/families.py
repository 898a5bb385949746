"""Families of questions: corrected p-values, tests of equivalence, and the verdict on a difference.

Arrays in, arrays out, an element a question. A question without an answer is NaN: it stays NaN, and it does
not count as one of its family.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]

LARGER, SMALLER = "larger", "smaller"
EQUIVALENT, UNDECIDED = "equivalent within the margin", "undecided"
_NO_SPREAD = 1e-12  # a variance below is rounding
_NO_LIKELIER = 1e-7  # two logarithms of chances this near are of the same chance


def holm(p: ArrayLike) -> Floats:
    """Adjusted p-values of stated claims: the chance that any true null of the family falls below a level is
    at most that level, whatever the dependence. Holm 1979 (Scandinavian Journal of Statistics 6)."""
    import numpy as np

    p = np.asarray(p, dtype=np.float64)
    adjusted = np.full(p.shape, np.nan)
    known = np.flatnonzero(~np.isnan(p))
    order = known[np.argsort(p[known], kind="stable")]
    left = np.arange(len(order), 0, -1)  # hypotheses not yet decided
    adjusted[order] = np.minimum(np.maximum.accumulate(left * p[order]), 1)
    return adjusted


def benjamini_hochberg(p: ArrayLike) -> Floats:
    """Adjusted p-values for screening: of what falls below a level, at most that part are true nulls on
    average. Benjamini and Hochberg 1995 (Journal of the Royal Statistical Society B 57)."""
    import numpy as np

    p = np.asarray(p, dtype=np.float64)
    adjusted = np.full(p.shape, np.nan)
    known = np.flatnonzero(~np.isnan(p))
    falling = known[np.argsort(-p[known], kind="stable")]
    rank = np.arange(len(falling), 0, -1)
    adjusted[falling] = np.minimum.accumulate(len(falling) / rank * p[falling])
    return adjusted


def difference(estimate: ArrayLike, error: ArrayLike, freedom: ArrayLike) -> Floats:
    """Two-sided p-values of Student's t for an estimated difference from zero.

    `error` is its standard error, `freedom` the degrees of freedom; NaN where there is no spread.
    """
    import numpy as np

    return 2 * _upper_tail(np.abs(estimate), error, freedom)


def exact(wins: ArrayLike, units: ArrayLike, share: ArrayLike) -> Floats:
    """Two-sided p-values of so many wins in so many independent units, each of which is won with chance `share`: the
    chance of all numbers of wins that are no likelier. Sterne 1954 (Biometrika 41); NaN without units."""
    import numpy as np

    asked = zip(*map(np.ravel, np.broadcast_arrays(wins, units, share)), strict=True)
    return np.array([_no_likelier(int(k), int(n), float(p)) if n else np.nan for k, n, p in asked])


def _no_likelier(wins: int, units: int, share: float) -> float:
    """As scipy.stats.binomtest has it, which takes a report a second to load."""
    import numpy as np
    from scipy.special import gammaln, xlog1py, xlogy

    k = np.arange(units + 1)
    log = gammaln(units + 1) - gammaln(k + 1) - gammaln(units - k + 1) + xlogy(k, share) + xlog1py(units - k, -share)
    return float(np.exp(log[log <= log[wins] + _NO_LIKELIER]).sum())


def share_differs(frame: pd.DataFrame) -> Floats:
    """Two-sided p-values of a frame's `win_share`, by the moments beside it, being its `equal_share`.

    Exact where every unit is 0 or 1, else of the test that the interval of `inference.win_share_columns` turns around,
    in which the spread is that of an equal share.
    """
    import numpy as np

    share, variance = frame["win_share"].to_numpy(), frame["win_share_variance"].to_numpy()
    equal, units = frame["equal_share"].to_numpy(), frame["units"].to_numpy()
    whole = frame["all_or_nothing"].to_numpy(dtype=bool)
    estimated = ~whole & (variance > _NO_SPREAD)
    design = np.divide(variance, share * (1 - share), out=np.ones_like(share), where=estimated)
    error = np.sqrt(np.divide(equal * (1 - equal) * design, units, out=np.full_like(share, np.nan), where=units > 0))
    p = difference(share - equal, error, np.where(estimated, units - 1, np.inf))
    p[whole] = exact(np.round(share * units)[whole], units[whole], equal[whole])
    return p


def equivalence(estimate: ArrayLike, error: ArrayLike, freedom: ArrayLike, *, margin: ArrayLike) -> Floats:
    """P-values of the claim that a difference lies within -margin..margin: the larger of two one-sided tests.

    Schuirmann 1987 (Journal of Pharmacokinetics and Biopharmaceutics 15). Below 0.05 it is equivalent at 5 %,
    which is where the 90 % interval lies within the margin.
    """
    import numpy as np

    estimate, margin = np.asarray(estimate, dtype=np.float64), np.asarray(margin, dtype=np.float64)
    return np.maximum(_upper_tail(margin - estimate, error, freedom), _upper_tail(margin + estimate, error, freedom))


def verdicts(estimate: ArrayLike, p_different: ArrayLike, p_equivalent: ArrayLike, *, level: float) -> NDArray[np.str_]:
    """What may be said of differences: LARGER, SMALLER, EQUIVALENT or UNDECIDED, at a level such as 0.05.

    A difference that is shown to lie within the margin is equivalent even where it is shown not to be zero:
    the margin was stated as what matters. P-values may be adjusted ones.
    """
    import numpy as np

    estimate = np.asarray(estimate, dtype=np.float64)
    different = np.asarray(p_different, dtype=np.float64) < level
    equivalent = np.asarray(p_equivalent, dtype=np.float64) < level
    return np.select(
        [equivalent, different & (estimate > 0), different & (estimate < 0)],
        [EQUIVALENT, LARGER, SMALLER],
        UNDECIDED,
    )


def _upper_tail(estimate: ArrayLike, error: ArrayLike, freedom: ArrayLike) -> Floats:
    """Chance of a t above estimate / error; infinite degrees of freedom are the normal distribution."""
    import numpy as np
    from scipy.special import stdtr

    estimate, error = np.asarray(estimate, dtype=np.float64), np.asarray(error, dtype=np.float64)
    freedom = np.asarray(freedom, dtype=np.float64)
    known = (error > 0) & (freedom > 0)
    t = np.divide(estimate, error, out=np.full(np.broadcast_shapes(estimate.shape, error.shape), np.nan), where=known)
    return np.asarray(stdtr(np.where(freedom > 0, freedom, np.nan), -t), dtype=np.float64)
