"""Operations that a game need not write. Each of them works for every game; a game that plays or
searches better with one of its own writes that (see play/contract.py).

Those that need to know the game are written out as source for it, so that they run and compile
like any other rule.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ryumon.kernel import ops
from ryumon.kernel.fields import OPEN, Field, generated
from ryumon.kernel.jit import njit
from ryumon.kernel.ops import FAR, SURE, pick
from ryumon.kernel.rng import below
from ryumon.kernel.scratch import copy, numbers

Operation = Callable[..., Any]


@njit
def turn(s):
    """The seat to move stands in the field `player`, with CHANCE and OVER."""
    return s.player


@njit
def weight(s, move):
    """All outcomes of chance are equally likely."""
    return 1


@njit
def rollout_move(s, luck):
    """A random move."""
    return pick(s, luck)


@njit
def priors(s, moves, n, out):
    """No move is preferred."""
    for k in range(n):
        out[k] = 1.0 / n


@njit
def is_cutoff(s):
    """A simulation is played to the end."""
    return 0


@njit
def moves_left(s):
    """Nobody counts how far off the end is, so that no ending is solved."""
    return FAR


@njit
def shows_itself(s, move, viewer):
    """Nothing is hidden: every move is seen by everybody."""
    return move


@njit
def prepare(known, viewer, room):
    """Nothing is worked out beforehand."""


@njit
def world(s, viewer, room, luck):
    """Nothing is hidden: the only world is the one that is seen."""


@njit
def likelihood(s, viewer):
    """Every world fits what the others did."""
    return SURE


@njit
def rewind(s, seats, moves, n):
    """Never asked: nothing is recalled."""


@njit
def tells(s, seat):
    """All moves tell something."""
    return 1


# --- those that are written out for a game --------------------------------------------------

PICK = """
def pick(s, luck):
    room = numbers({most})
    return int(room[below(luck, legal(s, room))])
"""

DEAL = """
def deal(s, luck):
    room = numbers({most})
    while turn(s) == CHANCE:
        n = legal(s, room)
        total = 0
        for k in range(n):
            total += weight(s, int(room[k]))
        mark = below(luck, total)
        k = 0
        mark -= weight(s, int(room[0]))
        while mark >= 0:
            k += 1
            mark -= weight(s, int(room[k]))
        apply(s, int(room[k]))
"""

VALUES = """
def values(s, out):
    for p in range({seats}):
        out[p] = 1.0 / {seats}
"""

# What a viewer sees of a move is what it knows after it, as one number. Two halves of 31 bits, each
# by FNV-1a, in products that 64 bits can hold: interpreted and compiled they are the same.
SHOWS = """
def shows(s, move, viewer):
    after = copy(s)
    known = copy(s)
    apply(after, move)
    forget(after, known, viewer)
    one = 0x811C9DC5
    two = 0x2F0B4C47
{mixed}
    return -1 - ((one & 0x7FFFFFFF) << 31 | two & 0x7FFFFFFF)
"""
MIX = """
{indent}low = {value} & 0xFFFFFFFF
{indent}one = ((one ^ low) * 0x01000193) & 0xFFFFFFFF
{indent}two = ((two ^ low) * 0x01000183) & 0xFFFFFFFF
"""
WIDE = """
{indent}high = {value} >> 32 & 0xFFFFFFFF
{indent}one = ((one ^ high) * 0x01000193) & 0xFFFFFFFF
{indent}two = ((two ^ high) * 0x01000183) & 0xFFFFFFFF
"""


def _mixed(field: Field) -> str:
    indent, value = " " * 4, f"known.{field.name}"
    text = ""
    if field.by:
        text = f"    for i in range({field.length}):"
        indent, value = indent * 2, f"{value}[i]"
    text += MIX.format(indent=indent, value=value)
    return text + (WIDE.format(indent=indent, value=value) if field.width == "i8" else "")


def _written(name: str, template: str, **parts: object) -> Operation:
    names = {
        "apply": ops.apply, "below": below, "copy": copy, "forget": ops.forget, "legal": ops.legal,
        "numbers": numbers, "turn": ops.turn, "weight": ops.weight, "CHANCE": ops.CHANCE,
    }  # fmt: skip
    return generated(name, template.format(**parts), names)


def of_rules(most: int) -> dict[str, Operation]:
    """For rules.py."""
    return {
        "turn": turn, "weight": weight,
        "pick": _written("pick", PICK, most=most), "deal": _written("deal", DEAL, most=most),
    }  # fmt: skip


def of_heuristics(fields: list[Field], players: int) -> dict[str, Operation]:
    """For heuristics.py."""
    seats = "s.n" if any(field.name == "n" for field in fields) else str(players)
    return {
        "rollout_move": rollout_move, "priors": priors, "is_cutoff": is_cutoff,
        "moves_left": moves_left, "values": _written("values", VALUES, seats=seats),
    }  # fmt: skip


def of_hidden(fields: list[Field]) -> dict[str, Operation]:
    """For hidden.py."""
    shows = shows_itself
    if hides(fields):
        shows = _written("shows", SHOWS, mixed="\n".join(_mixed(field) for field in fields))
    return {
        "prepare": prepare, "world": world, "likelihood": likelihood, "shows": shows,
        "rewind": rewind, "tells": tells,
    }  # fmt: skip


def hides(fields: list[Field]) -> list[str]:
    """The fields that are hidden from somebody."""
    return [field.name for field in fields if field.seen != OPEN or field.after is not None]
