"""Random numbers for playouts and batches: xorshift128, the same interpreted and compiled.

`luck` is an array of WORDS integers: four words of 32 bits of the generator, then room to shuffle
in. The numbers are good enough for simulations. Real deals come from `random.Random` or from the
operating system through `State.deal`.
"""

from __future__ import annotations

import random

from ryumon.kernel.jit import njit

MASK = 0xFFFFFFFF
DECK = 4  # where the room to shuffle in begins
WORDS = DECK + 64


@njit
def below(luck, n):
    """A number from 0 to n-1. Its bias is less than n / 2**32."""
    t = luck[0]
    t ^= (t << 11) & MASK
    t ^= t >> 8
    luck[0] = luck[1]
    luck[1] = luck[2]
    luck[2] = luck[3]
    w = luck[3]
    w ^= w >> 19
    w ^= t
    luck[3] = w
    return (w * n) >> 32


def words(seed: int) -> list[int]:
    """The luck of a seed, as a list; any integer is a seed."""
    source = random.Random(seed)
    return [source.randrange(1, MASK) for _ in range(DECK)] + [0] * (WORDS - DECK)
