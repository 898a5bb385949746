"""Statistics of walls on games whose numbers are worked out by hand."""

import pytest
from answered import means, rows, store_sample
from hand_made import add_game, add_rows
from small_games import TINY as TINY_TEXT
from small_games import add_small_games
from stored_games import games_of_all_kinds, store

from azul_analytics.rules.ruleset import parse_ruleset
from azul_analytics.statistics import STATISTICS, Selection

EVERY = Selection(finished_only=False)
TINY = Selection(rulesets=["tiny"])
PRINTED = Selection(rulesets=["tiny_printed"], finished_only=False)


def tile(round, seat, line, column, points=1, **more):
    return {"round": round, "seat": seat, "line": line, "column": column, "points": points, **more}


def blocked(round, seat, line):
    return {"round": round, "seat": seat, "line": line, "points": 0, "horizontal": None, "vertical": None,
            "multiplier": None}  # fmt: skip


def test_spaces(database):
    game = add_game(database, [40, 50], game="a")
    add_rows(database, "placements", game, [
        tile(1, 0, 1, 1), tile(3, 1, 1, 1, points=5), tile(2, 0, 2, 5, points=2), blocked(2, 1, 4),
    ])  # fmt: skip
    add_rows(database, "placements", add_game(database, [40, 50], game="b"), [tile(4, 1, 2, 5, points=8)])
    filled = means(database, "wall_spaces", "filled")
    assert len(filled) == 25
    assert {space: share for space, share in filled.items() if share} == {(1, 1): (1 + 0) / 2, (2, 5): 1 / 2}
    # round and points are of the games with a tile there
    assert means(database, "wall_spaces", "round_placed") == {(1, 1): 2, (2, 5): (2 + 4) / 2}
    assert means(database, "wall_spaces", "points") == {(1, 1): 3, (2, 5): (2 + 8) / 2}
    assert rows(database, "wall_spaces").loc[(1, 1, "points"), "games"] == 1


def test_spaces_of_a_small_wall(database):
    """hand/a: seat 0 has (1,2) (2,2) in round 1, (1,1) in 2 with 4 points, (1,3) in 3; seat 1 (1,2), (1,3), (2,1)."""
    add_small_games(database)
    filled = means(database, "wall_spaces", "filled", selection=TINY)
    assert filled == {
        (1, 1): 1 / 2, (1, 2): 1, (1, 3): 1, (2, 1): 1 / 2, (2, 2): 1 / 2, (2, 3): 0, (3, 1): 0, (3, 2): 0, (3, 3): 0,
    }  # fmt: skip
    points = means(database, "wall_spaces", "points", selection=TINY)
    assert points == {(1, 1): 4, (1, 2): 1, (1, 3): (3 + 2) / 2, (2, 1): 1, (2, 2): 2}
    assert means(database, "wall_spaces", "round_placed", selection=TINY)[1, 3] == (3 + 2) / 2


def test_printed_spaces(database):
    """tiny doubles (1,1), which is blue: one of two seats filled it, in round 2, with 4 points, 2 of them doubled."""
    add_small_games(database)
    space = "line 1, column 1: blue"
    expected = {"filled": 1 / 2, "round_placed": 2, "points": 4, "points_of_multiplier": 2}
    for measure, value in expected.items():
        assert means(database, "printed_spaces", measure, selection=TINY) == {space: value}


def test_a_printed_space_that_only_multiplies_has_the_color_of_its_pattern_or_any(database):
    """Doubling made 3 of the 6 points of one tile, and 2 of the 4 of the other."""
    found = {}
    free = parse_ruleset(TINY_TEXT.replace('color = "blue", ', ""), "free")
    fixed = parse_ruleset('name = "fixed"\nwall.printed = [{ line = 2, column = 5, multiplier = 2 }]', "fixed")
    for one, place, points in ((free, (1, 1), 6), (fixed, (2, 5), 4)):
        row = {"hash": one.hash, "name": one.name, "definition": one.definition}
        database.rows("insert into rulesets values ($hash, $name, $definition)", row)
        game = add_game(database, [40, 50], game=one.name, ruleset=one.name, ruleset_hash=one.hash)
        add_rows(database, "placements", game, [tile(1, 0, *place, points=points, multiplier=2)])
        chosen = Selection(rulesets=[one.name])
        found |= means(database, "printed_spaces", "points_of_multiplier", selection=chosen)
    assert found == {"line 1, column 1: any color": 3, "line 2, column 5: black": 2}


def test_walls_of_several_sizes_have_their_own_spaces(database):
    store(database, *games_of_all_kinds())
    database.rows("update games set block = null")
    frame = STATISTICS["wall_spaces"].function(database, selection=EVERY).query("measure == 'filled'")
    spaces = frame.drop_duplicates(["ruleset", "line", "column"]).groupby("ruleset").size()
    assert {name: spaces[name] for name in ("standard", "small", "large")} == {"standard": 25, "small": 9, "large": 49}
    # a seat's tiles are all on its wall, so that the shares add up to the tiles of a seat
    tiles = frame.groupby(["ruleset", "player_count"])["mean"].sum()
    counted = database.query(
        "select ruleset, player_count, count(placements.column) / player_count / count(distinct games.game_id) as n "
        "from games left join placements using (game_id) group by ruleset, player_count"
    ).set_index(["ruleset", "player_count"])["n"]
    assert tiles.to_dict() == pytest.approx(counted.to_dict())


def test_order(database):
    game = add_game(database, [40, 50], game="a")
    add_rows(database, "placements", game, [
        # seat 0: in round 1 lines 2 and 4, the lower line later whatever the row's place; in round 3 line 1
        tile(1, 0, 4, 3, points=2), tile(1, 0, 2, 5), tile(3, 0, 1, 1, points=4),
        # seat 1: nothing in round 1, a blocked line, which is no tile
        blocked(2, 1, 1), tile(2, 1, 3, 1),
    ])  # fmt: skip
    add_rows(database, "placements", add_game(database, [40, 50], game="b"), [tile(1, 0, 1, 2)])
    assert means(database, "wall_order", "round_placed") == {1: ((1 + 2) / 2 + 1) / 2, 2: 1, 3: 3}
    assert means(database, "wall_order", "line") == {1: ((2 + 3) / 2 + 1) / 2, 2: 4, 3: 1}
    assert means(database, "wall_order", "column") == {1: ((5 + 1) / 2 + 2) / 2, 2: 3, 3: 1}
    assert means(database, "wall_order", "points") == {1: 1, 2: 2, 3: 4}


def test_neighbors(database):
    game = add_game(database, [40, 50], game="a", floors=[[(0, 0, False)] * 2] * 3)
    add_rows(database, "placements", game, [
        tile(1, 0, 1, 1), tile(1, 0, 2, 1, points=2, vertical=2), tile(1, 1, 4, 4, points=2, horizontal=1),
        tile(2, 0, 1, 2, points=10, horizontal=2, vertical=3, multiplier=2),  # doubled
        blocked(2, 1, 1),
    ])  # fmt: skip
    # nobody places a tile in round 3: no tile's mean, but 0 tiles
    assert means(database, "adjacency", "tiles_placed") == {1: 3 / 2, 2: 1 / 2, 3: 0}
    assert means(database, "adjacency", "points_per_tile") == pytest.approx({1: 5 / 3, 2: 10})
    assert means(database, "adjacency", "horizontal_run") == {1: 1, 2: 2}
    assert means(database, "adjacency", "vertical_run") == pytest.approx({1: 4 / 3, 2: 3})
    assert means(database, "adjacency", "alone") == pytest.approx({1: 2 / 3, 2: 0})
    assert means(database, "adjacency", "both_ways") == {1: 0, 2: 1}


def test_neighbors_on_a_free_wall_with_a_blocked_line(database):
    """hand/b: a tile a seat in round 1; in round 2 one a seat and a blocked line; round 3 was not scored."""
    add_small_games(database)
    assert means(database, "adjacency", "tiles_placed", selection=PRINTED) == {1: 1, 2: 1}
    assert means(database, "adjacency", "alone", selection=PRINTED) == {1: 1, 2: 1}
    assert means(database, "wall_order", "column", selection=PRINTED) == {1: (2 + 1) / 2, 2: (3 + 1) / 2}


def test_tiles_placed_are_those_that_a_walk_through_the_placements_finds(database):
    store_sample(database, "standard-2p-random", games=10)
    lengths = dict(database.rows("select game_id, rounds from games"))
    tiles = dict.fromkeys([(game, round) for game, last in lengths.items() for round in range(1, last + 1)], 0)
    for game, round in database.rows('select game_id, round from placements where "column" is not null'):
        tiles[game, round] += 1
    for round, found in means(database, "adjacency", "tiles_placed").items():
        counts = [count / 2 for (_, one), count in tiles.items() if one == round]
        assert found == pytest.approx(sum(counts) / len(counts))
