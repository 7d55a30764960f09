"""No clock runs while the server is down.

Every process writes now and then that it lives. The first one to start after a gap moves all
deadlines by as much as nobody lived.
"""

from __future__ import annotations

import struct
from contextlib import suppress
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError

from ryumon.server import schema
from ryumon.server.writer import Change, Conflict, NotStored

if TYPE_CHECKING:
    from ryumon.server.store import Store

NAME = "alive"
EVERY = 5.0  # seconds
_TIME = struct.Struct("!d")
_READ = select(schema.settings.c.value).where(schema.settings.c.name == NAME)
_WRITE = update(schema.settings).where(schema.settings.c.name == NAME)
_SHIFT = (
    update(schema.due)
    .where(schema.due.c.kind == "clock")
    .values(at=schema.due.c.at + bindparam("gap"))
)


def begin(store: Store) -> float:
    """Move the deadlines; returns by how much."""
    now = store.now()
    with store.writing.begin() as connection:
        return _begin(connection, now)


def _begin(connection: Connection, now: float) -> float:
    value = connection.execute(_READ).scalar()
    if value is None:
        try:
            connection.execute(insert(schema.settings), {"name": NAME, "value": _TIME.pack(now)})
        except IntegrityError:  # another process was first, and there is nothing to move
            connection.rollback()
        return 0.0
    gap = now - _TIME.unpack(value)[0]
    # of two that start together one finds the value changed
    told = _WRITE.where(schema.settings.c.value == value).values(value=_TIME.pack(now))
    if gap <= 2 * EVERY or connection.execute(told).rowcount != 1:
        return 0.0
    connection.execute(_SHIFT, {"gap": gap})
    return gap


async def tell(store: Store) -> None:
    """This process lives."""
    value = _TIME.pack(store.now())
    with suppress(Conflict, NotStored):  # the store is in trouble, which others will say
        await store.write(Change(more=[(_WRITE.values(value=bindparam("v")), {"v": value})]))
