"""Fits the value of a round's end from nothing: by games of bots against themselves, three times over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from azul_analytics.rules import notation
from azul_analytics.rules.notation import GAME_HEAD
from azul_analytics.rules.ruleset import Ruleset
from azul_analytics.simulate.mind import FEATURES, PHASES
from azul_analytics.simulate.play import DEALS_OF, NUMBER, OPENING_SEAT, POLICIES, Games, play_games
from azul_analytics.simulate.policies import parse_policy
from azul_analytics.simulate.value import Value, plain_weights, play_hash

Array = np.ndarray[Any, Any]

# Who plays so that a value is fitted, the later ones by the value before, and the share of all games that they play
STAGES = (("careful", 0.3), ("search:30", 0.3), ("search:100", 0.4))
_MOST_PLAYERS = 4  # one value serves 2 to 4 players, where the ruleset seats them
_PART = 500  # games played at once
_DIGITS = 4
_RIDGE = 1.0  # pulls a weight to zero as one more observation would
_STEPS = 50


def fit_value(ruleset: Ruleset, games: int, seed: int, version: str, progress: Callable[[int], None]) -> Value:
    """A value fitted to about so many games, shared out among the STAGES and 2 to 4 players (or, where the ruleset
    seats none of these, all that it seats); `version` is the software's, `progress` gets the games of each part.
    """
    tables = [players for players in sorted(ruleset.factories) if players <= _MOST_PLAYERS] or sorted(ruleset.factories)
    made = {"version": version, "seed": seed, "games": games, "players": tables, "stages": [name for name, _ in STAGES]}
    value = None
    with TemporaryDirectory() as folder:
        for stage, (name, share) in enumerate(STAGES):
            if value is not None:
                path = Path(folder, f"{stage}.json")
                path.write_text(value.text, encoding="utf-8")
                name = f"{name}:{path}"
            observed = []
            for players in tables:
                count = max(1, round(games * share / len(tables)))
                observed.append(_observed(ruleset, players, name, count, seed + stage, progress))
            moments, shares = [one for one, _ in observed], [one for _, one in observed]
            weights = fitted_weights(moments, shares, plain_weights(ruleset))
            value = Value(ruleset.name, play_hash(ruleset), made, weights.round(_DIGITS))
    assert value is not None
    return value


def fitted_weights(moments: Sequence[Array], shares: Sequence[Array], plain: Array) -> Array:
    """Weights [phase, feature] that make the shares of the win likeliest: a conditional logit for each phase (McFadden:
    "Conditional logit analysis of qualitative choice behavior", 1974), with a ridge, by Newton's method.

    An array for each number of players: moments [game, phase, seat, feature], NaN where a game had ended, and
    shares [game, seat]. A phase that no game reached keeps its `plain` weights.
    """
    weights = plain.copy()
    for phase in range(PHASES):
        reached = [part[:, phase] for part in moments]
        if any(not np.isnan(part).all() for part in reached):
            weights[phase] = _fitted(reached, shares)
    return weights


def _fitted(moments: Sequence[Array], shares: Sequence[Array]) -> Array:
    weights = np.zeros(FEATURES)
    for _ in range(_STEPS):
        gradient, curvature = -_RIDGE * weights, _RIDGE * np.eye(FEATURES)
        for part, share in zip(moments, shares, strict=True):
            there = ~np.isnan(part[:, 0, 0])
            x, y = part[there], share[there]
            value = x @ weights
            likely = np.exp(value - value.max(axis=1, keepdims=True))
            likely /= likely.sum(axis=1, keepdims=True)
            rows, weighted = x.reshape(-1, FEATURES), (x * likely[..., None]).reshape(-1, FEATURES)
            mean = weighted.reshape(x.shape).sum(axis=1)
            gradient += rows.T @ (y - likely).ravel()
            curvature += rows.T @ weighted - mean.T @ mean
        step = np.linalg.solve(curvature, gradient)
        weights += step
        if np.abs(step).max() < 1e-6:
            break
    return weights


def _observed(
    ruleset: Ruleset, players: int, policy: str, games: int, seed: int, progress: Callable[[int], None]
) -> tuple[Array, Array]:
    """Games of a policy against itself: moments and shares as for `fitted_weights`; those that ended only."""
    moments = np.full((games, PHASES, players, FEATURES), np.nan)
    shares = np.zeros((games, players))
    for begin in range(0, games, _PART):
        numbers = np.arange(begin, min(begin + _PART, games))
        plan = np.zeros((len(numbers), POLICIES + players), np.int64)
        plan[:, NUMBER] = plan[:, DEALS_OF] = numbers
        plan[:, OPENING_SEAT] = numbers % players
        at = begin
        for part in play_games(
            ruleset, [parse_policy(policy)], plan, seed, ruleset.round_limit, moments[begin : begin + len(numbers)]
        ):
            shares[at : at + len(part.plan)] = _shares(part, players)
            at += len(part.plan)
        progress(len(numbers))
    ended = shares.sum(axis=1) > 0
    return moments[ended], shares[ended]


def _shares(games: Games, players: int) -> Array:
    """Shares of the win [game, seat]; none where a game was stopped."""
    shares = np.zeros((len(games.plan), players))
    for game, head in enumerate(games.int_starts[:-1]):
        winners = games.ints[head + notation.WINNERS]
        begin = head + GAME_HEAD + players
        if winners > 0:
            shares[game, games.ints[begin : begin + winners]] = 1 / winners
    return shares
