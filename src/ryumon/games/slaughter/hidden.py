"""Slaughter the Dragon: what a player guesses of what is hidden.

Hidden are the hands of the others, the second half of whoever divides, gifts while they are given,
and the Inverted Scale. Known for certain: shown voids, what one put back or gave, who holds the
number called, and that no higher trump is in a hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ryumon.games.placements import placed
from ryumon.games.placing import add_place, arrange, clear_places, fix, lying, scatter, space
from ryumon.games.slaughter import rules
from ryumon.games.slaughter.rules import (
    CARDS, DEAL, DEALT, DIVIDE, DONE, DRAW, ENDED, FIRST, GIVE, NOBODY, PLAY, PURPLE, PUT, REPAY,
    SEATS, SUMMONED, hand_size, highest_trump, holder_of, repay_to, unheld_trumps, whole_deck,
)  # fmt: skip
from ryumon.games.tricks import lowest_cards, recalled, whole_suits
from ryumon.kernel.bits import lowest, popcount
from ryumon.kernel.jit import njit

UNSEEN = CARDS  # in a forgotten state: a card was given, which one is not known
HIDDEN = -1  # what a move shows to whom it does not show itself
BITS = 6  # for a card or a number of cards in what a move shows
# a spectator: five hands of eight cards, one of them in two halves, and a scale of three; one hand
# needs no column, and of the colours and the card called the largest class needs no table
SPACE = space(CARDS, 3 * (9**3 * 5 * 5 * 4))


# --- what a move shows ----------------------------------------------------------------------


@njit
def shows(s, move, viewer):
    """The move to whoever makes it. To others what comes of it, if they are told that."""
    if s.phase == DEAL:
        return shown_deal(s, move, viewer)
    if s.phase == DRAW:
        return move if viewer == s.summoner else HIDDEN
    if viewer == s.player:
        return move
    if s.phase == PUT:
        return HIDDEN if s.todo > 1 else shown_call(s, move)
    if s.phase == DIVIDE:
        return shown_division(s) if move == DONE else HIDDEN
    if s.phase == GIVE:
        return shown_gifts(s, move) if viewer == s.caller else HIDDEN
    if s.phase == REPAY:
        return move if viewer == repay_to(s) else HIDDEN
    return move


@njit
def shown_deal(s, move, viewer):
    """Nobody looks before all is dealt; then one sees the own hand, not in which order it came."""
    dealt = popcount(whole_deck(s)) - popcount(s.deck)
    if dealt + 1 < s.n * hand_size(s) or viewer < 0:
        return HIDDEN
    last = 1 << (move - DEALT) if viewer == s.n - 1 else 0
    return HIDDEN - (s.hands[viewer] | last)


@njit
def shown_call(s, card):
    """SD-5: when the summoner has put both cards back, the highest trump held is called."""
    called = highest_trump(s, 1 << card)
    return HIDDEN - 1 - (called * SEATS + holder_of(s, called))


@njit
def shown_division(s):
    """SD-5: who divides, the number called and the sizes of both halves."""
    second = popcount(s.second[s.player])
    return HIDDEN - 1 - (second << BITS | s.called) * SEATS - s.caller


@njit
def shown_gifts(s, card):
    """SD-7: after the last gift the soul-sucker takes them all."""
    if (s.player + 1) % s.n != s.caller:
        return HIDDEN
    told = card
    for p in range(s.n):
        if s.gave[p] >= 0:
            told = told << BITS | s.gave[p]
    return HIDDEN - 1 - told


# --- worlds ---------------------------------------------------------------------------------


@njit
def open_to_all(s):
    """Is nothing hidden, or everything still in the deck?"""
    return s.phase in (FIRST, DEAL, ENDED)


@njit
def soul_sucking(s):
    """SD-7: are gifts on their way back, or have they been repaid?"""
    return s.called >= 0 and s.advanced and s.trump == PURPLE and s.phase != GIVE


@njit
def prepare(known, viewer, room):
    clear_places(room)
    if open_to_all(known):
        return
    pool = whole_deck(known) & ~known.played & ~own_cards(known, viewer)
    pool &= ~known_elsewhere(known, viewer)
    for p in range(known.n):
        if p != viewer:
            takes = ~whole_suits(known.void[p]) & ~tied_elsewhere(known, viewer, p)
            add_place(room, popcount(known.hands[p]), takes, 0)
            fix(room, known_gift(known, viewer, p))
            if known.second[p]:
                add_place(room, popcount(known.second[p]), -1, 0)
            if known.phase == GIVE and known.gave[p] >= 0:
                add_place(room, 1, ~tied_elsewhere(known, viewer, UNSEEN), 0)
    add_place(room, popcount(known.scale), ~tied_elsewhere(known, viewer, UNSEEN), 0)
    fix(room, known_in_scale(known))
    arrange(room, pool)


@njit
def own_cards(known, viewer):
    if viewer < 0 or viewer >= known.n:
        return 0
    own = known.hands[viewer] | known.second[viewer]
    if known.phase == GIVE and known.gave[viewer] >= 0:
        own |= 1 << known.gave[viewer]
    return own


@njit
def known_in_scale(known):
    """What surely lies in the Inverted Scale: what the viewer put back, and the trumps that nobody
    holds."""
    return known.put & known.scale | unheld_trumps(known)


@njit
def known_gift(known, viewer, p):
    """SD-7: what the soul-sucker has given to this seat, if it has not been played."""
    if viewer == known.caller and known.got[p] >= 0:
        return (1 << known.got[p]) & ~known.played
    return 0


@njit
def known_elsewhere(known, viewer):
    """All cards of others that the viewer knows the place of."""
    found = known_in_scale(known)
    for p in range(known.n):
        found |= known_gift(known, viewer, p)
    return found


@njit
def tied_elsewhere(known, viewer, p):
    """The cards that are known not to be in the hand of seat p, or in no hand: the highest trump is
    the caller's. After Soul-Sucking (SD-7) it and the viewer's gift may be the soul-sucker's still,
    or with a seat that got a card."""
    if known.called < 0 or viewer == known.caller or p == known.caller:
        return 0
    tied = 1 << known.called
    if soul_sucking(known):
        if p != UNSEEN and known.got[p] == UNSEEN:
            return 0
        if 0 <= viewer < known.n and known.gave[viewer] >= 0:
            tied |= 1 << known.gave[viewer]
    return tied


@njit
def world(s, viewer, room, luck):
    if open_to_all(s):
        return
    lay(s, viewer, room, luck)
    while got_two(s, viewer):
        lay(s, viewer, room, luck)
    if s.phase >= DIVIDE and s.summoner != NOBODY and s.summoner != viewer:
        s.put = lowest_cards(s.scale, SUMMONED)  # which of them nobody else will ever know


@njit
def lay(s, viewer, room, luck):
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
            if s.second[p]:
                s.second[p] = lying(room, k)
                k += 1
            if s.phase == GIVE and s.gave[p] >= 0:
                s.gave[p] = lowest(lying(room, k))
                k += 1
    s.scale = lying(room, k)


@njit
def got_two(s, viewer):
    """SD-7: nobody got more than one card, so the highest purple and the viewer's gift are not both
    with the same seat, unless it is the soul-sucker."""
    if not soul_sucking(s) or viewer < 0 or viewer == s.caller or s.gave[viewer] < 0:
        return False
    both = 1 << s.called | 1 << s.gave[viewer]
    found = False
    for p in range(s.n):
        theirs = p != viewer and p != s.caller
        if theirs and s.hands[p] & both == both:
            found = True
    return found


def every_world(known: Any, viewer: int) -> Iterator[tuple[Any, int]]:
    """While tricks are played; which cards a summoner put back matters no more then."""
    if known.phase != PLAY:
        return
    for s, weight in placed(known, viewer, prepare, place):
        if not got_two(s, viewer):
            yield s, weight


# --- what the others played -------------------------------------------------------------------


@njit
def rewind(s, seats, moves, n):
    """Back to the first trick of the round. Which of its cards the divider played from which half
    is not told apart (see `tells`)."""
    for k in range(n):
        s.hands[seats[k]] |= 1 << moves[k]
    for p in range(SEATS):
        s.taken[p] = 0
        s.tokens[p] = 0
        s.trick[p] = -1
        s.void[p] = 0
    s.played = 0
    s.broken = 0
    s.led = -1
    s.in_trick = 0
    s.tricks = 0
    s.leader = seats[0]
    s.player = seats[0]


@njit
def tells(s, seat):
    """Nothing of a divider who has taken up the second half: both would be one hand."""
    return 1 if seat != s.caller or s.second[seat] or soul_sucking(s) else 0


def recall(known: Any, sights: list[int]) -> tuple[list[int], list[int]] | None:
    if known.phase != PLAY:
        return None
    return recalled(rules, rewind, known, sights, ("leader", "player", "trick", "tokens", "taken"))
