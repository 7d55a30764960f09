"""No rule without a test that bears its id."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support import SUITES


@pytest.mark.parametrize("rule", sorted(SUITES["tatsu"].rules))
def test_a_test_names_the_rule(rule: str) -> None:
    named = re.compile(rf"^def test_{rule.replace('-', '_')}_\w+\(", re.MULTILINE)
    here = [path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py")]
    assert sum(len(named.findall(text)) for text in here) >= 1
