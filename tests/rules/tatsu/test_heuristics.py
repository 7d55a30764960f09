"""The rule-of-thumb player of Tatsu."""

from __future__ import annotations

import random

import pytest

import ryumon
from ryumon import OVER, State, bots
from tests.rules.tatsu.scenes import scene


def thumb(state: State) -> str:
    return bots.choose(bots.make("thumb", seed=1), state)


def test_it_wins_when_it_can() -> None:
    assert thumb(scene({5: "bW", 10: "bV", 7: "wV"}, "~2-3")) == "5-7"
    assert thumb(scene({5: "bF", 10: "bV", 7: "wF", 12: "wV"}, "~2-3", dead=("F", ""))) == "5-7"
    assert thumb(scene({2: "wV", 9: "bV"}, "~2-3", mat=("W", ""))) == "W-2"
    assert thumb(scene({9: "bF wV", 11: "wF", 10: "bV"}, "~2-3", dead=("F", ""))) == "x9-11"


def test_it_destroys_rather_than_strolls() -> None:
    assert thumb(scene({5: "bF", 10: "bV", 8: "wW", 20: "wV"}, "~1-3")) == "5-8"


@pytest.mark.slow
def test_it_is_far_better_than_random() -> None:
    """100 games, both colours: about 97 in 100 are won."""
    game, rng = ryumon.game("tatsu"), random.Random(6)
    wins = 0.0
    for n in range(100):
        seats = [bots.make("thumb", n), bots.make("random", n)]
        seat = n % 2
        if seat:
            seats.reverse()
        state = game.start()
        while state.turn != OVER:
            state.deal(rng)
            if state.turn >= 0:
                state.play(bots.choose(seats[state.turn], state))
        result = state.result()
        assert result is not None
        wins += result.payoffs[seat]
    assert wins >= 90
