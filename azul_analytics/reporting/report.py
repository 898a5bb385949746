"""Reports: a title and a list of sections, written as a PDF."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from azul_analytics import RELEASED
from azul_analytics.errors import AzulError
from azul_analytics.reporting.answers import Answers
from azul_analytics.reporting.blocks import Block, Finding, Findings, Heading, Text
from azul_analytics.reporting.brand import load_brand
from azul_analytics.reporting.sections import FIRST_PLAYER, FLOOR, Section
from azul_analytics.reporting.sections.method import method
from azul_analytics.reporting.sections.provenance import badge, banner, provenance
from azul_analytics.reporting.wording import count, day, was
from azul_analytics.whole_file import checked_target


@dataclass(frozen=True)
class Report:
    """A kind of report: its name on the command line, its title, what it is for, and its sections."""

    kind: str
    title: str
    purpose: str
    sections: Sequence[Section]


FIRST_LOOK = Report(
    kind="first-look",
    title="A first look at the games",
    purpose="It answers two questions: is it worth something to open the game, and what does the floor line cost?",
    sections=(FIRST_PLAYER, FLOOR),
)
REPORTS: dict[str, Report] = {report.kind: report for report in (FIRST_LOOK,)}


def write_report(
    report: str | Report, database_path: str | Path, output: str | Path, *, brand: str | Path | None = None
) -> None:
    """Writes a report on a database as a PDF (PDF/UA-1): the same bytes for the same database.

    `report` is a name of `REPORTS` or a `Report` of your own, `brand` a TOML file in place of the project's.
    The file appears whole or not at all. Raises AzulError for an unknown name, DatabaseError where the
    database cannot be used, FileError where the folder of `output` is missing or cannot be written to.
    """
    from azul_analytics.database import connect
    from azul_analytics.reporting.printing import print_pdf

    report = _known(report)
    target = checked_target(output)
    with connect(database_path) as database:
        answers = Answers(database, load_brand(brand))
        blocks = pages(report, answers)
        print_pdf(
            target,
            title=report.title,
            subtitle=_subtitle(answers),
            badge=badge(answers),
            date=_date(answers),
            blocks=blocks,
            brand=answers.brand,
        )


def pages(report: Report, answers: Answers) -> list[Block]:
    """All of a report's blocks: findings first, then each section, how to read it, and where it comes "
    "from."""
    blocks: list[Block] = [*banner(answers), Text(_introduction(report, answers))]
    if not answers.totals["games"]:
        return [*blocks, *_nothing_to_count(answers), *provenance(answers)]
    found = [finding for section in report.sections for finding in section.findings(answers)]
    blocks += [Heading("Key findings"), Findings(found)]
    for section in report.sections:
        blocks += [Heading(section.title), *section.body(answers)]
    blocks += method([name for section in report.sections for name in section.statistics], answers)
    blocks += provenance(answers)
    appendix = [block for section in report.sections for block in section.appendix(answers)]
    return [*blocks, Heading("Appendix"), *appendix] if appendix else blocks


def _known(report: str | Report) -> Report:
    if isinstance(report, Report):
        return report
    if report not in REPORTS:
        raise AzulError(f"There is no report {report!r}; there are {', '.join(REPORTS)}.")
    return REPORTS[report]


def _subtitle(answers: Answers) -> str:
    totals = answers.totals
    said = count(totals["games"], "game").capitalize()
    if totals["latest"] is None:
        return said
    return f"{said}, {'' if totals['games'] == 1 else 'the latest '}played {day(totals['latest'])}"


def _introduction(report: Report, answers: Answers) -> str:
    return (
        f"This report is about {_kinds(answers)}games of the board game Azul. {_size(answers)} "
        f"{report.purpose} Every number in it, in sentences too, comes from the data; where games are too "
        "few to say something, it says so."
    )


def _size(answers: Answers) -> str:
    """How many games it rests on, and how many records were refused."""
    games, rejects = answers.totals["games"], answers.totals["rejects"]
    refused = f"{count(rejects, 'record').capitalize()} {was(rejects)} refused as faulty."
    if not games:
        return refused
    sources = count(answers.provenance("sources")["source"].nunique(), "source")
    rulesets = count(len(answers.provenance("rulesets")), "ruleset")
    rests = f"It rests on {count(games, 'game')} from {sources} by {rulesets}, replayed and checked move by move."
    return f"{rests} {refused}"


def _kinds(answers: Answers) -> str:
    games, simulated = answers.totals["games"], answers.totals["simulated"]
    if not games:
        return ""
    return "simulated " if simulated == games else "recorded and simulated " if simulated else "recorded "


def _nothing_to_count(answers: Answers) -> list[Block]:
    rejects = answers.totals["rejects"]
    read = f"{count(rejects, 'record')} {was(rejects)} read and refused; the codes below say why."
    why = read if rejects else "No record was read into it."
    finding = Finding("no games", f"The database holds no games, so there is nothing to count. {why}")
    return [Heading("Key findings"), Findings([finding])]


def _date(answers: Answers) -> datetime:
    """The latest game's moment; of games without dates the day of the software's release."""
    latest = answers.totals["latest"]
    if latest is None:
        return datetime.fromisoformat(RELEASED).replace(tzinfo=UTC)
    return datetime.fromtimestamp(latest, UTC)
