"""The record of one game: its facts, its pages and its faults."""

import re
from io import BytesIO

import pytest
from answered import store_sample
from azul_records import two_rounds
from stored_games import games_of_all_kinds, store

from azul_analytics.database import connect
from azul_analytics.errors import AzulError
from azul_analytics.records import Result
from azul_analytics.reporting.brand import load_brand
from azul_analytics.reporting.game_facts import game_facts
from azul_analytics.reporting.game_report import write_game_report

FONTS = load_brand().fonts


def text_of(path):
    pypdf = pytest.importorskip("pypdf")
    return [" ".join(page.extract_text().split()) for page in pypdf.PdfReader(BytesIO(path.read_bytes())).pages]


@pytest.fixture(scope="module")
def sample(tmp_path_factory):
    path = tmp_path_factory.mktemp("sample") / "games.duckdb"
    with connect(path, create=True) as database:
        store_sample(database, "standard-2p-greedy", games=2)
    return path


def first_game(path):
    with connect(path) as database:
        return database.rows("select min(game_id) from games")[0][0]


def test_boards_agree_with_the_tables(database):
    store(database, *games_of_all_kinds())
    seen = 0
    for (game_id,) in database.rows("select game_id from games where rounds > 0 order by game_id"):
        game = game_facts(database, game_id, FONTS)
        assert len(game.boards) == game.head["rounds"]
        for row in game.floors.to_dict("records"):
            board = game.boards[row["round"] - 1][row["seat"]]
            assert len(board.floor) == row["spaces"]
            placed = game.placements[(game.placements["round"] == row["round"]) & game.placements["column"].notna()]
            assert len(board.placed) == (placed["seat"] == row["seat"]).sum()
            assert all(board.wall_lines[line - 1][column - 1].isupper() for line, column in board.placed)
            seen += 1
    assert seen > 30


def test_its_pages_say_who_won_and_every_draft(sample, tmp_path):
    output, game_id = tmp_path / "game.pdf", first_game(sample)
    write_game_report(sample, game_id, output)
    pages = text_of(output)
    assert len(pages) <= 4
    whole = " ".join(pages)
    with connect(sample) as database:
        scores = [
            score
            for (score,) in database.rows("select score from seats where game_id = $g order by seat", {"g": game_id})
        ]
        drafts = database.rows(
            "select turn, coalesce(nullif(source, 0)::text, 'C') || color_letter(color) || "
            "coalesce(nullif(destination, 0)::text, 'F') from turns where game_id = $g order by turn", {"g": game_id},
        )  # fmt: skip
    assert f"The scores were greedy 1 {scores[0]} and greedy 2 {scores[1]}" in whole
    assert all(re.search(rf"\b{turn} greedy [12] {draft} ", whole) for turn, draft in drafts)
    assert "SIMULATED" in pages[1]
    assert "too few for a model of who will win" in whole


def test_same_game_same_bytes(sample, tmp_path):
    for name in ("a.pdf", "b.pdf"):
        write_game_report(sample, first_game(sample), tmp_path / name)
    assert (tmp_path / "a.pdf").read_bytes() == (tmp_path / "b.pdf").read_bytes()


def test_names_that_no_font_has_and_stopped_games(tmp_path):
    path = tmp_path / "games.duckdb"
    record = two_rounds()
    record.players[0].name, record.players[1].name = "李明", "#let 🎲 *x*"
    record.result, record.rounds = Result(ended_by="conceded"), record.rounds[:1]
    with connect(path, create=True) as database:
        store(database, record)
    write_game_report(path, first_game(path), tmp_path / "game.pdf")
    whole = " ".join(text_of(tmp_path / "game.pdf"))
    assert "No winner. The game has no known winner: it was conceded." in whole
    assert "‹LiMing›" in whole
    assert "#let ‹game die› *x*" in whole
    assert "there are no bonuses" in whole


def test_a_game_without_rounds_has_a_record_too(tmp_path):
    path = tmp_path / "games.duckdb"
    record = two_rounds()
    record.result, record.rounds = Result(ended_by="abandoned"), []
    with connect(path, create=True) as database:
        store(database, record)
    write_game_report(path, first_game(path), tmp_path / "game.pdf")
    assert "No round was played to its end" in text_of(tmp_path / "game.pdf")[0]


def test_an_unknown_game_is_a_sentence(sample, tmp_path):
    with pytest.raises(AzulError, match=r"There is no game 'club/1' in .*; a game_id is source/id, such as"):
        write_game_report(sample, "club/1", tmp_path / "game.pdf")
    assert not (tmp_path / "game.pdf").exists()
