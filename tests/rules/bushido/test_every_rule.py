"""No rule without a test that bears its id."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support import SUITES


@pytest.mark.parametrize("rule", sorted(SUITES["bushido"].rules))
def test_a_test_names_the_rule(rule: str) -> None:
    named = re.compile(rf"^def test_\w*{rule.replace('-', '_')}_\w+\(", re.MULTILINE)
    here = [path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py")]
    assert any(named.search(text) for text in here)
