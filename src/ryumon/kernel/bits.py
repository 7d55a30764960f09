"""Sets of up to 63 things as the bits of one integer: interpreted by int, compiled by LLVM."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from ryumon.kernel.jit import native, njit


@cache
def _intrinsic(name: str) -> Any:
    """An LLVM bit operation on int64 that compiled rules can call."""
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    zero_is_undefined = ir.Constant(ir.IntType(1), 1)

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        if name == "popcount":
            return builder.ctpop(args[0])
        if name == "lowest":
            return builder.cttz(args[0], zero_is_undefined)
        leading = builder.ctlz(args[0], zero_is_undefined)
        return builder.sub(ir.Constant(ir.IntType(64), 63), leading)

    def operation(typingctx, x):
        return types.int64(types.int64), emit

    return intrinsic(operation)


def _llvm(name: str) -> Callable[[], Any]:
    return lambda: _intrinsic(name)


@native(_llvm("popcount"))
def popcount(bits: int) -> int:
    return bits.bit_count()


@native(_llvm("lowest"))
def lowest(bits: int) -> int:
    """The smallest member of a set that is not empty."""
    return (bits & -bits).bit_length() - 1


@native(_llvm("highest"))
def highest(bits: int) -> int:
    """The greatest member of a set that is not empty."""
    return bits.bit_length() - 1


@njit
def nth(bits, k):
    """The k-th smallest member, counted from 0."""
    for _ in range(k):
        bits &= bits - 1
    return lowest(bits)


def members(bits: int) -> list[int]:
    """The members in ascending order, for the Python side."""
    found = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return found


def bits_of(numbers: list[int]) -> int:
    bits = 0
    for number in numbers:
        bits |= 1 << number
    return bits
