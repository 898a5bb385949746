"""What careful and search choose where the right draft can be worked out."""

from __future__ import annotations

from copy import deepcopy

import pytest
from choosing import drafts
from rules_table import Table

# --- careful ---


def _one_each() -> Table:
    """A yellow and a red tile are left; each is worth the same to seat 0, on the empty line 1."""
    table = Table("standard")
    table.put_sources("Y R", marker=False)
    for line, tiles in enumerate(("KK", "KKK", "KKKK", "KKKKK"), 2):
        table.put_line(0, line, tiles)
    return table


def test_careful_takes_what_the_next_player_wants() -> None:
    # Red would complete seat 1's line 2 at (2,4), between two tiles: 3 points; yellow would bring it 1 at the most.
    table = _one_each()
    table.put_wall(1, "23 25")
    table.put_line(1, 2, "R")
    assert set(drafts(table, "careful")) == {"2R1"}
    assert set(drafts(table, "greedy")) == {"1Y1", "2R1"}


def test_careful_leaves_what_costs_the_next_player_and_would_cost_itself() -> None:
    # Seat 0 has room for yellow or red on line 1. All lines of seat 1 are full of black but line 1, which takes
    # yellow and not red (it is on its wall): left with red, it pays a point.
    table = _one_each()
    table.put_wall(1, "13")
    for line, tiles in enumerate(("KK", "KKK", "KKKK", "KKKKK"), 2):
        table.put_line(1, line, tiles)
    assert set(drafts(table, "careful")) == {"1Y1"}


# --- search ---


def test_search_does_not_end_a_game_that_it_would_lose() -> None:
    # Turquoise completes line 1: 5 points and a bonus of 2, but then seat 1 has won by 5. On any other line the
    # game goes on.
    table = Table("standard")
    table.put_wall(0, "11 12 13 14")
    table.put_score(1, 12)
    table.put_sources("T", marker=False)
    assert set(drafts(table, "greedy")) == {"1T1"}
    assert "1T1" not in drafts(table, "search:400", times=1)


def test_search_ends_a_game_that_it_wins() -> None:
    # Black completes line 3 for 3 points at (3,2) beside two tiles, turquoise line 1 for a run of 5 and the end.
    table = Table("standard")
    table.put_wall(0, "11 12 13 14")
    table.put_sources("TK", marker=False)
    assert drafts(table, "search:200", times=1) == ["1T1"]


def _share(table: Table) -> float:
    """Seat 0's share of the win, when both seats draft the rest of the round for the most; the game ends then."""
    if table.number("tiles_left") == 0:
        return _share_at_the_end(table)
    mover = table.number("seat")
    shares = [_share(_after(table, draft)) for draft in table.legal()]
    return max(shares) if mover == 0 else min(shares)


def _after(table: Table, draft: str) -> Table:
    after = deepcopy(table)
    after.draft(draft)
    return after


def _share_at_the_end(table: Table) -> float:
    """The rules of a round's end, step by step, with 2, 7 and 10 points for lines, columns and colors."""
    table = deepcopy(table)
    totals = []
    for seat in (0, 1):
        points = 0
        for line in range(1, 6):
            if len(table.line(seat, line)) == line:
                (column,) = table.columns(seat, line)
                points += table.tile(seat, line, column)
        table.score_floor(seat, points)
        lines, columns, colors = table.full(seat)
        totals.append((table.score(seat) + 2 * lines + 7 * columns + 10 * colors, lines))
    assert table.end_round() == "line"
    return 0.5 if totals[0] == totals[1] else float(totals[0] > totals[1])


def _last_drafts(score: int) -> Table:
    """The end of a game that seat 0's full line 1 will end; three groups of tiles are left, one of them big."""
    table = Table("standard")
    table.put_wall(0, "11 12 13 14 22 33 43")
    table.put_wall(1, "21 22 31 32 34")
    table.put_line(0, 1, "T")
    table.put_line(0, 2, "R")
    table.put_line(1, 2, "R")
    table.put_line(1, 3, "RR")
    table.put_score(1, score)
    table.put_sources("RKKK", center="BB", marker=False)
    return table


SCORES = (2, 5, 7, 8, 9, 12)  # of seat 1


@pytest.mark.parametrize("score", SCORES)
def test_search_finds_a_draft_that_wins_where_there_is_one(score: int) -> None:
    table = _last_drafts(score)
    shares = {draft: _share(_after(table, draft)) for draft in table.legal()}
    (chosen,) = drafts(table, "search:1000", times=1)
    assert shares[chosen] == max(shares.values())


def test_what_wins_depends_on_the_score() -> None:
    # Else the test above could not fail: at some score not all drafts win, and some do.
    found = [
        {_share(_after(table, draft)) for draft in table.legal()} for table in map(_last_drafts, (2, 5, 7, 8, 9, 12))
    ]
    assert any(shares == {0.0, 1.0} or shares == {0.0, 0.5, 1.0} for shares in found)


@pytest.mark.parametrize("policy", ["careful", "search:20"])
def test_a_single_legal_draft_is_chosen(policy: str) -> None:
    table = Table("standard")
    for line, tiles in enumerate(("B", "BB", "BBB", "BBBB", "BBBBB"), 1):
        table.put_line(0, line, tiles)
    table.put_sources("- R", marker=False)
    assert drafts(table, policy, times=1) == ["2RF"]
