"""`ryumon serve --workers N`: N server processes on one port, and one that keeps them alive.

The socket is opened once and inherited, so whoever is idle takes the next connection, and none is
lost when a process ends. A process that dies is started again; a signal reaches all of them.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import socket
import subprocess
import sys
import threading
import time
from dataclasses import replace
from typing import TYPE_CHECKING

import structlog

if TYPE_CHECKING:
    from ryumon.server.serve import Settings

log = structlog.get_logger()

GRACE = 9.0  # seconds that the processes have to end in
LOOK = 0.1
PAUSE, LONGEST = 0.5, 10.0  # seconds before a process that died at once is started again


class Child:
    """A server process, and when it may be started again if it dies."""

    def __init__(self, settings: Settings, listening: socket.socket) -> None:
        self._settings, self._listening = settings, listening
        self.process: subprocess.Popen[bytes] | None = None
        self._pause, self._began, self._again = PAUSE, 0.0, 0.0

    def start(self) -> None:
        """The settings go through a pipe, which also tells the child when we are gone."""
        handle = self._listening.fileno()
        self._began = time.monotonic()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "ryumon.server.fleet", str(handle)],
            stdin=subprocess.PIPE,
            pass_fds=[handle],
        )
        assert self.process.stdin is not None
        with contextlib.suppress(OSError):
            self.process.stdin.write(pickle.dumps(replace(self._settings, open_browser=False)))
            self.process.stdin.flush()

    def watch(self) -> None:
        """Start it again if it has died; later, if it dies again and again."""
        now = time.monotonic()
        if self.process is not None and self.process.poll() is not None:
            log.error("a server process ended", code=self.process.returncode)
            lived = now - self._began > LONGEST
            self._pause = PAUSE if lived else min(2 * self._pause, LONGEST)
            self.process, self._again = None, now + self._pause
        if self.process is None and now >= self._again:
            self.start()

    def tell(self, what: int) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(what)


def run(settings: Settings, listening: socket.socket) -> None:
    """Until a signal says that it is over."""
    over = threading.Event()
    children = [Child(settings, listening) for _ in range(settings.workers)]
    for one in (signal.SIGTERM, signal.SIGINT):
        signal.signal(one, lambda *_: over.set())
    signal.signal(signal.SIGUSR1, lambda *_: [child.tell(signal.SIGUSR1) for child in children])
    try:
        while not over.is_set():
            for child in children:
                child.watch()
            over.wait(LOOK)
    finally:
        _end([child.process for child in children if child.process is not None])


def _end(processes: list[subprocess.Popen[bytes]]) -> None:
    for process in processes:
        with contextlib.suppress(OSError):
            process.terminate()
    end = time.monotonic() + GRACE
    for process in processes:
        try:
            process.wait(max(end - time.monotonic(), 0.1))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def main() -> None:
    """One of the processes."""
    from ryumon.server.serve import serve_on

    settings: Settings = pickle.load(sys.stdin.buffer)
    listening = socket.socket(fileno=int(sys.argv[1]))
    threading.Thread(target=_follow_parent, daemon=True).start()
    serve_on(settings, listening)


def _follow_parent() -> None:
    sys.stdin.buffer.read()
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    main()
