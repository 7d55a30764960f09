"""Processes that stay for all matches, so that the compiled rules are loaded once in each."""

from __future__ import annotations

import multiprocessing
import os
import signal
from multiprocessing.connection import wait
from typing import Any

from ryumon.lab.arena.crews import Done, Lot, timed
from ryumon.lab.arena.play import Settings, worth_compiling
from ryumon.lab.arena.words import Refused, Trouble


class Company:
    """A crew of the arena. Between two matches it waits; `close` sends it home."""

    def __init__(self, number: int) -> None:
        if number < 1:
            raise Refused("workers", workers=number)
        self.number = number
        self._settings: Settings | None = None
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
        self._settings = settings
        if worth_compiling(settings):  # once, into the cache that all of them load from
            settings.table().compile()
        context = multiprocessing.get_context("spawn")
        while len(self._workers) < self.number:
            ours, theirs = context.Pipe()
            worker = context.Process(target=_work, args=(theirs,), daemon=True)
            worker.start()
            theirs.close()  # so that we notice when the worker is gone
            self._workers.append(worker)
            self._free.append(ours)

    def give(self, lot: Lot) -> None:
        worker = self._free.pop()
        self._busy.append(worker)
        try:
            worker.send((self._settings, lot))
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
        """A match is over. Whoever is still busy then plays a match that was given up."""
        if self._busy:
            self.close()

    def close(self) -> None:
        for worker in self._workers:
            worker.terminate()
        for connection in (*self._free, *self._busy):
            connection.close()
        for worker in self._workers:
            worker.join()
        self._free, self._busy, self._workers = [], [], []


def _work(connection: Any) -> None:
    """A worker process. Ctrl-C is for the one that started it, which ends it then."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        while True:
            settings, lot = connection.recv()
            if worth_compiling(settings):
                settings.table().compile()
            else:
                os.environ["RYUMON_JIT"] = "off"  # nor in the background: it would take a core
            connection.send(timed(settings, lot))
    except (EOFError, OSError):
        pass  # the one that started it is gone
    except Exception as wrong:
        connection.send(f"{type(wrong).__name__}: {wrong}")
