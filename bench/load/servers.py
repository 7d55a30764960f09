"""Servers as processes of their own, and what they use: processor time and memory."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Sequence
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


class Process:
    """A program that has said on which port it listens."""

    def __init__(self, command: Sequence[str], folder: Path, **environment: str) -> None:
        self.log = folder / "server.log"
        with self.log.open("a") as told:
            self.process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=told, text=True,
                env={**os.environ, **environment},
            )  # fmt: skip
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith("port "), f"{line!r} {self.log.read_text()[-2000:]}"
        self.port = int(line.split()[1])

    def cpu(self) -> float:
        """Seconds of processor time so far, of this process alone."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def memory(self) -> int:
        """Resident, in KB."""
        told = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in told if line.startswith("VmRSS"))

    def kill(self) -> None:
        """As a power cut does it."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.kill()


def ours(folder: Path, *arguments: str) -> Process:
    """Our server on the database in this folder."""
    command = [sys.executable, "-m", "bench.load.host", "--data", str(folder), *arguments]
    server = Process(command, folder)
    urllib.request.urlopen(f"http://127.0.0.1:{server.port}/health", timeout=60).read()
    return server
