"""Claims about the game that circulate, tested under their own conditions: standard rules, two copies of a bot.

Each test reads the games of a database alone; `play` makes them. A claim of a number does not hold where the interval
excludes the number, a claim of a direction where the interval lies on the other side of none.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from azul_analytics.errors import AzulError
from azul_analytics.rules.ruleset import load_ruleset
from azul_analytics.simulate import series_of
from azul_analytics.statistics.first_player import LEAST_UNITS, TOO_FEW
from azul_analytics.statistics.seats import SEATS_EQUAL
from azul_analytics.statistics.selection import Selection, answer
from azul_analytics.studies.series import play_into_database

if TYPE_CHECKING:
    from azul_analytics.database import Database
    from azul_analytics.simulate.series import Series

RULESET, PLAYERS = "standard", 2
LADDER = ("random", "greedy", "careful", "search:100", "search:1000")  # from weak to strong
HOLDS, DOES_NOT, UNDECIDED = "holds", "does not hold", "undecided"
SECOND_SEAT = 0.69  # its win share, as the claim has it
_WIDEST = 0.10  # of an interval around a share that a claimed number is believed in

_MOST = 1e9  # games more that anybody is told of
_GAMES = Selection(rulesets=[RULESET], player_counts=[PLAYERS])


@dataclass(frozen=True)
class Claim:
    """What is said, of which games, and what is measured for it, in `unit`."""

    text: str
    conditions: str
    measured: str
    unit: str


@dataclass(frozen=True)
class Tested:
    """A claim, what was found for it with its interval, and the verdict.

    `details` are the numbers behind the estimate, as texts with their labels. `more` is about how many games more of
    each bot would decide what is undecided, if it is what it looks like. Without an estimate all numbers are NaN, and
    `missing` says what it lacks.
    """

    claim: Claim
    games: int = 0
    estimate: float = math.nan
    low: float = math.nan
    high: float = math.nan
    verdict: str = UNDECIDED
    details: tuple[tuple[str, str], ...] = ()
    more: int = 0
    missing: str = "there are no such games"


def play(db: str | Path, ladder: Sequence[str], games: int, seed: int = 0) -> Iterator[str]:
    """Plays games between two copies of each policy into a database, and yields the policy whose games are stored.

    What is there already is gone on with. Each policy has deals of its own, so that the rungs are independent. Raises
    AzulError for an unknown policy, one that is named twice and fewer than one game, before anything is played, and
    what `play_into_database` raises.
    """
    if games < 1:
        raise AzulError(f"The number of games is {games}; it must be at least 1.")
    rungs = [_series(policy, seed + number) for number, policy in enumerate(ladder)]
    named = [series.policies[0] for series in rungs]
    twice = next((policy for policy in named if named.count(policy) > 1), None)
    if twice:
        raise AzulError(f"{twice} is twice on the ladder; name each policy once, from weak to strong.")
    for policy, series in zip(ladder, rungs, strict=True):
        play_into_database(series, games, db)
        yield policy


def verdicts(database: Database, ladder: Sequence[str] = LADDER, confidence: float = 0.95) -> list[Tested]:
    """All claims, tested on games of the policies of a ladder, from weak to strong; the last is the strong bot."""
    return [
        second_seat(database, ladder[-1], confidence),
        columns_and_colors(database, ladder[-1], confidence),
        advantage_and_strength(database, ladder, confidence),
    ]


def second_seat(database: Database, policy: str, confidence: float = 0.95) -> Tested:
    """That between two copies of a strong bot the second seat wins 69 %."""
    from azul_analytics.statistics import inference

    claim = Claim(
        f"Between two copies of a strong bot the second seat wins {100 * SECOND_SEAT:g} %.",
        _copies(policy),
        "win share of the seat that does not open the game; a shared win counts in part",
        "%",
    )
    rows = answer(database, SEATS_EQUAL.sql, _GAMES)
    rows = rows[(rows["kind"] == _kind(policy)) & (rows["seat_order"] == 1)]
    if rows.empty:
        return Tested(claim)
    row = rows.assign(**inference.win_share_columns(rows, confidence=confidence, useful_width=_WIDEST)).iloc[0]
    share, low, high = (float(row[name]) for name in ("win_share", "win_share_low", "win_share_high"))
    verdict = HOLDS if low <= SECOND_SEAT <= high else DOES_NOT
    if row["units"] < LEAST_UNITS:
        verdict = TOO_FEW
    elif verdict == HOLDS and row["too_wide"]:
        verdict = UNDECIDED
    more = _more(row["games"], (high - low) / _WIDEST) if verdict == UNDECIDED else 0
    return Tested(claim, int(row["games"]), 100 * share, 100 * low, 100 * high, verdict, more=more)


def columns_and_colors(database: Database, policy: str, confidence: float = 0.95) -> Tested:
    """That winners get more points from columns than from colors."""
    from azul_analytics.statistics import inference

    claim = Claim(
        "Winners get more points from columns than from colors.",
        _copies(policy),
        "points of the winners' full columns less those of their full colors, a game",
        "points",
    )
    rows = answer(database, "studies/winners_bonuses", _GAMES)
    rows = rows[rows["kind"] == _kind(policy)]
    if rows.empty:
        return Tested(claim)
    moments = rows["difference"], rows["variance"], rows["units"]
    interval = inference.mean_interval(*moments, confidence=confidence, useful_width=1)
    row, low, high = rows.iloc[0], float(interval.low[0]), float(interval.high[0])
    details = ("columns", f"{row['columns']:.2f}"), ("colors", f"{row['colors']:.2f}")
    verdict = _direction(low, high, row["units"])
    more = _more(row["games"], (high - low) / 2 / abs(row["difference"])) if verdict == UNDECIDED else 0
    return Tested(claim, int(row["games"]), float(row["difference"]), low, high, verdict, details, more)


def advantage_and_strength(database: Database, ladder: Sequence[str], confidence: float = 0.95) -> Tested:
    """That the first-player advantage grows with strength: the trend of the opening seat's win share over a ladder.

    The rungs are independent samples one step apart; the slope is their least-squares line's, all rungs weighing
    the same, and its error follows from theirs (a linear contrast).
    """
    from statistics import NormalDist

    import numpy as np

    from azul_analytics.statistics import inference

    claim = Claim(
        "The first-player advantage grows with strength.",
        f"{RULESET} rules, {PLAYERS} seats, two copies of each of {', '.join(ladder)}, from weak to strong",
        "what a step up the ladder adds to the opening seat's win share",
        "percentage points",
    )
    if len(ladder) < 2:
        return Tested(claim, missing="a trend needs at least two rungs")
    rows = answer(database, SEATS_EQUAL.sql, _GAMES)
    rows = rows[rows["seat_order"] == 0].set_index("kind").reindex([_kind(policy) for policy in ladder])
    if rows["games"].isna().any():
        return Tested(claim)
    away = np.arange(len(ladder)) - (len(ladder) - 1) / 2
    share, units = rows["win_share"].to_numpy(), rows["units"].to_numpy()
    slope = float(away @ share / (away @ away))
    error = math.sqrt(away**2 @ (rows["win_share_variance"].to_numpy() / units)) / float(away @ away)
    half = NormalDist().inv_cdf(0.5 + confidence / 2) * error
    low, high = slope - half, slope + half
    each = rows.assign(**inference.win_share_columns(rows, confidence=confidence, useful_width=_WIDEST))
    ends = (100 * each[["win_share", "win_share_low", "win_share_high"]]).itertuples(index=False)
    details = tuple(
        (policy, f"{won:.1f} % [{least:.1f}, {most:.1f}]")
        for policy, (won, least, most) in zip(ladder, ends, strict=True)
    )
    verdict = _direction(low, high, min(units))
    more = _more(rows["games"].max(), half / abs(slope)) if verdict == UNDECIDED else 0
    return Tested(claim, int(rows["games"].sum()), 100 * slope, 100 * low, 100 * high, verdict, details, more)


def _direction(low: float, high: float, units: Any) -> str:
    """The verdict on a claim that something is more than nothing."""
    if units < LEAST_UNITS:
        return TOO_FEW
    if not (low > 0 or high < 0):
        return UNDECIDED
    return HOLDS if low > 0 else DOES_NOT


def _more(games: Any, width: float) -> int:
    """How many games more make an interval as wide as it must be, that is now so many times as wide."""
    return math.ceil(min(float(games) * (width**2 - 1), _MOST))


def _series(policy: str, seed: int = 0) -> Series:
    """Games between two copies of a policy."""
    return series_of(load_ruleset(RULESET), players=PLAYERS, policy=policy, seed=seed)


def _kind(policy: str) -> str:
    """The kind of games that only this policy played, as statistics name it: `search` is stored as `search:100`."""
    return f"simulated by {_series(policy).policies[0]}"


def _copies(policy: str) -> str:
    return f"{RULESET} rules, {PLAYERS} seats, two copies of {policy}"
