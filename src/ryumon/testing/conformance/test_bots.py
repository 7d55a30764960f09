"""A bot knows what its seat knows: in worlds that the seat cannot tell apart, with equal seeds,
every bot makes the same move.

Searches run compiled: that they find the same interpreted is proven in tests/bots/test_search.py.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Callable
from dataclasses import replace

import pytest

import ryumon
from ryumon import State, bots
from ryumon.bots.levels import settings_of
from ryumon.bots.search import Budget
from ryumon.kernel.fields import OPEN
from ryumon.kernel.machine import machine
from ryumon.play.registry import find
from ryumon.play.seat import Seat
from ryumon.testing import support
from ryumon.testing.support import compiled, every_game, moments

NAMES = ["random", "thumb", "carp@20", "monk@20", "samurai@20", "tiger@20", "dragon@20"]


HIDING = [n for n in support.SUITES if any(f.seen != OPEN for f in find(n).rules.FIELDS)]


def decisions(name: str, options: dict, most: int) -> list[State]:
    """Moments at which a seat has a choice."""
    game = ryumon.game(name, **options)
    return [s for s in moments(game, seed=3, every=5) if s.turn >= 0 and len(s.legal()) > 1][:most]


Maker = Callable[[int], bots.Bot]


def first_difference(states: list[State], makers: list[Maker]) -> str | None:
    """The first bot that decides otherwise in another world, if any."""
    for k, state in enumerate(states):
        world = state.worlds(state.turn, random.Random(k))
        for make in makers:
            if bots.choose(make(k), state) != bots.choose(make(k), world):
                return f"{make}: {state.moves} and {world.moves}"
    return None


@pytest.mark.slow
@pytest.mark.parametrize("named", every_game())
def test_bots_decide_alike_in_worlds_that_look_alike(named):
    name, options = named
    states = decisions(name, options, 24)
    assert states
    makers: list[Maker] = [functools.partial(bots.make, bot) for bot in NAMES]
    with compiled(name):
        assert first_difference(states, makers) is None


@pytest.mark.slow
@pytest.mark.parametrize("name", HIDING)
def test_a_bot_that_peeks_is_found_out(name, monkeypatch):
    """It is handed the true state, and searches it as it is."""

    def all_open(bot: bots.Bot, state: State, seat: int) -> Seat:
        made = machine(state.game.spec, compiled=False)
        return Seat(state.game, seat, made, state._plain(), state.legal_ids())

    monkeypatch.setattr(bots, "seat_for", all_open)
    settings = replace(settings_of(name), world_tries=0)

    def cheat(seed: int) -> bots.Bot:
        return bots.Search(seed, budget=Budget(40), settings=settings)

    with compiled(name):
        assert first_difference(decisions(name, {}, 40), [cheat]) is not None
