"""Rulesets compared block by block: values of pairs worked out by hand, looks, limits and interrupts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import pytest

from azul_analytics.database import Database, connect
from azul_analytics.errors import AzulError
from azul_analytics.rules.ruleset import load_ruleset, parse_ruleset
from azul_analytics.statistics.families import LARGER, UNDECIDED
from azul_analytics.studies import compare as comparing
from azul_analytics.studies.compare import SAME, Comparison, Look, Run, compare, pairs
from azul_analytics.studies.metrics import USUAL, known_metric, metrics, questions, usual
from azul_analytics.verify import verify

STANDARD, GRAY = load_ruleset("standard"), load_ruleset("gray")
# three rounds, after which a full column brings much more than it does in the other
SHORT = parse_ruleset('name = "short"\nend_rounds = 3\nend_complete_lines = 0', "short")
RICH = parse_ruleset('name = "rich"\nend_rounds = 3\nend_complete_lines = 0\nbonuses.color = 11\nfloor = []', "rich")


def short_games(names: Sequence[str] = ("score", "turns"), **asked: Any) -> Comparison:
    return Comparison(SHORT, RICH, questions(names), policy="random", **asked)


# --- a block's value, by hand ---

# (ruleset, block, ended_by, scores of seat 0 and 1), two games a block; seat 0 opens block 0, seat 1 block 1
GAMES = [
    ("short", 0, "rounds", 10, 20), ("short", 0, "rounds", 30, 20),
    ("rich", 0, "rounds", 9, 9), ("rich", 0, "rounds", 40, 10),
    ("short", 1, "rounds", 5, 6), ("short", 1, "rounds", 1, 2),
    ("rich", 1, "round_limit", 7, 3), ("rich", 1, "rounds", 3, 9),
    ("short", 2, "rounds", 4, 0), ("short", 2, "rounds", 4, 0),
    ("rich", 2, "round_limit", 4, 0), ("rich", 2, "round_limit", 4, 0),
]  # fmt: skip


@pytest.fixture
def by_hand(database: Database) -> Database:
    """A database of `GAMES` as far as the metrics here look into it."""
    for number, (ruleset, block, ended_by, *scores) in enumerate(GAMES):
        game = {
            "game_id": f"hand/{number}", "source": "hand", "id": str(number), "ruleset": ruleset,
            "ruleset_hash": (SHORT if ruleset == "short" else RICH).hash, "player_count": 2, "opening_seat": block % 2,
            "rounds": 3, "turns": 30 + number, "ended_by": ended_by, "finished": ended_by == "rounds",
            "detail": "drafts", "experiment": "2p-random-seed0", "block": str(block), "log_hash": str(number),
        }  # fmt: skip
        _insert(database, "games", game)
        best = max(scores)
        for seat, score in enumerate(scores):
            won = score == best
            seats = dict.fromkeys(("tile_points", "floor_points", "bonus_points", "complete_lines"), 0)
            seats |= dict.fromkeys(("complete_columns", "complete_colors"), 0)
            share = won / scores.count(best) if game["finished"] else None
            seats |= {"game_id": game["game_id"], "seat": seat, "player": "a", "opening": seat == block % 2,
                      "score": score, "win_share": share}  # fmt: skip
            _insert(database, "seats", seats)
    return database


def _insert(database: Database, table: str, row: dict[str, Any]) -> None:
    names = ", ".join(row)
    database.rows(f"insert into {table} ({names}) values ({', '.join(f'${name}' for name in row)})", row)


def _pairs(database: Database, metric: str) -> list[tuple[float, ...]]:
    found = pairs(database, short_games(), known_metric(metric))
    return list(found[["block", "first", "second"]].itertuples(index=False, name=None))


@pytest.mark.parametrize(
    ("metric", "expected"),
    [
        # block 0: (15 + 25) / 2 and (9 + 25) / 2; of rich's block 1 only the second game was finished: 6; of its
        # block 2 none, so that there is no pair
        ("score", [(0, 20, 17), (1, 3.5, 6)]),
        # the opener of block 0 lost and won, and shared and won; that of block 1, seat 1, always won
        ("opening_win_share", [(0, 0.5, 0.75), (1, 1, 1)]),
        # block 0: other seats won, and one game was shared; block 1: seat 1 twice, but rich has no whole block there
        ("same_seat_wins", [(0, 0, 0)]),
        ("stopped", [(0, 0, 0), (1, 0, 0.5), (2, 0, 1)]),
        ("turns", [(0, 30.5, 32.5), (1, 34.5, 37)]),  # 30 and the game's place in GAMES,
    ],
)
def test_the_value_of_a_block_is_the_mean_of_its_games(
    by_hand: Database, metric: str, expected: list[tuple[float, ...]]
) -> None:
    assert _pairs(by_hand, metric) == expected


def test_the_same_seat_wins_a_block(by_hand: Database) -> None:
    by_hand.rows("update games set finished = true, ended_by = 'rounds'")
    by_hand.rows("update seats set win_share = (seat = 0)::int where win_share is null")
    # block 1: seat 1 twice, in rich seat 0 and seat 1; block 2: seat 0 everywhere
    assert _pairs(by_hand, "same_seat_wins") == [(0, 0, 0), (1, 1, 0), (2, 1, 1)]


def test_a_look_is_about_the_differences_of_pairs(by_hand: Database) -> None:
    run = Run(by_hand, Comparison(SHORT, RICH, questions(["score"]), policy="random"))
    (look,) = run.looks
    # -3 and 2.5: mean -0.25, standard deviation 5.5 / sqrt(2); two of three blocks have a value in both
    assert (look.blocks, look.used, look.first_mean, look.second_mean) == (3, 2, 11.75, 11.5)
    assert look.difference == -0.25
    assert look.spread == pytest.approx(5.5 / 2**0.5)
    assert (look.low, look.high, look.verdict) == (float("-inf"), float("inf"), UNDECIDED)


def test_every_metric_has_a_value_in_games_played(database: Database) -> None:
    comparison = Comparison(STANDARD, GRAY, questions(metrics()), players=3)
    run = Run(database, comparison)
    run.step(blocks=4)
    assert all(one.used > 0 for one in run.looks)  # where nobody ever led, some have none
    assert {one.blocks for one in run.looks} == {4}


# --- looks and limits ---


def test_both_rulesets_play_the_same_deals_and_the_tables_hold(database: Database) -> None:
    run = Run(database, short_games())
    assert run.step(blocks=3)
    dealt = database.rows(
        "select block, count(*), count(distinct (blue, yellow, red, black, turquoise)) from deals join games "
        "using (game_id) where round = 1 and factory = 1 group by block order by block"
    )
    assert dealt == [("0", 4, 1), ("1", 4, 1), ("2", 4, 1)]  # two games by each of two rulesets
    assert [check.name for check in verify(database) if not check.holds] == []


def test_it_stops_as_soon_as_all_is_decided_and_stores_every_look(database: Database) -> None:
    *_, run = compare(database, short_games(), blocks=2000)
    # who drafts at random drafts the same under both
    assert [one.verdict for one in run.looks] == [LARGER, SAME]
    assert 100 <= run.blocks < 2000  # points have an interval from 100 blocks on
    stored = database.rows("select blocks, verdict, round(error, 6) from looks where metric = 'score' order by blocks")
    assert [blocks for blocks, *_ in stored] == sorted({blocks for blocks, *_ in stored})
    assert stored[0] == (4, UNDECIDED, 0.025)  # half of 5 % for each of two metrics
    assert stored[-1] == (run.blocks, LARGER, 0.025)


def test_limits_of_blocks_and_time_end_it_undecided(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparing, "_BATCH_SECONDS", math.inf)  # however long compiling takes
    assert [run.blocks for run in compare(database, short_games(), blocks=9)] == [0, 4, 9]
    assert [run.blocks for run in compare(connect(), short_games(), seconds=0)] == [0]


def test_blocks_that_take_longer_than_a_batch_may_come_one_by_one(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(comparing, "_BATCH_SECONDS", 0.0)
    assert [run.blocks for run in compare(database, short_games(), blocks=6)] == [0, 4, 5, 6]


def test_what_is_stored_counts_and_the_rest_is_as_if_it_had_been_played_at_once(database: Database) -> None:
    *_, _last = compare(database, short_games(), blocks=30)
    *_, resumed = compare(database, short_games(), blocks=60)
    with connect() as other:
        *_, whole = compare(other, short_games(), blocks=60)
    assert resumed.blocks == whole.blocks == 60
    assert resumed.looks == whole.looks


def test_an_interrupt_leaves_whole_batches_and_the_same_command_goes_on(database: Database) -> None:
    played = 0

    def stop_at_40(games: int) -> None:
        nonlocal played
        played += games
        if played == 40:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(compare(database, short_games(), blocks=2000, said=stop_at_40))
    assert database.rows("select count(*), count(distinct block) from games") == [(16, 4)]
    assert Run(database, short_games()).blocks == 4


def test_another_seed_or_policy_is_another_experiment(database: Database) -> None:
    Run(database, short_games()).step()
    assert Run(database, short_games()).blocks == 4
    assert Run(database, short_games(seed=1)).blocks == 0
    assert Run(database, Comparison(SHORT, RICH, questions(["score"]))).blocks == 0


# --- how many more ---


def _look(difference: float, spread: float, low: float, high: float, start: float = 100) -> Look:
    """A look at 500 blocks with a value, of 1,000."""
    return Look(questions(["score"], ["1"])[0], 1000, 500, 0, difference, spread, low, high, start)


def test_where_few_blocks_make_up_the_spread_nobody_knows_how_many_more() -> None:
    none_yet = _look(1.5, 1.0, -math.inf, math.inf, math.inf)
    assert none_yet.few_make_up_the_spread
    assert (none_yet.verdict, none_yet.more_blocks(0.05), none_yet.blocks_to_interval) == (UNDECIDED, None, None)
    assert not _look(1.5, 1.0, -0.5, 3.5, math.inf).few_make_up_the_spread  # it has an interval from before
    alike = _look(1.5, 0.0, -math.inf, math.inf, math.inf)  # no few blocks, but all differ by as much
    assert (alike.few_make_up_the_spread, alike.blocks_to_interval) == (False, None)


def test_how_many_blocks_more_waits_for_an_interval() -> None:
    # 1.5 from 0 with a spread of 1 is wide enough at once; but an interval begins at 560 blocks with a value, which
    # are half of all: 120 more
    none_yet = _look(1.5, 1.0, -math.inf, math.inf, 560.0)
    assert not none_yet.few_make_up_the_spread
    assert none_yet.more_blocks(0.05) == none_yet.blocks_to_interval == 120
    assert _look(1.5, 1.0, -0.5, 3.5).blocks_to_interval == 0


@pytest.mark.parametrize(
    ("differs", "same"),
    [
        ("floor = [-1]", True),
        ("factories = { 2 = 5, 3 = 8 }", True),  # with two players as many
        ("factories = { 2 = 6 }", False),
        ("tiles_per_factory = 5", False),
        ("tiles_per_color = 21", False),
    ],
)
def test_deals_are_shared_if_bag_and_factories_are_the_same(differs: str, same: bool) -> None:
    other = parse_ruleset(f'name = "other"\n{differs}', "x")
    assert Comparison(STANDARD, other, questions(["score"])).same_deals == same


def test_how_many_blocks_more_is_about_what_is_nearer() -> None:
    # from 0.9 it is nearer to be larger than 0 than to be within 1, from 0.1 the other way round: as far each
    larger, within = _look(0.9, 10, -1, 2), _look(0.1, 10, -1, 2)
    assert larger.more_blocks(0.05) == within.more_blocks(0.05)
    nearer = _look(0.5, 10, -1, 2).more_blocks(0.05)
    assert nearer is not None
    assert nearer > (larger.more_blocks(0.05) or 0) > 0
    assert _look(0.9, 10, 0.1, 2).more_blocks(0.05) == 0
    assert _look(0.1, float("nan"), -1, 2).more_blocks(0.05) is None  # from a single block


# --- what cannot be compared ---


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"second": SHORT}, "short and short are the same ruleset."),
        ({"second": parse_ruleset('name = "short"', "x")}, "Both rulesets are called short; give one of them another"),
        ({"players": 5}, "does not seat 5 players"),
        ({"policy": "clever"}, "There is no policy 'clever'"),
        ({"confidence": 1.5}, "A confidence of 1.5 is not between 0 and 1"),
    ],
)
def test_what_cannot_be_compared_is_said(asked: dict[str, Any], says: str) -> None:
    with pytest.raises(AzulError, match=says):
        Comparison(**({"first": SHORT, "second": RICH} | asked))


@pytest.mark.parametrize(
    ("names", "margins", "says"),
    [
        (["scores"], [], "There is no metric 'scores'; there are opening_win_share, "),
        (["score", "score"], [], "A metric is named twice."),
        (["score"], ["turns=1"], "A margin is given for turns, which is not compared."),
        (["score"], ["much"], "'much' is no number for a margin, such as 0.02."),
        (["score"], ["nan"], "The margin of score is nan; it must be above 0."),
        (["stopped"], ["1"], "The margin of stopped is 1; it must be between 0 and 1."),
    ],
)
def test_metrics_and_margins_that_are_none(names: list[str], margins: list[str], says: str) -> None:
    with pytest.raises(AzulError, match=says):
        questions(names, margins)


@pytest.mark.parametrize(
    ("differs", "also"),
    [
        ("marker_points = 0\nmarker = 'cost'", []),  # floor points and the opener's share are usual
        ("floor = [-1]", []),
        ("bonuses.column = 8", ["bonus_points"]),
        ("end_rounds = 4\nbonuses.line = 3", ["bonus_points", "rounds"]),
        ("tiles_per_color = 30", ["rounds"]),
        ("wall.kind = 'free'\nwall.pattern = []", ["tile_points"]),
    ],
)
def test_what_a_ruleset_changes_is_compared(differs: str, also: list[str]) -> None:
    other = parse_ruleset(f'name = "other"\n{differs}', "x")
    assert usual(STANDARD, other) == (*USUAL, *also)
    assert [one.metric.name for one in Comparison(STANDARD, other).questions] == [*USUAL, *also]


def test_who_plays_is_said_as_it_is_stored() -> None:
    assert short_games().who == "random"
    assert Comparison(STANDARD, GRAY, policy="search").who == "search:100"
    assert Comparison(SHORT, RICH, policy="search").who == "search:100:plain"  # no value is fitted to them
    assert Comparison(SHORT, RICH, policy=["random", "greedy"]).who == "random, greedy"


def test_margins_are_those_of_the_statistics_unless_stated() -> None:
    usual = {one.metric.name: one.margin for one in questions()}
    assert usual["opening_win_share"] == 0.02
    assert usual["score"] == 1  # half of the width that the statistic calls useful
    stated = {one.metric.name: one.margin for one in questions(["score", "turns", "stopped"], ["0.5", "turns=3"])}
    assert stated == {"score": 0.5, "turns": 3, "stopped": 0.5}
