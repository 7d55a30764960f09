"""The arena compiles the rules for bots that search; those of the tests do not."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def interpreted_rules(monkeypatch) -> None:
    monkeypatch.setenv("RYUMON_JIT", "off")
