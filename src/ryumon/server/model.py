"""A table as it is stored: rows of the database as objects, and back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from sqlalchemy import Executable, bindparam, delete, insert, select, update
from sqlalchemy.engine import Connection

import ryumon
from ryumon import Game, State
from ryumon.server import schema
from ryumon.server.presence import Seen
from ryumon.server.protocol import Clock
from ryumon.server.writer import Change, Entry

Statement = tuple[Executable, Any]  # and its parameters
NO_SEAT = -1  # in grants
DAY = "day:"  # how the season of a table begins that is the deal of a day, which follows
CLAIM = 4.0  # seconds after its time that a due row belongs to the process that has taken it

json_text = msgspec.json.encode


@dataclass(slots=True)
class Chair:
    """A seat and who sits there."""

    seat: int
    name: str = ""  # empty: nobody, or a bot
    level: str = ""  # of the bot that moves here; empty: a person does
    person: bool = False  # does the seat belong to a person, whoever moves?
    conceded: bool = False
    muted: bool = False
    random: bytes = b""
    token: str = ""

    @property
    def free(self) -> bool:
        return not self.person and not self.level

    def row(self, table: str) -> dict[str, Any]:
        return {"table": table, **{name: getattr(self, name) for name in Chair.__slots__}}


@dataclass(slots=True)
class Head:
    """The row of a table."""

    id: str
    game: str
    players: int
    options: dict[str, Any]
    rules: int
    origin: dict[str, Any] | None
    clock: Clock
    aids: bool
    public: bool
    level: str
    expiry: str
    practice: bool
    verifiable: bool
    status: str
    created: float
    changed: float
    secret: bytes
    host: str
    join_token: str
    watch_token: str
    host_token: str
    next: str = ""
    season: str | None = None
    beat: float | None = None

    @property
    def keeps_deal(self) -> bool:
        """Is its deal still to be played at other tables of its season? Then nobody learns more of
        it than their own seat knows, also when this table has ended."""
        return self.season is not None and not self.public and self.day is None

    @property
    def day(self) -> str | None:
        """The day whose deal this is. Only its person ever sees the table."""
        season = self.season or ""
        return season.removeprefix(DAY) if season.startswith(DAY) else None

    def row(self) -> dict[str, Any]:
        row: dict[str, Any] = {name: getattr(self, name) for name in Head.__slots__}
        for name in ("options", "origin", "clock"):
            row[name] = None if row[name] is None else json_text(row[name]).decode()
        return row

    def made_game(self) -> Game:
        return ryumon.game(self.game, players=self.players, **self.options)


Grant = tuple[str, str, int]  # person, role, seat


@dataclass(slots=True)
class DueRow:
    """`ours`: this process has written the row, and so has claimed it."""

    table: str
    kind: str
    seat: int
    number: int
    at: float
    claimed_until: float = 0.0
    ours: bool = False

    def row(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in DueRow.__slots__ if name != "ours"}


@dataclass(slots=True)
class Loaded:
    """What is stored of a table. `head` and what follows from its row are None if they were not
    read, because nothing has changed them; `chat` are lines that were not known."""

    head: Head | None
    chairs: list[Chair]
    grants: set[Grant]
    entries: list[Entry]
    due: list[DueRow] = field(default_factory=list)
    intentions: dict[int, tuple[list[str] | None, str]] = field(default_factory=dict)
    offers: list[dict[str, Any]] = field(default_factory=list)
    chat: list[dict[str, Any]] = field(default_factory=list)
    presence: list[Seen] = field(default_factory=list)


PLAIN = ("moves", "judged", "said", "intend", "offer", "more time")  # leave table and seats alone
ALL = ("head", "seats", "grants", "entries", "due", "intentions", "offers", "chat", "presence")


def load(connection: Connection, table: str) -> Loaded | None:
    """Everything of one table, as of one moment; None if there is none."""
    found = _read(connection, table, ALL)
    return None if found.head is None else found


def news(
    connection: Connection, table: str, number: int, lines: int, always: bool = False
) -> Loaded | None:  # fmt: skip
    """What has changed since the entry `number`, and since so many lines of chat; None if nothing
    has. `always`: also what changes without an entry."""
    entries = _rows(connection, _SINCE, {"t": table, "n": number})
    if not entries and not always:
        return None
    parts = ["due", "intentions", "offers", "presence"]
    if always or any(entry["kind"] not in PLAIN for entry in entries):
        parts += ["head", "seats", "grants"]
    found = _read(connection, table, parts)
    found.entries = [Entry(**one) for one in entries]
    if always or any(entry["kind"] == "said" for entry in entries):
        found.chat = _rows(connection, _LINES, {"t": table, "skip": lines})
    return found


def seen(connection: Connection, table: str) -> list[Seen]:
    return [Seen(**row) for row in _rows(connection, _REST["presence"], {"t": table})]


def _rows(connection: Connection, question: Any, asked: dict[str, Any]) -> list[dict[str, Any]]:
    return [dict(one) for one in connection.execute(question, asked).mappings()]


def _read(connection: Connection, table: str, parts: Sequence[str]) -> Loaded:
    asked = {
        name: _rows(connection, question, {"t": table}) if name in parts else []
        for name, question in _REST.items()
    }
    for one in (*asked["seats"], *asked["offers"]):
        del one["table"]
    return Loaded(
        _head(asked["head"][0]) if asked["head"] else None,
        [Chair(**one) for one in asked["seats"]],
        {(one["person"], one["role"], one["seat"]) for one in asked["grants"]},
        [Entry(**one) for one in asked["entries"]],
        [DueRow(**one) for one in asked["due"]],
        {
            one["seat"]: (one["moves"] and msgspec.json.decode(one["moves"]), one["rule"])
            for one in asked["intentions"]
        },
        [{**one, "agreed": msgspec.json.decode(one["agreed"])} for one in asked["offers"]],
        asked["chat"],
        [Seen(**one) for one in asked["presence"]],
    )


def _head(row: dict[str, Any]) -> Head:
    for name, kind in (("options", Any), ("origin", Any), ("clock", Clock)):
        if row[name] is not None:
            row[name] = msgspec.json.decode(row[name], type=kind)
    return Head(**row)


_REST = {
    "head": select(schema.tables).where(schema.tables.c.id == bindparam("t")),
    "seats": select(schema.seats)
    .where(schema.seats.c.table == bindparam("t"))
    .order_by(schema.seats.c.seat),
    "grants": select(schema.grants).where(schema.grants.c.table == bindparam("t")),
    "entries": select(schema.entries)
    .where(schema.entries.c.table == bindparam("t"))
    .order_by(schema.entries.c.number),
    "due": select(schema.due).where(schema.due.c.table == bindparam("t")),
    "intentions": select(schema.intentions).where(schema.intentions.c.table == bindparam("t")),
    "offers": select(schema.offers)
    .where(schema.offers.c.table == bindparam("t"))
    .order_by(schema.offers.c.id),
    "chat": select(schema.chat)
    .where(schema.chat.c.table == bindparam("t"))
    .order_by(schema.chat.c.id),
    "presence": select(schema.presence).where(schema.presence.c.table == bindparam("t")),
}
_SINCE = _REST["entries"].where(schema.entries.c.number > bindparam("n"))
_LINES = _REST["chat"].offset(bindparam("skip"))


# --- statements -----------------------------------------------------------------------------


def new_table(
    head: Head, chairs: list[Chair], grants: set[Grant], begun: State | None = None,
    more: Sequence[Statement] = (),
) -> Change:  # fmt: skip
    """What is stored of a new table, whose first entry holds the moves that it begins with."""
    moves = [] if begun is None else begun.moves
    text = msgspec.json.encode({"moves": moves}).decode()
    kind = "create" if begun is None else "moves"
    entry = Entry(head.id, 1, kind, text, head.created)
    return Change(entry, [*more, *inserted(head.id, head, chairs, grants)])


def inserted(table: str, head: Head, chairs: list[Chair], grants: set[Grant]) -> list[Statement]:
    """A new table."""
    return [
        (insert(schema.tables), head.row()),
        (insert(schema.seats), [chair.row(table) for chair in chairs]),
        *(granted(table, grant) for grant in sorted(grants)),
    ]


def granted(table: str, grant: Grant) -> Statement:
    person, role, seat = grant
    return insert(schema.grants), {"table": table, "person": person, "role": role, "seat": seat}


def revoked(table: str, seat: int) -> Statement:
    """Nobody holds the seat any more."""
    return _REVOKE, {"t": table, "s": seat}


def updated(table: str, **values: Any) -> Statement:
    """Columns of the table's row change."""
    return update(schema.tables).where(schema.tables.c.id == table).values(**values), {}


def seated(table: str, chair: Chair) -> Statement:
    """The seat is as this chair says."""
    values = chair.row(table)
    return _SEAT, {"t": values.pop("table"), "s": values.pop("seat"), **values}


def due_set(row: DueRow) -> Statement:
    return insert(schema.due), row.row()


def due_done(row: DueRow) -> Statement:
    return _DUE_DONE, {"t": row.table, "k": row.kind, "s": row.seat}


def offer_set(table: str, offer: dict[str, Any]) -> Statement:
    row = {**offer, "table": table, "agreed": json_text(offer["agreed"]).decode()}
    return insert(schema.offers), row


def offer_done(table: str, offer: int) -> Statement:
    return _OFFER_DONE, {"t": table, "i": offer}


def intended(table: str, seat: int, moves: list[str] | None, rule: str) -> list[Statement]:
    """The seat's answer in advance is this, or none."""
    found: list[Statement] = [(_INTENT_DONE, {"t": table, "s": seat})]
    if moves or rule:
        text = None if moves is None else json_text(moves).decode()
        row = {"table": table, "seat": seat, "moves": text, "rule": rule}
        found.append((insert(schema.intentions), row))
    return found


def chatted(row: dict[str, Any]) -> Statement:
    return insert(schema.chat), row


_OFFER_DONE = delete(schema.offers).where(
    schema.offers.c.table == bindparam("t"), schema.offers.c.id == bindparam("i")
)
_INTENT_DONE = delete(schema.intentions).where(
    schema.intentions.c.table == bindparam("t"), schema.intentions.c.seat == bindparam("s")
)
_REVOKE = delete(schema.grants).where(
    schema.grants.c.table == bindparam("t"),
    schema.grants.c.role == "seat",
    schema.grants.c.seat == bindparam("s"),
)
_SEAT = (
    update(schema.seats)
    .where(schema.seats.c.table == bindparam("t"), schema.seats.c.seat == bindparam("s"))
    .values({name: bindparam(name) for name in Chair.__slots__ if name != "seat"})
)
_DUE_DONE = delete(schema.due).where(
    schema.due.c.table == bindparam("t"),
    schema.due.c.kind == bindparam("k"),
    schema.due.c.seat == bindparam("s"),
)
