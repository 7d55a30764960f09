"""What a worker process does for the server. The web process names these jobs and never loads what
they need; what comes here is the knowledge of one seat, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ryumon import bots

if TYPE_CHECKING:
    from ryumon.play.seat import Seat


def choose(seat: Seat, level: str, seed: int, seconds: float) -> int:
    """A bot's move, thought about for at most so many seconds."""
    if level not in bots.LEVELS:
        return bots.make(level, seed).choose(seat)
    from ryumon.bots.levels import budget_of

    seat.game.compile(background=True)  # the first time; until that is done it thinks interpreted
    budget = replace(budget_of(level, seat.game.name), seconds=seconds)
    return bots.Search(seed, level, budget).choose(seat)


def aids(seat: Seat) -> dict[str, Any]:
    return seat.aids()


def hint(seat: Seat, seconds: float, seed: int) -> list[tuple[str, float, float]]:
    """The moves, the best first: the share of simulations and the chance to win."""
    from ryumon.bots.advice import analyse

    seat.game.compile(background=True)
    found = analyse(seat, seat.viewer, seconds, seed=seed)
    total = max(found.simulations, 1)
    return [(one.move, one.simulations / total, one.chance) for one in found.moves]
