"""Nobody is told what the rules hide: states that a viewer cannot tell apart give it the same.

For a world drawn for a viewer everything that the viewer is ever given is equal in the world and
in the true state: events, view, log, aids, legal moves, refusals, and the moves of bots.
"""

from __future__ import annotations

import random

import pytest

import ryumon
from ryumon import OVER
from ryumon.testing import support
from ryumon.testing.conformance import secrecy


def check(game: ryumon.Game, seed: int, most: int) -> None:
    for k, state in enumerate(support.moments(game, seed, most=most)):
        for viewer in support.viewers(game):
            broken = secrecy.leaks(state, viewer, seed=k)
            assert not broken, (viewer, broken, state.moves)


def test_worlds_keep_every_secret(game: ryumon.Game) -> None:
    check(game, seed=1, most=8)


@pytest.mark.slow
def test_the_seat_to_move_is_given_the_same_in_every_world(game: ryumon.Game) -> None:
    """Legal moves, choice, refusals and bots' moves, through a whole game."""
    rng = random.Random(2)
    for state in support.walk(game, 2):
        if state.turn >= 0 and len(state.legal()) > 1 and rng.random() < 0.2:
            world = state.worlds(state.turn, random.Random(3))
            assert secrecy.decision(world) == secrecy.decision(state)


def from_positions(game: ryumon.Game, seed: int, most: int) -> list[ryumon.State]:
    """States that began as set positions: at once, and some moves later."""
    rng = random.Random(seed)
    found = []
    for k, state in enumerate(support.moments(game, seed, most=most)):
        again = game.position(state.position())
        for _ in range(0 if k % 3 == 0 else rng.randrange(60)):
            if again.turn != OVER:
                support.step(again, rng)
        found.append(again)
    return found


@pytest.mark.slow
def test_worlds_of_set_positions_keep_every_secret(game: ryumon.Game) -> None:
    for k, state in enumerate(from_positions(game, seed=2, most=9)):
        for viewer in support.viewers(game):
            broken = secrecy.leaks(state, viewer, seed=k)
            assert not broken, (viewer, broken, state.origin, state.moves)


def test_worlds_differ_where_something_is_hidden(game: ryumon.Game) -> None:
    """Else the promises would be kept by never changing anything. (Nobody looks into a deal.)"""
    hidden = varied = 0
    for state in support.moments(game, 1, most=7):
        for viewer in support.viewers(game):
            if state.turn >= 0 and state.forgotten(viewer) != support.plain(state):
                hidden += 1
                worlds = [state.worlds(viewer, random.Random(k)) for k in (3, 1000)]
                varied += support.plain(worlds[0]) != support.plain(worlds[1])
    assert varied >= hidden // 2


def test_to_forget_what_is_forgotten_changes_nothing(game: ryumon.Game) -> None:
    """A forgotten state holds just what the viewer knows: forgetting again finds nothing more."""
    for state in support.moments(game, 2, most=25):
        for viewer in support.viewers(game):
            once = state.forgotten(viewer)
            twice = once.clone()
            game.spec.sight.forget(once, twice, viewer)
            told = [game.spec.view.view(known, viewer) for known in (once, twice)]
            assert told[0] == told[1]


def test_what_lay_in_the_memory_before_does_not_show(game: ryumon.Game) -> None:
    """`forget` builds from nothing: of what stood in the state that it fills nothing is left."""
    rng = random.Random(6)
    others = support.moments(game, 1, most=3)
    for state in support.moments(game, 2, most=12):
        other = support.plain(rng.choice(others))
        for viewer in support.viewers(game):
            game.spec.sight.forget(support.plain(state), other, viewer)
            assert other == state.forgotten(viewer)


@pytest.mark.slow
def test_worlds_keep_every_secret_at_many_moments(game: ryumon.Game) -> None:
    check(game, seed=11, most=50)


@pytest.mark.slow
def test_worlds_of_many_set_positions_keep_every_secret(game: ryumon.Game) -> None:
    for k, state in enumerate(from_positions(game, seed=13, most=30)):
        for viewer in support.viewers(game):
            broken = secrecy.leaks(state, viewer, seed=k)
            assert not broken, (viewer, broken, state.origin, state.moves)
