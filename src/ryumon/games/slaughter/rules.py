"""Slaughter the Dragon, Ha: the rules SD-1 to SD-14 as functions on a state `s`.

A set of cards is an integer with one bit per card: colour * 12 + number - 1, purple first.
The rules never draw a random number: chance is a player (`~` moves), and the numbers of the moves
are the ones named in words.NAMES.

One file, though long: the rules stand in the order of the rulebook, to be read beside it.
"""

from __future__ import annotations

from ryumon.games.tricks import (
    RANKS, SUIT, deal_one, deal_rest, next_seat, of_suit, write_moves,
)  # fmt: skip
from ryumon.kernel.bits import highest, lowest, nth, popcount
from ryumon.kernel.fields import (
    FLAG, OPEN, OWN, SEAT, TURN, Field, Number, One, SetOf, Thing,
)  # fmt: skip
from ryumon.kernel.jit import hot, njit
from ryumon.kernel.rng import below
from ryumon.kernel.ops import CHANCE, OVER

COLOURS, CARDS = 4, 48
PURPLE = 0  # the first suit, so SUIT are its cards
SEATS = 5  # room for so many
ROUNDS = SEATS  # at most: one for each seat (SD-3)
SUMMONED = 2  # cards taken and put back (SD-4)
TOKEN = 5
MOON, MOON_OTHERS = 60, -20
LOST = -100  # whoever stands there ends the game (SD-3)

# what is being done: chance first, then the seats' decisions
FIRST, DEAL, TRUMP, DRAW, PUT, DIVIDE, GIVE, REPAY, PLAY, ENDED = range(10)

# the numbers of the moves: a card, `done`, and the outcomes of chance
DONE = CARDS
FIRST_IS = DONE + 1
TRUMP_IS = FIRST_IS + SEATS
DEALT = TRUMP_IS + COLOURS
MOVES = DEALT + CARDS
SEAT_MOVES = DONE + 1  # those that a seat can make are the lowest
MOST = CARDS  # legal moves at one time
NOBODY = -1

CARD, COLOUR = Thing("card", CARDS), Thing("colour", COLOURS)
PURPLE_CARD = Thing("purple card", RANKS)
FIELDS = [
    Field("hands", SetOf(CARD), by=SEATS, seen=OWN, after=DEAL),
    Field("second", SetOf(CARD), by=SEATS, seen=OWN),  # second halves, face down (SD-5)
    Field("scale", SetOf(CARD)),  # the Inverted Scale
    Field("deck", SetOf(CARD)),  # not dealt yet
    Field("played", SetOf(CARD), seen=OPEN),  # face up in this round
    Field("put", SetOf(CARD)),  # what the summoner put back; the summoner knows it
    Field("sheet", Number(-78, 60), by=(ROUNDS, SEATS), seen=OPEN, width="i2"),  # points
    Field("taken", SetOf(PURPLE_CARD), by=SEATS, seen=OPEN),  # purple cards won
    Field("tokens", Number(0, 11), by=SEATS, seen=OPEN),
    Field("trick", One(CARD), by=SEATS, seen=OPEN),  # the card of each seat
    Field("void", SetOf(COLOUR), by=SEATS, seen=OPEN),  # colours that a hand has shown not to have
    Field("gave", One(CARD, marks=1), by=SEATS),  # card given to the soul-sucker; the mark: UNSEEN
    Field("got", One(CARD, marks=1), by=SEATS),  # card got back
    Field("indicators", Number(0, 2), by=COLOURS, seen=OPEN),  # left in their deck
    Field("n", Number(3, SEATS), seen=OPEN),
    Field("advanced", FLAG, seen=OPEN),
    Field("phase", Number(FIRST, ENDED), seen=OPEN),
    Field("player", TURN, seen=OPEN),
    Field("round", Number(0, ROUNDS), seen=OPEN),  # rounds finished
    Field("leader", One(SEAT), seen=OPEN),
    Field("trump", One(COLOUR), seen=OPEN),
    Field("led", One(COLOUR), seen=OPEN),
    Field("in_trick", Number(0, SEATS - 1), seen=OPEN),  # cards played to this trick
    Field("tricks", Number(0, 11), seen=OPEN),  # tricks finished in this round
    Field("broken", FLAG, seen=OPEN),  # somebody has taken a purple card (SD-8)
    Field("summoner", One(SEAT), seen=OPEN),
    Field("todo", Number(0, SUMMONED)),  # cards still to draw, to put back
    Field("last", One(CARD)),  # last card named in a choice without order
    Field("caller", One(SEAT), seen=OPEN),  # divider or soul-sucker
    Field("called", One(CARD), seen=OPEN),  # the highest trump held, as a card
]


@njit
def hand_size(s):
    return 9 if s.n == 5 else 11


@njit
def colours(s):
    """Three players play without green."""
    return 3 if s.n == 3 else COLOURS


@njit
def whole_deck(s):
    return (1 << (colours(s) * RANKS)) - 1


@njit
def start(s, options):
    s.n = options[0]
    s.advanced = options[1]
    for colour in range(COLOURS):
        s.indicators[colour] = 2 if colour < colours(s) else 0
    for i in range(SEATS * SEATS):
        s.sheet[i] = 0
    s.round = 0
    s.leader = NOBODY
    clear_table(s)
    s.phase = FIRST


@njit
def clear_table(s):
    """Everything of the last round goes; the deal is next (SD-2)."""
    for p in range(SEATS):
        s.hands[p] = 0
        s.second[p] = 0
        s.taken[p] = 0
        s.tokens[p] = 0
        s.trick[p] = -1
        s.void[p] = 0
        s.gave[p] = -1
        s.got[p] = -1
    s.scale = 0
    s.deck = whole_deck(s)
    s.played = 0
    s.put = 0
    s.trump = -1
    s.led = -1
    s.in_trick = 0
    s.tricks = 0
    s.broken = 0
    s.summoner = NOBODY
    s.todo = 0
    s.last = -1
    s.caller = NOBODY
    s.called = -1
    s.phase = DEAL
    s.player = CHANCE


# --- what may be done -----------------------------------------------------------------------


@njit
def choices(s):
    """The set of moves of the seat to move: cards, and DONE."""
    hand = s.hands[s.player]
    if s.phase == PLAY:
        return playable(s, hand)
    if s.phase == DIVIDE:
        return divisible(s, hand)
    if s.phase == PUT:
        return returnable(s, hand)
    return hand  # SD-7: any card is given


@njit
def playable(s, hand):
    if s.in_trick > 0:
        wanted = of_suit(hand, s.led)  # SD-9
    elif s.broken:
        wanted = hand
    else:
        wanted = hand & ~SUIT  # SD-8
    return wanted if wanted else hand


@njit
def above(hand, card):
    return hand >> (card + 1) << (card + 1)


@njit
def divisible(s, hand):
    """SD-5: name cards of the second half, ascending; both halves have at least one card."""
    moves = above(hand, s.last) if hand & (hand - 1) else 0
    if s.second[s.player]:
        moves |= 1 << DONE
    return moves


@njit
def returnable(s, hand):
    """SD-4: two cards, ascending, so the greatest is never the first of them."""
    if s.todo == SUMMONED:
        return hand ^ (1 << highest(hand))
    return above(hand, s.last)


@njit
def legal(s, out):
    n = 0
    if s.phase == FIRST:
        for p in range(s.n):
            out[p] = FIRST_IS + p
        return s.n
    if s.phase == TRUMP:
        for colour in range(COLOURS):
            if s.indicators[colour] > 0:
                out[n] = TRUMP_IS + colour
                n += 1
        return n
    if s.phase == ENDED:
        return 0
    if s.phase == DEAL:
        return write_moves(s.deck, DEALT, out)
    if s.phase == DRAW:
        return write_moves(s.scale, DEALT, out)
    return write_moves(choices(s), 0, out)


@njit
def weight(s, move):
    """Chance is even but for the trump: by the indicators left in their deck (SD-1)."""
    if s.phase == TRUMP:
        return s.indicators[move - TRUMP_IS]
    return 1


@hot
def pick(s, luck):
    moves = choices(s)
    return nth(moves, below(luck, popcount(moves)))


# --- what a move does -----------------------------------------------------------------------


@hot
def apply(s, move):
    if s.phase == PLAY:
        play_card(s, move)
    elif s.phase == DIVIDE:
        divide(s, move)
    elif s.phase == DEAL:
        deal_card(s, move - DEALT)
    elif s.phase == PUT:
        put_back(s, move)
    elif s.phase == DRAW:
        draw_from_scale(s, move - DEALT)
    elif s.phase == TRUMP:
        turn_indicator(s, move - TRUMP_IS)
    elif s.phase == GIVE:
        give(s, move)
    elif s.phase == REPAY:
        repay(s, move)
    else:
        s.leader = move - FIRST_IS  # SD-1
        s.phase = DEAL


@njit
def deal_card(s, card):
    """SD-2: the hands; the rest is the Inverted Scale."""
    if deal_one(s, card, whole_deck(s), hand_size(s)):
        lay_scale(s)


@njit
def lay_scale(s):
    s.scale = s.deck
    s.deck = 0
    s.phase = TRUMP


@njit
def turn_indicator(s, colour):
    s.trump = colour
    s.indicators[colour] -= 1
    if s.round == 0:
        call_highest_trump(s)
    else:  # SD-4
        s.summoner = s.leader
        s.todo = SUMMONED
        s.phase = DRAW


@njit
def draw_from_scale(s, card):
    s.scale ^= 1 << card
    s.hands[s.summoner] |= 1 << card
    s.todo -= 1
    if s.todo == 0:
        s.todo = SUMMONED
        s.player = s.summoner
        s.phase = PUT


@njit
def put_back(s, card):
    s.hands[s.player] ^= 1 << card
    s.scale |= 1 << card
    s.put |= 1 << card
    s.last = card
    s.todo -= 1
    if s.todo == 0:
        call_highest_trump(s)


@njit
def highest_trump(s, leaving):
    """SD-5: the highest trump in all hands, but for cards that are about to leave them."""
    held = 0
    for p in range(s.n):
        held |= s.hands[p]
    return highest(of_suit(held & ~leaving, s.trump))


@njit
def holder_of(s, card):
    for p in range(s.n):
        if s.hands[p] >> card & 1:
            return p
    return NOBODY


@njit
def unheld_trumps(s):
    """SD-5: the trumps above the one that was called; nobody holds them."""
    return above(SUIT << s.trump * RANKS, s.called) if s.called >= 0 else 0


@njit
def call_highest_trump(s):
    """SD-5, SD-7: the holder of the highest trump that anyone holds practises a jutsu."""
    s.called = highest_trump(s, 0)
    s.caller = holder_of(s, s.called)
    s.last = -1
    if s.advanced and s.trump == PURPLE:
        s.phase = GIVE
        s.player = (s.caller + 1) % s.n
    else:
        s.phase = DIVIDE
        s.player = s.caller


@njit
def divide(s, move):
    if move == DONE:
        begin_tricks(s)
    else:
        s.hands[s.player] ^= 1 << move
        s.second[s.player] |= 1 << move
        s.last = move


@njit
def give(s, card):
    """SD-7: the others give, clockwise from the soul-sucker, who then takes all."""
    s.hands[s.player] ^= 1 << card
    s.gave[s.player] = card
    s.player = (s.player + 1) % s.n
    if s.player == s.caller:
        for p in range(s.n):
            if p != s.caller:
                s.hands[s.caller] |= 1 << s.gave[p]
        s.phase = REPAY


@njit
def repay_to(s):
    """Whom the soul-sucker repays next."""
    for k in range(1, s.n):
        p = (s.caller + k) % s.n
        if s.got[p] < 0:
            return p
    return NOBODY


@njit
def repay(s, card):
    p = repay_to(s)
    s.hands[s.caller] ^= 1 << card
    s.hands[p] |= 1 << card
    s.got[p] = card
    if repay_to(s) == NOBODY:
        begin_tricks(s)


@njit
def begin_tricks(s):
    s.last = -1
    s.phase = PLAY
    s.player = s.leader


@hot
def play_card(s, card):
    p = s.player
    colour = card // RANKS
    s.hands[p] ^= 1 << card
    s.played |= 1 << card
    s.trick[p] = card
    if s.in_trick == 0:
        s.led = colour
        if colour == PURPLE and not s.broken:
            s.void[p] |= (1 << colours(s)) - 2  # SD-8: allowed only to a hand of purple alone
    elif colour != s.led:
        s.void[p] |= 1 << s.led  # SD-9
    s.in_trick += 1
    if s.in_trick < s.n:
        s.player = next_seat(s, p)
    else:
        finish_trick(s)


@njit
def strength(s, card):
    """SD-10: trump beats the colour led, which beats the rest."""
    colour = card // RANKS
    rank = card - colour * RANKS
    return rank + (2 * RANKS if colour == s.trump else RANKS if colour == s.led else 0)


@njit
def winner_so_far(s):
    """The seat whose card would win the trick as it lies."""
    best = NOBODY
    most = -1
    for p in range(s.n):
        if s.trick[p] >= 0:
            power = strength(s, s.trick[p])
            if power > most:
                best = p
                most = power
    return best


@hot
def finish_trick(s):
    winner = winner_so_far(s)
    purple = 0
    for p in range(s.n):
        if s.trick[p] < RANKS:
            purple |= 1 << s.trick[p]
        s.trick[p] = -1
    s.taken[winner] |= purple  # SD-11
    if purple:
        s.broken = 1
    s.tokens[winner] += 1
    s.leader = winner
    s.player = winner
    s.in_trick = 0
    s.led = -1
    s.tricks += 1
    if s.hands[s.caller] == 0:
        pick_up(s)
    if s.tricks == hand_size(s):
        end_round(s)


@njit
def pick_up(s):
    """SD-6: the second half becomes the hand; what was shown of the first half is void."""
    s.hands[s.caller] = s.second[s.caller]
    s.second[s.caller] = 0
    s.void[s.caller] = 0


@njit
def end_round(s):
    s.taken[s.leader] |= s.scale & SUIT  # SD-12
    lowest_score = 0
    for p in range(s.n):
        s.sheet[s.round * SEATS + p] = points_so_far(s, p)
        lowest_score = min(lowest_score, score(s, p))
    s.round += 1
    if s.round == s.n or lowest_score <= LOST:  # SD-3
        s.phase = ENDED
        s.player = OVER
    else:
        clear_table(s)


@njit
def moon(s):
    """SD-14: the seat with all twelve purple cards, or NOBODY."""
    for p in range(s.n):
        if s.taken[p] == SUIT:
            return p
    return NOBODY


def shooter_of(points: list[int]) -> int | None:
    """SD-14: who shot the moon in a round of these points. All tokens are worth less."""
    return points.index(MOON) if MOON in points else None


@njit
def points_so_far(s, p):
    """SD-13: five for each token, minus the numbers of the purple cards; or the moon."""
    shooter = moon(s)
    if shooter != NOBODY:
        return MOON if p == shooter else MOON_OTHERS
    return TOKEN * s.tokens[p] - poison_of(s.taken[p])


@njit
def poison_of(purple):
    """The sum of the numbers of purple cards."""
    total = 0
    while purple:
        total += lowest(purple) + 1
        purple &= purple - 1
    return total


@njit
def score(s, p):
    total = 0
    for i in range(s.n):  # rounds not played yet hold 0
        total += s.sheet[i * SEATS + p]
    return total


@njit
def payoffs(s, out):
    """SD-3: the highest score wins; ties share."""
    best = score(s, 0)
    winners = 0
    for p in range(s.n):
        best = max(best, score(s, p))
    for p in range(s.n):
        winners += score(s, p) == best
    for p in range(s.n):
        out[p] = 1.0 / winners if score(s, p) == best else 0.0


def reason(s) -> str:
    """SD-3, as one word: `rounds` when all have been played, else `lost`."""
    return "rounds" if s.round == s.n else "lost"


# --- all chance at once ---------------------------------------------------------------------


@njit
def deal(s, luck):
    """The chance up to the next decision: the same outcomes as move by move, only faster."""
    while s.player == CHANCE:
        if s.phase == DEAL:
            deal_rest(s, whole_deck(s), hand_size(s), luck)
            lay_scale(s)
        elif s.phase == TRUMP:
            turn_indicator(s, drawn_indicator(s, luck))
        elif s.phase == DRAW:
            draw_from_scale(s, nth(s.scale, below(luck, popcount(s.scale))))
        else:
            s.leader = below(luck, s.n)
            s.phase = DEAL


@njit
def drawn_indicator(s, luck):
    left = 0
    for colour in range(COLOURS):
        left += s.indicators[colour]
    k = below(luck, left)
    colour = 0
    while k >= s.indicators[colour]:
        k -= s.indicators[colour]
        colour += 1
    return colour
