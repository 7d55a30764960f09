"""Questions that are asked in secret.

Where a game asks in secret, its screen has `calls`: who might be asked, as far as everyone can
tell. Nobody may learn from when or how the game goes on whether one of them was.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ryumon.play.event import PUBLIC
from ryumon.play.state import State
from ryumon.terminal.layout import screen_of
from ryumon.terminal.past import shortened


class Moment(NamedTuple):
    """A move that everyone saw, after which seats are called. Until all of them have been here
    nobody is told more, for what comes next tells whether somebody was asked."""

    before: State
    event: dict[str, Any]  # the move as everyone saw it
    seats: list[int]


def is_open(screen: Any) -> bool:
    """Is nothing hidden in this game, so that all may look at the screen at any time?"""
    return getattr(screen, "OPEN", False)


def moment(before: State, now: State) -> Moment | None:
    """The moment that the move after `before` made, if it calls anybody."""
    screen = screen_of(now.game.spec)
    if not hasattr(screen, "calls"):
        return None
    news = now.events(PUBLIC, len(before.events(PUBLIC)))
    called = screen.calls(before.typed_view(PUBLIC), news[0]) if news else []
    return Moment(before, news[0], called) if called else None


def last_moment(state: State) -> Moment | None:
    """The moment of the last move that was nobody's secret answer. Who has been here since is not
    written down, and must not be worked out from answers: all of them are called again."""
    if not hasattr(screen_of(state.game.spec), "calls"):
        return None
    then, before = shortened(state, 0), None
    for move in state.moves:
        if then.typed_view(PUBLIC).turn is not None:
            before = then.copy()
        then.play(move)
    return None if before is None else moment(before, state)


def is_asked(state: State, seat: int) -> bool:
    """Is this seat to answer, and nobody else knows it?"""
    return state.turn == seat and state.typed_view(PUBLIC).turn is None
