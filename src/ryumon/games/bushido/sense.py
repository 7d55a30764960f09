"""Bushido Breaker: what a sensible player does without searching.

Every legal move gets points, and some luck, because a hidden game punishes habits; the best is
played. A ninja disables alarms where nobody stands, kills who is in the way and goes for the
Chamber in time. A samurai player looks for the last trace of a ninja and guards what is near it.
"""

from __future__ import annotations

from ryumon.games.bushido.board import (
    AFTER, ALARM, BLIND, BLOWGUN, CARDS, CHAMBER, CORRIDOR, DIAGONAL, ESCAPE, EXITS, GUARD, HIDE,
    KATANA, LAY, MOVE, MOVES_TO, NINJA, NONE, NOTHING, PLAY, REPAIR, REVELATION, SABOTAGE, SAMURAI,
    SEARCH, SHURIKEN, SHURIKENS, YUMI, alive, near, needed, ninjas,
)  # fmt: skip
from ryumon.games.bushido.choices import list_moves
from ryumon.kernel.bits import lowest, popcount
from ryumon.kernel.jit import njit
from ryumon.kernel.luck import DECK, below

LUCK = 12
# steps from each place to the Chamber: the map for two players, then the greater one
STEPS = (0, 1, 2, 3, 4, 4, 9, 9, 0, 1, 2, 3, 4, 4, 3, 3)
MEMORY = 3  # rounds after which a trace is cold


@njit
def thumb(s, luck):
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


assert SHURIKENS > HIDE
