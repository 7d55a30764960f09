"""Tiger & Dragon: what a player guesses of what is hidden.

Hidden are the tiles in the other hands, those face down and those left over. All that is known of
one for certain is what its owner foretold (TD-12): it was in the hand then. What a pass suggests is
a hidden: who can defend, mostly does.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ryumon.games.placements import shared
from ryumon.games.placing import (
    add_place, arrange, clear_places, lay_out, lying, scatter, space,
)  # fmt: skip
from ryumon.games.tiger_dragon.rules import (
    ATTACK, DEAL, DEALT, DEFEND, ENDED, KINDS, LAP, NOTHING, NUMBERS, TILES, hand_size, in_row,
    kinds, number, size,
)  # fmt: skip
from ryumon.kernel.bits import popcount
from ryumon.kernel.jit import njit
from ryumon.kernel.rng import DECK, draw
from ryumon.kernel.ops import SURE

# at most five kinds are foretold, by five seats with seven tiles or eight; two tiles are left over
SPACE = space(TILES, 4 * (3 * 8**4))
UNSEEN = -1


# --- what a move shows ----------------------------------------------------------------------


@njit
def shows(s, move, viewer):
    """A lap bonus lies face down (TD-5). Tiles are dealt unseen; once all are, one sees the own
    hand, not in which order it came."""
    if s.phase == LAP and s.sizes[s.player] > 1 and s.player != viewer:
        return UNSEEN
    if s.phase != DEAL:
        return move
    if s.dealt < s.n * hand_size(s) or viewer < 0:
        return UNSEEN
    last = 1 << 4 * (move - DEALT) if viewer == s.starter else 0
    return UNSEEN - (s.hands[viewer] + last)


# --- worlds ---------------------------------------------------------------------------------


@njit
def prepare(known, viewer, room):
    """What a player holds and what that player laid face down are one place at first: a foretold
    tile may lie in either. Any part of it may then be what lies face down."""
    clear_places(room)
    if known.phase <= DEAL or known.phase == ENDED:
        return
    hidden = known.left
    for p in range(known.n):
        if p != viewer:
            hidden += known.hands[p] + in_row(known.laps[p])
    for p in range(known.n):
        if p != viewer:
            add_place(room, known.sizes[p] + known.down[p], -1, pieces_needed(known, p, hidden))
    add_place(room, size(known.left), -1, 0)
    arrange(room, pieces_of(hidden))


@njit
def first_piece(kind):
    """Equal tiles are different pieces: of the number n there are n."""
    return kind * (kind + 1) // 2 if kind < NUMBERS else TILES + kind - KINDS


@njit
def pieces_of(lot):
    """A lot as a set of different pieces."""
    found = 0
    for kind in range(KINDS):
        found |= ((1 << number(lot, kind)) - 1) << first_piece(kind)
    return found


@njit
def lot_of(pieces):
    lot = 0
    for kind in range(KINDS):
        copies = kind + 1 if kind < NUMBERS else 1
        lot |= popcount(pieces >> first_piece(kind) & ((1 << copies) - 1)) << 4 * kind
    return lot


@njit
def pieces_needed(known, p, hidden):
    """TD-12: the pieces of which this player has one, because a tile of that kind was foretold and
    the player has not shown one since; 0 if nothing is known."""
    kind = known.foretold[p]
    if kind in (NOTHING, KINDS) or number(in_row(known.rows[p]), kind):
        return 0
    return ((1 << number(hidden, kind)) - 1) << first_piece(kind)


@njit
def world(s, viewer, room, luck):
    if s.phase <= DEAL or s.phase == ENDED:
        return
    scatter(room, luck)
    k = 0
    for p in range(s.n):
        if p != viewer:
            theirs = lying(room, k)
            k += 1
            down = 0
            if s.down[p]:
                n = lay_out(luck, theirs)
                draw(luck, n, s.down[p])
                for i in range(n - s.down[p], n):
                    down |= 1 << luck[DECK + i]
            s.laps[p] = sorted_row(lot_of(down))
            s.hands[p] = lot_of(theirs ^ down)
    s.left = lot_of(lying(room, k))


@njit
def sorted_row(lot):
    """A row of these tiles, in the order of the kinds."""
    row = 0
    for kind in range(KINDS):
        for _ in range(number(lot, kind)):
            row = row << 4 | kind + 1
    return row


def every_world(known: Any, viewer: int) -> Iterator[tuple[Any, int]]:
    """While tiles are laid. Equal tiles are one world, which weighs as many as there are."""
    if known.phase not in (ATTACK, DEFEND, LAP):
        return
    others = [p for p in range(known.n) if p != viewer]
    hidden = known.left + sum(known.hands[p] + in_row(known.laps[p]) for p in others)
    sizes = [n for p in others for n in (known.sizes[p], known.down[p])] + [size(known.left)]
    needed = [kinds(lot_of(pieces_needed(known, p, hidden))) for p in others]
    counts = [number(hidden, kind) for kind in range(KINDS)]
    for table, weight in shared(counts, sizes):
        lots = [sum(n << 4 * kind for kind, n in enumerate(row)) for row in table]
        s = known.clone()
        for k, p in enumerate(others):
            s.hands[p], s.laps[p] = lots[2 * k], sorted_row(lots[2 * k + 1])
        s.left = lots[-1]
        theirs = (lots[2 * k] + lots[2 * k + 1] for k in range(len(others)))
        if all(
            not need or kinds(lot) & kinds(need) for lot, need in zip(theirs, needed, strict=True)
        ):
            yield s, weight


# --- what sensible players hold -------------------------------------------------------------

HELD_BACK = 8  # of so many with a tile that defends, one passes: dragons, counted in their games


@njit
def likelihood(s, viewer):
    """TD-2: who has passed on an attack is not likely to have had an answer; hands only shrink."""
    found = SURE
    for p in range(s.n):
        if p != viewer:
            for _ in range(popcount(kinds(s.hands[p] & s.spared[p]))):
                found //= HELD_BACK
    return max(found, 1)
