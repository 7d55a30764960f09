"""Lists of tables: those that are open to all, and a person's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import bindparam, select
from sqlalchemy.engine import Connection

from ryumon.server import schema
from ryumon.server.api import TableList, TableRow

if TYPE_CHECKING:
    from ryumon.server.house import House

MOST = 100

_OPEN = (
    select(schema.tables)
    .where(schema.tables.c.status == "open", schema.tables.c.public)
    .order_by(schema.tables.c.created.desc())
    .limit(MOST)
)
_OWN = (
    select(schema.tables)
    .where(
        schema.tables.c.id.in_(
            select(schema.grants.c.table).where(
                schema.grants.c.person == bindparam("p"),
                schema.grants.c.role.in_(("seat", "host")),
            )
        ),
    )
    .order_by(schema.tables.c.created.desc())
    .limit(MOST)
)
_SEATS = (
    select(schema.seats)
    .where(schema.seats.c.table.in_(bindparam("tables", expanding=True)))
    .order_by(schema.seats.c.table, schema.seats.c.seat)
)
_HELD = select(schema.grants.c.table, schema.grants.c.seat).where(
    schema.grants.c.person == bindparam("p"), schema.grants.c.role == "seat"
)


async def open_tables(house: House) -> TableList:
    """Public tables where a seat is free, the newest first."""
    rows = await house.store.read(lambda connection: _rows(connection, _OPEN, {}))
    return TableList([row for row in rows if row.free])


async def tables_of(house: House, person: str) -> TableList:
    """A person's tables, those that wait for the person first."""
    rows, held = await house.store.read(lambda connection: _own(connection, person))
    for row in rows:
        row.waiting = row.status == "running" and await _waits(house, row.table, held)
    rows.sort(key=lambda row: (not row.waiting, row.status != "running"))
    return TableList(rows)


async def _waits(house: House, table: str, held: set[tuple[str, int]]) -> bool:
    """Has this person a decision there, as far as the person has been shown?"""
    live = await house.find(table)
    return any(live.choice(seat) is not None for where, seat in held if where == table)


def _own(connection: Connection, person: str) -> tuple[list[TableRow], set[tuple[str, int]]]:
    rows = _rows(connection, _OWN, {"p": person})
    held = connection.execute(_HELD, {"p": person}).all()
    return rows, {(table, seat) for table, seat in held}


def _rows(connection: Connection, question: Any, asked: dict[str, Any]) -> list[TableRow]:
    heads = connection.execute(question, asked).mappings().all()
    found = connection.execute(_SEATS, {"tables": [head["id"] for head in heads]}).mappings().all()
    chairs: dict[str, list[Any]] = {}
    for chair in found:
        chairs.setdefault(chair["table"], []).append(chair)
    return [
        TableRow(
            table=head["id"],
            game=head["game"],
            players=head["players"],
            options=msgspec.json.decode(head["options"]),
            status=head["status"],
            names=[chair["name"] for chair in chairs[head["id"]]],
            levels=[chair["level"] for chair in chairs[head["id"]]],
            free=sum(not chair["person"] and not chair["level"] for chair in chairs[head["id"]]),
        )
        for head in heads
    ]
