"""Any statistic on a page: its figures, a table of what they show, and both in words.

What they look like follows from the statistic's entry and the columns of its frame; no number is typed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from azul_analytics.figures import GROUP, frequent_rounds, group_label, n_text, unit_word
from azul_analytics.reporting.answers import Answers
from azul_analytics.reporting.blocks import Block, Column, Figure, Finding, Heading, Table, Text
from azul_analytics.reporting.claims import Claim
from azul_analytics.reporting.generated import frequent_values, limits, namer, with_intervals, words
from azul_analytics.reporting.sections.section import Section
from azul_analytics.reporting.wording import listed, percent, points, span, units_needed, with_ends
from azul_analytics.statistics import STATISTICS, Statistic
from azul_analytics.statistics.first_player import LEAST_UNITS

if TYPE_CHECKING:
    import pandas as pd

Row = Mapping[Hashable, Any]

# what figures show of an estimand that says more
_DRAWN = {
    "seats_equal": "Win share of the seat that opens the game, of the next one clockwise, and so on; the band is what "
    "counts as equal.",
    "floor_penalties": "Mean floor points really lost by a seat in a round.",
    "points_of_winners": "Mean of the winners of a game less mean of its other seats, by where the points come from; "
    "on the floor more is less lost.",
    "win_probability": "Win share of the seat that, after a round, a model gave the greatest chance, in games that the "
    "model did not see. Dashed: equal chances.",
    "marker_value": "Mean points really lost by the marker, of rounds of that number in which somebody took it, its "
    "taker's points of the next round less the mean of the game's seats, and both together.",
}
_MOST_VALUES = 8  # of the column `by`, as columns of a table
_MOST_SAID = 60  # numbers in the words of a figure
_WIDE, _SAME = "*", "°"
_GROUP_HEAD = (Column("Ruleset"), Column("Players", right=True), Column("Kind"))


@dataclass(frozen=True)
class Asked:
    """What is shown of a statistic: which measures (none named: all), and whether its figures are in the body,
    in the appendix with its numbers, or nowhere; `groups` are how many groups of games, where not all of them."""

    name: str
    measures: tuple[str, ...] = ()
    figure: str = "body"
    groups: int | None = None

    def rows(self, answers: Answers) -> pd.DataFrame:
        """The rows of the groups and measures shown, without rounds that few games reached."""
        frame = answers.shown(self.name)
        if self.groups:
            frame = frame[frame.groupby(GROUP, sort=False).ngroup() < self.groups]
        if self.measures:
            frame = frame[frame["measure"].isin(self.measures)]
        return frequent_rounds(frame) if "round" in frame and len(frame) else frame


def topic(
    title: str,
    asked: Sequence[Asked],
    findings: Callable[[Answers], Sequence[Finding | Claim]],
    body: Callable[[Answers], list[Block]] | None = None,
    also: tuple[str, ...] = (),
) -> Section:
    """A section on what is asked: figures in its body (or a body of its own), numbers in the appendix.

    `also` are further statistics that its findings or its body rest on.
    """
    return Section(
        title,
        (*(one.name for one in asked), *also),
        findings,
        body or (lambda answers: shown(asked, answers)),
        lambda answers: [Heading(title, 2), *found] if (found := numbers(asked, answers)) else [],
    )


def shown(asked: Sequence[Asked], answers: Answers, place: str = "body") -> list[Block]:
    """The figures of this place; a sentence for each statistic of which no game has what it needs."""
    from azul_analytics.reporting.pictures import pictures

    blocks: list[Block] = []
    for one in asked:
        if one.figure != place:
            continue
        statistic, frame = STATISTICS[one.name], one.rows(answers)
        if frame.empty:
            blocks.append(Text(f"{statistic.title}: no game has what it needs ({statistic.detail}).", small=True))
            continue
        caption, said = _caption(statistic, frame, answers), in_words(statistic, frame)
        if one.groups:
            caption += first_groups(one.groups, len(answers.shown(one.name).drop_duplicates(GROUP)))
        blocks += [Figure(picture, caption, said) for picture in pictures(one.name, frame, answers.brand)]
    return blocks


def numbers(asked: Sequence[Asked], answers: Answers) -> list[Block]:
    """Tables of what the figures show, and figures that are only here."""
    blocks = shown(asked, answers, "appendix")
    for one in asked:
        statistic, frame = STATISTICS[one.name], one.rows(answers)
        if len(frame) and (table := _table(statistic, frame, answers)):
            blocks += [table, *_remarks(statistic, frame)]
    return blocks


def _caption(statistic: Statistic, frame: pd.DataFrame, answers: Answers) -> str:
    """What a figure shows: what it says of itself, or the measures, where these are not all; else the estimand."""
    beyond = ", the widest of which go on beyond the axis" if _cut(statistic, frame) else ""
    drawn = f"With {answers.level}% intervals{beyond}." if with_intervals(statistic, frame) else ""
    said = _DRAWN.get(statistic.name, statistic.estimand)
    if statistic.name not in _DRAWN and statistic.measures:
        shown = [one.meaning for name, one in statistic.measures.items() if (frame["measure"] == name).any()]
        if len(shown) < len(statistic.measures):
            said = f"{'; '.join(shown)}."
            said = f"{said[0].upper()}{said[1:]}"
    return f"{_sentence(statistic.title)} {said} {drawn}".strip()


def _cut(statistic: Statistic, frame: pd.DataFrame) -> bool:
    """Whether intervals end outside their panel, so that the means in it stay readable."""
    if not statistic.by or "mean" not in frame:
        return False
    panels = [(rows, *limits(rows, 1)) for _, rows in frame.groupby("measure")]
    return any(rows["low"].min() < low or rows["high"].max() > high for rows, low, high in panels)


def _sentence(title: str) -> str:
    return title if title.endswith("?") else f"{title}."


def _headed(title: str, rest: str) -> str:
    """Such as `Length of a game: means`; a question has its mark for the colon."""
    return f"{title} {rest[0].upper()}{rest[1:]}" if title.endswith("?") else f"{title}: {rest}"


def first_groups(shown: int, every: int) -> str:
    """That a figure shows the first of the report's groups only, where these are more."""
    return f" Of {shown} of the {every} groups of games." if shown < every else ""


def _table(statistic: Statistic, frame: pd.DataFrame, answers: Answers) -> Table | None:
    """The numbers of a frame of measures as a table; None where there are too many for a page."""
    if not statistic.measures or "mean" not in frame:
        return None
    measures = [name for name in statistic.measures if (frame["measure"] == name).any()]
    if not statistic.by:
        return _by_measure(statistic, frame, measures, answers)
    if len(statistic.by) == 1:
        (by,) = statistic.by
        if len(frequent_values(frame, by)) <= _MOST_VALUES:
            return _by_value(statistic, frame, by, measures, answers)
        if len(measures) == 1:
            return _by_group(statistic, frame, by, answers)
    elif max(frame[by].nunique() for by in statistic.by) <= _MOST_VALUES:
        down, across = sorted(statistic.by, key=lambda by: frame[by].nunique())
        return _by_value(statistic, frame, across, measures, answers, down)
    return None


def _by_measure(statistic: Statistic, frame: pd.DataFrame, measures: list[str], answers: Answers) -> Table:
    """A row a group, a column a measure."""
    rows = []
    for group in _in_groups(frame, GROUP):
        of_measure = {row["measure"]: row for row in group}
        n = n_text(max(of_measure.values(), key=lambda row: row["games"])).removeprefix("n = ")
        cells = [_short_cell(statistic, of_measure.get(name)) for name in measures]
        rows.append([*group_cells(group[0]), n, *cells])
    columns = (
        *_GROUP_HEAD,
        Column("n", right=True),
        *(Column(_named(statistic, name), right=True) for name in measures),
    )
    return Table(_headed(statistic.title, f"means with their {answers.level}% intervals"), columns, rows)


def _by_value(
    statistic: Statistic, frame: pd.DataFrame, by: str, measures: list[str], answers: Answers, down: str = ""
) -> Table:
    """A row a group and measure (and value of `down`), a column a value of `by`."""
    values, named = frequent_values(frame, by), namer(frame)
    rows = []
    keys = [*GROUP, *([down] if down else [])]
    for group in _in_groups(frame, keys):
        part = f", {down.replace('_', ' ')} {group[0][down]}" if down else ""
        for name in measures:
            by_value = {row[by]: row for row in group if row["measure"] == name}
            if not by_value:
                continue
            n = n_text(max(by_value.values(), key=lambda row: row["games"])).removeprefix("n = ")
            cells = [_short_cell(statistic, by_value.get(value)) for value in values]
            rows.append([named(group[0]), f"{_named(statistic, name)}{part}", n, *cells])
    word = by.replace("_", " ").capitalize()
    heads = [Column(f"{word} {value}" if isinstance(value, int) else str(value), right=True) for value in values]
    columns = (Column("Games"), Column("Measure"), Column("n", right=True), *heads)
    return Table(_headed(statistic.title, f"means with their {answers.level}% intervals"), columns, rows)


def _by_group(statistic: Statistic, frame: pd.DataFrame, by: str, answers: Answers) -> Table:
    """A row a value of `by`, a column a group: for one measure and many values."""
    name = frame["measure"].iloc[0]
    groups = _in_groups(frame, GROUP)
    of_group = [{row[by]: row for row in rows} for rows in groups]
    rows = [
        [str(value), *(_short_cell(statistic, one.get(value)) for one in of_group)]
        for value in frequent_values(frame, by)
    ]
    heads = [f"{namer(frame)(rows[0])} (n {max(row['games'] for row in rows):,})" for rows in groups]
    columns = (Column(by.replace("_", " ").capitalize()), *(Column(head, right=True) for head in heads))
    caption = _headed(statistic.title, f"{_named(statistic, name)}, with its {answers.level}% interval")
    return Table(caption, columns, rows)


def _in_groups(frame: pd.DataFrame, keys: Sequence[str]) -> list[list[Row]]:
    """The rows as dictionaries, those with the same keys together, in the order of the frame."""
    groups: dict[tuple[Any, ...], list[Row]] = {}
    for row in frame.to_dict("records"):
        groups.setdefault(tuple(row[key] for key in keys), []).append(row)
    return list(groups.values())


def group_cells(row: Any) -> list[str]:
    """Ruleset, players and kind of a group's row."""
    return [row["label"], str(row["player_count"]), row["kind"]]


def _named(statistic: Statistic, name: str) -> str:
    return f"{words(name)}, %" if statistic.measures[name].share else words(name)


def _text(statistic: Statistic, row: Row) -> Callable[[float], str]:
    """How numbers of a row are written: shares in percent, others with as many digits as their size asks for."""
    measure = statistic.measures[row["measure"]]
    return percent if measure.share else partial(points, digits=1 if measure.useful_width >= 1 else 2)


def _short_cell(statistic: Statistic, row: Row | None) -> str:
    if row is None:
        return ""
    return with_ends(row["mean"], row["low"], row["high"], _text(statistic, row)) + _mark(row)


def _mark(row: Row) -> str:
    return "" if not row["too_wide"] else _SAME if _constant(row) else _WIDE


def _constant(row: Row) -> bool:
    """Whether enough units have all the same value and therefore no interval, which is no lack of games.

    Shares have one all the same, and may have too few units for it to be narrow.
    """
    without = row["low"] != row["low"]
    return bool(without and row.get("spread", float("nan")) == 0 and row["units"] >= LEAST_UNITS)


def _remarks(statistic: Statistic, frame: pd.DataFrame) -> list[Block]:
    """What the star means, and how many games or blocks would do without it; the n of the table's rows."""
    parts = []
    if statistic.by:
        parts.append("n counts the games of the column that has most.")
    wide = frame[frame["too_wide"]]
    constant = [_constant(row) for row in wide.to_dict("records")]
    if any(constant):
        parts.append(f"{_SAME} The same in every unit, so that there is no interval.")
    wide = wide[[not one for one in constant]]
    if len(wide):
        most = max(wide.to_dict("records"), key=_known_needed)
        enough = f"; at least {units_needed(most)} would be needed for all of them" if _known_needed(most) else ""
        few = "Too few blocks" if unit_word(most) == "block" else "Too few games"
        parts.append(f"{_WIDE} {few}: there is no interval, or it is wider than useful{enough}.")
    return [Text(" ".join(parts), small=True)] if parts else []


def _known_needed(row: Row) -> int:
    """How many units it takes; 0 where that is not known."""
    import pandas as pd

    return 0 if pd.isna(row["units_needed"]) else int(row["units_needed"])


def in_words(statistic: Statistic, frame: pd.DataFrame) -> str:
    """What a figure shows, for readers who cannot see it: each group's numbers, of long series the ends."""
    number = next((column for column in ("mean", "share", "estimate", "difference") if column in frame), "")
    if not number:
        return statistic.title
    said = []
    share_of = {name: one.share for name, one in statistic.measures.items()}
    for rows in _in_groups(frame, [*GROUP, *(["measure"] if "measure" in frame else [])]):
        name = rows[0].get("measure", "")
        scaled = statistic.value or share_of.get(name, False)
        few = rows if len(rows) <= _MOST_VALUES else [rows[0], rows[len(rows) // 2], rows[-1]]
        parts = [_place(statistic, row) + (percent(row[number]) if scaled else points(row[number], 2)) for row in few]
        what = f"{group_label(rows[0])}, {words(name).lower()}" if name else group_label(rows[0])
        unit = " percent" if scaled else ""
        said.append(f"{what}: {listed(parts)}{unit}")
    return f"{_sentence(statistic.title)} {'; '.join(said[:_MOST_SAID])}."


def _place(statistic: Statistic, row: Row) -> str:
    names = [*statistic.by, *([statistic.value] if statistic.value else [])]
    where = " ".join(f"{name.replace('_', ' ')} {row[name]}" for name in names)
    return f"{where} " if where else ""


def sentence_of(statistic: str, row: Row, unit: str = "", *, signed: bool = False) -> str:
    """A mean with its interval as prose: `12.3 points (11.0 to 13.6)`; a share in percent."""
    entry = STATISTICS[statistic]
    if entry.measures[row["measure"]].share:
        low, high = percent(row["low"]), percent(row["high"])
        interval = span(low, high)
        return f"{percent(row['mean'])}%" + (f" ({interval}%)" if interval else "")
    number, low, high = (points(row[column], signed=signed) for column in ("mean", "low", "high"))
    interval = span(low, high)
    return f"{number}{unit and ' ' + unit}" + (f" ({interval})" if interval else "")


def needs(statistic: str, row: Row) -> str:
    """How many games or blocks would tell, where the interval is too wide; else nothing."""
    entry = STATISTICS[statistic]
    if not row["too_wide"]:
        return ""
    if not _known_needed(row):
        return f" These are too few {unit_word(row)}s to tell."
    one = entry.measures[row["measure"]] if entry.measures else None
    half = (one.useful_width if one else entry.useful_width or 0) / 2
    share = one is None or one.share
    width = f"±{percent(half, 0)} percentage points" if share else f"±{half:g}"
    return f" To know it to {width}, at least {units_needed(row)} would be needed."


def led(subject: str, group: Row, answers: Answers) -> str:
    """What a finding speaks of; the group of games is named where it is not the report's main one."""
    main = answers.main_group
    same = all(group[column] == main[column] for column in GROUP)
    return subject if same else f"{subject}, {group_label(group)}"


def measure(frame: pd.DataFrame, name: str, **where: Any) -> dict[Hashable, Any] | None:
    """The one row of a measure (and of values of `by`); None where the games do not show it."""
    rows = frame[frame["measure"] == name]
    for column, value in where.items():
        rows = rows[rows[column] == value]
    records = rows.to_dict("records")
    return records[0] if records else None
