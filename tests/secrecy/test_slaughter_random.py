"""`worlds` at random moments of random games: never an impossible world, never an exception.

The games go on from set positions again and again, taken at any moment, half-made choices and
half-dealt hands included.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

import ryumon
from ryumon import OVER, State
from ryumon.games.slaughter.position import fault
from ryumon.games.slaughter.view import PHASES
from tests.secrecy.enumeration import assert_same_seen
from tests.support import plain, step, viewers


def check(state: State, viewer: int, seed: int) -> None:
    """All promises for one world, and for a world of that world."""
    world = state.worlds(viewer, random.Random(seed))
    assert_same_seen(state, world, viewer)
    assert fault(plain(world)) is None
    assert world.worlds(viewer, random.Random(seed)) == world  # a function of the events alone
    other = world.worlds(viewer, random.Random(seed + 1))
    assert other.events(viewer) == state.events(viewer)


def advance(state: State, rng: random.Random) -> None:
    """One move; purple trump often, for the sake of Soul-Sucking."""
    if "~trump:P" in state.legal() and rng.random() < 0.5:
        state.play("~trump:P")
    else:
        step(state, rng)


def restarted(state: State, rng: random.Random, chance: float) -> State:
    """The same, or from here on a set position with the same views and aids."""
    if rng.random() >= chance:
        return state
    again = state.game.position(state.position())
    for viewer in viewers(state.game):
        assert again.view(viewer) == state.view(viewer)
        assert again.aids(viewer) == state.aids(viewer)
    return again


def roam(checks: int, seed: int) -> Counter[str]:
    """So many checks; how many in each phase."""
    rng = random.Random(seed)
    met: Counter[str] = Counter()
    while met.total() < checks:
        game = ryumon.game("slaughter", players=rng.choice([3, 4, 5]), advanced=rng.random() < 0.8)
        state = game.start()
        often = rng.choice([0, 0.01, 0.05])
        while state.turn != OVER and met.total() < checks:
            exchange = state.view(ryumon.PUBLIC)["phase"] in ("giving", "repaying")
            state = restarted(state, rng, often * (6 if exchange else 1))
            advance(state, rng)
            if rng.random() < (0.4 if exchange or state.turn == OVER else 0.05):
                check(state, rng.choice(viewers(game)), rng.randrange(10**6))
                met[state.view(ryumon.PUBLIC)["phase"]] += 1
    return met


@pytest.mark.slow
def test_random_moments():
    met = roam(200, seed=1)
    assert min(met["deal"], met["division"], met["giving"], met["repaying"]) > 0
    assert met["tricks"] > 50


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_thousands_of_random_moments(seed):
    met = roam(1500, seed=100 + seed)
    assert set(met) >= set(PHASES.values()) - {"first"}
