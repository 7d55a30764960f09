"""Bushido Breaker: what a ninja's action would have shown, and what it would have left.

What a ninja hides is one number, a `state`: cards to count in the lowest bits, then its place, the
row of BB-7, uses of Move Diagonally, specials held, a dart and its fuse, and the specials picked.
A round that is over is a table `t`: as things stood at its start, with what everyone was told of it
at its end. These are rules, so that a belief can be filtered interpreted and compiled alike.
"""

from __future__ import annotations

from ryumon.games.bushido.board import (
    AN_KUNAI, A_DIAGONAL, A_SHURIKEN, BLOWGUN, BLOWGUN_CARD, CAPTURED, CHAMBER, CORRIDOR, IN_PLAY,
    KUNAI, LAY, METSUBUSHI_CARD, MET_LAID, MOVES_TO, NINJA, NOTHING, NOTICED, SHURIKEN, SMOKED,
    SMOKE_LAID, ninjas, word_of,
)  # fmt: skip
from ryumon.games.bushido.choices import list_actions
from ryumon.games.bushido.counters import (
    HIT, KILLS, LASTS, arrives, attack, card_of, chirps, disables, fate_of, fuse_after, held_after,
    is_fatal, may_blind, noticed, row_after, shown_as, voids,
)  # fmt: skip
from ryumon.games.bushido.heuristics import priors
from ryumon.kernel.jit import njit

# the bits of a state
KUNAI_AT, SHURIKEN_AT, PLACE_AT, WORD_AT, ROW_AT, DIAGONALS_AT = 0, 3, 5, 9, 13, 15
HELD_AT, DART_AT, FUSE_AT, PICKS_AT, BITS = 17, 21, 25, 27, 31
CARDS_LEFT = (1 << PLACE_AT) - 1  # Kunai and Shuriken
A_KUNAI, ONE_SHURIKEN = 1 << KUNAI_AT, 1 << SHURIKEN_AT

# what is known of a round besides its table, as bits: who is in the Chamber, ...
IN_CHAMBER_AT, MEETS, SENSIBLE = 0, 4, 8
REACTS = 0.9  # the chance that a sensible ninja uses a reaction

# a share in what was seen, as bits: samurai killed, movers among them killed by Kunai, alarms
STABS_AT, FLIPS_AT, DIED, ASKED, TO_AT = 7, 14, 1 << 22, 1 << 23, 24
SHARE = (1 << TO_AT) - 1
NO_FIT = -1


@njit
def pack(place, kunai, shuriken, row_word, row, diagonals, held, dart, fuse, picks):
    """A state as one number."""
    cards = kunai << KUNAI_AT | shuriken << SHURIKEN_AT
    row = row_word + 1 << WORD_AT | row << ROW_AT
    specials = diagonals << DIAGONALS_AT | held << HELD_AT | picks << PICKS_AT
    return cards | place + 1 << PLACE_AT | row | specials | dart + 1 << DART_AT | fuse << FUSE_AT


@njit
def unpack(t, k, state):
    """Put a state into the table; the dart and its fuse there belong to whoever picked it."""
    t.kunai[k] = state & 7
    t.shuriken[k] = state >> SHURIKEN_AT & 3
    t.place[k] = (state >> PLACE_AT & 15) - 1
    t.row_word[k] = (state >> WORD_AT & 15) - 1
    t.row[k] = state >> ROW_AT & 3
    t.diagonals[k] = state >> DIAGONALS_AT & 3
    t.special[k] = state >> HELD_AT & 15
    t.picked[k] = state >> PICKS_AT & 15
    if t.picked[k] >> BLOWGUN_CARD & 1:
        t.dart = (state >> DART_AT & 15) - 1
        t.fuse = state >> FUSE_AT & 3


@njit
def kind_of(state):
    """States of one kind can do the same: of Kunai and Shuriken it counts only if there are any."""
    some = (state & 7 > 0) + 2 * (state >> SHURIKEN_AT & 3 > 0)
    return state >> PLACE_AT << 2 | some


@njit
def is_gone(t, k):
    """Ninja k has no cards after this round."""
    return t.out[k] != IN_PLAY or is_fatal(t.fate[NINJA * t.round + k])


# --- what one action would have shown -------------------------------------------------------


@njit
def list_fitting(t, k, state, dead, poison, forced, facts, moves, chances, shares, results):
    """What a ninja in this state, or one of the same kind, may have done in the round: actions,
    their chances, the ninja's share in what was seen, and the state that follows but for the cards
    that are counted. Given are the samurai that died of attacks, who died of poison, and the
    action if it is known. Returns how many there are."""
    unpack(t, k, state)
    n = 1
    moves[0] = NOTHING
    chances[0] = 1.0
    if t.out[k] == IN_PLAY:
        n = chosen_from(t, k, facts, moves, chances)
    found = 0
    for j in range(n):
        action = moves[j]
        if forced != NOTHING and action != forced:
            continue
        share = fit_action(t, k, action, dead, facts) if action != NOTHING else 0
        if share == NO_FIT:
            continue
        to = share >> TO_AT
        share &= SHARE
        dart, fuse = dart_after(t, k, action, dead)
        if dart >= 0 and fuse == 0:
            if dart != poison:
                continue
            share |= DIED
            dart = NOTHING
        moves[found] = action
        chances[found] = chances[j] * answered(t, k, action, share, facts)
        shares[found] = share & ~ASKED
        results[found] = state_after(t, k, action, to, dart, fuse, facts)
        found += 1
    return found


@njit
def chosen_from(t, k, facts, moves, chances):
    """The legal actions, with their chances."""
    t.phase = LAY
    t.player = k
    n = list_actions(t, moves, 0)
    if facts & SENSIBLE:
        priors(t, moves, n, chances)
    else:
        for j in range(n):
            chances[j] = 1.0 / n
    return n


@njit
def fit_action(t, k, action, dead, facts):
    """BB-30 for one ninja, given the samurai that died of attacks: its share in what was seen, and
    above it where it arrives; NO_FIT if everyone was told something else."""
    at = NINJA * t.round + k
    smoked = t.reacted[at] & SMOKE_LAID
    if not fits_words(t, at, action, smoked):
        return NO_FIT
    blinds = may_blind(t, t.special[k], action)
    if t.reacted[at] & MET_LAID and not blinds:
        return NO_FIT
    here = t.place[k]
    found = attack(t, here, action, void_for(t, k), dead)
    found |= noticed(t, here, action, dead, t.notices[k])
    hit = found & HIT
    asked = ASKED if blinds or (hit and t.smoke[k] > 0) else 0
    if smoked and (not hit or t.smoke[k] == 0):
        return NO_FIT
    fate = SMOKED if smoked else fate_of(found)
    kills = 0 if smoked else found & KILLS
    if fate != t.fate[at] or kills & ~dead:
        return NO_FIT
    if fate in (NOTICED, CAPTURED) and here != t.shown_at[at]:
        return NO_FIT
    flips = disables(here, action, fate)
    to = arrives(here, action, fate, t.showdown)
    if flips & ~t.flipped[t.round] or chirps(here, to) != t.chirps[t.round] >> k & 1:
        return NO_FIT
    if (to == CHAMBER) != (facts >> (IN_CHAMBER_AT + k) & 1 == 1):
        return NO_FIT
    stabs = kills if action < SHURIKEN and card_of(t, action - KUNAI) > MOVES_TO else 0
    return kills | stabs << STABS_AT | flips << FLIPS_AT | asked | to << TO_AT


@njit
def fits_words(t, at, action, smoked):
    """Is this the word that Revelation told, and what had to be shown?"""
    if t.word[at] >= 0 and t.word[at] != word_of(action):
        return False
    return t.shown[at] < 0 or t.shown[at] == shown_as(action, smoked)


@njit
def void_for(t, k):
    """Katanas that are void while ninja k is judged, before it smokes."""
    void = 0
    for other in range(ninjas(t)):
        at = NINJA * t.round + other
        reacted = t.reacted[at] & MET_LAID if other == k else t.reacted[at]
        void |= voids(t.shown[at], reacted)
    return void


@njit
def answered(t, k, action, share, facts):
    """The chance of the answers to what the ninja was asked."""
    chance = 1.0
    if share & ASKED:
        reacted = t.reacted[NINJA * t.round + k]
        if may_blind(t, t.special[k], action):
            chance *= answer_chance(reacted & MET_LAID, facts)
        if t.smoke[k] > 0 and (reacted & SMOKE_LAID != 0 or is_gone(t, k)):
            chance *= answer_chance(reacted & SMOKE_LAID, facts)
    return chance


@njit
def answer_chance(lays, facts):
    if facts & SENSIBLE:
        return REACTS if lays else 1.0 - REACTS
    return 0.5


# --- what an action leaves ------------------------------------------------------------------


@njit
def dart_after(t, k, action, dead):
    """The dart of this ninja after the round, with its fuse; 0: now it works (BB-26)."""
    dart = NOTHING
    fuse = 0
    if action >= BLOWGUN:
        dart = action - BLOWGUN
        fuse = LASTS
    elif t.picked[k] >> BLOWGUN_CARD & 1:
        dart = t.dart
        fuse = t.fuse
    fuse = fuse_after(dart, fuse, dead)
    return (dart, fuse) if fuse >= 0 else (NOTHING, 0)


@njit
def state_after(t, k, action, to, dart, fuse, facts):
    """The state at the end of the round (BB-7, BB-10); what is counted only as used up."""
    if is_gone(t, k):
        return pack(NOTHING, 0, 0, NOTHING, 0, 0, 0, dart, fuse, t.picked[k])
    word = word_of(action)
    row = row_after(word, t.row_word[k], t.row[k])
    row_word = word if row > 0 else NOTHING
    diagonals = t.diagonals[k] - (word == A_DIAGONAL)
    held = held_after(word, t.special[k], diagonals)
    if t.reacted[NINJA * t.round + k] & MET_LAID:
        held &= ~(1 << METSUBUSHI_CARD)
    place = CORRIDOR if facts & MEETS else to
    used = (A_KUNAI if word == AN_KUNAI else 0) + (ONE_SHURIKEN if word == A_SHURIKEN else 0)
    picks = t.picked[k]
    return pack(place, 0, 0, row_word, row, diagonals, held, dart, fuse, picks) - used


# --- a whole layer, compiled ----------------------------------------------------------------


@njit
def advance_layer(
    tables, given, states, masses, moves, chances, shares, results, keys, sums, slots
):
    """All states of a ninja (`states`, with their `masses`) one round on. `keys` become the share
    in what was seen and, below BITS, the new state; `sums` their masses. `slots` is room to find
    them again, as long as a power of 2, and empty before and after. Returns how many there are, or
    NO_FIT if there is too little room."""
    k, dead, poison, forced, facts = given
    t = tables[0]
    counted = 0 if is_gone(t, k) else CARDS_LEFT
    before = NO_FIT
    fits = 0
    used = 0
    for j in range(len(states)):
        if kind_of(states[j]) != before:
            before = kind_of(states[j])
            fits = list_fitting(
                t, k, states[j], dead, poison, forced, facts, moves, chances, shares, results
            )
        for f in range(fits):
            new = results[f] + (states[j] & counted)
            slot = find_slot(slots, keys, shares[f] << BITS | new)
            if slots[slot] < 0:
                if used == len(keys):
                    empty(slots)
                    return NO_FIT
                slots[slot] = used
                keys[used] = shares[f] << BITS | new
                sums[used] = 0.0
                used += 1
            sums[slots[slot]] += masses[j] * chances[f]
    empty(slots)
    return used


@njit
def find_slot(slots, keys, key):
    last = len(slots) - 1
    slot = (key ^ key >> 15 ^ key >> 31) * 0x9E3779B1 >> 8 & last
    while slots[slot] >= 0 and keys[slots[slot]] != key:
        slot = slot + 1 & last
    return slot


@njit
def empty(slots):
    for slot in range(len(slots)):
        slots[slot] = NOTHING
