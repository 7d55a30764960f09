"""Bits and half bytes spread out into bytes: what most of an observation is made of.

Compiled, eight of them are written at a time, by arithmetic on one word of 64 bits. The last eight
may overlap those before them, so that nothing is ever written past the end.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from ryumon.kernel.jit import native

EACH = 0x0101010101010101  # one in every byte
DIAGONAL = 0x8040201008040201 - (1 << 64)  # bit k in byte k
ROUND_UP = 0x7F7F7F7F7F7F7F7F
WORD = 8


@cache
def _store() -> Any:
    """Compiled code: write eight bytes of an int8 array at once, the lowest one first."""
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic
    from numba.np.arrayobj import make_array

    def store(typingctx, out, at, word):
        if not isinstance(out, types.Array) or (out.ndim, out.layout) != (1, "C"):
            return None

        def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            row = make_array(signature.args[0])(context, builder, args[0])
            byte, wide = ir.IntType(8), ir.IntType(64)
            place = builder.gep(builder.bitcast(row.data, byte.as_pointer()), [args[1]])
            written = builder.store(args[2], builder.bitcast(place, wide.as_pointer()))
            written.align = 1
            return context.get_dummy_value()

        return types.void(out, types.int64, types.int64), emit

    return intrinsic(store)


@cache
def _set() -> Any:
    from numba.extending import register_jitable

    store = _store()

    @register_jitable
    def write_set(members, n, out, at):
        if n < WORD:
            for k in range(n):
                out[at + k] = members >> k & 1
        else:
            k = 0
            while k < n:
                k = min(k, n - WORD)
                # the eight bits in every byte; a product would overflow, which LLVM rules out
                word = members >> k & 0xFF
                word |= word << 8
                word |= word << 16
                word |= word << 32
                store(out, at + k, ((word & DIAGONAL) + ROUND_UP) >> 7 & EACH)
                k += WORD

    return write_set


@cache
def _halves() -> Any:
    from numba.extending import register_jitable

    store = _store()

    @register_jitable
    def write_halves(packed, n, mask, out, at):
        if n < WORD:
            for k in range(n):
                out[at + k] = packed >> 4 * k & mask
        else:
            k = 0
            while k < n:
                k = min(k, n - WORD)
                word = packed >> 4 * k & 0xFFFFFFFF
                word = (word | word << 16) & 0x0000FFFF0000FFFF
                word = (word | word << 8) & 0x00FF00FF00FF00FF
                word = (word | word << 4) & 0x0F0F0F0F0F0F0F0F
                store(out, at + k, word & mask * EACH)
                k += WORD

    return write_halves


@native(_set)
def write_set(members, n, out, at):
    """The first n bits, one byte each."""
    for k in range(n):
        out[at + k] = members >> k & 1


@native(_halves)
def write_halves(packed, n, mask, out, at):
    """The first n half bytes, one byte each, only the bits of `mask` of them."""
    for k in range(n):
        out[at + k] = packed >> 4 * k & mask
