"""What a move is worth at the least and at the most, over every world that fits what a seat knows.

The least: the others do together what is worst for the seat, with all cards open to them, and the
seat itself goes on by the rule of thumb from what it knows. The most: everybody does what is best
for the seat. A game that is not over when the round ends may be worth nothing or everything. So if
one move's least is above another's most, it is better whatever anybody does and believes; the only
assumption is that all worlds are equally likely, which `State.worlds` makes too. If it is so in
each world by itself, not even that is assumed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ryumon.kernel import rng
from ryumon.kernel.ops import CHANCE, OVER
from ryumon.play.game import Game
from ryumon.play.seat import Seat


class TooMuch(Exception):
    """There are more worlds or ways to go on than were to be looked at."""


@dataclass
class Bounds:
    """Of each move, by number: the mean over all worlds of the least and the most."""

    low: dict[int, float]
    high: dict[int, float]
    worlds: int  # equal pieces count as different ones
    every: dict[int, bool]  # is the move in each world no worse than any other?

    def best(self) -> int:
        return max(self.low, key=lambda move: (self.low[move], self.high[move]))

    def margin(self) -> float:
        best = self.best()
        return self.low[best] - max(high for move, high in self.high.items() if move != best)


def bounds(seat: Seat, most: int = 2_000_000, worlds: int | None = None) -> Bounds | None:
    """The bounds of all legal moves; None if the game cannot name all worlds here. `most` moves are
    looked at, else TooMuch; with `worlds` only the first so many worlds, which proves nothing."""
    every_world = getattr(seat.game.spec.hidden, "every_world", None)
    if every_world is None:
        return None
    walk = _Walk(seat.game, seat.viewer, most)
    legal = seat.legal_ids()
    low, high = dict.fromkeys(legal, 0.0), dict.fromkeys(legal, 0.0)
    every, total = dict.fromkeys(legal, True), 0
    for k, (world, weight) in enumerate(every_world(seat.known, seat.viewer)):
        if k == worlds:
            break
        ends = {}
        for move in legal:
            after = world.clone()
            seat.game.spec.rules.apply(after, move)
            ends[move] = walk.ends(after)
            low[move] += weight * ends[move][0]
            high[move] += weight * ends[move][1]
        top = sorted(end[1] for end in ends.values())[-2:]
        for move in legal:
            others = top[0] if ends[move][1] == top[-1] else top[-1]
            every[move] = every[move] and ends[move][0] >= others
        total += weight
    if not total:
        return None
    for move in legal:
        low[move] /= total
        high[move] /= total
    return Bounds(low, high, total, every)


class _Walk:
    """Through everything that may follow, to the end of the round."""

    def __init__(self, game: Game, me: int, most: int) -> None:
        self.spec, self.me, self.left = game.spec, me, most
        self.players = game.players

    def ends(self, s: Any) -> tuple[float, float]:
        """The least and the most that the seat gets; `s` is played on."""
        rules = self.spec.rules
        row = [0] * rules.MOST
        while (turn := rules.turn(s)) not in (CHANCE, OVER):
            n = rules.legal(s, row)
            if n > 1:
                break
            self._count()
            rules.apply(s, row[0])
        else:
            return self._worth(s, turn)
        found = {}
        for move in row[:n]:
            self._count()
            after = s.clone()
            rules.apply(after, move)
            found[move] = self.ends(after)
        most = max(end[1] for end in found.values())
        if turn == self.me:
            return found[self._own(s)][0], most
        return min(end[0] for end in found.values()), most

    def _worth(self, s: Any, turn: int) -> tuple[float, float]:
        if turn == CHANCE:
            return 0.0, 1.0
        shares = [0.0] * self.players
        self.spec.rules.payoffs(s, shares)
        return shares[self.me], shares[self.me]

    def _own(self, s: Any) -> int:
        """What the seat does then: the same wherever it knows the same."""
        known = s.clone()
        self.spec.sight.forget(s, known, self.me)
        return self.spec.heuristics.rollout_move(known, rng.words(0))

    def _count(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise TooMuch
