"""Positions as plain data: from the fields of a game to its struct, its reader and its writer.

A game lists the parts of a position. Most are a field under the name that a person would use; what
they hold says how they are written and read, and what is out of range. A part may bring its own
writer and reader. Whether the parts fit together is asked by the game's `fault` afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from ryumon.kernel.bits import bits_of, members
from ryumon.kernel.fields import SEAT, Field, One, SetOf
from ryumon.kernel.ops import OVER
from ryumon.play.refusal import Refusal, Refused, refused

SENTENCES = {
    "en": {
        "phase": "{phase!q} is not a phase; available: {phases}.",
        "thing": "{name!q} is not a {thing}.",
        "twice": "{names} lists a {thing} twice.",
        "seat": "There is no seat {seat}.",
        "seats": "`{part}` needs an entry for each of {n} seats.",
        "entries": "`{part}` needs {n} entries.",
        "range": "`{part}` is a number from {low} to {high}, not {number}.",
    },
    "ja": {
        "phase": "{phase!q}という段階はない。あるのは: {phases}。",
        "thing": "{name!q}という{thing}はない。",
        "twice": "{names}には同じ{thing}が二度ある。",
        "seat": "席{seat}はない。",
        "seats": "`{part}`には{n}席それぞれの項目が必要である。",
        "entries": "`{part}`には{n}個の項目が必要である。",
        "range": "`{part}`は{low}から{high}までの数で、{number}ではない。",
    },
}
WORDS = {  # of the things that fields hold
    "card": {"en": "card", "ja": "札"}, "purple card": {"en": "purple card", "ja": "紫の札"},
    "colour": {"en": "colour of this game", "ja": "色"},
    "suit": {"en": "suit", "ja": "スート"}, "tile": {"en": "tile", "ja": "牌"},
    "battlefield": {"en": "battlefield", "ja": "戦場"},
    "type": {"en": "type of stone", "ja": "石の種類"},
}  # fmt: skip


Names = Callable[[Any], Sequence[str]]  # where the options say which things there are
UNKNOWN = "?"  # a thing whose name a viewer does not know; such a position cannot be read


@dataclass(frozen=True)
class Part:
    """One part of a position: its type and default as data, how it is written and read. `read`
    writes into a state that has been started."""

    name: str
    type: Any
    write: Callable[[Any], Any]
    read: Callable[[Any, Any], None]
    default: Any = msgspec.NODEFAULT


class Parts:
    """Makes the parts of a game's position from its fields. `names` says how the things that the
    fields hold are written, by the word of the thing."""

    def __init__(self, fields: Sequence[Field], names: Mapping[str, Sequence[str] | Names]) -> None:
        self._fields = {field.name: field for field in fields}
        self._names = names

    def names(self, thing: str, s: Any) -> Sequence[str]:
        """The names of the things that there are in this state's game."""
        names = self._names[thing]
        return names(s) if callable(names) else names

    def field(self, field: str, name: str = "") -> Part:
        """A field as it stands; under another name, if one is given."""
        f, name = self._fields[field], name or field
        if not f.by:
            return Part(
                name, _type(f), lambda s: self._written(f, getattr(s, field), s),
                lambda s, told: setattr(s, field, self._read(f, name, told, s)), _default(f),
            )  # fmt: skip
        return Part(
            name, list[_type(f)],
            lambda s: [self._written(f, x, s) for x in getattr(s, field)[: s.n]],
            lambda s, told: self._read_by_seat(f, name, told, s), [],
        )  # fmt: skip

    def _written(self, f: Field, value: int, s: Any) -> Any:
        holds = f.holds
        if isinstance(holds, SetOf):
            names = self.names(holds.thing.name, s)
            return [names[k] for k in members(value)]
        if not isinstance(holds, One):
            return value
        if value < 0 or holds.thing == SEAT:
            return None if value < 0 else value
        return self.names(holds.thing.name, s)[value] if value < holds.thing.count else UNKNOWN

    def _read(self, f: Field, part: str, told: Any, s: Any) -> int:
        holds = f.holds
        if isinstance(holds, SetOf):
            return self.set_of(holds.thing.name, told, s)
        if isinstance(holds, One):
            if told is None:
                return holds.blank
            if holds.thing == SEAT:
                return seat_of(told, s.n)
            return self.thing(holds.thing.name, told, s)
        return within(part, told, holds.low, holds.high)

    def _read_by_seat(self, f: Field, part: str, told: list[Any], s: Any) -> None:
        entries = getattr(s, f.name)
        for p, value in enumerate(for_seats(part, told, _default(f), s.n)):
            entries[p] = self._read(f, part, value, s)

    def thing(self, thing: str, name: str, s: Any) -> int:
        """The number of a thing by its name."""
        names = self.names(thing, s)
        if name not in names:
            raise refused(SENTENCES, "thing", name=name, thing=WORDS.get(thing, thing))
        return names.index(name)

    def set_of(self, thing: str, told: list[str], s: Any) -> int:
        """A set of things by their names."""
        if len(set(told)) != len(told):
            raise refused(SENTENCES, "twice", names=" ".join(told), thing=WORDS.get(thing, thing))
        return bits_of([self.thing(thing, name, s) for name in told])


def phase(phases: Mapping[int, str]) -> Part:
    """What is being done, by a word."""
    numbers = {word: number for number, word in phases.items()}

    def read(s: Any, told: str) -> None:
        if told not in numbers:
            raise refused(SENTENCES, "phase", phase=told, phases=list(numbers))
        s.phase = numbers[told]

    return Part("phase", str, lambda s: phases[s.phase], read)


def turn(seats: int = 0) -> Part:
    """Whose turn it is: a seat, CHANCE or OVER."""

    def read(s: Any, told: int) -> None:
        s.player = seat_of(told, seats or s.n, OVER)

    return Part("turn", int, lambda s: s.player, read)


def option(name: str, default: Any, value: Callable[[Any], Any]) -> Part:
    """An option of the game, which the state has from its start."""
    return Part(name, type(default), value, lambda s, told: None, default)


def research(name: str, values: Sequence[str], number: Callable[[Any], int]) -> Part:
    """An option for research, which the state has from its start: told if it is not the default."""

    def write(s: Any) -> Any:
        return values[number(s)] if number(s) else msgspec.UNSET

    return Part(name, str | msgspec.UnsetType, write, lambda s, told: None, msgspec.UNSET)


def seat_of(number: int, n: int, low: int = 0) -> int:
    if not low <= number < n:
        raise refused(SENTENCES, "seat", seat=number)
    return number


def within(part: str, number: int, low: int, high: int) -> int:
    if not low <= number <= high:
        raise Refused(out_of(part, number, low, high))
    return number


def out_of(part: str, number: int, low: int, high: int) -> Refusal:
    """A number is out of its range."""
    return Refusal.of(SENTENCES, "range", part=part, number=number, low=low, high=high)


def for_seats(part: str, told: list[Any], empty: Any, n: int) -> list[Any]:
    """An entry for each seat; nothing at all stands for empty ones."""
    told = told or [empty] * n
    if len(told) != n:
        raise refused(SENTENCES, "seats", part=part, n=n)
    return told


def _type(f: Field) -> Any:
    if isinstance(f.holds, SetOf):
        return list[str]
    if isinstance(f.holds, One):
        return int | None if f.holds.thing == SEAT else str | None
    return int


def _default(f: Field) -> Any:
    return [] if isinstance(f.holds, SetOf) else None if isinstance(f.holds, One) else 0


class Positions:
    """The struct of a game's positions, with its writer and its reader."""

    def __init__(
        self, game: str, parts: Sequence[Part], finish: Callable[[Any], None] = lambda s: None,
        players: int = 0,
    ) -> None:  # fmt: skip
        self._game, self._players = game, players
        self._parts, self._finish = parts, finish
        fields: list[Any] = [("game", str), ("players", int)]
        fields += [(x.name, x.type) if x.default is msgspec.NODEFAULT else
                   (x.name, x.type, x.default) for x in parts]  # fmt: skip
        self.Position = msgspec.defstruct(
            "Position", fields, frozen=True, forbid_unknown_fields=True, kw_only=True
        )

    def position(self, s: Any) -> Any:
        """A complete position, hidden parts included."""
        told = {part.name: part.write(s) for part in self._parts}
        return self.Position(game=self._game, players=self._players or s.n, **told)

    def set_up(self, s: Any, d: Any) -> None:
        """Write a position into a state that has been started. Omitted parts default to the start
        of the deal. Refused if a part is unreadable; `finish` works out what follows from them."""
        for part in self._parts:
            part.read(s, getattr(d, part.name))
        self._finish(s)
