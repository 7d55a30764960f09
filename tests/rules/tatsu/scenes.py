"""Scenes: a board in a few words, everything else filled in."""

from __future__ import annotations

from typing import Any

import pytest

import ryumon
from ryumon import State

TYPES = {"V": 4, "W": 3, "F": 2}
Stones = dict[str, int]


def counts(letters: str) -> Stones:
    """'VVF' -> two Vines and a Fire."""
    return {t: letters.count(t) for t in TYPES}


def position(
    arena: dict[int, str],
    *,
    mat: tuple[str, str] = ("", ""),
    dead: tuple[str, str] = ("", ""),
    mover: int = 0,
    number: int = 10,
    **changes: Any,
) -> dict[str, Any]:
    """A position before a roll. `arena` names stones by segment, inner first: {2: "bV wV"}; `dead`
    those in the dead zone of each seat. What is named nowhere lies in the trays."""
    lying = {str(segment): stones.split() for segment, stones in sorted(arena.items())}
    tray = []
    for seat, side in enumerate("bw"):
        out = "".join(s[1] for stones in lying.values() for s in stones if s[0] == side)
        used = counts(out + mat[seat] + dead[1 - seat])
        tray.append({t: TYPES[t] - used[t] for t in TYPES})
    return {
        "game": "tatsu", "players": 2, "corners": "WFWVFV", "phase": "roll", "turn": ryumon.CHANCE,
        "mover": mover, "number": number, "dice": [], "left": [], "arena": lying, "tray": tray,
        "mat": [counts(m) for m in mat], "dead": [counts(d) for d in dead], "winner": None,
        **changes,
    }  # fmt: skip


def scene(arena: dict[int, str], *moves: str, corners: str = "WFWVFV", **more: Any) -> State:
    """The state of that position after these moves (the roll first)."""
    game = ryumon.game("tatsu", corners=corners)
    state = game.position({**position(arena, **more), "corners": corners})
    for move in moves:
        state.play(move)
    return state


def lying(state: State) -> dict[int, str]:
    """The arena in the form of a scene."""
    return {int(n): " ".join(s) for n, s in state.position()["arena"].items()}


def refused(state: State, move: str) -> str:
    """The rule that forbids the move."""
    why = state.why(move)
    assert why is not None, f"{move} is legal"
    assert why[1].endswith(".")
    before = state.position()
    with pytest.raises(ryumon.IllegalMove) as refusal:
        state.play(move)
    assert (refusal.value.rule, refusal.value.sentence) == why
    assert state.position() == before
    return why[0]
