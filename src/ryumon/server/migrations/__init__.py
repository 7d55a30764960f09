"""How a database of any version becomes one of this version."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

LOCK = 0x72_79_75_6D  # any number, the same for all servers
LEVEL = 2  # the newest migration


def upgrade(connection: Connection) -> None:
    """Bring the database up to date, inside the transaction that is open. Two servers that start
    together wait for each other: SQLite has one writer, PostgreSQL is asked for a lock."""
    from alembic import command
    from alembic.config import Config

    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
