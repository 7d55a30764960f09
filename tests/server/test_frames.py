"""The short way of a socket: whatever way the bytes of a client are cut, the same messages come."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import random
import struct
from collections.abc import AsyncGenerator
from typing import Any

import pytest
import uvicorn

from ryumon.server.frames import WRITE, WebSocket, frame

PATIENCE = 20.0
TEXT, PING, CLOSE = 0x81, 0x89, 0x88
OPENING = (
    b"GET / HTTP/1.1\r\nHost: t\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


async def echo(scope: Any, receive: Any, send: Any) -> None:
    """Sends back every message, by the short way if it is asked to."""
    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        text = message["text"]
        if text.startswith("!"):
            assert scope["extensions"][WRITE](frame(text.encode()))
        else:
            await send({"type": "websocket.send", "text": text})


@contextlib.asynccontextmanager
async def connected() -> AsyncGenerator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    config = uvicorn.Config(
        echo, ws=WebSocket, ws_per_message_deflate=False, ws_max_size=64 * 1024, port=0,
        lifespan="off", log_config=None, access_log=False,
    )  # fmt: skip
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(OPENING)
    assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
    try:
        yield reader, writer
    finally:
        writer.close()
        server.should_exit = True
        await serving


def masked(first: int, payload: bytes) -> bytes:
    """A client's frame."""
    size, mask = len(payload), os.urandom(4)
    if size < 126:
        head = bytes((first, 0x80 | size))
    elif size < 1 << 16:
        head = struct.pack("!BBH", first, 0x80 | 126, size)
    else:
        head = struct.pack("!BBQ", first, 0x80 | 127, size)
    return head + mask + bytes(x ^ mask[k % 4] for k, x in enumerate(payload))


async def next_frame(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    async with asyncio.timeout(PATIENCE):
        first, size = await reader.readexactly(2)
        if size == 126:
            size = struct.unpack("!H", await reader.readexactly(2))[0]
        elif size == 127:
            size = struct.unpack("!Q", await reader.readexactly(8))[0]
        return first, await reader.readexactly(size)


TEXTS = ["a", "!b", "龍門", "!" + "x" * 125, "y" * 126, "!" + "z" * 40_000, "", "!the last"]


@pytest.mark.parametrize("seed", range(6))
def test_messages_arrive_however_their_bytes_are_cut(seed: int) -> None:
    rng = random.Random(seed)
    whole = [masked(TEXT, text.encode()) for text in TEXTS]
    whole.insert(3, masked(PING, b"?"))
    whole.insert(5, masked(0x01, b"in ") + masked(0x00, b"three ") + masked(0x80, b"parts"))
    data = b"".join(whole)
    # all at once, frame by frame, or cut anywhere
    cuts = {0: [], 1: [len(b"".join(whole[:k])) for k in range(1, len(whole))]}
    at = [0, *cuts.get(seed, sorted(rng.sample(range(len(data)), 12))), len(data)]

    async def play() -> None:
        async with connected() as (reader, writer):
            found = []
            for start, end in itertools.pairwise(at):
                writer.write(data[start:end])
                await writer.drain()
                await asyncio.sleep(0.005)
            for _ in range(len(TEXTS) + 2):
                found.append(await next_frame(reader))
            texts = [payload.decode() for first, payload in found if first == TEXT]
            assert texts == [*TEXTS[:4], "in three parts", *TEXTS[4:]]
            assert [payload for first, payload in found if first == 0x8A] == [b"?"]

    asyncio.run(play())


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (masked(TEXT, b"\xff"), 1007),  # no UTF-8
        (masked(TEXT, b"x" * 70_000), 1009),  # too large
        (b"\x81\x01x", 1002),  # not masked
        (masked(0xC1, b"x"), 1002),  # an extension that was not agreed on
        (masked(CLOSE, b"\x03\xe8"), 1000),
    ],
    ids=["not-utf-8", "too-large", "not-masked", "extension", "close"],  # masks are random
)
def test_what_is_no_message_ends_the_connection(sent: bytes, code: int) -> None:
    async def play() -> None:
        async with connected() as (reader, writer):
            writer.write(masked(TEXT, b"before"))
            assert await next_frame(reader) == (TEXT, b"before")
            writer.write(sent)
            first, payload = await next_frame(reader)
            assert first == CLOSE
            assert int.from_bytes(payload[:2]) == code

    asyncio.run(play())


def test_the_rest_of_a_frame_is_not_taken_for_a_frame() -> None:
    text = "x\u2043\0\0\0\0abc"  # from its third byte on it looks like a whole frame of abc
    data = bytes((TEXT, 0x80 | len(text.encode()), 0, 0, 0, 0)) + text.encode()

    async def play() -> None:
        async with connected() as (reader, writer):
            writer.write(data[:8])
            await writer.drain()
            await asyncio.sleep(0.05)
            writer.write(data[8:])
            assert await next_frame(reader) == (TEXT, text.encode())

    asyncio.run(play())
