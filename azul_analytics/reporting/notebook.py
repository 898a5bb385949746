"""Notebooks that come along, run on a database of one's own."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from azul_analytics.errors import AzulError
from azul_analytics.whole_file import checked_target, whole_file

_EXTRA = "Notebooks need packages that are not installed: pip install 'azul-analytics[notebooks]'."
_SECONDS = 600  # for a cell
_LONGEST = 300  # letters of an error


class CellError(AzulError):
    """A cell of a notebook fails. `cell` is its number from 1, among cells of code."""

    def __init__(self, notebook: str, cell: int, error: str):
        super().__init__(f"Cell {cell} of the notebook {notebook} fails: {error}")
        self.cell = cell


def notebooks() -> dict[str, Path]:
    """The notebooks by name, such as `02_first_player_advantage`. Raises AzulError where they are missing."""
    installed = Path(str(files("azul_analytics"))) / "data" / "notebooks"
    folder = installed if installed.is_dir() else Path(str(files("azul_analytics"))).parent / "notebooks"
    found = {path.stem: path for path in sorted(folder.glob("[0-9]*.ipynb"))}
    if not found:
        raise AzulError("The notebooks are missing; install azul-analytics again.")
    return found


def run_notebook(
    name: str, database_path: str | Path, output: str | Path, *, parameters: Mapping[str, Any] | None = None
) -> None:
    """Writes a copy of a notebook that was run on a database; it appears whole or not at all.

    `name` is one of `notebooks()`, its number or what follows it; `parameters` replace values of its first cell,
    which is tagged `parameters`. Raises AzulError for an unknown name or parameter and where packages are missing,
    CellError where a cell fails, DatabaseError and FileError as reports do.
    """
    from azul_analytics.database import connect

    stem, path = _known(name)
    target = checked_target(output)
    connect(database_path).close()
    try:
        import nbclient
        import nbformat
        from nbclient.exceptions import CellExecutionError
    except ImportError as error:
        raise AzulError(_EXTRA) from error
    notebook: Any = nbformat.reads(path.read_text(encoding="utf-8"), as_version=4)  # type: ignore[no-untyped-call]
    _set_parameters(notebook, {"db": str(Path(database_path).resolve()), **(parameters or {})}, stem)
    client = nbclient.NotebookClient(
        notebook, timeout=_SECONDS, kernel_name="python3", record_timing=False, extra_arguments=["--log-level=ERROR"]
    )
    try:
        client.execute()
    except CellExecutionError as error:
        raise CellError(stem, _failed(notebook), _one_line(f"{error.ename}: {error.evalue}")) from error
    except TimeoutError as error:
        raise CellError(stem, _failed(notebook), f"it takes more than {_SECONDS} seconds") from error
    with whole_file(target) as file:
        file.write(nbformat.writes(notebook).encode())  # type: ignore[no-untyped-call]


def _known(name: str) -> tuple[str, Path]:
    found = notebooks()
    fitting = [stem for stem in found if name in (stem, *stem.split("_", 1))]
    if len(fitting) != 1:
        raise AzulError(f"There is no notebook {name!r}; there are {', '.join(found)}.")
    return fitting[0], found[fitting[0]]


def _set_parameters(notebook: Any, values: Mapping[str, Any], name: str) -> None:
    """Gives the values in a cell behind the one that names the parameters. Raises AzulError for another name."""
    place = next(n for n, cell in enumerate(notebook.cells) if "parameters" in cell.metadata.get("tags", []))
    known = re.findall(r"^(\w+) = ", notebook.cells[place].source, re.MULTILINE)
    if unknown := [key for key in values if key not in known]:
        raise AzulError(f"The notebook {name} has no parameter {unknown[0]!r}; it has {', '.join(known)}.")
    given = dict(notebook.cells[place], id="given-parameters")
    given["metadata"] = {"tags": ["injected-parameters"]}
    given["source"] = "\n".join(f"{key} = {value!r}" for key, value in values.items())
    notebook.cells.insert(place + 1, type(notebook.cells[place])(given))


def _failed(notebook: Any) -> int:
    """The number of the last cell of code that was begun; the one with given parameters is not counted."""
    code = [cell for cell in notebook.cells if cell.cell_type == "code" and cell.id != "given-parameters"]
    begun = [n for n, cell in enumerate(code, 1) if cell.execution_count or cell.outputs]
    return begun[-1] if begun else 1


def _one_line(text: str) -> str:
    return " ".join(re.sub(r"\x1b\[[0-9;]*m", "", text).split())[:_LONGEST]
