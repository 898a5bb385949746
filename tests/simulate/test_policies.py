"""What the policies choose, on tables set by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from choosing import columns, drafts
from rules_table import Table
from scipy.stats import chisquare

import azul_analytics as azul
from azul_analytics.errors import AzulError
from azul_analytics.simulate.policies import KINDS, Policy, parse_policy

Array = np.ndarray[Any, Any]


def _likely(counts: Array) -> bool:
    return bool(chisquare(counts).pvalue > 0.001)


# --- names ---


@pytest.mark.parametrize(
    ("text", "policy"),
    [
        ("random", Policy("random", 0)),
        ("greedy", Policy("greedy", 1)),
        ("careful", Policy("careful", 2)),
        ("search", Policy("search:100", 3, 100)),
        ("search:7", Policy("search:7", 3, 7)),
        ("search:100000", Policy("search:100000", 3, 100_000)),
        ("search:50:my/own.json", Policy("search:50:my/own.json", 3, 50, "my/own.json")),
        ("search:own.json", Policy("search:100:own.json", 3, 100, "own.json")),
        ("search:plain", Policy("search:100:plain", 3, 100, "plain")),
    ],
)
def test_a_text_names_a_policy_and_its_name_names_it_again(text: str, policy: Policy) -> None:
    assert parse_policy(text) == parse_policy(policy.name) == policy


@pytest.mark.parametrize(
    "text",
    [
        "",
        "clever",
        "Greedy",
        "greedy:3",
        "search:0",
        "search:-1",
        "search:1e3",
        "search:100001",
        "search:",
        "search:5:x",
    ],
)
def test_any_other_text_is_answered_with_what_there_is(text: str) -> None:
    with pytest.raises(AzulError) as error:
        parse_policy(text)
    assert str(error.value) == (
        f"There is no policy {text!r}; there are random, greedy, careful and search:N, with 1 to 100,000 iterations "
        "a draft, search:N:FILE.json with a value of your own, or search:N:plain with one made by hand."
    )


# --- random ---


def test_random_drafts_every_legal_draft_equally_often() -> None:
    table = Table("standard")
    table.put_sources("BBYR KKKK TTTT")
    table.put_wall(0, "11 24")  # blue of line 1 and red of line 2 are taken
    table.put_line(0, 3, "KK")
    legal = table.legal()
    drawn = drafts(table, "random", times=60 * len(legal))
    assert set(drawn) == set(legal)
    assert _likely(np.unique(drawn, return_counts=True)[1])


def test_random_puts_a_tile_into_every_legal_column_equally_often() -> None:
    table = Table("gray")
    table.put_wall(0, "22R 34K")
    table.put_line(0, 2, "KK")
    drawn = columns(table, "random", 2, times=600)
    assert set(drawn) == {1, 3, 5}  # column 2 is taken in line 2, column 4 has a black tile
    assert _likely(np.unique(drawn, return_counts=True)[1])


# --- greedy ---


def test_greedy_completes_the_line_that_scores_most() -> None:
    table = Table("standard")
    # (2,3) yellow would join a run of three in its line: 3 points; line 1 alone scores 1
    table.put_wall(0, "21 22")
    table.put_sources("YYBB KKTT")
    assert set(drafts(table, "greedy")) == {"1Y2"}


def test_greedy_counts_the_bonuses_that_a_tile_completes() -> None:
    table = Table("standard")
    # Blue in line 5 would be the fifth blue: its run of 1 and the bonus of 10; red in line 2 would score 4.
    table.put_wall(0, "11 22 33 44 21 23 25")
    table.put_line(0, 5, "BBBB")
    table.put_line(0, 2, "R")
    table.put_sources("BYYY RTTT")
    assert set(drafts(table, "greedy")) == {"1B5"}


def test_greedy_does_not_pay_on_the_floor_what_it_cannot_win() -> None:
    table = Table("standard")
    # Four blue tiles complete line 4 without a loss; on line 1 three would fall, on line 5 one space stays open.
    table.put_sources("BBBB")
    assert set(drafts(table, "greedy")) == {"1B4"}


def test_greedy_leaves_the_marker_where_it_costs_and_brings_nothing() -> None:
    table = Table("standard")
    table.put_sources("BBBB", center="BBBB", marker=True)
    assert set(drafts(table, "greedy")) == {"1B4"}


def test_greedy_loses_as_little_as_it_must() -> None:
    table = Table("standard")
    # Nothing fits but the floor, where the single red tile costs least.
    for line, tiles in enumerate(("K", "KK", "KKK", "KKKK", "KKKKK"), 1):
        table.put_line(0, line, tiles)
    table.put_sources("BBBR BYYY")
    assert set(drafts(table, "greedy")) == {"1RF", "2BF"}


def test_greedy_keeps_tiles_off_the_floor_in_a_line_that_no_column_takes() -> None:
    table = Table("gray")
    # Line 5 has room in column 5 only, where blue stands: blue tiles there can never be placed. While the line is
    # not full they cost nothing, so they wait there.
    table.put_wall(0, "51Y 52R 53K 54T 15B")
    for line, tiles in enumerate(("K", "TT", "KKK", "TTTT"), 1):
        table.put_line(0, line, tiles)
    table.put_sources("BBBB")
    assert set(drafts(table, "greedy")) == {"1B5"}


def test_greedy_takes_any_of_equal_drafts_equally_often() -> None:
    table = Table("standard")
    # Worse ones come between and after the equals: each color's floor and other lines.
    table.put_sources("BBBB YYYY RRRR BBBB")
    drawn = drafts(table, "greedy", times=800)
    assert set(drawn) == {"1B4", "4B4", "2Y4", "3R4"}
    assert _likely(np.unique(drawn, return_counts=True)[1])


@pytest.mark.parametrize(
    ("wall", "line", "best"),
    [
        ("", 2, {1, 2, 3, 4, 5}),  # nothing tells them apart
        ("21R 23T", 2, {2}),  # joins both: a run of three
        ("11R 31T", 2, {1}),  # the same downwards
        ("14R 44T 54Y 53Y", 2, {4}),  # beside (1,4): 2 points, as nowhere else
        # (2,1), (2,3), (2,5) and more score the same; column 5 holds most tiles
        ("45R 55T", 2, {5}),
    ],
)
def test_greedy_chooses_the_column_that_brings_most(wall: str, line: int, best: set[int]) -> None:
    table = Table("gray")
    table.put_wall(0, wall)
    table.put_line(0, line, "BB")
    assert set(columns(table, "greedy", line, times=200 if len(best) > 1 else 40)) == best


def test_greedy_puts_a_tile_into_every_column_that_brings_most_equally_often() -> None:
    table = Table("gray")
    # Column 2 has a tile already, above the space: 2 points there, below (1,4) too, and 1 between them.
    table.put_wall(0, "12R 14K")
    table.put_line(0, 2, "BB")
    drawn = columns(table, "greedy", 2, times=400)
    assert set(drawn) == {2, 4}
    assert _likely(np.unique(drawn, return_counts=True)[1])


def test_greedy_keeps_the_last_column_of_another_line_free() -> None:
    table = Table("gray")
    # Blue of line 2 would score most in column 1, below (1,1). But line 5, which lacks blue, could then never have it:
    # its other columns are taken.
    wall = "52Y 53R 54K 55T"
    table.put_line(0, 2, "BB")
    table.put_wall(0, f"{wall} 11R")
    assert 1 not in columns(table, "greedy", 2)


def test_a_printed_space_counts_with_its_multiplier() -> None:
    table = Table("crystal_1")
    table.put_line(0, 3, "YYY")  # (3,3) is printed yellow and doubles
    assert set(columns(table, "greedy", 3)) == {3}


@pytest.mark.parametrize("policy", KINDS)
def test_no_column_is_chosen_where_none_is_legal(policy: str) -> None:
    table = Table("gray")
    table.put_wall(0, "21R 22T 23Y 24K 15B")
    table.put_line(0, 2, "BB")
    assert set(columns(table, policy, 2)) == {0}


# --- strength ---


def test_greedy_scores_as_people_do_and_random_next_to_nothing() -> None:
    def mean_score(policy: str) -> float:
        games = azul.simulate_games(azul.load_ruleset("standard"), players=2, games=400, policy=policy)
        scores = [game.result.scores for game in games if game.result and game.result.scores]
        return float(np.mean(scores))

    assert 50 < mean_score("greedy") < 60
    assert 0 <= mean_score("random") < 10
