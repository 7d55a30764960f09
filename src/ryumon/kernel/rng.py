"""Random numbers for playouts and batches: xorshift128, the same interpreted and compiled.

`luck` is an array of WORDS integers: four words of 32 bits of the generator, then room to shuffle
64 things in (a set has at most 63). Interpreted, one more is an IndexError; compiled code would
write past the end.

The numbers are good enough for simulations. Real deals come from `random.Random` or from the
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


@njit
def draw(luck, n, k):
    """Draw k of the n things laid out in the room of `luck`. They come to its end, the first
    one last, so that whoever takes them from the end gets them as they were drawn.

    The numbers are those of k calls of `below`. That it is written out once more keeps the words
    of the generator out of memory, and a deal takes half the time.
    """
    x = luck[0]
    y = luck[1]
    z = luck[2]
    w = luck[3]
    for left in range(n, n - k, -1):
        t = x ^ ((x << 11) & MASK)
        x = y
        y = z
        z = w
        w ^= (w >> 19) ^ t ^ (t >> 8)
        drawn = DECK + ((w * left) >> 32)
        thing = luck[drawn]
        luck[drawn] = luck[DECK + left - 1]
        luck[DECK + left - 1] = thing
    luck[0] = x
    luck[1] = y
    luck[2] = z
    luck[3] = w


def words(seed: int) -> list[int]:
    """The luck of a seed, as a list; any integer is a seed."""
    source = random.Random(seed)
    return [source.randrange(1, MASK) for _ in range(DECK)] + [0] * (WORDS - DECK)
