"""Time: how long a seat may think, and what is left of it.

A deadline is a due row, so it is an absolute time of the store's clock and survives a restart. The
time that a decision took is what is missing until its deadline; so when the deadlines are moved,
because the server was down, nobody has lost any.
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING

from ryumon.server.protocol import Clock, Clocks
from ryumon.server.words import Refuse

if TYPE_CHECKING:
    from ryumon.server.live import Live

LAG = 0.4  # seconds that a move may be under way, never counted
FIRST = 20.0  # more seconds for a seat's first decision: people may still be reading
RETURN = 30.0  # more seconds, once for a decision, for a seat whose connection was lost
DAY = 86_400.0
LIMITS = {"move": (5.0, 3600.0), "bank": (10.0, 86_400.0), "days": (0.01, 30.0)}


def checked(clock: Clock) -> Clock:
    """The clock, if a game can be played by it."""
    low, high = LIMITS.get(clock.kind, (0.0, 0.0))
    seconds = {"move": clock.move, "bank": clock.bank, "days": clock.days}.get(clock.kind, 0.0)
    if not low <= seconds <= high or not 0 <= clock.increment <= 600:
        raise Refuse("clock", kind=clock.kind, low=low, high=high)
    return clock


class Banks:
    """What each seat has left of its bank, and who has decided before."""

    def __init__(self, clock: Clock, players: int) -> None:
        self.clock = clock
        self.left = [clock.bank] * players
        self.begun = [False] * players

    def copy(self) -> Banks:
        new = copy.copy(self)
        new.left, new.begun = self.left[:], self.begun[:]
        return new

    def fold(self, seat: int | None, left: float | None) -> None:
        """A decision of this seat is stored."""
        if seat is not None:
            self.begun[seat] = True
            if left is not None:
                self.left[seat] = left

    def deadline(self, seat: int, now: float) -> float | None:
        """Until when this seat must decide, if it begins now."""
        match self.clock.kind:
            case "none":
                return None
            case "days":
                return now + self.clock.days * DAY
            case "move":
                seconds = self.clock.move
            case "bank":
                seconds = self.left[seat]
        return now + seconds + LAG + (0.0 if self.begun[seat] else FIRST)

    def left_after(self, seat: int, deadline: float, now: float) -> float | None:
        """What is left in the seat's bank after a decision that ends now."""
        if self.clock.kind != "bank":
            return None
        left = min(max(deadline - now, 0.0), self.left[seat])
        return round(left + self.clock.increment, 3)


def clocks(live: Live, turn: int | None, now: float) -> Clocks | None:
    """The clocks as a viewer may see them who knows that this seat is to move."""
    banks = live.banks
    if banks.clock.kind == "none":
        return None
    left: list[float | None] = [None] * len(live.chairs)
    if banks.clock.kind == "bank":
        left = [round(seconds, 1) for seconds in banks.left]
    running = None
    if turn is not None and turn >= 0 and ("clock", turn) in live.due:
        running = turn
        left[turn] = round(max(live.due["clock", turn].at - LAG - now, 0.0), 1)
    return Clocks(left, running)
