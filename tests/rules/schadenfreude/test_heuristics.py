"""The rule-of-thumb player: better than chance, and no wiser than its seat."""

from __future__ import annotations

import random

import pytest

import ryumon
from ryumon import OVER, bots
from tests.rules.schadenfreude.scene import late, play
from tests.support import compiled_machine


def won(players: int, games: int, seed: int) -> float:
    """How often one thumb wins among players who move at random; it sits everywhere in turn."""
    made = compiled_machine("schadenfreude")
    block, known, luck = made.block(), made.states(), made.luck(seed)
    states = made.array(block)
    wins = 0.0
    for k in range(games):
        seat = k % players
        made.setup(states, 0, made.integers([players, 0]))
        while True:
            made.deal_all(states, 0, luck)
            turn, _ = made.options(block)
            if turn == OVER:
                break
            if turn == seat:
                made.forget_state(states, 0, known, 0, seat)
                move = made.think(known, 0, luck)
            else:
                move = made.pick_move(states, 0, luck)
            made.step(block, int(move))
        payoffs = [0.0] * players
        made.spec.rules.payoffs(made.to_plain(states), payoffs)
        wins += payoffs[seat]
    return wins / games


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4, 5])
def test_thumb_is_clearly_better_than_random(players):
    games = 1200
    fair = 1 / players
    sigma = (fair * (1 - fair) / games) ** 0.5
    assert won(players, games, seed=5) > fair + 5 * sigma


def test_equal_knowledge_gives_an_equal_move():
    for seed in range(30):
        rng = random.Random(seed)
        state = ryumon.game("schadenfreude", players=3 + seed % 3).start()
        state.deal(rng)
        for _ in range(rng.randrange(30)):
            state.play(rng.choice(state.legal()))
        if state.turn < 0 or len(state.legal()) == 1:
            continue
        world = state.worlds(state.turn, rng)
        one, two = bots.make("thumb", seed), bots.make("thumb", seed)
        move = bots.choose(one, state)
        assert move in state.legal()
        assert bots.choose(two, world) == move


def test_thumb_throws_a_high_card_on_somebody_whom_it_makes_burst():
    """Seat 2 wins with 6 and stands at 38: seat 3 has no Sword and throws the 9 there."""
    state = late("S1 H1", "S8 H2", "S6 H3", "F9 F-1", scores=[5, 5, 32, 30])
    play(state, "S1 S8 S6")
    assert bots.choose(bots.make("thumb", 1), state) == "F9"


def test_thumb_does_not_burst_if_it_can_help_it():
    """With 9 the last seat is the highest and takes nothing; with 5 it would win and burst."""
    state = late("S1 H1", "S2 H2", "S8 H3", "S9 S5", scores=[5, 5, 5, 38])
    play(state, "S1 S2 S8")
    assert bots.choose(bots.make("thumb", 1), state) == "S9"
