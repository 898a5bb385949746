"""How answers look: tables, JSON and CSV on stdout, progress on stderr."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import click

Row = Sequence[Any]
T = TypeVar("T")
_F = TypeVar("_F", bound=Callable[..., Any])
_NARROWEST = 12  # cells; a column of words that is folded below them cannot be read
_HASH = re.compile("[0-9a-f]{64}")
_SHOWN_OF_HASH = 12
_DIGITS = 4  # of a number, of those that count


def output_format(command: _F) -> _F:
    """The option `--format` of every command that answers with a table."""
    option = click.option(
        "--format", "form", type=click.Choice(["table", "json", "csv"]), default="table", show_default=True,
        help="How to write the answer.",
    )  # fmt: skip
    return option(command)


def show(columns: Sequence[str], rows: Iterable[Row], form: str) -> None:
    """Writes rows to stdout; `form` is table, json (a list of records) or csv (RFC 4180)."""
    bare = [[_bare(value) for value in row] for row in rows]
    if form == "table":
        _show_table(columns, bare)
    else:
        text = _json(columns, bare) if form == "json" else _csv(columns, bare)
        _write_bytes(text.encode())  # UTF-8 and its own line ends everywhere


def aligned(lines: Sequence[Sequence[str]], right: Container[int] = ()) -> list[str]:
    """Lines of cells with the columns below each other; those numbered in `right` end at the same place.

    >>> aligned([["a", "1"], ["bc", "20"]], right={1})
    ['a    1', 'bc  20']
    """
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    padded = (
        [
            cell.rjust(width) if number in right else cell.ljust(width)
            for number, (cell, width) in enumerate(zip(line, widths, strict=True))
        ]
        for line in lines
    )
    return ["  ".join(cells).rstrip() for cells in padded]


def plain(value: Any) -> str:
    """A value as text in a line: what would move the cursor or break the line is written as an escape."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else f"{value:.4f}" if abs(value) >= 1e-4 else f"{value:.3g}"
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in str(value))


@contextmanager
def progress(what: str, total: int | None) -> Iterator[Callable[[int, str], None]]:
    """A bar on stderr, on a terminal only; the function given moves it by steps and says what is done."""
    if not sys.stderr.isatty():
        yield _silent
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda steps, said: bar.update(task, advance=steps, description=f"{what}: {said}")


def _write_bytes(content: bytes) -> None:
    """All of it: an unbuffered stdout (PYTHONUNBUFFERED) writes as much as it likes at a time."""
    out, rest = sys.stdout.buffer, memoryview(content)
    while rest:
        rest = rest[out.write(rest) :]
    out.flush()


def counting(advance: Callable[[int, str], None]) -> Callable[[int], None]:
    """Moves a bar of `progress` to the number that it is told."""
    at = 0

    def to(number: int) -> None:
        nonlocal at
        advance(number - at, f"{number:,}")
        at = number

    return to


def _silent(_steps: int, _said: str) -> None:
    pass


def _bare(value: Any) -> Any:
    """A value of plain Python, None for what is missing or no number."""
    value = value.item() if hasattr(value, "item") else value  # of NumPy
    if value is None or (not isinstance(value, str) and str(value) in ("nan", "inf", "-inf", "NaT", "<NA>")):
        return None
    return value.isoformat() if hasattr(value, "isoformat") else value


def _json(columns: Sequence[str], rows: Sequence[Row]) -> str:
    import json

    records = [dict(zip(columns, row, strict=True)) for row in rows]
    return json.dumps(records, ensure_ascii=False, indent=1) + "\n"


def _csv(columns: Sequence[str], rows: Sequence[Row]) -> str:
    import csv
    import io

    text = io.StringIO(newline="")
    writer = csv.writer(text)  # lines end in CRLF, as RFC 4180 says
    writer.writerow(columns)
    writer.writerows([[plain(v) if isinstance(v, bool) else v for v in row] for row in rows])
    return text.getvalue()


def _show_table(columns: Sequence[str], rows: Sequence[Row]) -> None:
    """Plain lines, cut nowhere but in hashes; on a terminal too narrow for them columns that fold, or a block a row."""
    from rich.cells import cell_len  # a Chinese letter is two cells wide

    numeric = [all(_is_number(row[i]) for row in rows) for i in range(len(columns))]
    cells = [_aligned([row[i] for row in rows]) for i in range(len(columns))]
    lines = [list(columns), *map(list, zip(*cells, strict=True))]
    widths = [max(cell_len(line[i]) for line in lines) for i in range(len(columns))]
    if not sys.stdout.isatty() or _fits(widths):
        for line in lines:
            blanks = [" " * (width - cell_len(cell)) for cell, width in zip(line, widths, strict=True)]
            padded = [b + c if right else c + b for b, c, right in zip(blanks, line, numeric, strict=True)]
            click.echo("  ".join(padded).rstrip())
    elif _fits([width if right else min(width, _NARROWEST) for width, right in zip(widths, numeric, strict=True)]):
        _show_folded(lines, widths, numeric)
    else:
        blocks = ("\n".join(f"{c}: {cell}" for c, cell in zip(columns, line, strict=True)) for line in lines[1:])
        click.echo("\n\n".join(blocks))


def _aligned(values: Sequence[Any]) -> list[str]:
    """The values of a column as text: numbers that are not all whole with the same decimals, hashes by their start.

    >>> _aligned([1, 0.43852, None]), _aligned([12.345, -0.0]), _aligned([1.0, 2.0])
    (['1.0000', '0.4385', ''], ['12.35', '0.00'], ['1', '2'])
    """
    numbers = [value for value in values if isinstance(value, float)]
    if not numbers or not all(map(_is_number, values)):
        return [value[:_SHOWN_OF_HASH] if _is_hash(value) else plain(value) for value in values]
    known = [value for value in values if value is not None]
    most = max(map(abs, known))
    before = len(str(int(most))) if most > 1 else 0  # digits before the point; a share has none that counts
    decimals = 0 if all(value == int(value) for value in known) else max(0, _DIGITS - before)
    return ["" if value is None else _rounded(value, decimals) for value in values]


def _rounded(value: float, decimals: int) -> str:
    """With so many decimals; a number that would be 0 by them says that it is not."""
    text = f"{value:z.{decimals}f}"
    return f"{value:.1g}" if value and not float(text) else text


def _is_hash(value: Any) -> bool:
    return isinstance(value, str) and _HASH.fullmatch(value) is not None


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float | None) and not isinstance(value, bool)


def _fits(widths: Sequence[int]) -> bool:
    """Whether columns so wide, with two blanks between them, fit the terminal."""
    return sum(widths) + 2 * (len(widths) - 1) < shutil.get_terminal_size().columns


def _show_folded(lines: Sequence[Sequence[str]], widths: Sequence[int], numeric: Sequence[bool]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for column, width, right in zip(lines[0], widths, numeric, strict=True):
        least = width if right else min(width, _NARROWEST)
        table.add_column(column, justify="right" if right else "left", overflow="fold", min_width=least)
    for line in lines[1:]:
        table.add_row(*map(Text, line))
    Console().print(table)
