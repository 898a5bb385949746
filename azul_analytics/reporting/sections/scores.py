"""The section on final scores, and on what winners have more of."""

from __future__ import annotations

from azul_analytics.reporting.answers import Answers
from azul_analytics.reporting.blocks import Finding
from azul_analytics.reporting.claims import Claim, mean_p
from azul_analytics.reporting.sections.answered import Asked, led, measure, needs, sentence_of, topic
from azul_analytics.reporting.wording import count, listed, points

_PARTS = {"tile_points": "tiles", "floor_points": "the floor", "bonus_points": "bonuses"}
_ASKED = (
    Asked("scores", ("score", "bonus_points", "margin")),
    Asked("score_distribution"),
    Asked("points_of_winners", ("tile_points", "floor_points", "bonus_points")),
    Asked("walls_and_winning", ("complete_lines", "complete_columns", "complete_colors"), "appendix"),
)


def findings(answers: Answers) -> list[Finding | Claim]:
    """How many points of what kind a seat ends with, and in which of them winners lead."""
    group = answers.main_group
    said: list[Finding | Claim] = []
    scores = answers.of(group, "scores")
    if score := measure(scores, "score"):
        parts = [
            f"{points(row['mean'])} from {word}" for part, word in _PARTS.items() if (row := measure(scores, part))
        ]
        text = (
            f"A seat ends with {sentence_of('scores', score, 'points')} on average, in "
            f"{count(score['games'], 'game')}: {listed(parts)}."
        )
        if margin := measure(scores, "margin"):
            text += f" The first place leads the second by {sentence_of('scores', margin)}."
        said.append(Finding(led("Scores", group, answers), text + needs("scores", score)))
    more = answers.of(group, "points_of_winners")
    rows = [row for part in _PARTS if (row := measure(more, part))]
    if rows and (whole := measure(more, "score")):
        said.append(_of_winners(led("What winners have more of", group, answers), rows, whole))
    return said


def _of_winners(lead: str, rows: list[dict], whole: dict) -> Claim:  # type: ignore[type-arg]
    """In which part winners lead most; that it is the largest is said, that it differs from none is tested."""
    first = max(rows, key=lambda row: row["mean"])
    parts = listed([f"{points(row['mean'], signed=True)} {_PARTS[row['measure']]}" for row in rows])
    sum_ = f"Winners exceed the others by {sentence_of('points_of_winners', whole, 'points')}: {parts}."
    part = _PARTS[first["measure"]]
    interval = sentence_of("points_of_winners", first, "points")
    return Claim(
        lead,
        mean_p(first),
        f"{sum_} The largest part is that of {part}, {interval}. It goes with winning; it is not shown to cause it.",
        f"{sum_} That winners have more points of any kind is not shown: that of {part} is {interval}."
        + needs("points_of_winners", first),
    )


SCORES = topic("Scores, and what winners have more of", _ASKED, findings)
