"""What is done when something is due. Each looks again, under the lock, whether it still is."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

from ryumon.server import clocks, intentions, model, play, seats
from ryumon.server.live import PAUSE, Live
from ryumon.server.model import DueRow
from ryumon.server.writer import Change
from ryumon.table.timing import times_up


def _still(live: Live, row: DueRow) -> bool:
    now = live.due.get((row.kind, row.seat))
    return now is not None and now.number == row.number


async def bot(live: Live, row: DueRow) -> None:
    """A bot's decision: thought about elsewhere, made when its beat is over."""
    house, level = live.house, live.chairs[row.seat].level
    began = house.now()
    moves = await house.thinkers.decide(live, row.seat, level)
    wait = times_up(began, house.thinkers.beat(live.game, level), house.now()) - house.now()
    if wait > 0:
        await asyncio.sleep(wait)
    async with live.lock:
        if _still(live, row):
            await play.decide(live, row.seat, moves)


async def answer(live: Live, row: DueRow) -> None:
    """What a person has left as an answer in advance."""
    async with live.lock:
        if not _still(live, row) or live.state is None:
            return
        moves = intentions.answer(live, live.state, row.seat)
        if moves is not None:
            await intentions.use(live, row.seat, moves)


async def pause(live: Live, row: DueRow) -> None:
    async with live.lock:
        if live.due.get(PAUSE) is not None and _still(live, row):
            await play.end_pause(live)


async def clock(live: Live, row: DueRow) -> None:
    """A person's time is over. One who has just lost the connection gets a little more; else a bot
    moves, by the table's policy, and plays on for one who is away."""
    house, seat = live.house, row.seat
    away = not live.is_here(seat)
    lost = house.now() - live.gone.get(seat, 0.0)
    if away and lost < clocks.RETURN and live.extended.get(seat) != row.number:
        live.extended[seat] = row.number
        later = replace(row, at=row.at + clocks.RETURN)
        async with live.lock:
            if _still(live, row):
                await house.store.write(
                    Change(more=[model.due_done(row), model.due_set(later)])
                )  # fmt: skip
                live.due["clock", seat] = later
                house.due.schedule(live)
        return
    level = live.head.level if live.head.expiry == "bot" else "thumb"
    moves = await house.thinkers.decide(live, seat, level)
    async with live.lock:
        if _still(live, row):
            await play.decide(live, seat, moves)
            if away:
                await seats.take_over(live, seat)


ACTS: dict[str, Callable[[Live, DueRow], Awaitable[None]]] = {
    "bot": bot, "answer": answer, "pause": pause, "clock": clock,
}  # fmt: skip
