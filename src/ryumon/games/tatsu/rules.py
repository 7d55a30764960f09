"""Tatsu: the rules TA-1 to TA-13 as functions on a state `s`.

A set of segments is an integer with one bit per segment, segment 1 first. The stones lie in such
sets, one for each seat and type: `inner` and `outer` places, `seat * TYPES + type`; what lies
beside the ring is counted in the same order. The rules never draw a random number: chance is a
player (`~` moves), and the numbers of the moves are the ones named in words.NAMES.

One file, though long: the rules stand in the order of the rulebook, to be read beside it.
"""

from __future__ import annotations

from itertools import permutations

from ryumon.kernel.bits import lowest, nth, popcount
from ryumon.kernel.fields import OPEN, TURN, Field, Number, One, Packed, SetOf, Thing
from ryumon.kernel.jit import hot, njit
from ryumon.kernel.rng import below
from ryumon.kernel.ops import CHANCE, OVER

SEATS = 2
BLACK, WHITE = range(SEATS)  # Black moves clockwise, White the other way
SEGMENTS = 24
RING = (1 << SEGMENTS) - 1  # all segments
FACES = 6

VINE, WATER, FIRE = range(3)
TYPES = 3
ALL_TYPES = (1 << TYPES) - 1  # as a set
LETTERS = "VWF"
STONES = (4, 3, 2)  # each player has, by type
DRAWN = 1000  # the turn after which nobody wins (TA-13)

# the printed picture is lost: the tables below are rulings, each with its rule
CORNERS = (4, 8, 12, 16, 20, 24)
CORNER_TYPES = "WFWVFV"  # TA-2, in the order of CORNERS
GATES = 3  # a die up to here enters (TA-9)
ENTRIES = (1, 2, 3, 15, 14, 13)  # TA-1: Black's gates 1, 2, 3, then White's

# the option `corners`: every way to give two corners to each type, and the same as numbers of two
# bits for each corner
LAYOUTS = tuple(sorted({"".join(p) for p in permutations(LETTERS * 2)}))
PACKED = tuple(sum(LETTERS.index(t) << 2 * k for k, t in enumerate(one)) for one in LAYOUTS)

# what is being done: chance first, then the seats' decision
FIRST, ROLL, MOVE, ENDED = range(4)

# the numbers of the moves: for each seat and die a stone from each segment; for each seat and gate
# a stone of each type; escapes as the first; then the outcomes of chance
ENTER = SEATS * FACES * SEGMENTS
ESCAPE = ENTER + SEATS * GATES * TYPES
FIRST_IS = ESCAPE + ENTER
ROLLED = FIRST_IS + SEATS
DICE = [(one, two) for one in range(1, FACES + 1) for two in range(one, FACES + 1)]
LOWER = tuple(one for one, _ in DICE)
HIGHER = tuple(two for _, two in DICE)
ROLLS = len(DICE)
MOVES = ROLLED + ROLLS
SEAT_MOVES = FIRST_IS  # those that a seat can make are the lowest
MOST = ROLLS  # legal moves at one time: nine stones and two dice give 18 at most
NOBODY = -1

# the dice that are left to use
NONE, LOW, HIGH, BOTH = range(4)

# the parts of the set `choices`, by their first members
OTHER = SEGMENTS
GATE = 2 * SEGMENTS
OTHER_GATE = GATE + TYPES

SEGMENT, TYPE, PLAYER = Thing("segment", SEGMENTS), Thing("type", TYPES), Thing("seat", SEATS)
FIELDS = [  # nothing is hidden
    Field("inner", SetOf(SEGMENT), by=(SEATS, TYPES), seen=OPEN),  # with such a stone inside
    Field("outer", SetOf(SEGMENT), by=(SEATS, TYPES), seen=OPEN),  # and on the outer place
    Field("tray", Number(0, 4), by=(SEATS, TYPES), seen=OPEN),
    Field("mat", Number(0, 4), by=(SEATS, TYPES), seen=OPEN),
    Field("dead", Number(0, 4), by=(SEATS, TYPES), seen=OPEN),  # by owner, in the other's dead zone
    Field("corner", One(TYPE), by=SEGMENTS, seen=OPEN),  # that a segment recruits (TA-8)
    Field("open", Packed(64), seen=OPEN),  # `choices` of the seat to move, worked out once
    Field("turns", Number(0, DRAWN), seen=OPEN),  # rolls so far, the present one too
    Field("layout", Number(0, len(LAYOUTS) - 1), seen=OPEN),  # the option `corners`
    Field("phase", Number(FIRST, ENDED), seen=OPEN),
    Field("player", TURN, seen=OPEN),
    Field("mover", One(PLAYER), seen=OPEN),  # whose turn it is, from the roll on
    Field("low", Number(0, FACES), seen=OPEN),  # the dice of this turn
    Field("high", Number(0, FACES), seen=OPEN),
    Field("left", Number(NONE, BOTH), seen=OPEN),  # which of them are not used yet
    Field("winner", One(PLAYER), seen=OPEN),
]


@njit
def start(s, options):
    for k in range(SEATS * TYPES):
        s.inner[k] = 0
        s.outer[k] = 0
        s.tray[k] = STONES[k % TYPES]
        s.mat[k] = 0
        s.dead[k] = 0
    for k in range(SEATS * GATES):  # TA-1: three Vines on the entry segments
        vines = k // GATES * TYPES + VINE
        s.inner[vines] |= 1 << (ENTRIES[k] - 1)
        s.tray[vines] -= 1
    for segment in range(SEGMENTS):
        s.corner[segment] = -1
    s.layout = options[1]
    types = PACKED[s.layout]
    for k in range(len(CORNERS)):  # TA-2
        s.corner[CORNERS[k] - 1] = types >> (2 * k) & 3
    s.turns = 0
    s.mover = NOBODY
    s.winner = NOBODY
    s.phase = FIRST
    s.player = CHANCE
    clear_dice(s)


@njit
def clear_dice(s):
    s.low = 0
    s.high = 0
    s.left = NONE
    s.open = 0


# --- where the stones lie -------------------------------------------------------------------


@njit
def inner_of(s, p):
    return s.inner[p * TYPES] | s.inner[p * TYPES + 1] | s.inner[p * TYPES + 2]


@njit
def outer_of(s, p):
    return s.outer[p * TYPES] | s.outer[p * TYPES + 1] | s.outer[p * TYPES + 2]


@njit
def full(s):
    """The segments with two stones (TA-4)."""
    return outer_of(s, BLACK) | outer_of(s, WHITE)


@njit
def free(s, p):
    """Where a stone of p may move: outer ones, and inner ones that nothing holds (TA-5, TA-7)."""
    return outer_of(s, p) | (inner_of(s, p) & ~full(s))


@njit
def entangled(s, p):
    """Where a stone of p is held by an enemy Vine: only Vines lie over enemies (TA-6)."""
    return inner_of(s, p) & outer_of(s, 1 - p)


@njit
def ahead(p, die):
    """How many segments clockwise a die brings p: White goes backwards."""
    return die if p == BLACK else SEGMENTS - die


@njit
def origins(segments, p, die):
    """From where p ends on one of these segments with this die."""
    way = ahead(p, die)
    return (segments >> way | segments << (SEGMENTS - way)) & RING


@njit
def target(segment, p, die):
    """Where p ends from this segment with this die."""
    to = segment + ahead(p, die)
    return to if to < SEGMENTS else to - SEGMENTS


# --- what may be done -----------------------------------------------------------------------


@njit
def movers(s, p, die):
    """From where a stone of p can move with this die: its end must not be full (TA-4)."""
    if die == 0:
        return 0
    return free(s, p) & ~origins(full(s), p, die)


@njit
def entrants(s, p, die):
    """The types, as bits, of which p can enter a stone with this die (TA-9)."""
    types = 0
    if 0 < die <= GATES and not full(s) >> (ENTRIES[p * GATES + die - 1] - 1) & 1:
        for t in range(TYPES):
            if s.mat[p * TYPES + t] > 0:
                types |= 1 << t
    return types


@njit
def escapers(s, p, die):
    """From where an entangled stone of p can escape with this die, the smaller one (TA-10)."""
    held = entangled(s, p)
    if die == 0 or held == 0:
        return 0
    return held & ~origins(full(s), p, die)


@njit
def one_die(s):
    """The first of the different dice that are left, the smaller one if both are."""
    return s.high if s.left == HIGH else s.low


@njit
def other_die(s):
    """The second of the different dice that are left, or 0. Equal dice are one choice."""
    return s.high if s.left == BOTH and s.low != s.high else 0


@njit
def escape_die(s):
    """TA-10: the smaller die, and only while neither has been used; else 0."""
    return s.low if s.left == BOTH else 0


@hot
def choices(s):
    """All that the seat to move can do with the dice that are left, as one set: segments left with
    the one die, segments left with the other, types that enter with the one, with the other. A
    stone that escapes is held, so its segment is never among those that may be left freely."""
    p = s.player
    one = one_die(s)
    two = other_die(s)
    found = movers(s, p, one) | escapers(s, p, escape_die(s)) | movers(s, p, two) << OTHER
    return found | entrants(s, p, one) << GATE | entrants(s, p, two) << OTHER_GATE


@njit
def moves_with(p, die):
    """The number of p's move with this die from the first segment; the others follow."""
    return (p * FACES + die - 1) * SEGMENTS


@njit
def entries_with(p, die):
    """The number of p's entry of a Vine with this die; the other types follow."""
    return ENTER + (p * GATES + die - 1) * TYPES


@njit
def number(s, member):
    """The number of the move that a member of `choices` stands for."""
    p = s.player
    if member >= OTHER_GATE:
        return entries_with(p, s.high) + member - OTHER_GATE
    if member >= GATE:
        return entries_with(p, one_die(s)) + member - GATE
    other = member >= OTHER
    segment = member - OTHER if other else member
    move = moves_with(p, s.high if other else one_die(s)) + segment
    return move if free(s, p) >> segment & 1 else ESCAPE + move


@hot
def pick(s, luck):
    found = s.open
    return number(s, nth(found, below(luck, popcount(found))))


@njit
def legal(s, out):
    n = 0
    if s.phase == MOVE:
        p = s.player
        one = one_die(s)
        found = s.open
        held = found & RING & ~free(s, p)
        n = listed(found & RING ^ held, moves_with(p, one), out, n)
        n = listed(found >> OTHER & RING, moves_with(p, s.high), out, n)
        n = listed(found >> GATE & ALL_TYPES, entries_with(p, one), out, n)
        n = listed(found >> OTHER_GATE, entries_with(p, s.high), out, n)
        n = listed(held, ESCAPE + moves_with(p, one), out, n)
    elif s.phase == ROLL:
        for k in range(ROLLS):
            out[k] = ROLLED + k
        n = ROLLS
    elif s.phase == FIRST:
        for p in range(SEATS):
            out[p] = FIRST_IS + p
        n = SEATS
    return n


@njit
def listed(found, first, out, n):
    """Write the numbers of these members, counted from `first`, after n others; returns how many
    there are then."""
    while found:
        out[n] = first + lowest(found)
        found &= found - 1
        n += 1
    return n


@njit
def weight(s, move):
    """Two different dice fall in two ways (TA-3); who starts is even (TA-1)."""
    if s.phase == ROLL:
        k = move - ROLLED
        return 1 if LOWER[k] == HIGHER[k] else 2
    return 1


# --- what a move does -----------------------------------------------------------------------


@hot
def apply(s, move):
    if s.phase == MOVE:
        use(s, move)
    elif s.phase == ROLL:
        roll(s, LOWER[move - ROLLED], HIGHER[move - ROLLED])
    else:
        s.mover = move - FIRST_IS  # TA-1
        s.phase = ROLL


@hot
def roll(s, low, high):
    """TA-3: both dice are to be used by the seat whose turn it is."""
    s.turns += 1
    s.low = low
    s.high = high
    s.left = BOTH
    s.phase = MOVE
    s.player = s.mover
    find_choices(s)


@hot
def use(s, move):
    """Use a die: leave, land, recruit, look for the win, in this order (TA-12). Landing removes
    enemy stones and recruiting brings one's own, so those two do not depend on their order; and
    nobody wins but by removing a stone, which is quicker to ask than `wins`."""
    p = s.player
    escape = move >= ESCAPE
    if escape:
        move -= ESCAPE
    if move < ENTER:
        die = move // SEGMENTS - p * FACES + 1
        segment = move % SEGMENTS
        t = leave_inner(s, p, segment) if escape else leave(s, p, segment)
        to = target(segment, p, die)
    else:
        t = (move - ENTER) % TYPES
        gate = (move - ENTER) // TYPES
        die = gate - p * GATES + 1
        to = ENTRIES[gate] - 1
        s.mat[p * TYPES + t] -= 1
    removed = land(s, p, t, to)
    recruit(s, p, to)
    if removed and wins(s, p):
        s.winner = p
        finish(s)
    else:
        s.left = NONE if escape else remaining(s, die)  # TA-10: an escape costs the other die
        find_choices(s)


@hot
def find_choices(s):
    """TA-11: what can be used must be used; without anything to choose the turn is over."""
    s.open = choices(s) if s.left != NONE else 0
    if s.open == 0:
        end_turn(s)


@njit
def remaining(s, die):
    """What is left after this die; of equal dice the one that is called low goes first."""
    if s.left != BOTH:
        return NONE
    return HIGH if die == s.low else LOW


@njit
def type_at(places, p, segment):
    """The type of the stone of p that lies here, if one does."""
    water = places[p * TYPES + WATER] >> segment & 1
    fire = places[p * TYPES + FIRE] >> segment & 1
    return water * WATER + fire * FIRE


@njit
def leave(s, p, segment):
    """TA-7: the stone that may move leaves; if it lay outside, the inner one is free by that."""
    bit = 1 << segment
    if outer_of(s, p) & bit:
        t = type_at(s.outer, p, segment)
        s.outer[p * TYPES + t] ^= bit
    else:
        t = type_at(s.inner, p, segment)
        s.inner[p * TYPES + t] ^= bit
    return t


@njit
def leave_inner(s, p, segment):
    """TA-10: the held stone leaves, and the Vine that held it lies on the inner place (TA-7)."""
    bit = 1 << segment
    vines = (1 - p) * TYPES + VINE
    t = type_at(s.inner, p, segment)
    s.inner[p * TYPES + t] ^= bit
    s.outer[vines] ^= bit
    s.inner[vines] |= bit
    return t


@njit
def land(s, p, t, segment):
    """TA-4 to TA-6: the second stone lies outside, unless it removes the first. Does it?"""
    bit = 1 << segment
    mine = p * TYPES + t
    if t != VINE and inner_of(s, 1 - p) & bit:
        remove(s, 1 - p, segment, t == FIRE)
        s.inner[mine] |= bit
        return True
    if (inner_of(s, p) | inner_of(s, 1 - p)) & bit:
        s.outer[mine] |= bit
    else:
        s.inner[mine] |= bit
    return False


@njit
def remove(s, owner, segment, destroyed):
    """TA-6: the only stone of the segment goes to its owner's tray, or out of the game."""
    k = owner * TYPES + type_at(s.inner, owner, segment)
    s.inner[k] ^= 1 << segment
    if destroyed:
        s.dead[k] += 1
    else:
        s.tray[k] += 1


@njit
def recruit(s, p, segment):
    """TA-8: a corner brings a stone of its type from the tray to the mat."""
    t = s.corner[segment]
    if t >= 0 and s.tray[p * TYPES + t] > 0:
        s.tray[p * TYPES + t] -= 1
        s.mat[p * TYPES + t] += 1


@njit
def in_battle(s, p):
    """TA-12: has the player a stone on the arena or on the mat?"""
    return (
        inner_of(s, p) | outer_of(s, p) != 0
        or s.mat[p * TYPES] + s.mat[p * TYPES + 1] + s.mat[p * TYPES + 2] > 0
    )


@njit
def extinct(s, p):
    """TA-12: a type of which all of the player's stones are destroyed, or -1."""
    for t in range(TYPES):
        if s.dead[p * TYPES + t] == STONES[t]:
            return t
    return -1


@njit
def wins(s, p):
    return not in_battle(s, 1 - p) or extinct(s, 1 - p) >= 0


@njit
def end_turn(s):
    if s.turns == DRAWN:  # TA-13
        finish(s)
    else:
        clear_dice(s)
        s.mover = 1 - s.mover
        s.phase = ROLL
        s.player = CHANCE


@njit
def finish(s):
    clear_dice(s)
    s.phase = ENDED
    s.player = OVER


@njit
def score(s, p):
    return 1 if s.winner == p else 0


@njit
def payoffs(s, out):
    for p in range(SEATS):
        out[p] = 0.5 if s.winner == NOBODY else 1.0 if s.winner == p else 0.0


def reason(s) -> str:
    """TA-12, TA-13 as one word: `type` (all of one type destroyed; goes before the other), `battle`
    (no stone left in battle), `turns` (the draw)."""
    if s.winner == NOBODY:
        return "turns"
    return "type" if extinct(s, 1 - s.winner) >= 0 else "battle"


# --- all chance at once ---------------------------------------------------------------------


@njit
def deal(s, luck):
    """The chance up to the next decision: the same outcomes as move by move, only faster."""
    while s.player == CHANCE:
        if s.phase == FIRST:
            s.mover = below(luck, SEATS)
            s.phase = ROLL
        k = below(luck, FACES * FACES)
        one = k // FACES + 1
        two = k % FACES + 1
        roll(s, min(one, two), max(one, two))
