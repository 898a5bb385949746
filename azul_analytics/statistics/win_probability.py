"""Win probability: who will win, by what the seats have after a round, checked on games that the model did not see."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from azul_analytics.statistics.groups import by_group
from azul_analytics.statistics.over_games import LATER_ROUNDS, means_over_games
from azul_analytics.statistics.registry import GROUP_COLUMNS, Measure, Statistic
from azul_analytics.statistics.selection import (
    EVERY_FINISHED_GAME,
    Selection,
    answer,
    checked_confidence,
    select_games,
)

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

    from azul_analytics.database import Database
    from azul_analytics.statistics.round_model import RoundModel
    from azul_analytics.statistics.round_states import RoundStates

    Floats = NDArray[np.float64]

# Of so many simulated games, the calibration slope after the second round and later ones was 0.9 to 1 on average
# (0.4 after the first, where all chances are nearly equal); of half as many, 0.75 (and below 0).
LEAST_UNITS = 100
_DIGITS = 9
_TENTHS = 10
_USEFUL_SHARE = 0.10


def win_probability(
    database: Database, *, selection: Selection = EVERY_FINISHED_GAME, confidence: float = 0.95
) -> pd.DataFrame:
    """How well the state after a round tells who will win, and what in it tells so.

    One row per group of games, round and measure; the columns are those of
    `STATISTICS["win_probability"].columns`. What a group cannot say is NaN.
    Raises AzulError for a confidence that is not between 0 and 1.
    """
    checked_confidence(confidence)
    rows = []
    for key, round_number, model in _models(database, selection):
        counts = _counts(model.states)
        for measure, (estimate, low, high, needed) in _measured(model, confidence).items():
            width = WIN_PROBABILITY.measures[measure].useful_width
            wide = not high - low <= width
            rows.append((*key, round_number, measure, *counts, estimate, low, high, wide, needed))
    return _frame(rows, WIN_PROBABILITY)


def win_probability_calibration(
    database: Database, *, selection: Selection = EVERY_FINISHED_GAME, confidence: float = 0.95
) -> pd.DataFrame:
    """How often seats won whose win probability was in the first, second, ... tenth between 0 and 1.

    One row per group of games, round and tenth that occurred; the columns are those of
    `STATISTICS["win_probability_calibration"].columns`. A group without a model has one row, of NaN.
    Raises AzulError for a confidence that is not between 0 and 1.
    """
    import numpy as np

    checked_confidence(confidence)
    rows: list[tuple[Any, ...]] = []
    for key, round_number, model in _models(database, selection):
        if not model.known:
            nothing = (np.nan,) * 4
            rows.append((*key, round_number, None, 0, *_counts(model.states), *nothing, True, LEAST_UNITS))
            continue
        tenth = np.minimum((model.chances * _TENTHS).astype(np.int64) + 1, _TENTHS)
        for value, counts, predicted, observed, interval in _observed_by(tenth, model, confidence):
            rows.append((*key, round_number, value, *counts, predicted, observed, *interval))
    return _frame(rows, WIN_PROBABILITY_CALIBRATION)


def win_probabilities(database: Database, *, selection: Selection = EVERY_FINISHED_GAME) -> pd.DataFrame:
    """The course of every game: each seat's win probability after each round that another round follows.

    One row per game, round and seat, with `game_id`, `round`, `seat`, `score`, `win_probability` (between 0 and 1,
    of a model that was fitted to other units; NaN where a group has too few) and `win_share`, how it ended.
    """
    import numpy as np
    import pandas as pd

    frames = [
        pd.DataFrame(
            {
                "game": np.repeat(states.game, len(chances)),
                "round": np.repeat(states.round, len(chances)).astype(np.int64),
                "seat": np.tile(np.arange(len(chances)), len(states.game)),
                "score": states.score.T.ravel().astype(np.int64),
                "win_probability": chances.T.ravel().round(_DIGITS),
                "win_share": states.win_share.T.ravel(),
            }
        )
        for _, _, (states, chances, *_) in _models(database, selection)
    ]
    if not frames:
        return pd.DataFrame(columns=["game_id", "round", "seat", "score", "win_probability", "win_share"])
    names = database.query("select game_id from games_in_question order by game_id")["game_id"]
    frame = pd.concat(frames).sort_values(["game", "round", "seat"], ignore_index=True)
    frame.insert(0, "game_id", names.to_numpy()[frame.pop("game")])
    return frame


def _models(database: Database, selection: Selection) -> list[tuple[tuple[Any, ...], int, RoundModel]]:
    """Each group of games, each of its rounds, and what can be said of the states after it.

    A database that nobody can change remembers them, since several statistics ask for the same.
    """
    from azul_analytics.statistics.round_model import round_models

    select_games(database, selection)
    known: list[tuple[tuple[Any, ...], int, RoundModel]] | None = database.worked_out.get(WIN_PROBABILITY.name)
    if known is not None:
        return known
    models = [
        (key, round_number, model)
        for key, rows in by_group(database, answer(database, WIN_PROBABILITY.sql, selection))
        for round_number, model in round_models(rows, LEAST_UNITS)
    ]
    if database.read_only:
        database.worked_out[WIN_PROBABILITY.name] = models
    return models


def _measured(model: RoundModel, confidence: float) -> dict[str, tuple[float, float, float, float]]:
    """Estimate, ends of its interval and units needed of each of WIN_PROBABILITY's measures."""
    import numpy as np

    from azul_analytics.statistics import conditional_logit as logit
    from azul_analytics.statistics import inference

    measures = WIN_PROBABILITY.measures
    if not model.known:
        return dict.fromkeys(measures, (np.nan, np.nan, np.nan, LEAST_UNITS))
    shares, chances = model.states.win_share, model.chances
    gain = np.log(len(shares)) + (shares * np.log(chances)).sum(axis=0)
    favorite = chances >= chances.max(axis=0)
    favorite_won = (shares * favorite).sum(axis=0) / favorite.sum(axis=0)
    odds = logit.against_first(np.log(chances)[:, :, None])
    slope = logit.fit(odds, shares, penalized=False)
    (slope_variance,) = np.diag(logit.covariance(odds, shares, slope, model.states.unit))
    coefficients, errors = model.coefficients()
    gains, favorites = _by_unit(gain, model.states.unit), _by_unit(favorite_won, model.states.unit)
    units = len(gains)
    estimates = [gains.mean(), np.nan, slope.coefficients[0], *coefficients]
    variances = [gains.var(ddof=1), np.nan, slope_variance * units, *np.square(errors) * units]
    widths = [measure.useful_width for measure in measures.values()]
    interval = inference.mean_interval(
        estimates, variances, np.full(len(widths), units), confidence=confidence, useful_width=widths
    )
    found = dict(zip(measures, zip(estimates, *interval, strict=True), strict=True))
    of_favorites = inference.share_interval(
        [favorites.mean()],
        [favorites.var(ddof=1)],
        [units],
        [bool(np.isin(favorites, (0, 1)).all())],
        expected=1 / len(shares),
        confidence=confidence,
        useful_width=measures["favorite_won"].useful_width,
    )
    found["favorite_won"] = (favorites.mean(), *(float(end[0]) for end in of_favorites))
    return found


def _by_unit(values: Floats, unit: NDArray[np.int64]) -> Floats:
    """The mean of each unit."""
    import numpy as np

    states = np.bincount(unit)
    there = states > 0
    means: Floats = np.bincount(unit, values)[there] / states[there]
    return means


def _observed_by(
    classes: NDArray[np.int64], model: RoundModel, confidence: float
) -> Iterator[tuple[int, tuple[int, int, int], float, float, tuple[float, float, bool, float]]]:
    """Of the seats [seat, state] of each class: its number, how many, their mean chance and win share, with interval.

    The share is a ratio of two sums over units, its variance linearized: Cochran 1977, Sampling Techniques, 6.3.
    """
    import numpy as np

    from azul_analytics.statistics import inference
    from azul_analytics.statistics.round_model import distinct

    states = model.states
    for value in np.unique(classes):
        seat, state = np.nonzero(classes == value)
        won = states.win_share[seat, state]
        size, share = len(won), won.mean()
        away = np.bincount(states.unit[state], won - share)
        units = distinct(states.unit[state])
        variance = np.square(away).sum() / max(units - 1, 1) * (units / size) ** 2
        low, high, needed = inference.share_interval(
            [share],
            [variance],
            [units],
            [size == units and bool(np.isin(won, (0, 1)).all())],
            expected=1 / len(states.win_share),
            confidence=confidence,
            useful_width=_USEFUL_SHARE,
        )
        wide = not high[0] - low[0] <= _USEFUL_SHARE
        counts = (size, distinct(states.game[state]), units)
        yield int(value), counts, model.chances[seat, state].mean(), share, (low[0], high[0], wide, needed[0])


def _counts(states: RoundStates) -> tuple[int, int]:
    """How many games and units."""
    from azul_analytics.statistics.round_model import distinct

    return distinct(states.game), distinct(states.unit)


def _frame(rows: Sequence[tuple[Any, ...]], statistic: Statistic) -> pd.DataFrame:
    import pandas as pd

    frame = pd.DataFrame(rows, columns=list(statistic.columns))
    whole = [name for name in ("tenth", "units_needed") if name in frame]
    return frame.astype(dict.fromkeys(whole, "Int64")).round(_DIGITS)


_UNIT = (
    "The game; games of one block of a designed experiment (same deals, rotated seats) are one unit. The several seats "
    "and states of a unit are never taken as independent."
)
_METHOD = (
    "A conditional logit for each group and round: the seats' chances are the softmax of their features times "
    "coefficients, which add up to 1 over the table. Coefficients are shrunk towards 0 by a normal prior; its width "
    "maximizes the evidence of the data that the model is fitted to. Five-fold cross-validation: every unit is in one "
    "of five parts by the MD5 of its name, and its chances come from a model of the other four parts (of every second, "
    "third, ... state of them where there are more than 25,000)."
)
_SOURCE = "McFadden 1974; MacKay 1992 (Neural Computation 4, 415-447); Stone 1974"
_WILSON = (
    "Wilson's interval for the effective number of units, from the linearized variance of the share over units; at "
    "95 % unless asked otherwise. None from a single unit."
)
_CAVEATS = (
    "It describes these players: how a lead is turned into a win depends on who plays. It is no measure of how good a "
    "position is under best play.",
    f"A group with fewer than {LEAST_UNITS} units gets no model. The last round that {LEAST_UNITS} units reached "
    "stands for the later ones, too.",
    "States after the last round are not among them (the game is decided), nor are states in which a seat does not "
    "draft in the next round because too few tiles were left.",
    "Stopped games are left out; if players stop games that they are losing, the rest is a selection.",
    "Games of the same players are taken as independent of each other.",
)
_BY_ROUND = {
    "round": "round after which the state is, from 1; the group's last one stands for later rounds, too",
}
_COUNTS = {
    "seat_rounds": "seats in states that count",
    "games": "games that they come from",
    "units": "units of inference among them",
}
_ENDS = {
    "low": "lower end of its interval",
    "high": "upper end of its interval",
    "too_wide": "the interval is wider than the useful width, or there is none",
    "units_needed": "units that would give the useful width; where there is no model, units that it takes",
}
_COEFFICIENT = "more log-odds of winning for"

WIN_PROBABILITY = Statistic(
    name="win_probability",
    title="Win probability",
    question="How well do the scores and boards after a round tell who will win, and what in them tells so?",
    estimand="For states after a round, by ruleset, player count, kind of games and round: how much better than "
    "equal chances a model tells the winner of games that it did not see, whether its chances are neither too bold "
    "nor too timid, and what each feature adds to the log-odds of winning, the others being equal.",
    unit=_UNIT,
    method=_METHOD,
    interval="Student's t over units; of the slope and the coefficients from the covariance of the estimates with the "
    "states of a unit taken together; of the favorite's share Wilson's interval. At 95 % unless asked otherwise.",
    detail="drafts",
    caveats=(
        "Coefficients are no effects: what a seat has goes with how it plays, and a feature stands in for those that "
        "are not among them.",
        "Coefficients are those of maximum likelihood in all states, not the shrunk ones that chances are made with: "
        "those predict better, but their intervals would miss what matters most. They are missing where a feature is "
        "the same for all seats, or goes with another one.",
        *_CAVEATS,
    ),
    columns={
        **GROUP_COLUMNS,
        **_BY_ROUND,
        "measure": "what is estimated: see below",
        "games": "games with such a state",
        "units": "units of inference among them",
        "estimate": "the estimate",
        **_ENDS,
    },
    function=win_probability,
    measures={
        "log_loss_gain": Measure(
            "log loss of equal chances (ln of the number of seats) less that of the model, mean over games; 0: the "
            "state tells nothing",
            0.02,
        ),
        "favorite_won": Measure("win share of the seat with the greatest chance", _USEFUL_SHARE, share=True),
        "slope": Measure(
            "calibration slope: 1 where chances are as bold as they should be, less where they are too bold", 0.2
        ),
        "score": Measure(f"{_COEFFICIENT} a point of the score", 0.05),
        "score_near_end": Measure(
            f"{_COEFFICIENT} a point of the score, times how much the longest wall line at the table is fuller than on "
            "average (its filled share)",
            0.2,
        ),
        "tiles": Measure(f"{_COEFFICIENT} a tile on the wall", 0.2),
        "columns": Measure(f"{_COEFFICIENT} a full column (the squares of the filled shares, added up)", 1),
        "colors": Measure(f"{_COEFFICIENT} a complete color (the squares of the placed shares, added up)", 1),
        "lines": Measure(f"{_COEFFICIENT} a full wall line (the squares of the filled shares, added up)", 1),
        "left_over": Measure(f"{_COEFFICIENT} a tile that stayed on a pattern line", 0.1),
        "drafts_first": Measure(f"{_COEFFICIENT} drafting first in the next round", 0.4),
    },
    source=f"{_SOURCE}; Cox 1958 for the slope; Liang and Zeger 1986 for the covariance",
)


WIN_PROBABILITY_CALIBRATION = Statistic(
    name="win_probability_calibration",
    query="win_probability",
    title="Calibration of the win probability",
    question="Of seats with a win probability of 30 %, do 30 % win?",
    estimand="Win share of the seats whose win probability after a round lies in a tenth of 0 to 1, by ruleset, "
    "player count, kind of games and round.",
    unit=_UNIT,
    method=_METHOD,
    interval=_WILSON,
    detail="drafts",
    caveats=(
        "With two players the tenths mirror each other: a game is in both of a pair.",
        "Each row is judged alone: of twenty rows of a model without fault, one interval on average misses the mean "
        "probability.",
        *_CAVEATS,
    ),
    columns={
        **GROUP_COLUMNS,
        **_BY_ROUND,
        "tenth": "tenth of the win probability: 1 is 0 to 10 %; missing: the group has no model",
        **_COUNTS,
        "predicted": "their mean win probability, of a model that did not see their units",
        "observed": "their win share",
        **_ENDS,
    },
    function=win_probability_calibration,
    by={**_BY_ROUND, "tenth": "tenth of the win probability"},
    useful_width=_USEFUL_SHARE,
    source=f"{_SOURCE}; Wilson 1927; Cochran 1977",
)

WIN_PROBABILITY_BY_LEAD = means_over_games(
    "win_probability_by_lead",
    title="Winning by lead",
    question="How often does a player win who is so many points ahead, or behind, after a round?",
    estimand="Win share of a seat whose score is so far ahead of, or behind, the best other seat's after a round that "
    "another round follows.",
    by={
        "round": "round, from 1",
        "lead": "points ahead of the best other seat, behind is negative, in steps of five: 5 is 1 to 5 points, 10 is "
        "6 to 10; 25 is 21 and more",
    },
    measures={"win_share": Measure("win share of the seats with this lead", _USEFUL_SHARE, share=True)},
    detail="rounds and winners",
    caveats=(
        LATER_ROUNDS,
        "The rest of the board goes with the score: the leader has more tiles on the wall, too. It is not the worth of "
        "points alone.",
        "With two players, leads and deficits mirror each other.",
    ),
)
EVERY = (WIN_PROBABILITY, WIN_PROBABILITY_CALIBRATION, WIN_PROBABILITY_BY_LEAD)
