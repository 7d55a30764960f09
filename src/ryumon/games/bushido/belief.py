"""Bushido Breaker: what hidden ninja may have done, weighted as under random legal choices.

A forward filter over what a ninja hides (`Hidden`), kept round by round, so that a whole hidden
history can be drawn by going back through it. Two ninja are tied together only by what they may
have done together: given who killed whom and who disabled which alarm, each is alone. So a belief
is a list of `Case`s, and in each case every ninja has chances of its own.

With every alarm and every death there are more ways to share out what was seen. Ways that leave
one ninja with the same chances are one case, without any loss; so one ninja always has one case.
Of two ninja, when there are more than CASES, those ways are taken together that leave one of them
with the same possible states: what can be and what cannot stays exact, the chances become
approximate (docs/bushido.md has the measured error).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from ryumon.games.bushido.board import (
    AN_KUNAI, A_BLOWGUN, A_DIAGONAL, A_HIDE, A_MOVE, A_SHURIKEN, BLOWGUN, BLOWGUN_CARD, CAPTURED,
    CORRIDOR, DIAGONAL_CARD, EAST, IN_PLAY, KILLED, METSUBUSHI_CARD, NINJA, NOTHING, SHURIKENS_CARD,
    SOME_SHURIKENS, WEST, ninjas, word_of,
)  # fmt: skip
from ryumon.games.bushido.scene import Deed, Hidden, Scene, scenes
from ryumon.kernel.bits import members

CASES = 100  # with two ninja; of more, those that are alike are taken together
NO_ONE = -1

Layer = dict[Hidden, float]  # a ninja's hidden states and their chances
Label = tuple[int, int, int, bool, bool]  # kills, stabs, flips, poison worked, was asked
Step = tuple[Hidden, int, float]  # from where, by which action, how likely


class Track:
    """One ninja's hidden states after a round, given its share in what was seen."""

    __slots__ = ("back", "layer", "mass")

    def __init__(self) -> None:
        self.mass = 0.0
        self.layer: Layer = {}
        self.back: dict[Hidden, list[Step]] = {}

    def add(self, new: Hidden, step: Step) -> None:
        self.mass += step[2]
        self.layer[new] = self.layer.get(new, 0.0) + step[2]
        self.back.setdefault(new, []).append(step)

    def settle(self) -> None:
        for h in self.layer:
            self.layer[h] /= self.mass


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


def grow(
    layer: Layer, scene: Scene, k: int, dead: int, poison: int, forced: int
) -> dict[Label, Track]:
    """The tracks after this round, by the ninja's share in what was seen."""
    tracks: dict[Label, Track] = {}
    for h, action, mass, deed in _deeds(layer, scene, k, dead, forced):
        new, died = _next(h, action, deed, scene, k, dead)
        if died not in (NO_ONE, poison):
            continue
        asked = bool(scene.asks) and deed.asked
        label = deed.kills, deed.stabs & scene.movers, deed.flips, died >= 0, asked
        track = tracks.get(label)
        if track is None:
            track = tracks[label] = Track()
        track.add(new, (h, action, mass))
    for track in tracks.values():
        track.settle()
    return tracks


_STILL = [(NOTHING, 1.0, Deed(1.0, 0, 0, 0, NOTHING, False))]  # a ninja that is out


def _deeds(
    layer: Layer, scene: Scene, k: int, dead: int, forced: int
) -> Iterator[tuple[Hidden, int, float, Deed]]:
    still = scene.out[k] != IN_PLAY
    for h, mass in layer.items():
        for action, chance, deed in _STILL if still else scene.fitting(k, h, dead, forced):
            yield h, action, mass * chance, deed


def _next(
    h: Hidden, action: int, deed: Deed, scene: Scene, k: int, dead: int
) -> tuple[Hidden, int]:
    """The hidden state at the end of the round (BB-7, BB-10), and who died of poison."""
    place, kunai, shuriken, row_word, row, diagonals, held, dart, fuse, picks = h
    word = NOTHING if action == NOTHING else word_of(action)
    if word == A_BLOWGUN:
        dart, fuse = action - BLOWGUN, 2
    if dart >= 0 and dead >> dart & 1:
        dart, fuse = NOTHING, 0
    died = NO_ONE
    if dart >= 0:
        fuse -= 1
        if fuse == 0:
            died, dart = dart, NOTHING
    if scene.out[k] != IN_PLAY or scene.fate[k] in (KILLED, CAPTURED):
        return Hidden(NOTHING, 0, 0, NOTHING, 0, 0, 0, dart, fuse, picks), died
    if word in (A_MOVE, A_HIDE):
        row_word, row = word, row + 1 if row_word == word else 1
    else:
        row_word, row = NOTHING, 0
        if word == A_DIAGONAL:
            diagonals -= 1
            held &= ~(1 << DIAGONAL_CARD) if diagonals == 0 else -1
        elif word in USED_UP:
            held &= ~(1 << USED_UP[word])
    if scene.met[k]:
        held &= ~(1 << METSUBUSHI_CARD)
    place = CORRIDOR if scene.meets else deed.to
    kunai -= word == AN_KUNAI
    shuriken -= word == A_SHURIKEN
    new = Hidden(place, kunai, shuriken, row_word, row, diagonals, held, dart, fuse, picks)
    return new, died


USED_UP = {SOME_SHURIKENS: SHURIKENS_CARD, A_BLOWGUN: BLOWGUN_CARD}


# --- all ninja, one round -------------------------------------------------------------------


def advance(cases: list[Case], scene: Scene, forced: list[int], most: int) -> list[Case]:
    """The cases after one more finished round."""
    grown: dict[Any, dict[Label, Track]] = {}  # cases share layers

    def grow_once(layer: Layer, k: int, dead: int, poison: int) -> dict[Label, Track]:
        key = id(layer), k, poison
        if key not in grown:
            grown[key] = grow(layer, scene, k, dead, poison, forced[k])
        return grown[key]

    ways = []
    for case in cases:
        for poison in [NO_ONE, *members(scene.dead)]:
            dead = scene.dead & ~(1 << poison) if poison >= 0 else scene.dead
            parts = [grow_once(layer, k, dead, poison) for k, layer in enumerate(case.layers)]
            for tracks in _shares(parts, scene, dead, poison):
                weight = case.weight
                for track in tracks:
                    weight *= track.mass
                ways.append(Way(weight, case, tracks))
    return _cases(ways, most)


def _shares(grown: list[Any], scene: Scene, dead: int, poison: int) -> Iterator[tuple[Track, ...]]:
    """The ways to share out what was seen: together the ninja did all of it."""

    def whole(labels: list[Label]) -> bool:
        kills = stabs = flips = 0
        died, asked = False, not scene.asks
        for k, label in enumerate(labels):
            kills, stabs, flips = kills | label[0], stabs | label[1], flips | label[2]
            died |= label[3]
            asked |= label[4] and k in scene.asks
        missing = scene.movers & dead & ~stabs
        told = kills == dead and flips == scene.flipped and died == (poison >= 0)
        return told and not missing and asked

    if len(grown) == 1:
        yield from ((track,) for label, track in grown[0].items() if whole([label]))
        return
    for one, first in grown[0].items():
        for two, second in grown[1].items():
            if whole([one, two]):
                yield first, second


def _cases(ways: list[Way], most: int) -> list[Case]:
    """Ways that leave one ninja with the same chances are one case, and if need be also those
    that leave it with the same possible states."""
    total = sum(way.weight for way in ways)
    found = [
        Case(way.weight / total, tuple(track.layer for track in way.tracks), [way]) for way in ways
    ]
    if len(ways[0].tracks) == 1:
        return [_mixed(found)]
    found = _together(found, lambda case: id(case.layers[0]))
    found = _together(found, lambda case: id(case.layers[1]))
    if len(found) > most:
        found = _together(found, lambda case: frozenset(case.layers[0]))
        found = _together(found, lambda case: frozenset(case.layers[1]))
    return found


def _together(cases: list[Case], alike: Callable[[Case], Any]) -> list[Case]:
    groups: dict[Any, list[Case]] = {}
    for case in cases:
        groups.setdefault(alike(case), []).append(case)
    return [_mixed(group) for group in groups.values()]


def _mixed(cases: list[Case]) -> Case:
    """Several cases as one."""
    if len(cases) == 1:
        return cases[0]
    weight = sum(case.weight for case in cases)
    layers = tuple(
        _mixture([case.layers[k] for case in cases], [case.weight / weight for case in cases])
        for k in range(len(cases[0].layers))
    )
    return Case(weight, layers, [way for case in cases for way in case.ways])


def _mixture(layers: list[Layer], shares: list[float]) -> Layer:
    if all(layer is layers[0] for layer in layers):
        return layers[0]
    found: Layer = {}
    for layer, share in zip(layers, shares, strict=True):
        for h, mass in layer.items():
            found[h] = found.get(h, 0.0) + share * mass
    return found


# --- the filter -----------------------------------------------------------------------------


def first_cases(known: Any, viewer: int) -> list[Case]:
    """BB-1: all picks that the viewer cannot exclude, and both gates."""

    def layer(k: int, chances: dict[int, float]) -> Layer:
        gates = [known.gate[k]] if k == viewer else [WEST, EAST]
        return {
            first_state(gate, picks): chance / len(gates)
            for picks, chance in chances.items()
            for gate in gates
        }

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
    return [_mixed(found)] if ninjas(known) == 1 else found


def first_state(place: int, picks: int) -> Hidden:
    diagonals = 2 if picks >> DIAGONAL_CARD & 1 else 0
    return Hidden(place, 5, 2, NOTHING, 0, diagonals, picks, NOTHING, 0, picks)


def pick_chances(n: int) -> list[tuple[list[int], float]]:
    """The ninja's picks as sets, with their chances under random choices."""
    if n == 2:
        return [([1 << a], 1 / 4) for a in range(4)]
    if n == 3:
        return [([1 << a | 1 << b], 1 / 3 / (3 - a)) for a in range(3) for b in range(a + 1, 4)]
    return [([1 << a, 1 << b], 1 / 12) for a in range(4) for b in range(4) if a != b]


class Node:
    """The belief after a round, with the scene that it comes from and what may follow."""

    __slots__ = ("cases", "following", "scene")

    def __init__(self, scene: Scene | None, cases: list[Case]) -> None:
        self.scene, self.cases = scene, cases
        self.following: dict[Any, Node] = {}


_roots: dict[Any, Node] = {}
_made: list[Node] = []
NODES = 400  # rounds whose beliefs are kept, so that each is filtered once; then all is forgotten


def filtered(
    known: Any, viewer: int, sensible: bool = False, asks_in: int = -1
) -> tuple[list[Scene], list[Case]]:
    """The belief after all finished rounds, and the scenes that it comes from."""
    shots = scenes(known, viewer, sensible, asks_in)
    ninja = viewer if 0 <= viewer < ninjas(known) else NOTHING
    own = (known.gate[ninja], known.picked[ninja]) if ninja >= 0 else ()
    beside = known.picked[0] if ninja == 1 else 0
    node = _root((known.n, known.turns, ninja, own, beside, sensible), known, viewer)
    for k, scene in enumerate(shots[:-1]):
        forced = [
            known.laid[NINJA * scene.r + k] if k == viewer else NOTHING
            for k in range(ninjas(known))
        ]
        key = scene.told, tuple(forced), tuple(scene.asks)
        if key not in node.following:
            node.following[key] = Node(scene, advance(node.cases, scene, forced, CASES))
            _made.append(node.following[key])
        node = node.following[key]
        shots[k] = node.scene or scene
    return shots, node.cases


def _root(key: Any, known: Any, viewer: int) -> Node:
    if len(_made) > NODES:
        _made.clear()
        _roots.clear()
    node = _roots.get(key)
    if node is None:
        node = _roots[key] = Node(None, first_cases(known, viewer))
    return node
