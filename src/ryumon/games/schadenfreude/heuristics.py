"""Schadenfreude: what a sensible player does without searching.

A few points more or less matter little, and whoever goes beyond 40 loses everything. So every card
is judged by who is likely to win the trick with it, and by what that does to the winner's
prospects: good ones are wished for oneself, bad ones for the others. High cards and wilds are kept
for later, when they help not to win. Looks only at what the seat to move knows; bots are given a
forgotten state anyway.
"""

from __future__ import annotations

from math import exp, sqrt

from ryumon.games.schadenfreude.rules import (
    CARDS, DEAL, ENDED, FIRST, GOAL, NOBODY, PLAY, WILD_0, WILD_10, WILDS, choices, follows,
    hand_size, payoffs, rank, take, whole_deck, worth,
)  # fmt: skip
from ryumon.games.tricks import RANKS, of_suit
from ryumon.kernel.bits import bits_of, lowest, popcount
from ryumon.kernel.jit import njit
from ryumon.kernel.priors import soften
from ryumon.kernel.rng import below
from ryumon.kernel.ops import FAR

SURE = 1024  # a chance is a number from 0 to SURE
POINT = SURE * SURE  # a point in the evaluation of a card
STAY = 20  # what it is worth not to be out, in points
LESS, MORE = 1, 2  # what a trick to come may take or bring
KEEP = 8  # what a wild is worth in the hand, besides its rank


@njit
def rollout_move(s, luck):
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


DOUBT = 6 * POINT  # a card judged worse by so much is a quarter as likely
STRAY = 0.05  # shared by all cards alike


@njit
def priors(s, moves, n, out):
    """As thumb judges the cards, with doubts."""
    for k in range(n):
        out[k] = judged(s, moves[k])
    soften(out, n, DOUBT, STRAY)


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
    waiting = s.n - s.in_trick - 1
    suit = following_cards(s, hidden)
    miss = chance_to_miss(s, hidden, suit) if waiting else SURE
    value = 0
    left = SURE  # the chance that somebody wins it who has not played yet
    later = 0
    for q in range(s.n):
        if s.trick[q] < 0:
            later += change(s, q, off)
        elif follows(s, s.trick[q]):
            chance = chance_to_win(s, q, suit, miss)
            gain = chance * change(s, q, off | 1 << s.trick[q])
            value += gain * (s.n - 1) if q == p else -gain
            left -= chance
    return value - left * later // waiting if waiting else value


# --- what points do -------------------------------------------------------------------------


@njit
def change(s, q, won):
    """What these cards do to the prospects of seat q."""
    if won == 0:
        return 0
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
def chance_to_win(s, q, suit, miss):
    """How likely the card of seat q ends as the second highest that follows; `suit` and `miss` are
    what is hidden, see below."""
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
    beat = chance_to_beat(number, suit, miss)
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
def following_cards(s, hidden):
    """The hidden cards that would follow."""
    return hidden if s.led < 0 else of_suit(hidden, s.led) | (hidden & WILDS)


@njit
def chance_to_miss(s, hidden, suit):
    """How likely a hand of hidden cards has none that follows."""
    if suit == 0:
        return SURE
    total = popcount(hidden)
    return power(SURE * (total - popcount(suit)) // total, hand_size(s) - s.tricks)


LEAST = rank(0)  # the lowest number on a card
ABOVE = tuple(  # the cards with a higher number than LEAST, LEAST + 1 and so on
    bits_of([card for card in range(CARDS) if rank(card) > number])
    for number in range(LEAST, rank(WILD_10) + 1)
)


@njit
def chance_to_beat(number, suit, miss):
    """How likely a hand of hidden cards plays one that follows and is higher than `number`."""
    if suit == 0:
        return 0
    return (SURE - miss) * popcount(suit & ABOVE[number - LEAST]) // popcount(suit)


# --- the game -------------------------------------------------------------------------------

# Fitted to games of thumb against itself (python -m bench.fit_schadenfreude), for 3, 4, 5 players.
# Between rounds the chances to win are a softmax of these, of a score x as a share of the goal and
# the best score y of another seat: x, x^2, x^3, x * y, and whether x > y
STANDING = (
    (-0.292, -1.066, -2.103, 3.236, -0.072),
    (1.275, -1.968, -1.353, 2.593, -0.057),
    (1.995, -2.424, -0.818, 3.140, -0.023),
)
# Within a round: what a trick brings to each, how far a total strays (at once, and by the root of
# the tricks left), what a point is worth if the game ends, and how tricks to come lessen that
DRIFT = (0.536, 0.364, 0.358)
ASTRAY = (0.467, 0.480, 0.688)
SPREAD = (0.888, 0.699, 0.398)
CLOSER = (0.168, 0.117, 0.150)
UNSURE = (1.566, 0.314, 0.228)


@njit
def is_cutoff(s):
    """A round has ended, or none has begun."""
    return 1 if s.phase == FIRST or s.phase == DEAL else 0


@njit
def values(s, out):
    """Either somebody goes beyond the goal in this round, and of the others the closest to it is
    likely to win; or the game goes on with the totals that the piles foretell."""
    if s.phase == ENDED:
        payoffs(s, out)
        return
    stays = 1.0  # the chance that nobody goes beyond the goal
    going_on = 0.0
    ending = 0.0
    for p in range(s.n):
        safe = 1.0 - beyond(s, p)
        stays *= safe if s.phase == PLAY else 1.0
        out[p] = safe * closeness(s, p)
        ending += out[p]
        going_on += standing(s, p)
    for p in range(s.n):
        out[p] = (1.0 - stays) * out[p] / ending + stays * standing(s, p) / going_on


@njit
def total(s, p):
    """The score with the pile as it lies."""
    return s.scores[p] + worth(s.piles[p])


@njit
def beyond(s, p):
    """How likely this seat ends the round beyond the goal."""
    left = hand_size(s) - s.tricks
    over = total(s, p) + DRIFT[s.n - 3] * left - GOAL - 0.5
    return 1.0 / (1.0 + exp(-over / (ASTRAY[s.n - 3] + SPREAD[s.n - 3] * sqrt(left))))


@njit
def closeness(s, p):
    """The weight of a seat when the game ends with this round."""
    left = hand_size(s) - s.tricks
    return exp(min(total(s, p), GOAL) * CLOSER[s.n - 3] / (1.0 + UNSURE[s.n - 3] * left))


@njit
def foreseen(s, p):
    """The score after this round, as a share of the goal."""
    more = DRIFT[s.n - 3] * (hand_size(s) - s.tricks) if s.phase == PLAY else 0.0
    return min(max(total(s, p) + more, 0.0), 1.0 * GOAL) / GOAL


@njit
def standing(s, p):
    """The weight of a seat when the game goes on."""
    x = foreseen(s, p)
    y = 0.0
    for q in range(s.n):
        if q != p:
            y = max(y, foreseen(s, q))
    a, b, c, d, e = STANDING[s.n - 3]
    return exp(x * (a + x * (b + x * c) + d * y) + (e if x > y else 0.0))


@njit
def moves_left(s):
    """Every card in a hand is a move."""
    if s.phase != PLAY:
        return FAR
    cards = 0
    for p in range(s.n):
        cards += popcount(s.hands[p])
    return cards
