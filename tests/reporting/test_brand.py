"""The brand file."""

import shutil
from pathlib import Path

import pytest

from azul_analytics.errors import AzulError, FileError
from azul_analytics.reporting import brand as brand_module
from azul_analytics.reporting.brand import load_brand

OWN = Path(brand_module.__file__).parent


@pytest.fixture
def copy(tmp_path):
    """A copy of the project's brand, to be changed."""
    shutil.copy(OWN / "brand.toml", tmp_path / "brand.toml")
    shutil.copytree(OWN / "fonts", tmp_path / "fonts")
    return tmp_path / "brand.toml"


def changed(file, old, new):
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    return file


def test_the_project_s_own():
    brand = load_brand()
    assert brand.paper == "a4"
    assert brand.style.font == brand.font
    assert {path.suffix for path in brand.fonts} == {".otf"}
    assert (OWN / "fonts" / "OFL.txt").is_file()


def test_a_copy_on_letter_paper_is_wider(copy):
    assert load_brand(changed(copy, '"a4"', '"us-letter"')).width > load_brand().width


def test_a_copy_without_its_fonts_takes_the_project_s_own(tmp_path):
    shutil.copy(OWN / "brand.toml", tmp_path / "own.toml")
    assert load_brand(tmp_path / "own.toml").fonts == load_brand().fonts


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('"a4"', '"a5"', "paper: a4 or us-letter"),
        ('ink = "#1E1E21"', 'ink = "black"', "colors.ink: #rrggbb"),
        ('logo = ""', 'logo = "a.svg"', "logo_text: what the logo shows"),
        ("[colors]", "[colours]", "colours: no such key"),
        ('font = "Inter"', "font = 3", "font: a text is missing"),
        ('sequence = ["#E4EDF6", ', "sequence = [", "colors.sequence: a list of 5 or more"),
    ],
)
def test_each_fault_is_named(copy, old, new, fault):
    with pytest.raises(AzulError, match=fault):
        load_brand(changed(copy, old, new))


def test_what_is_missing_is_named(copy, tmp_path):
    with pytest.raises(FileError, match="cannot be read"):
        load_brand(tmp_path / "none.toml")
    with pytest.raises(FileError, match="font files"):
        load_brand(changed(copy, 'fonts = "fonts"', 'fonts = "elsewhere"'))
    changed(copy, '"elsewhere"', '"fonts"')
    changed(copy, 'logo_text = ""', 'logo_text = "a wall"')
    with pytest.raises(FileError, match=r"a\.svg"):
        load_brand(changed(copy, 'logo = ""', 'logo = "a.svg"'))


def test_no_toml_is_said(copy):
    copy.write_text("paper = ", encoding="utf-8")
    with pytest.raises(AzulError, match="is no TOML"):
        load_brand(copy)
