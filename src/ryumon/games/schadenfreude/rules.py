"""Schadenfreude: the rules SF-1 to SF-10 as functions on a state `s`.

A set of cards is an integer with one bit per card: suit * 12 + place in the suit, then the two
wilds. The places of a suit hold the ranks -3 -2 -1 1 2 3 4 5 6 7 8 9. The rules never draw a random
number: chance is a player (`~` moves), and the numbers of the moves are those of words.NAMES.
"""

from __future__ import annotations

from ryumon.games.schadenfreude.sets import DECKS, EQUAL, HANDS, ROUNDS, SETS, WILDS
from ryumon.games.tricks import (
    RANKS, deal_one, deal_rest, next_seat, of_suit, write_moves,
)  # fmt: skip
from ryumon.kernel.bits import lowest, nth, popcount
from ryumon.kernel.fields import OPEN, OWN, SEAT, TURN, Field, Number, One, SetOf, Thing
from ryumon.kernel.jit import hot, njit
from ryumon.kernel.rng import below
from ryumon.kernel.ops import CHANCE, OVER

SUITS = 4
WILD_0 = SUITS * RANKS  # ruling: the wilds have the ranks 0 and 10
WILD_10 = WILD_0 + 1
CARDS = WILD_10 + 1
SEATS = 5  # room for so many
GOAL = 40

# what is being done
FIRST, DEAL, PLAY, ENDED = range(4)

# the numbers of the moves: a card, and the outcomes of chance
FIRST_IS = CARDS
DEALT = FIRST_IS + SEATS
MOVES = DEALT + CARDS
SEAT_MOVES = CARDS  # those that a seat can make are the lowest
MOST = CARDS  # legal moves at one time
NOBODY = -1

CARD, SUIT = Thing("card", CARDS), Thing("suit", SUITS)
FIELDS = [
    Field("hands", SetOf(CARD), by=SEATS, seen=OWN, after=DEAL),
    Field("piles", SetOf(CARD), by=SEATS, seen=OPEN),  # score piles: no two of one rank (SF-7)
    Field("deck", SetOf(CARD)),  # not dealt yet
    Field("rest", SetOf(CARD)),  # left over, unseen
    Field("played", SetOf(CARD), seen=OPEN),  # face up in this round
    Field("scores", Number(-100, 100), by=SEATS, seen=OPEN),  # at most 40 + 55
    Field("points", Number(-100, 100), by=SEATS, seen=OPEN),  # of the last finished round
    Field("trick", One(CARD), by=SEATS, seen=OPEN),  # the card of each seat
    Field("void", SetOf(SUIT), by=SEATS, seen=OPEN),  # suits that a hand has shown not to have
    Field("n", Number(3, SEATS), seen=OPEN),
    Field("set", Number(0, len(SETS) - 1), seen=OPEN),
    Field("phase", Number(FIRST, ENDED), seen=OPEN),
    Field("player", TURN, seen=OPEN),
    Field("round", Number(0, ROUNDS[0]), seen=OPEN),  # rounds finished
    Field("leader", One(SEAT), seen=OPEN),
    Field("led", One(SUIT), seen=OPEN),  # suit to follow
    Field("in_trick", Number(0, SEATS - 1), seen=OPEN),  # cards played to this trick
    Field("tricks", Number(0, 12), seen=OPEN),  # tricks finished in this round
]


@njit
def hand_size(s):
    return HANDS[s.set][s.n]


@njit
def whole_deck(s):
    return DECKS[s.set][s.n]


@njit
def rounds(s):
    """SF-10: after so many the game ends in any case."""
    return ROUNDS[s.set]


@njit
def rank(card):
    """The number on a card."""
    if card >= WILD_0:
        return 10 * (card - WILD_0)
    place = card % RANKS
    return place - 3 if place < 3 else place - 2


@njit
def start(s, options):
    s.n = options[0]
    s.set = options[1]
    for p in range(SEATS):
        s.scores[p] = 0
        s.points[p] = 0
    s.round = 0
    clear_table(s)


@njit
def clear_table(s):
    """Everything of the last round goes. Who leads, or will chance say so (SF-1)?"""
    for p in range(SEATS):
        s.hands[p] = 0
        s.piles[p] = 0
        s.trick[p] = -1
        s.void[p] = 0
    s.deck = whole_deck(s)
    s.rest = 0
    s.played = 0
    s.led = -1
    s.in_trick = 0
    s.tricks = 0
    s.player = CHANCE
    lowest_seats = last_ones(s)
    if lowest_seats & (lowest_seats - 1):
        s.leader = NOBODY
        s.phase = FIRST
    else:
        s.leader = lowest(lowest_seats)
        s.phase = DEAL


@njit
def last_ones(s):
    """The set of seats with the lowest score; before the first round all of them."""
    least = s.scores[0]
    for p in range(1, s.n):
        least = min(least, s.scores[p])
    found = 0
    for p in range(s.n):
        if s.scores[p] == least:
            found |= 1 << p
    return found


# --- what may be done -----------------------------------------------------------------------


@njit
def choices(s):
    """The set of cards that the seat to move may play."""
    hand = s.hands[s.player]
    if s.led < 0:  # SF-2: the leader; SF-3: only wilds lie there
        return hand
    following = of_suit(hand, s.led)
    return following | (hand & WILDS) if following else hand  # SF-2, SF-4


@njit
def legal(s, out):
    if s.phase == PLAY:
        return write_moves(choices(s), 0, out)
    if s.phase == DEAL:
        return write_moves(s.deck, DEALT, out)
    if s.phase == FIRST:
        return write_moves(last_ones(s), FIRST_IS, out)
    return 0


@hot
def pick(s, luck):
    moves = choices(s)
    return nth(moves, below(luck, popcount(moves)))


# --- what a move does -----------------------------------------------------------------------


@hot
def apply(s, move):
    if s.phase == PLAY:
        play_card(s, move)
    elif s.phase == DEAL:
        if deal_one(s, move - DEALT, whole_deck(s), hand_size(s)):
            begin_tricks(s)
    else:
        s.leader = move - FIRST_IS  # SF-1
        s.phase = DEAL


@njit
def begin_tricks(s):
    """All hands are dealt; what is left over stays unseen."""
    s.rest = s.deck
    s.deck = 0
    s.phase = PLAY
    s.player = s.leader


@hot
def play_card(s, card):
    lay_card(s, card)
    if s.in_trick < s.n:
        s.player = next_seat(s, s.player)
    else:
        finish_trick(s)


@hot
def lay_card(s, card):
    p = s.player
    s.hands[p] ^= 1 << card
    s.played |= 1 << card
    s.trick[p] = card
    if card < WILD_0:
        suit = card // RANKS
        if s.led < 0:
            s.led = suit  # SF-2, SF-3
        elif suit != s.led:
            s.void[p] |= 1 << s.led  # a wild would have told nothing
    s.in_trick += 1


@njit
def follows(s, card):
    """SF-4: a wild is always a card of the led suit."""
    return card >= WILD_0 or card // RANKS == s.led


@njit
def winner_so_far(s):
    """SF-5: the seat whose card would win the trick as it lies, the second highest that follows."""
    best = NOBODY
    second = NOBODY
    high = -99
    low = -99
    for p in range(s.n):
        card = s.trick[p]
        if card >= 0 and follows(s, card):
            number = rank(card)
            if number > high:
                second = best
                low = high
                best = p
                high = number
            elif number > low:
                second = p
                low = number
    return best if second == NOBODY else second


@njit
def spoils(s, winner):
    """SF-6: the winner's own card and all that did not follow, as the trick lies."""
    won = 1 << s.trick[winner]
    for p in range(s.n):
        if s.trick[p] >= 0 and not follows(s, s.trick[p]):
            won |= 1 << s.trick[p]
    return won


@njit
def take(pile, card):
    """SF-7: a card and one of its rank that lies there already go; else it joins the pile."""
    if card < WILD_0:
        same = pile & (EQUAL << (card % RANKS))
        if same:
            return pile ^ same
    return pile | 1 << card


@hot
def finish_trick(s):
    winner = winner_so_far(s)
    won = spoils(s, winner)
    pile = s.piles[winner]
    while won:
        pile = take(pile, lowest(won))
        won &= won - 1
    s.piles[winner] = pile
    for p in range(s.n):
        s.trick[p] = -1
    s.leader = winner
    s.player = winner
    s.in_trick = 0
    s.led = -1
    s.tricks += 1
    if s.tricks == hand_size(s):
        end_round(s)


# what places of a suit add up to, as sets: the lower six (-3 to 3), and the upper six (4 to 9)
HALF = RANKS // 2
LOWER, UPPER = (
    tuple(sum(rank(first + k) for k in range(HALF) if members >> k & 1) for members in range(64))
    for first in (0, HALF)
)


@njit
def worth(pile):
    """The sum of a score pile. No two of its cards have one rank (SF-7), so that its suits can be
    laid over each other."""
    ranks = (pile | pile >> RANKS | pile >> 2 * RANKS | pile >> 3 * RANKS) & ((1 << RANKS) - 1)
    tens = pile >> WILD_10 & 1
    return LOWER[ranks & ((1 << HALF) - 1)] + UPPER[ranks >> HALF] + 10 * tens


@njit
def end_round(s):
    """SF-8, and whether the game goes on (SF-9, SF-10)."""
    highest_score = 0
    for p in range(s.n):
        s.points[p] = worth(s.piles[p])
        s.scores[p] = max(0, s.scores[p] + s.points[p])
        highest_score = max(highest_score, s.scores[p])
    s.round += 1
    if highest_score > GOAL or s.round == rounds(s):
        s.phase = ENDED
        s.player = OVER
    else:
        clear_table(s)


@njit
def score(s, p):
    return s.scores[p]


@njit
def winner_at(scores, n):
    """SF-9: the highest score up to 40 that nobody shares, or NOBODY."""
    winner = NOBODY
    for p in range(n):
        alone = scores[p] <= GOAL
        for q in range(n):
            if q != p and scores[q] == scores[p]:
                alone = False
        if alone and (winner == NOBODY or scores[p] > scores[winner]):
            winner = p
    return winner


@njit
def payoffs(s, out):
    winner = winner_at(s.scores, s.n)
    for p in range(s.n):
        out[p] = 1.0 if p == winner else 0.0


def reason(s) -> str:
    """As one word: `above` when somebody is above 40 (SF-9), else `rounds` (SF-10)."""
    return "above" if max(s.scores[: s.n]) > GOAL else "rounds"


# --- all chance at once ---------------------------------------------------------------------


@njit
def deal(s, luck):
    """The chance up to the next decision: the same outcomes as move by move, only faster."""
    if s.phase == FIRST:
        seats = last_ones(s)
        s.leader = nth(seats, below(luck, popcount(seats)))
        s.phase = DEAL
    if s.phase == DEAL:
        deal_rest(s, whole_deck(s), hand_size(s), luck)
        begin_tricks(s)
