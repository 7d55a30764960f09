"""A program that is talked to line by line.

Nothing that it does can make us wait for ever: each of its streams has a thread of its own, what it
writes is bounded, and what it does not read waits in a queue. Threads and not `select`, which knows
no pipes on Windows. The program runs in a group of its own, so that its children end with it, and
Ctrl-C in the terminal does not end it before we do.
"""

from __future__ import annotations

import os
import queue
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Sequence
from contextlib import suppress
from typing import IO, Any

from ryumon.bots.broken import SENTENCES, BrokenBot, told

LONGEST = 1 << 16  # bytes in a line that a bot writes
MOST = 8  # lines that may wait to be read; a bot that writes more is not read any further
PATIENCE = 1.0  # seconds in which a bot may leave after `quit`
LOG = "RYUMON_BOT_LOG"  # names a file: all that is said in both directions

END, TOO_LONG = b"", b"\n" * 2  # neither can be a line

# a group of its own: on Windows by these flags, elsewhere by a new session
APART = sum(
    getattr(subprocess, flag, 0) for flag in ("CREATE_NEW_PROCESS_GROUP", "CREATE_NO_WINDOW")
)


class Process:
    """A running program. BrokenBot whenever it does not do what it should."""

    def __init__(self, arguments: Sequence[str]) -> None:
        self.name = shlex.join(arguments)[:60]  # what sentences call it
        program = shutil.which(arguments[0])
        if program is None:
            raise BrokenBot("missing", program=arguments[0])
        log = Log.open()
        try:
            child = subprocess.Popen(
                [program, *arguments[1:]],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=sys.platform != "win32",
                creationflags=APART,
            )
        except (OSError, ValueError) as wrong:  # ValueError: a NUL among the arguments
            log.close()
            raise BrokenBot("unstartable", program=program, why=wrong) from None
        self._child, self._log = child, log
        log.whose = child.pid
        self._said: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._heard: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._murmur = bytearray()  # the end of what it wrote on standard error
        # The threads hold the parts and not this object, so that it ends when nobody needs it.
        _start(_speak, child.stdin, self._said, log)
        _start(_listen, child.stdout, self._heard, log)
        self._overhearing = _start(_overhear, child.stderr, self._murmur, log)
        self._ending = weakref.finalize(self, _end, child, self._said, 0.0)

    def send(self, line: bytes) -> None:
        """Say a line; it does not wait until the line is read."""
        self._said.put(line)

    def check_quiet(self) -> None:
        """It has written nothing that it was not asked for."""
        with suppress(queue.Empty):
            self._check(self._heard.get_nowait())
            raise BrokenBot("unasked", bot=self.name, detail=told(self._last.strip()))

    def receive(self, seconds: float) -> bytes:
        """The next line that it writes."""
        try:
            self._check(self._heard.get(timeout=seconds))
        except queue.Empty:
            raise BrokenBot("silent", bot=self.name, seconds=round(seconds, 1)) from None
        return self._last

    def _check(self, line: bytes) -> None:
        self._last = line
        if line == TOO_LONG:
            raise BrokenBot("long", bot=self.name, most=LONGEST)
        if line == END:
            raise self._ended()

    def _ended(self) -> BrokenBot:
        """The exit code and the last line on standard error, in words."""
        try:
            code = self._child.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            return BrokenBot("mute", bot=self.name)
        self._overhearing.join(PATIENCE)
        last = bytes(self._murmur).strip().rpartition(b"\n")[2].rstrip(b".")
        with_code, with_words = {}, {}
        for language, say in SENTENCES.items():
            with_code[language] = say["code"].format(number=code) if code else ""
            with_words[language] = say["words"] + told(last, 200)[language] if last else ""
        return BrokenBot("ended", bot=self.name, code=with_code, detail=with_words)

    def end(self, seconds: float = PATIENCE) -> None:
        """Close its input, wait for so long, and then end it and all that it has started."""
        if self._ending.detach() is not None:
            _end(self._child, self._said, seconds)
            self._overhearing.join(PATIENCE)  # what it says last belongs into the log
            self._log.close()


def _start(target: Any, *arguments: Any) -> threading.Thread:
    thread = threading.Thread(target=target, args=arguments, name="ryumon-bot", daemon=True)
    thread.start()
    return thread


# Every thread closes its own stream. Closing it from elsewhere would wait for the thread.


def _speak(into: IO[bytes], said: queue.SimpleQueue[bytes | None], log: Log) -> None:
    with suppress(OSError), into:  # OSError: it has gone, or has closed its input
        while (line := said.get()) is not None:
            log.write(">", line)
            into.write(line)
            into.flush()


def _listen(out: IO[bytes], heard: queue.SimpleQueue[bytes], log: Log) -> None:
    with suppress(OSError), out:
        while (line := out.readline(LONGEST + 1)) and heard.qsize() < MOST:
            log.write("<", line)
            if len(line) > LONGEST:
                heard.put(TOO_LONG)
                return
            heard.put(line)
    heard.put(END)


def _overhear(err: IO[bytes], murmur: bytearray, log: Log) -> None:
    with suppress(OSError), err:
        while line := err.readline(LONGEST):
            log.write("!", line)
            murmur += line
            del murmur[:-LONGEST]


def _end(
    child: subprocess.Popen[bytes], said: queue.SimpleQueue[bytes | None], seconds: float
) -> None:
    said.put(None)
    if seconds:
        with suppress(subprocess.TimeoutExpired):
            child.wait(seconds)
    _kill(child)
    with suppress(subprocess.TimeoutExpired):
        child.wait(PATIENCE)


def _kill(child: subprocess.Popen[bytes]) -> None:
    if sys.platform == "win32":
        with suppress(OSError):
            subprocess.run(
                ["taskkill", "/T", "/F", "/PID", str(child.pid)], capture_output=True, check=False
            )
        child.kill()
    else:
        with suppress(OSError):  # nothing of it is left
            os.killpg(child.pid, signal.SIGKILL)


class Log:
    """Where the exchange is written, if somebody wants to read it."""

    def __init__(self, file: IO[bytes] | None) -> None:
        self._file, self._lock = file, threading.Lock()
        self.whose = 0  # the number of the process

    @classmethod
    def open(cls) -> Log:
        path = os.environ.get(LOG)
        try:
            return cls(open(path, "ab") if path else None)  # noqa: PTH123
        except OSError as wrong:
            raise BrokenBot("log", path=path, why=wrong) from None

    def write(self, direction: str, line: bytes) -> None:
        """One line; `>` was said to the bot, `<` by it, `!` by it on standard error."""
        with self._lock, suppress(OSError, ValueError):  # ValueError: closed
            if self._file is not None:
                start = f"{time.strftime('%H:%M:%S')} {self.whose} {direction} ".encode()
                self._file.write(start + line.removesuffix(b"\n") + b"\n")
                self._file.flush()

    def close(self) -> None:
        with self._lock, suppress(OSError):
            if self._file is not None:
                self._file.close()
