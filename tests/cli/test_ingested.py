"""What is said before games are played."""

from __future__ import annotations

import pytest

from azul_analytics.cli.ingested import say_before_play
from azul_analytics.rules.ruleset import load_ruleset, parse_ruleset
from azul_analytics.simulate import series_of

STANDARD = load_ruleset("standard")
OWN = parse_ruleset('name = "own"\nfloor = []', "x")


def test_what_compiles_is_said_once_and_adds_up(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("azul_analytics.rules.machine_code.is_kept", lambda _: False)
    tables = [series_of(STANDARD, players=2, policy=policy) for policy in ("random", "greedy", "careful")]
    assert say_before_play(tables[:2], judged=False) == 20
    assert say_before_play(tables) == 20 + 60 + 20
    assert capsys.readouterr().err.splitlines() == [
        "Compiling the game, once: about 20 s.",
        "Compiling the game, once: about 20 s.",
        "Compiling the game with its search, once: about 60 s.",
        "Compiling the rules, once: about 20 s.",
    ]
    monkeypatch.setattr("azul_analytics.rules.machine_code.is_kept", lambda _: True)
    assert say_before_play(tables) == 0


def test_a_search_without_a_value_of_its_own_is_named_once(capsys: pytest.CaptureFixture[str]) -> None:
    say_before_play(series_of(ruleset, players=2, policy="search:9") for ruleset in (STANDARD, OWN, OWN))
    (said,) = capsys.readouterr().err.splitlines()
    assert said.startswith("No fitted value comes with the ruleset own: search uses a plain one, and plays weaker.")
