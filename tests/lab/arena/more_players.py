"""The bots of ryumon.bots and those of the tests."""

from __future__ import annotations

from typing import Any

from ryumon import bots
from tests.lab.arena import players
from tests.lab.arena.players import choose

__all__ = ["choose", "make"]


def make(name: str, seed: int) -> Any:
    return bots.make(name, seed) if name in bots.BOTS else players.make(name, seed)
