"""Where the cards come from at a table in the terminal.

Everything follows from one key: the one chosen with --seed, or 256 bits of the operating system's
generator, which is more than there are deals. What chance does depends on the key and on how often
chance has moved before, so after `undo` the same cards come again.
"""

from __future__ import annotations

import random

from ryumon.play.state import State


class Luck:
    def __init__(self, seed: int | None = None) -> None:
        self._key = random.SystemRandom().getrandbits(256) if seed is None else seed

    def deal(self, state: State) -> None:
        """Play chance up to the next decision."""
        before = sum(move.startswith("~") for move in state.moves)
        state.deal(self._source(f"chance {before}"))

    def seed_of(self, seat: int) -> int:
        """A seed for the bot at this seat."""
        return self._source(f"seat {seat}").getrandbits(62)

    def _source(self, purpose: str) -> random.Random:
        return random.Random(f"ryumon {self._key} {purpose}")
