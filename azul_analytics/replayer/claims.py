"""What other formats claim of a game beyond azul-log (records.Claims), compared with what the rules give."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from msgspec import UNSET

from azul_analytics.records import GameRecord, RoundClaims
from azul_analytics.rules.blocks import FLOOR_COLUMNS, PLACEMENT_COLUMNS, ROUND_COLUMNS
from azul_analytics.rules.faults import Fault
from azul_analytics.rules.ruleset import Ruleset

Rows = np.ndarray[Any, Any]  # [column, row] of one game


def claim_fault(
    record: GameRecord,
    ruleset: Ruleset,
    rounds: Rows,
    supplies: Rows,
    placements: Rows,
    floors: Rows,
    bonuses: Rows,
) -> Fault | None:
    """The first claim that differs, in the order of play; None if there is none.

    The arrays are the game's rows in the blocks of trace.py; `supplies` holds its bags and lids.
    """
    assert record.claims is not UNSET
    for number, claims in enumerate(record.claims.rounds[: rounds.shape[1]], 1):
        bag, lid = (int(packed) for packed in supplies[:, number - 1])
        marker = int(rounds[ROUND_COLUMNS.index("marker_seat"), number - 1])
        for fault in (
            *_supply_faults(claims, ruleset, number, bag, lid),
            *_marker_faults(claims, number, marker),
            *_point_faults(claims, number, placements, floors),
        ):
            return fault
    return _bonus_fault(record, bonuses)


def _supply_faults(claims: RoundClaims, ruleset: Ruleset, number: int, bag: int, lid: int) -> Iterator[Fault]:
    for what, claimed, packed in (("bag", claims.bag, bag), ("lid", claims.lid, lid)):
        if claimed is UNSET:
            continue
        for color, (name, tiles) in enumerate(zip(ruleset.colors, claimed, strict=True)):
            right = packed >> 8 * color & 255
            if tiles != right:
                message = (
                    f"After the deal of round {number} the record claims {tiles} {name} tiles in the {what}; "
                    f"there are {right}."
                )
                yield Fault("bag-mismatch", number, None, None, message)


def _marker_faults(claims: RoundClaims, number: int, marker: int) -> Iterator[Fault]:
    if claims.marker is not UNSET and claims.marker != marker:
        took = f"seat {marker} took it" if marker >= 0 else "nobody took it"
        message = f"Round {number}: the record gives the marker to seat {claims.marker}; {took}."
        yield Fault("marker-mismatch", number, None, claims.marker, message)


def _point_faults(claims: RoundClaims, number: int, placements: Rows, floors: Rows) -> Iterator[Fault]:
    """Claimed points of placements, then of floors; only of a round that was scored."""
    nominal = {row["seat"]: row["nominal_points"] for row in _rows_of(FLOOR_COLUMNS, floors, number)}
    if not nominal:
        return
    placed = _rows_of(PLACEMENT_COLUMNS, placements, number)
    points = {(row["seat"], row["line"]): row["points"] for row in placed if row["column"] > 0}
    for seat, line, claimed in sorted(claims.placements or []):
        right = points.get((seat, line))
        if right != claimed:
            gives = "place no tile of it" if right is None else f"give {right}"
            message = (
                f"Round {number}: the record claims {claimed} points for the tile of line {line} of seat {seat}; "
                f"the rules {gives}."
            )
            yield Fault("score-mismatch", number, None, seat, message)
    for seat, claim in enumerate(claims.floors or []):
        if claim is not None and seat in nominal and claim != nominal[seat]:
            right = nominal[seat]
            message = f"Round {number}: the record claims {claim} floor points of seat {seat}; the rules give {right}."
            yield Fault("score-mismatch", number, None, seat, message)


def _rows_of(names: tuple[str, ...], rows: Rows, number: int) -> list[dict[str, int]]:
    """The rows of one round as dicts by column name."""
    chosen = rows[:, rows[names.index("round")] == number]
    return [dict(zip(names, row, strict=True)) for row in chosen.T.tolist()]


def _bonus_fault(record: GameRecord, bonuses: Rows) -> Fault | None:
    assert record.claims is not UNSET
    if record.claims.bonuses is UNSET:
        return None
    right = np.bincount(bonuses[0], bonuses[3], minlength=len(record.players)).astype(int).tolist()
    for seat, claimed in enumerate(record.claims.bonuses):
        if claimed != right[seat]:
            message = f"The record claims {claimed} bonus points of seat {seat}; the rules give {right[seat]}."
            return Fault("result-mismatch", None, None, None, message)
    return None
