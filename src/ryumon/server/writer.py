"""Group commit: one thread stores whatever waits, of all tables, in one transaction.

A change is acknowledged when the transaction that holds it is on the disk, never before. One that
cannot be stored fails alone: the group is then stored again, change by change.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

import structlog
from sqlalchemy import Executable, insert
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import DBAPIError, IntegrityError

from ryumon.server.schema import entries

if TYPE_CHECKING:
    from ryumon.server.bus import Bus, Notice

log = structlog.get_logger()

MOST = 500  # changes in one transaction, so that nobody waits for a very long one
RESTART = 3.0  # seconds that a database which is restarted is waited for
MOST_ROWS = 128  # in one statement
# Seconds between two transactions when one follows the other: a transaction costs as much as
# several moves. Who moves while nobody else does never waits.
GATHER = 0.004


class Conflict(Exception):
    """Another change took the number, or the command was stored before."""


class NotStored(Exception):
    """The store failed; nothing of the change is there."""


class Away(NotStored):
    """The database cannot be reached: nobody knows whether the change is there. Whoever sends the
    same command again, when it is back, finds out."""


@dataclass(slots=True)
class Entry:
    """A row of `entries`."""

    table: str
    number: int
    kind: str
    data: str
    at: float
    seat: int | None = None
    command: str | None = None

    def row(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in Entry.__slots__}

    def values(self) -> tuple[Any, ...]:
        return (
            self.table, self.number, self.kind, self.data, self.at, self.seat, self.command
        )  # fmt: skip


@dataclass(slots=True)
class Change:
    """What is stored together or not at all: an entry, and what follows from it."""

    entry: Entry | None = None
    more: list[tuple[Executable, Any]] = field(default_factory=list)  # statement, parameters
    claim: tuple[Executable, Any] | None = None  # a conflict unless it changes one row
    notice: Notice | None = None  # what other processes are told, beside the entry's number

    @property
    def table(self) -> str:
        return self.entry.table if self.entry is not None else ""


Waiting = tuple[Change, asyncio.Future[None]]
Verdict = tuple[asyncio.Future[None], Exception | None]


class Writer:
    """The thread and what waits for it. Made and used in an event loop; closed there too."""

    def __init__(
        self, engine: Engine, before_commit: Callable[[], None] | None = None,
        bus: Bus | None = None,
    ) -> None:  # fmt: skip
        self._engine, self._bus = engine, bus
        self._before_commit = before_commit  # for tests and measurements
        self._loop = asyncio.get_running_loop()
        self._waiting: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()  # None: stop
        self._closing = False
        self.groups = self.changes = self.failed = 0
        self._thread = threading.Thread(target=self._work, name="ryumon-writer", daemon=True)
        self._thread.start()

    async def store(self, change: Change) -> None:
        """Return when the change is on the disk. Conflict or NotStored if it is not there."""
        if self._closing:
            raise NotStored
        done: asyncio.Future[None] = self._loop.create_future()
        self._waiting.put((change, done))
        await done  # a caller who goes away does not take the change back

    async def close(self) -> None:
        """Store what waits, then stop."""
        self._closing = True
        self._waiting.put(None)
        while self._thread.is_alive():
            await asyncio.sleep(0.005)

    # --- in the thread ----------------------------------------------------------------------

    def _work(self) -> None:
        ended = 0.0
        while (first := self._waiting.get()) is not None:
            wait = ended + GATHER - time.monotonic()
            if wait > 0 and not self._closing:
                time.sleep(wait)
            group = [first]
            while not self._waiting.empty() and len(group) < MOST:
                following = self._waiting.get()
                if following is None:
                    self._store_group(group)
                    return
                group.append(following)
            self._store_group(group)
            ended = time.monotonic()

    def _store_group(self, group: list[Waiting]) -> None:
        self.groups += 1
        self.changes += len(group)
        verdicts: list[Verdict]
        try:
            self._commit([change for change, _ in group])
            verdicts = [(done, None) for _, done in group]
        except Exception as wrong:
            if _is_away(wrong) and not self._is_back():
                log.error("the database is away", waiting=len(group))
                verdicts = [(done, Away()) for _, done in group]
            elif len(group) == 1 and not _is_away(wrong):
                verdicts = [(group[0][1], _verdict(wrong))]
            else:
                # what a lost connection may have stored after all is a conflict now
                verdicts = [self._store_alone(change, done) for change, done in group]
        self.failed += sum(isinstance(wrong, NotStored) for _, wrong in verdicts)
        self._loop.call_soon_threadsafe(_tell, verdicts)

    def _store_alone(self, change: Change, done: asyncio.Future[None]) -> Verdict:
        try:
            self._commit([change])
        except Exception as wrong:
            return done, _verdict(wrong)
        return done, None

    def _is_back(self) -> bool:
        """Wait for a database that is being restarted."""
        end = time.monotonic() + RESTART
        while True:
            try:
                with self._engine.connect():
                    return True
            except DBAPIError:
                if time.monotonic() > end or self._closing:
                    return False
                time.sleep(0.1)

    def _commit(self, changes: Sequence[Change]) -> None:
        # in one order everywhere, so that groups of two processes never wait for each other in turn
        changes = sorted(changes, key=lambda change: change.table)
        notices = [] if self._bus is None else _notices(changes)
        with self._engine.begin() as connection:
            _execute(connection, changes)
            if self._bus is not None:
                self._bus.in_group(connection, notices)
            if self._before_commit is not None:
                self._before_commit()
        if self._bus is not None:
            self._bus.after_group(notices)


def _execute(connection: Connection, changes: Sequence[Change]) -> None:
    _insert(connection, [change.entry for change in changes if change.entry is not None])
    for change in changes:
        if change.claim is not None and connection.execute(*change.claim).rowcount != 1:
            raise Conflict
        for statement, parameters in change.more:
            connection.execute(statement, parameters)


def _notices(changes: Sequence[Change]) -> list[Notice]:
    found: list[Notice] = []
    for change in changes:
        if change.entry is not None:
            found.append((change.entry.table, change.entry.number))
        if change.notice is not None:
            found.append(change.notice)
    return found


def _is_away(wrong: Exception) -> bool:
    """Is the connection to the database lost, rather than the change refused?"""
    if not isinstance(wrong, DBAPIError):
        return False
    # of PostgreSQL: no code at all, a connection error, a shutdown, a transaction that stood still
    state = getattr(wrong.orig, "sqlstate", "") or "08"
    lost = hasattr(wrong.orig, "sqlstate") and state[:2] in ("08", "57", "25")
    return wrong.connection_invalidated or lost


def _insert(connection: Connection, found: list[Entry]) -> None:
    """SQLite's driver lets other threads run for every row that is inserted, and then waits for its
    turn again, which takes milliseconds while people move. So many rows go into one statement; for
    the sake of the driver's cache their numbers are powers of two."""
    if connection.dialect.name != "sqlite":
        if found:
            connection.execute(insert(entries), [entry.row() for entry in found])
        return
    while found:
        size = min(1 << len(found).bit_length() - 1, MOST_ROWS)
        values = tuple(value for entry in found[:size] for value in entry.values())
        connection.exec_driver_sql(_rows(size), values)
        found = found[size:]


@cache
def _rows(size: int) -> str:
    slots = list(Entry.__slots__)
    names = ", ".join(f'"{name}"' for name in slots)
    marks = ", ".join("?" * len(slots))
    return f"INSERT INTO entries ({names}) VALUES " + ", ".join([f"({marks})"] * size)


def _verdict(wrong: Exception) -> Exception:
    if isinstance(wrong, IntegrityError | Conflict):
        return Conflict()
    if _is_away(wrong):
        return Away()
    # the statement and its parameters stay out of the log: they hold what is secret
    why = getattr(wrong, "orig", None) or type(wrong).__name__
    log.error("not stored", error=type(wrong).__name__, why=str(why)[:200])
    return NotStored()


def _tell(verdicts: list[Verdict]) -> None:
    for done, wrong in verdicts:
        if done.done():  # whoever asked was cancelled
            continue
        if wrong is None:
            done.set_result(None)
        else:
            done.set_exception(wrong)
