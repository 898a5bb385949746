"""deals_against_chance, on deals whose chi-squares are worked out by hand and on shuffled bags."""

import numpy as np
import pytest
from hand_made import add_game, add_rows

from azul_analytics.errors import AzulError
from azul_analytics.statistics import deals
from azul_analytics.statistics.deals import CLUMPED, DEALS_AGAINST_CHANCE, NO_DEPARTURE, UNEQUAL, deals_against_chance
from azul_analytics.statistics.first_player import TOO_FEW
from azul_analytics.statistics.selection import Selection

NAMES = {"B": "blue", "Y": "yellow", "R": "red", "K": "black", "T": "turquoise"}
CLUMPS = "BBBB YYYY RRRR KKKK TTTT"
MANY_BLUE = "BBYR BBYK BBYT BBRK RKTT"  # 8 blue, 3 of each other


def add_deals(database, *rounds, **options):
    game = add_game(database, [40, 50], **options)
    rows = [
        {"round": number, "factory": factory, **{name: tiles.count(letter) for letter, name in NAMES.items()}}
        for number, deal in enumerate(rounds, 1)
        for factory, tiles in enumerate(deal.split(), 1)
    ]
    add_rows(database, "deals", game, rows)


def by_test(database, **options):
    return deals_against_chance(database, **options).set_index("test")


def test_a_deal_of_one_color_a_factory(database):
    add_deals(database, CLUMPS)
    frame = by_test(database)
    # five factories by five colors, the tiles on the diagonal: chi-square 20 * 4, in the mean 20 * 4 * 4 / 19
    assert frame.loc["factories", "observed"] == pytest.approx(80)
    assert frame.loc["factories", "expected"] == pytest.approx(320 / 19)
    # four of each color are exactly what a full bag gives in the mean
    assert frame.loc[["totals", "draws"], "observed"].tolist() == [0, 0]
    assert frame.loc["factories", "verdict"] == CLUMPED


def test_a_deal_with_too_much_blue(database):
    add_deals(database, MANY_BLUE)
    frame = by_test(database)
    # off by 4 and four times by -1, squares 20; draws of 20 of 100: 100^2 / (20 * 80) * 20 / 20 = 6.25
    assert frame.loc["draws", "observed"] == pytest.approx(6.25)
    assert frame.loc["draws", "expected"] == pytest.approx(100 * 4 / 99)
    # the same with variances n p (N - n) / (N - 1): 6.25 * 99 / 100, with four degrees of freedom: p = 0.1855
    assert frame.loc["totals", "observed"] == pytest.approx(6.1875)
    assert frame.loc["totals", "p"] == pytest.approx(0.1855, abs=1e-4)
    assert (frame.loc["totals", "color"], frame.loc["totals", "excess"]) == ("blue", pytest.approx(4))
    assert set(frame["verdict"]) == {TOO_FEW}
    assert frame["low"].isna().all()


def test_the_interval_of_a_ratio_does_not_go_below_0(database):
    # 6.25 and 0 are the mean 3.125 with a standard error of 3.125; of two games, t is 12.7
    add_deals(database, MANY_BLUE, game="a")
    add_deals(database, CLUMPS, game="b")
    low, ratio, high = by_test(database).loc["draws", ["low", "ratio", "high"]]
    assert ratio == pytest.approx(3.125 / (100 * 4 / 99))
    assert (low, high) == (0, pytest.approx(ratio * (1 + 12.706), rel=1e-4))


def test_the_next_deal_is_from_what_the_bag_still_holds(database):
    add_deals(database, MANY_BLUE, MANY_BLUE)
    # 80 tiles are left, 12 blue and 17 of each other: expected 3 and 4.25, off by 5 and -1.25
    second = 80**2 / (20 * 60) * (25 / 12 + 4 * 1.25**2 / 17)
    assert by_test(database).loc["draws", "observed"] == pytest.approx(6.25 + second)


def test_the_bag_is_known_until_the_lid_comes_back(database):
    # five deals of 20 empty the bag: the fifth is no draw (nothing is left to choose), the sixth is from the lid
    add_deals(database, *[CLUMPS] * 6)
    frame = by_test(database)
    assert frame["deals"].to_dict() == {"totals": 5, "draws": 4, "factories": 5}


def test_exact_variance_of_a_small_table():
    # 2 of a bag of 2 blue and 2 yellow: chi-square 4 (both of a color, 2 of 6 draws) or 0: mean 4/3, variance 32/9
    two, half = np.array([2.0]), np.array([1.0])
    assert deals._variance(np.array([4.0]), two, half, two, half) == pytest.approx([32 / 9])


def test_games_that_share_their_deals_count_once(database):
    for number in range(3):
        add_deals(database, MANY_BLUE, game=f"block {number}", block="1")
    for number in range(3):
        add_deals(database, MANY_BLUE, game=f"seed {number}")
    database.rows("update games set deal_seed = '7:1' where id like 'seed%'")
    assert set(by_test(database)["games"]) == {2}


def test_stopped_games_count(database):
    add_deals(database, MANY_BLUE, ended_by="conceded")
    assert set(by_test(database)["games"]) == {1}
    add_game(database, [40, 50, 60], game="three")
    assert deals_against_chance(database, selection=Selection(player_counts=[3])).empty


def test_sources_are_judged_apart_and_p_values_together(database):
    for number in range(12):
        add_deals(database, MANY_BLUE, game=str(number))
        add_deals(database, "BYRK BYRT BYKT BRKT YRKT", game=str(number), source="cafe")
    frame = deals_against_chance(database).set_index(["source", "test"])
    assert len(frame) == 6
    assert frame.loc[("club", "totals"), "verdict"] == UNEQUAL
    assert frame.loc[("cafe", "totals"), "verdict"] == NO_DEPARTURE
    assert frame.loc[("cafe", "factories"), "verdict"] == deals.SPREAD
    assert (frame["p_adjusted"] >= frame["p"]).all()


def test_no_deals_are_an_empty_frame_with_all_columns(database):
    frame = deals_against_chance(database)
    assert frame.empty
    assert list(frame.columns) == list(DEALS_AGAINST_CHANCE.columns)
    with pytest.raises(AzulError, match="between 0 and 1"):
        deals_against_chance(database, confidence=95)


def shuffled(random, games, *, clumped=0.0, weights=(1, 1, 1, 1, 1)):
    """Four deals of 20 of each of so many shuffled bags; a part of deals sorted by color, or colors drawn by weight."""
    tiles = np.repeat(np.arange(5), 20)
    keys = random.exponential(size=(games, 100)) / np.asarray(weights)[tiles]
    dealt = tiles[np.argsort(keys, axis=1)][:, :80].reshape(games * 4, 20)
    in_clumps = random.random(len(dealt)) < clumped
    dealt[in_clumps] = np.sort(dealt[in_clumps], axis=1)
    counts = (dealt.reshape(-1, 5, 4)[..., None] == np.arange(5)).sum(axis=2).astype(float)
    of_deal = counts.sum(axis=1)
    by_round = of_deal.reshape(games, 4, 5)
    bag = (20 - np.cumsum(by_round, axis=1) + by_round).reshape(-1, 5)
    game = np.repeat(np.arange(games), 4)
    count = len(game)
    return deals._Deals(game, of_deal, bag, np.square(counts).sum(axis=1), np.full(count, 5.0), np.ones(count, bool))


def p_values(random, repetitions, games, **fault):
    """P-values [repetition, test] of the three tests, and whether the intervals of ratios hold 1."""
    found, inside = [], []
    for _ in range(repetitions):
        dealt = shuffled(random, games, **fault)
        draws, factories = deals._draws(dealt, 0.95), deals._factories(dealt, 0.95)
        found.append([deals._totals(dealt).p, draws.p, factories.p])
        inside.append([one.low <= 1 <= one.high for one in (draws, factories)])
    return np.array(found), np.array(inside)


@pytest.mark.parametrize("games", [1, 12])
def test_p_values_of_shuffled_bags_are_uniform(games):
    found, inside = p_values(np.random.default_rng(games), 250, games)
    for level in (0.05, 0.25, 0.5, 0.75):
        share = (found < level).mean(axis=0)
        assert share == pytest.approx(np.full(3, level), abs=4 * np.sqrt(level * (1 - level) / 250))
    if games > 1:
        assert (inside.mean(axis=0) >= 0.92).all()


def test_faults_are_found_by_the_test_that_is_made_for_them():
    random = np.random.default_rng(3)
    by_weight, _ = p_values(random, 30, 150, weights=(1.15, 1, 1, 1, 1))
    in_clumps, _ = p_values(random, 30, 150, clumped=0.05)
    assert (by_weight[:, 0] < 0.001).mean() > 0.9
    assert (in_clumps[:, 2] < 0.001).mean() > 0.9
    assert (in_clumps[:, :2] < 0.001).mean() < 0.1
