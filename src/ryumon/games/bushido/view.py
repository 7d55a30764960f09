"""Bushido Breaker: the table as data, for boards and programs."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from ryumon.games.bushido.belief.actions import KUNAI_AT, PICKS_AT, PLACE_AT, SHURIKEN_AT
from ryumon.games.bushido.belief.sample import Belief, at_spot, believe
from ryumon.games.bushido.board import (
    AFTER, BLIND, CHAMBER, ENDED, ESCAPE, GUARDS, HIDDEN_TURN, IN_PLAY, JUDGE, LAY, MET_LAID, NINJA,
    NONE, NOTHING, PICK, PLAY, SMOKE_LAID, START, UNKNOWN_SPECIAL, across, guards, last_place, near,
    needed, ninjas, word_of,
)  # fmt: skip
from ryumon.games.bushido.counters import is_fatal
from ryumon.games.bushido.sight import FATES, action_shown
from ryumon.games.bushido.notation import ACTIONS, NAMES, PLACES, SPECIALS, men, places
from ryumon.kernel.bits import members

PHASES = {
    PICK: "specials", START: "gates", LAY: "actions", PLAY: "guards", BLIND: "metsubushi",
    ESCAPE: "smoke", JUDGE: "judging", AFTER: "between", ENDED: "over",
}  # fmt: skip


# --- the view -------------------------------------------------------------------------------


class Place(msgspec.Struct, frozen=True):
    """A place on the map."""

    name: str
    near: list[str]
    across: list[str]  # diagonal neighbours
    alarm: bool | None  # is it on? None in the Chamber
    floor: bool  # a Nightingale Floor
    samurai: list[str]


class Ninja(msgspec.Struct, frozen=True):
    """What everyone knows of a ninja."""

    seat: int
    state: str  # "in play", "killed", "captured"
    notices: int
    face_up: list[str]  # limited cards that were shown, by word
    place: str | None  # where the rules tell it: in a showdown, in the Chamber


class Samurai(msgspec.Struct, frozen=True):
    """What everyone knows of a samurai player."""

    seat: int
    katana: int
    yumi: int
    special: str | None  # if this viewer knows it
    laid: bool  # has the special been laid?


class Round(msgspec.Struct, frozen=True):
    """A finished round as it was told, or the open part of the one under way."""

    round: int
    played: list[str]
    shown: list[dict[str, Any]]  # what became of ninja that had to show something
    dead: list[str]
    disabled: list[str]
    chirps: list[int]
    words: dict[str, str]  # by ninja's seat, told by Revelation
    laid: list[str]  # specials laid afterwards


class Own(msgspec.Struct, frozen=True):
    """A ninja's own cards and notepad."""

    place: str | None
    gate: str | None
    kunai: int
    shuriken: int
    smoke: int
    specials: list[str]
    diagonals: int
    row: str | None  # Move or Hide, if it was laid last
    rows: int  # how often in a row
    notepad: list[str]
    dart: str | None  # the samurai that is poisoned
    fuse: int


class View(msgspec.Struct, frozen=True):
    """The table as one viewer sees it."""

    game: str
    players: int
    turns: int
    viewer: int
    round: int  # from 1
    left: int  # turns
    phase: str
    turn: int | None  # None: others cannot see whose answer is due
    showdown: bool
    needed: int  # alarms to be disabled
    disabled: int
    places: list[Place]
    ninja: list[Ninja]
    samurai: list[Samurai]
    rounds: list[Round]
    own: Own | None
    picked: dict[str, list[str]]  # specials that this viewer knows, by seat


def view(s: Any, viewer: int) -> View:
    """The view, from a forgotten state."""
    return View(
        game="bushido", players=s.n, turns=s.turns, viewer=viewer,
        round=min(s.round + 1, s.turns), left=s.turns - s.round, phase=PHASES[s.phase],
        turn=None if s.player == HIDDEN_TURN else s.player, showdown=bool(s.showdown),
        needed=needed(s), disabled=s.off.bit_count(),
        places=_places(s),
        ninja=[_ninja(s, k) for k in range(ninjas(s))],
        samurai=[_samurai(s, j) for j in range(guards(s))],
        rounds=_rounds(s),
        own=_own(s, viewer) if 0 <= viewer < ninjas(s) else None,
        picked={str(p): specials(s.picked[p]) for p in range(s.n) if s.picked[p]},
    )  # fmt: skip


def specials(mask: int) -> list[str]:
    return [SPECIALS[x] for x in members(mask & (1 << UNKNOWN_SPECIAL) - 1)]


def _places(s: Any) -> list[Place]:
    stand: dict[int, int] = {}
    for x, at in enumerate(s.post):
        stand[at] = stand.get(at, 0) | 1 << x
    return [
        _place(place, near(s, place), across(s, place), s.off >> place & 1, stand.get(place, 0))
        for place in range(last_place(s) + 1)
    ]


@lru_cache(4096)
def _place(place: int, beside: int, opposite: int, off: int, stand: int) -> Place:
    return Place(
        name=PLACES[place], near=places(beside), across=places(opposite),
        alarm=None if place == CHAMBER else not off, floor=place == 1, samurai=men(stand),
    )  # fmt: skip


def _ninja(s: Any, k: int) -> Ninja:
    ends = [fate for fate in s.fate[k : NINJA * s.round : NINJA] if is_fatal(fate)]
    return Ninja(
        seat=k, state=FATES[ends[0]] if ends else "in play", notices=s.notices[k],
        face_up=face_up(s, k), place=PLACES[s.place[k]] if _told_place(s, k) else None,
    )  # fmt: skip


def _told_place(s: Any, k: int) -> bool:
    if s.out[k] != IN_PLAY or s.place[k] < 0:
        return False
    return bool(s.showdown) or (s.phase == ENDED and s.place[k] == CHAMBER)


def face_up(s: Any, k: int) -> list[str]:
    """BB-19: limited cards of a ninja that lie face up, in the order in which they were shown."""
    found = []
    for r in range(s.round):
        at = NINJA * r + k
        if s.shown[at] >= 0:
            word = ACTIONS[word_of(s.shown[at])]
            if word in ("kunai", "shuriken", "shurikens", "diagonal"):
                found.append(word)
        if s.reacted[at] & MET_LAID:
            found.append("metsubushi")
        if s.reacted[at] & SMOKE_LAID:
            found.append("smoke")
    return found


def _samurai(s: Any, j: int) -> Samurai:
    seat = ninjas(s) + j
    answers = [s.answer[GUARDS * r + j] for r in range(s.round)]
    laid = [NAMES[move].partition(":")[0] for move in answers if move not in (NOTHING, NONE)]
    known = specials(s.picked[seat])
    if laid:  # open to all
        known = ["reinforcements" if laid[0] == "reinforce" else laid[0]]
    return Samurai(seat, s.katana[j], s.yumi[j], known[0] if known else None, bool(laid))


# Finished rounds are told again in every view, to every viewer, and hardly ever change: those of
# some tables are kept, by all that they are told from. The least recent goes first.
KEPT = 64
_kept: dict[tuple[Any, ...], list[Round]] = {}


def _rounds(s: Any) -> list[Round]:
    r, lists = s.round, (s.played, s.answer, s.shown, s.shown_at, s.fate, s.reacted, s.word)
    key = (
        s.n, *[tuple(told[: NINJA * r]) for told in lists],
        *[tuple(told[:r]) for told in (s.dead, s.flipped, s.chirps)],
    )  # fmt: skip
    found = _kept.pop(key, None) or [_round(s, k) for k in range(r)]
    _kept[key] = found
    for old in list(_kept)[:-KEPT]:
        _kept.pop(old, None)
    return [*found, _round(s, r)] if r < s.turns else found[:]


def _round(s: Any, r: int) -> Round:
    shown = []
    for k in range(ninjas(s)):
        at = NINJA * r + k
        if s.shown[at] >= 0:
            place = None if s.shown_at[at] < 0 else PLACES[s.shown_at[at]]
            shown.append({
                "seat": k, "fate": FATES.get(s.fate[at]), "action": action_shown(s, at),
                "at": place, "metsubushi": bool(s.reacted[at] & MET_LAID),
            })  # fmt: skip
    played = [s.played[GUARDS * r + j] for j in range(GUARDS)]
    answers = [s.answer[GUARDS * r + j] for j in range(GUARDS)]
    words = {str(k): s.word[NINJA * r + k] for k in range(ninjas(s))}
    return Round(
        round=r + 1, played=[NAMES[m] for m in played if m >= 0], shown=shown,
        dead=men(s.dead[r]), disabled=places(s.flipped[r]), chirps=members(s.chirps[r]),
        words={k: ACTIONS[word] for k, word in words.items() if word >= 0},
        laid=[NAMES[m] for m in answers if m not in (NOTHING, NONE)],
    )  # fmt: skip


def _own(s: Any, k: int) -> Own:
    pages = [s.laid[NINJA * r + k] for r in range(min(s.round + 1, s.turns))]
    return Own(
        place=place_name(s.place[k]), gate=place_name(s.gate[k]), kunai=s.kunai[k],
        shuriken=s.shuriken[k], smoke=s.smoke[k], specials=specials(s.special[k]),
        diagonals=s.diagonals[k], row=ACTIONS[s.row_word[k]] if s.row[k] else None, rows=s.row[k],
        notepad=[NAMES[move] for move in pages if move >= 0],
        dart=f"s{s.dart + 1}" if s.dart >= 0 else None, fuse=s.fuse if s.dart >= 0 else 0,
    )  # fmt: skip


def place_name(place: int) -> str | None:
    return None if place < 0 else PLACES[place]


# --- what a good player works out -----------------------------------------------------------


class Suspect(msgspec.Struct, frozen=True):
    """A ninja that the viewer is not: what it may be and have, under random legal choices."""

    seat: int
    places: dict[str, float]
    specials: dict[str, float]  # that it picked
    kunai: list[int]  # how many it may still have
    shuriken: list[int]


class Aids(msgspec.Struct, frozen=True):
    """Worked out from what the viewer saw."""

    suspects: list[Suspect]
    guards: dict[str, dict[str, float]]  # by samurai seat: what its special may be
    missing: int  # alarms that must still be disabled before the Chamber may be entered


def aids(s: Any, viewer: int) -> Aids:
    """The aids, from a forgotten state."""
    missing = max(needed(s) - s.off.bit_count(), 0)
    if s.phase in (PICK, START):
        return Aids([], {}, missing)
    belief = believe(s, viewer)
    hidden = [k for k in range(ninjas(s)) if k != viewer]
    return Aids([_suspect(s, belief, k) for k in hidden], _guards(s, belief), missing)


def _suspect(s: Any, belief: Belief, k: int) -> Suspect:
    where: dict[str, float] = {}
    kept: dict[str, float] = {}
    kunai, shuriken = set(), set()
    for case in belief.cases:
        for state, mass in case.layers[k].items():
            _add(kept, specials(state >> PICKS_AT), case.weight * mass)
            if s.out[k] == IN_PLAY:
                _add(where, [place_of(state)], case.weight * mass)
                kunai.add(state >> KUNAI_AT & 7)
                shuriken.add(state >> SHURIKEN_AT & 3)
    if belief.pending:
        where, kept = _while_judged(belief, k)
    return Suspect(k, _in_order(where, PLACES), _in_order(kept, SPECIALS), sorted(kunai),
                   sorted(shuriken))  # fmt: skip


def place_of(state: int) -> str:
    return PLACES[(state >> PLACE_AT & 15) - 1]


def _add(chances: dict[str, float], names: list[str], mass: float) -> None:
    for name in names:
        chances[name] = chances.get(name, 0.0) + mass


def _while_judged(belief: Belief, k: int) -> tuple[dict[str, float], dict[str, float]]:
    """That an answer is awaited tells where a ninja may be, and what it may have picked."""
    where: dict[str, float] = {}
    kept: dict[str, float] = {}
    total = sum(way.weight for way in belief.pending)
    for way in belief.pending:
        share = way.weight / total
        spot = way.spots[k]
        if spot is not None:
            _add(where, [PLACES[spot[0]]], share)
        fits = at_spot(belief.rounds[-1], way.case.layers[k], k, spot)
        mass = sum(fits.values())
        for state in fits:
            _add(kept, specials(state >> PICKS_AT), share * fits[state] / mass)
    return where, kept


def _guards(s: Any, belief: Belief) -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = {}
    total = sum(case[1] for case in belief.guards)
    for picks, weight, _ in belief.guards:
        for j, pick in enumerate(picks):
            chances = found.setdefault(str(ninjas(s) + j), {})
            name = specials(pick)[0]
            chances[name] = chances.get(name, 0.0) + weight / total
    return {seat: _in_order(chances, SPECIALS) for seat, chances in found.items()}


def _in_order(chances: dict[str, float], names: list[str]) -> dict[str, float]:
    return {name: round(chances[name], 12) for name in names if name in chances}


# --- the decision ---------------------------------------------------------------------------


def may_answer(s: Any, viewer: int) -> bool:
    """BB-2: two ninja lay their actions without seeing each other's."""
    waits = s.phase == LAY and 0 <= s.player < viewer < ninjas(s)
    return waits and s.out[viewer] == IN_PLAY
