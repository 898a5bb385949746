"""The decision page of a report for designers: one question a row, and what the games say to it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from azul_analytics.figures import group_label, unit_word
from azul_analytics.reporting.answers import Answers
from azul_analytics.reporting.blocks import Block, Column, Finding, Table, Text
from azul_analytics.reporting.claims import Claim
from azul_analytics.reporting.sections.answered import Asked, led, measure, sentence_of, shown, topic
from azul_analytics.reporting.sections.comparing import (
    ALWAYS,
    NEAR,
    OPENING,
    QUESTIONS,
    Compared,
    Question,
    compared,
    more_units,
    opening_moments,
)
from azul_analytics.reporting.sections.opening_seat import opening_sentence, why_undecided
from azul_analytics.reporting.sections.order import p_text
from azul_analytics.reporting.sections.section import Section
from azul_analytics.reporting.sections.walls import boards
from azul_analytics.reporting.wording import count, listed, percent, points, with_span
from azul_analytics.statistics import STATISTICS
from azul_analytics.statistics.differences import POWER
from azul_analytics.statistics.families import EQUIVALENT, LARGER, SMALLER, UNDECIDED
from azul_analytics.statistics.first_player import LEAST_UNITS, TOO_FEW

Row = Mapping[Hashable, Any]


_FIRST = 2  # groups whose colors, columns and deals are drawn
_MANY = 3  # groups whose seats are one finding
_VERDICTS = (LARGER, SMALLER, EQUIVALENT, UNDECIDED)
_IN_CELLS = {EQUIVALENT: "equivalent"}


def _said(question: Question, row: Row) -> str:
    """The mean of a question with its interval; a difference of shares in percentage points."""
    if not question.part or STATISTICS[question.statistic].measures[question.measure].share:
        return sentence_of(question.statistic, row)
    mean, low, high = (points(100 * row[end], signed=True) for end in ("mean", "low", "high"))
    return f"{with_span(mean, low, high)} percentage points"


def findings(answers: Answers) -> list[Finding | Claim]:
    """Seats, and either what differs between two rulesets or how the one plays."""
    openings = _openings(answers)
    few = len(openings) < _MANY
    said: list[Finding | Claim] = [_seats(row, answers) for row in openings] if few else [_all_seats(openings)]
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
    by_verdict = {verdict: [_named(row) for row in openings if row["verdict"] == verdict] for verdict in _VERDICTS}
    parts = [f"{verdict.capitalize()}: {'; '.join(named)}." for verdict, named in by_verdict.items() if named]
    parts += [f"{group_label(row)}: {why[0].lower()}{why[1:]}" for row in openings for why in _why(row)]
    return Finding("Opening seats' win shares beside equal ones", " ".join(parts))


def _named(row: Row) -> str:
    """A group, and what would decide it."""
    return group_label(row) + (f" ({row['more']})" if row["more"] else "")


def _seats(row: Row, answers: Answers) -> Finding:
    said = [opening_sentence(row, answers.level, row["verdict"]), *_why(row)]
    if row["more"]:
        margin = percent(row["equivalence_margin"], 0)
        said.append(f"What would show equality within {margin} percentage points: {row['more']}.")
    if row["units"] < LEAST_UNITS:
        said.append(f"A verdict needs at least {count(LEAST_UNITS, unit_word(row))}.")
    return Finding(f"{group_label(row)}: seats", " ".join(said))


def _why(row: Row) -> list[str]:
    """Why a share is undecided whose interval leaves the equal one out."""
    if row["verdict"] != UNDECIDED or row["units"] < LEAST_UNITS:
        return []
    why = why_undecided(row, p_text(row["p_opening_differs"]), "tested together with the other groups")
    return [why] if why else []


def _differing(answers: Answers) -> Iterator[Finding]:
    """A finding a pair of groups: what is larger, smaller, equal and undecided."""
    rows = compared(answers)
    for key in dict.fromkeys((row.player_count, row.kind) for row in rows):
        of_pair = [row for row in rows if (row.player_count, row.kind) == key]
        first, second = of_pair[0].labels
        parts = []
        for verdict in (*_VERDICTS, TOO_FEW, ALWAYS):
            asked = [row for row in of_pair if row.verdict == verdict]
            named = [row.words + (f" ({row.estimate})" if verdict in (LARGER, SMALLER) else "") for row in asked]
            if named:
                parts.append(f"{verdict}: {', '.join(named)}{_for_all(asked)}")
        yield Finding(f"{second} beside {first}, {of_pair[0].players}", f"{'; '.join(parts).capitalize()}.")


def _for_all(asked: Sequence[Compared]) -> str:
    """How many games more would decide the last of what is undecided."""
    open_ones = [row for row in asked if row.growth > 1 and row.more]
    if not open_ones:
        return ""
    said = max(open_ones, key=lambda row: row.growth).more
    return f" ({said})" if len(asked) == 1 else f" (at most {said} for each)"


def body(answers: Answers) -> list[Block]:
    """The decisions as a table."""
    blocks: list[Block] = [_seat_table(answers), *_seat_note(answers)]
    if answers.pair:
        rows = compared(answers)
        return [*blocks, difference_table(rows, answers.level), difference_note(rows)]
    if answers.every_group["ruleset_hash"].nunique() > 1:
        blocks.append(
            Text("To have two rulesets side by side, select two: their differences are then on this page.", small=True)
        )
    return blocks


def _openings(answers: Answers) -> list[dict[Hashable, Any]]:
    """The rows of the opening seats; `more` says what would decide an undecided one."""
    from azul_analytics.statistics.differences import growth

    frame = answers.shown("seats_equal")
    rows = frame[frame["seat_order"] == 0].to_dict("records")
    family = max(1, sum(row["units"] >= LEAST_UNITS for row in rows))
    moments = opening_moments(answers)
    for row in rows:
        row["more"] = ""
        if row["verdict"] == UNDECIDED and row["units"] >= LEAST_UNITS:
            variance = moments[row["ruleset_hash"], row["player_count"], row["kind"]]["win_share_variance"]
            error, level = (variance / row["units"]) ** 0.5, (1 - answers.confidence) / family
            factor = growth(error, row["units"] - 1, margin=row["equivalence_margin"], level=level)
            row["more"] = more_units([row["units"]], float(factor), unit_word(row))
    return rows


def _seat_table(answers: Answers) -> Table:
    rows = []
    for row in _openings(answers):
        share = with_span(*(percent(row[column]) for column in ("win_share", "win_share_low", "win_share_high")))
        equal = percent(row["equal_share"])
        verdict = TOO_FEW if row["units"] < LEAST_UNITS else _verdict(row["verdict"], row["more"])
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


def difference_table(rows: Sequence[Compared], level: str) -> Table:
    """What was compared, a row a question, with intervals of this level in percent."""
    kinds = len({row.kind for row in rows}) > 1
    cells = [
        (
            f"{row.player_count}" + (f", {row.kind.replace('simulated by', 'by')}" if kinds else ""),
            row.words,
            row.games,
            *row.means,
            row.difference,
            row.margin,
            p_text(row.p),
            _verdict(row.verdict, row.more),
        )
        for row in rows
    ]
    first, second = rows[0].labels
    titles = ("n", first, second, "Difference", "Margin", "p")
    columns = (
        Column("Players"),
        Column("What"),
        *(Column(title, right=True) for title in titles),
        Column("Verdict"),
    )
    return Table(f"{second} less {first}: means, and differences with {level}% intervals", columns, cells)


def _verdict(verdict: str, more: str) -> str:
    words = _IN_CELLS.get(verdict, verdict)
    return f"{words}: {more}" if more else words


def difference_note(rows: Sequence[Compared]) -> Text:
    """How the differences were made, pairs or independent groups, and what the margin and a verdict rest on."""
    parts = []
    if paired := {row.players: row.pairs for row in rows if row.pairs}:
        pairs = listed([f"{count(most, 'pair')} ({players})" for players, most in paired.items()])
        parts.append(
            "The games share blocks (the same seats and seed; the same deals as far as bags and factories are the "
            f"same), so pairs of blocks are compared: {pairs}, second less first, by Student's t."
        )
    if len(paired) < len({row.players for row in rows}):
        parts.append(
            "Groups without common blocks are compared as independent ones, with Welch's t."
            if paired
            else "No blocks are common to both rulesets, so the games are compared as independent groups, with "
            "Welch's t."
        )
    parts.append(
        "The margin, half of the statistic's useful width, is the largest difference that counts as none. All rows are "
        "one family: p and verdicts are Holm's, intervals are not corrected."
    )
    parts += _more_note(row.more for row in rows)
    return Text(" ".join(parts), small=True)


def _seat_note(answers: Answers) -> list[Block]:
    """What the numbers of further games rest on, where the table below does not say it."""
    said = [] if answers.pair else _more_note(row["more"] for row in _openings(answers))
    return [Text(text, small=True) for text in said]


def _more_note(said: Iterable[str]) -> list[str]:
    """What the numbers of further games rest on, where any are said."""
    told = {one for one in said if one}
    if not told:
        return []
    near = (
        f" {NEAR.capitalize()}: there are enough for that, but the difference lies close to the margin."
        if NEAR in told
        else ""
    )
    return [
        f"So many more, where undecided, would show equality within the margin with a chance of {100 * POWER:g}% if "
        "there is no difference, with the spread found so far and at the strictest level of Holm's method." + near
    ]


def _nothing(_: Answers) -> list[Finding]:
    return []


_DECIDED = ("seats_equal", OPENING.statistic, *dict.fromkeys(one.statistic for one in QUESTIONS))
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
