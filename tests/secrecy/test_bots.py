"""A bot knows what its seat knows: in worlds that the seat cannot tell apart, with equal seeds,
every bot makes the same move."""

from __future__ import annotations

import random

import pytest

import ryumon
from ryumon import State, bots
from tests.support import every_game, moments

NAMES = ["random", "thumb", "carp@20", "monk@20", "samurai@20", "tiger@20", "dragon@20"]


def decisions(name: str, options: dict, most: int) -> list[State]:
    """Moments at which a seat has a choice."""
    game = ryumon.game(name, **options)
    return [s for s in moments(game, seed=3, every=5) if s.turn >= 0 and len(s.legal()) > 1][:most]


def first_difference(states: list[State], names: list[str]) -> str | None:
    """The first bot that decides otherwise in another world, if any."""
    for k, state in enumerate(states):
        world = state.worlds(state.turn, random.Random(k))
        for name in names:
            if bots.choose(bots.make(name, k), state) != bots.choose(bots.make(name, k), world):
                return f"{name}: {state.moves} and {world.moves}"
    return None


@pytest.mark.parametrize("named", every_game())
def test_bots_decide_alike_in_worlds_that_look_alike(named):
    name, options = named
    states = decisions(name, options, 24)
    assert len(states) >= 3
    assert first_difference(states, NAMES) is None


@pytest.mark.parametrize("name", [n for n in ryumon.games() if n != "tatsu"])
def test_the_promise_can_be_broken(name, monkeypatch):
    """A bot that is handed the true state peeks, and is found out."""
    monkeypatch.setattr(State, "forgotten", lambda state, seat: state._plain().clone())
    cheats = [
        first_difference(decisions(name, {}, 40), [bot]) for bot in ("dragon@40", "samurai@40")
    ]
    assert any(cheats)
