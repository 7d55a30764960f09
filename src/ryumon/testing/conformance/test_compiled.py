"""The same rules, interpreted and compiled: equal move by move, in every field.

Compiled code reads beyond an array's end without a word; that nothing does is proven interpreted,
in test_bounds.py.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ryumon
from ryumon import CHANCE, OVER, Game
from ryumon.kernel.machine import Batch, machine
from ryumon.testing import support

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", autouse=True)
def _compile() -> None:
    """All games, once for the whole module."""
    for name in support.SUITES:
        with support.compiled(name):
            pass


class Both:
    """One game twice: a state of either machine, moved together."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.plain = machine(game.spec, compiled=False)
        self.fast = machine(game.spec, compiled=True)
        self.blocks = self.plain.block(), self.fast.block()
        self.s, self.r = self.plain.array(self.blocks[0]), self.fast.array(self.blocks[1])
        self.dice = self.plain.luck(seed), self.fast.luck(seed)
        for made, states in ((self.plain, self.s), (self.fast, self.r)):
            made.setup(states, 0, made.integers(game._numbers))

    def compare(self) -> tuple[int, list[int]]:
        """Everything is equal; returns whose turn it is and the legal moves."""
        assert self.fast.to_plain(self.r).values() == self.s[0].values()
        slow, fast = self.blocks
        assert self.plain.options(slow) == self.fast.options(fast)
        assert self.plain.weigh(slow) == self.fast.weigh(fast)
        return self.plain.options(slow)

    def compare_sight(self) -> None:
        """What each viewer is left with."""
        for viewer in support.viewers(self.game):
            known, fast_known = self.plain.states(), self.fast.states()
            self.plain.forget_state(self.s, 0, known, 0, viewer)
            self.fast.forget_state(self.r, 0, fast_known, 0, viewer)
            assert self.fast.to_plain(fast_known).values() == known[0].values()
            rows = [np.zeros(self.game.observation.size, np.int8) for _ in self.blocks]
            self.plain.look_at(self.blocks[0], viewer, rows[0])
            self.fast.look_at(self.blocks[1], viewer, rows[1])
            assert rows[0].tolist() == rows[1].tolist()

    def compare_moves(self) -> int:
        """The random mover and the rule of thumb; returns a move of one of them."""
        picked = self.plain.pick_move(self.s, 0, self.dice[0])
        assert picked == self.fast.pick_move(self.r, 0, self.dice[1])
        sensible = self.plain.think(self.s, 0, self.dice[0])
        assert sensible == self.fast.think(self.r, 0, self.dice[1])
        assert self.dice[0] == self.dice[1].tolist()
        return picked if self.dice[0][0] % 3 else sensible

    def step(self, move: int) -> None:
        slow, fast = self.blocks
        assert self.plain.step(slow, move) == self.fast.step(fast, move)

    def deal(self) -> None:
        self.plain.deal_all(self.s, 0, self.dice[0])
        self.fast.deal_all(self.r, 0, self.dice[1])
        assert self.dice[0] == self.dice[1].tolist()


def play_both(game: Game, seed: int, fast_deal: bool) -> None:
    both = Both(game, seed)
    rng = np.random.default_rng(seed)
    k = 0
    while True:
        turn, moves = both.compare()
        k += 1
        if turn == OVER:
            break
        if turn == CHANCE:
            if fast_deal:
                both.deal()
            else:
                both.step(moves[int(rng.integers(len(moves)))])
        else:
            assert both.compare_moves() in moves
            both.step(both.compare_moves() if k % 2 else moves[int(rng.integers(len(moves)))])
        if k % 7 == 0:
            both.compare_sight()
    both.compare_sight()


@pytest.mark.parametrize("fast_deal", [False, True])
def test_interpreted_equals_compiled_move_by_move(game: Game, fast_deal: bool) -> None:
    for seed in range(4):
        play_both(game, seed, fast_deal)


def test_a_compiled_state_answers_like_an_interpreted_one(game: Game) -> None:
    """The public contract, on either machine."""
    moments = support.moments(game, 1, most=12)
    with support.compiled(game.name):
        assert game.compiled
        for state in moments:
            fast = game.replay(state.moves)
            assert fast._machine.compiled
            assert not state._machine.compiled
            assert support.snapshot(fast) == support.snapshot(state)
            assert support.snapshot(fast.copy()) == support.snapshot(state)
            placed = game.position(state.position())
            assert placed._machine.compiled
            assert placed.position() == state.position()
            assert placed.legal() == state.legal()


def test_a_compiled_refusal_leaves_the_state_as_it_was(game: Game) -> None:
    with support.compiled(game.name):
        for slow in support.moments(game, 2, most=6):
            state = game.replay(slow.moves)
            assert state._machine.compiled
            before = support.snapshot(state)
            wrong = [m for m in game.spec.words.NAMES if m not in state.legal()]
            for move in [*wrong[::9], None, "", "x" * 100_000, [*state.legal()[:1], None]]:
                with pytest.raises(ryumon.IllegalMove):
                    state.play(move)  # pyright: ignore[reportArgumentType]
            assert support.snapshot(state) == before


def batch_steps(game: Game, compiled: bool, n: int, steps: int) -> list[Any]:
    batch = Batch(machine(game.spec, compiled), game._numbers, n, seed=3)
    told = []
    for _ in range(steps):
        moves = np.array(batch.random()).tolist()
        batch.step(moves)
        arrays = batch.masks, batch.turns, batch.done, batch.rewards
        told.append([moves, *(array.tolist() for array in arrays)])
    return told


def test_batches_are_equal(game: Game) -> None:
    assert batch_steps(game, False, 4, 300) == batch_steps(game, True, 4, 300)


def test_playouts_are_equal(game: Game) -> None:
    slow = game.playouts(5, seed=2)
    with support.compiled(game.name):
        assert game.playouts(5, seed=2) == slow


def test_payoffs_are_those_of_the_result(game: Game) -> None:
    end = support.finished(game, 4)
    result = end.result()
    assert result is not None
    with support.compiled(game.name):
        fast = game.replay(end.moves).result()
    assert fast == result
