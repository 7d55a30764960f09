"""No rule, no sampling and no search looks before the beginning of an array or beyond its end.

Compiled, nobody would notice: see tests/strict.py. What runs compiled is the same source, and
test_compiled.py and tests/bots/test_search.py compare the two.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import ryumon
from ryumon import CHANCE, OVER, Game, bots
from ryumon.bots.levels import settings_of
from ryumon.bots.search import Budget, Searcher
from ryumon.kernel import search
from ryumon.kernel.jit import njit
from ryumon.kernel.tree import SearchTree
from ryumon.testing import support
from ryumon.testing.strict import Row, StrictMachine, strictly


@pytest.fixture
def made(game: Game) -> Iterator[StrictMachine]:
    with strictly(game.spec) as strict:
        yield strict


def play_strictly(made: StrictMachine, game: Game, seed: int, fast_deal: bool) -> int:
    """One whole game, in which every operation is called at every move; returns the moves."""
    rng, block, dice = random.Random(seed), made.block(), made.luck(seed)
    states = made.array(block)
    made.setup(states, 0, made.integers(game._numbers))
    k = 0
    while True:
        turn, legal = made.options(block)
        k += 1
        known = made.states()
        for viewer in support.viewers(game):
            made.forget_state(states, 0, known, 0, viewer)
            made.observe_state(known, 0, viewer, Row([0] * game.observation.size))
            made.look_at(block, viewer, Row([0] * game.observation.size))
        if turn == OVER:
            return k
        if turn == CHANCE and fast_deal:
            made.weigh(block)
            made.deal_all(states, 0, dice)
            continue
        move = rng.choice(legal)
        if turn != CHANCE:
            moves = made.pick_move(states, 0, dice), made.think(states, 0, dice)
            move = rng.choice([move, *moves])
        made.step(block, move)


@pytest.mark.slow
def test_whole_games_stay_within_bounds(made: StrictMachine, game: Game) -> None:
    for seed in range(6):
        assert play_strictly(made, game, seed, fast_deal=seed % 2 == 0) > 1


def test_batches_and_playouts_stay_within_bounds(made: StrictMachine, game: Game) -> None:
    batch = game.batch(4, seed=3, observe=True)
    for _ in range(100):
        batch.step(batch.random())
    moves, payoffs = game.playouts(5, seed=1)
    assert moves > 0
    assert len(payoffs) == game.players


@pytest.mark.slow
def test_searching_move_after_move_stays_within_bounds(made: StrictMachine, game: Game) -> None:
    """What grew is kept from one decision to the next, so that trees are replanted too."""
    state, rng, bot = game.start(), random.Random(1), bots.make("dragon@24", 1)
    for _ in range(24):
        state.deal(rng)
        if state.turn >= 0:
            state.play(bots.choose(bot, state))
    assert state._machine is made


@pytest.mark.slow
def test_search_is_at_home_everywhere(made: StrictMachine, game: Game) -> None:
    """At every sort of decision of a random game it stays within bounds, counts all its
    simulations, each for a legal move, and expects payoffs that are possible."""
    taste = settings_of(game.name)
    for state in support.moments(game, seed=8, most=25):
        seat = state.turn
        if seat >= 0 and len(state.legal()) > 1:
            found = Searcher().search(state.seat(seat), taste, Budget(12), 7)
            assert sum(tally.visits for tally in found.values()) == 12
            assert all(0 <= tally.mean <= 1 for tally in found.values())


@pytest.mark.slow
def test_trees_without_room_stay_within_bounds(made: StrictMachine, game: Game) -> None:
    """They cannot grow, and nothing is written where there is no room."""
    state, rng = game.start(), random.Random(1)
    state.deal(rng)
    trees = SearchTree(made, game.players, nodes=game.players + 3)
    numbers = settings_of(game.name).numbers(game.players)
    trees.begin(state.seat(state.turn).known_on(made), state.turn, numbers, 1)
    trees.run(10, None)
    assert trees.count[search.SIMULATIONS] == 10


# --- and they would be caught -----------------------------------------------------------------

POINTS = (1, 2, 3)


@njit
def field_beyond(s):
    return s.hands[len(s.hands)]


@njit
def field_before(s):
    return s.hands[s.leader]  # nobody leads yet: -1


@njit
def table_before(s):
    return POINTS[s.leader]


@njit
def moves_beyond(s, out):
    out[len(out)] = 0
    return 0


@njit
def moves_before(s, out):
    out[s.leader] = 0
    return 0


@njit
def leaning_before(s, moves, n, out):
    out[-n] = 1.0


@njit
def worlds_beyond(s, viewer, room, luck):
    room[len(room)] = 0.0


@njit
def payoffs_beyond(s, out):
    out[len(out)] = 1.0


FAULTS = [
    ("turn", field_beyond), ("turn", field_before), ("turn", table_before),
    ("legal", moves_beyond), ("legal", moves_before), ("priors", leaning_before),
    ("world", worlds_beyond), ("payoffs", payoffs_beyond),
]  # fmt: skip


def play_a_little(game: Game) -> None:
    state = game.start()
    state.deal(random.Random(1))
    bots.choose(bots.make("dragon@4", 1), state)
    game.playouts(1)


@pytest.mark.parametrize(("operation", "wrong"), FAULTS)
@support.only_with("slaughter")
def test_a_planted_fault_is_caught(operation: str, wrong: Callable[..., Any]) -> None:
    game = ryumon.game("slaughter")
    broken = {**game.spec.operations(), operation: wrong}
    kind = dataclasses.replace(game.spec)
    object.__setattr__(kind, "operations", lambda: broken)
    said = r"index -\d+ of" if "before" in wrong.__name__ else "index out of range"
    with strictly(kind), pytest.raises(IndexError, match=said):
        play_a_little(game)
