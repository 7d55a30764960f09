"""Several server processes on one port, and processes that only think."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from ryumon.play.seat import Seat
from ryumon.server.app import App
from ryumon.server.house import House
from ryumon.server.registry import Registry
from ryumon.server.store import Store
from ryumon.server.thinkers import Thinkers
from tests.server import harness
from tests.server.harness import Browser
from tests.server.process import served
from tests.server.test_processes import two

PATIENCE = 60.0


def children(pid: int) -> list[int]:
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text("utf-8").split()
    return [int(one) for one in found]


def answers(url: str) -> bool:
    try:
        return httpx.get(f"{url}/health", timeout=5).status_code == 200
    except httpx.HTTPError:
        return False


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="children are found by /proc")
@pytest.mark.usefixtures("backend")
def test_a_process_that_dies_is_followed_and_all_end_in_time(tmp_path: Path) -> None:
    where = ("--database", harness.database(tmp_path))
    with served(tmp_path, "--workers", "2", *where) as server:
        assert server.process is not None
        pid = server.process.pid
        before = children(pid)
        assert len(before) == 2
        os.kill(before[0], signal.SIGKILL)
        end = time.monotonic() + PATIENCE
        while len(set(children(pid)) - set(before)) != 1 or not answers(server.url):
            assert time.monotonic() < end, "it was not started again"
            time.sleep(0.1)
        assert before[1] in children(pid), "the other goes on"
        time.sleep(1)
        after = children(pid)
        began = time.monotonic()
        assert server.stop() == 0
        assert time.monotonic() - began < 10
        assert not [one for one in after if Path(f"/proc/{one}").exists()]


def without_bots(app: App) -> None:
    """This server never comes to its bots' moves."""
    usual = app.house.due._start
    app.house.due._start = lambda key, number: None if key[1] == "bot" else usual(key, number)


class Watched(Thinkers):
    """Keeps what it is asked to think about."""

    def __init__(self) -> None:
        super().__init__(0, 0.0)
        self.number = 1  # one at a time
        self.asked: list[Any] = []

    async def choose(self, seat: Seat, *more: Any) -> int:  # pyright: ignore[reportIncompatibleMethodOverride]
        self.asked.append(seat)
        return await super().choose(seat, *more)


@pytest.mark.usefixtures("backend")
def test_a_worker_moves_for_bots_and_is_handed_what_the_seat_knows(tmp_path: Path) -> None:
    async def play() -> None:
        async with two(tmp_path, 1) as (app,):
            without_bots(app)
            store, thinkers = Store.open(harness.database(tmp_path)), Watched()
            registry = Registry(store, "worker", several=True)
            worker = House(store, thinkers, registry=registry, kinds=("bot",))
            await worker.begin()
            await app.house.registry.beat()
            assert app.house.registry.has_workers
            ann = Browser(app)
            table = await ann.table("tatsu", bots=["thumb", None], seat=1, start=True)
            socket, message = await ann.join(table, 1)
            for k in range(3):
                while not message.get("choice"):
                    message = await socket.until("step", "welcome")
                moves = harness.decisions(message["choice"], random.Random(k))
                socket.say("act", id=f"m{k}", expected=message["n"], moves=moves)
                message = await socket.until("step")
            assert thinkers.asked
            assert all(type(seat) is Seat for seat in thinkers.asked)
            await worker.close()
            await store.close()

    asyncio.run(play())
