"""Whole games by the rules: rows worked out by hand, rows of the second judge, and what must not matter."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from azul_records import (
    DRAFTS,
    FREE_TILING,
    GOLDEN,
    SCORES,
    TILING,
    accepted,
    as_text,
    fault,
    first_round,
    game,
    golden_rows,
    rows,
    stopped,
    two_rounds,
    with_claims,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import POLICIES, Game, at_random, first_line_only, hoarder, mostly_floor, played
from own_rulesets import GAPS, LARGE, NO_MARKER, OTHERWISE, OWN, SMALL
from rules_table import COMPILED

import azul_analytics as azul
from azul_analytics.records import GameRecord, Result, Round
from azul_analytics.rules.ruleset import Ruleset, load_ruleset, ruleset_names

PLAYED = ("seats", "rounds", "deals", "turns", "placements", "floors", "bonuses")
STANDARD = load_ruleset("standard")
GRAY = load_ruleset("gray")

# --- rows by hand ---------------------------------------------------------------------------------


@pytest.mark.parametrize("table", ["games", *PLAYED])
def test_every_column_of_a_game_worked_out_by_hand(table: str) -> None:
    folder = "azul_log_rules_two_rounds"
    ruleset = azul.load_ruleset(GOLDEN / folder / "two_rounds.toml")
    replay = azul.replay(azul.read(GOLDEN / folder / "game.jsonl"), rulesets={ruleset.name: ruleset})
    expected = golden_rows(folder, table)
    found = [{key: as_text(value) for key, value in row.items()} for row in rows(replay, table)]
    unchecked = {"ruleset_hash", "log_file", "log_hash"} if table == "games" else {"game_id"}
    assert set(found[0]) - unchecked == set(expected[0]), "the golden table has a column for each of the table"
    assert [{key: row[key] for key in expected[0]} for row in found] == expected


def test_t26_the_highest_score_there_is() -> None:
    # 145 tile points (5 + 21 + 34 + 41 + 44 by round), then five lines, columns and colors: 10 + 35 + 50 = 95
    replay = azul.replay(azul.read(GOLDEN / "azul_log_rules_highest_score"))
    assert rows(replay, "seats", "tile_points", "floor_points", "bonus_points", "score")[0] == (145, 0, 95, 240)
    after = rows(replay, "floors", "seat", "score_after")
    assert [score for seat, score in after if seat == 0] == [5, 26, 60, 101, 145]
    assert Counter(rows(replay, "bonuses", "kind", "points")) == {("line", 2): 5, ("column", 7): 5, ("color", 10): 5}
    assert rows(replay, "games", "rounds", "ended_by") == [(5, "line")]


# --- the course of a game -------------------------------------------------------------------------


@pytest.mark.parametrize(("ruleset", "first_seat"), [("standard", 0), ("standard_after_last", 1)])
def test_t13_e5_a_round_in_which_nobody_drafts_from_the_center(ruleset: str, first_seat: int) -> None:
    # five factories of blue: seat 0 drafts first and, as the fifth draft, last
    blue = Round("BBBB BBBB BBBB BBBB BBBB", "1B4 2B4 3B5 4B5 5BF")
    after = Round("YYYY RRRR KKKK TTTT YRKT", "")
    replay = accepted(stopped(blue, after, opening_seat=0, ruleset=ruleset))
    assert rows(replay, "rounds", "first_seat", "marker_seat") == [(0, None), (first_seat, None)]
    assert rows(replay, "floors", "seat", "marker", "spaces") == [(0, False, 4), (1, False, 0)]
    assert rows(replay, "turns", "took_marker") == [False] * 5


def test_t16_e10_two_players_complete_a_line_in_one_round() -> None:
    # both put a tile on line 1 in each of five rounds: the fifth ends the game for both, and both get the bonus
    one = played(STANDARD, 2, 7, first_line_only)
    assert [set(wall) for wall in one.walls] == [{(1, column) for column in range(1, 6)}] * 2
    replay = accepted(one.record(claims="none"))
    assert rows(replay, "games", "rounds", "ended_by", "finished") == [(5, "line", True)]
    assert rows(replay, "bonuses", "seat", "kind", "which", "points") == [(0, "line", "1", 2), (1, "line", "1", 2)]
    assert rows(replay, "seats", "complete_lines") == [1, 1]


def test_e10_the_round_of_the_end_is_played_by_all_and_lines_left_incomplete_do_nothing() -> None:
    one = played(STANDARD, 3, 3, first_line_only)
    replay = accepted(one.record(claims="none"))
    last = max(rows(replay, "floors", "round"))
    assert [seat for number, seat in rows(replay, "floors", "round", "seat") if number == last] == [0, 1, 2]
    assert rows(replay, "rounds", "tiles_dealt")[-1] == sum(
        tiles for number, tiles in rows(replay, "turns", "round", "tiles") if number == last
    )


def test_e8_a_game_whose_bag_and_lid_are_empty_is_exhausted() -> None:
    # Round 1: BB and YY stay on third lines, RR goes to line 2: one R on the wall at (2,1), one in the lid, which is
    # all that is dealt in round 2. There it goes to line 1 and the wall at (1,3): bag and lid are empty.
    rounds = [Round("BB YY RR", "1B3 2Y3 3R2"), Round("R", "1R1")]
    record = game(rounds, opening_seat=0, ruleset="scarce", result=Result([2, 0], [0], "exhausted"))
    replay = accepted(record)
    assert rows(replay, "games", "ended_by", "finished", "rounds") == [("exhausted", True, 2)]
    assert rows(replay, "rounds", "first_seat", "tiles_dealt", "bag_after_deal", "lid_after_deal", "refilled") == [
        (0, 6, 0, 0, False),
        (0, 1, 0, 0, True),
    ]
    assert rows(replay, "placements", "round", "line", "column", "points") == [(1, 2, 1, 1), (2, 1, 3, 1)]
    assert rows(replay, "seats", "place", "win_share") == [(1, 1.0), (2, 0.0)]
    # a round without tiles is no round
    record.rounds.append(Round("", ""))
    assert fault(record) == ("game-over", 3, None, None)


def test_a_ruleset_may_end_a_game_after_a_number_of_rounds() -> None:
    replay = accepted(two_rounds())
    assert rows(replay, "games", "ended_by", "finished") == [("rounds", True)]
    longer = two_rounds()
    longer.rounds.append(first_round())
    assert fault(longer) == ("game-over", 3, None, None)


def test_e11_equal_scores_and_lines_share_the_win() -> None:
    # both players floor everything in two rounds: 0 : 0, and a third seat would be skipped
    one = played(OWN["two_rounds"], 2, 1, lambda _, legal: next(draft for draft in legal if draft[2] == 0))
    replay = accepted(one.record())
    assert rows(replay, "seats", "score", "place", "win_share") == [(0, 1, 0.5), (0, 1, 0.5)]


@pytest.mark.parametrize("opening_seat", [0, 1, 2, 3])
def test_e17_the_recorded_seat_opens_and_play_goes_clockwise(opening_seat: int) -> None:
    factories = " ".join(["BBBB"] * 5 + ["YYYY"] * 4)
    record = stopped(Round(factories, "1B1 2B1 3B1 4B1 5B5 6Y5"), players=4, opening_seat=opening_seat)
    replay = accepted(record)
    assert rows(replay, "turns", "seat") == [(opening_seat + turn) % 4 for turn in range(6)]
    assert [row["seat"] for row in rows(replay, "seats") if row["opening"]] == [opening_seat]


def test_e19_e20_a_choice_blocks_a_line_which_leaves_a_row_and_falls() -> None:
    # Seat 0 completes lines 1 and 2 with blue. The spaces (2,1) and (2,2) take other colors only, and its choice of
    # (1,3) takes column 3: line 2 is blocked and costs 1 + 2, of which the score of 1 can lose 1.
    one = Round("BY BB RR", "1B1 3R2 2B2 CY3", tiling=["13", "22"])
    replay = accepted(stopped(one, opening_seat=0, ruleset="printed"))
    columns = ("seat", "line", "turn", "column", "color", "horizontal", "vertical", "multiplier", "points")
    assert rows(replay, "placements", *columns) == [
        (0, 1, 1, 3, "blue", 1, 1, 1, 1),
        (0, 2, 3, None, "blue", None, None, None, 0),
        (1, 2, 2, 2, "red", 1, 1, 1, 1),
    ]
    floors = rows(replay, "floors", "tile_points", "spaces", "marker", "nominal_points", "floor_points", "score_after")
    assert floors == [(1, 2, False, -3, -1, 0), (1, 1, True, -1, -1, 0)]
    # with (1,1) instead column 3 stays open: not to place line 2 is no choice
    one.tiling = ["11", "22"]
    assert fault(stopped(one, opening_seat=0, ruleset="printed")) == ("tiling-missing", 1, None, 0)


def test_e22_replay_follows_a_game_that_has_no_end() -> None:
    # everyone floors everything; sixty rounds are more than a simulation would play, and no fault of a record
    one = Game(STANDARD, 2, 0, Random(1))
    one.play(lambda _, legal: next(draft for draft in legal if draft[2] == 0), most_rounds=60)
    record = one.record(claims="log")
    record.result = Result([0, 0], ended_by="round_limit")
    replay = accepted(record)
    assert rows(replay, "games", "rounds", "ended_by", "finished") == [(60, "round_limit", False)]
    record.result = Result([0, 0])
    assert fault(record) == ("game-unfinished", 60, None, None)


# --- stopped games --------------------------------------------------------------------------------


@pytest.mark.parametrize("ended_by", ["conceded", "abandoned", "round_limit"])
def test_a_game_may_stop_before_its_first_round(ended_by: Any) -> None:
    replay = accepted(game(result=Result([0, 0], ended_by=ended_by)))
    assert rows(replay, "games", "rounds", "turns", "ended_by", "finished") == [(0, 0, ended_by, False)]
    assert rows(replay, "seats", "score", "place", "win_share") == [(0, None, None)] * 2
    assert {name: replay.tables[name].num_rows for name in PLAYED[1:]} == dict.fromkeys(PLAYED[1:], 0)


def test_an_unfinished_round_has_rows_of_its_drafts_only_and_nobody_looks_at_its_tiling_and_scores() -> None:
    # the tenth draft is missing: a B lies in the center
    cut = first_round(drafts=DRAFTS.removesuffix(" CBF"), tiling=["99 junk", "x", "y"], scores=[7])
    replay = accepted(stopped(cut))
    assert rows(replay, "games", "rounds", "turns", "finished") == [(1, 9, False)]
    assert rows(replay, "rounds", "turns", "marker_seat") == [(9, 0)]
    assert [replay.tables[name].num_rows for name in ("deals", "turns", "placements", "floors")] == [5, 9, 0, 0]
    assert rows(replay, "seats", "score", "tile_points", "complete_lines") == [(0, 0, 0)] * 2


def test_a_last_round_without_a_draft_is_a_round() -> None:
    replay = accepted(stopped(first_round(drafts="")))
    assert rows(replay, "rounds", "turns", "marker_seat") == [(0, None)]


@pytest.mark.parametrize(
    ("case", "ruleset", "tiling", "scored"),
    [
        ("a fixed wall needs no tiling", "standard", None, True),
        ("it may have one", "standard", TILING, True),
        ("a free wall with its tiling", "gray", FREE_TILING, True),
        ("a free wall that lacks it", "gray", None, False),
    ],
)
def test_a_last_round_that_is_drafted_to_the_end_is_scored_if_it_can_be(
    case: str, ruleset: str, tiling: list[str] | None, scored: bool
) -> None:
    last = first_round() if tiling is None else first_round(tiling=tiling)
    replay = accepted(stopped(last, ruleset=ruleset))
    assert rows(replay, "games", "finished", "ended_by") == [(False, "abandoned")]
    assert len(rows(replay, "turns")) == 10
    assert len(rows(replay, "placements")) == (5 if scored else 0)
    assert len(rows(replay, "floors")) == (2 if scored else 0)
    if ruleset == "standard":
        assert rows(replay, "seats", "score") == SCORES


def test_a_free_wall_without_a_complete_line_needs_no_tiling_at_the_end() -> None:
    # seat 1: RRR of five, TT of three, T of four; seat 0: KKK of four, YYYY of five
    last = first_round(drafts="5R5 3K4 2T3 4Y5 1KF CRF CT4 CY5 CBF")
    replay = accepted(stopped(last, ruleset="gray"))
    assert rows(replay, "placements") == []
    # seat 0: marker and RRR, 1 + 1 + 2 + 2; seat 1: KK and BB, the same
    assert rows(replay, "floors", "seat", "nominal_points", "score_after") == [(0, -6, 0), (1, -6, 0)]


@pytest.mark.parametrize(
    ("winners", "expected"),
    [
        ([1], [(None, 0.0), (1, 1.0)]),
        ([1, 0], [(1, 0.5), (1, 0.5)]),
        ([], [(None, None), (None, None)]),
        (None, [(None, None), (None, None)]),
    ],
)
def test_only_claimed_winners_of_a_stopped_game_have_a_place(winners: list[int] | None, expected: list[Any]) -> None:
    result = Result(SCORES, ended_by="conceded") if winners is None else Result(SCORES, winners, "conceded")
    replay = accepted(stopped(first_round(), result=result))
    assert rows(replay, "seats", "place", "win_share") == expected
    assert rows(replay, "seats", "score") == SCORES  # the track, without bonuses
    assert rows(replay, "bonuses") == []


def test_a_stopped_game_of_three_shares_the_win_among_those_who_are_named() -> None:
    replay = accepted(game(players=3, result=Result(winners=[2, 0], ended_by="abandoned")))
    assert rows(replay, "seats", "place", "win_share") == [(1, 0.5), (None, 0.0), (1, 0.5)]


def test_saying_that_a_game_may_stop_does_not_keep_it_from_its_end() -> None:
    # its second round ends it, so `conceded` is a wrong claim
    record = two_rounds()
    assert record.result
    record.result.ended_by = "conceded"
    assert fault(record) == ("result-mismatch", None, None, None)


# --- the second judge -----------------------------------------------------------------------------

CASES = [(name, players) for name in ruleset_names() for players in (2, 3, 4)]
CASES += [(one.name, players) for one in (SMALL, LARGE, GAPS) for players in one.factories]
CHOICES = [(one.name, players) for one in (OTHERWISE, NO_MARKER) for players in one.factories]


def test_random_games_give_the_rows_of_the_second_judge() -> None:
    """All rulesets and numbers of players, good and bad players, with and without claims."""
    cases = [(*case, policy) for case in CASES + CHOICES for policy in POLICIES]
    if not COMPILED:  # fewer games, since each takes a second
        cases = cases[::5]
    games = [
        played(OWN.get(name) or load_ruleset(name), players, seed, policy, most_rounds=7)
        for seed, (name, players, policy) in enumerate(cases)
    ]
    claims = ("none", "log", "all")
    replay = accepted(*(one.record(str(at), claims[at % 3]) for at, one in enumerate(games)))
    for table in PLAYED:
        found: dict[str, list[dict[str, Any]]] = {}
        for row in rows(replay, table):
            found.setdefault(row.pop("game_id"), []).append(row)
        for at, one in enumerate(games):
            assert found.get(f"oracle/{at}", []) == one.rows[table], (cases[at], table)
    ends = Counter(one.ended_by for one in games)
    assert {"line", None, "rounds"} <= set(ends)  # finished and stopped ones


@settings(deadline=None, max_examples=30, derandomize=True)
@given(st.sampled_from(CASES), st.integers(0, 10**6), st.integers(0, 120), st.sampled_from(POLICIES))
def test_games_cut_anywhere_give_the_rows_of_the_second_judge(
    case: tuple[str, int], seed: int, turns: int, policy: Any
) -> None:
    name, players = case
    one = played(OWN.get(name) or load_ruleset(name), players, seed, policy, most_rounds=6, most_turns=turns)
    replay = accepted(one.record())
    for table in PLAYED:
        found = [{key: value for key, value in row.items() if key != "game_id"} for row in rows(replay, table)]
        assert found == one.rows[table]


# --- deals ----------------------------------------------------------------------------------------


def first_hundred(record: GameRecord) -> list[tuple[int, int]]:
    """Where the first hundred tiles of a game were dealt: round and place in its deal, both from 0."""
    places = [
        (number, place)
        for number, one in enumerate(record.rounds)
        for place, letter in enumerate(one.deal)
        if letter not in " -"
    ]
    return places[:100]


def with_letter(record: GameRecord, number: int, place: int, letter: str) -> None:
    deal = record.rounds[number].deal
    record.rounds[number].deal = deal[:place] + letter + deal[place + 1 :]


@pytest.mark.parametrize(("players", "rounds"), [(2, 5), (3, 4), (4, 3)])
def test_the_first_hundred_tiles_are_twenty_of_each_color(players: int, rounds: int) -> None:
    # 5 x 20 tiles; 3 x 28 and four factories; 2 x 36 and seven factories. No other hundred can be dealt.
    record = played(STANDARD, players, 11, first_line_only).record(claims="none")
    places = first_hundred(record)
    assert Counter(record.rounds[number].deal[place] for number, place in places) == dict.fromkeys("BYRKT", 20)
    assert places[-1][0] == rounds - 1
    accepted(record)
    # one tile of the last old factory another color: it has that color 21 times
    number, place = places[-1]
    other = "B" if record.rounds[number].deal[place] != "B" else "Y"
    with_letter(record, number, place, other)
    assert fault(record) == ("deal-tiles", rounds, None, None)


def test_t14_a_tile_of_the_lid_before_the_last_old_one() -> None:
    # Three players deal the last 16 old tiles to the first four factories of round 4. Changing places with a tile of
    # the fifth, which came from the lid, is refused; within the first four factories it would be the same tiles.
    record = played(STANDARD, 3, 11, first_line_only).record(claims="none")
    old, new = record.rounds[3].deal[:19], record.rounds[3].deal[19:]
    assert old.count(" ") == 3
    replay = accepted(record)
    assert rows(replay, "rounds", "refilled")[:5] == [False, False, False, True, False]
    one, other = next((a, b) for a in old for b in new if a not in " -" and b not in " -" and a != b)
    record.rounds[3].deal = old.replace(one, other, 1) + new.replace(other, one, 1)
    assert fault(record) == ("deal-tiles", 4, None, None)


def test_t15_e7_deals_of_too_few_tiles_fill_the_factories_in_order() -> None:
    # four players who keep tiles on their boards: in the end fewer than 36 are left to deal
    one = played(STANDARD, 4, 3, hoarder, most_rounds=12)
    replay = accepted(one.record(claims="log"))
    short = {number for number, tiles in rows(replay, "rounds", "round", "tiles_dealt") if tiles < 36}
    assert short
    colors = ("blue", "yellow", "red", "black", "turquoise")
    for number in short:
        sizes = [sum(row[color] for color in colors) for row in rows(replay, "deals") if row["round"] == number]
        tiles = sum(sizes)
        assert sizes == [min(4, max(0, tiles - 4 * before)) for before in range(9)]
        assert rows(replay, "rounds", "bag_after_deal", "lid_after_deal")[number - 1] == (0, 0)


# --- what must not matter -------------------------------------------------------------------------


def recolored(record: GameRecord, other: dict[int, int]) -> GameRecord:
    """The game with other names of colors: in deals and drafts."""
    for one in record.rounds:
        one.deal = one.deal.translate(other)
        one.drafts = " ".join(draft[:-2] + draft[-2].translate(other) + draft[-1] for draft in one.drafts.split())
    return record


def moved(record: GameRecord, by: int) -> GameRecord:
    """The game with everybody `by` seats further on."""
    players = len(record.players)
    record.opening_seat = (record.opening_seat + by) % players
    for one in record.rounds:
        if one.tiling:
            one.tiling = one.tiling[-by:] + one.tiling[:-by]
    return record


def reordered(record: GameRecord, random: Random) -> GameRecord:
    """The game with the factories of each round in another order."""
    for one in record.rounds:
        factories = one.deal.split()
        order = random.sample(range(len(factories)), len(factories))
        one.deal = " ".join(factories[at] for at in order)
        one.drafts = " ".join(
            draft if draft[0] == "C" else f"{order.index(int(draft[:-2]) - 1) + 1}{draft[-2:]}"
            for draft in one.drafts.split()
        )
    return record


POINTS = ("seat", "tile_points", "floor_points", "bonus_points", "score", "place", "win_share")
SEEDS = st.integers(0, 10**6)
FEW = settings(deadline=None, max_examples=12, derandomize=True)


@FEW
@given(SEEDS, st.permutations("BYRKT"), st.sampled_from(POLICIES))
def test_names_of_colors_do_not_matter_on_a_free_wall(seed: int, names: list[str], policy: Any) -> None:
    one = played(GRAY, 2, seed, policy, most_rounds=6)
    other = recolored(one.record(claims="none"), str.maketrans("BYRKT", "".join(names)))
    assert rows(accepted(other), "seats", *POINTS) == rows(accepted(one.record()), "seats", *POINTS)


@FEW
@given(SEEDS, st.sampled_from([2, 3, 4]), st.integers(1, 3), st.sampled_from(["standard", "crystal_1"]))
def test_numbers_of_seats_do_not_matter(seed: int, players: int, by: int, ruleset: str) -> None:
    by = by % players
    one = played(load_ruleset(ruleset), players, seed, most_rounds=6)
    before = rows(accepted(one.record()), "seats", *POINTS[1:])
    after = rows(accepted(moved(one.record(claims="none"), by)), "seats", *POINTS[1:])
    assert [after[(seat + by) % players] for seat in range(players)] == before


@FEW
@given(SEEDS, st.sampled_from(POLICIES))
def test_the_order_of_factories_does_not_matter(seed: int, policy: Any) -> None:
    # two players and five rounds: no deal takes tiles of bag and lid
    one = played(STANDARD, 2, seed, policy, most_rounds=5)
    before, after = accepted(one.record()), accepted(reordered(one.record(claims="log"), Random(seed)))
    for table in ("seats", "placements", "floors", "bonuses"):
        assert rows(after, table) == rows(before, table)


@FEW
@given(st.sampled_from(CASES), SEEDS)
def test_points_stay_within_their_bounds(case: tuple[str, int], seed: int) -> None:
    name, players = case
    ruleset: Ruleset = OWN.get(name) or load_ruleset(name)
    replay = accepted(played(ruleset, players, seed, mostly_floor, most_rounds=6).record(claims="none"))
    size = ruleset.size
    for points, multiplier in rows(replay, "placements", "points", "multiplier"):
        assert points == 0 if multiplier is None else multiplier <= points <= 2 * size * multiplier
    most = size * (ruleset.line_bonus + ruleset.column_bonus + ruleset.color_bonus)
    for row in rows(replay, "seats"):
        assert 0 <= row["bonus_points"] <= most
        assert row["score"] == row["tile_points"] + row["floor_points"] + row["bonus_points"] >= 0
    for marker, first, number in rows(replay, "rounds", "marker_seat", "first_seat", "round"):
        takers = [row["seat"] for row in rows(replay, "turns") if row["round"] == number and row["took_marker"]]
        assert takers == ([] if marker is None else [marker]), first
    if rows(replay, "games", "ended_by") == ["line"]:
        assert rows(replay, "games", "rounds")[0] >= size


def test_claims_of_every_kind_that_are_right_change_nothing() -> None:
    one = played(load_ruleset("crystal_1"), 3, 5, at_random)
    plain, claimed = accepted(one.record(claims="none")), accepted(one.record(claims="all"))
    for table in PLAYED:
        assert rows(claimed, table) == rows(plain, table)


def test_claims_may_be_made_of_some_seats_only() -> None:
    record = with_claims(stopped(first_round()), floors=[None, -1], placements=[(1, 3, 3)])
    accepted(record)
