"""Tiger & Dragon: who sees what.

`forget` builds a state from what one viewer knows. `narrate` says what a move shows. `worlds` fills
a forgotten state with one of the placements that fit (hidden.py), `unwind` finds a legal record
that leads to it. Only `forget` and `narrate` see the true state.

A pass shows nothing of the hand, and neither does a refusal to foretell. So all that is known of a
hidden tile is what its owner foretold (TD-12): it was in the hand then.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from ryumon.games.placing import drawn_world
from ryumon.games.tiger_dragon import battlefields, hidden
from ryumon.games.tiger_dragon.hidden import sorted_row
from ryumon.games.tiger_dragon.rules import (
    ATTACK, DEAL, DEFEND, ENDED, FIELD, FIELDS, FORETELL, KINDS, LAP, PASS, SEATS, all_tiles,
    hand_size, in_row, number, payoffs, reason, score,
)  # fmt: skip
from ryumon.games.tiger_dragon.words import KIND, NAMES, TILES, lot_of, row_of, row_tiles, tiles
from ryumon.kernel import fields
from ryumon.kernel.jit import njit
from ryumon.play.event import Event, winners

# --- what a viewer knows --------------------------------------------------------------------


open_part = fields.open_part(FIELDS)


@njit
def forget(s, known, viewer):
    open_part(s, known, viewer)
    if s.phase <= DEAL:  # nobody looks before all is dealt
        known.left = all_tiles(s)
        return
    pool = all_tiles(s) - s.shown
    if 0 <= viewer < s.n:
        pool -= s.hands[viewer] + in_row(s.laps[viewer])
    for p in range(SEATS):
        if p == viewer:
            continue
        if s.phase == ENDED:  # TD-10
            known.hands[p] = s.hands[p]
            known.laps[p] = sorted_row(in_row(s.laps[p]))
        else:
            known.hands[p] = lowest_tiles(pool, s.sizes[p])
            pool -= known.hands[p]
            lot = lowest_tiles(pool, s.down[p])
            known.laps[p] = sorted_row(lot)
            pool -= lot
    known.left = s.left if s.phase == ENDED else pool


@njit
def lowest_tiles(pool, size):
    """The filler: the lowest tiles of a lot."""
    found = 0
    kind = 0
    while size > 0 and kind < KINDS:
        taken = min(number(pool, kind), size)
        found += taken << 4 * kind
        size -= taken
        kind += 1
    return found


# --- what a move shows ----------------------------------------------------------------------


def narrate(b: Any, move: int, a: Any) -> Iterator[Event]:
    """What the move shows, given the states before and after it."""
    name, seat = NAMES[move], b.player
    if b.phase == DEFEND:
        yield Event("pass" if move == PASS else "defend", {"seat": seat, "move": name})
    elif b.phase == ATTACK:
        yield Event("attack", {"seat": seat, "move": name})
        if a.sizes[seat] == 1:
            yield Event("richi", {"seat": seat})  # TD-9
    elif b.phase == LAP and b.sizes[seat] == 1:
        yield Event("last", {"seat": seat, "move": name})
    elif b.phase == LAP:
        yield Event("lap", {"seat": seat}, {seat: {"move": name}})
    elif b.phase == DEAL:
        if a.phase != DEAL:
            hands = {p: {"tiles": tiles(a.hands[p])} for p in range(a.n)}
            yield Event("deal", {"round": a.round + 1, "starter": a.starter}, hands)
    elif b.phase == FORETELL:
        kind = a.foretold[seat]
        tile = TILES[kind] if kind < KINDS else None
        yield Event("foretell", {"seat": seat, "move": name, "tile": tile})
    elif b.phase == FIELD:
        yield Event("field", {"move": name, "field": battlefields.NAMES[a.field]})
    else:
        yield Event("first", {"seat": a.starter, "move": name})
    if a.round != b.round:
        yield from _round_over(a)


def _round_over(a: Any) -> Iterator[Event]:
    """TD-10, TD-7, TD-8."""
    hands = [tiles(a.old_hands[p]) for p in range(a.n)]
    down = [tiles(a.old_laps[p]) for p in range(a.n)]
    yield Event("reveal", {"hands": hands, "down": down, "left": tiles(a.old_left)})
    scores = [score(a, p) for p in range(a.n)]
    yield Event("score", {
        "round": a.round, "seat": a.old_winner, "tile": TILES[a.old_tile],
        "field": battlefields.NAMES[a.old_field], "points": a.old_points, "scores": scores,
    })  # fmt: skip
    if a.phase == ENDED:
        yield Event("end", {"winners": winners(payoffs, a, a.n), "reason": reason(a)})


# --- worlds ---------------------------------------------------------------------------------


def worlds(
    known: Any, events: list[dict[str, Any]], viewer: int, rng: random.Random, origin: Any
) -> list[str]:
    """The moves of a world that fits the viewer's knowledge. `origin`, the forgotten position that
    the events start from, if any, becomes that world's position."""
    return unwind(world(known, viewer, rng), events, viewer, origin)


def world(known: Any, viewer: int, rng: random.Random) -> Any:
    """A full state, drawn evenly from all placements that fit the forgotten state `known`."""
    return drawn_world(hidden, known, viewer, rng)


def unwind(now: Any, events: list[dict[str, Any]], viewer: int, origin: Any) -> list[str]:
    """Moves that lead to the full state `now` and show the viewer just these events.

    Goes back from `now`. No hand ever gains a tile, so whoever laid a tile face down had it, in
    whatever order: another player's are taken up from the last to the first. The forgotten
    position that the events start from, if any, is filled on the way.
    """
    back = _Back(now)
    for event in reversed(events):
        step = _Back.STEPS.get(event["kind"])
        if step is not None:
            step(back, event)
    if origin is not None:
        back.fill(origin, viewer)
    return back.moves[::-1]


class _Back:
    """The hidden tiles while going back through what a viewer saw."""

    def __init__(self, now: Any) -> None:
        self.moves: list[str] = []
        self.n, self.size, self.all = now.n, hand_size(now), all_tiles(now)
        self.hands, self.laps, self.left = list(now.hands), list(now.laps), now.left

    def lay(self, e: dict[str, Any]) -> None:
        self.hands[e["seat"]] += 1 << 4 * KIND[e["move"]]
        self.moves.append(e["move"])

    def lap(self, e: dict[str, Any]) -> None:
        p = e["seat"]
        row = row_tiles(self.laps[p])
        tile = e.get("move", row[-1])  # one's own are known, whatever their order in the reveal
        row.remove(tile)
        self.laps[p] = row_of(row)
        self.lay({"seat": p, "move": tile})

    def reveal(self, e: dict[str, Any]) -> None:
        for p in range(self.n):
            self.hands[p] = lot_of(e["hands"][p])
            self.laps[p] = row_of(e["down"][p])
        self.left = lot_of(e["left"])

    def deal(self, e: dict[str, Any]) -> None:
        hands = [tiles(self.hands[p]) for p in range(self.n)]
        extra = hands[e["starter"]].pop()
        self.moves.append(f"~{extra}")
        for hand in reversed(hands):
            self.moves += [f"~{tile}" for tile in reversed(hand)]
        self.hands, self.laps, self.left = [0] * SEATS, [0] * SEATS, self.all

    def as_told(self, e: dict[str, Any]) -> None:
        self.moves.append(e["move"])

    def fill(self, origin: Any, viewer: int) -> None:
        """Lay the hidden tiles into a forgotten position; before all is dealt there are none."""
        origin.hands, origin.left = self.hands, self.left
        for p in range(origin.n):
            if p != viewer:
                origin.laps[p] = self.laps[p]

    STEPS = {  # noqa: RUF012 - a table
        "attack": lay, "defend": lay, "last": lay, "lap": lap, "reveal": reveal, "deal": deal,
        "first": as_told, "field": as_told, "foretell": as_told, "pass": as_told,
    }  # fmt: skip
