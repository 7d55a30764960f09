"""Scenes of Tiger & Dragon: name the tiles that matter, the rest is filled in.

Tiles are written in one string, `pile("1288TD")`. `dealt` begins a round with chosen hands; `late`
lays out the last tiles of one: all other tiles have been laid before or are left over.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import ryumon
from ryumon import IllegalMove, State

TILES = [*"12345678", "T", "D"]
BAG = [*(tile for n, tile in enumerate("12345678", 1) for tile in tile * n), "T", "D"]
SIZE = {2: 13, 3: 11, 4: 9, 5: 7}  # of a hand
LEFT = {2: 11, 3: 4, 4: 1, 5: 2}


def pile(text: str) -> list[str]:
    return [tile for tile in text if tile != " "]


def without(tiles: list[str], *taken: list[str]) -> list[str]:
    rest = list(tiles)
    for lot in taken:
        for tile in lot:
            rest.remove(tile)
    return rest


def begun(players: int = 4, starter: int = 0, field: str = "dojo", teams: bool = False) -> State:
    """Everything up to the first deal; a battlefield that chance is to name is named `cave`."""
    state = ryumon.game("tiger-dragon", players=players, field=field, teams=teams).start()
    state.play(f"~first:{starter}")
    if state.legal()[0].startswith("~field"):
        state.play("~field:cave")
    return state


def dealt(*hands: str, players: int = 4, starter: int = 0, **options: Any) -> State:
    """A round after the deal. Seats without a hand, and hands that are too small, get the highest
    of the tiles that nobody is said to have."""
    state = begun(players, starter, **options)
    deal(state, *hands, starter=starter)
    return state


def deal(state: State, *hands: str, starter: int) -> None:
    n = state.game.players
    named = [pile(hand) for hand in [*hands, *[""] * (n - len(hands))]]
    rest = without(BAG, *named)
    rest = sorted(rest, key=TILES[:8].__contains__)  # the Mysteries are dealt last, if at all
    for p, hand in enumerate(named):
        while len(hand) < SIZE[n] + (p == starter):
            hand.append(rest.pop())
    extra = named[starter].pop()
    for hand in named:
        state.play([f"~{tile}" for tile in hand])
    state.play(f"~{extra}")


def late(
    *hands: str,
    turn: int = 0,
    attack: str | None = None,
    attacker: int | None = None,
    lap: bool = False,
    starter: int = 0,
    down: Mapping[int, str] | None = None,
    left: str = "",
    foretold: list[str | None] | None = None,
    scores: list[int] | None = None,
    **options: Any,
) -> State:
    """The end of a round: these are the last tiles. With `attack` and `attacker` an attack is to
    be answered by `turn`, or with `lap` nobody has."""
    n = len(hands)
    laid = {p: pile(tiles) for p, tiles in (down or {}).items()}
    held = [pile(hand) for hand in hands]
    over = pile(left)
    rest = without(BAG, *held, *laid.values(), over, [attack] if attack else [])
    over += [rest.pop(0) for _ in range(LEFT[n] - len(over))]
    rows = []
    for p in range(n):
        places = SIZE[n] + (p == starter) - len(held[p])
        hidden = [k for k in range(1, places) if k % 2 == (p == starter)][: len(laid.get(p, []))]
        newest = attack is not None and p == attacker
        row = ["?" if k in hidden else rest.pop() for k in range(places - newest)]
        rows.append([*row, attack] if newest else row)
    field = options.get("field", "dojo")
    points = scores or [0] * n
    phase = "attack" if attack is None else "lap" if lap else "defence"
    before = {
        "seat": points.index(max(points)), "tile": "2", "field": field, "points": 1,
        "hands": [[] if p == points.index(max(points)) else ["8"] for p in range(n)],
        "down": [[] for _ in range(n)], "left": BAG[10 : 10 + LEFT[n]],
    }  # fmt: skip
    return ryumon.game("tiger-dragon", players=n, **options).position(
        {
            "game": "tiger-dragon", "players": n, **options, "phase": phase, "turn": turn,
            "starter": starter, "battlefield": field, "hands": held, "rows": rows,
            "down": [laid.get(p, []) for p in range(n)], "left": over, "attacker": attacker,
            "foretold": foretold or [None] * n, "scores": points, "round": 2 if scores else 1,
            "previous": before if scores else None,
        }
    )  # fmt: skip


# --- what is expected -----------------------------------------------------------------------


def legal(state: State) -> str:
    return " ".join(state.legal())


def play(state: State, moves: str) -> State:
    """Make these moves one by one; the state, for chaining."""
    for move in moves.split():
        state.play(move)
    return state


def refused(state: State, move: str) -> str:
    """The rule that a refused move names. The refusal says why, and nothing has changed."""
    before = state.copy()
    with pytest.raises(IllegalMove) as refusal:
        state.play(move)
    assert state == before
    assert state.position() == before.position()
    for language, stop in (("en", "."), ("ja", "。")):
        told = state.why(move, language)
        assert told is not None
        assert told[0] == refusal.value.rule
        assert told[1].endswith(stop)
    return refusal.value.rule


def last(state: State, kind: str, viewer: int = ryumon.PUBLIC) -> dict[str, Any]:
    """The last event of this kind that the viewer saw, without its number."""
    event = next(e for e in reversed(state.events(viewer)) if e["kind"] == kind)
    return {key: value for key, value in event.items() if key not in ("n", "kind")}
