"""Bushido Breaker: the order of a round (BB-30), and what follows it (BB-23, BB-27)."""

from __future__ import annotations

from ryumon.games.bushido.board import (
    AFTER, ALARM, ALL_DEAD, ALL_OUT, A_DIAGONAL, A_HIDE, A_MOVE, A_SABOTAGE, BLIND, BLOCKED,
    CAPTURED, CARDS, CHAMBER, CORRIDOR, DIAGONAL, DODGED, ENDED, ESCAPE, EXITS, FLOORS, GUARD,
    GUARDS, IN_CHAMBER, IN_PLAY, KATANA, KILLED, KUNAI, METSUBUSHI_CARD, MET_ASKED, MET_LAID, MOVE,
    MOVES_TO, NINJA, NINJA_WIN, NONE, NOTHING, NOTICED, NO_TURNS, ONE, ONE_OR_SAME, OUT, REINFORCE,
    REPAIR, REPAIR_ONE, REVELATION, SABOTAGE, SAMURAI, SAMURAI_WIN, SEARCH, SECRET, SHURIKEN,
    SHURIKENS, SMOKED, SMOKE_ASKED, SMOKE_LAID, TWO, TWO_OR_SAME, YUMI, alive, begin_round,
    next_ninja, ninjas, word_of,
)  # fmt: skip
from ryumon.kernel.jit import njit
from ryumon.kernel.ops import OVER


# what `weigh` finds, as bits of one number: dying samurai first, then by ninja
HIT, SEEN, STOPPED, EVADED = 7, 9, 11, 13


@njit
def judge(s):
    """Ask whoever must be asked next, or settle the round."""
    base = NINJA * s.round
    for k in range(ninjas(s)):  # 1
        action = s.laid[base + k]
        if (
            KUNAI <= action < SHURIKEN
            and s.special[k] >> METSUBUSHI_CARD & 1
            and s.reacted[base + k] & MET_ASKED == 0
            and card_of(s, action - KUNAI) == KATANA
        ):
            s.phase = BLIND
            s.player = k
            return
    found = weigh(s)
    for k in range(ninjas(s)):  # 4
        hit = found >> (HIT + k) & 1
        if hit and s.smoke[k] > 0 and s.reacted[base + k] & SMOKE_ASKED == 0:
            s.phase = ESCAPE
            s.player = k
            return
    settle(s, found)


@njit
def card_of(s, x):
    """The card played for a samurai in this round, or NOTHING."""
    for j in range(GUARDS):
        move = s.played[GUARDS * s.round + j]
        if move >= 0 and (move - GUARD) // CARDS == x:
            return (move - GUARD) % CARDS
    return NOTHING


@njit
def acts(s, k):
    """The action of a ninja that is judged: NOTHING for one that is out or has smoked."""
    at = NINJA * s.round + k
    return NOTHING if s.reacted[at] & SMOKE_LAID else s.laid[at]


@njit
def void_katana(s):
    """BB-21: the samurai whose Katana is void, as a set."""
    found = 0
    for k in range(ninjas(s)):
        if acts(s, k) >= 0 and s.reacted[NINJA * s.round + k] & MET_LAID:
            found |= 1 << (acts(s, k) - KUNAI)
    return found


@njit
def guarded(s, place, card, void):
    """Is this card played by a samurai at the place, and not void?"""
    for j in range(GUARDS):
        move = s.played[GUARDS * s.round + j]
        if move >= 0 and (move - GUARD) % CARDS == card:
            x = (move - GUARD) // CARDS
            if s.post[x] == place and void >> x & 1 == 0:
                return True
    return False


@njit
def weigh(s):
    """Steps 2 and 3: who dies, who is hit, noticed, blocked, dodged. Changes nothing."""
    void = void_katana(s)
    found = 0
    for k in range(ninjas(s)):
        action = acts(s, k)
        if KUNAI <= action < SHURIKEN:
            if guarded(s, s.place[k], KATANA, void):
                found |= 1 << (HIT + k)  # BB-11
            elif guarded(s, s.place[k], YUMI, 0):
                found |= 1 << (STOPPED + k)  # BB-12
            else:
                found |= 1 << (action - KUNAI)
    stabbed = found & 0x7F
    for k in range(ninjas(s)):
        action = acts(s, k)
        if SHURIKEN <= action < SABOTAGE:
            found |= thrown(s, k, action - SHURIKEN, void, stabbed)
        elif SHURIKENS <= action < DIAGONAL:  # BB-24
            found |= thrown(s, k, ONE[action - SHURIKENS], void, stabbed)
            found |= thrown(s, k, TWO[action - SHURIKENS], void, stabbed)
    for j in range(GUARDS):  # 3
        move = s.played[GUARDS * s.round + j]
        if move >= 0 and found >> ((move - GUARD) // CARDS) & 1 == 0:
            found |= notices_by(s, (move - GUARD) // CARDS, (move - GUARD) % CARDS)
    return found


@njit
def thrown(s, k, x, void, stabbed):
    """A Shuriken at samurai x."""
    card = card_of(s, x)
    if card == YUMI:
        return 1 << (HIT + k)  # BB-12
    if card == KATANA and void >> x & 1 == 0:
        return 1 << (STOPPED + k)  # BB-11
    if card > MOVES_TO and stabbed >> x & 1 == 0:
        return 1 << (EVADED + k)  # BB-13
    return 1 << x


@njit
def notices_by(s, x, card):
    """BB-14, BB-15, BB-16: whom a living samurai's card notices; a second time is a hit."""
    found = 0
    for k in range(ninjas(s)):
        action = acts(s, k)
        if action < 0 or s.place[k] != s.post[x]:
            continue
        word = word_of(action)
        if (
            (card == ALARM and word == A_SABOTAGE)
            or (card == EXITS and word in (A_MOVE, A_DIAGONAL))
            or (card == SEARCH and word == A_HIDE)
        ):
            found |= 1 << (SEEN + k)
            if s.notices[k] == 1:
                found |= 1 << (HIT + k)  # BB-17
    return found


@njit
def fate_of(s, k, found):
    """What everyone is told of a ninja's action (BB-17 to BB-19)."""
    if s.reacted[NINJA * s.round + k] & SMOKE_LAID:
        return SMOKED
    if found >> (SEEN + k) & 1:
        return CAPTURED if found >> (HIT + k) & 1 else NOTICED
    if found >> (HIT + k) & 1:
        return KILLED
    if found >> (STOPPED + k) & 1:
        return BLOCKED
    return DODGED if found >> (EVADED + k) & 1 else SECRET


@njit
def settle(s, found):
    """Steps 5 to 8."""
    r = s.round
    for k in range(ninjas(s)):
        at = NINJA * r + k
        if s.laid[at] >= 0:
            fate = fate_of(s, k, found)
            s.fate[at] = fate
            if fate != SECRET or s.reacted[at] & MET_LAID:
                show_action(s, k, fate)
            if fate in (KILLED, CAPTURED):
                s.out[k] = OUT
            if fate in (NOTICED, CAPTURED):
                s.notices[k] += 1
    bury(s, found & 0x7F)
    for k in range(ninjas(s)):
        if acts(s, k) >= 0 and s.out[k] == IN_PLAY:
            carry_out(s, k)
    move_samurai(s)
    spread_poison(s)
    s.round += 1
    if not ended(s):
        s.player = ninjas(s) - 1
        ask_next(s)


@njit
def show_action(s, k, fate):
    at = NINJA * s.round + k
    action = s.laid[at]
    word = word_of(action)
    if fate == SMOKED and word == A_MOVE:
        action = MOVE  # BB-22: not where it led
    elif fate == SMOKED and word == A_DIAGONAL:
        action = DIAGONAL
    s.shown[at] = action
    if fate in (NOTICED, CAPTURED):
        s.shown_at[at] = s.place[k]


@njit
def bury(s, dying):
    """Dead samurai leave; a dart in one of them is lost (BB-26)."""
    for x in range(SAMURAI):
        if dying >> x & 1:
            s.post[x] = NOTHING
            s.dead[s.round] |= 1 << x
            if s.dart == x:
                s.dart = NOTHING


@njit
def carry_out(s, k):
    """Step 6: a sabotage that was not noticed, a move, a chirp."""
    at = NINJA * s.round + k
    word = word_of(s.laid[at])
    if word == A_SABOTAGE and s.fate[at] == SECRET:
        s.off |= 1 << s.place[k]
        s.flipped[s.round] |= 1 << s.place[k]
    elif (word == A_MOVE and s.showdown == 0) or word == A_DIAGONAL:
        to = s.laid[at] - (MOVE if word == A_MOVE else DIAGONAL)
        if to != CHAMBER or s.fate[at] == SECRET:  # BB-15
            s.place[k] = to
            if FLOORS >> to & 1:
                s.chirps[s.round] |= 1 << k  # BB-9


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
def spread_poison(s):
    """Step 7."""
    if s.dart >= 0:
        s.fuse -= 1
        if s.fuse == 0:
            s.post[s.dart] = NOTHING
            s.dead[s.round] |= 1 << s.dart
            s.dart = NOTHING


@njit
def ended(s):
    """BB-23, in its order."""
    if next_ninja(s, 0) == NOTHING:
        return end(s, SAMURAI_WIN, ALL_OUT)
    for k in range(ninjas(s)):
        if s.out[k] == IN_PLAY and s.place[k] == CHAMBER:
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
        if move < REPAIR:
            reinforce(s, move - REINFORCE)
        elif move < REPAIR_ONE:
            s.off &= ~(1 << (ONE[move - REPAIR] + 1) | 1 << (TWO[move - REPAIR] + 1))
        elif move < REVELATION:
            s.off &= ~(1 << (move - REPAIR_ONE + 1))
        elif move == REVELATION:
            reveal(s)
        else:
            meet(s)
    ask_next(s)


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
