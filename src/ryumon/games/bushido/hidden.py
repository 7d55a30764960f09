"""Bushido Breaker: worlds for a search, drawn from what a viewer may believe.

`belief.survey` works the belief out, once for each decision, and lays it out as numbers; `world`
draws from them.
"""

from __future__ import annotations

from typing import Any

from ryumon.games.bushido.belief.filter import first_state
from ryumon.games.bushido.board import (
    AFTER, IN_PLAY, LAY, METSUBUSHI_CARD, MET_LAID, NINJA, NONE, NOTHING, PICK, PLAY, SMOKE_LAID,
    START, WEST, ninjas, start,
)  # fmt: skip
from ryumon.games.bushido.choices import list_actions
from ryumon.games.bushido.belief.actions import advance_layer, unpack
from ryumon.games.bushido.belief.compiled import CompiledFilter
from ryumon.games.bushido.rules import lay
from ryumon.games.bushido.belief.rounds import Cause, Round
from ryumon.games.bushido.heuristics import EVEN, appeal
from ryumon.games.bushido.sight import sees_pick
from ryumon.games.bushido.belief.survey import (
    DEPTH, GUARD_ROWS, GUARD_SIZE, GUARD_TABLE, LAID, MEMORY, PHASE, REACTED, SENSIBLE, STATES,
    STATE_SIZE, STEP_SIZE, TURN, WAYS, WAY_BACK, WAY_ROWS, WAY_SIZE, survey,
)  # fmt: skip
from ryumon.kernel.jit import njit
from ryumon.kernel.rng import DECK, below
from ryumon.kernel.ops import SURE

__all__ = ["survey"]  # an operation of this module, kept where the numbers are laid out

SPACE = 0  # `survey` says how much is needed

FINE = 1 << 31


# --- what a viewer sees of a move -----------------------------------------------------------

NO_TRACE = -1  # nothing at all is seen
ALIKE = 1_000_003


@njit
def shows(s, move, viewer):
    """As `sight.narrate`. What the round before has shown everyone is a part of what is seen when
    the next one begins."""
    if s.player == viewer or s.phase == PLAY:
        return move
    if s.phase == PICK:
        return move if sees_pick(s, s.player, viewer) else NO_TRACE - 1
    if s.phase == LAY:
        return NO_TRACE - 1 - outcome(s)
    if s.phase == START:
        return NO_TRACE - 1
    return move if s.phase == AFTER and move != NONE else NO_TRACE


@njit
def outcome(s):
    """What everyone was told of the last round, as a number."""
    if s.round == 0:
        return 0
    r = s.round - 1
    code = (s.dead[r] * 256 + s.flipped[r]) * 4 + s.chirps[r]
    for k in range(ninjas(s)):
        at = NINJA * r + k
        code = (code * 8 + s.fate[at]) * 16 + s.shown_at[at] + 1
        code = code % ALIKE * 256 + s.shown[at] + 1
    return code % ALIKE


# --- drawing --------------------------------------------------------------------------------


@njit
def prepare(known, viewer, room):
    pass  # `survey` has done it


@njit
def drawn_row(room, table, rows, size, luck):
    """A row of a table, as likely as its weight says."""
    low = 0
    high = rows - 1
    mark = below(luck, FINE) * room[table + high * size] / FINE
    while low < high:
        middle = (low + high) // 2
        if room[table + middle * size] > mark:
            high = middle
        else:
            low = middle + 1
    return table + low * size


@njit
def world(s, viewer, room, luck):
    way = drawn_row(room, int(room[WAYS]), int(room[WAY_ROWS]), WAY_SIZE, luck)
    first = 0
    second = 0
    for k in range(ninjas(s)):
        table = int(room[way + STATES + 2 * k])
        state = drawn_row(room, table, int(room[way + STATES + 2 * k + 1]), STATE_SIZE, luck)
        if k != viewer:
            unpack(s, k, int(room[state + 1]))
            if s.phase == START:
                s.gate[k] = s.place[k]
        if k == 0:
            first = int(room[state + 2])
        else:
            second = int(room[state + 2])
    if room[DEPTH] > 0:
        remember(s, viewer, room, int(room[way + MEMORY]), first, second, luck)
    fill_guards(s, viewer, room, luck)
    for k in range(ninjas(s)):
        if k != viewer and s.out[k] == IN_PLAY:
            if room[way + LAID + k] != NOTHING:
                lay_now(s, k, int(room[way + LAID + k]))
                react_now(s, k, int(room[way + REACTED + k]))
            elif s.phase == PLAY or (s.phase == LAY and k < s.player):
                lay_now(s, k, drawn_action(s, k, room, luck))
    if room[way + PHASE] != NOTHING:
        s.phase = int(room[way + PHASE])
        s.player = int(room[way + TURN])


@njit
def fill_guards(s, viewer, room, luck):
    table = int(room[GUARD_TABLE])
    row = drawn_row(room, table, int(room[GUARD_ROWS]), GUARD_SIZE, luck)
    for j in range(s.n - ninjas(s)):
        seat = ninjas(s) + j
        if s.special[seat]:
            s.special[seat] = int(room[row + 1 + j])
        s.picked[seat] = int(room[row + 1 + j])
    if s.phase == AFTER:
        s.player = int(room[row + 3])


@njit
def drawn_action(s, k, room, luck):
    """What ninja k may have laid in the round under way."""
    phase = s.phase
    player = s.player
    s.phase = LAY
    s.player = k
    end = list_actions(s, luck, DECK)
    action = luck[DECK + below(luck, end - DECK)]
    if room[SENSIBLE] > 0 and below(luck, SURE) >= EVEN * SURE:
        total = 0.0
        for at in range(DECK, end):
            total += appeal(s, luck[at], NOTHING)
        mark = below(luck, FINE) * total / FINE
        at = DECK
        action = luck[at]
        mark -= appeal(s, action, NOTHING)
        while mark >= 0.0 and at + 1 < end:
            at += 1
            action = luck[at]
            mark -= appeal(s, action, NOTHING)
    s.phase = phase
    s.player = player
    return action


@njit
def lay_now(s, k, action):
    """Ninja k has laid this in the round under way."""
    phase = s.phase
    player = s.player
    s.player = k
    lay(s, action)
    s.phase = phase
    s.player = player


@njit
def react_now(s, k, reacted):
    s.reacted[NINJA * s.round + k] = reacted
    if reacted & MET_LAID:
        s.special[k] ^= 1 << METSUBUSHI_CARD
    if reacted & SMOKE_LAID:
        s.smoke[k] -= 1


@njit
def remember(s, viewer, room, case, first, second, luck):
    """What the ninja laid in the last rounds, the last one first."""
    r = s.round
    while case > 0:
        r -= 1
        way = way_back(s, room, case, first, second, luck)
        for k in range(ninjas(s)):
            row = int(room[way + 2 + k]) + 3 * (first if k == 0 else second)
            step = drawn_row(room, int(room[row + 1]), int(room[row + 2]), STEP_SIZE, luck)
            if k != viewer:
                s.laid[NINJA * r + k] = int(room[step + 1])
            if k == 0:
                first = int(room[step + 2])
            else:
                second = int(room[step + 2])
        case = int(room[way + 1])


@njit
def way_back(s, room, case, first, second, luck):
    """One of the ways that may have led to a case and, in it, to these states of the ninja."""
    ways = int(room[case])
    if ways == 1:
        return case + 1
    total = 0.0
    for w in range(ways):
        total += fit(s, room, case + 1 + w * WAY_BACK, first, second)
    mark = below(luck, FINE) * total / FINE
    found = case + 1
    for w in range(ways):
        share = fit(s, room, case + 1 + w * WAY_BACK, first, second)
        if share > 0.0:
            found = case + 1 + w * WAY_BACK
            mark -= share
            if mark < 0.0:
                return found
    return found


@njit
def fit(s, room, way, first, second):
    share = room[way] * room[int(room[way + 2]) + 3 * first]
    if ninjas(s) == 2:
        share *= room[int(room[way + 3]) + 3 * second]
    return share


ROOTS = [advance_layer]  # linked along with the operations


def exercise(made: Any) -> None:
    """Have the inner loop of the filter compiled too."""
    s = made.plain()
    start(s, [2, 1])
    round_ = Round(s, s, 0, False)
    CompiledFilter(made).advance(
        {first_state(WEST, 1): 1.0}, round_, Cause(0, 0, NOTHING, NOTHING, 0)
    )
