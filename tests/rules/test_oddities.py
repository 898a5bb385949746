"""What is allowed in a ruleset but odd, each with the sentence; nothing that ships or is meant is odd."""

from __future__ import annotations

import pytest

from azul_analytics.rules.oddities import oddities
from azul_analytics.rules.ruleset import load_ruleset, parse_ruleset, ruleset_names
from azul_analytics.rules.template import ruleset_template

FREE = "wall.kind = 'free'\nwall.pattern = []\n"


def odd(changes: str, name: str = "own") -> list[str]:
    return oddities(parse_ruleset(f'name = "{name}"\n{changes}', "own"))


@pytest.mark.parametrize("name", ruleset_names())
def test_nothing_that_ships_is_odd(name: str) -> None:
    assert oddities(load_ruleset(name)) == []


@pytest.mark.parametrize(
    "changes",
    [
        "", "floor = []", "floor = [0, -1, 1]", "overflow = -1", "clamp = 'never'", "marker = 'cost'", "end_rounds = 5",
        "marker = 'none'\nno_marker_next_first = 'rotate'", "end_complete_lines = 5", "tie_break = []",
        FREE + "wall.unique_in_line = false", FREE + "bonuses.diagonal = 5", "tiles_per_color = [20, 20, 20, 20, 5]",
        "bonuses.sets = [{ name = 'rim', points = 3, spaces = '11 12 13 14 15 25' }]",
    ],
)  # fmt: skip
def test_what_may_be_meant_is_not_odd(changes: str) -> None:
    assert odd(changes) == []


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        (
            "factories = { 2 = 5, 4 = 9 }\ntiles_per_color = 7",  # 35 tiles
            ["factories.4: 9 factories of 4 take 36 tiles, but there are 35; the first round is dealt short already"],
        ),
        (
            "factories = { 6 = 1 }",
            ["factories.6: 4 tiles a round are fewer than seats; some draft nothing in a round"],
        ),
        (
            "tiles_per_color = [20, 20, 20, 20, 4]\nend_complete_lines = 4",
            ["tiles_per_color: 4 turquoise tiles never fill a line of 5", "wall: no play completes line 5"],
        ),
        (
            "tiles_per_color = [20, 20, 20, 20, 4]\nline_capacities = [1, 1, 1, 1, 1]",
            ["tiles_per_color: 4 turquoise tiles are too few for the bonus of that color"],
        ),
        # two spaces of one line for red alone: its second never comes, so no more than four lines can be full
        (
            FREE + "wall.printed = [{line=1, column=1, color='red'}, {line=1, column=2, color='red'}]\n"
            "end_complete_lines = 5",
            [
                "wall: no play completes line 1",
                "end_complete_lines: only 4 lines can be completed, so the end never comes",
            ],
        ),
        # every line can be full, but column 1 wants red twice
        (
            FREE + "wall.printed = [{line=1, column=1, color='red'}, {line=2, column=1, color='red'}]",
            ["wall: no play completes the whole of it"],
        ),
        (
            FREE + "wall.printed = [{line=1, column=1, color='red'}, {line=2, column=1, color='red'}]\n"
            "bonuses.sets = [{name='pair', points=1, spaces='11 21'}, {name='one', points=0, spaces='11'}]",
            [
                "wall: no play completes the whole of it",
                "bonuses.sets 1: no play fills the spaces of pair",
                "bonuses.sets 2: one brings no points",
            ],
        ),
        (
            "bonuses.diagonal = 5",  # the falling one is blue from end to end; the rising one is of several colors
            ["bonuses: diagonal 1 and the color blue are the same spaces; both bonuses come together"],
        ),
        (
            "bonuses.sets = [{name='top', points=3, spaces='11 12 13 14 15'}]",
            ["bonuses: top 1 and line 1 are the same spaces; both bonuses come together"],
        ),
        (
            "floor = [1, -1]",
            ["floor: the first space brings 1 point; what falls there is a gain"],
        ),
        (
            "end_rounds = 4",
            ["end_complete_lines: a line takes 5 rounds, and the game ends after 4"],
        ),
        (
            "round_limit = 4",
            ["round_limit: no game ends before round 5, so a simulation gives up every one"],
        ),
        (
            "end_complete_lines = 0\nend_rounds = 51",
            ["round_limit: no game ends before round 51, so a simulation gives up every one"],
        ),
        ("marker = 'none'", ["next_first: the same seat starts every round"]),
        ("next_first = 'same'", ["next_first: the same seat starts every round"]),
        ("floor = [-1, 2]", ["floor: the first 2 spaces together bring 1 point; what falls there is a gain"]),
        ("overflow = 1", ["overflow: each tile beyond the floor brings 1 point"]),
        (
            "marker = 'cost'\nmarker_points = 1",
            ["marker_points: who takes the marker gains 1 point"],
        ),
    ],
)
def test_what_is_odd_is_said(changes: str, found: list[str]) -> None:
    assert odd(changes) == found


def test_the_name_of_a_ruleset_that_ships_is_odd_with_other_numbers() -> None:
    (sentence,) = odd("floor = [-1]", "standard")
    assert sentence.startswith("name: standard ships with other numbers")
    assert odd("", "standard") == []


def test_a_large_free_wall_is_answered_soon() -> None:
    """Seven colors, a printed color in each line: a search without order would not come to an end."""
    printed = ", ".join(f"{{line={line}, column={8 - line}, color='purple'}}" for line in range(1, 8))
    colors = "colors = ['blue', 'yellow', 'red', 'black', 'turquoise', 'green', 'purple']\n"
    capacities = "line_capacities = [1, 2, 3, 4, 5, 6, 7]\n"
    assert odd(f"{colors}{capacities}{FREE}wall.printed = [{printed}]") == []


# the file to begin with


def test_a_new_file_plays_like_the_standard_game() -> None:
    made = parse_ruleset(ruleset_template("mild"), "mild")
    assert made.name == "mild"
    assert {**made.numbers, "name": "standard"} == load_ruleset("standard").numbers


def test_every_key_of_a_new_file_can_be_taken_into_use() -> None:
    lines = ruleset_template("mild").splitlines()
    used = [line.removeprefix("# ") if " = " in line and "#  " not in line[:4] else line for line in lines]
    made = parse_ruleset("\n".join(used), "mild")
    assert {**made.numbers, "name": "standard"} == load_ruleset("standard").numbers
    assert sum(line.startswith("# ") for line in used) < sum(line.startswith("# ") for line in lines) - 25


def test_a_new_file_begins_with_what_no_ruleset_has() -> None:
    beginning = ruleset_template("mild").partition("name =")[0]
    for word in ("jokers", "special factories", "tiles with effects", "hidden choices"):
        assert word in beginning
