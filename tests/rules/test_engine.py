"""The decisions of the rules, case by case, on tables set by hand; each case is named by its number.

E numbers are the decisions of the rules, T numbers known answers. Cases about the course of a whole game are
in test_trace.py.
"""

# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from own_rulesets import LARGE, SMALL
from rules_table import COMPILED, Table

from azul_analytics.rules import engine, state
from azul_analytics.rules.compiled import entry
from azul_analytics.rules.ruleset import load_ruleset, parse_ruleset
from azul_analytics.rules.state import new_states

COMPILED_ONLY = pytest.mark.skipif(not COMPILED, reason="too many placements when not compiled")


def drafted(ruleset: str = "standard", factories: str = "", center: str = "", marker: bool = True) -> Table:
    """A table with these tiles to draft, seat 0 to move."""
    table = Table(ruleset)
    table.put_sources(factories, center, marker)
    return table


# --- points of a tile -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("case", "wall", "space", "points"),
    [
        ("T1 alone", "", "24", 1),
        # (2,4) and (2,5) on its right, a gap on its left: h = 3; (1,3) and (3,3) are free: v = 1
        ("T2 a run across", "12 21 24 25 42 54 55", "23", 3),
        # v = (2,3) (3,3) (4,3) = 3, h = 1, which counts nothing: 3 and not 4
        ("T3 a run down alone", "12 14 15 23 24 25 42 43 54 55", "33", 3),
        # h = (3,2) .. (3,5) = 4, v = (1,4) (2,4) (3,4) = 3
        ("T4 both", "12 14 15 23 24 25 42 43 54 55 32 33 35", "34", 7),
        # two on the left: h = 3; one above: v = 2
        ("T19 two left, one above", "31 32 23", "33", 5),
        # two above: v = 3; one right: h = 2
        ("T20 two above, one right", "13 23 34", "33", 5),
        ("a gap ends a run", "11 13", "15", 1),
        ("the last column is no neighbor of the next line's first", "15", "21", 1),
        ("nor the first column of the last line's", "31", "25", 1),
        ("five across and five down", "11 12 13 14 25 35 45 55", "15", 10),
    ],
)
def test_points_of_a_tile(case: str, wall: str, space: str, points: int) -> None:
    table = Table()
    table.put_wall(0, wall)
    assert table.tile_of(0, space) == points
    assert table.wall(0) == sorted([*wall.split(), space])
    assert table.wall(1) == []
    assert table.census() == table.all_tiles()


def test_t5_complete_lines_are_tiled_and_the_others_stay() -> None:
    # R of line 2 goes to column (2 + 1) mod 5 + 1 = 4 and B of line 4 to column (0 + 3) mod 5 + 1 = 4
    table = Table()
    for line, letters in ((2, "RR"), (3, "BB"), (4, "BBBB"), (5, "YYY")):
        table.put_line(0, line, letters)
    assert [table.columns(0, line) for line in range(1, 6)] == [[], [4], [], [4], []]
    assert table.tile(0, 2, 4) == 1
    assert table.tile(0, 4, 4) == 1
    assert table.lid() == "BBBR"
    assert [table.line(0, line) for line in range(1, 6)] == ["", "", "BB", "", "YYY"]
    assert table.wall(0) == ["24", "44"]
    assert table.census() == table.all_tiles()


# --- legal drafts ---------------------------------------------------------------------------------


def test_t6_a_color_of_the_wall_line_and_a_line_of_another_color_refuse() -> None:
    table = drafted(center="YY", marker=False)
    table.put_wall(0, "23 34")  # on the standard wall Y lies at (2,3) and at (3,4)
    table.put_line(0, 4, "B")
    assert table.legal() == ["CYF", "CY1", "CY5"]
    assert table.refusal("CY2") == table.refusal("CY3") == "wall-color"
    assert table.refusal("CY4") == "line-color"
    table.draft("CY1")
    assert (table.line(0, 1), table.floor(0)) == ("Y", "Y")  # one of the two falls


def test_e12_all_tiles_may_go_to_the_floor_though_lines_are_open() -> None:
    table = drafted(factories="BBYR")
    assert table.lines_open(0, "B") == 5
    table.draft("1BF")
    assert (table.floor(0), table.spaces(0)) == ("BB", 2)
    assert table.source(0) == "YR"


def test_e13_a_line_is_filled_first_and_only_the_rest_falls() -> None:
    table = drafted(factories="BBBB")
    table.put_line(0, 3, "B")
    table.draft("1B3")
    assert table.line(0, 3) == "BBB"
    assert table.floor(0) == "BB"
    done = [table.number(name) for name in ("tiles", "tiles_on_line", "tiles_on_floor", "tiles_to_lid")]
    assert done == [4, 2, 2, 0]
    assert table.number("completed_line") == 1


def test_e14_a_full_line_takes_no_tile_of_any_color() -> None:
    table = drafted(factories="BBYR")
    table.put_line(0, 2, "BB")
    assert table.refusal("1B2") == "line-full"
    assert table.refusal("1Y2") == "line-color"  # also when it is full
    assert table.refusal("1B1") == ""


def test_e15_the_wall_line_refuses_its_colors_in_every_round() -> None:
    table = drafted(factories="BBYR")
    table.put_wall(0, "11")
    assert table.refusal("1B1") == "wall-color"
    assert table.refusal("1B2") == ""  # another line may take it
    table.states["round_number"][0] = 9
    assert table.refusal("1B1") == "wall-color"
    table.put_wall(1, "22")
    table.states["seat"][0] = 1
    assert table.refusal("1B1") == ""  # only the wall of the seat to move counts
    assert table.refusal("1B2") == "wall-color"


def test_e16_tiles_that_no_line_takes_must_still_be_drafted() -> None:
    table = drafted(factories="BBBB")
    table.put_wall(0, "11")
    for line, letters in ((2, "YY"), (3, "R"), (4, "BBBB"), (5, "T")):
        table.put_line(0, line, letters)
    assert table.lines_open(0, "B") == 0
    assert table.legal() == ["1BF"]
    assert table.count_legal() == 1
    table.draft("1BF")
    assert table.floor(0) == "BBBB"
    assert table.number("seat") == 1


def test_what_no_source_holds_is_refused() -> None:
    table = drafted(factories="BBYR", center="K")
    assert table.refusal("1K1") == table.refusal("CB1") == table.refusal("2B1") == "empty-source"
    assert table.refusal("6B1") == table.refusal("15B1") == "empty-source"  # two players have five factories
    table.draft("CKF")
    for draft in ("1BF", "CYF", "CRF"):
        table.draft(draft)
    assert table.refusal("1B1") == "round-over"
    assert table.legal() == []


def test_the_order_of_refusals_at_one_draft() -> None:
    # line 1 is full of B and the wall line has it too; line 2 holds Y
    table = drafted(factories="BR")
    table.put_wall(0, "11 22")
    table.put_line(0, 1, "B")
    table.put_line(0, 2, "Y")
    assert table.refusal("1K1") == "empty-source"  # before line-color
    assert table.refusal("1R1") == "line-color"
    assert table.refusal("1B2") == "line-color"  # before wall-color
    assert table.refusal("1B1") == "line-full"  # before wall-color


def test_e21_drafting_looks_at_the_wall_line_only() -> None:
    # columns 1, 2 and 3 have a B in other lines, (4,4) and (4,5) are taken: line 4 has no space for B
    table = drafted("gray", factories="BBBB")
    table.put_wall(0, "11B 22B 33B 44Y 45R")
    assert table.refusal("1B4") == ""
    table.draft("1B4")
    assert table.columns(0, 4) == []


# --- the marker and the floor ---------------------------------------------------------------------


def test_e1_t12_the_marker_falls_before_the_tiles() -> None:
    # six spaces are taken, line 2 has room for one of three tiles: the marker gets space 7, two tiles none
    table = drafted(center="BBB")
    table.put_line(0, 2, "B")
    table.put_floor(0, "YYRRKK")
    table.draft("CB2")
    assert (table.spaces(0), table.floor(0), table.lid()) == (7, "YYRRKK", "BB")
    assert [table.number(name) for name in ("took_marker", "tiles_on_floor", "tiles_to_lid")] == [1, 0, 2]
    assert table.score_floor(0, 20) == (-14, -14, 6)


def test_e2_t11_a_marker_that_finds_no_space_costs_nothing_and_still_starts() -> None:
    table = drafted(center="B")
    table.put_floor(0, "YYYRRRK")
    table.put_score(0, 30)
    table.draft("CB1")
    assert (table.spaces(0), table.lid()) == (7, "")
    assert table.number("marker_seat") == 0
    assert table.score_floor(0) == (-14, -14, 16)
    assert table.end_round() is None
    assert table.number("first_seat") == 0


def test_e3_tiles_beyond_a_full_floor_go_to_the_lid_at_once() -> None:
    table = drafted(factories="BBBB")
    table.put_floor(0, "YYYYR")
    table.draft("1BF")
    assert (table.spaces(0), table.floor(0), table.lid()) == (7, "BBYYYYR", "BB")
    assert table.score_floor(0, 14) == (-14, -14, 0)
    assert table.lid() == "BBBBYYYYR"  # the floor follows after scoring


def test_e4_t7_the_marker_is_no_tile() -> None:
    table = Table(players=3)
    table.put_floor(1, "BBYR", marker=True)
    table.put_score(1, 50)
    assert table.census() == table.all_tiles()
    assert table.score_floor(1) == (-8, -8, 42)  # five spaces: 1 + 1 + 2 + 2 + 2
    assert table.lid() == "BBYR"
    assert table.spaces(1) == 0
    assert table.census() == table.all_tiles()
    table.end_round()
    assert table.number("first_seat") == 1  # kept until the next round


@pytest.mark.parametrize(
    ("case", "ruleset", "points"),
    [
        ("T8", "standard", [0, 1, 2, 4, 6, 8, 11, 14, 14, 14]),
        ("T8", "gray", [0, 1, 2, 4, 6, 8, 11, 14, 14, 14]),
        ("T24", "crystal_1", [0, 1, 1, 2, 4, 5, 7, 10, 10, 10]),
        ("T24, the same row", "crystal_2", [0, 1, 1, 2, 4, 5, 7, 10, 10, 10]),
        ("as BGA plays", "crystal_1_bga", [0, 1, 2, 4, 6, 8, 11, 14, 14, 14]),
        ("as BGA plays", "crystal_2_bga", [0, 1, 2, 4, 6, 8, 11, 14, 14, 14]),
    ],
)
def test_what_things_on_the_floor_cost(case: str, ruleset: str, points: list[int]) -> None:
    for things, cost in enumerate(points):
        table = Table(ruleset)
        table.put_score(0, 50)
        if things:
            table.put_sources("B" * things)
            table.draft("1BF")
        assert table.score_floor(0) == (-cost, -cost, 50 - cost), things


@pytest.mark.parametrize(
    ("case", "score", "tiles", "floor", "lost_and_after"),
    [
        ("T9", 5, 0, "BBBYYYR", (-5, 0)),
        ("T10, -11", 1, 4, "BBBYYY", (-5, 0)),
        ("T10, -4", 1, 4, "BBB", (-4, 1)),
        ("no points to lose", 0, 0, "B", (0, 0)),
        ("exactly zero", 3, 1, "BBB", (-4, 0)),
    ],
)
def test_e9_a_score_is_cut_at_zero_once_after_tiles_and_floor(
    case: str, score: int, tiles: int, floor: str, lost_and_after: tuple[int, int]
) -> None:
    table = Table()
    table.put_score(0, score)
    table.put_floor(0, floor)
    assert table.score_floor(0, tiles)[1:] == lost_and_after


def test_a_floor_that_gives_points_gives_them() -> None:
    # a designer's floor -1 -2 +1: three things cost 2
    table = Table(SMALL)
    table.put_floor(0, "BYR")
    assert table.score_floor(0, 5) == (-2, -2, 3)


# --- the deal -------------------------------------------------------------------------------------


def test_t14_e6_old_tiles_of_the_bag_come_first_also_within_a_factory() -> None:
    table = Table()
    table.fill_bag("BBYYRK", lid="TTTT")
    assert table.deal_refusal("BBYY RKTT TT") == ""
    assert table.deal_refusal("BBYY RTTK TT") == ""  # within the factory that empties the bag, order says nothing
    assert table.deal_refusal("BBYT RKYT TT") == "deal-tiles"  # T before the bag was empty
    assert table.deal_refusal("BBYY RKTB TT") == "deal-tiles"  # a third B there never was
    table.deal("BBYY RKTT TT")
    assert table.number("refilled") == 1
    assert (table.bag(), table.lid()) == ("", "")


def test_e6_the_lid_stays_while_the_bag_lasts() -> None:
    table = Table()
    table.fill_bag("B" * 10 + "Y" * 10, lid="RRRR")
    table.deal("BBBB BBBB BBYY YYYY YYYY")
    assert (table.number("refilled"), table.bag(), table.lid()) == (
        0,
        "",
        "RRRR",
    )  # the bag is empty, no refill yet


def test_e6_the_next_deal_refills_before_its_first_tile() -> None:
    table = Table()
    table.fill_bag("", lid="R" * 20 + "B")
    table.deal("RRRR RRRR RRRR RRRR RRRB")
    assert (table.number("refilled"), table.bag(), table.lid()) == (1, "R", "")


def test_t15_e7_too_few_tiles_fill_the_factories_in_order() -> None:
    # 23 tiles in bag and lid fill five of nine factories and put three on the sixth
    table = Table(players=4)
    table.fill_bag("B" * 10 + "Y" * 6, lid="R" * 7)
    good = "BBBB BBBB BBYY YYYY RRRR RRR"
    assert table.deal_refusal(good) == ""
    assert table.deal_refusal(good + " - - -") == ""
    for short in (
        "BBBB BBBB BBYY YYYY RRRR RR",  # one is left over
        "BBBB BBBB BBYY YYYY RRR RRRR",  # a gap before the last factory
        "BBBB BBBB BBYY YYYY RRRR - RRR",
        "-",
    ):
        assert table.deal_refusal(short) == "deal-factories", short
    table.deal(good)
    assert [len(table.source(source)) for source in range(10)] == [0, 4, 4, 4, 4, 4, 3, 0, 0, 0]


def test_a_deal_needs_its_tiles() -> None:
    table = Table()
    table.fill_bag("B" * 19 + "YYY", lid="KK")
    assert table.deal_refusal("BBBB BBBB BBBB BBBB YYYY") == "deal-tiles"
    assert table.deal_refusal("BBBB BBBB BBBB BBBB BYYK") == "deal-tiles"  # K lies in the lid, 22 are in the bag
    assert table.deal_refusal("BBBB BBBB BBBB BBBB BYYY") == ""


def test_a_deal_puts_the_marker_into_the_center_and_begins_with_the_first_seat() -> None:
    table = Table(players=3, opening_seat=2)
    table.deal(" ".join(["BYRK"] * 7))
    assert table.number("marker_in_center") == 1
    assert (table.number("seat"), table.number("round_number")) == (2, 1)
    assert table.number("tiles_left") == 28
    assert table.census() == table.all_tiles()


# --- turns and rounds -----------------------------------------------------------------------------


def test_e17_play_begins_with_the_opening_seat_and_goes_round_by_number() -> None:
    table = Table(players=4, opening_seat=2)
    table.deal(" ".join(["BBBB"] * 5 + ["YYYY"] * 4))
    seats = []
    for factory in range(1, 7):
        seats.append(table.number("seat"))
        table.draft(f"{factory}{'B' if factory < 6 else 'Y'}F")
    assert seats == [2, 3, 0, 1, 2, 3]


@pytest.mark.parametrize(("ruleset", "next_first"), [("standard", 1), ("standard_after_last", 0)])
def test_e5_t13_nobody_takes_the_marker(ruleset: str, next_first: int) -> None:
    # factories of one color leave nothing for the center; seat 1 opens, so seat 1 also makes the fifth draft
    table = Table(ruleset, opening_seat=1)
    table.deal("BBBB BBBB YYYY RRRR KKKK")
    for draft in ("1BF", "2BF", "3YF", "4RF", "5KF"):
        table.draft(draft)
    assert table.number("tiles_left") == 0
    assert table.number("marker_seat") == -1
    assert (table.spaces(0), table.spaces(1)) == (7, 7)
    assert table.end_round() is None
    assert table.number("first_seat") == next_first


def test_the_first_draft_from_the_center_takes_the_marker_and_no_later_one() -> None:
    table = drafted(factories="BYRK")
    table.draft("1BF")
    assert table.number("took_marker") == 0
    table.draft("CY1")
    assert (table.number("took_marker"), table.number("marker_seat"), table.spaces(1)) == (1, 1, 1)
    table.draft("CR1")
    assert (table.number("took_marker"), table.number("marker_seat"), table.spaces(0)) == (0, 1, 1)


# --- the end --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("case", "walls", "end"),
    [
        ("E10 a full line", ["21 22 23 24 25", ""], "line"),
        ("E10 two of them, one end", ["21 22 23 24 25", "51 52 53 54 55"], "line"),
        ("a full column is no end", ["11 21 31 41 51", ""], None),
        ("a full color is no end", ["11 22 33 44 55", ""], None),
        ("four in a line", ["21 22 23 24", ""], None),
        ("five in two lines", ["12 13 14 15 21", ""], None),
    ],
)
def test_e10_a_full_line_ends_the_game(case: str, walls: list[str], end: str | None) -> None:
    table = Table()
    for seat, spaces in enumerate(walls):
        table.put_wall(seat, spaces)
    assert table.end_round() == end


def test_e8_without_a_tile_to_deal_the_game_ends() -> None:
    table = Table(players=4)
    table.fill_bag("", lid="B")
    assert table.end_round() is None  # one tile is a deal
    table.fill_bag("")
    assert table.end_round() == "exhausted"


def test_a_full_line_comes_before_every_other_end() -> None:
    table = Table(SMALL)
    table.fill_bag("")
    table.states["round_number"][0] = SMALL.end_rounds
    assert table.end_round() == "rounds"
    table.put_wall(1, "31B 32Y 33R")
    assert table.end_round() == "line"


def test_a_ruleset_may_want_more_full_lines() -> None:
    table = Table(LARGE)
    table.put_wall(0, "11 12 13 14 15 16 17")
    table.put_wall(1, "21 22 23 24 25 26 27")
    assert table.end_round() is None  # a line each, and two on one wall are wanted
    table.put_wall(1, "71 72 73 74 75 76 77")
    assert table.end_round() == "line"


TOP, SECOND = "11 12 13 14 15", "21 22 23 24 25"


@pytest.mark.parametrize(
    ("case", "scores", "walls", "places"),
    [
        ("T17 more lines win", (40, 40), (f"{TOP} {SECOND}", TOP), (1, 2)),
        ("T17 shared", (40, 40), (TOP, SECOND), (1, 1)),
        ("E11 score first", (39, 40), (f"{TOP} {SECOND}", ""), (2, 1)),
        ("E11 a place is skipped", (40, 40, 12), (TOP, TOP, ""), (1, 1, 3)),
        ("E11 the same keys below", (9, 5, 5, 5), ("", TOP, "", TOP), (1, 2, 4, 2)),
    ],
)
def test_e11_places(case: str, scores: tuple[int, ...], walls: tuple[str, ...], places: tuple[int, ...]) -> None:
    table = Table(players=len(scores))
    for seat, (score, spaces) in enumerate(zip(scores, walls, strict=True)):
        table.put_score(seat, score)
        table.put_wall(seat, spaces)
    assert tuple(table.place(seat) for seat in range(len(scores))) == places


@pytest.mark.parametrize(("ruleset", "final"), [("standard", 79), ("gray", 79), ("crystal_2", 86)])
def test_t18_bonuses(ruleset: str, final: int) -> None:
    # two full lines, column 1 and, with the diagonal, blue:
    # 58 + 2 x 2 + 7 + 10 = 79, and by the second side of Crystal Mosaic 58 + 2 x 3 + 10 + 12 = 86
    table = Table(ruleset)
    standard = load_ruleset("standard").wall_pattern
    spaces = f"{TOP} {SECOND} 31 41 51 33 44 55".split()
    table.put_wall(0, " ".join(f"{space}{standard[int(space[0]) - 1][int(space[1]) - 1]}" for space in spaces))
    assert table.full(0) == (2, 1, 1)
    bonuses = (table.ruleset.line_bonus, table.ruleset.column_bonus, table.ruleset.color_bonus)
    assert 58 + sum(map(lambda count, bonus: count * bonus, table.full(0), bonuses)) == final


# --- free walls -----------------------------------------------------------------------------------


def test_e18_any_free_space_whose_column_lacks_the_color() -> None:
    table = Table("gray")
    table.put_wall(0, "11B 32Y 23R")
    table.put_line(0, 2, "BB")
    assert table.columns(0, 2) == [2, 4, 5]  # column 1 has B, (2,3) is taken
    assert not table.may_tile(0, 2, 1)
    assert not table.may_tile(0, 2, 3)


def test_e18_placements_earlier_in_the_same_tiling_count() -> None:
    table = Table("gray")
    table.put_line(0, 1, "B")
    table.put_line(0, 2, "BB")
    table.tile(0, 1, 3)
    assert table.columns(0, 2) == [1, 2, 4, 5]


def test_a_line_that_is_not_complete_goes_nowhere() -> None:
    table = Table("gray")
    table.put_line(0, 2, "B")
    assert table.columns(0, 2) == table.columns(0, 1) == []


def test_t21_e19_a_line_without_a_space_falls_to_the_floor() -> None:
    # line 4 is full of B, which columns 1, 2 and 3 have; (4,4) and (4,5) are taken, as five floor spaces are
    table = Table("gray")
    table.put_wall(0, "11B 22B 33B 44Y 45R")
    table.put_line(0, 4, "BBBB")
    table.put_floor(0, "YYRRK")
    table.put_score(0, 30)
    table.drop_line(0, 4)
    assert (table.floor(0), table.lid(), table.line(0, 4)) == ("BBYYRRK", "BB", "")
    assert table.number("points") == 0
    assert table.score_floor(0) == (-14, -14, 16)
    assert table.wall(0) == ["11", "22", "33", "44", "45"]
    assert table.census() == table.all_tiles()


def test_e20_a_choice_may_block_a_later_line() -> None:
    # lines 1 and 2 hold B; only column 5 of line 2 is free of tiles: B to (1,5) blocks line 2, and is legal
    table = Table("gray")
    table.put_wall(0, "21Y 22R 23K 24T")
    table.put_line(0, 1, "B")
    table.put_line(0, 2, "BB")
    assert table.columns(0, 2) == [5]
    table.tile(0, 1, 5)
    assert table.columns(0, 2) == []
    table.drop_line(0, 2)
    assert table.floor(0) == "BB"


def test_t23_a_printed_space_takes_its_color_only_which_may_go_elsewhere() -> None:
    table = Table("crystal_1")
    table.put_line(0, 1, "R")
    assert table.columns(0, 1) == [1, 2, 3, 5]
    table = Table("crystal_1")
    table.put_line(0, 1, "K")
    assert table.columns(0, 1) == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("case", "wall", "space", "points"),
    [
        ("T22 alone", "", "14K", 2),
        ("T22 h = 2, v = 3", "13B 24B 34Y", "14K", 10),
        ("not beside it", "14K", "13B", 2),  # a run of two, not doubled
        ("another space of its line", "", "11K", 1),
    ],
)
def test_t22_a_printed_space_doubles_the_tile_put_on_it(case: str, wall: str, space: str, points: int) -> None:
    table = Table("crystal_1")
    table.put_wall(0, wall)
    assert table.tile_of(0, space) == points


PRINTED = {"crystal_1": "14K 21T 33Y 45B 52R", "crystal_2": "22B 24R 33T 42K 44Y"}


@pytest.mark.parametrize(("ruleset", "multiplier"), [("crystal_1", 2), ("crystal_2", 1), ("crystal_1_bga", 2)])
def test_the_printed_spaces_of_crystal_mosaic(ruleset: str, multiplier: int) -> None:
    for space in PRINTED[ruleset.removesuffix("_bga")].split():
        line, column, own = int(space[0]), int(space[1]), space[2]
        for letter in "BYRKT":
            table = Table(ruleset)
            table.put_line(0, line, letter * line)
            assert table.may_tile(0, line, column) == (letter == own), space
        assert Table(ruleset).tile_of(0, space) == multiplier


# --- known extremes -------------------------------------------------------------------------------


@entry
def _least_and_most(states, rulesets, orders, lines):  # type: ignore[no-untyped-def]
    """Tries all orders of columns in lines 1 to `lines`, a tile on each of them a round.

    Returns how many games that are, and the least and the most tile points.
    """
    table, rules = states[0], rulesets[0]
    size = rules.colors
    games = 1
    for _ in range(lines):
        games *= orders.shape[0]
    least, most = 1000, 0
    chosen = np.zeros(size + 1, np.int64)
    for game in range(games):
        number = game
        for line in range(1, lines + 1):
            chosen[line] = number % orders.shape[0]
            number //= orders.shape[0]
        state.start(table, rules, 2, 0)
        points = 0
        for round_index in range(size):
            for line in range(1, lines + 1):
                column = orders[chosen[line], round_index]
                table.line_color[0, line] = rules.wall_color[line, column]
                table.line_count[0, line] = rules.capacity[line]
                engine.tile(table, rules, 0, line, column)
                points += table.points
        least, most = min(least, points), max(most, points)
    return games, least, most


@pytest.mark.parametrize(
    ("lines", "games", "least", "most"),
    [
        (1, 120, 11, 15),
        pytest.param(2, 120**2, 29, 40, marks=COMPILED_ONLY),
        pytest.param(3, 120**3, 47, 70, marks=COMPILED_ONLY),
    ],
)
def test_t25_tile_points_of_five_rounds(lines: int, games: int, least: int, most: int) -> None:
    orders = np.array(list(itertools.permutations(range(1, 6))))
    found = _least_and_most(new_states(), load_ruleset("standard").rules, orders, lines)
    assert tuple(map(int, found)) == (games, least, most)


@entry
def _most_of_a_full_wall(states, rulesets, best, walls):  # type: ignore[no-untyped-def]
    """Most tile points of a wall that is filled by tiling every line from the top in each round.

    Every wall that can be reached is looked at once a step. `best` (int16 [wall], all -1) and `walls` (int64
    [2, walls]) are room.
    """
    table, rules = states[0], rulesets[0]
    size = rules.colors
    state.start(table, rules, 2, 0)
    best[0] = 0
    count = 1
    walls[0, 0] = 0
    now = 0
    for _ in range(size):
        for line in range(1, size + 1):
            found = 0
            for place in range(count):
                wall = walls[now, place]
                for column in range(1, size + 1):
                    if (wall >> ((line - 1) * size + column - 1)) & 1:
                        continue
                    table.wall[0] = wall
                    table.line_color[0, line] = rules.wall_color[line, column]
                    table.line_count[0, line] = rules.capacity[line]
                    engine.tile(table, rules, 0, line, column)
                    after = table.wall[0]
                    if best[after] < 0:
                        walls[1 - now, found] = after
                        found += 1
                    best[after] = max(best[after], best[wall] + table.points)
            now, count = 1 - now, found
    return best[walls[now, 0]]


@COMPILED_ONLY
def test_t26_the_most_that_a_full_wall_can_score() -> None:
    # after a step all walls have the same number of tiles, so none is reached again in a later one
    best, walls = np.full(1 << 25, -1, np.int16), np.zeros((2, 1 << 17), np.int64)
    standard = load_ruleset("standard")
    assert int(_most_of_a_full_wall(new_states(), standard.rules, best, walls)) == 145


def test_t26_line_after_line_gives_less() -> None:
    # line 1 gives 1 + 2 + 3 + 4 + 5 = 15; a line n below it 2 + 3 + 4 + 5 = 14, and 5 runs down of n:
    # 15 + (14 + 10) + (14 + 15) + (14 + 20) + (14 + 25) = 141
    table = Table()
    points = sum(table.tile_of(0, f"{line}{column}") for line in range(1, 6) for column in range(1, 6))
    assert points == 141
    assert table.full(0) == (5, 5, 5)
    assert points + 5 * 2 + 5 * 7 + 5 * 10 == 236


def test_t26_the_best_order_scores_240() -> None:
    # the columns of each round, line 1 first
    order = [(5, 4, 3, 2, 1), (4, 3, 2, 1, 2), (3, 2, 1, 3, 3), (2, 1, 4, 4, 4), (1, 5, 5, 5, 5)]
    table = Table()
    points = [sum(table.tile_of(0, f"{line}{column}") for line, column in enumerate(one, 1)) for one in order]
    assert points == [5, 21, 34, 41, 44]
    assert sum(points) + 95 == 240


# --- properties -----------------------------------------------------------------------------------


def place_randomly(table: Table, data: st.DataObject) -> None:
    """Tiles and floors of all seats, in the order of the rules."""
    for seat in range(table.players):
        points = 0
        for line, capacity in enumerate(table.ruleset.line_capacities, 1):
            if len(table.line(seat, line)) < capacity:
                continue
            if columns := table.columns(seat, line):
                earned = table.tile(seat, line, data.draw(st.sampled_from(columns)))
                # one alone, at the most two runs of the wall's size
                assert 1 <= earned <= 2 * table.ruleset.size * table.number("multiplier")
                points += earned
            else:
                table.drop_line(seat, line)
            assert table.census() == table.all_tiles()
        _, lost, score = table.score_floor(seat, points)
        assert score >= 0
        assert lost <= 0
        assert table.census() == table.all_tiles()


def deal_randomly(table: Table, data: st.DataObject) -> str:
    """A deal by the rule of the lazy refill; empty if there is no tile."""
    bag, lid, factories = list(table.bag()), list(table.lid()), []
    for _ in range(table.ruleset.factories[table.players]):
        letters = ""
        for _ in range(table.ruleset.tiles_per_factory):
            if not bag:
                bag, lid = lid, []
            if bag:
                letters += bag.pop(data.draw(st.integers(0, len(bag) - 1)))
        factories.append(letters or "-")
    return " ".join(factories) if factories[0] != "-" else ""


def legal_by_looking(table: Table) -> list[str]:
    """The legal drafts, from what lies on the sources, the lines and the wall of the seat to move."""
    letters, seat = table.ruleset.letters, table.number("seat")
    capacities = table.ruleset.line_capacities
    found = []
    for source in range(table.ruleset.factories[table.players] + 1):
        for color, letter in enumerate(letters):
            if letter not in table.source(source):
                continue
            found.append(f"{source or 'C'}{letter}F")
            for line, capacity in enumerate(capacities, 1):
                held = table.line(seat, line)
                on_wall = table.states["wall_line_colors"][0, seat, line] >> color & 1
                if len(held) < capacity and (held[0] == letter if held else not on_wall):
                    found.append(f"{source or 'C'}{letter}{line}")
    return found


@settings(deadline=None, max_examples=15, derandomize=True)
@given(st.sampled_from(["standard", "gray", "crystal_1"]), st.integers(2, 4), st.data())
def test_random_play_keeps_every_tile(ruleset: str, players: int, data: st.DataObject) -> None:
    table = Table(ruleset, players, data.draw(st.integers(0, players - 1)))
    for _ in range(3):
        factories = deal_randomly(table, data)
        table.deal(factories)
        assert table.census() == table.all_tiles()
        markers = 0
        while legal := table.legal():
            assert legal == legal_by_looking(table)
            assert len(legal) == table.count_legal()
            draft = data.draw(st.sampled_from(legal))
            seat, tiles = table.number("seat"), table.number("tiles_left")
            assert len([one for one in legal if one[:-1] == draft[:-1]]) == 1 + table.lines_open(seat, draft[-2])
            table.draft(draft)
            assert table.number("tiles_left") == tiles - table.number("tiles")
            assert table.number("seat") == (seat + 1) % players
            assert table.census() == table.all_tiles()
            markers += table.number("took_marker")
        assert table.number("tiles_left") == 0
        assert markers == (table.number("marker_seat") >= 0)
        place_randomly(table, data)
        if table.end_round() is not None:
            break


@settings(deadline=None, max_examples=60, derandomize=True)
@given(st.sets(st.integers(0, 24)), st.integers(0, 24))
def test_points_are_runs_whatever_the_wall(spaces: set[int], placed: int) -> None:
    """Counted by walking over the wall, and by mirroring and turning it."""
    spaces = spaces - {placed}
    for turned in (
        lambda a, b: (a, b),
        lambda a, b: (b, a),
        lambda a, b: (4 - a, b),
        lambda a, b: (4 - b, 4 - a),
    ):
        table = Table("gray")
        for space in spaces:
            line, column = turned(*divmod(space, 5))
            table.states["wall"][0, 0] |= 1 << (line * 5 + column)
        line, column = turned(*divmod(placed, 5))
        points = table.tile_of(0, f"{line + 1}{column + 1}B")
        assert points == points_by_walking({divmod(space, 5) for space in spaces}, divmod(placed, 5))
        assert 1 <= points <= 10


def points_by_walking(wall: set[tuple[int, int]], placed: tuple[int, int]) -> int:
    lengths = []
    for down, right in ((0, 1), (1, 0)):
        length = 1
        for way in (1, -1):
            line, column = placed
            while (line := line + way * down, column := column + way * right) in wall:
                length += 1
        lengths.append(length)
    return sum(length for length in lengths if length > 1) or 1


# --- choices of a ruleset that differ from the standard game --------------------------------------


def other(changes: str, players: int = 2, opening_seat: int = 0) -> Table:
    """A table of the standard game with changes."""
    return Table(parse_ruleset(f'name = "other"\n{changes}', "other"), players, opening_seat)


@pytest.mark.parametrize(
    ("changes", "marker", "next_first"),
    [
        ("", 0, 0),
        ("next_first = 'same'", 0, 2),
        ("next_first = 'after_last'", 0, 1),
        ("next_first = 'rotate'", 1, 0),  # after seat 2 of three comes seat 0
        ("no_marker_next_first = 'rotate'", -1, 0),
        ("no_marker_next_first = 'after_last'", -1, 1),
        ("marker = 'none'", -1, 2),
    ],
)
def test_who_starts_the_next_round(changes: str, marker: int, next_first: int) -> None:
    table = other(changes, players=3, opening_seat=2)
    table.states["seat"][0] = 1  # seat 0 made the last draft
    table.states["marker_seat"][0] = marker
    assert table.end_round() is None
    assert table.number("first_seat") == next_first


def test_a_marker_of_fixed_cost_takes_no_space_and_costs_the_same_on_a_full_floor() -> None:
    for on_floor, points in (("", -2), ("BBB", -2 - 4), ("BBBBBBB", -2 - 14)):
        table = other("marker = 'cost'\nmarker_points = -2")
        table.put_sources("", "Y")
        table.put_floor(0, on_floor)
        table.draft("CY1")
        assert (table.spaces(0), table.number("marker_seat")) == (len(on_floor), 0)
        table.put_score(0, 20)
        assert table.score_floor(0) == (points, points, 20 + points)
        table.put_score(1, 20)
        assert table.score_floor(1) == (0, 0, 20)


def test_without_a_marker_the_first_from_the_center_takes_tiles_alone() -> None:
    table = other("marker = 'none'")
    assert table.deal_refusal("BBYR BBYR BBYR BBYR BBYR") == ""
    table.deal("BBYR BBYR BBYR BBYR BBYR")
    assert table.number("marker_in_center") == 0
    table.draft("1B2")
    table.draft("CY1")
    assert (table.number("took_marker"), table.spaces(1), table.number("marker_seat")) == (0, 0, -1)


def test_tiles_beyond_a_floor_whose_overflow_costs_points_lie_there() -> None:
    table = other("floor = [-1]\noverflow = -2")
    table.put_sources("BBBB")
    table.put_floor(0, "Y")
    table.draft("1BF")
    assert (table.spaces(0), table.lid()) == (5, "")
    table.put_score(0, 20)
    assert table.score_floor(0) == (-9, -9, 11)  # 1 and four times 2
    assert table.lid() == "BBBBY"


@pytest.mark.parametrize(("clamp", "score"), [("round", 0), ("floor_first", 3), ("never", -8)])
def test_when_a_score_stops_at_zero(clamp: str, score: int) -> None:
    table = other(f"clamp = '{clamp}'")
    table.put_score(0, 3)
    table.put_floor(0, "BBBBBBB")
    assert table.score_floor(0, 3) == (-14, score - 6, score)  # 3 + 3 - 14 = -8


def test_a_score_stops_where_the_tables_end() -> None:
    table = other("clamp = 'never'")
    for score, floor in ((24_999, 0), (-24_999, 7)):
        table.put_score(0, score)
        table.states["floor_spaces"][0, 0] = floor
        table.score_floor(0, 9 if floor == 0 else 0)
        assert abs(table.score(0)) == 25_000


@pytest.mark.parametrize(
    ("keys", "places"),
    [
        ("'complete_lines'", [1, 2]),
        ("'complete_columns'", [2, 1]),
        ("'complete_colors'", [1, 1]),
        ("'wall_tiles'", [2, 1]),
        ("'complete_colors', 'complete_lines'", [1, 2]),
        ("", [1, 1]),
    ],
)
def test_what_decides_between_equal_scores(keys: str, places: list[int]) -> None:
    """A line of five tiles for seat 0; a column of five and one more for seat 1."""
    table = other(f"tie_break = [{keys}]")
    table.put_wall(0, "11 12 13 14 15")
    table.put_wall(1, "11 21 31 41 51 33")
    assert [table.place(seat) for seat in (0, 1)] == places


FREE = "wall.kind = 'free'\nwall.pattern = []\n"


def test_a_color_may_repeat_in_a_line_or_a_column_where_the_ruleset_says_so() -> None:
    for changes, in_line, in_column in (
        ("", False, False),
        ("wall.unique_in_line = false", True, False),
        ("wall.unique_in_column = false", False, True),
    ):
        table = other(FREE + changes)
        table.tile_of(0, "23R")
        table.put_sources("RRRR")
        assert (table.refusal("1R2") == "") == in_line
        table.put_line(0, 3, "RRR")
        assert table.may_tile(0, 3, 3) == in_column


def test_five_tiles_of_a_color_are_its_bonus_wherever_they_lie() -> None:
    table = other(FREE + "wall.unique_in_line = false")
    for space in ("11R", "12B", "22R", "23R", "34R", "45R"):
        table.tile_of(0, space)
    assert table.full(0) == (0, 0, 1)


def test_a_space_of_a_fixed_wall_may_multiply() -> None:
    table = other("wall.printed = [{ line = 2, column = 3, multiplier = 3 }]")
    table.put_wall(0, "22 13")
    assert table.tile_of(0, "23") == 12  # two across, two down, three times
    assert table.tile_of(0, "33") == 3  # the tile below is not multiplied
