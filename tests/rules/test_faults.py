"""Each fault of play: its code, its place, and a sentence with what was found, expected and legal.

The games are the round of azul_records.DEAL, whose course stands there, and what two rulesets make of it.
"""

from __future__ import annotations

from typing import Any

import pytest
from azul_records import (
    DEAL,
    DRAFTS,
    FREE_TILING,
    SCORES,
    SEATS,
    TILING,
    accepted,
    fault,
    first_round,
    game,
    refused,
    stopped,
    two_rounds,
    with_claims,
)
from msgspec import UNSET
from own_rulesets import OWN

from azul_analytics.records import REJECT_CODES, GameRecord, Result, Round
from azul_analytics.rules import trace

LAST = "CBF"  # the tenth draft, by seat 0; legal were this and CB5


def ending(last: str) -> Round:
    """The round with another tenth draft."""
    return first_round(drafts=DRAFTS.removesuffix(LAST) + last)


def sentence(record: GameRecord, *parts: str) -> str:
    """The message of a refused record, which has all these parts in it."""
    message = str(refused(record)["message"])
    assert [part for part in parts if part not in message] == [], message
    return message


def test_every_fault_of_play_has_a_code_that_the_format_describes() -> None:
    assert set(trace.FAULTS) - {""} <= set(REJECT_CODES)


# --- drafts ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "draft", "why"),
    [
        ("empty-source", "CK5", ["the center has no black", "it holds 1B"]),
        ("empty-source", "1B5", ["factory 1 has no blue", "it holds nothing"]),
        ("empty-source", "9B5", ["there is no factory 9", "only 1 to 5"]),
        ("empty-source", "123456789012345678901234567890B5", ["there is no factory 123456789012345678901234567890"]),
        ("line-color", "CB2", ["line 2 of seat 0 holds 1 turquoise"]),
        ("line-color", "CB3", ["line 3 of seat 0 holds 3 black"]),  # a full line of another color
        ("line-full", "CB1", ["line 1 of seat 0 is full of blue"]),
    ],
)
def test_an_illegal_draft(code: str, draft: str, why: list[str]) -> None:
    record = stopped(ending(draft))
    assert fault(record) == (code, 1, 10, 0)
    message = sentence(record, f"Draft {draft} ", *why)
    assert message.endswith("Legal were: CBF CB5.")


def test_a_color_that_the_wall_line_has() -> None:
    # turn 19, the last of round 2: seat 0 has blue at (1,1), its lines are -, TT, -, RRRR, YYYYY
    record = two_rounds()
    record.rounds[1].drafts = record.rounds[1].drafts.removesuffix("CB3") + "CB1"
    assert fault(record) == ("wall-color", 2, 19, 0)
    assert sentence(record, "Draft CB1 ", "line 1 of the wall of seat 0 has blue already").endswith(
        "Legal were: CBF CB3."
    )


def test_all_legal_drafts_are_named_in_order() -> None:
    # turn 9: the center holds Y and B; seat 1 has T, KK, RRR, -, YYY
    record = stopped(first_round(drafts="5R3 3K3 2T1 CT2 4Y5 CB1 1K2 CR4 CY1"))
    assert fault(record) == ("line-color", 1, 9, 1)
    assert sentence(record, "line 1 of seat 1 holds 1 turquoise").endswith("Legal were: CBF CB4 CYF CY4 CY5.")


def test_a_draft_after_the_last_tile() -> None:
    record = stopped(first_round(drafts=f"{DRAFTS} CB1"))
    assert fault(record) == ("round-over", 1, 11, 1)
    sentence(record, "Draft CB1", "are taken", "expected the next round or the end")


def test_a_draft_claimed_for_another_seat() -> None:
    # turn 4 is seat 0's
    record = stopped(first_round(seats="1011010101"))
    assert fault(record) == ("wrong-seat", 1, 4, 0)
    sentence(record, "Turn 4", "for seat 1", "the turn of seat 0")


def test_turns_count_over_the_whole_game_and_places_are_those_of_the_turn() -> None:
    record = two_rounds()
    record.rounds[1].seats = "011010101"  # turn 12 is seat 1's, turn 13 seat 0's
    assert fault(record) == ("wrong-seat", 2, 13, 0)


# --- deals ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "deal", "parts"),
    [
        ("deal-factories", f"{DEAL} BBBB", ["expected 5 factories with 4 "]),
        ("deal-factories", f"{DEAL} -", ["expected 5 factories"]),
        ("deal-factories", "BKKRT TRR KKKY YYYB RRRT", ["BKKRT TRR KKKY YYYB RRRT"]),
        ("deal-factories", "BKKR TTRR KKKY YYYB RRR", ["the bag (20B 20Y 20R 20K 20T)", "the lid (nothing)"]),
        ("deal-factories", "BKKR TTRR KKKY YYYB", ["expected 5 factories"]),
        ("deal-factories", "BKKR TTRR - YYYB RRRT", ["expected 5 factories"]),
        ("deal-factories", "", ["found ''"]),
    ],
)
def test_a_deal_that_does_not_fill_the_factories(code: str, deal: str, parts: list[str]) -> None:
    record = stopped(first_round(deal, ""))
    assert fault(record) == (code, 1, None, None)
    sentence(record, *parts)


def test_a_deal_of_tiles_that_are_not_there() -> None:
    # after round 1 the bag holds 18B 16Y 14R 15K 17T and the lid 1B 2R 3K 1T: fifteen red tiles are one too many
    record = stopped(first_round(), Round("RRRR RRRR RRRR RRRB BBBB", ""))
    assert fault(record) == ("deal-tiles", 2, None, None)
    sentence(record, "RRRR RRRR RRRR RRRB BBBB", "(18B 16Y 14R 15K 17T)", "(1B 2R 3K 1T)", "only when it is empty")


@pytest.mark.parametrize("bag", [79, 81, 0, -1, 2**31 - 1, -(2**31) + 1])
def test_a_claimed_bag(bag: int) -> None:
    record = stopped(first_round(bag=bag))
    assert fault(record) == ("bag-mismatch", 1, None, None)
    sentence(record, f"claims {bag} ", "in the bag", "there are 80")


# --- rounds and ends ------------------------------------------------------------------------------


def test_a_round_that_is_left_before_its_last_tile() -> None:
    record = stopped(first_round(drafts=DRAFTS.removesuffix(" CBF")), first_round(drafts=""))
    assert fault(record) == ("round-unfinished", 1, None, None)
    sentence(record, "1 tiles on the table", "another round follows", "expected drafts until none is left")


def test_a_log_that_ends_before_the_game() -> None:
    record = game([first_round()])
    assert fault(record) == ("game-unfinished", 1, None, None)
    sentence(record, "stops in round 1,", "before the game has ended", "conceded, abandoned or round_limit")
    record = game([first_round(drafts=DRAFTS[:11])])  # three drafts; 8 tiles are taken
    assert fault(record) == ("game-unfinished", 1, None, None)
    sentence(record, "with 12 tiles on the table")


def test_a_log_without_a_round_does_not_end_by_itself() -> None:
    code, *_ = fault(game())
    assert code == "game-unfinished"


@pytest.mark.parametrize("ended_by", ["line", "rounds", "exhausted"])
def test_an_end_of_the_rules_is_no_excuse_for_a_log_that_stops(ended_by: Any) -> None:
    assert fault(game([first_round()], result=Result(ended_by=ended_by)))[0] == "game-unfinished"


def test_a_round_after_the_end() -> None:
    record = two_rounds()
    record.rounds += [first_round(), first_round()]
    assert fault(record) == ("game-over", 3, None, None)
    sentence(record, "Round 3 is recorded", "ended after round 2")


# --- tiling ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tiling", "seat", "parts"),
    [
        (["11", TILING[1]], 0, ["line 3 (holds 3 black of 3)", "found '11'", "expected 31"]),
        (["12 31", TILING[1]], 0, ["line 1 (holds 1 blue of 1)", "found '12 31'", "expected 11"]),
        ([TILING[0], "15 25 35 51"], 1, ["line 5 (holds 4 yellow of 5)", "expected no placement of this line"]),
        ([TILING[0], "15 25 35 41"], 1, ["line 4 (holds nothing of 4)", "expected no placement of this line"]),
        (["", ""], 0, ["found ''", "expected 11"]),
    ],
)
def test_a_claimed_tiling_of_a_fixed_wall(tiling: list[str], seat: int, parts: list[str]) -> None:
    record = stopped(first_round(tiling=tiling))
    assert fault(record) == ("tiling-mismatch", 1, None, seat)
    sentence(record, f"round 1, seat {seat}", *parts)


def test_a_complete_line_that_is_not_placed() -> None:
    record = stopped(first_round(tiling=[FREE_TILING[0], "11 33"]), ruleset="gray")
    assert fault(record) == ("tiling-missing", 1, None, 1)
    sentence(record, "seat 1, line 2 (holds 2 black of 2)", "found '11 33'", "the wall has a space for it")


@pytest.mark.parametrize(
    ("case", "ruleset", "tiling", "parts"),
    [
        ("a line that is not complete", "gray", ["11 21 32", FREE_TILING[1]], ["placement 21", "1 turquoise of 2"]),
        ("an empty line", "gray", ["11 32 51", FREE_TILING[1]], ["placement 51", "holds nothing of 5"]),
        ("another color's printed space", "crystal_1", ["14 31", "11 22 31"], ["placement 14", "1 blue of 1"]),
    ],
)
def test_a_placement_that_no_wall_takes(case: str, ruleset: str, tiling: list[str], parts: list[str]) -> None:
    record = stopped(first_round(tiling=tiling), ruleset=ruleset)
    assert fault(record) == ("tiling-illegal", 1, None, 0)
    sentence(record, *parts, "expected a complete line and a free space that takes the color, in a column without it")


@pytest.mark.parametrize(("space", "why"), [("22", "taken"), ("21", "its column has the color")])
def test_a_placement_that_this_wall_does_not_take(space: str, why: str) -> None:
    # Round 1 puts seat 0's blue tile to (1,1) and its YY to (2,2); in round 2 its line 2 is full of blue, and goes
    # neither to (2,2) nor into column 1.
    first = Round("BR YY RR", "1B1 3RF 2Y2 CRF", tiling=["11 22", ""])
    second = Round("RR BB YY", "1RF 2B2 3YF", tiling=[space, ""])  # seat 1, which took the marker, opens
    record = stopped(first, second, opening_seat=0, ruleset="small")
    assert fault(record) == ("tiling-illegal", 2, None, 0)
    second.tiling = ["23", ""]
    accepted(record)


# --- scores and claims ----------------------------------------------------------------------------


def test_claimed_scores_of_a_round_name_the_first_seat_at_fault() -> None:
    record = stopped(first_round(scores=[SCORES[0], 6]))
    assert fault(record) == ("score-mismatch", 1, None, 1)
    sentence(record, "Round 1", "claims 6 as score of seat 1", "the rules give 5")
    assert fault(stopped(first_round(scores=[1, 6]))) == ("score-mismatch", 1, None, 0)


@pytest.mark.parametrize(
    ("claims", "expected", "parts"),
    [
        ({"marker": 1}, ("marker-mismatch", 1, None, 1), ["the marker to seat 1", "seat 0 took it"]),
        ({"floors": [-1, -1]}, ("score-mismatch", 1, None, 0), ["claims -1 floor points of seat 0", "give -2"]),
        ({"floors": [None, 1]}, ("score-mismatch", 1, None, 1), ["claims 1 floor points of seat 1", "give -1"]),
        (
            {"placements": [(0, 1, 1), (1, 3, 4)]},
            ("score-mismatch", 1, None, 1),
            ["claims 4 points for the tile of line 3", "give 3"],
        ),
        (
            {"bag": [18, 16, 14, 16, 17]},
            ("bag-mismatch", 1, None, None),
            ["round 1", "claims 16 black tiles in the bag", "there are 15"],
        ),
        (
            {"lid": [0, 0, 0, 0, 1]},
            ("bag-mismatch", 1, None, None),
            ["claims 1 turquoise tiles in the lid", "there are 0"],
        ),
    ],
)
def test_claims_of_other_formats(claims: dict[str, Any], expected: tuple[Any, ...], parts: list[str]) -> None:
    record = with_claims(stopped(first_round()), **claims)
    assert fault(record) == expected
    sentence(record, *parts)


def test_a_marker_claimed_where_nobody_took_it() -> None:
    record = with_claims(stopped(Round("BBBB BBBB BBBB BBBB BBBB", "1BF 2BF 3BF 4BF 5BF"), opening_seat=0), marker=0)
    assert fault(record) == ("marker-mismatch", 1, None, 0)
    sentence(record, "nobody took it")


def test_claimed_bag_and_lid_of_a_later_round() -> None:
    # as worked out for the second deal: the bag after it holds 12B 10Y 13R 13K 12T, the lid 1B 2R 3K 1T
    right = {"bag": [12, 10, 13, 13, 12], "lid": [1, 0, 2, 3, 1]}
    accepted(with_claims(two_rounds(), at=1, **right))
    record = with_claims(two_rounds(), at=1, **{**right, "lid": [1, 0, 2, 2, 1]})
    assert fault(record) == ("bag-mismatch", 2, None, None)
    sentence(record, "round 2", "claims 2 black tiles in the lid", "there are 3")


def test_a_claim_about_a_tile_that_was_not_placed() -> None:
    record = with_claims(stopped(first_round()), placements=[(0, 5, 3)])
    assert fault(record) == ("score-mismatch", 1, None, 0)


# --- the result -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("claim", "parts"),
    [
        ({"scores": [17, 0]}, ["claims 17 points at the end", "seat 0", "give 18"]),
        ({"scores": [11, 0]}, ["give 18"]),  # bonuses are part of it
        ({"winners": [1]}, ["winning seats: 1", "by the rules: 0"]),
        ({"winners": [0, 1]}, ["winning seats: 0, 1", "by the rules: 0"]),
        ({"winners": []}, ["winning seats: nobody", "by the rules: 0"]),
        ({"ended_by": "line"}, ["'line'", "'rounds'"]),
        ({"ended_by": "exhausted"}, ["'exhausted'", "'rounds'"]),
        ({"ended_by": "conceded"}, ["'conceded'", "'rounds'"]),
    ],
)
def test_a_claimed_result(claim: dict[str, Any], parts: list[str]) -> None:
    record = two_rounds()
    record.result = Result(**claim)
    assert fault(record) == ("result-mismatch", None, None, None)
    sentence(record, *parts)


def test_claimed_scores_of_a_stopped_game_are_the_track() -> None:
    record = stopped(first_round(), result=Result([0, 6], ended_by="abandoned"))
    assert fault(record) == ("result-mismatch", None, None, None)
    sentence(record, "claims 6 points", "give 5")


def test_claimed_bonuses() -> None:
    record = with_claims(two_rounds(), bonuses=[7, 2])
    assert fault(record) == ("result-mismatch", None, None, None)
    sentence(record, "claims 2 bonus points of seat 1", "give 0")


# --- the order of faults --------------------------------------------------------------------------

WRONG_RESULT = Result([99, 99], [1], "abandoned")


def with_all_claims_wrong(upto: int) -> GameRecord:
    """A round with faults of every stage; those before stage `upto` are mended."""
    stages: list[dict[str, Any]] = [
        {"deal": "BKKR TTRR KKKY YYYB RRR"},
        {"bag": 79},
        {"drafts": DRAFTS.removesuffix(LAST) + "CB2"},
        {"tiling": ["", ""]},
        {"scores": [9, 9]},
    ]
    wrong: dict[str, Any] = {}
    for stage in stages[upto:]:
        wrong |= stage
    return stopped(first_round(**{"deal": DEAL, "drafts": DRAFTS, **wrong}), result=WRONG_RESULT)


@pytest.mark.parametrize(
    ("upto", "code"),
    [
        (0, "deal-factories"),
        (1, "bag-mismatch"),
        (2, "line-color"),
        (3, "tiling-mismatch"),
        (4, "score-mismatch"),
        (5, "result-mismatch"),
    ],
)
def test_faults_come_in_the_order_of_play(upto: int, code: str) -> None:
    assert fault(with_all_claims_wrong(upto))[0] == code


def test_form_comes_before_play() -> None:
    # round 1 has an illegal draft, round 2 a draft that is none
    record = two_rounds()
    record.rounds[0].drafts = record.rounds[0].drafts.replace("5R3", "5B3")
    record.rounds[1].drafts = record.rounds[1].drafts.replace("1Y5", "3Q2")
    assert fault(record) == ("bad-field", None, None, None)
    sentence(record, "rounds[1].drafts", "draft 1 is '3Q2'")


def test_at_one_draft_the_round_comes_first_then_the_seat_then_the_source() -> None:
    over = first_round(drafts=f"{DRAFTS} 9B1", seats=f"{SEATS}0")  # turn 11 is seat 1's, nothing is left
    assert fault(stopped(over))[0] == "round-over"
    seat = first_round(drafts=DRAFTS.removesuffix(LAST) + "9B1", seats="1010101011")
    assert fault(stopped(seat))[0] == "wrong-seat"


def test_seats_are_tiled_one_after_the_other_and_scored_afterwards() -> None:
    both = first_round(tiling=["11 21 32", "12"], scores=[9, 9])
    assert fault(stopped(both, ruleset="gray")) == ("tiling-illegal", 1, None, 0)
    second = first_round(tiling=[FREE_TILING[0], "12"], scores=[9, 9])
    assert fault(stopped(second, ruleset="gray")) == ("tiling-missing", 1, None, 1)


def test_the_end_of_a_game_comes_before_its_scores_and_these_before_its_winners() -> None:
    record = two_rounds()
    record.result = Result([1, 1], [1], "line")
    sentence(record, "ended by 'line'")
    record.result = Result([1, 1], [1])
    sentence(record, "claims 1 points at the end")


# --- form -----------------------------------------------------------------------------------------

FORMS: list[tuple[str, GameRecord, list[str]]] = [
    ("players", game(players=5), ["players", "5 are named", "standard seats 2, 3, 4"]),
    ("players", game(players=1), ["1 are named"]),
    ("players", game(players=0), ["0 are named"]),
    ("players", game(players=40), ["40 are named"]),
    ("opening_seat", stopped(opening_seat=2), ["opening_seat", "2", "from 0 to 1"]),
    ("opening_seat", stopped(opening_seat=-1), ["opening_seat", "-1", "from 0 to 1"]),
    ("deal", stopped(Round("BBBG", "")), ["rounds[0].deal", "factory 1", "'BBBG'", "B Y R K T"]),
    ("deal", stopped(Round("BBBB  KKKK", "")), ["rounds[0].deal", "factory 2", "''"]),
    ("deal", stopped(Round(" BBBB", "")), ["factory 1"]),
    ("deal", stopped(Round("BBBB ", "")), ["factory 2"]),
    ("deal", stopped(Round("BB-B", "")), ["factory 1", "'BB-B'"]),
    ("deal", stopped(Round("BBBB\tKKKK", "")), ["factory 1"]),
    ("deal", stopped(Round("bbbb", "")), ["factory 1", "'bbbb'"]),
    ("deal", stopped(Round("ÄBBB", "")), ["factory 1"]),
    ("draft", stopped(first_round(drafts="5R3 3Q2")), ["rounds[0].drafts", "draft 2", "'3Q2'"]),
    ("draft", stopped(first_round(drafts="0B2")), ["draft 1", "'0B2'"]),
    ("draft", stopped(first_round(drafts="1B6")), ["draft 1", "'1B6'", "1 to 5"]),
    ("draft", stopped(first_round(drafts="1B0")), ["'1B0'"]),
    ("draft", stopped(first_round(drafts="-1B2")), ["'-1B2'"]),
    ("draft", stopped(first_round(drafts="1B")), ["'1B'"]),
    ("draft", stopped(first_round(drafts="1")), ["'1'"]),
    ("draft", stopped(first_round(drafts="C")), ["'C'"]),
    ("draft", stopped(first_round(drafts="1B22")), ["'1B22'"]),
    ("draft", stopped(first_round(drafts="5R3  3K3")), ["draft 2", "''"]),
    ("draft", stopped(first_round(drafts="5R3 ")), ["draft 2", "''"]),
    ("draft", stopped(first_round(drafts="5R3\n3K3")), ["draft 1"]),
    ("draft", stopped(first_round(drafts="5R３")), ["draft 1"]),  # a full-width digit
    ("draft", stopped(first_round(drafts="1" * 5000 + "Z2")), ["draft 1", "1111..."]),
    ("seats", stopped(first_round(seats="101")), ["rounds[0].seats", "3", "10"]),
    ("seats", stopped(first_round(seats="1010101012")), ["rounds[0].seats", "from 0 to 1"]),
    ("seats", stopped(first_round(seats="101010101x")), ["rounds[0].seats"]),
    ("scores", stopped(first_round(scores=[1, 2, 3]), Round("", "")), ["rounds[0].scores", "3", "2"]),
    ("seconds", stopped(first_round(seconds=[1.0])), ["rounds[0].seconds", "1", "10"]),
    ("tiling", stopped(first_round(), first_round(), ruleset="gray"), ["rounds[0].tiling", "missing", "free wall"]),
    ("result.scores", stopped(result=Result([1], ended_by="conceded")), ["result.scores", "1", "2"]),
    ("result.winners", stopped(result=Result(winners=[2], ended_by="conceded")), ["result.winners", "from 0 to 1"]),
    ("result.winners", stopped(result=Result(winners=[0, 0], ended_by="conceded")), ["result.winners", "each once"]),
    ("result.winners", stopped(result=Result(winners=[-1], ended_by="conceded")), ["result.winners"]),
]
CLAIMS: list[tuple[GameRecord, list[str]]] = [
    (with_claims(stopped(first_round()), marker=2), ["marker", "2"]),
    (with_claims(stopped(first_round()), marker=-1), ["marker", "-1"]),
    (with_claims(stopped(first_round()), floors=[0]), ["floors", "1", "2"]),
    (with_claims(stopped(first_round()), placements=[(2, 1, 1)]), ["placements", "seat 2"]),
    (with_claims(stopped(first_round()), placements=[(0, 6, 1)]), ["line 6"]),
    (with_claims(stopped(first_round()), bag=[1, 2]), ["bag", "2", "5"]),
    (with_claims(stopped(first_round()), lid=[0] * 6), ["lid", "6", "5"]),
    (with_claims(stopped(first_round()), bonuses=[0]), ["claims.bonuses", "1", "2"]),
    (with_claims(stopped(first_round()), bonuses=[0, 0, 0]), ["claims.bonuses", "3", "2"]),
]
LAST_TILING: list[tuple[list[str], list[str]]] = [
    (["11"], ["rounds[0].tiling", "1", "2"]),
    (["1", ""], ["rounds[0].tiling[0]", "placement 1", "'1'"]),
    (["", "11 26"], ["tiling[1]", "placement 2", "'26'"]),
    (["", "11  22"], ["tiling[1]", "placement 2"]),
    (["32 11", ""], ["tiling[0]", "in order"]),
    (["11 12", ""], ["tiling[0]", "each line once"]),
]
FORMS += [
    ("tiling", stopped(first_round(tiling=tiling), Round("", ""), ruleset="gray"), parts)
    for tiling, parts in LAST_TILING
]


@pytest.mark.parametrize(
    ("record", "parts"), [one[1:] for one in FORMS], ids=[f"{at}-{one[0]}" for at, one in enumerate(FORMS)]
)
def test_form_that_the_ruleset_or_the_number_of_players_decides(record: GameRecord, parts: list[str]) -> None:
    assert fault(record) == ("bad-field", None, None, None)
    sentence(record, *parts)


@pytest.mark.parametrize(("record", "parts"), CLAIMS)
def test_form_of_claims_of_other_formats(record: GameRecord, parts: list[str]) -> None:
    assert fault(record) == ("bad-field", None, None, None)
    sentence(record, *parts)


@pytest.mark.parametrize(("tiling", "parts"), LAST_TILING)
def test_form_of_the_tiling_of_a_stopped_game_counts_if_its_last_round_is_scored(
    tiling: list[str], parts: list[str]
) -> None:
    record = stopped(first_round(tiling=tiling), ruleset="gray")
    assert fault(record) == ("bad-field", None, None, None)
    sentence(record, *parts)
    accepted(stopped(first_round(drafts=DRAFTS[:11], tiling=tiling), ruleset="gray"))  # an unfinished one


def test_letters_and_lines_are_those_of_the_ruleset() -> None:
    assert "gaps" in OWN
    deal = "YYK KPP PPY"
    assert fault(stopped(Round(deal, "1B1"), ruleset="gaps", opening_seat=0))[0] == "bad-field"
    assert fault(stopped(Round(deal, "1Y4"), ruleset="gaps", opening_seat=0))[0] == "bad-field"
    record = stopped(Round(deal, "1Y3 CP1"), ruleset="gaps", opening_seat=0)
    assert fault(record) == ("empty-source", 1, 2, 1)
    sentence(record, "the center has no purple", "it holds 1K", "Legal were: CKF CK1 CK2 CK3 2KF")


def test_an_unknown_ruleset() -> None:
    for name in ("nobody_knows", "x" * 300, "", "standard.toml", "../standard"):
        record = stopped(ruleset=name)
        assert fault(record)[0] == "unknown-ruleset", name
    assert stopped().ruleset is UNSET
