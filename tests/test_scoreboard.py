"""Boards set by hand: the known answers of the rules, what is typed, stored rounds, and a table of players."""

from __future__ import annotations

import pytest
from own_rulesets import NO_MARKER, OTHERWISE

import azul_analytics as azul
from azul_analytics.database import Database
from azul_analytics.errors import AzulError
from azul_analytics.ingest import append
from azul_analytics.replayer import replay_batch
from azul_analytics.rules.ruleset import load_ruleset, parse_ruleset
from azul_analytics.scoreboard import Scoreboard, read_floor, stored_rounds, table_of
from azul_analytics.simulate import simulate_games

STANDARD = load_ruleset("standard")

T3 = "12 14 15 23 24 25 42 43 54 55"


@pytest.mark.parametrize(
    ("case", "wall", "tile", "horizontal", "vertical", "points"),
    [
        ("T1 alone", "", "24", 1, 1, 1),
        # (2,4) and (2,5) on its right, a gap on its left
        ("T2 a run across", "12 21 24 25 42 54 55", "23", 3, 1, 3),
        # (2,3) above and (4,3) below: a run of one across counts nothing
        ("T3 a run down alone", T3, "33", 1, 3, 3),
        # (3,2) to (3,5) across, (1,4) to (3,4) down
        ("T4 both", f"{T3} 32 33 35", "34", 4, 3, 7),
        ("T19 two left, one above", "31 32 23", "33", 3, 2, 5),
        ("T20 two above, one right", "13 23 34", "33", 2, 3, 5),
    ],
)
def test_known_answers_of_tiles(case: str, wall: str, tile: str, horizontal: int, vertical: int, points: int) -> None:
    played = azul.score(wall, tile)
    (one,) = played.tiles
    assert (one.horizontal, one.vertical, one.points, one.multiplier) == (horizontal, vertical, points, 1)
    assert played.tile_points == played.score_after == played.total == points


@pytest.mark.parametrize(
    ("floor", "marker", "points"),
    [
        (4, True, -8),  # T7
        *[(fallen, False, points) for fallen, points in enumerate([0, -1, -2, -4, -6, -8, -11, -14, -14, -14])],  # T8
        (7, True, -14),  # T11: the marker finds no space
        (8, True, -14),  # T12: the marker in space 7, two tiles to the lid
    ],
)
def test_known_answers_of_floors(floor: int, marker: bool, points: int) -> None:
    played = azul.score(floor=floor, marker=marker, score_before=50)
    assert (played.nominal_points, played.floor_points, played.score_after) == (points, points, 50 + points)
    assert played.spaces == min(7, floor + marker)


def test_a_score_stops_at_zero_once_a_round() -> None:
    assert azul.score(floor=7, score_before=5).score_after == 0  # T9
    # T10: 1 on the track, +4 (a tile beside three others), then -11 or -4
    for floor, after in ((6, 0), (3, 1)):
        played = azul.score("11 12 13", "14", floor=floor, score_before=1)
        assert (played.tile_points, played.score_after) == (4, after)
        assert played.floor_points == after - 5


def test_bonuses_and_total() -> None:
    """T18: two lines, column 1, and blue, which lies on (1,1) (2,2) (3,3) (4,4) (5,5): 58 + 4 + 7 + 10 = 79."""
    wall = "11 12 13 14 15 21 22 23 24 25 31 41 51 33 44 55"
    dearer = parse_ruleset(
        'name = "dearer"\nbonuses = { line = 3, column = 10, color = 12, diagonal = 0, sets = [] }', "x"
    )
    for ruleset, total in ((STANDARD, 79), (dearer, 86)):
        played = azul.score(wall, score_before=58, ruleset=ruleset)
        assert (played.complete_lines, played.complete_columns, played.complete_colors) == ((1, 2), (1,), ("blue",))
        assert (played.score_after, played.bonus_points, played.total) == (58, total - 58, total)


def test_a_full_wall_line_after_line_from_the_top() -> None:
    """T26 in another order: all of line 1 first, and so on, is 141 tile points and 95 bonuses."""
    board = Scoreboard(1, STANDARD)
    for line in range(1, 6):
        for column in range(1, 6):
            last = board.score_round(0, f"{line}{column}", 0, False)
    assert (last.score_after, last.bonus_points) == (141, 95)
    assert last.wall == "BYRKT/TBYRK/KTBYR/RKTBY/YRKTB"


def test_lines_are_tiled_from_the_top_whatever_the_order_typed() -> None:
    # (1,1) alone, then (2,1) below it: 1 + 2; the other way round it would be the same two, but of lines 2 and 1
    for typed in ("11 21", "21 11"):
        assert [(tile.line, tile.points) for tile in azul.score("", typed).tiles] == [(1, 1), (2, 2)]


def test_on_a_fixed_wall_line_and_color_say_the_column() -> None:
    assert azul.score("11", "2Y 4b") == azul.score("11", "23 44")


# --- other rulesets ---


def test_t21_a_complete_line_without_a_space_falls_behind_what_lies_there() -> None:
    # gray: line 4 of red; red stands in columns 1, 2 and 3, and (4,4) and (4,5) are taken
    played = azul.score("11R 22R 33R 44B 45Y", "4R", floor=5, score_before=20, ruleset="gray")
    (tile,) = played.tiles
    assert (tile.column, tile.horizontal, tile.vertical, tile.multiplier, tile.points) == (None, None, None, None, 0)
    assert (played.spaces, played.floor_points, played.score_after) == (7, -14, 6)


def test_t22_a_printed_space_multiplies_its_tile_alone() -> None:
    assert azul.score("", "14K", ruleset="crystal_1").tile_points == 2
    # (1,3) on the left; (2,4) and (3,4) below: (2 + 3) * 2
    assert azul.score("13R 24B 34Y", "14K", ruleset="crystal_1").tile_points == 10


def test_a_ruleset_of_ones_own_is_scored_by_its_numbers() -> None:
    """OTHERWISE: floor 0 -1 +1, then -1 each, the marker costs 2 and takes no space; the floor is taken first."""
    played = azul.score("11B 44B 41Y", "14B", floor="5m", score_before=1, ruleset=OTHERWISE)
    assert played.spaces == 5
    assert played.nominal_points == 0 - 1 + 1 - 1 - 1 - 2
    # max(0, 1 - 4) + 1 for the tile alone: the round's point is safe
    assert (played.tile_points, played.floor_points, played.score_after) == (1, -1, 1)
    assert [(bonus.kind, bonus.which, bonus.points) for bonus in played.bonuses] == [("corners", "1", 4)]
    assert played.total == 5


def test_a_color_that_may_repeat_is_placed_again() -> None:
    assert azul.score("11B", "12B", ruleset=OTHERWISE).tile_points == 2
    assert azul.score("11B", "21B", ruleset=OTHERWISE).tile_points == 2
    # (2,2) doubles: (2,1) on its left
    assert azul.score("21B", "22B", ruleset=OTHERWISE).tile_points == 4


def test_a_score_may_fall_below_zero_where_nothing_clamps_it() -> None:
    assert azul.score(floor=3, score_before=1, ruleset=NO_MARKER).score_after == -3
    with pytest.raises(AzulError, match="The ruleset no_marker has no marker"):
        azul.score(floor="m", ruleset=NO_MARKER)


# --- what is typed ---


@pytest.mark.parametrize(
    "wall", ["12 21 24", "12y, 21t 24R", ".Y.../T..R./...../...../.....", ".x... x..x. ..... ..... ....."]
)
def test_a_wall_is_typed_or_drawn(wall: str) -> None:
    assert azul.score(wall).wall == ".Y.../T..R./...../...../....."


@pytest.mark.parametrize(
    ("text", "read"), [("", (0, False)), ("3", (3, False)), ("3m", (3, True)), (" 4 + M ", (4, True)), ("m", (0, True))]
)
def test_a_floor_is_how_many_tiles_and_the_marker(text: str, read: tuple[int, bool]) -> None:
    assert read_floor(text) == read


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"tiles": "26"}, "'26' is not understood; expected line and column, each 1 to 5, and a color (B Y R K T)"),
        ({"tiles": "2"}, "'2' is not understood"),
        ({"tiles": "2G"}, "'2G' is not understood"),
        ({"tiles": "21 23"}, "Line 2 is named twice; a line is tiled once a round."),
        ({"tiles": "11", "wall": "11"}, "The blue tile of line 1 cannot go to column 1: the space is taken."),
        ({"tiles": "11Y"}, "The yellow tile of line 1 cannot go to column 1: that space is for blue."),
        ({"wall": "11Y"}, "The yellow tile of line 1 cannot go to column 1: that space is for blue."),
        ({"wall": "B..../Y"}, "The wall 'B..../Y' is not understood; expected 5 lines of 5 spaces each"),
        ({"wall": "1B"}, "'1B' is not understood"),
        ({"floor": "three"}, "The floor 'three' is not understood; expected how many tiles fell (0 to 200)"),
        ({"floor": -1}, "The floor '-1' is not understood"),
        ({"floor": 201}, "The floor '201' is not understood"),
        ({"score_before": 10**6}, "A score of 1000000 is too large"),
        ({"ruleset": "gary"}, "There is no ruleset 'gary'"),
        ({"ruleset": "gray", "tiles": "11"}, "The tile 11 lacks its color, since the space takes any: B Y R K T"),
        ({"ruleset": "gray", "wall": "X..../...../...../...../....."}, "The wall 'X"),
        ({"ruleset": "gray", "wall": "11B", "tiles": "12B"}, "column 2: line 1 of the wall has blue already."),
        ({"ruleset": "gray", "wall": "11B", "tiles": "21B"}, "column 1: column 1 has blue already."),
        ({"ruleset": "gray", "wall": "11B", "tiles": "11Y"}, "column 1: the space is taken."),
        ({"ruleset": "gray", "wall": "11B", "tiles": "1B"}, "cannot be placed: line 1 of the wall has blue already."),
        ({"ruleset": "gray", "tiles": "4R"}, "The red tile of line 4 has a space on the wall; name its column"),
        ({"ruleset": "crystal_1", "tiles": "14R"}, "column 4: that space is for black."),
    ],
)
def test_what_is_not_understood_or_not_allowed_is_said(asked: dict[str, str], sentence: str) -> None:
    with pytest.raises(AzulError) as refusal:
        azul.score(**asked)  # type: ignore[arg-type]
    assert sentence in str(refusal.value)


# --- a table of players ---


def test_a_table_has_one_marker_a_round_and_ends_by_the_rules() -> None:
    board = table_of(["Ana", "Beto"], STANDARD)
    board.score_round(0, "11", 0, True)
    with pytest.raises(AzulError, match="Seat 0 has the marker of this round already"):
        board.score_round(1, "", 0, True)
    board.score_round(1, "", 0, False)
    for column in range(2, 6):
        assert board.standings()[1] is None
        board.begin_round()
        board.score_round(0, f"1{column}", 0, False)
        board.score_round(1, "", 0, True)
    standings, end = board.standings()
    assert end == "line"
    # 1 - 1 for the marker, then 2 + 3 + 4 + 5; the line brings 2
    assert [(one.score, one.total, one.place) for one in standings] == [(14, 16, 1), (0, 0, 2)]


def test_looking_at_tiles_or_standings_changes_nothing() -> None:
    board = table_of(["Ana", "Beto"], STANDARD)
    board.check_tiles(0, "11 22")
    board.standings()
    with pytest.raises(AzulError):
        board.check_tiles(0, "11 22Y")
    assert board.drawn(0) == "...../...../...../...../....."
    assert board.score_round(0, "11 22", 0, False).tile_points == 2


def test_a_table_seats_as_many_as_the_ruleset_does() -> None:
    with pytest.raises(AzulError, match="The ruleset standard seats 2, 3, 4 players, not 5"):
        table_of(list("abcde"), STANDARD)


# --- stored games ---


@pytest.mark.parametrize("ruleset", [STANDARD, load_ruleset("gray"), load_ruleset("crystal_1"), OTHERWISE])
def test_every_stored_round_scores_what_the_judge_stored(ruleset: object, database: Database) -> None:
    games = list(simulate_games(ruleset, players=2, games=4, policy="random", seed=3))  # type: ignore[arg-type]
    append(database, replay_batch(games, {ruleset.name: ruleset}, {}))  # type: ignore[attr-defined]
    rounds = database.rows("select game_id, round from rounds order by game_id, round")
    assert len(rounds) > 16
    for game_id, number in rounds:
        judged_by, seats = stored_rounds(database, game_id, number)
        assert judged_by.hash == ruleset.hash  # type: ignore[attr-defined]
        for one in seats:
            played = azul.score(
                one.wall,
                one.tiles,
                floor=one.floor,
                marker=one.marker,
                score_before=one.score_before,
                ruleset=judged_by,
            )
            assert played.score_after == one.score_after
            stored = database.rows(
                'select line, "column", color::varchar, horizontal, vertical, multiplier, points from placements '
                "where game_id = $game and round = $round and seat = $seat order by line",
                {"game": game_id, "round": number, "seat": one.seat},
            )
            assert [
                (tile.line, tile.column, tile.color, tile.horizontal, tile.vertical, tile.multiplier, tile.points)
                for tile in played.tiles
            ] == stored


def test_a_game_or_round_that_is_not_there_is_named(database: Database) -> None:
    append(database, replay_batch(list(simulate_games(STANDARD, players=2, games=1)), {}, {}))
    with pytest.raises(AzulError, match="There is no game club/7 in "):
        stored_rounds(database, "club/7", 1)
    ((game_id, rounds),) = database.rows("select game_id, rounds from games")
    with pytest.raises(AzulError, match=f"has no scored round {rounds + 1}; it has {rounds} rounds"):
        stored_rounds(database, game_id, rounds + 1)
