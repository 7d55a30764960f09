"""What a worker process does for the server. The web process names these jobs and never loads what
they need; what comes here is the knowledge of one seat, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ryumon import bots

if TYPE_CHECKING:
    from ryumon.play.seat import Seat


def choose(seat: Seat, level: str, seed: int, seconds: float) -> int:
    """A bot's move, thought about for at most so many seconds."""
    if level not in bots.LEVELS:
        return bots.make(level, seed).choose(seat)
    from ryumon.bots.levels import budget_of

    budget = replace(budget_of(level, seat.game.name), seconds=seconds)
    return bots.Search(seed, level, budget).choose(seat)
