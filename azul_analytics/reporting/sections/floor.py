"""The section on floor penalties."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Any

from azul_analytics.figures import GROUP, frequent_rounds, group_label
from azul_analytics.reporting.answers import Answers
from azul_analytics.reporting.blocks import Block, Column, Figure, Finding, Heading, Table, Text
from azul_analytics.reporting.sections.section import Section
from azul_analytics.reporting.wording import MISSING, count, percent, points, span
from azul_analytics.statistics import STATISTICS

if TYPE_CHECKING:
    import pandas as pd

_MEANS, _SHARES = "floor_penalties", "floor_penalty_distribution"
_MOST_FINDINGS = 2
_MOST_COLUMNS = 6  # rounds in the table
_ENOUGH, _LARGEST = 10, 3  # games of a group that is drawn; groups drawn where none has as many
_COMMON = 0.5  # part of the games that must have reached a round that a finding speaks of


def findings(answers: Answers) -> list[Finding]:
    """The rounds that cost most and least, for the groups with the most games."""
    frame = answers.frame(_MEANS)
    groups = [rows for _, rows in frame.groupby(GROUP, sort=False)]
    largest = sorted(groups, key=lambda rows: -int(rows["games"].max()))[:_MOST_FINDINGS]
    return [_finding(rows, answers) for rows in groups if any(rows is one for one in largest)]


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
    rare = "Rounds that fewer than one in ten of a group's games reached are not shown."
    groups, all_groups = len(shown[GROUP].drop_duplicates()), len(means[GROUP].drop_duplicates())
    if groups < all_groups:
        largest = "largest is" if groups == 1 else f"{groups} largest are"
        rare += f" Of {count(all_groups, 'group')} of games the {largest} shown."
    by_round = f"Points lost on the floor by a seat, by round, with {answers.level}% intervals. {rare}"
    how_often = (
        "Points lost on the floor by a seat in a round: how often, in percent, and on the right the number "
        f"of seat-rounds. {rare}"
    )
    note = "Points really lost: a score does not fall below zero. Each game counts once, its seats' mean."
    means_said, shares_said = _means_in_words(shown), _shares_in_words(shown_shares)
    return [
        Text(STATISTICS[_MEANS].question),
        *(Figure(svg, by_round, means_said) for svg in floor_pictures(shown, answers.brand)),
        _table(table, answers),
        Text(note, small=True),
        *(Figure(svg, how_often, shares_said) for svg in distribution_pictures(shown_shares, answers.brand)),
    ]


def appendix(answers: Answers) -> list[Block]:
    """All numbers behind the means."""
    means = answers.frame(_MEANS)
    if means.empty:
        return []
    shown = frequent_rounds(_in_figures(means, means))
    return [Heading("Floor penalties, all numbers", 2), _long_table(shown, answers)]


def _in_figures(frame: pd.DataFrame, means: pd.DataFrame) -> pd.DataFrame:
    """The rows of groups with enough games for a picture; where there are none, of the largest groups."""
    import pandas as pd

    games = means.groupby(GROUP)["games"].max()
    enough = games[games >= _ENOUGH]
    kept = games.nlargest(_LARGEST) if enough.empty else enough
    return frame[pd.MultiIndex.from_frame(frame[GROUP]).isin(kept.index)]


def _finding(rows: pd.DataFrame, answers: Answers) -> Finding:
    common = rows[rows["games"] >= _COMMON * rows["games"].max()].to_dict("records")
    lead = f"{group_label(common[0])}: floor"
    most = min(common, key=lambda row: row["floor_points_mean"])
    least = max(common, key=lambda row: row["floor_points_mean"])
    games = common[0]["games"]  # of the first round
    if common[0]["units"] == 1 or len(common) == 1:
        where = "In the only game a" if games == 1 else f"In {count(games, 'game')} a"
        cost = f"{_lost(most, answers)} in the mean"
        return Finding(lead, f"{where} seat lost most on the floor in round {most['round']}, {cost}.")
    n = count(games, "game")
    text = (
        f"A seat lost most on the floor in round {most['round']}, {_lost(most, answers)} in the mean, and "
        f"least in "
        f"round {least['round']}, {_lost(least, answers)} ({n})."
    )
    if _overlap(most, least):
        text += " Their intervals overlap: no difference between rounds is shown."
    needed = most["units_needed"]  # missing where the spread is not known
    if most["too_wide"] and isinstance(needed, int) and needed > most["units"]:
        width = points((STATISTICS[_MEANS].useful_width or 0) / 2)
        games = count(needed, "game")
        text += f" At least {games} would be needed to know round {most['round']} to ±{width} points."
    return Finding(lead, text)


def _overlap(most: dict[Hashable, Any], least: dict[Hashable, Any]) -> bool:
    return bool(most["floor_points_high"] >= least["floor_points_low"])


def _lost(row: dict[Hashable, Any], answers: Answers) -> str:
    interval = span(points(-row["floor_points_high"]), points(-row["floor_points_low"]))
    return f"{points(-row['floor_points_mean'])} points" + (
        f" ({answers.level}% interval {interval})" if interval else ""
    )


def _table(shown: pd.DataFrame, answers: Answers) -> Table:
    rounds = sorted(shown["round"].unique())[:_MOST_COLUMNS]
    rows = []
    for _, group in shown.groupby(GROUP, sort=False):
        first = group.iloc[0]
        by_round = {row["round"]: row for row in group.to_dict("records")}
        cells = [_cell(by_round.get(number)) for number in rounds]
        rows.append([first["label"], str(first["player_count"]), first["kind"], f"{first['games']:,}", *cells])
    return Table(
        f"Mean floor points of a seat by round, with ± of the {answers.level}% interval",
        (
            Column("Ruleset"),
            Column("Players", right=True),
            Column("Kind"),
            Column("n", right=True),
            *(Column(f"Round {number}", right=True) for number in rounds),
        ),
        rows,
    )


def _cell(row: dict[Hashable, Any] | None) -> str:
    if row is None:
        return ""
    return _with_half(row, "floor_points")


def _long_table(frame: pd.DataFrame, answers: Answers) -> Table:
    rows = frame.to_dict("records")
    return Table(
        f"Floor points of a seat by round, with ± of the {answers.level}% interval",
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
            Column("Marker, %", right=True),
        ),
        [
            (
                row["label"],
                str(row["player_count"]),
                row["kind"],
                str(row["round"]),
                f"{row['games']:,}",
                _with_half(row, "floor_points"),
                points(row["floor_points_median"]),
                _with_half(row, "nominal_points"),
                percent(row["no_loss_share"]),
                percent(row["marker_share"]),
            )
            for row in rows
        ],
    )


def _with_half(row: dict[Hashable, Any], column: str) -> str:
    mean, low, high = (row[f"{column}_{part}"] for part in ("mean", "low", "high"))
    half = points((high - low) / 2, 2)
    return points(mean, 2) if half == MISSING else f"{points(mean, 2)} ±{half}"


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
