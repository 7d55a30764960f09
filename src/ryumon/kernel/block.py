"""One state as Python holds it: a `bytearray`, which compiled code reads and writes in place.

Imported by compiled machines only. A call from Python that takes an array spends most of its time
on wrapping the array; of a bytearray it needs the address and nothing else. Copying one is one copy
of memory. What comes back is Python's own list, made inside, in place of an array to be turned
into one.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numba
from llvmlite import ir
from numba import types
from numba.core import cgutils, sigutils
from numba.extending import NativeValue, box, intrinsic, models, register_model, unbox

POINTER = ir.IntType(8).as_pointer()


class Block(types.Type):
    """The bytes of one record of this type, with at most `most` legal moves."""

    def __init__(self, record: Any, most: int) -> None:
        self.record, self.most = record, most
        super().__init__(name=f"Block({record}, {most})")


class Listed(types.Opaque):
    """A list that Python owns: made by compiled code, and only ever returned."""

    def __init__(self) -> None:
        super().__init__(name="Listed")


LISTED = Listed()


@register_model(Block)
@register_model(Listed)
class PointerModel(models.OpaqueModel):
    pass


@unbox(Block)
def unbox_block(typ: Any, obj: Any, c: Any) -> Any:
    """The caller answers for the type and the size: this is called with our own blocks only."""
    kind = ir.FunctionType(POINTER, [c.pyapi.pyobj])
    address = cgutils.get_or_insert_function(c.builder.module, kind, "PyByteArray_AsString")
    return NativeValue(c.builder.call(address, [obj]))


@box(Listed)
def box_listed(typ: Any, val: Any, c: Any) -> Any:
    return c.builder.bitcast(val, c.pyapi.pyobj)


@cache
def state_of() -> Any:
    def state_of(typingctx, block):
        def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.bitcast(args[0], context.get_value_type(block.record))

        return block.record(block), emit

    return intrinsic(state_of)


@cache
def room_of() -> Any:
    carray: Any = vars(numba)["carray"]  # numba's stubs do not export it

    def stack(typingctx, block):
        def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            room = cgutils.alloca_once(builder, ir.ArrayType(ir.IntType(64), block.most))
            return builder.bitcast(room, context.get_value_type(signature.return_type))

        return types.CPointer(types.int64)(block), emit

    def size(typingctx, block):
        def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return ir.Constant(ir.IntType(64), block.most)

        return types.int64(block), emit

    address: Any = intrinsic(stack)
    most: Any = intrinsic(size)

    @numba.njit(forceinline=True)
    def room_of(block):
        return carray(address(block), (most(block),))

    return room_of


@cache
def listed() -> Any:
    def listed(typingctx, numbers, n):
        def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            python = context.get_python_api(builder)
            row = context.make_array(numbers)(context, builder, args[0])
            found = python.list_new(args[1])
            with cgutils.for_range(builder, args[1]) as loop:
                number = builder.load(builder.gep(row.data, [loop.index]))
                python.list_setitem(found, loop.index, python.long_from_longlong(number))
            return builder.bitcast(found, POINTER)

        return LISTED(numbers, types.intp), emit

    return intrinsic(listed)


def enter(made: Any, name: str, more: tuple[str, ...]) -> None:
    """Let an operation that takes a block be called as machine code, without numba's search for the
    types, the greater part of a short call. The first call compiles it, or loads it."""
    rule, block = getattr(made, name), Block(numba.from_dtype(made.dtype), made.most)
    taken = block, *sigutils.normalize_signature(f"none({', '.join(more)})")[0]

    def first(*given: Any) -> Any:
        code = rule.compile(taken)
        setattr(made, name, code)
        return code(*given)

    setattr(made, name, first)
