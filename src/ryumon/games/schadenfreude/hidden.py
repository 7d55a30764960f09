"""Schadenfreude: what a player guesses of what is hidden.

Hidden are the hands of the others and the cards left over. Who did not follow has shown a void, and
nothing else is known for certain.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ryumon.games.placements import placed
from ryumon.games.placing import add_place, arrange, clear_places, lying, scatter, space
from ryumon.games.schadenfreude import rules
from ryumon.games.schadenfreude.rules import (
    CARDS, DEAL, DEALT, PLAY, SEATS, hand_size, whole_deck,
)  # fmt: skip
from ryumon.games.tricks import recalled, whole_suits
from ryumon.kernel.bits import popcount
from ryumon.kernel.jit import njit

# four suits are told apart at most; five hands of nine for a spectator, one of them for nothing
SPACE = space(CARDS, 3 * 10**4)
UNSEEN = -1


@njit
def shows(s, move, viewer):
    """Cards are dealt unseen; once all are, one sees the own hand, not in which order it came."""
    if s.phase != DEAL:
        return move
    dealt = popcount(whole_deck(s)) - popcount(s.deck)
    if dealt + 1 < s.n * hand_size(s) or viewer < 0:
        return UNSEEN
    own = 1 << (move - DEALT) if viewer == s.n - 1 else 0
    return UNSEEN - (s.hands[viewer] | own)


@njit
def prepare(known, viewer, room):
    clear_places(room)
    if known.phase != PLAY:
        return
    pool = whole_deck(known) & ~known.played
    for p in range(known.n):
        if p == viewer:
            pool &= ~known.hands[p]
        else:
            add_place(room, popcount(known.hands[p]), ~whole_suits(known.void[p]), 0)  # SF-2
    add_place(room, popcount(known.rest), -1, 0)
    arrange(room, pool)


@njit
def world(s, viewer, room, luck):
    if s.phase != PLAY:
        return
    scatter(room, luck)
    place(s, viewer, room)


@njit
def place(s, viewer, room):
    """Put the cards where they lie in this placement."""
    k = 0
    for p in range(s.n):
        if p != viewer:
            s.hands[p] = lying(room, k)
            k += 1
    s.rest = lying(room, k)


def every_world(known: Any, viewer: int) -> Iterator[tuple[Any, int]]:
    return placed(known, viewer, prepare, place) if known.phase == PLAY else iter(())


# --- what the others played -------------------------------------------------------------------


@njit
def rewind(s, seats, moves, n):
    """Back to the first trick of the round."""
    for k in range(n):
        s.hands[seats[k]] |= 1 << moves[k]
    for p in range(SEATS):
        s.piles[p] = 0
        s.trick[p] = -1
        s.void[p] = 0
    s.played = 0
    s.led = -1
    s.in_trick = 0
    s.tricks = 0
    s.leader = seats[0]
    s.player = seats[0]


def recall(known: Any, sights: list[int]) -> tuple[list[int], list[int]] | None:
    if known.phase != PLAY:
        return None
    return recalled(rules, rewind, known, sights, ("leader", "player", "trick", "piles"))
