"""The processes on one database: each tells now and then that it lives, and sees who else does."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import os
import secrets
import socket
import time
from typing import TYPE_CHECKING, NamedTuple

import structlog
from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.engine import Connection

from ryumon.server import bus, migrations, schema
from ryumon.server.migrations import SILENT
from ryumon.server.model import Statement
from ryumon.server.writer import Change, Conflict, NotStored

if TYPE_CHECKING:
    from ryumon.server.store import Store

log = structlog.get_logger()


HERE = hashlib.sha256(socket.gethostname().encode()).hexdigest()[:12]
AFTERWARDS = 120.0  # seconds that others are reckoned with after they were seen last


class Process(NamedTuple):
    id: str
    kind: str
    level: int
    at: float
    several: bool


class Registry:
    """This process among the others. `several`: others are sure to come (`--workers`)."""

    def __init__(self, store: Store, kind: str = "serve", several: bool = False) -> None:
        self.store, self.kind, self._sure = store, kind, several
        self.id = f"{secrets.token_hex(6)}.{os.getpid()}.{HERE}"
        self.bus = bus.make(store, self.id)
        self.others: dict[str, Process] = {}
        self._told_at = 0.0
        self._not_alone = -AFTERWARDS  # when others were seen last, by the monotonic clock

    @property
    def several(self) -> bool:
        """May another process have stored something? One that is silent may just stand still, or
        be cut off, and come back: so not only while others are known to live."""
        return self._sure or time.monotonic() - self._not_alone < AFTERWARDS

    @property
    def has_workers(self) -> bool:
        return any(one.kind == "worker" for one in self.others.values())

    def has_older(self, level: int) -> bool:
        """Is there a process that does not know what this level knows?"""
        return any(one.level < level for one in self.others.values())

    def lives(self, process: str) -> bool:
        return process == self.id or process in self.others

    async def begin(self) -> None:
        """Tell that this process has come, and wait until all others know it: from then on they
        say what they store."""
        await self.beat(bus.HELLO)
        came = self._told_at
        while any(one.at < came and not one.several for one in self.others.values()):
            await asyncio.sleep(0.1)
            await self.look()

    async def beat(self, notice: bus.Notice | None = None) -> bool:
        """Look who else lives, then tell that this process does. True if it was taken to be dead
        meanwhile."""
        if self._told_at:
            await self.look()
        now = self.store.now()
        row = {
            "id": self.id, "kind": self.kind, "level": migrations.LEVEL, "at": now,
            "several": self.several,
        }  # fmt: skip
        was_away = 0 < self._told_at < now - SILENT
        more: list[Statement] = [
            (_GONE, {"i": self.id}),
            (insert(schema.processes), row),
            bus.swept(now),
        ]
        await self.store.write(Change(more=more, notice=notice))
        if not self._told_at:
            await self.look()  # of two that begin together at least one sees the other
        self._told_at = now
        return was_away

    async def look(self) -> None:
        now = self.store.now()
        rows = await self.store.read(_read)
        found = {row.id: row for row in rows if row.id != self.id}
        dead = [row for row in found.values() if row.at < now - SILENT]
        crashed = [row for row in found.values() if row not in dead and _has_crashed(row.id)]
        if 0 < self._told_at < now - SILENT:
            dead = []  # we were silent ourselves: perhaps nobody could reach the database
        for row in (*dead, *crashed):
            del found[row.id]
            await self._bury(row)
        if found or dead:
            self._not_alone = time.monotonic()
        if found.keys() != self.others.keys():
            log.info("processes on this database", others=len(found))
        self.others = found
        self.bus.set_several(self.several)

    async def _bury(self, row: Process) -> None:
        """Nobody is connected to a process that is dead; they went when it last lived."""
        away = (_WENT, {"p": row.id, "left": row.at})
        dead = (_DEAD, {"i": row.id, "seen": row.at})
        with contextlib.suppress(Conflict, NotStored):  # another did, or it lives after all
            await self.store.write(Change(claim=dead, more=[away]))

    async def close(self) -> None:
        if self._told_at:
            away = (_WENT, {"p": self.id, "left": self.store.now()})
            with contextlib.suppress(Conflict, NotStored):  # else they notice by its silence
                gone = (_GONE, {"i": self.id})
                await self.store.write(Change(more=[away, gone], notice=bus.HELLO))
        self.bus.close()


def _has_crashed(process: str) -> bool:
    """Was it a process of this machine that is not there any more?"""
    _, pid, host = process.split(".")
    if host != HERE or os.name != "posix":
        return False
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return True
    except OSError:
        pass
    return False


def _read(connection: Connection) -> list[Process]:
    return [Process(*row) for row in connection.execute(select(schema.processes)).all()]


_GONE = delete(schema.processes).where(schema.processes.c.id == bindparam("i"))
_DEAD = _GONE.where(schema.processes.c.at == bindparam("seen"))
_WENT = (
    update(schema.presence)
    .where(schema.presence.c.process == bindparam("p"), schema.presence.c.sockets > 0)
    .values(sockets=0, at=bindparam("left"))
)
