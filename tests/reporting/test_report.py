"""Whole reports: bytes, pages and faults."""

import re
from datetime import UTC, datetime

import pytest
from hand_made import add_game, add_reject

from azul_analytics.database import connect
from azul_analytics.errors import AzulError, DatabaseError, FileError
from azul_analytics.reporting import FIRST_PLAYER, REPORTS, Report, write_report

FLOORS = [[(-1, -1, True), (0, 0, False)], [(-4, -4, False), (-2, -2, True)]]


@pytest.fixture
def make(tmp_path):
    """A function that fills a database file and writes the report on it; the answer is the PDF's bytes."""

    def write(fill, name="games", report="first-look", **options):
        path = tmp_path / f"{name}.duckdb"
        with connect(path, create=True) as database:
            fill(database)
        output = tmp_path / f"{name}.pdf"
        write_report(report, path, output, **options)
        return output.read_bytes()

    return write


def some_games(database):
    for number in range(12):
        add_game(database, [60, 40] if number % 3 else [40, 60], game=str(number), floors=FLOORS)


def pages_of(pdf):
    return int(re.search(rb"<xmpTPg:NPages>(\d+)<", pdf)[1])


def text_of(pdf):
    from io import BytesIO

    pypdf = pytest.importorskip("pypdf")
    return " ".join(" ".join(page.extract_text().split()) for page in pypdf.PdfReader(BytesIO(pdf)).pages)


def test_it_is_an_accessible_pdf_with_title_language_and_outline(make):
    pdf = make(some_games)
    assert pdf.startswith(b"%PDF-")
    assert b"<pdfuaid:part>1<" in pdf
    assert b"/Lang(en)" in pdf
    assert b"/Outlines" in pdf
    assert b"A first look at the games" in pdf


def test_only_the_bundled_fonts_are_in_it(make):
    fonts = set(re.findall(rb"/FontName/[A-Z]{6}\+([A-Za-z]+)", make(some_games)))
    assert fonts == {b"Inter"}


def test_same_database_same_bytes(make, tmp_path):
    first = make(some_games)
    write_report("first-look", tmp_path / "games.duckdb", tmp_path / "again.pdf")
    assert (tmp_path / "again.pdf").read_bytes() == first
    assert make(some_games, "copy") == first  # nor does the file's name matter


def test_its_date_is_that_of_the_latest_game(make):
    played = datetime(2025, 3, 4, 5, 6, 7, tzinfo=UTC)

    def fill(database):
        add_game(database, [60, 40], game="a", played_at=played)
        add_game(database, [60, 40], game="b", played_at=datetime(2024, 1, 1, tzinfo=UTC))

    assert b"2025-03-04T05:06:07Z" in make(fill)


def test_games_without_dates_take_the_day_of_the_release(make):
    assert b"2026-11-30T00:00:00Z" in make(some_games)


def test_a_stored_value_changes_what_depends_on_it(make, tmp_path):
    before = text_of(make(some_games))
    with connect(tmp_path / "games.duckdb", create=True) as database:
        database.rows("update floors set floor_points = -9 where game_id = 'club/1' and round = 2 and seat = 0")
    write_report("first-look", tmp_path / "games.duckdb", tmp_path / "changed.pdf")
    after = text_of((tmp_path / "changed.pdf").read_bytes())
    # round 2 was -3 in all games; one seat now loses 5 more: -3 - 5 / 2 / 12
    assert "round 2, 3.0 points" in before
    assert "round 2, 3.2 points (95% interval 2.7 to 3.7; 12 games)" in after
    assert "−3.21 ±0.46" in after


@pytest.mark.parametrize("rejects", [0, 3])
def test_no_games(make, rejects):
    def fill(database):
        for line in range(rejects):
            add_reject(database, "bad-json", line=line)

    pdf = make(fill)
    assert pages_of(pdf) == 1
    assert "The database holds no games" in text_of(pdf)
    assert ("3 records were read and refused" in text_of(pdf)) == bool(rejects)


def test_one_game(make):
    text = text_of(make(lambda database: add_game(database, [60, 40], floors=FLOORS)))
    assert "1 game" in text
    assert "In the only game the opening seat won" in text


def test_many_rulesets_and_player_counts_take_few_pages(make):
    def fill(database):
        for ruleset in ("standard", "gray", "crystal_1", "crystal_2", "a", "b" * 64, "c"):
            for players in (2, 3, 4):
                for number in range(10):
                    scores = [60, *[40 + number] * (players - 1)]
                    floors = [[(-seat, -seat, seat == 1) for seat in range(players)]] * 5
                    add_game(database, scores, game=f"{ruleset} {players} {number}", ruleset=ruleset, floors=floors)

    assert 4 <= pages_of(make(fill)) <= 12


def test_any_name_is_printed_as_it_is_or_spelled(make):
    odd = '#sys.inputs $x$ *b* <script> @ref \\" `raw` // ] 李明 🎲'

    def fill(database):
        add_game(
            database,
            [60, 40],
            source=odd,
            players=[odd, "x" * 5000],
            log_file=f"{odd}\n.jsonl",
            floors=FLOORS,
        )

    text = text_of(make(fill)).replace("\u200b", "")
    assert "$x$ *b*" in text
    assert "‹LiMing game die›" in text
    assert "Between ‹ and ›" in text


def test_a_report_of_one_s_own_sections(make):
    own = Report("own", "The opening seat alone", "It asks one question.", [FIRST_PLAYER])
    text = text_of(make(some_games, report=own))
    assert "The opening seat alone" in text
    assert "floor line" not in text.split("How to read")[0].replace("what does the floor line cost", "")


def test_a_section_of_one_s_own_as_the_page_shows_it(make, monkeypatch, tmp_path):
    from pathlib import Path

    page = (Path(__file__).parents[2] / "docs" / "reports.md").read_text(encoding="utf-8")
    make(some_games)  # games.duckdb
    monkeypatch.chdir(tmp_path)
    shown = {}
    for code in re.findall(r"```python\n(.+?)```", page, flags=re.DOTALL):
        exec(code, shown)
    text = text_of((tmp_path / "length.pdf").read_bytes())
    assert "A game lasts 2.0 rounds on average." in text  # as many as `some_games` have
    assert (tmp_path / "opening.pdf").is_file()


def test_another_brand(make, tmp_path):
    from pathlib import Path

    from azul_analytics.reporting import brand

    folder = Path(brand.__file__).parent
    text = (folder / "brand.toml").read_text(encoding="utf-8")
    text = text.replace('"a4"', '"us-letter"').replace('"fonts"', f'"{(folder / "fonts").as_posix()}"')
    text = text.replace('logo = ""', 'logo = "logo.svg"').replace('logo_text = ""', 'logo_text = "A square"')
    (tmp_path / "own.toml").write_text(text, encoding="utf-8")
    square = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><path d="M0 0H10V10H0z"/></svg>'
    (tmp_path / "logo.svg").write_text(square, encoding="utf-8")
    assert b"/MediaBox[0 0 612 792]" in make(some_games, brand=tmp_path / "own.toml")


def test_wrong_use_is_one_sentence_and_leaves_nothing_behind(tmp_path):
    path = tmp_path / "games.duckdb"
    connect(path, create=True).close()
    with pytest.raises(AzulError, match="There is no report 'last-look'; there are first-look"):
        write_report("last-look", path, tmp_path / "a.pdf")
    with pytest.raises(FileError, match="There is no folder"):
        write_report("first-look", path, tmp_path / "nowhere" / "a.pdf")
    with pytest.raises(FileError, match="is a folder"):
        write_report("first-look", path, tmp_path)
    with pytest.raises(DatabaseError, match="There is no database"):
        write_report("first-look", tmp_path / "none.duckdb", tmp_path / "a.pdf")
    assert [file.name for file in tmp_path.iterdir()] == ["games.duckdb"]


def test_kinds_go_by_their_names():
    assert "first-look" in REPORTS
    assert [report.kind for report in REPORTS.values()] == list(REPORTS)
