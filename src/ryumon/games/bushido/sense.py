"""Bushido Breaker: what a sensible player does without searching."""

from __future__ import annotations

from ryumon.games.bushido.rules import pick
from ryumon.kernel.jit import njit


@njit
def thumb(s, luck):
    return pick(s, luck)
