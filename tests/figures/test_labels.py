"""Names and order of groups."""

import pandas as pd

from azul_analytics.figures import group_label, in_reading_order, n_text, shortened


def frame(*rows):
    return pd.DataFrame(rows, columns=["ruleset", "ruleset_hash", "player_count", "kind"])


def test_standard_comes_first_within_a_player_count_and_recorded_before_simulated():
    ordered = in_reading_order(
        frame(
            ("gray", "a1", 2, "simulated"),
            ("gray", "a1", 2, "recorded"),
            ("standard", "b1", 3, "recorded"),
            ("standard", "b1", 2, "recorded"),
        )
    )
    assert [group_label(row) for _, row in ordered.iterrows()] == [
        "standard, 2 players",
        "gray, 2 players",
        "gray, 2 players, simulated",
        "standard, 3 players",
    ]


def test_rulesets_of_one_name_are_told_apart_by_their_hash():
    ordered = in_reading_order(frame(("gray", "abcdefgh", 2, "recorded"), ("gray", "12345678", 2, "recorded")))
    assert list(ordered["label"]) == ["gray #123456", "gray #abcdef"]


def test_a_long_name_is_cut_in_its_middle():
    assert shortened("x" * 20, 20) == "x" * 20
    assert shortened("a" * 20 + "b" * 20, 9) == "aaaa…bbbb"
    assert len(shortened("y" * 64)) == 26


def test_units_are_named_where_they_are_not_games():
    assert n_text({"games": 1200, "units": 1200}) == "n = 1,200"
    assert n_text({"games": 1200, "units": 300}) == "n = 1,200 (300 blocks)"
