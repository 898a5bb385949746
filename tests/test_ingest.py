"""Files into a database: whole batches or nothing, nothing twice, rejects as the last run found them."""

from __future__ import annotations

import json
import tracemalloc
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from azul_records import DEAL, DRAFTS, GOLDEN, TABLES, first_round, stopped
from oracle import at_random, played

import azul_analytics as azul
from azul_analytics.database import Database, connect
from azul_analytics.errors import AzulError, DatabaseError, FileError, RulesetError
from azul_analytics.ingest import IngestReport, ingest_files
from azul_analytics.replayer import batches, replay_batch
from azul_analytics.rules.ruleset import load_ruleset
from azul_analytics.verify import verify

OTHER = "5R3 3K3 2TF"  # drafts of another game than DRAFTS
BAD = "9B1"


def line(id: str, drafts: str = DRAFTS, **keys: Any) -> str:
    """A line of azul-log: a stopped game of one round."""
    players = [{"name": "Ana"}, {"name": "Beto"}]
    record = {
        "format": "azul-log/1", "id": id, "source": "club", "players": players, "opening_seat": 1,
        "rounds": [{"deal": DEAL, "drafts": drafts}], "result": {"ended_by": "abandoned"}, **keys,
    }  # fmt: skip
    return json.dumps(record) + "\n"


def whole_games(count: int) -> list[str]:
    """Lines of whole games, and between them every fourth one that is refused."""
    standard = load_ruleset("standard")
    lines = []
    for seed in range(count):
        record = played(standard, 2, seed, at_random, most_rounds=5).record(str(seed), "none")
        if seed % 4 == 3:
            record.rounds[0].drafts = BAD
        lines.append(record)
    text = [json.loads(azul.records.canonical(record)) for record in lines]
    return [json.dumps(one) + "\n" for one in text]


def contents(path: Path) -> dict[str, list[str]]:
    """All rows of a database as sorted texts."""
    with connect(path) as database:
        return {
            table: sorted(map(repr, database.arrow(f"from {table}").to_pylist()))
            for table in (*TABLES, "rejects", "rulesets")
        }


def rejects(path: Path) -> list[tuple[Any, ...]]:
    with connect(path) as database:
        return database.rows("select line, game_id, code from rejects order by file, line, code")


def games(path: Path) -> list[str]:
    with connect(path) as database:
        return [game_id for (game_id,) in database.rows("select game_id from games order by game_id")]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "club.jsonl"


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "games.duckdb"


@pytest.fixture
def in_threes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Batches of three games."""
    monkeypatch.setattr("azul_analytics.ingest.batches", partial(batches, games=3))


# --- what is stored -------------------------------------------------------------------------------


def test_good_games_are_stored_and_the_others_become_rejects(log: Path, db: Path) -> None:
    log.write_text(line("a") + "no json\n" + line("b", BAD) + "\n" + line("c", ruleset="nobody") + line("d"))
    report = ingest_files([log], db)
    assert (report.games, report.skipped, report.skipped_rejects) == (2, 0, 0)
    assert report.rejects == Counter({"bad-json": 1, "empty-source": 1, "unknown-ruleset": 1})
    assert report.seconds > 0
    assert games(db) == ["club/a", "club/d"]
    assert rejects(db) == [(2, None, "bad-json"), (3, "club/b", "empty-source"), (5, "club/c", "unknown-ruleset")]
    with connect(db) as database:
        assert database.rows("select log_line, log_file from games order by 1") == [(1, str(log)), (6, str(log))]
        assert database.rows("select distinct file, round, turn, seat from rejects where line = 3") == [
            (str(log), 1, 1, 1)
        ]


def test_an_empty_file_stores_nothing_and_makes_the_database(log: Path, db: Path) -> None:
    log.write_text("")
    assert ingest_files([log], db).games == 0
    assert games(db) == []


def test_a_database_may_be_open_already(log: Path, database: Database) -> None:
    log.write_text(line("a"))
    assert ingest_files([log], database).games == 1
    assert database.rows("select count(*) from turns") == [(10,)]


def test_what_is_stored_passes_every_check(log: Path, db: Path, in_threes: None) -> None:
    log.write_text("".join(whole_games(10)))
    ingest_files([log, GOLDEN / "azul_log_rules_highest_score"], db)
    with connect(db) as database:
        assert [check.name for check in verify(database) if not check.holds] == []


@pytest.mark.parametrize(
    ("argument", "error"),
    [
        ({"paths": ["missing.jsonl"]}, FileError),
        ({"ruleset": "nobody"}, RulesetError),
        ({"ruleset": "missing.toml"}, RulesetError),
        ({"format": "nobody"}, AzulError),
        ({"db": "no/such/folder/games.duckdb"}, DatabaseError),
    ],
    ids=str,
)
def test_wrong_use_is_said_before_anything_is_read(
    log: Path, db: Path, argument: dict[str, Any], error: type[AzulError]
) -> None:
    log.write_text(line("a"))
    given: dict[str, Any] = {"paths": [log], "db": db} | argument
    with pytest.raises(error) as raised:
        ingest_files(**given)
    assert str(raised.value)
    assert not db.exists()


# --- twice ----------------------------------------------------------------------------------------


def test_the_same_content_again_is_skipped_and_counted(log: Path, db: Path) -> None:
    log.write_text(line("a") + line("b", BAD) + "no json\n" + line("c"))
    ingest_files([log], db)
    before = contents(db)
    report = ingest_files([log], db)
    assert (report.games, report.skipped, report.skipped_rejects) == (0, 2, 2)
    assert contents(db) == before


def test_the_same_game_in_another_file_and_other_spelling_is_the_same(log: Path, db: Path, tmp_path: Path) -> None:
    # compared as JSON: the order of keys, blanks and escapes do not matter
    log.write_text(line("ñ"))
    other = tmp_path / "other.jsonl"
    spelled = dict(reversed(json.loads(line("ñ")).items()))
    other.write_text(json.dumps(spelled, indent=None, ensure_ascii=False).replace(":", " :  ") + "\n")
    report = ingest_files([log, other], db)
    assert (report.games, report.skipped, sum(report.rejects.values())) == (1, 1, 0)


def test_a_game_with_other_content_under_the_same_id_is_a_duplicate(log: Path, db: Path, tmp_path: Path) -> None:
    log.write_text(line("a") + line("a", OTHER))
    report = ingest_files([log], db)
    assert report.rejects == Counter({"duplicate-game": 1})
    assert rejects(db) == [(2, "club/a", "duplicate-game")]
    # the first stays, also against a later run
    later = tmp_path / "later.jsonl"
    later.write_text(line("a", "5RF"))
    assert ingest_files([later], db).rejects == Counter({"duplicate-game": 1})
    with connect(db) as database:
        assert database.rows("select turns from games") == [(10,)]


@pytest.mark.usefixtures("in_threes")
def test_duplicates_are_found_within_and_across_batches(log: Path, db: Path) -> None:
    log.write_text("".join([line("a"), line("b"), line("a", OTHER), line("c"), line("b"), line("b", OTHER), line("a")]))
    report = ingest_files([log], db)
    assert (report.games, report.skipped) == (3, 2)
    assert rejects(db) == [(3, "club/a", "duplicate-game"), (6, "club/b", "duplicate-game")]


def test_files_count_in_the_order_given(log: Path, db: Path, tmp_path: Path) -> None:
    first = tmp_path / "z.jsonl"
    first.write_text(line("a", OTHER))
    log.write_text(line("a"))
    ingest_files([first, log], db)
    with connect(db) as database:
        assert database.rows("select log_file, turns from games") == [(str(first), 3)]


# --- rejects of lines that change -----------------------------------------------------------------


def test_a_reject_is_replaced_when_its_line_has_another_fault(log: Path, db: Path) -> None:
    log.write_text(line("a", BAD) + line("b"))
    ingest_files([log], db)
    log.write_text(line("a", "5R3 5R3") + line("b"))
    report = ingest_files([log], db)
    assert (report.skipped, report.skipped_rejects) == (1, 0)
    with connect(db) as database:
        assert database.rows("select line, code, turn from rejects") == [(1, "empty-source", 2)]


def test_a_reject_goes_when_its_line_is_good_now(log: Path, db: Path) -> None:
    log.write_text(line("a", BAD) + line("b", BAD))
    ingest_files([log], db)
    log.write_text(line("a") + line("b", BAD))
    report = ingest_files([log], db)
    assert (report.games, report.skipped_rejects) == (1, 1)
    assert rejects(db) == [(2, "club/b", "empty-source")]
    assert games(db) == ["club/a"]


def test_a_reject_goes_when_its_game_is_there_already(log: Path, db: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.jsonl"
    other.write_text(line("a"))
    log.write_text(line("a", OTHER))
    ingest_files([other, log], db)
    assert rejects(db) == [(1, "club/a", "duplicate-game")]
    log.write_text(line("a"))
    assert ingest_files([log], db).skipped == 1
    assert rejects(db) == []


def test_rejects_of_other_files_and_lines_stay(log: Path, db: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.jsonl"
    other.write_text(line("x", BAD))
    log.write_text(line("a", BAD) + line("b", BAD))
    ingest_files([other, log], db)
    log.write_text(line("a"))
    ingest_files([log], db)
    # line 2 of the log is not there any more; nobody judged it again
    assert [game_id for _, game_id, _ in rejects(db)] == ["club/b", "club/x"]


def test_the_same_fault_on_two_lines_is_two_rejects(log: Path, db: Path) -> None:
    log.write_text(line("a", BAD) * 3)
    report = ingest_files([log], db)
    assert report.rejects == Counter({"empty-source": 3})
    assert [at for at, *_ in rejects(db)] == [1, 2, 3]


# --- rulesets -------------------------------------------------------------------------------------


def test_a_ruleset_replaces_what_the_logs_say(log: Path, db: Path) -> None:
    log.write_text(line("a") + line("b", ruleset="crystal_1"))
    ingest_files([log], db, ruleset="standard_after_last")
    with connect(db) as database:
        assert database.rows("select distinct ruleset from games") == [("standard_after_last",)]
        assert database.rows("select ruleset from rulesets") == [("standard_after_last",)]
        # what the log itself said stays
        assert database.rows("select count(*) from records where record like '%crystal_1%'") == [(1,)]


def test_a_ruleset_of_ones_own_judges_and_is_stored(log: Path, db: Path, tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('name = "harsh"\ndescription = "a harsh floor"\nfloor = [-5, -5]\n')
    log.write_text(line("a"))
    ingest_files([log], db, ruleset=own)
    with connect(db) as database:
        assert database.rows("select ruleset, ruleset_hash from games") == [("harsh", load_ruleset(own).hash)]
        assert database.rows("select nominal_points from floors order by seat") == [(-10,), (-5,)]
        assert json.loads(database.rows("select definition from rulesets")[0][0])["floor"] == [-5, -5]
    log.write_text(line("b"))
    ingest_files([log], db)
    with connect(db) as database:
        assert database.rows("select count(*), count(distinct ruleset_hash) from rulesets") == [(2, 2)]


def test_games_that_stay_under_another_ruleset_are_counted(log: Path, db: Path, tmp_path: Path) -> None:
    log.write_text(line("a") + line("b", ruleset="crystal_1"))
    ingest_files([log], db, ruleset="standard")
    assert ingest_files([log], db, ruleset="standard").judged_otherwise == {}
    # without an override the second record asks for crystal_1
    assert ingest_files([log], db).judged_otherwise == {"standard": 1}
    asked = ingest_files([log], db, ruleset="standard_after_last")
    assert (asked.games, asked.skipped, asked.judged_otherwise) == (0, 2, {"standard": 2})
    with connect(db) as database:
        assert database.rows("select distinct ruleset from games") == [("standard",)]


def test_an_own_ruleset_whose_numbers_changed_is_another_one(log: Path, db: Path, tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    log.write_text(line("a"))
    for floor, otherwise in ((-5, {}), (-6, {"harsh of other numbers": 1})):
        own.write_text(f'name = "harsh"\nfloor = [{floor}, {floor}]\n')
        assert ingest_files([log], db, ruleset=own).judged_otherwise == otherwise
    # a record may name a ruleset that is not given this time: then nothing is compared
    log.write_text(line("b", ruleset="harsh"))
    ingest_files([log], db, ruleset=own)
    assert ingest_files([log], db).judged_otherwise == {}


# --- interrupts -----------------------------------------------------------------------------------


class Interrupt:
    """Raises KeyboardInterrupt when it was called so often."""

    def __init__(self, calls: int):
        self.left = calls

    def __call__(self, *_: object) -> None:
        self.left -= 1
        if self.left == 0:
            raise KeyboardInterrupt


def assert_whole(db: Path, uninterrupted: dict[str, list[str]], log: Path, batch: int) -> None:
    """The database holds whole batches, passes all checks, and becomes the same as the uninterrupted one."""
    with connect(db) as database:
        assert [check.name for check in verify(database) if not check.holds] == []
        judged = database.rows("select log_line from games union all select line from rejects")
    lines = sorted(at for (at,) in judged)
    assert lines == list(range(1, len(lines) + 1))
    assert len(lines) % batch == 0
    before = len(lines)
    report = ingest_files([log], db)
    assert report.skipped + report.skipped_rejects == before
    assert contents(db) == uninterrupted


@pytest.fixture
def twelve(log: Path, tmp_path: Path, in_threes: None) -> Iterator[Callable[[], dict[str, list[str]]]]:
    """A log of twelve games in four batches, and what an uninterrupted run makes of it."""
    log.write_text("".join(whole_games(12)))
    ingest_files([log], tmp_path / "uninterrupted.duckdb")
    yield lambda: contents(tmp_path / "uninterrupted.duckdb")


@pytest.mark.parametrize("after", [1, 2, 4])
def test_an_interrupt_between_batches_leaves_whole_batches(
    log: Path, db: Path, twelve: Callable[[], dict[str, list[str]]], after: int
) -> None:
    with pytest.raises(KeyboardInterrupt):
        ingest_files([log], db, progress=Interrupt(after))
    assert_whole(db, twelve(), log, 3)


@pytest.mark.parametrize("after", [1, 2, 7, 10, 14, 25])
def test_an_interrupt_between_tables_leaves_whole_batches(
    log: Path, db: Path, twelve: Callable[[], dict[str, list[str]]], monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    interrupt, append = Interrupt(after), Database.append

    def interrupted(self: Database, table: str, rows: Any) -> None:
        interrupt()
        append(self, table, rows)

    monkeypatch.setattr(Database, "append", interrupted)
    with pytest.raises(KeyboardInterrupt):
        ingest_files([log], db)
    monkeypatch.setattr(Database, "append", append)
    assert_whole(db, twelve(), log, 3)


def test_an_interrupt_while_judging_leaves_whole_batches(
    log: Path, db: Path, twelve: Callable[[], dict[str, list[str]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    interrupt = Interrupt(3)

    def interrupted(*arguments: Any) -> Any:
        interrupt()
        return replay_batch(*arguments)

    monkeypatch.setattr("azul_analytics.ingest.replay_batch", interrupted)
    with pytest.raises(KeyboardInterrupt):
        ingest_files([log], db)
    monkeypatch.setattr("azul_analytics.ingest.replay_batch", replay_batch)
    assert_whole(db, twelve(), log, 3)


def test_an_error_while_storing_is_not_swallowed(log: Path, db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log.write_text(line("a"))

    def broken(*_: object) -> None:
        raise RuntimeError("the disk is full")

    monkeypatch.setattr(Database, "append", broken)
    with pytest.raises(RuntimeError, match="the disk is full"):
        ingest_files([log], db)


# --- progress and memory --------------------------------------------------------------------------


@pytest.mark.usefixtures("in_threes")
def test_progress_is_told_after_each_stored_batch(log: Path, db: Path) -> None:
    log.write_text("".join(line(str(at), BAD if at == 5 else DRAFTS) for at in range(8)))
    seen: list[tuple[int, int]] = []

    def progress(report: IngestReport) -> None:
        seen.append((report.games, sum(report.rejects.values())))

    ingest_files([log], db, progress=progress)
    assert seen == [(3, 0), (5, 1), (7, 1)]


def peak_of(records: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """Peak of Python's own memory, in bytes, over an ingest of so many lines of some kilobytes each."""
    log = tmp_path / f"{records}.jsonl"
    with log.open("w") as lines:
        for at in range(records):
            lines.write(line(str(at), "", meta={"filler": "x" * 4000}))
    monkeypatch.setattr("azul_analytics.ingest.batches", partial(batches, games=25))
    tracemalloc.start()
    try:
        assert ingest_files([log], tmp_path / f"{records}.duckdb").games == records
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_memory_does_not_grow_with_the_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    peak_of(25, tmp_path, monkeypatch)  # whatever is loaded or compiled once
    few, many = peak_of(100, tmp_path, monkeypatch), peak_of(800, tmp_path, monkeypatch)
    # 800 lines hold 3 MB; what grows with them must be far less than that
    assert many - few < 500_000


def test_the_helpers_of_these_tests_make_the_game_they_say() -> None:
    record = stopped(first_round(), id="a", source="club")
    assert json.loads(azul.records.canonical(record))["rounds"] == json.loads(line("a"))["rounds"]
