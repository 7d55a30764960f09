"""What a player of Tatsu looks at, made from an observation.

Both colours see the ring as Black does: White goes round the other way, so that for White it is
mirrored, and what one learns as Black one knows as White. And besides where the stones lie, who can
be hit by whom at which distance: a network that sums up its columns finds no pairs by itself.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

SEGMENTS, TYPES, GATES = 24, 3, 3  # of the ring; sorts of stones; a die up to here enters
FAR = 12  # what two dice reach
BACK = 14  # White's ring mirrored: its segment k, counted from 0, is Black's BACK - k
HOMES = -1, 15  # from where the stones beside the ring enter, as Black sees it: own, the other's
PAIRS = 2 * TYPES * TYPES * FAR
MANY = 4  # stones of one sort


class Ring:
    """The columns of an observation as a player looks at them, and those that are added."""

    def __init__(self, env: Any) -> None:
        space, at = env.single_observation_space, env.game.observation.slices
        self.low = np.append(space.low, np.full(PAIRS, 0, np.int8))
        self.high = np.append(space.high, np.full(PAIRS, MANY, np.int8))
        tray = at["beside"].start
        self.places = at["seat"].start, at["turns"].start, at["arena"].start, tray + 2 * TYPES

    def rows(self, seen: Any) -> Any:
        out = np.zeros((len(seen), len(self.low)), np.int8)
        relate(seen, *self.places, out)
        return out


@njit(cache=True)
def relate(seen, seat, turns, arena, mats, out):
    """Mirror White's ring, leave out colour and turns, and add the pairs. The corners stay: with
    the usual layout they are their own mirror image."""
    inner = np.empty(SEGMENTS, np.int8)
    outer = np.empty(SEGMENTS, np.int8)
    for i in range(len(seen)):
        row = out[i]
        row[: seen.shape[1]] = seen[i]
        row[seat] = 0
        row[turns] = 0
        row[turns + 1] = 0
        for k in range(SEGMENTS):
            to = (BACK - k) % SEGMENTS if seen[i, seat] == 1 else k
            inner[to] = seen[i, arena + k]
            outer[to] = seen[i, arena + SEGMENTS + k]
        row[arena : arena + SEGMENTS] = inner
        row[arena + SEGMENTS : arena + 2 * SEGMENTS] = outer
        for k in range(SEGMENTS):
            top = outer[k] or inner[k]
            if top:
                hunt(k, FAR, top, inner, outer, row, seen.shape[1])
        for t in range(TYPES):
            if seen[i, mats + t]:
                hunt(HOMES[0], GATES, t + 1, inner, outer, row, seen.shape[1])
            if seen[i, mats + TYPES + t]:
                hunt(HOMES[1], GATES, TYPES + t + 1, inner, outer, row, seen.shape[1])


@njit(cache=True)
def hunt(start, reach, stone, inner, outer, row, at):
    """Count the lone enemies that this stone has before it."""
    own = stone <= TYPES
    for far in range(1, reach + 1):
        to = (start + far if own else start - far) % SEGMENTS
        prey = inner[to]
        if prey and outer[to] == 0 and (prey <= TYPES) != own:
            pair = (stone - 1) * TYPES + (prey - 1) % TYPES
            row[at + pair * FAR + far - 1] += 1
