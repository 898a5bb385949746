"""The opening seat between equal players: cases with an answer in closed form, and coverage by simulation."""

import numpy as np
import pytest

from azul_analytics.statistics import seat_and_player
from azul_analytics.statistics.seat_and_player import Games, estimable, opening_seat


def games_of(*table, repeat=1):
    """Games from (players in order, win shares in order, how many)."""
    players = [row[0] for row in table for _ in range(row[2])]
    shares = [row[1] for row in table for _ in range(row[2])]
    units = np.arange(len(players))
    return Games(*(np.repeat(one, repeat, axis=0) for one in (np.array(players), np.array(shares, float), units)))


WON, LOST = (1, 0), (0, 1)
# 0 opens ten games against 1 and wins eight; 1 opens ten and wins four
BOTH_OPEN = [((0, 1), WON, 8), ((0, 1), LOST, 2), ((1, 0), WON, 4), ((1, 0), LOST, 6)]


def test_two_players_by_hand():
    # two binomials and two coefficients: Jeffreys' prior adds half a win and half a loss to each
    opening = opening_seat(games_of(*BOTH_OPEN), np.array([True, True]))
    assert opening.log_odds == pytest.approx((np.log(8.5 / 2.5) + np.log(4.5 / 6.5)) / 2, abs=1e-5)
    # a game moves its own binomial's logit by (y - p) / (n p q), the log-odds by half of it; leverage is 1 / n
    variance = 0.0
    for won in (8, 4):
        p = (won + 0.5) / 11
        squares = won * (1 - p) ** 2 + (10 - won) * p**2
        variance += squares / (10 * p * (1 - p)) ** 2 / 4 / (1 - 1 / 10) ** 2
    assert opening.unit_error == pytest.approx(variance**0.5, abs=1e-5)
    assert opening.unit_freedom == 18
    assert np.isnan(opening.player_error)  # two players say nothing of players
    # t with 18 degrees of freedom is 2.100922
    assert opening.half_width(0.95) == pytest.approx(2.100922 * opening.unit_error, abs=1e-5)


def test_a_stronger_player_who_opens_more_often_is_adjusted_for():
    games = games_of(((0, 1), WON, 24), ((0, 1), LOST, 6), ((1, 0), WON, 2), ((1, 0), LOST, 8))
    raw = games.win_shares[:, 0].mean()
    adjusted = opening_seat(games, np.array([True, True])).log_odds
    assert raw == 0.65
    assert adjusted == pytest.approx((np.log(24.5 / 6.5) + np.log(2.5 / 8.5)) / 2, abs=1e-5)  # a share of 0.513


def test_one_field_leaves_the_orders_alone():
    # saturated: half a win more for each order, so 6.5 3.5 1.5 of 11.5
    games = games_of(((0, 1, 2), (1, 0, 0), 6), ((3, 4, 5), (0, 1, 0), 3), ((6, 7, 8), (0, 0, 1), 1))
    opening = opening_seat(games, np.zeros(9, bool))
    assert 1 / (1 + np.exp(-opening.log_odds)) == pytest.approx(6.5 / 11.5, abs=1e-5)


def test_shared_wins_count_half():
    shared = games_of(((0, 1), (0.5, 0.5), 8), ((0, 1), WON, 4), ((1, 0), WON, 4), ((1, 0), LOST, 6))
    # 8 of 12 and 4 of 10
    log_odds = (np.log(8.5 / 4.5) + np.log(4.5 / 6.5)) / 2
    assert opening_seat(shared, np.array([True, True])).log_odds == pytest.approx(log_odds, abs=1e-5)


def test_each_unit_counts_the_same():
    own = np.array([True, True])
    once, twice = (opening_seat(games_of(*BOTH_OPEN, repeat=repeat), own) for repeat in (1, 2))
    assert twice[:3] == pytest.approx(once[:3])


def test_who_always_opens_cannot_be_told_from_the_seat():
    games = games_of(((0, 1), WON, 8), ((0, 1), LOST, 4))
    assert np.isnan(opening_seat(games, np.array([True, True]))).all()


def test_effects_stay_finite_where_players_only_won():
    games = games_of(((0, 1), WON, 9), ((1, 0), LOST, 9), ((1, 2), WON, 5), ((2, 1), WON, 5))
    # 0 against 1 says next to nothing of the opening seat, 1 against 2 that it always won: 5.5 to 0.5 at least
    assert 1 < opening_seat(games, np.ones(3, bool)).log_odds < np.inf


def test_wins_without_exception_are_no_certainty():
    # 10.5 to 0.5 for either player: no game is away from that by more than 1/22, but n p q is 0.434 only
    opening = opening_seat(games_of(((0, 1), WON, 10), ((1, 0), WON, 10)), np.array([True, True]))
    assert opening.log_odds == pytest.approx(np.log(21), abs=1e-5)
    assert opening.unit_error == pytest.approx((2 / 4 / (10 * 10.5 * 0.5 / 121)) ** 0.5, abs=1e-5)


def test_blocks_of_rotated_seats_keep_their_small_spread():
    # in each of twenty blocks both players open the same deals; one of two wins, sometimes both
    won = [(WON, LOST)] * 9 + [(LOST, WON)] * 9 + [(WON, WON)] * 2
    players = np.array([(0, 1), (1, 0)] * 20)
    games = Games(players, np.array([share for block in won for share in block], float), np.repeat(np.arange(20), 2))
    apart = Games(players, games.win_shares, np.arange(40))
    own = np.array([True, True])
    assert opening_seat(games, own).unit_error < 0.6 * opening_seat(apart, own).unit_error


def test_three_seats_maximize_the_penalized_likelihood():
    # against the definition (likelihood times the root of the information's determinant), by another optimizer
    from scipy.optimize import minimize

    games = simulated(np.random.default_rng(7), 4, 40, (0.5, 0.1, 0))
    design = np.zeros((40, 3, 5))  # orders 1 and 2, players 1 to 3, against order 0 and player 0
    for order in (1, 2):
        design[:, order, order - 1] = 1
    for player in (1, 2, 3):
        design[:, :, player + 1] = games.players == player

    def loss(coefficients):
        utility = design @ coefficients
        chances = np.exp(utility) / np.exp(utility).sum(axis=1, keepdims=True)
        centred = design - (chances[:, :, None] * design).sum(axis=1, keepdims=True)
        information = np.einsum("gs,gsi,gsj->ij", chances, centred, centred)
        return -(games.win_shares * np.log(chances)).sum() - np.linalg.slogdet(information)[1] / 2

    best = minimize(loss, np.zeros(5), tol=1e-10).x
    log_odds = -np.log(np.exp(best[0]) + np.exp(best[1]))
    assert opening_seat(games, np.ones(4, bool)).log_odds == pytest.approx(log_odds, abs=1e-4)


def test_a_program_against_itself_speaks_of_the_order_only():
    opening = opening_seat(games_of(((0, 0), WON, 12), ((0, 0), LOST, 8)), np.array([True]))
    assert opening.log_odds == pytest.approx(np.log(12.5 / 8.5), abs=1e-5)


def test_who_has_an_effect_of_his_own(monkeypatch):
    # 0 plays twenty and wins some; 1 ten and wins all; 2 nine and loses all; 3 ten and 4 eleven with shared wins
    games = games_of(
        ((0, 1), LOST, 10), ((0, 2), WON, 9), ((0, 4), WON, 1), ((3, 4), (0.5, 0.5), 10),
    )  # fmt: skip
    assert list(estimable(games)) == [True, False, False, True, True]
    monkeypatch.setattr(seat_and_player, "MOST_PLAYERS", 1)
    assert list(estimable(games)) == [True, False, False, False, False]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_games_that_share_a_player_hang_together(monkeypatch, seats):
    # against the sum over all pairs of games that share one or more players
    monkeypatch.setattr(seat_and_player, "_LEAST_LEFT", 1)
    random = np.random.default_rng(seats)
    players = random.integers(6, size=(40, seats))  # the same player may sit twice, as a program does
    influence = random.normal(1, 1, 40)
    shares = (players[:, None, :, None] == players[None, :, None, :]).any(axis=(2, 3))
    expected = (influence[:, None] * influence * shares).sum() ** 0.5
    assert seat_and_player._error_by_players(players, influence) == pytest.approx(expected)


def test_leverage_of_players_by_hand():
    # three games of three players, each in two: sums 3 4 5 over 1 - 2/3, at least 1/2: squares 36 64 100;
    # less each game's own, over 1 - 1/3: squares 2.25 9 20.25
    error = seat_and_player._error_by_players(np.array([[0, 1], [0, 2], [1, 2]]), np.array([1.0, 2, 3]))
    assert error == pytest.approx((200 - 31.5) ** 0.5)


def simulated(random, players, games, orders, *, spread=0.0):
    """Games of random tables; strengths differ by 0.8, what opening is worth to each player by `spread`."""
    tables = np.argsort(random.random((games, players)), axis=1)[:, : len(orders)]
    strengths, opening = random.normal(0, 0.8, players), random.normal(0, spread, players)
    utility = strengths[tables] + orders
    utility[:, 0] += opening[tables[:, 0]] if spread else 0
    winner = np.argmax(utility + random.gumbel(size=utility.shape), axis=1)
    return Games(tables, np.eye(len(orders))[winner], np.arange(games))


@pytest.mark.parametrize(
    ("players", "games", "orders", "spread"),
    [
        (12, 60, (0.3, 0), 0),  # ten games a player
        (30, 200, (0.3, 0), 0),
        (12, 600, (0.3, 0), 0.4),  # opening is worth more to some: the spread among players decides
        (20, 150, (0.4, 0.1, 0, 0), 0),
    ],
)
def test_coverage(players, games, orders, spread):
    random = np.random.default_rng(games)
    truth = orders[0] - np.log(np.exp(orders[1:]).sum())
    covered, away = [], []
    for _ in range(60):
        one = simulated(random, players, games, orders, spread=spread)
        opening = opening_seat(one, estimable(one))
        away.append(opening.log_odds - truth)
        covered.append(abs(away[-1]) <= opening.half_width(0.95))
    assert np.mean(covered) >= 0.88  # 60 times 95 %, and three standard errors less
    assert abs(np.mean(away)) <= 4 * np.std(away) / 60**0.5
