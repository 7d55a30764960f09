"""The database: opened, brought up to date, read by a few threads and written by one."""

from __future__ import annotations

import asyncio
import importlib
import importlib.util
import secrets
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import create_engine, event, insert, select
from sqlalchemy.engine import Connection, Engine, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError

from ryumon.server import migrations, schema
from ryumon.server.clock import ServerClock
from ryumon.server.words import Refuse
from ryumon.server.writer import Change, Writer

if TYPE_CHECKING:
    from ryumon.server.bus import Bus

T = TypeVar("T")
READERS = 2
BUSY = 10_000  # milliseconds that SQLite waits for another process
# PostgreSQL: a process that stands still in the middle of a transaction, or whose machine is gone,
# must not keep others waiting for its rows; and a lost connection must be noticed.
SESSION = {
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
    "options": "-c idle_in_transaction_session_timeout=5000",
}


class Unusable(Exception):
    """The database cannot be used; `args` say why."""


class Store:
    """Made by `open`. Its clock is the one that deadlines are measured by: this machine's with
    SQLite, the database server's with PostgreSQL, unless tests hand in their own."""

    def __init__(self, engine: Engine, now: Callable[[], float] | None = None) -> None:
        self.writing = engine.execution_options(writing=True)
        self.is_shared = engine.dialect.name == "postgresql"  # can other machines use it?
        # whatever one question reads is as of one moment; SQLite does so by itself
        steady = {"isolation_level": "REPEATABLE READ"}
        self.engine = engine.execution_options(**steady) if self.is_shared else engine
        self._clock: ServerClock | None = None
        if now is None and self.is_shared:
            now = self._clock = self.ask(ServerClock)
        self.now: Callable[[], float] = now or time.time
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="ryumon-reader")
        self._writer: Writer | None = None
        self.bus: Bus | None = None  # who else is told; set before the first change
        self.before_commit: Callable[[], None] | None = None  # for tests and measurements

    @classmethod
    def open(cls, url: str, now: Callable[[], float] | None = None) -> Store:
        """Open the database of this URL, or make it. Unusable with a reason, or Refuse with a
        sentence, if that fails."""
        try:
            engine = _engine(url)
            _upgrade(engine.execution_options(writing=True))
            return cls(engine, now)
        except (DBAPIError, ArgumentError, OSError, ImportError) as wrong:
            raise Unusable(str(getattr(wrong, "orig", None) or wrong)) from wrong

    @property
    def writer(self) -> Writer:
        if self._writer is None:
            self._writer = Writer(self.writing, self.before_commit, self.bus)
        return self._writer

    async def write(self, change: Change) -> None:
        """Return when it is on the disk; Conflict or NotStored if it is not."""
        await self.writer.store(change)

    async def read(self, question: Callable[[Connection], T]) -> T:
        """Ask in a reader's thread."""
        return await asyncio.get_running_loop().run_in_executor(
            self._readers, self.ask, question
        )  # fmt: skip

    def ask(self, question: Callable[[Connection], T]) -> T:
        try:
            return self._ask(question)
        except DBAPIError as wrong:
            if not wrong.connection_invalidated:
                raise
        return self._ask(question)  # the database was restarted since; reading twice does no harm

    def _ask(self, question: Callable[[Connection], T]) -> T:
        with self.engine.connect() as connection:
            return question(connection)

    def raw_connection(self) -> Any:
        """A connection of the driver of PostgreSQL, for the bus."""
        psycopg: Any = importlib.import_module("psycopg")
        address = self.engine.url.set(drivername="postgresql")
        told = address.render_as_string(hide_password=False)
        return psycopg.connect(told, autocommit=True, **SESSION)

    async def keep_time(self) -> None:
        """Measure the database server's clock again, now and then."""
        if self._clock is not None and self._clock.is_old:
            await self.read(self._clock.measure)

    async def close(self) -> None:
        if self._writer is not None:
            await self._writer.close()
        self._readers.shutdown(wait=True, cancel_futures=True)
        self.dispose()

    def dispose(self) -> None:
        self.engine.dispose()

    def key(self, name: str, make: Callable[[], bytes] = lambda: secrets.token_bytes(32)) -> bytes:
        """A key of the whole house; made once, by whichever process is first."""
        asked = select(schema.settings.c.value).where(schema.settings.c.name == name)
        for _ in range(2):
            found = self.ask(lambda connection: connection.execute(asked).scalar())
            if found is not None:
                return found
            try:
                with self.writing.begin() as connection:
                    connection.execute(insert(schema.settings), {"name": name, "value": make()})
            except IntegrityError:  # another process was first
                pass
        found = self.ask(lambda connection: connection.execute(asked).scalar())
        assert found is not None
        return found


def _upgrade(engine: Engine) -> None:
    """Bring it up to date. Older servers that cannot go on beside us may just be ending."""
    end = time.monotonic() + migrations.PATIENCE
    while True:
        try:
            with engine.begin() as connection:
                migrations.upgrade(connection)
            return
        except migrations.OlderRuns:
            if time.monotonic() > end:
                raise Refuse("older-runs") from None
        time.sleep(0.5)


def file_url(path: Path) -> str:
    return f"sqlite:///{path}"


def _engine(url: str) -> Engine:
    told = make_url(url)
    if told.get_backend_name() == "sqlite":
        if told.database:
            Path(told.database).parent.mkdir(parents=True, exist_ok=True)
        engine = create_engine(told, pool_size=READERS + 2, max_overflow=4)
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    if told.get_backend_name() in ("postgres", "postgresql"):
        if importlib.util.find_spec("psycopg") is None:
            raise ImportError("its driver is missing; pip install 'psycopg[binary]'")
        told = told.set(drivername="postgresql+psycopg")
        return create_engine(told, pool_size=READERS + 2, max_overflow=4, connect_args=SESSION)
    raise ArgumentError(f"no database of the kind {told.get_backend_name()!r}")


def _set_up_sqlite(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # the driver begins no transactions of its own
    for pragma in (f"busy_timeout={BUSY}", "journal_mode=WAL", "synchronous=FULL"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    # One that reads first and writes later could find that another process has written meanwhile,
    # and would fail: whoever means to write says so at once.
    writing = connection.get_execution_options().get("writing")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")
