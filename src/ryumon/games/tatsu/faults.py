"""Tatsu: what cannot be in a set position.

Each function yields sentences on one sort of invariant. Whether real play could have led to a
position is not decided.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ryumon.games.tatsu.rules import (
    DRAWN, ENDED, FIRST, LETTERS, MOVE, NOBODY, NONE, ROLL, SEATS, STONES, TYPES, VINE, choices,
    extinct, full, inner_of, wins,
)  # fmt: skip
from ryumon.games.tatsu.words import COLOUR, STONE
from ryumon.kernel.bits import popcount
from ryumon.kernel.ops import CHANCE, OVER

Faults = Iterator[str]
PHASES = {FIRST: "first", ROLL: "roll", MOVE: "move", ENDED: "over"}


def fault(s: Any) -> str | None:
    """A sentence on the first invariant that a state breaks; None for a sound one."""
    checks = (_turn, _dice, misplaced, _stones, _end, _choices)
    return next((sentence for check in checks for sentence in check(s)), None)


def _turn(s: Any) -> Faults:
    decides = {FIRST: CHANCE, ROLL: CHANCE, MOVE: s.mover, ENDED: OVER}[s.phase]
    if s.player != decides or (s.mover == NOBODY) != (s.phase == FIRST):
        yield f"In the phase {PHASES[s.phase]!r} it cannot be the turn of {s.player}."
    least = {FIRST: 0, ROLL: 0, MOVE: 1, ENDED: 1}[s.phase]
    most = {FIRST: 0, ROLL: DRAWN - 1, MOVE: DRAWN, ENDED: DRAWN}[s.phase]
    if not least <= s.turns <= most:
        yield f"In the phase {PHASES[s.phase]!r} there cannot be {s.turns} rolls (TA-13)."


def _dice(s: Any) -> Faults:
    if (s.phase == MOVE) != (s.low > 0) or (s.phase == MOVE) != (s.left != NONE):
        yield "There are dice, and dice left, while a seat is to move, and only then (TA-3)."


def misplaced(s: Any) -> Faults:
    """Stones where none can lie."""
    for places in (s.inner, s.outer):
        taken = 0
        for lying in places:
            if taken & lying:
                yield "One place cannot hold two stones (TA-4)."
            taken |= lying
    if full(s) & ~(inner_of(s, 0) | inner_of(s, 1)):
        yield "A stone lies outside only over another one (TA-4)."
    for p in range(SEATS):
        for t in range(TYPES):
            if t != VINE and s.outer[p * TYPES + t] & inner_of(s, 1 - p):
                yield f"Only a Vine lies over an enemy, not a {STONE['en'][LETTERS[t]]} (TA-6)."


def _stones(s: Any) -> Faults:
    for k in range(SEATS * TYPES):
        p, t = divmod(k, TYPES)
        lying = popcount(s.inner[k]) + popcount(s.outer[k])
        total = lying + s.tray[k] + s.mat[k] + s.dead[k]
        if total != STONES[t]:
            name = f"{COLOUR['en'][p]} has {STONES[t]} {STONE['en'][LETTERS[t]]} stones"
            yield f"{name}, not {total}."


def _end(s: Any) -> Faults:
    over = [p for p in range(SEATS) if wins(s, p)]
    if s.phase != ENDED:
        for p in over:
            lost = "lost a whole type" if extinct(s, 1 - p) >= 0 else "no stone in battle"
            yield f"{COLOUR['en'][1 - p]} has {lost}: the game is over (TA-12)."
        if s.winner != NOBODY:
            yield "There is no winner before the end (TA-12)."
    elif s.winner != NOBODY and (over != [s.winner] or s.mover != s.winner):
        yield f"{COLOUR['en'][s.winner]} cannot have won like this (TA-12)."
    elif s.winner == NOBODY and (over or s.turns != DRAWN):
        yield f"A draw comes after {DRAWN:,} turns in which nobody has won (TA-13)."


def _choices(s: Any) -> Faults:
    if s.open != (choices(s) if s.phase == MOVE else 0):
        yield "What may be done now does not follow from the stones and the dice (TA-11)."
    if s.phase == MOVE and s.open == 0:
        yield "No die that is left can be used: the turn would be over (TA-11)."
