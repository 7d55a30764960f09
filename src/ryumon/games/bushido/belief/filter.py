"""Bushido Breaker: what hidden ninja may have done, weighted as under random legal choices.

A forward filter over what a ninja hides (a state, see `actions`), kept round by round, so that a
whole hidden history can be drawn by going back through it. Two ninja are tied together only by what
they may have done together: given who killed whom and who disabled which alarm, each is alone. So a
belief is a list of `Case`s, and in each case every ninja has chances of its own.

With every alarm and every death there are more ways to share out what was seen. Ways that leave
one ninja with the same chances are one case, without any loss; so one ninja always has one case.
Of two ninja, when all cases have more than STATES states, those are taken together that leave one
ninja with the same possible states: what can be and what cannot stays exact, the chances become
approximate (docs/games/bushido.md has the measured error).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from ryumon.games.bushido.belief.questions import moments
from ryumon.games.bushido.board import (
    DIAGONAL_CARD, EAST, METSUBUSHI_CARD, NINJA, NOTHING, WEST, ninjas,
)  # fmt: skip
from ryumon.games.bushido.belief.actions import (
    CARDS_LEFT, DIED, FLIPS_AT, HELD_AT, PLACE_AT, STABS_AT, is_gone, pack,
)  # fmt: skip
from ryumon.games.bushido.belief.compiled import compiled_filter
from ryumon.games.bushido.belief.rounds import (
    Cause, Round, finished_round, first_table, round_under_way, told_of,
)  # fmt: skip
from ryumon.kernel.bits import members

STATES = 1000  # of two ninja, in all cases; with more, cases that are alike are taken together

Layer = dict[int, float]  # a ninja's states (see `actions`) and their chances, in ascending order
Step = tuple[int, int, float]  # from which state, by which action, how likely


class Track:
    """One ninja's states after a round, given its share in what was seen."""

    __slots__ = ("_back", "before", "cause", "label", "layer", "mass", "round_")

    def __init__(
        self, before: Layer, round_: Round, cause: Cause, label: Any, mass: float, layer: Layer
    ) -> None:
        self.before, self.round_, self.cause, self.label = before, round_, cause, label
        self.mass, self.layer = mass, layer
        self._back: dict[int, list[Step]] | None = None

    @property
    def back(self) -> dict[int, list[Step]]:
        """By state, the steps that lead there; worked out when somebody goes back."""
        if self._back is None:
            self._back = {}
            for step, label, new in steps(self.before, self.round_, self.cause):
                if label == self.label:
                    self._back.setdefault(new, []).append(step)
        return self._back


class Way(NamedTuple):
    """How a case came about in a round."""

    weight: float
    before: Case
    tracks: tuple[Track, ...]


class Case:
    """Given a case, the ninja have nothing to do with each other."""

    __slots__ = ("layers", "ways", "weight")

    def __init__(self, weight: float, layers: tuple[Layer, ...], ways: list[Way]) -> None:
        self.weight, self.layers, self.ways = weight, layers, ways


# --- one ninja, one round -------------------------------------------------------------------


def steps(layer: Layer, round_: Round, cause: Cause) -> Iterator[tuple[Step, Any, int]]:
    """All steps of a round, with the ninja's share in what was seen and the state that follows."""
    counted = 0 if is_gone(round_.table, cause.k) else CARDS_LEFT
    for state, mass in layer.items():
        for action, chance, share, result in round_.fitting(cause, state):
            label: Any = share
            if round_.began is not None:
                label = share, spot_of(state, action)
            yield (state, action, mass * chance), label, result + (state & counted)


def spot_of(state: int, action: int) -> Any:
    if action == NOTHING:
        return None
    holds = bool(state >> (HELD_AT + METSUBUSHI_CARD) & 1)
    return (state >> PLACE_AT & 15) - 1, action, holds


def grow(layer: Layer, round_: Round, cause: Cause) -> dict[Any, Track]:
    """The tracks after this round, by the ninja's share in what was seen."""
    compiled = compiled_filter()
    if compiled is not None and round_.began is None:
        found = compiled.advance(layer, round_, cause)
        return {label: Track(layer, round_, cause, label, *told) for label, told in found.items()}
    sums: dict[Any, Layer] = {}
    for step, label, new in steps(layer, round_, cause):
        part = sums.setdefault(label, {})
        part[new] = part.get(new, 0.0) + step[2]
    tracks = {}
    for label, part in sorted(sums.items()):
        ordered = dict(sorted(part.items()))
        mass = sum(ordered.values())
        chances = {state: share / mass for state, share in ordered.items()}
        tracks[label] = Track(layer, round_, cause, label, mass, chances)
    return tracks


# --- all ninja, one round -------------------------------------------------------------------


def advance(cases: list[Case], round_: Round, forced: list[int], most: int) -> list[Case]:
    """The cases after one more finished round."""
    grown: dict[Any, dict[Any, Track]] = {}  # cases share layers

    def grow_once(layer: Layer, k: int, dead: int, poison: int) -> dict[Any, Track]:
        key = id(layer), k, poison
        if key not in grown:
            grown[key] = grow(layer, round_, Cause(k, dead, poison, forced[k], round_.facts))
        return grown[key]

    ways = []
    for case in cases:
        for poison in [NOTHING, *members(round_.dead)]:
            dead = round_.dead & ~(1 << poison) if poison >= 0 else round_.dead
            parts = [grow_once(layer, k, dead, poison) for k, layer in enumerate(case.layers)]
            for times, tracks in _joint_tracks(parts, round_, dead, poison):
                weight = case.weight * times
                for track in tracks:
                    weight *= track.mass
                ways.append(Way(weight, case, tracks))
    return _cases(ways, most)


def _joint_tracks(
    grown: list[Any], round_: Round, dead: int, poison: int
) -> Iterator[tuple[int, tuple[Track, ...]]]:
    """The ways to share out what was seen: together the ninja did all of it. First how many moments
    of the round looked to the viewer as where it began to look, if that was in this round."""
    told = dead | (round_.movers & dead) << STABS_AT | round_.flipped << FLIPS_AT
    told |= DIED if poison >= 0 else 0
    pairs = [((label,), (track,)) for label, track in grown[0].items()]
    if len(grown) == 2:
        pairs = [
            ((*labels, label), (*tracks, track))
            for labels, tracks in pairs
            for label, track in grown[1].items()
        ]
    for labels, tracks in pairs:
        if round_.began is None:
            if labels[0] | labels[-1] == told:
                yield 1, tracks
        elif labels[0][0] | labels[-1][0] == told:
            began, seat = round_.began
            times = moments(began, seat, tuple(label[1] for label in labels), round_.laid)
            if times:
                yield times, tracks


def _cases(ways: list[Way], most: int) -> list[Case]:
    """Ways that leave one ninja with the same chances are one case, and if need be also those
    that leave it with the same possible states."""
    total = sum(way.weight for way in ways)
    found = [
        Case(way.weight / total, tuple(track.layer for track in way.tracks), [way]) for way in ways
    ]
    if len(ways[0].tracks) == 1:
        return [_merged(found)]
    found = _merge_alike(found, lambda case: id(case.layers[0]))
    found = _merge_alike(found, lambda case: id(case.layers[1]))
    if sum(len(layer) for case in found for layer in case.layers) > most:
        found = _merge_alike(found, lambda case: frozenset(case.layers[0]))
        found = _merge_alike(found, lambda case: frozenset(case.layers[1]))
    return found


def _merge_alike(cases: list[Case], alike: Callable[[Case], Any]) -> list[Case]:
    groups: dict[Any, list[Case]] = {}
    for case in cases:
        groups.setdefault(alike(case), []).append(case)
    return [_merged(group) for group in groups.values()]


def _merged(cases: list[Case]) -> Case:
    """Several cases as one."""
    if len(cases) == 1:
        return cases[0]
    weight = sum(case.weight for case in cases)
    layers = tuple(
        _mixed_layer([case.layers[k] for case in cases], [case.weight / weight for case in cases])
        for k in range(len(cases[0].layers))
    )
    return Case(weight, layers, [way for case in cases for way in case.ways])


def _mixed_layer(layers: list[Layer], shares: list[float]) -> Layer:
    if all(layer is layers[0] for layer in layers):
        return layers[0]
    found: Layer = {}
    for layer, share in zip(layers, shares, strict=True):
        for state, mass in layer.items():
            found[state] = found.get(state, 0.0) + share * mass
    return dict(sorted(found.items()))


# --- the filter -----------------------------------------------------------------------------


def first_cases(known: Any, viewer: int) -> list[Case]:
    """BB-1: all picks that the viewer cannot exclude, and both gates."""

    def layer(k: int, chances: dict[int, float]) -> Layer:
        gates = [known.gate[k]] if k == viewer else [WEST, EAST]
        found = {
            first_state(gate, picks): chance / len(gates)
            for picks, chance in chances.items()
            for gate in gates
        }
        return dict(sorted(found.items()))

    fits: dict[int, dict[Any, float]] = {}  # by the first ninja's picks, those of the second
    for picks, chance in pick_chances(known.n):
        if all(known.picked[k] in (0, picks[k]) for k in range(ninjas(known))):
            fits.setdefault(picks[0], {})[picks[-1]] = chance
    total = sum(sum(beside.values()) for beside in fits.values())
    found = []
    for own, beside in fits.items():
        weight = sum(beside.values())
        chances = [{own: 1.0}, {picks: chance / weight for picks, chance in beside.items()}]
        layers = tuple(layer(k, chances[k]) for k in range(ninjas(known)))
        found.append(Case(weight / total, layers, []))
    return [_merged(found)] if ninjas(known) == 1 else found


def first_state(place: int, picks: int) -> int:
    diagonals = 2 if picks >> DIAGONAL_CARD & 1 else 0
    return pack(place, 5, 2, NOTHING, 0, diagonals, picks, NOTHING, 0, picks)


def pick_chances(n: int) -> list[tuple[list[int], float]]:
    """The ninja's picks as sets, with their chances under random choices."""
    if n == 2:
        return [([1 << a], 1 / 4) for a in range(4)]
    if n == 3:
        return [([1 << a | 1 << b], 1 / 3 / (3 - a)) for a in range(3) for b in range(a + 1, 4)]
    return [([1 << a, 1 << b], 1 / 12) for a in range(4) for b in range(4) if a != b]


class Node:
    """The belief after a round, with the round that it comes from, the table after it, and what may
    follow."""

    __slots__ = ("after", "cases", "following", "round_")

    def __init__(self, round_: Any, cases: list[Case], after: Any) -> None:
        self.round_, self.cases, self.after = round_, cases, after
        self.following: dict[Any, Node] = {}


_roots: dict[Any, Node] = {}
_made: list[Node] = []
NODES = 400  # rounds whose beliefs are kept, so that each is filtered once; then all is forgotten


def filtered(
    known: Any, viewer: int, sensible: bool = False, began: Any = None
) -> tuple[list[Round], list[Case]]:
    """The belief after all finished rounds, and the rounds that it comes from. `began` is what the
    viewer knew where it began to look: a set position can begin while a round is judged."""
    ninja = viewer if 0 <= viewer < ninjas(known) else NOTHING
    own = (known.gate[ninja], known.picked[ninja]) if ninja >= 0 else ()
    beside = known.picked[0] if ninja == 1 else 0
    node = _root((known.n, known.turns, ninja, own, beside, sensible), known, viewer)
    rounds = []
    for r in range(known.round):
        forced = [NOTHING] * ninjas(known)
        if ninja >= 0:
            forced[ninja] = known.laid[NINJA * r + ninja]
        key = told_of(known, r, began), *forced
        if key not in node.following:
            round_, after = finished_round(node.after, known, viewer, r, sensible, began)
            cases = advance(node.cases, round_, forced, STATES)
            node.following[key] = Node(round_, cases, after)
            _made.append(node.following[key])
        node = node.following[key]
        rounds.append(node.round_)
    return [*rounds, round_under_way(node.after, known, sensible)], node.cases


def _root(key: Any, known: Any, viewer: int) -> Node:
    if len(_made) > NODES:
        _made.clear()
        _roots.clear()
    node = _roots.get(key)
    if node is None:
        node = _roots[key] = Node(None, first_cases(known, viewer), first_table(known))
    return node
