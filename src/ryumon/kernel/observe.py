"""What a viewer knows as a row of small numbers: an observation, made from a table of features.

    told = Features(FIELDS)
    FEATURES = [
        told.seat("turn", "whose turn it is", "player"),
        told.own_set("hand", "the viewer's hand", "hands"),
        told.by_seat("tokens", "tokens won in this round"),
    ]

A feature reads the state as the viewer knows it (`forget` made it), never the true one. Seats are
told from the viewer on: 0 is the viewer, 1 the next one clockwise; a spectator looks from seat 0.
The table becomes one rule, `observe`, written out as source so that it runs and compiles like any
other rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ryumon.kernel.bits import lowest, popcount
from ryumon.kernel.fields import HIDDEN, OWN, TURN, Field, Packed, SetOf, generated
from ryumon.kernel.jit import njit
from ryumon.kernel.spread import write_set

LOWEST, HIGHEST = -128, 127  # what an int8 holds
NEXT = "me + q if me + q < n else me + q - n"  # the q-th seat from the viewer on


@dataclass(frozen=True)
class Feature:
    """A named part of an observation: `size` numbers from `low` to `high`.

    `lines` is the source that writes it; `{at}` in it is the place where it begins. Where `by_seat`
    is set they are run for the seat `p`, the `q`-th from the viewer on, and `blank` stands for the
    seats that nobody sits at. `rule` is what `lines` call, if it is a rule of the game.
    """

    name: str
    text: str
    size: int
    low: int
    high: int
    lines: tuple[str, ...]
    by_seat: int = 0
    blank: int = 0
    rule: Any = None

    def __post_init__(self) -> None:
        if not LOWEST <= self.low <= self.high <= HIGHEST:
            raise ValueError(f"The feature {self.name} does not fit into eight bits.")


class Features:
    """Makes the features of a game from its fields. `field` is the feature's own name if it is not
    given."""

    def __init__(self, fields: Sequence[Field]) -> None:
        self._fields = {field.name: field for field in fields}

    def number(self, name: str, text: str, field: str = "") -> Feature:
        """A number as it stands: a count, a card, a colour; -1 for none."""
        f = self._fields[field or name]
        return Feature(name, text, 1, f.holds.low, f.holds.high, (f"out[{{at}}] = s.{f.name}",))

    def numbers(self, name: str, text: str, field: str = "") -> Feature:
        """All entries of a field that is not by seat, as they stand."""
        f = self._fields[field or name]
        lines = f"for i in range({f.length}):", f"    out[{{at}} + i] = s.{f.name}[i]"
        return Feature(name, text, f.length, f.holds.low, f.holds.high, lines)

    def seat(self, name: str, text: str, field: str = "") -> Feature:
        """A seat, counted from the viewer; below 0 as it stands: nobody, chance, the end."""
        f = self._fields[field or name]
        lines = f"p = s.{f.name}", "out[{at}] = p if p < 0 else p - me if p >= me else p - me + n"
        return Feature(name, text, 1, f.holds.low, f.holds.high, lines)

    def set(self, name: str, text: str, field: str = "") -> Feature:
        """A set: 1 for each thing that is in it, else 0."""
        f = self._fields[field or name]
        many = _things(f)
        return Feature(name, text, many, 0, 1, (f"write_set(s.{f.name}, {many}, out, {{at}})",))

    def own_set(self, name: str, text: str, field: str = "") -> Feature:
        """The viewer's own set; all 0 for a spectator."""
        f = self._fields[field or name]
        own = f"s.{f.name}[me] if viewer >= 0 else 0"
        many = _things(f)
        return Feature(name, text, many, 0, 1, (f"write_set({own}, {many}, out, {{at}})",))

    def by_seat(self, name: str, text: str, field: str = "") -> Feature:
        """A number for each seat."""
        f = self._fields[field or name]
        line = f"out[{{at}} + q] = s.{f.name}[p]"
        low, high, blank = f.holds.low, f.holds.high, f.holds.blank
        return Feature(name, text, f.length, low, high, (line,), f.length, blank)

    def sets_by_seat(self, name: str, text: str, field: str = "") -> Feature:
        """A set for each seat."""
        f = self._fields[field or name]
        many = _things(f)
        line = f"write_set(s.{f.name}[p], {many}, out, {{at}} + {many} * q)"
        return Feature(name, text, many * f.length, 0, 1, (line,), f.length)

    def sizes_by_seat(self, name: str, text: str, field: str = "") -> Feature:
        """How many things the set of each seat has."""
        f = self._fields[field or name]
        line = f"out[{{at}} + q] = popcount(s.{f.name}[p])"
        return Feature(name, text, f.length, 0, _things(f), (line,), f.length)

    def owners(self, name: str, text: str, field: str = "") -> Feature:
        """For each thing the seat whose set has it, from the viewer on; -1 for nobody."""
        f = self._fields[field or name]
        many = _things(f)
        lines = (
            f"for i in range({many}):", "    out[{at} + i] = -1",
            "for q in range(n):", f"    write_owner(s.{f.name}[{NEXT}], q, out, {{at}})",
        )  # fmt: skip
        return Feature(name, text, many, -1, f.length - 1, lines)

    def rule(self, name: str, text: str, size: int, low: int, high: int, rule: Any) -> Feature:
        """What a rule of the game works out: `rule(s, viewer, out, at)` writes it at `at`."""
        return Feature(name, text, size, low, high, (f"{name}(s, viewer, out, {{at}})",), rule=rule)

    def all(self) -> list[Feature]:
        """A feature for every field that anybody sees, for games without a table of their own."""
        made: list[Feature] = []
        for f in self._fields.values():
            if f.seen != HIDDEN and not isinstance(f.holds, Packed):
                made.append(self._any(f))
        return made

    def _any(self, f: Field) -> Feature:
        is_set, text = isinstance(f.holds, SetOf), f"the field `{f.name}`"
        if f.holds == TURN:
            return self.seat(f.name, text)
        if not f.by:
            return self.set(f.name, text) if is_set else self.number(f.name, text)
        if is_set:
            return (self.own_set if f.seen == OWN else self.sets_by_seat)(f.name, text)
        return self.numbers(f.name, text)


def _things(field: Field) -> int:
    assert isinstance(field.holds, SetOf), f"{field.name} is not a set"
    return field.holds.thing.count


@njit
def write_owner(members, q, out, at):
    while members:
        out[at + lowest(members)] = q
        members &= members - 1


class Observation:
    """The features of a game with their places, and the rule that writes them.

    `features` tells for each name its part of the row as a slice; `size` is the length of the row.
    """

    def __init__(self, features: Sequence[Feature], seats: str) -> None:
        self.table = list(features)
        self.slices: dict[str, slice] = {}
        at = 0
        for feature in self.table:
            if feature.name in self.slices:
                raise ValueError(f"Two features are called {feature.name}.")
            self.slices[feature.name] = slice(at, at + feature.size)
            at += feature.size
        self.size = at
        self.observe = self._rule(seats)

    def _rule(self, seats: str) -> Any:
        """`observe(s, viewer, out)`; `seats` is the source of the number of players."""
        lines = ["me = max(viewer, 0)", f"n = {seats}"]
        by_seat: dict[int, list[Feature]] = {}
        for feature in self.table:
            if feature.by_seat:
                by_seat.setdefault(feature.by_seat, []).append(feature)
            else:
                lines += self._lines(feature)
        for most, features in by_seat.items():
            lines += [f"for q in range({most}):", "    if q < n:", f"        p = {NEXT}"]
            lines += [f"        {line}" for f in features for line in self._lines(f)]
            lines.append("    else:")
            lines += [f"        {line}" for f in features for line in self._blank(f)]
        source = "def observe(s, viewer, out):\n" + "\n".join(f"    {line}" for line in lines)
        rules = {f.name: f.rule for f in self.table if f.rule is not None}
        known = {"popcount": popcount, "write_set": write_set, "write_owner": write_owner}
        return generated("observe", source, {**known, **rules})

    def _lines(self, feature: Feature) -> list[str]:
        at = self.slices[feature.name].start
        return [line.format(at=at) for line in feature.lines]

    def _blank(self, feature: Feature) -> list[str]:
        at, each = self.slices[feature.name].start, feature.size // feature.by_seat
        if each == 1:
            return [f"out[{at} + q] = {feature.blank}"]
        return [f"for k in range({each}):", f"    out[{at} + {each} * q + k] = {feature.blank}"]
