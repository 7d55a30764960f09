"""What a viewer was told at a table, numbered by the viewer's own numbers.

The events of a state are the viewer's whole story as long as nothing is taken back. After an undo
the numbers go on growing: what was taken back stays told, an event `back` says to where, and the
events of the state that stand from then on have later numbers. A viewer who had seen nothing of
what was taken back is told nothing.
"""

from __future__ import annotations

from typing import Any

Event = dict[str, Any]


class Story:
    """One viewer's numbers. `count` events of the state have been told, of which `places[k]` is
    the number of event k + 1; without an undo that is k + 1 itself, and nothing is kept."""

    __slots__ = ("count", "kept", "n", "places")

    def __init__(self) -> None:
        self.n = 0  # the viewer's last number
        self.count = 0  # events of the state that stand
        self.places: list[int] | None = None
        self.kept: dict[int, Event] = {}  # by number: what was taken back, and `back` itself

    def grow(self, count: int) -> None:
        """The state has so many events for this viewer now."""
        new = count - self.count
        if self.places is not None:
            self.places.extend(range(self.n + 1, self.n + new + 1))
        self.count = count
        self.n += new

    def take_back(self, events: list[Event], count: int) -> None:
        """Of the state's `events` only the first `count` stand from now on."""
        if count == len(events):
            return
        if self.places is None:
            self.places = list(range(1, self.count + 1))
        for place, event in zip(self.places[count:], events[count:], strict=True):
            self.kept[place] = event
        del self.places[count:]
        self.count = count
        self.n += 1
        self.kept[self.n] = {"kind": "back", "to": self.places[-1] if self.places else 0}

    def since(self, events: list[Event], since: int) -> list[Event]:
        """What the viewer was told after its number `since`, from the state's `events`, which have
        no numbers."""
        if self.places is None:
            return [{"n": n, **event} for n, event in enumerate(events[since:], since + 1)]
        told = dict(zip(self.places, events, strict=True))
        told |= self.kept
        return [{"n": n, **told[n]} for n in range(since + 1, self.n + 1)]
