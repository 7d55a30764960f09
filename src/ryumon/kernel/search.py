"""Search that knows no game: Monte Carlo trees over what each seat sees.

Each simulation draws a world that fits what the searching seat knows, walks down the trees, plays
on for a while, and counts the result for everybody. Every seat has a tree of its own whose
branches are what that seat sees of a move (`shows`), so that nobody in a simulation chooses by
what it could not know; where nothing is ever hidden but by the deal, one tree serves all.

The trees lie in two tables with a row for each node, `nodes` of integers and `sums` of numbers. The
root of tree v is node v; the children of a node hang on FIRST and SIBLING. A move is chosen by its
mean value plus a bonus for a high prior and for few visits (PUCT), counted over the times when it
was possible at all.
"""

from __future__ import annotations

import math
from typing import Any

from ryumon.kernel.fields import SEAT
from ryumon.kernel.jit import native, njit
from ryumon.kernel.ops import (
    CHANCE,
    OVER,
    SURE,
    apply,
    deal,
    is_cutoff,
    legal,
    likelihood,
    moves_left,
    payoffs,
    pick,
    prepare,
    priors,
    rewind,
    rollout_move,
    shows,
    tells,
    turn,
    values,
    weight,
    world,
)  # fmt: skip
from ryumon.kernel.rng import below

NOTHING = -1
SEATS = SEAT.count
DEEP = 400  # steps that a walk through the trees can have
LONGEST = 24  # moves of an ending that can be solved
KEPT = 2 + LONGEST  # the first state of the pool: what we know, a world, and what may follow
RECALLED = 64  # moves of a round that are recalled at most
LEAST_LIKELY = 1e-4  # a chance that nobody is sure to be below
FRESH = 8  # one world in so many is a new one, whatever the pool says
FINE = 1 << 30
# a row of `nodes`; SEEN is what the tree's seat saw of the move that leads here
FIRST, SIBLING, SEEN, VISITS, AVAILABLE = range(5)
# a row of `sums`: payoffs of whoever made the move, their squares, and what `priors` said of it
VALUE, SQUARE, PRIOR = range(3)
# what a search is told, by place in `settings`
C_PUCT, PRIOR_NOISE, FIRST_PLAY_PENALTY, ROLLOUT_SHARE = range(4)
ROLLOUT_DEPTH, SOLVE_MOVES, WORLD_TRIES, TREES, POOL = range(4, 9)
# what it counts, by place in `count`
USED, SIMULATIONS, MOVES = range(3)


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
def reset(settings, nodes, count):
    """Empty trees."""
    for v in range(int(settings[TREES])):
        nodes[v][FIRST] = NOTHING
        nodes[v][VISITS] = 0
    count[USED] = int(settings[TREES])
    count[SIMULATIONS] = 0
    count[MOVES] = 0


@njit
def reroot(settings, nodes, sums, new_nodes, new_sums, branch, root, count):
    """Only what grew on a branch of the old trees goes on, as the tree of this root. Until a node
    has its children, FIRST says which old node it was."""
    reset(settings, new_nodes, count)
    trees = count[USED]
    new_nodes[root][FIRST] = branch
    new_nodes[root][VISITS] = nodes[branch][VISITS]
    node = root
    while node < count[USED]:
        child = nodes[new_nodes[node][FIRST]][FIRST]
        new_nodes[node][FIRST] = NOTHING
        while child >= 0:
            new = count[USED]
            count[USED] += 1
            for k in range(len(nodes[child])):
                new_nodes[new][k] = nodes[child][k]
            for k in range(len(sums[child])):
                new_sums[new][k] = sums[child][k]
            new_nodes[new][FIRST] = child
            new_nodes[new][SIBLING] = new_nodes[node][FIRST]
            new_nodes[node][FIRST] = new
            child = nodes[child][SIBLING]
        node = trees if node == root else node + 1


@njit
def prepare_worlds(states, viewer, room):
    prepare(states[0], viewer, room)


@njit
def fill_pool(states, viewer, settings, room, luck, seats, moves, n, row, weights, odds):
    """Draw the worlds of the pool, and weigh each by how likely sensible players would have made
    the last n moves in it. odds[k] becomes the sum of the weights up to the k-th."""
    size = int(settings[POOL])
    best = -1.0e9
    for w in range(size):
        copy_state(states, 1, 0)
        world(states[1], viewer, room, luck)
        copy_state(states, KEPT + w, 1)
        odds[w] = fit(states[1], viewer, seats, moves, n, row, weights)
        best = max(best, odds[w])
    total = 0.0
    for w in range(size):
        total += math.exp(odds[w] - best)
        odds[w] = total


@njit
def fit(s, viewer, seats, moves, n, row, weights):
    """The logarithm of the chance that the others would have made these moves in this world; s is
    where they have been made, before and after."""
    rewind(s, seats, moves, n)
    total = 0.0
    for k in range(n):
        if seats[k] != viewer and tells(s, seats[k]):
            total += leaning(s, moves[k], row, weights)
        apply(s, moves[k])
    return total


@njit
def leaning(s, move, row, weights):
    """The logarithm of the chance that a sensible player makes this move."""
    n = legal(s, row)
    if n > 1:
        priors(s, row, n, weights)
        for k in range(n):
            if row[k] == move:
                return math.log(weights[k] + LEAST_LIKELY)
    return 0.0


@njit
def draw_world(states, viewer, settings, room, luck, odds):
    """A world in states[1]: from the pool, if there is one; else one of several draws, each kept as
    likely as it fits what sensible opponents did. Without any tries the state is searched as it is:
    nothing is hidden in it."""
    pool = int(settings[POOL])
    if pool and below(luck, FRESH):
        copy_state(states, 1, KEPT + chosen(odds, pool, luck))
        return
    tries = int(settings[WORLD_TRIES])
    copy_state(states, 1, 0)
    for t in range(tries):
        world(states[1], viewer, room, luck)
        if t == tries - 1 or below(luck, SURE) < likelihood(states[1], viewer):
            return
        copy_state(states, 1, 0)


@njit
def chosen(odds, n, luck):
    """One of n, by sums of their weights: the first whose sum is above the mark."""
    mark = odds[n - 1] * below(luck, FINE) / FINE
    low = 0
    high = n - 1
    while low < high:
        middle = (low + high) // 2
        if odds[middle] > mark:
            high = middle
        else:
            low = middle + 1
    return low


# --- the trees ------------------------------------------------------------------------------


@njit
def child_of(node, seen, nodes):
    """The child of a node by what was seen, or NOTHING."""
    child = nodes[node][FIRST]
    while child >= 0 and nodes[child][SEEN] != seen:
        child = nodes[child][SIBLING]
    return child


@njit
def add_child(node, seen, prior, nodes, sums, count):
    """A new child; NOTHING if there is no room left."""
    new = count[USED]
    if new == len(nodes):
        return NOTHING
    count[USED] = new + 1
    nodes[new][FIRST] = NOTHING
    nodes[new][SIBLING] = nodes[node][FIRST]
    nodes[new][SEEN] = seen
    nodes[new][VISITS] = 0
    nodes[new][AVAILABLE] = 1
    nodes[node][FIRST] = new
    sums[new][VALUE] = 0.0
    sums[new][SQUARE] = 0.0
    sums[new][PRIOR] = prior
    return new


@njit
def look_up(node, n, moves, at, nodes, sums):
    """at[k] becomes the child by moves[k], or NOTHING. Returns how many there are, how often they
    were tried and what that brought."""
    for k in range(n):
        at[k] = NOTHING
    known = 0
    tried = 0
    gained = 0.0
    child = nodes[node][FIRST]
    while child >= 0:
        for k in range(n):
            if moves[k] == nodes[child][SEEN]:
                at[k] = child
                nodes[child][AVAILABLE] += 1
                known += 1
                tried += nodes[child][VISITS]
                gained += sums[child][VALUE]
                break
        child = nodes[child][SIBLING]
    return known, tried, gained


@njit
def select(s, node, n, moves, at, weights, settings, nodes, sums, count):
    """The place in `moves` of the move to try at this node; NOTHING if there is no room left. Moves
    that were never possible here get children first, all at once, because `priors` is expensive.
    An untried move counts as a little worse than the rest."""
    known, tried, gained = look_up(node, n, moves, at, nodes, sums)
    if known < n:
        priors(s, moves, n, weights)
        for k in range(n):
            if at[k] < 0:
                share = weights[k] + settings[PRIOR_NOISE] * (1.0 / n - weights[k])
                at[k] = add_child(node, moves[k], share, nodes, sums, count)
                if at[k] < 0:
                    return NOTHING
    hope = gained / tried - settings[FIRST_PLAY_PENALTY] if tried > 0 else 0.0
    best = 0
    most = -1.0e9
    for k in range(n):
        child = at[k]
        visits = nodes[child][VISITS]
        bonus = sums[child][PRIOR] * math.sqrt(nodes[child][AVAILABLE]) / (1 + visits)
        mean = sums[child][VALUE] / visits if visits > 0 else hope
        if mean + settings[C_PUCT] * bonus > most:
            most = mean + settings[C_PUCT] * bonus
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


# --- a simulation ---------------------------------------------------------------------------


@njit
def descend(s, moves, buffers, weights, settings, luck, nodes, sums, count):
    """Down the trees to a new node, the end of the round or of the game; returns the steps."""
    at, here, path, movers, _ = buffers
    trees = int(settings[TREES])
    for v in range(trees):
        here[v] = v
    steps = 0
    new = False
    while not new and steps < DEEP and turn(s) != OVER and is_cutoff(s) == 0:
        seat = turn(s)
        n = legal(s, moves)
        if seat == CHANCE:
            k = outcome(s, n, moves, luck)
        else:
            own = seat if trees > 1 else 0
            k = select(s, here[own], n, moves, at, weights, settings, nodes, sums, count)
            if k < 0:
                return steps
            new = nodes[at[k]][VISITS] == 0
        for v in range(trees):
            seen = shows(s, moves[k], v) if trees > 1 and v != seat else moves[k]
            child = child_of(here[v], seen, nodes)
            if child < 0:
                child = add_child(here[v], seen, 0.0, nodes, sums, count)  # nobody chooses it here
            if child < 0:
                return steps
            here[v] = child
            path[steps * trees + v] = child
        movers[steps] = seat
        steps += 1
        apply(s, moves[k])
        count[MOVES] += 1
    return steps


@njit
def rollout(states, settings, luck, move_rows, open_moves, shares, count):
    """Sensible or random moves until the rest can be solved, the round ends, or the rollout is deep
    enough; shares[1] becomes the payoffs that follow, or are expected."""
    s = states[1]
    left = int(settings[ROLLOUT_DEPTH])
    solved = settings[SOLVE_MOVES]
    while turn(s) != OVER and is_cutoff(s) == 0 and left != 0 and moves_left(s) > solved:
        if turn(s) == CHANCE:
            deal(s, luck)
        else:
            sensible = below(luck, SURE) < settings[ROLLOUT_SHARE]
            apply(s, rollout_move(s, luck) if sensible else pick(s, luck))
            count[MOVES] += 1
            left -= 1
    if moves_left(s) <= solved:
        solve(states, move_rows, open_moves, shares, count)
    else:
        evaluate(s, shares[1])


@njit
def evaluate(s, out):
    if turn(s) == OVER:
        payoffs(s, out)
    else:
        values(s, out)


@njit
def solve(states, move_rows, open_moves, shares, count):
    """shares[1] becomes what follows if from states[1] on everyone sees everything and does what is
    best for itself. There is a row of everything for each move that may follow; open_moves[i] is
    how many moves of states[i] are not tried yet. No recursion: numba's cache fails with it."""
    i = 1
    look_ahead(states[1], move_rows[1], open_moves, 1, shares[1], count)
    while i > 1 or open_moves[1] > 0:
        if open_moves[i] > 0:
            open_moves[i] -= 1
            copy_state(states, i + 1, i)
            apply(states[i + 1], move_rows[i][open_moves[i]])
            count[MOVES] += 1
            i += 1
            look_ahead(states[i], move_rows[i], open_moves, i, shares[i], count)
        else:
            i -= 1
            seat = turn(states[i])
            if shares[i + 1][seat] > shares[i][seat]:
                for p in range(SEATS):
                    shares[i][p] = shares[i + 1][p]


@njit
def look_ahead(s, moves, open_moves, i, out, count):
    """Begin with a state of an ending: what is forced is played; then its moves, or what it is
    worth."""
    n = 1
    while n == 1 and turn(s) >= 0 and is_cutoff(s) == 0:
        n = legal(s, moves)
        if n == 1:
            apply(s, moves[0])
            count[MOVES] += 1
    if n == 1:
        open_moves[i] = 0
        evaluate(s, out)
    else:
        open_moves[i] = n
        for p in range(SEATS):
            out[p] = -1.0


@njit
def backpropagate(steps, buffers, settings, shares, nodes, sums):
    """Count a result on all nodes of the walk, for whoever moved."""
    _, _, path, movers, _ = buffers
    trees = int(settings[TREES])
    for v in range(trees):
        nodes[v][VISITS] += 1
    for step in range(steps):
        seat = movers[step]
        for v in range(trees):
            node = path[step * trees + v]
            nodes[node][VISITS] += 1
            if v == seat or (trees == 1 and seat >= 0):
                sums[node][VALUE] += shares[seat]
                sums[node][SQUARE] += shares[seat] * shares[seat]


@njit
def simulate(
    states, viewer, simulations, settings, room, luck, odds, move_rows, buffers, weights, shares,
    nodes, sums, count,
):  # fmt: skip
    """So many simulations from the forgotten state states[0]; the other states are room to play
    in, and `move_rows` and `shares` have as many rows: of moves, and of payoffs."""
    open_moves = buffers[4]
    for _ in range(simulations):
        draw_world(states, viewer, settings, room, luck, odds)
        steps = descend(
            states[1], move_rows[0], buffers, weights, settings, luck, nodes, sums, count
        )
        rollout(states, settings, luck, move_rows, open_moves, shares, count)
        backpropagate(steps, buffers, settings, shares[1], nodes, sums)
        count[SIMULATIONS] += 1


GENERIC = [reset, reroot, prepare_worlds, fill_pool, draw_world, simulate]
