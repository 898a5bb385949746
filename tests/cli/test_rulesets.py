"""`azul rulesets new`, `check` and `diff`: what they write and say, and their exit codes."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from azul_analytics.cli import main
from azul_analytics.rules.ruleset import load_ruleset


def azul(*words: str | Path) -> Result:
    """Runs `azul rulesets ...` in this process."""
    return CliRunner().invoke(main, ["rulesets", *(str(word) for word in words)], prog_name="azul")


@pytest.fixture
def written(tmp_path: Path) -> Path:
    """A new file."""
    path = tmp_path / "mild.toml"
    done = azul("new", "mild", "-o", path)
    assert (done.exit_code, done.stderr) == (0, "")
    return path


def test_a_new_file_can_be_loaded_and_is_called_like_the_ruleset(
    written: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert load_ruleset(written).name == "mild"
    monkeypatch.chdir(written.parent)
    done = azul("new", "other")
    assert done.stdout == "The ruleset other is in other.toml. Change it, then: azul rulesets check other.toml\n"
    assert load_ruleset("other.toml").name == "other"


def test_a_file_that_is_there_is_left_alone(written: Path) -> None:
    written.write_text("mine", encoding="utf-8")
    done = azul("new", "mild", "-o", written)
    assert (done.exit_code, done.stderr) == (2, f"azul: {written} is there already; it was left as it is.\n")
    assert written.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["new", "a/b"], "'a/b' is no name of a ruleset: up to 64 letters, digits, _ . -"),
        (["new", "gray"], "The ruleset gray ships with its own numbers; give yours another name."),
        (["new", "a", "-o", "a.txt"], "a.txt does not end in .toml, as a ruleset file must."),
        (["new", "a", "-o", "no/a.toml"], "There is no folder no to put a.toml in."),
        (["check", "missing.toml"], "The ruleset file missing.toml cannot be read: "),
        (["check", "gary"], "There is no ruleset 'gary'; there are standard, "),
        (["diff", "standard", "gary"], "There is no ruleset 'gary'; there are standard, "),
        (["show", "gary"], "There is no ruleset 'gary'; there are standard, "),
    ],
)
def test_wrong_use_is_one_line(words: list[str], sentence: str) -> None:
    done = azul(*words)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith(f"azul: {sentence}")
    assert done.stderr.count("\n") == 1


def test_a_file_without_faults_is_fine(written: Path) -> None:
    done = azul("check", written)
    assert (done.exit_code, done.stdout, done.stderr) == (0, "", f"{written}: no fault, 0 oddities.\n")
    assert azul("check", "gray").exit_code == 0


def test_every_fault_has_a_row(written: Path) -> None:
    written.write_text('name = "x"\njokers = 2\nfloor = "mild"\nbonuses.column = 100', encoding="utf-8")
    done = azul("check", written, "--format", "json")
    assert (done.exit_code, done.stderr) == (1, f"{written}: 3 faults.\n")
    assert [(row["finding"], row["key"]) for row in json.loads(done.stdout)] == [
        ("fault", "jokers"),
        ("fault", "floor"),
        ("fault", "bonuses.column"),
    ]
    shown = azul("check", written).stdout
    assert "fault    jokers          cannot be modeled; no ruleset has jokers: " in shown


def test_a_file_that_is_no_toml_has_one_fault(written: Path) -> None:
    written.write_text("name = x", encoding="utf-8")
    done = azul("check", written, "--format", "csv")
    assert done.exit_code == 1
    (row,) = csv.DictReader(io.StringIO(done.stdout))
    assert (row["finding"], row["key"]) == ("fault", "file")
    assert row["says"].startswith("no TOML: ")


def test_an_oddity_is_no_fault(written: Path) -> None:
    written.write_text('name = "x"\nfloor = [1]', encoding="utf-8")
    done = azul("check", written, "--format", "json")
    assert (done.exit_code, done.stderr) == (0, f"{written}: no fault, 1 oddity.\n")
    (row,) = json.loads(done.stdout)
    assert (row["finding"], row["key"]) == ("odd", "floor")


def test_only_numbers_that_differ_are_shown(written: Path) -> None:
    written.write_text('name = "x"\nfloor = [-1, 0]\nbonuses.column = 8\nfactories = { 2 = 5 }', encoding="utf-8")
    done = azul("diff", "standard", written, "--format", "json")
    assert (done.exit_code, done.stderr) == (0, f"standard and {written} differ in 4 numbers.\n")
    assert json.loads(done.stdout) == [
        {"key": "floor", "a": [-1, -1, -2, -2, -2, -3, -3], "b": [-1, 0]},
        {"key": "factories.3", "a": 7, "b": None},
        {"key": "factories.4", "a": 9, "b": None},
        {"key": "bonuses.column", "a": 7, "b": 8},
    ]
    (row, *_) = csv.DictReader(io.StringIO(azul("diff", "standard", written, "--format", "csv").stdout))
    assert row == {"key": "floor", "a": "[-1, -1, -2, -2, -2, -3, -3]", "b": "[-1, 0]"}


def test_rulesets_with_the_same_numbers_differ_in_none(written: Path) -> None:
    done = azul("diff", "standard", written)
    assert (done.exit_code, done.stdout) == (0, "")
    assert done.stderr == f"standard and {written} are the same ruleset, but for names.\n"
    assert json.loads(azul("diff", "standard", written, "--format", "json").stdout) == []
