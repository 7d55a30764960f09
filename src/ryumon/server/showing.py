"""What a viewer is shown of a game: all of it, or only so much while something is judged in secret.

After a card that could have called somebody everyone sees the same until one fixed pause is over,
whether a question was asked or not. Whoever is asked sees the own question, and nothing after it.
"""

from __future__ import annotations

from typing import Any

from ryumon import State
from ryumon.server.story import Event
from ryumon.table.questions import Moment, is_asked, last_moment

LAY, DECLINE = "lay", "no"


class Shown:
    """A state as far as it may be shown to one viewer."""

    __slots__ = ("_limit", "_view", "state", "turn", "viewer")

    def __init__(self, state: State, viewer: int, moment: Moment | None = None) -> None:
        self.state, self.viewer = state, viewer
        self._limit = None if moment is None else moment.told(viewer)
        self._view = None if moment is None else moment.view(viewer)
        self.turn = state.turn if moment is None else None  # whose decision this viewer may know

    def count(self, known: int = 0) -> int:
        """How many events there are, of which so many are known to be."""
        return known + len(self.events(known))

    def events(self, since: int = 0) -> list[Event]:
        events = self.state.events(self.viewer, since)
        return events if self._limit is None else events[: max(self._limit - since, 0)]

    def view(self) -> Any:
        return self.state.typed_view(self.viewer) if self._view is None else self._view


def asked_since(moment: Moment, now: State) -> dict[int, State]:
    """Who was asked since the moment began, and the game as it was then."""
    then, found = moment.before.copy(), dict[int, State]()
    for move in now.moves[len(then.moves) :]:
        then.play(move)
        if then.turn >= 0 and is_asked(then, then.turn):
            found[then.turn] = then.copy()
    return found


def standing_answer(state: State, rule: str) -> str:
    """What a seat that has not answered does: what it left as its wish; else it lays its card."""
    legal = state.legal()
    if rule == DECLINE and "no" in legal:
        return "no"
    return next((move for move in legal if move != "no"), legal[0])


__all__ = ["Moment", "Shown", "asked_since", "is_asked", "last_moment", "standing_answer"]
