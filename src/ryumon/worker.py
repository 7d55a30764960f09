"""One worker process of `workers.py`, from outside and from inside.

It is started as a plain Python, not by `multiprocessing`: that would run the program that uses us a
second time in every worker. Messages go through its standard input and output, each with its size
before it.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import pickle
import queue
import signal
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

PATIENCE = 3.0  # seconds for workers to leave
NICE = 10
SIZE = struct.Struct("!Q")  # stands before every message
BEGUN = b"begun"  # what a worker says when it takes up a job


class WorkerError(RuntimeError):
    """Why there is no answer. `reason` is one of

    died: the worker was killed or crashed, and so was the second one that tried
    time: the job took longer than it was given
    stopped: somebody called `stop`
    closed: the pool was closed
    start: no worker could be started
    answer: the job raised an exception, or gave an answer, that cannot be sent
    """

    def __init__(self, reason: str, sentence: str) -> None:
        super().__init__(reason, sentence)
        self.reason, self.sentence = reason, sentence

    def __str__(self) -> str:
        return self.sentence


# --- from outside ---------------------------------------------------------------------------


class Process:
    """A worker process. It begins when it is made, and waits for its first message."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            _command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._jobs, self._answers = self._process.stdin, self._process.stdout
        self.pid = self._process.pid

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def send(self, message: bytes) -> None:
        write(self._jobs.fileno(), message)

    def receive(self) -> bytes:
        return read(self._answers.fileno())

    def dismiss(self) -> None:
        """Tell it to leave: in the middle of a job, it lets its bots go first."""
        with contextlib.suppress(OSError):
            self._process.terminate()

    def kill(self) -> None:
        with contextlib.suppress(OSError):
            self._process.kill()

    def end(self, patience: float) -> str:
        """Close the connection, by which it leaves, or else by force. How it ended."""
        with contextlib.suppress(OSError):
            self._jobs.close()
        try:
            code = self._process.wait(patience)
        except subprocess.TimeoutExpired:
            self._process.kill()
            code = self._process.wait()
        self._answers.close()
        return f"signal {-code}" if code < 0 else f"exit code {code}"


def _command() -> list[str]:
    """The folder is handed over as an argument: in the environment it would go on to every program
    that a worker starts."""
    start = "import sys; sys.path.insert(0, sys.argv[1]); from ryumon import worker; worker.main()"
    return [sys.executable, "-P", "-c", start, str(Path(__file__).parent.parent)]


def write(to: int, message: bytes) -> None:
    rest = memoryview(SIZE.pack(len(message)) + message)
    while rest:
        rest = rest[os.write(to, rest) :]


def read(source: int) -> bytes:
    (size,) = SIZE.unpack(_exactly(source, SIZE.size))
    return _exactly(source, size)


def _exactly(source: int, size: int) -> bytes:
    read = bytearray()
    while len(read) < size:
        more = os.read(source, min(size - len(read), 1 << 20))
        if not more:
            raise EOFError
        read += more
    return bytes(read)


# --- from inside ----------------------------------------------------------------------------


class _Leave(BaseException):
    """Told to leave in the middle of a job; not an Exception, so that no job catches it."""


def main() -> None:
    """A worker process. Jobs come on standard input and answers go to standard output, as long as
    both are ours: a job that prints, prints to standard error."""
    jobs, answers = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(2 if sys.stderr else nothing, 1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.unraisablehook = _unraisable
    try:
        signal.signal(signal.SIGTERM, _told_to_leave)
        write(answers, _prepared(read(jobs)))
        waiting: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        threading.Thread(target=_listen, args=(jobs, waiting), daemon=True).start()
        while (message := waiting.get()) is not None:
            write(answers, BEGUN)
            write(answers, _answered(message))
    except (_Leave, EOFError, OSError):
        pass  # dismissed, or whoever started us is gone
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # it is leaving


def _told_to_leave(*_: object) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # once is enough; bots are being let go
    raise _Leave


def _unraisable(lost: Any) -> None:
    """Where Python could only complain about an exception (in a callback of the import system, say)
    and go on, we try again to leave."""
    if lost.exc_type is _Leave:
        signal.signal(signal.SIGTERM, _told_to_leave)
        signal.raise_signal(signal.SIGTERM)
    else:
        sys.__unraisablehook__(lost)


def _prepared(hello: bytes) -> bytes:
    """Get ready: find modules where the one who started us does, and warm up."""
    path, low_priority, calls = pickle.loads(hello)
    sys.path[:] = path
    if low_priority and hasattr(os, "nice"):
        os.nice(NICE)
    for name, arguments in calls:
        good, what = _called(name, arguments)
        if not good:
            return _pickled(name, good, what)
    return _pickled("", True, None)


def _listen(jobs: int, waiting: queue.SimpleQueue[bytes | None]) -> None:
    """In a thread: a worker that is busy must notice, too, that whoever started it is gone."""
    with contextlib.suppress(EOFError, OSError):
        while True:
            waiting.put(read(jobs))
    waiting.put(None)
    time.sleep(PATIENCE / 6)  # idle, it has left by now
    signal.raise_signal(signal.SIGTERM)
    time.sleep(PATIENCE)
    os._exit(1)


def _answered(message: bytes) -> bytes:
    try:
        name, arguments = pickle.loads(message)
    except Exception as wrong:  # arguments of a kind that this process does not know
        return _pickled("a job", False, wrong)
    return _pickled(name, *_called(name, arguments))


def _called(name: str, arguments: Sequence[Any]) -> tuple[bool, Any]:
    module, _, function = name.partition(":")
    try:
        return True, getattr(importlib.import_module(module), function)(*arguments)
    except Exception as wrong:
        return False, wrong


def _pickled(name: str, good: bool, what: Any) -> bytes:
    """An answer that can be read again: many exceptions can be pickled but not restored."""
    try:
        message = pickle.dumps((good, what))
        if not good:
            pickle.loads(message)
    except Exception as wrong:
        lost = wrong if good else what
        sentence = f"{name}: {type(lost).__name__}: {lost}"
        return pickle.dumps((False, WorkerError("answer", sentence)))
    return message
