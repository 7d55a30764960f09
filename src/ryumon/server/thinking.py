"""What a worker process does for the server. The web process names these jobs and never loads what
they need; what comes here is the knowledge of one seat, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ryumon import bots

if TYPE_CHECKING:
    from ryumon.play.seat import Seat


HINTED = 5  # moves that a hint tells of
TRIED = 5  # of those that were tried at least a fifth as often as the best
LOOKED_AT = 30  # simulations: of a move tried less often nothing is said


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


def hint(
    seat: Seat, seconds: float, seed: int, language: str, names: list[str]
) -> list[tuple[str, float, float, str]]:
    """The moves, the best first: the share of simulations, the chance to win, and why."""
    from ryumon.bots.advice import analyse

    seat.game.compile(background=True)
    found = analyse(seat, seat.viewer, seconds, seed=seed)
    total = max(found.simulations, 1)
    return [
        (one.move, one.simulations / total, one.chance, seat.reason(one.move, language, names))
        for one in found.moves[:HINTED]
        if one.simulations * TRIED >= found.moves[0].simulations
    ]


def judge(
    seat: Seat, move: str, seconds: float, seed: int, names: dict[str, list[str]]
) -> dict[str, Any]:
    """A move that was made, beside the best one, from what its seat knew then."""
    from ryumon.bots.advice import analyse

    seat.game.compile(background=True)
    found = analyse(seat, seat.viewer, seconds, seed=seed).moves
    made = next(one for one in found if one.move == move)
    # the move tried most is the best one, unless the one that was made has done better
    looked_at = made.simulations >= LOOKED_AT
    best = made if looked_at and made.chance > found[0].chance else found[0]
    said = {tongue: seat.reason(best.move, tongue, called) for tongue, called in names.items()}
    return {
        "chance": made.chance,
        "error": made.error if looked_at else None,
        "best": best.move,
        "best_chance": best.chance,
        "best_error": best.error,
        "reason": said,
    }
