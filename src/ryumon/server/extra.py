"""`ryumon worker`: a process that only thinks for bots, on this machine or another one.

It takes bots' moves that the servers leave to it from the database, one for each of its cores. What
thinks is a process of its own that is handed what the seat knows, as at a server. It serves nobody,
and holds nothing: if it ends, its moves are taken by others a few seconds later.
"""

from __future__ import annotations

import asyncio
import signal

from ryumon.server import logs
from ryumon.server.house import House
from ryumon.server.registry import Registry
from ryumon.server.serve import Settings, loop_factory, open_store
from ryumon.server.thinkers import Thinkers
from ryumon.server.words import told
from ryumon.workers import cores


def run(settings: Settings, processes: int | None) -> None:
    """Think until a signal. Refuse with a sentence if it cannot begin."""
    logs.configure()
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(_think(settings, processes or cores()))


async def _think(settings: Settings, processes: int) -> None:
    store, thinkers = open_store(settings), Thinkers(processes)
    registry = Registry(store, "worker", several=True)
    house = House(store, thinkers, registry=registry, kinds=("bot",))
    over = asyncio.Event()
    for one in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(one, over.set)
    thinkers.begin()
    await house.begin()
    shown = store.engine.url.render_as_string(hide_password=True)
    print(told("worker", settings.language, database=shown), flush=True)
    try:
        await over.wait()
    finally:
        await house.close()
        thinkers.close()
        await store.close()
