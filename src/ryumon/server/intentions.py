"""Answers in advance: moves for one's next decision, or a rule until it is cancelled.

They are secret, and played after a fixed while when the turn comes, so that nobody learns from the
time that an answer was left, or that a move was forced.
"""

from __future__ import annotations

from ryumon import State
from ryumon.server import model, play
from ryumon.server.live import Live
from ryumon.server.protocol import Intention
from ryumon.server.words import Refuse
from ryumon.server.writer import Change, Conflict, NotStored

PASS, FORCED = "pass", "forced"


def answer(live: Live, game: State, seat: int) -> list[str] | None:
    """What the seat has left for the decision that it has now; None if nothing fits."""
    moves, rule = live.intentions.get(seat, (None, ""))
    if moves and game.seat(seat, events=False).refusal(moves) is None:
        return moves
    legal = game.legal()
    if rule == PASS and "pass" in legal:
        return ["pass"]
    if rule == FORCED and len(legal) == 1:
        return legal
    return None


async def intend(live: Live, seat: int, moves: list[str] | None, rule: str) -> None:
    """Leave an answer in advance, or none; the lock is taken."""
    if live.head.status not in ("open", "running"):
        raise Refuse("ended")
    async with live.lock:
        await _store(live, seat, moves, rule)
        # it may be the seat's turn already: then its time runs from now
        if live.state is not None and live.state.turn == seat and live.may_decide(seat):
            await live.commit("intend", {}, seat=seat)


async def _store(live: Live, seat: int, moves: list[str] | None, rule: str) -> None:
    try:
        await live.house.store.write(Change(more=model.intended(live.id, seat, moves, rule)))
    except (Conflict, NotStored):
        raise Refuse("not-stored", status=503) from None
    if moves or rule:
        live.intentions[seat] = (moves, rule)
    else:
        live.intentions.pop(seat, None)


async def use(live: Live, seat: int, moves: list[str]) -> None:
    """Play it; moves are used up, a rule stays. The lock is held."""
    left, rule = live.intentions[seat]
    await play.decide(live, seat, moves)
    if left:
        await _store(live, seat, None, rule)


def of(live: Live, seat: int) -> Intention | None:
    left = live.intentions.get(seat)
    return None if left is None else Intention(*left)
