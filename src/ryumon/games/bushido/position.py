"""Bushido Breaker: set positions as data. What happened is what is known, so a position is its
moves, and the rest of it is compared with what they lead to."""

from __future__ import annotations

from typing import Any

import msgspec

from ryumon.games.bushido.belief.questions import reaction
from ryumon.games.bushido.board import (
    AFTER, BLIND, ENDED, GATE, GUARDS, LAY, MET_ASKED, MOST, NINJA, NOTHING, PICK, PLAY,
    SMOKE_ASKED, SPECIAL, START, WEST, ninjas, start,
)  # fmt: skip
from ryumon.games.bushido.rules import apply, legal
from ryumon.games.bushido.view import PHASES, place_name
from ryumon.games.bushido.notation import NAMES, places
from ryumon.kernel.bits import members
from ryumon.play.refusal import Refusal, refused

SENTENCES = {
    "en": {
        "illegal": "The position's moves are not legal: {move!q} cannot be played there.",
        "leads": "The position's moves lead to another `{part}`.",
    },
    "ja": {
        "illegal": "局面の手順が正しくない。{move!q}はそこでは指せない。",
        "leads": "局面の手順は別の`{part}`に至る。",
    },
}


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A complete position. In a game of hidden movement what happened is what is known, so it is
    its moves; the rest says how the table stands after them and may be left out."""

    game: str
    players: int
    turns: int
    moves: list[str]
    phase: str | None = None
    turn: int | None = None
    round: int | None = None
    showdown: bool | None = None
    ninja: list[str | None] | None = None  # places
    samurai: list[str | None] | None = None  # places of s1 to s7
    disabled: list[str] | None = None
    notices: list[int] | None = None


def position(s: Any) -> Position:
    return Position(
        game="bushido", players=s.n, turns=s.turns, moves=[NAMES[move] for move in record(s)],
        phase=PHASES[s.phase], turn=s.player, round=min(s.round + 1, s.turns),
        showdown=bool(s.showdown), ninja=[place_name(s.place[k]) for k in range(ninjas(s))],
        samurai=[place_name(place) for place in s.post], disabled=places(s.off),
        notices=s.notices[: ninjas(s)],
    )  # fmt: skip


def record(s: Any) -> list[int]:
    """The moves that a state has come from."""
    t = type(s)()
    start(t, [s.n, s.turns])
    found = []
    while True:
        move = _next_move(t, s)
        if move == NOTHING:
            return found
        apply(t, move)
        found.append(move)


def _next_move(t: Any, s: Any) -> int:
    """What was done in `s` where `t` stands; NOTHING at the end."""
    if t.phase == PICK:
        left = members(s.picked[t.player] & ~t.picked[t.player])
        return SPECIAL + left[0] if left else NOTHING
    if t.phase == START:
        gate = s.gate[t.player]
        return NOTHING if gate < 0 else GATE + gate - WEST
    if t.phase == LAY:
        return s.laid[NINJA * t.round + t.player]
    if t.phase == PLAY:
        return s.played[GUARDS * t.round + t.player - ninjas(t)]
    if t.phase == AFTER:
        return s.answer[GUARDS * (t.round - 1) + t.player - ninjas(t)]
    if t.phase == ENDED:
        return NOTHING
    bits = s.reacted[NINJA * t.round + t.player]
    asked = MET_ASKED if t.phase == BLIND else SMOKE_ASKED
    return reaction(t.phase, bits) if bits & asked else NOTHING


def set_up(s: Any, d: Position) -> None:
    """Play a position's moves in a state that has been started. Refused if one is illegal, or
    if the rest of the position is not what they lead to."""
    room = [0] * MOST
    ids = {name: k for k, name in enumerate(NAMES)}
    for name in d.moves:
        move = ids.get(name)
        if move is None or move not in room[: legal(s, room)]:
            raise refused(SENTENCES, "illegal", move=name)
        apply(s, move)
    made = position(s)
    for part in Position.__struct_fields__[4:]:
        told = getattr(d, part)
        if told is not None and told != getattr(made, part):
            raise refused(SENTENCES, "leads", part=part)


def fault(s: Any) -> Refusal | None:
    """What breaks the rules in a state; None for a sound one, which is the one that its own record
    leads to."""
    t = type(s)()
    start(t, [s.n, s.turns])
    for move in record(s):
        apply(t, move)
    wrong = [a for a, b, c in zip(t.__slots__, t.values(), s.values(), strict=True) if b != c]
    return Refusal.of(SENTENCES, "leads", part=wrong[0]) if wrong else None
