"""What a viewer is shown of a game: all of it, or only so much while something is judged in secret.

After a card that could have called somebody everyone sees the same until one fixed pause is over,
whether a question was asked or not. Whoever is asked sees the own question, and nothing after it.
"""

from __future__ import annotations

from typing import Any

from ryumon import State
from ryumon.play.seat import Seat
from ryumon.server.story import Event
from ryumon.table.questions import Moment, last_moment


class Shown:
    """A state as far as it may be shown to one viewer. Nothing is worked out before it is asked
    for, and nothing twice."""

    __slots__ = ("_moment", "_seat", "state", "viewer")

    def __init__(self, state: State, viewer: int, moment: Moment | None = None) -> None:
        self.state, self.viewer, self._moment = state, viewer, moment
        self._seat: Seat | None = None

    def count(self) -> int:
        """How many events there are."""
        all_of_them = self.state.told(self.viewer).length
        return all_of_them if self._moment is None else min(all_of_them, self._limit())

    def events(self, since: int = 0) -> list[Event]:
        """Those after the number `since`, not to be changed."""
        events = self.state.told(self.viewer).raw(since)
        return events if self._moment is None else events[: max(self._limit() - since, 0)]

    def _limit(self) -> int:
        assert self._moment is not None
        return self._moment.told(self.viewer)

    @property
    def seat(self) -> Seat:
        """What the viewer knows when nothing is judged, without events."""
        if self._seat is None:
            self._seat = self.state.seat(self.viewer, events=False)
        return self._seat

    def view(self) -> Any:
        return self.seat.typed_view() if self._moment is None else self._moment.view(self.viewer)


def asked_since(moment: Moment, now: State) -> dict[int, State]:
    """Who was asked since the moment began, and the game as it was then."""
    then, found = moment.before.copy(), dict[int, State]()
    for move in now.moves[len(then.moves) :]:
        then.play(move)
        if moment.asks(then):
            found[then.turn] = then.copy()
    return found


__all__ = ["Moment", "Shown", "asked_since", "last_moment"]
