"""Group commit: one thread stores whatever waits, of all tables, in one transaction.

A change is acknowledged when the transaction that holds it is on the disk, never before. One that
cannot be stored fails alone: the group is then stored again, change by change.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import structlog
from sqlalchemy import Executable, insert
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import IntegrityError

from ryumon.server.schema import entries

log = structlog.get_logger()

MOST = 500  # changes in one transaction, so that nobody waits for a very long one


class Conflict(Exception):
    """Another change took the number, or the command was stored before."""


class NotStored(Exception):
    """The store failed; nothing of the change is there."""


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


@dataclass(slots=True)
class Change:
    """What is stored together or not at all: an entry, and what follows from it."""

    entry: Entry | None = None
    more: list[tuple[Executable, Any]] = field(default_factory=list)  # statement, parameters
    claim: tuple[Executable, Any] | None = None  # a conflict unless it changes one row


Waiting = tuple[Change, asyncio.Future[None]]
Verdict = tuple[asyncio.Future[None], Exception | None]


class Writer:
    """The thread and what waits for it. Made and used in an event loop; closed there too."""

    def __init__(self, engine: Engine, before_commit: Callable[[], None] | None = None) -> None:
        self._engine = engine
        self._before_commit = before_commit  # for tests and measurements
        self._loop = asyncio.get_running_loop()
        self._waiting: deque[Waiting] = deque()
        self._wake = threading.Event()
        self._closing = False
        self.groups = self.changes = self.failed = 0
        self._thread = threading.Thread(target=self._work, name="ryumon-writer", daemon=True)
        self._thread.start()

    async def store(self, change: Change) -> None:
        """Return when the change is on the disk. Conflict or NotStored if it is not there."""
        if self._closing:
            raise NotStored
        done: asyncio.Future[None] = self._loop.create_future()
        self._waiting.append((change, done))
        self._wake.set()
        await done  # a caller who goes away does not take the change back

    async def close(self) -> None:
        """Store what waits, then stop."""
        self._closing = True
        self._wake.set()
        while self._thread.is_alive():
            await asyncio.sleep(0.005)

    # --- in the thread ----------------------------------------------------------------------

    def _work(self) -> None:
        while True:
            self._wake.wait()
            self._wake.clear()
            while self._waiting:
                take = min(len(self._waiting), MOST)
                self._store_group([self._waiting.popleft() for _ in range(take)])
            if self._closing and not self._waiting:
                return

    def _store_group(self, group: list[Waiting]) -> None:
        self.groups += 1
        self.changes += len(group)
        verdicts: list[Verdict]
        try:
            self._commit([change for change, _ in group])
            verdicts = [(done, None) for _, done in group]
        except Exception as wrong:
            if len(group) == 1:
                verdicts = [(group[0][1], _verdict(wrong))]
            else:
                verdicts = [self._store_alone(change, done) for change, done in group]
        self.failed += sum(isinstance(wrong, NotStored) for _, wrong in verdicts)
        self._loop.call_soon_threadsafe(_tell, verdicts)

    def _store_alone(self, change: Change, done: asyncio.Future[None]) -> Verdict:
        try:
            self._commit([change])
        except Exception as wrong:
            return done, _verdict(wrong)
        return done, None

    def _commit(self, changes: Sequence[Change]) -> None:
        with self._engine.begin() as connection:
            _execute(connection, changes)
            if self._before_commit is not None:
                self._before_commit()


def _execute(connection: Connection, changes: Sequence[Change]) -> None:
    rows = [change.entry.row() for change in changes if change.entry is not None]
    if rows:
        connection.execute(insert(entries), rows)
    for change in changes:
        if change.claim is not None and connection.execute(*change.claim).rowcount != 1:
            raise Conflict
        for statement, parameters in change.more:
            connection.execute(statement, parameters)


def _verdict(wrong: Exception) -> Exception:
    if isinstance(wrong, IntegrityError | Conflict):
        return Conflict()
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
