"""draft_seconds on games whose numbers are worked out by hand."""

import pytest
from hand_made import add_game, add_rows

from azul_analytics.statistics.timing import DRAFT_SECONDS, draft_seconds


def add_drafts(database, number, rounds, **more):
    """A game whose drafts took so many seconds, by round; None is not recorded."""
    game = add_game(database, [40, 30], game=str(number), rounds=len(rounds), **more)
    add_rows(database, "turns", game, [
        {"turn": turn, "turn_in_round": turn, "round": round, "seat": turn % 2, "seconds": seconds}
        for round, times in enumerate(rounds, 1) for turn, seconds in enumerate(times, 1)
    ])  # fmt: skip


def answers(database, **options):
    frame = draft_seconds(database, **options)
    return frame.set_index(["round", "measure"])


def test_no_times_are_an_empty_frame_with_all_columns(database):
    assert list(draft_seconds(database).columns) == list(DRAFT_SECONDS.columns)
    add_drafts(database, 1, [[None, None]])
    frame = draft_seconds(database)
    assert frame.empty
    assert list(frame.columns) == list(DRAFT_SECONDS.columns)


def test_seconds_by_round(database):
    add_drafts(database, "a", [[1, 2, 9], [4, None]])
    add_drafts(database, "b", [[3, 5, 4]])
    add_drafts(database, "c", [[None, None]])
    frame = answers(database)
    first = frame.loc[1]
    # medians 2 and 4, means 4 and 4; nine tenths: 2 + 0.8 * 7 = 7.6 and 4 + 0.8 * 1 = 4.8
    assert first.loc[["median_seconds", "mean_seconds", "percentile_90_seconds"], "mean"].to_list() == pytest.approx(
        [3, 4, 6.2]
    )
    assert first.loc["median_seconds", "games"] == 2
    # medians differ by 2: variance 2, t with one degree of freedom is 12.706205
    assert first.loc["median_seconds", "high"] == pytest.approx(3 + 12.706205, abs=1e-4)
    # of the drafts of round 1 all, all and none have a time; of round 2 one of two
    assert first.loc["recorded_share", "mean"] == pytest.approx(2 / 3)
    assert first.loc["recorded_share", "games"] == 3
    second = frame.loc[2]
    assert second["mean"].to_dict() == {
        "median_seconds": 4, "mean_seconds": 4, "percentile_90_seconds": 4, "recorded_share": 0.5,
    }  # fmt: skip
    assert second["low"].isna().all()
    assert second["too_wide"].all()


def test_a_group_without_times_has_no_rows(database):
    add_drafts(database, "a", [[1, 2]])
    add_drafts(database, "b", [[None, None]], ruleset="gray")
    assert set(draft_seconds(database)["ruleset"]) == {"standard"}
