"""Ratings: how strong each player is, given whom he met.

Not by a library that updates ratings game after game (openskill): its uncertainty covers the true strength of
four-player games in 83 to 88 instead of 95 of 100 cases and is two to three times as wide after 50 games each,
it needs an order of games that few logs have, and it cannot take the games of a block as one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from azul_analytics.statistics.first_player import LEAST_UNITS
from azul_analytics.statistics.players import PLAYER_COLUMNS, WHO, WITHIN
from azul_analytics.statistics.registry import GROUP_COLUMNS, Statistic
from azul_analytics.statistics.selection import EVERY_FINISHED_GAME, Selection, answer, checked_confidence

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

    from azul_analytics.database import Database
    from azul_analytics.statistics.strengths import Meetings, Strengths

MEAN_RATING = 1500
MOST_PLAYERS = 1000  # of a group, with a rating of their own: the work grows with the cube
_TENFOLD = 400  # points of difference that make ten wins to one
_CONSERVATIVE = 3
_USEFUL_WIDTH = 150.0
_DIGITS = 6  # beyond them, equal results differ by the order of sums
_GROUP = list(GROUP_COLUMNS)


def player_ratings(
    database: Database, *, selection: Selection = EVERY_FINISHED_GAME, confidence: float = 0.95
) -> pd.DataFrame:
    """Rating of every player with its uncertainty, and the ranks that go with it.

    One row per ruleset (by hash), player count, kind of games and player, best rating first; who cannot be
    rated comes last, with NaN. Raises AzulError for a confidence that is not between 0 and 1.
    """
    import pandas as pd

    checked_confidence(confidence)
    frame = answer(database, PLAYER_RATINGS.sql, selection)
    empty = frame.reindex(columns=list(PLAYER_RATINGS.columns)).iloc[:0]
    found = [rated(rows.reset_index(drop=True), confidence) for _, rows in frame.groupby(_GROUP)]
    return pd.concat(found or [empty], ignore_index=True)[list(PLAYER_RATINGS.columns)].round(_DIGITS)


def rated(rows: pd.DataFrame, confidence: float) -> pd.DataFrame:
    """From rows as sql/statistics/player_ratings.sql has them, of one group of games, to a row per player."""
    import numpy as np
    from scipy.special import ndtri

    from azul_analytics.statistics.strengths import strengths

    players = rows.drop_duplicates("player_number").reset_index(drop=True)  # most games first
    count = min(len(players), MOST_PLAYERS) if rows["met"].sum() > 0 else 0
    columns = ("rating", "uncertainty", "rank", "rank_low", "rank_high")
    players[list(columns)] = np.nan
    if count:
        found = strengths(_meetings(rows, players), min(len(players), MOST_PLAYERS + 1))
        points = _TENFOLD / np.log(10)
        players.loc[: count - 1, "rating"] = MEAN_RATING + points * found.strength[:count]
        players.loc[: count - 1, "uncertainty"] = points * np.sqrt(np.diag(found.covariance)[:count])
        players.loc[: count - 1, list(columns[2:])] = _ranks(found, count, confidence)
    half = ndtri(0.5 + confidence / 2) * players["uncertainty"]
    return players.assign(
        rating_low=players["rating"] - half,
        rating_high=players["rating"] + half,
        conservative_rating=players["rating"] - _CONSERVATIVE * players["uncertainty"],
        provisional=(players["units"] < LEAST_UNITS) | players["rating"].isna(),
        too_wide=~(2 * half <= _USEFUL_WIDTH),
        **{name: players[name].astype("Int64") for name in columns[2:]},
    ).sort_values(["rank", "games", "source", "player", "policy"], ascending=[True, False, True, True, True])


def _meetings(rows: pd.DataFrame, players: pd.DataFrame) -> Meetings:
    """The meetings of one group; all players beyond MOST_PLAYERS are one, the last.

    A game of k players has k (k - 1) / 2 pairs, which are not independent. Among equals the weight 3 / (k + 1)
    makes the curvature of the sum over pairs what the variance of its slope is, so that together they say as
    much as the order of k players does (Pace, Salvan and Sartori 2011, Statistica Sinica 21).
    """
    import numpy as np

    from azul_analytics.statistics.strengths import Meetings

    place = dict(zip(players["player_number"], np.minimum(np.arange(len(players)), MOST_PLAYERS), strict=True))
    one, other = (rows[name].map(place).to_numpy(np.int64) for name in ("player_number", "opponent_number"))
    once = one < other
    opened, met, won = (rows[name].to_numpy(np.float64)[once] for name in ("opened", "met", "won"))
    weight = 3 / (players["player_count"].iloc[0] + 1)
    return Meetings(one[once], other[once], opened, weight * met, weight * won)


def _ranks(found: Strengths, count: int, confidence: float) -> NDArray[np.float64]:
    """Rank of each player, and the least and greatest rank that the differences to all others allow.

    By [player, 3]. A player is behind all whose difference to him is shown, at a level divided by the number
    of his comparisons: Mogstad, Romano, Shaikh and Wilhelm 2024 (Review of Economic Studies 91).
    """
    import numpy as np
    from scipy.special import ndtri

    strength, covariance = found.strength[:count].round(_DIGITS), found.covariance[:count, :count]
    ahead = strength[:, None] - strength
    error = np.sqrt(np.maximum(np.diag(covariance)[:, None] + np.diag(covariance) - 2 * covariance, 0))
    shown = ahead > ndtri(1 - (1 - confidence) / (2 * max(count - 1, 1))) * error
    return np.column_stack([1 + (ahead > 0).sum(axis=0), 1 + shown.sum(axis=0), count - shown.sum(axis=1)])


PLAYER_RATINGS = Statistic(
    name="player_ratings",
    title="Ratings of players",
    question="How strong is each player, given whom he played against?",
    estimand="A player's strength relative to the mean of the group's players, as a rating: 400 points more are ten "
    "wins to one, 100 points 64 %; 1500 is the mean. By ruleset, player count and kind of games.",
    unit="The game, for each pair of its players; games of one block of a designed experiment count as one.",
    method="Bradley and Terry's model of who ends before whom, for each pair of players of a game (of k players with "
    "weight 3 / (k + 1)), equal places as half a win, with a term for who of the two opened. All games at once: their "
    "order and dates do not matter, and strength is taken as constant. Strengths are normal around the mean, with a "
    "spread that is estimated (empirical Bayes), so that few games leave a player near 1500.",
    interval="Normal, from the curvature of the posterior (Laplace), at 95 % unless asked otherwise. Ranks: the least "
    "and greatest rank that is compatible with the differences to all others, corrected for their number (Bonferroni).",
    detail="places, players' names; the opening seat where it is recorded",
    caveats=(
        WHO,
        WITHIN,
        "Players who never met, nor anyone in common, are compared by the spread of strengths alone.",
        "Ratings of different groups of games have nothing to do with each other, nor with those of a server.",
        "With ten games a player, intervals hold the true strength in 90 to 99 of 100 cases, with fifty in 94 to 97 "
        "(simulated, nominal 95).",
        f"With fewer than {LEAST_UNITS} units a rating is provisional. The conservative rating makes lists that no "
        "lucky newcomer leads.",
        "Ranks overlap: of two players whose ranks are not told apart, neither is shown to be the better.",
        "Strength is taken as constant; for its change over time, rate games of one period after the other.",
        f"The {MOST_PLAYERS} players with the most games of a group are rated; all others count as one opponent.",
        "Stopped games are left out, also those that someone gave up as lost.",
    ),
    columns={
        **GROUP_COLUMNS,
        **PLAYER_COLUMNS,
        "games": "his games that count",
        "units": "units of inference among them",
        "rating": f"rating; {MEAN_RATING} is the mean of the group; missing for who met nobody",
        "rating_low": "lower end of its interval",
        "rating_high": "upper end of its interval",
        "uncertainty": "standard deviation of the rating",
        "conservative_rating": f"the rating less {_CONSERVATIVE} times its uncertainty",
        "provisional": f"fewer than {LEAST_UNITS} units, or no rating",
        "rank": "1 for the best rating of the group",
        "rank_low": "best rank that the games allow",
        "rank_high": "worst rank that the games allow",
        "too_wide": "the interval is wider than the useful width, or there is none",
    },
    function=player_ratings,
    useful_width=_USEFUL_WIDTH,
    source="Bradley and Terry 1952; Davidson and Beaver 1977; MacKay 1992; Pace, Salvan and Sartori 2011; Mogstad, "
    "Romano, Shaikh and Wilhelm 2024",
)
EVERY = (PLAYER_RATINGS,)
