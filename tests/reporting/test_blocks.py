"""Tables find room for their numbers: on one line, on two, in smaller print."""

import pytest

from azul_analytics.reporting.blocks import Column, Table, as_data

NUMBER = "100.0 (34.2 to 100.0)*"


def table(columns: int) -> Table:
    heads = [Column("Games"), *(Column(f"Round {number}", right=True) for number in range(columns))]
    return Table("", heads, [["standard", *[NUMBER] * columns]])


def test_numbers_stay_on_one_line_where_the_page_has_room() -> None:
    assert not table(4).broken
    assert table(4).scale == 1
    assert table(4).widths[1] == pytest.approx(1.5 + 22 - 0.5 * 9)  # 9 of 22 letters are narrow


def test_the_brackets_go_to_a_second_line_where_it_has_not() -> None:
    assert table(6).broken
    assert table(6).widths[1] < table(4).widths[1]
    assert sum(table(6).widths) * table(6).scale <= 107


def test_words_have_the_room_that_the_page_can_spare() -> None:
    # of 107 letters the numbers take 1.5 + 2, the words 1.5 + 30 (without narrow letters), which is less
    words = Table("", [Column("Games"), Column("n", right=True)], [["x" * 30, "10"]])
    assert words.widths == [pytest.approx(31.5), pytest.approx(3.5)]
    # four such columns, of 126 letters, share nine tenths of the page
    assert sum(Table("", [Column("a")] * 4, [["x" * 30] * 4]).widths) == pytest.approx(0.9 * 107)


def test_print_becomes_smaller_and_not_too_small() -> None:
    assert table(8).scale < 1
    assert table(30).scale == 0.75
    ((data,), _) = as_data([table(8)])
    assert (data["broken"], data["scale"], data["widths"]) == (True, table(8).scale, table(8).widths)
