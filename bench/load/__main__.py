"""`python -m bench.load`: many tables of people over real sockets, and how long a move takes.

A server is started on a database of its own. At every table all seats are clients of this process;
whoever is to move waits for a while and then makes any legal decision. Measured is the time from a
move to its acknowledgement, which comes when the move is on the disk.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import resource
import statistics
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx

import ryumon
from bench.load.socket import Socket
from tests.server.harness import decisions
from tests.server.process import Server

LIMITS = ("sockets", "messages", "burst", "requests", "request_burst", "tables", "table_burst")


class Client:
    """One seat of one table."""

    def __init__(self, load: Load, seat: int, socket: Socket) -> None:
        self.load, self.seat, self.socket = load, seat, socket
        self.sent: dict[str, float] = {}
        socket.on_open = self.hello
        socket.on_text = self.take

    def hello(self) -> None:
        self.socket.send(json.dumps({"type": "hello", "viewer": self.seat}).encode())

    def take(self, text: bytes) -> None:
        self.load.frames += 1
        self.load.bytes += len(text)
        message = json.loads(text)
        kind = message["type"]
        if kind in ("welcome", "step"):
            if message["choice"]:
                pause = self.load.think * (0.5 + self.load.rng.random())
                asyncio.get_running_loop().call_later(pause, self.act, message)
        elif kind == "done":
            self.load.took.append(time.perf_counter() - self.sent.pop(message["id"]))
        elif kind == "refused":
            self.load.refused += 1

    def act(self, message: dict[str, Any]) -> None:
        command = str(self.load.rng.random())
        moves = decisions(message["choice"], self.load.rng)
        asked = {"type": "act", "id": command, "expected": message["n"], "moves": moves}
        self.sent[command] = time.perf_counter()
        self.socket.send(json.dumps(asked).encode())


class Load:
    def __init__(self, server: Server, think: float) -> None:
        self.server, self.think = server, think
        self.rng = random.Random(1)
        self.took: list[float] = []
        self.frames = self.bytes = self.refused = 0

    async def table(self, http: httpx.AsyncClient, game: str) -> None:
        """A table whose seats this process holds."""
        made = await http.post("/api/tables", json={"game": game, "name": "A", "aids": False})
        info = made.raise_for_status().json()["info"]
        table, players = info["table"], info["players"]
        for seat in range(1, players):
            asked = {"seat": seat, "name": f"P{seat}"}
            (await http.post(f"/api/tables/{table}/sit", json=asked)).raise_for_status()
        (await http.post(f"/api/tables/{table}/host", json={"do": "start"})).raise_for_status()
        cookie = {"Cookie": f"ryumon={http.cookies['ryumon']}"}
        loop = asyncio.get_running_loop()
        for seat in range(players):
            socket = Socket(f"127.0.0.1:{self.server.port}", f"/api/tables/{table}/socket", cookie)
            Client(self, seat, socket)
            await loop.create_connection(
                lambda socket=socket: socket, "127.0.0.1", self.server.port
            )

    async def run(self, tables: int, seconds: float) -> None:
        games = ryumon.games()
        url = f"http://127.0.0.1:{self.server.port}"
        at_once = asyncio.Semaphore(16)

        async def make(k: int) -> None:
            async with at_once, httpx.AsyncClient(base_url=url, timeout=60) as http:
                await self.table(http, games[k % len(games)])

        await asyncio.gather(*map(make, range(tables)))
        await asyncio.sleep(2)  # everybody has sat down
        self.took.clear()
        self.frames = self.bytes = 0
        await asyncio.sleep(seconds)


def percentile(took: list[float], share: float) -> float:
    return sorted(took)[min(int(len(took) * share), len(took) - 1)]


def memory(pid: int) -> int:
    """Of the server process, in KB."""
    told = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in told if line.startswith("VmRSS"))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.load", description=__doc__)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--rate", type=float, default=1500.0, help="moves a second, about")
    parser.add_argument("--seconds", type=float, default=20.0)
    given = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with tempfile.TemporaryDirectory() as folder:
        free = [word for name in LIMITS for word in ("--limit", f"{name}=1e9")]
        server = Server(Path(folder), *free)
        server.start()
        assert server.process is not None
        pid = server.process.pid
        empty = memory(pid)
        load = Load(server, given.tables / given.rate)
        try:
            asyncio.run(load.run(given.tables, given.seconds))
            full = memory(pid)
        finally:
            server.stop()
    took = load.took
    print(f"tables                 {given.tables}, all five games, no bots")
    print(f"moves per second       {len(took) / given.seconds:.0f}")
    print(f"acknowledged, median   {1000 * statistics.median(took):.1f} ms")
    print(f"acknowledged, p99      {1000 * percentile(took, 0.99):.1f} ms")
    print(f"refused                {load.refused}")
    print(f"frames per second      {load.frames / given.seconds:.0f}")
    print(f"bytes per frame        {load.bytes / max(load.frames, 1):.0f}")
    print(f"memory per table       {(full - empty) / given.tables:.0f} KB")
    print(subprocess.run(["uptime"], capture_output=True, text=True, check=False).stdout.strip())


if __name__ == "__main__":
    main()
