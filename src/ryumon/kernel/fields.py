"""The fields of a state: what they hold and who sees them, and the two shapes of a state.

    Field("hands", SetOf(CARD), by=SEATS, seen=OWN, after=DEAL)

reads: hands, a set of cards for each seat; each seat sees its own, after the deal. From the list
of a game come its NumPy record, its plain Python object, and `open_part`, the part of `forget`
that needs no rules.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from ryumon.kernel.jit import njit

# --- what a field holds ---------------------------------------------------------------------

WIDTH = {"i1": 8, "i2": 16, "i4": 32, "i8": 64}  # NumPy's short names of integer types


@dataclass(frozen=True)
class Thing:
    """What a game has several of, counted from 0: cards, colours, places."""

    name: str
    count: int


SEAT = Thing("seat", 5)  # the most that search has room for


@dataclass(frozen=True)
class Number:
    """A number from `low` to `high`, both included."""

    low: int
    high: int
    blank: int = 0


@dataclass(frozen=True)
class One:
    """One of the things; -1 for none of them. `high` leaves room for a mark beyond the last one."""

    thing: Thing
    marks: int = 0
    blank: int = -1

    @property
    def low(self) -> int:
        return -1

    @property
    def high(self) -> int:
        return self.thing.count - 1 + self.marks


@dataclass(frozen=True)
class SetOf:
    """A set of the things, one bit for each."""

    thing: Thing
    blank: int = 0

    @property
    def low(self) -> int:
        return 0

    @property
    def high(self) -> int:
        return (1 << self.thing.count) - 1


@dataclass(frozen=True)
class Packed:
    """What only the game's own functions can read, in that many bits: tiles in four bits each."""

    bits: int
    blank: int = 0

    @property
    def low(self) -> int:
        return -(1 << (self.bits - 1))

    @property
    def high(self) -> int:
        return (1 << (self.bits - 1)) - 1


Kind = Number | One | SetOf | Packed
FLAG = Number(0, 1)
TURN = Number(-4, SEAT.count - 1)  # a seat, CHANCE, OVER; -4 where a viewer cannot see whose it is


# --- who sees it ----------------------------------------------------------------------------

OPEN = "open"  # everyone
OWN = "own"  # each seat its own entry
HIDDEN = "hidden"  # nobody, but for what the game's `forget` adds


@dataclass(frozen=True)
class Field:
    """One field. `by` says how many entries it has, one for each seat, or for each round and ninja:
    (ROUNDS, NINJA). `used` names the field that tells how many of the first are in use. `width`
    is the narrowest that fits unless it is given."""

    name: str
    holds: Kind
    by: int | tuple[int, ...] = ()
    seen: str = HIDDEN
    after: int | None = None  # the phase that must be over before anyone sees it
    used: str = ""
    width: str = ""

    def __post_init__(self) -> None:
        fits = [w for w, bits in WIDTH.items() if _fits(self.holds, bits)]
        if not fits or (self.width and self.width not in fits):
            raise ValueError(f"The field {self.name} does not fit into {self.width or '64 bits'}.")
        object.__setattr__(self, "width", self.width or fits[0])
        object.__setattr__(self, "by", (self.by,) if isinstance(self.by, int) else self.by)

    @property
    def length(self) -> int:
        """The number of entries; 0 for a field that is a single number."""
        return math.prod(self.by) if isinstance(self.by, tuple) and self.by else 0


def _fits(kind: Kind, bits: int) -> bool:
    return -(1 << (bits - 1)) <= kind.low and kind.high <= (1 << (bits - 1)) - 1


# --- the shapes of a state ------------------------------------------------------------------


def plain_class(game: str, fields: list[Field]) -> type[Any]:
    """A class with the fields as slots, lists for arrays, and a fast `assign`.

    Written out as source: a loop over the fields would be several times slower.
    """
    lines = "\n        ".join
    arrays = {f.name: f.length for f in fields if f.by}
    names = [f.name for f in fields]
    empty = lines(f"self.{x} = {f'[0] * {arrays[x]}' if x in arrays else 0}" for x in names)
    copy = lines(f"self.{x}{'[:]' if x in arrays else ''} = o.{x}" for x in names)
    cloned = lines(f"new.{x} = self.{x}{'[:]' if x in arrays else ''}" for x in names)
    source = f"""
class Plain:
    "A state of {game}, interpreted."
    __slots__ = {names!r}

    def __init__(self):
        {empty}

    def assign(self, o):
        {copy}

    def clone(self):
        new = Plain.__new__(Plain)
        {cloned}
        return new

    copy = clone

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
    otherwise numba's cache would mix up the rules of two games."""
    import numpy as np

    marked: list[Any] = [(f.name, f.width, (f.length,)) if f.by else (f.name, f.width)
                         for f in fields]  # fmt: skip
    marked.append((f"this_is_{game.replace('-', '_')}", "i1"))
    return np.dtype((np.record, np.dtype(marked, align=True)))


def to_plain(plain: Any, fields: list[Field], record: Any) -> Any:
    """The plain object of one record of an array (a view of one element)."""
    for field, value in zip(fields, record.tolist()):
        setattr(plain, field.name, value.tolist() if field.by else value)
    return plain


def from_plain(plain: Any, fields: list[Field], record: Any) -> None:
    for field in fields:
        record[field.name] = getattr(plain, field.name)


# --- the open part of `forget` --------------------------------------------------------------


def open_part(fields: list[Field]) -> Any:
    """A rule that builds in `known` what a viewer sees by the fields alone: what is open to all,
    and what is its own. Everything else is blank; nothing is ever taken away.

    Written out as source, so that it runs and compiles like any other rule.
    """
    loops: dict[str, list[str]] = {}
    lines = ["def open_part(s, known, viewer):"]
    for field in fields:
        if field.by:
            loops.setdefault(_range(field), []).append(_copied(field))
        else:
            lines.append(f"    {_copied(field)}")
    for span, copies in loops.items():
        lines.append(f"    for i in {span}:")
        lines += [f"        {line}" for line in copies]
    return generated("open_part", "\n".join(lines), {})


def _range(field: Field) -> str:
    if not field.used:
        return f"range({field.length})"
    assert isinstance(field.by, tuple)
    return f"range({field.length // field.by[0]} * s.{field.used})"


def _copied(field: Field) -> str:
    """The statement that shows a field, or blanks it."""
    at = "[i]" if field.by else ""
    there, blank = f"s.{field.name}{at}", field.holds.blank
    if field.seen == HIDDEN:
        return f"known.{field.name}{at} = {blank}"
    needs = ["i == viewer"] if field.seen == OWN else []
    if field.after is not None:
        needs.append(f"s.phase > {field.after}")
    shown = f"{there} if {' and '.join(needs)} else {blank}" if needs else there
    return f"known.{field.name}{at} = {shown}"


def generated(name: str, source: str, names: dict[str, Any]) -> Any:
    """A rule made from source. `names` are the rules and tables that it calls."""
    made: dict[str, Any] = {"__name__": __name__, **names}
    exec(compile(source, f"<{name}>", "exec"), made)
    return njit(made[name])
