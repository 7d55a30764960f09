"""The fields of a state: from one list both a NumPy record and a plain Python object.

A field is (name, type) or (name, type, length), with NumPy's short names of integer types.
"""

from __future__ import annotations

from typing import Any

WIDTH = {"i1": 8, "i2": 16, "i4": 32, "i8": 64}
Field = tuple[str, str] | tuple[str, str, int]


def limits(field: Field) -> tuple[int, int]:
    """The smallest and the greatest number that the record can hold. Compiled stores wrap."""
    bits = WIDTH[field[1]]
    return -(1 << (bits - 1)), (1 << (bits - 1)) - 1


def plain_class(game: str, fields: list[Field]) -> type[Any]:
    """A class with the fields as slots, lists for arrays, and a fast `assign`.

    Written out as source: a loop over the fields would be several times slower.
    """
    lines = "\n        ".join
    arrays = {f[0]: f[2] for f in fields if len(f) == 3}
    names = [f[0] for f in fields]
    empty = lines(f"self.{x} = {f'[0] * {arrays[x]}' if x in arrays else 0}" for x in names)
    copy = lines(f"self.{x}{'[:]' if x in arrays else ''} = o.{x}" for x in names)
    source = f"""
class Plain:
    "A state of {game}, interpreted."
    __slots__ = {names!r}

    def __init__(self):
        {empty}

    def assign(self, o):
        {copy}

    def clone(self):
        new = Plain()
        new.assign(self)
        return new

    def values(self):
        return [{", ".join(f"self.{x}" for x in names)}]

    def __eq__(self, other):
        return isinstance(other, Plain) and self.values() == other.values()

    __hash__ = None
"""
    made: dict[str, Any] = {}
    exec(source, made)
    return made["Plain"]


def record_type(game: str, fields: list[Field]) -> Any:
    """The record of a state. One byte bears the game's name, so that no two games share a layout:
    numba's cache would else run one game with the rules of the other."""
    import numpy as np

    marked: list[Any] = [(f[0], f[1], (f[2],)) if len(f) == 3 else f for f in fields]
    marked.append((f"this_is_{game.replace('-', '_')}", "i1"))
    return np.dtype((np.record, np.dtype(marked, align=True)))


def to_plain(plain: Any, fields: list[Field], record: Any) -> Any:
    """The plain object of one record of an array (a view of one element)."""
    for field, value in zip(fields, record.tolist()):
        setattr(plain, field[0], value.tolist() if len(field) == 3 else value)
    return plain


def from_plain(plain: Any, fields: list[Field], record: Any) -> None:
    for field in fields:
        record[field[0]] = getattr(plain, field[0])
