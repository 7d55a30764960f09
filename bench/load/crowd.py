"""Many people at once, in one process: who is to move waits in a line, and whoever is first in it
moves when the rate says so.

It parses as little as it can: a step that asks nothing of its reader is only counted.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import deque
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

import msgspec

from bench.load.making import Made
from bench.load.wire import Socket
from tests.server.harness import decisions

TICK = 0.001
CONNECTING = 100  # at once
now = time.perf_counter


class Mover(Protocol):
    """Somebody who can move."""

    since: float  # when the decision came

    def act(self, at: float) -> None:
        """Move now; the time of waiting is counted from `at`."""
        ...


class Ack(NamedTuple):
    """A move that was acknowledged: which, when it was to be sent, and how long it took."""

    command: str
    at: float
    took: float


class Crowd:
    """Whoever is connected, and what was measured with them."""

    def __init__(self, seed: int = 1) -> None:
        self.rng = random.Random(seed)
        self.ready: deque[Mover] = deque()
        self.acks: list[Ack] = []
        self.sent = self.frames = self.bytes = self.refused = self.closed = self.ended = 0
        self.sockets: list[Socket] = []
        self.offering = False

    def wait_in_line(self, mover: Mover) -> None:
        mover.since = now()
        self.ready.append(mover)

    async def connect(self, port: int, sockets: Sequence[Socket], address: str = "") -> None:
        loop, gate = asyncio.get_running_loop(), asyncio.Semaphore(CONNECTING)

        async def one(socket: Socket) -> None:
            async with gate:
                opened = loop.create_future()
                socket.on_ready = lambda: opened.done() or opened.set_result(None)
                local = (address, 0) if address else None
                await loop.create_connection(lambda: socket, "127.0.0.1", port, local_addr=local)
                async with asyncio.timeout(60):
                    await opened

        self.sockets.extend(sockets)
        await asyncio.gather(*map(one, sockets))

    async def offer(self, rate: float, seconds: float) -> None:
        """Let people move, so many in a second altogether. When nobody is to move, a turn is let
        go and not made up for: a slow server gets fewer moves, which the acknowledged rate tells.
        """
        start = last = now()
        made, self.offering = 0, True
        while last - start < seconds:
            await asyncio.sleep(TICK)
            last = now()
            due = int((last - start) * rate) - made
            while due > 0 and self.ready:
                mover = self.ready.popleft()
                made += 1
                due -= 1
                mover.act(max(start + made / rate, mover.since))
            made += max(due, 0)
        self.offering = False

    async def settle(self, seconds: float = 10.0) -> None:
        """Wait for what was sent to be answered."""
        end = now() + seconds
        while self.waiting_for() and now() < end:
            await asyncio.sleep(0.01)

    def waiting_for(self) -> int:
        return self.sent - len(self.acks) - self.refused

    def close(self) -> None:
        for socket in self.sockets:
            socket.close()


class _Decision(msgspec.Struct):
    n: int = 0
    choice: Any = None


_decision = msgspec.json.Decoder(_Decision).decode
NOTHING_ASKED = b'"choice":null,"clocks":'


class Person:
    """One socket at one of our tables: a seat's, or a spectator's."""

    def __init__(self, crowd: Crowd, socket: Socket, viewer: int, name: str) -> None:
        self.crowd, self.socket, self.viewer, self.name = crowd, socket, viewer, name
        self.since = 0.0
        self._asked: _Decision | None = None
        self._count, self._at, self._command = 0, 0.0, ""
        socket.on_open = self._hello
        socket.on_text = self._take
        socket.on_close = self._closed

    def _hello(self) -> None:
        self.socket.send(b'{"type":"hello","viewer":%d}' % self.viewer)

    def _closed(self) -> None:
        self.crowd.closed += 1

    def _take(self, text: bytes) -> None:
        crowd = self.crowd
        crowd.frames += 1
        crowd.bytes += len(text)
        kind = text[9:13]
        if kind == b"step":
            if text.find(NOTHING_ASKED, -100) < 0:
                self._ask(text)
        elif kind == b"done":
            crowd.acks.append(Ack(self._command, self._at, now() - self._at))
        elif kind == b"welc":
            self._ask(text)
            self.socket.on_ready()
        elif kind == b"refu":
            crowd.refused += 1
        elif kind == b"tabl" and b'"status":"finished"' in text:
            crowd.ended += 1

    def _ask(self, text: bytes) -> None:
        decision = _decision(text)
        if decision.choice:
            self._asked = decision
            self.crowd.wait_in_line(self)

    def act(self, at: float) -> None:
        asked, self._asked = self._asked, None
        assert asked is not None
        self._count += 1
        self._at, self._command = at, f"{self.name}.{self._count}"
        moves = ",".join([f'"{move}"' for move in decisions(asked.choice, self.crowd.rng)])
        text = f'{{"type":"act","id":"{self._command}","expected":{asked.n},"moves":[{moves}]}}'
        self.crowd.sent += 1
        self.socket.send(text.encode())


def people(crowd: Crowd, tables: Sequence[Made], port: int) -> list[Socket]:
    """A socket for every viewer of these tables."""
    found: list[Socket] = []
    for made in tables:
        path, cookie = f"/api/tables/{made.id}/socket", {"Cookie": made.cookie}
        for viewer in made.viewers:
            socket = Socket(f"127.0.0.1:{port}", path, cookie)
            Person(crowd, socket, viewer, f"{made.id}/{viewer}")
            found.append(socket)
    return found
