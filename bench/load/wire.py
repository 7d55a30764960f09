"""A small WebSocket client on asyncio, so cheap that it is not what is measured.

Text frames both ways, no compression, no fragments from our side.
"""

from __future__ import annotations

import asyncio
import base64
import os
import struct
from collections.abc import Callable


class Socket(asyncio.Protocol):
    """Calls `on_text(bytes)` for each text frame, `on_open()` and `on_close()`. `on_ready()` is for
    whoever opens it: they say when the connection can be used."""

    def __init__(self, host: str, path: str, headers: dict[str, str]) -> None:
        self.host, self.path, self.headers = host, path, headers
        self.on_text: Callable[[bytes], None] = lambda text: None
        self.on_open: Callable[[], object] = lambda: None
        self.on_ready: Callable[[], object] = lambda: None
        self.on_close: Callable[[], object] = lambda: None
        self.is_open = False
        self._buffer = b""
        self._parts: list[bytes] = []
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport  # type: ignore[assignment]
        key = base64.b64encode(os.urandom(16)).decode()
        more = "".join(f"{name}: {value}\r\n" for name, value in self.headers.items())
        self._transport.write(  # type: ignore[union-attr]
            f"GET {self.path} HTTP/1.1\r\nHost: {self.host}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            f"Sec-WebSocket-Version: 13\r\n{more}\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer + data if self._buffer else data
        if not self.is_open:
            head, end, rest = buffer.partition(b"\r\n\r\n")
            if not end:
                self._buffer = buffer
                return
            if b" 101 " not in head.split(b"\r\n")[0]:
                raise ConnectionError(head[:200].decode(errors="replace"))
            self.is_open = True
            buffer = rest
            self.on_open()
        at, size = 0, len(buffer)
        while size - at >= 2:
            first, length, start = buffer[at], buffer[at + 1] & 127, at + 2
            if length == 126:
                if size - at < 4:
                    break
                length, start = struct.unpack_from("!H", buffer, at + 2)[0], at + 4
            elif length == 127:
                if size - at < 10:
                    break
                length, start = struct.unpack_from("!Q", buffer, at + 2)[0], at + 10
            if size - start < length:
                break
            self._frame(first, buffer[start : start + length])
            at = start + length
        self._buffer = buffer[at:]

    def _frame(self, first: int, payload: bytes) -> None:
        kind, last = first & 15, first & 128
        if kind == 9:
            self._send(10, payload)
        elif kind == 8:
            self.close()
        elif kind in (0, 1, 2):
            if last and not self._parts:
                self.on_text(payload)
            else:
                self._parts.append(payload)
                if last:
                    whole, self._parts = b"".join(self._parts), []
                    self.on_text(whole)

    def send(self, text: bytes) -> None:
        self._send(1, text)

    def _send(self, kind: int, payload: bytes) -> None:
        if self._transport is None or self._transport.is_closing():
            return
        size = len(payload)
        if size < 126:
            head = bytes((128 | kind, 128 | size))
        else:
            head = struct.pack("!BBH", 128 | kind, 128 | 126, size)
        # the mask 0 is a mask: the payload stays as it is
        self._transport.write(head + b"\0\0\0\0" + payload)

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_open = False
        self.on_close()
