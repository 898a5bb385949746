"""The command line: help, exit codes, one-line errors, formats, and each command once through."""

from __future__ import annotations

import csv
import gc
import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result
from small_games import add_small_games

from azul_analytics import __version__
from azul_analytics.cli import REJECT_COLUMNS, main
from azul_analytics.cli.group import Azul
from azul_analytics.cli.output import plain, show
from azul_analytics.database import connect
from azul_analytics.rules.ruleset import load_ruleset, parse_ruleset, ruleset_names, ruleset_text
from azul_analytics.statistics import STATISTICS
from azul_analytics.verify import check_names

AZUL = "from azul_analytics.cli import main; main(prog_name='azul')"


def azul(*words: str | Path) -> Result:
    """Runs a command in this process."""
    return CliRunner().invoke(main, [str(word) for word in words], prog_name="azul")


def process(*words: str | Path) -> list[str]:
    """The command line of a process of its own."""
    return [sys.executable, "-c", AZUL, *(str(word) for word in words)]


@pytest.fixture(scope="module")
def small_db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of three hand-made games and two rejects; tests only read it."""
    path = tmp_path_factory.mktemp("small") / "small.duckdb"
    with connect(path, create=True) as database:
        add_small_games(database)
    return path


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three simulated games."""
    path = tmp_path_factory.mktemp("log") / "three.jsonl"
    done = azul("simulate", "--games", "3", "--policy", "random", "--seed", "5", "-o", path)
    assert (done.exit_code, done.stdout) == (0, f"3 simulated games are in {path}.\n")
    return path


# help


def commands(group: click.Group = main, path: str = "azul") -> Iterator[tuple[str, click.Command]]:
    for name, command in group.commands.items():
        yield f"{path} {name}", command
        if isinstance(command, click.Group):
            yield from commands(command, f"{path} {name}")


COMMANDS = dict(commands())


def examples(command: click.Command) -> list[str]:
    """The lines of a command's help that are commands themselves."""
    lines = [line.strip() for line in (command.help or "").splitlines()]
    return [line for line in lines if line.startswith("azul ")]


def test_the_commands_that_there_are() -> None:
    assert set(COMMANDS) == {
        "azul ingest", "azul rejects", "azul verify", "azul stats", "azul report", "azul simulate",
        "azul rulesets", "azul rulesets list", "azul rulesets show", "azul rulesets new", "azul rulesets check",
        "azul rulesets diff", "azul score", "azul demo", "azul export", "azul positions", "azul notebook",
        "azul explain", "azul compare", "azul power", "azul rescore", "azul tournament",
        "azul study", "azul fit-value",
    }  # fmt: skip


@pytest.mark.parametrize("path", COMMANDS)
def test_every_command_has_help_with_an_example_that_it_takes(path: str) -> None:
    shown = azul(*path.split()[1:], "--help")
    assert shown.exit_code == 0
    assert "Example" in shown.stdout
    found = examples(COMMANDS[path])
    assert found
    for example in found:
        assert example.startswith(path)
        assert f"  {example}\n" in shown.stdout + "\n"  # on a line of its own
        words = shlex.split(example.split(" > ")[0])[1:]
        command: click.Command = main
        while isinstance(command, click.Group):
            command = command.commands[words.pop(0)]
        command.make_context(path, words)  # raises if the command does not take these words


@pytest.mark.parametrize("path", COMMANDS)
def test_every_option_says_what_it_is_for(path: str) -> None:
    options = [one for one in COMMANDS[path].params if isinstance(one, click.Option)]
    assert [one.name for one in options if not one.help] == []


def test_the_list_of_commands_cuts_no_sentence() -> None:
    assert "..." not in azul("--help").stdout.partition("Commands:")[2]


def test_help_and_version_load_little() -> None:
    heavy = ["pandas", "numpy", "pyarrow", "numba", "matplotlib", "scipy", "typst", "rich", "msgspec", "duckdb"]
    code = (
        "import sys\nfrom azul_analytics.cli import main\nmain(['ingest', '--help'], standalone_mode=False)\n"
        f"print([name for name in {heavy!r} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr == "[]\n"


def test_version_says_software_schema_and_format() -> None:
    done = azul("--version")
    assert done.exit_code == 0
    assert done.stdout == f"azul-analytics {__version__}, database schema 1, log format azul-log/1\n"


def test_without_a_command_help_is_shown_and_the_use_is_wrong() -> None:
    done = azul()
    assert done.exit_code == 2
    assert "Commands:" in done.stderr


# wrong use: one line, exit 2


def assert_wrong_use(done: Result, expected: str) -> None:
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("azul: ")
    assert expected in done.stderr
    assert done.exit_code == 2


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("nothing", "No such command 'nothing'. See `azul --help`."),
        ("verify", "Missing argument 'DB'. See `azul verify --help`."),
        ("ingest --db x.duckdb", "Missing argument 'PATHS...'."),
        ("ingest a.jsonl", "Missing option '--db'."),
        ("verify {db} --format xml", "'xml' is not one of 'table', 'json', 'csv'."),
        ("verify {db} --speed", "No such option"),
        ("verify missing.duckdb", "There is no database missing.duckdb;"),
        ("verify {log}", "is no DuckDB file."),
        ("verify {folder}", "is a folder, not a database file."),
        ("rejects missing.duckdb", "There is no database missing.duckdb;"),
        ("rejects {db} --code nonsense", "There is no reject code 'nonsense'; there are bad-json, "),
        ("report first-look {db} -o x.txt", "name a file that ends in .pdf, not x.txt."),
        ("report first-look {db} -o x.pdf --brand no.toml", "The brand file no.toml cannot be read"),
        ("stats nothing {db}", "There is no statistic 'nothing'; `azul stats` lists them."),
        ("stats floor_penalties", "Name the database too. See `azul stats --help`."),
        ("stats floor_penalties missing.duckdb", "There is no database missing.duckdb;"),
        ("report nothing {db} -o x.pdf", "There is no report 'nothing'; there are first-look"),
        ("report first-look {db} -o missing/x.pdf", "There is no folder missing"),
        ("report first-look missing.duckdb -o x.pdf", "There is no database missing.duckdb;"),
        ("report first-look {db}", "Missing option '-o' / '--output'."),
        ("ingest missing.jsonl --db x.duckdb", "no such file or folder: 'missing.jsonl'"),
        ("ingest {log} --db missing/x.duckdb", "There is no folder missing to put x.duckdb in."),
        ("ingest {log} --db x.duckdb --format pgn", "unknown log format 'pgn'"),
        ("ingest {log} --db x.duckdb --ruleset gary", "There is no ruleset 'gary'; there are standard, "),
        ("ingest {log} --db x.duckdb --ruleset gary.toml", "The ruleset file gary.toml cannot be read"),
        (
            "simulate --games 1 --policy clever -o x.jsonl",
            "There is no policy 'clever'; there are random, greedy, careful and search:N",
        ),
        ("simulate --games 1 --players 9 -o x.jsonl", "does not seat 9 players; it seats 2, 3, 4"),
        ("simulate --games 1 --ruleset gary -o x.jsonl", "There is no ruleset 'gary'; there are standard, "),
        ("simulate --games 1 -o missing/x.jsonl", "There is no folder missing to put x.jsonl in."),
        ("simulate --games many -o x.jsonl", "'many' is not a valid integer"),
        ("simulate --games 1 --seed -1 -o x.jsonl", "seed is -1; it must be a whole number from 0 to"),
        ("rulesets show gary", "There is no ruleset 'gary'; there are standard, "),
        ("export {db} {folder}/no/out", "There is no folder"),
        ("export {db} {log}", "is the name of one file, and these are several tables: name a folder"),
        ("export {db} out --format xlsx", "'xlsx' is not one of 'csv', 'parquet'."),
        ("export missing.duckdb out", "There is no database missing.duckdb;"),
        ("positions {db} --games bga/* -o out", "No game fits 'bga/*'; a game_id is source/id"),
        ("positions {db} -o {db}", "exists already; name a new file."),
        ("positions {db} -o {folder}/no/out", "There is no folder"),
        ("positions {db}", "Missing option '-o' / '--output'."),
        ("demo --folder {log}", "is a file, not a folder."),
        ("demo --folder missing/demo", "There is no folder missing to make demo in."),
    ],
)
def test_wrong_use_is_one_line_and_exit_2(
    words: str, expected: str, small_db: Path, log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    given = [word.format(db=small_db, log=log, folder=tmp_path) for word in words.split()]
    assert_wrong_use(azul(*given), expected)
    assert list(tmp_path.iterdir()) == []  # nothing is left behind


def test_wrong_use_of_a_real_process_has_no_traceback(tmp_path: Path) -> None:
    done = subprocess.run(process("verify", tmp_path / "no.duckdb"), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("azul: There is no database ")
    assert done.stderr.count("\n") == 1


def test_a_name_with_a_line_break_stays_one_line() -> None:
    assert_wrong_use(azul("rulesets", "show", "a\nb"), "There is no ruleset 'a\\nb'")


# ingest and rejects


def test_ingest_stores_games_and_skips_them_the_second_time(log: Path, tmp_path: Path) -> None:
    db = tmp_path / "games.duckdb"
    first, second = azul("ingest", log, "--db", db), azul("ingest", log, "--db", db)
    assert (first.exit_code, second.exit_code) == (0, 0)
    assert first.stdout.startswith(f"3 games stored in {db} in ")
    assert second.stdout.startswith(f"0 games stored in {db} in ")
    assert second.stdout.endswith(", 3 were there already.\n")
    assert azul("verify", db).exit_code == 0


@pytest.fixture
def faulty(log: Path, tmp_path: Path) -> tuple[Path, Path]:
    """A log of three games, and before them seven lines that are none; and a place for a database."""
    path = tmp_path / "faulty.jsonl"
    path.write_text('{"format":\n' * 7 + log.read_text(encoding="utf-8"), encoding="utf-8")
    return path, tmp_path / "games.duckdb"


def test_ingest_names_the_first_rejects_and_says_where_the_others_are(faulty: tuple[Path, Path]) -> None:
    path, db = faulty
    done = azul("ingest", path, "--db", db)
    assert done.exit_code == 1
    assert done.stdout.startswith("3 games stored in ")
    lines = done.stderr.splitlines()
    assert lines[0] == "7 records or lines rejected: 7 bad-json."
    assert [line.split(": ")[0] for line in lines[1:-1]] == [f"  {path}:{number}" for number in range(1, 6)]
    assert lines[-1] == f"All of them: azul rejects {db}"


def test_rejects_are_listed_in_order_and_by_code(small_db: Path) -> None:
    every = json.loads(azul("rejects", small_db, "--format", "json").stdout)
    assert [(one["line"], one["code"], one["round"]) for one in every] == [(4, "bad-json", None), (5, "line-full", 1)]
    some = json.loads(azul("rejects", small_db, "--code", "line-full", "--format", "json").stdout)
    assert [one["game_id"] for one in some] == ["hand/d"]
    none = azul("rejects", small_db, "--code", "bag-mismatch", "--format", "json")
    assert (none.exit_code, json.loads(none.stdout)) == (0, [])
    assert none.stderr == "No rejects of code bag-mismatch.\n"


def test_rejects_of_an_empty_list_keep_their_head(small_db: Path) -> None:
    done = azul("rejects", small_db, "--code", "bag-mismatch", "--format", "csv")
    assert done.stdout_bytes == (",".join(REJECT_COLUMNS) + "\r\n").encode()


def test_ctrl_c_says_what_is_stored_and_how_to_go_on(
    log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    db = tmp_path / "games.duckdb"
    azul("ingest", log, "--db", db)

    def interrupted(*given: object, **more: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("azul_analytics.ingest.ingest_files", interrupted)
    done = azul("ingest", log, "--db", db)
    assert done.exit_code == 130
    assert done.stderr == f"azul: stopped; 3 games are stored in {db}. The same command goes on.\n"
    nothing = azul("ingest", log, "--db", tmp_path / "new.duckdb")
    assert "stopped; 0 games are stored" in nothing.stderr


def test_ctrl_c_elsewhere_is_one_line_too(small_db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*given: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("azul_analytics.verify.run_check", interrupted)
    done = azul("verify", small_db)
    assert done.exit_code == 130
    assert done.stderr.strip() == "azul: stopped."


# verify


def test_verify_says_what_it_checked_and_how_many_rows(small_db: Path) -> None:
    done = azul("verify", small_db)
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["check", *check_names()]
    (seats,) = [line for line in lines if line.startswith("turns-seat ")]
    assert seats.split(maxsplit=3)[1:3] == ["23", "0"]  # drafts of the three games
    assert seats.endswith("The first seat of the round drafts first, then seat after seat, clockwise.")
    assert done.stderr.startswith(f"{len(check_names())} checks of ")
    assert done.stderr.endswith(" rows: everything holds.\n")


def test_verify_shows_what_does_not_hold_and_exits_with_1(small_db: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.duckdb"
    shutil.copy(small_db, broken)
    with connect(broken, create=True) as database:
        database.rows("update seats set score = 99 where game_id = 'hand/c' and seat = 1")
    done = azul("verify", broken)
    assert done.exit_code == 1
    assert done.stdout.endswith(
        "seats-score does not hold: game_id=hand/c, seat=1, score=99, tile_points=0, floor_points=0, bonus_points=0\n"
    )
    assert done.stderr.endswith(" rows: not so: seats-score.\n")
    records = json.loads(azul("verify", broken, "--format", "json").stdout)
    assert [one["examples"][:14] for one in records if one["violations"]] == ["game_id=hand/c"]


# statistics


def test_stats_without_a_name_lists_the_questions() -> None:
    rows = list(csv.DictReader(io.StringIO(azul("stats", "--format", "csv").stdout)))
    assert [row["name"] for row in rows] == list(STATISTICS)
    assert all(row["question"].endswith("?") for row in rows)


@pytest.fixture(scope="module")
def rated_db(small_db: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same, with what only some statistics need."""
    path = tmp_path_factory.mktemp("rated") / "rated.duckdb"
    path.write_bytes(small_db.read_bytes())
    with connect(path, create=True) as database:
        database.rows("update seats set rating = 1500 + seat")
    return path


@pytest.mark.parametrize("name", STATISTICS)
def test_a_statistic_is_the_same_in_every_format(name: str, rated_db: Path) -> None:
    with connect(rated_db) as database:
        frame = STATISTICS[name].function(database)
    records = json.loads(azul("stats", name, rated_db, "--format", "json").stdout)
    rows = list(csv.DictReader(io.StringIO(azul("stats", name, rated_db, "--format", "csv").stdout)))
    table = azul("stats", name.replace("_", "-"), rated_db).stdout.splitlines()
    assert len(frame) > 0
    assert len(records) == len(rows) == len(table) - 1 == len(frame)
    assert list(records[0]) == list(rows[0]) == table[0].split() == list(frame.columns)
    assert records[0]["ruleset"] == rows[0]["ruleset"] == table[1].split()[0] == "tiny"
    assert records[0]["player_count"] == 2


# report, demo, simulate


def test_export_and_positions_say_what_is_where(small_db: Path, tmp_path: Path) -> None:
    done = azul("export", small_db, tmp_path / "out", "--format", "csv")
    assert (done.exit_code, done.stderr) == (0, "")
    assert re.fullmatch(rf"12 tables with \d+ rows are in {re.escape(str(tmp_path / 'out'))}\.\n", done.stdout)
    again = azul("export", small_db, tmp_path / "out")
    assert_wrong_use(again, "is not empty; name another one.")
    # hand/a has 14 turns, hand/b 9, hand/c none: 15 + 10 + 1 moments of two seats
    done = azul("positions", small_db, "-o", tmp_path / "some.duckdb")
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.startswith(f"Positions of 3 games are in {tmp_path / 'some.duckdb'}: 52 boards, ")
    one = azul("positions", small_db, "--games", "hand/c", "-o", tmp_path / "one")
    assert one.stdout == f"Positions of 1 games are in {tmp_path / 'one'}: 2 boards, 0 offers.\n"


def test_report_writes_a_pdf_and_says_where(small_db: Path, tmp_path: Path) -> None:
    pdf = tmp_path / "first.pdf"
    done = azul("report", "first-look", small_db, "-o", pdf)
    assert (done.exit_code, done.stdout) == (0, f"The report is in {pdf}.\n")
    assert pdf.read_bytes().startswith(b"%PDF-")


def test_commands_search_for_garbage_seldom_and_leave_that_to_themselves() -> None:
    before, within = gc.get_threshold(), []

    class Noting(Azul):
        def invoke(self, ctx: click.Context) -> None:
            within.append(gc.get_threshold()[0])

    CliRunner().invoke(Noting("azul", callback=lambda: None, invoke_without_command=True), [])
    assert within[0] > before[0]
    assert gc.get_threshold() == before


def test_a_seed_gives_the_same_bytes_and_another_seed_others(log: Path, tmp_path: Path) -> None:
    again, other = tmp_path / "again.jsonl", tmp_path / "other.jsonl"
    azul("simulate", "--games", "3", "--policy", "random", "--seed", "5", "-o", again)
    azul("simulate", "--games", "3", "--policy", "random", "--seed", "6", "-o", other)
    assert again.read_bytes() == log.read_bytes() != other.read_bytes()


def test_games_of_a_ruleset_of_ones_own_say_how_to_ingest_them(tmp_path: Path) -> None:
    toml, games = tmp_path / "mild.toml", tmp_path / "mild.jsonl"
    toml.write_text('name = "mild"\nfloor = [-1]\n', encoding="utf-8")
    words = ["--games", "1", "--policy", "random", "--seed", "1", "-o", games]
    said = azul("simulate", "--ruleset", toml, *words).stdout.splitlines()[1]
    assert said == f"Their ruleset is your own: azul ingest {games} --ruleset {toml} --db DB"
    assert azul("ingest", games, "--ruleset", toml, "--db", tmp_path / "mild.duckdb").exit_code == 0


# rulesets


def test_rulesets_are_listed() -> None:
    records = json.loads(azul("rulesets", "list", "--format", "json").stdout)
    assert [one["name"] for one in records] == ruleset_names()
    assert {one["players"] for one in records} == {"2 3 4"}


@pytest.mark.parametrize("name", ruleset_names())
def test_a_ruleset_is_shown_as_it_ships_with_all_its_numbers(name: str) -> None:
    shown = azul("rulesets", "show", name).stdout
    assert shown.startswith(ruleset_text(name))
    assert tomllib.loads(shown) == tomllib.loads(ruleset_text(name))  # the numbers are comments
    assert load_ruleset(name).hash in shown
    numbers = [line.removeprefix("#   ") for line in shown.splitlines() if line.startswith("#   ")]
    numbers = numbers[next(i for i, line in enumerate(numbers) if line.startswith("name = ")) :]
    assert parse_ruleset("\n".join(numbers), "numbers").hash == load_ruleset(name).hash


def test_a_ruleset_of_ones_own_is_shown_too(tmp_path: Path) -> None:
    file = tmp_path / "mild.toml"
    file.write_text('name = "mild"\nfloor = [-1]\n', encoding="utf-8")
    shown = azul("rulesets", "show", file).stdout
    assert "#   floor = [-1]\n" in shown
    assert "#   bonuses.column = 7\n" in shown


# how answers look

ROWS = [("李明", 1, 0.5, None), ("Ana", 22, 3.0, True), ("\x1b[31mred\n", 333, float("nan"), False)]
HEAD = ("player", "games", "share", "won")


def test_tables_are_aligned_and_cannot_move_the_cursor(capsys: pytest.CaptureFixture[str]) -> None:
    show(HEAD, ROWS, "table")
    assert capsys.readouterr().out.splitlines() == [
        "player         games  share  won",
        "李明               1  0.500",  # two letters, four cells
        "Ana               22  3.000  true",
        "\\x1b[31mred\\n    333         false",
    ]


def test_json_is_a_list_of_records_with_null(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    show(HEAD, ROWS, "json")
    assert json.loads(capfdbinary.readouterr().out) == [
        {"player": "李明", "games": 1, "share": 0.5, "won": None},
        {"player": "Ana", "games": 22, "share": 3.0, "won": True},
        {"player": "\x1b[31mred\n", "games": 333, "share": None, "won": False},
    ]


def test_csv_ends_its_lines_and_quotes_as_the_rfc_says(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    show(("a", "b"), [('say "hi", Ana', 1), ("two\nlines", None), ("nan", float("inf"))], "csv")
    assert capfdbinary.readouterr().out == b'a,b\r\n"say ""hi"", Ana",1\r\n"two\nlines",\r\nnan,\r\n'


def test_numbers_of_a_column_have_the_same_decimals_and_hashes_show_their_start(
    capsys: pytest.CaptureFixture[str],
) -> None:
    show(("hash", "share", "points", "p"), [("ab" * 32, 1, 12.345, 1e-7), ("name", 0.43852, 3.0, 0.5)], "table")
    assert capsys.readouterr().out.splitlines() == [
        "hash           share  points       p",
        "abababababab  1.0000   12.35   1e-07",
        "name          0.4385    3.00  0.5000",
    ]


def test_columns_fold_before_a_table_becomes_blocks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    on_terminal(monkeypatch, 100)
    names = (*REJECT_COLUMNS[:4], "round", "turn", "seat", "message")
    show(names, [("a/folder/of/logs/evening.jsonl", 17, "club/evening-3", "score-mismatch", 2, 31, 1, LONG)], "table")
    out = [click.unstyle(line) for line in capsys.readouterr().out.splitlines()]
    assert out[0].split() == list(names)
    assert max(map(len, out)) <= 100


def on_terminal(monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", str(columns))


LONG = "a sentence that is much longer than the terminal is wide, and says something at its end"


@pytest.mark.parametrize("columns", [200, 60, 20])
def test_a_terminal_of_any_width_shows_every_word(
    columns: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    on_terminal(monkeypatch, columns)
    show(("code", "message"), [("bad-json", LONG), ("line-full", "short [bold]text[/]")], "table")
    out = capsys.readouterr().out
    assert "…" not in out
    assert [word for word in LONG.split() if word not in out.split()] == []
    assert "[bold]text[/]" in out  # a player's name is no markup
    if columns == 60:
        assert max(len(click.unstyle(line)) for line in out.splitlines()) <= 60


def test_too_many_columns_for_a_terminal_become_a_block_a_row(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    on_terminal(monkeypatch, 40)
    names = [f"column_{number}" for number in range(9)]
    show(names, [range(9), range(9)], "table")
    block = "".join(f"column_{number}: {number}\n" for number in range(9))
    assert capsys.readouterr().out == block + "\n" + block


@pytest.mark.parametrize(
    ("value", "text"),
    [(None, ""), (True, "true"), (7, "7"), (7.0, "7"), (0.25, "0.2500"), (-1.23456, "-1.2346"), (1.5e-7, "1.5e-07")],
)
def test_values_as_text(value: object, text: str) -> None:
    assert plain(value) == text


# real processes


@pytest.fixture(scope="module")
def many_rejects(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """More rejects than a pipe holds."""
    path = tmp_path_factory.mktemp("many") / "many.duckdb"
    with connect(path, create=True) as database:
        database.rows(
            "insert into rejects (file, line, code, message, log_hash) "
            "select 'a.jsonl', i, 'bad-json', repeat('no game ', 20), md5(i::varchar) from range(1, 5001) as r (i)"
        )
    return path


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("form", ["table", "json", "csv"])
def test_a_reader_that_goes_away_is_no_fault(
    many_rejects: Path, form: str, unbuffered: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONUNBUFFERED", unbuffered)
    command = process("rejects", many_rejects, "--format", form)
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.readline()
        running.stdout.close()
        assert running.stderr.read() == ""
    assert running.returncode == 141


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="the system has no full disk to offer")
def test_a_full_disk_is_one_line(many_rejects: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            process("rejects", many_rejects), stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert (done.returncode, done.stderr) == (2, "azul: Reading or writing: No space left on device.\n")


def test_a_letter_that_the_terminal_lacks_is_written_as_an_escape(tmp_path: Path) -> None:
    path = tmp_path / "names.duckdb"
    with connect(path, create=True) as database:
        database.rows(
            "insert into rejects (file, line, code, message, log_hash) values ('李.jsonl', 1, 'bad-json', '', '')"
        )
    done = subprocess.run(
        process("rejects", path), capture_output=True, check=True, env={**os.environ, "PYTHONIOENCODING": "cp1252"}
    )
    assert b"\\u674e.jsonl" in done.stdout
