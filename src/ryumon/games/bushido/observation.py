"""Bushido Breaker: what a viewer knows as a row of numbers, made from a forgotten state.

The whole game does not fit: of the rounds it holds the one under way and the last six. Ninja and
samurai players are told by their numbers, because their roles differ.
"""

from __future__ import annotations

from ryumon.games.bushido.board import (
    FIELDS, GUARD, GUARDS, METSUBUSHI, NEVER, NINJA, NOTHING, SMOKED,
)  # fmt: skip
from ryumon.kernel.jit import njit
from ryumon.kernel.observe import Features

KEPT = 7  # rounds, the one under way first
BLANK = -1  # of a round that is not there


@njit
def seat(s, viewer, out, at):
    out[at] = viewer


@njit
def by_ninja(s, values, less, out, at):
    """An entry for each ninja of the last rounds, made smaller by `less` where there is one."""
    for k in range(KEPT * NINJA):
        r = s.round - k // NINJA
        out[at + k] = BLANK
        if 0 <= r < s.turns:
            value = values[NINJA * r + k % NINJA]
            out[at + k] = value - less if value != NOTHING else BLANK


@njit
def laid(s, viewer, out, at):
    by_ninja(s, s.laid, 0, out, at)


@njit
def reacted(s, viewer, out, at):
    by_ninja(s, s.reacted, 0, out, at)


@njit
def fate(s, viewer, out, at):
    by_ninja(s, s.fate, 0, out, at)


@njit
def shown(s, viewer, out, at):
    by_ninja(s, s.shown, 0, out, at)


@njit
def shown_at(s, viewer, out, at):
    by_ninja(s, s.shown_at, 0, out, at)


@njit
def word(s, viewer, out, at):
    by_ninja(s, s.word, 0, out, at)


@njit
def played(s, viewer, out, at):
    by_ninja(s, s.played, GUARD, out, at)


@njit
def answer(s, viewer, out, at):
    by_ninja(s, s.answer, METSUBUSHI, out, at)


@njit
def outcome(s, viewer, out, at):
    """By round: the dead, the alarms that changed and the chirps, each as a set. The Chamber, which
    has no alarm, is left out, so that the places fit."""
    for k in range(KEPT):
        r = s.round - k
        there = 0 <= r < s.turns
        out[at + 3 * k] = s.dead[r] if there else BLANK
        out[at + 3 * k + 1] = s.flipped[r] >> 1 if there else BLANK
        out[at + 3 * k + 2] = s.chirps[r] if there else BLANK


told = Features(FIELDS)
FEATURES = [
    told.rule("seat", "the viewer's seat: ninja first; -3 a spectator", 1, -3, 3, seat),
    told.number("players", "number of players", "n"),
    told.number("turns", "pages of the notepad"),
    told.number("round", "rounds finished"),
    told.number("phase", "what is being done: 0 specials, 1 gates, 2 actions, 3 samurai, "
                "4 metsubushi, 5 smoke, 6 between rounds, 7 over, 8 somebody may be answering"),
    told.seat("turn", "whose turn it is; -2 the game is over, -4 the viewer cannot see it",
              "player"),
    told.number("showdown", "1 in a showdown (BB-28)"),
    told.number("won", "1 the ninja, 2 the samurai have won"),
    told.set("off", "disabled alarms, by place: chamber, corridor, castle, dojo, west, east, "
             "daimyo, dining"),
    told.numbers("post", "the place of each samurai s1 to s7; -1 not alive"),
    told.numbers("katana", "Katana cards left, by samurai player"),
    told.numbers("yumi", "Yumi cards left, by samurai player"),
    told.numbers("notices", "how often each ninja has been noticed"),
    told.numbers("out", "1 for a ninja that is out"),
    told.numbers("place", "the place of each ninja, if the viewer knows it"),
    told.numbers("gate", "the gate of each ninja, if the viewer knows it"),
    told.numbers("kunai", "Kunai left: a ninja's own, of the other what is not face up"),
    told.numbers("shuriken", "Shuriken left, likewise"),
    told.numbers("smoke", "Smoke Bombs left, likewise"),
    told.numbers("diagonals", "uses left of the viewer's own Diagonal Move"),
    told.numbers("row_word", "Move (3) or Hide (4), if the viewer laid it last (BB-7)"),
    told.numbers("row", "how often in a row"),
    told.number("dart", "the samurai that the viewer has poisoned"),
    told.number("fuse", "rounds until it dies"),
    told.sets_by_seat("picked", "specials picked that the viewer knows: shurikens, diagonal, "
                      "blowgun, metsubushi, reinforcements, repair, showdown, revelation, unknown"),
    told.sets_by_seat("special", "specials held, as far as the viewer knows; the last: an unknown "
                      "one"),
    told.rule("laid", "by round and ninja: the viewer's own actions, by number of the move",
              KEPT * NINJA, -1, GUARD - 1, laid),
    told.rule("reacted", "by round and ninja: 1 asked for Metsubushi, 2 laid, 4 asked for Smoke, "
              "8 laid, added up", KEPT * NINJA, -1, 15, reacted),
    told.rule("fate", "by round and ninja: 1 blocked, 2 dodged, 3 noticed, 4 captured, 5 killed, "
              "6 smoked", KEPT * NINJA, -1, SMOKED, fate),
    told.rule("shown", "by round and ninja: the action that was shown", KEPT * NINJA, -1, GUARD - 1,
              shown),
    told.rule("shown_at", "by round and ninja: the place that was shown", KEPT * NINJA, -1, 7,
              shown_at),
    told.rule("word", "by round and ninja: the word told by Revelation", KEPT * NINJA, -1, 7, word),
    told.rule("played", "by round and samurai player: 12 * samurai + card", KEPT * GUARDS, -1,
              METSUBUSHI - GUARD - 1, played),
    told.rule("answer", "by round and samurai player: the special laid after it",
              KEPT * GUARDS, -1, NEVER - METSUBUSHI - 1, answer),
    told.rule("outcome", "by round: the dead, the alarms changed (without the Chamber), the "
              "chirps, each as a set", KEPT * 3, -1, 127, outcome),
]  # fmt: skip
MISSING = (  # what a row of fixed length cannot hold; events do
    "rounds before the last six"
)
