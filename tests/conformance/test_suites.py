"""No game escapes the conformance suite."""

from __future__ import annotations

from ryumon.play.registry import NAMES
from tests import support


def test_every_game_of_ours_has_a_suite() -> None:
    missing = set(NAMES) - set(support.SUITES)
    assert not missing, f"tests/support.py needs an entry in SUITES for: {sorted(missing)}"
