"""What search and worlds need: how the other pile may be."""

from hidden_nim.rules import MOST_OWN, NOBODY, SEATS
from ryumon.kernel.jit import njit
from ryumon.kernel.rng import below


@njit
def world(s, viewer, room, luck):
    """Every take was one stone at least; the rest of what was dealt may still be there. A pile that
    was never touched has a stone, and whoever is to move has something to take (HN-4)."""
    for p in range(SEATS):
        if p != viewer and s.dealt > 1 + p:
            least = 1 if s.took[p] == 0 or (p == s.player and s.pile == 0) else 0
            most = MOST_OWN - s.took[p]
            if s.winner != NOBODY and s.winner != p:
                most = 0
            s.own[p] = least + below(luck, most - least + 1)
