"""Bushido Breaker: what may be done. Rules BB-1 to BB-8, BB-13, BB-24 to BB-28."""

from __future__ import annotations

from ryumon.games.bushido.board import (
    AFTER, ALARM, A_HIDE, A_MOVE, BLIND, BLOWGUN, BLOWGUN_CARD, CARDS, CHAMBER, CORRIDOR, DIAGONAL,
    DIAGONAL_CARD, ENDED, EXITS, GATE, GUARD, GUARDS, HIDE, KATANA, KUNAI, LAY, METSUBUSHI,
    METSUBUSHI_CARD, MOVE, MOVES_TO, NO, NONE, NOTHING, ONE, ONE_OR_SAME, PICK, PLACES, PLAY,
    REINFORCE, REINFORCEMENTS, REPAIR, REPAIR_ALARMS, REPAIR_ONE, REVELATION, REVELATION_CARD,
    SABOTAGE, SAMURAI, SEARCH, SHOWDOWN, SHOWDOWN_CARD, SHURIKEN, SHURIKENS, SHURIKENS_CARD, SMOKE,
    SPECIAL, START, TWO, TWO_OR_SAME, YUMI, across, alive, alone, last_place, near, needed, ninjas,
)  # fmt: skip
from ryumon.kernel.bits import popcount
from ryumon.kernel.jit import njit


@njit
def list_moves(s, out, n):
    """Write the legal moves from out[n] on; returns where they end."""
    if s.phase == LAY:
        return list_actions(s, out, n)
    if s.phase == PLAY:
        return list_cards(s, out, n)
    if s.phase == AFTER:
        return list_specials(s, out, n)
    if s.phase == PICK:
        return list_picks(s, out, n)
    if s.phase == ENDED:
        return n
    if s.phase == START:
        out[n] = GATE
        out[n + 1] = GATE + 1
    else:
        out[n] = METSUBUSHI if s.phase == BLIND else SMOKE
        out[n + 1] = NO
    return n + 2


@njit
def list_picks(s, out, n):
    """BB-1: not what the partner took; the lone ninja of three players picks two, ascending."""
    ninja = s.player < ninjas(s)
    taken = 0
    for p in range(ninjas(s) if not ninja else 0, s.n):
        if ninja == (p < ninjas(s)):
            taken |= s.picked[p]
    first = SHURIKENS_CARD if ninja else REINFORCEMENTS
    for special in range(first, first + 4):
        if s.n == 3 and taken == 0 and special == METSUBUSHI_CARD:
            continue  # nothing could follow it
        barred = taken >> special if s.n == 3 else taken >> special & 1
        if barred == 0:
            out[n] = SPECIAL + special
            n += 1
    return n


@njit
def list_actions(s, out, n):
    k = s.player
    here = s.place[k]
    beside = near(s, here)
    if s.kunai[k] > 0:  # BB-5
        for x in range(SAMURAI):
            if s.post[x] == here:
                out[n] = KUNAI + x
                n += 1
    if s.shuriken[k] > 0:
        for x in range(SAMURAI):
            if s.post[x] >= 0 and beside >> s.post[x] & 1:
                out[n] = SHURIKEN + x
                n += 1
    if s.off >> here & 1 == 0:  # BB-6; nobody stays in the Chamber
        out[n] = SABOTAGE
        n += 1
    if may_repeat(s, k, A_MOVE):
        n = list_ways(s, out, n)
    if may_repeat(s, k, A_HIDE):
        out[n] = HIDE
        n += 1
    if s.special[k]:
        n = list_special_actions(s, out, n)
    return n


@njit
def may_repeat(s, k, word):
    """BB-7: at most two turns in a row."""
    return s.row_word[k] != word or s.row[k] < 2


@njit
def list_ways(s, out, n):
    if s.showdown:  # BB-28: a bluff
        out[n] = MOVE + CORRIDOR
        return n + 1
    ways = near(s, s.place[s.player])
    if popcount(s.off) < needed(s):
        ways &= ~(1 << CHAMBER)  # BB-8
    for to in range(PLACES):
        if ways >> to & 1:
            out[n] = MOVE + to
            n += 1
    return n


@njit
def list_special_actions(s, out, n):
    k = s.player
    here = s.place[k]
    beside = near(s, here)
    if s.special[k] >> SHURIKENS_CARD & 1 and beside:  # BB-24
        for pair in range(len(ONE)):
            a = s.post[ONE[pair]]
            b = s.post[TWO[pair]]
            if a >= 0 and b >= 0 and a != b and beside >> a & 1 and beside >> b & 1:
                out[n] = SHURIKENS + pair
                n += 1
    if s.special[k] >> DIAGONAL_CARD & 1:  # BB-25
        ways = across(s, here)
        for to in range(PLACES):
            if ways >> to & 1:
                out[n] = DIAGONAL + to
                n += 1
    if s.special[k] >> BLOWGUN_CARD & 1:  # BB-26
        for x in range(SAMURAI):
            if s.post[x] >= 0:
                out[n] = BLOWGUN + x
                n += 1
    return n


@njit
def list_cards(s, out, n):
    j = s.player - ninjas(s)
    katana = s.katana[j] > 0
    yumi = s.yumi[j] > 0
    used = NOTHING
    if j == 1:
        used = (s.played[GUARDS * s.round] - GUARD) // CARDS
    elif alone(s):
        katana = s.katana[0] + s.katana[1] > 0
        yumi = s.yumi[0] + s.yumi[1] > 0
    for x in range(SAMURAI):
        if s.post[x] < 0 or x == used:
            continue
        base = GUARD + x * CARDS
        if katana:
            out[n] = base + KATANA
            n += 1
        if yumi:
            out[n] = base + YUMI
            n += 1
        out[n] = base + SEARCH
        out[n + 1] = base + ALARM
        out[n + 2] = base + EXITS
        n += 3
        ways = near(s, s.post[x])
        for to in range(CORRIDOR, PLACES):  # BB-13: never the Chamber
            if ways >> to & 1:
                out[n] = base + MOVES_TO + to
                n += 1
    return n


@njit
def list_specials(s, out, n):
    """BB-27: what the seat's special can do now, and `none`."""
    held = s.special[s.player]
    if held >> REINFORCEMENTS & 1 and alive(s) <= 4:
        if s.showdown:
            out[n] = REINFORCE  # to the Corridor (BB-28)
            n += 1
        else:
            for pair in range(len(ONE_OR_SAME)):
                if TWO_OR_SAME[pair] + 1 <= last_place(s):
                    out[n] = REINFORCE + pair
                    n += 1
    if held >> REPAIR_ALARMS & 1 and s.showdown == 0:
        n = list_repairs(s, out, n)
    if held >> REVELATION_CARD & 1:
        out[n] = REVELATION
        n += 1
    if held >> SHOWDOWN_CARD & 1 and alive(s) == 2:
        out[n] = SHOWDOWN
        n += 1
    out[n] = NONE
    return n + 1


@njit
def list_repairs(s, out, n):
    """Two of the disabled alarms, or the only one."""
    for pair in range(len(ONE)):
        if s.off >> (ONE[pair] + 1) & 1 and s.off >> (TWO[pair] + 1) & 1:
            out[n] = REPAIR + pair
            n += 1
    if popcount(s.off) == 1:
        for place in range(CORRIDOR, PLACES):
            if s.off >> place & 1:
                out[n] = REPAIR_ONE + place - 1
                n += 1
    return n
