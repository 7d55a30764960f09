"""On which database a test runs: those that ask for `backend` run on both."""

from __future__ import annotations

import pytest

from tests.server import harness


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def backend(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Everything that `harness.running` and `harness.database` open is of this kind."""
    if request.param == "postgresql":
        monkeypatch.setattr(harness, "database", harness.postgresql())
    return request.param
