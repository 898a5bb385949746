"""Notebooks run from top to bottom on a database, and are kept as prose and calls."""

import json
from pathlib import Path

import pytest
from hand_made import add_game

from azul_analytics.database import connect

NOTEBOOKS = sorted((Path(__file__).parents[1] / "notebooks").glob("*.ipynb"))
FLOORS = [[(-1, -1, True), (0, 0, False)], [(-4, -4, False), (-2, -2, True)]]


@pytest.fixture
def games(tmp_path):
    """A database of a dozen simulated games."""
    path = tmp_path / "games.duckdb"
    with connect(path, create=True) as database:
        for number in range(12):
            scores = [60, 40] if number % 3 else [40, 60]
            add_game(database, scores, game=str(number), source="simulated", bots=[True, True], floors=FLOORS)
    return path


def code_cells(path):
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return [cell for cell in cells if cell["cell_type"] == "code"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_they_hold_no_outputs_functions_or_sql(path):
    for cell in code_cells(path):
        source = "".join(cell["source"])
        assert cell["outputs"] == []
        assert cell["execution_count"] is None
        assert "def " not in source
        assert "select " not in source.lower()


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_their_parameters_come_first(path):
    first = code_cells(path)[0]
    assert first["metadata"].get("tags") == ["parameters"]
    assert "".join(first["source"]).startswith("db = ")


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
@pytest.mark.filterwarnings("default")  # of jupyter's own packages
def test_they_run(path, games):
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    notebook = nbformat.read(path, as_version=4)
    parameters = next(cell for cell in notebook.cells if "parameters" in cell.metadata.get("tags", []))
    parameters.source = f"import sys\nsys.path.insert(0, {str(path.parents[1])!r})\ndb = {str(games)!r}"
    resources = {"metadata": {"path": str(path.parent)}}  # where a notebook that is opened runs
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3", resources=resources).execute()
    shown = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    assert any("<svg" in output.get("data", {}).get("text/html", "") for output in shown)
    assert not any(output.output_type == "error" for output in shown)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_their_database_is_the_demo_s_as_seen_from_their_folder(path):
    assert '"../azul-demo/demo.duckdb"' in "".join(code_cells(path)[0]["source"])
