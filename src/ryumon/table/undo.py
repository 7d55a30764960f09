"""What can be taken back: as far as no information flowed."""

from __future__ import annotations

from collections.abc import Iterable

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


def may_undo(state: State, length: int, seat: int, others: Iterable[int]) -> bool:
    """May this seat take back all but the first `length` moves? Only if it alone made them, what it
    saw of them was its own doing, and none of the `others` (viewers who have looked since; PUBLIC
    for spectators) saw anything. Where only bots play along everything may be taken back."""
    then = shortened(state, length)
    seen = {viewer: len(then.events(viewer)) for viewer in {seat, *others}}
    for move in state.moves[length:]:
        if then.turn != seat:
            return False
        then.play(move)
    own = state.events(seat, seen.pop(seat))
    if any(event.get("seat") != seat for event in own):
        return False
    return all(len(state.events(viewer)) == n for viewer, n in seen.items())


def last_undo(state: State, seat: int, others: Iterable[int]) -> int | None:
    """After how many moves the seat's last decision began that it may take back; None if there is
    none. What of the present decision has been made already counts."""
    others = list(others)
    made = [k for k in decisions(state, seat) if k < state.length]
    return made[-1] if made and may_undo(state, made[-1], seat, others) else None
