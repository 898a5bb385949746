"""Checks of `azul verify` on hand-made games: no fault there, and each finds the one made for it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from own_rulesets import NO_MARKER, OTHERWISE, SMALL
from rulesets_made_up import rulesets
from small_games import TINY, TINY_PRINTED, add_small_games

from azul_analytics.database import Database, connect, sql_text
from azul_analytics.ingest import append, ingest_files
from azul_analytics.logs import write
from azul_analytics.records import REJECT_CODES
from azul_analytics.replayer import replay_batch
from azul_analytics.rules.ruleset import Ruleset, load_ruleset, parse_ruleset
from azul_analytics.simulate import simulate_games
from azul_analytics.verify import Check, check_names, run_check, verify

# A fixed wall whose pattern has a color twice in a column, and as many tiles of it there
REPEATING = parse_ruleset(
    'name = "repeating"\nend_rounds = 5\nwall.pattern = ["BYRKT", "BYRKT", "KTBYR", "KTBYR", "YRKTB"]', "repeating"
)


@pytest.fixture
def games(database: Database) -> Database:
    add_small_games(database)
    return database


def test_the_hand_made_games_hold(games: Database) -> None:
    checks = verify(games)
    assert [check.name for check in checks] == list(check_names())
    assert [(check.name, check.examples) for check in checks if not check.holds] == []
    assert [check.name for check in checks if check.rows == 0] == []


@pytest.mark.parametrize(
    ("ruleset", "policy"),
    [(OTHERWISE, "random"), (NO_MARKER, "greedy"), (SMALL, "random"), (REPEATING, "greedy")],
    ids=["otherwise", "no_marker", "small", "repeating"],
)
def test_what_rulesets_of_ones_own_wrote_holds(ruleset: Ruleset, policy: str, database: Database) -> None:
    for players in ruleset.factories:
        games = simulate_games(ruleset, players=players, games=12, policy=policy, seed=7)
        append(database, replay_batch(list(games), {ruleset.name: ruleset}, {}))
    assert database.rows("select count(*) from games") == [(12 * len(ruleset.factories),)]
    assert [(check.name, check.examples) for check in verify(database) if not check.holds] == []


@given(st.lists(rulesets(), min_size=8, max_size=8))
@settings(max_examples=2, deadline=None)
def test_games_of_any_rulesets_hold_census_and_bonuses_by_query_included(made_up: list[Ruleset]) -> None:
    with connect() as database:
        for seed, ruleset in enumerate(made_up):
            (players,) = ruleset.factories
            games = simulate_games(ruleset, players=players, games=3, policy="random", seed=seed)
            append(database, replay_batch(list(games), {ruleset.name: ruleset}, {}))
        assert database.rows("select count(*) from games") == [(24,)]
        assert [(check.name, check.examples) for check in verify(database) if not check.holds] == []


@pytest.mark.parametrize("name", ["tiny.toml", "tiny_printed.toml", "standard", "crystal_1"])
def test_what_the_rules_wrote_holds(name: str, database: Database, tmp_path: Path) -> None:
    (tmp_path / "tiny.toml").write_text(TINY, encoding="utf-8")
    (tmp_path / "tiny_printed.toml").write_text(TINY_PRINTED, encoding="utf-8")
    given = tmp_path / name if name.endswith(".toml") else name
    ruleset = load_ruleset(given)
    for players in ruleset.factories:
        games = simulate_games(ruleset, players=players, games=12, policy="random", seed=7)
        write(games, tmp_path / f"{players}.jsonl")
    stored = ingest_files(sorted(tmp_path.glob("*.jsonl")), database, ruleset=given)
    assert (stored.games, stored.rejects.total()) == (12 * len(ruleset.factories), 0)
    assert [(check.name, check.examples) for check in verify(database) if not check.holds] == []


def test_an_empty_database_holds() -> None:
    with connect() as database:
        assert [check.name for check in verify(database) if not check.holds] == []


def one(table: str, change: str, where: str) -> str:
    return f"update {table} set {change} where {where}"


A, B, C = "game_id = 'hand/a'", "game_id = 'hand/b'", "game_id = 'hand/c'"

# The first check is the one that the case is for; the others fail too, since they compare the same value.
BROKEN: list[tuple[str, list[str]]] = [
    ("insert into about values ('schema_version', '1')", ["about-key"]),
    ("delete from about where key = 'software_version'", ["about-key"]),
    ("insert into bonuses from bonuses", ["bonuses-key", "seats-sums"]),
    ("update bonuses set points = 3", ["bonuses-reached", "seats-sums"]),
    ("update bonuses set which = '2'", ["bonuses-reached"]),
    ("update bonuses set kind = 'column'", ["bonuses-reached"]),
    ("delete from bonuses", ["bonuses-reached", "seats-sums"]),
    ("insert into bonuses values ('hand/b', 0, 'line', '1', 0)", ["bonuses-reached"]),
    (
        one("deals", "blue = 1, yellow = 1", f"{A} and round = 1 and factory = 1"),
        ["deals-drafted", "turns-factory"],
    ),
    # An unfinished round may draft less than was dealt, not more.
    (
        one("turns", "tiles = 5, tiles_on_line = 5", f"{B} and turn = 9"),
        ["deals-drafted", "turns-factory", "turns-tiles"],
    ),
    (
        one("deals", "red = 3", f"{B} and round = 3 and factory = 3"),
        ["deals-factories", "rounds-census", "rounds-dealt"],
    ),
    (
        one("deals", "green = 1, red = 0", f"{B} and round = 3 and factory = 3"),
        ["deals-factories", "rounds-census"],
    ),
    (one("deals", "factory = 4", f"{B} and round = 3 and factory = 2"), ["deals-key"]),
    (one("deals", "factory = 2", f"{B} and round = 3 and factory = 3"), ["deals-key"]),
    (f"insert into deals select * replace (4 as round) from deals where {A} and round = 3", ["deals-key"]),
    (f"insert into floors from floors where {A} and round = 3 and seat = 0", ["floors-key", "seats-sums"]),
    (
        f"delete from floors where {A} and round = 3",
        ["floors-key", "floors-tile-points", "placements-turn", "seats-sums"],
    ),
    (
        "insert into floors values ('hand/b', 3, 5, 0, 0, 0, false, 0, 0, 0)",
        ["floors-key", "floors-score-before", "placements-turn", "deals-drafted"],
    ),
    (one("floors", "marker = true", f"{A} and round = 3 and seat = 0"), ["floors-marker"]),
    (one("floors", "marker = false", f"{A} and round = 3 and seat = 1"), ["floors-marker"]),
    (one("floors", "score_after = 8", f"{A} and round = 3 and seat = 0"), ["floors-score"]),
    (one("floors", "floor_points = -3", f"{A} and round = 3 and seat = 1"), ["floors-score", "seats-sums"]),
    # A score below zero: as consistent as it can be, but the ruleset stops it at zero.
    (
        one("floors", "floor_points = -3, score_after = -1", f"{A} and round = 3 and seat = 1"),
        ["floors-score", "seats-sums"],
    ),
    (
        one("floors", "score_before = 1, score_after = 4", f"{A} and round = 1 and seat = 0"),
        ["floors-score-before", "floors-score", "turns-score-before"],
    ),
    (one("floors", "spaces = 2", f"{A} and round = 3 and seat = 0"), ["floors-spaces"]),
    (one("floors", "nominal_points = -2", f"{A} and round = 1 and seat = 1"), ["floors-spaces"]),
    # A blocked line's tiles lie on the floor.
    (one("floors", "spaces = 1, nominal_points = -1", f"{B} and round = 2 and seat = 1"), ["floors-spaces"]),
    (
        one("floors", "tile_points = 2", f"{A} and round = 1 and seat = 1"),
        ["floors-tile-points", "floors-score", "seats-sums"],
    ),
    (one("placements", "seat = 2", f"{A} and turn = 11"), ["floors-tile-points", "placements-turn"]),
    ("insert into records values ('hand/z', '{}')", ["game-ids"]),
    (
        "insert into seats select * replace ('hand/z' as game_id) from seats where game_id = 'hand/c'",
        ["game-ids"],
    ),
    ("insert into bonuses values ('hand/z', 0, 'line', '1', 2)", ["game-ids", "bonuses-reached"]),
    (one("games", "turns = 15", A), ["games-counts"]),
    (one("games", "rounds = 4", A), ["games-counts", "games-record"]),
    (one("games", "ended_by = 'exhausted'", A), ["games-end", "games-record"]),
    (one("games", "ended_by = 'rounds'", A), ["games-end", "games-record"]),
    (one("games", "ended_by = 'conceded'", A), ["games-end", "games-record"]),
    (one("games", "ended_by = 'line'", B), ["games-end", "games-record"]),
    (one("games", "ended_by = 'weather'", B), ["games-end", "games-record"]),
    (f"insert into games from games where {C}", ["games-key"]),
    (one("games", "source = 'foot'", C), ["games-key", "games-record"]),
    (one("games", "opening_seat = 0", B), ["games-opening", "games-record"]),
    (one("games", "opening_seat = null", C), ["games-opening", "games-record"]),
    (one("seats", "opening = true", f"{C} and seat = 1"), ["games-opening"]),
    (one("seats", "opening = null", f"{C} and seat = 1"), ["games-opening"]),
    (
        one("rounds", "first_seat = 1", f"{A} and round = 1"),
        ["games-opening", "rounds-first-seat", "turns-seat"],
    ),
    (one("games", "ruleset = 'gray'", A), ["games-ruleset"]),
    ("update games set ruleset_hash = 'x' where id = 'c'", ["games-ruleset"]),
    (one("games", "player_count = 3", C), ["games-ruleset", "games-counts", "games-opening", "games-record"]),
    (
        f"insert into placements from placements where {B} and line = 2 and round = 2",
        ["placements-key", "rounds-census", "turns-lines-before"],
    ),
    # The blue tile one column further right, on its line: (2,1) is open to blue then.
    (one("placements", '"column" = 3', f"{B} and turn = 1"), ["placements-blocked", "turns-wall-before"]),
    (one("placements", "points = 3", f"{A} and turn = 4"), ["placements-points", "floors-tile-points"]),
    (one("placements", "multiplier = null", f"{A} and turn = 4"), ["placements-points", "placements-space"]),
    (one("placements", "multiplier = 1", f"{B} and turn = 5"), ["placements-points"]),
    (one("placements", "horizontal = 2", f"{A} and turn = 1"), ["placements-runs", "placements-points"]),
    (one("placements", "vertical = 2", f"{A} and turn = 10"), ["placements-runs", "placements-points"]),
    # The tiles of a run count whatever their order: the third tile of the line sees both others.
    (
        one("placements", "horizontal = 2, points = 2", f"{A} and turn = 10"),
        ["placements-runs", "floors-tile-points"],
    ),
    (one("placements", "multiplier = 2", f"{A} and turn = 2"), ["placements-space", "placements-points"]),
    # A blue tile where red is printed.
    (
        f"update placements set color = 'red' where {B} and turn = 1",
        ["placements-space", "placements-blocked", "placements-turn", "placements-wall", "turns-lines-before"],
    ),
    (one("placements", "turn = 10", f"{A} and turn = 11"), ["placements-turn"]),
    (
        f"delete from placements where {B} and turn = 5",
        ["placements-turn", "floors-spaces", "rounds-census", "turns-lines-before"],
    ),
    (one("turns", "completed_line = false", f"{A} and turn = 11"), ["placements-turn", "turns-tiles"]),
    # The same column twice in a line, seen by the runs and the walls that follow.
    (
        one("placements", '"column" = 2', f"{A} and turn = 9"),
        ["placements-wall", "placements-runs", "turns-wall-before"],
    ),
    (one("records", "record = '{}'", A), ["records-hash", "games-record", "seats-record", "turns-record"]),
    (one("games", "log_hash = 'x'", A), ["records-hash"]),
    (f"delete from records where {A}", ["records-key"]),
    (f"insert into records from records where {A}", ["records-key"]),
    ("insert into rejects from rejects where line = 4", ["rejects-key"]),
    (one("rounds", "bag_after_deal = 10", f"{A} and round = 1"), ["rounds-census"]),
    (one("rounds", "lid_after_deal = 4", f"{A} and round = 2"), ["rounds-census"]),
    (one("rounds", "bag_after_deal = 4, lid_after_deal = 2", f"{A} and round = 2"), ["rounds-census"]),
    (one("rounds", "refilled = true", f"{A} and round = 2"), ["rounds-census"]),
    (one("rounds", "tiles_dealt = 5", f"{A} and round = 1"), ["rounds-dealt", "turns-tiles-left"]),
    (one("rounds", "first_seat = 0", f"{B} and round = 3"), ["rounds-first-seat", "turns-seat"]),
    (one("rounds", "first_seat = 1", f"{B} and round = 2"), ["rounds-first-seat", "turns-seat"]),
    (
        one("rounds", "round = 4", f"{B} and round = 3"),
        ["rounds-key", "rounds-turns", "rounds-dealt", "rounds-census", "deals-key", "turns-order"],
    ),
    (
        one("rounds", "marker_seat = 1", f"{A} and round = 2"),
        ["rounds-marker", "floors-marker", "rounds-first-seat"],
    ),
    (one("rounds", "marker_seat = 0", f"{A} and round = 1"), ["rounds-marker", "floors-marker"]),
    (one("turns", "took_marker = true", f"{A} and turn = 8"), ["rounds-marker", "floors-spaces"]),
    (
        one("turns", "took_marker = false", f"{A} and turn = 13"),
        ["rounds-marker", "floors-spaces", "turns-tiles"],
    ),
    (one("rounds", "turns = 4", f"{A} and round = 3"), ["rounds-turns"]),
    (
        one("turns", "turn_in_round = 6", f"{A} and turn = 14"),
        ["rounds-turns", "turns-order", "turns-seat", "turns-record"],
    ),
    (
        one("rulesets", "definition = replace(definition, '-2', '-3')", "ruleset = 'tiny_printed'"),
        ["rulesets-key", "floors-spaces"],
    ),
    (one("rulesets", "ruleset = 'x'", "ruleset = 'tiny_printed'"), ["rulesets-key", "games-ruleset"]),
    (one("seats", "complete_lines = 0", f"{A} and seat = 0"), ["seats-complete", "games-end"]),
    (one("seats", "complete_columns = 1", f"{A} and seat = 0"), ["seats-complete"]),
    (one("seats", "complete_colors = 1", f"{B} and seat = 0"), ["seats-complete"]),
    (one("seats", "seat = 2", f"{C} and seat = 1"), ["seats-key", "seats-record"]),
    (f"delete from seats where {C} and seat = 1", ["games-counts", "games-opening", "seats-record"]),
    (one("seats", "place = 1", f"{A} and seat = 1"), ["seats-place"]),
    (one("seats", "place = 2", f"{B} and seat = 0"), ["seats-place"]),
    (one("seats", "place = null", f"{A} and seat = 1"), ["seats-place"]),
    (one("seats", "win_share = 0.5", A), ["seats-place"]),
    (one("seats", "win_share = 0.0", C), ["seats-place", "seats-win-share"]),
    (one("seats", "win_share = null", A), ["seats-win-share", "seats-place"]),
    (one("seats", "win_share = 0.5", f"{B} and seat = 1"), ["seats-win-share", "seats-place"]),
    (one("seats", "score = 1", f"{B} and seat = 0"), ["seats-score"]),
    (one("seats", "tile_points = 3, score = 3", f"{B} and seat = 0"), ["seats-sums"]),
    (one("seats", "floor_points = -1, score = 1", f"{B} and seat = 0"), ["seats-sums"]),
    (one("seats", "bonus_points = 1, score = 3", f"{B} and seat = 0"), ["seats-sums"]),
    # The third factory's blue, as if from the center: there is one, but none for the next draft then.
    (one("turns", "source = 0", f"{A} and turn = 12"), ["turns-center", "rounds-marker", "turns-record"]),
    # Seat 0 has red on line 1 since round 1.
    (
        one("turns", "color = 'red'", f"{A} and turn = 10"),
        [
            "turns-colors",
            "turns-center",
            "deals-drafted",
            "placements-turn",
            "turns-factory",
            "turns-lines-before",
            "turns-record",
        ],
    ),
    (one("turns", "source = 1", f"{A} and turn = 2"), ["turns-factory", "turns-record"]),
    (one("turns", "source = 2", f"{A} and turn = 12"), ["turns-factory", "turns-center", "turns-record"]),
    (one("turns", "floor_before = 0", f"{A} and turn = 14"), ["turns-floor-before"]),
    (one("turns", "floor_before = 1", f"{B} and turn = 9"), ["turns-floor-before"]),
    (one("turns", "turn = 10", f"{B} and turn = 9"), ["turns-key", "turns-order"]),
    (one("turns", "legal_drafts = 2", f"{A} and turn = 9"), ["turns-legal"]),
    (one("turns", "lines_open = 0", f"{A} and turn = 9"), ["turns-legal"]),
    (one("turns", "lines_open = 4", f"{A} and turn = 4"), ["turns-legal"]),
    (one("turns", "line_counts_before = '201'", f"{A} and turn = 8"), ["turns-lines-before"]),
    (one("turns", "line_colors_before = 'R-Y'", f"{A} and turn = 8"), ["turns-lines-before"]),
    (one("turns", "line_counts_before = 'abc'", f"{A} and turn = 7"), ["turns-lines-before"]),
    (one("turns", "line_counts_before = '0010'", f"{A} and turn = 7"), ["turns-lines-before"]),
    (
        one("turns", "line_colors_before = '-YR'", f"{B} and turn = 7"),
        ["turns-lines-before"],
    ),
    (
        f"update turns set turn = 14 + 13 - turn where {A} and turn >= 13",
        ["turns-order", "rounds-marker", "turns-tiles-left"],
    ),
    (one("turns", "score_before = 1", f"{A} and turn = 1"), ["turns-score-before"]),
    (one("turns", "score_before = 1", f"{B} and turn = 9"), ["turns-score-before"]),
    # The other seat drafts: all that the turn says of its seat is wrong then.
    (
        one("turns", "seat = 0", f"{B} and turn = 9"),
        ["turns-seat", "turns-colors", "turns-lines-before", "turns-score-before", "turns-wall-before"],
    ),
    (
        one("turns", "tiles_on_line = 0, tiles_on_floor = 1", f"{B} and turn = 8"),
        ["turns-tiles", "floors-spaces", "rounds-census"],
    ),
    (one("turns", "tiles_on_floor = 1, tiles_to_lid = 0", f"{A} and turn = 13"), ["turns-tiles"]),
    (one("turns", "completed_line = true", f"{B} and turn = 8"), ["turns-tiles", "placements-turn"]),
    (one("turns", "tiles_left = 5", f"{A} and turn = 1"), ["turns-tiles-left"]),
    (one("turns", "wall_before = 17", f"{B} and turn = 4"), ["turns-wall-before"]),
]


# Further values that a check compares, each with that check.
ALSO: list[tuple[str, str]] = [
    ("update about set value = '1x' where key = 'schema_version'", "about-key"),
    ("update about set value = '0.1.0x' where key = 'software_version'", "about-key"),
    ("update about set value = 'x' || value[2:] where key = 'macros'", "about-key"),
    # What the record says of the game.
    (one("games", "experiment = 'endings'", A), "games-record"),
    (one("games", "block = '8'", A), "games-record"),
    (one("games", "block = '8'", B), "games-record"),
    (one("games", "deal_seed = null", A), "games-record"),
    (one("games", "played_at = played_at + interval 1 second", A), "games-record"),
    (one("games", "played_at = null", A), "games-record"),
    (one("games", "played_at = now()", C), "games-record"),
    (one("games", """meta = '{"table":5}'""", A), "games-record"),
    (one("games", "meta = 'table 4'", A), "games-record"),
    (one("games", "meta = '{}'", C), "games-record"),
    (one("games", "detail = 'rounds'", C), "games-record"),
    (one("games", "log_file = 'logs/foot.jsonl.gz'", C), "games-record"),
    (one("games", "ended_by = 'conceded'", C), "games-record"),
    (one("rejects", "code = 'lines-full'", "line = 5"), "rejects-values"),
    (one("rejects", "code = 'bad-field'", "line = 5"), "rejects-values"),
    (one("rejects", "turn = null", "line = 5"), "rejects-values"),
    (one("rejects", "seat = 0", "line = 4"), "rejects-values"),
    (one("rejects", "message = ' '", "line = 4"), "rejects-values"),
    (one("rejects", "file = ''", "line = 4"), "rejects-values"),
    (one("rejects", "file = null", "line = 4"), "rejects-values"),
    (one("rejects", "line = 0", "line = 4"), "rejects-values"),
    (one("rejects", "game_id = 'hand'", "line = 5"), "rejects-values"),
    (one("rejects", "log_hash = upper(replace(log_hash, '0', 'a'))", "line = 4"), "rejects-values"),
    (one("seats", "player = 'Cleo'", f"{A} and seat = 0"), "seats-record"),
    (one("seats", "rating = 1631", f"{A} and seat = 0"), "seats-record"),
    (one("seats", "rating = 1631", f"{B} and seat = 0"), "seats-record"),
    (one("seats", "bot = null", f"{A} and seat = 1"), "seats-record"),
    (one("seats", "bot = false", f"{B} and seat = 1"), "seats-record"),
    (one("seats", "policy = 'random'", f"{A} and seat = 1"), "seats-record"),
    # Another winner of a stopped game, as consistent as it can be.
    (
        f"update seats set place = case seat when 0 then 1 end, win_share = 1 - seat where {B}",
        "seats-record",
    ),
    # A draft that takes all that is left leaves no choice but its lines and the floor.
    (one("turns", "legal_drafts = 4", f"{A} and turn = 9"), "turns-legal"),
    # Another group lies there: at least one more draft is legal than those of this one.
    (one("turns", "legal_drafts = 3", f"{B} and turn = 7"), "turns-legal"),
    # Six tiles, three lines and the floor: 24 at most.
    (one("turns", "legal_drafts = 25", f"{A} and turn = 1"), "turns-legal"),
    (one("turns", "seconds = 3.6", f"{A} and turn = 1"), "turns-record"),
    (one("turns", "seconds = null", f"{A} and turn = 2"), "turns-record"),
    (one("turns", "seconds = 1", f"{A} and turn = 14"), "turns-record"),
    # Both of the drafts that were swapped are legal, but in another order.
    (
        f"update turns set color = case turn when 13 then 'yellow' else 'blue' end where {A} and turn >= 13",
        "turns-record",
    ),
]

# What would overflow, or shift by less than nothing, if numbers stayed as small as they are stored.
LARGE = [
    one("turns", "tiles_on_floor = 2", f"{A} and turn = 2"),
    one("turns", "tiles_on_line = 255", f"{A} and turn = 2"),
    one("deals", "blue = 255, red = 255", f"{A} and round = 1 and factory = 1"),
    one("games", "player_count = 0", C),
    one("floors", "score_before = 32767", f"{A} and round = 3 and seat = 0"),
    one("floors", "round = 0", f"{A} and round = 1 and seat = 0"),
    one("rounds", "round = 0", f"{A} and round = 1"),
    one("placements", "line = 0", f"{B} and turn = 1"),
    one("placements", '"column" = 0', f"{B} and turn = 1"),
    one("placements", '"column" = 255', f"{B} and turn = 1"),
    one("placements", "multiplier = 255, horizontal = 255", f"{B} and turn = 1"),
    one("seats", "tile_points = 32767", f"{A} and seat = 0"),
    one("turns", "turn = 0, round = 0, turn_in_round = 0", f"{A} and turn = 1"),
]


def failing(database: Database) -> set[str]:
    return {check.name for check in verify(database) if not check.holds}


@pytest.mark.parametrize(("change", "expected"), BROKEN, ids=[f"{e[0]}: {c[:60]}" for c, e in BROKEN])
def test_a_broken_value_fails_its_check(games: Database, change: str, expected: list[str]) -> None:
    games.rows(change)
    assert failing(games) == set(expected)


@pytest.mark.parametrize("damage", ["definition || 'x'", "'x'", "''", "'[]'", "replace(definition, 'blue', 'mauve')"])
def test_a_damaged_ruleset_fails_checks_and_stops_none(games: Database, damage: str) -> None:
    games.rows(f"update rulesets set definition = {damage} where ruleset = 'tiny'")
    checks = {check.name: check for check in verify(games)}
    assert list(checks) == list(check_names())
    assert checks["rulesets-key"].violations == 1
    assert checks["rounds-key"].holds


def test_a_query_that_fails_is_a_check_that_does_not_hold(games: Database) -> None:
    games.rows("update rulesets set definition = definition || '}' where ruleset = 'tiny'")
    (check,) = [check for check in verify(games) if check.name == "turns-tiles"]
    assert (check.rows, check.violations, check.holds) == (0, 1, False)
    assert check.examples[0].startswith("the query fails on a value stored: Invalid Input Error: Malformed JSON")


def test_a_record_that_is_no_json_fails_only_the_checks_of_records(games: Database) -> None:
    games.rows(f"update records set record = record || 'x' where {A}")
    assert failing(games) == {"records-hash", "seats-record", "turns-record"}


def test_the_check_of_rejects_knows_every_code() -> None:
    query = sql_text("verify/rejects_values")
    assert [code for code in REJECT_CODES if f"'{code}'" not in query] == []


@pytest.mark.parametrize(("change", "check"), ALSO, ids=[f"{check}: {change[:60]}" for change, check in ALSO])
def test_a_value_that_no_other_table_has_is_checked_too(games: Database, change: str, check: str) -> None:
    games.rows(change)
    assert not run_check(games, check).holds


def test_every_check_has_a_failing_case() -> None:
    assert {expected[0] for _, expected in BROKEN} | {check for _, check in ALSO} == set(check_names())


def test_no_number_makes_a_query_fail(games: Database) -> None:
    for change in LARGE:
        games.rows(change)
    checks = verify(games)
    assert [check.name for check in checks if any("fails" in example for example in check.examples)] == []
    assert {"floors-score", "placements-wall", "turns-tiles"} <= {check.name for check in checks if not check.holds}


def test_a_check_counts_rows_and_violations_and_shows_five(games: Database) -> None:
    games.rows(f"update turns set seat = 1 - seat where {A}")
    (check,) = [check for check in verify(games) if check.name == "turns-seat"]
    assert (check.rows, check.violations) == (23, 14)  # turns of all games, turns of hand/a
    assert check == Check(
        name="turns-seat",
        what="The first seat of the round drafts first, then seat after seat, clockwise.",
        rows=23,
        violations=14,
        examples=(
            "game_id=hand/a, turn=1, round=1, seat=1, expected=0",
            "game_id=hand/a, turn=2, round=1, seat=0, expected=1",
            "game_id=hand/a, turn=3, round=1, seat=1, expected=0",
            "game_id=hand/a, turn=4, round=2, seat=1, expected=0",
            "game_id=hand/a, turn=5, round=2, seat=0, expected=1",
        ),
    )
