"""The engine against a slow generator written from the rules page: the same moves, the same boards.

Proves TA-3 to TA-12 together, for every complete turn of every position that is looked at.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

import ryumon
from ryumon import OVER, State
from tests.rules.tatsu.scenes import TYPES, counts, position, scene
from tests.rules.tatsu.slow import Board, turns, won

GAME = ryumon.game("tatsu")
ROLLS = [(low, high) for low in range(1, 7) for high in range(low, 7)]
PARTS = ("arena", "tray", "mat", "dead")


def plays(state: State, seat: int) -> dict[tuple[str, ...], Any]:
    """Every complete turn by stepping through `legal()`."""
    found: dict[tuple[str, ...], Any] = {}

    def go(now: State, moves: tuple[str, ...]) -> None:
        if now.turn != seat:
            facts = now.position()
            result = now.result()
            found[moves] = {k: facts[k] for k in PARTS}, result and result.reason
            return
        for move in now.legal():
            after = now.copy()
            after.play(move)
            go(after, (*moves, move))

    go(state, ())
    return found


def branches(nodes: list[dict[str, Any]]) -> Iterator[tuple[str, ...]]:
    """The complete lists of moves in a tree of `choice()`."""
    for node in nodes:
        if node["then"]:
            yield from ((node["move"], *rest) for rest in branches(node["then"]))
        else:
            yield (node["move"],)


def compare(state: State, seat: int, dice: tuple[int, int]) -> int:
    """The state is before the roll. Returns how many turns were compared."""
    slow = turns(Board(state.position()), seat, dice)
    want = {moves: (board.facts(), won(board, seat)) for moves, board in slow.items()}
    now = state.copy()
    now.play("~{}-{}".format(*dice))
    choice = now.choice()
    if not want:
        assert now.turn != seat
        return 0
    assert plays(now, seat) == want
    assert choice is not None
    lists = list(branches(choice["which"]))
    assert len(lists) == len(set(lists))
    assert set(lists) == set(want)
    return len(want)


def test_positions_of_random_games() -> None:
    """Full boards with mats, holds and entanglements."""
    rng = random.Random(11)
    compared = 0
    for _ in range(4):
        state = GAME.start()
        while state.turn != OVER:
            if state.legal()[0] == "~1-1" and rng.random() < 0.15:
                compared += compare(state, state.view(0)["mover"], rng.choice(ROLLS))
            if state.turn < 0:
                state.play(rng.choices(state.legal(), state.weights())[0])
            else:
                state.play(rng.choice(state.legal()))
    assert compared > 1000


def two_stones(types: str, mover: int) -> Iterator[State]:
    """One stone each on all pairs of places, everything else in the trays."""
    for black, white in product(range(1, 25), repeat=2):
        mine, theirs = "b" + types[0], "w" + types[1]
        if black != white:
            yield scene({black: mine, white: theirs}, mover=mover)
            continue
        if types[0] == "V":
            yield scene({black: f"{theirs} {mine}"}, mover=mover)
        if types[1] == "V":
            yield scene({black: f"{mine} {theirs}"}, mover=mover)


@pytest.mark.slow
@pytest.mark.parametrize("mover", [0, 1])
@pytest.mark.parametrize("types", ["".join(pair) for pair in product(TYPES, repeat=2)])
def test_all_positions_of_two_stones(types: str, mover: int) -> None:
    for state in two_stones(types, mover):
        for dice in [(1, 2), (3, 3), (2, 6), (4, 5)]:
            compare(state, mover, dice)


def random_board(rng: random.Random) -> dict[str, Any] | None:
    """Any stones anywhere, as far as TA-4 and TA-6 allow."""
    mover = rng.randrange(2)
    arena: dict[int, str] = {}
    beside: dict[str, list[list[str]]] = {"mat": [[], []], "dead": [[], []]}
    near = rng.choice([6, 12, 24])  # few segments make crowds
    for side, t in [(side, t) for side in "bw" for t, n in TYPES.items() for _ in range(n)]:
        spot = rng.choice(["arena", "arena", "mat", "tray", "dead"])
        at = rng.randrange(1, near + 1)
        here = arena.get(at, "").split()
        if spot == "arena" and (not here or (len(here) == 1 and (here[0][0] == side or t == "V"))):
            arena[at] = " ".join([*here, side + t])
        elif spot == "mat":
            beside["mat"]["bw".index(side)].append(t)
        elif spot == "dead":
            beside["dead"][1 - "bw".index(side)].append(t)
    mat, dead = (tuple("".join(row) for row in beside[k]) for k in ("mat", "dead"))
    for seat, side in enumerate("bw"):
        in_battle = mat[seat] or any(side in stones for stones in arena.values())
        if not in_battle or any(counts(dead[seat])[t] == n for t, n in TYPES.items()):
            return None
    return position(arena, mat=(mat[0], mat[1]), dead=(dead[0], dead[1]), mover=mover)


@pytest.mark.slow
def test_random_boards() -> None:
    rng = random.Random(5)
    seen: set[str] = set()
    compared = 0
    while compared < 3000:
        facts = random_board(rng)
        if facts is None:
            continue
        state = GAME.position(facts)
        dice = rng.choice(ROLLS)
        compared += compare(state, facts["mover"], dice)
        state.play("~{}-{}".format(*dice))
        if state.turn == facts["mover"]:
            seen |= {branch["kind"] for branch in (state.choice() or {})["which"]}
            seen |= {str(branch["effect"]) for branch in (state.choice() or {})["which"]}
    assert seen == {"move", "enter", "escape", "entangle", "expel", "destroy", "hold", "None"}
