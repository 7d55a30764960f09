"""The same fixtures as the conformance suite has."""

from ryumon.testing.conformance.conftest import _interpreted, game

__all__ = ["_interpreted", "game"]
