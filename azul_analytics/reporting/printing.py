"""Blocks to PDF. The only file that imports typst; templates/report.typ decides how a block looks."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from azul_analytics.errors import FileError
from azul_analytics.reporting.blocks import Block, as_data
from azul_analytics.reporting.brand import MARGIN, Brand
from azul_analytics.reporting.letters import letters_of, printable_all

_TEMPLATE = Path(__file__).parent / "templates" / "report.typ"


def check_output(output: str | Path) -> Path:
    """The file to write to. Raises FileError where its folder is missing or it is a folder itself."""
    target = Path(output)
    if target.is_dir():
        raise FileError(str(output), f"{output} is a folder; name a file to write to.")
    if not target.parent.is_dir():
        raise FileError(str(output), f"There is no folder {target.parent} to put {target.name} in.")
    return target


def print_pdf(
    target: Path,
    *,
    title: str,
    subtitle: str,
    badge: str,
    date: datetime,
    blocks: Sequence[Block],
    brand: Brand,
) -> None:
    """Writes the blocks as a PDF/UA-1 file, whole or not at all. Raises FileError if it cannot be written."""
    content, files = as_data(blocks)
    data = {
        "title": title,
        "subtitle": subtitle,
        "badge": badge,
        "date": [date.year, date.month, date.day, date.hour, date.minute, date.second],
        "paper": brand.paper,
        "margin": MARGIN,
        "font": brand.font,
        "colors": brand.colors,
        "logo": f"logo{brand.logo.suffix}" if brand.logo else "",
        "logo_text": brand.logo_text,
        "blocks": content,
    }
    if brand.logo:
        files[f"logo{brand.logo.suffix}"] = brand.logo.read_bytes()
    pdf = _compiled(printable_all(data, letters_of(brand.fonts)), files, date, brand)
    _write_whole(target, pdf)


def _compiled(data: dict[str, Any], files: dict[str, bytes], date: datetime, brand: Brand) -> bytes:
    import typst

    fonts = typst.Fonts(
        include_system_fonts=False,
        include_embedded_fonts=False,
        font_paths=[str(path.parent) for path in brand.fonts[:1]],
    )
    sources: Any = {"main.typ": _TEMPLATE.read_bytes(), "data.json": json.dumps(data).encode(), **files}
    pdf = typst.compile(
        sources,
        font_paths=fonts,
        ignore_system_fonts=True,
        format="pdf",
        pdf_standards=["ua-1"],
        timestamp=int(date.timestamp()),
    )
    return bytes(pdf)


def _write_whole(target: Path, pdf: bytes) -> None:
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(pdf)
            Path(name).chmod(0o666 & ~_umask())
            Path(name).replace(target)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise FileError(str(target), f"{target} cannot be written: {error.strerror}.") from error


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
