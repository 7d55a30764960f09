"""Bushido Breaker: what a sensible player does without searching.

Every legal move gets points, and some luck, because a hidden game punishes habits; the best is
played. A ninja disables alarms where nobody stands, kills who is in the way and goes for the
Chamber in time. A samurai player looks for the last trace of a ninja and guards what is near it.
"""

from __future__ import annotations

import math

from ryumon.games.bushido.board import (
    AFTER, ALARM, BLIND, BLOWGUN, CARDS, CHAMBER, CORRIDOR, DIAGONAL, ENDED, ESCAPE, EXITS, GUARD,
    HIDE, IN_PLAY, KATANA, LAY, MOVE, MOVES_TO, NINJA, NO, NONE, NOTHING, PLAY, REPAIR, REVELATION,
    SABOTAGE, SAMURAI, SEARCH, SHURIKEN, YUMI, alive, guards, near, needed, ninjas,
)  # fmt: skip
from ryumon.games.bushido.choices import list_moves
from ryumon.games.bushido.rules import payoffs
from ryumon.kernel.bits import lowest, popcount
from ryumon.kernel.jit import njit
from ryumon.kernel.rng import DECK, below
from ryumon.kernel.ops import FAR

LUCK = 12
# steps from each place to the Chamber: the map for two players, then the greater one
STEPS = (0, 1, 2, 3, 4, 4, 9, 9, 0, 1, 2, 3, 4, 4, 3, 3)
MEMORY = 3  # rounds after which a trace is cold


@njit
def rollout_move(s, luck):
    end = list_moves(s, luck, DECK)
    if s.phase in (BLIND, ESCAPE):
        return luck[DECK]  # the card, not `no`
    trace = last_trace(s) if s.phase == PLAY else NOTHING
    best = luck[DECK]
    most = -1
    for k in range(DECK, end):
        points = below(luck, LUCK)
        if s.phase == LAY:
            points += worth_of_action(s, luck[k])
        elif s.phase == PLAY:
            points += worth_of_card(s, luck[k], trace)
        elif s.phase == AFTER:
            points += worth_of_special(s, luck[k])
        if points > most:
            most = points
            best = luck[k]
    return best


# --- a ninja --------------------------------------------------------------------------------


@njit
def watched(s, place):
    """How many samurai stand there."""
    found = 0
    for x in range(SAMURAI):
        found += s.post[x] == place
    return found


@njit
def worth_of_action(s, move):
    here = s.place[s.player]
    if move < SHURIKEN:
        return 9 + 3 * (watched(s, here) == 1)
    if move < SABOTAGE:
        return 8
    if move == SABOTAGE:
        return 0 if s.showdown else 18 - 5 * watched(s, here)
    if move < HIDE:
        return worth_of_way(s, here, move - MOVE)
    if move == HIDE:
        return 3
    if move < DIAGONAL:
        return 12
    if move < BLOWGUN:
        return worth_of_way(s, here, move - DIAGONAL)
    return 8


@njit
def worth_of_way(s, here, to):
    """The Chamber when it is open; else places whose alarm is on, rather those without guards."""
    if to == CHAMBER:
        return 60
    if s.showdown:
        return 3
    base = 0 if s.n == 2 else 8
    if popcount(s.off) >= needed(s):
        return 10 + 12 * (STEPS[base + here] - STEPS[base + to])
    on = s.off >> to & 1 == 0
    return (9 if on else 3) - watched(s, to)


# --- a samurai player -----------------------------------------------------------------------


@njit
def last_trace(s):
    """Where a ninja was last known to be, if that is not long ago."""
    for r in range(s.round - 1, max(s.round - 1 - MEMORY, -1), -1):
        for k in range(ninjas(s)):
            at = NINJA * r + k
            shown = s.shown[at]
            if s.shown_at[at] >= 0 and s.out[k] == 0:
                moved = MOVE <= shown < HIDE or DIAGONAL <= shown < BLOWGUN
                to = shown - (MOVE if shown < HIDE else DIAGONAL)
                return to if moved and to != CHAMBER and s.showdown == 0 else s.shown_at[at]
        if s.chirps[r]:
            return CORRIDOR
        if s.flipped[r]:
            return lowest(s.flipped[r])
    return NOTHING


@njit
def worth_of_card(s, move, trace):
    x = (move - GUARD) // CARDS
    card = (move - GUARD) % CARDS
    here = s.post[x]
    open_door = popcount(s.off) >= needed(s)
    worth = 0
    if trace >= 0 and here == trace:
        worth = 9
    elif trace >= 0 and near(s, here) >> trace & 1:
        worth = 4
    if card == EXITS:
        return worth + (12 if open_door and here == CORRIDOR else 3)
    if card == ALARM:
        return (worth + 4 if s.off >> here & 1 == 0 else 0) if s.showdown == 0 else 1
    if card == SEARCH:
        return worth + 1
    if card == KATANA:
        return worth + 2
    if card == YUMI:
        return worth
    to = card - MOVES_TO
    return 5 if to == trace and here != trace else 6 if open_door and to == CORRIDOR else 0


@njit
def worth_of_special(s, move):
    """Reinforcements when few are left, repairs just before the door opens, the rest gladly."""
    if move == NONE:
        return 10
    if move < REPAIR:
        return 12 if alive(s) <= 3 else 0
    if move < REVELATION:
        return 12 if popcount(s.off) >= needed(s) - 1 else 0
    if move == REVELATION:
        return 12 if s.round >= 6 else 0
    return 14


# --- for a search ---------------------------------------------------------------------------

SOFT = 3.0  # points that make a move about e times as likely: nearly what LUCK does
EVEN = 0.15  # a part of all moves is thought to be made at random
HIGH = 64
APPEAL = tuple(math.exp(points / SOFT) for points in range(HIGH))


@njit
def appeal(s, move, trace):
    """How much a sensible player likes a move."""
    points = 0
    if s.phase == LAY:
        points = worth_of_action(s, move)
    elif s.phase == PLAY:
        points = worth_of_card(s, move, trace)
    elif s.phase == AFTER:
        points = worth_of_special(s, move)
    elif s.phase in (BLIND, ESCAPE):
        points = 0 if move == NO else 9
    return APPEAL[min(max(points, 0), HIGH - 1)]


@njit
def priors(s, moves, n, out):
    trace = last_trace(s) if s.phase == PLAY else NOTHING
    total = 0.0
    for k in range(n):
        out[k] = appeal(s, moves[k], trace)
        total += out[k]
    for k in range(n):
        out[k] = EVEN / n + (1.0 - EVEN) * out[k] / total


@njit
def values(s, out):
    """Who wins, by a fit on many games of rule-of-thumb players."""
    if s.phase == ENDED:
        payoffs(s, out)
        return
    points = 0.0
    for k in range(CLUES):
        points += FIT[(s.n - 2) * CLUES + k] * clue(s, k)
    ninja = 1.0 / (1.0 + math.exp(-points))
    for p in range(s.n):
        out[p] = ninja / ninjas(s) if p < ninjas(s) else (1.0 - ninja) / guards(s)


CLUES = 18
# by number of players, a number for each clue: python -m bench.fit_bushido 2400
FIT = (
    -0.097, 0.539, 0.010, 0.925, -0.428, -0.187, -1.954, -0.015, 1.380,
    -0.094, -0.007, -0.042, -0.079, -0.097, -0.364, 0.760, 0.046, 0.099,
    1.093, -0.323, 0.073, -3.309, -0.033, -5.912, 0.000, 0.000, 0.000,
    0.180, -0.079, 0.009, -0.094, 1.093, -0.807, 0.873, -0.043, 0.055,
    1.035, -1.372, 0.237, -3.641, -0.054, -4.548, -0.445, -0.305, 0.118,
    0.012, -0.031, 0.040, -0.013, 1.360, -0.574, 0.590, 0.025, 0.011,
)  # fmt: skip


@njit
def clue(s, k):
    """What a player looks at to tell who is ahead."""
    left = s.turns - s.round
    missing = max(needed(s) - popcount(s.off), 0)
    if k == 0:
        return 1.0
    if k == 1:
        return left / 10
    if k == 2:
        return missing * (1.0 - s.showdown)
    if k == 3:
        return missing * (1.0 - s.showdown) / left
    if k == 4:
        return alive(s) * 1.0
    if k == 5:
        return alive(s) / left
    if k == 6:
        return s.showdown * 1.0
    if k == 7:
        return s.showdown * alive(s) * 1.0
    if k == 8:
        return s.showdown * left / 10
    if k == 9:
        return 1.0 if missing == 0 and s.showdown == 0 else 0.0
    if k == 10:
        return steps_left(s) * 1.0 if missing == 0 and s.showdown == 0 else 0.0
    if k == 11:
        return s.katana[0] + s.katana[1] + 0.0
    if k == 12:
        return s.yumi[0] + s.yumi[1] + 0.0
    return clue_of_ninja(s, k)


@njit
def clue_of_ninja(s, k):
    found = 0.0
    for ninja in range(ninjas(s)):
        if s.out[ninja] == IN_PLAY:
            if k == 13:
                found += 1.0
            elif k == 14:
                found += s.notices[ninja]
            elif k == 15:
                found += s.smoke[ninja]
            elif k == 16:
                found += s.kunai[ninja]
            else:
                found += s.shuriken[ninja] + popcount(s.special[ninja])
    return found


@njit
def steps_left(s):
    """The way of the nearest ninja to the Chamber."""
    least = 4
    for k in range(ninjas(s)):
        if s.out[k] == IN_PLAY and s.place[k] >= 0:
            least = min(least, STEPS[(0 if s.n == 2 else 8) + s.place[k]])
    return least


@njit
def is_cutoff(s):
    return 0  # a round changes little


@njit
def moves_left(s):
    return FAR
