"""Bushido Breaker: drawing a whole hidden history that fits what a viewer knows."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from ryumon.games.bushido.belief.questions import Question, Spot, Viewer, questions, reaction
from ryumon.games.bushido.belief.filter import Case, Layer, Way, filtered, pick_chances, spot_of
from ryumon.games.bushido.board import (
    AFTER, BLIND, EAST, ENDED, ESCAPE, GATE, GUARDS, HIDDEN_TURN, IN_PLAY, JUDGE, LAY, MOST, NINJA,
    NONE, NOTHING, PICK, PLAY, REINFORCEMENTS, REPAIR, REPAIR_ALARMS, REVELATION, REVELATION_CARD,
    SHOWDOWN_CARD, SPECIAL, START, WEST, ninjas, start,
)  # fmt: skip
from ryumon.games.bushido.choices import list_specials
from ryumon.games.bushido.belief.actions import PICKS_AT, PLACE_AT
from ryumon.games.bushido.rules import apply
from ryumon.games.bushido.belief.rounds import Held, Round
from ryumon.games.bushido.resolve import use_special
from ryumon.games.bushido.notation import NAMES
from ryumon.kernel.bits import members, popcount

CACHED = 8  # beliefs kept: many worlds are drawn from one


class Plan(NamedTuple):
    """A hidden history: all that is needed to play it."""

    picks: list[int]  # by seat, as sets
    gates: list[int]
    laid: dict[tuple[int, int], int]  # by round and ninja
    answers: list[int]  # reactions in the round under way, in order
    target: tuple[int, int]  # the phase and the seat where it stops


class Pending(NamedTuple):
    """A way in which the round under way may be waiting for an answer."""

    weight: float
    case: Case
    spots: tuple[Spot, ...]  # by ninja
    question: Question


class Belief(NamedTuple):
    rounds: list[Round]
    cases: list[Case]
    pending: list[Pending]  # only while a round is being judged
    guards: list[Any]  # (picks by seat, weight, seat that is asked now or NOTHING)


_kept: dict[Any, Belief] = {}
_one_at_a_time = threading.RLock()  # beliefs are shared and kept, and the filter has arrays


def believe(known: Any, viewer: int, sensible: bool = False, began: Any = None) -> Belief:
    """What the viewer may believe; a function of forgotten states: what it knows, and what it knew
    where it began to look."""
    if began is not None and began.phase != JUDGE:
        began = None  # what it knew then is a part of what it knows now
    key = viewer, sensible, began and _frozen(began), _frozen(known)
    with _one_at_a_time:
        if key not in _kept:
            while len(_kept) >= CACHED:
                _kept.pop(next(iter(_kept)))
            _kept[key] = _believe(known, viewer, sensible, began)
        return _kept[key]


def _frozen(s: Any) -> tuple[Any, ...]:
    return tuple([tuple(x) if isinstance(x, list) else x for x in s.values()])


def _believe(known: Any, viewer: int, sensible: bool, began: Any) -> Belief:
    rounds, cases = filtered(known, viewer, sensible, began)
    pending = []
    if known.phase in (JUDGE, BLIND, ESCAPE):
        if began is not None and began.round < known.round:
            began = None  # the filter has seen to it
        pending = list(_pending(Viewer(viewer, known, began), cases, rounds[-1]))
    return Belief(rounds, cases, pending, guard_cases(known, viewer, rounds))


# --- a round that is being judged -----------------------------------------------------------


def _pending(viewer: Viewer, cases: list[Case], round_: Round) -> Iterator[Pending]:
    known = viewer.known
    asked: dict[Any, list[Question]] = {}
    for case in cases:
        tables = []
        for k, layer in enumerate(case.layers):
            forced = known.laid[NINJA * known.round + k] if k == viewer.seat else NOTHING
            tables.append(_spots(layer, round_, k, forced))
        pairs = [((a,), wa) for a, wa in tables[0].items()]
        if len(tables) == 2:
            pairs = [((*a, b), wa * wb) for a, wa in pairs for b, wb in tables[1].items()]
        for pair, weight in pairs:
            if pair not in asked:
                asked[pair] = list(questions(viewer, pair, round_.reacts(True)))
            for question in asked[pair]:
                yield Pending(case.weight * weight * question.weight, case, pair, question)


def _spots(layer: Layer, round_: Round, k: int, forced: int) -> dict[Spot, float]:
    """Where a ninja may be and what it may have laid in the round under way."""
    if round_.table.out[k] != IN_PLAY:
        return {None: 1.0}
    found: dict[Spot, float] = {}
    for state, mass in layer.items():
        for action, chance in round_.actions(k, state).items():
            if forced in (NOTHING, action):
                spot = spot_of(state, action)
                found[spot] = found.get(spot, 0.0) + mass * chance
    return found


def at_spot(round_: Round, layer: Layer, k: int, spot: Spot) -> Layer:
    """The states of ninja k that fit a spot; their masses need not have the sum 1."""
    if spot is None:
        return layer
    return {
        state: mass * round_.actions(k, state)[spot[1]]
        for state, mass in layer.items()
        if spot[1] in round_.actions(k, state) and spot_of(state, spot[1]) == spot
    }


# --- the samurai players' specials ----------------------------------------------------------


def _kind_of(move: int) -> int:
    """The special that an answer to BB-27 lays."""
    if move < REPAIR:
        return REINFORCEMENTS
    if move < REVELATION:
        return REPAIR_ALARMS
    return REVELATION_CARD if move == REVELATION else SHOWDOWN_CARD


def guard_cases(known: Any, viewer: int, rounds: list[Round]) -> list[Any]:
    """What the samurai players may hold, weighted by what they declined to lay."""
    first, n = ninjas(known), guards_with_specials(known)
    if n == 0:
        return [([], 1.0, NOTHING)]
    found = []
    for picks in guard_picks(n):
        if all(known.picked[first + j] in (0, picks[j]) for j in range(n)):
            found += _declined(known, viewer, rounds, picks)
    return found


def guard_picks(n: int) -> list[list[int]]:
    """All that so many samurai players can have picked, as sets."""
    combos: list[list[int]] = [[]]
    for _ in range(n):
        combos = [[*c, 1 << a] for c in combos for a in range(4, 8) if 1 << a not in c]
    return combos


def guards_with_specials(known: Any) -> int:
    return 0 if known.n == 3 else known.n - ninjas(known)


def _declined(known: Any, viewer: int, rounds: list[Round], picks: list[int]) -> list[Any]:
    answered = known.round - (known.phase in (AFTER, ENDED))  # so many rounds are
    key, at = tuple(picks), answered
    while at and key not in rounds[at - 1].declined:
        at -= 1
    so_far: Held | None = rounds[at - 1].declined[key] if at else (picks, 1.0)
    for round_ in rounds[at:answered]:
        so_far = so_far and _answered(known, round_, so_far)
        round_.declined[key] = so_far
    if so_far is None:
        return []
    if known.phase != AFTER:
        return [(picks, so_far[1], NOTHING)]
    asked: list[tuple[int, float]] = []
    if _answered(known, rounds[answered], so_far, asked) is None:
        return []
    for seat, weight in asked:
        if seat == known.player:
            return [(picks, weight, viewer)]
    return [(picks, weight, seat) for seat, weight in asked if seat != viewer]


def _answered(known: Any, round_: Round, before: Held, asked: Any = None) -> Held | None:
    """What is held after the answers to a round, and how likely they were; None if they cannot have
    been given. `asked` gets whoever may be asked now, with the weight up to there."""
    held, weight = list(before[0]), before[1]
    if not any(held):
        return before
    first, t = ninjas(known), round_.aftermath.clone()
    for j, own in enumerate(held):
        if not own:
            continue
        move = known.answer[GUARDS * round_.r + j]
        t.player, t.special[first + j] = first + j, own
        room = [0] * MOST
        options = list_specials(t, room, 0)
        laid = move not in (NOTHING, NONE)
        if laid and not own >> _kind_of(move) & 1:
            return None
        if asked is not None and move == NOTHING:
            asked.append((first + j, weight))
        weight *= round_.weigh(t, room, options)[room.index(move if laid else NONE)]
        if laid:
            use_special(t, move)
            held[j] = 0
            if asked is not None:
                asked.clear()
    return held, weight


# --- drawing --------------------------------------------------------------------------------


def _chosen(rng: random.Random, things: list[Any], weights: list[float]) -> Any:
    return rng.choices(things, weights)[0]


def draw(known: Any, viewer: int, rng: random.Random, began: Any) -> Plan:
    """A hidden history, each as likely as under random legal choices."""
    if known.phase in (PICK, START):
        return _first_choices(known, viewer, rng)
    belief = believe(known, viewer, began=began)
    round_ = belief.rounds[-1]
    picks, _, asked = _chosen(rng, belief.guards, [case[1] for case in belief.guards])
    laid: dict[tuple[int, int], int] = {}
    answers: list[int] = []
    target = known.phase, known.player
    if belief.pending:
        way = _chosen(rng, belief.pending, [p.weight for p in belief.pending])
        case, answers, target = way.case, list(way.question.answers), way.question.target
        layers = [at_spot(round_, case.layers[k], k, spot) for k, spot in enumerate(way.spots)]
        now = [_one_of(rng, layer) for layer in layers]
        laid |= {(known.round, k): s[1] for k, s in enumerate(way.spots) if s is not None}
    else:
        case = _chosen(rng, belief.cases, [case.weight for case in belief.cases])
        now = [_one_of(rng, layer) for layer in case.layers]
        for k in range(ninjas(known)):
            if known.out[k] == IN_PLAY and has_laid(known, k):
                own = known.laid[NINJA * known.round + k]
                drawn = own if k == viewer else _one_of(rng, round_.actions(k, now[k]))
                laid[known.round, k] = drawn
    if known.phase == AFTER:
        target = AFTER, asked
    first = _go_back(rng, case, now, known.round, laid)
    gates = [(state >> PLACE_AT & 15) - 1 for state in first]
    return Plan([state >> PICKS_AT for state in first] + picks, gates, laid, answers, target)


def _one_of(rng: random.Random, chances: dict[int, float]) -> int:
    return _chosen(rng, list(chances), list(chances.values()))


def has_laid(known: Any, k: int) -> bool:
    return known.phase == PLAY or (known.phase == LAY and k < known.player)


def _go_back(
    rng: random.Random, case: Case, now: list[int], r: int, laid: dict[tuple[int, int], int]
) -> list[int]:
    """Draw the actions that led to these states, last first; what is left is how the ninja began.
    The ways that make up a case may tie the ninja together: so the way is drawn first."""
    while case.ways:
        r -= 1
        way = _chosen(rng, case.ways, [_fit(way, now) for way in case.ways])
        for k, track in enumerate(way.tracks):
            steps = track.back[now[k]]
            now[k], action, _ = _chosen(rng, steps, [step[2] for step in steps])
            if action != NOTHING:
                laid[r, k] = action
        case = way.before
    return now


def _fit(way: Way, now: list[int]) -> float:
    weight = way.weight
    for k, track in enumerate(way.tracks):
        weight *= track.layer.get(now[k], 0.0)
    return weight


def _first_choices(known: Any, viewer: int, rng: random.Random) -> Plan:
    fits = [
        (picks, chance)
        for picks, chance in pick_chances(known.n)
        if all(known.picked[k] & ~picks[k] == 0 for k in range(ninjas(known)))
        and all(lowest_of(known.picked[k]) in (0, p & -p) for k, p in enumerate(picks))
    ]
    picks = list(_chosen(rng, [f[0] for f in fits], [f[1] for f in fits]))
    left = [1 << a for a in range(4, 8)]
    for seat in range(ninjas(known), ninjas(known) + guards_with_specials(known)):
        own = known.picked[seat]
        if own:
            left = [x for x in left if x != own]
    rng.shuffle(left)
    for seat in range(ninjas(known), ninjas(known) + guards_with_specials(known)):
        picks.append(known.picked[seat] or left.pop())
    gates = [
        known.gate[k] if known.gate[k] >= 0 else rng.choice([WEST, EAST])
        for k in range(ninjas(known))
    ]
    return Plan(picks, gates, {}, [], (known.phase, known.player))


def lowest_of(mask: int) -> int:
    """Specials are picked in ascending order, so a first pick is the lowest of two."""
    return mask & -mask


# --- the moves of a plan --------------------------------------------------------------------


def moves(
    known: Any, viewer: int, rng: random.Random, origin: Any, forget: Callable[..., None]
) -> Any:
    """The moves of a drawn world, from `origin` if there is one; it is filled."""
    plan = draw(known, viewer, rng, origin)
    t = type(known)()
    start(t, [known.n, known.turns])
    found: list[str] = []
    begins: list[tuple[Any, int]] = []  # where it may have begun, and after how many moves
    answers = list(plan.answers)
    while True:
        if origin is not None and t.round == origin.round and _looks(t, viewer, origin, forget):
            begins.append((t.clone(), len(found)))
        if not answers and _arrived(t, known, viewer, plan):
            break
        move = _planned(t, known, plan, answers)
        apply(t, move)
        found.append(NAMES[move])
    if origin is None:
        return found
    first, made = rng.choice(begins)
    origin.assign(first)
    return found[made:]


def _looks(t: Any, viewer: int, origin: Any, forget: Callable[..., None]) -> bool:
    if (t.phase, t.player) != (origin.phase, origin.player) and origin.player != HIDDEN_TURN:
        return False
    seen = type(t)()
    forget(t, seen, viewer)
    return seen == origin


def _arrived(t: Any, known: Any, viewer: int, plan: Plan) -> bool:
    if t.round != known.round or (t.phase, t.player) != plan.target:
        return False
    if t.phase != PICK or t.n != 3:
        return True
    made = popcount(known.picked[0]) if viewer == 0 else int(known.special[0] > 0)
    return popcount(t.picked[0]) == made


def _planned(t: Any, known: Any, plan: Plan, answers: list[int]) -> int:
    """The next move of the plan."""
    if t.phase == PICK:
        return SPECIAL + members(plan.picks[t.player] & ~t.picked[t.player])[0]
    if t.phase == START:
        return GATE + plan.gates[t.player] - WEST
    if t.phase == LAY:
        return plan.laid[t.round, t.player]
    if t.phase == PLAY:
        return known.played[GUARDS * t.round + t.player - ninjas(t)]
    if t.phase == AFTER:
        move = known.answer[GUARDS * (t.round - 1) + t.player - ninjas(t)]
        return NONE if move == NOTHING else move
    if t.round == known.round:
        return answers.pop(0)
    return reaction(t.phase, known.reacted[NINJA * t.round + t.player])
