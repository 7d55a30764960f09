"""One measurement: a server, its tables, a crowd, and what came of it."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import tempfile
import time
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.load import crowd, making, servers
from bench.load.crowd import Ack, Crowd
from bench.load.making import Made

WARM = 200.0, 2.0  # moves a second, for so many seconds, before anything is measured


@dataclass(frozen=True)
class Step:
    """What a rate did."""

    offered: float
    stored: float  # acknowledged moves a second
    p50: float  # ms to an acknowledgement
    p99: float
    server: float  # ms of the server's processor time for a move
    crowd: float  # ms of ours for a move
    bytes: float  # to all clients for a move
    moves: int

    @property
    def keeps_up(self) -> bool:
        return self.stored > 0.97 * self.offered


def percentile(took: Sequence[float], share: float) -> float:
    ordered = sorted(took)
    return 1000 * ordered[min(int(len(ordered) * share), len(ordered) - 1)] if ordered else 0.0


async def step(
    people: Crowd, server: servers.Process, rate: float, seconds: float
) -> Step:  # fmt: skip
    first, bytes_, cpu = len(people.acks), people.bytes, server.cpu()
    own, began = time.process_time(), crowd.now()
    await people.offer(rate, seconds)
    took = crowd.now() - began
    within = len(people.acks) - first
    await people.settle()
    acks = people.acks[first:]
    moves = max(len(acks), 1)
    waits = [ack.took for ack in acks]
    return Step(
        rate, within / took, percentile(waits, 0.5), percentile(waits, 0.99),
        1000 * (server.cpu() - cpu) / moves, 1000 * (time.process_time() - own) / moves,
        (people.bytes - bytes_) / moves, len(acks),
    )  # fmt: skip


class Ours:
    """Our server with a crowd at its tables."""

    def __init__(self, folder: Path, server: servers.Process, people: Crowd) -> None:
        self.folder, self.server, self.people = folder, server, people
        self.tables: list[Made] = []
        self.empty = server.memory()

    async def sit_down(self, tables: Sequence[Made]) -> None:
        self.tables.extend(tables)
        sockets = crowd.people(self.people, tables, self.server.port)
        await self.people.connect(self.server.port, sockets)

    async def step(self, rate: float, seconds: float) -> Step:
        return await step(self.people, self.server, rate, seconds)

    def memory(self) -> float:
        """KB for each table, beyond the server without any."""
        return (self.server.memory() - self.empty) / max(len(self.tables), 1)

    def lost(self) -> tuple[int, int]:
        """Moves that were acknowledged and are not in the database, and those that are twice."""
        return lost(self.folder, self.people.acks)


def lost(folder: Path, acks: Sequence[Ack]) -> tuple[int, int]:
    with contextlib.closing(sqlite3.connect(folder / "ryumon.db")) as database:
        asked = "SELECT command FROM entries WHERE command IS NOT NULL"
        stored = [row[0] for row in database.execute(asked)]
    there = set(stored)
    return sum(ack.command not in there for ack in acks), len(stored) - len(there)


@contextlib.asynccontextmanager
async def ours(
    number: int, *arguments: str, kinds: Sequence[dict[str, Any]] = making.ALL_GAMES,
    sockets: int = making.SOCKETS, workers: int = 0, warm: bool = True,
) -> AsyncGenerator[tuple[Ours, list[Made]]]:  # fmt: skip
    """A server with so many tables made; nobody sits there yet. One more of each kind is opened
    and let go first, so that what a first table brings along counts for none of them."""
    with tempfile.TemporaryDirectory(prefix="ryumon-load-") as name:
        folder = Path(name)
        made = await making.make(folder, number + len(kinds), kinds, sockets)
        server = servers.ours(folder, "--workers", str(workers), *arguments)
        try:
            if warm:
                early = Crowd(2)
                await early.connect(server.port, crowd.people(early, made[number:], server.port))
                await early.offer(*WARM)
                await early.settle()
            run = Ours(folder, server, Crowd())
            yield run, made[:number]
            run.people.close()
            await asyncio.sleep(0.1)
        finally:
            if server.process.poll() is None:
                server.stop()
