"""Bushido Breaker: what everyone saw of each round, and what an action would have shown."""

from __future__ import annotations

from typing import Any, NamedTuple

from ryumon.games.bushido.board import (
    AFTER, ALARM, AN_KUNAI, A_DIAGONAL, A_HIDE, A_MOVE, A_SABOTAGE, A_SHURIKEN, BLOCKED, CAPTURED,
    CARDS, CHAMBER, DIAGONAL, DODGED, EXITS, FLOORS, GUARD, GUARDS, IN_CHAMBER, KATANA, KILLED,
    KUNAI, LAY, METSUBUSHI_CARD, MET_LAID, MOST, MOVE, MOVES_TO, NINJA, NONE, NOTHING, NOTICED, ONE,
    OUT, REINFORCE, REPAIR, REPAIR_ONE, REVELATION, SEARCH, SECRET, SHOWDOWN, SHURIKEN, SHURIKENS,
    SMOKE_LAID, TWO, YUMI, ninjas, start, word_of,
)  # fmt: skip
from ryumon.games.bushido.choices import list_actions
from ryumon.games.bushido.judging import meet, move_samurai, reinforce
from ryumon.games.bushido.sense import lean
from ryumon.kernel.bits import members


class Hidden(NamedTuple):
    """What a ninja hides that matters for what it can still do, and the specials it picked."""

    place: int
    kunai: int
    shuriken: int
    row_word: int
    row: int
    diagonals: int
    held: int  # specials, a set
    dart: int
    fuse: int
    picks: int  # specials, a set


class Deed(NamedTuple):
    """What an action did, if it fits what everyone was told."""

    weight: float  # of the answers given
    kills: int
    stabs: int
    flips: int
    to: int
    asked: bool


# --- what everyone saw, round by round ------------------------------------------------------


class Scene:
    """The open table at the start of a round, and what was told at its end."""

    def __init__(self, t: Any, known: Any, r: int, sensible: bool) -> None:
        self.r = r
        self.sensible = sensible  # how the ninja are thought to choose; else at random
        self.table = self.aftermath = t.clone()  # the latter: when the round is over
        self.post = list(t.post)
        self.showdown = t.showdown
        played = [known.played[GUARDS * r + j] for j in range(GUARDS)] if r < known.turns else []
        self.cards = {(m - GUARD) // CARDS: (m - GUARD) % CARDS for m in played if m >= 0}
        self.notices, self.smoke, self.out = list(t.notices), list(t.smoke), list(t.out)
        self.movers = sum(1 << x for x, card in self.cards.items() if card > MOVES_TO)
        self.chances: dict[Any, dict[int, float]] = {}
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

    def actions(self, h: Hidden) -> dict[int, float]:
        """The legal actions of a ninja in this hidden state, with their chances."""
        key = h[0], h[1] > 0, h[2] > 0, h[3], h[4] >= 2, h[6]
        found = self.chances.get(key)
        if found is None:
            t = self.table
            t.phase, t.player, t.place[0] = LAY, 0, h.place
            t.kunai[0], t.shuriken[0] = h.kunai > 0, h.shuriken > 0
            t.row_word[0], t.row[0], t.special[0] = h.row_word, h.row, h.held
            room = [0] * MOST
            n = list_actions(t, room, 0)
            found = self.chances[key] = dict(zip(room, self.weigh(t, room, n), strict=False))
        return found

    def weigh(self, t: Any, moves: list[int], n: int) -> list[float]:
        """The chances of the first n of the moves, all that the seat to move in t has."""
        shares = [1 / n] * n
        if self.sensible:
            lean(t, moves, n, shares)
        return shares

    def reacts(self, lays: int) -> float:
        """The chance of the answer to the offer of a reaction."""
        if self.sensible:
            return REACTS if lays else 1 - REACTS
        return 0.5

    def fitting(self, k: int, h: Hidden, dead: int, forced: int) -> list[tuple[int, float, Deed]]:
        """The actions that fit what was told, with their chances."""
        key = k, dead, h[0], h[1] > 0, h[2] > 0, h[3], h[4] >= 2, h[6]
        found = self.deeds.get(key)
        if found is None:
            mets = bool(h.held >> METSUBUSHI_CARD & 1)
            found = []
            for action, chance in self.actions(h).items():
                deed = deed_of(self, k, h.place, action, mets, dead)
                if deed is not None and forced in (NOTHING, action):
                    found.append((action, deed.weight * chance, deed))
            self.deeds[key] = found
        return found


REACTS = 0.9  # the chance that a sensible ninja uses a reaction


def scenes(known: Any, viewer: int, sensible: bool, asks_in: int) -> list[Scene]:
    """All finished rounds, and the one under way. In the round `asks_in` the viewer saw that
    another's answer was awaited: a set position can begin there."""
    t = type(known)()
    start(t, [known.n, known.turns])
    t.played = list(known.played)
    found = []
    for r in range(known.round):
        t.round = r
        scene = Scene(t, known, r, sensible)
        scene.asks = [k for k in range(ninjas(known)) if k != viewer and r == asks_in]
        found.append(scene)
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
        scene.aftermath.phase, scene.aftermath.round = AFTER, r + 1
        for j in range(GUARDS):
            use_special(t, known.answer[GUARDS * r + j])
        scene.meets = t.showdown > scene.showdown
        scene.told = _told(scene, known, r)
    t.round = known.round
    found.append(Scene(t, known, known.round, sensible))
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


def deed_of(scene: Scene, k: int, place: int, action: int, mets: bool, dead: int) -> Deed | None:
    """BB-30 for one ninja, given the samurai that died of attacks. None: it does not fit."""
    word, smoked = word_of(action), bool(scene.smoked[k])
    if not _fits_words(scene, k, action, word, smoked):
        return None
    weight, asked = 1.0, False
    blinds = word == AN_KUNAI and mets and scene.cards.get(action - KUNAI) == KATANA
    if scene.met[k] and not blinds:
        return None
    if blinds:
        weight, asked = scene.reacts(scene.met[k]), True
    void = _void(scene, k)
    hit, stopped, evaded, kills, stabs = _attack(scene, place, action, word, void, dead)
    noticed = _noticed(scene, place, word, dead)
    hit |= noticed and scene.notices[k] == 1
    if hit and scene.smoke[k]:
        weight, asked = weight * scene.reacts(smoked), True
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
