"""One who is connected: what is sent, what waits, and how it ends."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from typing import TYPE_CHECKING, Any

from ryumon import PUBLIC
from ryumon.server import protocol
from ryumon.server.frames import Message
from ryumon.server.protocol import Bye, write
from ryumon.server.words import told

if TYPE_CHECKING:
    from ryumon.server.people import Person

Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
WriteFrame = Callable[[bytes], bool]  # False: the client does not read; nothing was sent

MOST_WAITING = 64  # messages for a client that does not read
GOODBYE = 1.0  # seconds to say why a connection ends
AGAIN = 1013  # the closing code for one who may come back


class Gone(Exception):
    """The connection is over."""


class Connection:
    """A viewer who is connected. A message goes out at once; where a client does not read, it waits
    in a bounded queue, so that nobody waits for another's phone."""

    __slots__ = (
        "_frames", "_idle", "_pump", "_reader", "_send", "_waiting", "aids", "closing", "language",
        "name", "person", "viewer", "was_slow",
    )  # fmt: skip

    def __init__(self, send: Send, person: Person | None, frames: WriteFrame | None = None) -> None:
        self._send, self._frames = send, frames
        self.person, self.name = (person.id, person.name) if person else ("", "")
        self.viewer, self.language, self.aids = PUBLIC, "en", False
        self._waiting: deque[Message] | None = None  # None: nothing waits
        self._pump: asyncio.Task[None] | None = None
        self._reader = asyncio.current_task()
        self._idle = False  # does the reader wait for the client?
        self.closing: Bye | None = None
        self.was_slow = False

    def push(self, message: Message) -> None:
        if self.closing is not None:
            return
        if self._waiting is None and self._frames is not None and self._frames(message.frame):
            return
        if self._waiting is not None and len(self._waiting) >= MOST_WAITING:
            self._waiting.clear()
            self.was_slow = True
            self.close(Bye(told("slow", self.language), again=0.5))
            return
        self._enqueue(message)

    def tell(self, message: protocol.ServerMessage) -> None:
        self.push(Message(write(message)))

    def close(self, bye: Bye) -> None:
        """Say why, and end."""
        if self.closing is None:
            self.closing = bye
            self._enqueue(Message(write(bye)))
            asyncio.get_running_loop().call_later(GOODBYE, self._interrupt)

    def _enqueue(self, message: Message) -> None:
        if self._waiting is None:
            self._waiting = deque()
            self._pump = asyncio.create_task(self._send_waiting())
        self._waiting.append(message)

    async def _send_waiting(self) -> None:
        """Send what waits, as fast as the client reads."""
        waiting = self._waiting
        assert waiting is not None
        with contextlib.suppress(OSError):  # the client is gone; the reader is told as well
            while waiting:
                text = waiting.popleft().text.decode()
                await self._send({"type": "websocket.send", "text": text})
            self._waiting = None  # from here on, messages go out at once
            if self.closing is not None:
                await self._send({"type": "websocket.close", "code": AGAIN})
                self._interrupt()

    def _interrupt(self) -> None:
        """Wake the reader if it waits for the client. A command that is being obeyed goes on."""
        if self._idle and self._reader is not None:
            self._reader.cancel()

    async def read(self, receive: Receive) -> bytes:
        """The client's next message; Gone if the connection is over."""
        if self.closing is not None:
            raise Gone
        self._idle = True
        try:
            return await text_of(receive)
        except asyncio.CancelledError:
            if self.closing is None or self._reader is None:
                raise
            self._reader.uncancel()
            raise Gone from None
        finally:
            self._idle = False

    async def end(self) -> None:
        """Let the last words go out, for a moment; then nothing is sent any more."""
        if self._pump is not None:
            if self.closing is not None:
                await asyncio.wait({self._pump}, timeout=GOODBYE)
            self._pump.cancel()


async def text_of(receive: Receive) -> bytes:
    """The client's next message; Gone if there is none any more."""
    message = await receive()
    if message["type"] != "websocket.receive":
        raise Gone
    text = message.get("text")
    return message.get("bytes") or b"" if text is None else text.encode()
