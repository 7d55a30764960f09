"""How a database of any version becomes one of this version, beside servers of another one.

Each migration says from which level on a server can still use the database after it
(`compatible_from`); the database keeps the highest of these. So a newer server migrates while older
ones run if they can read what it makes, else it waits for them to end; and an older server starts
on a newer database if it can read it.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

from ryumon.server.words import Refuse

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

LOCK = 0x72_79_75_6D  # any number, the same for all servers
LEVEL = 5  # the newest migration
FOLDER = Path(__file__).parent
SILENT = 10.0  # seconds after which a process that says nothing is taken to be dead
PATIENCE = SILENT + 2.0  # seconds that older servers have to end in
MARK = "compatible_from"  # in the settings


class OlderRuns(Exception):
    """A server runs that could not use the database after what is to be done."""


def upgrade(connection: Connection) -> None:
    """Bring the database up to date, inside the transaction that is open. Two servers that start
    together wait for each other: SQLite has one writer, PostgreSQL is asked for a lock. OlderRuns,
    or Refuse if it is too new for us; nothing has changed then."""
    from alembic import command
    from alembic.config import Config
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory

    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")
    level = int(MigrationContext.configure(connection).get_current_revision() or 0)
    if level > LEVEL:
        if _mark(connection) > LEVEL:
            raise Refuse("too-new")
        return  # a newer server has added what we need not know
    if level == LEVEL:
        return
    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    config.attributes["connection"] = connection
    below = f"{level:04}" if level else "base"
    coming = ScriptDirectory.from_config(config).iterate_revisions("head", below)
    needed = max(getattr(one.module, MARK, 1) for one in coming)
    if level >= 2 and _oldest(connection) < needed:
        raise OlderRuns
    command.upgrade(config, "head")
    _set_mark(connection, max(needed, _mark(connection)))


def _oldest(connection: Connection) -> int:
    """The lowest level of all processes that run; ours if there is none."""
    now = time.time()
    if connection.dialect.name == "postgresql":
        asked = "SELECT extract(epoch FROM clock_timestamp())::float8"
        now = connection.exec_driver_sql(asked).scalar_one()
    asked = f"SELECT min(level) FROM processes WHERE at > {now - SILENT:f}"
    found = connection.exec_driver_sql(asked).scalar()
    return LEVEL if found is None else found


def _mark(connection: Connection) -> int:
    asked = f"SELECT value FROM settings WHERE name = '{MARK}'"
    value = connection.exec_driver_sql(asked).scalar()
    return 1 if value is None else int(bytes(value))


def _set_mark(connection: Connection, mark: int) -> None:
    from sqlalchemy import delete, insert

    from ryumon.server.schema import settings

    connection.execute(delete(settings).where(settings.c.name == MARK))
    connection.execute(insert(settings), {"name": MARK, "value": str(mark).encode()})
