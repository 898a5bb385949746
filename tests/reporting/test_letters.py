"""Characters that the fonts do not have."""

import pytest

from azul_analytics.reporting.brand import load_brand
from azul_analytics.reporting.letters import alike, letters_of, printable, printable_all


@pytest.fixture(scope="module")
def letters():
    return letters_of(load_brand().fonts)


@pytest.mark.parametrize("text", ["Zoë Łukasz Ümit", "Ελένη", "Жанна Ёлкина", "−2.3 ± 0.4 … “quoted”", "#sys $x$ *b*"])
def test_latin_greek_and_cyrillic_stay(letters, text):
    assert printable(text, letters) == text


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("李明", "‹LiMing›"),
        ("山田 太郎", "‹ShanTian TaiLang›"),
        ("🎲", "‹game die›"),
        ("👩\u200d👧 Ana", "‹woman girl› Ana"),  # joined by a mark that is nothing by itself
        ("\ue000", "[U+E000]"),  # of private use: no spelling
        ("a\u202eb", "a[U+202E]b"),  # a mark that would turn the direction of what follows
        ("a\x00b", "a[U+0000]b"),
        ("a\ud800b", "a[U+D800]b"),
        ("one\ntwo\tthree", "one two three"),
    ],
)
def test_other_characters_are_spelled_or_named_by_their_number(letters, text, printed):
    assert printable(text, letters) == printed


def test_a_letter_and_its_accent_are_one(letters):
    assert printable("e\u0301", letters) == "é"


def test_names_that_are_spelled_alike_are_told_apart(letters):
    names = ["李明", "黎明", "‹LiMing›", "李"]
    same = alike(names, letters)
    assert [printable(name, letters, same) for name in names] == [
        "‹LiMing U+674E U+660E›", "‹LiMing U+9ECE U+660E›", "‹LiMing›", "‹Li›",
    ]  # fmt: skip


def test_texts_within_lists_and_dictionaries(letters):
    assert printable_all({"a": ["李", 1, None], "b": ("x",)}, letters) == {
        "a": ["‹Li›", 1, None],
        "b": ["x"],
    }
