"""Strengths: the equations that they solve, and coverage by simulation."""

from itertools import combinations

import numpy as np
import pytest

from azul_analytics.statistics.ratings import _ranks
from azul_analytics.statistics.strengths import Meetings, strengths, strengths_with_spread


def meetings(*rows):
    """Of rows (one, other, opened, met, won)."""
    one, other, opened, met, won = zip(*rows, strict=True)
    return Meetings(np.array(one), np.array(other), *(np.array(a, dtype=float) for a in (opened, met, won)))


def logistic(x):
    return 1 / (1 + np.exp(-x))


def test_two_players_by_hand():
    # 3 of 4 won, spread 1: half the difference d is a strength, where 3 - 4 * logistic(d) = d / 2
    found = strengths_with_spread(meetings((0, 1, 0, 4, 3)), 2, spread=1)
    d = found.strength[0] - found.strength[1]
    assert 3 - 4 * logistic(d) == pytest.approx(d / 2, abs=1e-6)
    assert d == pytest.approx(0.6836, abs=1e-4)  # 3 - 4 * 0.66455 = 0.3418 = 0.6836 / 2, by trial
    assert found.strength.sum() == pytest.approx(0)
    # the difference has the precision 1/2 of what is assumed and p (1 - p) of each game; half of it a quarter
    precision = 0.5 + 4 * logistic(d) * logistic(-d)
    assert found.covariance[0, 0] == pytest.approx(1 / precision / 4, abs=1e-5)
    assert found.covariance[0, 1] == pytest.approx(-1 / precision / 4, abs=1e-5)


def test_opening_is_not_strength():
    # whoever opens wins 30 of 40: neither is stronger
    found = strengths(meetings((0, 1, 1, 40, 30), (0, 1, -1, 40, 10)), 2)
    assert found.strength == pytest.approx([0, 0], abs=1e-6)
    # nobody opened, or nobody knows: 30 of 40 and 30 of 40 are
    assert strengths(meetings((0, 1, 0, 40, 30), (0, 1, 0, 40, 30)), 2).strength[0] > 0.4


def test_who_always_opens_is_known_less_well():
    always = strengths_with_spread(meetings((0, 1, 1, 400, 300)), 2, spread=1)
    half = strengths_with_spread(meetings((0, 1, 1, 200, 150), (0, 1, -1, 200, 150)), 2, spread=1)
    assert always.covariance[0, 0] > 5 * half.covariance[0, 0]


def test_a_strong_opponent_counts():
    # 2 and 3 win one half, 2 against the strong 0, 3 against the weak 1
    found = strengths(meetings((0, 1, 0, 100, 90), (0, 2, 0, 100, 50), (1, 3, 0, 100, 50)), 4)
    assert list(np.argsort(-found.strength)[:2]) in ([0, 2], [2, 0])
    assert found.strength[2] - found.strength[3] > 1


def test_players_who_only_won_have_finite_strengths():
    found = strengths(meetings((0, 1, 0, 1000, 1000)), 2)
    assert 1 < found.strength[0] < 10


def test_the_spread_follows_the_games():
    even = meetings(*((i, j, 0, 100, 50) for i, j in combinations(range(10), 2)))
    clear = meetings(*((i, j, 0, 100, 95) for i, j in combinations(range(10), 2)))
    assert strengths(even, 10).spread < 0.4
    assert strengths(clear, 10).spread > 1


def simulated(rng, players, games, seats, spread):
    """True strengths, and meetings of games whose order of places is Plackett and Luce's; opening is worth 0.3."""
    truth = rng.normal(0, spread, players)
    who = rng.permuted(np.tile(np.arange(players), (games, 1)), axis=1)[:, :seats]
    luck = truth[who] + rng.gumbel(size=who.shape)
    luck[:, 0] += 0.3
    weight = 3 / (seats + 1)
    pairs = list(combinations(range(seats), 2))
    one, other = (np.concatenate([who[:, pair[side]] for pair in pairs]) for side in (0, 1))
    opened = np.concatenate([np.full(games, float(first == 0)) for first, _ in pairs])
    won = weight * np.concatenate([luck[:, first] > luck[:, second] for first, second in pairs])
    return truth - truth.mean(), Meetings(one, other, opened, np.full(len(one), weight), won)


@pytest.mark.parametrize(("seats", "spread"), [(2, 0.3), (2, 0.8), (4, 0.8)])
def test_coverage_of_strengths_and_ranks(seats, spread):
    rng = np.random.default_rng(seats)
    covered, ranked = [], []
    for _ in range(30):
        truth, games = simulated(rng, players=16, games=640 // seats, seats=seats, spread=spread)
        found = strengths(games, 16)
        covered.append(np.abs(found.strength - truth) <= 1.96 * np.sqrt(np.diag(found.covariance)))
        true_rank = 1 + (truth > truth[:, None]).sum(axis=1)
        _, low, high = _ranks(found, 16, 0.95).T
        ranked.append((low <= true_rank) & (true_rank <= high))
    assert 0.92 <= np.mean(covered) <= 0.985
    assert np.mean(ranked) >= 0.95
