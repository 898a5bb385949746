"""What the package promises as a whole: its public names, and how little it loads."""

import subprocess
import sys
from pathlib import Path

import pytest

import azul_analytics as azul

ROOT = Path(azul.__file__).parent


@pytest.mark.parametrize("name", sorted(set(azul.__all__) - {"__version__"}))
def test_public_names_resolve_to_the_same_documented_thing_each_time(name):
    # a module of the same name would take the function's place at the second access
    first, second = getattr(azul, name), getattr(azul, name)
    assert first is second
    assert callable(first)
    assert first.__doc__


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'raed'"):
        _ = azul.raed


def test_importing_the_package_loads_none_of_the_heavy_libraries():
    heavy = ["pandas", "numpy", "pyarrow", "duckdb", "numba", "matplotlib", "scipy", "typst"]
    code = f"import sys, azul_analytics; print([name for name in {heavy!r} if name in sys.modules])"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert loaded.stdout.strip() == "[]"


def test_every_module_says_what_it_is_for():
    silent = [
        str(path.relative_to(ROOT))
        for path in ROOT.rglob("*.py")
        if not path.read_text(encoding="utf-8").lstrip().startswith('"""')
    ]
    assert silent == []


def test_no_file_is_longer_than_one_thing_should_be():
    long = {
        str(path.relative_to(ROOT)): lines
        for path in ROOT.rglob("*.py")
        if (lines := len(path.read_text(encoding="utf-8").splitlines())) > 700
    }
    assert long == {}


def test_every_statistic_is_a_function_of_the_package() -> None:
    from azul_analytics.statistics import STATISTICS

    assert all(getattr(azul, name) is statistic.function for name, statistic in STATISTICS.items())
    with pytest.raises(AttributeError, match="has no attribute 'no_such_statistic'"):
        _ = azul.no_such_statistic
