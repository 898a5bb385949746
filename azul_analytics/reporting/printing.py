"""Blocks to PDF. The only file that imports typst; templates/report.typ decides how a block looks."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from azul_analytics.reporting.blocks import Block, as_data
from azul_analytics.reporting.brand import MARGIN, Brand
from azul_analytics.reporting.letters import SPELLED, letters_of, printable_all
from azul_analytics.whole_file import whole_file

_SPELLED = "Between ‹ and ›: letters of other scripts, spelled in Latin ones."
_LEAST_FILLED = 0.3  # part of the last page, unless it is the only one
_TIGHT = (1, 2)  # steps by which tables and small print are tightened
_TEMPLATE = Path(__file__).parent / "templates" / "report.typ"


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
        "tight": 0,
        "blocks": content,
    }
    if brand.logo:
        files[f"logo{brand.logo.suffix}"] = brand.logo.read_bytes()
    printed = printable_all(data, letters_of(brand.fonts))
    printed["note"] = _SPELLED if SPELLED in json.dumps(printed, ensure_ascii=False) else ""
    pdf = _compiled(printed, files, date, brand)
    with whole_file(target) as file:
        file.write(pdf)


def _compiled(data: dict[str, Any], files: dict[str, bytes], date: datetime, brand: Brand) -> bytes:
    """The document; its small print the tighter, the less there would be on the last page."""
    pdf, pages, filled = _typeset(data, files, date, brand)
    for tight in _TIGHT:
        if pages == 1 or filled >= _LEAST_FILLED:
            break
        tighter, fewer, filled = _typeset({**data, "tight": tight}, files, date, brand)
        if fewer < pages:
            return tighter
    return pdf


def _typeset(data: dict[str, Any], files: dict[str, bytes], date: datetime, brand: Brand) -> tuple[bytes, int, float]:
    """The document, how many pages it has, and which part of the last one is filled."""
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
    asked = typst.query(sources, "<end-of-report>", font_paths=fonts, ignore_system_fonts=True, one=True)
    end = json.loads(asked)["value"]  # known from the layout just made: it costs nothing
    return bytes(pdf), end["page"], end["filled"]
