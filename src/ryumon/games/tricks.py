"""What trick-taking games share: four suits of twelve ranks, hands as sets, dealing, the way back.

A card is suit * RANKS + its place in the suit; what belongs to no suit comes after the last one.
The states have the fields n, hands and deck (what is not dealt yet).
"""

from __future__ import annotations

from typing import Any

from ryumon.kernel.bits import lowest, members, popcount
from ryumon.kernel.jit import njit
from ryumon.kernel.rng import DECK, draw

SUITS = 4
RANKS = 12
SUIT = 0xFFF  # the cards of the first suit


@njit
def of_suit(cards, suit):
    """Those of the cards that are of this suit."""
    return cards & (SUIT << (suit * RANKS))


@njit
def whole_suits(mask):
    """All cards of the suits in a mask, such as those that a hand has been shown not to have."""
    found = 0
    for suit in range(SUITS):
        if mask >> suit & 1:
            found |= SUIT << (suit * RANKS)
    return found


@njit
def next_seat(s, p):
    """Clockwise."""
    return p + 1 if p + 1 < s.n else 0


@njit
def write_moves(moves, shift, out):
    """A set as a list of moves, each `shift` higher; returns how many there are."""
    n = 0
    while moves:
        out[n] = lowest(moves) + shift
        moves &= moves - 1
        n += 1
    return n


@njit
def lowest_cards(pool, size):
    """The filler for a hidden hand of this size."""
    found = 0
    for _ in range(size):
        found |= pool & -pool
        pool &= pool - 1
    return found


# --- the deal -------------------------------------------------------------------------------


@njit
def deal_one(s, card, whole, size):
    """The next card of the deal: seat 0's hand, then seat 1's and so on. Was it the last?"""
    dealt = popcount(whole) - popcount(s.deck)
    s.hands[dealt // size] |= 1 << card
    s.deck ^= 1 << card
    return dealt + 1 == s.n * size


@njit
def deal_rest(s, whole, size, luck):
    """All that is not dealt yet, drawn from a deck laid out in the room of `luck`; what no hand
    gets stays in s.deck."""
    dealt = popcount(whole) - popcount(s.deck)
    left = 0
    rest = s.deck
    while rest:
        luck[DECK + left] = lowest(rest)
        rest &= rest - 1
        left += 1
    draw(luck, left, s.n * size - dealt)
    for p in range(dealt // size, s.n):
        hand = s.hands[p]
        for _ in range(size - popcount(hand)):
            left -= 1
            hand |= 1 << luck[DECK + left]
        s.hands[p] = hand
    s.deck = 0
    for k in range(left):
        s.deck |= 1 << luck[DECK + k]


# --- what was played in this round ----------------------------------------------------------


def recalled(
    rules: Any, rewind: Any, known: Any, sights: list[int], told: tuple[str, ...]
) -> tuple[list[int], list[int]] | None:
    """Who played which card in this round, in order, by what a seat saw; None if nobody has, or if
    the game began in the middle of it. Who led first is found by trying: with the wrong seat the
    tricks would have gone elsewhere, and the fields `told` would differ."""
    n = known.tricks * known.n + known.in_trick
    if n == 0 or len(sights) < n:
        return None
    moves = sights[-n:]
    for first in range(known.n):
        s, seats = known.clone(), []
        rewind(s, [first], moves, 0)
        s.leader = s.player = first
        for card in moves:
            seats.append(s.player)
            s.hands[s.player] |= 1 << card
            rules.apply(s, card)
        if all(getattr(s, name) == getattr(known, name) for name in told):
            return seats, moves
    return None


# --- the way back ---------------------------------------------------------------------------


class Back:
    """The hands while going back through what a viewer saw, and the moves, last first."""

    def __init__(self, hands: list[int], names: list[str]) -> None:
        self.hands = list(hands)
        self.names = names
        self.ids = {name: k for k, name in enumerate(names)}
        self.moves: list[str] = []

    def as_told(self, e: dict[str, Any]) -> None:
        self.moves.append(e["move"])

    def play(self, e: dict[str, Any]) -> None:
        self.hands[e["seat"]] |= 1 << self.ids[e["move"]]
        self.moves.append(e["move"])

    def deal(self, e: dict[str, Any]) -> None:
        """The hands as they are now were dealt; before that nobody had any."""
        for hand in reversed(self.hands):
            self.moves += ["~" + self.names[card] for card in reversed(members(hand))]
        self.hands = [0] * len(self.hands)
