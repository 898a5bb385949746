"""What a legal draft would do, worked out by hand; tests/test_positions.py compares it with whole games."""

# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

import numpy as np
import pytest
from rules_table import Table

from azul_analytics.rules.options import OUTCOME_COLUMNS, TRIAL_STATES, outcomes
from azul_analytics.rules.state import new_states


@pytest.fixture
def table() -> Table:
    """Seat 0 to move: a K on line 2, five R on the floor (-8). Seat 1: two T on line 3. On offer: KKKT, and B."""
    table = Table("standard")
    table.put_line(0, 2, "K")
    table.put_floor(0, "RRRRR")
    table.put_line(1, 3, "TT")
    table.put_sources("KKKT", center="B")
    return table


def outcome(table: Table, draft: str) -> tuple[dict[str, int], str]:
    """What a draft does, by name, and the tiles that it leaves in the center."""
    states = new_states(TRIAL_STATES)
    states[0] = table.states[0]
    found, left = outcomes(states, np.array([table._draft(draft)]), table.ruleset.rules)
    return dict(zip(OUTCOME_COLUMNS, found[0].tolist(), strict=True)), table._unpacked(int(left[0, 0]))


# Seat 1 can put B on the lines 1, 2, 4, 5 and the floor, T on all lines and the floor: 11 drafts, of which B1, T1
# and T3 complete a line. Of KKKT, K has 5 places and T has 6; K1, K2, T1 and T3 complete a line.
@pytest.mark.parametrize(
    ("draft", "expected", "center"),
    [
        # two of the three K find room on the floor, whose seven spaces cost 14
        ("1KF", (3, 0, 2, 1, 0, 0, -6, 2, 11, 3), "BT"),
        ("1K2", (3, 1, 2, 0, 0, 1, -6, 2, 11, 3), "BT"),
        ("1K4", (3, 3, 0, 0, 0, 0, 0, 2, 11, 3), "BT"),
        # the marker takes the sixth space, which costs 3 more
        ("CB1", (1, 1, 0, 0, 1, 1, -3, 4, 11, 4), ""),
        ("CBF", (1, 0, 1, 0, 1, 0, -6, 4, 11, 4), ""),
    ],
)
def test_what_a_draft_would_do(table: Table, draft: str, expected: tuple[int, ...], center: str) -> None:
    found, left = outcome(table, draft)
    assert (tuple(found.values()), left) == (expected, center)


def test_the_moment_itself_stays_as_it_is(table: Table) -> None:
    before = table.states.copy()
    outcome(table, "1KF")
    assert table.states == before


def test_after_the_last_draft_nothing_is_left(table: Table) -> None:
    table.put_sources("-", center="B")
    found, left = outcome(table, "CB3")
    assert [found[name] for name in ("tiles_left_after", "next_legal_drafts", "next_completing")] == [0, 0, 0]
    assert left == ""
