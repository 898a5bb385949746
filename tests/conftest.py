"""Fixtures for all tests; being here, it also lets them import tests/hand_made.py."""

from collections.abc import Iterator

import pytest

from azul_analytics.database import Database, connect


@pytest.fixture
def database() -> Iterator[Database]:
    """An empty database in memory."""
    with connect() as opened:
        yield opened
