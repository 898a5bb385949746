"""Notebooks are prose and calls, and run from top to bottom on the sample."""

import json
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from answered import store_sample
from click.testing import CliRunner

from azul_analytics.cli import main
from azul_analytics.database import connect
from azul_analytics.errors import AzulError, DatabaseError
from azul_analytics.reporting.notebook import CellError, notebooks, run_notebook

NOTEBOOKS = sorted((Path(__file__).parents[1] / "notebooks").glob("*.ipynb"))
SQL = "05_your_own_question"  # its lesson
needs_jupyter = pytest.mark.skipif(
    not all(map(find_spec, ("nbclient", "nbformat", "ipykernel"))),
    reason="the extra `notebooks` is not installed",
)
of_jupyter = pytest.mark.filterwarnings("default")  # its own packages warn


@pytest.fixture(scope="module")
def games(tmp_path_factory):
    """A database of some games of the sample."""
    path = tmp_path_factory.mktemp("sample") / "games.duckdb"
    with connect(path, create=True) as database:
        store_sample(database, "standard-2p-greedy", "gray-2p-greedy", games=20)
    return path


def cells(path, kind="code"):
    return [cell for cell in json.loads(path.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == kind]


def test_there_are_six_lessons_by_number():
    assert [path.stem[:3] for path in NOTEBOOKS] == ["01_", "02_", "03_", "04_", "05_", "06_"]
    assert list(notebooks()) == [path.stem for path in NOTEBOOKS]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_they_hold_no_outputs_functions_or_sql(path):
    for cell in cells(path):
        source = "".join(cell["source"])
        assert cell["outputs"] == []
        assert cell["execution_count"] is None
        assert "def " not in source
        assert path.stem == SQL or "select " not in source.lower()


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_their_parameters_come_first(path):
    first = cells(path)[0]
    assert first["metadata"].get("tags") == ["parameters"]
    assert "".join(first["source"]).startswith("db = ")


@needs_jupyter
@of_jupyter
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_they_run(path, games, tmp_path):
    run_notebook(path.stem, games, tmp_path / "run.ipynb")
    shown = [output for cell in cells(tmp_path / "run.ipynb") for output in cell["outputs"]]
    html = ["".join(output.get("data", {}).get("text/html", "")) for output in shown]
    assert any("<svg" in text for text in html) or any("image/svg+xml" in output.get("data", {}) for output in shown)
    assert not any(output["output_type"] in ("error", "stream") for output in shown)
    assert all(cell["execution_count"] for cell in cells(tmp_path / "run.ipynb"))


@needs_jupyter
@of_jupyter
def test_parameters_are_given_and_a_failing_cell_is_named(games, tmp_path):
    with pytest.raises(CellError, match=r"^Cell 3 of the notebook 02_first_player_advantage fails: AzulError: ruleset"):
        run_notebook("02", games, tmp_path / "run.ipynb", parameters={"rulesets": []})
    assert not (tmp_path / "run.ipynb").exists()


def test_wrong_use_is_a_sentence(games, tmp_path):
    with pytest.raises(AzulError, match=r"no notebook '07'; there are 01_getting_data_in, "):
        run_notebook("07", games, tmp_path / "run.ipynb")
    with pytest.raises(DatabaseError, match="There is no database"):
        run_notebook("02", tmp_path / "none.duckdb", tmp_path / "run.ipynb")


@needs_jupyter
@of_jupyter
def test_an_unknown_parameter_is_a_sentence(games, tmp_path):
    wrong = ["notebook", "first_player_advantage", "--db", str(games), "-p", "ruleset=gray"]
    result = CliRunner().invoke(main, [*wrong, "-o", str(tmp_path / "run.ipynb")])
    assert result.exit_code == 2
    assert "no parameter 'ruleset'; it has db, rulesets, player_counts." in result.output


def test_the_extra_is_named_where_it_is_missing(games, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "nbclient", None)
    with pytest.raises(AzulError, match=r"pip install 'azul-analytics\[notebooks\]'"):
        run_notebook("02", games, tmp_path / "run.ipynb")


def test_the_command_lists_them():
    result = CliRunner().invoke(main, ["notebook"])
    assert result.output.split() == list(notebooks())
