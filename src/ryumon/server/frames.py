"""uvicorn's WebSocket with a short way for nearly all messages: one whole frame of text.

Everything else (opening, closing, pings, fragments, faults) is uvicorn's and `websockets`' own.
What they do for a message of a hundred bytes costs more than the move that it holds.
"""

from __future__ import annotations

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # pyright: ignore[reportPrivateImportUsage]
from websockets.http11 import Request

WRITE = "ryumon.write"  # the extension by which the application sends frames that it has made
TEXT = 0x81  # the first byte of a whole message of text
MASKED = 0x80
MOST_UNREAD = 8  # messages that the application has not taken yet


def frame(text: bytes) -> bytes:
    """The frame of a message; it can be sent to many."""
    size = len(text)
    if size < 126:
        return bytes((TEXT, size)) + text
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2) + text
    return b"\x81\x7f" + size.to_bytes(8) + text


class Message:
    """What is sent, to one or to many: as text, and as a frame that is made once."""

    __slots__ = ("_frame", "text")

    def __init__(self, text: bytes) -> None:
        self.text = text
        self._frame: bytes | None = None

    @property
    def frame(self) -> bytes:
        if self._frame is None:
            self._frame = frame(self.text)
        return self._frame


class WebSocket(WebSocketsSansIOProtocol):
    """What uvicorn makes for each connection."""

    _between_frames = True  # False: what was read of a frame is known to the parser alone
    _unsent: list[bytes] | None = None

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.handshake_initiated and not self.handshake_complete:
            extensions: dict[str, object] = self.scope["extensions"]  # type: ignore[assignment]
            extensions[WRITE] = self.write_frame

    def start_keepalive(self) -> None:
        """The opening is over: what was said in it is not kept as long as the connection."""
        super().start_keepalive()
        self.request = self.response = None
        self.scope["headers"] = []

    def write_frame(self, data: bytes) -> bool:
        """Send a frame; False if it must wait because the client does not read."""
        if self.close_sent or self.transport.is_closing():
            return True  # nobody is there any more; the application will be told
        if not self.writable.is_set():
            return False
        if self._unsent is None:
            self._unsent = [data]
            self.loop.call_soon(self._flush)
        else:
            self._unsent.append(data)
        return True

    def _flush(self) -> None:
        """Send all frames of this moment at once: to whoever moves, the step and that it is done.
        A send costs the system more than making the frame."""
        unsent, self._unsent = self._unsent, None
        if unsent and not self.close_sent and not self.transport.is_closing():
            self.transport.write(b"".join(unsent))

    async def send(self, message: ASGISendEvent) -> None:
        self._flush()  # what was written before goes out before
        await super().send(message)

    def data_received(self, data: bytes) -> None:
        if not self.handshake_complete or not self._between_frames:
            early = self.handshake_initiated  # a client that has not waited for our answer
            super().data_received(data)
            self._between_frames &= not early and not self.conn.reader.buffer
            return
        at, size = 0, len(data)
        while at < size:
            start, end = _place(data, at, size)
            if not end:
                self._between_frames = False
                super().data_received(data[at:])
                return
            if data[at] != TEXT or not self._take(data[start - 4 : start], data[start:end]):
                super().data_received(data[at:end])
            at = end

    def _take(self, mask: bytes, masked: bytes) -> bool:
        """Hand a message on; False if it is not text after all."""
        if self.close_sent:
            return True
        try:
            text = apply_mask(masked, mask).decode()
        except UnicodeDecodeError:
            return False
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if not self.read_paused and self.queue.qsize() > MOST_UNREAD:
            self.read_paused = True
            self.transport.pause_reading()
        return True


def _place(data: bytes, at: int, size: int) -> tuple[int, int]:
    """Where the payload of the frame lies that begins here; its end is 0 if it is not all there, or
    no final frame of a client."""
    if size - at < 6 or not data[at] & 0x80 or not data[at + 1] & MASKED:
        return 0, 0
    length, start = data[at + 1] & 0x7F, at + 6
    if length == 126:
        length, start = int.from_bytes(data[at + 2 : at + 4]), at + 8
    elif length == 127:
        return 0, 0
    return (start, start + length) if start + length <= size else (0, 0)
