"""A server as a process of its own, as people start it."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Generator
from pathlib import Path

PATIENCE = 90.0


class Server:
    """`ryumon serve` on a free port. `beat`: seconds of a bot's turn, if people need not follow it;
    `wrong_clock`: by so many seconds its own clock is wrong."""

    def __init__(self, folder: Path, *arguments: str, beat: float | None = None) -> None:
        self.folder, self.arguments, self.beat = folder, arguments, beat
        self.process: subprocess.Popen[str] | None = None
        self.url, self.wrong_clock = "", 0.0

    def start(self, port: int = 0) -> None:
        told = (self.folder / "server.log").open("a")
        self.process = subprocess.Popen(
            [*self._python(), "serve", "--port", str(port), "--data", str(self.folder),
             *self.arguments],
            stdout=subprocess.PIPE, stderr=told, text=True, env={**os.environ, "LANG": "C"},
        )  # fmt: skip
        told.close()
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://localhost:(\d+)/", line)
        assert found, f"the server did not start: {line!r} {self.log()[-2000:]}"
        self.port = int(found[1])
        self.url = f"http://localhost:{self.port}"
        self._wait()

    def _python(self) -> list[str]:
        """Python with our command, and what is different about this server."""
        changes: list[str] = []
        if self.wrong_clock:
            changes.append("import time; right = time.time")
            changes.append(f"time.time = lambda: right() + {self.wrong_clock}")
        if self.beat is not None:
            changes.append("import ryumon.server.thinkers as thinkers")
            changes.append(f"thinkers.BEAT = thinkers.LONG_BEAT = {self.beat}")
        if not changes:
            return [sys.executable, "-m", "ryumon.cli"]
        return [sys.executable, "-c", "; ".join([*changes, "from ryumon.cli import main; main()"])]

    def pause(self) -> None:
        """Stand still, as a machine does that has too much to do."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGCONT)

    def _wait(self) -> None:
        import urllib.request

        end = time.monotonic() + PATIENCE
        while True:
            try:
                urllib.request.urlopen(f"{self.url}/health", timeout=5).read()
                return
            except OSError:
                assert time.monotonic() < end, self.log()[-2000:]
                time.sleep(0.02)

    def log(self) -> str:
        return (self.folder / "server.log").read_text("utf-8")

    def kill(self) -> None:
        """As a power cut does it."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE)


@contextlib.contextmanager
def served(folder: Path, *arguments: str, beat: float | None = None) -> Generator[Server]:
    server = Server(folder, *arguments, beat=beat)
    try:
        server.start()
        yield server
    finally:
        if server.process is not None and server.process.poll() is None:
            server.stop()
