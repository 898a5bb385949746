"""Ctrl-C while bots play."""

from __future__ import annotations

from typing import Any

import pytest

from azul_analytics.studies import compare as comparing


def interrupt_play(monkeypatch: pytest.MonkeyPatch, at: int) -> None:
    """Ctrl-C comes when game number `at` is played."""
    played, real = 0, comparing.games_of

    def stopping(*given: Any, **asked: Any) -> Any:
        nonlocal played
        for game in real(*given, **asked):
            played += 1
            if played == at:
                raise KeyboardInterrupt
            yield game

    monkeypatch.setattr(comparing, "games_of", stopping)
