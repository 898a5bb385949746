"""Tournaments: who meets whom on which deals, win shares by hand, and ratings as those of players."""

from __future__ import annotations

import math
from collections.abc import Iterator

import pandas as pd
import pytest

from azul_analytics.database import Database, connect
from azul_analytics.errors import AzulError
from azul_analytics.rules.ruleset import load_ruleset
from azul_analytics.statistics.ratings import player_ratings
from azul_analytics.studies import tournament
from azul_analytics.studies.tournament import Tournament, pairs, play, ratings

STANDARD = load_ruleset("standard")
LAZY = "def last(position, drafts, random):\n    return drafts[-1]\n"


@pytest.fixture(scope="module")
def lazy(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("own") / "lazy.py"
    path.write_text(LAZY)
    return f"{path}:last"


@pytest.fixture(scope="module")
def two() -> Iterator[Database]:
    """Ten blocks of random against greedy."""
    with connect() as database:
        play(database, Tournament(STANDARD, ["random", "greedy"]), 10)
        yield database


def test_all_tables_play_blocks_on_the_same_deals(lazy: str) -> None:
    asked = Tournament(STANDARD, ["random", "greedy", lazy], seed=3)
    told: list[int] = []
    with connect() as database:
        play(database, asked, 3, told.append)
        games = database.query(
            "select block, string_agg(policy, ' ' order by seat) as seated, any_value(deal_seed) as deals, "
            "any_value(opening_seat) as opens from games join seats using (game_id) where experiment = $experiment "
            "group by game_id, block",
            {"experiment": asked.experiment},
        )
    own = asked.names[2]
    assert own.startswith("lazy.py:last@")
    tables = [("random", "greedy"), ("random", own), ("greedy", own)]
    both_ways = {f"{one} {other}" for table in tables for one, other in (table, table[::-1])}
    for block, rows in games.groupby("block"):
        assert set(rows["seated"]) == both_ways
        assert len(rows) == 6
        assert set(rows["deals"]) == {f"3:{block}"}
        assert set(rows["opens"]) == {int(block) % 2}
    assert sorted(games["block"].unique()) == ["0", "1", "2"]
    assert max(told) == told[-1] == 18


def test_three_players_sit_at_each_table_and_the_same_tournament_goes_on(lazy: str) -> None:
    asked = Tournament(STANDARD, ["random", "greedy", lazy], players=3)
    with connect() as database:
        play(database, asked, 1)
        play(database, asked, 2)
        rated, won = ratings(database, asked), pairs(database, asked)
    assert rated["policy"][0] == "greedy"
    assert list(rated["games"]) == [6, 6, 6]
    assert list(rated["units"]) == [2, 2, 2]
    assert len(won) == 6
    shares = won.set_index(["policy", "opponent"])["win_share"]
    for (one, other), share in shares.items():
        assert share + shares[other, one] == pytest.approx(1)


def test_win_shares_are_those_of_blocks(two: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Tournament(STANDARD, ["random", "greedy"])
    # block 0: both games won; block 1: one of two; block 2: half a win (an equal place), and one lost
    won = {"0": [1.0, 1.0], "1": [1.0, 0.0], "2": [0.5, 0.0]}
    rows = [
        (block, one, other, opened, 1, share)
        for block, shares in won.items()
        for opened, share in zip((1, -1), shares, strict=True)
        for one, other, opened, share in (
            ("random", "greedy", opened, share), ("greedy", "random", -opened, 1 - share),
        )
    ]  # fmt: skip
    frame = pd.DataFrame(rows, columns=["block", "policy", "opponent", "opened", "games", "won"])
    monkeypatch.setattr(tournament, "_meetings", lambda *_: frame)
    greedy, random = pairs(two, asked).itertuples(index=False)
    assert (random.policy, random.games, random.units) == ("random", 6, 3)
    assert random.win_share == pytest.approx((1 + 0.5 + 0.25) / 3)
    assert greedy.win_share == pytest.approx(1 - random.win_share)
    assert 0 < random.win_share_low < random.win_share < random.win_share_high < 1
    frame.loc[:, "won"] = (frame["policy"] == "greedy").astype(float)
    greedy = next(pairs(two, asked).itertuples(index=False))
    # Wilson's interval for 3 of 3 at 95 %: from n / (n + z^2) to 1
    assert greedy.win_share_low == pytest.approx(3 / (3 + 1.959964**2), abs=1e-6)
    assert (greedy.win_share, greedy.win_share_high) == (1, 1)


def test_ratings_of_one_table_are_those_of_its_players(two: Database) -> None:
    asked = Tournament(STANDARD, ["random", "greedy"], confidence=0.9)
    rated = ratings(two, asked)
    players = player_ratings(two, confidence=0.9)
    assert list(rated["policy"]) == list(players["policy"]) == ["greedy", "random"]
    for column in ("rating", "rating_low", "rating_high", "rank", "rank_low", "rank_high", "games", "units"):
        assert rated[column].tolist() == pytest.approx(players[column].tolist(), abs=1e-5), column


def test_only_policies_of_the_tournament_count(two: Database, lazy: str) -> None:
    asked = Tournament(STANDARD, ["random", "greedy"])
    before = ratings(two, asked)
    with two.transaction():  # games of another tournament of the same name
        two.connection.execute(
            "update seats set policy = 'careful' where game_id in (select game_id from games where block = '9')"
        )
    after = ratings(two, asked)
    assert list(after["units"]) == [9, 9]
    assert not math.isnan(after["rating"][0])
    assert list(before["units"]) == [10, 10]


def test_an_interrupt_leaves_what_was_stored() -> None:
    asked = Tournament(STANDARD, ["random", "greedy"])

    def stop(games: int) -> None:
        if games == 18:  # the first eight blocks are stored, of the next some are played
            raise KeyboardInterrupt

    with connect() as database:
        assert ratings(database, asked).empty
        assert pairs(database, asked).empty
        with pytest.raises(KeyboardInterrupt):
            play(database, asked, 12, stop)
        assert list(ratings(database, asked)["units"]) == [8, 8]
        play(database, asked, 12)
        assert list(ratings(database, asked)["units"]) == [12, 12]


@pytest.mark.parametrize(
    ("policies", "players", "message"),
    [
        (["greedy", "random"], -3, "A tournament is played at tables of 2 or more, not of -3."),
        (["greedy"], 2, "A tournament at tables of 2 needs at least 2 policies, not 1."),
        (["greedy", "random"], 3, "A tournament at tables of 3 needs at least 3 policies, not 2."),
        (["greedy", "greedy"], 2, "Of the 2 policies some are the same; there are greedy."),
        (["greedy", "random", "greedy"], 2, "Of the 3 policies some are the same; there are greedy, random."),
    ],
)
def test_too_few_policies_are_no_tournament(policies: list[str], players: int, message: str) -> None:
    with pytest.raises(AzulError) as error:
        Tournament(STANDARD, policies, players)
    assert str(error.value) == message
