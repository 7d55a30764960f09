"""Bushido Breaker: the rules BB-1 to BB-30 as functions on a state `s`. There is no chance.

`board` has the tables and what a state holds, `choices` what may be done, `resolve` how a round is
judged; here is what a move does until then, and the end.
"""

from __future__ import annotations

from ryumon.games.bushido.board import (
    AFTER, ALL_DEAD, ALL_OUT, AN_KUNAI, A_BLOWGUN, A_DIAGONAL, A_SHURIKEN, BLIND, BLOWGUN, CARDS,
    DIAGONAL_CARD, FIELDS, GATE, GUARD, GUARDS, IN_CHAMBER, KATANA, LAY, METSUBUSHI,
    METSUBUSHI_CARD, MET_ASKED, MET_LAID, MOST, NINJA, NINJA_WIN, NOTHING, NO_TURNS, PICK, PLAY,
    SEAT_MOVES, SMOKE, SMOKE_ASKED, SMOKE_LAID, SPECIAL, START, WEST, YUMI, alone, begin_round,
    guards, next_ninja, ninjas, start, word_of,
)  # fmt: skip
from ryumon.games.bushido.choices import list_moves
from ryumon.games.bushido.counters import LASTS, held_after, row_after
from ryumon.games.bushido.resolve import answer, judge
from ryumon.kernel.bits import popcount
from ryumon.kernel.jit import njit
from ryumon.kernel.rng import DECK, below

__all__ = [
    "FIELDS", "MOST", "SEAT_MOVES", "apply", "legal", "payoffs", "pick", "reason", "score", "start",
]  # fmt: skip


@njit
def legal(s, out):
    return list_moves(s, out, 0)


@njit
def pick(s, luck):
    last = list_moves(s, luck, DECK)
    return luck[DECK + below(luck, last - DECK)]


@njit
def apply(s, move):
    if s.phase == LAY:
        lay(s, move)
    elif s.phase == PLAY:
        play_card(s, move)
    elif s.phase == AFTER:
        answer(s, move)
    elif s.phase == PICK:
        take_special(s, move - SPECIAL)
    elif s.phase == START:
        enter(s, WEST + move - GATE)
    else:
        react(s, move)


@njit
def take_special(s, special):
    s.picked[s.player] |= 1 << special
    s.special[s.player] |= 1 << special
    if special == DIAGONAL_CARD:
        s.diagonals[s.player] = 2
    if s.n == 3 and popcount(s.special[0]) < 2:
        return
    s.player += 1
    if s.player == s.n or s.n == 3:
        s.player = 0
        s.phase = START


@njit
def enter(s, gate):
    s.place[s.player] = gate
    s.gate[s.player] = gate
    s.player += 1
    if s.player == ninjas(s):
        begin_round(s)


@njit
def lay(s, move):
    """BB-2; BB-10: what is limited is used up when laid."""
    k = s.player
    word = word_of(move)
    s.laid[NINJA * s.round + k] = move
    if word == AN_KUNAI:
        s.kunai[k] -= 1
    elif word == A_SHURIKEN:
        s.shuriken[k] -= 1
    elif word == A_DIAGONAL:
        s.diagonals[k] -= 1
    elif word == A_BLOWGUN:
        s.dart = move - BLOWGUN
        s.fuse = LASTS
    s.special[k] = held_after(word, s.special[k], s.diagonals[k])
    s.row[k] = row_after(word, s.row_word[k], s.row[k])
    s.row_word[k] = word if s.row[k] > 0 else NOTHING
    k = next_ninja(s, k + 1)
    if k == NOTHING:
        s.phase = PLAY
        k = ninjas(s)
    s.player = k


@njit
def play_card(s, move):
    j = s.player - ninjas(s)
    s.played[GUARDS * s.round + j] = move
    card = (move - GUARD) % CARDS
    if card == KATANA:
        s.katana[j if s.katana[j] > 0 else 1] -= 1
    elif card == YUMI:
        s.yumi[j if s.yumi[j] > 0 else 1] -= 1
    if j + 1 < guards(s) and not alone(s):
        s.player += 1
    else:
        judge(s)


@njit
def react(s, move):
    k = s.player
    at = NINJA * s.round + k
    if s.phase == BLIND:
        s.reacted[at] |= MET_ASKED
        if move == METSUBUSHI:
            s.reacted[at] |= MET_LAID
            s.special[k] ^= 1 << METSUBUSHI_CARD
    else:
        s.reacted[at] |= SMOKE_ASKED
        if move == SMOKE:
            s.reacted[at] |= SMOKE_LAID
            s.smoke[k] -= 1
    judge(s)


@njit
def score(s, p):
    if s.won == 0:
        return 0
    return 1 if (p < ninjas(s)) == (s.won == NINJA_WIN) else 0


@njit
def payoffs(s, out):
    """BB-23: the whole side wins."""
    winners = ninjas(s) if s.won == NINJA_WIN else guards(s)
    for p in range(s.n):
        out[p] = score(s, p) / winners


def reason(s) -> str:
    """BB-23 as one word."""
    return {ALL_OUT: "out", IN_CHAMBER: "chamber", ALL_DEAD: "dead", NO_TURNS: "turns"}[s.why]
