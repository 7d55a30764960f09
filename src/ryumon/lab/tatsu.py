"""Exact values of small positions of Tatsu.

With a few stones the game is a finite stochastic game: `explore` finds every position that can
come of one, `solve` works out how much each is worth when both play best. A small position has up
to three stones in all and empty trays; the other stones are set aside. In a whole game they never
are, because whoever has lost a type has lost the game (TA-12), so small positions are studies:
the rules are those of the game, and 4 Vines, 3 Waters or 2 Fires must still be destroyed to win by
a type.

>>> values = solve(explore(stones({5: ["bW"], 8: ["wV"]})), turns=1)
>>> round(values.value(0) * 36, 6)  # 13 rolls hit at once; the other 23 are a draw after one turn
24.5
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from ryumon.games.tatsu.faults import misplaced
from ryumon.games.tatsu.position import Position, set_up
from ryumon.games.tatsu.rules import (
    BOTH,
    CORNER_TYPES,
    DICE,
    DRAWN,
    FACES,
    LAYOUTS,
    LOW,
    MOST,
    MOVE,
    ROLL,
    SEATS,
    apply,
    choices,
    escapers,
    legal,
    start,
    wins,
)  # fmt: skip
from ryumon.kernel.bits import popcount
from ryumon.kernel.machine import plain_class
from ryumon.kernel.ops import CHANCE
from ryumon.play.refusal import Refused
from ryumon.play.registry import find

FEW = 3  # stones in a small position
Key = tuple[int, ...]
Ends = NDArray[np.int32]


# --- small positions ------------------------------------------------------------------------


def stones(
    arena: Mapping[int, Sequence[str]],
    mat: Sequence[Mapping[str, int]] = (),
    *,
    mover: int = 0,
    corners: str = CORNER_TYPES,
) -> Any:
    """A plain state before a roll with these stones and no others. ValueError if it is not small.

    The arena is written as in a position: {5: ["bW"], 8: ["wF", "bV"]}, inner stones first.
    """
    if corners not in LAYOUTS:
        raise ValueError(f"{corners!r} does not give two corners to each of V, W and F.")
    s = plain_class(find("tatsu"))()
    start(s, [SEATS, LAYOUTS.index(corners)])
    facts = {"game": "tatsu", "players": SEATS, "phase": "roll", "turn": CHANCE, "mover": mover}
    facts |= {"arena": {str(k): list(v) for k, v in arena.items()}, "mat": [dict(m) for m in mat]}
    set_up(s, msgspec.convert(facts, Position))
    few = sum(map(popcount, s.inner)) + sum(map(popcount, s.outer)) + sum(s.mat)
    if few > FEW:
        raise ValueError(f"A small position has up to {FEW} stones, not {few}.")
    for p in range(SEATS):
        if wins(s, p):
            raise ValueError(f"Seat {1 - p} has no stone in battle: the game is over (TA-12).")
    for wrong in misplaced(s):
        raise Refused(wrong)
    return s


def key(s: Any) -> Key:
    """Where all stones are."""
    return (*s.inner, *s.outer, *s.tray, *s.mat, *s.dead)


# --- what can come of one -------------------------------------------------------------------


@dataclass(frozen=True)
class Ways:
    """For each position the positions that one use of a die leads to, one after the other."""

    ends: Ends
    begins: NDArray[np.intp]  # where those of each position begin; each has at least one

    def best(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.maximum.reduceat(values[self.ends], self.begins)


@dataclass(frozen=True)
class Graph:
    """All positions that can come of one. Beyond them stand two more ends: WIN of the mover and
    NONE, for a die that has no use."""

    places: dict[Key, int]
    uses: list[list[Ways]]  # by seat and die (0 for 1): ordinary uses, or NONE
    stays: list[list[Ways]]  # the same, but a die without a use leaves the position as it is
    escapes: list[list[Ways]]  # by seat and die: escapes, or NONE

    def __len__(self) -> int:
        return len(self.places)


def explore(s: Any) -> Graph:
    """Every position that can come of this one, and how they hang together."""
    places = {key(s): 0}
    queue = [s.clone()]
    rows: dict[tuple[str, int, int], list[list[Key | None]]] = {}
    for now in queue:
        for sort, p, die, after in _all_after(now):
            found: list[Key | None] = []
            for state in after:
                place = None if state.winner == p else key(state)
                found.append(place)
                if place is not None and place not in places:
                    places[place] = len(queue)
                    queue.append(state)
            rows.setdefault((sort, p, die), []).append(found)
    win, none = len(places), len(places) + 1
    numbers: dict[Key | None, int] = {**places, None: win}

    def ways(sort: str, p: int, die: int, stay: bool) -> Ways:
        ends = [
            [numbers[end] for end in found] or [k if stay else none]
            for k, found in enumerate(rows[sort, p, die])
        ]
        flat = [end for row in ends for end in row]
        lengths = np.array([len(row) for row in ends])
        return Ways(np.array(flat, np.int32), np.cumsum(lengths) - lengths)

    def table(sort: str, stay: bool = False) -> list[list[Ways]]:
        return [[ways(sort, p, d, stay) for d in range(1, FACES + 1)] for p in range(SEATS)]

    return Graph(places, table("use"), table("use", stay=True), table("escape"))


def _all_after(s: Any) -> Iterator[tuple[str, int, int, list[Any]]]:
    """For each seat and die the states after its ordinary uses, and after escapes with it."""
    now = s.clone()
    now.phase, now.turns = MOVE, 0
    for p in range(SEATS):
        now.mover = now.player = p
        for die in range(1, FACES + 1):
            now.low = now.high = die
            now.left = LOW
            now.open = choices(now)
            yield "use", p, die, [after for _, after in _moves(now)]
            now.left = BOTH
            now.open = escapers(now, p, die)
            yield "escape", p, die, [after for _, after in _moves(now)]


def _moves(s: Any) -> list[tuple[int, Any]]:
    """The moves of the seat to move, each with the state after it."""
    found = []
    if s.open:
        out = [0] * MOST
        for k in range(legal(s, out)):
            after = s.clone()
            apply(after, out[k])
            found.append((out[k], after))
    return found


# --- values ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Values:
    """What each position of a graph is worth to the seat that rolls next, from 0 to 1."""

    graph: Graph
    by_mover: NDArray[np.float64]  # by seat and position
    sweeps: int  # turns that were looked ahead
    change: float  # the greatest change of the last sweep

    def value(self, mover: int, s: Any = None) -> float:
        """What the position (or that of a state) is worth to this seat if it rolls next."""
        place = 0 if s is None else self.graph.places[key(s)]
        return float(self.by_mover[mover][place])

    def worth(self, s: Any, p: int) -> float:
        """What a state is worth to a seat: over, before a roll, or with dice to be used."""
        if s.winner >= 0:
            return float(s.winner == p)
        if s.phase == ROLL:
            value = self.value(s.mover, s)
            return value if s.mover == p else 1 - value
        best = max(self.worth(after, s.player) for _, after in _moves(s))
        return best if s.player == p else 1 - best

    def choose(self, s: Any) -> int:
        """The number of a best move for the seat to move."""
        return max(_moves(s), key=lambda pair: self.worth(pair[1], s.player))[0]


def solve(graph: Graph, turns: int = DRAWN, tolerance: float = 1e-9) -> Values:
    """Value iteration: after k sweeps the values are exact for a game that is drawn after k more
    turns (TA-13). It ends before that when no value changes by more than the tolerance."""
    values = np.full((SEATS, len(graph)), 0.5)
    sweeps, change = 0, 1.0
    while sweeps < turns and change > tolerance:
        new = np.stack([_sweep(graph, p, 1 - values[1 - p]) for p in range(SEATS)])
        change = float(np.max(np.abs(new - values)))
        values = new
        sweeps += 1
    return Values(graph, values, sweeps, change)


def _sweep(graph: Graph, p: int, ended: NDArray[np.float64]) -> NDArray[np.float64]:
    """What the positions are worth to p before a roll, given what they are worth to p when its
    turn has ended."""
    worth = _extended(ended)
    # with one die left, then with a first die before it
    last = [_extended(ways.best(worth)) for ways in graph.stays[p]]
    total = np.zeros(len(graph))
    for low, high in DICE:
        best = graph.uses[p][low - 1].best(last[high - 1])
        best = np.maximum(best, graph.escapes[p][low - 1].best(worth))
        if low != high:
            best = np.maximum(best, graph.uses[p][high - 1].best(last[low - 1]))
        passed = np.where(best < 0, ended, best)  # TA-11
        total += passed if low == high else 2 * passed
    return total / FACES**2


def _extended(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """With the two ends beyond the positions: a win, and what is never chosen."""
    return np.concatenate([values, [1.0, -1.0]])
