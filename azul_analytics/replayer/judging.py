"""Records judged by the rules: rows of the good ones, a fault with its sentence for each other one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from msgspec import UNSET

from azul_analytics.replayer.claims import claim_fault
from azul_analytics.replayer.form import form_fault
from azul_analytics.replayer.packing import Candidate, Packer
from azul_analytics.rules import trace
from azul_analytics.rules.blocks import GAME_COLUMNS, Blocks, Room, new_blocks
from azul_analytics.rules.engine import TILING_ILLEGAL
from azul_analytics.rules.faults import Fault, sentence
from azul_analytics.rules.state import new_states

# Faults in whose round tiling and scores were looked at
_OF_SCORING = (
    trace.BAD_FIELD,
    TILING_ILLEGAL,
    trace.TILING_MISSING,
    trace.TILING_MISMATCH,
    trace.SCORE_MISMATCH,
)


@dataclass
class Judged:
    """Candidates as the rules judged them; `rows` counts what each block holds (BLOCKS).

    `faults` has the fault of each refused candidate by its number.
    """

    candidates: list[Candidate]
    blocks: Blocks
    rows: np.ndarray[Any, Any]  # int64
    faults: dict[int, Fault]
    played: np.ndarray[Any, Any]  # bool [game]; its rows are in the blocks

    def counts(self, name: str) -> np.ndarray[Any, Any]:
        """Rows that each game has in a block, int32 [game]; 0 of a game that was not played to its end."""
        column = self.blocks.games[GAME_COLUMNS.index(name), : len(self.candidates)]
        return np.where(self.played, column, 0)


def judge(candidates: list[Candidate]) -> Judged:
    """Plays the candidates by the rules, in one compiled call; then compares what other formats claim."""
    packer = Packer()
    for candidate in candidates:
        packer.add(candidate)
    blocks = new_blocks(len(candidates), Room(*packer.room.tolist()))
    rows = trace.run(packer.batch(), blocks, new_states())
    played = blocks.games[0, : len(candidates)] == 0
    judged = Judged(candidates, blocks, rows, {}, played)
    for number in np.flatnonzero(~played).tolist():
        judged.faults[number] = explain(candidates[number])
    judged.faults.update(claim_faults(judged))
    return judged


def play_alone(candidate: Candidate) -> tuple[Blocks, np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Plays one record by the rules: its rows, how many each block holds (BLOCKS), and the state where it stopped."""
    packer = Packer()
    packer.add(candidate)
    blocks, states = new_blocks(1, Room(*packer.room.tolist())), new_states()
    return blocks, trace.run(packer.batch(), blocks, states), states


def explain(candidate: Candidate) -> Fault:
    """The fault of a record that the rules refuse, with its sentence.

    The game is played once more, alone, so that the state at the fault is there to describe. Faults of form
    come before all others.
    """
    blocks, _, states = play_alone(candidate)
    found = dict(zip(GAME_COLUMNS, blocks.games[:, 0].tolist(), strict=True))
    record, malformed = candidate.record, found["fault"] == trace.BAD_FIELD
    scored = found["fault"] in _OF_SCORING
    wrong = form_fault(record, candidate.ruleset, found["fault_round"] if scored else 0)
    if wrong is not None:
        return Fault("bad-field", None, None, None, wrong)
    if malformed:  # only the tiling is missing that a log of another format was cut off before
        found["fault"] = trace.GAME_UNFINISHED
    texts = [(played.deal, played.drafts, played.tiling or []) for played in record.rounds]
    return sentence(found, texts, candidate.ruleset, states)


def claim_faults(judged: Judged) -> dict[int, Fault]:
    """Faults of what other formats claim of the games that were played to their end, by number."""
    claiming = [
        number
        for number, one in enumerate(judged.candidates)
        if one.record.claims is not UNSET and judged.played[number]
    ]
    if not claiming:
        return {}
    ends = {name: np.cumsum(judged.counts(name)) for name in ("rounds", "floors", "placements", "bonuses")}

    def rows(name: str, number: int) -> np.ndarray[Any, Any]:
        end = ends[name][number]
        begin = end - judged.counts(name)[number]
        block: np.ndarray[Any, Any] = getattr(judged.blocks, name)
        return block[:, begin:end]

    faults = {}
    for number in claiming:
        one = judged.candidates[number]
        if wrong := form_fault(one.record, one.ruleset):
            faults[number] = Fault("bad-field", None, None, None, wrong)
            continue
        end = ends["rounds"][number]
        supplies = judged.blocks.supplies[:, end - judged.counts("rounds")[number] : end]
        fault = claim_fault(
            one.record, one.ruleset, rows("rounds", number), supplies, rows("placements", number),
            rows("floors", number), rows("bonuses", number),
        )  # fmt: skip
        if fault is not None:
            faults[number] = fault
    return faults
