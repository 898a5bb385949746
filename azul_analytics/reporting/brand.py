"""The look of reports, from one small file: paper, font, logo and colors."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from azul_analytics.errors import AzulError, FileError
from azul_analytics.figures import Style

_OWN = Path(__file__).parent / "brand.toml"
_POINTS = {"a4": 595.28, "us-letter": 612.0}  # width of the paper
MARGIN = 56.7  # points, 2 cm
_TEXTS = ("paper", "font", "fonts", "logo", "logo_text")
_COLORS = ("ink", "muted", "grid", "tint", "accent", "warning")
_SCALES = ("sequence", "series")
_LEAST_COLORS = 5


@dataclass(frozen=True)
class Brand:
    """Paper and font by name, the font's files, the logo's file (or None) and colors as #rrggbb."""

    paper: str
    font: str
    fonts: tuple[Path, ...]
    logo: Path | None
    logo_text: str
    colors: dict[str, str]
    sequence: tuple[str, ...]
    series: tuple[str, ...]

    @property
    def width(self) -> float:
        """Width of the text on the page, in points."""
        return _POINTS[self.paper] - 2 * MARGIN

    @property
    def style(self) -> Style:
        """What figures take from the brand."""
        return Style(
            font=self.font,
            ink=self.colors["ink"],
            muted=self.colors["muted"],
            grid=self.colors["grid"],
            accent=self.colors["accent"],
            sequence=self.sequence,
            series=self.series,
        )


def load_brand(path: str | Path | None = None) -> Brand:
    """The brand in a TOML file, or the project's own (reporting/brand.toml, which says what each key means).

    Raises FileError where the file, its fonts or its logo are missing, AzulError for each fault of its keys.
    """
    file = Path(path) if path else _OWN
    try:
        table = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise FileError(str(file), f"The brand file {file} cannot be read: {error}.") from error
    except tomllib.TOMLDecodeError as error:
        raise AzulError(f"The brand file {file} is no TOML: {error}.") from error
    if faults := _faults(table):
        raise AzulError(f"The brand file {file} has faults: {'; '.join(faults)}.")
    colors = table["colors"]
    return Brand(
        paper=table["paper"],
        font=table["font"],
        fonts=_fonts(file.parent / table["fonts"], _OWN.parent / table["fonts"]),
        logo=_existing(file.parent / table["logo"]) if table["logo"] else None,
        logo_text=table["logo_text"],
        colors={name: colors[name] for name in _COLORS},
        sequence=tuple(colors["sequence"]),
        series=tuple(colors["series"]),
    )


def _faults(table: dict[str, Any]) -> list[str]:
    faults = [f"{key}: no such key" for key in table if key not in (*_TEXTS, "colors")]
    faults += [f"{key}: a text is missing" for key in _TEXTS if not isinstance(table.get(key), str)]
    if table.get("paper") not in _POINTS:
        faults.append(f"paper: {' or '.join(_POINTS)}")
    if table.get("logo") and not table.get("logo_text"):
        faults.append("logo_text: what the logo shows, in words")
    colors = table.get("colors")
    if not isinstance(colors, dict):
        return [*faults, "colors: a table of colors is missing"]
    faults += [f"colors.{key}: no such key" for key in colors if key not in (*_COLORS, *_SCALES)]
    faults += [f"colors.{key}: #rrggbb" for key in _COLORS if not _is_color(colors.get(key))]
    for key in _SCALES:
        scale = colors.get(key)
        if not (isinstance(scale, list) and len(scale) >= _LEAST_COLORS and all(map(_is_color, scale))):
            faults.append(f"colors.{key}: a list of {_LEAST_COLORS} or more #rrggbb")
    return faults


def _is_color(value: Any) -> bool:
    return isinstance(value, str) and re.fullmatch(r"#[0-9A-Fa-f]{6}", value) is not None


def _existing(path: Path) -> Path:
    if not path.is_file():
        raise FileError(str(path), f"There is no file {path}, which the brand names.")
    return path


def _fonts(folder: Path, of_package: Path) -> tuple[Path, ...]:
    """The files of the folder; where there is none beside a copied brand file, the project's own."""
    place = folder if folder.is_dir() else of_package
    fonts = tuple(sorted(path for path in place.glob("*") if path.suffix.lower() in (".otf", ".ttf")))
    if not fonts:
        raise FileError(str(folder), f"There are no font files (.otf or .ttf) in {folder}, which the brand names.")
    return fonts
