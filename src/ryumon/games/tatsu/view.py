"""Tatsu: the table as data, for boards, programs and set positions."""

from __future__ import annotations

from typing import Any

import msgspec

from ryumon.games.tatsu.faults import PHASES, fault
from ryumon.games.tatsu.rules import (
    BLACK, BOTH, CORNER_TYPES, CORNERS, DICE, DRAWN, ENDED, ENTRIES, FACES, GATES, HIGH, LAYOUTS,
    LETTERS, LOW, MOST, MOVE, NOBODY, NONE, SEATS, SEGMENTS, STONES, TYPES, apply, choices,
    entrants, full, inner_of, legal, movers, one_die, origins, outer_of, reason, roll,
)  # fmt: skip
from ryumon.games.tatsu.sight import effect, freed_by, met_by, stone_at, stone_of
from ryumon.games.tatsu.words import NAMES, STEPS, STONE, rule_of
from ryumon.kernel.bits import members, popcount
from ryumon.kernel.ops import OVER

__all__ = ["Aids", "Position", "View", "aids", "choice", "fault", "position", "set_up", "view"]
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
        dice=_dice(s),
        left=_left(s),
        arena=_arena(s),
        seats=[_seat_view(s, p) for p in range(SEATS)],
        winners=[p for p in range(SEATS) if s.winner in (p, NOBODY)] if s.phase == ENDED else [],
        reason=reason(s) if s.phase == ENDED else None,
    )


def _seat(seat: int) -> int | None:
    return None if seat == NOBODY else seat


def _dice(s: Any) -> list[int]:
    return [s.low, s.high] if s.phase == MOVE else []


def _left(s: Any) -> list[int]:
    return [die for die, mark in ((s.low, LOW), (s.high, HIGH)) if s.left & mark]


def _arena(s: Any) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for segment in members(inner_of(s, 0) | inner_of(s, 1)):
        stones = [stone_at(s.inner, segment + 1), stone_at(s.outer, segment + 1)]
        found[str(segment + 1)] = [SIDES[k[0]] + LETTERS[k[1]] for k in stones if k]
    return found


def _by_type(counts: list[int], p: int) -> dict[str, int]:
    return {LETTERS[t]: counts[p * TYPES + t] for t in range(TYPES)}


def _seat_view(s: Any, p: int) -> Seat:
    return Seat(
        tray=_by_type(s.tray, p),
        mat=_by_type(s.mat, p),
        dead=_by_type(s.dead, 1 - p),
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
# position begins with them; to try all rolls takes thousands of moves. The least recent goes first.
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
    ways = [0] * SEGMENTS
    for low, high in DICE:
        for segment in members(hits(s, 1 - owner, low, high)):
            ways[segment] += 1 if low == high else 2
    found = []
    for segment in range(1, SEGMENTS + 1):
        for places in (s.inner, s.outer):
            stone = stone_at(places, segment)
            if stone and stone[0] == owner:
                n = ways[segment - 1]
                found.append(Risk(owner, segment, LETTERS[stone[1]], n, n / FACES**2))
    return found


def hits(s: Any, p: int, low: int, high: int) -> int:
    """The segments where p can use a power on an enemy stone when rolling these dice now. Enemy
    stones stay where they are and only lone ones are hit, so the segment tells which it is."""
    now = s.clone()
    now.mover = p
    roll(now, low, high)
    found = 0
    out = [0] * MOST
    for k in range(legal(now, out) if now.phase == MOVE else 0):
        step = STEPS[out[k]]
        met = met_by(now, step)
        if met and met[0] != p:
            found |= 1 << step.to - 1
        then = now.clone()
        apply(then, out[k])
        if then.phase == MOVE:
            found |= _reached(then, p, one_die(then))
    return found


def _reached(s: Any, p: int, die: int) -> int:
    """The lone enemy stones on which p can end with this die."""
    ends = origins(movers(s, p, die), 1 - p, die)  # where p ends is where the other would start
    if entrants(s, p, die):
        ends |= 1 << ENTRIES[p * GATES + die - 1] - 1
    return ends & inner_of(s, 1 - p) & ~full(s)


# --- the decision ---------------------------------------------------------------------------


def choice(s: Any) -> dict[str, Any]:
    """The rest of the turn as a tree: each way from the root to an empty `then` is a complete list
    of moves."""
    return {
        "kind": "tree", "seat": s.player, "rule": rule_of(s), "dice": _dice(s), "left": _left(s),
        "which": _branches(s),
    }  # fmt: skip


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


# --- set positions --------------------------------------------------------------------------


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A complete position. What is left out is empty."""

    game: str
    players: int
    phase: str
    turn: int
    arena: dict[str, list[str]]  # segment -> its stones, the inner one first
    corners: str = CORNER_TYPES
    mover: int | None = None
    number: int = 0  # rolls so far
    dice: list[int] = []
    left: list[int] = []
    tray: list[dict[str, int]] = []  # by seat
    mat: list[dict[str, int]] = []
    dead: list[dict[str, int]] = []  # by seat: the enemy stones in its dead zone
    winner: int | None = None


def position(s: Any) -> Position:
    return Position(
        game="tatsu", players=SEATS, phase=PHASES[s.phase], turn=s.player,
        corners=LAYOUTS[s.layout], arena=_arena(s), mover=_seat(s.mover), number=s.turns,
        dice=_dice(s), left=_left(s),
        tray=[_by_type(s.tray, p) for p in range(SEATS)],
        mat=[_by_type(s.mat, p) for p in range(SEATS)],
        dead=[_by_type(s.dead, 1 - p) for p in range(SEATS)],
        winner=_seat(s.winner),
    )  # fmt: skip


def set_up(s: Any, d: Position) -> None:
    """Write a position into a state that has been started. ValueError if a part is unreadable."""
    phases = {word: phase for phase, word in PHASES.items()}
    if d.phase not in phases:
        raise ValueError(f"{d.phase!r} is no phase; there are: {', '.join(phases)}.")
    s.phase, s.player = phases[d.phase], _read_seat(d.turn, OVER)
    s.mover, s.winner = _read_seat(d.mover), _read_seat(d.winner)
    s.turns = d.number
    _read_dice(s, d)
    for k in range(SEATS * TYPES):
        s.inner[k] = s.outer[k] = s.tray[k] = s.mat[k] = s.dead[k] = 0
    for segment, stones in d.arena.items():
        _read_segment(s, segment, stones)
    for name, counts in (("tray", s.tray), ("mat", s.mat), ("dead", s.dead)):
        rows = getattr(d, name) or [{}] * SEATS
        if len(rows) != SEATS:
            raise ValueError(f"`{name}` needs an entry for each of {SEATS} seats.")
        for p, row in enumerate(rows):
            owner = 1 - p if name == "dead" else p
            for letter, number in row.items():
                t = _read_type(letter)
                if not 0 <= number <= STONES[t]:
                    raise ValueError(f"{number} is no number of {STONE['en'][letter]} stones.")
                counts[owner * TYPES + t] = number
    s.open = choices(s) if s.phase == MOVE and s.player >= BLACK else 0


def _read_seat(seat: int | None, low: int = BLACK) -> int:
    if seat is not None and not low <= seat < SEATS:
        raise ValueError(f"There is no seat {seat}.")
    return NOBODY if seat is None else seat


def _read_type(letter: str) -> int:
    if len(letter) != 1 or letter not in LETTERS:
        raise ValueError(f"{letter!r} is no type of stone; there are: {', '.join(LETTERS)}.")
    return LETTERS.index(letter)


def _read_dice(s: Any, d: Position) -> None:
    """`left` may name equal dice once: then the one that is called high is left."""
    s.low, s.high = d.dice if len(d.dice) == 2 else (0, 0)
    if len(d.dice) not in (0, 2) or not all(1 <= die <= FACES for die in d.dice):
        raise ValueError(f"{d.dice} is no roll of two dice.")
    left: dict[tuple[int, ...], int]
    left = {(): NONE, (s.low,): LOW, (s.high,): HIGH, (s.low, s.high): BOTH}
    if s.low > s.high or tuple(d.left) not in left:
        raise ValueError(f"Dice stand in ascending order; {d.left} cannot be left of {d.dice}.")
    s.left = left[tuple(d.left)]


def _read_segment(s: Any, segment: str, stones: list[str]) -> None:
    if segment not in map(str, range(1, SEGMENTS + 1)):
        raise ValueError(f"{segment!r} is no segment; they are 1 to {SEGMENTS}.")
    if len(stones) > 2:
        raise ValueError(f"Segment {segment} holds two stones at most (TA-4).")
    for stone, places in zip(stones, (s.inner, s.outer), strict=False):
        if len(stone) != 2 or stone[0] not in SIDES:
            raise ValueError(f"{stone!r} is no stone; one is 'bV' or 'wF'.")
        places[SIDES.index(stone[0]) * TYPES + _read_type(stone[1])] |= 1 << int(segment) - 1
