"""What a sensible player does without searching: keep the own pile for the end, stone by stone."""

from hidden_nim.rules import FROM_OPEN, FROM_OWN, TAKEN
from ryumon.kernel.jit import njit
from ryumon.kernel.rng import below


@njit
def rollout_move(s, luck):
    if s.pile > 0:
        return FROM_OPEN + below(luck, min(TAKEN, s.pile))
    return FROM_OWN
