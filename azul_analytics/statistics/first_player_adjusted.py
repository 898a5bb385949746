"""First-player advantage between equal players: the opening seat's win share, adjusted for who sat there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from azul_analytics.statistics.first_player import ABOVE, BELOW, LEAST_UNITS, NO_DIFFERENCE, TOO_FEW
from azul_analytics.statistics.registry import GROUP_COLUMNS, Statistic
from azul_analytics.statistics.selection import EVERY_FINISHED_GAME, Selection, answer, checked_confidence

if TYPE_CHECKING:
    import pandas as pd

    from azul_analytics.database import Database
    from azul_analytics.statistics.seat_and_player import Games

_USEFUL_WIDTH = 0.10


def first_player_adjusted(
    database: Database, *, selection: Selection = EVERY_FINISHED_GAME, confidence: float = 0.95
) -> pd.DataFrame:
    """Win share of the opening seat between equal players, beside the raw one.

    One row per ruleset (by hash), player count and kind of games that has games which count; the columns are
    those of `STATISTICS["first_player_adjusted"].columns`. Where there are too few games or no player's effect
    can be estimated, or where seats and players cannot be told apart, the adjusted share is NaN.
    Raises AzulError for a confidence that is not between 0 and 1.
    """
    import pandas as pd

    checked_confidence(confidence)
    lists = answer(database, FIRST_PLAYER_ADJUSTED.sql, selection)
    rows = [
        {**dict(zip(GROUP_COLUMNS, group, strict=True)), "games_left_out": seats["games_left_out"].iloc[0],
         **_row(_games(seats), confidence)}
        for group, seats in lists.groupby(list(GROUP_COLUMNS), sort=False)
    ]  # fmt: skip
    frame = pd.DataFrame(rows, columns=list(FIRST_PLAYER_ADJUSTED.columns))
    return frame.astype({"units_needed": "Int64"})


def _games(seats: pd.DataFrame) -> Games:
    import numpy as np

    from azul_analytics.statistics.seat_and_player import Games

    def numbered(values: Any) -> Any:
        return np.unique(values, return_inverse=True)[1].reshape(np.shape(values))

    players = numbered(np.column_stack(list(seats["players"])))
    return Games(players, np.column_stack(list(seats["win_shares"])), numbered(seats["units"].iloc[0]))


def _row(games: Games, confidence: float) -> dict[str, Any]:
    import numpy as np

    from azul_analytics.statistics.seat_and_player import estimable

    own = estimable(games)
    adjusted = _adjusted(games, own, confidence)
    raw = _raw(games, confidence)
    width = adjusted["adjusted_high"] - adjusted["adjusted_low"]
    needed = np.ceil(raw["units"] * (width / _USEFUL_WIDTH) ** 2)
    return {
        **raw,
        **adjusted,
        "players": len(own),
        "players_estimated": int(own.sum()),
        "players_pooled": int((~own).sum()),
        "games_adjusted": int(own[games.players].any(axis=1).sum()),
        "verdict": _verdict(adjusted, raw["equal_share"]),
        "too_wide": not width <= _USEFUL_WIDTH,
        "units_needed": raw["units_needed"] if np.isnan(needed) else max(int(needed), LEAST_UNITS),
    }


def _raw(games: Games, confidence: float) -> dict[str, Any]:
    import numpy as np

    from azul_analytics.statistics.inference import share_interval

    of_unit = np.bincount(games.units, games.win_shares[:, 0]) / np.bincount(games.units)
    units, equal = len(of_unit), 1 / games.win_shares.shape[1]
    interval = share_interval(
        [of_unit.mean()],
        [of_unit.var(ddof=1) if units > 1 else np.nan],
        [units],
        [np.isin(of_unit, (0, 1)).all()],
        expected=[equal],
        confidence=confidence,
        useful_width=_USEFUL_WIDTH,
    )
    return {
        "games": len(games.units),
        "units": units,
        "equal_share": equal,
        "win_share": of_unit.mean(),
        "win_share_low": interval.low[0],
        "win_share_high": interval.high[0],
        "units_needed": int(interval.units_needed[0]),
    }


def _adjusted(games: Games, own: Any, confidence: float) -> dict[str, float]:
    import numpy as np
    from scipy.special import expit

    from azul_analytics.statistics.seat_and_player import opening_seat

    names = ("adjusted_share", "adjusted_low", "adjusted_high")
    if games.units.max() + 1 < LEAST_UNITS or not own.any():
        return dict.fromkeys(names, np.nan)
    opening = opening_seat(games, own)
    half = opening.half_width(confidence)
    logits = (opening.log_odds, opening.log_odds - half, opening.log_odds + half)
    return {name: float(expit(logit)) for name, logit in zip(names, logits, strict=True)}


def _verdict(adjusted: dict[str, float], equal: float) -> str:
    if not adjusted["adjusted_low"] <= adjusted["adjusted_high"]:
        return TOO_FEW
    if adjusted["adjusted_low"] > equal:
        return ABOVE
    return BELOW if adjusted["adjusted_high"] < equal else NO_DIFFERENCE


FIRST_PLAYER_ADJUSTED = Statistic(
    name="first_player_adjusted",
    title="First-player advantage between equal players",
    question="Would the player who opens the game win more often than the others if all were equally strong?",
    estimand="The opening seat's win share between equal players, adjusted for who sat where, by ruleset, player count "
    "and kind of games; the raw win share of the same games stands beside it.",
    unit="The game; games of one block of a designed experiment (same deals, rotated seats) are one unit, and every "
    "unit counts the same.",
    method="Conditional logit of the winner on the order round the table and on the player (with two players that of "
    "Bradley and Terry with an order effect), a shared win counted 1/k for each of k winners, penalized by Jeffreys' "
    "prior, which takes away most of the bias of few games a player and keeps effects finite where players only won "
    "against others. A player has an effect of his own with at least 10 games, some won and some lost (of more than "
    "1,000 such players the 1,000 with most games); all others are one field. A name in two sources is two players.",
    interval="Student's t on the log-odds, the wider of two: sandwich over units, enlarged by leverage (CR3), and no "
    "narrower than the model's own; and the sandwich over games that share a player, each player's games enlarged "
    "likewise, with the effective number of players less one as degrees of freedom, where that number is 5 or more. At "
    f"95 % unless asked otherwise; none below {LEAST_UNITS} units.",
    detail="the opening seat, the players and winners",
    caveats=(
        "It is about the opening seat of the game, not about drafting first in a later round, nor about the marker.",
        "A player is taken to be as strong in every game and every seat; who learns during the games, or opens "
        "differently from how he plays otherwise, is not.",
        "The players of the field are taken as equally strong; where many are pooled, little is adjusted for.",
        "It is an advantage between the players that are there: among stronger ones it may be another.",
        "Stopped games are left out; if players stop games that they are losing, the rest is a selection.",
        "No difference shown is not a proof of balance, and each row is judged alone; see `seats_equal` for both.",
    ),
    columns={
        **GROUP_COLUMNS,
        "games": "games that count",
        "units": "units of inference among them",
        "games_left_out": "games of the group that do not count: stopped, no winner known, or opening seat not "
        "recorded",
        "games_adjusted": "games with at least one player who has an effect of his own",
        "players": "players of the games that count",
        "players_estimated": "of them: with an effect of their own",
        "players_pooled": "of them: taken together as one field",
        "equal_share": "1 / player_count",
        "win_share": "raw: mean win share of the opening seat",
        "win_share_low": "lower end of its interval (Wilson's)",
        "win_share_high": "upper end of its interval",
        "adjusted_share": "win share of the opening seat between equal players",
        "adjusted_low": "lower end of its interval",
        "adjusted_high": "upper end of its interval",
        "verdict": f"on the adjusted share: `{ABOVE}`, `{BELOW}`, `{NO_DIFFERENCE}` (the interval holds the equal "
        f"share), `{TOO_FEW}` (also where seats and players cannot be told apart)",
        "too_wide": "the interval of the adjusted share is wider than the useful width, or there is none",
        "units_needed": "units that would give the useful width, by the adjusted interval if there is one",
    },
    function=first_player_adjusted,
    useful_width=_USEFUL_WIDTH,
    source="McFadden 1974; Davidson and Beaver 1977; Firth 1993; Kosmidis and Firth 2011; Bell and McCaffrey 2002; "
    "Fafchamps and Gubert 2007",
)
