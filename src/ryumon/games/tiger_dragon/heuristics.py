"""Tiger & Dragon: what a sensible player does without searching.

Defend whenever possible: it sheds a tile and wins the initiative. Attack first with what one holds
most of, keep what nobody can defend against for the end, and lay face down what is neither safe nor
worth ending on. Partners are left to their attacks. Looks only at what the seat to move knows; bots
are given a forgotten state anyway.
"""

from __future__ import annotations

from math import exp

from ryumon.games.tiger_dragon.battlefields import POINTS
from ryumon.games.tiger_dragon.rules import (
    ATTACK, DEAL, DEFEND, EACH_ROUND, ENDED, EVEN, FORETELL, FORETELLS, FORETELLS_NONE, NOBODY,
    NOTHING, NUMBERS, ODD, PASS, all_tiles, answers, choices, finish, goal, in_row, kinds, number,
    partners, payoffs, size,
)  # fmt: skip
from ryumon.kernel.bits import lowest
from ryumon.kernel.jit import njit
from ryumon.kernel.priors import soften
from ryumon.kernel.ops import FAR

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
def rollout_move(s, luck):
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


# --- leanings -------------------------------------------------------------------------------

DOUBT = 150  # a move judged worse by so much is a quarter as likely
DOUBT_LAST = 1500  # where going out is at hand, values are higher
STRAY = 0.05  # shared by all moves alike
DEFENCE = 1000  # for defending against an opponent, or leaving a partner's attack alone
OUT = 5000  # for going out


@njit
def priors(s, moves, n, out):
    """As thumb judges the moves, with doubts."""
    hidden = unseen(s)
    for k in range(n):
        out[k] = judged(s, hidden, moves[k])
    doubt = DOUBT_LAST if s.phase == ATTACK and s.sizes[s.player] == 2 else DOUBT
    soften(out, n, doubt, STRAY)


@njit
def judged(s, hidden, move):
    """What thumb thinks of a move."""
    if s.phase == ATTACK:
        if s.sizes[s.player] == 2:
            return value_of_last(s, hidden, move)
        return value_of_attack(s, hidden, move)
    if s.phase == FORETELL:
        kind = move - FORETELLS
        return COPY * number(s.hands[s.player], kind) if 0 < kind < NUMBERS else 0
    if move == PASS:
        return 0
    if s.phase == DEFEND and s.sizes[s.player] == 1:
        return OUT
    value = value_of_shedding(s, hidden, move)
    if s.phase == DEFEND:
        value += DEFENCE if opposed(s, s.attacker) else -DEFENCE
        value -= DEFENCE // 2 if move >= NUMBERS else 0
    return value


@njit
def unseen(s):
    """What the seat to move has not seen."""
    return all_tiles(s) - s.shown - s.hands[s.player] - in_row(s.laps[s.player])


@njit
def opposed(s, p):
    """Is this another player, and no partner?"""
    return p != s.player and not partners(s, p, s.player)


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
        value = value_of_shedding(s, hidden, kind)
        if value > best:
            best = value
            chosen = kind
    return chosen


@njit
def value_of_shedding(s, hidden, kind):
    value = -safety(s, hidden, kind) - POINT * finish(s, s.player, kind)
    return value - MYSTERY_DOWN if kind >= NUMBERS else value


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


# --- the game -------------------------------------------------------------------------------

# Fitted to games of thumb against itself (python -m bench.fit_tiger_dragon), for 2, 3, 4, 5 players
# and teams. Between rounds the chances to win are a softmax of these, of the points x as a share of
# the goal: x, x^2, x^3, and x times what the battlefield pays above 3 points
STANDING = (
    (0.21, 3.40, -2.22, -0.11),
    (0.36, 4.98, -4.26, -0.14),
    (0.62, 5.00, -4.05, -0.27),
    (0.67, 5.92, -4.59, -0.35),
    (0.90, 3.82, -2.76, -0.07),
)
# Within a round those to go out are one of these: of the number of tiles n, 1 / n and n; 1 / n for
# whoever is to attack, has attacked, can defend; and the share of tiles that no opponent can answer
RACING = (
    (-0.80, -0.07, 1.04, 1.46, 3.32, 0.30),
    (-0.37, -0.08, 0.77, 1.13, 2.28, 0.46),
    (-0.24, -0.06, 0.69, 1.30, 2.22, 1.07),
    (-0.27, -0.08, 0.83, 1.36, 2.40, 1.24),
    (-0.22, -0.07, 1.60, 1.75, 2.46, 1.17),
)
TEAMS = 4  # the row of teams
RICHES = tuple(sum(points[1:]) / 7 - 3 for points in POINTS)  # what a battlefield pays above 3
USUAL = sum(RICHES) / len(RICHES)


@njit
def is_cutoff(s):
    """A round has ended, or none has begun."""
    return 1 if s.phase <= DEAL else 0


@njit
def values(s, out):
    """Whoever goes out may reach the goal, or the game goes on with some points more."""
    if s.phase == ENDED:
        payoffs(s, out)
        return
    for p in range(s.n):
        out[p] = 0.0
    if s.phase <= DEAL:
        share_standing(s, NOBODY, 0.0, 1.0, out)
        return
    total = 0.0
    for p in range(s.n):
        total += racing(s, p)
    for p in range(s.n):
        chance = racing(s, p) / total
        reach, more = last_tiles(s, p)
        out[p] += chance * reach * (0.5 if s.teams else 1.0)
        if s.teams:
            out[(p + 2) % s.n] += chance * reach * 0.5
        share_standing(s, p, more, chance * (1.0 - reach), out)


@njit
def row_of_table(s):
    return TEAMS if s.teams else s.n - 2


@njit
def share_standing(s, winner, more, chance, out):
    """Add the chances between rounds, after `winner` has got so many points, times `chance`."""
    total = 0.0
    for p in range(s.n):
        total += standing(s, p, winner, more)
    for p in range(s.n):
        out[p] += chance * standing(s, p, winner, more) / total


@njit
def standing(s, p, winner, more):
    points = s.points[p] * 1.0
    if p == winner or (winner != NOBODY and partners(s, p, winner)):
        points += more
    x = points / goal(s)
    riches = USUAL if s.setting == EACH_ROUND or s.field == NOTHING else RICHES[s.field]
    a, b, c, d = STANDING[row_of_table(s)]
    return exp(x * (a + x * (b + x * c) + d * riches))


@njit
def racing(s, p):
    """The weight of a seat in the race to go out."""
    n = s.sizes[p] * 1.0
    a, b, attacks, waits, defends, safe = RACING[row_of_table(s)]
    value = a / n + b * n + safe * unanswered(s, p) / n
    if p == s.attacker:
        value += waits / n
    elif p == s.player and s.phase == ATTACK:
        value += attacks / n
    elif p == s.player and s.hands[p] & s.wanted:
        value += defends / n
    return exp(value)


@njit
def unanswered(s, p):
    """How many tiles of a hand no opponent can defend against."""
    theirs = 0
    for q in range(s.n):
        if q != p and not partners(s, p, q):
            theirs |= s.hands[q]
    found = 0
    moves = kinds(s.hands[p])
    while moves:
        kind = lowest(moves) >> 2
        moves &= moves - 1
        if theirs & answers(kind) == 0:
            found += number(s.hands[p], kind)
    return found


@njit
def last_tiles(s, p):
    """If any tile of the hand may be the last: how probably it reaches the goal, and how many
    points it brings where it does not."""
    reaching = 0
    points = 0
    moves = kinds(s.hands[p])
    while moves:
        kind = lowest(moves) >> 2
        moves &= moves - 1
        worth = finish(s, p, kind)
        if s.points[p] + worth >= goal(s):
            reaching += number(s.hands[p], kind)
        else:
            points += number(s.hands[p], kind) * worth
    others = s.sizes[p] - reaching
    return reaching / s.sizes[p], points / others if others else 0.0


@njit
def moves_left(s):
    """Each tile in a hand is laid once, and after an attack everyone else may pass."""
    if s.phase <= FORETELL:
        return FAR
    tiles = 0
    for p in range(s.n):
        tiles += s.sizes[p]
    return tiles * s.n
