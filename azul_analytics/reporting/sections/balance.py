"""The decision page of a report for designers: one question a row, and what the games say to it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from azul_analytics.figures import group_label
from azul_analytics.reporting.answers import Answers
from azul_analytics.reporting.blocks import Block, Column, Finding, Table, Text
from azul_analytics.reporting.claims import Claim
from azul_analytics.reporting.sections.answered import Asked, led, measure, sentence_of, shown, topic
from azul_analytics.reporting.sections.order import p_text
from azul_analytics.reporting.sections.section import Section
from azul_analytics.reporting.sections.walls import boards
from azul_analytics.reporting.wording import count, percent, points, with_span
from azul_analytics.statistics import STATISTICS
from azul_analytics.statistics.families import EQUIVALENT, LARGER, SMALLER, UNDECIDED
from azul_analytics.statistics.first_player import LEAST_UNITS, TOO_FEW
from azul_analytics.statistics.seats import EQUIVALENCE_MARGIN

Row = Mapping[Hashable, Any]


@dataclass(frozen=True)
class Question:
    """What is compared: a measure of a statistic, and the words for it. The margin is half its useful width,
    of the opening seat's win share that of `seats_equal`."""

    statistic: str
    measure: str
    words: str
    part: bool = False  # a difference of shares, printed in percentage points

    @property
    def margin(self) -> float:
        """The largest difference that counts as none."""
        if not self.measure:
            return EQUIVALENCE_MARGIN
        return STATISTICS[self.statistic].measures[self.measure].useful_width / 2

    @property
    def share(self) -> bool:
        """Whether it is printed in percent."""
        return self.part or STATISTICS[self.statistic].measures[self.measure].share


QUESTIONS = (
    Question("game_length", "rounds", "rounds"),
    Question("game_length", "turns", "drafts"),
    Question("scores", "score", "final score"),
    Question("scores", "floor_points", "floor points"),
    Question("scores", "bonus_points", "bonus points"),
    Question("scores", "margin", "first place's lead"),
    Question("leads", "lead_changes", "changes of lead"),
    Question("leads", "turned_by_bonuses", "turned by bonuses"),
    Question("ending_player", "over_equal_share", "ender beyond equal", part=True),
)
_OPENING = Question("first_player_advantage", "", "opening seat won", part=True)
_FIRST = 2  # groups whose colors, columns and deals are drawn
_COARSE = 0.5  # margin from which on one digit will do
_MANY = 3  # groups whose seats are one finding
_ALWAYS = "no spread in either"
_SHORT = {LARGER: "larger", SMALLER: "smaller", EQUIVALENT: "equal within the margin", UNDECIDED: "undecided"}


def _said(question: Question, row: Row) -> str:
    """The mean of a question with its interval; a difference of shares in percentage points."""
    if not question.part or STATISTICS[question.statistic].measures[question.measure].share:
        return sentence_of(question.statistic, row)
    mean, low, high = (points(100 * row[end], signed=True) for end in ("mean", "low", "high"))
    return f"{with_span(mean, low, high)} percentage points"


def findings(answers: Answers) -> list[Finding | Claim]:
    """Seats, and either what differs between two rulesets or how the one plays."""
    openings = _openings(answers)
    said: list[Finding | Claim] = list(map(_seats, openings)) if len(openings) < _MANY else [_all_seats(openings)]
    if answers.pair:
        return [*said, *_differing(answers)]
    group = answers.main_group
    parts = [
        f"{one.words} {_said(one, row)}"
        for one in QUESTIONS
        if (row := measure(answers.of(group, one.statistic), one.measure))
    ]
    if parts:
        said.append(Finding(led("How it plays", group, answers), f"On average: {'; '.join(parts)}."))
    return said


def _all_seats(openings: list[dict[Hashable, Any]]) -> Finding:
    """The verdicts on many groups in one finding."""
    parts = []
    for verdict, words in _SHORT.items():
        if named := [group_label(row) for row in openings if row["verdict"] == verdict]:
            parts.append(f"{words.capitalize()}: {'; '.join(named)}")
    return Finding("Opening seats' win shares beside equal ones", f"{'. '.join(parts)}.")


def _openings(answers: Answers) -> list[dict[Hashable, Any]]:
    frame = answers.shown("seats_equal")
    return frame[frame["seat_order"] == 0].to_dict("records")


def _seats(row: Row) -> Finding:
    margin = percent(row["equivalence_margin"], 0)
    share = with_span(*(percent(row[column]) for column in ("win_share", "win_share_low", "win_share_high")))
    start = (
        f"The opening seat won {share} percent of {count(row['games'], 'game')}; equal is {percent(row['equal_share'])}"
    )
    verdict = {
        LARGER: "it wins more than its part",
        SMALLER: "it wins less than its part",
        EQUIVALENT: f"equal within the margin of {margin} percentage points",
        UNDECIDED: "undecided, neither a difference nor equality is shown",
    }[row["verdict"]]
    few = f" A verdict needs at least {count(LEAST_UNITS, 'game')}." if row["units"] < LEAST_UNITS else ""
    return Finding(f"{group_label(row)}: seats", f"{start}: {verdict}.{few}")


def _differing(answers: Answers) -> Iterator[Finding]:
    """A finding a pair of groups: what is larger, smaller, equal and undecided."""
    rows = compared(answers)
    for key in dict.fromkeys((row["player_count"], row["kind"]) for row in rows):
        of_pair = [row for row in rows if (row["player_count"], row["kind"]) == key]
        first, second = of_pair[0]["labels"]
        parts = []
        for verdict, words in {**_SHORT, TOO_FEW: TOO_FEW, _ALWAYS: _ALWAYS}.items():
            named = [
                row["words"] + (f" ({row['estimate']})" if verdict in (LARGER, SMALLER) else "")
                for row in of_pair
                if row["verdict"] == verdict
            ]
            if named:
                parts.append(f"{words}: {', '.join(named)}")
        kind = "" if key[1] == "recorded" else f", {key[1]}"
        yield Finding(f"{second} beside {first}, {key[0]} players{kind}", f"{'; '.join(parts).capitalize()}.")


def compared(answers: Answers) -> list[dict[str, Any]]:
    """A row a pair of groups and question: both means, their difference (second less first) and the verdict.

    All rows are one family: p-values are Holm's, of differences and of equalities each.
    """
    import numpy as np

    from azul_analytics.statistics.differences import Moments, between
    from azul_analytics.statistics.families import holm, verdicts

    if not answers.pair:
        return []
    pairs = list(_pairs(answers))
    first, second = (
        Moments(*(np.array([pair[side][column] for pair in pairs]) for column in ("mean", "variance", "units")))
        for side in (1, 2)
    )
    margins = np.array([question.margin for question, *_ in pairs])
    found = between(first, second, margin=margins, confidence=answers.confidence, least_units=LEAST_UNITS)
    different, equivalent = holm(found.p_different), holm(found.p_equivalent)
    said = verdicts(found.estimate, different, equivalent, level=1 - answers.confidence)
    rows = []
    for number, (question, one, other) in enumerate(pairs):
        scale = 100 if question.share else 1
        digits = 1 if question.share or question.margin >= _COARSE else 2
        ends = [points(scale * float(values[number]), digits, signed=True)
                for values in (found.estimate, found.low, found.high)]  # fmt: skip
        rows.append(
            {
                "words": question.words + (", %" if question.share else ""),
                "means": [points(scale * row["mean"], digits) for row in (one, other)],
                "games": f"{one['games']:,} / {other['games']:,}",
                "labels": (one["label"], other["label"]),
                "player_count": one["player_count"],
                "kind": one["kind"],
                "estimate": ends[0],
                "difference": with_span(*ends),
                "margin": f"±{scale * question.margin:g}",
                "p": float(different[number]),
                "verdict": _verdict(one, other, str(said[number])),
            }
        )
    return rows


def _verdict(one: Row, other: Row, verdict: str) -> str:
    """Too few games come before any verdict, and so do numbers that are the same in every game."""
    if min(one["units"], other["units"]) < LEAST_UNITS:
        return TOO_FEW
    if one["variance"] == other["variance"] == 0:
        return _ALWAYS
    return verdict


def _pairs(answers: Answers) -> Iterator[tuple[Any, ...]]:
    """Each question with its rows of the first and the second ruleset, by player count and kind."""
    assert answers.pair
    opening = _opening_moments(answers)
    for _, groups in answers.groups.groupby(["player_count", "kind"], sort=False):
        sides = [groups[groups["ruleset_hash"] == hashed].to_dict("records") for hashed in answers.pair]
        yield _OPENING, *(opening[_key(side[0])] for side in sides)
        for question in QUESTIONS:
            rows = [measure(answers.of(side[0], question.statistic), question.measure) for side in sides]
            if all(rows):
                yield question, *({**row, "variance": row["spread"] ** 2} for row in rows if row)


def _opening_moments(answers: Answers) -> dict[tuple[Any, ...], dict[Hashable, Any]]:
    """The opening seat's win share with its variance over units, by group of games."""
    from azul_analytics.statistics import answer

    frame = answer(answers.database, STATISTICS[_OPENING.statistic].sql, answers.selection)
    labels = {_key(row): row["label"] for row in answers.groups.to_dict("records")}
    return {
        _key(row): {**row, "mean": row["win_share"], "variance": row["win_share_variance"], "label": labels[_key(row)]}
        for row in frame.to_dict("records")
        if _key(row) in labels
    }


def _key(row: Row) -> tuple[Any, ...]:
    return row["ruleset_hash"], row["player_count"], row["kind"]


def body(answers: Answers) -> list[Block]:
    """The decisions as a table."""
    blocks: list[Block] = [_seat_table(answers)]
    if answers.pair:
        return [*blocks, _difference_table(answers), Text(_NOTE, small=True)]
    if answers.every_group["ruleset_hash"].nunique() > 1:
        blocks.append(
            Text("To have two rulesets side by side, select two: their differences are then on this page.", small=True)
        )
    return blocks


_NOTE = (
    "Difference: the second ruleset less the first, of independent groups of games; games that share deals between "
    "rulesets are not paired, so that intervals are rather too wide. The margin, half of what the statistic calls a "
    "useful width, is the largest difference that counts as none. All rows are one family: p and verdicts are "
    "corrected by Holm's method, intervals are not."
)


def _seat_table(answers: Answers) -> Table:
    rows = []
    for row in _openings(answers):
        share = with_span(*(percent(row[column]) for column in ("win_share", "win_share_low", "win_share_high")))
        equal = percent(row["equal_share"])
        verdict = TOO_FEW if row["units"] < LEAST_UNITS else _SHORT[row["verdict"]]
        rows.append((group_label(row), f"{row['games']:,}", share, equal,
                     f"±{100 * row['equivalence_margin']:g}", p_text(row["p_opening_differs"]), verdict))  # fmt: skip
    columns = (
        Column("Games"), Column("n", right=True), Column("Opening seat won, %", right=True),
        Column("Equal, %", right=True), Column("Margin", right=True), Column("p", right=True), Column("Verdict"),
    )  # fmt: skip
    return Table(
        f"Is the opening seat's share the equal one? With {answers.level}% intervals; p is Holm's over the groups",
        columns,
        rows,
    )


def _difference_table(answers: Answers) -> Table:
    found = compared(answers)
    kinds = len({row["kind"] for row in found}) > 1
    rows = [
        (
            f"{row['player_count']}" + (f", {row['kind']}" if kinds else ""),
            row["words"],
            row["games"],
            *row["means"],
            row["difference"],
            row["margin"],
            p_text(row["p"]),
            _SHORT.get(row["verdict"], row["verdict"]),
        )
        for row in found
    ]
    groups = {row["ruleset_hash"]: row["label"] for row in answers.groups.to_dict("records")}
    first, second = (groups[hashed] for hashed in answers.pair or ())
    titles = ("n", first, second, "Difference", "Margin", "p")
    columns = (
        Column("Players"),
        Column("What"),
        *(Column(title, right=True) for title in titles),
        Column("Verdict"),
    )
    return Table(f"{second} less {first}: means, and differences with {answers.level}% intervals", columns, rows)


def _nothing(_: Answers) -> list[Finding]:
    return []


_DECIDED = ("seats_equal", _OPENING.statistic, *dict.fromkeys(one.statistic for one in QUESTIONS))
_TILES = (
    Asked("color_worth", groups=_FIRST),
    Asked("column_worth", groups=_FIRST),
    Asked("deals_against_chance", groups=_FIRST),
    Asked("bonus_places", (), ""),
)
DECISION = Section("Decisions", _DECIDED, findings, body)
DESIGN = (
    topic("Seats", (Asked("seats_equal"), Asked("first_player_adjusted")), _nothing),
    topic(
        "Length and scores",
        (
            Asked("game_length"),
            Asked("scores", ("score", "bonus_points", "margin")),
            Asked("score_distribution"),
            Asked("rounds_distribution", (), "appendix"),
        ),
        _nothing,
    ),
    topic("The floor", (Asked("floor_penalties"), Asked("floor_causes")), _nothing),
    topic(
        "Closeness and changes of the lead",
        (
            Asked("leads", ("lead_changes", "led_for_good_from", "turned_by_bonuses")),
            Asked("leader_wins", ("win_share",)),
            Asked("margin_distribution"),
        ),
        _nothing,
    ),
    topic(
        "Walls, colors and columns",
        _TILES,
        _nothing,
        lambda answers: [*boards(answers), *shown(_TILES, answers)],
        ("wall_spaces",),
    ),
)
