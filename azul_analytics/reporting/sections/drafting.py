"""The section on drafting: what is taken when, how much choice there is, where it goes, what is denied."""

from __future__ import annotations

from azul_analytics.reporting.answers import Answers
from azul_analytics.reporting.blocks import Finding
from azul_analytics.reporting.sections.answered import Asked, led, measure, sentence_of, topic
from azul_analytics.reporting.wording import count, points

_ASKED = (
    Asked("drafts_by_turn", ("legal_drafts", "completing", "tiles_fallen")),
    Asked("lines_used", ("drafts", "completing", "overflowing")),
    Asked("denials", (), "appendix"),
    Asked("drafts_by_round", ("tiles_per_draft", "from_center", "overflowing", "to_floor"), ""),
    Asked("line_durations", ("rounds_open", "in_one_draft"), ""),
)


def findings(answers: Answers) -> list[Finding]:
    """How much choice a seat has, and how many drafts deny."""
    group = answers.main_group
    said = []
    turns = answers.of(group, "drafts_by_turn")
    turns = turns[turns["games"] >= turns["games"].max() / 2] if len(turns) else turns
    if len(turns):
        last = int(turns["turn_in_round"].max())
        begins, ends = (measure(turns, "legal_drafts", turn_in_round=turn) for turn in (1, last))
        if begins and ends:
            said.append(
                f"The first draft of a round is one of {points(begins['mean'])} legal ones, that in turn {last}, the "
                f"last that at least half of the games reached, one of {points(ends['mean'])}."
            )
    denying = measure(answers.of(group, "denials"), "denying", round=2)
    if denying:
        said.append(
            f"In round 2, {sentence_of('denials', denying)} of drafts took tiles with which the next player could "
            f"have completed a line, in {count(denying['games'], 'game')}; whether that was meant, they do not say."
        )
    return [Finding(led("Drafting", group, answers), " ".join(said))] if said else []


DRAFTING = topic("Drafting", _ASKED, findings)
