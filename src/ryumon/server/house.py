"""All tables of one server process: found, made, read from the store, let go."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import structlog
from sqlalchemy import bindparam, func, select

import ryumon
from ryumon import bots
from ryumon.server import fairness, model, schema
from ryumon.server.due import Due
from ryumon.server.live import Live
from ryumon.server.model import NO_SEAT, Chair, Head
from ryumon.server.people import Person, checked_name
from ryumon.server.protocol import CreateTable
from ryumon.server.sources import Sources
from ryumon.server.words import Refuse
from ryumon.server.writer import Change, Conflict, Entry, NotStored

if TYPE_CHECKING:
    from ryumon.server.store import Store
    from ryumon.server.thinkers import Thinkers

log = structlog.get_logger()

IDLE = 60.0  # seconds that a table stays in memory when nobody looks at it
ID_SIZE = 9  # bytes of a table's id


class House:
    """The tables, and what all of them share."""

    def __init__(self, store: Store, thinkers: Thinkers, sources: Sources | None = None) -> None:
        self.store, self.thinkers = store, thinkers
        self.sources = sources or Sources()
        self.live: dict[str, Live] = {}
        self._loading: dict[str, asyncio.Task[Live | None]] = {}
        self.due = Due(self)
        self.draining = False

    def now(self) -> float:
        return self.store.now()

    async def begin(self) -> None:
        await self.due.begin()

    async def close(self) -> None:
        self.draining = True
        await self.due.close()

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

    async def reload(self, live: Live) -> None:
        """Another process was first: take up what it has stored."""
        loaded = await self.store.read(lambda connection: model.load(connection, live.id))
        assert loaded is not None
        before = live.watched()
        live.head, live.chairs, live.grants = loaded.head, loaded.chairs, loaded.grants
        live.due = {(row.kind, row.seat): row for row in loaded.due}
        live.intentions, live.offers, live.chat = loaded.intentions, loaded.offers, loaded.chat
        for entry in loaded.entries:
            if entry.number > live.number:
                live.fold(entry)
        live.publish(before)
        live.publish_table()
        self.due.schedule(live)

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

    # --- making -------------------------------------------------------------------------------

    async def create(self, asked: CreateTable, person: Person) -> Live:
        """A new table; its maker is the host."""
        if self.draining:
            raise Refuse("draining", status=503)
        if "name" in asked.options or "players" in asked.options:  # no options of a game
            raise Refuse("options")
        game = ryumon.game(asked.game, players=asked.players, **asked.options)
        chairs = self._chairs(asked, game.players, person)
        token, now = self.sources.token, self.now()
        head = Head(
            id=token(ID_SIZE),
            game=game.name,
            players=game.players,
            options=dict(game.options),
            rules=game.spec.rules_version,
            origin=None,
            clock=asked.clock,
            aids=asked.aids,
            public=asked.public,
            level=checked_level(asked.level),
            expiry=asked.expiry,
            practice=False,
            verifiable=True,
            status="open",
            created=now,
            changed=now,
            secret=self.sources.secret(),
            host=person.id,
            join_token=token(),
            watch_token=token(),
            host_token=token(),
        )
        grants = {(person.id, "host", NO_SEAT)}
        if asked.seat is not None:
            grants.add((person.id, "seat", asked.seat))
        entry = Entry(head.id, 1, "create", "{}", now)
        change = Change(entry, model.inserted(head.id, head, chairs, grants))
        try:
            await self.store.write(change)
        except (Conflict, NotStored):
            raise Refuse("not-stored", status=503) from None
        live = await self.find(head.id)
        log.info("table made", table=head.id, game=game.name, players=game.players)
        if asked.start:
            async with live.lock:
                await live.start()
        return live

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
            chair.random = fairness.checked_random(asked.random)
        return chairs


def checked_level(level: str) -> str:
    """A level that people may choose here; programs are started by nobody over the network."""
    if level not in bots.BOTS:
        raise Refuse("no-bot", level=level[:20], levels=list(bots.BOTS))
    return level


_COMMAND = select(func.min(schema.entries.c.number)).where(
    schema.entries.c.table == bindparam("t"),
    schema.entries.c.seat == bindparam("s"),
    schema.entries.c.command == bindparam("c"),
)
