"""Bushido Breaker: what meets one ninja's action, and what becomes of it (BB-7, BB-10 to BB-30).

Small questions on plain numbers and on the open table `t` (the samurai cards played in this round,
and where the samurai stand), which never look at what a ninja hides. `resolve` asks them with what
a ninja really does, `belief.actions` with all that it may have done.
"""

from __future__ import annotations

from ryumon.games.bushido.board import (
    ALARM, AN_KUNAI, A_BLOWGUN, A_DIAGONAL, A_HIDE, A_MOVE, A_SABOTAGE, A_SHURIKEN, BLOCKED,
    BLOWGUN_CARD, CAPTURED, CARDS, CHAMBER, DIAGONAL, DIAGONAL_CARD, DODGED, EXITS, FLOORS, GUARD,
    GUARDS, KATANA, KILLED, KUNAI, METSUBUSHI_CARD, MET_LAID, MOVE, MOVES_TO, NOTHING, NOTICED, ONE,
    SAMURAI, SEARCH, SECRET, SHURIKEN, SHURIKENS, SHURIKENS_CARD, SMOKE_LAID, SOME_SHURIKENS, TWO,
    YUMI, word_of,
)  # fmt: skip
from ryumon.kernel.jit import njit

# what comes of one ninja's action, as bits: the samurai it kills, and above them what meets it
KILLS = (1 << SAMURAI) - 1
HIT, STOPPED, EVADED, SEEN = 1 << SAMURAI, 2 << SAMURAI, 4 << SAMURAI, 8 << SAMURAI
MET = HIT | STOPPED | EVADED | SEEN
MET_BITS = 4
LASTS = 2  # BB-26: a dart works at the end of the round after the one in which it is laid


# --- the cards on the table -----------------------------------------------------------------


@njit
def card_of(t, x):
    """The card played for a samurai in this round, or NOTHING."""
    for j in range(GUARDS):
        move = t.played[GUARDS * t.round + j]
        if move >= 0 and (move - GUARD) // CARDS == x:
            return (move - GUARD) % CARDS
    return NOTHING


@njit
def guarded(t, place, card, fallen):
    """Is this card played by a samurai at the place that is not in the set?"""
    for j in range(GUARDS):
        move = t.played[GUARDS * t.round + j]
        if move >= 0 and (move - GUARD) % CARDS == card:
            x = (move - GUARD) // CARDS
            if t.post[x] == place and fallen >> x & 1 == 0:
                return True
    return False


# --- step 1 ---------------------------------------------------------------------------------


@njit
def may_blind(t, held, action):
    """BB-21: is Metsubushi offered to a ninja that holds these specials?"""
    if held >> METSUBUSHI_CARD & 1 == 0 or not KUNAI <= action < SHURIKEN:
        return False
    return card_of(t, action - KUNAI) == KATANA


@njit
def voids(action, reacted):
    """BB-21: whose Katana a ninja's Metsubushi makes void, as a set; BB-22: not if it smoked."""
    if reacted & (MET_LAID | SMOKE_LAID) != MET_LAID:
        return 0
    return 1 << (action - KUNAI)


# --- step 2: given the Katanas that are void and who is killed by Kunai, as sets ------------


@njit
def attack(t, place, action, void, stabbed):
    """Whom an action at this place kills, and whether the ninja is hit, blocked or dodged."""
    word = word_of(action)
    if word == AN_KUNAI:
        return strike(t, place, action - KUNAI, void)
    if word == A_SHURIKEN:
        return thrown_at(t, action - SHURIKEN, void, stabbed)
    if word == SOME_SHURIKENS:  # BB-24
        one = thrown_at(t, ONE[action - SHURIKENS], void, stabbed)
        return one | thrown_at(t, TWO[action - SHURIKENS], void, stabbed)
    return 0


@njit
def strike(t, place, x, void):
    """A Kunai."""
    if guarded(t, place, KATANA, void):
        return HIT  # BB-11
    if guarded(t, place, YUMI, 0):
        return STOPPED  # BB-12
    return 1 << x


@njit
def thrown_at(t, x, void, stabbed):
    """A Shuriken."""
    card = card_of(t, x)
    if card == YUMI:
        return HIT  # BB-12
    if card == KATANA and void >> x & 1 == 0:
        return STOPPED  # BB-11
    if card > MOVES_TO and stabbed >> x & 1 == 0:
        return EVADED  # BB-13
    return 1 << x


# --- step 3 ---------------------------------------------------------------------------------


@njit
def counter_to(word):
    """The card that notices an action (BB-14, BB-15, BB-16), or NOTHING."""
    if word == A_SABOTAGE:
        return ALARM
    if word == A_HIDE:
        return SEARCH
    return EXITS if word in (A_MOVE, A_DIAGONAL) else NOTHING


@njit
def noticed(t, place, action, dead, notices):
    """Does a samurai that is still alive notice an action? A second notice is a hit (BB-17)."""
    if not guarded(t, place, counter_to(word_of(action)), dead):
        return 0
    return SEEN | HIT if notices == 1 else SEEN


# --- steps 5 and 6 --------------------------------------------------------------------------


@njit
def fate_of(found):
    """What everyone is told of an action that did not end in smoke (BB-17, BB-18, BB-19)."""
    if found & SEEN:
        return CAPTURED if found & HIT else NOTICED
    if found & HIT:
        return KILLED
    if found & STOPPED:
        return BLOCKED
    return DODGED if found & EVADED else SECRET


@njit
def is_fatal(fate):
    return fate in (KILLED, CAPTURED)


@njit
def word_only(action, smoked):
    """BB-22: of a smoked Move everyone is told the word, but not where it led."""
    return smoked != 0 and word_of(action) in (A_MOVE, A_DIAGONAL)


@njit
def shown_as(action, smoked):
    """The action that everyone is shown; MOVE or DIAGONAL stands for the word alone."""
    if word_only(action, smoked):
        return MOVE if word_of(action) == A_MOVE else DIAGONAL
    return action


@njit
def disables(place, action, fate):
    """BB-14: the place whose alarm a sabotage disables, as a set."""
    return 1 << place if word_of(action) == A_SABOTAGE and fate == SECRET else 0


@njit
def arrives(place, action, fate, showdown):
    """Where a ninja stands after its action: in smoke, out or in a bluff (BB-28) where it was."""
    word = word_of(action)
    to = place
    if word == A_MOVE and not showdown:
        to = action - MOVE
    elif word == A_DIAGONAL:
        to = action - DIAGONAL
    if fate == SECRET:
        return to
    return to if fate == NOTICED and to != CHAMBER else place  # BB-15


@njit
def chirps(place, to):
    """BB-9: does a ninja that goes there chirp?"""
    return FLOORS >> to & 1 if to != place else 0


# --- what is used up, counted and left ------------------------------------------------------


@njit
def row_after(word, last, row):
    """BB-7: how many lie in a row when this is laid after so many of the last word."""
    if word not in (A_MOVE, A_HIDE):
        return 0
    return row + 1 if word == last else 1


@njit
def held_after(word, held, diagonals):
    """BB-10: the specials still held when this is laid, and so many diagonal moves are left."""
    if word == SOME_SHURIKENS:
        return held & ~(1 << SHURIKENS_CARD)
    if word == A_BLOWGUN:
        return held & ~(1 << BLOWGUN_CARD)
    if word == A_DIAGONAL and diagonals == 0:
        return held & ~(1 << DIAGONAL_CARD)
    return held


@njit
def fuse_after(dart, fuse, dead):
    """BB-26: the rounds that a dart still needs after this one; NOTHING if there is none, or if
    the poisoned samurai is dead."""
    if dart < 0 or dead >> dart & 1:
        return NOTHING
    return fuse - 1
