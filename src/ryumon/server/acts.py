"""What is done when something is due. Each looks again, under the lock, whether it still is."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

from ryumon.server import clocks, intentions, play, seats
from ryumon.server.live import MORE_TIME, PAUSE, Live
from ryumon.server.model import CLAIM, DueRow
from ryumon.table.timing import times_up


def _still(live: Live, row: DueRow) -> bool:
    now = live.due.get((row.kind, row.seat))
    return now is not None and now.number == row.number


async def bot(live: Live, row: DueRow) -> None:
    """A bot's decision: thought about elsewhere, made when its beat is over."""
    house, level = live.house, live.chairs[row.seat].level
    began = house.now()
    moves = await house.thinkers.decide(live, row.seat, level)
    beat = live.head.beat or house.thinkers.beat(live.game, level)
    wait = times_up(began, beat, house.now()) - house.now()
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
    await house.look_around(live)
    away = not live.is_here(seat)
    lost = house.now() - (live.presence.gone_since(seat) or 0.0)
    if away and lost < clocks.RETURN and live.extended.get(seat) != row.number:
        async with live.lock:
            if _still(live, row) and live.extended.get(seat) != row.number:
                at = row.at + clocks.RETURN
                later = replace(row, at=at, claimed_until=at + CLAIM, ours=True)
                await live.commit(MORE_TIME, {"seat": seat}, due={("clock", seat): later})
                live.extended[seat] = row.number
        return
    level = live.head.level if live.head.expiry == "bot" else "thumb"
    moves = await house.thinkers.decide(live, seat, level)
    async with live.lock:
        if _still(live, row):
            await play.decide(live, seat, moves)
            if away:
                await seats.take_over(live, seat)


async def end(live: Live, row: DueRow) -> None:
    """A game that is over has not ended its table: whoever stored its last move was cut short."""
    async with live.lock:
        if live.over and live.moment is None and live.head.status == "running":
            await play.finish(live)


ACTS: dict[str, Callable[[Live, DueRow], Awaitable[None]]] = {
    "bot": bot, "answer": answer, "pause": pause, "clock": clock,
    "end": end,
}  # fmt: skip
