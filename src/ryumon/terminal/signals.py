"""A program that is told to end puts everything in order first.

The terminal gets its usual screen back, the game is kept, and programs that play are ended: as with
Ctrl-C, whoever ended it.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Generator
from contextlib import contextmanager
from types import FrameType


class Ended(BaseException):
    """The program was told to end (SIGTERM), or its terminal has gone (SIGHUP). Like
    KeyboardInterrupt it is no error, and passes those who catch errors."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.code = 128 + number  # as a shell tells of it


@contextmanager
def ended_by_signals() -> Generator[None]:
    """Inside, these signals raise Ended, once: what is put in order then is not disturbed."""
    numbers = [getattr(signal, name, None) for name in ("SIGTERM", "SIGHUP")]
    heeded = [number for number in numbers if number is not None and _heeded(number)]
    usual = {number: signal.getsignal(number) for number in heeded}

    def end(number: int, frame: FrameType | None) -> None:
        for other in heeded:
            signal.signal(other, signal.SIG_IGN)
        raise Ended(number)

    for number in heeded:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number, before in usual.items():
            signal.signal(number, before)


def _heeded(number: int) -> bool:
    """Not if it is ignored, as by nohup; and only the main thread may ask for signals."""
    here = threading.current_thread() is threading.main_thread()
    return here and signal.getsignal(number) == signal.SIG_DFL
