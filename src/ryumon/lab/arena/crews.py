"""Who plays the games: this process, processes beside it, or a Ray cluster.

A crew is given tasks in lots and hands back what was played, in whatever order it is finished.
"""

from __future__ import annotations

import importlib
import logging
import os
import signal
import time
from collections import deque
from collections.abc import Generator
from concurrent.futures import Future, as_completed
from contextlib import contextmanager
from typing import Any, Protocol

from ryumon.kernel import background
from ryumon.lab.arena.play import Played, Settings, Task, play_all, worth_compiling
from ryumon.lab.arena.words import cannot
from ryumon.play.refusal import Refused
from ryumon.workers import WorkerError, Workers, cores

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
    return worth_compiling(settings) and not background.kept(settings.table().spec)


def play_lot(settings: Settings, lot: Lot) -> Done:
    """Play these games; the first lot in a process compiles the rules or loads them."""
    if worth_compiling(settings):
        settings.table().compile()
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
        return play_lot(self._settings, self._lots.popleft())

    def end(self) -> None:
        self._lots.clear()


# --- processes ------------------------------------------------------------------------------


class Processes:
    """Worker processes beside this one: so many, by default one for each core that we may use, for
    one tournament after the other; or a pool that is there already, and stays."""

    def __init__(self, workers: int | Workers | None = None) -> None:
        if workers is None or isinstance(workers, int):
            number = cores() if workers is None else workers
            if not 1 <= number <= MOST_WORKERS:
                raise cannot("workers", workers=number, most=MOST_WORKERS)
            self.number, self._pool, self._ours = number, None, True
        else:
            self.number, self._pool, self._ours = workers.number, workers, False
        self._settings: Settings | None = None
        self._lots: set[Future[Done]] = set()

    @property
    def free(self) -> int:
        return self.number - len(self._lots) if self._pool else 0

    @property
    def busy(self) -> int:
        return len(self._lots)

    def begin(self, settings: Settings) -> None:
        self._settings = settings
        if worth_compiling(settings):  # once, into the cache that all of them load from
            settings.table().compile()
        if self._pool is None:
            self._pool = Workers(self.number)

    def give(self, lot: Lot) -> None:
        assert self._pool is not None
        self._lots.add(self._pool.submit(play_lot, self._settings, lot))

    def take(self) -> Done:
        done = next(as_completed(self._lots))
        self._lots.remove(done)
        try:
            return done.result()
        except WorkerError as wrong:
            gone = wrong.reason == "died"
            raise (cannot("gone") if gone else cannot("broken", why=wrong)) from None
        except Refused as wrong:
            raise cannot("broken", why=wrong) from wrong
        except Exception as wrong:
            raise cannot("broken", why=f"{type(wrong).__name__}: {wrong}") from wrong

    def end(self) -> None:
        """Whoever is still busy plays games that were given up."""
        if self._pool is not None and self._ours:
            self._pool.close()
            self._pool = None
        for lot in self._lots:
            if self._pool is not None:
                self._pool.stop(lot)
        self._lots = set()


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
            raise cannot("no-ray") from None
        self._ray = ray
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is reported to anybody
        if not ray.is_initialized():
            quiet = {"log_to_driver": False, "logging_level": logging.ERROR}
            self._ours = True  # also if it is interrupted while it starts
            ray.init(**(quiet | self._init))
        self._cores = max(int(ray.cluster_resources().get("CPU", 1)), 1)
        self._play = ray.remote(play_lot)
        self._settings = ray.put(settings)

    def give(self, lot: Lot) -> None:
        self._lots.append(self._play.remote(self._settings, lot))

    def take(self) -> Done:
        done, self._lots = self._ray.wait(self._lots, num_returns=1)
        try:
            return self._ray.get(done[0])
        except self._ray.exceptions.RayError as wrong:
            reason = str(wrong).strip().splitlines()[-1]
            raise cannot("broken", why=reason) from wrong

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
