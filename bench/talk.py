"""A child process that answers every line with a line of JSON."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any


class Missing(Exception):
    """A peer cannot be had here; the sentence says why. Its rows stay empty."""


class Child:
    def __init__(self, command: list[str | Path]) -> None:
        self.command = [str(part) for part in command]
        self.process = subprocess.Popen(
            self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, line: str) -> dict[str, Any]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            code = self.process.wait()
            raise RuntimeError(f"{self.command[0]} ended with exit code {code} when asked: {line}")
        return json.loads(answer)

    def close(self) -> None:
        """Children end by themselves when their input does."""
        if self.process.stdin is not None:
            self.process.stdin.close()
        self.process.wait()
