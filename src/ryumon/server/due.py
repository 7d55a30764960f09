"""What no client triggers: a bot's move, an answer in advance, the end of a pause, a clock.

Each is a row of the database, written together with the entry that causes it. Any process may take
it for a short time; it acts once, because it belongs to one entry, and what it does is appended at
one number.
"""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import time
from typing import TYPE_CHECKING

import structlog
from sqlalchemy import bindparam, select, update

from ryumon import OVER, State
from ryumon.play.refusal import Refused
from ryumon.server import acts, alive, intentions, schema
from ryumon.server.clocks import Banks
from ryumon.server.live import PAUSE, Live, Stale
from ryumon.server.model import CLAIM, DueRow
from ryumon.server.showing import Moment
from ryumon.server.writer import Change, Conflict, NotStored

if TYPE_CHECKING:
    from ryumon.server.house import House

log = structlog.get_logger()

LOOK = 2.0  # seconds between two looks at the rows of all processes
LATE = 0.25  # seconds that somebody else may be first
ROUNDS = 5  # looks after which all tables here are compared with the store
Key = tuple[str, str, int]  # table, kind, seat
Rows = dict[tuple[str, int], DueRow]


class Due:
    """The rows that this process knows of, by time, and the task that acts on them."""

    def __init__(self, house: House, kinds: tuple[str, ...] | None = None) -> None:
        self.house, self.kinds = house, kinds  # None: all; a worker has only some
        self._looking: asyncio.Task[None] | None = None
        self._heap: list[tuple[float, Key, int]] = []
        self._wake = asyncio.Event()
        self._acting: dict[tuple[Key, int], asyncio.Task[None]] = {}
        self._tasks: list[asyncio.Task[None]] = []

    async def begin(self) -> None:
        if self.kinds is None:
            self._revive()
        await self._look()
        self._tasks = [asyncio.create_task(self._run()), asyncio.create_task(self._look_on())]

    def _revive(self) -> None:
        gap = alive.begin(self.house.store)
        if gap:
            log.info("clocks go on after a rest", seconds=round(gap))

    async def close(self) -> None:
        tasks = [*self._tasks, *self._acting.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # --- what is wanted -----------------------------------------------------------------------

    def wanted(
        self, live: Live, game: State | None, moment: Moment | None, banks: Banks, number: int,
        now: float,
    ) -> Rows:  # fmt: skip
        """All that is due at the table when its game is like this since the entry `number`. A row
        that stands already stays as it is."""
        found: Rows = {}

        def add(kind: str, seat: int, at: float) -> None:
            kept = live.due.get((kind, seat))
            if kept is None or kept.number != number:
                free = kind == "bot" and self._leaves_to_workers()
                free = free or self.kinds is not None  # a worker takes on nothing for later
                until = 0.0 if free else at + CLAIM
                kept = DueRow(live.id, kind, seat, number, at, until, not free)
            found[kind, seat] = kept

        if game is None or live.head.status != "running" or live.frozen:
            return found
        if moment is not None:
            if moment is live.moment and PAUSE in live.due:
                found[PAUSE] = live.due[PAUSE]
            else:
                add(*PAUSE, now + self.house.settings.pause)
        elif game.turn == OVER:
            add("end", -1, now + LATE)  # in case that whoever stores this does not come to it
        asked = moment is not None and moment.asks(game)
        if game.turn < 0 or (moment is not None and not asked):
            return found
        seat = game.turn
        if live.chairs[seat].level:
            add("bot", seat, now)
        elif intentions.answer(live, game, seat) is not None:
            add("answer", seat, now + self.house.settings.answer)
        if not asked and not live.chairs[seat].level:
            deadline = banks.deadline(seat, now)
            if deadline is not None:
                add("clock", seat, deadline)
        return found

    def _leaves_to_workers(self) -> bool:
        """Do our own workers have enough to do, so that others may take a bot's move?"""
        thinkers = self.house.thinkers
        return self.house.registry.has_workers and thinkers.busy >= thinkers.number

    def schedule(self, live: Live) -> None:
        """Take up what is due at this table."""
        if self.kinds is None:
            for row in live.due.values():
                self._push(row, 0.0 if row.ours else LATE)
        else:
            self.heard()

    def heard(self) -> None:
        """Other processes have stored something that may be due now. Only workers look at once:
        what others have left elsewhere is found soon enough."""
        if self.kinds is not None and self._looking is None:
            self._looking = asyncio.create_task(self._look_once())

    async def _look_once(self) -> None:
        try:
            await self._look()
        except Exception as wrong:
            log.error("could not look for what is due", error=type(wrong).__name__)
        finally:
            self._looking = None

    def _push(self, row: DueRow, later: float = 0.0) -> None:
        key = row.table, row.kind, row.seat
        heapq.heappush(self._heap, (row.at + later, key, row.number))
        self._wake.set()

    def next_at(self) -> float | None:
        """When something is due next, as far as this process knows."""
        return self._heap[0][0] if self._heap else None

    def wake(self) -> None:
        """Time has gone on."""
        self._wake.set()

    # --- acting -------------------------------------------------------------------------------

    async def _look_on(self) -> None:
        rounds, missed = 0, False
        while True:
            began = time.monotonic()
            await asyncio.sleep(LOOK)
            rounds += 1
            missed = missed or time.monotonic() - began > 2 * alive.EVERY  # stood still
            try:
                await self._look_round(missed or rounds % ROUNDS == 0, missed)
                missed = False
            except Exception as wrong:
                missed = True
                log.error("could not look for what is due", error=type(wrong).__name__)

    async def _look_round(self, catch_up: bool, missed: bool) -> None:
        house = self.house
        await house.store.keep_time()
        if await house.look_at_neighbours(house.registry.beat()) or missed:
            house.tell_presence()
        if self.kinds is None:
            if missed:
                self._revive()  # no clock runs while nobody can reach the database
            await alive.tell(house.store)
        if catch_up and (house.registry.several or missed):
            house.catch_up()
        await self._look()
        house.sweep()

    async def _look(self) -> None:
        """Take up rows that another process has left, or that were here before we started."""
        until = {"until": self.house.now() + LOOK}
        rows = await self.house.store.read(
            lambda connection: connection.execute(_WAITING, until).mappings().all()
        )
        for row in rows:
            if self.kinds is None or row["kind"] in self.kinds:
                self._push(DueRow(**row))

    async def _run(self) -> None:
        while True:
            now = self.house.now()
            while self._heap and self._heap[0][0] <= now:
                _, key, number = heapq.heappop(self._heap)
                self._start(key, number)
            wait = min(self._heap[0][0] - now, LOOK) if self._heap else LOOK
            # not wait_for: before Python 3.12 it may forget that the task is cancelled
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self._wake.wait()
            self._wake.clear()

    def _start(self, key: Key, number: int) -> None:
        if self.kinds is not None and len(self._acting) >= self.house.thinkers.number:
            return  # enough to do; the row is still there for others, or for later
        if (key, number) not in self._acting:
            task = asyncio.create_task(self._act(key, number))
            self._acting[key, number] = task
            task.add_done_callback(lambda _: self._acting.pop((key, number), None))

    async def _act(self, key: Key, number: int) -> None:
        table, kind, seat = key
        try:
            live = await self.house.find(table)
            row = live.due.get((kind, seat))
            if row is None or row.number != number or row.at > self.house.now():
                return
            if row.ours or await self._claim(row):
                await acts.ACTS[kind](live, row)
        except (Stale, Refused):
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
