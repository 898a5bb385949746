"""Positions and options: what the tables say of the moment and the draft, and a game followed by hand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from azul_records import two_rounds
from stored_games import games_of_all_kinds, store

import azul_analytics as azul
from azul_analytics.database import Database, connect
from azul_analytics.errors import AzulError, DatabaseError
from azul_analytics.positions import Position, options, position
from azul_analytics.rules.ruleset import COLORS, LETTERS

GAME = "club/two-rounds"


@pytest.fixture(scope="module")
def played() -> Iterator[Database]:
    """Games of all kinds; tests only read them."""
    with connect() as database:
        store(database, *games_of_all_kinds())
        yield database


Moments = dict[tuple[str, int], tuple[Position, pd.DataFrame]]


@pytest.fixture(scope="module")
def moments(played: Database) -> Moments:
    """Every moment of every game, its end included."""
    games = played.rows("select game_id, turns from games order by all")
    return {
        (game, turn): (position(played, game, turn), options(played, game, turn))
        for game, count in games
        for turn in range(1, count + 2)
    }


def turns(database: Database) -> list[dict[str, Any]]:
    return database.arrow("select * from turns order by game_id, turn").to_pylist()


# against the tables


def test_a_position_says_of_the_seat_to_move_what_its_turn_says(played: Database, moments: Moments) -> None:
    rows = turns(played)
    assert len(rows) > 200
    for row in rows:
        found, _ = moments[row["game_id"], row["turn"]]
        assert (found.round, found.turn_in_round, found.seat) == (row["round"], row["turn_in_round"], row["seat"])
        board = found.boards[row["seat"]]
        assert (board.wall, board.line_colors, board.line_counts, board.floor, board.score) == tuple(
            row[f"{name}_before"] for name in ("wall", "line_colors", "line_counts", "floor", "score")
        )
        assert sum(map(len, found.sources)) == row["tiles_left"]


SAME = [
    "source", "color", "destination", "tiles", "tiles_on_line", "tiles_on_floor", "tiles_to_lid", "took_marker",
    "completed_line",
]  # fmt: skip


def test_options_are_the_legal_drafts_and_the_chosen_one_does_what_its_turn_says(
    played: Database, moments: Moments
) -> None:
    for row in turns(played):
        _, frame = moments[row["game_id"], row["turn"]]
        assert len(frame) == row["legal_drafts"]
        (chosen,) = frame[frame["chosen"]].to_dict("records")
        assert {name: chosen[name] for name in SAME} == {name: row[name] for name in SAME}
        after, nexts = moments[row["game_id"], row["turn"] + 1]
        left = ["tiles_left_after", "next_legal_drafts", "next_completing"]
        if after.round == row["round"]:
            tiles = sum(map(len, after.sources))
            assert [chosen[name] for name in left] == [tiles, len(nexts), nexts["completed_line"].sum()]
            assert chosen["offer_after"] == " ".join(tiles or "-" for tiles in after.sources)
        else:
            assert [chosen[name] for name in left] == [0, 0, 0]


def test_the_end_of_a_game_is_what_its_seats_say(played: Database, moments: Moments) -> None:
    for game, count, finished in played.rows("select game_id, turns, finished from games"):
        found, frame = moments[game, count + 1]
        assert not finished or {board.floor_points for board in found.boards} == {0}
        scores = played.rows("select score from seats where game_id = $game order by seat", {"game": game})
        assert [(board.score,) for board in found.boards] == scores
        assert frame.empty == (found.seat is None)
        assert not frame["chosen"].any()
        if finished:
            assert set(found.sources) == {""}


def test_no_tile_is_ever_lost(moments: Moments) -> None:
    colors = dict(zip(LETTERS, COLORS, strict=True))
    stock: dict[str, dict[str, int]] = {}
    for (game, _), (found, _) in moments.items():
        tiles = {color: found.bag[color] + found.lid[color] for color in found.bag}
        letters = "".join(found.sources)
        for board in found.boards:
            lines = (color * int(count) for color, count in zip(board.line_colors, board.line_counts, strict=True))
            wall = "".join(board.wall_lines)
            letters += "".join(lines) + board.floor_tiles + "".join(filter(str.isupper, wall))
            # the letters stand where the wall has its tiles
            assert sum(letter.isupper() << space for space, letter in enumerate(wall)) == board.wall
        for letter in letters:
            tiles[colors[letter]] += 1
        assert stock.setdefault(game, tiles) == tiles


# by hand: the game of golden/azul_log_rules_two_rounds


@pytest.fixture
def by_hand(database: Database) -> Database:
    store(database, two_rounds())
    return database


def test_a_position_by_hand(by_hand: Database) -> None:
    # The deal BKKR TTRR KKKY YYYB RRRT after 5R3 3K3 2T1: factories 5, 3 and 2 left T, Y and RR. Tiles
    # are sorted by color.
    found = position(by_hand, GAME, 4)
    assert found.sources == ("YRRT", "BRKK", "", "", "BYYY", "")
    assert (found.seat, found.marker_in_center, found.round, found.turn_in_round) == (0, True, 1, 4)
    assert found.bag == {"blue": 18, "yellow": 16, "red": 14, "black": 15, "turquoise": 17}
    assert set(found.lid.values()) == {0}
    ana, beto = found.boards
    assert (ana.line_colors, ana.line_counts, ana.floor) == ("--K--", "00300", 0)
    # Beto opened with three R on line 3, then T on line 1 and a second one that fell.
    assert (beto.line_colors, beto.line_counts, beto.floor, beto.floor_tiles) == ("T-R--", "10300", 1, "T")
    assert (beto.floor_points, beto.marker, beto.score) == (-1, False, 0)


def test_a_position_is_text_to_read(by_hand: Database) -> None:
    # Round 1 left 2 K and 1 B of seat 0, 1 K, 2 R and 1 T of seat 1 in the lid; round 2 began with 1Y5 and 5TF.
    assert (
        str(position(by_hand, GAME, 13))
        == """\
club/two-rounds (two_rounds), turn 13 of 19: round 2, seat 0 to draft

center    *
factory 1 -
factory 2 BBBT
factory 3 BRKK
factory 4 BBYY
factory 5 -
bag 60 tiles, lid 7

seat 0 to draft      seat 1
    . | B y r k t        . | b y r k T
   .T | t b y r k       .. | t b y r K
  ... | K t b y r      ... | k t b y R
 .RRR | r k t b y     .... | r k t b y
.YYYY | y r k t b    .YYYY | y r k t b
floor -              floor TTTT -6

seat 0: Ana, 0 points
seat 1: Beto, 5 points"""
    )


def test_a_notebook_shows_the_text_unchanged(by_hand: Database) -> None:
    found = position(by_hand, GAME, 1)
    assert repr(found) == found.text
    assert found._repr_html_().startswith("<pre>club/two-rounds (two_rounds), turn 1 of 19")


def test_the_end_by_hand(by_hand: Database) -> None:
    found = position(by_hand, GAME, 20)
    assert found.text.startswith("club/two-rounds (two_rounds), after all 19 turns: round 2, nobody to draft\n")
    assert [board.score for board in found.boards] == [18, 0]
    # Round 1 put B and K into column 1, round 2 T, R and Y (21 41 51): the column is full.
    assert found.boards[0].wall_lines == ("Byrkt", "Tbyrk", "Ktbyr", "Rktby", "Yrktb")


def test_options_by_hand(by_hand: Database) -> None:
    # Turn 10, the last of round 1: one B is left in the center, line 1 of seat 0 is a full B, the others hold other
    # colors but for line 5, which is empty. Only line 5 and the floor take it; nothing is left for seat 1.
    frame = options(by_hand, GAME, 10)
    assert frame.to_dict("records") == [
        {
            "draft": "CBF", "chosen": True, "source": 0, "color": "blue", "destination": 0, "tiles": 1,
            "tiles_on_line": 0, "tiles_on_floor": 1, "tiles_to_lid": 0, "took_marker": False, "completed_line": False,
            "floor_points": -1, "tiles_left_after": 0, "next_legal_drafts": 0, "next_completing": 0,
            "offer_after": "- - - - - -",
        },
        {
            "draft": "CB5", "chosen": False, "source": 0, "color": "blue", "destination": 5, "tiles": 1,
            "tiles_on_line": 1, "tiles_on_floor": 0, "tiles_to_lid": 0, "took_marker": False, "completed_line": False,
            "floor_points": 0, "tiles_left_after": 0, "next_legal_drafts": 0, "next_completing": 0,
            "offer_after": "- - - - - -",
        },
    ]  # fmt: skip


# wrong use


def test_an_unknown_game_is_named_with_one_that_is_there(by_hand: Database) -> None:
    expected = "There is no game 'two-rounds' in the database; a game_id is source/id, such as 'club/two-rounds'."
    with pytest.raises(AzulError) as refusal:
        position(by_hand, "two-rounds", 1)
    assert str(refusal.value) == expected


def test_an_empty_database_says_so(database: Database) -> None:
    with pytest.raises(AzulError, match="no game 'a/1' in the database; it has no games"):
        options(database, "a/1", 1)


@pytest.mark.parametrize("turn", [0, -1, 21])
def test_a_turn_out_of_range_says_the_range(turn: int, by_hand: Database) -> None:
    expected = f"Game '{GAME}' has no turn {turn}; it has 19 turns, and turn 20 stands for its end."
    with pytest.raises(AzulError) as refusal:
        position(by_hand, GAME, turn)
    assert str(refusal.value) == expected


def test_a_record_that_cannot_be_replayed_is_said(by_hand: Database) -> None:
    by_hand.rows("update records set record = replace(record, '5R3', '5B3')")
    with pytest.raises(AzulError, match="breaks the rules of this software; ingest its log anew"):
        position(by_hand, GAME, 2)
    by_hand.rows("update records set record = '{}'")
    with pytest.raises(AzulError, match="record of game 'club/two-rounds' cannot be read; ingest its log anew"):
        position(by_hand, GAME, 2)


def test_a_file_is_opened_for_reading_and_closed(tmp_path: Path) -> None:
    path = tmp_path / "games.duckdb"
    with connect(path, create=True) as database:
        store(database, two_rounds())
    found = azul.position(path, GAME, 4)
    assert isinstance(found, Position)
    assert len(azul.options(str(path), GAME, 4)) == 40  # as golden/azul_log_rules_two_rounds/turns.csv counts them
    connect(path, create=True).close()  # would be refused if somebody still read it
    with pytest.raises(DatabaseError, match="There is no database"):
        azul.position(tmp_path / "missing.duckdb", GAME, 4)
