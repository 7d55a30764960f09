"""All tables of one server process: found, made, read from the store, let go."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Coroutine, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import structlog
from sqlalchemy import bindparam, func, select
from sqlalchemy.exc import DBAPIError

import ryumon
from ryumon import OVER, Game, State
from ryumon.server import chat, clocks, history, model, offers, play, presence, schema
from ryumon.server.aids import Aids
from ryumon.server.api import CreateTable
from ryumon.server.daily import Daily
from ryumon.server.due import Due
from ryumon.server.levels import checked_level
from ryumon.server.live import Live
from ryumon.server.model import NO_SEAT, Chair, Grant, Head
from ryumon.server.people import Person, checked_name
from ryumon.server.protocol import Clock, Undo
from ryumon.server.registry import Registry
from ryumon.server.review import Reviews
from ryumon.server.seasons.keeper import Seasons
from ryumon.server.sources import Sources
from ryumon.server.tidying import Tidying
from ryumon.server.words import Refuse
from ryumon.server.writer import Change, Conflict, NotStored
from ryumon.table import seats

if TYPE_CHECKING:
    from ryumon.server.bus import Notice
    from ryumon.server.connection import Connection
    from ryumon.server.store import Store
    from ryumon.server.thinkers import Thinkers

log = structlog.get_logger()

IDLE = 60.0  # seconds that a table stays in memory when nobody looks at it
ID_SIZE = 9  # bytes of a table's id


@dataclass(frozen=True)
class Settings:
    """Times of the house, in seconds (tests hand in their own), and what it allows."""

    pause: float = 3.0  # after a card that could have called somebody
    answer: float = 1.0  # before an answer in advance is played
    away: float = 60.0  # after which others may let a bot play for somebody
    host_away: float = 600.0  # after which another person may become the host
    seasons: bool = False  # may any person make a season?


class House:
    """The tables, and what all of them share."""

    def __init__(
        self, store: Store, thinkers: Thinkers, sources: Sources | None = None,
        settings: Settings | None = None, registry: Registry | None = None,
        kinds: tuple[str, ...] | None = None,
    ) -> None:  # fmt: skip
        self.store, self.thinkers = store, thinkers
        self.settings = settings or Settings()
        self.registry = registry or Registry(store)
        store.bus = self.registry.bus
        self.aids = Aids(thinkers)
        self.reviews = Reviews(self)
        self.sources = sources or Sources()
        self.live: dict[str, Live] = {}
        self._loading: dict[str, asyncio.Task[Live | None]] = {}
        self.due = Due(self, kinds)
        self.seasons = Seasons(self)
        self.daily = Daily(self)
        self.tidying: Tidying | None = None
        self.draining = False
        self._behind: set[str] = set()  # tables that another process has changed
        self._tasks: set[asyncio.Task[Any]] = set()
        self.lan = ""  # the address for machines nearby, if they can reach this one

    def now(self) -> float:
        return self.store.now()

    async def begin(self) -> None:
        self.registry.bus.begin(self._heard)
        await self.registry.begin()
        await self.due.begin()
        if self.due.kinds is None:
            self.seasons.begin()

    def drain(self) -> None:
        """No new tables from now on."""
        self.draining = True
        log.info("draining")

    async def close(self) -> None:
        self.draining = True
        await self.seasons.close()
        await self.due.close()
        await self.reviews.close()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.registry.close()

    def later(self, work: Coroutine[Any, Any, None]) -> None:
        """Have it done while nobody waits for it."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # --- finding ------------------------------------------------------------------------------

    async def find(self, table: str) -> Live:
        """The table; Refuse if there is none."""
        live = self.live.get(table)
        if live is None:
            task = self._loading.get(table)
            if task is None:
                task = asyncio.create_task(self._load(table))
                self._loading[table] = task
                task.add_done_callback(lambda _: self._loading.pop(table, None))
            live = await asyncio.shield(task)
        elif live.is_old or self.registry.several:
            async with live.lock:  # what others have stored is asked, not hoped to have been heard
                await self.reload(live)
        if live is None:
            raise Refuse("no-table", status=404)
        live.used = self.now()
        return live

    async def _load(self, table: str) -> Live | None:
        loaded = await self.store.read(lambda connection: model.load(connection, table))
        if loaded is None:
            return None
        live = Live(self, loaded)
        self.live[table] = live
        return live

    async def reload(self, live: Live, always: bool = False) -> None:
        """Take up what other processes have stored, and tell it to whoever is connected here. The
        lock is held."""
        known = live.number, len(live.chat)
        loaded = await self.store.read(
            lambda connection: model.news(connection, live.id, *known, always or live.is_old)
        )
        if loaded is None:
            return
        before, offered, was_open = live.watched(), live.offers, live.head.status == "open"
        live.take_up(loaded)
        live.dismiss_strangers()
        begins = was_open and live.head.status == "running"
        live.publish({} if begins else before, begins)
        for line in loaded.chat:
            chat.tell(live, line)
        if loaded.head is not None or live.offers != offered:
            live.publish_table()
        self.due.schedule(live)

    # --- other processes ----------------------------------------------------------------------

    def _heard(self, notices: Sequence[Notice] | None) -> None:
        """Others have stored something; None: perhaps, at any table."""
        if notices is None:
            self.catch_up()
            return
        for table, number in notices:
            live = self.live.get(table)
            if not table:
                self.later(self.look_at_neighbours(self.registry.beat()))
            elif live is not None and number == 0:
                self.later(self._see(live))
            elif live is not None and number > live.number:
                self._behind.add(table)
                self.later(self._follow(live))
        self.due.heard()

    async def look_at_neighbours(self, look: Awaitable[Any]) -> Any:
        """Who has come or gone with a process is told at the tables."""
        before = self.registry.others.keys()
        try:
            told = await look
        except (DBAPIError, NotStored):
            return None  # looked at again soon
        if self.registry.others.keys() != before:
            for live in list(self.live.values()):
                await self._see(live)
        return told

    def catch_up(self) -> None:
        """Look at all tables here: something may have been missed."""
        for live in list(self.live.values()):
            live.is_old = True
            if live.connections:
                self._behind.add(live.id)
                self.later(self._follow(live))

    async def _follow(self, live: Live) -> None:
        if not live.connections:
            live.is_old = True  # whoever asks for it reads what is new
            return
        async with live.lock:
            if live.id in self._behind:  # else another task has seen to it
                self._behind.discard(live.id)
                try:
                    await self.reload(live)
                except DBAPIError:
                    live.is_old = True  # looked at again later

    async def _see(self, live: Live) -> None:
        """Who is here has changed in another process."""
        await self.look_around(live)
        live.publish_table()

    async def look_around(self, live: Live) -> None:
        """Read who is at the table in other processes."""
        live.presence.take_up(await self.store.read(lambda c: model.seen(c, live.id)))

    def came_or_went(self, live: Live, connection: Connection) -> None:
        self.later(self._store_presence(presence.changed(live, connection)))

    async def _store_presence(self, change: Change) -> None:
        with contextlib.suppress(Conflict, NotStored):  # told again with the next sign of life
            await self.store.write(change)

    def tell_presence(self) -> None:
        """Others took us to be dead: tell them again who is here."""
        for live in self.live.values():
            for connection in live.connections:
                self.came_or_went(live, connection)

    async def is_stored(self, table: str, seat: int, command: str) -> bool:
        asked = {"t": table, "s": seat, "c": command}
        return await self.store.read(
            lambda connection: connection.execute(_COMMAND, asked).scalar() is not None
        )

    def sweep(self) -> None:
        """Let tables go that nobody has looked at for a while."""
        old = self.now() - IDLE
        for table, live in list(self.live.items()):
            if not live.connections and live.used < old and not live.lock.locked():
                del self.live[table]
        if self.tidying is not None:
            self.tidying.look(self.store.writer.changes)

    async def is_away(self, live: Live, seat: int) -> bool:
        """Has the person of this seat been gone for a while?"""
        await self.look_around(live)
        gone = live.presence.gone_since(seat) or live.head.created
        return not live.is_here(seat) and self.now() - gone >= self.settings.away

    async def host_is_here(self, live: Live) -> bool:
        """Is the host connected, or was not long ago?"""
        await self.look_around(live)
        if live.presence.is_person_here(live.head.host):
            return True
        seen = live.presence.person_seen(live.head.host) or live.head.created
        return self.now() - seen < self.settings.host_away

    def undo_of(self, live: Live, viewer: int) -> Undo:
        return offers.undo_of(live, viewer)

    # --- making -------------------------------------------------------------------------------

    def new_id(self) -> str:
        return self.sources.token(ID_SIZE)

    async def create(self, asked: CreateTable, person: Person) -> Live:
        """A new table; its maker is the host."""
        if self.draining:
            raise Refuse("draining", status=503)
        if {"name", "players"} & set(asked.options):  # no options of a game
            raise Refuse("options")
        begun: State | None = None
        more: dict[str, Any] = {}
        if asked.origin is None:
            game = ryumon.game(asked.game, players=asked.players, **asked.options)
        else:
            found, begun = history.parsed(asked.origin.record, asked.origin.move)
            game, more = begun.game, history.imported(found, begun)
        chairs = self._chairs(asked, game.players, person)
        if asked.start and any(chair.free for chair in chairs):
            raise Refuse("not-full", status=409)
        head = self.new_head(
            game, person.id, clock=clocks.checked(asked.clock), aids=asked.aids,
            public=asked.public, level=checked_level(asked.level), expiry=asked.expiry,
        )  # fmt: skip
        head = replace(head, **more)
        grants = {(person.id, "host", NO_SEAT)}
        if asked.seat is not None:
            grants.add((person.id, "seat", asked.seat))
        await self.insert(head, chairs, grants, begun)
        live = await self.find(head.id)
        log.info("table made", table=head.id, game=game.name, players=game.players)
        if asked.start:
            async with live.lock:
                await play.start(live)
        return live

    def new_head(self, game: Game, host: str, secret: bytes | None = None, **more: Any) -> Head:
        """Of a table that is still open, with links of its own."""
        token, now = self.sources.token, self.now()
        return Head(
            id=self.new_id(), game=game.name, players=game.players, options=dict(game.options),
            rules=game.spec.rules_version, origin=None, practice=False, verifiable=True,
            status="open", created=now, changed=now, secret=secret or self.sources.secret(),
            host=host, join_token=token(), watch_token=token(), host_token=token(), **more,
        )  # fmt: skip

    async def insert(
        self, head: Head, chairs: list[Chair], grants: set[Grant], begun: State | None = None
    ) -> None:  # fmt: skip
        """Store a new table, whose first entry holds the moves that it begins with."""
        try:
            await self.store.write(model.new_table(head, chairs, grants, begun))
        except (Conflict, NotStored):
            raise Refuse("not-stored", status=503) from None

    async def import_record(self, text: str, person: Person) -> Live:
        """A record becomes a table that has ended, to be looked at."""
        if self.draining:
            raise Refuse("draining", status=503)
        found, state = history.parsed(text)
        token, now = self.sources.token, self.now()
        head = Head(
            id=self.new_id(), clock=Clock(), aids=True, public=False, level="samurai",
            expiry="bot", status="finished" if state.turn == OVER else "closed", created=now,
            changed=now, secret=self.sources.secret(), host=person.id, join_token=token(),
            watch_token=token(), host_token=token(), **history.imported(found, state),
        )  # fmt: skip
        given = seats.given_in(found.header.names or [""] * head.players)
        levels = seats.from_record(found.header.names or [""] * head.players)
        chairs = [
            Chair(seat, name=name, level=level, token=token())
            for seat, (name, level) in enumerate(zip(given, levels, strict=True))
        ]
        await self.insert(head, chairs, {(person.id, "host", NO_SEAT)}, state)
        return await self.find(head.id)

    def _chairs(self, asked: CreateTable, players: int, person: Person) -> list[Chair]:
        levels = asked.bots or [None] * players
        if len(levels) != players:
            raise Refuse("bots", players=players, given=len(levels))
        chairs = [
            Chair(seat, level=checked_level(level) if level else "", token=self.sources.token())
            for seat, level in enumerate(levels)
        ]
        if asked.seat is not None:
            if not 0 <= asked.seat < players:
                raise Refuse("no-seat", seat=asked.seat)
            chair = chairs[asked.seat]
            if chair.level:
                raise Refuse("taken")
            chair.name, chair.person = checked_name(asked.name or person.name), True
        return chairs


_COMMAND = select(func.min(schema.entries.c.number)).where(
    schema.entries.c.table == bindparam("t"),
    schema.entries.c.seat == bindparam("s"),
    schema.entries.c.command == bindparam("c"),
)
