"""Where the demo's logs come from, and where it puts what it makes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import as_file, files
from pathlib import Path

import azul_analytics
from azul_analytics.errors import FileError


def made_folder(folder: str) -> Path:
    """The folder, made unless it is there. Raises FileError where it cannot be."""
    place = Path(folder)
    if place.exists() and not place.is_dir():
        raise FileError(folder, f"{folder} is a file, not a folder.")
    if not place.parent.is_dir():
        raise FileError(folder, f"There is no folder {place.parent} to make {place.name} in.")
    try:
        place.mkdir(exist_ok=True)
    except OSError as error:
        raise FileError(folder, f"The folder {folder} cannot be made: {error.strerror}.") from error
    return place


@contextmanager
def sample_logs() -> Iterator[Path]:
    """The folder of the sample: `data/sample` in an installed package, beside the package in a checkout."""
    installed = files("azul_analytics").joinpath("data", "sample")
    if installed.is_dir():
        with as_file(installed) as folder:
            yield folder
        return
    folder = Path(azul_analytics.__file__).parents[1] / "data" / "sample"
    if not folder.is_dir():
        raise FileError(str(folder), "The sample logs are missing; install azul-analytics again.")
    yield folder
