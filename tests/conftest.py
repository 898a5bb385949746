"""Fixtures for all tests; being here, it also lets them import tests/hand_made.py."""

from collections.abc import Iterator

import pytest

from azul_analytics.database import Database, connect


@pytest.fixture
def database() -> Iterator[Database]:
    """An empty database in memory."""
    with connect() as opened:
        yield opened


@pytest.fixture(autouse=True)
def nothing_is_said_of_compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether machine code is kept depends on what ran before on this machine, and so would stderr of commands."""
    monkeypatch.setattr("azul_analytics.rules.machine_code.is_kept", lambda _: True)
