"""What makes the tables of seasons, in every server process.

Nothing is remembered: each look compares what is stored with what should be, and does what is
missing. Every step is stored at most once (a row with its own key, an entry at its exact number, a
condition on what was there), so it does not matter which process comes first, nor where one dies.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable
from typing import TYPE_CHECKING

import msgspec
import structlog
from sqlalchemy.exc import DBAPIError

from ryumon.play.refusal import Refused
from ryumon.server import history, play
from ryumon.server.info import OVER_NOW
from ryumon.server.live import Live, Stale
from ryumon.server.model import Chair, Grant, new_table
from ryumon.server.protocol import Clock
from ryumon.server.seasons import results, rows
from ryumon.server.seasons.rows import (
    ACTIVE,
    CLOSED,
    FINISHED,
    OPEN,
    RUNNING,
    STOPPING,
    Round,
    Season,
    Standing,
)  # fmt: skip
from ryumon.server.seasons.schedule import Schedule
from ryumon.server.writer import Change, Conflict, NotStored

if TYPE_CHECKING:
    from ryumon.server.house import House

log = structlog.get_logger()

LOOK = 2.0  # seconds between two looks
LEVEL = 4  # servers below this do not know that a deal may have to be kept secret
NOBODY = "season"  # the host of all these tables, which no person can be
STAND_IN = "random"  # who moves for a program whose time is over: never better than playing


class Seasons:
    """The task that looks after all seasons."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def wake(self) -> None:
        """A table has ended, or a season has changed."""
        self._wake.set()

    async def _run(self) -> None:
        while True:
            try:
                await self.look()
            except (DBAPIError, NotStored):
                pass  # looked at again soon
            except Exception as wrong:
                log.error("seasons wait", error=type(wrong).__name__, exc_info=True)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK):
                    await self._wake.wait()
            self._wake.clear()

    async def look(self) -> None:
        """Do whatever is to be done now."""
        for season in await self._house.store.read(rows.active):
            # somebody else may be at it: what they have done is read, and the rest is done
            while await self._step(season):
                pass

    async def _step(self, season: str) -> bool:
        """The next thing that is to be done in this season; False if there is none."""
        standing = await self._house.store.read(lambda c: rows.load(c, season))
        if standing is None:
            return False
        step = self._next(standing)
        if step is None:
            return False
        try:
            await step
        except (Conflict, Stale):
            return True  # another process was first
        except Refused as wrong:
            log.warning("a season waits", season=season, why=wrong.sentence)
            return False
        return True

    def _next(self, standing: Standing) -> Awaitable[None] | None:
        season, entrants = standing.season, standing.entrants
        if season.status == OPEN:
            whole = not season.joining and all(one.is_here for one in entrants)
            return self._move_on(season, OPEN, RUNNING) if whole else None
        if season.status not in ACTIVE:
            return None
        schedule = Schedule(season, len(entrants))
        for one in standing.unsettled:
            if one.status == "open":
                return self._start(one)
            if one.data is None and self._has_ended(one):
                return self._tell(schedule, one)
        return self._next_deal(standing, schedule) or self._next_table(standing, schedule)

    def _has_ended(self, one: Round) -> bool:
        live = self._house.live.get(one.table)
        return one.status in OVER_NOW or (live is not None and bool(live.frozen))

    # --- steps ----------------------------------------------------------------------------------

    async def _move_on(self, season: Season, before: str, after: str) -> None:
        await self._house.store.write(Change(claim=rows.moved_on(season.id, before, after)))
        log.info("a season moves on", season=season.id, status=after)

    async def _start(self, one: Round) -> None:
        live = await self._house.find(one.table)
        async with live.lock:
            if live.head.status == "open":
                await play.start(live)

    async def _tell(self, schedule: Schedule, one: Round) -> None:
        """Keep how the table ended."""
        live = await self._house.find(one.table)
        loaded = await history.load(live)
        found = results.ended(live, loaded, schedule, one.deal, one.place)
        text = msgspec.json.encode(found).decode()
        await self._house.store.write(Change(claim=rows.told(schedule.season.id, one, text)))

    def _next_deal(self, standing: Standing, schedule: Schedule) -> Awaitable[None] | None:
        """A deal is shown when it is played nowhere else any more."""
        deals: dict[int, list[Round]] = {}
        for one in standing.unsettled:
            deals.setdefault(one.deal, []).append(one)
        for deal, tables in deals.items():
            whole = len(tables) == len(schedule.seatings) or standing.season.status == STOPPING
            playing = [one for one in tables if one.data is None]
            if not whole or len(playing) > 1:
                continue
            for one in playing or tables:
                if not one.public:
                    return self._show(one)
            if not playing:
                return self._settle(standing.season, deal)
        return None

    async def _show(self, one: Round) -> None:
        live = await self._house.find(one.table)
        async with live.lock:
            if not live.head.public:
                await play.reveal(live)

    async def _settle(self, season: Season, deal: int) -> None:
        await self._house.store.write(Change(more=[rows.settled(season.id, deal)]))
        log.info("a deal is settled", season=season.id, deal=deal)

    def _next_table(self, standing: Standing, schedule: Schedule) -> Awaitable[None] | None:
        season, unsettled = standing.season, standing.unsettled
        following = schedule.after(standing.last) if season.status == RUNNING else None
        if following is None:
            if unsettled:
                return None
            over = FINISHED if season.status == RUNNING else CLOSED
            return self._move_on(season, season.status, over)
        house = self._house
        playing = sum(one.data is None for one in unsettled)
        waits = house.draining or house.registry.has_older(LEVEL)
        if playing >= season.at_once or waits:
            return None
        return self._make(standing, schedule, *following)

    async def _make(self, standing: Standing, schedule: Schedule, deal: int, place: int) -> None:
        house, season = self._house, standing.season
        game, token = season.made_game(), house.sources.token
        head = house.new_head(
            game, NOBODY, schedule.secret(deal, place), clock=Clock("move", move=season.seconds),
            aids=False, public=not season.duplicate, level=STAND_IN, expiry="bot",
            season=season.id, beat=season.beat,
        )  # fmt: skip
        head.rules = season.rules  # those that the season began with
        chairs, grants = list[Chair](), set[Grant]()
        for seat in range(game.players):
            one = standing.entrants[schedule.entrant_of(place, seat)]
            name = one.name if one.person else ""
            chairs.append(Chair(seat, name, one.level, bool(one.person), token=token()))
            if one.person:
                grants.add((one.person, "seat", seat))
        row = rows.made(season.id, deal, place, head.id)  # a conflict if the table was made before
        await house.store.write(new_table(head, chairs, grants, more=[row]))
        live: Live = await house.find(head.id)
        async with live.lock:
            await play.start(live)
