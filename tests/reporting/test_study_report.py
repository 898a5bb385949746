"""The report on a study: decisions and objections said from looks made up by hand, and the report of a real one."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from pathlib import Path

import pytest
from pypdf import PdfReader

from azul_analytics.database import Database, connect
from azul_analytics.errors import AzulError
from azul_analytics.reporting.brand import load_brand
from azul_analytics.reporting.generated import words
from azul_analytics.reporting.kinds import KINDS, write_report_of_kind
from azul_analytics.reporting.study_answers import StudyAnswers
from azul_analytics.reporting.study_report import STUDY, _difference
from azul_analytics.rules.ruleset import Ruleset, load_ruleset, parse_ruleset
from azul_analytics.statistics import Selection
from azul_analytics.studies.compare import Look
from azul_analytics.studies.metrics import metrics, questions
from azul_analytics.studies.study import Study, begin

STANDARD = load_ruleset("standard")
COSTLESS = parse_ruleset('name = "costless"\nmarker = "cost"\nmarker_points = 0\n', "x")
SHARE, SCORE, TURNS, CHANGES = asked = questions(["opening_win_share", "score", "turns", "lead_changes"])
STUDIED = Study(STANDARD, COSTLESS, asked, (2, 3), ("random", "greedy"))


def looks(share: tuple[float, float], score: tuple[float, float]) -> list[Look]:
    """Looks at four questions after 400 blocks: ends of two intervals, and two that are always the same."""
    return [
        Look(SHARE, 400, 400, 0.5, 0.5 + sum(share) / 2, 0.5, *share, 1),
        Look(SCORE, 400, 399, 50, 50 + sum(score) / 2, 8, *score, 100),
        Look(TURNS, 400, 400, 52, 52.5, 2, -0.5, 1.5, 100),
        Look(CHANGES, 400, 400, 0.75, 0.75, 0, -inf, inf, inf),
    ]


@pytest.fixture
def answers(database: Database) -> StudyAnswers:
    """Answers of a study whose looks are made up."""
    begin(database, STUDIED)
    for one in (STANDARD, COSTLESS):
        database.rows("insert into rulesets values ($hash, $name, $definition)",
                      {"hash": one.hash, "name": one.name, "definition": one.definition})  # fmt: skip
    found = StudyAnswers(database, load_brand(None), compares=True)
    found.__dict__ |= {
        "study": STUDIED,
        "looks": {
            (2, "random"): looks((0.02, 0.04), (-1.5, -0.5)),
            (2, "greedy"): looks((-0.2, 0.1), (3.4, 4.2)),
            (3, "greedy"): looks((-0.05, -0.01), (1.2, 2.2)),
        },
    }
    return found


def test_findings_say_what_is_larger_smaller_equal_and_undecided(answers: StudyAnswers) -> None:
    two, three = STUDY.sections[0].findings(answers)
    assert two.lead == "costless beside standard, 2 players"
    assert two.text == (
        "Larger: score +3.8 (+3.4 to +4.2); equivalent within the margin: turns +0.5 (−0.5 to +1.5); the same in every "
        "block: lead changes; undecided: opening win share."
    )
    assert three.text == (
        "Larger: score +1.7 (+1.2 to +2.2); smaller: opening win share −3.0 (−5.0 to −1.0) percentage points; "
        "equivalent within the margin: turns +0.5 (−0.5 to +1.5); the same in every block: lead changes."
    )


def test_its_title_names_both_rulesets(answers: StudyAnswers) -> None:
    assert answers.titled(STUDY.title) == "Study of a variant: costless against standard"


def test_decisions_are_a_row_a_metric_and_a_column_a_number_of_players(answers: StudyAnswers) -> None:
    table, note = STUDY.sections[0].body(answers)
    assert [column.title for column in table.columns] == [
        "What", "Margin", "2 players, 400 blocks", "Games more", "3 players, 400 blocks", "Games more",
    ]  # fmt: skip
    # half of 5 % for each of 8 questions; from -5 points with a spread of 50 it takes 4 * 2 ln(18 / 0.00625) *
    # (0.5 / 0.05)^2 = 6,372 games: 1,593 blocks, of which there are 400
    assert table.rows == [
        ("Opening win share, %", "±2.0", "undecided: −5.0 (−20.0 to +10.0)", "4,800",
         "smaller: −3.0 (−5.0 to −1.0)", ""),
        ("Score", "±1.0", "larger: +3.8 (+3.4 to +4.2)", "", "larger: +1.7 (+1.2 to +2.2)", ""),
        ("Turns", "±2.0", "equivalent: +0.5 (−0.5 to +1.5)", "", "equivalent: +0.5 (−0.5 to +1.5)", ""),
        ("Lead changes", "±0.25", "the same: 0.00", "", "the same: 0.00", ""),
    ]  # fmt: skip
    assert "that any of the 8 misses its difference at any look has a chance of at most 5%" in note.text
    assert note.text.endswith(" All means are in the appendix.")


def test_all_numbers_are_in_the_appendix(answers: StudyAnswers) -> None:
    _, table = STUDY.sections[0].appendix(answers)
    assert len(table.rows) == 8
    assert table.rows[0] == (
        "2", "Opening win share, %", "400", "50.0", "45.0", "−5.0 (−20.0 to +10.0)", "±2.0", "undecided", "4,800",
    )  # fmt: skip
    assert table.rows[1][2:] == ("399", "50.0", "53.8", "+3.8 (+3.4 to +4.2)", "±1.0", "larger", "")
    assert table.rows[2][-2:] == ("equivalent within the margin", "")
    assert table.rows[3][2:] == ("400", "0.75", "0.75", "0.00", "±0.25", "the same in every block", "")


def test_objections_are_answered_from_the_looks(answers: StudyAnswers) -> None:
    facts, ladder, note = STUDY.sections[1].body(answers)
    said = dict(facts.items)
    assert said["What was changed"] == 'marker "floor" → "cost".'
    # of 2 players: score, larger by greedy and smaller by random, and turns, equal by both; 3 players have one policy
    assert "Of 2 verdicts by greedy that others judged too, 1 are the same by all" in said["Bots are not people"]
    assert "1 are contradicted by weaker ones" in said["Bots are not people"]
    assert said["Stronger bots would say otherwise"].startswith(
        "From random to greedy, these differences change, beyond both intervals: score (2 players) "
        "−1.0 (−1.5 to −0.5) → +3.8 (+3.4 to +4.2)."
    )
    assert said["Undecided is not equivalent"].startswith("1 of 8 questions are undecided")
    assert said["The ruleset itself is odd"] == "The check of the ruleset finds nothing odd."
    assert "jokers" in said["Not everything was modeled"]
    assert [column.title for column in ladder.columns] == ["Players", "What", "random", "greedy"]
    assert ladder.rows[0] == ("2", "Blocks", "400", "400")
    assert ladder.rows[1] == ("2", "Opening win share, %: standard", "50.0", "50.0")
    assert ladder.rows[2] == ("2", "Opening win share, %", "+3.0 (+2.0 to +4.0)", "−5.0 (−20.0 to +10.0)")
    assert [row[2:] for row in ladder.rows[6:8]] == [("–", "400"), ("–", "50.0")]  # random played with 2 players alone
    assert note.text.startswith("Blocks: pairs of them by this policy.")


def test_bots_that_search_by_the_plain_value_are_named(answers: StudyAnswers) -> None:
    def said(*policies: str, variant: Ruleset = COSTLESS) -> str | None:
        answers.__dict__["study"] = Study(STANDARD, variant, asked, (2,), policies)
        return dict(STUDY.sections[1].body(answers)[0].items).get("The bots know the base better")

    assert said("random", "greedy") is None
    assert said("greedy", "search:7", variant=load_ruleset("gray")) is None  # a value is fitted to each
    found = said("greedy", "search:7")
    assert found is not None
    assert "So search:7:plain plays both rulesets by the same plain value" in found


def test_what_did_not_change_with_strength_is_said(answers: StudyAnswers) -> None:
    def said() -> str:
        return dict(STUDY.sections[1].body(answers)[0].items)["Stronger bots would say otherwise"]

    answers.looks[2, "random"] = looks((-0.05, 0.1), (3.5, 4.1))
    # greedy's shares are known to 15 points, random's to 7.5: more than 10 margins of 2; the others to 3 at the most
    answers.looks[2, "greedy"] = looks((-0.2, 0.1), (3.4, 4.2))
    assert said() == (
        "From random to greedy, no difference changes by more than both intervals leave open. Stronger bots did not "
        "play. In 1 of 4 cases the blocks are too few to say anything: there is no interval by one of them, or both "
        "together leave a change of more than 10 margins open."
    )
    answers.looks[2, "random"] = looks((-0.02, 0.02), (3.5, 4.1))  # to 2 points: 17 in all
    assert said().endswith("Stronger bots did not play.")
    answers.looks[2, "random"] = [replace(one, low=-inf, high=inf, spread=1) for one in looks((-1, 1), (-1, 1))]
    assert "it is not known what changes. In 4 of 4 cases the blocks are too few to say anything" in said()


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        (-0.04, 5.24, "+2.60 (−0.04 to +5.24)"),
        (-0.06, 5.26, "+2.6 (−0.1 to +5.3)"),
        (0.0, 5.2, "+2.6 (0.0 to +5.2)"),  # 0 it is
        (-0.0004, 5.2004, "+2.6000 (−0.0004 to +5.2004)"),
        (-0.2, 0.96, "+0.38 (−0.20 to +0.96)"),  # within the margin of 1
        (-inf, inf, "+2.6"),
    ],
)
def test_an_end_near_0_or_the_margin_has_digits_that_tell(low: float, high: float, said: str) -> None:
    middle = (low + high) / 2 if high < inf else 2.6
    assert _difference(Look(SCORE, 400, 400, 50, 50 + middle, 8, low, high, 100)) == said


def test_why_there_is_no_interval_and_where_no_deals_are_shared_is_said_where_it_is_so(answers: StudyAnswers) -> None:
    def note() -> str:
        return STUDY.sections[0].body(answers)[1].text

    assert "Undecided without an interval" not in note()
    assert "deals: both blocks" not in note()
    score = Look(SCORE, 120, 120, 50, 52, 1, -inf, inf, 157)  # by its width it would be decided at 100
    answers.looks[2, "greedy"][1] = score
    assert "Undecided without an interval: one of points or counts takes 100 blocks and more" in note()
    assert STUDY.sections[0].body(answers)[0].rows[1][2:4] == ("undecided: +2.0", "150")  # 37 pairs of 4 games: 148
    answers.looks[2, "greedy"][1] = replace(score, start=inf)
    assert "Without an interval, and –: a few blocks make up most of the spread." in note()
    answers.looks[2, "greedy"][1] = replace(score, start=inf, spread=0)
    assert "Without an interval, and –: all blocks differ by the same." in note()
    bigger = parse_ruleset('name = "bigger"\nfactories = { 2 = 5, 3 = 8 }\n', "x")
    answers.__dict__["study"] = Study(STANDARD, bigger, asked, (2, 3), ("random", "greedy"))
    assert "Bags or factories of the rulesets differ with 3 players, and with them the deals" in note()


def test_a_real_study_is_printed_from_its_database_alone(tmp_path: Path) -> None:
    db, pdf = tmp_path / "study.duckdb", tmp_path / "study.pdf"
    short = "end_rounds = 1\nend_complete_lines = 0\n"
    base = parse_ruleset(f'name = "short"\n{short}', "x")
    odd = parse_ruleset(f'name = "odd"\n{short}floor = [1, -1]\n', "x")
    every = questions(metrics())
    with connect(db, create=True) as database:
        for run in begin(database, Study(base, odd, every, (), ("random", "greedy"))):
            run.step(blocks=4)
    assert "study" in KINDS
    write_report_of_kind("study", db, pdf)
    pages = [" ".join(page.extract_text().split()) for page in PdfReader(pdf).pages]
    # however many metrics there are, each has its row in what is decided, and in what may be said against it
    start = next(number for number, page in enumerate(pages) if "Objections answered What was changed." in page)
    end = next(number for number, page in enumerate(pages) if "Seats Figure 1." in page)
    decisions, objections, others = " ".join(pages[:start]), " ".join(pages[start:end]), pages[end:]
    decided = decisions[decisions.index("Table 1.") :]
    for question in every:
        assert words(question.metric.name) in decided
        assert words(question.metric.name) in objections[objections.index("What grows with strength") :]
    assert "odd beside short, 4 players" in decisions
    assert "simulated games" in objections.lower()
    assert "what falls there is a gain" in objections
    assert "What grows with strength" in objections
    rest = " ".join(others)
    assert "those of the strongest bots" in decisions
    assert "Worth of colors" not in rest  # a study asks nothing of single colors, nor of the deals
    assert "Deals against chance" not in rest
    before = pdf.read_bytes()
    write_report_of_kind("study", db, pdf)
    assert pdf.read_bytes() == before


def test_a_policy_may_be_asked_for_by_a_shorter_name_than_it_is_stored_under(database: Database) -> None:
    short = "end_rounds = 1\nend_complete_lines = 0\nfactories = { 2 = 5 }\n"
    one, other = (
        parse_ruleset(f'name = "{name}"\n{short}{more}', "x") for name, more in (("a", ""), ("b", "floor = []"))
    )
    for run in begin(database, Study(one, other, questions(["score"]), (), ("search",))):
        run.step(blocks=1)
    groups = StudyAnswers(database, load_brand(None), compares=True).groups
    assert set(groups["kind"]) == {"simulated by search:100:plain"}  # no value is fitted to either
    assert len(groups) == 2


def test_filters_and_databases_without_a_study_are_refused(tmp_path: Path) -> None:
    db = tmp_path / "none.duckdb"
    connect(db, create=True).close()
    with pytest.raises(AzulError, match="filters say nothing there"):
        write_report_of_kind("study", db, tmp_path / "x.pdf", selection=Selection(player_counts=[2]))
    with pytest.raises(AzulError, match=r"has no study; `azul study` makes one"):
        write_report_of_kind("study", db, tmp_path / "x.pdf")
