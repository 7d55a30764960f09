"""The time of the store: the database server's, so that all machines judge deadlines alike.

Between two measurements this machine's monotonic clock carries it on, which nobody can set. A
measurement is wrong by half of its round trip at most, and is made anew every few seconds, so what
a drifting clock adds is far below that.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

EVERY = 10.0  # seconds between two measurements
TRIES = 3  # the quickest of so many counts
_ASK = "SELECT extract(epoch FROM clock_timestamp())::float8"


class ServerClock:
    """Made by a first measurement."""

    def __init__(self, connection: Connection) -> None:
        self._offset, self._error = _measured(connection)
        self._at = time.monotonic()

    def __call__(self) -> float:
        return time.monotonic() + self._offset

    @property
    def is_old(self) -> bool:
        return time.monotonic() - self._at >= EVERY

    def measure(self, connection: Connection) -> None:
        """Measure again. A difference that the round trip alone explains changes nothing."""
        offset, error = _measured(connection)
        if abs(offset - self._offset) > error + self._error:
            self._offset, self._error = offset, error
        self._at = time.monotonic()


def _measured(connection: Connection) -> tuple[float, float]:
    """What to add to the monotonic clock, and by how much that may be wrong."""
    found: list[tuple[float, float]] = []
    for _ in range(TRIES):
        before = time.monotonic()
        told = connection.exec_driver_sql(_ASK).scalar_one()
        after = time.monotonic()
        found.append(((after - before) / 2, told - (before + after) / 2))
    error, offset = min(found)
    return offset, error
