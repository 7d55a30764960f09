"""Tatsu: who sees what. Everything lies open, and so do the dice."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from ryumon.games.tatsu.rules import (
    BOTH, ENDED, FIELDS, FIRST, LETTERS, MOVE, NOBODY, SEATS, TYPES, extinct, payoffs, reason,
)  # fmt: skip
from ryumon.games.tatsu.words import NAMES, STEPS, Step
from ryumon.kernel import fields
from ryumon.kernel.jit import njit
from ryumon.play.event import Event, winners

# --- what a viewer knows --------------------------------------------------------------------


open_part = fields.open_part(FIELDS)


@njit
def forget(s, known, viewer):
    """Nothing is hidden from anybody."""
    open_part(s, known, viewer)


def worlds(
    known: Any, events: list[dict[str, Any]], viewer: int, rng: random.Random, origin: Any
) -> list[str]:
    """The moves of the only world that fits: all of them were seen."""
    return [event["move"] for event in events if "move" in event]


# --- what a move shows ----------------------------------------------------------------------


def narrate(b: Any, move: int, a: Any) -> Iterator[Event]:
    """What the move shows, given the states before and after it."""
    name = NAMES[move]
    if b.phase == FIRST:
        yield Event("first", {"seat": a.mover, "move": name})
        return
    if b.phase == MOVE:
        yield from _used(b, move, a)
    else:
        dice = [int(die) for die in name[1:].split("-")]
        facts = {"seat": b.mover, "move": name, "dice": dice, "number": a.turns}
        yield Event("roll", {**facts, "passes": a.phase != MOVE})
    if a.phase == ENDED:
        yield Event("end", _outcome(a))


def _used(b: Any, move: int, a: Any) -> Iterator[Event]:
    p, step = b.player, STEPS[move]
    t = stone_of(b, step)
    facts: dict[str, Any] = {"seat": p, "move": NAMES[move], "stone": LETTERS[t], "die": step.die}
    if step.start:
        facts["from"] = step.start
    yield Event(step.kind, facts | {"to": step.to, "lost": _lost(b, step, a)})
    freed = freed_by(b, step)
    if freed is not None:
        yield Event("free", {"seat": freed[0], "stone": LETTERS[freed[1]], "segment": step.start})
    met = met_by(b, step)
    if met is not None:
        owner, type_ = met
        told = {"seat": owner, "stone": LETTERS[type_], "segment": step.to}
        yield Event(effect(p, t, owner), told)
    for k in range(TYPES):
        if a.mat[p * TYPES + k] > b.mat[p * TYPES + k] - (step.kind == "enter" and step.type == k):
            yield Event("recruit", {"seat": p, "stone": LETTERS[k], "segment": step.to})


def _lost(b: Any, step: Step, a: Any) -> int | None:
    """The die that is not used any more: by an escape (TA-10), or because it cannot be (TA-11)."""
    lost = b.left == BOTH and a.phase != MOVE and a.winner == NOBODY
    return b.low + b.high - step.die if lost else None


def _outcome(a: Any) -> dict[str, Any]:
    why = reason(a)
    stone = LETTERS[extinct(a, 1 - a.winner)] if why == "type" else None
    return {"winners": winners(payoffs, a, SEATS), "reason": why, "stone": stone}


# --- what a single die does, told before it is done -----------------------------------------

POWERS = ("entangle", "expel", "destroy")  # TA-6: of Vine, Water and Fire


def stone_at(places: list[int], segment: int) -> tuple[int, int] | None:
    """Owner and type of the stone on a segment, counted from 1, of the inner or outer places."""
    for k, lying in enumerate(places):
        if lying >> segment - 1 & 1:
            return k // TYPES, k % TYPES
    return None


def stone_of(s: Any, step: Step) -> int:
    """The type of the stone that the step moves."""
    if step.kind == "enter":
        return step.type
    outside = stone_at(s.outer, step.start) if step.kind == "move" else None
    found = outside or stone_at(s.inner, step.start)
    assert found is not None, "a step starts from a stone"
    return found[1]


def freed_by(s: Any, step: Step) -> tuple[int, int] | None:
    """TA-7: owner and type of the stone that can move again when this one has left. A Vine that
    an escape leaves behind was free before."""
    if step.kind != "move" or stone_at(s.outer, step.start) is None:
        return None
    return stone_at(s.inner, step.start)


def met_by(s: Any, step: Step) -> tuple[int, int] | None:
    """Owner and type of the single stone that lies where the step ends."""
    return stone_at(s.inner, step.to)


def effect(seat: int, t: int, owner: int) -> str:
    """What a stone of type t of this seat does to a single stone of that owner (TA-5, TA-6)."""
    return "hold" if owner == seat else POWERS[t]
