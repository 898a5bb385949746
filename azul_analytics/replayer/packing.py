"""Records as the letters and numbers that the compiled rules read (rules/notation.py)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
from msgspec import UNSET

from azul_analytics.records import GameRecord, Origin, Round
from azul_analytics.rules import notation
from azul_analytics.rules.blocks import Batch, Room
from azul_analytics.rules.faults import ENDS
from azul_analytics.rules.ruleset import RULES, Ruleset


@dataclass
class Candidate:
    """A record whose form is right so far, with what the rules need."""

    record: GameRecord
    origin: Origin
    ruleset: Ruleset


class Packer:
    """Collects the letters and numbers of records as notation.py describes them."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.ints: list[int] = []
        self.text_starts = [0]
        self.int_starts = [0]
        self.rulesets: dict[str, int] = {}  # hash -> number in the batch
        self.rules: list[Any] = []
        self.room = np.zeros(len(Room._fields), np.int64)

    def add(self, candidate: Candidate) -> None:
        """Packs one record."""
        record, ruleset = candidate.record, candidate.ruleset
        number = self.rulesets.setdefault(ruleset.hash, len(self.rulesets))
        if number == len(self.rules):
            self.rules.append(ruleset.rules)
        result = record.result
        players = len(record.players)
        scores = winners = None
        ended_by = 0
        if result is not UNSET:
            scores = None if result.scores is UNSET else result.scores
            winners = None if result.winners is UNSET else result.winners
            ended_by = 0 if result.ended_by is UNSET else ENDS.index(result.ended_by)
        ints = self.ints
        ints += (
            number, players, record.opening_seat, len(record.rounds), ended_by,
            _length(scores), _length(winners),
        )  # fmt: skip
        ints += chain(scores or (), winners or ())
        first = len(self.pieces)
        letters = 0
        for played in record.rounds:
            letters += len(played.drafts)
            self._add_round(played)
        self.text_starts.append(self.text_starts[-1] + sum(map(len, self.pieces[first:])))
        self.int_starts.append(len(ints))
        self._make_room(ruleset, players, len(record.rounds), letters)

    def _add_round(self, played: Round) -> None:
        tiling, scores, seats = played.tiling, played.scores, played.seats
        head = [
            len(played.deal), len(played.drafts),
            -1 if seats is UNSET else len(seats),
            notation.ABSENT if played.bag is UNSET else played.bag,
            -1 if scores is UNSET else len(scores),
            -1 if played.seconds is UNSET else len(played.seconds),
            -1 if tiling is UNSET else len(tiling),
        ]  # fmt: skip
        self.pieces += (played.deal, played.drafts)
        if seats is not UNSET:
            self.pieces.append(seats)
        if scores is not UNSET:
            head += scores
        if tiling is not UNSET:
            self.pieces += tiling
            head += map(len, tiling)
        self.ints += head

    def _make_room(self, ruleset: Ruleset, players: int, rounds: int, letters: int) -> None:
        """Adds the most rows that a game can fill: a draft has three letters at least and a blank before it."""
        if players not in ruleset.factories:
            return
        turns = min(letters // 4 + rounds, notation.MOST_TURNS)
        scored = rounds * players
        self.room += (
            players, rounds, rounds * ruleset.factories[players], turns, turns * ruleset.size, scored * ruleset.size,
            scored, players * (3 * ruleset.size + len(ruleset.bonus_sets)),
        )  # fmt: skip

    def batch(self) -> Batch:
        """The arrays of all packed records."""
        text = "".join(self.pieces).encode("ascii", "replace")  # a letter stays one byte, so lengths hold
        rules = np.concatenate(self.rules) if self.rules else np.zeros(1, RULES)
        return Batch(
            np.frombuffer(bytearray(text), np.uint8),  # a writable buffer; a read-only one would compile anew
            np.array(self.text_starts, np.int64),
            _int64(self.ints),
            np.array(self.int_starts, np.int64),
            rules.view(np.recarray),
        )


def _length(values: list[int] | None) -> int:
    return -1 if values is None else len(values)


def _int64(values: list[int]) -> np.ndarray[Any, Any]:
    try:
        return np.array(values, np.int64)
    except OverflowError:  # a claim that no game can reach stays wrong when it is cut to 62 bits
        limit = 1 << 62
        return np.array([min(max(value, -limit), limit) for value in values], np.int64)
