"""Statistics of final scores on games whose numbers are worked out by hand."""

from dataclasses import replace

import pyarrow as pa
import pytest
from answered import means, rows, shares
from hand_made import add_game, add_rows

from azul_analytics.rules.ruleset import BonusSet, load_ruleset
from azul_analytics.statistics import STATISTICS, Selection


def parts(tile_points, floor_points, bonus_points, **more):
    return {"tile_points": tile_points, "floor_points": floor_points, "bonus_points": bonus_points, **more}


def test_scores_and_what_winners_have_more_of(database):
    # three players, one winner; the others' means: 40, 42.5 of tiles, -7.5, 5
    add_game(database, [60, 50, 30], game="a", parts=[parts(50, -2, 12), parts(50, -5, 5), parts(35, -10, 5)])
    # two of three share the win: their mean 45, tiles 44, floor -4, bonuses 5
    add_game(database, [45, 45, 35], game="b", parts=[parts(43, -3, 5), parts(45, -5, 5), parts(38, -3, 0)])
    means_of = {one: means(database, "scores", one)[()] for one in STATISTICS["scores"].measures}
    assert means_of == pytest.approx({
        "score": (140 / 3 + 125 / 3) / 2, "tile_points": (135 / 3 + 126 / 3) / 2, "floor_points": (-17 - 11) / 6,
        "bonus_points": (22 + 10) / 6, "margin": (10 + 0) / 2,
    })  # fmt: skip
    more = {one: means(database, "points_of_winners", one)[()] for one in STATISTICS["points_of_winners"].measures}
    assert more == pytest.approx({
        "score": ((60 - 40) + (45 - 35)) / 2, "tile_points": ((50 - 42.5) + (44 - 38)) / 2,
        "floor_points": ((-2 + 7.5) + (-4 + 3)) / 2, "bonus_points": ((12 - 5) + (5 - 0)) / 2,
    })  # fmt: skip
    assert more["score"] == pytest.approx(more["tile_points"] + more["floor_points"] + more["bonus_points"])


def test_a_win_by_complete_lines_has_a_margin_of_nothing(database):
    add_game(database, [50, 50], winners=[1])
    assert means(database, "scores", "margin") == {(): 0}
    assert shares(database, "margin_distribution") == {0: 1}
    assert means(database, "points_of_winners", "score") == {(): 0}


def test_winners_of_a_game_that_nobody_won_have_nothing_more(database):
    add_game(database, [5, 0], ended_by="abandoned", winners=())
    every = Selection(finished_only=False)
    assert rows(database, "points_of_winners", selection=every).empty
    assert rows(database, "walls_and_winning", selection=every).empty
    assert means(database, "scores", "score", selection=every) == {(): 2.5}


def test_distributions_of_scores_and_margins(database):
    add_game(database, [60, 50, 30], game="a")  # margin 10
    add_game(database, [60, 60, 30], game="b")  # margin 0
    frame = rows(database, "score_distribution")
    assert frame["times"].to_dict() == {30: 2, 50: 1, 60: 3}
    assert frame["share"].to_dict() == pytest.approx({30: 1 / 3, 50: 1 / 6, 60: 1 / 2})
    assert shares(database, "margin_distribution") == {0: 0.5, 10: 0.5}


def test_pace(database):
    game = add_game(database, [9, 4])
    add_rows(database, "floors", game, [
        {"round": 1, "seat": 0, "tile_points": 3, "floor_points": -1, "score_after": 2},
        {"round": 1, "seat": 1, "tile_points": 2, "floor_points": -2, "nominal_points": -8, "score_after": 0},
        {"round": 2, "seat": 0, "score_before": 2, "tile_points": 7, "score_after": 9},
        {"round": 2, "seat": 1, "tile_points": 6, "floor_points": -2, "nominal_points": -2, "score_after": 4},
    ])  # fmt: skip
    assert means(database, "score_pace", "tile_points") == {1: 2.5, 2: 6.5}
    assert means(database, "score_pace", "floor_points") == {1: -1.5, 2: -1}  # really lost, not nominal
    assert means(database, "score_pace", "score_after") == {1: 1, 2: 6.5}


@pytest.fixture
def three_bonuses(database):
    """Game a of two: seat 0 wins with lines 1 and 3 and blue, seat 1 has line 1. Game b of two, shared: no bonus and
    line 3. Game c was stopped: it has no bonuses to give."""
    game = add_game(database, [60, 40], game="a")
    add_rows(database, "bonuses", game, [
        {"seat": 0, "kind": "line", "which": "1", "points": 2}, {"seat": 0, "kind": "line", "which": "3", "points": 2},
        {"seat": 0, "kind": "color", "which": "blue", "points": 10},
        {"seat": 1, "kind": "line", "which": "1", "points": 2},
    ])  # fmt: skip
    game = add_game(database, [50, 50], game="b")
    add_rows(database, "bonuses", game, [{"seat": 1, "kind": "line", "which": "3", "points": 2}])
    add_game(database, [50, 40], game="c", ended_by="conceded")
    return database


EVERY = Selection(finished_only=False)


@pytest.mark.parametrize("selection", [Selection(), EVERY])
def test_bonuses_reached(three_bonuses, selection):
    # lines: 3 of 2 seats in a, 1 of 2 in b; nobody has a column, and that is told
    found = means(three_bonuses, "bonuses_reached", "bonuses", selection=selection)
    assert found == {"line": (1.5 + 0.5) / 2, "column": 0, "color": (0.5 + 0) / 2}
    found = means(three_bonuses, "bonuses_reached", "any_bonus", selection=selection)
    assert found == {"line": (1 + 0.5) / 2, "column": 0, "color": (0.5 + 0) / 2}


@pytest.mark.parametrize("selection", [Selection(), EVERY])
def test_bonus_places(three_bonuses, selection):
    found = means(three_bonuses, "bonus_places", "reached", selection=selection)
    assert len(found) == 15  # five lines, columns and colors each
    assert {bonus: share for bonus, share in found.items() if share} == {
        "line 1": (1 + 0) / 2, "line 3": (0.5 + 0.5) / 2, "color blue": (0.5 + 0) / 2,
    }  # fmt: skip


def test_bonuses_of_every_kind_are_counted(database):
    """A ruleset with points for diagonals and two sets of one name beside one of another."""
    standard = load_ruleset("standard")
    sets = tuple(
        BonusSet(name, which, 3, ((1, 1), (5, which))) for name, which in (("corner", 1), ("edge", 1), ("corner", 2))
    )
    own = replace(standard, name="own", diagonal_bonus=6, own_sets=sets)
    database.append("rulesets", pa.Table.from_pylist(
        [{"ruleset_hash": own.hash, "ruleset": own.name, "definition": own.definition}]
    ))  # fmt: skip
    game = add_game(database, [60, 40], ruleset="own", ruleset_hash=own.hash)
    add_rows(database, "bonuses", game, [
        {"seat": seat, "kind": kind, "which": which, "points": 3}
        for seat, kind, which in ((0, "diagonal", "2"), (0, "corner", "2"), (1, "corner", "2"), (0, "edge", "1"))
    ])  # fmt: skip
    found = means(database, "bonus_places", "reached")
    assert len(found) == 15 + 2 + 3
    assert {bonus: share for bonus, share in found.items() if share or bonus.startswith(("diag", "corner"))} == {
        "diagonal 1": 0, "diagonal 2": 0.5, "corner 1": 0, "corner 2": 1, "edge 1": 0.5,
    }  # fmt: skip
    # of a kind, over both seats: one diagonal, two corners, one edge; sets have the kinds that they are named
    assert means(database, "bonuses_reached", "bonuses") == {
        "line": 0, "column": 0, "color": 0, "diagonal": 0.5, "corner": 1, "edge": 0.5,
    }  # fmt: skip


@pytest.mark.parametrize("selection", [Selection(), EVERY])
def test_bonuses_and_winning(three_bonuses, selection):
    # lines: two by the winner of a; one by its loser (0) and by seat 1 of b (1/2); none by seat 0 of b (1/2)
    found = means(three_bonuses, "bonuses_and_winning", "win_share", selection=selection)
    assert found == {
        ("line", 0): 0.5, ("line", 1): 0.25, ("line", 2): 1, ("color", 0): (0 + 0.5) / 2, ("color", 1): 1,
        ("column", 0): 0.5,
    }  # fmt: skip


@pytest.mark.parametrize("selection", [Selection(), EVERY])
def test_bonus_pairs(three_bonuses, selection):
    frame = rows(three_bonuses, "bonus_pairs", selection=selection)["mean"]
    # a: seat 0 has both, seat 1 a line only; b: one seat has a line only, one neither
    assert frame["color and line"].to_dict() == {
        "both_reached": 0.25, "only_first": 0, "only_second": 0.5, "neither": 0.25,
    }  # fmt: skip
    assert frame["color and column"].to_dict() == {
        "both_reached": 0, "only_first": 0.25, "only_second": 0, "neither": 0.75,
    }  # fmt: skip
    assert set(frame.index.get_level_values("pair")) == {"color and line", "color and column", "column and line"}


def test_bonuses_of_games_of_another_size_do_not_mix(database):
    # a kind of bonus is the ruleset's: that three players reach a color says nothing of two
    game = add_game(database, [60, 40, 30], game="a")
    add_rows(database, "bonuses", game, [{"seat": 0, "kind": "color", "which": "red", "points": 10}])
    add_game(database, [60, 40], game="b")
    frame = STATISTICS["bonuses_reached"].function(database).query("measure == 'bonuses' and kind_of_bonus == 'color'")
    assert frame.set_index("player_count")["mean"].to_dict() == pytest.approx({2: 0, 3: 1 / 3})


def test_walls_of_winners_and_of_the_others(database):
    add_game(database, [60, 50, 30], game="a", parts=[
        parts(50, -2, 12, complete_lines=1, complete_columns=2, complete_colors=1),
        parts(50, -5, 5, complete_lines=2), parts(35, -10, 5, complete_columns=1),
    ])  # fmt: skip
    # two win together, and count as winners both
    add_game(database, [45, 45, 35], game="b", parts=[
        parts(43, -3, 5, complete_lines=1), parts(45, -5, 5, complete_lines=2), parts(38, -3, 0, complete_colors=1),
    ])  # fmt: skip
    frame = rows(database, "walls_and_winning")["mean"]
    assert frame["won"].to_dict() == pytest.approx({
        "complete_lines": (1 + 1.5) / 2, "complete_columns": (2 + 0) / 2, "complete_colors": 0.5,
        "tile_points": (50 + 44) / 2, "floor_points": (-2 - 4) / 2, "bonus_points": (12 + 5) / 2,
    })  # fmt: skip
    assert frame["lost"].to_dict() == pytest.approx({
        "complete_lines": (1 + 0) / 2, "complete_columns": (0.5 + 0) / 2, "complete_colors": (0 + 1) / 2,
        "tile_points": (42.5 + 38) / 2, "floor_points": (-7.5 - 3) / 2, "bonus_points": (5 + 0) / 2,
    })  # fmt: skip
    assert list(frame.index.get_level_values("outcome").unique()) == ["won", "lost"]
