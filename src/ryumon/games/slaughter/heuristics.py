"""Slaughter the Dragon: what a sensible player does without searching.

A token is worth 5, a purple card costs its number. So: win tricks that hold less than 5 poison, as
cheaply as possible; duck the others, getting rid of what is dangerous. Looks only at what the seat
to move knows; bots are given a forgotten state anyway.
"""

from __future__ import annotations

from math import exp

from ryumon.games.slaughter.rules import (
    COLOURS, DEAL, DIVIDE, DONE, ENDED, FIRST, NOBODY, PLAY, PURPLE, PUT, TOKEN, choices, hand_size,
    payoffs, poison_of, score, strength, winner_so_far,
)  # fmt: skip
from ryumon.games.tricks import RANKS, SUIT, of_suit
from ryumon.kernel.bits import highest, lowest, popcount
from ryumon.kernel.jit import njit
from ryumon.kernel.priors import soften
from ryumon.kernel.rng import below
from ryumon.kernel.ops import FAR


@njit
def rollout_move(s, luck):
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


# --- leanings -------------------------------------------------------------------------------

DOUBT = 2.0  # points: a card judged worse by so much is a quarter as likely
STRAY = 0.1  # shared by all moves alike
TRUST = 0.5  # in the division that thumb would make


@njit
def priors(s, moves, n, out):
    """As thumb judges the moves, with doubts."""
    if s.phase == DIVIDE:
        lean_to_division(s, moves, n, out)
        return
    for k in range(n):
        out[k] = worth_playing(s, moves[k]) if s.phase == PLAY else RELIEF * burden(s, moves[k])
    soften(out, n, DOUBT, STRAY)


@njit
def lean_to_division(s, moves, n, out):
    """Any hand may be divided well in many ways: half of the weight is on thumb's way."""
    choice = next_of_second(s, choices(s))
    for k in range(n):
        out[k] = 1.0 if n == 1 else TRUST if moves[k] == choice else (1.0 - TRUST) / (n - 1)


RELIEF = 0.3  # what a unit of `burden` is worth, in points
THROWN = 0.6  # of the number of a purple card that somebody else takes
HIGH_LEAD = 0.25  # for each rank of a high plain lead, while nobody is likely to be void
LOW_LEAD = 0.3  # for each rank that a later lead is lower


@njit
def worth_playing(s, card):
    """What playing this card is worth, roughly, in points."""
    colour = card // RANKS
    rank = card - colour * RANKS
    if s.in_trick == 0:
        if colour == PURPLE:
            return -LOW_LEAD * rank - 1.0
        return HIGH_LEAD * rank if s.tricks < 3 and rank >= RANKS - 3 else -LOW_LEAD * rank
    if strength(s, card) < strength(s, s.trick[winner_so_far(s)]):
        return THROWN * (rank + 1) if colour == PURPLE else RELIEF * 0.3 * burden(s, card)
    gain = TOKEN - poison(s) - (rank + 1.0 if colour == PURPLE else 0.0)
    later = s.n - 1 - s.in_trick
    dear = 0.05 * rank + (0.5 if colour == s.trump else 0.0)
    return gain * (1.0 - 0.15 * later) - dear


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


# --- the game -------------------------------------------------------------------------------

# Fitted to games of thumb against itself (python -m bench.fit_slaughter), for 3, 4, 5 players. The
# chances to win are a softmax of the points. What a point counts:
POINT = (0.063, 0.082, 0.099)  # by a power of the rounds left, and a little more:
POWER = (0.400, 0.380, 0.361)
SOON = (0.302, 0.222, 0.225)
# how much tokens and purple cards of this round count at its beginning, more and more as they stand
TOKENS = (1.305, 1.168, 1.396)
POISONED = (0.412, 0.604, 0.777)
LEAD = (-3.197, -2.891, -2.425)  # whoever leads a round does worse in it


@njit
def is_cutoff(s):
    """A round has ended, or none has begun."""
    return 1 if s.phase == FIRST or s.phase == DEAL else 0


@njit
def values(s, out):
    if s.phase == ENDED:
        payoffs(s, out)
        return
    played = s.tricks / hand_size(s)
    counts = POINT[s.n - 3] / (s.n - s.round - played + SOON[s.n - 3]) ** POWER[s.n - 3]
    best = -999.0
    for p in range(s.n):
        out[p] = standing(s, p, played)
        best = max(best, out[p])
    total = 0.0
    for p in range(s.n):
        out[p] = exp((out[p] - best) * counts)
        total += out[p]
    for p in range(s.n):
        out[p] /= total


@njit
def standing(s, p, played):
    """The points of a seat, with those of this round; `played` is the share of its tricks."""
    tokens = TOKENS[s.n - 3] * (1.0 - played) + played
    poisoned = POISONED[s.n - 3] * (1.0 - played) + played
    points = score(s, p) + tokens * TOKEN * s.tokens[p] - poisoned * poison_of(s.taken[p])
    return points + LEAD[s.n - 3] * (1.0 - played) if p == s.leader else points


@njit
def moves_left(s):
    """Every card in a hand is a move; the second hands are taken up before they are played."""
    if s.phase != PLAY:
        return FAR
    cards = 0
    for p in range(s.n):
        cards += popcount(s.hands[p]) + popcount(s.second[p])
    return cards
