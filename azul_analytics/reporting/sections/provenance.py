"""Where the data come from: sources, rulesets, rejects, files, versions and a fingerprint."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from azul_analytics import __version__
from azul_analytics.figures import shortened
from azul_analytics.reporting.answers import Answers
from azul_analytics.reporting.blocks import Banner, Block, Column, Facts, Heading, Table, Text
from azul_analytics.reporting.wording import MISSING, count, day

if TYPE_CHECKING:
    import pandas as pd

_MOST_ROWS = 15
_LONGEST_NAME, _LONGEST_PATH = 40, 72


def banner(answers: Answers) -> list[Block]:
    """The labels of simulated games and of those that were played by other rules; nothing where there are none."""
    return _simulated(answers) + _rescored(answers)


def _rescored(answers: Answers) -> list[Block]:
    games, rescored = answers.totals["games"], answers.totals["rescored"]
    if not rescored:
        return []
    which = "All games" if rescored == games else f"{rescored:,} of {count(games, 'game')}"
    return [
        Banner(
            "Rescored games",
            f"{which} were played by other rules than those named here and counted again by these. Who played did "
            "not know them; games whose moves or end they change are left out.",
        )
    ]


def _simulated(answers: Answers) -> list[Block]:
    games, simulated = answers.totals["games"], answers.totals["simulated"]
    if not simulated:
        return []
    if simulated == games:
        which = "The only game was" if games == 1 else f"All {count(games, 'game')} were"
        return [Banner("Simulated games", f"{which} played by programs. They say nothing about how people play.")]
    return [
        Banner(
            "Partly simulated",
            f"{simulated:,} of {count(games, 'game')} were played by programs. They are kept apart and "
            f"marked as "
            "simulated in every figure, table and sentence.",
        )
    ]


def badge(answers: Answers) -> str:
    """The same in two words, for the head of every page."""
    blocks = banner(answers)
    return blocks[0].lead if blocks and isinstance(blocks[0], Banner) else ""


def provenance(answers: Answers) -> list[Block]:
    """The section; parts without rows say so in words."""
    totals = answers.totals
    versions = f"schema version {totals['schema_version']}, made by azul_analytics {totals['software_version']}"
    facts = [
        ("Games", _games(totals)),
        ("Selected", _selected(answers)),
        ("Refused records", f"{totals['rejects']:,}"),
        ("Database", versions),
        ("Report", f"azul_analytics {__version__}"),
        ("Fingerprint", f"SHA-256 {totals['fingerprint']}"),
    ]
    fingerprint = (
        "The fingerprint is the hash of the log hashes of all games here, sorted, one a line; it is the same exactly "
        "for the same records."
    )
    return [
        Heading("Provenance"),
        Facts(facts),
        Text(fingerprint, small=True),
        *_sources(answers.provenance("sources")),
        *_rulesets(answers.provenance("rulesets")),
        *_rejects(answers.provenance("rejects")),
        *_files(answers.provenance("files")),
    ]


def _selected(answers: Answers) -> str:
    """The filters in words, and how many games of the database they leave out."""
    left_out = answers.totals["stored"] - answers.totals["games"]
    rest = f"; {count(left_out, 'other game')} in the database" if left_out else ""
    return f"{answers.selection.described()}{rest}"


def _games(totals: dict[str, Any]) -> str:
    games, finished = totals["games"], totals["finished"]
    if not games:
        return "none"
    ends = f"of them {finished:,} finished, {games - finished:,} stopped"
    return f"{games:,}, {ends}; {totals['simulated']:,} simulated"


def _sources(frame: pd.DataFrame) -> list[Block]:
    if frame.empty:
        return []
    rows = [
        (
            shortened(row["source"], _LONGEST_NAME),
            row["kind"],
            f"{row['games']:,}",
            f"{row['stopped']:,}",
            f"{row['players']:,}",
            _dates(row),
        )
        for row in frame.head(_MOST_ROWS).to_dict("records")
    ]
    columns = (
        Column("Source"),
        Column("Kind"),
        Column("Games", right=True),
        Column("Stopped", right=True),
        Column("Players' names", right=True),
        Column("Played, UTC"),
    )
    return [Table("Sources of the games", columns, rows), *_more(frame, "source", "games")]


def _dates(row: Any) -> str:
    if row["undated"] == row["games"]:
        return "no dates"
    dates = day(row["earliest"])
    if day(row["latest"]) != dates:
        dates += f" to {day(row['latest'])}"
    return dates + (f" ({row['undated']:,} without)" if row["undated"] else "")


def _rulesets(frame: pd.DataFrame) -> list[Block]:
    if frame.empty:
        return []
    rows = [
        (
            shortened(row["ruleset"], _LONGEST_NAME),
            _range(row["fewest_players"], row["most_players"]),
            f"{row['games']:,}",
            row["ruleset_hash"][:16],
        )
        for row in frame.head(_MOST_ROWS).to_dict("records")
    ]
    columns = (Column("Ruleset"), Column("Players"), Column("Games", right=True), Column("Hash, its start"))
    return [Table("Rulesets that judged the games", columns, rows), *_more(frame, "ruleset", "games")]


def _range(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"


def _rejects(frame: pd.DataFrame) -> list[Block]:
    if frame.empty:
        return [Text("No record was refused.")]
    rows = [(row["code"], f"{row['records']:,}", f"{row['files']:,}") for row in frame.to_dict("records")]
    columns = (Column("Code"), Column("Records", right=True), Column("Files", right=True))
    return [Table("Refused records, by the code of their fault", columns, rows)]


def _files(frame: pd.DataFrame) -> list[Block]:
    if frame.empty:
        return []
    rows = [
        (shortened(row["file"], _LONGEST_PATH), f"{row['games']:,}", f"{row['rejects']:,}" or MISSING)
        for row in frame.head(_MOST_ROWS).to_dict("records")
    ]
    columns = (Column("Log file, as given"), Column("Games", right=True), Column("Refused", right=True))
    return [Table("Log files", columns, rows), *_more(frame, "file", "games")]


def _more(frame: pd.DataFrame, noun: str, counted: str) -> list[Block]:
    rest = frame.iloc[_MOST_ROWS:]
    if rest.empty:
        return []
    return [Text(f"And {count(len(rest), noun)} more, with {int(rest[counted].sum()):,} games.", small=True)]
