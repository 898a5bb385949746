"""The section on the course of a game: its length, who leads, who ends it, and how well boards tell the winner."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

from azul_analytics.figures import unit_word
from azul_analytics.reporting.answers import Answers
from azul_analytics.reporting.blocks import Finding
from azul_analytics.reporting.claims import Claim, mean_p
from azul_analytics.reporting.sections.answered import Asked, led, measure, needs, sentence_of, topic
from azul_analytics.reporting.wording import count, percent, points, span, units_needed

_MODEL = "win_probability"
_COMMON = 0.5  # part of the games that must have reached a round that a finding speaks of
_ASKED = (
    Asked("game_length", (), ""),
    Asked("leader_wins", ("win_share", "lead")),
    Asked(_MODEL, ("favorite_won",)),
    Asked("win_probability_by_lead", (), "appendix"),
    Asked("win_probability_calibration", (), "appendix"),
    Asked("leads", ("lead_changes", "led_for_good_from", "deficit_overcome", "turned_by_bonuses"), ""),
    Asked("ending_player", ("win_share", "over_equal_share"), ""),
)


def findings(answers: Answers) -> list[Finding | Claim]:
    """How long it lasts, what a lead is worth, how well the winner is foreseen, and whether ending it pays."""
    group = answers.main_group
    said: list[Finding | Claim] = []
    length, leads = answers.of(group, "game_length"), answers.of(group, "leads")
    if rounds := measure(length, "rounds"):
        text = f"A game lasts {sentence_of('game_length', rounds, 'rounds')}, in {count(rounds['games'], 'game')}."
        if changes := measure(leads, "lead_changes"):
            text += f" The lead changes {sentence_of('leads', changes, 'times')}."
        if good := measure(leads, "led_for_good_from"):
            text += f" The later winner leads for good from round {points(good['mean'])} on, on average."
        said.append(Finding(led("Course of a game", group, answers), text))
    if leading := " ".join([*_leader(group, answers), *_foreseen(group, answers)]):
        said.append(Finding(led("Leaders and favorites", group, answers), leading))
    if ends := measure(answers.of(group, "ending_player"), "over_equal_share"):
        amount = f"{points(100 * ends['mean'], signed=True)} percentage points"
        interval = span(points(100 * ends["low"], signed=True), points(100 * ends["high"], signed=True))
        amount += f" ({interval})" if interval else ""
        more = "more" if ends["mean"] > 0 else "less"
        said.append(
            Claim(
                led("Who ends the game", group, answers),
                mean_p(ends),
                f"The seats that end the game win {more} often than equal ones would: {amount}.",
                f"That ending the game goes with winning is not shown: {amount}.{needs('ending_player', ends)}",
            )
        )
    return said


def _leader(group: Mapping[Hashable, Any], answers: Answers) -> list[str]:
    frame = answers.of(group, "leader_wins")
    frame = frame[frame["measure"] == "win_share"]
    rows = frame[frame["games"] >= _COMMON * frame["games"].max()].to_dict("records") if len(frame) else []
    parts = [
        f"after round {row['round']} {sentence_of('leader_wins', row)} of {count(row['games'], 'game')}"
        for row in rows[1:4:2]
    ]
    return [f"Who leads wins, {' and '.join(parts)}."] if parts else []


def _foreseen(group: Mapping[Hashable, Any], answers: Answers) -> list[str]:
    """How often the favorite of the model won, after the round in the middle of a usual game."""
    frame = answers.of(group, _MODEL)
    frame = frame[frame["measure"] == "favorite_won"]
    known = frame[frame["estimate"].notna()].to_dict("records")
    if not known:
        if frame.empty:
            return []
        least = min(frame.to_dict("records"), key=lambda row: row["units_needed"])
        few = f"too few {unit_word(least)}s for a win probability"
        return [f"There are {few}: at least {units_needed(least)} are needed."]
    row = known[len(known) // 2]
    share = f"{percent(row['estimate'])}% ({span(percent(row['low']), percent(row['high']))}%)"
    text = (
        f"After round {row['round']}, the seat that scores and boards make the favorite won in {share} of "
        f"{count(row['games'], 'game')} that the model did not see."
    )
    return [text]


COURSE = topic("The course of a game", _ASKED, findings)
