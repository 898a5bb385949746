"""The generator against its published answers, its numbers and deals against chance, its streams against each other."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from rules_table import Table
from scipy.stats import chi2_contingency, chisquare, hypergeom

import azul_analytics as azul
from azul_analytics.rules.compiled import entry
from azul_analytics.simulate.chance import DEALS, STREAMS, below, draw_deal, next_word, stream_start

Words = np.ndarray[Any, Any]
# The tests are seeded, so each of these either always holds or never; a fair generator misses one in a thousand.
LEAST_P = 0.001


@entry
def _words(streams: Words, found: Words) -> None:
    for number in range(found.shape[0]):
        found[number] = next_word(streams, 0)


@entry
def _numbers(streams: Words, bound: int, found: Words) -> None:
    for number in range(found.shape[0]):
        found[number] = below(streams, 0, bound)


@entry
def _first_numbers(seeds: Words, games: Words, stream: Words, streams: Words, bound: int, found: Words) -> None:
    for number in range(found.shape[0]):
        streams[0] = stream_start(seeds[number], games[number], stream[number])
        found[number] = below(streams, 0, bound)


@entry
def _deals(states: Words, rulesets: Words, seed: np.uint64, streams: Words, found: Words) -> None:
    state, rules = states[0], rulesets[0]
    for deal in range(found.shape[0]):
        streams[DEALS] = stream_start(seed, deal, DEALS)
        draw_deal(state, rules, streams)
        for factory in range(found.shape[1]):
            found[deal, factory] = state.dealt[factory + 1]


def _streams(start: int = 0) -> Words:
    return np.full(STREAMS, start, np.uint64)


def _drawn(table: Table, count: int) -> list[list[str]]:
    """Deals from what bag and lid of the table hold, as letters sorted by color."""
    ruleset = table.ruleset
    found = np.zeros((count, ruleset.factories[table.players]), np.int64)
    _deals(table.states, ruleset.rules, np.uint64(1), _streams(), found)
    return [
        ["".join(letter * (tiles >> 8 * color & 255) for color, letter in enumerate(ruleset.letters)) for tiles in deal]
        for deal in found.tolist()
    ]


@pytest.mark.parametrize(
    ("seed", "words"),
    [
        # SplitMix64's usual test vector, and the word that seed 0 begins with
        (1234567, [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431]),
        (0, [0xE220A8397B1DCDAF]),
    ],
)
def test_the_words_are_those_of_splitmix64(seed: int, words: list[int]) -> None:
    found = np.zeros(len(words), np.uint64)
    _words(_streams(seed), found)
    assert found.tolist() == words


@pytest.mark.parametrize("bound", [1, 2, 3, 7, 20, 100, 1023])
def test_numbers_below_a_bound_are_equally_likely(bound: int) -> None:
    found = np.zeros(20 * bound, np.int64)
    _numbers(_streams(bound), bound, found)
    counts = np.bincount(found, minlength=bound)
    assert len(counts) == bound
    assert bound == 1 or chisquare(counts).pvalue > LEAST_P


@pytest.mark.parametrize("step", ["seeds", "games", "streams"])
def test_neighbouring_streams_do_not_depend_on_each_other(step: str) -> None:
    count = 2000
    index = np.arange(count + 1)
    zeros = np.zeros(count + 1, np.int64)
    seeds = (index if step == "seeds" else zeros).astype(np.uint64)
    found = np.zeros(count + 1, np.int64)
    _first_numbers(
        seeds, index if step == "games" else zeros, index if step == "streams" else zeros, _streams(), 5, found
    )
    pairs = np.zeros((5, 5))
    np.add.at(pairs, (found[:-1], found[1:]), 1)
    assert chi2_contingency(pairs).pvalue > LEAST_P
    assert chisquare(np.bincount(found, minlength=5)).pvalue > LEAST_P


@pytest.mark.parametrize("factory", [0, 4])
@pytest.mark.parametrize("letter", ["B", "T"])
def test_tiles_of_a_color_on_a_factory_follow_chance(factory: int, letter: str) -> None:
    deals = _drawn(Table("standard"), 2000)
    counts = np.bincount([deal[factory].count(letter) for deal in deals], minlength=5)
    # 4 tiles from a bag of 100 with 20 of the color, whichever factory; three and four of them are rare
    chances = hypergeom(100, 20, 4).pmf(range(5))
    counts, chances = np.append(counts[:3], counts[3:].sum()), np.append(chances[:3], chances[3:].sum())
    assert chisquare(counts, chances * len(deals)).pvalue > LEAST_P


def test_a_color_on_one_factory_tells_of_another_only_what_the_bag_does() -> None:
    deals = _drawn(Table("standard"), 2000)
    counts = np.bincount([(deal[0] + deal[1]).count("R") for deal in deals], minlength=9)
    # both together are 8 tiles from the same bag
    chances = hypergeom(100, 20, 8).pmf(range(9))
    counts, chances = np.append(counts[:4], counts[4:].sum()), np.append(chances[:4], chances[4:].sum())
    assert chisquare(counts, chances * len(deals)).pvalue > LEAST_P


def test_old_tiles_of_the_bag_come_before_any_of_the_lid() -> None:
    table = Table("standard")
    table.fill_bag("BBYYRR", lid="K" * 10 + "T" * 10)
    deals = _drawn(table, 400)
    for deal in deals:
        assert [len(factory) for factory in deal] == [4] * 5
        assert set(deal[0]) <= set("BYR")  # factory 1: four old tiles
        assert sorted(deal[0] + deal[1][:2]) == sorted("BBYYRR")  # factory 2: the other two, and two of the lid
        assert set(deal[1][2:] + deal[2] + deal[3] + deal[4]) <= set("KT")
    # 14 of the lid's 20 tiles are dealt, 10 of them black
    counts = np.bincount(["".join(deal).count("K") for deal in deals], minlength=11)
    chances = hypergeom(20, 10, 14).pmf(range(11))
    shown = chances * len(deals) >= 5
    rest = len(deals) - counts[shown].sum(), len(deals) * (1 - chances[shown].sum())
    counts, expected = np.append(counts[shown], rest[0]), np.append(chances[shown] * len(deals), rest[1])
    assert chisquare(counts, expected).pvalue > LEAST_P


def test_too_few_tiles_fill_the_factories_in_order() -> None:
    table = Table("standard", players=4)
    table.fill_bag("B" * 10 + "R" * 3, lid="Y" * 10)
    (deal,) = _drawn(table, 1)
    assert [len(factory) for factory in deal] == [4, 4, 4, 4, 4, 3, 0, 0, 0]
    assert sorted("".join(deal)) == sorted("B" * 10 + "R" * 3 + "Y" * 10)


def test_the_deals_of_a_bag_do_not_depend_on_what_was_chosen() -> None:
    # With two players the bag lasts for exactly five rounds, whatever they do.
    def deals(policy: str, ruleset: str) -> list[list[str]]:
        games = azul.simulate_games(azul.load_ruleset(ruleset), players=2, games=3, policy=policy, seed=4)
        return [[played.deal for played in game.rounds[:5]] for game in games]

    assert deals("greedy", "standard") == deals("random", "standard") == deals("greedy", "gray")
