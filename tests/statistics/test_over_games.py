"""What every statistic made of a query and an entry has in common, on games whose numbers are worked out by hand."""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from answered import means, rows, store_sample
from hand_made import add_game

from azul_analytics.database import connect
from azul_analytics.errors import AzulError
from azul_analytics.statistics import STATISTICS, Selection, over_games

Z, T_1, T_2, T_5 = 1.959964, 12.706205, 4.302653, 2.570582  # two-sided 95 %
OVER_GAMES = [name for name, one in STATISTICS.items() if one.function.__module__ == over_games.__name__]


def wilson(share, n):
    center = (share + Z**2 / (2 * n)) / (1 + Z**2 / n)
    half = Z / (1 + Z**2 / n) * (share * (1 - share) / n + Z**2 / (4 * n**2)) ** 0.5
    return pytest.approx((center - half, center + half), abs=1e-5)


def ends(row):
    return row["low"], row["high"]


def test_there_are_statistics_of_both_kinds():
    assert {"scores", "score_distribution"} <= set(OVER_GAMES)


# means


def test_a_mean_is_of_games_with_students_t(database):
    for game, scores in {"a": [40, 50], "b": [42, 50], "c": [44, 50]}.items():  # means 45 46 47
        add_game(database, scores, game=game)
    row = rows(database, "scores").loc["score"]
    assert (row["games"], row["units"], row["games_left_out"]) == (3, 3, 0)
    assert (row["mean"], row["spread"]) == pytest.approx((46, 1))
    assert ends(row) == pytest.approx((46 - T_2 / 3**0.5, 46 + T_2 / 3**0.5), abs=1e-5)
    # the interval is 4.97 wide, asked for are 2; 7 games of this spread give 2 * 2.447 / sqrt(7) = 1.85, 6 only 2.10
    assert row["too_wide"]
    assert row["units_needed"] == 7


def test_games_of_one_block_are_one_value(database):
    add_game(database, [40, 50], game="a", block="1")  # 45, with the next 46
    add_game(database, [44, 50], game="b", block="1")
    add_game(database, [50, 50], game="c")  # 50
    row = rows(database, "scores").loc["score"]
    assert (row["games"], row["units"]) == (3, 2)
    assert row["mean"] == pytest.approx(48)  # not 47, the mean of the games
    assert ends(row) == pytest.approx((48 - T_1 * 2, 48 + T_1 * 2), abs=1e-4)  # variance 8, of 2 units: 4


def test_a_unit_counts_in_each_group_that_it_reaches_into(database):
    for game, ruleset in (("a", "standard"), ("b", "gray"), ("c", "gray")):
        add_game(database, [40, 50], game=game, block="1", ruleset=ruleset)
    frame = STATISTICS["scores"].function(database).query("measure == 'score'")
    assert frame[["ruleset", "games", "units"]].to_numpy().tolist() == [["gray", 2, 1], ["standard", 1, 1]]


def test_a_game_without_a_value_is_not_in_the_mean(database):
    add_game(database, [40, 50], game="a")  # the winner has 10 more
    add_game(database, [40, 60], game="b")  # 20 more
    add_game(database, [50, 50], game="c")  # all won: nobody to exceed
    row = rows(database, "points_of_winners").loc["score"]
    assert (row["games"], row["units"], row["mean"]) == (2, 2, 15)


def test_a_measure_without_any_value_has_no_row(database):
    add_game(database, [50, 50])
    assert rows(database, "points_of_winners").empty


def test_values_of_the_dividing_columns_have_games_of_their_own(database):
    add_game(database, [40, 50], game="a", floors=[[(0, 0, False), (-4, -4, True)], [(0, 0, True), (-2, -2, False)]])
    add_game(database, [40, 50], game="b", floors=[[(0, 0, False), (-8, -8, True)]])
    frame = rows(database, "score_pace")
    assert frame.loc[(1, "floor_points"), ["games", "mean"]].tolist() == [2, -3]  # -2 and -4
    assert frame.loc[(2, "floor_points"), ["games", "mean"]].tolist() == [1, -1]
    assert list(frame.index.get_level_values("round")) == [1, 1, 1, 2, 2, 2]
    assert list(frame.index.get_level_values("measure")[:3]) == ["tile_points", "floor_points", "score_after"]


def test_a_share_of_games_that_are_0_or_1_has_wilsons_interval(database):
    for number in range(20):  # seat 0 ends the game, and wins 15 of 20
        add_game(database, [60, 40] if number < 15 else [40, 60], game=str(number),
                 parts=[{"complete_lines": 1}, {}])  # fmt: skip
    row = rows(database, "ending_player").loc["win_share"]
    assert row["mean"] == 0.75
    assert ends(row) == pytest.approx((0.5313, 0.8881), abs=5e-5)  # as tables of it say
    # a share of (15 + z^2 / 2) / (20 + z^2) = 0.7097 would be known to 0.1 from 313.5 games
    assert row["units_needed"] == 314


def test_a_share_of_games_in_between_has_wilsons_interval_for_their_effective_number(database):
    # seat 0 ends each of six games; its win shares are 1 1 1 1/2 0 0
    for game, scores in enumerate([[60, 40]] * 3 + [[50, 50]] + [[40, 60]] * 2):
        add_game(database, scores, game=str(game), parts=[{"complete_lines": 1}, {}])
    row = rows(database, "ending_player").loc["win_share"]
    # mean 7/12; squared deviations 3 * (5/12)^2 + (1/12)^2 + 2 * (7/12)^2 = 174/144, variance 174/720
    size = (7 / 12) * (5 / 12) / (174 / 720 / 6) * (Z / T_5) ** 2
    assert row["mean"] == pytest.approx(7 / 12)
    assert ends(row) == wilson(7 / 12, size)
    # the difference to 1/2 is no share: Student's t
    row = rows(database, "ending_player").loc["over_equal_share"]
    half = T_5 * (174 / 720 / 6) ** 0.5
    assert ends(row) == pytest.approx((1 / 12 - half, 1 / 12 + half), abs=1e-5)


def test_one_game_has_no_interval(database):
    add_game(database, [40, 50], floors=[[(-1, -1, True), (0, 0, False)]])
    for name in OVER_GAMES:
        frame = STATISTICS[name].function(database)
        assert frame[["low", "high"]].isna().all(axis=None), name
        assert frame["too_wide"].all(), name
    assert pd.isna(rows(database, "scores").loc["score", "units_needed"])
    assert rows(database, "score_distribution").loc[40, "share"] == 0.5


def test_equal_games_have_no_interval_of_a_mean(database):
    for game in "abc":
        add_game(database, [40, 50], game=game)
    row = rows(database, "scores").loc["score"]
    assert (row["mean"], row["spread"]) == (45, 0)
    assert row[["low", "high", "units_needed"]].isna().all()


# shares


@pytest.fixture
def three_games(database):
    """Scores of 40, 50 and 60: game a has 1 0 0, b 1/2 1/2 0, c 0 1/2 1/2 of its seats there."""
    for game, scores in {"a": [40, 40], "b": [40, 50], "c": [50, 60]}.items():
        add_game(database, scores, game=game)
    return database


def test_shares_are_the_mean_of_the_shares_of_games(three_games):
    frame = rows(three_games, "score_distribution")
    assert frame["times"].to_dict() == {40: 3, 50: 2, 60: 1}
    assert frame["share"].to_dict() == pytest.approx({40: 1 / 2, 50: 1 / 3, 60: 1 / 6})
    assert set(frame["games"]) == set(frame["units"]) == {3}


def test_games_without_the_value_are_in_its_variance(three_games):
    frame = rows(three_games, "score_distribution")
    # 40: 1 1/2 0, variance 1/4, so 3 games say as much as 3; 60: 0 0 1/2, variance 1/12, as much as 5
    assert ends(frame.loc[40]) == wilson(1 / 2, 3 * (Z / T_2) ** 2)
    assert ends(frame.loc[60]) == wilson(1 / 6, 5 * (Z / T_2) ** 2)


def test_a_value_of_whole_games_has_wilsons_interval(database):
    for game, scores in {"a": [40, 50], "b": [45, 55], "c": [40, 60]}.items():  # margins 10 10 20
        add_game(database, scores, game=game)
    frame = rows(database, "margin_distribution")
    assert frame["times"].to_dict() == {10: 2, 20: 1}
    assert ends(frame.loc[10]) == wilson(2 / 3, 3)
    assert ends(frame.loc[20]) == wilson(1 / 3, 3)


def test_a_large_game_and_a_block_weigh_as_much_as_one_game(database):
    add_game(database, [40, 50], game="a", block="1")  # margin 10, with the next 1/2 of 10 and 1/2 of 20
    add_game(database, [40, 60], game="b", block="1")
    add_game(database, [40, 50], game="c")
    frame = rows(database, "margin_distribution")
    assert set(frame["units"]) == {2}
    assert set(frame["games"]) == {3}
    assert frame["share"].to_dict() == pytest.approx({10: 3 / 4, 20: 1 / 4})
    assert frame["times"].to_dict() == {10: 2, 20: 1}


def test_shares_add_up_to_one(database):
    store_sample(database, "standard-2p-random", "standard-3p-greedy")
    for name in ("score_distribution", "margin_distribution", "rounds_distribution"):
        frame = STATISTICS[name].function(database)
        assert list(frame.groupby("player_count")["share"].sum()) == pytest.approx([1, 1]), name


# which games


def test_games_of_other_rulesets_player_counts_and_kinds_are_never_pooled(database):
    add_game(database, [40, 50], game="a")
    add_game(database, [40, 50], game="b", ruleset_hash="f" * 64)  # same name, other numbers
    add_game(database, [40, 50], game="c", ruleset="gray")
    add_game(database, [40, 50, 60], game="d")
    add_game(database, [40, 50], game="e", bots=[True, True])
    for name, kept in (("scores", "measure == 'margin'"), ("rounds_distribution", "rounds == 1")):
        frame = STATISTICS[name].function(database).query(kept)
        groups = frame[["ruleset", "player_count", "kind"]].to_numpy().tolist()
        assert sorted(groups) == [
            ["gray", 2, "recorded"], ["standard", 2, "recorded"], ["standard", 2, "recorded"],
            ["standard", 2, "simulated"], ["standard", 3, "recorded"],
        ]  # fmt: skip
        assert set(frame["games"]) == {1}


@pytest.mark.parametrize(
    ("selection", "scores"),
    [
        (Selection(), [10, 20, 30]),
        (Selection(finished_only=False), [10, 20, 30, 40]),
        (Selection(sources=["club"]), [10, 30]),
        (Selection(sources=["club", "league"]), [10, 20, 30]),
        (Selection(rulesets=["gray"]), [30]),
        (Selection(rulesets=["standard"]), [10, 20]),
        (Selection(player_counts=[3]), [20]),
        (Selection(players=["Ana"]), [10, 30]),
        (Selection(players=["Eva", "Ana"]), [10, 20, 30]),
        (Selection(since=datetime(2026, 3, 1, tzinfo=UTC)), [20]),
        (Selection(until=datetime(2026, 3, 1, tzinfo=UTC)), [10]),  # a game without a date is in neither
        (Selection(since=datetime(2026, 1, 5, 20), until=datetime(2026, 3, 1)), [10]),  # without a zone: UTC
        (Selection(sources=["club"], rulesets=["standard"]), [10]),
    ],
)  # fmt: skip
def test_selections(database, selection, scores):
    january, march = datetime(2026, 1, 5, 20, tzinfo=UTC), datetime(2026, 3, 1, tzinfo=UTC)
    add_game(database, [10, 10], game="a", players=["Ana", "Beto"], played_at=january)
    add_game(database, [20, 20, 20], game="b", source="league", players=["Eva", "Beto", "Li"], played_at=march)
    add_game(database, [30, 30], game="c", ruleset="gray", players=["Beto", "Ana"])
    add_game(database, [40, 40], game="d", players=["Ana", "Beto"], ended_by="conceded")
    frame = STATISTICS["score_distribution"].function(database, selection=selection)
    assert sorted(frame["score"]) == scores
    frame = STATISTICS["scores"].function(database, selection=selection)
    of_groups = [20, (10 + 40) / 2, 30] if scores == [10, 20, 30, 40] else scores  # a and d are of one group
    assert sorted(frame.query("measure == 'score'")["mean"].round(6)) == of_groups


@pytest.mark.parametrize(
    ("policies", "scores"),
    [(["greedy"], [10]), (["greedy", "search:100"], [10, 20, 30]), (["search:100"], [30]), (["mine.py:choose"], [])],
)
def test_policies_are_those_of_every_seat(database, policies, scores):
    tables = {
        "a": ["greedy", "greedy"], "b": ["greedy", "search:100"], "c": ["search:100", "search:100"],
        "d": ["greedy", None], "e": [None, None], "f": ["mine.py:choose", "greedy"],
    }  # fmt: skip
    for number, (game, played) in enumerate(tables.items(), 1):
        add_game(database, [10 * number] * 2, game=game, parts=[{"policy": policy} for policy in played])
    frame = STATISTICS["score_distribution"].function(database, selection=Selection(policies=policies))
    assert sorted(frame["score"]) == scores


def test_stopped_games_are_counted_as_left_out(database):
    add_game(database, [40, 50], game="a")
    add_game(database, [10, 20], game="b", ended_by="conceded", winners=[0])
    for name in ("scores", "score_distribution"):
        frame = rows(database, name)
        assert set(frame["games_left_out"]) == {1}
        assert set(frame["games"]) == {1}
    every = Selection(finished_only=False)
    assert means(database, "scores", "score", selection=every) == {(): 30}  # 45 and 15
    assert set(rows(database, "scores", selection=every)["games_left_out"]) == {0}


def test_a_stopped_game_of_a_block_is_not_in_its_unit(database):
    add_game(database, [40, 50], game="a", block="1")
    add_game(database, [10, 20], game="b", block="1", ended_by="abandoned", winners=())
    assert means(database, "scores", "score") == {(): 45}


def test_another_selection_after_the_first_is_not_answered_from_it(database):
    add_game(database, [40, 50], game="a")
    add_game(database, [60, 50], game="b", source="league")
    assert means(database, "scores", "score") == {(): 50}
    assert means(database, "scores", "score", selection=Selection(sources=["club"])) == {(): 45}
    add_game(database, [62, 52], game="c", source="league")
    assert means(database, "scores", "score", selection=Selection(sources=["league"])) == {(): 56}


@pytest.mark.parametrize("confidence", [0, 1, 95])
def test_a_confidence_outside_of_0_and_1_is_refused(database, confidence):
    with pytest.raises(AzulError, match="between 0 and 1"):
        STATISTICS["scores"].function(database, confidence=confidence)


def test_less_confidence_is_a_narrower_interval(three_games):
    for name in ("scores", "score_distribution"):
        wide, narrow = rows(three_games, name), rows(three_games, name, confidence=0.5)
        known = (wide["high"] - wide["low"]).notna()
        assert known.any()
        assert ((narrow["high"] - narrow["low"]) < (wide["high"] - wide["low"]))[known].all()


# all statistics at once


@pytest.fixture(scope="module")
def once_and_twice():
    """Real games, three and two at a table, on free and fixed walls; in the other database twice, as blocks."""
    with connect() as once, connect() as twice:
        for database in (once, twice):
            store_sample(database, "crystal_1-2p-greedy", "standard-3p-greedy", "standard-2p-random", games=6)
            database.rows("update turns set seconds = turn % 7")
            database.rows("update seats set rating = 1500 + score")
        twice.rows("update games set block = game_id")
        for table in ("seats", "rounds", "deals", "turns", "placements", "floors", "bonuses", "games"):
            again = f"select * replace (game_id || ' again' as game_id) from {table}"
            twice.rows(f"insert into {table} {again}")
        yield once, twice


@pytest.mark.parametrize("name", OVER_GAMES)
def test_the_same_games_twice_as_blocks_narrow_nothing(name, once_and_twice):
    once, twice = (STATISTICS[name].function(database) for database in once_and_twice)
    assert len(once) > 0
    double = [column for column in ("games", "times") if column in once]
    pd.testing.assert_frame_equal(once.assign(**once[double] * 2), twice, check_dtype=False, rtol=1e-8)


@pytest.mark.parametrize("name", OVER_GAMES)
def test_shares_lie_in_their_intervals_and_all_between_0_and_1(name, once_and_twice):
    statistic = STATISTICS[name]
    frame = statistic.function(once_and_twice[0])
    for _, row in frame[frame["units"] >= 2].iterrows():
        if statistic.value or statistic.measures[row["measure"]].share:
            value = row["share" if statistic.value else "mean"]
            assert 0 <= row["low"] <= value <= row["high"] <= 1


@pytest.mark.parametrize("name", OVER_GAMES)
def test_a_ruleset_without_numbers_and_stopped_games_give_no_error(name, database):
    add_game(database, [40, 50], game="a", floors=[[(-1, -1, True), (0, 0, False)]])
    add_game(database, [0, 0], game="b", ended_by="abandoned", winners=(), turns=0)
    database.rows("update rulesets set definition = '{}'")
    database.rows("update games set rounds = 0 where id = 'b'")
    frame = STATISTICS[name].function(database, selection=Selection(finished_only=False))
    column = "share" if STATISTICS[name].value else "mean"
    assert np.isfinite(frame[column]).all()


# coverage


def many_groups(database, groups, games, scores):
    """`groups` rulesets of `games` two-player games each; `scores[game, seat]` over all of them."""
    count = groups * games
    ids = [f"club/{number}" for number in range(count)]
    hashes = np.repeat([f"{number:064d}" for number in range(groups)], games)
    database.append("games", pa.table({
        "game_id": ids, "source": ["club"] * count, "id": ids, "ruleset": ["own"] * count, "ruleset_hash": hashes,
        "player_count": [2] * count, "rounds": [5] * count, "turns": [30] * count, "ended_by": ["line"] * count,
        "finished": [True] * count, "detail": ["drafts"] * count, "log_hash": ids,
    }))  # fmt: skip
    zeros = np.zeros(2 * count, dtype=np.int64)
    database.append("seats", pa.table({
        "game_id": np.repeat(ids, 2), "seat": np.tile([0, 1], count), "player": ["x"] * (2 * count),
        "tile_points": zeros, "floor_points": zeros, "bonus_points": zeros, "score": scores.ravel(),
        "complete_lines": zeros, "complete_columns": zeros, "complete_colors": zeros,
    }))  # fmt: skip


def test_intervals_cover_although_seats_of_a_game_are_alike(database):
    """600 times 40 games: in half of them the second seat scores what the first did. Seats taken as independent
    would cover the shares in 88 %, the mean in 89 %."""
    random = np.random.default_rng(20261130)
    groups, games = 600, 40
    first, second = random.choice([30, 40, 50, 60], p=[0.1, 0.4, 0.3, 0.2], size=(2, groups * games))
    second = np.where(random.random(groups * games) < 0.5, first, second)
    many_groups(database, groups, games, np.stack([first, second], axis=1))
    frame = STATISTICS["score_distribution"].function(database)
    for score, share in {30: 0.1, 40: 0.4, 50: 0.3, 60: 0.2}.items():
        one = frame[frame["score"] == score]
        covered = ((one["low"] <= share) & (share <= one["high"])).sum() / groups  # no row: not covered
        assert 0.93 <= covered <= 0.975, score
    mean = STATISTICS["scores"].function(database).query("measure == 'score'")
    assert 0.93 <= ((mean["low"] <= 46) & (mean["high"] >= 46)).mean() <= 0.97
