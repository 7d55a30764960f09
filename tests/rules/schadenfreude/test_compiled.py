"""Compiled rules play the same games as interpreted ones."""

from __future__ import annotations

import pytest

import ryumon
from ryumon import OVER, PUBLIC
from ryumon.kernel.machine import Machine, machine
from tests.support import compiled_machine


def story(made: Machine, players: int, seed: int) -> list[object]:
    """Everything that the operations answer in one game: thumb and random moves in turn."""
    block, known, luck = made.block(), made.states(), made.luck(seed)
    states = made.array(block)
    made.setup(states, 0, made.integers([players, 0]))
    found: list[object] = []
    while True:
        made.deal_all(states, 0, luck)
        turn, legal = made.options(block)
        found.append((turn, legal, made.to_plain(states).values()))
        if turn == OVER:
            return found
        for viewer in (*range(players), PUBLIC):
            made.forget_state(states, 0, known, 0, viewer)
            found.append(made.to_plain(known).values())
        made.forget_state(states, 0, known, 0, turn)
        thumb = int(made.think(known, 0, luck))
        random = int(made.pick_move(states, 0, luck))
        found.append((thumb, random))
        made.step(block, thumb if len(found) % 3 else random)


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4, 5])
def test_interpreted_equals_compiled(players):
    kind = ryumon.game("schadenfreude").spec
    for seed in range(4):
        slow = story(machine(kind, compiled=False), players, seed)
        assert story(compiled_machine("schadenfreude"), players, seed) == slow


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4, 5])
def test_playouts_are_the_same_and_end(players):
    import numpy as np

    kind = ryumon.game("schadenfreude").spec
    answers = []
    for made in (machine(kind, compiled=False), compiled_machine("schadenfreude")):
        totals = np.zeros((2, players))
        options = made.integers([players, 0])
        moves = made.playouts(made.states(), 0, options, 30, made.luck(9), totals)
        answers.append((int(moves), totals[0].tolist()))
    assert answers[0] == answers[1]
