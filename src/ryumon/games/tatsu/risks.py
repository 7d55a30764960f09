"""Tatsu: how many rolls hit a stone.

Any die may be used first and nothing forces the order (TA-11), so what a first move does depends on
its own die alone: each is tried once, and from there all dice are tried for the second at once.
"""

from __future__ import annotations

from typing import Any

from ryumon.games.tatsu.rules import (
    DICE, ENTRIES, FACES, GATES, RING, SEGMENTS, TYPES, ahead, entrants, escapers, free, full,
    inner_of, land, leave, movers, recruit, target, wins,
)  # fmt: skip
from ryumon.kernel.bits import members


class Stones:
    """Where the stones are: as much of a state as a move of a stone changes."""

    __slots__ = ("corner", "dead", "inner", "mat", "outer", "tray")

    def __init__(self, s: Any) -> None:
        self.corner = s.corner
        self.inner, self.outer, self.dead = s.inner[:], s.outer[:], s.dead[:]
        self.mat, self.tray = s.mat[:], s.tray[:]


def rolls_that_hit(s: Any, p: int) -> list[int]:
    """By segment, how many of the 36 rolls let p use a power on a lone enemy stone there, if p
    rolls now. Enemy stones stay where they are, so the segment tells which it is."""
    first = [_with(s, p, die) for die in range(1, FACES + 1)]
    ways = [0] * SEGMENTS
    for low, high in DICE:
        (now, escaping, then), (now_too, _, then_too) = first[low - 1], first[high - 1]
        found = now | now_too | escaping | then[high - 1] | then_too[low - 1]
        for segment in members(found):
            ways[segment] += 1 if low == high else 2
    return ways


def _with(s: Any, p: int, die: int) -> tuple[int, int, list[int]]:
    """What p hits with this die alone, what by an escape, which is the whole turn and open only to
    the smaller die (TA-10), and what with each die after this one."""
    lone, now, then = _lone(s, p), 0, [0] * FACES
    for segment in members(movers(s, p, die)):
        to, after = target(segment, p, die), Stones(s)
        now |= 1 << to
        _second(after, p, leave(after, p, segment), to, then)
    for t in members(entrants(s, p, die)):
        to, after = ENTRIES[p * GATES + die - 1] - 1, Stones(s)
        now |= 1 << to
        after.mat[p * TYPES + t] -= 1
        _second(after, p, t, to, then)
    escaping = 0
    for segment in members(escapers(s, p, die)):
        escaping |= 1 << target(segment, p, die)
    return now & lone, escaping & lone, then


def _second(s: Any, p: int, t: int, to: int, then: list[int]) -> None:
    """Land, and add what p hits with each die from there."""
    removed = land(s, p, t, to)
    recruit(s, p, to)
    if removed and wins(s, p):
        return
    lone, stones = _lone(s, p), free(s, p)
    if lone:
        for die in range(1, FACES + 1):
            way = ahead(p, die)
            then[die - 1] |= (stones << way | stones >> (SEGMENTS - way)) & RING & lone
        if any(s.mat[p * TYPES : (p + 1) * TYPES]):
            for gate in range(GATES):
                then[gate] |= 1 << ENTRIES[p * GATES + gate] - 1 & lone


def _lone(s: Any, p: int) -> int:
    """Enemies of p that a stone can land on: those on full segments cannot be reached (TA-4)."""
    return inner_of(s, 1 - p) & ~full(s)
