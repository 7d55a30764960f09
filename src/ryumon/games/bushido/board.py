"""Bushido Breaker: the map, the cards, the numbers of the moves, and what a state holds.

Ninja are counted from 0 (they sit in the first seats), samurai players from 0 (in the seats after
them), samurai from 0 (`s1` is 0), places in the order of notation.PLACES. What happened is kept by
round: what was laid, played and answered, and what everyone was shown of it.
"""

from __future__ import annotations

from ryumon.kernel.fields import FLAG, OPEN, OWN, TURN, Field, Number, One, SetOf, Thing
from ryumon.kernel.jit import njit

NINJA, GUARDS, SEATS = 2, 2, 4  # room for so many ninja, samurai players, seats
SAMURAI, PLACES, ROUNDS = 7, 8, 99
CHAMBER, CORRIDOR, CASTLE, DOJO, WEST, EAST, DAIMYO, DINING = range(8)
FLOORS = 1 << CORRIDOR  # where the Nightingale Floors are

# neighbours of each place as sets: the map for two players, then the greater one
NEAR = (
    0b000010, 0b000101, 0b001010, 0b110100, 0b001000, 0b001000, 0, 0,
    0b00000010, 0b00000101, 0b11001010, 0b00010100, 0b01001000, 0b11000000, 0b00110100, 0b00100100,
)  # fmt: skip
ACROSS = (
    0, 0, 0b110000, 0, 0b000100, 0b000100, 0, 0,
    0, 0b10001000, 0b00110000, 0b01000010, 0b00000100, 0b00000100, 0b10001000, 0b01000010,
)  # fmt: skip

# the specials, as `special:` moves and as bits of s.special
SHURIKENS_CARD, DIAGONAL_CARD, BLOWGUN_CARD, METSUBUSHI_CARD = range(4)
REINFORCEMENTS, REPAIR_ALARMS, SHOWDOWN_CARD, REVELATION_CARD = range(4, 8)
UNKNOWN_SPECIAL = 8  # in a forgotten state: one is held, which one is not known

# the words of ninja actions, and the cards of the samurai (MOVES_TO + place: a Move)
AN_KUNAI, A_SHURIKEN, A_SABOTAGE, A_MOVE, A_HIDE, SOME_SHURIKENS, A_DIAGONAL, A_BLOWGUN = range(8)
WORDS = 8
KATANA, YUMI, SEARCH, ALARM, EXITS = range(5)
MOVES_TO = 4
CARDS = 12

# the numbers of the moves
SPECIAL = 0
GATE = 8
KUNAI = 10
SHURIKEN = KUNAI + SAMURAI
SABOTAGE = SHURIKEN + SAMURAI
MOVE = SABOTAGE + 1
HIDE = MOVE + PLACES
SHURIKENS = HIDE + 1
DIAGONAL = SHURIKENS + 21
BLOWGUN = DIAGONAL + PLACES
GUARD = BLOWGUN + SAMURAI
METSUBUSHI = GUARD + SAMURAI * CARDS
SMOKE = METSUBUSHI + 1
NO = SMOKE + 1
REINFORCE = NO + 1
REPAIR = REINFORCE + 28
REPAIR_ONE = REPAIR + 21
REVELATION = REPAIR_ONE + 7
SHOWDOWN = REVELATION + 1
NONE = SHOWDOWN + 1
NEVER = NONE + 1  # readable but never legal, so that a refusal can say why: into the Chamber
MOVES = NEVER + SAMURAI + 2 * PLACES
SEAT_MOVES = MOVES
MOST = 64

# pairs of seven things, ascending: of different ones, and with equal ones
ONE = tuple(a for a in range(7) for _ in range(a + 1, 7))
TWO = tuple(b for a in range(7) for b in range(a + 1, 7))
ONE_OR_SAME = tuple(a for a in range(7) for _ in range(a, 7))
TWO_OR_SAME = tuple(b for a in range(7) for b in range(a, 7))

# what is being done; JUDGE stands only in forgotten states: somebody else may be answering
PICK, START, LAY, PLAY, BLIND, ESCAPE, AFTER, ENDED, JUDGE = range(9)
HIDDEN_TURN = -4  # in a forgotten state: whose turn it is cannot be seen

# what became of a ninja's action, as everyone is told
SECRET, BLOCKED, DODGED, NOTICED, CAPTURED, KILLED, SMOKED = range(7)
# answers of a ninja in a round, as bits
MET_ASKED, MET_LAID, SMOKE_ASKED, SMOKE_LAID = 1, 2, 4, 8
IN_PLAY, OUT = 0, 1
NINJA_WIN, SAMURAI_WIN = 1, 2
ALL_OUT, IN_CHAMBER, ALL_DEAD, NO_TURNS = range(1, 5)
NOTHING = -1

ACTION, WORD = Thing("move", MOVES), Thing("word", WORDS)
PLACE, SPECIAL_CARD = Thing("place", PLACES), Thing("special", UNKNOWN_SPECIAL + 1)
BY_NINJA, BY_GUARD = (ROUNDS, NINJA), (ROUNDS, GUARDS)
FIELDS = [
    # by round and ninja
    Field("laid", One(ACTION), by=BY_NINJA, used="turns"),
    Field("reacted", Number(0, 15), by=BY_NINJA, used="turns"),
    Field("fate", Number(SECRET, SMOKED), by=BY_NINJA, used="turns", seen=OPEN),  # as told to all
    Field("shown", One(ACTION), by=BY_NINJA, used="turns", seen=OPEN),  # smoked: only MOVE
    Field("shown_at", One(PLACE), by=BY_NINJA, used="turns", seen=OPEN),  # of a noticed ninja
    Field("word", One(WORD), by=BY_NINJA, used="turns", seen=OPEN),  # told by Revelation
    # by round and samurai player
    Field("played", One(ACTION), by=BY_GUARD, used="turns", seen=OPEN),
    Field("answer", One(ACTION), by=BY_GUARD, used="turns"),  # after the round (BB-27)
    # by round
    Field("dead", SetOf(Thing("samurai", SAMURAI)), ROUNDS, used="turns", seen=OPEN, width="i2"),
    Field("flipped", SetOf(PLACE), by=ROUNDS, used="turns", seen=OPEN),
    Field("chirps", SetOf(Thing("ninja", NINJA)), by=ROUNDS, used="turns", seen=OPEN),
    # now
    Field("picked", SetOf(SPECIAL_CARD), by=SEATS),  # at the start
    Field("special", SetOf(SPECIAL_CARD), by=SEATS),  # held
    Field("place", One(PLACE), by=NINJA, seen=OWN),
    Field("kunai", Number(0, 5), by=NINJA, seen=OWN),
    Field("shuriken", Number(0, 2), by=NINJA, seen=OWN),
    Field("smoke", Number(0, 1), by=NINJA, seen=OWN),
    Field("diagonals", Number(0, 2), by=NINJA, seen=OWN),  # uses left
    Field("row_word", One(WORD), by=NINJA, seen=OWN),
    Field("row", Number(0, ROUNDS), by=NINJA, seen=OWN),
    Field("notices", Number(0, ROUNDS), by=NINJA, seen=OPEN),
    Field("out", Number(IN_PLAY, OUT), by=NINJA, seen=OPEN),
    Field("gate", One(PLACE), by=NINJA, seen=OWN),
    Field("katana", Number(0, ROUNDS), by=GUARDS, seen=OPEN),
    Field("yumi", Number(0, ROUNDS), by=GUARDS, seen=OPEN),
    Field("post", One(PLACE), by=SAMURAI, seen=OPEN),  # none if not alive
    Field("off", SetOf(PLACE), seen=OPEN),  # disabled alarms
    Field("dart", One(Thing("samurai", SAMURAI))),  # the poisoned samurai
    Field("fuse", Number(0, 2)),  # rounds until it dies
    Field("showdown", FLAG, seen=OPEN),
    Field("n", Number(2, SEATS), seen=OPEN),
    Field("turns", Number(1, ROUNDS), seen=OPEN),
    Field("round", Number(0, ROUNDS), seen=OPEN),  # finished
    Field("phase", Number(PICK, JUDGE)),  # while somebody is asked only that seat knows it
    Field("player", TURN),
    Field("won", Number(0, SAMURAI_WIN), seen=OPEN),
    Field("why", Number(0, NO_TURNS), seen=OPEN),
]


@njit
def ninjas(s):
    return 2 if s.n == 4 else 1


@njit
def guards(s):
    return s.n - ninjas(s)


@njit
def needed(s):
    """Alarms that must be off before the Chamber may be entered."""
    return 3 if s.n == 2 else 5


@njit
def last_place(s):
    return EAST if s.n == 2 else DINING


@njit
def near(s, place):
    return 0 if s.showdown else NEAR[place + (0 if s.n == 2 else PLACES)]


@njit
def across(s, place):
    return 0 if s.showdown else ACROSS[place + (0 if s.n == 2 else PLACES)]


@njit
def alive(s):
    living = 0
    for x in range(SAMURAI):
        living += s.post[x] >= 0
    return living


@njit
def alone(s):
    """BB-3: one samurai is alive, so the first samurai seat plays for both."""
    return alive(s) == 1


@njit
def start(s, options):
    s.n = options[0]
    s.turns = options[1]
    for i in range(2 * s.turns):
        s.laid[i] = NOTHING
        s.reacted[i] = 0
        s.fate[i] = SECRET
        s.shown[i] = NOTHING
        s.shown_at[i] = NOTHING
        s.word[i] = NOTHING
        s.played[i] = NOTHING
        s.answer[i] = NOTHING
    for r in range(s.turns):
        s.dead[r] = 0
        s.flipped[r] = 0
        s.chirps[r] = 0
    for p in range(SEATS):
        s.picked[p] = 0
        s.special[p] = 0
    for k in range(NINJA):
        there = k < ninjas(s)
        s.place[k] = NOTHING
        s.gate[k] = NOTHING
        s.kunai[k] = 5 if there else 0
        s.shuriken[k] = 2 if there else 0
        s.smoke[k] = 1 if there else 0
        s.diagonals[k] = 0
        s.row_word[k] = NOTHING
        s.row[k] = 0
        s.notices[k] = 0
        s.out[k] = IN_PLAY if there else OUT
    for j in range(GUARDS):
        s.katana[j] = 5 if j < guards(s) else 0
        s.yumi[j] = 2 if j < guards(s) else 0
    for x in range(SAMURAI):
        s.post[x] = x + 1 if x < last_place(s) else NOTHING
    s.off = 0
    s.dart = NOTHING
    s.fuse = 0
    s.showdown = 0
    s.round = 0
    s.phase = PICK
    s.player = 0
    s.won = 0
    s.why = 0


@njit
def next_ninja(s, k):
    """The first ninja in play from k on, or NOTHING."""
    while k < ninjas(s):
        if s.out[k] == IN_PLAY:
            return k
        k += 1
    return NOTHING


@njit
def begin_round(s):
    s.phase = LAY
    s.player = next_ninja(s, 0)


@njit
def word_of(action):
    """The word of a ninja's action."""
    if action < SHURIKEN:
        return AN_KUNAI
    if action < SABOTAGE:
        return A_SHURIKEN
    if action < HIDE:
        return A_SABOTAGE if action == SABOTAGE else A_MOVE
    if action < DIAGONAL:
        return A_HIDE if action == HIDE else SOME_SHURIKENS
    return A_DIAGONAL if action < BLOWGUN else A_BLOWGUN
