"""Answers in advance: moves for one's next decision, or a rule until it is cancelled.

They are secret, and played after a fixed while when the turn comes, so that nobody learns from the
time that an answer was left, or that a move was forced.
"""

from __future__ import annotations

from ryumon import State
from ryumon.server import model, play
from ryumon.server.live import Live, Stale
from ryumon.server.protocol import Intention
from ryumon.server.words import Refuse

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


async def intend(
    live: Live, seat: int, command: str, moves: list[str] | None, rule: str
) -> None:  # fmt: skip
    """Leave an answer in advance, or none. If it is the seat's turn already, its time runs from
    now."""
    if live.head.status not in ("open", "running"):
        raise Refuse("ended")
    async with live.lock:
        before = live.intentions
        live.intentions = _changed(live, seat, moves, rule)  # what will be due depends on it
        more = model.intended(live.id, seat, moves, rule)
        try:
            await live.commit("intend", {}, seat=seat, command=command, more=more)
        except Stale:
            raise  # the table was read again
        except BaseException:
            live.intentions = before
            raise


def _changed(
    live: Live, seat: int, moves: list[str] | None, rule: str
) -> dict[int, tuple[list[str] | None, str]]:  # fmt: skip
    rest = {where: left for where, left in live.intentions.items() if where != seat}
    return {**rest, seat: (moves, rule)} if moves or rule else rest


async def use(live: Live, seat: int, moves: list[str]) -> None:
    """Play it; moves are used up in the same step, a rule stays. The lock is held."""
    left, rule = live.intentions[seat]
    more = model.intended(live.id, seat, None, rule) if left else []
    await play.decide(live, seat, moves, more=more)
    if left:
        live.intentions = _changed(live, seat, None, rule)


def of(live: Live, seat: int) -> Intention | None:
    left = live.intentions.get(seat)
    return None if left is None else Intention(*left)
