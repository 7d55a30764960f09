"""When memory is searched for what nobody refers to any more.

Python looks through all objects whenever there are a quarter more of them, and meanwhile everybody
waits: with 500 tables a quarter of a second. So the whole is looked through while nobody moves.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

YOUNG = 20_000, 20  # new objects after which the new are looked through, and the not so new
NEVER = 1_000_000
CALM = 30.0  # seconds between two searches while nothing happens
BUSY = 900.0  # seconds after which everybody waits once


class Tidying:
    """Python's own search of the whole is switched off, and done by `look`, which is called every
    other second."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        gc.collect()
        gc.freeze()  # whatever was made up to now stays for good
        gc.set_threshold(*YOUNG, NEVER)
        self._clock, self._last, self._changes = clock, clock(), 0

    def look(self, changes: int) -> bool:
        """Search if it is time; `changes` have been stored so far."""
        calm = changes == self._changes
        self._changes = changes
        due = self._clock() - self._last >= (CALM if calm else BUSY)
        # what has survived two searches of the young is counted here: none, and nothing is new
        if due and gc.get_count()[2]:
            gc.collect()
            self._last = self._clock()
        return due
