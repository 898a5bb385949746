"""Golden samples with their answers: a folder tests/golden/<format>_<what it shows>.

A line of its answers.txt is a place, `game` or the code of a fault, the game (`-`: none), and then for a game
the scores after each round and at the end, seat by seat, which were worked out by hand; for a fault a remark.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import azul_analytics as azul
from azul_analytics import logs
from azul_analytics.records import GameRecord, Unreadable

GOLDEN = Path(__file__).parent.parent / "golden"


def folders(format: str) -> list[Path]:
    return sorted(GOLDEN.glob(f"{format}_*/"))


def expected(folder: Path) -> list[str]:
    return (folder / "answers.txt").read_text(encoding="utf-8").splitlines()


def answers(folder: Path) -> list[str]:
    """What reading and replaying the folder gives, in the form of answers.txt, without remarks."""
    return [_answer(record, folder) for record in logs.read(folder)]


def without_remarks(lines: Iterable[str]) -> list[str]:
    return [line if line.split()[1] == "game" else " ".join(line.split()[:3]) for line in lines]


def _answer(record: GameRecord | Unreadable, folder: Path) -> str:
    if isinstance(record, Unreadable):
        place = f"{Path(record.file or '').relative_to(folder)}:{record.line}"
        return f"{place} {record.code} {record.game_id or '-'}"
    place = f"{Path(record.origin.file).relative_to(folder)}:{record.origin.line}"
    tables = azul.replay([record])
    assert tables.rejects.empty, tables.rejects.message[0]
    rounds = tables.floors.groupby("round").score_after.apply(lambda scores: ":".join(map(str, scores)))
    final = ":".join(map(str, tables.seats.score))
    return " ".join([place, "game", record.game_id, "rounds", *rounds, "final", final])
