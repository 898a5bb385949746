"""Characters that the fonts do not have."""

import pytest

from azul_analytics.reporting.brand import load_brand
from azul_analytics.reporting.letters import letters_of, printable, printable_all


@pytest.fixture(scope="module")
def letters():
    return letters_of(load_brand().fonts)


@pytest.mark.parametrize("text", ["Zoë Łukasz Ümit", "Ελένη", "Жанна Ёлкина", "−2.3 ± 0.4 … “quoted”", "#sys $x$ *b*"])
def test_latin_greek_and_cyrillic_stay(letters, text):
    assert printable(text, letters) == text


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("李明", "[U+674E][U+660E]"),
        ("🎲", "[U+1F3B2]"),
        ("a\u202eb", "a[U+202E]b"),  # a mark that would turn the direction of what follows
        ("a\x00b", "a[U+0000]b"),
        ("a\ud800b", "a[U+D800]b"),
        ("one\ntwo\tthree", "one two three"),
    ],
)
def test_other_characters_are_named_by_their_number(letters, text, printed):
    assert printable(text, letters) == printed


def test_a_letter_and_its_accent_are_one(letters):
    assert printable("e\u0301", letters) == "é"


def test_texts_within_lists_and_dictionaries(letters):
    assert printable_all({"a": ["李", 1, None], "b": ("x",)}, letters) == {
        "a": ["[U+674E]", 1, None],
        "b": ["x"],
    }
