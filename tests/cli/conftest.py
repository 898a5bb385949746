"""What all tests of commands share."""

import pytest


@pytest.fixture(autouse=True)
def nothing_is_said_of_compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether machine code is kept depends on what ran before on this machine, and so would stderr."""
    monkeypatch.setattr("azul_analytics.rules.machine_code.is_kept", lambda _: True)
