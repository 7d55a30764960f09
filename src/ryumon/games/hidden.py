"""Where may the hidden pieces lie? Every placement that fits, each with the same chance.

Pieces are the bits of a set. A place has room for a number of them and takes only some; it may
need at least one of a few. `place` counts the placements exactly and draws one; no repairs, no
retries, no bias.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from ryumon.kernel.bits import bits_of, members


class Place(NamedTuple):
    room: int  # how many pieces lie there
    takes: int  # the set of pieces that may lie there
    needs: int = 0  # at least one of these lies there; 0: nothing is needed


Fits = Callable[[tuple[int, ...]], bool]


def place(
    rng: random.Random,
    pieces: int,
    places: list[Place],
    tied: dict[int, list[int]] | None = None,
    fits: Fits | None = None,
) -> list[int]:
    """Draw one of all placements, as a set of pieces for each place.

    `tied` names pieces that may lie only in some of the places; `fits` may refuse a combination
    of the places of the tied pieces (given in the order of `tied`). RuntimeError if nothing fits.
    """
    tied = tied or {}
    rest = pieces & ~bits_of(list(tied))
    found: list[tuple[tuple[int, ...], int, _Count]] = []
    for where in itertools.product(*tied.values()):
        rooms = _rooms(places, tied, where)
        if rooms is not None and (fits is None or fits(where)):
            count = _Count(rest, rooms)
            if count.total:
                found.append((where, count.total, count))
    if not found:
        raise RuntimeError("No placement of the hidden pieces fits what is known.")
    k = rng.randrange(sum(ways for _, ways, _ in found))
    for where, ways, count in found:
        if k < ways:
            result = count.draw(rng)
            for piece, at in zip(tied, where, strict=True):
                result[at] |= 1 << piece
            return result
        k -= ways
    raise AssertionError("unreachable")


def _rooms(
    places: list[Place], tied: dict[int, list[int]], where: tuple[int, ...]
) -> list[Place] | None:
    """The places with the tied pieces in them, or None if they cannot lie there."""
    rooms = []
    for k, p in enumerate(places):
        lying = bits_of([piece for piece, at in zip(tied, where, strict=True) if at == k])
        room = p.room - lying.bit_count()
        if room < 0 or lying & ~p.takes:
            return None
        rooms.append(Place(room, p.takes, 0 if p.needs & lying else p.needs))
    return rooms


class _Count:
    """The number of placements, by recursion over the places.

    Pieces that all places treat alike form a class; only the size of each class matters. Places
    that refuse or need something come first; once all that are left take all that is left and
    need nothing, the number is a multinomial coefficient and no further recursion is needed.
    """

    def __init__(self, pieces: int, places: list[Place]) -> None:
        self.order = sorted(
            range(len(places)),
            key=lambda k: (-(pieces & ~places[k].takes).bit_count(), -places[k].needs.bit_count()),
        )
        self.places = [places[k] for k in self.order]
        classes: dict[tuple[tuple[bool, bool], ...], list[int]] = {}
        for piece in members(pieces):
            key = tuple(
                (bool(p.takes >> piece & 1), bool(p.needs >> piece & 1)) for p in self.places
            )
            classes.setdefault(key, []).append(piece)
        self.classes = list(classes.values())
        # takes[c][k]: may pieces of class c lie at place k? meets[c][k]: is one of them needed?
        self.takes = [tuple(takes for takes, _ in key) for key in classes]
        self.meets = [tuple(meets for _, meets in key) for key in classes]
        self.ways = lru_cache(maxsize=None)(self._ways)
        self.sizes = tuple(len(c) for c in self.classes)
        self.total = self.ways(0, self.sizes)

    def _free(self, k: int, left: tuple[int, ...]) -> bool:
        if any(p.needs for p in self.places[k:]):
            return False
        return all(not n or all(takes[k:]) for n, takes in zip(left, self.takes, strict=True))

    def _ways(self, k: int, left: tuple[int, ...]) -> int:
        if sum(left) != sum(p.room for p in self.places[k:]):
            return 0
        if self._free(k, left):
            return _multinomial([p.room for p in self.places[k:]])
        return sum(ways for _, ways in self._fillings(k, left))

    def _fillings(self, k: int, left: tuple[int, ...]) -> list[tuple[tuple[int, ...], int]]:
        """How many of each class place k may get, and the number of placements with it."""
        if k == len(self.places):
            return []
        usable = [n if takes[k] else 0 for n, takes in zip(left, self.takes, strict=True)]
        found = []
        for filling in _splits(self.places[k].room, usable):
            if self.places[k].needs and not self._met(k, filling):
                continue
            after = tuple(n - m for n, m in zip(left, filling, strict=True))
            chosen = math.prod(math.comb(n, m) for n, m in zip(left, filling, strict=True))
            ways = chosen * self.ways(k + 1, after)
            if ways:
                found.append((filling, ways))
        return found

    def _met(self, k: int, filling: tuple[int, ...]) -> bool:
        return any(n and meets[k] for n, meets in zip(filling, self.meets, strict=True))

    def draw(self, rng: random.Random) -> list[int]:
        classes = [list(c) for c in self.classes]
        for c in classes:
            rng.shuffle(c)
        left, result = self.sizes, [0] * len(self.places)
        k = 0
        while not self._free(k, left):
            filling = self._drawn_filling(rng, k, left)
            for c, number in zip(classes, filling, strict=True):
                result[self.order[k]] |= bits_of([c.pop() for _ in range(number)])
            left = tuple(len(c) for c in classes)
            k += 1
        free = [piece for c in classes for piece in c]
        rng.shuffle(free)
        for j in range(k, len(self.places)):
            result[self.order[j]] |= bits_of([free.pop() for _ in range(self.places[j].room)])
        return result

    def _drawn_filling(self, rng: random.Random, k: int, left: tuple[int, ...]) -> tuple[int, ...]:
        fillings = self._fillings(k, left)
        mark = rng.randrange(sum(ways for _, ways in fillings))
        for filling, ways in fillings:
            if mark < ways:
                return filling
            mark -= ways
        raise AssertionError("unreachable")


def _multinomial(rooms: list[int]) -> int:
    total, ways = 0, 1
    for room in rooms:
        total += room
        ways *= math.comb(total, room)
    return ways


def _splits(total: int, most: list[int]) -> list[tuple[int, ...]]:
    """All ways to write `total` as a sum with at most most[c] from class c."""
    if not most:
        return [()] if total == 0 else []
    return [
        (first, *rest)
        for first in range(max(0, total - sum(most[1:])), min(total, most[0]) + 1)
        for rest in _splits(total - first, most[1:])
    ]
