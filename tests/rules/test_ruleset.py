"""Rulesets: what ships, what a file of one's own inherits, and a precise word on every fault."""

from __future__ import annotations

import json
import os
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from azul_analytics.errors import RulesetError
from azul_analytics.rules.ruleset import (
    Ruleset,
    defined_ruleset,
    load_ruleset,
    parse_ruleset,
    ruleset_names,
    ruleset_text,
)


def own(changes: str = "") -> Ruleset:
    """The standard game under another name, with changes; keys of tables are written `wall.kind = ...`."""
    return parse_ruleset(f'name = "own"\n{changes}', "own.toml")


def faults(changes: str) -> tuple[str, ...]:
    with pytest.raises(RulesetError) as refusal:
        own(changes)
    return refusal.value.faults


# what ships: the numbers of the publisher's rules and of the boards, typed here a second time on purpose


def test_the_rulesets_that_ship_with_standard_first() -> None:
    assert ruleset_names() == [
        "standard", "crystal_1", "crystal_1_bga", "crystal_2", "crystal_2_bga", "gray", "standard_after_last",
    ]  # fmt: skip


def test_the_numbers_of_the_standard_game() -> None:
    standard = load_ruleset("standard")
    assert standard.colors == ("blue", "yellow", "red", "black", "turquoise")
    assert standard.letters == "BYRKT"
    assert (standard.tiles_per_color, standard.tiles_per_factory) == ((20,) * 5, 4)
    assert standard.factories == {2: 5, 3: 7, 4: 9}
    assert standard.line_capacities == (1, 2, 3, 4, 5)
    assert standard.floor == (-1, -1, -2, -2, -2, -3, -3)
    assert (standard.line_bonus, standard.column_bonus, standard.color_bonus) == (2, 7, 10)
    assert (standard.end_complete_lines, standard.end_rounds) == (1, 0)
    assert standard.no_marker_next_first == "same"


def test_a_color_of_the_standard_wall_moves_one_column_right_in_each_line() -> None:
    standard = load_ruleset("standard")
    for color, letter in enumerate(standard.letters):
        columns = [pattern.index(letter) for pattern in standard.wall_pattern]
        assert columns == [(color + line) % 5 for line in range(5)]


@pytest.mark.parametrize("name", ["gray", "crystal_1", "crystal_2", "crystal_1_bga", "crystal_2_bga"])
def test_boards_without_a_printed_pattern_are_free(name: str) -> None:
    ruleset = load_ruleset(name)
    assert (ruleset.wall_kind, ruleset.wall_pattern) == ("free", ())


@pytest.mark.parametrize("name", ["crystal_1", "crystal_1_bga"])
def test_the_printed_spaces_of_side_1_double(name: str) -> None:
    spaces = {(one.line, one.column, one.color, one.multiplier) for one in load_ruleset(name).printed}
    assert spaces == {
        (1, 4, "black", 2), (2, 1, "turquoise", 2), (3, 3, "yellow", 2), (4, 5, "blue", 2), (5, 2, "red", 2),
    }  # fmt: skip


@pytest.mark.parametrize("name", ["crystal_2", "crystal_2_bga"])
def test_side_2_has_printed_spaces_without_a_multiplier_and_dearer_bonuses(name: str) -> None:
    ruleset = load_ruleset(name)
    spaces = {(one.line, one.column, one.color, one.multiplier) for one in ruleset.printed}
    assert spaces == {
        (2, 2, "blue", 1), (2, 4, "red", 1), (3, 3, "turquoise", 1), (4, 2, "black", 1), (4, 4, "yellow", 1),
    }  # fmt: skip
    assert (ruleset.line_bonus, ruleset.column_bonus, ruleset.color_bonus) == (3, 10, 12)


@pytest.mark.parametrize("name", ["crystal_1", "crystal_2"])
def test_the_floor_of_crystal_mosaic_is_milder_and_said_to_be_uncertain(name: str) -> None:
    assert load_ruleset(name).floor == (-1, 0, -1, -2, -1, -2, -3)
    assert "uncertain" in load_ruleset(name).description
    assert load_ruleset(f"{name}_bga").floor == load_ruleset("standard").floor


def test_standard_after_last_differs_in_one_number() -> None:
    standard = json.loads(load_ruleset("standard").definition)
    other = json.loads(load_ruleset("standard_after_last").definition)
    assert {key for key in standard if standard[key] != other[key]} == {"name", "no_marker_next_first"}
    assert other["no_marker_next_first"] == "after_last"


@pytest.mark.parametrize("name", ruleset_names())
def test_a_ruleset_that_ships_is_named_like_its_file(name: str) -> None:
    assert load_ruleset(name).name == name
    assert load_ruleset(name) is load_ruleset(name)  # read once


def test_no_two_rulesets_that_ship_are_the_same() -> None:
    assert len({load_ruleset(name).hash for name in ruleset_names()}) == len(ruleset_names())


# files of one's own


def test_a_file_of_ones_own_is_loaded_by_its_ending(tmp_path: Path) -> None:
    file = tmp_path / "mild.toml"
    file.write_text('name = "mild"\nfloor = [-1]\n', encoding="utf-8")
    mild = load_ruleset(file)
    assert (mild.name, mild.floor) == ("mild", (-1,))
    assert mild.column_bonus == 7  # the rest is standard
    assert load_ruleset(str(file)) == mild


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    file = tmp_path / "mild.toml"
    file.write_bytes(b"\xef\xbb\xbf" + b'name = "mild"\n')
    assert load_ruleset(file).name == "mild"


def test_a_file_extends_another_and_single_keys_of_its_tables() -> None:
    mixed = own('extends = "crystal_2"\nbonuses.line = 4\nwall.printed = []')
    assert (mixed.line_bonus, mixed.column_bonus, mixed.color_bonus) == (4, 10, 12)
    assert (mixed.wall_kind, mixed.printed) == ("free", ())
    assert mixed.floor == (-1, 0, -1, -2, -1, -2, -3)


def test_factories_are_replaced_as_a_whole() -> None:
    assert own("factories = { 2 = 6 }").factories == {2: 6}


def test_a_copy_of_what_ships_has_its_numbers(tmp_path: Path) -> None:
    for name in ruleset_names():
        file = tmp_path / f"{name}.toml"
        file.write_text(ruleset_text(name), encoding="utf-8")
        assert load_ruleset(file).hash == load_ruleset(name).hash


@pytest.mark.parametrize("name", ["gary", "", "../standard", "standard.tml", "STANDARD"])
def test_an_unknown_name_lists_the_known_ones(name: str) -> None:
    with pytest.raises(RulesetError) as refusal:
        load_ruleset(name)
    sentence = str(refusal.value)
    assert sentence == f"There is no ruleset {name!r}; there are {', '.join(ruleset_names())}."


def test_a_missing_file_and_one_that_is_no_text_are_named(tmp_path: Path) -> None:
    with pytest.raises(RulesetError, match=r"cannot be read: No such file or directory\.$"):
        load_ruleset(tmp_path / "missing.toml")
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RulesetError, match=r"binary\.toml cannot be read: it is no text in UTF-8\.$"):
        load_ruleset(binary)


def test_a_folder_or_a_pipe_is_no_ruleset(tmp_path: Path) -> None:
    (tmp_path / "folder.toml").mkdir()
    os.mkfifo(tmp_path / "pipe.toml")  # to open it would wait for a writer
    for name in ("folder.toml", "pipe.toml"):
        with pytest.raises(RulesetError, match=rf"{name} cannot be read: it is a folder, a pipe or a device\.$"):
            load_ruleset(tmp_path / name)


@pytest.mark.parametrize("name", ["a\0b.toml", "\ud800.toml"])
def test_a_name_that_no_file_can_have_is_said(name: str) -> None:
    with pytest.raises(RulesetError, match=r"cannot be read: no file has such a name\.$"):
        load_ruleset(name)


@pytest.mark.parametrize("ending", ["", ".toml"])
def test_of_a_long_name_the_beginning_is_said(ending: str) -> None:
    with pytest.raises(RulesetError) as refusal:
        load_ruleset("x" * 5000 + ending)
    assert f"'{'x' * 76}..." in str(refusal.value)
    assert len(str(refusal.value)) < 300


def test_what_ships_keeps_its_name_for_its_numbers(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('name = "standard"\ndescription = "all the numbers of standard"\n', encoding="utf-8")
    assert load_ruleset(own).hash == load_ruleset("standard").hash
    own.write_text('name = "standard"\nfloor = [-1]\n', encoding="utf-8")
    with pytest.raises(RulesetError, match="has faults: name: standard ships with other numbers; ") as refusal:
        load_ruleset(own)
    assert len(refusal.value.faults) == 1


@pytest.mark.parametrize(
    "text",
    ["floor = [", "name = own", "= 1", "name = 1\nname = 2", "floor = " + "[" * 9000, "end_rounds = " + "9" * 9000],
)
def test_bad_toml_is_a_sentence_with_the_file(text: str) -> None:
    with pytest.raises(RulesetError, match=r"^The ruleset own\.toml is no TOML: "):
        parse_ruleset(text, "own.toml")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("overflow = 10", "overflow: a whole number from -9 to 9 (found 10)."),
        ("[bonuses]\nline = 100", "bonuses.line: a whole number from -99 to 99 (found 100)."),
        ('[wall]\nkind = "huge"', "(found 'huge')"),
        ("floor = [" + "-1," * 99 + "]", f"points of each space (found [{'-1, ' * 19}..."[:-3]),
        ("foo = 1", "foo: no such key; perhaps floor."),
    ],
)
def test_a_fault_says_what_was_found(text: str, said: str) -> None:
    with pytest.raises(RulesetError) as refusal:
        parse_ruleset(f'name = "own"\n{text}', "own.toml")
    assert said in str(refusal.value)


def test_what_is_beyond_python_is_said_in_plain_words() -> None:
    for text, reason in (("a = " + "[" * 9000, "nested too deep"), ("a = " + "9" * 9000, "number has too many digits")):
        with pytest.raises(RulesetError, match=rf"is no TOML: .*{reason}\.$"):
            parse_ruleset(text, "own.toml")


@pytest.mark.parametrize("parent", ['"nobody"', '"own.toml"', "7", "[]", '""'])
def test_what_a_file_extends_must_ship(parent: str) -> None:
    first, second = faults(f"extends = {parent}\noverflow = 10")  # other faults are named too
    assert first.startswith("extends: a ruleset that ships, standard, crystal_1, ")
    assert second == "overflow: a whole number from -9 to 9"


def test_a_file_of_ones_own_needs_a_name() -> None:
    with pytest.raises(RulesetError) as refusal:
        parse_ruleset('extends = "gray"', "own.toml")
    assert refusal.value.faults == ("name: up to 64 letters, digits, _ . -",)


# faults

FREE = "wall.kind = 'free'\nwall.pattern = []\n"
THREE = "colors = ['blue', 'yellow', 'red']\n"
TILES = "tiles_per_color: a whole number from 1 to 127, or a list of them, one a color"
PRINTED = (
    "wall.printed 1: line and column (1 to 5) and color, multiplier or both; a multiplier is 1 to 9, "
    "a color one of blue, yellow, red, black, turquoise"
)
TIES = "tie_break: a list of complete_lines, complete_columns, complete_colors, wall_tiles, each at most once"
SETS = (
    "bonuses.sets 1: name (not line, column, color, diagonal), points (-99 to 99), and spaces, "
    'line and column of each, such as "11 15"'
)
FAULTS = [
    ("flor = [-1]", "flor: no such key; perhaps floor"),
    ("xyz = 1", "xyz: no such key"),
    ("column = 7", "column: no such key here; it belongs to bonuses"),
    ("description = 7", "description: a text"),
    ("tiles_per_color = 0", TILES),
    ("tiles_per_color = 128", TILES),
    ("tiles_per_color = true", TILES),
    ("tiles_per_color = 20.0", TILES),
    (
        "tiles_per_color = [20, 20, 20, 20]",
        "tiles_per_color: 5 whole numbers from 1 to 127, as many as colors, or one for all",
    ),
    ("tiles_per_factory = 10", "tiles_per_factory: a whole number from 1 to 9"),
    ("end_complete_lines = 6", "end_complete_lines: a whole number from 0 to 5"),
    ("end_rounds = -1", "end_rounds: a whole number from 0 to 1000"),
    ("round_limit = 0", "round_limit: a whole number from 1 to 1000"),
    ("line_capacities = [1, 2, 3, 4]", "line_capacities: 5 whole numbers from 1 to 9, as many as colors"),
    ("line_capacities = [1, 2, 3, 4, 10]", "line_capacities: 5 whole numbers from 1 to 9, as many as colors"),
    ("floor = [-1.5]", "floor: up to 40 whole numbers, points of each space"),
    ("floor = -1", "floor: up to 40 whole numbers, points of each space"),
    (f"floor = {[-1] * 41}", "floor: up to 40 whole numbers, points of each space"),
    ("overflow = -10", "overflow: a whole number from -9 to 9"),
    ("clamp = 'always'", 'clamp: "round", "floor_first" or "never"'),
    ("marker = true", 'marker: "floor", "cost" or "none"'),
    ("marker = 'cost'\nmarker_points = 100", "marker_points: a whole number from -99 to 99"),
    ("marker_points = -1", 'marker_points: 0, unless marker is "cost"'),
    ("next_first = 'lowest'", 'next_first: "marker", "same", "after_last" or "rotate"'),
    ("no_marker_next_first = 'last'", 'no_marker_next_first: "same", "after_last" or "rotate"'),
    ("no_marker_next_first = 'marker'", 'no_marker_next_first: "same", "after_last" or "rotate"'),
    ("tie_break = 'complete_lines'", TIES),
    ("tie_break = ['age']", TIES),
    ("tie_break = ['wall_tiles', 'wall_tiles']", TIES),
    ("end_complete_lines = 0", "end_complete_lines, end_rounds: one of them above 0"),
    ("colors = ['blue', 'red']", "colors: 3 to 7 of blue, yellow, red, black, turquoise, green, purple, in this order"),
    (
        "colors = ['red', 'blue', 'yellow']",
        "colors: 3 to 7 of blue, yellow, red, black, turquoise, green, purple, in this order",
    ),
    (
        "colors = ['blue', 'blue', 'red']",
        "colors: 3 to 7 of blue, yellow, red, black, turquoise, green, purple, in this order",
    ),
    ("factories = { 1 = 3 }", "factories: for 2 to 6 players, 1 to 15 factories"),
    ("factories = { 2 = 16 }", "factories: for 2 to 6 players, 1 to 15 factories"),
    ("factories = {}", "factories: for 2 to 6 players, 1 to 15 factories"),
    ("factories = 5", "factories: for 2 to 6 players, 1 to 15 factories"),
    ("bonuses = 7", "bonuses: a table of line, column, color, diagonal, sets"),
    ("bonuses.row = 7", "bonuses.row: no such key"),
    ("bonuses.colum = 7", "bonuses.colum: no such key; perhaps bonuses.column"),
    ("bonuses.sets = 7", "bonuses.sets: a list of up to 30 sets"),
    (f"bonuses.sets = {[{}] * 31}", "bonuses.sets: a list of up to 30 sets"),
    ("bonuses.sets = [7]", SETS),
    ("bonuses.sets = [{ name = 'edge', points = 1 }]", SETS),
    ("bonuses.sets = [{ name = 'line', points = 1, spaces = '11' }]", SETS),
    ("bonuses.sets = [{ name = 'edge', points = 100, spaces = '11' }]", SETS),
    ("bonuses.sets = [{ name = 'edge', points = 1, spaces = '16' }]", SETS),
    ("bonuses.sets = [{ name = 'edge', points = 1, spaces = '11 11' }]", SETS),
    ("bonuses.sets = [{ name = 'edge', points = 1, spaces = '' }]", SETS),
    ("bonuses.column = 100", "bonuses.column: a whole number from -99 to 99"),
    ("wall = 7", "wall: a table of kind, pattern, unique_in_line, unique_in_column, printed"),
    ("wall.shape = 7", "wall.shape: no such key"),
    ("wall.unique_in_line = 0", "wall.unique_in_line: true or false"),
    (
        "wall.unique_in_column = false",
        "wall.unique_in_column: true on a fixed wall, where the pattern says what may repeat",
    ),
    ("wall.kind = 'round'", 'wall.kind: "fixed" or "free"'),
    ("wall.kind = 'free'", "wall.pattern: empty on a free wall"),
    ("wall.pattern = []", "wall.pattern: 5 lines, each with the letters BYRKT once"),
    (
        "wall.pattern = ['BYRKT', 'BYRKT', 'BYRKT', 'BYRKT', 'BYRKK']",
        "wall.pattern: 5 lines, each with the letters BYRKT once",
    ),
    (
        "wall.printed = [{ line = 1, column = 1, color = 'red' }]",
        "wall.printed 1: line and column (1 to 5) and multiplier; a multiplier is 1 to 9, "
        "a color one of blue, yellow, red, black, turquoise",
    ),
    (
        "wall.printed = [{ line = 1, column = 1, color = 'red', multiplier = 2 }]",
        "wall.printed 1: no color on a fixed wall, where the pattern says it",
    ),
    ("wall.printed = 7", "wall.printed: a list of spaces"),
    (FREE + "wall.printed = [{ line = 6, column = 1, color = 'red' }]", PRINTED),
    (FREE + "wall.printed = [{ line = 1, column = 0, color = 'red' }]", PRINTED),
    (FREE + "wall.printed = [{ line = 1, column = 1, color = 'green' }]", PRINTED),
    (FREE + "wall.printed = [{ line = 1, column = 1 }]", PRINTED),
    (FREE + "wall.printed = [{ line = 1, column = 1, color = 'red', multiplier = 0 }]", PRINTED),
    (FREE + "wall.printed = [{ line = 1, column = 1, color = 'red', doubles = true }]", PRINTED),
    (FREE + "wall.printed = [7]", PRINTED),
    (
        FREE + "wall.printed = [{ line = 1, column = 1, color = 'red' }, { line = 1, column = 1, color = 'blue' }]",
        "wall.printed 2: the space is printed already",
    ),
]


@pytest.mark.parametrize(
    ("key", "answer"),
    [
        ("jokers", "jokers: every tile has one color, and counts as no other"),
        ("wild_tiles", "jokers: every tile has one color, and counts as no other"),
        ("special_factories", "special factories: all factories hold the same number of tiles and are drafted alike"),
        ("tile_effects", "tiles with effects: a tile on the wall brings points and nothing else"),
        ("hidden_choice", "hidden choices: every draft is open, and seats draft one after the other"),
        ("wall.joker", "jokers: every tile has one color, and counts as no other"),
        ("bonuses.secret", "hidden choices: every draft is open, and seats draft one after the other"),
    ],
)
def test_a_key_for_what_cannot_be_modeled_gets_that_answer(key: str, answer: str) -> None:
    assert faults(f"{key} = 1") == (f"{key}: cannot be modeled; no ruleset has {answer}",)


@pytest.mark.parametrize(("changes", "fault"), FAULTS)
def test_a_fault_is_named_with_what_is_allowed(changes: str, fault: str) -> None:
    assert faults(changes) == (fault,)


def test_all_faults_are_named_at_once_in_one_sentence() -> None:
    with pytest.raises(RulesetError) as refusal:
        own("flor = 1\nround_limit = 0\nbonuses.line = 'two'\ncolors = 3\nwall.kind = 'round'")
    assert str(refusal.value) == (
        "The ruleset own.toml has faults: flor: no such key; perhaps floor; "
        "round_limit: a whole number from 1 to 1000 (found 0); "
        "colors: 3 to 7 of blue, yellow, red, black, turquoise, green, purple, in this order (found 3); "
        "wall.kind: \"fixed\" or \"free\" (found 'round'); bonuses.line: a whole number from -99 to 99 (found 'two')."
    )


def test_another_number_of_colors_needs_the_keys_that_depend_on_it() -> None:
    assert faults(THREE) == (
        "line_capacities: 3 whole numbers from 1 to 9, as many as colors",
        "wall.pattern: 3 lines, each with the letters BYR once",
    )
    small = own(THREE + "line_capacities = [1, 2, 3]\nwall.pattern = ['BYR', 'RBY', 'YRB']")
    assert (small.size, small.letters) == (3, "BYR")


# the hash


CHANGES = [
    "tiles_per_color = 21", "tiles_per_factory = 5", "line_capacities = [1, 2, 3, 4, 6]",
    "floor = [-1, -1, -2, -2, -2, -3, -2]", "floor = [-1, -1, -2, -2, -2, -3]", "end_complete_lines = 2",
    "end_rounds = 9", "no_marker_next_first = 'after_last'", "round_limit = 51", "factories = { 2 = 5, 3 = 7 }",
    "factories = { 2 = 5, 3 = 7, 4 = 8 }", "bonuses.line = 3", "bonuses.column = 8", "bonuses.color = 9",
    "wall.pattern = ['BYRKT', 'TBYRK', 'KTBYR', 'RKTBY', 'YRKBT']", FREE,
    FREE + "wall.printed = [{ line = 1, column = 1, color = 'red' }]",
    FREE + "wall.printed = [{ line = 1, column = 1, color = 'red', multiplier = 2 }]",
    FREE + "wall.printed = [{ line = 1, column = 2, color = 'red' }]",
    FREE + "wall.printed = [{ line = 2, column = 1, color = 'red' }]",
    FREE + "wall.printed = [{ line = 1, column = 1, color = 'blue' }]",
    FREE + "wall.printed = [{ line = 1, column = 1, multiplier = 2 }]", FREE + "wall.unique_in_line = false",
    FREE + "wall.unique_in_column = false", "wall.printed = [{ line = 1, column = 1, multiplier = 2 }]",
    "tiles_per_color = [20, 20, 20, 20, 19]", "overflow = -1", "marker = 'cost'", "marker = 'none'",
    "marker = 'cost'\nmarker_points = -1", "next_first = 'same'", "next_first = 'rotate'",
    "no_marker_next_first = 'rotate'", "clamp = 'never'", "clamp = 'floor_first'", "tie_break = []",
    "tie_break = ['wall_tiles']", "tie_break = ['complete_lines', 'wall_tiles']", "bonuses.diagonal = 1",
    "bonuses.sets = [{ name = 'edge', points = 1, spaces = '11 12' }]",
    "bonuses.sets = [{ name = 'edge', points = 2, spaces = '11 12' }]",
    "bonuses.sets = [{ name = 'rim', points = 1, spaces = '11 12' }]",
    "bonuses.sets = [{ name = 'edge', points = 1, spaces = '11 13' }]",
]  # fmt: skip


def test_any_other_number_is_another_hash() -> None:
    hashes = {own(change).hash for change in ["", *CHANGES]}
    assert len(hashes) == len(CHANGES) + 1
    assert parse_ruleset('name = "other"', "other.toml").hash not in hashes


def test_the_hash_is_of_numbers_and_not_of_words_or_of_their_order() -> None:
    plain = own("end_rounds = 9\ntiles_per_color = 21")
    assert own("tiles_per_color = 21\n# later\nend_rounds = 9\ndescription = 'a club game'").hash == plain.hash
    assert own("factories = { 4 = 9, 2 = 5, 3 = 7 }").hash == own().hash
    assert own("tiles_per_color = [20, 20, 20, 20, 20]").hash == own().hash
    assert len(plain.hash) == 64


def test_the_hashes_of_what_ships_stay() -> None:
    """Databases of older versions keep them; a key that comes later must not change them."""
    hashes = {name: load_ruleset(name).hash[:12] for name in ruleset_names()}
    assert hashes == {
        "standard": "7469874e5c03",
        "crystal_1": "558d607c637c",
        "crystal_1_bga": "071a3162e398",
        "crystal_2": "a2517af93a8f",
        "crystal_2_bga": "d7127bb50859",
        "gray": "447707641382",
        "standard_after_last": "ded9d7f080c2",
    }


@pytest.mark.parametrize("changes", ["", *CHANGES])
def test_a_ruleset_is_made_again_from_what_a_database_keeps_of_it(changes: str) -> None:
    ruleset = own(changes)
    again = defined_ruleset(ruleset.definition)
    assert (again.hash, again.numbers) == (ruleset.hash, ruleset.numbers)
    assert again.rules.tobytes() == ruleset.rules.tobytes()


@pytest.mark.parametrize("definition", ["", "[]", "{}", '{"name":"x","floor":7}'])
def test_what_is_no_definition_is_refused_in_a_sentence(definition: str) -> None:
    with pytest.raises(RulesetError, match=r"^(A stored definition is no JSON|The ruleset (x|None) has faults: )"):
        defined_ruleset(definition)


def test_a_description_is_not_inherited() -> None:
    assert own().description == ""


# sets of spaces with a bonus


def test_diagonals_come_before_sets_of_ones_own_and_sets_of_a_name_are_numbered() -> None:
    ruleset = own(
        "bonuses.diagonal = 6\nbonuses.sets = [{name='half', points=4, spaces='11 12'}, "
        "{name='dot', points=1, spaces='33'}, {name='half', points=5, spaces='55 54'}]"
    )
    assert [(one.name, one.which, one.points) for one in ruleset.bonus_sets] == [
        ("diagonal", 1, 6), ("diagonal", 2, 6), ("half", 1, 4), ("dot", 1, 1), ("half", 2, 5),
    ]  # fmt: skip
    assert ruleset.bonus_sets[0].spaces == ((1, 1), (2, 2), (3, 3), (4, 4), (5, 5))
    assert ruleset.bonus_sets[1].spaces == ((1, 5), (2, 4), (3, 3), (4, 2), (5, 1))
    assert ruleset.bonus_sets[4].spaces == ((5, 5), (5, 4))


def test_a_printed_space_of_a_fixed_wall_keeps_the_color_of_the_pattern() -> None:
    rules = own("wall.printed = [{ line = 2, column = 1, multiplier = 3 }]").rules[0]
    assert (rules.wall_color[2, 1], rules.multiplier[2, 1]) == (4, 3)  # turquoise, the fifth color
    assert rules.multiplier.sum() == rules.multiplier.size + 2  # and no other space multiplies


# the record for the engine


def test_the_floor_of_the_engine_is_summed() -> None:
    rules = load_ruleset("standard").rules[0]
    assert rules.floor_size == 7
    assert rules.floor_points[:8].tolist() == [0, -1, -2, -4, -6, -8, -11, -14]


def test_a_floor_whose_overflow_costs_points_goes_on() -> None:
    rules = own("floor = [-1, 2]\noverflow = -3").rules[0]
    assert rules.floor_size == 255
    assert rules.floor_points[:6].tolist() == [0, -1, 1, -2, -5, -8]


# anything at all

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.sampled_from(["line", "2", "kind", "x"]), inner),
    max_leaves=6,
)
KEYS = [*tomllib.loads(ruleset_text("standard")), "extends", "nonsense"]


def toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(key)} = {toml(one)}" for key, one in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    if isinstance(value, float):
        return repr(value)  # nan and inf are TOML too
    return json.dumps("" if value is None else value)


@settings(deadline=None)
@given(st.dictionaries(st.sampled_from(KEYS), values, min_size=1, max_size=4))
def test_any_value_of_any_key_is_taken_or_refused_in_a_sentence(table: dict[str, Any]) -> None:
    text = "\n".join(f"{key} = {toml(value)}" for key, value in table.items())
    try:
        ruleset = parse_ruleset(text, "own.toml")
    except RulesetError as error:
        assert str(error).startswith("The ruleset own.toml ")
    else:
        assert ruleset.rules[0].size == len(ruleset.colors)
        assert min(ruleset.factories) >= 2


@settings(deadline=None)
@given(st.text(max_size=60))
def test_any_text_is_taken_or_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(RulesetError, match=r"^The ruleset own"):  # without a name, none is whole
        parse_ruleset(text, "own.toml")
