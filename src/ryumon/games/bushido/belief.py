"""Bushido Breaker: what hidden ninja may have done, weighted as under random legal choices.

A forward filter over what a ninja hides (`Hidden`), kept round by round, so that a whole hidden
history can be drawn by going back through it. Two ninja are tied together only by what they may
have done together: given who killed whom and who disabled which alarm, each is alone. So a belief
is a list of `Case`s, one for each way to share out what was seen, and in each case every ninja has
a `Track` of its own. With one ninja this is exact. With two it is exact while there are at most
CASES ways; of more, the likeliest are kept, and one for each place that a ninja may be at.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

from ryumon.games.bushido.board import (
    ALARM, AN_KUNAI, A_BLOWGUN, A_DIAGONAL, A_HIDE, A_MOVE, A_SABOTAGE, A_SHURIKEN, BLOCKED,
    BLOWGUN, BLOWGUN_CARD, CAPTURED, CARDS, CHAMBER, CORRIDOR, DIAGONAL, DIAGONAL_CARD, DODGED,
    EAST, EXITS, FLOORS, GUARD, GUARDS, IN_CHAMBER, IN_PLAY, KATANA, KILLED, KUNAI, METSUBUSHI_CARD,
    MET_LAID, MOST, MOVE, MOVES_TO, NINJA, NONE, NOTHING, NOTICED, ONE, OUT, REINFORCE, REPAIR,
    REPAIR_ONE, REVELATION, SEARCH, SECRET, SHOWDOWN, SHURIKEN, SHURIKENS, SHURIKENS_CARD,
    SMOKE_LAID, SOME_SHURIKENS, TWO, WEST, YUMI, ninjas, start, word_of,
)  # fmt: skip
from ryumon.games.bushido.choices import list_actions
from ryumon.games.bushido.judging import meet, move_samurai, reinforce
from ryumon.kernel.bits import members

CASES = 300  # ways to share out what was seen, with two ninja
NO_ONE = -1


class Hidden(NamedTuple):
    """What a ninja hides that matters for what it can still do."""

    place: int
    kunai: int
    shuriken: int
    row_word: int
    row: int
    diagonals: int
    held: int  # specials, a set
    dart: int
    fuse: int


class Deed(NamedTuple):
    """What an action did, if it fits what everyone was told."""

    weight: float  # of the answers given
    kills: int
    stabs: int
    flips: int
    to: int
    asked: bool


Label = tuple[int, int, int, bool]  # kills, stabs, flips, asked
Step = tuple[Hidden, int, float]  # from where, by which action, how likely


class Track:
    """One ninja's hidden states after a round, given its share in all that was seen."""

    __slots__ = ("back", "before", "layer", "log", "picks")

    def __init__(self, before: Track | None, layer: dict[Hidden, float], picks: int) -> None:
        total = sum(layer.values())
        self.before = before
        self.picks = picks
        self.layer = {h: mass / total for h, mass in layer.items()}
        self.log = math.log(total) + (before.log if before else 0.0)
        self.back: dict[Hidden, list[Step]] = {}


class Case(NamedTuple):
    log: float  # of the picks
    tracks: tuple[Track, ...]

    @property
    def weight(self) -> float:
        return self.log + sum(track.log for track in self.tracks)


# --- what everyone saw, round by round ------------------------------------------------------


class Scene:
    """The open table at the start of a round, and what was told at its end."""

    def __init__(self, t: Any, known: Any, r: int) -> None:
        self.r = r
        self.table = self.aftermath = t.clone()  # the latter: when the round is over
        self.post = list(t.post)
        self.showdown = t.showdown
        played = [known.played[GUARDS * r + j] for j in range(GUARDS)] if r < known.turns else []
        self.cards = {(m - GUARD) // CARDS: (m - GUARD) % CARDS for m in played if m >= 0}
        self.notices, self.smoke, self.out = list(t.notices), list(t.smoke), list(t.out)
        self.movers = sum(1 << x for x, card in self.cards.items() if card > MOVES_TO)
        self.lists: dict[Any, list[int]] = {}
        self.deeds: dict[Any, list[tuple[int, float, Deed]]] = {}
        self.meets = False  # does a showdown follow?
        self.told: Any = ()  # all that the filter needs of this round
        self.judged = r < known.round
        self.asks: list[int] = []  # ninja of whom one is known to have been asked
        if not self.judged:
            return
        at = [NINJA * r + k for k in range(NINJA)]
        self.dead, self.flipped, self.chirps = known.dead[r], known.flipped[r], known.chirps[r]
        self.fate, self.shown = [known.fate[i] for i in at], [known.shown[i] for i in at]
        self.shown_at, self.word = [known.shown_at[i] for i in at], [known.word[i] for i in at]
        self.met = [known.reacted[i] & MET_LAID for i in at]
        self.smoked = [known.reacted[i] & SMOKE_LAID for i in at]
        last = r == known.round - 1 and known.why == IN_CHAMBER
        self.chamber = [last and known.place[k] == CHAMBER for k in range(NINJA)]

    def actions(self, h: Hidden) -> list[int]:
        """The legal actions of a ninja in this hidden state."""
        key = h[0], h[1] > 0, h[2] > 0, h[3], h[4] >= 2, h[6]
        found = self.lists.get(key)
        if found is None:
            t = self.table
            t.player, t.place[0], t.kunai[0], t.shuriken[0] = 0, h.place, h.kunai, h.shuriken
            t.row_word[0], t.row[0], t.special[0] = h.row_word, h.row, h.held
            room = [0] * MOST
            found = self.lists[key] = room[: list_actions(t, room, 0)]
        return found

    def fitting(self, k: int, h: Hidden, dead: int, forced: int) -> list[tuple[int, float, Deed]]:
        """The actions that fit what was told, with their chances."""
        key = k, dead, h[0], h[1] > 0, h[2] > 0, h[3], h[4] >= 2, h[6]
        found = self.deeds.get(key)
        if found is None:
            legal = self.actions(h)
            mets = bool(h.held >> METSUBUSHI_CARD & 1)
            found = []
            for action in legal:
                deed = _deed(self, k, h.place, action, mets, dead)
                if deed is not None and forced in (NOTHING, action):
                    found.append((action, deed.weight / len(legal), deed))
            self.deeds[key] = found
        return found


def scenes(known: Any, viewer: int, asks_in: int = -1) -> list[Scene]:
    """All finished rounds, and the one under way. In the round `asks_in` the viewer saw that
    another's answer was awaited: a set position can begin there."""
    t = type(known)()
    start(t, [known.n, known.turns])
    t.played = list(known.played)
    found = []
    for r in range(known.round):
        scene = Scene(t, known, r)
        scene.asks = [k for k in range(ninjas(known)) if k != viewer and r == asks_in]
        found.append(scene)
        t.round = r
        for x in members(known.dead[r]):
            t.post[x] = NOTHING
        move_samurai(t)
        t.off |= known.flipped[r]
        for k in range(ninjas(known)):
            fate = known.fate[NINJA * r + k]
            t.notices[k] += fate in (NOTICED, CAPTURED)
            t.out[k] |= OUT if fate in (KILLED, CAPTURED) else 0
            if known.reacted[NINJA * r + k] & SMOKE_LAID:
                t.smoke[k] = 0
        scene.aftermath = t.clone()
        for j in range(GUARDS):
            use_special(t, known.answer[GUARDS * r + j])
        scene.meets = t.showdown > scene.showdown
        scene.told = _told(scene, known, r)
    found.append(Scene(t, known, known.round))
    return found


def _told(scene: Scene, known: Any, r: int) -> Any:
    two = slice(NINJA * r, NINJA * r + 2)
    lists = [known.played, known.answer, known.fate, known.shown, known.shown_at, known.word]
    laid = MET_LAID | SMOKE_LAID
    return (
        *(tuple(known_list[two]) for known_list in lists),
        tuple(bits & laid for bits in known.reacted[two]),
        known.dead[r], known.flipped[r], known.chirps[r], tuple(scene.chamber),
    )  # fmt: skip


def use_special(t: Any, move: int) -> None:
    """The open effect of what a samurai player laid after a round."""
    if move in (NOTHING, NONE, REVELATION):
        return
    if move == SHOWDOWN:
        meet(t)
    elif move < REPAIR:
        reinforce(t, move - REINFORCE)
    elif move < REPAIR_ONE:
        t.off &= ~(1 << (ONE[move - REPAIR] + 1) | 1 << (TWO[move - REPAIR] + 1))
    else:
        t.off &= ~(1 << (move - REPAIR_ONE + 1))


# --- what one action would have shown -------------------------------------------------------


def _deed(scene: Scene, k: int, place: int, action: int, mets: bool, dead: int) -> Deed | None:
    """BB-30 for one ninja, given the samurai that died of attacks. None: it does not fit."""
    word, smoked = word_of(action), bool(scene.smoked[k])
    if not _fits_words(scene, k, action, word, smoked):
        return None
    weight, asked = 1.0, False
    blinds = word == AN_KUNAI and mets and scene.cards.get(action - KUNAI) == KATANA
    if scene.met[k] and not blinds:
        return None
    if blinds:
        weight, asked = 0.5, True
    void = _void(scene, k)
    hit, stopped, evaded, kills, stabs = _attack(scene, place, action, word, void, dead)
    noticed = _noticed(scene, place, word, dead)
    hit |= noticed and scene.notices[k] == 1
    if hit and scene.smoke[k]:
        weight, asked = weight * 0.5, True
    if smoked:
        if not (hit and scene.smoke[k]) or scene.chirps >> k & 1 or scene.chamber[k]:
            return None
        return Deed(weight, 0, 0, 0, place, asked)
    fate = (CAPTURED if hit else NOTICED) if noticed else KILLED if hit else (
        BLOCKED if stopped else DODGED if evaded else SECRET
    )  # fmt: skip
    if fate != scene.fate[k] or kills & ~dead or (noticed and place != scene.shown_at[k]):
        return None
    flips = 1 << place if word == A_SABOTAGE and fate == SECRET else 0
    to, chirp = _arrival(scene, place, action, word, fate)
    if flips & ~scene.flipped or chirp != bool(scene.chirps >> k & 1):
        return None
    if (to == CHAMBER) != scene.chamber[k]:
        return None
    return Deed(weight, kills, stabs, flips, to, asked)


def _fits_words(scene: Scene, k: int, action: int, word: int, smoked: bool) -> bool:
    if scene.word[k] >= 0 and scene.word[k] != word:
        return False
    shown = scene.shown[k]
    if shown < 0:
        return True
    if smoked and shown in (MOVE, DIAGONAL):
        return word == (A_MOVE if shown == MOVE else A_DIAGONAL)
    return action == shown


def _void(scene: Scene, k: int) -> int:
    """Katanas that are void while ninja k is judged."""
    void = 0
    for other in range(NINJA):
        if scene.met[other] and (other == k or not scene.smoked[other]):
            void |= 1 << (scene.shown[other] - KUNAI)
    return void


def _attack(
    scene: Scene, place: int, action: int, word: int, void: int, dead: int
) -> tuple[bool, bool, bool, int, int]:
    """Is the attacker hit, blocked, dodged; whom does it kill, and whom by Kunai?"""
    if word == AN_KUNAI:
        here = [(x, c) for x, c in scene.cards.items() if scene.post[x] == place]
        if any(c == KATANA and not void >> x & 1 for x, c in here):
            return True, False, False, 0, 0
        if any(c == YUMI for _, c in here):
            return False, True, False, 0, 0
        target = 1 << (action - KUNAI)
        return False, False, False, target, target
    hit = stopped = evaded = False
    kills = 0
    for x in _targets(action, word):
        card = scene.cards.get(x, NOTHING)
        if card == YUMI:
            hit = True
        elif card == KATANA and not void >> x & 1:
            stopped = True
        elif card > MOVES_TO and not dead >> x & 1:
            evaded = True
        else:
            kills |= 1 << x
    return hit, stopped, evaded, kills, 0


def _targets(action: int, word: int) -> list[int]:
    if word == A_SHURIKEN:
        return [action - SHURIKEN]
    if SHURIKENS <= action < DIAGONAL:
        return [ONE[action - SHURIKENS], TWO[action - SHURIKENS]]
    return []


def _noticed(scene: Scene, place: int, word: int, dead: int) -> bool:
    counter = {A_SABOTAGE: ALARM, A_MOVE: EXITS, A_DIAGONAL: EXITS, A_HIDE: SEARCH}.get(word)
    return counter is not None and any(
        card == counter and scene.post[x] == place and not dead >> x & 1
        for x, card in scene.cards.items()
    )


def _arrival(scene: Scene, place: int, action: int, word: int, fate: int) -> tuple[int, bool]:
    if fate in (CAPTURED, KILLED) or not (
        word == A_DIAGONAL or (word == A_MOVE and not scene.showdown)
    ):
        return place, False
    to = action - (MOVE if word == A_MOVE else DIAGONAL)
    if to == CHAMBER and fate != SECRET:
        return place, False
    return to, bool(FLOORS >> to & 1)


# --- the filter -----------------------------------------------------------------------------


def grow(
    track: Track, scene: Scene, k: int, dead: int, poison: int, forced: int
) -> dict[Label, Track]:
    """The tracks after this round, by the ninja's share in what was seen."""
    layers: dict[Label, tuple[dict[Hidden, float], dict[Hidden, list[Step]]]] = {}
    for h, action, mass, deed in _deeds(track, scene, k, dead, forced):
        new = _next(h, action, deed, scene, k, dead, poison, track.picks)
        if new is None:
            continue
        label = deed.kills, deed.stabs & scene.movers, deed.flips, deed.asked
        layer, back = layers.setdefault(label, ({}, {}))
        layer[new] = layer.get(new, 0.0) + mass
        back.setdefault(new, []).append((h, action, mass))
    grown = {}
    for label, (layer, back) in layers.items():
        grown[label] = Track(track, layer, track.picks)
        grown[label].back = back
    return grown


_STILL = [(NOTHING, 1.0, Deed(1.0, 0, 0, 0, NOTHING, False))]  # a ninja that is out


def _deeds(
    track: Track, scene: Scene, k: int, dead: int, forced: int
) -> Iterator[tuple[Hidden, int, float, Deed]]:
    still = scene.out[k] != IN_PLAY
    for h, mass in track.layer.items():
        for action, chance, deed in _STILL if still else scene.fitting(k, h, dead, forced):
            yield h, action, mass * chance, deed


def _next(
    h: Hidden, action: int, deed: Deed, scene: Scene, k: int, dead: int, poison: int, picks: int
) -> Hidden | None:
    """The hidden state at the end of the round (BB-7, BB-10); None if the dart tells another
    story."""
    place, kunai, shuriken, row_word, row, diagonals, held, dart, fuse = h
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
    if picks >> BLOWGUN_CARD & 1 and died != poison:
        return None
    if scene.out[k] != IN_PLAY or scene.fate[k] in (KILLED, CAPTURED):
        return Hidden(NOTHING, 0, 0, NOTHING, 0, 0, 0, dart, fuse)
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
    return Hidden(place, kunai, shuriken, row_word, row, diagonals, held, dart, fuse)


USED_UP = {SOME_SHURIKENS: SHURIKENS_CARD, A_BLOWGUN: BLOWGUN_CARD}


def advance(cases: list[Case], scene: Scene, forced: list[int], most: int) -> list[Case]:
    """The cases after one more finished round, about so many at most."""
    grown: dict[Any, dict[Label, Track]] = {}  # cases share tracks

    def grow_once(track: Track, k: int, dead: int, poison: int) -> dict[Label, Track]:
        key = id(track), dead, poison
        if key not in grown:
            grown[key] = grow(track, scene, k, dead, poison, forced[k])
        return grown[key]

    found = []
    for case in cases:
        owned = any(track.picks >> BLOWGUN_CARD & 1 for track in case.tracks)
        for poison in [NO_ONE, *(members(scene.dead) if owned else [])]:
            dead = scene.dead & ~(1 << poison) if poison >= 0 else scene.dead
            parts = [grow_once(track, k, dead, poison) for k, track in enumerate(case.tracks)]
            found += [Case(case.log, tracks) for tracks in _shares(parts, scene, dead)]
    return _few(found, most)


def _shares(grown: list[Any], scene: Scene, dead: int) -> Iterator[tuple[Track, ...]]:
    """The ways to share out what was seen: together the ninja did all of it."""

    def whole(labels: list[Label]) -> bool:
        kills = stabs = flips = 0
        asked = not scene.asks
        for k, label in enumerate(labels):
            kills, stabs, flips = kills | label[0], stabs | label[1], flips | label[2]
            asked |= label[3] and k in scene.asks
        missing = scene.movers & dead & ~stabs
        return kills == dead and flips == scene.flipped and not missing and asked

    if len(grown) == 1:
        yield from ((track,) for label, track in grown[0].items() if whole([label]))
        return
    for one, first in grown[0].items():
        for two, second in grown[1].items():
            if whole([one, two]):
                yield first, second


def _few(cases: list[Case], most: int) -> list[Case]:
    """The likeliest; but of every place that a ninja may be at, and of all picks, one stays."""
    if len(cases) <= most:
        return cases
    cases.sort(key=lambda case: -case.weight)
    kept: list[Case] = []
    covered: set[Any] = set()
    for n, case in enumerate(cases):
        spots: set[Any] = {(k, h.place) for k, track in enumerate(case.tracks) for h in track.layer}
        spots.add(tuple(track.picks for track in case.tracks))
        if n < most or not spots <= covered:
            kept.append(case)
            covered |= spots
    return kept


def first_cases(known: Any, viewer: int) -> list[Case]:
    """BB-1: all picks that the viewer cannot exclude, and both gates."""
    tracks: dict[tuple[int, int], Track] = {}

    def track(k: int, picks: int) -> Track:
        if (k, picks) not in tracks:
            gates = [known.gate[k]] if k == viewer else [WEST, EAST]
            diagonals = 2 if picks >> DIAGONAL_CARD & 1 else 0
            layer = {
                Hidden(gate, 5, 2, NOTHING, 0, diagonals, picks, NOTHING, 0): 1 / len(gates)
                for gate in gates
            }
            tracks[k, picks] = Track(None, layer, picks)
        return tracks[k, picks]

    found = []
    for picks, chance in pick_chances(known.n):
        if all(known.picked[k] in (0, picks[k]) for k in range(ninjas(known))):
            found.append(Case(math.log(chance), tuple(track(k, p) for k, p in enumerate(picks))))
    return found


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


def filtered(known: Any, viewer: int, asks_in: int = -1) -> tuple[list[Scene], list[Case]]:
    """The belief after all finished rounds, and the scenes that it comes from.

    What was left out with two ninja may turn out to be the truth; then nothing fits any more, and
    all is gone through again with more cases.
    """
    most = CASES
    while True:
        shots, cases = _filtered(known, viewer, asks_in, most)
        if cases:
            return shots, cases
        most *= 8


def _filtered(known: Any, viewer: int, asks_in: int, most: int) -> tuple[list[Scene], list[Case]]:
    shots = scenes(known, viewer, asks_in)
    ninja = viewer if 0 <= viewer < ninjas(known) else NOTHING
    own = (known.gate[ninja], known.picked[ninja]) if ninja >= 0 else ()
    beside = known.picked[0] if ninja == 1 else 0
    node = _root((known.n, known.turns, ninja, own, beside, most), known, viewer)
    for k, scene in enumerate(shots[:-1]):
        forced = [
            known.laid[NINJA * scene.r + k] if k == viewer else NOTHING
            for k in range(ninjas(known))
        ]
        key = scene.told, tuple(forced), tuple(scene.asks)
        if key not in node.following:
            node.following[key] = Node(scene, advance(node.cases, scene, forced, most))
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


def shares(cases: list[Case]) -> list[float]:
    """The cases' chances."""
    top = max(case.weight for case in cases)
    found = [math.exp(case.weight - top) for case in cases]
    total = sum(found)
    return [x / total for x in found]
