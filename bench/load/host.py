"""Our server as a process that is measured: `python -m bench.load.host`.

It is what `ryumon serve` starts, without the limits that keep a single address from asking for as
much as this, and with two things to turn: a slower disk, and how many workers think for bots.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from dataclasses import fields
from pathlib import Path

from ryumon.server import serve
from ryumon.server.limits import Limits
from ryumon.server.tidying import Tidying


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--database", default="")
    parser.add_argument("--commit", type=float, default=0.0, help="seconds added to every commit")
    parser.add_argument("--workers", type=int, help="processes that think; 0: none are started")
    parser.add_argument("--profile", type=Path, help="write a profile of the event loop here")
    given = parser.parse_args()
    free = tuple(f"{field.name}=1e9" for field in fields(Limits))
    settings = serve.Settings(
        port=0, data=given.data, database=given.database, limits=free, metrics=True
    )
    sys.setswitchinterval(serve.SWITCH)
    with asyncio.Runner(loop_factory=serve.loop_factory()) as runner:
        if given.profile is None:
            runner.run(_serve(settings, given))
        else:
            _profiled(runner, settings, given)


async def _serve(settings: serve.Settings, given: argparse.Namespace) -> None:
    listening = serve.listen(settings)
    server, app = serve.make_server(settings)
    if given.commit:
        app.store.before_commit = lambda: time.sleep(given.commit)
    if given.workers is not None:
        app.thinkers.number = given.workers
    app.house.tidying = Tidying()
    print(f"port {listening.getsockname()[1]}", flush=True)
    await server.serve(sockets=[listening])


def _profiled(
    runner: asyncio.Runner, settings: serve.Settings, given: argparse.Namespace
) -> None:  # fmt: skip
    import cProfile

    profile = cProfile.Profile()
    try:
        profile.runcall(runner.run, _serve(settings, given))
    finally:
        profile.dump_stats(given.profile)


if __name__ == "__main__":
    main()
