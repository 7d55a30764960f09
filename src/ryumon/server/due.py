"""What no client triggers: a bot's move, the end of a pause, a clock.

Each is a row of the database, written together with the entry that causes it. Any process may take
it for a short time; it acts once, because its entry has one number.
"""

from __future__ import annotations

import asyncio
import contextlib
import heapq
from typing import TYPE_CHECKING

import structlog
from sqlalchemy import bindparam, select, update

from ryumon import State
from ryumon.server import schema
from ryumon.server.live import Stale
from ryumon.server.model import DueRow
from ryumon.server.words import Refuse
from ryumon.server.writer import Change, Conflict, NotStored

if TYPE_CHECKING:
    from ryumon.server.house import House
    from ryumon.server.live import Live

log = structlog.get_logger()

CLAIM = 4.0  # seconds after its time that a row belongs to the process that has taken it
LOOK = 2.0  # seconds between two looks at the rows of all processes
Key = tuple[str, str, int]  # table, kind, seat


class Due:
    """The rows that this process knows of, by time, and the task that acts on them."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._heap: list[tuple[float, Key, int]] = []
        self._wake = asyncio.Event()
        self._acting: dict[Key, asyncio.Task[None]] = {}
        self._tasks: list[asyncio.Task[None]] = []

    async def begin(self) -> None:
        await self._look()
        self._tasks = [asyncio.create_task(self._run()), asyncio.create_task(self._look_on())]

    async def close(self) -> None:
        tasks = [*self._tasks, *self._acting.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # --- what is wanted -----------------------------------------------------------------------

    def wanted(
        self, live: Live, game: State | None, number: int, now: float
    ) -> dict[tuple[str, int], DueRow]:  # fmt: skip
        """All that will be due at the table after the entry before `number`."""
        if game is None or live.head.status != "running" or game.turn < 0:
            return {}
        seat = game.turn
        if live.chairs[seat].level:
            return {("bot", seat): DueRow(live.id, "bot", seat, number, now, now + CLAIM, True)}
        return {}

    def schedule(self, live: Live) -> None:
        """Take up what is due at this table."""
        for row in live.due.values():
            self._push(row)

    def _push(self, row: DueRow) -> None:
        heapq.heappush(self._heap, (row.at, (row.table, row.kind, row.seat), row.number))
        self._wake.set()

    # --- acting -------------------------------------------------------------------------------

    async def _look_on(self) -> None:
        while True:
            await asyncio.sleep(LOOK)
            try:
                await self._look()
                self.house.sweep()
            except Exception as wrong:
                log.error("could not look for what is due", error=type(wrong).__name__)

    async def _look(self) -> None:
        """Take up rows that another process has left, or that were here before we started."""
        until = {"until": self.house.now() + LOOK}
        rows = await self.house.store.read(
            lambda connection: connection.execute(_WAITING, until).mappings().all()
        )
        for row in rows:
            if (row["table"], row["kind"], row["seat"]) not in self._acting:
                self._push(DueRow(**row))

    async def _run(self) -> None:
        while True:
            now = self.house.now()
            while self._heap and self._heap[0][0] <= now:
                _, key, number = heapq.heappop(self._heap)
                if key not in self._acting:
                    task = asyncio.create_task(self._act(key, number))
                    self._acting[key] = task
                    task.add_done_callback(lambda _, key=key: self._acting.pop(key, None))
            wait = min(self._heap[0][0] - now, LOOK) if self._heap else LOOK
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), wait)
            self._wake.clear()

    async def _act(self, key: Key, number: int) -> None:
        table, kind, seat = key
        try:
            live = await self.house.find(table)
            row = live.due.get((kind, seat))
            if row is None or row.number != number or not (row.ours or await self._claim(row)):
                return
            await ACTS[kind](live, row)
        except (Stale, Refuse):
            pass  # somebody was first, or the store failed: the row is still there
        except Exception as wrong:
            log.error("what was due failed", kind=kind, error=type(wrong).__name__, exc_info=True)

    async def _claim(self, row: DueRow) -> bool:
        """Take the row for a while; False if another process has it."""
        now = self.house.now()
        asked = {
            "t": row.table, "k": row.kind, "s": row.seat, "n": row.number, "now": now,
            "until": now + CLAIM,
        }  # fmt: skip
        try:
            await self.house.store.write(Change(claim=(_CLAIM, asked)))
        except (Conflict, NotStored):
            return False
        return True


_WAITING = select(schema.due).where(
    schema.due.c.at <= bindparam("until"), schema.due.c.claimed_until <= bindparam("until")
)
_CLAIM = (
    update(schema.due)
    .where(
        schema.due.c.table == bindparam("t"),
        schema.due.c.kind == bindparam("k"),
        schema.due.c.seat == bindparam("s"),
        schema.due.c.number == bindparam("n"),
        schema.due.c.claimed_until <= bindparam("now"),
    )
    .values(claimed_until=bindparam("until"))
)


async def _bot_moves(live: Live, row: DueRow) -> None:
    """A bot's decision: thought about elsewhere, made when its beat is over."""
    house, began = live.house, live.house.now()
    level = live.chairs[row.seat].level
    moves = await house.thinkers.decide(live, row.seat, level)
    beat = house.thinkers.beat(live.game, level)
    wait = began + beat * max(1, -(-(house.now() - began) // beat)) - house.now() if beat else 0
    if wait > 0:
        await asyncio.sleep(wait)
    async with live.lock:
        if live.number + 1 == row.number:
            await live.play(row.seat, moves)


ACTS = {"bot": _bot_moves}
