"""The operations of a game that generic code calls, and the generic code.

Every game's rules fill the open operations; `link` puts them in by name. Games are found at
`states[i]`: an array of records when compiled, a list of plain objects when interpreted. Passing
(array, index) matters: a single record as an argument from Python costs 5 to 12 microseconds.
"""

from __future__ import annotations

from typing import Any

from ryumon.kernel.jit import njit, operation

CHANCE = -1
OVER = -2
MOST_MOVES = 0xFFFF  # at a time: their number comes back in 16 bits
SURE = 1000  # what `likely` gives at most
FAR = 1000  # moves ahead that nobody counts


@operation
def start(s, options):
    """Set up a blank state; options are integers, the number of players first."""


@operation
def turn(s) -> Any:
    """The seat to move, CHANCE or OVER."""


@operation
def legal(s, out) -> Any:
    """Write the legal moves into `out` in ascending order; return how many there are."""


@operation
def apply(s, move):
    """Make a legal move."""


@operation
def weight(s, move):
    """The weight of an outcome of chance, a whole number above 0."""


@operation
def deal(s, luck):
    """Play all chance up to the next decision or the end, in one go."""


@operation
def pick(s, luck):
    """A uniformly random legal move of the seat to move."""


@operation
def payoffs(s, out):
    """Write the payoff of each seat into `out` when the game is over."""


@operation
def forget(s, known, viewer):
    """Build in `known` the state as this viewer knows it; what is hidden from it gets a filler."""


@operation
def observe(known, viewer, out):
    """Write what this viewer knows, by a forgotten state, into `out`: the features of the game."""


@operation
def rollout_move(s, luck):
    """The move of the rule-of-thumb player."""


# --- what search asks besides ----------------------------------------------------------------


@operation
def shows(s, move, viewer) -> Any:
    """What this viewer sees of a move that is about to be made in s: the move itself, or a
    negative number, the same for all moves that look alike to it."""


@operation
def prepare(known, viewer, room):
    """Once for each decision: work out in `room` what `world` needs to draw quickly."""


@operation
def world(s, viewer, room, luck):
    """Fill the hidden parts of s, a copy of a forgotten state, with one of the worlds that fit what
    the viewer knows; all that matters for playing on, but not the record."""


@operation
def likelihood(s, viewer) -> Any:
    """How well a world fits what sensible opponents of the viewer did, from 1 to SURE."""


@operation
def priors(s, moves, n, out):
    """How much a sensible player leans to each of the n moves: out[k] >= 0, with the sum 1."""


@operation
def values(s, out):
    """The expected payoff of each seat, judged without playing on."""


@operation
def is_cutoff(s) -> Any:
    """Is this a good moment to stop a simulation and judge: has a round just ended?"""


@operation
def moves_left(s) -> Any:
    """How many moves there are at most until `is_cutoff` or the end; FAR if that is not near."""


@njit
def setup(states, i, options):
    start(states[i], options)


@njit
def options(states, i, out):
    """The legal moves and, packed with their number, whose turn it is: turn * 65536 + number."""
    s = states[i]
    return turn(s) * 65536 + legal(s, out)


@njit
def step(states, i, move, out):
    """Make a move; then as `options`. One call from Python instead of two."""
    s = states[i]
    apply(s, move)
    return turn(s) * 65536 + legal(s, out)


@njit
def weigh(states, i, out, sums):
    """At CHANCE, sums[k] is the weight of the legal moves up to the k-th; returns that of all."""
    s = states[i]
    total = 0
    if turn(s) == CHANCE:
        for k in range(legal(s, out)):
            total += weight(s, out[k])
            sums[k] = total
    return total


@njit
def forget_state(states, i, known, j, viewer):
    forget(states[i], known[j], viewer)


@njit
def look(s, known, viewer, out):
    """What a viewer knows of a true state, as features. `known` is room for one state."""
    forget(s, known, viewer)
    observe(known, viewer, out)


@njit
def observe_state(states, i, viewer, out):
    """The features of a forgotten state."""
    observe(states[i], viewer, out)


@njit
def observe_batch(states, turns, known, seen):
    """What the seat to move knows, in every game."""
    for i in range(len(states)):
        look(states[i], known[0], turns[i], seen[i])


@njit
def think(states, i, luck):
    return rollout_move(states[i], luck)


@njit
def pick_move(states, i, luck):
    return pick(states[i], luck)


@njit
def deal_all(states, i, luck):
    deal(states[i], luck)


@njit
def playout(s, luck):
    """Random moves to the end; returns their number, chance not counted."""
    moves = 0
    while turn(s) != OVER:
        if turn(s) == CHANCE:
            deal(s, luck)
        else:
            apply(s, pick(s, luck))
            moves += 1
    return moves


@njit
def playouts(states, i, options, games, luck, totals):
    """Whole random games in states[i]; adds the payoffs to `totals`, returns the moves made."""
    s = states[i]
    share = totals[1]
    moves = 0
    for _ in range(games):
        start(s, options)
        moves += playout(s, luck)
        payoffs(s, share)
        for seat in range(len(share)):
            totals[0][seat] += share[seat]
    return moves


@njit
def show(s, out, mask):
    """mask[move] is 1 where the move is legal for the seat to move; returns whose turn it is."""
    for move in range(len(mask)):
        mask[move] = 0
    for k in range(legal(s, out)):
        mask[out[k]] = 1
    return turn(s)


@njit
def reset_batch(states, options, luck, out, masks, turns):
    for i in range(len(states)):
        s = states[i]
        start(s, options)
        deal(s, luck)
        turns[i] = show(s, out, masks[i])


@njit
def illegal_batch(moves, masks):
    """The first game whose move is not legal, or -1."""
    for i in range(len(moves)):
        if moves[i] < 0 or moves[i] >= len(masks[i]) or masks[i][moves[i]] == 0:
            return i
    return -1


@njit
def step_batch(
    states, moves, options, luck, out, masks, turns, done, rewards, known, final
):  # fmt: skip
    """Make one move in every game, with all chance after it; restart those that end. `final`, what
    the seat that made the last move of a game knew at its end, has no rows if nobody wants it."""
    for i in range(len(states)):
        s = states[i]
        apply(s, moves[i])
        deal(s, luck)
        done[i] = 0
        if turn(s) == OVER:
            done[i] = 1
            payoffs(s, rewards[i])
            if len(final) > 0:
                look(s, known[0], turns[i], final[i])
            start(s, options)
            deal(s, luck)
        turns[i] = show(s, out, masks[i])


@njit
def pick_batch(states, luck, moves):
    """A uniformly random legal move for every game."""
    for i in range(len(states)):
        moves[i] = pick(states[i], luck)


GENERIC = [
    setup, options, step, weigh, forget_state, observe_state, think, pick_move, deal_all, playouts,
    reset_batch, illegal_batch, step_batch, pick_batch, observe_batch,
]  # fmt: skip
