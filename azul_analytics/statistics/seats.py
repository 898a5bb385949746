"""Seats round the table: are they equal, and how far from equal may they be said to be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from azul_analytics.statistics.families import EQUIVALENT, LARGER, SMALLER, UNDECIDED
from azul_analytics.statistics.first_player import LEAST_UNITS
from azul_analytics.statistics.registry import GROUP_COLUMNS, Statistic
from azul_analytics.statistics.selection import EVERY_FINISHED_GAME, Selection, answer, checked_confidence

if TYPE_CHECKING:
    import pandas as pd

    from azul_analytics.database import Database

EQUIVALENCE_MARGIN = 0.02  # of a win share: what is called balanced
_USEFUL_WIDTH = 0.10


def seats_equal(
    database: Database, *, selection: Selection = EVERY_FINISHED_GAME, confidence: float = 0.95
) -> pd.DataFrame:
    """Win share and margin of each seat in its order round the table, and whether all seats are equal.

    One row per ruleset (by hash), player count, kind of games and `seat_order`, from 0, the opening seat; the
    columns are those of `STATISTICS["seats_equal"].columns`. P-values and verdict are the group's and stand
    in each of its rows; what a group cannot say is NaN.
    Raises AzulError for a confidence that is not between 0 and 1.
    """
    from azul_analytics.statistics import inference

    checked_confidence(confidence)
    frame = answer(database, SEATS_EQUAL.sql, selection)
    margin = inference.mean_interval(
        frame["margin"], frame["margin_variance"], frame["units"], confidence=confidence, useful_width=1
    )
    frame = frame.assign(
        **inference.win_share_columns(frame, confidence=confidence, useful_width=_USEFUL_WIDTH),
        margin_low=margin.low,
        margin_high=margin.high,
        equivalence_margin=EQUIVALENCE_MARGIN,
    )
    return _judged(frame, 1 - confidence)[list(SEATS_EQUAL.columns)]


def _judged(frame: pd.DataFrame, level: float) -> pd.DataFrame:
    """The frame with p-values of its groups and the verdict on their opening seats."""
    import numpy as np
    import pandas as pd

    from azul_analytics.statistics import families
    from azul_analytics.statistics.equal_shares import equal_shares_p

    first = frame["seat_order"] == 0
    group = first.cumsum().to_numpy() - 1
    opening = frame[first]
    away = (opening["win_share"] - opening["equal_share"]).to_numpy()
    enough = (opening["units"] >= LEAST_UNITS).to_numpy()
    differs = np.where(enough, families.share_differs(opening), np.nan)
    error = np.sqrt(opening["win_share_variance"] / opening["units"])
    equivalent = families.equivalence(away, error, opening["units"] - 1, margin=EQUIVALENCE_MARGIN)
    p = [equal_shares_p(np.column_stack(list(shares))) for _, shares in frame.groupby(group)["win_shares"]]
    columns = {
        "p_seats_equal": np.array(p),
        "p_seats_equal_holm": families.holm(p),
        "p_opening_differs": families.holm(differs),
        "p_opening_equivalent": families.holm(np.where(enough, equivalent, np.nan)),
    }
    verdict = families.verdicts(away, columns["p_opening_differs"], columns["p_opening_equivalent"], level=level)
    frame = frame.assign(**{name: values[group] for name, values in columns.items()})
    return frame.assign(verdict=pd.Series(verdict[group], index=frame.index, dtype="str"))


SEATS_EQUAL = Statistic(
    name="seats_equal",
    title="Seats round the table",
    question="Do all seats win equally often, in their order round the table from the opening seat?",
    estimand="Mean win share (a shared win counts 1/k for each of k winners) and margin (score less the mean score "
    "of the others) of the seat that opens the game, the next one clockwise, and so on, by ruleset, player count and "
    "kind of games.",
    unit="The game; games of one block of a designed experiment (same deals, rotated seats) are one unit, their mean.",
    method="Mean over units of finished games. All seats equal: of up to 100 units a randomization test (the seats of "
    "each unit drawn anew 9,999 times from a fixed seed), of more Hotelling's T squared with its F distribution. The "
    "verdict is on the opening seat: two one-sided t tests of a share within the margin of the equal share "
    "(equivalent), and a test of the equal share (larger, smaller), both at the level that the interval leaves. The "
    "latter is the exact binomial test where every unit is 0 or 1, else the one that the interval turns around. All "
    "p-values but `p_seats_equal` are Holm's, over the groups.",
    interval="Win share: Wilson's interval; with shared wins or blocks for the effective number of units, from their "
    "variance. Margin: Student's t. Both at 95 % unless asked otherwise, each alone, and none from a single unit. A "
    f"verdict needs {LEAST_UNITS} units.",
    detail="the opening seat, final scores and winners",
    caveats=(
        "It is about the order round the table in which the game was opened, not about who drafts first in later "
        "rounds, nor about the marker.",
        "It is raw: who sits where is not adjusted for. Where stronger players open more often, that is in it.",
        f"Equivalent means a win share within {EQUIVALENCE_MARGIN:g} of the equal share, which some would call much; "
        "it is said even where the share is shown to differ by less.",
        "Wilson's interval covers 95 % on average over numbers of games, the exact test is never wrong more often than "
        "its level: the interval may leave out an equal share whose p-value, not yet corrected, is 0.05 to 0.09.",
        "Undecided is no finding of any kind: neither a difference nor balance is shown.",
        "The verdict is on the opening seat alone; other seats may differ, which the overall test covers.",
        "Stopped games are left out; if players stop games that they are losing, the rest is a selection.",
        "Games of the same players are taken as independent of each other.",
    ),
    columns={
        **GROUP_COLUMNS,
        "seat_order": "order round the table, clockwise: 0 is the opening seat",
        "games": "games that count",
        "units": "units of inference among them",
        "games_left_out": "games of the group that do not count: stopped, no winner known, or opening seat not "
        "recorded",
        "equal_share": "1 / player_count",
        "win_share": "mean win share of the seat",
        "win_share_low": "lower end of its interval",
        "win_share_high": "upper end of its interval",
        "margin": "mean of the seat's score less the mean score of the others, points",
        "margin_low": "lower end of its interval",
        "margin_high": "upper end of its interval",
        "p_seats_equal": "p-value of the group's hypothesis that all seats win equally often",
        "p_seats_equal_holm": "the same, corrected for the number of groups",
        "p_opening_differs": "p-value of an opening seat with the equal share, corrected for the number of groups",
        "p_opening_equivalent": "p-value of an opening seat that is further off than the margin, corrected likewise",
        "equivalence_margin": "largest difference from the equal share that counts as none",
        "verdict": f"on the group's opening seat: `{LARGER}`, `{SMALLER}`, `{EQUIVALENT}`, `{UNDECIDED}`",
        "too_wide": "the interval of the win share is wider than the useful width, or there is none",
        "units_needed": "units that would give the useful width",
    },
    function=seats_equal,
    useful_width=_USEFUL_WIDTH,
    source="Wilson 1927; Hotelling 1931; Fisher 1935; Sterne 1954; Phipson and Smyth 2010; Schuirmann 1987; Holm 1979",
)
