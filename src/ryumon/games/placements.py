"""All ways in which hidden pieces can lie, one after the other; `placing.py` draws from the same.

For proofs over every world, not for play: only the end of a round has few enough of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import combinations
from math import factorial
from typing import Any

from ryumon.games.placing import LIES, NEEDS, PLACES, SIZE, TAKES, WAYS
from ryumon.kernel.bits import members


def placed(
    known: Any,
    viewer: int,
    prepare: Callable[[Any, int, Any], None],
    place: Callable[[Any, int, Any], None],
) -> Iterator[tuple[Any, int]]:
    """Every full state that fits a forgotten one, each with the weight 1: `prepare` says where the
    pieces may lie, `place` puts them there."""
    room: Any = defaultdict(float)
    prepare(known, viewer, room)
    if room[WAYS] == 0.0:
        return
    places = int(room[PLACES])
    pieces = 0
    for k in range(places):  # `arrange` has cut what a place takes to the pieces that there are
        pieces |= int(room[TAKES + k])
    for _ in _spread(room, 0, places, pieces):
        s = known.clone()
        place(s, viewer, room)
        yield s, 1


def _spread(room: Any, k: int, places: int, pieces: int) -> Iterator[None]:
    """Fill the places from k on with these pieces in all ways."""
    if k == places:
        if not pieces:
            yield
        return
    takes, needs = int(room[TAKES + k]) & pieces, int(room[NEEDS + k])
    for chosen in combinations(list(members(takes)), int(room[SIZE + k])):
        lies = sum(1 << piece for piece in chosen)
        if needs and not lies & needs:
            continue
        room[LIES + k] = lies
        yield from _spread(room, k + 1, places, pieces & ~lies)


def shared(counts: list[int], sizes: list[int]) -> Iterator[tuple[list[list[int]], int]]:
    """All ways to fill places of these sizes with equal pieces: counts[kind] of each kind. For each
    place the numbers by kind, and how many ways there are with pieces told apart."""
    table = [[0] * len(counts) for _ in sizes]

    def kind_by_kind(kind: int, free: list[int], weight: int) -> Iterator[tuple[Any, int]]:
        if kind == len(counts):
            yield [row[:] for row in table], weight
            return
        for split in _splits(counts[kind], free):
            ways = factorial(counts[kind])
            for place, number in enumerate(split):
                table[place][kind] = number
                ways //= factorial(number)
            left = [room - number for room, number in zip(free, split, strict=True)]
            yield from kind_by_kind(kind + 1, left, weight * ways)

    yield from kind_by_kind(0, list(sizes), 1)


def _splits(total: int, most: list[int]) -> Iterator[list[int]]:
    """All ways to write a number as a sum with at most these numbers."""
    if len(most) == 1:
        if total <= most[0]:
            yield [total]
        return
    for first in range(min(total, most[0]) + 1):
        for rest in _splits(total - first, most[1:]):
            yield [first, *rest]
