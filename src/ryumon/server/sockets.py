"""One WebSocket is one viewer at one table. Plain ASGI: this is where most messages go by."""

from __future__ import annotations

import asyncio
import queue
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import msgspec
import structlog
from sqlalchemy.exc import DBAPIError

from ryumon import PUBLIC
from ryumon.play.refusal import NO_RULE, Refused
from ryumon.server import api, chat, info, intentions, offers, play, protocol, seats
from ryumon.server.connection import Connection, Gone, Receive, Send, WriteFrame, text_of
from ryumon.server.limits import Bucket, Limits
from ryumon.server.live import TRIES, Live, Stale, repeated
from ryumon.server.protocol import (  # fmt: skip
    Act,
    Answer,
    Bye,
    Cancel,
    Chat,
    Concede,
    Done,
    Hello,
    Hint,
    HintMessage,
    HintMove,
    Intend,
    MakeOffer,
    Ping,
    Pong,
    Reason,
    Welcome,
    Why,
)
from ryumon.server.words import Refuse, told
from ryumon.server.writer import Away
from ryumon.workers import WorkerError

if TYPE_CHECKING:
    from ryumon.server.house import House
    from ryumon.server.people import Person

log = structlog.get_logger()


MOST_SIZE = 16_384  # bytes of a client's message
HELLO = 10.0  # seconds to say hello in
POLICY = 1008  # a closing code
AGAIN_SOON = 1.0  # seconds, while the database is away


class Sockets:
    """All connections of this process."""

    def __init__(self, house: House, limits: Limits) -> None:
        self.house, self.limits = house, limits
        self.connections: set[Connection] = set()
        self.messages = self.dropped = 0
        self._addresses: Counter[str] = Counter()

    def has_room(self, address: str) -> bool:
        return self._addresses[address] < self.limits.sockets

    async def serve(
        self, table: str, person: Person | None, address: str, receive: Receive, send: Send,
        frames: WriteFrame | None = None,
    ) -> None:  # fmt: skip
        """One connection, from its hello to its end. The opening has been accepted."""
        self._addresses[address] += 1
        try:
            await self._serve(table, person, receive, Connection(send, person, frames))
        finally:
            self._addresses[address] -= 1
            if not self._addresses[address]:
                del self._addresses[address]

    async def _serve(
        self, table: str, person: Person | None, receive: Receive, connection: Connection
    ) -> None:  # fmt: skip
        live = None
        try:
            async with asyncio.timeout(HELLO):
                hello = await self._hello(receive)
            connection.language, connection.aids = hello.language, hello.aids
            live = await self.house.find(table)
            connection.viewer = checked_viewer(live, hello.viewer, person)
            self.connections.add(connection)
            await self._welcome(live, connection, hello, person)
            await self._read(live, connection, receive)
        except (Gone, TimeoutError):
            pass
        except Refused as refused:
            connection.close(Bye(refused.refusal.sentence(connection.language)))
        except (Away, DBAPIError):
            connection.close(Bye(told("away", connection.language), again=AGAIN_SOON))
        except Exception:
            log.error("a connection failed", exc_info=True)
            connection.close(Bye(told("server", connection.language), again=2.0))
        finally:
            try:
                await connection.end()
            finally:
                self.connections.discard(connection)
                if live is not None:
                    self.dropped += connection.was_slow
                    self._leave(live, connection)

    async def _hello(self, receive: Receive) -> Hello:
        message = read(await text_of(receive))
        if not isinstance(message, Hello):
            raise Refuse("hello")
        return message

    async def _welcome(
        self, live: Live, connection: Connection, hello: Hello, person: Person | None
    ) -> None:  # fmt: skip
        viewer, language = connection.viewer, connection.language
        async with live.lock:  # what is being stored is told by its step, not here
            n = live.last(viewer)
            since = hello.since if 0 <= hello.since <= n else 0
            shown = live.shown(viewer)
            connection.tell(
                Welcome(
                    table=info.table_info(live),
                    viewer=viewer,
                    n=n,
                    since=since,
                    events=live.news(viewer, since, language),
                    view=None if shown is None else shown.view(),
                    choice=live.choice(viewer),
                    clocks=live.clocks_for(viewer),
                    chat=chat.lines(live, viewer),
                    you=info.you(live, person.id if person else ""),
                    undo=self.house.undo_of(live, viewer),
                    judging=live.is_judging(viewer),
                    ahead=live.ahead(viewer),
                    intention=intentions.of(live, viewer),
                )
            )
            live.connections.add(connection)
            self.house.came_or_went(live, connection)
        if viewer != PUBLIC and live.chairs[viewer].level:
            await repeated(lambda: seats.give_back(live, viewer))
        live.publish_table()
        self.house.aids.ask(live, connection)

    def _leave(self, live: Live, connection: Connection) -> None:
        if connection in live.connections:
            live.connections.discard(connection)
            live.used = self.house.now()
            self.house.came_or_went(live, connection)
            live.publish_table()

    async def _read(self, live: Live, connection: Connection, receive: Receive) -> None:
        """Obey the client until it goes."""
        bucket = Bucket(self.limits.messages, self.limits.burst)
        try:
            while True:
                text = await connection.read(receive)
                self.messages += 1
                if not bucket.take():
                    connection.close(Bye(told("too-fast", connection.language), again=5.0))
                    return
                try:
                    message = read(text)
                    answer = await self._obey(live, connection, message)
                except Refused as refused:
                    answer = self._refused(live, connection, _id_of(text), refused)
                if answer is not None:
                    connection.tell(answer)
        except Gone:
            pass
        except (Away, DBAPIError):
            connection.close(Bye(told("away", connection.language), again=AGAIN_SOON))
        except Exception as wrong:
            log.error("a message failed", error=type(wrong).__name__, exc_info=True)
            connection.close(Bye(told("server", connection.language), again=2.0))

    def _refused(
        self,
        live: Live,
        connection: Connection,
        command: str,
        refused: Refused,
        stale: bool = False,
    ) -> protocol.Refused:
        sentence = refused.refusal.sentence(connection.language)
        return protocol.Refused(
            command, refused.rule, sentence, live.last(connection.viewer), stale
        )

    async def _obey(
        self, live: Live, connection: Connection, message: protocol.ClientMessage
    ) -> protocol.ServerMessage | None:  # fmt: skip
        match message:
            case Ping():
                return Pong(message.id)
            case Chat():
                say = chat.say, live, connection, message.id, message.text, message.to
                await self._once(live, connection.viewer, message.id, *say)
                return self._done(live, connection.viewer, message.id)
            case Hello():
                raise Refuse("hello-again")
            case _:
                return await self._obey_seat(live, connection, message)

    async def _obey_seat(
        self, live: Live, connection: Connection, message: protocol.SeatMessage
    ) -> protocol.ServerMessage | None:  # fmt: skip
        seat, language = connection.viewer, connection.language
        work: tuple[Any, ...]
        if seat == PUBLIC:
            raise Refuse("not-yours", status=403)
        match message:
            case Act():
                try:
                    return await play.act(live, seat, message.id, message.expected, message.moves)
                except Stale:
                    return self._refused(live, connection, message.id, Refuse("stale"), stale=True)
            case Why():
                refusal = play.why(live, seat, message.moves)
                if refusal is None:
                    return Reason(message.id, NO_RULE, "")
                return Reason(message.id, refusal.rule, refusal.sentence(language))
            case Hint():
                return await self._hint(live, connection, message.id)
            case Intend():
                work = intentions.intend, live, seat, message.id, message.moves, message.rule
            case Cancel():
                work = intentions.intend, live, seat, message.id, None, ""
            case MakeOffer():
                work = offers.offer, live, seat, message.id, message.kind
            case Answer():
                work = offers.answer, live, seat, message.id, message.offer, message.accept
            case Concede():
                work = seats.concede, live, seat
        await self._once(live, seat, message.id, *work)
        return self._done(live, seat, message.id)

    async def _once(
        self, live: Live, seat: int, command: str, work: Callable[..., Awaitable[None]],
        *arguments: Any,
    ) -> None:  # fmt: skip
        """Do it. A command that is sent again, because its answer was lost, has been done."""
        for _ in range(TRIES):
            try:
                await work(*arguments)
                return
            except (Stale, Refused) as wrong:  # first by another process, or by itself
                if await self.house.is_stored(live.id, seat, command):
                    return
                if isinstance(wrong, Refused):
                    raise
        raise Refuse("stale")

    def _done(self, live: Live, viewer: int, command: str) -> Done:
        return Done(command, live.last(viewer))

    async def _hint(self, live: Live, connection: Connection, command: str) -> HintMessage:
        """What a strong player would do, from what the seat knows. Not against other people."""
        seat, language = connection.viewer, connection.language
        shown, alone = live.shown(seat), offers.people(live) == [seat]
        apart = not live.head.aids or live.head.day is not None
        if apart or not alone or shown is None or not live.may_decide(seat):
            raise Refuse("no-hint")
        try:
            asked = shown.state.seat(seat), live.last(seat), live.id
            names = live.names(seat, language)
            found = await self.house.thinkers.hint(*asked, language, names)
        except (WorkerError, queue.Full):
            raise Refuse("server", status=503) from None
        return HintMessage(command, [HintMove(*one) for one in found])

    async def close(self) -> None:
        """Tell everyone to come back in a moment."""
        for connection in list(self.connections):
            connection.close(Bye(told("goodbye", connection.language), again=1.0))
        for _ in range(50):
            if not self.connections:
                return
            await asyncio.sleep(0.02)


def checked_viewer(live: Live, viewer: int, person: Person | None) -> int:
    """The viewer, if this person may be it."""
    may = info.you(live, person.id if person else "")
    if viewer == PUBLIC:
        if not may.watch:
            raise Refuse("no-table", status=404)
    elif viewer not in may.seats:
        raise Refuse("not-yours" if may.watch else "no-table", status=403)
    return viewer


def read(text: bytes) -> protocol.ClientMessage:
    """A client's message; Refuse if it is none, or too large in any part."""
    if len(text) > MOST_SIZE:
        raise Refuse("too-large")
    try:
        message = protocol.read_client(text)
    except (msgspec.DecodeError, UnicodeDecodeError) as wrong:
        raise Refuse("form", why=str(wrong)[:200]) from None
    check_sizes(message)
    return message


def check_sizes(message: protocol.ClientMessage | api.ProgramMove) -> None:
    moves = getattr(message, "moves", None) or []
    sizes = [len(getattr(message, "id", "")), *map(len, moves)]
    if len(moves) > protocol.MOST_MOVES or max(sizes) > protocol.MOVE_SIZE:
        raise Refuse("too-large")


class _Id(msgspec.Struct):
    id: str = ""


def _id_of(text: bytes) -> str:
    """The id of a message that is refused, if it can be read."""
    try:
        return msgspec.json.decode(text, type=_Id).id[: protocol.MOVE_SIZE]
    except (msgspec.DecodeError, UnicodeDecodeError):
        return ""
