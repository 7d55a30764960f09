"""Memory is searched as a whole while nobody moves, and seldom while somebody does."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from ryumon.server.tidying import BUSY, CALM, Tidying


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    threshold = gc.get_threshold()
    yield
    gc.set_threshold(*threshold)
    gc.unfreeze()


class Knot:
    """Refers to itself, so only a search finds it."""

    alive = 0

    def __init__(self) -> None:
        self.self = self
        Knot.alive += 1

    def __del__(self) -> None:
        Knot.alive -= 1


def old_knot() -> None:
    """One that has outlived the searches of the young."""
    knot = Knot()
    gc.collect(1)
    del knot


def test_the_whole_is_searched_in_a_calm_moment_and_not_before() -> None:
    time = [0.0]
    tidying = Tidying(lambda: time[0])
    old_knot()
    time[0] = CALM
    assert not tidying.look(changes=7)  # somebody has moved since the last look
    assert Knot.alive == 1
    assert tidying.look(changes=7)
    assert Knot.alive == 0


def test_who_always_moves_waits_once_in_a_long_while() -> None:
    time = [0.0]
    tidying = Tidying(lambda: time[0])
    old_knot()
    time[0] = BUSY - 1
    assert not tidying.look(changes=1)
    time[0] = BUSY
    assert tidying.look(changes=2)
    assert Knot.alive == 0
