"""Pairs of blocks of two rulesets: which games belong together, and the moments of their differences."""

import hashlib

import pytest
from hand_made import add_game

from azul_analytics.database import sql_text
from azul_analytics.statistics import Selection
from azul_analytics.statistics.pairs import paired_moments

STANDARD, GRAY = (hashlib.sha256(name.encode()).hexdigest() for name in ("standard", "gray"))


def pairs(database, selection=Selection()):  # noqa: B008
    found = paired_moments(
        database, sql_text("statistics/game_length"), ("rounds", "turns"), (STANDARD, GRAY), selection
    )
    return {row["measure"]: row for row in found.to_dict("records")}


def add_block(database, block, standard, gray, experiment="e"):
    """Games with so many turns, a list a ruleset."""
    for ruleset, turns in (("standard", standard), ("gray", gray)):
        for number, one in enumerate(turns):
            add_game(database, [1, 0], game=f"{experiment}{block}{ruleset}{number}", ruleset=ruleset, turns=one,
                     block=block, experiment=experiment)  # fmt: skip


def test_block_means_are_compared_by_hand(database):
    add_block(database, "0", [30, 32], [40, 42])  # 31 and 41: 10
    add_block(database, "1", [30], [36, 38])  # 30 and 37: 7
    add_block(database, "2", [20, 24], [30])  # 22 and 30: 8
    turns = pairs(database)["turns"]
    assert turns["units"] == 3
    assert (turns["first"], turns["second"]) == pytest.approx((83 / 3, 36))
    assert (turns["mean"], turns["variance"]) == pytest.approx((25 / 3, 7 / 3))
    assert (pairs(database)["rounds"]["mean"], pairs(database)["rounds"]["variance"]) == (0, 0)


def test_only_blocks_of_one_experiment_that_both_have_are_pairs(database):
    add_block(database, "0", [30], [40])
    add_block(database, "1", [30], [])  # no partner
    add_block(database, "2", [30], [])
    add_block(database, "2", [], [99], experiment="other")
    add_game(database, [1, 0], game="alone", turns=50)
    add_game(database, [1, 0], game="gray alone", turns=60, ruleset="gray")
    turns = pairs(database)["turns"]
    assert (turns["units"], turns["first"], turns["mean"]) == (1, 30, 10)


def test_games_that_are_not_selected_are_in_no_pair(database):
    add_block(database, "0", [30], [40])
    add_game(database, [1, 0, 2], game="three")
    assert pairs(database, Selection(player_counts=(3,))) == {}
