"""For programs: an account with a token, and streams of JSON lines (docs/bot-api.md).

A program sits at tables as a person does and is told the same; it only comes with a token instead
of a cookie, and reads a stream instead of a socket. So everything else that can be asked over HTTP
is there for programs too.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import insert, select

from ryumon.server import lists, play, schema
from ryumon.server.api import (
    Account,
    GoneLine,
    Knowledge,
    ProgramMove,
    TableLine,
    TablesLine,
    TurnLine,
)
from ryumon.server.live import Live, Stale
from ryumon.server.people import PROGRAM, Person, Signer, checked_name, is_program
from ryumon.server.protocol import Done, Hello, write
from ryumon.server.words import Refuse
from ryumon.server.writer import Change, Conflict, NotStored

if TYPE_CHECKING:
    from ryumon.server.house import House
    from ryumon.server.sockets import Sockets

USE = b"token"  # what the signature of a token is for
KEEP_ALIVE = 7.0  # seconds after which an empty line says that the stream is still there
LOOK = 1.0  # seconds between two looks at a program's tables


# --- accounts -------------------------------------------------------------------------------


def open_account(house: House, signer: Signer, name: str) -> Account:
    person = Person(PROGRAM + house.sources.token(), checked_name(name))
    return Account(person.name, signer.write(person, USE))


async def holder(house: House, signer: Signer, header: str) -> Person:
    """Whose token this is; Refuse if it is nobody's, or was given up."""
    scheme, _, token = header.partition(" ")
    person = signer.read(token.strip(), USE) if scheme.lower() == "bearer" else None
    if person is not None:
        asked = select(schema.settings.c.name).where(schema.settings.c.name == _gone(person))
        if await house.store.read(lambda c: c.execute(asked).scalar()) is None:
            return person
    raise Refuse("account", status=401)


async def close_account(house: House, person: Person) -> None:
    """The token opens nothing any more."""
    if not is_program(person.id):
        raise Refuse("account", status=401)
    row = {"name": _gone(person), "value": b""}
    try:
        await house.store.write(Change(more=[(insert(schema.settings), row)]))
    except Conflict:
        pass  # closed already
    except NotStored:
        raise Refuse("not-stored", status=503) from None


def _gone(person: Person) -> str:
    return f"gone {person.id}"


# --- streams --------------------------------------------------------------------------------


async def tables(house: House, person: Person) -> AsyncIterator[bytes]:
    """All tables at which the program sits, then every change of one of them."""
    known: dict[str, Any] = {}
    quiet, first = 0.0, True
    while True:
        found = {row.table: row for row in (await lists.tables_of(house, person.id)).tables}
        lines: list[Any] = [TablesLine(list(found.values()))] if first else []
        if not first:
            lines += [TableLine(row) for name, row in found.items() if known.get(name) != row]
            lines += [GoneLine(name) for name in known if name not in found]
        known, first = found, False
        quiet = 0.0 if lines else quiet + LOOK
        if quiet >= KEEP_ALIVE:
            quiet = 0.0
            yield b"\n"
        for line in lines:
            yield write(line) + b"\n"
        await asyncio.sleep(LOOK)


class _Peek(msgspec.Struct):
    """What is looked at of a message that goes by."""

    type: str
    n: int = 0
    choice: msgspec.Raw = msgspec.Raw(b"null")


async def game(
    sockets: Sockets, table: str, person: Person, address: str, hello: Hello, knowledge: bool
) -> AsyncIterator[bytes]:  # fmt: skip
    """What a socket of this viewer would be sent, a line each; the first one is complete. Where the
    program is to move a line with its legal moves follows, if wanted with all its `knowledge`."""
    told: asyncio.Queue[Any] = asyncio.Queue(1)  # a program that does not read is dropped as such
    leave, greeting = asyncio.Event(), [write(hello).decode()]

    async def receive() -> dict[str, Any]:
        if greeting:
            return {"type": "websocket.receive", "text": greeting.pop()}
        await leave.wait()
        return {"type": "websocket.disconnect"}

    serving = asyncio.create_task(sockets.serve(table, person, address, receive, told.put))
    try:
        async for text in _messages(serving, told):
            yield text + b"\n"
            turn = (
                await _turn(sockets.house, table, hello.viewer, text, knowledge) if text else None
            )
            if turn is not None:
                yield write(turn) + b"\n"
    finally:
        leave.set()
        serving.cancel()


async def _messages(
    serving: asyncio.Task[None], told: asyncio.Queue[Any]
) -> AsyncIterator[bytes]:  # fmt: skip
    """Everything that is sent, and nothing at all now and then, until the end."""
    while True:
        waiting = asyncio.ensure_future(told.get())
        done, _ = await asyncio.wait(
            {waiting, serving}, timeout=KEEP_ALIVE, return_when=asyncio.FIRST_COMPLETED
        )
        if waiting not in done:
            waiting.cancel()
            if serving in done:
                return
            yield b""
            continue
        message = waiting.result()
        if message["type"] == "websocket.close":
            return
        text = message["text"]
        yield text if isinstance(text, bytes) else text.encode()


async def _turn(
    house: House, table: str, seat: int, text: bytes, knowledge: bool
) -> TurnLine | None:  # fmt: skip
    """The legal moves, if the message asks for a decision that still stands."""
    peek = msgspec.json.decode(text, type=_Peek)
    if bytes(peek.choice) == b"null":
        return None
    live = await house.find(table)
    shown = live.shown(seat)
    if shown is None or live.last(seat) != peek.n or not live.may_decide(seat):
        return None
    own = shown.state.seat(seat, events=False)
    fields = [field.name for field in live.game.spec.rules.FIELDS]
    known = Knowledge(fields, own.known.values()) if knowledge else None
    return TurnLine(peek.n, own.legal(), known)


# --- moves ----------------------------------------------------------------------------------


async def move(live: Live, seat: int, asked: ProgramMove) -> Done:
    """A decision, or the next move of one. Sent again with the same id it acts once."""
    try:
        return await play.act(live, seat, asked.id, asked.expected, asked.moves)
    except Stale:
        raise Refuse("stale", status=409) from None
