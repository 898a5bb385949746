"""First-player advantage: what it is worth to be the opening seat, who drafts first in round 1."""

from __future__ import annotations

from typing import TYPE_CHECKING

from azul_analytics.statistics.registry import GROUP_COLUMNS, Statistic
from azul_analytics.statistics.selection import EVERY_FINISHED_GAME, Selection, answer, checked_confidence

if TYPE_CHECKING:
    import pandas as pd

    from azul_analytics.database import Database

ABOVE, BELOW = "above the equal share", "below the equal share"
NO_DIFFERENCE, TOO_FEW = "no difference shown", "too few games"
LEAST_UNITS = 10  # Wilson's interval decides too easily with fewer
_USEFUL_WIDTH = 0.10


def first_player_advantage(
    database: Database, *, selection: Selection = EVERY_FINISHED_GAME, confidence: float = 0.95
) -> pd.DataFrame:
    """Win share and score margin of the opening seat, against the equal share of 1 / players.

    One row per ruleset (by hash), player count and kind of games; the columns are those of
    `STATISTICS["first_player_advantage"].columns`. Shares are between 0 and 1, margins in points; what a
    group of games cannot say (no interval from one unit) is NaN.
    Raises AzulError for a confidence that is not between 0 and 1.
    """
    import pandas as pd

    from azul_analytics.statistics import families, inference

    checked_confidence(confidence)
    frame = answer(database, FIRST_PLAYER_ADVANTAGE.sql, selection)
    margin = inference.mean_interval(
        frame["margin"], frame["margin_variance"], frame["units"], confidence=confidence, useful_width=1
    )
    frame = frame.assign(
        **inference.win_share_columns(frame, confidence=confidence, useful_width=_USEFUL_WIDTH),
        margin_low=margin.low,
        margin_high=margin.high,
    )
    p_value = pd.Series(families.share_differs(frame), index=frame.index).where(frame["units"] >= LEAST_UNITS)
    return frame.assign(p_value=p_value, verdict=_verdicts(frame))[list(FIRST_PLAYER_ADVANTAGE.columns)]


def _verdicts(frame: pd.DataFrame) -> pd.Series[str]:
    import pandas as pd

    verdict = pd.Series(NO_DIFFERENCE, index=frame.index, dtype="str")
    verdict = verdict.mask(frame["win_share_low"] > frame["equal_share"], ABOVE)
    verdict = verdict.mask(frame["win_share_high"] < frame["equal_share"], BELOW)
    return verdict.mask(frame["units"] < LEAST_UNITS, TOO_FEW)


FIRST_PLAYER_ADVANTAGE = Statistic(
    name="first_player_advantage",
    title="First-player advantage",
    question="Does the player who opens the game win more often than the others, and by how many points?",
    estimand="The opening seat's mean win share (a shared win counts 1/k for each of k winners) and its mean "
    "margin (its score less the mean score of the other seats), by ruleset, player count and kind of games.",
    unit="The game; games of one block of a designed experiment (same deals, rotated seats) are one unit, their mean.",
    method="Mean over units of finished games. Rulesets that differ in any number are never pooled, nor are "
    "recorded games with games that only programs played.",
    interval="Win share: Wilson's interval; with shared wins or blocks for the effective number of units, "
    "from their variance. Margin: Student's t. Both at 95 % unless asked otherwise, and none from a "
    "single unit. "
    f"A verdict needs {LEAST_UNITS} units.",
    detail="the opening seat, final scores and winners",
    caveats=(
        "It is about the opening seat of the game, not about drafting first in a later round, nor about the marker.",
        "It is raw: who sits in the opening seat is not adjusted for. Where the stronger player opens "
        "more often, his strength is in it.",
        "Stopped games are left out; if players stop games that they are losing, the rest is a selection.",
        "No difference shown is not a proof of balance: that would need a margin stated beforehand and its own test.",
        "Each row is judged alone: of twenty rows without any effect, one interval on average misses the equal share.",
        "Games of the same players are taken as independent of each other.",
    ),
    columns={
        **GROUP_COLUMNS,
        "games": "games that count",
        "units": "units of inference among them",
        "games_left_out": "games of the group that do not count: stopped, no winner known, or opening "
        "seat not recorded",
        "games_stopped": "of them: stopped before the rules ended them",
        "ties": "games with more than one winner",
        "equal_share": "1 / player_count",
        "win_share": "mean win share of the opening seat",
        "win_share_low": "lower end of its interval",
        "win_share_high": "upper end of its interval",
        "margin": "mean of the opening seat's score less the mean score of the others, points",
        "margin_low": "lower end of its interval",
        "margin_high": "upper end of its interval",
        "p_value": f"of the equal share, the row alone; missing with fewer than {LEAST_UNITS} units",
        "verdict": f"`{ABOVE}`, `{BELOW}`, `{NO_DIFFERENCE}` (the interval holds the equal share), `{TOO_FEW}`",
        "too_wide": "the interval of the win share is wider than the useful width, or there is none",
        "units_needed": "units that would give the useful width",
    },
    function=first_player_advantage,
    useful_width=_USEFUL_WIDTH,
    source="Wilson 1927; Korn and Graubard 1998; Franco, Little, Louis and Slud 2019",
)
