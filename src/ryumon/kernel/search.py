"""Search that knows no game: Monte Carlo trees over what each seat sees.

Each simulation draws a world that fits what the searching seat knows, walks down the trees, plays
on for a while, and counts the result for everybody. Every seat has a tree of its own whose
branches are what that seat sees of a move (`shows`), so that nobody in a simulation chooses by
what it could not know; where nothing is ever hidden but by the deal, one tree serves all.

The trees lie in flat arrays. The root of tree v is node v; children hang on `first` and `sibling`,
and `code` is what was seen. A move is chosen by its mean payoff plus a bonus for what `lean` finds
sensible and for what was tried seldom, counted over the times when it was possible at all.
"""

from __future__ import annotations

import math
from typing import Any

from ryumon.kernel.jit import native, njit
from ryumon.kernel.luck import below
from ryumon.kernel.ops import (
    CHANCE, OVER, SURE, apply, deal, halt, lean, legal, likely, outlook, payoffs, pick, prepare,
    shows, thumb, turn, weight, world,
)  # fmt: skip

NOTHING = -1
SEATS = 5
DEEP = 400  # steps that a walk through the trees can have
# what a search is told, by place in `taste`
CURIOSITY, EVENNESS, CAUTION, HABIT, REACH, TRIES, TREES = range(7)
TASTES = 7
# what it counts, by place in `count`
USED, SIMULATIONS, MOVES = range(3)
COUNTS = 3


def _copy() -> Any:
    from numba.extending import register_jitable

    @register_jitable
    def copy_state(states, to, source):
        states[to] = states[source]

    return copy_state


@native(_copy)
def copy_state(states, to, source):
    states[to].assign(states[source])


@njit
def plant(taste, first, visits, count):
    """Empty trees."""
    for v in range(int(taste[TREES])):
        first[v] = NOTHING
        visits[v] = 0
    count[USED] = int(taste[TREES])
    count[SIMULATIONS] = 0
    count[MOVES] = 0


@njit
def draw_world(states, viewer, taste, room, luck):
    """A world in states[1]: one of several draws, each kept as likely as it fits what sensible
    opponents did. Without a try the state itself is searched: nothing is hidden in it."""
    for t in range(int(taste[TRIES]), -1, -1):
        copy_state(states, 1, 0)
        if taste[TRIES] == 0:
            return
        world(states[1], viewer, room, luck)
        if t <= 1 or below(luck, SURE) < likely(states[1], viewer):
            return


@njit
def child_of(node, seen, first, sibling, code):
    """The child of a node by what was seen, or NOTHING."""
    child = first[node]
    while child >= 0 and code[child] != seen:
        child = sibling[child]
    return child


@njit
def grow(node, seen, count, first, sibling, code, visits, available, value, square, prior):
    """A new child; NOTHING if there is no room left."""
    new = count[USED]
    if new == len(first):
        return NOTHING
    count[USED] = new + 1
    first[new] = NOTHING
    sibling[new] = first[node]
    first[node] = new
    code[new] = seen
    visits[new] = 0
    available[new] = 0
    value[new] = 0.0
    square[new] = 0.0
    prior[new] = 0.0
    return new


@njit
def best_move(s, node, n, moves, leaning, at, taste, first, sibling, code, visits, available, value,
              prior):  # fmt: skip
    """The place in `moves` of the move to try at this node; at[k] is its child, or NOTHING."""
    for k in range(n):
        at[k] = NOTHING
    known = 0
    tried = 0
    gained = 0.0
    child = first[node]
    while child >= 0:
        for k in range(n):
            if moves[k] == code[child]:
                at[k] = child
                available[child] += 1
                known += 1
                tried += visits[child]
                gained += value[child]
                break
        child = sibling[child]
    if known < n:
        lean(s, moves, n, leaning)
    hope = gained / tried - taste[CAUTION] if tried > 0 else 0.0
    even = taste[EVENNESS] / n
    kept = 1.0 - taste[EVENNESS]
    best = 0
    most = -1.0e9
    for k in range(n):
        child = at[k]
        if child >= 0:
            seen = visits[child]
            mean = value[child] / seen if seen > 0 else hope
            bonus = prior[child] * math.sqrt(available[child]) / (1 + seen)
        else:
            leaning[k] = kept * leaning[k] + even
            mean = hope
            bonus = leaning[k] * math.sqrt(visits[node] + 1)
        if mean + taste[CURIOSITY] * bonus > most:
            most = mean + taste[CURIOSITY] * bonus
            best = k
    return best


@njit
def outcome(s, n, moves, luck):
    """The place in `moves` of what chance does."""
    total = 0
    for k in range(n):
        total += weight(s, moves[k])
    mark = below(luck, total)
    for k in range(n):
        mark -= weight(s, moves[k])
        if mark < 0:
            return k
    return n - 1


@njit
def walk(s, trees, moves, leaning, at, here, path, movers, taste, luck, count, first, sibling, code,
         visits, available, value, square, prior):  # fmt: skip
    """Down the trees to a new node, the end of the round or of the game; returns the steps."""
    for v in range(trees):
        here[v] = v
    steps = 0
    new = False
    while not new and steps < DEEP and turn(s) != OVER and halt(s) == 0:
        seat = turn(s)
        n = legal(s, moves)
        if seat == CHANCE:
            k = outcome(s, n, moves, luck)
        else:
            own = seat if trees > 1 else 0
            k = best_move(s, here[own], n, moves, leaning, at, taste, first, sibling, code, visits,
                          available, value, prior)  # fmt: skip
            new = at[k] < 0
        move = moves[k]
        for v in range(trees):
            seen = shows(s, move, v) if trees > 1 and v != seat else move
            child = child_of(here[v], seen, first, sibling, code)
            if child < 0:
                child = grow(here[v], seen, count, first, sibling, code, visits, available, value,
                             square, prior)  # fmt: skip
                if child < 0:
                    return steps
                if seat >= 0:
                    prior[child] = leaning[k]
                    available[child] = 1
            here[v] = child
            path[steps * trees + v] = child
        movers[steps] = seat
        steps += 1
        apply(s, move)
        count[MOVES] += 1
    return steps


@njit
def play_on(s, taste, luck, count, shares):
    """By the rule of thumb or at random to the end of the round or the reach of this search; the
    payoffs that follow, or are expected, are put into `shares`."""
    left = int(taste[REACH])
    while turn(s) != OVER and halt(s) == 0 and left != 0:
        if turn(s) == CHANCE:
            deal(s, luck)
        else:
            apply(s, thumb(s, luck) if below(luck, SURE) < taste[HABIT] else pick(s, luck))
            count[MOVES] += 1
            left -= 1
    if turn(s) == OVER:
        payoffs(s, shares)
    else:
        outlook(s, shares)


@njit
def get_ready(states, viewer, room):
    prepare(states[0], viewer, room)


@njit
def simulate(states, viewer, simulations, taste, room, luck, moves, leaning, at, here, path, movers,
             shares, count, first, sibling, code, visits, available, value, square, prior):  # fmt: skip
    """So many simulations from the forgotten state states[0]; states[1] is room to play in."""
    s = states[1]
    trees = int(taste[TREES])
    for _ in range(simulations):
        draw_world(states, viewer, taste, room, luck)
        steps = walk(s, trees, moves, leaning, at, here, path, movers, taste, luck, count, first,
                     sibling, code, visits, available, value, square, prior)  # fmt: skip
        play_on(s, taste, luck, count, shares)
        count[SIMULATIONS] += 1
        for v in range(trees):
            visits[v] += 1
        for step in range(steps):
            seat = movers[step]
            for v in range(trees):
                node = path[step * trees + v]
                visits[node] += 1
                if v == seat or (trees == 1 and seat >= 0):
                    value[node] += shares[seat]
                    square[node] += shares[seat] * shares[seat]


GENERIC = [plant, get_ready, simulate]
