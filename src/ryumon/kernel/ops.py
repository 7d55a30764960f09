"""The operations of a game that generic code calls, and the generic code.

Every game's rules fill the open operations; `link` puts them in by name. Games are found at
`states[i]`: an array of records when compiled, a list of plain objects when interpreted. Passing
(array, index) matters: a single record as an argument from Python costs 5 to 12 microseconds.
What a State calls at every move takes a block instead, the cheapest of all (see block.py).
"""

from __future__ import annotations

from typing import Any

from ryumon.kernel.jit import for_python, njit, operation
from ryumon.kernel.scratch import copy, listed, room_of, state_of

CHANCE = -1
OVER = -2
MOST_MOVES = 0xFFFF  # at a time: room for them is taken from the stack
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
def rewind(s, seats, moves, n):
    """Back to the first of the last n moves of a round, which these seats made, in a world. Asked
    only of a game whose hidden.py has `recall`."""


@operation
def tells(s, seat) -> Any:
    """In a world that has been rewound: do the moves of this seat tell anything of its hand?"""


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


@for_python
def options(block):
    """Whose turn it is, and the legal moves as a list."""
    s, out = state_of(block), room_of(block)
    return turn(s), listed(out, legal(s, out))


@for_python
def step(block, move):
    """Make a move; then as `options`. One call from Python instead of three."""
    s, out = state_of(block), room_of(block)
    apply(s, move)
    return turn(s), listed(out, legal(s, out))


@for_python
def weigh(block):
    """At CHANCE, for each of the legal moves the weight of those up to it; else empty."""
    s, out = state_of(block), room_of(block)
    n = 0
    total = 0
    if turn(s) == CHANCE:
        n = legal(s, out)
        for k in range(n):
            total += weight(s, out[k])
            out[k] = total
    return listed(out, n)


@for_python
def look_at(block, viewer, out):
    """What a viewer knows of a true state, as features."""
    s = state_of(block)
    known = copy(s)
    forget(s, known, viewer)
    observe(known, viewer, out)


@njit
def forget_state(states, i, known, j, viewer):
    forget(states[i], known[j], viewer)


@njit
def observe_state(states, i, viewer, out):
    """The features of a forgotten state."""
    observe(states[i], viewer, out)


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


# what takes a block, and how its further arguments are called in numba's own words
BLOCKS = {options: (), step: ("int64",), weigh: (), look_at: ("int64", "int8[::1]")}

GENERIC = [
    *BLOCKS, setup, forget_state, observe_state, think, pick_move, deal_all, playouts,
]  # fmt: skip
