"""Packed numbers, counted bit by bit: seven colors of up to 127 tiles in one number, compiled or not."""

# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from azul_analytics.rules import state
from azul_analytics.rules.compiled import entry

PACKED = st.lists(st.integers(0, 127), min_size=7, max_size=7)


@entry
def _asked(one, other, number):  # type: ignore[no-untyped-def]
    return (
        state.bits(one), state.lowest(one), state.total(one), state.color_at(one, number), state.most_of(one, other),
    )  # fmt: skip


def packed(tiles: list[int]) -> int:
    return sum(count << (8 * color) for color, count in enumerate(tiles))


@settings(deadline=None, derandomize=True, max_examples=300)
@given(PACKED, PACKED, st.data())
def test_what_packed_numbers_answer(one: list[int], other: list[int], data: st.DataObject) -> None:
    row = [color for color, count in enumerate(one) for _ in range(count)]  # the tiles, in the order of colors
    number = data.draw(st.integers(0, max(len(row) - 1, 0)))
    bits, lowest, total, color, most = _asked(packed(one), packed(other), number)
    text = bin(packed(one))[2:]
    assert bits == text.count("1")
    assert total == sum(one)
    assert most == packed([max(pair) for pair in zip(one, other, strict=True)])
    if row:
        assert color == row[number]
        assert lowest == len(text) - 1 - text.rindex("1")


def test_the_lowest_bit_at_each_place() -> None:
    for place in range(56):
        for above in (0, 1 << 55):
            assert _asked(1 << place | above, 0, 0)[1] == place


def test_every_tile_of_the_largest_supply() -> None:
    # 889 tiles need more than the 8 bits of a color to be counted
    tiles = np.repeat(np.arange(7), 127)
    assert [_asked(packed([127] * 7), 0, number)[3] for number in range(889)] == tiles.tolist()
