"""The section on floor penalties."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from azul_analytics.figures import GROUP, frequent_rounds, group_label
from azul_analytics.reporting.answers import Answers
from azul_analytics.reporting.blocks import Block, Column, Figure, Finding, Heading, Table, Text
from azul_analytics.reporting.sections.section import Section, weight
from azul_analytics.reporting.wording import count, listed, percent, points, span, units_needed, with_ends
from azul_analytics.statistics import STATISTICS
from azul_analytics.statistics.first_player import LEAST_UNITS

if TYPE_CHECKING:
    import pandas as pd

Row = Mapping[Hashable, Any]

_MEANS, _SHARES = "floor_penalties", "floor_penalty_distribution"
_MOST_FINDINGS = 2
_MOST_COLUMNS = 6  # rounds in the table
_MOST_GROUPS, _ENOUGH = 12, 10  # groups that are all drawn; games of a simulated group that is, among more
_COMMON = 0.5  # part of the games that must have reached a round that a finding speaks of


def findings(answers: Answers) -> list[Finding]:
    """The rounds that cost most and least: recorded games first, then the groups with the most games."""
    groups = [rows.to_dict("records") for _, rows in answers.frame(_MEANS).groupby(GROUP, sort=False)]
    first = sorted(groups, key=lambda rows: min(map(weight, rows)))[:_MOST_FINDINGS]
    return [_finding(rows, answers) for rows in first]


def body(answers: Answers) -> list[Block]:
    """The question, both figures and the table of means."""
    from azul_analytics.reporting.pictures import distribution_pictures, floor_pictures

    means, shares = answers.frame(_MEANS), answers.frame(_SHARES)
    if means.empty:
        return [
            Text(STATISTICS[_MEANS].question),
            Text("No finished game has a round that could be counted."),
        ]
    table, shown = frequent_rounds(means), frequent_rounds(_in_figures(means, means))
    shown_shares = frequent_rounds(_in_figures(shares, means), "seat_rounds")
    left_out = len(means[GROUP].drop_duplicates()) - len(shown[GROUP].drop_duplicates())
    few = f" Not drawn: {count(left_out, 'group')} of fewer than {_ENOUGH} simulated games." if left_out else ""
    by_round = f"Points lost on the floor by a seat, by round, with {answers.level}% intervals. {_RARE}{few}"
    how_often = (
        "Points lost on the floor by a seat in a round: how often, in percent, and on the right the number "
        f"of seat-rounds. {_RARE}{few}"
    )
    means_said, shares_said = _means_in_words(shown), _shares_in_words(shown_shares)
    return [
        Text(STATISTICS[_MEANS].question),
        *(Figure(picture, by_round, means_said) for picture in floor_pictures(shown, answers.brand)),
        _table(table, answers),
        Text(_note(table), small=True),
        *(Figure(picture, how_often, shares_said) for picture in distribution_pictures(shown_shares, answers.brand)),
    ]


def appendix(answers: Answers) -> list[Block]:
    """All numbers behind the means."""
    means = answers.frame(_MEANS)
    if means.empty:
        return []
    return [Heading("Floor penalties, all numbers", 2), _long_table(frequent_rounds(means), answers)]


_RARE = "Rounds that fewer than one in ten of a group's games reached are not shown."


def _note(table: pd.DataFrame) -> str:
    """What the table of means shows, and which rounds it does not."""
    note = (
        "Points really lost: a score does not fall below zero. Each game counts once, its seats' mean; n is of round 1."
    )
    last = int(table["round"].max())
    first = _MOST_COLUMNS + 1
    later = f"Round {first}" if last == first else f"Rounds {first} to {last}"
    more = f" {later}: see the appendix." if last >= first else ""
    return f"{note} {_RARE}{more}"


def _in_figures(frame: pd.DataFrame, means: pd.DataFrame) -> pd.DataFrame:
    """The rows of groups that are drawn: of many groups, simulated ones of few games are left out."""
    import pandas as pd

    games = means.groupby(GROUP)["games"].max()
    kept = games[(games >= _ENOUGH) | (games.index.get_level_values("kind") == "recorded")]
    if len(games) <= _MOST_GROUPS or kept.empty:
        return frame
    return frame[pd.MultiIndex.from_frame(frame[GROUP]).isin(kept.index)]


def _finding(rows: list[dict[Hashable, Any]], answers: Answers) -> Finding:
    """What a group of games lost by round; `rows` are its rounds."""
    common = [row for row in rows if row["games"] >= _COMMON * max(row["games"] for row in rows)]
    most = min(common, key=lambda row: row["floor_points_mean"])
    least = max(common, key=lambda row: row["floor_points_mean"])
    among = "" if len(common) == len(rows) else " among the rounds that at least half of the games reached"
    alone = most["games"] == 1 or most is least
    text = _of_one(most, among) if alone else _of_two(most, least, common, answers, among)
    return Finding(f"{group_label(common[0])}: floor", f"{text}{_what_it_takes(most)}")


def _of_one(most: Row, among: str) -> str:
    where = "In the only game" if most["games"] == 1 else f"In {count(most['games'], 'game')}"
    cost = f"{_points(most)} points on average"
    return f"{where} a seat lost most on the floor in round {most['round']}{among}, {cost}."


def _of_two(most: Row, least: Row, common: list[dict[Hashable, Any]], answers: Answers, among: str) -> str:
    """Two rounds compared; that one cost more is said only of intervals that are clear of each other."""
    if min(most["units"], least["units"]) < LEAST_UNITS:
        return (
            f"On average a seat lost from {_points(least)} points (round {least['round']}; "
            f"{count(least['games'], 'game')}) to {_points(most)} points (round {most['round']}; "
            f"{count(most['games'], 'game')}) on the floor{among}."
        )
    dear, cheap = (f"round {row['round']}, {_lost(row, answers)}" for row in (most, least))
    extremes = f"The mean loss of a seat on the floor was highest in {dear}, and lowest in {cheap}{among}."
    if not _clear(most, least):
        return f"{extremes} Their intervals are not clear of each other: no difference between rounds is shown."
    like = [str(row["round"]) for row in common if row is not most and not _clear(most, row)]
    alike = f" Round {most['round']} is not told apart from round {listed(like)}." if like else ""
    return f"{extremes} Their intervals are clear of each other.{alike}"


def _clear(most: Row, other: Row) -> bool:
    """Whether the interval of a round lies beyond that of another; False where there is none."""
    return bool(most["floor_points_high"] < other["floor_points_low"])


def _what_it_takes(most: Row) -> str:
    """How many games would tell, where there are too few for a verdict or the interval is too wide."""
    units, needed = most["units"], most["units_needed"]  # missing where the spread is not known
    known = isinstance(needed, int)
    if units < LEAST_UNITS:
        least = max(needed, LEAST_UNITS) if known else LEAST_UNITS
        return f" These are too few for a verdict: at least {units_needed(most, least)} would be needed."
    if most["too_wide"] and known and needed > units:
        width = points((STATISTICS[_MEANS].useful_width or 0) / 2)
        return f" At least {units_needed(most)} would be needed to know round {most['round']} to ±{width} points."
    return ""


def _lost(row: Row, answers: Answers) -> str:
    interval = span(points(-row["floor_points_high"]), points(-row["floor_points_low"]))
    known = f"{answers.level}% interval {interval}; " if interval else ""
    return f"{_points(row)} points ({known}{count(row['games'], 'game')})"


def _points(row: Row) -> str:
    return points(-row["floor_points_mean"])


def _table(shown: pd.DataFrame, answers: Answers) -> Table:
    rounds = sorted(shown["round"].unique())[:_MOST_COLUMNS]
    rows = []
    for _, group in shown.groupby(GROUP, sort=False):
        first = group.iloc[0]
        by_round = {row["round"]: row for row in group.to_dict("records")}
        cells = [_cell(by_round.get(number)) for number in rounds]
        rows.append([first["label"], str(first["player_count"]), first["kind"], f"{first['games']:,}", *cells])
    return Table(
        f"Mean floor points of a seat by round, with its {answers.level}% interval",
        (
            Column("Ruleset"),
            Column("Players", right=True),
            Column("Kind"),
            Column("n", right=True),
            *(Column(f"Round {number}", right=True) for number in rounds),
        ),
        rows,
    )


def _cell(row: Row | None) -> str:
    if row is None:
        return ""
    return _with_ends(row, "floor_points")


def _long_table(frame: pd.DataFrame, answers: Answers) -> Table:
    rows = frame.to_dict("records")
    return Table(
        f"Floor points of a seat by round, with its {answers.level}% interval",
        (
            Column("Ruleset"),
            Column("Players", right=True),
            Column("Kind"),
            Column("Round", right=True),
            Column("n games", right=True),
            Column("Really lost", right=True),
            Column("Median", right=True),
            Column("Nominal", right=True),
            Column("No loss, %", right=True),
        ),
        [
            (
                row["label"],
                str(row["player_count"]),
                row["kind"],
                str(row["round"]),
                f"{row['games']:,}",
                _with_ends(row, "floor_points"),
                points(row["floor_points_median"]),
                _with_ends(row, "nominal_points"),
                percent(row["no_loss_share"]),
            )
            for row in rows
        ],
    )


def _with_ends(row: Row, column: str) -> str:
    mean, low, high = (row[f"{column}_{part}"] for part in ("mean", "low", "high"))
    return with_ends(mean, low, high, partial(points, digits=2))


def _means_in_words(frame: pd.DataFrame) -> str:
    said = [
        f"{group_label(rows.iloc[0])}: "
        + ", ".join(
            f"round {number} {points(mean)}"
            for number, mean in zip(rows["round"], rows["floor_points_mean"], strict=True)
        )
        for _, rows in frame.groupby(GROUP, sort=False)
    ]
    return "Mean floor points by round. " + "; ".join(said)


def _shares_in_words(frame: pd.DataFrame) -> str:
    said = []
    for _, rows in frame.groupby(GROUP, sort=False):
        nothing = rows[rows["floor_points"] == 0]
        parts = (
            f"round {number} {percent(share, 0)}"
            for number, share in zip(nothing["round"], nothing["share"], strict=True)
        )
        said.append(f"{group_label(rows.iloc[0])}: {', '.join(parts)}")
    return "Bars of how much was lost by round. Percent that lost nothing: " + "; ".join(said)


FLOOR = Section("Floor penalties", (_MEANS, _SHARES), findings, body, appendix)
