"""No game is longer than its `longest` says: neither in moves nor in what a viewer is told."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

import ryumon
from ryumon import OVER, PUBLIC
from tests import support

# the tables where most can happen
TABLES: list[tuple[str, dict[str, Any]]] = [
    ("bushido", {"players": 4, "turns": 99}),
    ("schadenfreude", {"players": 5}),
    ("slaughter", {"players": 5, "advanced": True}),
    ("tatsu", {}),
    ("tiger-dragon", {"players": 5, "field": "clifftop"}),
]
Way = Callable[[list[int], random.Random], int]
WAYS: dict[str, Way] = {
    "at random": lambda legal, rng: rng.choice(legal),
    "the lowest": lambda legal, rng: legal[0],
    "the highest": lambda legal, rng: legal[-1],  # a pass, `done`, no reaction, hiding
}


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("name", "options"), TABLES)
def test_a_game_stays_below(name: str, options: dict[str, Any], way: str) -> None:
    game, rng = ryumon.game(name, **options), random.Random(5)
    longest = game.spec.longest
    assert support.SUITES[name].longest <= longest
    state = game.start()
    while state.turn != OVER:
        state.deal(rng)
        if state.turn != OVER:
            state.play_id(WAYS[way](state.legal_ids(), rng))
        assert len(state.moves) <= longest
    for viewer in (*range(game.players), PUBLIC):
        assert len(state.events(viewer)) <= longest
