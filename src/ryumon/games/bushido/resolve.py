"""Bushido Breaker: the order of a round (BB-30), and what follows it (BB-23, BB-27)."""

from __future__ import annotations

from ryumon.games.bushido.board import (
    AFTER, ALL_DEAD, ALL_OUT, BLIND, CAPTURED, CARDS, CHAMBER, CORRIDOR, ENDED, ESCAPE, GUARD,
    GUARDS, IN_CHAMBER, IN_PLAY, KUNAI, MET_ASKED, MET_LAID, MOVES_TO, NINJA, NINJA_WIN, NONE,
    NOTHING, NOTICED, NO_TURNS, ONE, ONE_OR_SAME, OUT, REINFORCE, REPAIR, REPAIR_ONE, REVELATION,
    SAMURAI, SAMURAI_WIN, SECRET, SHOWDOWN, SHURIKEN, SMOKED, SMOKE_ASKED, SMOKE_LAID, TWO,
    TWO_OR_SAME, alive, begin_round, next_ninja, ninjas, word_of,
)  # fmt: skip
from ryumon.games.bushido.counters import (
    HIT, KILLS, MET, MET_BITS, arrives, attack, chirps, disables, fate_of, fuse_after, is_fatal,
    may_blind, noticed, shown_as, voids,
)  # fmt: skip
from ryumon.kernel.jit import njit
from ryumon.kernel.ops import OVER


@njit
def judge(s):
    """Ask whoever must be asked next, or settle the round."""
    base = NINJA * s.round
    for k in range(ninjas(s)):  # 1
        if s.reacted[base + k] & MET_ASKED == 0 and may_blind(s, s.special[k], s.laid[base + k]):
            s.phase = BLIND
            s.player = k
            return
    found = weigh(s)
    for k in range(ninjas(s)):  # 4
        hit = of_ninja(found, k) & HIT
        if hit and s.smoke[k] > 0 and s.reacted[base + k] & SMOKE_ASKED == 0:
            s.phase = ESCAPE
            s.player = k
            return
    settle(s, found)


@njit
def acts(s, k):
    """The action of a ninja that is judged: NOTHING for one that is out or has smoked."""
    at = NINJA * s.round + k
    return NOTHING if s.reacted[at] & SMOKE_LAID else s.laid[at]


@njit
def weigh(s):
    """Steps 2 and 3: who dies, and what meets each ninja's action. Changes nothing."""
    void = 0
    for k in range(ninjas(s)):
        at = NINJA * s.round + k
        void |= voids(s.laid[at], s.reacted[at])
    found = 0
    for k in range(ninjas(s)):
        action = acts(s, k)
        if KUNAI <= action < SHURIKEN:
            found |= for_ninja(attack(s, s.place[k], action, void, 0), k)
    stabbed = found & KILLS
    for k in range(ninjas(s)):
        action = acts(s, k)
        if action >= SHURIKEN:
            found |= for_ninja(attack(s, s.place[k], action, void, stabbed), k)
    dying = found & KILLS
    for k in range(ninjas(s)):  # 3
        action = acts(s, k)
        if action >= 0:
            found |= for_ninja(noticed(s, s.place[k], action, dying, s.notices[k]), k)
    return found


@njit
def for_ninja(found, k):
    """What comes of one ninja's action, in its place among what comes of all."""
    return found & KILLS | (found & MET) << MET_BITS * k


@njit
def of_ninja(found, k):
    return found >> MET_BITS * k & MET


@njit
def settle(s, found):
    """Steps 5 to 8."""
    r = s.round
    for k in range(ninjas(s)):
        at = NINJA * r + k
        if s.laid[at] >= 0:
            smoked = s.reacted[at] & SMOKE_LAID
            s.fate[at] = SMOKED if smoked else fate_of(of_ninja(found, k))
            if s.fate[at] != SECRET or s.reacted[at] & MET_LAID:
                s.shown[at] = shown_as(s.laid[at], smoked)
            if s.fate[at] in (NOTICED, CAPTURED):
                s.shown_at[at] = s.place[k]
            suffer(s, k, s.fate[at])
    bury(s, found & KILLS)
    for k in range(ninjas(s)):
        if s.laid[NINJA * r + k] >= 0:
            carry_out(s, k)
    move_samurai(s)
    spread_poison(s, found & KILLS)
    s.round += 1
    if not ended(s):
        s.player = ninjas(s) - 1
        ask_next(s)


@njit
def suffer(s, k, fate):
    """Step 5: a ninja that is hit is out, one that was noticed gets its notice."""
    if is_fatal(fate):
        s.out[k] = OUT
    if fate in (NOTICED, CAPTURED):
        s.notices[k] += 1


@njit
def bury(s, dying):
    """Dead samurai leave."""
    for x in range(SAMURAI):
        if dying >> x & 1:
            s.post[x] = NOTHING
    s.dead[s.round] |= dying


@njit
def carry_out(s, k):
    """Step 6: a sabotage that was not noticed, a move, a chirp."""
    at = NINJA * s.round + k
    here = s.place[k]
    flips = disables(here, s.laid[at], s.fate[at])
    s.off |= flips
    s.flipped[s.round] |= flips
    s.place[k] = arrives(here, s.laid[at], s.fate[at], s.showdown)
    s.chirps[s.round] |= chirps(here, s.place[k]) << k


@njit
def move_samurai(s):
    for j in range(GUARDS):
        move = s.played[GUARDS * s.round + j]
        if move >= 0:
            x = (move - GUARD) // CARDS
            card = (move - GUARD) % CARDS
            if card > MOVES_TO and s.post[x] >= 0:
                s.post[x] = card - MOVES_TO


@njit
def spread_poison(s, dying):
    """Step 7."""
    fuse = fuse_after(s.dart, s.fuse, dying)
    if fuse > 0:
        s.fuse = fuse
        return
    if fuse == 0:
        bury(s, 1 << s.dart)
    s.dart = NOTHING
    s.fuse = 0


@njit
def ended(s):
    """BB-23, in its order."""
    if next_ninja(s, 0) == NOTHING:
        return end(s, SAMURAI_WIN, ALL_OUT)
    for k in range(ninjas(s)):
        if s.place[k] == CHAMBER:  # only by BB-8: nobody is out there
            return end(s, NINJA_WIN, IN_CHAMBER)
    if alive(s) == 0:
        return end(s, NINJA_WIN, ALL_DEAD)
    if s.round == s.turns:
        return end(s, SAMURAI_WIN, NO_TURNS)
    return False


@njit
def end(s, side, why):
    s.won = side
    s.why = why
    s.phase = ENDED
    s.player = OVER
    return True


# --- between rounds (BB-27) ------------------------------------------------------------------


@njit
def ask_next(s):
    """The next samurai seat that holds a special, else the next round."""
    seat = s.player + 1
    while seat < s.n and s.special[seat] == 0:
        seat += 1
    if seat < s.n:
        s.phase = AFTER
        s.player = seat
    else:
        begin_round(s)


@njit
def answer(s, move):
    s.answer[GUARDS * (s.round - 1) + s.player - ninjas(s)] = move
    if move != NONE:
        s.special[s.player] = 0
        if move == REVELATION:
            reveal(s)
        else:
            use_special(s, move)
    ask_next(s)


@njit
def use_special(s, move):
    """What everyone sees change when a special is laid."""
    if move < REPAIR:
        reinforce(s, move - REINFORCE)
    elif move < REPAIR_ONE:
        s.off &= ~(1 << (ONE[move - REPAIR] + 1) | 1 << (TWO[move - REPAIR] + 1))
    elif move < REVELATION:
        s.off &= ~(1 << (move - REPAIR_ONE + 1))
    elif move == SHOWDOWN:
        meet(s)


@njit
def reinforce(s, pair):
    """The lowest numbers that are not alive; the lower one at the place named first."""
    place = ONE_OR_SAME[pair] + 1
    todo = 2
    for x in range(SAMURAI):
        if s.post[x] < 0 and todo > 0:
            s.post[x] = place
            place = TWO_OR_SAME[pair] + 1
            todo -= 1


@njit
def reveal(s):
    """Revelation: the words of the last four actions of each ninja in play."""
    for k in range(ninjas(s)):
        if s.out[k] == IN_PLAY:
            for r in range(max(s.round - 4, 0), s.round):
                s.word[NINJA * r + k] = word_of(s.laid[NINJA * r + k])


@njit
def meet(s):
    """BB-28: all are in the Corridor."""
    s.showdown = 1
    for x in range(SAMURAI):
        if s.post[x] >= 0:
            s.post[x] = CORRIDOR
    for k in range(ninjas(s)):
        if s.out[k] == IN_PLAY:
            s.place[k] = CORRIDOR
