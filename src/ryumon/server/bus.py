"""How processes on one database hear of each other's changes: that a table is at a number, no more.

Whoever hears it reads what is stored. A message that is lost is a delay and never a divergence:
what was missed is looked for after a gap, and now and then in any case.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import structlog
from sqlalchemy import bindparam, delete, func, insert, select

from ryumon.server import schema

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from ryumon.server.store import Store

log = structlog.get_logger()

Notice = tuple[str, int]  # a table and its number; 0: who is here has changed
HELLO: Notice = ("", 0)  # a process has come or gone
POLL = 0.02  # seconds between two looks at SQLite while there are several processes
KEPT = 60.0  # seconds that SQLite's notices are kept
CHANNEL = "ryumon"
MOST_BYTES = 7000  # of one message of PostgreSQL, which takes 8000


class Bus:
    """The bus of one process alone: it says nothing and hears nothing. `heard` is called in the
    event loop with notices of other processes, and with None if some may have been missed."""

    def __init__(self, store: Store, process: str) -> None:
        self.store, self.process = store, process
        self.several = False  # is there another process to tell?
        self._heard: Callable[[Sequence[Notice] | None], None] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._closing = threading.Event()
        self._thread: threading.Thread | None = None

    def begin(self, heard: Callable[[Sequence[Notice] | None], None]) -> None:
        self._heard, self._loop = heard, asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._listen, name="ryumon-bus", daemon=True)
        self._thread.start()

    def set_several(self, several: bool) -> None:
        self.several = several

    def in_group(self, connection: Connection, notices: Sequence[Notice]) -> None:
        """In the writer's thread, before the group is committed."""

    def after_group(self, notices: Sequence[Notice]) -> None:
        """In the writer's thread, after it."""

    def close(self) -> None:
        self._closing.set()
        if self._thread is not None:
            self._thread.join()

    def _tell(self, notices: Sequence[Notice] | None) -> None:
        if self._loop is not None and self._heard is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._heard, notices)

    def _listen(self) -> None:
        """In a thread of its own, until it is closed. Trouble with the database is waited out."""
        while not self._closing.is_set():
            try:
                self._hear()
            except Exception as wrong:
                log.warning("the bus begins anew", error=type(wrong).__name__)
                self._closing.wait(0.5)

    def _hear(self) -> None:
        self._closing.wait()


class SqliteBus(Bus):
    """Rows that are stored with the changes; SQLite tells cheaply whether anything was stored."""

    def __init__(self, store: Store, process: str) -> None:
        super().__init__(store, process)
        self._wake = threading.Event()

    def set_several(self, several: bool) -> None:
        self.several = several
        if several:
            self._wake.set()

    def in_group(self, connection: Connection, notices: Sequence[Notice]) -> None:
        if self.several and notices:
            at = self.store.now()
            rows = [
                {"process": self.process, "table": table, "number": number, "at": at}
                for table, number in notices
            ]
            connection.execute(insert(schema.notices), rows)

    def close(self) -> None:
        self._wake.set()
        super().close()

    def _hear(self) -> None:
        with self.store.engine.connect() as connection:
            raw: Any = connection.connection.dbapi_connection  # which begins no transaction
            last, seen = None, None
            while not self._closing.is_set():
                if not self.several:
                    self._wake.clear()
                    self._wake.wait(1.0)
                    continue
                version = raw.execute("PRAGMA data_version").fetchone()[0]
                if version != seen:
                    seen = version
                    last = self._look(raw, last)
                self._closing.wait(POLL)

    def _look(self, raw: Any, last: int | None) -> int:
        """Tell what others have stored since `last`; returns the last now."""
        first, newest = raw.execute(
            "SELECT (SELECT min(id) FROM notices), (SELECT max(id) FROM notices)"
        ).fetchone()
        if last is None or (newest or 0) < last or (first or 0) > last + 1:
            self._tell(None)  # whatever there was before, or has been cleared away
            return newest or 0
        asked = 'SELECT "table", number FROM notices WHERE id > ? AND process != ?'
        found = raw.execute(asked, (last, self.process)).fetchall()
        if found:
            self._tell(found)
        return newest or 0


class PostgresBus(Bus):
    """NOTIFY, once for a group, after its commit: inside it all groups of all processes would wait
    for each other's disk. A crash in between is a lost message."""

    def __init__(self, store: Store, process: str) -> None:
        super().__init__(store, process)
        self._speaking: Any = None

    def after_group(self, notices: Sequence[Notice]) -> None:
        if not notices or not (self.several or HELLO in notices):
            return
        try:
            if self._speaking is None:
                self._speaking = self.store.raw_connection()
                self._speaking.execute("SET synchronous_commit = off")
            for text in _packed(self.process, notices):
                self._speaking.execute("SELECT pg_notify(%s, %s)", (CHANNEL, text))
        except Exception as wrong:
            log.warning("a message to other processes was lost", error=type(wrong).__name__)
            if self._speaking is not None:
                self._speaking.close()
                self._speaking = None

    def close(self) -> None:
        super().close()
        if self._speaking is not None:
            self._speaking.close()

    def _hear(self) -> None:
        with self.store.raw_connection() as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            self._tell(None)  # while nobody listened some may have come
            while not self._closing.is_set():
                for notice in connection.notifies(timeout=0.5):
                    process, *told = notice.payload.split(" ")
                    if process != self.process:
                        self._tell([_unpacked(one) for one in told])


def _packed(process: str, notices: Sequence[Notice]) -> Iterator[str]:
    newest: dict[tuple[str, bool], int] = {}
    for table, number in notices:
        newest[table, number > 0] = max(number, newest.get((table, number > 0), 0))
    text = process
    for (table, _), number in newest.items():
        more = f" {table}:{number}"
        if len(text) + len(more) > MOST_BYTES:
            yield text
            text = process
        text += more
    yield text


def _unpacked(text: str) -> Notice:
    table, _, number = text.rpartition(":")
    return table, int(number)


def make(store: Store, process: str) -> Bus:
    return PostgresBus(store, process) if store.is_shared else SqliteBus(store, process)


def swept(now: float) -> tuple[Any, dict[str, float]]:
    """The statement that clears SQLite's old notices away; the newest stays, for its id."""
    return _SWEEP, {"old": now - KEPT}


_SWEEP = delete(schema.notices).where(
    schema.notices.c.at < bindparam("old"),
    schema.notices.c.id < select(func.max(schema.notices.c.id)).scalar_subquery(),
)
