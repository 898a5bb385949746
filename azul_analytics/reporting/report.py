"""Reports: a title and a list of sections, written as a PDF."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from azul_analytics import RELEASED
from azul_analytics.errors import AzulError
from azul_analytics.figures import group_label
from azul_analytics.reporting.answers import Answers
from azul_analytics.reporting.blocks import Block, Finding, Findings, Heading, Text
from azul_analytics.reporting.brand import load_brand
from azul_analytics.reporting.claims import decided, family
from azul_analytics.reporting.sections import (
    CAUSES,
    COURSE,
    DECISION,
    DESIGN,
    DRAFTING,
    FIRST_PLAYER,
    FLOOR,
    GOING_FIRST,
    SCORES,
    WALLS,
    Section,
    supply,
)
from azul_analytics.reporting.sections.method import method
from azul_analytics.reporting.sections.provenance import badge, banner, provenance
from azul_analytics.reporting.sections.queries import queries
from azul_analytics.reporting.wording import count, day, listed, was
from azul_analytics.statistics.selection import EVERY_FINISHED_GAME, Selection, checked_confidence
from azul_analytics.whole_file import checked_target


@dataclass(frozen=True)
class Report:
    """A kind of report: its name on the command line, its title, what it is for, and its sections.

    `in_depth`: it shows the weightiest groups of games only, and the methods of its statistics in one table.
    `compares`: it puts two rulesets side by side where the games are of exactly two. `answers` is what it asks
    its database.
    """

    kind: str
    title: str
    purpose: str
    sections: Sequence[Section]
    in_depth: bool = False
    compares: bool = False
    answers: type[Answers] = Answers


FIRST_LOOK = Report(
    kind="first-look",
    title="A first look at the games",
    purpose="It answers two questions: is it worth something to open the game, and what does the floor line cost?",
    sections=(FIRST_PLAYER, FLOOR),
)
STRATEGY = Report(
    kind="strategy",
    title="Strategy in the games",
    purpose="It asks what goes with winning: points and their kinds, going first, the floor, drafting, walls, leads.",
    sections=(SCORES, GOING_FIRST, CAUSES, DRAFTING, WALLS, COURSE),
    in_depth=True,
)
BALANCE = Report(
    kind="balance",
    title="Balance of the rules",
    purpose="It asks what a designer has to decide: are seats equal, how long and how close are games, what costs the "
    "floor, are colors worth the same?",
    sections=(DECISION, *DESIGN),
    in_depth=True,
    compares=True,
)
REPORTS: dict[str, Report] = {report.kind: report for report in (FIRST_LOOK, STRATEGY, BALANCE)}


def write_report(
    report: str | Report,
    database_path: str | Path,
    output: str | Path,
    *,
    brand: str | Path | None = None,
    selection: Selection = EVERY_FINISHED_GAME,
    confidence: float = 0.95,
) -> None:
    """Writes a report on games of a database as a PDF (PDF/UA-1): the same bytes for the same games.

    `report` is a name of `REPORTS` or a `Report` of your own, `brand` a TOML file in place of the project's.
    `selection` filters the games, `confidence` is the level of the intervals. The file appears whole or not at
    all. Raises AzulError for an unknown name, a filter that names nothing and a confidence that is not between 0
    and 1, DatabaseError where the database cannot be used, FileError where the folder of `output` is missing or
    cannot be written to.
    """
    from azul_analytics.database import connect
    from azul_analytics.reporting.printing import print_pdf

    report = _known(report)
    checked_confidence(confidence)
    target = checked_target(output)
    with connect(database_path) as database:
        answers = report.answers(database, load_brand(brand), confidence, selection, report.compares)
        blocks = pages(report, answers)
        print_pdf(
            target,
            title=answers.titled(report.title),
            subtitle=_subtitle(answers),
            badge=badge(answers),
            date=_date(answers),
            blocks=blocks,
            brand=answers.brand,
        )


def pages(report: Report, answers: Answers) -> list[Block]:
    """All of a report's blocks: findings first, then each section, how to read it, and where it comes from."""
    blocks: list[Block] = [*banner(answers), Text(_introduction(report, answers))]
    if not answers.totals["games"]:
        return [*blocks, *_nothing_to_count(answers), *provenance(answers)]
    if report.in_depth and answers.groups.empty:
        return [*blocks, Text("No game was played to its end, so that nothing can be counted."), *provenance(answers)]
    found = [finding for section in report.sections for finding in section.findings(answers)]
    said, tested = decided([*found, *supply.findings(answers)], answers.confidence)
    blocks += [Heading("Key findings"), *_speaking_of(report, answers), Findings(said)]
    blocks += [*family(tested, answers.confidence), *_shown(report, answers)]
    for section in report.sections:
        blocks += [Heading(section.title, new_page=section.new_page), *section.body(answers)]
    names = [name for section in report.sections for name in section.statistics]
    blocks += supply.body(answers)
    appendix = [block for section in report.sections for block in section.appendix(answers)]
    if report.in_depth:
        return [*blocks, Heading("Appendix: the numbers"), *appendix, *queries(names, answers), *provenance(answers)]
    blocks += [*method(names, answers), *provenance(answers)]
    return [*blocks, Heading("Appendix"), *appendix] if appendix else blocks


def _speaking_of(report: Report, answers: Answers) -> list[Block]:
    """Which games the findings are about that name none."""
    if not (report.in_depth and answers.SPEAKS_OF_MAIN):
        return []
    group = answers.main_group
    name = f"{group_label(group)} ({count(group['games'], 'game')})"
    return [Text(f"These findings are about {name}, unless they name others.", small=True)]


def _shown(report: Report, answers: Answers) -> list[Block]:
    """Which groups of games figures and tables show, where these are not all."""
    shown, every = len(answers.groups), len(answers.every_group)
    if not report.in_depth or shown == every:
        return []
    names = listed([group_label(row) for row in answers.groups.to_dict("records")])
    return [
        Text(
            f"Figures and tables show {shown} of {count(every, 'group')} of games, {answers.CHOICE}: {names}. "
            f"{answers.OTHERS}",
            small=True,
        )
    ]


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
    refused = f"{count(rejects, 'record or line', 'records or lines').capitalize()} {was(rejects)} refused as faulty."
    if not games:
        return refused
    sources = count(answers.provenance("sources")["source"].nunique(), "source")
    rulesets = count(len(answers.provenance("rulesets")), "ruleset")
    rests = f"It rests on {count(games, 'game')} from {sources} by {rulesets}, replayed and checked move by move."
    return f"{rests} {_filtered(answers)}{refused}"


def _filtered(answers: Answers) -> str:
    """The filters in words, and how many games they leave out."""
    if answers.selection == EVERY_FINISHED_GAME:
        return ""
    left_out = count(answers.totals["stored"] - answers.totals["games"], "game")
    return f"Selected: {answers.selection.described()}; {left_out} of the database not selected. "


def _kinds(answers: Answers) -> str:
    games, simulated = answers.totals["games"], answers.totals["simulated"]
    if not games:
        return ""
    return "simulated " if simulated == games else "recorded and simulated " if simulated else "recorded "


def _nothing_to_count(answers: Answers) -> list[Block]:
    rejects = answers.totals["rejects"]
    read = f"{count(rejects, 'record')} {was(rejects)} read and refused; the codes below say why."
    why = read if rejects else "No record was read into it."
    if stored := answers.totals["stored"]:
        none = f"None of the {count(stored, 'game')} in the database fits: {answers.selection.described()}."
    else:
        none = f"The database holds no games, so there is nothing to count. {why}"
    finding = Finding("no games", none)
    return [Heading("Key findings"), Findings([finding])]


def _date(answers: Answers) -> datetime:
    """The latest game's moment; of games without dates the day of the software's release."""
    latest = answers.totals["latest"]
    if latest is None:
        return datetime.fromisoformat(RELEASED).replace(tzinfo=UTC)
    return datetime.fromtimestamp(latest, UTC)
