"""Tatsu: the table as a row of numbers."""

from __future__ import annotations

from ryumon.games.tatsu.rules import CORNERS, FIELDS, SEATS, SEGMENTS, TYPES
from ryumon.kernel.bits import lowest
from ryumon.kernel.jit import njit
from ryumon.kernel.observe import Features

HUNDRED = 100


@njit
def turns(s, viewer, out, at):
    out[at] = s.turns // HUNDRED
    out[at + 1] = s.turns % HUNDRED


@njit
def corners(s, viewer, out, at):
    for k in range(len(CORNERS)):
        out[at + k] = s.corner[CORNERS[k] - 1]


@njit
def arena(s, viewer, out, at):
    """The inner places, then the outer ones."""
    for k in range(2 * SEGMENTS):
        out[at + k] = 0
    for k in range(SEATS * TYPES):
        stone = 1 + k if viewer <= 0 else 1 + (k + TYPES) % (SEATS * TYPES)
        inner, outer = s.inner[k], s.outer[k]
        while inner:
            out[at + lowest(inner)] = stone
            inner &= inner - 1
        while outer:
            out[at + SEGMENTS + lowest(outer)] = stone
            outer &= outer - 1


@njit
def beside(s, viewer, out, at):
    """By seat from the viewer on: tray, mat and dead stones, by type."""
    for k in range(SEATS * TYPES):
        to = k if viewer <= 0 else (k + TYPES) % (SEATS * TYPES)
        out[at + to] = s.tray[k]
        out[at + SEATS * TYPES + to] = s.mat[k]
        out[at + 2 * SEATS * TYPES + to] = s.dead[k]


@njit
def seat(s, viewer, out, at):
    out[at] = viewer


told = Features(FIELDS)
FEATURES = [
    told.rule("seat", "the viewer's colour: 0 Black, 1 White, -3 a spectator", 1, -3, 1, seat),
    told.number("phase", "what is being done: 0 first, 1 roll, 2 move, 3 over"),
    told.seat("turn", "who decides; -1 chance, -2 the game is over", "player"),
    told.seat("mover", "whose turn it is, from the roll on"),
    told.seat("winner", "who has won; -1 nobody"),
    told.number("low", "the smaller die; 0 before the roll"),
    told.number("high", "the other die"),
    told.number("left", "dice not used yet: 0 none, 1 the smaller, 2 the other, 3 both"),
    told.rule("turns", "rolls so far: hundreds, and the rest", 2, 0, 99, turns),
    told.rule("corners", "the type that each corner recruits (segments 4, 8, 12, 16, 20, 24): "
              "0 Vine, 1 Water, 2 Fire", len(CORNERS), 0, TYPES - 1, corners),
    told.rule("arena", "the stone on each segment, inner places 1 to 24, then outer places: 0 none,"
              " 1 to 3 own Vine, Water, Fire, 4 to 6 the opponent's", 2 * SEGMENTS, 0, 6, arena),
    told.rule("beside", "tray, mat and dead stones: of each the viewer's Vine, Water, Fire, then "
              "the opponent's", 3 * SEATS * TYPES, 0, 4, beside),
]  # fmt: skip
MISSING = (  # what a row of fixed length cannot hold; events do
    "the moves that led here, which no rule asks for: nothing is hidden"
)
