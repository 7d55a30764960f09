"""A machine that refuses every index below 0 or beyond the end, in rules, sampling and search.

Compiled code reads beyond an array's end without a word, and an index below 0 counts from the end
by accident. Here the same functions run interpreted, and whatever they index is a `Row`: fields of
states, tables of the rules' modules, the arrays of a search, room for moves. No compiler is needed,
so all option sets of all games can be played this way.
"""

from __future__ import annotations

import contextlib
import functools
import types
from collections.abc import Callable, Generator
from typing import Any, SupportsIndex
from unittest import mock

import numpy as np

from ryumon.games.bushido.belief import compiled
from ryumon.kernel import background, jit, machine, scratch
from ryumon.kernel.machine import Machine


def within(row: Any, k: Any) -> None:
    if not isinstance(k, slice) and k < 0:
        raise IndexError(f"index {k} of {len(row)}")  # beyond the end Python refuses by itself


class Row(list[Any]):
    """A list of fixed length whose places are 0, 1, 2, ... and nothing else."""

    def __getitem__(self, k: SupportsIndex | slice) -> Any:
        within(self, k)
        found = list.__getitem__(self, k)
        return Row(found) if isinstance(k, slice) else found

    def __setitem__(self, k: SupportsIndex | slice, value: Any) -> None:
        within(self, k)
        before = len(self)
        list.__setitem__(self, k, value)
        if len(self) != before:
            raise IndexError(f"{len(self)} things where there is room for {before}")

    def tolist(self) -> list[Any]:
        return list(self)  # as an array answers a State


class Table(tuple[Any, ...]):
    """The same for what never changes."""

    __slots__ = ()

    def __getitem__(self, k: SupportsIndex | slice) -> Any:
        within(self, k)
        return tuple.__getitem__(self, k)


def strict(value: Any) -> Any:
    """Lists, tuples and arrays, with all that is in them, as rows and tables."""
    if isinstance(value, np.ndarray):
        return Row(value.tolist()) if value.ndim == 1 else Row(map(strict, value))
    if type(value) is list:
        return Row(map(strict, value))
    if type(value) is tuple:
        return Table(map(strict, value))
    return value


SCRATCH: dict[str, Callable[..., Any]] = {
    "numbers": lambda n: Row([0.0] * n),
    "room_of": lambda block: Row([0] * block.most),
    "listed": lambda row, n: list(row[:n]),  # the caller's own, who may count from the end
}


def strict_rule(function: types.FunctionType) -> Any:
    """In place of `interpreted`: the tables that stand beside the function become strict."""
    if function.__module__ == scratch.__name__ and function.__name__ in SCRATCH:
        return SCRATCH[function.__name__]
    names = function.__globals__  # a copy that `link` has made
    names.update({name: strict(value) for name, value in names.items()})
    return function


def on_rows(operation: Callable[..., Any]) -> Callable[..., Any]:
    """An operation that Python calls with NumPy's arrays works on rows, which are copied back."""

    @functools.wraps(operation)
    def called(*given: Any) -> Any:
        rows = [strict(one) if isinstance(one, np.ndarray) else one for one in given]
        answer = operation(*rows)
        for one, row in zip(given, rows, strict=True):
            if isinstance(one, np.ndarray):
                one[...] = row
        return answer

    return called


def strict_class(plain: type[Any]) -> type[Any]:
    """The class of a state, with rows instead of lists."""

    class Strict(plain):
        __slots__ = ()

        def __init__(self) -> None:
            super().__init__()
            for name in plain.__slots__:
                setattr(self, name, strict(getattr(self, name)))

        def clone(self) -> Strict:
            new = Strict()
            new.assign(self)
            return new

        copy = clone

    return Strict


class StrictMachine(Machine):
    def __init__(self, kind: Any) -> None:
        # both names: `link` asks for the very function before it puts in what only numba can run
        with (
            mock.patch.object(jit, "interpreted", strict_rule),
            mock.patch.object(machine, "interpreted", strict_rule),
        ):
            super().__init__(kind, compiled=False)
        self.plain = strict_class(self.plain)
        for name, made in list(vars(self).items()):
            if isinstance(made, types.FunctionType):
                setattr(self, name, on_rows(made))

    def states(self, n: int = 1) -> Any:
        return Row(super().states(n))

    def array(self, block: Any) -> Any:
        return Row(super().array(block))

    def integers(self, values: list[int], width: str = "int64") -> Any:
        return strict(super().integers(values, width))

    def floats(self, values: list[float]) -> Any:
        return strict(super().floats(values))

    def blank(self, rows: int, columns: int = 0, whole: bool = False) -> Any:
        made = super().blank(rows, columns, whole)
        return Row(map(Row, made) if columns else made)

    def room(self) -> Any:
        return Row(super().room())


@contextlib.contextmanager
def strictly(kind: Any) -> Generator[StrictMachine]:
    """New states of this game run on a strict machine inside."""
    made = StrictMachine(kind)
    ready = {kind.name: made}
    with (
        mock.patch.object(background, "_ready", ready),
        mock.patch.object(compiled, "_filters", {}),
    ):
        yield made
