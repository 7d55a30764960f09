"""Decisions that a seat may make before its turn: the same as when the turn has come."""

from __future__ import annotations

import random

import pytest

import ryumon
from ryumon import CHANCE, PUBLIC

TABLES = [
    ("tiger-dragon", {"players": 4}),
    ("slaughter", {"advanced": True}),
    ("bushido", {"players": 3}),
    ("bushido", {"players": 4}),
    ("tatsu", {}),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), TABLES)
def test_what_may_be_answered_early_is_what_is_asked_later(
    name: str, options: dict[str, object]
) -> None:
    early = 0
    for seed in range(6):
        rng = random.Random(seed)
        state = ryumon.game(name, **options).start()  # pyright: ignore[reportArgumentType]
        asked: dict[int, object] = {}
        for _ in range(250):
            if state.turn == CHANCE:
                state.deal(rng)
            if state.turn < 0:
                break
            if state.turn in asked:
                assert state.choice() == asked.pop(state.turn)
                early += 1
            assert state.seat(state.turn).ahead() is None
            assert state.seat(PUBLIC).ahead() is None
            others = [seat for seat in range(state.game.players) if seat != state.turn]
            asked = {s: found for s in others if (found := state.seat(s).ahead()) is not None}
            other = state.worlds(others[0], rng) if rng.random() < 0.05 else state
            assert other.seat(others[0]).ahead() == state.seat(others[0]).ahead()
            state.play(rng.choice(state.legal()))
    # Tatsu has nothing of the kind; in Bushido only the second of two ninja waits
    assert (early == 0) == (name == "tatsu" or options == {"players": 3}), early
