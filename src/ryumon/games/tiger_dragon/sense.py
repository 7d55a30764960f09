"""Tiger & Dragon: what a sensible player does without searching.

Defend whenever possible: it sheds a tile and wins the initiative. Attack first with what one holds
most of, keep what nobody can defend against for the end, and lay face down what is neither safe nor
worth ending on. Partners are left to their attacks. Looks only at what the seat to move knows; bots
are given a forgotten state anyway.
"""

from __future__ import annotations

from ryumon.games.tiger_dragon.rules import (
    ALL, ATTACK, DEFEND, EVEN, FORETELL, FORETELLS, FORETELLS_NONE, NUMBERS, ODD, PASS,
    answers, choices, finish, in_row, kinds, number, size,
)  # fmt: skip
from ryumon.kernel.bits import lowest
from ryumon.kernel.jit import njit

SURE = 1000  # a probability of 1

# the values of an attack, found by playing variants against each other; safety is worth up to SURE
COPY = 200  # for each tile of the kind in the hand
LATE = 4  # with so many tiles or fewer, safety counts:
SAFE = 600  # in thousandths
POINT = 50  # against spending a tile, for each point that it would be worth as the last
MYSTERY = 400  # against attacking with a Mystery, which defends so well
MYSTERY_DOWN = 200  # against laying it face down
COMEBACK = 150  # how probably a last tile goes out by a defence


@njit
def thumb(s, luck):
    if s.phase == FORETELL:
        return best_foretelling(s)
    moves = choices(s)
    if moves & (moves - 1) == 0:
        return lowest(moves) >> 2
    if s.phase == DEFEND:
        return best_defence(s)
    if s.phase == ATTACK:
        return best_attack(s, moves)
    return best_to_shed(s, moves)


@njit
def unseen(s):
    """What the seat to move has not seen."""
    return ALL - s.shown - s.hands[s.player] - in_row(s.laps[s.player])


@njit
def opposed(s, p):
    """Is this another player, and no partner?"""
    return p != s.player and not (s.teams and (p - s.player) % 2 == 0)


@njit
def safety(s, hidden, kind):
    """How probably no opponent has a tile that defends against this kind."""
    total = size(hidden)
    elsewhere = total
    for p in range(s.n):
        if opposed(s, p):
            elsewhere -= s.sizes[p]
    chance = SURE
    for k in range(size(hidden & answers(kind))):
        chance = chance * max(elsewhere - k, 0) // (total - k)
    return chance


@njit
def best_attack(s, moves):
    hidden = unseen(s)
    chosen = lowest(moves) >> 2
    best = -SURE * SURE
    while moves:
        kind = lowest(moves) >> 2
        moves &= moves - 1
        if s.sizes[s.player] == 2:
            value = value_of_last(s, hidden, kind)
        else:
            value = value_of_attack(s, hidden, kind)
        if value > best:
            best = value
            chosen = kind
    return chosen


@njit
def value_of_last(s, hidden, kind):
    """Of two tiles: what the other one scores, if this attack is not answered or it comes back."""
    safe = safety(s, hidden, kind)
    other = lowest(s.hands[s.player] - (1 << 4 * kind)) >> 2
    return (safe + (SURE - safe) * COMEBACK // SURE) * finish(s, s.player, other)


@njit
def value_of_attack(s, hidden, kind):
    p = s.player
    value = COPY * number(s.hands[p], kind) - POINT * finish(s, p, kind)
    if s.sizes[p] <= LATE:
        value += safety(s, hidden, kind) * SAFE // SURE
    return value - MYSTERY if kind >= NUMBERS else value


@njit
def best_to_shed(s, moves):
    """The tile that is the least safe to attack with later, and the least worth ending on."""
    hidden = unseen(s)
    chosen = lowest(moves) >> 2
    best = -SURE * SURE
    while moves:
        kind = lowest(moves) >> 2
        moves &= moves - 1
        value = -safety(s, hidden, kind) - POINT * finish(s, s.player, kind)
        if kind >= NUMBERS:
            value -= MYSTERY_DOWN
        if value > best:
            best = value
            chosen = kind
    return chosen


@njit
def best_defence(s):
    """Go out if that is possible; else defend, with a Mystery only if nothing else does."""
    fitting = s.hands[s.player] & s.wanted
    if s.sizes[s.player] > 1:
        if not opposed(s, s.attacker):
            return PASS
        if fitting & (EVEN | ODD):
            return best_to_shed(s, kinds(fitting & (EVEN | ODD)))
    return lowest(fitting) >> 2


@njit
def best_foretelling(s):
    """TD-12: the number of which the hand has most, from 2 up; of equals the higher."""
    best = FORETELLS_NONE
    most = 0
    for kind in range(1, NUMBERS):
        held = number(s.hands[s.player], kind)
        if held > 0 and held >= most:
            most = held
            best = FORETELLS + kind
    return best
