"""What if: every label and fault on games worked out by hand, and that the same numbers change nothing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb
import msgspec
import pytest
from azul_records import FREE_TILING, first_round, stopped, two_rounds, with_claims
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import POLICIES, played
from own_rulesets import TWO_ROUNDS
from rulesets_made_up import rulesets
from stored_games import games_of_all_kinds, store

from azul_analytics import rescore
from azul_analytics.database import Database, connect
from azul_analytics.errors import AzulError
from azul_analytics.export import export_tables
from azul_analytics.ingest import append
from azul_analytics.records import GameRecord, Result
from azul_analytics.replayer import replay_batch
from azul_analytics.rescore import rescore_games
from azul_analytics.rules.ruleset import Ruleset, load_ruleset, parse_ruleset
from azul_analytics.verify import verify

TWO = "end_rounds = 2"  # as the game of golden/azul_log_rules_two_rounds was played
GRAY = load_ruleset("gray")


def ruleset(*keys: str, name: str = "what_if") -> Ruleset:
    return parse_ruleset("\n".join([f'name = "{name}"', *keys]), name)


def stored(database: Database, rules: Ruleset, *records: GameRecord) -> None:
    """Stores records that were played under these rules."""
    for record in records:
        record.ruleset = rules.name
    replayed = replay_batch(records, {rules.name: rules}, {})
    assert replayed.tables["rejects"].to_pylist() == []
    append(database, replayed)


def label(database: Database, new: Ruleset) -> tuple[Any, ...]:
    """Label, code, round, turn, seat, rounds and turns that hold, of the only game."""
    with connect() as made:
        rescore_games(database, new, made)
        ((*row, stored_games, message),) = made.rows(
            "select label, code, round, turn, seat, rounds_held, turns_held, (select count(*) from games), message "
            "from rescored"
        )
        assert stored_games == (row[0] == "exact")
        assert (message is None) == (row[0] == "exact")
        return tuple(row)


def seats(database: Database, *columns: str, table: str = "seats") -> list[tuple[Any, ...]]:
    return database.rows(f"select {', '.join(columns)} from {table} order by game_id, seat")


@pytest.fixture
def club(database: Database) -> Database:
    """The game of golden/azul_log_rules_two_rounds, which seat 0 wins with 18 to 0.

    Seat 0: tiles 2 and 12, two and one floor spaces, a column. Seat 1: tiles 6 and 2, one floor space and seven.
    """
    stored(database, TWO_ROUNDS, two_rounds())
    return database


# --- exact ----------------------------------------------------------------------------------------


def test_a_floor_that_pays_turns_the_game(club: Database) -> None:
    with connect() as made:
        answer = rescore_games(club, ruleset(TWO, "floor = [0, 0, 0, 0, 0, 0, 30]"), made)
        # seat 0: 2 + 12 + 7; seat 1: 6 + 2 + 30
        assert seats(made, "tile_points", "floor_points", "bonus_points", "score", "win_share") == [
            (14, 0, 7, 21, 0.0),
            (8, 30, 0, 38, 1.0),
        ]
        assert seats(made, "floor_points", "score", "win_share", table="rescored_seats") == [
            (-3, 18, 1.0),
            (-8, 0, 0.0),
        ]
        (game,) = answer.labels.to_dict("records")
        assert (game["label"], game["games"], game["share"], game["mean_turns_held"]) == ("exact", 1, 1.0, 19.0)
        changes = answer.changes.set_index(["measure", "seat_order"])["change"]
        assert changes["winners_changed"].tolist() == [1.0]
        assert changes["win_share"].to_dict() == {0: 1.0, 1: -1.0}  # seat 1 opened
        assert changes["score"].to_dict() == {0: 38.0, 1: 3.0}
        assert changes["floor_points"].to_dict() == {0: 38.0, 1: 3.0}
        assert changes["tile_points"].to_dict() == changes["bonus_points"].to_dict() == {0: 0.0, 1: 0.0}


def test_another_clamp_and_other_bonuses_change_points_alone(club: Database) -> None:
    new = ruleset(TWO, 'clamp = "never"', "bonuses = { column = 1, diagonal = 3 }")
    with connect() as made:
        rescore_games(club, new, made)
        # seat 0: 2 - 2, then 12 - 1, and the column; seat 1: 6 - 1, then 2 - 14. No diagonal is full.
        assert seats(made, "floor_points", "bonus_points", "score") == [(-3, 1, 12), (-15, 0, -7)]


def test_a_game_of_a_fixed_wall_is_exact_on_a_free_one(club: Database) -> None:
    with connect() as made:
        rescore_games(club, ruleset('extends = "gray"', TWO), made)
        assert seats(made, "score") == seats(club, "score")
        assert made.rows("select * exclude (game_id) from placements") == club.rows(
            "select * exclude (game_id) from placements"
        )


def test_what_claims_said_is_gone_and_where_the_game_came_from_is_kept(database: Database) -> None:
    record = with_claims(two_rounds(), bonuses=[7, 0], marker=0)
    stored(database, TWO_ROUNDS, record)
    new = ruleset(TWO, "bonuses.column = 8")
    with connect() as made:
        rescore_games(database, new, made)
        ((text, meta, name),) = made.rows("select record, meta, ruleset from games join records using (game_id)")
        said = msgspec.json.decode(text, type=GameRecord)
        assert name == said.ruleset == "what_if"
        assert not (said.result or said.claims or said.rounds[0].bag or said.rounds[0].scores)
        assert [played.seconds for played in said.rounds] == [played.seconds for played in record.rounds]
        ((log_hash,),) = database.rows("select log_hash from games")
        assert msgspec.json.decode(meta) == {
            "table": "window",
            "rescored": {"ruleset": "two_rounds", "ruleset_hash": TWO_ROUNDS.hash, "log_hash": log_hash},
        }


def test_a_stopped_game_keeps_its_stop_and_who_won_it(database: Database) -> None:
    record = stopped(first_round(), result=Result(ended_by="conceded", winners=[1], scores=[0, 5]))
    stored(database, load_ruleset("standard"), record)
    with connect() as made:
        answer = rescore_games(database, ruleset("floor = [-3]"), made)
        # seat 0: 2 tile points, two floor spaces of which one counts, and the clamp; seat 1: 6 - 3
        assert seats(made, "score", "win_share") == [(0, 0.0), (3, 1.0)]
        assert made.rows("select ended_by, finished from games") == [("conceded", False)]
        assert answer.changes.empty  # changes are of finished games


# --- bounded --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        (["end_rounds = 1"], ("game-over", 2, None, None, 1, 10)),
        ([], ("game-unfinished", 2, None, None, 2, 19)),
        # seat 1 opened and seat 0 took the marker of round 1: draft 11 was its own
        ([TWO, 'next_first = "same"'], ("wrong-seat", 2, 11, 1, 1, 10)),
        # turn 17 put a fifth and a sixth yellow tile on line 5 of seat 0, and one of them fell
        ([TWO, "line_capacities = [1, 2, 3, 4, 6]"], ("line-tiles", 2, 17, 0, 1, 16)),
        # turn 1 put two of three red tiles on line 3: it would be full
        ([TWO, "line_capacities = [1, 2, 2, 4, 5]"], ("line-tiles", 1, 1, 1, 0, 0)),
        # of two faults the first in play counts
        ([TWO, "line_capacities = [1, 2, 3, 4, 6]", 'next_first = "same"'], ("wrong-seat", 2, 11, 1, 1, 10)),
        (["end_rounds = 1", "line_capacities = [1, 2, 3, 4, 6]"], ("game-over", 2, None, None, 1, 10)),
        (["line_capacities = [1, 2, 3, 4, 6]"], ("line-tiles", 2, 17, 0, 1, 16)),
    ],
)
def test_bounded_by(keys: list[str], expected: tuple[Any, ...], club: Database) -> None:
    assert label(club, ruleset(*keys)) == ("bounded", *expected)


def free_game(database: Database, rules: Ruleset, tiling: list[str] | None = None) -> None:
    """The round of azul_records.py on a free wall, where the game was stopped."""
    stored(database, rules, stopped(first_round(tiling=tiling or FREE_TILING)))


def test_what_was_chosen_on_a_free_wall_binds_a_fixed_one(database: Database) -> None:
    free_game(database, GRAY)  # line 3 of seat 0, black, in column 2; the fixed wall has it in column 1
    assert label(database, ruleset()) == ("bounded", "tiling-mismatch", 1, None, 0, 0, 10)


def test_a_stop_before_the_tiling_of_a_free_wall_stays_one(database: Database) -> None:
    stored(database, GRAY, stopped(first_round()))
    assert label(database, ruleset()) == ("bounded", "tiling-mismatch", 1, None, 0, 0, 10)
    assert label(database, ruleset('extends = "gray"', "floor = [0]"))[0] == "exact"


def test_a_space_printed_in_another_color_refuses_the_tile(database: Database) -> None:
    free_game(database, GRAY)
    new = ruleset('extends = "gray"', 'wall.printed = [{ line = 3, column = 2, color = "blue" }]')
    assert label(database, new) == ("bounded", "tiling-illegal", 1, None, 0, 0, 10)


def test_a_line_that_was_blocked_has_a_space_elsewhere(database: Database) -> None:
    # all spaces of line 1 are printed, none of them blue: line 1 of seat 0 falls to the floor
    colors = enumerate(["red", "yellow", "black", "turquoise", "red"], 1)
    printed = [f'{{ line = 1, column = {column}, color = "{color}" }}' for column, color in colors]
    old = ruleset('extends = "gray"', f"wall.printed = [{', '.join(printed)}]", name="no_blue")
    free_game(database, old, ["32", "14 22 33"])
    assert label(database, GRAY) == ("bounded", "tiling-missing", 1, None, 0, 0, 10)


def test_a_color_that_could_repeat_may_not(database: Database) -> None:
    old = ruleset('extends = "gray"', "wall.unique_in_line = false", name="repeats")
    # line 1 of seat 0 got a blue tile in round 1
    again = first_round("YYYY TBBB RKKB YYBB TTTT", "2B1")
    stored(database, old, stopped(first_round(tiling=FREE_TILING), again))
    assert label(database, GRAY) == ("bounded", "wall-color", 2, 11, 0, 1, 10)


def test_a_game_that_was_stopped_where_the_rules_would_end_it(database: Database) -> None:
    stored(database, load_ruleset("standard"), stopped(first_round()))
    assert label(database, ruleset("end_rounds = 1")) == ("bounded", "result-mismatch", None, None, None, 1, 10)


# --- impossible -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keys", "code"),
    [
        (["factories = { 3 = 7 }"], "factories"),
        (["factories = { 2 = 6 }"], "factories"),
        (["tiles_per_color = 19"], "tiles_per_color"),
        (["tiles_per_factory = 3"], "tiles_per_factory"),
        (
            [
                'colors = ["blue", "yellow", "red", "black", "green"]',
                'wall.pattern = ["BYRKG", "GBYRK", "KGBYR", "RKGBY", "YRKGB"]',
            ],
            "colors",
        ),
        (  # fewer lines than the drafts went to
            [
                'colors = ["blue", "yellow", "red"]',
                "line_capacities = [1, 2, 3]",
                'wall.pattern = ["BYR", "RBY", "YRB"]',
            ],
            "colors",
        ),
    ],
)
def test_impossible_for_its_first_deal(keys: list[str], code: str, club: Database) -> None:
    assert label(club, ruleset(TWO, *keys)) == ("impossible", code, None, None, None, 0, 0)


# --- the same numbers -----------------------------------------------------------------------------


def rows(database: Database) -> dict[str, list[tuple[Any, ...]]]:
    """What the tables say of the games, without what judged them and what they said themselves."""
    dropped = {"games": "exclude (ruleset, ruleset_hash, log_hash, meta)"}
    tables = ("games", "seats", "rounds", "deals", "turns", "placements", "floors", "bonuses")
    return {name: sorted(database.rows(f"select * {dropped.get(name, '')} from {name}"), key=str) for name in tables}


@settings(max_examples=8, deadline=None)
@given(rules=rulesets(), seed=st.integers(0, 1000), policy=st.sampled_from(POLICIES))
def test_the_same_numbers_under_another_name_change_nothing(rules: Ruleset, seed: int, policy: Any) -> None:
    players = min(rules.factories)
    games = [
        played(rules, players, seed + number, policy, most_rounds=3, most_turns=20 + 5 * number).record(str(number))
        for number in (0, 1)
    ]
    with connect() as database, connect() as made:
        stored(database, rules, *games)
        answer = rescore_games(database, replace(rules, name="renamed"), made)
        assert answer.labels["label"].tolist() == ["exact"]
        assert rows(made) == rows(database)
        assert (answer.changes["change"] == 0).all()


def test_there_and_back_is_where_it_began(database: Database) -> None:
    standard = [game for game in games_of_all_kinds() if game.ruleset == "standard"]
    stored(database, load_ruleset("standard"), *standard)
    with connect() as there, connect() as back:
        rescore_games(database, ruleset('clamp = "never"'), there)
        rescore_games(there, load_ruleset("standard"), back)
        assert seats(there, "score") != seats(database, "score")
        assert rows(back) == rows(database)
        assert {name for (name,) in back.rows("select meta ->> '$.rescored.ruleset' from games")} == {"standard"}


# --- the database that is made --------------------------------------------------------------------


def test_all_of_it_holds_and_can_be_exported(database: Database, tmp_path: Path) -> None:
    store(database, *games_of_all_kinds())
    with connect() as made:
        answer = rescore_games(database, ruleset('extends = "gray"', "floor = [-9]"), made)
        assert set(answer.labels["label"]) == {"exact", "bounded", "impossible"}
        assert [check.name for check in verify(made) if not check.holds] == []
        exported = export_tables(made, tmp_path / "tables")
        assert exported["rescored"] == answer.labels["games"].sum() == answer.games
        assert exported["rescored_seats"] == exported["seats"] > 0
    with duckdb.connect() as again:
        again.execute(f"set file_search_path = '{tmp_path / 'tables'}'")
        again.execute((tmp_path / "tables" / "load.sql").read_text(encoding="utf-8"))
        assert again.execute("select count(*) from rescored").fetchone() == (answer.games,)


def test_an_interrupt_leaves_whole_batches_and_the_next_run_goes_on(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store(database, *games_of_all_kinds())
    monkeypatch.setattr(rescore, "BATCH_GAMES", 4)
    output, steps = tmp_path / "made.duckdb", []

    def stop(games: int) -> None:
        steps.append(games)
        if len(steps) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        rescore_games(database, GRAY, output, progress=stop)
    with connect(output) as made:
        assert made.rows("select count(*) from rescored") == [(8,)]
    rest = rescore_games(database, GRAY, output)
    assert (rest.skipped, rest.games) == (8, len(games_of_all_kinds()) - 8)
    again = rescore_games(database, GRAY, output)
    assert (again.skipped, again.games) == (len(games_of_all_kinds()), 0)
    monkeypatch.undo()
    with connect() as whole, connect(output) as made:
        rescore_games(database, GRAY, whole)
        assert rows(made) == rows(whole)
        labels = "select * from rescored order by game_id"
        assert made.rows(labels) == whole.rows(labels)


def test_wrong_use_is_a_sentence(club: Database, tmp_path: Path) -> None:
    new, output = ruleset(TWO), tmp_path / "made.duckdb"
    rescore_games(club, new, output)
    with pytest.raises(AzulError, match=r"made\.duckdb is the database to rescore; name another one"):
        rescore_games(output, new, output)
    with pytest.raises(AzulError, match=r"holds games rescored under other numbers than those of other;"):
        rescore_games(club, ruleset(TWO, name="other"), output)
    with pytest.raises(AzulError, match=r"The database holds games that were not rescored; name a new file\."):
        rescore_games(output, new, club)
    with connect() as changed:
        other = two_rounds()
        other.meta = {}
        stored(changed, TWO_ROUNDS, other)
        with pytest.raises(AzulError, match=r"made\.duckdb holds club/two-rounds as another game; name a new file\."):
            rescore_games(changed, new, output)


def test_games_put_beside_the_rescored_ones_are_refused_and_change_nothing(club: Database) -> None:
    other = two_rounds()
    other.id = "another"
    with connect() as made:
        rescore_games(club, ruleset(TWO), made)
        stored(made, TWO_ROUNDS, other)
        before = made.rows("select * from games order by game_id")
        stored(club, TWO_ROUNDS, other)
        with pytest.raises(AzulError, match=r"The database holds games that were not rescored; name a new file\."):
            rescore_games(club, ruleset(TWO), made)
        assert made.rows("select * from games order by game_id") == before


@pytest.mark.parametrize(
    "damage",
    ["update records set record = '{}'", "update records set record = '{'", "delete from rounds where round = 2"],
)
def test_a_record_that_cannot_be_read_is_named(damage: str, club: Database) -> None:
    club.rows(damage)
    with connect() as made, pytest.raises(AzulError, match="stored record of game 'club/two-rounds' cannot be read"):
        rescore_games(club, ruleset(TWO), made)


def test_a_database_without_games_gives_no_rows(database: Database) -> None:
    with connect() as made:
        answer = rescore_games(database, GRAY, made)
        assert (answer.games, answer.skipped, len(answer.labels), len(answer.changes)) == (0, 0, 0, 0)
