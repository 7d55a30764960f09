"""Who is at a table, in any process; and since when somebody is gone."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import bindparam, delete, insert

from ryumon import PUBLIC
from ryumon.server import schema
from ryumon.server.writer import Change

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ryumon.server.connection import Connection
    from ryumon.server.live import Live
    from ryumon.server.registry import Registry


class Seen(NamedTuple):
    """A row of `presence`: so many sockets of a person at a process, as of a time."""

    table: str
    viewer: int
    person: str
    process: str
    sockets: int
    at: float


class Presence:
    """All rows of one table. Those of this process are exact; the others' are as they were when
    they were read last."""

    def __init__(self, registry: Registry, rows: Iterable[Seen] = ()) -> None:
        self._registry = registry
        self._rows: dict[int, dict[tuple[str, str], Seen]] = {}
        self.take_up(rows)

    def take_up(self, rows: Iterable[Seen]) -> None:
        """Rows of other processes as they are stored; our own are known better."""
        own = self._registry.id
        kept = [row for rows in self._rows.values() for row in rows.values() if row.process == own]
        self._rows = {}
        for row in (*(row for row in rows if row.process != own), *kept):
            self._rows.setdefault(row.viewer, {})[row.person, row.process] = row

    def set(self, row: Seen) -> None:
        self._rows.setdefault(row.viewer, {})[row.person, row.process] = row

    def _here(self, row: Seen) -> bool:
        return row.sockets > 0 and self._registry.lives(row.process)

    def is_here(self, viewer: int) -> bool:
        return any(self._here(row) for row in self._rows.get(viewer, {}).values())

    def count(self, viewer: int) -> int:
        return sum(row.sockets for row in self._rows.get(viewer, {}).values() if self._here(row))

    def gone_since(self, viewer: int) -> float | None:
        """When the last of this viewer went; None if there never was one."""
        return max((row.at for row in self._rows.get(viewer, {}).values()), default=None)

    def is_person_here(self, person: str) -> bool:
        return any(
            self._here(row) for rows in self._rows.values() for row in rows.values()
            if row.person == person
        )  # fmt: skip

    def person_seen(self, person: str) -> float | None:
        found = (r.at for rows in self._rows.values() for r in rows.values() if r.person == person)
        return max(found, default=None)


def changed(live: Live, connection: Connection) -> Change:
    """Somebody came to or went from this process: take it up, and what is to be stored of it."""
    viewer, person, process = connection.viewer, connection.person, live.house.registry.id
    same = (c for c in live.connections if (c.viewer, c.person) == (viewer, person))
    row = Seen(live.id, viewer, person, process, sum(1 for _ in same), live.house.now())
    live.presence.set(row)
    key = {"t": row.table, "v": viewer, "w": person, "p": process}
    change = Change(more=[(_FORGET, key)], notice=(live.id, 0))
    if row.sockets or viewer != PUBLIC or person == live.head.host:  # others' times do not matter
        change.more.append((insert(schema.presence), row._asdict()))
    return change


_FORGET = delete(schema.presence).where(
    schema.presence.c.table == bindparam("t"),
    schema.presence.c.viewer == bindparam("v"),
    schema.presence.c.person == bindparam("w"),
    schema.presence.c.process == bindparam("p"),
)
