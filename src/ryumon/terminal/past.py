"""The game as it was earlier."""

from __future__ import annotations

from ryumon.play.state import State


def shortened(state: State, length: int) -> State:
    """The state after the first so many of its moves."""
    origin = state.origin
    then = state.game.start() if origin is None else state.game.position(origin)
    for move in state.moves[:length]:
        then.play(move)
    return then


def decisions(state: State, seat: int) -> list[int]:
    """After how many moves the seat had a decision to begin, up to now."""
    then = shortened(state, 0)
    found: list[int] = []
    for k, move in enumerate([*state.moves, ""]):
        # several moves that were named together are one decision
        if then.turn == seat and not (then.choice() or {}).get("chosen"):
            found.append(k)
        if move:
            then.play(move)
    return found
