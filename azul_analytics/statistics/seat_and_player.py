"""Who wins a game, from the order of the seats and from who sits there: conditional logit, fitted by Newton's method.

A seat's chance is the softmax of its order's effect plus its player's effect (McFadden 1974, in Frontiers in
Econometrics); with two seats that is the model of Bradley and Terry with an order effect (Davidson and Beaver 1977,
Biometrics 33). The likelihood is penalized by Jeffreys' prior (Firth 1993, Biometrika 80; of multinomial logits
Kosmidis and Firth 2011, Biometrika 98): with few games a player maximum likelihood exaggerates every effect, and an
effect is infinite where some players only won against the others; this takes away most of the first and all of the
second.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]
    Booleans = NDArray[np.bool_]

LEAST_GAMES = 10  # of a player with an effect of his own
MOST_PLAYERS = 1_000  # with an effect of their own: a matrix of that size is inverted at each step
LEAST_CLUSTERS = 5  # below, players say nothing of the spread among players
_STEPS = 100
_CLOSE = 1e-6
_LONGEST_STEP = 3.0  # in logits
_LEAST_LEFT = 0.5  # of the data without a unit or player: a correction by leverage goes no further
_CONFOUNDED = 1e-6  # part of the information on the order that is left when players are known


class Games(NamedTuple):
    """Games of one number of seats; a game's seats in the order round the table, the opening seat first.

    `players` are numbers from 0, `units` numbers of the games' units of inference, from 0.
    """

    players: Integers  # [game, order]
    win_shares: Floats  # [game, order], each game adds up to 1
    units: Integers  # [game]


class Opening(NamedTuple):
    """The opening seat's log-odds between equal players, with standard errors and degrees of freedom.

    By units alone (and no less than the model's own, since a player who won all of his games shows no spread), and
    by players too: games that share a player are not independent. All are NaN where order and players cannot be
    told apart; those by players where there are too few of them.
    """

    log_odds: float
    unit_error: float
    unit_freedom: float
    player_error: float
    player_freedom: float

    def half_width(self, confidence: float) -> float:
        """Half the width of the log-odds' interval: the wider of the one by units and the one by players."""
        from scipy.special import stdtrit

        by_units = stdtrit(self.unit_freedom, 0.5 + confidence / 2) * self.unit_error
        by_players = stdtrit(self.player_freedom, 0.5 + confidence / 2) * self.player_error
        return float(np.fmax(by_units, by_players))


def estimable(games: Games) -> Booleans:
    """Which players get an effect of their own, by number: LEAST_GAMES games at least, some won and some lost.

    If more than MOST_PLAYERS do, those with the most games.
    """
    size = int(games.players.max()) + 1
    played = np.bincount(games.players.ravel(), minlength=size)
    won = np.bincount(games.players.ravel(), games.win_shares.ravel(), minlength=size)
    own = (played >= LEAST_GAMES) & (won > 0) & (won < played)
    by_games = np.argsort(np.where(own, -played, 0), kind="stable")
    own[by_games[MOST_PLAYERS:]] = False
    return own


def opening_seat(games: Games, own: Booleans) -> Opening:
    """The opening seat between equal players, each unit counting the same; players that are not `own` are one field."""
    effects = np.where(own, np.cumsum(own) - 1, own.sum())[games.players]
    _, effects = np.unique(effects, return_inverse=True)
    model = _Model(effects.reshape(games.players.shape), games)
    state = model.fitted()
    if state is None:
        return Opening(*(np.nan,) * 5)
    log_odds, slopes = model.log_odds(state)
    influence = model.influence(state, slopes)
    by_unit = np.bincount(games.units, influence)
    played = np.bincount(games.players.ravel())
    clusters = played.sum() ** 2 / np.square(played).sum()
    enough = clusters >= LEAST_CLUSTERS
    return Opening(
        log_odds,
        float(np.sqrt(max(np.square(by_unit).sum(), model.variance(state, slopes)))),
        float(max(model.units - model.rank, 1)),
        _error_by_players(games.players, influence) if enough else np.nan,
        clusters - 1 if enough else np.nan,
    )


class _State(NamedTuple):
    coefficients: Floats
    chances: Floats  # [game, order]
    inverse: Floats  # of the information
    spread: Floats  # [game, order]: squared distance of a seat from its game's mean, in the metric of the inverse


class _Model:
    """The fit of one set of games: coefficients are the effects of the orders, then those of the players."""

    def __init__(self, effects: Integers, games: Games):
        self.effects, self.games = effects, games
        self.seats = effects.shape[1]
        self.size = self.seats + int(effects.max()) + 1
        self.units = int(games.units.max()) + 1
        self.weights = 1 / np.bincount(games.units)[games.units]
        self.columns = np.stack([np.broadcast_to(np.arange(self.seats), effects.shape), self.seats + effects])
        self.free = self._free_levels()
        self.rank = self.size - len(self.free)

    def fitted(self) -> _State | None:
        """The coefficients and what belongs to them; None where orders and players cannot be told apart."""
        coefficients = np.zeros(self.size)
        if self._confounded():
            return None
        before, pace = np.zeros(self.size), 1.0
        for _ in range(_STEPS):
            state = self._state(coefficients)
            step = state.inverse @ self._slopes(state)
            longest = np.abs(step).max()
            if longest < _CLOSE:
                return state
            pace = pace / 2 if step @ before < 0 else pace  # it leaps to and fro over the top
            coefficients = coefficients + step * min(pace, _LONGEST_STEP / longest)
            before = step
        return None

    def log_odds(self, state: _State) -> tuple[float, Floats]:
        """The opening seat's log-odds between equal players, and its derivatives by the coefficients."""
        orders = state.coefficients[: self.seats]
        others = np.exp(orders[1:] - orders[0])
        slopes = np.zeros(self.size)
        slopes[0] = 1
        slopes[1 : self.seats] = -others / others.sum()
        return float(-np.log(others.sum())), slopes

    def influence(self, state: _State, slopes: Floats) -> Floats:
        """What each game moves an estimate with these derivatives, [game].

        Enlarged by the leverage of its unit, much as the jackknife that leaves out a unit does (CR3: Bell and
        McCaffrey 2002, Survey Methodology 28).
        """
        pull: Floats = (state.inverse @ slopes)[self.columns].sum(axis=0)
        residual = self.weights * ((self.games.win_shares - state.chances) * pull).sum(axis=1)
        leverage = self.weights * (state.chances * state.spread).sum(axis=1) / (self.seats - 1)
        of_unit = np.bincount(self.games.units, leverage)[self.games.units]
        return np.asarray(residual / np.maximum(1 - of_unit, _LEAST_LEFT))

    def variance(self, state: _State, slopes: Floats) -> float:
        """The model's own variance of an estimate with these derivatives, as it is for games without shared wins.

        Shared wins and the means of blocks vary less: by their mean square over that of a single win.
        """
        own = float(slopes @ state.inverse @ slopes)
        of_unit = np.bincount(self.games.units, self.weights * self.games.win_shares[:, 0])
        if np.isin(of_unit, (0, 1)).all():
            return own
        chance = state.chances[:, 0]
        away = np.bincount(self.games.units, self.weights * (self.games.win_shares[:, 0] - chance))
        return own * min(1.0, float(np.square(away).sum() / (self.weights * chance * (1 - chance)).sum()))

    def _free_levels(self) -> list[Integers]:
        """Coefficients whose common level no game speaks of: all orders, and the players of a connected component."""
        from scipy.sparse import coo_array
        from scipy.sparse.csgraph import connected_components

        size = self.size - self.seats
        first, others = np.broadcast_arrays(self.effects[:, :1], self.effects[:, 1:])
        edges = coo_array((np.ones(others.size), (first.ravel(), others.ravel())), (size, size))
        count, component = connected_components(edges, directed=False)
        players = np.concatenate([np.full(self.seats, -1), component])
        return [np.flatnonzero(players == number) for number in range(-1, count)]

    def _state(self, coefficients: Floats) -> _State:
        utility = coefficients[self.columns].sum(axis=0)
        chances = np.exp(utility - utility.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        inverse = np.linalg.inv(self._information(chances))
        products = sum(inverse[one[:, :, None], other[:, None, :]] for one in self.columns for other in self.columns)
        to_mean = np.einsum("gab,gb->ga", products, chances)
        spread = np.einsum("gaa->ga", products) - 2 * to_mean + (chances * to_mean).sum(axis=1, keepdims=True)
        return _State(coefficients, chances, np.asarray(inverse, dtype=np.float64), spread)

    def _slopes(self, state: _State) -> Floats:
        """Derivatives of the penalized log-likelihood: of the likelihood, and of half the log-determinant."""
        mean = (state.chances * state.spread).sum(axis=1, keepdims=True)
        penalty = state.chances * (state.spread - mean) / 2
        residual = self.weights[:, None] * (self.games.win_shares - state.chances + penalty)
        slopes = np.bincount(self.columns.ravel(), np.broadcast_to(residual, self.columns.shape).ravel(), self.size)
        return np.asarray(slopes, dtype=np.float64)

    def _information(self, chances: Floats) -> Floats:
        """The expected information, with something on each free level, so that it can be inverted."""
        spread = -chances[:, :, None] * chances[:, None, :]
        spread[:, np.arange(self.seats), np.arange(self.seats)] += chances
        spread *= self.weights[:, None, None]
        flat = np.zeros(self.size * self.size)
        for one in self.columns:
            for other in self.columns:
                places = one[:, :, None] * self.size + other[:, None, :]
                flat += np.bincount(places.ravel(), spread.ravel(), len(flat))
        information = flat.reshape(self.size, self.size)
        amount = np.trace(information) / self.size
        for level in self.free:
            information[np.ix_(level, level)] += amount / len(level)
        return information

    def _confounded(self) -> bool:
        """Whether players say who sits where: nothing is known of the orders when their effects are."""
        information = self._information(np.full(self.effects.shape, 1 / self.seats))
        orders, players = slice(0, self.seats), slice(self.seats, None)
        cross = information[orders, players]
        left = information[orders, orders] - cross @ np.linalg.solve(information[players, players], cross.T)
        return bool(np.linalg.eigvalsh(left)[0] < _CONFOUNDED * np.trace(left))


def _error_by_players(players: Integers, influence: Floats) -> float:
    """Standard error where games that share any player hang together; NaN where the sum is negative.

    Fafchamps and Gubert 2007 (Journal of Development Economics 83), for tables of any size: sums over the games of
    a player, less those that two players share (counted twice), plus those that three share, and so on.
    """
    seated = np.sort(players, axis=1)
    distinct = np.diff(seated, axis=1, prepend=-1) > 0  # a program may play both sides
    variance = 0.0
    for number in range(1, seated.shape[1] + 1):
        sets, amounts = [], []
        for seats in map(list, combinations(range(seated.shape[1]), number)):
            valid = distinct[:, seats].all(axis=1)
            sets.append(seated[valid][:, seats])
            amounts.append(influence[valid])
        number_of_set = _numbered(np.concatenate(sets))
        left = 1 - np.bincount(number_of_set) / len(players)
        totals = np.bincount(number_of_set, np.concatenate(amounts)) / np.maximum(left, _LEAST_LEFT)
        variance -= (-1) ** number * np.square(totals).sum()
    return float(np.sqrt(variance)) if variance > 0 else float("nan")


def _numbered(rows: Integers) -> Integers:
    """A number from 0 for each different row."""
    base = int(rows.max(initial=0)) + 1
    number = np.zeros(len(rows), np.int64)
    for column in rows.T:
        _, number = np.unique(number * base + column, return_inverse=True)
    return number
