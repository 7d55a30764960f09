"""Where cards, tiles and dice come from. The rules never draw; whoever drives a game does.

What a source does next may depend on nothing but itself and the number of chance moves before: so
after something was taken back the same cards come again.
"""

from __future__ import annotations

import hashlib
import hmac
import random
from typing import TYPE_CHECKING, Protocol

from ryumon.table.undo import shortened

if TYPE_CHECKING:
    from ryumon.play.state import State


class Chance(Protocol):
    """A source of chance. `State.deal` takes one."""

    def draw(self, state: State) -> int:
        """The place in `state.legal()` of what chance does now."""
        ...


class SystemChance:
    """The operating system's generator, anew for every draw. After an undo other cards come."""

    def __init__(self) -> None:
        self._source = random.SystemRandom()

    def draw(self, state: State) -> int:
        return state.draw(self._source.randrange)


class SeedChance:
    """Everything follows from one number: the one given, or 256 bits of the operating system's
    generator, which is more than there are deals. Each run of chance moves has a generator of its
    own, named by how many there were before it."""

    def __init__(self, seed: int | None = None) -> None:
        self._key = random.SystemRandom().getrandbits(256) if seed is None else seed
        self._run: tuple[State | None, int, random.Random] = None, 0, random.Random()

    def draw(self, state: State) -> int:
        of, length, source = self._run
        if of is not state or length != state.length:  # the run is not the one last drawn from
            source = self._caught_up(state)
        self._run = state, state.length + 1, source
        return state.draw(source.randrange)

    def _caught_up(self, state: State) -> random.Random:
        """The generator of a run, after what was drawn of it already."""
        moves, k = state.moves, state.chance_moves()
        begun = len(moves)
        while begun and moves[begun - 1].startswith("~"):
            begun -= 1
        source = self._source(f"chance {k - len(moves) + begun}")
        then = shortened(state, begun) if begun < len(moves) else state
        for move in moves[begun:]:
            then.draw(source.randrange)
            then.play(move)
        return source

    def seed_of(self, seat: int) -> int:
        """A seed for the bot at this seat."""
        return self._source(f"seat {seat}").getrandbits(62)

    def _source(self, purpose: str) -> random.Random:
        return random.Random(f"ryumon {self._key} {purpose}")


KEY_BITS = 48  # of one try: every language's numbers hold it exactly, JavaScript's too


class KeyChance:
    """Draws that everyone who knows the key can repeat (docs/fairness.md).

    The k-th chance move, counted from 0, is drawn from HMAC-SHA256(key, "k.t") with t = 0: its
    first 48 bits are a number x. With the whole-number weights of the outcomes in the order of
    `legal()` and W their sum, x counts if it is below the greatest multiple of W up to 2^48, else t
    is one more; x mod W is then the mark, and the outcome is the first one whose weight, added to
    those before it, exceeds the mark. So no outcome is more likely than its weight says.
    """

    def __init__(self, key: bytes) -> None:
        self._key = key

    def draw(self, state: State) -> int:
        k = state.chance_moves()
        return state.draw(lambda total: self.mark(k, total))

    def mark(self, k: int, total: int) -> int:
        """The number below `total` of the k-th chance move."""
        if not 0 < total <= 1 << KEY_BITS:
            raise ValueError(f"Weights add up to 1 to 2^{KEY_BITS}, not {total}.")
        tries, fair = 0, (1 << KEY_BITS) // total * total
        while True:
            drawn = hmac.digest(self._key, f"{k}.{tries}".encode(), hashlib.sha256)
            x = int.from_bytes(drawn[: KEY_BITS // 8], "big")
            if x < fair:
                return x % total
            tries += 1
