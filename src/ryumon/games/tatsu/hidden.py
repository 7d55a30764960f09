"""Tatsu: what a player guesses of what is hidden. Nothing is."""

from __future__ import annotations

from ryumon.kernel.jit import njit
from ryumon.kernel.ops import SURE

SPACE = 0  # numbers that `prepare` keeps for `world`


@njit
def shows(s, move, viewer):
    """Every move is seen by everybody, and so are the dice (see sight.narrate)."""
    return move


@njit
def prepare(known, viewer, room):
    """There is nothing to work out."""


@njit
def world(s, viewer, room, luck):
    """The only world is the one that is seen."""


@njit
def likelihood(s, viewer):
    return SURE
