"""Questions that are asked in secret, where the game's `sight` has them (play/contract.py).

Nobody may learn from when or how the game goes on whether one of those who might be asked was.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ryumon.play.event import PUBLIC
from ryumon.play.state import State
from ryumon.table.undo import shortened


class Moment(NamedTuple):
    """A move that everyone saw, after which seats are called. Until all of them have been here
    nobody is told more, for what comes next tells whether somebody was asked."""

    before: State
    event: dict[str, Any]  # the move as everyone saw it
    seats: list[int]

    def view(self, viewer: int) -> Any:
        """What this viewer sees meanwhile, as the game's struct `View`."""
        view = self.before.typed_view(viewer)
        return self.before.game.spec.sight.meanwhile(view, self.event)

    def asks(self, state: State) -> bool:
        """Is one of those who are called asked in this later state? Whoever else has a secret
        decision after them, such as the special of a samurai, must wait like everyone."""
        return state.turn in self.seats and is_asked(state, state.turn)

    def told(self, viewer: int) -> int:
        """How many events this viewer may know of meanwhile."""
        return self.before.told(viewer).length + 1


def moment(before: State, now: State) -> Moment | None:
    """The moment that the move after `before` made, if it calls anybody."""
    ask = getattr(now.game.spec.sight, "may_be_asked", None)
    if ask is None:
        return None
    news = now.events(PUBLIC, before.told(PUBLIC).length)
    if not news or news[0]["kind"] not in now.game.spec.sight.ASKING:
        return None
    called = ask(before.typed_view(PUBLIC), news[0])
    return Moment(before, news[0], called) if called else None


def last_moment(state: State) -> Moment | None:
    """The moment of the last move that was nobody's secret answer. Who has been here since is not
    written down, and must not be worked out from answers: all of them are called again."""
    if not hasattr(state.game.spec.sight, "may_be_asked"):
        return None
    then, before = shortened(state, 0), None
    for move in state.moves:
        if then.typed_view(PUBLIC).turn is not None:
            before = then.copy()
        then.play(move)
    return None if before is None else moment(before, state)


def is_asked(state: State, seat: int) -> bool:
    """Is this seat to answer, and nobody else knows it?"""
    return state.turn == seat and not is_seen_to_move(state, seat)


def unanswered(state: State, wish: str) -> str:
    """What is played for the seat that is asked, if it has not answered."""
    return state.game.spec.sight.unanswered(state.legal(), wish)


def is_seen_to_move(state: State, seat: int) -> bool:
    """Does everyone see that this seat is to move?"""
    return state.typed_view(PUBLIC).turn == seat
