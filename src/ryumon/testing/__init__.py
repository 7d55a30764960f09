"""Tests for games, ours and others: the conformance suite and drivers that play a game.

A game of another package puts a `Suite` into `SUITES`, in the conftest.py at the root of its tests,
and runs `pytest --pyargs ryumon.testing.conformance`. See docs/add-a-game.md.
"""

import pytest

pytest.register_assert_rewrite("ryumon.testing.support", "ryumon.testing.conformance.secrecy")

from ryumon.testing.support import SUITES, Suite  # noqa: E402

__all__ = ["SUITES", "Suite"]
