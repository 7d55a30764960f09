"""The rules of Hidden Nim.

- HN-1: An open pile of 7 to 10 stones lies on the table, and each player has a pile of 1 to 5 that
  only its owner sees. All three are drawn by chance, evenly.
- HN-2: In turn, take 1 to 3 stones from the open pile or from your own.
- HN-3: Others see how many you take from the open pile; of your own pile only that you took.
- HN-4: Whoever has nothing left to take on their turn loses.
"""

from ryumon.kernel.fields import OPEN, OWN, SEAT, TURN, Field, Number, One
from ryumon.kernel.jit import njit
from ryumon.kernel.ops import CHANCE, OVER

SEATS = 2
TAKEN = 3  # stones that a move takes at most
LEAST, MOST_OPEN, MOST_OWN = 7, 10, 5
NOBODY = -1

# the numbers of the moves: those of the seats first, then those of chance
FROM_OPEN, FROM_OWN = 0, TAKEN
SEAT_MOVES = 2 * TAKEN
OPEN_IS = SEAT_MOVES
OWN_IS = OPEN_IS + MOST_OPEN - LEAST + 1
MOVES = OWN_IS + MOST_OWN
MOST = 2 * TAKEN  # legal moves at one time

FIELDS = [
    Field("pile", Number(0, MOST_OPEN), seen=OPEN),
    Field("own", Number(0, MOST_OWN), by=SEATS, seen=OWN),
    Field("took", Number(0, MOST_OWN), by=SEATS, seen=OPEN),  # how often from the own pile
    Field("dealt", Number(0, 1 + SEATS), seen=OPEN),  # piles
    Field("next", One(SEAT), seen=OPEN),  # whose turn it is, also while chance deals
    Field("player", TURN, seen=OPEN),
    Field("winner", One(SEAT), seen=OPEN),
]


@njit
def start(s, options):
    s.pile = 0
    s.dealt = 0
    s.next = 0
    s.player = CHANCE
    s.winner = NOBODY
    for p in range(SEATS):
        s.own[p] = 0
        s.took[p] = 0


@njit
def legal(s, out):
    n = 0
    if s.player == CHANCE:  # HN-1
        first = OPEN_IS if s.dealt == 0 else OWN_IS
        last = OWN_IS if s.dealt == 0 else MOVES
        for move in range(first, last):
            out[n] = move
            n += 1
    elif s.player != OVER:  # HN-2
        for k in range(min(TAKEN, s.pile)):
            out[n] = FROM_OPEN + k
            n += 1
        for k in range(min(TAKEN, s.own[s.player])):
            out[n] = FROM_OWN + k
            n += 1
    return n


@njit
def apply(s, move):
    if s.player == CHANCE:
        deal_pile(s, move)
    elif move < FROM_OWN:
        s.pile -= move - FROM_OPEN + 1
        pass_on(s)
    else:
        s.own[s.player] -= move - FROM_OWN + 1
        s.took[s.player] += 1
        pass_on(s)


@njit
def deal_pile(s, move):
    if s.dealt == 0:
        s.pile = LEAST + move - OPEN_IS
    else:
        s.own[s.dealt - 1] = 1 + move - OWN_IS
    s.dealt += 1
    if s.dealt == 1 + SEATS:
        s.player = s.next


@njit
def pass_on(s):
    s.next = 1 - s.player
    s.player = s.next
    if s.pile == 0 and s.own[s.player] == 0:  # HN-4
        s.winner = 1 - s.player
        s.player = OVER


@njit
def payoffs(s, out):
    for p in range(SEATS):
        out[p] = 1.0 if p == s.winner else 0.0


@njit
def score(s, p):
    return 1 if p == s.winner else 0


def reason(s):
    return "stuck"
