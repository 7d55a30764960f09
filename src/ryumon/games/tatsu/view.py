"""Tatsu: the table as data, for boards and programs."""

from __future__ import annotations

from typing import Any

import msgspec

from ryumon.games.tatsu.faults import PHASES
from ryumon.games.tatsu.risks import rolls_that_hit
from ryumon.games.tatsu.rules import (
    BLACK, CORNERS, DRAWN, ENDED, ENTRIES, FACES, GATES, HIGH, LETTERS, LOW, MOST, MOVE, NOBODY,
    SEATS, SEGMENTS, TYPES, apply, inner_of, legal, outer_of, reason,
)  # fmt: skip
from ryumon.games.tatsu.sight import effect, freed_by, met_by, stone_at, stone_of
from ryumon.games.tatsu.words import NAMES, STEPS, rule_of
from ryumon.kernel.bits import members, popcount

SIDES = "bw"  # a stone is written by its owner and its type: "bV" is a Vine of Black

# --- the view -------------------------------------------------------------------------------


class Seat(msgspec.Struct, frozen=True):
    """What lies before one seat, by type; all of it is open."""

    tray: dict[str, int]
    mat: dict[str, int]
    dead: dict[str, int]  # enemy stones in this seat's dead zone
    arena: int  # how many stones


class View(msgspec.Struct, frozen=True):
    """The table; the same for every viewer."""

    game: str
    players: int
    corners: dict[str, str]  # segment -> the type that it recruits
    entries: list[list[int]]  # by seat: the segments for the dice 1, 2, 3
    viewer: int
    phase: str
    turn: int
    mover: int | None  # whose turn it is, from the roll on
    number: int  # rolls so far, the present one too
    of_turns: int  # the game is a draw after so many (TA-13)
    dice: list[int]
    left: list[int]  # the dice that are not used yet
    arena: dict[str, list[str]]  # segment -> its stones, the inner one first
    seats: list[Seat]
    winners: list[int]  # at the end; both in a draw
    reason: str | None  # at the end: "type", "battle" (TA-12) or "turns" (TA-13)


def view(s: Any, viewer: int) -> View:
    return View(
        game="tatsu",
        players=SEATS,
        corners={str(k): LETTERS[s.corner[k - 1]] for k in CORNERS},
        entries=[list(ENTRIES[p * GATES : (p + 1) * GATES]) for p in range(SEATS)],
        viewer=viewer,
        phase=PHASES[s.phase],
        turn=s.player,
        mover=_seat(s.mover),
        number=s.turns,
        of_turns=DRAWN,
        dice=dice_of(s),
        left=left_of(s),
        arena=arena_of(s),
        seats=[_seat_view(s, p) for p in range(SEATS)],
        winners=[p for p in range(SEATS) if s.winner in (p, NOBODY)] if s.phase == ENDED else [],
        reason=reason(s) if s.phase == ENDED else None,
    )


def _seat(seat: int) -> int | None:
    return None if seat == NOBODY else seat


def dice_of(s: Any) -> list[int]:
    return [s.low, s.high] if s.phase == MOVE else []


def left_of(s: Any) -> list[int]:
    return [die for die, mark in ((s.low, LOW), (s.high, HIGH)) if s.left & mark]


def arena_of(s: Any) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for segment in members(inner_of(s, 0) | inner_of(s, 1)):
        stones = [stone_at(s.inner, segment + 1), stone_at(s.outer, segment + 1)]
        found[str(segment + 1)] = [SIDES[k[0]] + LETTERS[k[1]] for k in stones if k]
    return found


def by_type_of(counts: list[int], p: int) -> dict[str, int]:
    return {LETTERS[t]: counts[p * TYPES + t] for t in range(TYPES)}


def _seat_view(s: Any, p: int) -> Seat:
    return Seat(
        tray=by_type_of(s.tray, p),
        mat=by_type_of(s.mat, p),
        dead=by_type_of(s.dead, 1 - p),
        arena=popcount(inner_of(s, p)) + popcount(outer_of(s, p)),
    )


# --- what a good player works out -----------------------------------------------------------


class Risk(msgspec.Struct, frozen=True):
    """How likely a stone is hit if its enemy rolls now: entangled, expelled or destroyed by some
    legal play of the roll."""

    seat: int  # the owner
    segment: int
    stone: str
    rolls: int  # that hit, of the 36 ways the dice can fall
    chance: float


class Aids(msgspec.Struct, frozen=True):
    """Worked out from the position as it lies, whoever is to move and whatever has been rolled."""

    danger: list[Risk]  # the viewer's stones on the arena; for a spectator those of both
    targets: list[Risk]  # the enemy's stones on the arena


# Everything is open, so all viewers are told of the same risks, and every event list of a set
# position begins with them. The least recent goes first.
KEPT = 64
_kept: dict[tuple[Any, ...], list[Risk]] = {}


def aids(s: Any, viewer: int) -> Aids:
    if s.phase == ENDED:
        return Aids([], [])
    if viewer < BLACK:
        return Aids([risk for p in range(SEATS) for risk in _risks(s, p)], [])
    return Aids(_risks(s, viewer), _risks(s, 1 - viewer))


def _risks(s: Any, owner: int) -> list[Risk]:
    key = owner, *(tuple(x) if isinstance(x, list) else x for x in s.values())
    found = _kept.pop(key, None) or _worked_out(s, owner)
    _kept[key] = found
    for old in list(_kept)[:-KEPT]:
        _kept.pop(old, None)
    return list(found)


def _worked_out(s: Any, owner: int) -> list[Risk]:
    ways = rolls_that_hit(s, 1 - owner)
    found = []
    for segment in range(1, SEGMENTS + 1):
        for places in (s.inner, s.outer):
            stone = stone_at(places, segment)
            if stone and stone[0] == owner:
                n = ways[segment - 1]
                found.append(Risk(owner, segment, LETTERS[stone[1]], n, n / FACES**2))
    return found


# --- the decision ---------------------------------------------------------------------------


def choice(s: Any) -> dict[str, Any]:
    """The rest of the turn as a tree: each way from the root to an empty `then` is a complete list
    of moves."""
    return {
        "kind": "tree", "seat": s.player, "rule": rule_of(s), "dice": dice_of(s),
        "left": left_of(s), "which": _branches(s),
    }  # fmt: skip


def goes_on(s: Any, move: int) -> bool:
    """The same as the tree tells, without the tree."""
    after = s.clone()
    apply(after, move)
    return after.phase == MOVE


def _branches(s: Any) -> list[dict[str, Any]]:
    out = [0] * MOST
    return [_branch(s, out[k]) for k in range(legal(s, out))]


def _branch(s: Any, move: int) -> dict[str, Any]:
    """One use of a die, and what would happen."""
    p, step = s.player, STEPS[move]
    t, met, freed = stone_of(s, step), met_by(s, step), freed_by(s, step)
    after = s.clone()
    apply(after, move)
    recruits = s.corner[step.to - 1]
    if recruits >= 0 and s.tray[p * TYPES + recruits] == 0:
        recruits = NOBODY
    return {
        "move": NAMES[move],
        "kind": step.kind,
        "die": step.die,
        "stone": LETTERS[t],
        "from": step.start or None,
        "to": step.to,
        "frees": SIDES[freed[0]] + LETTERS[freed[1]] if freed else None,
        "effect": effect(p, t, met[0]) if met else None,
        "on": SIDES[met[0]] + LETTERS[met[1]] if met else None,
        "recruit": LETTERS[recruits] if recruits >= 0 else None,
        "win": reason(after) if after.winner == p else None,
        "then": _branches(after) if after.phase == MOVE else [],
    }
