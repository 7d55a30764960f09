"""Schadenfreude: what a sensible player does without searching.

A few points more or less matter little, and whoever goes beyond 40 loses everything. So every card
is judged by who is likely to win the trick with it, and by what that does to the winner's
prospects: good ones are wished for oneself, bad ones for the others. High cards and wilds are kept
for later, when they help not to win. Looks only at what the seat to move knows; bots are given a
forgotten state anyway.
"""

from __future__ import annotations

from ryumon.games.schadenfreude.rules import (
    GOAL, NOBODY, WILD_0, WILDS, choices, follows, hand_size, rank, take, whole_deck, worth,
)  # fmt: skip
from ryumon.games.tricks import RANKS, of_suit
from ryumon.kernel.bits import lowest, popcount
from ryumon.kernel.jit import njit
from ryumon.kernel.luck import below

SURE = 1024  # a chance is a number from 0 to SURE
POINT = SURE * SURE  # a point in the judgement of a card
STAY = 20  # what it is worth not to be out, in points
LESS, MORE = 1, 2  # what a trick to come may take or bring
KEEP = 8  # what a wild is worth in the hand, besides its rank


@njit
def thumb(s, luck):
    moves = choices(s)
    if moves & (moves - 1) == 0:
        return lowest(moves)
    best = NOBODY
    most = 0
    while moves:
        card = lowest(moves)
        moves &= moves - 1
        value = judged(s, card)
        # who judges two cards alike plays either
        if best == NOBODY or value > most or (value == most and below(luck, 2)):
            most = value
            best = card
    return best


@njit
def judged(s, card):
    """What this card is likely to bring to the seat to move."""
    p = s.player
    led = s.led
    s.trick[p] = card
    if led < 0 and card < WILD_0:
        s.led = card // RANKS
    value = trick_value(s, p, whole_deck(s) & ~s.played & ~s.hands[p])
    s.trick[p] = -1
    s.led = led
    kept = rank(card) + KEEP if card >= WILD_0 else rank(card)
    return value - kept * POINT


@njit
def trick_value(s, p, hidden):
    """The trick as it lies, by who may win it: a change for others counts against seat p."""
    off = 0
    for q in range(s.n):
        if s.trick[q] >= 0 and not follows(s, s.trick[q]):
            off |= 1 << s.trick[q]
    value = 0
    left = SURE  # the chance that somebody wins it who has not played yet
    later = 0
    for q in range(s.n):
        if s.trick[q] < 0:
            later += change(s, q, off)
        elif follows(s, s.trick[q]):
            chance = chance_to_win(s, q, hidden)
            gain = chance * change(s, q, off | 1 << s.trick[q])
            value += gain * (s.n - 1) if q == p else -gain
            left -= chance
    waiting = s.n - s.in_trick - 1
    return value - left * later // waiting if waiting else value


# --- what points do -------------------------------------------------------------------------


@njit
def change(s, q, won):
    """What these cards do to the prospects of seat q."""
    left = hand_size(s) - s.tricks - 1
    pile = s.piles[q]
    before = prospects(s.scores[q] + worth(pile), left)
    while won:
        pile = take(pile, lowest(won))
        won &= won - 1
    return prospects(s.scores[q] + worth(pile), left) - before


@njit
def prospects(total, left):
    """How good it is to stand at this total with so many tricks left, in points times SURE."""
    least = total - LESS * left
    most = total + MORE * left
    if most <= GOAL:
        safe = SURE
    elif least > GOAL:
        safe = 0
    else:
        safe = SURE * (GOAL - least + 1) // (most - least + 1)
    return (STAY + min(total, GOAL)) * safe


# --- who wins -------------------------------------------------------------------------------


@njit
def chance_to_win(s, q, hidden):
    """How likely the card of seat q ends as the second highest that follows."""
    number = rank(s.trick[q])
    above = 0
    following = 0
    later = 0
    for p in range(s.n):
        if s.trick[p] < 0:
            later += 1
        elif follows(s, s.trick[p]):
            following += 1
            above += rank(s.trick[p]) > number
    if later == 0:
        return SURE if above == 1 or following == 1 else 0
    if above > 1:
        return 0
    beat, miss = of_another_hand(s, hidden, number)
    if above == 1:
        return power(SURE - beat, later)
    alone = power(miss, later) if following == 1 else 0
    return later * beat * power(SURE - beat, later - 1) // SURE + alone


@njit
def power(chance, times):
    product = SURE
    for _ in range(times):
        product = product * chance // SURE
    return product


@njit
def of_another_hand(s, hidden, number):
    """How likely a hand of hidden cards plays one that follows and is higher than `number`, and how
    likely it has none that follows."""
    suit = hidden if s.led < 0 else of_suit(hidden, s.led) | (hidden & WILDS)
    size = popcount(suit)
    if size == 0:
        return 0, SURE
    total = popcount(hidden)
    miss = power(SURE * (total - size) // total, hand_size(s) - s.tricks)
    higher = 0
    while suit:
        higher += rank(lowest(suit)) > number
        suit &= suit - 1
    return (SURE - miss) * higher // size, miss
