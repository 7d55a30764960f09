"""Tiger & Dragon: what a viewer knows as a row of numbers, made from a forgotten state."""

from __future__ import annotations

from ryumon.games.tiger_dragon.rules import DOWN, FIELDS, KINDS, MANY, SEATS
from ryumon.kernel.jit import njit
from ryumon.kernel.observe import Features
from ryumon.kernel.spread import write_halves

LONGEST = 14  # tiles that a seat can lay: all of the start player's, of two players
LAPS = LONGEST // 2  # every other one can lie face down (TD-5)


@njit
def hand(s, viewer, out, at):
    write_halves(s.hands[viewer] if viewer >= 0 else 0, KINDS, MANY, out, at)


@njit
def down(s, viewer, out, at):
    write_halves(s.laps[viewer] if viewer >= 0 else 0, LAPS, MANY, out, at)


@njit
def rows(s, viewer, out, at):
    """The newest tile first, as it stands in a row: kind + 1, DOWN if it lies face down."""
    me = max(viewer, 0)
    for q in range(SEATS):
        p = me + q if me + q < s.n else me + q - s.n
        write_halves(s.rows[p] if q < s.n else 0, LONGEST, MANY, out, at + LONGEST * q)


@njit
def spared(s, viewer, out, at):
    me = max(viewer, 0)
    for q in range(SEATS):
        p = me + q if me + q < s.n else me + q - s.n
        write_halves(s.spared[p] if q < s.n else 0, KINDS, 1, out, at + KINDS * q)


told = Features(FIELDS)
FEATURES = [
    told.number("players", "number of players", "n"),
    told.number("teams", "1 when opposite seats are partners (TD-8)"),
    told.number("setting", "the option `field`: 0 to 9 a battlefield, 10 random, 11 each round"),
    told.number("field", "the battlefield in play; -1 before it is drawn"),
    told.number("round", "rounds finished"),
    told.number("phase", "what is being done: 0 first start player, 1 battlefield, 2 deal, "
                "3 foretelling, 4 attack, 5 defence, 6 lap bonus, 7 over"),
    told.seat("turn", "whose turn it is; -1 chance, -2 the game is over", "player"),
    told.seat("starter", "the start player of the round"),
    told.seat("attacker", "who attacks"),
    told.number("attack", "the tile attacked with: 0 to 7 the numbers, 8 Tiger, 9 Dragon"),
    told.number("dealt", "tiles dealt in this round"),
    told.by_seat("points", "score"),
    told.by_seat("hand_size", "tiles in the hand", "sizes"),
    told.by_seat("down_size", "tiles laid face down", "down"),
    told.by_seat("foretold", "tile foretold (TD-12); 10 for none, -1 not said"),
    told.seat("previous_winner", "who went out in the round before", "old_winner"),
    told.number("previous_tile", "with which tile", "old_tile"),
    told.number("previous_field", "on which battlefield", "old_field"),
    told.number("previous_points", "for how many points", "old_points"),
    told.rule("hand", "how many of each tile the viewer holds", KINDS, 0, 8, hand),
    told.rule("down", "the viewer's own face-down tiles, the newest first: tile + 1, 0 for none",
              LAPS, 0, KINDS, down),
    told.rule("rows", "what each seat has laid, the newest first: tile + 1, 15 face down, 0 for "
              "none", SEATS * LONGEST, 0, DOWN, rows),
    told.rule("spared", "kinds that would have defended against attacks of opponents on which the "
              "seat passed", SEATS * KINDS, 0, 1, spared),
]  # fmt: skip
MISSING = (  # what a row of fixed length cannot hold; events do
    "the order in which the seats acted; the tiles shown at the end of finished rounds"
)
