"""Tatsu: what a sensible player does without searching.

Each use of a die is judged by itself: what its power does, what it recruits, whether the stones
that it touches are safe afterwards, and what it threatens. Two stones on a segment are safe; a lone
one is in danger from every free enemy stone up to six segments behind it.
"""

from __future__ import annotations

from ryumon.games.tatsu.evaluation import chance, finished
from ryumon.games.tatsu.rules import (
    BLACK, BOTH, ENDED, ENTER, ENTRIES, ESCAPE, FACES, FIRE, FIRST, GATES, MOVE, SEGMENTS, STONES,
    TYPES, VINE, WATER, WHITE, free, full, inner_of, number, outer_of, payoffs, target, use,
)  # fmt: skip
from ryumon.kernel.bits import lowest, popcount
from ryumon.kernel.jit import njit
from ryumon.kernel.rng import below
from ryumon.kernel.ops import FAR
from ryumon.kernel.scratch import copy

WIN = 100_000
WORTH = (4, 6, 9)  # of a stone, by type: two Fires lost lose the game, four Vines
HARM = (1, 4, 9)  # what a Vine, Water, Fire does to a stone that it hits
RECRUITED = (5, 12, 20)
ENTERED = (5, 15, 20)
FREED = 12  # an enemy that may move again, in the same measure


@njit
def rollout_move(s, luck):
    found = s.open
    best = number(s, lowest(found))
    most = -WIN
    while found:
        move = number(s, lowest(found))
        found &= found - 1
        value = judge(s, move) * 4 + below(luck, 4)  # equal moves take turns
        if value > most:
            most = value
            best = move
    return best


@njit
def judge(s, move):
    """How good one use of a die looks."""
    p = s.player
    escape = move >= ESCAPE
    step = move - ESCAPE if escape else move
    value = 0
    if ENTER <= step < ESCAPE:
        t = (step - ENTER) % TYPES
        to = ENTRIES[(step - ENTER) // TYPES] - 1
        value += ENTERED[t]
    else:
        start = step % SEGMENTS
        die = step // SEGMENTS - p * FACES + 1
        t = lying(s.inner if escape else s.outer, p, start)
        value += left_behind(s, p, start, escape)
        if t < 0:
            t = lying(s.inner, p, start)
        to = target(start, p, die)
    return value + arrival(s, p, t, to)


@njit
def lying(places, p, segment):
    """The type of p's stone on this segment, or -1."""
    for t in range(TYPES):
        if places[p * TYPES + t] >> segment & 1:
            return t
    return -1


@njit
def left_behind(s, p, start, escape):
    """What leaving a segment changes there."""
    if lying(s.outer, p, start) < 0:
        # it lay alone, in danger, or was held: an escape is worth the freedom
        return FREED if escape else danger(s, p, lying(s.inner, p, start), start)
    friend = lying(s.inner, p, start)
    return -danger(s, p, friend, start) if friend >= 0 else -FREED


@njit
def arrival(s, p, t, to):
    """What ending on a segment brings."""
    value = 0
    kind = s.corner[to]
    if kind >= 0 and s.tray[p * TYPES + kind] > 0:
        value += RECRUITED[kind]
    friend = lying(s.inner, p, to)
    if friend >= 0:
        return value + danger(s, p, friend, to) // 2  # both are safe, but one is stuck
    enemy = lying(s.inner, 1 - p, to)
    if enemy >= 0:
        value += strike(s, p, t, enemy)
        if t == VINE:
            return value
    return value - danger(s, p, t, to) + threats(s, p, t, to)


@njit
def strike(s, p, t, enemy):
    """What the power of a stone does to the enemy stone that it meets (TA-6, TA-12)."""
    k = (1 - p) * TYPES + enemy
    if t == VINE:
        return HARM[VINE] * WORTH[enemy]
    alone = popcount(inner_of(s, 1 - p)) + popcount(outer_of(s, 1 - p)) == 1
    waiting = s.mat[(1 - p) * TYPES] + s.mat[(1 - p) * TYPES + 1] + s.mat[(1 - p) * TYPES + 2]
    if alone and waiting == 0:
        return WIN // 8
    if t == WATER:
        return HARM[WATER] * WORTH[enemy]
    left = STONES[enemy] - s.dead[k]
    return WIN // 8 if left == 1 else HARM[FIRE] * WORTH[enemy] * 2 // left


@njit
def danger(s, p, t, segment):
    """What the enemy could do next to a lone stone of p here."""
    enemy = 1 - p
    loose = free(s, enemy)
    harm = 0
    for die in range(1, FACES + 1):
        start = target(segment, p, die)  # the enemy comes the other way
        if loose >> start & 1:
            kind = lying(s.outer, enemy, start)
            harm += HARM[kind if kind >= 0 else lying(s.inner, enemy, start)]
        if die <= GATES and ENTRIES[enemy * GATES + die - 1] - 1 == segment:
            for kind in range(TYPES):
                if s.mat[enemy * TYPES + kind] > 0:
                    harm += HARM[kind]
    return harm * WORTH[t] // 3


@njit
def threats(s, p, t, segment):
    """Lone enemy stones that a stone of type t would have before it."""
    lone = inner_of(s, 1 - p) & ~full(s)
    hope = 0
    for die in range(1, FACES + 1):
        to = target(segment, p, die)
        if lone >> to & 1:
            hope += HARM[t] * WORTH[lying(s.inner, 1 - p, to)]
    return hope // 6


# --- what search asks -----------------------------------------------------------------------

SHARP = 10.0  # a move with a tenth less of log odds is leant to e times less
LEAST = 0.02  # of all that is leant to is spread evenly: no move is ruled out
DOUBT = 1e-6  # no chance is nearer to 0 or 1, for its odds


@njit
def priors(s, moves, n, out):
    """By the odds after each move, with the best use of a second die."""
    total = 0.0
    for k in range(n):
        after = copy(s)
        use(after, moves[k])
        value = min(max(finished(after, s.player), DOUBT), 1.0 - DOUBT)
        out[k] = (value / (1.0 - value)) ** SHARP
        total += out[k]
    for k in range(n):
        out[k] = out[k] / total * (1.0 - LEAST) + LEAST / n


@njit
def values(s, out):
    """Before a roll, and with both dice to use, the chances before the roll; with one die to use,
    those after its best use."""
    if s.phase == FIRST:
        out[BLACK] = 0.5 * (chance(s, BLACK) + 1.0 - chance(s, WHITE))
        out[WHITE] = 1.0 - out[BLACK]
    elif s.phase == ENDED:
        payoffs(s, out)
    else:
        p = s.mover
        one_left = s.phase == MOVE and s.left != BOTH
        out[p] = finished(s, p) if one_left else chance(s, p)
        out[1 - p] = 1.0 - out[p]


@njit
def is_cutoff(s):
    """There are no rounds: a simulation stops at its depth."""
    return 0


@njit
def moves_left(s):
    return FAR
