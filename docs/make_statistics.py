"""Writes docs/statistics/*.md, a page a statistic, and their list in docs/statistics.md.

Run as `python docs/make_statistics.py`. What stands there is what the registry says; a test keeps the files so.
"""

from __future__ import annotations

from pathlib import Path

from azul_analytics.statistics import STATISTICS, page

FOLDER = Path(__file__).with_name("statistics")
LIST = Path(__file__).with_name("statistics.md")
_MARK = "## All statistics\n"


def pages() -> dict[Path, str]:
    """What each file says: the list, after the part of it that people write, and a page a statistic."""
    written = LIST.read_text(encoding="utf-8").split(_MARK)[0]
    rows = [f"| [`{name}`](statistics/{name}.md) | {one.question} |" for name, one in STATISTICS.items()]
    listed = "\n".join([_MARK, "| name | question |", "|---|---|", *rows, ""])
    return {LIST: written + listed, **{FOLDER / f"{name}.md": page(one) for name, one in STATISTICS.items()}}


if __name__ == "__main__":
    for old in FOLDER.glob("*.md"):
        old.unlink()
    FOLDER.mkdir(exist_ok=True)
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")
