"""Scenes of Bushido Breaker: who stands where, then moves in notation.

`scene` lays out the table at the beginning of a round without the game before it, so that one rule
can be looked at alone; `told` is what a viewer sees of the moves made from there.
"""

from __future__ import annotations

from typing import Any

import pytest

from ryumon import PUBLIC, IllegalMove, State
from ryumon.games.bushido import GAME
from ryumon.games.bushido.board import DIAGONAL_CARD, LAY
from ryumon.games.bushido.notation import PLACES, SPECIALS
from ryumon.kernel.machine import machine
from ryumon.play.game import Game
from tests.support import seen_by


def new(players: int = 2, **options: Any) -> Game:
    return Game(GAME, players, options)


def scene(
    *ninja: str,
    players: int = 2,
    turns: int = 25,
    samurai: str = "",
    specials: str = "",
    off: str = "",
    **fields: Any,
) -> State:
    """Ninja at these places, `samurai` as "s1:dojo s2:west" (all others are dead; as at the start
    if nothing is said), `specials` by seat as "blowgun - showdown"."""
    game, made = new(players, turns=turns), machine(GAME, compiled=False)
    s = made.block()
    made.setup([s], 0, [players, turns])
    s.phase, s.player = LAY, 0
    for k, place in enumerate(ninja):
        s.place[k] = s.gate[k] = PLACES.index(place)
    if samurai:
        s.post = [-1] * 7
        for word in samurai.split():
            man, _, place = word.partition(":")
            s.post[int(man[1:]) - 1] = PLACES.index(place)
    for seat, word in enumerate(specials.split()):
        if word != "-":
            s.special[seat] = s.picked[seat] = 1 << SPECIALS.index(word)
            if s.special[seat] >> DIAGONAL_CARD & 1:
                s.diagonals[seat] = 2
    s.off = sum(1 << PLACES.index(place) for place in off.split())
    for name, value in fields.items():
        setattr(s, name, value)
    return State(game, made, s, origin=s.clone())


def play(state: State, moves: str) -> State:
    for move in moves.split():
        state.play(move)
    return state


def legal(state: State, starts: str = "") -> str:
    return " ".join(move for move in state.legal() if move.startswith(starts))


def living(state: State) -> str:
    s = state._plain()
    return " ".join(f"s{x + 1}" for x, place in enumerate(s.post) if place >= 0)


def told(state: State, viewer: int = PUBLIC) -> list[dict[str, Any]]:
    """What a viewer saw. What was shown and laid is called by its own word: `blocked`, `showdown`
    and so on, with `metsubushi` before what became of its Kunai."""
    found = []
    for event in seen_by(state, viewer):
        if event["kind"] == "shown":
            facts = {key: event[key] for key in ("seat", "action", "at") if key in event}
            if event.get("metsubushi"):
                found.append({"kind": "metsubushi", **facts})
            if "fate" in event:
                found.append({"kind": event["fate"], **facts})
        elif event["kind"] == "after":
            found.append({**event, "kind": event["move"].partition(":")[0]})
        else:
            found.append(event)
    return found


def kinds(state: State, viewer: int = PUBLIC) -> list[str]:
    """What became of the rounds: without what was laid, played and asked."""
    plain = ("lay", "play", "begin", "round", "special", "gate", "asked", "answer")
    return [event["kind"] for event in told(state, viewer) if event["kind"] not in plain]


def event(state: State, kind: str, viewer: int = PUBLIC) -> dict[str, Any]:
    found = next(e for e in reversed(told(state, viewer)) if e["kind"] == kind)
    return {key: value for key, value in found.items() if key != "kind"}


def place(state: State, ninja: int = 0) -> str:
    return PLACES[state._plain().place[ninja]]


def post(state: State, man: str) -> str | None:
    at = state._plain().post[int(man[1:]) - 1]
    return PLACES[at] if at >= 0 else None


def off(state: State) -> str:
    return " ".join(p for k, p in enumerate(PLACES) if state._plain().off >> k & 1)


def refused(state: State, move: str) -> str:
    """The rule of a refusal; nothing has changed."""
    before = state._plain().values()
    with pytest.raises(IllegalMove) as refusal:
        state.play(move)
    assert refusal.value.sentence.endswith(".")
    found = state.why(move, "ja")
    assert found is not None
    assert found[0] == refusal.value.rule
    assert found[1].endswith("。")
    assert state._plain().values() == before
    return refusal.value.rule
