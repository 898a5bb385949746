"""The section on walls: each space as often as it is filled, and what is completed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from azul_analytics.figures import GROUP, unit_word
from azul_analytics.reporting.answers import Answers
from azul_analytics.reporting.blocks import Block, Figure, Finding
from azul_analytics.reporting.claims import Claim
from azul_analytics.reporting.sections.answered import Asked, first_groups, in_words, led, shown, topic
from azul_analytics.reporting.wording import count, percent, span
from azul_analytics.statistics import STATISTICS
from azul_analytics.statistics.first_player import LEAST_UNITS

if TYPE_CHECKING:
    import pandas as pd

_SPACES = "wall_spaces"
_BOARDS = 2  # groups whose walls are drawn
_ASKED = (
    Asked("adjacency", ("tiles_placed", "points_per_tile", "alone")),
    Asked("bonus_places", (), ""),
    Asked("bonuses_reached", ("any_bonus", "bonuses"), ""),
)
_WORTH = {"color_worth": "colors", "column_worth": "columns"}


def findings(answers: Answers) -> list[Finding | Claim]:
    """The spaces filled most and least, and whether colors and columns are worth the same."""
    group = answers.main_group
    frame = answers.of(group, _SPACES)
    rows = sorted(frame[frame["measure"] == "filled"].to_dict("records"), key=lambda row: row["mean"])
    said: list[Finding | Claim] = []
    if rows:
        least, most = rows[0], rows[-1]
        where = [f"line {row['line']}, column {row['column']}: {_share(row)} of seats" for row in (most, least)]
        clear = "" if least["high"] < most["low"] else " Their intervals are not clear of each other."
        text = (
            f"Of the wall's spaces, {where[0]} have it filled at the end, the most; the least {where[1]}; "
            f"{count(most['games'], 'game')}.{clear}"
        )
        said.append(Finding(led("The wall", group, answers), text))
    for name, what in _WORTH.items():
        of_points = answers.of(group, name)
        of_points = of_points[of_points["measure"] == "points"]
        if len(of_points):
            said.append(_alike(of_points, name, led(what.capitalize(), group, answers)))
    return said


def _share(row: dict) -> str:  # type: ignore[type-arg]
    interval = span(percent(row["low"]), percent(row["high"]))
    return f"{percent(row['mean'])}%" + (f" ({interval}%)" if interval else "")


def _alike(frame: pd.DataFrame, name: str, lead: str) -> Claim:
    """Whether tiles of all colors, or in all columns, score alike."""
    (by,) = STATISTICS[name].by
    what = _WORTH[name]
    rows = sorted(frame.to_dict("records"), key=lambda row: row["level"])
    least, most = (f"{by} {row[by]}, {row['level']:.2f}" if by == "column" else f"{row[by]}, {row['level']:.2f}"
                   for row in (rows[0], rows[-1]))  # fmt: skip
    extremes = f"points of a tile are highest for {most}, and lowest for {least} ({count(rows[0]['games'], 'game')})"
    few = rows[0]["units"] < LEAST_UNITS
    return Claim(
        lead,
        float("nan") if few else float(rows[0]["p_alike"]),
        f"Tiles do not score alike in all {what}: {extremes}.",
        f"That {what} differ in points is not shown: {extremes}."
        + (f" A verdict needs at least {count(LEAST_UNITS, unit_word(rows[0]))}." if few else ""),
    )


def body(answers: Answers) -> list[Block]:
    """Walls as boards, and what neighbors earn."""
    return [*boards(answers), *shown(_ASKED, answers)]


def boards(answers: Answers, groups: int = _BOARDS) -> list[Block]:
    """The wall of so many groups, its spaces in the frames of their colors."""
    from azul_analytics.reporting.pictures import pictures

    frame = answers.shown(_SPACES)
    if frame.empty:
        return []
    every = len(frame.drop_duplicates(GROUP))
    alone = every == 1
    frame = frame[frame["measure"].isin(("filled", "points") if alone else ("filled",))]
    frame = frame[frame.groupby(GROUP, sort=False).ngroup() < groups]
    colors = _colors(answers)
    at = zip(frame["ruleset_hash"], frame["line"], frame["column"], strict=True)
    frame = frame.assign(color=[colors.get(place, "") for place in at])
    statistic = STATISTICS[_SPACES]
    points = ", and the points that its tile scored when it was placed" if alone else ""
    caption = (
        f"{statistic.title}: how often a seat has filled it at the end, in percent{points}; below each number its "
        f"{answers.level}% interval. Lines go down, columns to the right; the frame is the space's color, and darker "
        f"grey is more.{first_groups(groups, every)}"
    )
    return [Figure(picture, caption, in_words(statistic, frame)) for picture in pictures(_SPACES, frame, answers.brand)]


def _colors(answers: Answers) -> dict[tuple[str, int, int], str]:
    """The letter of the color that a space takes, by ruleset, line and column; spaces for any color are not there."""
    from azul_analytics.rules.ruleset import COLORS, LETTERS

    found: dict[tuple[str, int, int], str] = {}
    for ruleset, definition in answers.database.rows("select ruleset_hash, definition from rulesets"):
        wall = json.loads(definition)["wall"]
        for line, letters in enumerate(wall["pattern"], 1):
            found |= {(ruleset, line, column): letter for column, letter in enumerate(letters, 1)}
        for space in wall["printed"]:
            if "color" in space:
                found[ruleset, space["line"], space["column"]] = LETTERS[COLORS.index(space["color"])]
    return found


WALLS = topic("Walls", _ASKED, findings, body, (_SPACES, *_WORTH))
