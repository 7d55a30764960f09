"""Slaughter the Dragon: what a sensible player does without searching.

A token is worth 5, a purple card costs its number. So: win tricks that hold less than 5 poison, as
cheaply as possible; duck the others, getting rid of what is dangerous. Looks only at what the seat
to move knows; bots are given a forgotten state anyway.
"""

from __future__ import annotations

from ryumon.games.slaughter.rules import (
    COLOURS, DIVIDE, DONE, NOBODY, PLAY, PURPLE, PUT, TOKEN, choices, strength, winner_so_far,
)  # fmt: skip
from ryumon.games.tricks import RANKS, SUIT, of_suit
from ryumon.kernel.bits import highest, lowest, popcount
from ryumon.kernel.jit import njit
from ryumon.kernel.luck import below


@njit
def thumb(s, luck):
    moves = choices(s)
    if moves & (moves - 1) == 0:
        return lowest(moves)
    if s.phase == PLAY:
        return best_card(s, moves, luck)
    if s.phase == DIVIDE:
        return next_of_second(s, moves)
    if s.phase == PUT:
        return next_to_return(s, moves)
    return worst_card(s, moves)


@njit
def burden(s, card):
    """How gladly one is rid of a card: high purple most of all, then middling cards that win
    tricks at the wrong time. Trumps are kept."""
    colour = card // RANKS
    rank = card - colour * RANKS
    if colour == PURPLE:
        return 20 + rank if s.trump != PURPLE else 8 - rank
    if colour == s.trump:
        return -rank
    return rank if rank < RANKS - 2 else 0


@njit
def worst_card(s, moves):
    worst = lowest(moves)
    most = -99
    while moves:
        card = lowest(moves)
        if burden(s, card) > most:
            most = burden(s, card)
            worst = card
        moves &= moves - 1
    return worst


@njit
def next_to_return(s, moves):
    """The two worst cards of the hand; named in ascending order, so the lower of them first."""
    hand = s.hands[s.player]
    one = worst_card(s, hand)
    if s.last >= 0:  # the first is named: the worst of what may follow
        return worst_card(s, moves)
    two = worst_card(s, hand ^ (1 << one))
    return min(one, two)


@njit
def next_of_second(s, moves):
    """Divide so that the first half has no card of the longest plain colour: when it is led, poison
    may be thrown on it. A hand without such a colour keeps its upper half back."""
    whole = s.hands[s.player] | s.second[s.player]
    back = longest_plain(s, whole)
    if back == 0 or back == whole:
        back = whole ^ (1 << lowest(whole))
    wanted = moves & back
    return lowest(wanted) if wanted else DONE if moves >> DONE & 1 else lowest(moves)


@njit
def longest_plain(s, hand):
    """The cards of the colour, neither trump nor purple, of which the hand has most."""
    best = 0
    for colour in range(1, COLOURS):
        if colour != s.trump and popcount(of_suit(hand, colour)) > popcount(best):
            best = of_suit(hand, colour)
    return best


@njit
def poison(s):
    """What the purple cards of the trick cost."""
    total = 0
    for p in range(s.n):
        if 0 <= s.trick[p] < RANKS:
            total += s.trick[p] + 1
    return total


@njit
def best_card(s, moves, luck):
    if s.in_trick == 0:
        return lead(s, moves, luck)
    best = winner_so_far(s)
    to_beat = strength(s, s.trick[best])
    lowest_winner = NOBODY
    highest_winner = NOBODY
    loser = NOBODY
    relief = -99
    rest = moves
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        power = strength(s, card)
        if power > to_beat:
            if lowest_winner < 0 or power < strength(s, lowest_winner):
                lowest_winner = card
            if highest_winner < 0 or power > strength(s, highest_winner):
                highest_winner = card
        elif burden(s, card) > relief:
            relief = burden(s, card)
            loser = card
    last = s.in_trick == s.n - 1
    if lowest_winner < 0:
        return loser
    if loser < 0:
        return highest_winner if last else lowest_winner
    own_poison = lowest_winner + 1 if lowest_winner < RANKS else 0
    if poison(s) + own_poison >= TOKEN:
        return loser
    return lowest_winner if last else highest_winner if s.broken == 0 else lowest_winner


@njit
def lead(s, moves, luck):
    """Early the highest plain cards, while nobody is likely to be void; later low ones."""
    plain = moves & ~SUIT
    if plain == 0:
        return lowest(moves)
    start = below(luck, COLOURS)
    if s.tricks < 3:
        for k in range(COLOURS):
            cards = of_suit(plain, (start + k) % COLOURS)
            if cards and highest(cards) % RANKS >= RANKS - 3:
                return highest(cards)
    best = highest(plain)
    low = RANKS
    for k in range(COLOURS):
        cards = of_suit(plain, (start + k) % COLOURS)
        if cards and lowest(cards) % RANKS < low:
            low = lowest(cards) % RANKS
            best = lowest(cards)
    return best
