"""Bushido Breaker: the rules BB-1 to BB-30 as functions on a state `s`.

Ninja are counted from 0 (they sit in the first seats), samurai players from 0 (in the seats after
them), samurai from 0 (`s1` is 0), places in the order of words.PLACES. What happened is kept by
round: what was laid, played and answered, and what everyone was shown of it. There is no chance.
"""

from __future__ import annotations

from ryumon.kernel.bits import popcount
from ryumon.kernel.jit import njit
from ryumon.kernel.luck import DECK, below
from ryumon.kernel.ops import OVER

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
MOVES = NONE + 1
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

FIELDS = [
    # by round and ninja
    ("laid", "i2", NINJA * ROUNDS),
    ("reacted", "i1", NINJA * ROUNDS),
    ("fate", "i1", NINJA * ROUNDS),  # what everyone was told, SECRET if nothing
    ("shown", "i2", NINJA * ROUNDS),  # the action shown with it; for a smoked Move only MOVE
    ("shown_at", "i1", NINJA * ROUNDS),  # where a noticed ninja was
    ("word", "i1", NINJA * ROUNDS),  # told by Revelation
    # by round and samurai player
    ("played", "i2", GUARDS * ROUNDS),
    ("answer", "i2", GUARDS * ROUNDS),  # to the question after the round (BB-27)
    # by round
    ("dead", "i2", ROUNDS),  # set of samurai
    ("flipped", "i2", ROUNDS),  # set of places
    ("chirps", "i1", ROUNDS),  # set of ninja
    # now
    ("picked", "i2", SEATS),  # specials at the start, as a set
    ("special", "i2", SEATS),  # held, as a set
    ("place", "i1", NINJA),
    ("kunai", "i1", NINJA),
    ("shuriken", "i1", NINJA),
    ("smoke", "i1", NINJA),
    ("diagonals", "i1", NINJA),  # uses left
    ("row_word", "i1", NINJA),
    ("row", "i1", NINJA),
    ("notices", "i1", NINJA),
    ("out", "i1", NINJA),
    ("gate", "i1", NINJA),
    ("katana", "i1", GUARDS),
    ("yumi", "i1", GUARDS),
    ("post", "i1", SAMURAI),  # place, NOTHING if not alive
    ("off", "i2"),  # disabled alarms, a set of places
    ("dart", "i1"),  # the poisoned samurai, or NOTHING
    ("fuse", "i1"),  # rounds until it dies
    ("showdown", "i1"),
    ("n", "i1"),
    ("turns", "i1"),
    ("round", "i1"),  # finished
    ("phase", "i1"),
    ("player", "i1"),
    ("won", "i1"),
    ("why", "i1"),
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
def turn(s):
    return s.player


# --- what may be done -----------------------------------------------------------------------


@njit
def legal(s, out):
    return list_moves(s, out, 0)


@njit
def list_moves(s, out, n):
    """Write the legal moves from out[n] on; returns where they end."""
    if s.phase == LAY:
        return list_actions(s, out, n)
    if s.phase == PLAY:
        return list_cards(s, out, n)
    if s.phase == AFTER:
        return list_specials(s, out, n)
    if s.phase == PICK:
        return list_picks(s, out, n)
    if s.phase == ENDED:
        return n
    if s.phase == START:
        out[n] = GATE
        out[n + 1] = GATE + 1
    else:
        out[n] = METSUBUSHI if s.phase == BLIND else SMOKE
        out[n + 1] = NO
    return n + 2


@njit
def list_picks(s, out, n):
    """BB-1: not what the partner took; the lone ninja of three players picks two, ascending."""
    ninja = s.player < ninjas(s)
    taken = 0
    for p in range(ninjas(s) if not ninja else 0, s.n):
        if ninja == (p < ninjas(s)):
            taken |= s.picked[p]
    first = SHURIKENS_CARD if ninja else REINFORCEMENTS
    for special in range(first, first + 4):
        if s.n == 3 and taken == 0 and special == METSUBUSHI_CARD:
            continue  # nothing could follow it
        if s.n == 3 and taken >> special:
            continue
        if taken >> special & 1 == 0:
            out[n] = SPECIAL + special
            n += 1
    return n


@njit
def list_actions(s, out, n):
    k = s.player
    here = s.place[k]
    beside = near(s, here)
    if s.kunai[k] > 0:  # BB-5
        for x in range(SAMURAI):
            if s.post[x] == here:
                out[n] = KUNAI + x
                n += 1
    if s.shuriken[k] > 0:
        for x in range(SAMURAI):
            if s.post[x] >= 0 and beside >> s.post[x] & 1:
                out[n] = SHURIKEN + x
                n += 1
    if s.off >> here & 1 == 0:  # BB-6; nobody stays in the Chamber
        out[n] = SABOTAGE
        n += 1
    if may_repeat(s, k, A_MOVE):
        n = list_ways(s, out, n)
    if may_repeat(s, k, A_HIDE):
        out[n] = HIDE
        n += 1
    if s.special[k]:
        n = list_special_actions(s, out, n)
    return n


@njit
def may_repeat(s, k, word):
    """BB-7: at most two turns in a row."""
    return s.row_word[k] != word or s.row[k] < 2


@njit
def list_ways(s, out, n):
    if s.showdown:  # BB-28: a bluff
        out[n] = MOVE + CORRIDOR
        return n + 1
    ways = near(s, s.place[s.player])
    if popcount(s.off) < needed(s):
        ways &= ~(1 << CHAMBER)  # BB-8
    for to in range(PLACES):
        if ways >> to & 1:
            out[n] = MOVE + to
            n += 1
    return n


@njit
def list_special_actions(s, out, n):
    k = s.player
    here = s.place[k]
    beside = near(s, here)
    if s.special[k] >> SHURIKENS_CARD & 1 and beside:  # BB-24
        for pair in range(len(ONE)):
            a = s.post[ONE[pair]]
            b = s.post[TWO[pair]]
            if a >= 0 and b >= 0 and a != b and beside >> a & 1 and beside >> b & 1:
                out[n] = SHURIKENS + pair
                n += 1
    if s.special[k] >> DIAGONAL_CARD & 1:  # BB-25
        ways = across(s, here)
        for to in range(PLACES):
            if ways >> to & 1:
                out[n] = DIAGONAL + to
                n += 1
    if s.special[k] >> BLOWGUN_CARD & 1:  # BB-26
        for x in range(SAMURAI):
            if s.post[x] >= 0:
                out[n] = BLOWGUN + x
                n += 1
    return n


@njit
def alone(s):
    """BB-3: one samurai is alive, so the first samurai seat plays for both."""
    return alive(s) == 1


@njit
def list_cards(s, out, n):
    j = s.player - ninjas(s)
    katana = s.katana[j] > 0
    yumi = s.yumi[j] > 0
    used = NOTHING
    if j == 1:
        used = (s.played[GUARDS * s.round] - GUARD) // CARDS
    elif alone(s):
        katana = s.katana[0] + s.katana[1] > 0
        yumi = s.yumi[0] + s.yumi[1] > 0
    for x in range(SAMURAI):
        if s.post[x] < 0 or x == used:
            continue
        base = GUARD + x * CARDS
        if katana:
            out[n] = base + KATANA
            n += 1
        if yumi:
            out[n] = base + YUMI
            n += 1
        out[n] = base + SEARCH
        out[n + 1] = base + ALARM
        out[n + 2] = base + EXITS
        n += 3
        ways = near(s, s.post[x])
        for to in range(CORRIDOR, PLACES):  # BB-13: never the Chamber
            if ways >> to & 1:
                out[n] = base + MOVES_TO + to
                n += 1
    return n


@njit
def list_specials(s, out, n):
    """BB-27: what the seat's special can do now, and `none`."""
    held = s.special[s.player]
    if held >> REINFORCEMENTS & 1 and alive(s) <= 4:
        if s.showdown:
            out[n] = REINFORCE  # to the Corridor (BB-28)
            n += 1
        else:
            for pair in range(len(ONE_OR_SAME)):
                if TWO_OR_SAME[pair] + 1 <= last_place(s):
                    out[n] = REINFORCE + pair
                    n += 1
    if held >> REPAIR_ALARMS & 1 and s.showdown == 0:
        n = list_repairs(s, out, n)
    if held >> REVELATION_CARD & 1:
        out[n] = REVELATION
        n += 1
    if held >> SHOWDOWN_CARD & 1 and alive(s) == 2:
        out[n] = SHOWDOWN
        n += 1
    out[n] = NONE
    return n + 1


@njit
def list_repairs(s, out, n):
    """Two of the disabled alarms, or the only one."""
    for pair in range(len(ONE)):
        if s.off >> (ONE[pair] + 1) & 1 and s.off >> (TWO[pair] + 1) & 1:
            out[n] = REPAIR + pair
            n += 1
    if popcount(s.off) == 1:
        for place in range(CORRIDOR, PLACES):
            if s.off >> place & 1:
                out[n] = REPAIR_ONE + place - 1
                n += 1
    return n


@njit
def pick(s, luck):
    last = list_moves(s, luck, DECK)
    return luck[DECK + below(luck, last - DECK)]


@njit
def weight(s, move):
    return 1  # there is no chance


@njit
def deal(s, luck):
    pass  # there is no chance


# --- what a move does -----------------------------------------------------------------------


@njit
def apply(s, move):
    if s.phase == LAY:
        lay(s, move)
    elif s.phase == PLAY:
        play_card(s, move)
    elif s.phase == AFTER:
        answer(s, move)
    elif s.phase == PICK:
        take_special(s, move - SPECIAL)
    elif s.phase == START:
        enter(s, WEST + move - GATE)
    else:
        react(s, move)


@njit
def take_special(s, special):
    s.picked[s.player] |= 1 << special
    s.special[s.player] |= 1 << special
    if special == DIAGONAL_CARD:
        s.diagonals[s.player] = 2
    if s.n == 3 and popcount(s.special[0]) < 2:
        return
    s.player += 1
    if s.player == s.n or s.n == 3:
        s.player = 0
        s.phase = START


@njit
def enter(s, gate):
    s.place[s.player] = gate
    s.gate[s.player] = gate
    s.player += 1
    if s.player == ninjas(s):
        begin_round(s)


@njit
def begin_round(s):
    s.phase = LAY
    s.player = next_ninja(s, 0)


@njit
def next_ninja(s, k):
    """The first ninja in play from k on, or NOTHING."""
    while k < ninjas(s):
        if s.out[k] == IN_PLAY:
            return k
        k += 1
    return NOTHING


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


@njit
def lay(s, move):
    """BB-2; BB-10: what is limited is used up when laid."""
    k = s.player
    word = word_of(move)
    s.laid[NINJA * s.round + k] = move
    if word == AN_KUNAI:
        s.kunai[k] -= 1
    elif word == A_SHURIKEN:
        s.shuriken[k] -= 1
    elif word == SOME_SHURIKENS:
        s.special[k] ^= 1 << SHURIKENS_CARD
    elif word == A_DIAGONAL:
        s.diagonals[k] -= 1
        if s.diagonals[k] == 0:
            s.special[k] ^= 1 << DIAGONAL_CARD
    elif word == A_BLOWGUN:
        s.special[k] ^= 1 << BLOWGUN_CARD
        s.dart = move - BLOWGUN
        s.fuse = 2  # this round and the next (BB-26)
    count_row(s, k, word)
    k = next_ninja(s, k + 1)
    if k == NOTHING:
        s.phase = PLAY
        k = ninjas(s)
    s.player = k


@njit
def count_row(s, k, word):
    """BB-7: only Move and Hide make a row."""
    if word != A_MOVE and word != A_HIDE:
        s.row_word[k] = NOTHING
        s.row[k] = 0
    elif s.row_word[k] == word:
        s.row[k] += 1
    else:
        s.row_word[k] = word
        s.row[k] = 1


@njit
def play_card(s, move):
    j = s.player - ninjas(s)
    s.played[GUARDS * s.round + j] = move
    card = (move - GUARD) % CARDS
    if card == KATANA:
        s.katana[j if s.katana[j] > 0 else 1] -= 1
    elif card == YUMI:
        s.yumi[j if s.yumi[j] > 0 else 1] -= 1
    if j + 1 < guards(s) and not alone(s):
        s.player += 1
    else:
        judge(s)


@njit
def react(s, move):
    k = s.player
    at = NINJA * s.round + k
    if s.phase == BLIND:
        s.reacted[at] |= MET_ASKED
        if move == METSUBUSHI:
            s.reacted[at] |= MET_LAID
            s.special[k] ^= 1 << METSUBUSHI_CARD
    else:
        s.reacted[at] |= SMOKE_ASKED
        if move == SMOKE:
            s.reacted[at] |= SMOKE_LAID
            s.smoke[k] -= 1
    judge(s)


# --- the order of a round (BB-30) -----------------------------------------------------------


@njit
def card_of(s, x):
    """The card played for a samurai in this round, or NOTHING."""
    for j in range(GUARDS):
        move = s.played[GUARDS * s.round + j]
        if move >= 0 and (move - GUARD) // CARDS == x:
            return (move - GUARD) % CARDS
    return NOTHING


@njit
def judge(s):
    """Ask whoever must be asked next, or settle the round."""
    base = NINJA * s.round
    for k in range(ninjas(s)):  # 1
        action = s.laid[base + k]
        if (
            KUNAI <= action < SHURIKEN
            and s.special[k] >> METSUBUSHI_CARD & 1
            and s.reacted[base + k] & MET_ASKED == 0
            and card_of(s, action - KUNAI) == KATANA
        ):
            s.phase = BLIND
            s.player = k
            return
    found = weigh(s)
    for k in range(ninjas(s)):  # 4
        hit = found >> (HIT + k) & 1
        if hit and s.smoke[k] > 0 and s.reacted[base + k] & SMOKE_ASKED == 0:
            s.phase = ESCAPE
            s.player = k
            return
    settle(s, found)


# what `weigh` finds, as bits of one number: dying samurai first, then by ninja
HIT, SEEN, STOPPED, EVADED = 7, 9, 11, 13


@njit
def acts(s, k):
    """The action of a ninja that is judged: NOTHING for one that is out or has smoked."""
    at = NINJA * s.round + k
    return NOTHING if s.reacted[at] & SMOKE_LAID else s.laid[at]


@njit
def void_katana(s):
    """BB-21: the samurai whose Katana is void, as a set."""
    found = 0
    for k in range(ninjas(s)):
        if acts(s, k) >= 0 and s.reacted[NINJA * s.round + k] & MET_LAID:
            found |= 1 << (acts(s, k) - KUNAI)
    return found


@njit
def guarded(s, place, card, void):
    """Is this card played by a samurai at the place, and not void?"""
    for j in range(GUARDS):
        move = s.played[GUARDS * s.round + j]
        if move >= 0 and (move - GUARD) % CARDS == card:
            x = (move - GUARD) // CARDS
            if s.post[x] == place and void >> x & 1 == 0:
                return True
    return False


@njit
def weigh(s):
    """Steps 2 and 3: who dies, who is hit, noticed, blocked, dodged. Changes nothing."""
    void = void_katana(s)
    found = 0
    for k in range(ninjas(s)):
        action = acts(s, k)
        if KUNAI <= action < SHURIKEN:
            if guarded(s, s.place[k], KATANA, void):
                found |= 1 << (HIT + k)  # BB-11
            elif guarded(s, s.place[k], YUMI, 0):
                found |= 1 << (STOPPED + k)  # BB-12
            else:
                found |= 1 << (action - KUNAI)
    stabbed = found & 0x7F
    for k in range(ninjas(s)):
        action = acts(s, k)
        if SHURIKEN <= action < SABOTAGE:
            found |= thrown(s, k, action - SHURIKEN, void, stabbed)
        elif SHURIKENS <= action < DIAGONAL:  # BB-24
            found |= thrown(s, k, ONE[action - SHURIKENS], void, stabbed)
            found |= thrown(s, k, TWO[action - SHURIKENS], void, stabbed)
    for j in range(GUARDS):  # 3
        move = s.played[GUARDS * s.round + j]
        if move >= 0 and found >> ((move - GUARD) // CARDS) & 1 == 0:
            found |= notices_by(s, (move - GUARD) // CARDS, (move - GUARD) % CARDS)
    return found


@njit
def thrown(s, k, x, void, stabbed):
    """A Shuriken at samurai x."""
    card = card_of(s, x)
    if card == YUMI:
        return 1 << (HIT + k)  # BB-12
    if card == KATANA and void >> x & 1 == 0:
        return 1 << (STOPPED + k)  # BB-11
    if card > MOVES_TO and stabbed >> x & 1 == 0:
        return 1 << (EVADED + k)  # BB-13
    return 1 << x


@njit
def notices_by(s, x, card):
    """BB-14, BB-15, BB-16: whom a living samurai's card notices; a second time is a hit."""
    found = 0
    for k in range(ninjas(s)):
        action = acts(s, k)
        if action < 0 or s.place[k] != s.post[x]:
            continue
        word = word_of(action)
        if (
            (card == ALARM and word == A_SABOTAGE)
            or (card == EXITS and word in (A_MOVE, A_DIAGONAL))
            or (card == SEARCH and word == A_HIDE)
        ):
            found |= 1 << (SEEN + k)
            if s.notices[k] == 1:
                found |= 1 << (HIT + k)  # BB-17
    return found


@njit
def fate_of(s, k, found):
    """What everyone is told of a ninja's action (BB-17 to BB-19)."""
    if s.reacted[NINJA * s.round + k] & SMOKE_LAID:
        return SMOKED
    if found >> (SEEN + k) & 1:
        return CAPTURED if found >> (HIT + k) & 1 else NOTICED
    if found >> (HIT + k) & 1:
        return KILLED
    if found >> (STOPPED + k) & 1:
        return BLOCKED
    return DODGED if found >> (EVADED + k) & 1 else SECRET


@njit
def settle(s, found):
    """Steps 5 to 8."""
    r = s.round
    for k in range(ninjas(s)):
        at = NINJA * r + k
        if s.laid[at] >= 0:
            fate = fate_of(s, k, found)
            s.fate[at] = fate
            if fate != SECRET or s.reacted[at] & MET_LAID:
                show_action(s, k, fate)
            if fate in (KILLED, CAPTURED):
                s.out[k] = OUT
            if fate in (NOTICED, CAPTURED):
                s.notices[k] += 1
    bury(s, found & 0x7F)
    for k in range(ninjas(s)):
        if acts(s, k) >= 0 and s.out[k] == IN_PLAY:
            carry_out(s, k)
    move_samurai(s)
    spread_poison(s)
    s.round += 1
    if not ended(s):
        s.player = ninjas(s) - 1
        ask_next(s)


@njit
def show_action(s, k, fate):
    at = NINJA * s.round + k
    action = s.laid[at]
    word = word_of(action)
    if fate == SMOKED and word == A_MOVE:
        action = MOVE  # BB-22: not where it led
    elif fate == SMOKED and word == A_DIAGONAL:
        action = DIAGONAL
    s.shown[at] = action
    if fate in (NOTICED, CAPTURED):
        s.shown_at[at] = s.place[k]


@njit
def bury(s, dying):
    """Dead samurai leave; a dart in one of them is lost (BB-26)."""
    for x in range(SAMURAI):
        if dying >> x & 1:
            s.post[x] = NOTHING
            s.dead[s.round] |= 1 << x
            if s.dart == x:
                s.dart = NOTHING


@njit
def carry_out(s, k):
    """Step 6: a sabotage that was not noticed, a move, a chirp."""
    at = NINJA * s.round + k
    word = word_of(s.laid[at])
    if word == A_SABOTAGE and s.fate[at] == SECRET:
        s.off |= 1 << s.place[k]
        s.flipped[s.round] |= 1 << s.place[k]
    elif (word == A_MOVE and s.showdown == 0) or word == A_DIAGONAL:
        to = s.laid[at] - (MOVE if word == A_MOVE else DIAGONAL)
        if to != CHAMBER or s.fate[at] == SECRET:  # BB-15
            s.place[k] = to
            if FLOORS >> to & 1:
                s.chirps[s.round] |= 1 << k  # BB-9


@njit
def move_samurai(s):
    for j in range(GUARDS):
        move = s.played[GUARDS * s.round + j]
        if move >= 0:
            x = (move - GUARD) // CARDS
            card = (move - GUARD) % CARDS
            if card > MOVES_TO and s.post[x] >= 0:
                s.post[x] = card - MOVES_TO


@njit
def spread_poison(s):
    """Step 7."""
    if s.dart >= 0:
        s.fuse -= 1
        if s.fuse == 0:
            s.post[s.dart] = NOTHING
            s.dead[s.round] |= 1 << s.dart
            s.dart = NOTHING


@njit
def ended(s):
    """BB-23, in its order."""
    if next_ninja(s, 0) == NOTHING:
        return end(s, SAMURAI_WIN, ALL_OUT)
    for k in range(ninjas(s)):
        if s.out[k] == IN_PLAY and s.place[k] == CHAMBER:
            return end(s, NINJA_WIN, IN_CHAMBER)
    if alive(s) == 0:
        return end(s, NINJA_WIN, ALL_DEAD)
    if s.round == s.turns:
        return end(s, SAMURAI_WIN, NO_TURNS)
    return False


@njit
def end(s, side, why):
    s.won = side
    s.why = why
    s.phase = ENDED
    s.player = OVER
    return True


# --- between rounds (BB-27) -----------------------------------------------------------------


@njit
def ask_next(s):
    """The next samurai seat that holds a special, else the next round."""
    seat = s.player + 1
    while seat < s.n and s.special[seat] == 0:
        seat += 1
    if seat < s.n:
        s.phase = AFTER
        s.player = seat
    else:
        begin_round(s)


@njit
def answer(s, move):
    s.answer[GUARDS * (s.round - 1) + s.player - ninjas(s)] = move
    if move != NONE:
        s.special[s.player] = 0
        if move < REPAIR:
            reinforce(s, move - REINFORCE)
        elif move < REPAIR_ONE:
            s.off &= ~(1 << (ONE[move - REPAIR] + 1) | 1 << (TWO[move - REPAIR] + 1))
        elif move < REVELATION:
            s.off &= ~(1 << (move - REPAIR_ONE + 1))
        elif move == REVELATION:
            reveal(s)
        else:
            meet(s)
    ask_next(s)


@njit
def reinforce(s, pair):
    """The lowest numbers that are not alive; the lower one at the place named first."""
    place = ONE_OR_SAME[pair] + 1
    todo = 2
    for x in range(SAMURAI):
        if s.post[x] < 0 and todo > 0:
            s.post[x] = place
            place = TWO_OR_SAME[pair] + 1
            todo -= 1


@njit
def reveal(s):
    """Revelation: the words of the last four actions of each ninja in play."""
    for k in range(ninjas(s)):
        if s.out[k] == IN_PLAY:
            for r in range(max(s.round - 4, 0), s.round):
                s.word[NINJA * r + k] = word_of(s.laid[NINJA * r + k])


@njit
def meet(s):
    """BB-28: all are in the Corridor."""
    s.showdown = 1
    for x in range(SAMURAI):
        if s.post[x] >= 0:
            s.post[x] = CORRIDOR
    for k in range(ninjas(s)):
        if s.out[k] == IN_PLAY:
            s.place[k] = CORRIDOR


# --- the end --------------------------------------------------------------------------------


@njit
def score(s, p):
    if s.won == 0:
        return 0
    return 1 if (p < ninjas(s)) == (s.won == NINJA_WIN) else 0


@njit
def payoffs(s, out):
    """BB-23: the whole side wins."""
    winners = ninjas(s) if s.won == NINJA_WIN else guards(s)
    for p in range(s.n):
        out[p] = score(s, p) / winners


def reason(s) -> str:
    """BB-23 as one word."""
    return {ALL_OUT: "out", IN_CHAMBER: "chamber", ALL_DEAD: "dead", NO_TURNS: "turns"}[s.why]
