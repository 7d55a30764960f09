"""Bushido Breaker: who sees what.

`forget` builds a state from what one viewer knows, `narrate` says what a move shows. What the
samurai side and spectators know is the open table; a ninja knows its own things besides. Whoever
is asked and declines leaves no trace with anybody else.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from ryumon.games.bushido.belief import sample
from ryumon.games.bushido.board import (
    AFTER, BLIND, CHAMBER, CORRIDOR, ENDED, ESCAPE, FIELDS, HIDDEN_TURN, IN_CHAMBER, IN_PLAY, JUDGE,
    KUNAI, LAY, MET_LAID, NINJA, NONE, NOTHING, PICK, PLAY, REVELATION, SABOTAGE, SEATS, SECRET,
    SHURIKEN, SMOKE_LAID, START, UNKNOWN_SPECIAL, ninjas,
)  # fmt: skip
from ryumon.games.bushido.counters import word_only
from ryumon.games.bushido.rules import payoffs, reason
from ryumon.games.bushido.notation import ACTIONS, NAMES, PLACES, men, places
from ryumon.kernel import fields
from ryumon.kernel.jit import njit
from ryumon.play.event import Event, winners

# --- what a viewer knows --------------------------------------------------------------------


open_part = fields.open_part(FIELDS)


@njit
def forget(s, known, viewer):
    open_part(s, known, viewer)
    history(s, known, viewer)
    for p in range(SEATS):
        if p < s.n and s.picked[p]:
            sees = sees_pick(s, p, viewer)
            known.picked[p] = s.picked[p] if sees else 0
            known.special[p] = unseen_special(s, p)
            if p == viewer or (sees and viewer >= ninjas(s)):
                known.special[p] = s.special[p]
    for k in range(NINJA):
        if k != viewer or k >= ninjas(s):
            hidden_things(s, known, k)
    if 0 <= viewer < ninjas(s) and s.picked[viewer] >> 2 & 1 and s.dart >= 0:  # Blowgun
        known.dart = s.dart
        known.fuse = s.fuse


@njit
def sees_pick(s, picker, viewer):
    """BB-1: a later partner sees what was taken; samurai partners see each other's special."""
    if picker == viewer:
        return True
    if viewer < 0 or (picker < ninjas(s)) != (viewer < ninjas(s)):
        return False
    return picker < viewer or viewer >= ninjas(s)


@njit
def unseen_special(s, p):
    """A samurai player's special is shown when it is laid; a ninja's may be used unseen."""
    if p >= ninjas(s) and s.special[p] == 0:
        return 0
    return 1 << UNKNOWN_SPECIAL


@njit
def history(s, known, viewer):
    """What was laid and answered: one's own, and what was shown of the others'. Whose answer is
    due is known to that seat only (BB-27, BB-30)."""
    known.phase = s.phase
    known.player = s.player
    if s.player != viewer and s.phase in (BLIND, ESCAPE, AFTER):
        known.player = HIDDEN_TURN
        if s.phase != AFTER:
            known.phase = JUDGE
    n = ninjas(s)
    for i in range(2 * min(s.round + 1, s.turns)):  # of later rounds nothing is written
        if i % 2 + n == viewer or s.answer[i] != NONE:
            known.answer[i] = s.answer[i]
        if i % 2 < n:
            if i % 2 == viewer:
                known.laid[i] = s.laid[i]
                known.reacted[i] = s.reacted[i]
            elif i // 2 < s.round:
                known.reacted[i] = s.reacted[i] & (MET_LAID | SMOKE_LAID)


@njit
def hidden_things(s, known, k):
    """Another's: what lies face up is known to be gone; where it is only by the rules."""
    if s.showdown and s.out[k] == IN_PLAY:
        known.place[k] = CORRIDOR
    if s.why == IN_CHAMBER and s.place[k] == CHAMBER and s.out[k] == IN_PLAY:
        known.place[k] = CHAMBER
    known.kunai[k] = 5 if k < ninjas(s) else 0
    known.shuriken[k] = 2 if k < ninjas(s) else 0
    known.smoke[k] = 1 if k < ninjas(s) else 0
    for r in range(s.round):
        shown = s.shown[NINJA * r + k]
        if KUNAI <= shown < SHURIKEN:
            known.kunai[k] -= 1
        elif SHURIKEN <= shown < SABOTAGE:
            known.shuriken[k] -= 1
        if s.reacted[NINJA * r + k] & SMOKE_LAID:
            known.smoke[k] = 0


# --- what a move shows ----------------------------------------------------------------------

FATES = {1: "blocked", 2: "dodged", 3: "noticed", 4: "captured", 5: "killed", 6: "smoked"}


def narrate(b: Any, move: int, a: Any) -> Iterator[Event]:
    """What the move shows, given the states before and after it."""
    name, seat = NAMES[move], b.player
    own = {seat: {"move": name}}
    if b.phase == PICK:
        seers = [p for p in range(a.n) if sees_pick(a, seat, p)]
        yield Event("special", {"seat": seat}, {p: {"move": name} for p in seers})
    elif b.phase == START:
        yield Event("gate", {"seat": seat}, own)
    elif b.phase == LAY:
        yield Event("lay", {"seat": seat}, own)
    elif b.phase == PLAY:
        yield Event("play", {"seat": seat, "move": name})
    elif b.phase in (BLIND, ESCAPE) or move == NONE:
        yield Event("answer", None, {seat: {"seat": seat, "move": name}})
    else:
        yield _laid_special(seat, move, a)
    if a.round != b.round:
        yield from _judged(a)
    if a.phase == LAY and b.phase != LAY:
        yield Event("begin", {"round": a.round + 1})
    question = {BLIND: "metsubushi", ESCAPE: "smoke", AFTER: "special"}.get(a.phase)
    if question is not None:
        yield Event("asked", None, {a.player: {"seat": a.player, "question": question}})


def _laid_special(seat: int, move: int, a: Any) -> Event:
    facts: dict[str, Any] = {"seat": seat, "move": NAMES[move]}
    if move == REVELATION:
        facts["words"] = [
            [k, revealed(a, k, a.round)] for k in range(ninjas(a)) if a.out[k] == IN_PLAY
        ]
    return Event("after", facts)


def revealed(s: Any, k: int, to: int) -> list[str]:
    """The words that Revelation told of the four rounds before `to`."""
    told = [s.word[NINJA * r + k] for r in range(max(to - 4, 0), to)]
    return [ACTIONS[word] for word in told if word >= 0]


def _judged(a: Any) -> Iterator[Event]:
    """BB-30: the outcome of a round, told at once."""
    r = a.round - 1
    yield Event("round", {"round": a.round, "left": a.turns - a.round})
    for k in range(ninjas(a)):
        if a.shown[NINJA * r + k] != NOTHING:
            yield _shown(a, NINJA * r + k, k)
    if a.dead[r]:
        yield Event("deaths", {"samurai": men(a.dead[r])})
    if a.flipped[r]:
        yield Event("alarms", {"places": places(a.flipped[r])})
    for k in range(ninjas(a)):
        if a.chirps[r] >> k & 1:
            yield Event("chirp", {"seat": k})
    if a.phase == ENDED:
        there = [k for k in range(ninjas(a)) if a.why == IN_CHAMBER and in_chamber(a, k)]
        facts = {"winners": winners(payoffs, a, a.n), "reason": reason(a), "chamber": there}
        yield Event("end", facts)


def _shown(a: Any, at: int, k: int) -> Event:
    """What a ninja had to show: its action, what became of it, and where it was if noticed."""
    facts: dict[str, Any] = {"seat": k, "action": action_shown(a, at)}
    if a.fate[at] != SECRET:
        facts["fate"] = FATES[a.fate[at]]
    if a.shown_at[at] >= 0:
        facts["at"] = PLACES[a.shown_at[at]]
    if a.reacted[at] & MET_LAID:
        facts["metsubushi"] = True
    return Event("shown", facts)


def in_chamber(s: Any, k: int) -> bool:
    return s.place[k] == CHAMBER and s.out[k] == IN_PLAY


def action_shown(s: Any, at: int) -> str:
    """The action as everyone sees it."""
    action = s.shown[at]
    name = NAMES[action]
    return name.partition(":")[0] if word_only(action, s.reacted[at] & SMOKE_LAID) else name


# --- worlds ---------------------------------------------------------------------------------


def worlds(
    known: Any, events: list[dict[str, Any]], viewer: int, rng: random.Random, origin: Any
) -> list[str]:
    """The moves of a world that fits the viewer's knowledge. A forgotten state holds all that the
    viewer ever saw. `origin`, the forgotten position that the events start from, if any, becomes
    that world's position."""
    return sample.moves(known, viewer, rng, origin, forget)


# --- questions in secret --------------------------------------------------------------------

STRIKES, WATCHES = {"katana", "yumi"}, {"search", "alarm", "exits"}
TALKS = "samurai"  # the ninja do not know where the other is
ASKING = ("play",)  # kinds of events after which somebody may be asked


def may_be_asked(view: Any, event: dict[str, Any]) -> list[int]:
    """BB-30: after the last card of a round, the ninja that may be asked for a reaction, as far as
    everyone can tell from the cards: from everyone's view before it, and its event. Two of them
    come twice if an answer of the second can lead to a question to the first."""
    if event["kind"] not in ASKING:
        return []
    played = [*view.rounds[-1].played, event["move"]]
    alive = sum(len(place.samurai) for place in view.places)
    if len(played) < min(alive, len(view.samurai)):
        return []
    cards = {move.split(":")[1] for move in played}
    blinding = "katana" in cards and not any("metsubushi" in n.face_up for n in view.ninja)
    called: list[int] = []
    for ninja in view.ninja:
        hit = cards & STRIKES or (ninja.notices and cards & WATCHES)
        smoking = hit and "smoke" not in ninja.face_up
        if ninja.state == "in play" and (blinding or smoking):
            called.append(ninja.seat)
    # Shurikens that are undone by smoke leave one alive who then notices the other ninja
    again = blinding or ("yumi" in cards and cards & WATCHES)
    return called * 2 if again and len(called) == 2 else called


def unanswered(legal: list[str], wish: str) -> str:
    """Who has not said that it keeps its cards reacts if it can."""
    return "no" if wish == "no" and "no" in legal else next((m for m in legal if m != "no"), "no")


def meanwhile(view: Any, event: dict[str, Any]) -> Any:
    """What the viewer of this view, the one before the last card, sees while the round is judged:
    the card lies there, and nobody knows more."""
    *rounds, now = view.rounds
    now = replace(now, played=[*now.played, event["move"]])
    guards, card = list(view.samurai), event["move"].split(":")[1]
    for k, guard in enumerate(guards):
        # one's own first, then the partner's (BB-3)
        if card in STRIKES and guard.seat >= event["seat"] and getattr(guard, card):
            guards[k] = replace(guard, **{card: getattr(guard, card) - 1})
            break
    return replace(view, phase="judging", turn=None, rounds=[*rounds, now], samurai=guards)
