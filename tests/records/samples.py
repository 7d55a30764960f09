"""Records to be damaged, written and compared."""

from __future__ import annotations

from functools import cache

import ryumon
from ryumon import State
from ryumon.play.record import Record
from tests.support import finished

NAMES = ["East", "South", "西"]
DATE = "2025-03-21T18:00:00Z"


@cache
def moves_of(name: str, seed: int, **options: object) -> list[str]:
    """The moves of a whole random game."""
    return finished(ryumon.game(name, **options), seed).moves  # pyright: ignore[reportArgumentType]


def whole() -> State:
    """A finished game for three."""
    return ryumon.game("slaughter", players=3).replay(moves_of("slaughter", 1, players=3))


@cache
def whole_record() -> Record:
    return Record.of(whole(), names=NAMES, date=DATE)


def running(moves: int = 60) -> State:
    return ryumon.game("slaughter", players=3).replay(moves_of("slaughter", 1, players=3)[:moves])


@cache
def running_record() -> Record:
    """A game that goes on, with the times of its moves."""
    state = running()
    return Record.of(state, NAMES, [k / 8 for k in range(len(state.moves))], date=DATE)


@cache
def set_record() -> Record:
    """The last part of that game, from a position."""
    moves = moves_of("slaughter", 1, players=3)
    game = ryumon.game("slaughter", players=3)
    state = game.position(game.replay(moves[:-30]).position())
    for move in moves[-30:]:
        state.play(move)
    return Record.of(state, date=DATE)
