"""Where a game was decided: the decisions of a table that has ended, each judged with what its seat
knew then.

A worker is handed the seat's knowledge at that moment and the move that was made, and nothing else.
The work is begun when somebody first asks, comes after all bots, aids and hints, and is kept.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
from typing import TYPE_CHECKING

import msgspec
import structlog
from sqlalchemy import bindparam, insert, select

from ryumon import State
from ryumon.play.sentence import LANGUAGES
from ryumon.server import history, schema
from ryumon.server.api import Judged, Review
from ryumon.server.writer import Change, Conflict, NotStored
from ryumon.table.seats import names
from ryumon.table.undo import shortened
from ryumon.workers import WorkerError

if TYPE_CHECKING:
    from ryumon.server.house import House
    from ryumon.server.live import Live

log = structlog.get_logger()

# Seconds of thought: for a whole game about so many, for each decision within these bounds
WHOLE, LEAST, MOST = 40.0, 0.05, 0.3


class Reviews:
    """One review at a time for each table."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._under_way: dict[str, asyncio.Task[None]] = {}

    async def of(self, live: Live, language: str) -> Review:
        """What is known so far; the rest is worked out meanwhile."""
        state = history.check_open(live)
        places = decisions(state)
        kept = await self._kept(live.id)
        missing = [at for at in places if at not in kept]
        if missing and live.id not in self._under_way and not self._house.draining:
            task = asyncio.create_task(self._judge_all(live, state, missing, len(places)))
            self._under_way[live.id] = task
            task.add_done_callback(lambda _: self._under_way.pop(live.id, None))
        found = [
            _judged(at, seat, state.moves[at], kept[at], language)
            for at, seat in places.items()
            if at in kept
        ]
        return Review(len(places), found, _shares(state))

    async def close(self) -> None:
        tasks = list(self._under_way.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _kept(self, table: str) -> dict[int, str]:
        rows = await self._house.store.read(
            lambda connection: connection.execute(_KEPT, {"t": table}).all()
        )
        return {row.at: row.data for row in rows}

    async def _judge_all(self, live: Live, state: State, missing: list[int], total: int) -> None:
        seconds = min(max(WHOLE / total, LEAST), MOST)
        try:
            for at in missing:
                await self._judge(live, state, at, seconds)
        except (WorkerError, queue.Full, NotStored) as wrong:
            log.warning("a review stops; it goes on when asked for", error=str(wrong))

    async def _judge(self, live: Live, state: State, at: int, seconds: float) -> None:
        then = shortened(state, at)
        seat = then.seat(then.turn, events=False)
        levels, given = [c.level for c in live.chairs], [c.name for c in live.chairs]
        called = {tongue: names(levels, seat.viewer, tongue, given).short for tongue in LANGUAGES}
        found = await self._house.thinkers.judge(seat, state.moves[at], seconds, called, live.id)
        row = {"table": live.id, "at": at, "data": msgspec.json.encode(found).decode()}
        with contextlib.suppress(Conflict):  # another process was first, and is no worse
            await self._house.store.write(Change(more=[(insert(schema.reviews), row)]))


def decisions(state: State) -> dict[int, int]:
    """After how many moves somebody had a choice, and who."""
    then, found = shortened(state, 0), dict[int, int]()
    for at, move in enumerate(state.moves):
        if then.turn >= 0 and len(then.legal_ids()) > 1:
            found[at] = then.turn
        then.play(move)
    return found


def _judged(at: int, seat: int, move: str, data: str, language: str) -> Judged:
    told = msgspec.json.decode(data)
    reason = told.pop("reason")[language]
    return Judged(at, seat, move, reason=reason, **told)


def _shares(state: State) -> list[float]:
    """What each seat got of the win; nothing if the game was not played to its end."""
    result = state.result()
    return [] if result is None else result.payoffs


_KEPT = select(schema.reviews.c.at, schema.reviews.c.data).where(
    schema.reviews.c.table == bindparam("t")
)
