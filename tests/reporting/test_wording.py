"""Numbers as text."""

import math

import pytest

from azul_analytics.reporting import wording


def test_counts_know_none_and_one():
    assert [wording.count(number, "game") for number in (0, 1, 2, 1240)] == [
        "no games", "1 game", "2 games", "1,240 games",
    ]  # fmt: skip


def test_was_agrees_with_its_number():
    assert [wording.was(number) for number in (0, 1, 2)] == ["were", "was", "were"]


@pytest.mark.parametrize(
    ("number", "signed", "text"),
    [
        (-2.34, False, "−2.3"),
        (2.34, True, "+2.3"),
        (-0.04, True, "0.0"),
        (0.0, True, "0.0"),
        (math.nan, True, "–"),
    ],
)
def test_points_have_a_real_minus_and_no_signed_zero(number, signed, text):
    assert wording.points(number, signed=signed) == text


def test_percent():
    assert [wording.percent(share) for share in (0, 0.5432, 1, math.nan)] == ["0.0", "54.3", "100.0", "–"]


def test_a_missing_interval_is_not_said():
    assert wording.with_span("54.3", "48.6", "59.8") == "54.3 (48.6 to 59.8)"
    assert wording.with_span("100.0", "–", "–") == "100.0"


def test_lists_end_with_and():
    assert [wording.listed(words) for words in (["a"], ["a", "b"], ["a", "b", "c"])] == [
        "a", "a and b", "a, b and c",
    ]  # fmt: skip


def test_days_are_utc():
    # 2026-11-29T23:30:00Z, which is the next day east of Greenwich
    assert wording.day(1795995000) == "2026-11-29"
    assert wording.day(None) == "–"
