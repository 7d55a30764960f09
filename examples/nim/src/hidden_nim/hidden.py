"""What search and worlds need: how the other pile may be."""

from hidden_nim.rules import MOST_OWN, SEATS
from ryumon.kernel.jit import njit
from ryumon.kernel.rng import below


@njit
def world(s, viewer, room, luck):
    """Every take was one stone at least; the rest of what was dealt may still be there. Whoever is
    to move has something to take."""
    if s.dealt == 1 + SEATS:
        for p in range(SEATS):
            if p != viewer:
                left = MOST_OWN - s.took[p]
                least = 1 if p == s.player and s.pile == 0 else 0
                s.own[p] = least + below(luck, left - least + 1)
