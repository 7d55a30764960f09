"""Tatsu: how a position looks to a player who counts.

The chance to win of the seat whose turn it is, from its stones, from the other's, and from what the
next roll of each can do. What a roll can do is counted exactly for each stone by itself: the 36
rolls of two dice are the bits of an integer, and a set of rolls is put together from tables.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp

from ryumon.games.tatsu.rules import (
    CORNERS, DRAWN, ENDED, ENTRIES, FACES, FIRE, GATES, MOVE, NOBODY, RING, SEATS, SEGMENTS,
    STONES, TYPES, VINE, WATER, free, full, inner_of, number, outer_of, use,
)  # fmt: skip
from ryumon.kernel.bits import lowest, popcount
from ryumon.kernel.jit import njit
from ryumon.kernel.scratch import copy, numbers

# --- rolls as sets --------------------------------------------------------------------------

ROLLS = [(one, two) for one in range(1, FACES + 1) for two in range(1, FACES + 1)]


def _rolls(are: Callable[[int, int], bool]) -> int:
    return sum(1 << k for k, dice in enumerate(ROLLS) if are(*dice))


DISTANCES = range(SEGMENTS + 1)
BY_ONE = tuple(_rolls(lambda one, two, d=d: d in (one, two)) for d in DISTANCES)
BY_BOTH = tuple(_rolls(lambda one, two, d=d: one + two == d) for d in DISTANCES)
BY_LESSER = tuple(_rolls(lambda one, two, d=d: min(one, two) == d) for d in DISTANCES)
# rolls with a die of a set of dice: the bits of the set are the dice 1 to 6, or 6 to 1
DICE_SETS = range(1 << FACES)
WITH_UP = tuple(_rolls(lambda a, b, m=m: (m >> a - 1 | m >> b - 1) & 1 > 0) for m in DICE_SETS)
WITH_DOWN = tuple(_rolls(lambda a, b, m=m: (m >> 6 - a | m >> 6 - b) & 1 > 0) for m in DICE_SETS)
GATE_SETS = tuple(
    sum(1 << ENTRIES[p * GATES + k] - 1 for k in range(GATES)) for p in range(SEATS)
)  # the entry segments of each seat
HOME = (SEGMENTS - 1, 15)  # stones of the mat enter as if they stood here (TA-1, TA-9)
# from where two dice can bring a seat to a segment: seat * SEGMENTS + segment
BEHIND = tuple(
    sum(1 << (to - way if p == 0 else to + way) % SEGMENTS for way in range(1, 2 * FACES + 1))
    for p in range(SEATS)
    for to in range(SEGMENTS)
)


@njit
def distance(p, start, to):
    """How far p goes from one segment to another, 1 to 24."""
    way = to - start if p == 0 else start - to
    return way if way > 0 else way + SEGMENTS


@njit
def stops(p, start, room):
    """The rolls with a die that brings a stone of p from here to a segment with room."""
    if p == 0:
        return WITH_UP[(room >> start + 1 | room << SEGMENTS - start - 1) & 63]
    return WITH_DOWN[((room >> start | room << SEGMENTS - start) & RING) >> SEGMENTS - FACES]


@njit
def reaching(p, start, to, room):
    """The rolls that bring a free stone of p from one segment to another, by one die or both."""
    way = distance(p, start, to)
    return BY_ONE[way] | (BY_BOTH[way] & stops(p, start, room))


@njit
def entering(p, to, room):
    """The same for a stone on the mat: a 1, 2 or 3 comes first."""
    way = distance(p, HOME[p], to)
    rolls = BY_BOTH[way] & stops(p, HOME[p], room & GATE_SETS[p])
    return rolls | BY_ONE[way] if way <= GATES else rolls


@njit
def arriving(s, p, t, to, room):
    """The rolls with which p can end a move on this segment, which has room, with a stone of type
    t: a free one, one of the mat, one that escapes (TA-10)."""
    k = p * TYPES + t
    rolls = entering(p, to, room) if s.mat[k] > 0 else 0
    stones = (s.outer[k] | (s.inner[k] & room)) & BEHIND[p * SEGMENTS + to]
    while stones:
        rolls |= reaching(p, lowest(stones), to, room)
        stones &= stones - 1
    held = s.inner[k] & outer_of(s, 1 - p)
    while held:
        rolls |= BY_LESSER[distance(p, lowest(held), to)]
        held &= held - 1
    return rolls


# --- what is counted ------------------------------------------------------------------------

# The weights, in log odds, for the seat that is to roll and for the other. They are fitted by
# python -m bench.fit_tatsu --games 3000
TABLE = (
    ("Vines that are free", 0.099, -0.093),
    ("Waters", 0.107, -0.106),
    ("Fires", 0.188, -0.216),
    ("Vines that a friend holds", 0.107, -0.127),
    ("Waters", 0.113, -0.136),
    ("Fires", 0.159, -0.166),
    ("Vines that an enemy holds", 0.069, -0.084),
    ("Waters", 0.064, -0.072),
    ("Fires", -0.001, 0.049),
    ("Vines on the mat", 0.101, -0.101),
    ("Waters", 0.087, -0.091),
    ("Fires", 0.155, -0.162),
    ("a Vine destroyed", -0.348, 0.344),
    ("a second", -0.498, 0.491),
    ("a third", -0.644, 0.631),
    ("a Water destroyed", -0.415, 0.406),
    ("a second", -0.903, 0.892),
    ("a Fire destroyed", -1.393, 1.377),
    ("one stone left in battle", 0.122, 0.078),
    ("two", 0.036, 0.079),
    ("three", -0.014, 0.030),
    # chances of the next roll, added up
    ("to destroy a Vine, the first", 0.222, -0.064),
    ("the second", 0.324, -0.108),
    ("the third", 0.452, -0.137),
    ("to destroy a Water, the first", 0.243, -0.067),
    ("the second", 0.654, -0.195),
    ("to destroy the first Fire", 1.349, -0.338),
    ("to expel a Vine", 0.042, -0.011),
    ("a Water", 0.041, -0.009),
    ("a Fire", 0.251, -0.067),
    ("to entangle a Vine", 0.010, -0.002),
    ("a Water", 0.020, -0.005),
    ("a Fire", 0.189, -0.060),
    ("to recruit a Vine", 0.052, -0.052),
    ("a Water", 0.075, -0.080),
    ("a Fire", 0.103, -0.083),
    ("to win", 0.494, -0.546),
)
TURN = 0.076  # to be the one who rolls
LONG = 60  # as many turns as most games still last: the draw comes nearer from there on (TA-13)

FREE, FRIEND_HOLDS, ENEMY_HOLDS, ON_MAT = 0, 3, 6, 9  # rows by type follow
LOST = (12, 15, 17)
LAST = 18
CHANCES = 21  # rows from here on are chances
BURN = (21, 24, 26)
EXPEL, ENTANGLE, RECRUIT, WIN = 27, 30, 33, 36
ROWS = len(TABLE)
EACH = len(ROLLS)  # chances are counted in rolls, of so many
SCALE = tuple(EACH if k >= CHANCES else 1 for k in range(ROWS))
WEIGHTS = (
    *(mine / SCALE[k] for k, (_, mine, _) in enumerate(TABLE)),
    *(other / SCALE[k] for k, (_, _, other) in enumerate(TABLE)),
)


@njit
def count(s, p, x, at):
    """Write the rows of a seat into x, from `at` on, chances as numbers of rolls."""
    room = RING & ~full(s)
    battle = 0
    for t in range(TYPES):
        k = p * TYPES + t
        x[at + FREE + t] = popcount(s.outer[k] | (s.inner[k] & room))
        x[at + FRIEND_HOLDS + t] = popcount(s.inner[k] & outer_of(s, p))
        x[at + ENEMY_HOLDS + t] = popcount(s.inner[k] & outer_of(s, 1 - p))
        x[at + ON_MAT + t] = s.mat[k]
        for n in range(s.dead[k]):
            x[at + LOST[t] + n] = 1
        battle += popcount(s.inner[k]) + popcount(s.outer[k]) + s.mat[k]
    if battle <= 3:
        x[at + LAST + battle - 1] = 1
    count_corners(s, p, x, at, room)
    x[at + WIN] = count_hits(s, p, x, at, room)


@njit
def count_corners(s, p, x, at, room):
    """The rolls that recruit, by type (TA-8)."""
    for k in range(len(CORNERS)):
        to = CORNERS[k] - 1
        kind = s.corner[to]
        if s.tray[p * TYPES + kind] > 0 and room >> to & 1:
            rolls = 0
            stones = free(s, p) & BEHIND[p * SEGMENTS + to]
            while stones:
                rolls |= reaching(p, lowest(stones), to, room)
                stones &= stones - 1
            x[at + RECRUIT + kind] += popcount(rolls)


@njit
def count_hits(s, p, x, at, room):
    """The rolls that hit lone enemy stones, by their type and the hitting power (TA-6); returns how
    many win (TA-12)."""
    e = 1 - p
    stones = popcount(inner_of(s, e)) + popcount(outer_of(s, e))
    last = stones + s.mat[e * TYPES] + s.mat[e * TYPES + 1] + s.mat[e * TYPES + 2] == 1
    wins = 0
    for t in range(TYPES):
        lone = s.inner[e * TYPES + t] & room
        dead = s.dead[e * TYPES + t]
        while lone:
            to = lowest(lone)
            lone &= lone - 1
            water = arriving(s, p, WATER, to, room)
            fire = arriving(s, p, FIRE, to, room)
            x[at + ENTANGLE + t] += popcount(arriving(s, p, VINE, to, room))
            x[at + EXPEL + t] += popcount(water)
            if last:
                wins |= water | fire
            if dead + 1 == STONES[t]:
                wins |= fire
            else:
                x[at + BURN[t] + dead] += popcount(fire)
    return popcount(wins)


@njit
def chance(s, p):
    """The chance to win of p, who is to roll."""
    x = numbers(2 * ROWS)
    count(s, p, x, 0)
    count(s, 1 - p, x, ROWS)
    mine = TURN
    other = 0.0
    for k in range(ROWS):
        mine += WEIGHTS[k] * x[k]
        other += WEIGHTS[ROWS + k] * x[ROWS + k]
    at_once = x[WIN] / EACH
    value = at_once + (1.0 - at_once) / (1.0 + exp(-mine - other))
    left = DRAWN - s.turns
    return value if left > LONG else 0.5 + (value - 0.5) * left / LONG


@njit
def settled(s, p):
    """The chance of p, whose turn has just ended."""
    if s.phase == ENDED:
        return 0.5 if s.winner == NOBODY else 1.0 if s.winner == p else 0.0
    return 1.0 - chance(s, 1 - p)


@njit
def finished(s, p):
    """The chance of p, who has used a die: if the other one is left, the best that it can do."""
    if s.phase != MOVE:
        return settled(s, p)
    best = 0.0
    found = s.open
    while found:
        after = copy(s)
        use(after, number(s, lowest(found)))
        found &= found - 1
        value = settled(after, p)
        if value > best:
            best = value
    return best
