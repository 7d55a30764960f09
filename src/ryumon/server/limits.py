"""How much one client may ask for, so that others notice nothing. All of it can be set.

What keeps one process from having too much to do (connections, messages, requests) is counted by
that process. What would hurt the whole house (new tables) is counted in the database.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, delete, insert, select, update

from ryumon.server import schema
from ryumon.server.words import Refuse
from ryumon.server.writer import Change, Conflict, NotStored

if TYPE_CHECKING:
    from ryumon.server.store import Store

TRIES = 10


@dataclass(frozen=True)
class Limits:
    sockets: int = 200  # of one address
    messages: float = 20.0  # of one socket in a second, over a while
    burst: float = 100.0  # of one socket at once
    requests: float = 50.0  # of one address in a second, over a while
    request_burst: float = 200.0
    tables: float = 0.5  # new ones of one address in a second, over a while
    table_burst: float = 60.0

    @classmethod
    def of(cls, pairs: Iterable[str]) -> Limits:
        """The usual ones, but for these, given as name=value."""
        names = [field.name for field in fields(cls)]
        found: dict[str, float] = {}
        for pair in pairs:
            name, _, text = pair.partition("=")
            try:
                value = float(text)
            except ValueError:
                value = 0.0
            if name not in names or not value > 0:
                raise Refuse("limit", pair=pair, names=names)
            found[name] = value
        return cls(**found)  # pyright: ignore[reportArgumentType]


class Bucket:
    """Lets `rate` through in a second, and `burst` at once."""

    __slots__ = ("_at", "_clock", "_left", "burst", "rate")

    def __init__(
        self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic
    ) -> None:  # fmt: skip
        self.rate, self.burst, self._clock = rate, burst, clock
        self._left, self._at = burst, clock()

    def take(self) -> bool:
        now = self._clock()
        self._left = min(self.burst, self._left + (now - self._at) * self.rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    @property
    def full(self) -> bool:
        return self._left + (self._clock() - self._at) * self.rate >= self.burst


class Buckets:
    """One for each address; those that are full again are forgotten."""

    MOST = 10_000

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._buckets: dict[str, Bucket] = {}

    def take(self, address: str) -> bool:
        if len(self._buckets) > self.MOST:
            self._buckets = {a: b for a, b in self._buckets.items() if not b.full}
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self._rate, self._burst)
        return bucket.take()


class SharedBuckets:
    """Buckets of all processes together, in the database. For what is seldom asked for."""

    def __init__(self, store: Store, rate: float, burst: float) -> None:
        self._store, self._rate, self._burst = store, rate, burst

    async def take(self, name: str) -> bool:
        for _ in range(TRIES):
            try:
                return await self._take(name)
            except Conflict:  # another process has just taken from it
                continue
            except NotStored:
                break
        return True  # the store is in trouble, which others will say

    async def _take(self, name: str) -> bool:
        now = self._store.now()
        row = await self._store.read(lambda c: c.execute(_BUCKET, {"b": name}).first())
        left = self._burst if row is None else row.left + (now - row.at) * self._rate
        left = min(left, self._burst) - 1
        if left < 0:
            return False
        if row is None:
            new = (insert(schema.buckets), {"name": name, "left": left, "at": now})
            await self._store.write(Change(more=[new]))
        else:
            seen = {"b": name, "l": row.left, "a": row.at, "left": left, "at": now}
            full = (_FULL, {"full": now - self._burst / self._rate})
            await self._store.write(Change(claim=(_TAKE, seen), more=[full]))
        return True


_BUCKET = select(schema.buckets).where(schema.buckets.c.name == bindparam("b"))
_TAKE = (
    update(schema.buckets)
    .where(
        schema.buckets.c.name == bindparam("b"),
        schema.buckets.c.left == bindparam("l"),
        schema.buckets.c.at == bindparam("a"),
    )
    .values(left=bindparam("left"), at=bindparam("at"))
)
_FULL = delete(schema.buckets).where(schema.buckets.c.at < bindparam("full"))
