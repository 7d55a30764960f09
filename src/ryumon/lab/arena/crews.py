"""Who plays the games: this process, processes beside it, or a Ray cluster.

A crew is given tasks in lots and hands back what was played, in whatever order it is finished.
"""

from __future__ import annotations

import importlib
import logging
import multiprocessing
import os
import signal
import sys
import time
from collections import deque
from collections.abc import Generator
from contextlib import contextmanager
from multiprocessing.connection import wait
from typing import Any, Protocol

from ryumon.kernel import background
from ryumon.lab.arena.play import Played, Settings, Task, play_all, worth_compiling
from ryumon.lab.arena.words import Refused, Trouble

PATIENCE = 3.0  # seconds for workers to leave
MOST_WORKERS = 1000  # more would be a slip of the finger, and fill the memory
Lot = list[Task]
Done = tuple[list[Played], float]  # and the seconds that they took


class Crew(Protocol):
    """Those who play."""

    @property
    def free(self) -> int:
        """How many lots it can take up now."""
        ...

    @property
    def busy(self) -> int:
        """How many lots it has at hand."""
        ...

    def begin(self, settings: Settings) -> None:
        """Get ready."""
        ...

    def give(self, lot: Lot) -> None:
        """Have these games played."""
        ...

    def take(self) -> Done:
        """A lot that has been played; waits for it."""
        ...

    def end(self) -> None:
        """Leave at once; what is not finished is given up."""
        ...


def must_compile(settings: Settings) -> bool:
    """Will a crew on this machine have to wait until the rules are compiled?"""
    return worth_compiling(settings) and not background.kept(settings.game)


def timed(settings: Settings, lot: Lot) -> Done:
    start = time.perf_counter()
    played = play_all(settings, lot)
    return played, time.perf_counter() - start


class Here:
    """This process: nothing is started, and errors can be looked at with a debugger."""

    def __init__(self) -> None:
        self._settings: Settings | None = None
        self._lots: deque[Lot] = deque()

    @property
    def free(self) -> int:
        return 1 - len(self._lots)

    @property
    def busy(self) -> int:
        return len(self._lots)

    def begin(self, settings: Settings) -> None:
        self._settings = settings
        if worth_compiling(settings):
            settings.table().compile()

    def give(self, lot: Lot) -> None:
        self._lots.append(lot)

    def take(self) -> Done:
        assert self._settings is not None
        return timed(self._settings, self._lots.popleft())

    def end(self) -> None:
        self._lots.clear()


# --- processes ------------------------------------------------------------------------------


class Processes:
    """So many processes beside this one; by default one for each core that we may use."""

    def __init__(self, number: int | None = None) -> None:
        self.number = cores() if number is None else number
        if not 1 <= self.number <= MOST_WORKERS:
            raise Refused("workers", workers=number, most=MOST_WORKERS)
        self._free: list[Any] = []
        self._busy: list[Any] = []
        self._workers: list[Any] = []

    @property
    def free(self) -> int:
        return len(self._free)

    @property
    def busy(self) -> int:
        return len(self._busy)

    def begin(self, settings: Settings) -> None:
        compiled = worth_compiling(settings)
        if compiled:  # once, into the cache that all of them load from
            settings.table().compile()
        # a fresh Python each: a copy of this one could hold locks that nobody releases
        context = multiprocessing.get_context("spawn")
        for _ in range(self.number):
            ours, theirs = context.Pipe()
            worker = context.Process(target=_work, args=(theirs, settings, compiled), daemon=True)
            worker.start()
            theirs.close()  # so that we notice when the worker is gone
            self._workers.append(worker)
            self._free.append(ours)

    def give(self, lot: Lot) -> None:
        worker = self._free.pop()
        self._busy.append(worker)
        try:
            worker.send(lot)
        except OSError:
            raise Trouble("gone") from None

    def take(self) -> Done:
        worker: Any = wait(self._busy)[0]
        try:
            answer = worker.recv()
        except (EOFError, OSError):
            raise Trouble("gone") from None
        if isinstance(answer, str):
            raise Trouble("broken", why=answer)
        self._busy.remove(worker)
        self._free.append(worker)
        return answer

    def end(self) -> None:
        """Who has nothing to do leaves when the connection is closed; the others are told to, and
        have a moment to let their bots go."""
        if self._busy:
            for worker in self._workers:
                worker.terminate()
        for connection in (*self._free, *self._busy):
            connection.close()
        limit = time.monotonic() + PATIENCE
        for worker in self._workers:
            worker.join(max(limit - time.monotonic(), 0.0))
            if worker.is_alive():
                worker.kill()
                worker.join()
        self._free, self._busy, self._workers = [], [], []


def cores() -> int:
    """How many cores this process may use."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1


def _work(connection: Any, settings: Settings, compiled: bool) -> None:
    """A worker process. Ctrl-C is for the one that started it, which ends it then."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that bots can be closed
    if compiled:
        settings.table().compile()
    else:
        os.environ["RYUMON_JIT"] = "off"  # nor in the background: it would take a core
    try:
        while True:
            connection.send(timed(settings, connection.recv()))
    except (EOFError, OSError):
        pass  # the one that started it is gone
    except Exception as wrong:
        connection.send(f"{type(wrong).__name__}: {wrong}")


# --- Ray ------------------------------------------------------------------------------------


class Cluster:
    """A Ray cluster: the one that RAY_ADDRESS names or that runs here; else one is started here
    for the time being. Every node needs this version of Ryumon."""

    AHEAD = 2  # lots for each core, so that none waits for the network

    def __init__(self, **init: Any) -> None:
        self._init = init  # what `ray.init` is given besides
        self._ray: Any = None
        self._play: Any = None
        self._settings: Any = None
        self._lots: list[Any] = []
        self._cores = 1
        self._ours = False

    @property
    def free(self) -> int:
        return self._cores * self.AHEAD - len(self._lots)

    @property
    def busy(self) -> int:
        return len(self._lots)

    def begin(self, settings: Settings) -> None:
        try:
            with _undisturbed():
                ray: Any = importlib.import_module("ray")
        except ImportError:
            raise Trouble("no-ray") from None
        self._ray = ray
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is reported to anybody
        if not ray.is_initialized():
            quiet = {"log_to_driver": False, "logging_level": logging.ERROR}
            self._ours = True  # also if it is interrupted while it starts
            ray.init(**(quiet | self._init))
        self._cores = max(int(ray.cluster_resources().get("CPU", 1)), 1)
        self._play = ray.remote(_play_on_ray)
        self._settings = ray.put(settings)

    def give(self, lot: Lot) -> None:
        self._lots.append(self._play.remote(self._settings, lot))

    def take(self) -> Done:
        done, self._lots = self._ray.wait(self._lots, num_returns=1)
        try:
            return self._ray.get(done[0])
        except self._ray.exceptions.RayError as wrong:
            reason = str(wrong).strip().splitlines()[-1]
            raise Trouble("broken", why=reason) from wrong

    def end(self) -> None:
        if self._ray is not None:
            for lot in self._lots:
                self._ray.cancel(lot, force=True)
            if self._ours:
                self._ray.shutdown()
        self._lots, self._ours = [], False


@contextmanager
def _undisturbed() -> Generator[None]:
    """Ctrl-C waits meanwhile: Ray, if half imported, complains at length when the program ends."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _play_on_ray(settings: Settings, lot: Lot) -> Done:
    """On a node. Its processes live on, so the rules are compiled or loaded once in each."""
    if worth_compiling(settings):
        settings.table().compile()
    else:
        os.environ["RYUMON_JIT"] = "off"
    return timed(settings, lot)
