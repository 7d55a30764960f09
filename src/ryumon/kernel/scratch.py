"""Room for the length of one function, for rules that look ahead: interpreted by Python's own
objects, compiled on the stack or the heap. What they give must not be returned, but for the list
that `listed` makes. A block is one state as Python holds it: compiled a bytearray (block.py)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from ryumon.kernel.jit import native


@cache
def _copy() -> Any:
    from llvmlite import ir
    from numba.core import cgutils
    from numba.extending import intrinsic

    def copy(typingctx, s):
        size, byte = s.size, ir.IntType(8)

        def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            room = cgutils.alloca_once(builder, ir.ArrayType(byte, size))
            room.align = 8
            into = builder.bitcast(room, args[0].type)
            cgutils.raw_memcpy(builder, into, args[0], ir.Constant(ir.IntType(64), size), 1)
            return into

        return s(s), emit

    return intrinsic(copy)


@cache
def _numbers() -> Any:
    import numba
    import numpy as np

    @numba.njit(nogil=True)
    def numbers(n):
        return np.zeros(n)

    return numbers


def _in_block(name: str) -> Callable[[], Any]:
    def build() -> Any:
        from ryumon.kernel import block

        return getattr(block, name)()

    return build


@native(_copy)
def copy(s: Any) -> Any:
    """A copy of a state. In a loop each one takes the place of the one before."""
    return s.clone()


@native(_numbers)
def numbers(n: int) -> Any:
    """n numbers, all 0.0."""
    return [0.0] * n


@native(_in_block("state_of"))
def state_of(block: Any) -> Any:
    """The state that a block holds."""
    return block


@native(_in_block("room_of"))
def room_of(block: Any) -> Any:
    """Room for the legal moves of a block's state."""
    return [0] * block.most


@native(_in_block("listed"))
def listed(row: Any, n: int) -> list[int]:
    """The first n numbers of a row as a list for Python."""
    return row[:n]
