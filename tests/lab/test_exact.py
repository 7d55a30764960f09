"""Bounds over every world: all worlds are there and no other, and what follows is looked at."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import ryumon
from ryumon import CHANCE, OVER, State, bots
from ryumon.games.placing import drawn_world
from ryumon.lab.exact import TooMuch, bounds
from ryumon.play.story import data
from ryumon.puzzles import puzzles

TABLES: dict[str, dict[str, Any]] = {
    "slaughter": {"players": 3, "advanced": True},
    "schadenfreude": {"players": 3},
    "tiger-dragon": {"players": 3, "field": "clifftop"},
}
FEW, DRAWS = 250, 2500


def late(name: str, seed: int) -> list[State]:
    """Decisions near the end of a round."""
    game, chance, found = ryumon.game(name, **TABLES[name]), random.Random(seed), []
    state, crew = game.start(), [bots.make("thumb", seed + k) for k in range(5)]
    while state.turn != OVER and len(found) < 60:
        state.deal(chance)
        if state.turn == OVER:
            break
        seat = state.seat(state.turn, events=False)
        if game.spec.heuristics.moves_left(seat.known) <= 14:
            found.append(state.copy())
        state.play(bots.choose(crew[state.turn], state))
    return found


def key(s: Any) -> str:
    return repr(s.values())


@pytest.mark.slow
@pytest.mark.parametrize("name", TABLES)
def test_every_world_is_what_worlds_are_drawn_from(name: str) -> None:
    """All fit what the seat knows, none comes twice, and draws fall among them by their weight."""
    compared = 0
    for seed in range(12):
        for state in late(name, seed):
            spec, viewer = state.game.spec, state.turn
            known = state.seat(viewer, events=False).known
            found = {}
            for world, weight in spec.hidden.every_world(known, viewer):
                assert key(world) not in found
                found[key(world)] = weight
                again = world.clone()
                spec.sight.forget(world, again, viewer)
                assert key(again) == key(known)
                if len(found) > FEW:
                    break
            if not 1 < len(found) <= FEW:
                continue
            rng, total = random.Random(seed), sum(found.values())
            drawn = Counter(
                key(drawn_world(spec.hidden, known, viewer, rng)) for _ in range(DRAWS // 10)
            )
            assert drawn.keys() <= found.keys()
            if compared == 0:
                drawn += Counter(
                    key(drawn_world(spec.hidden, known, viewer, rng)) for _ in range(DRAWS)
                )
                number = sum(drawn.values())
                for world, weight in found.items():
                    expected = number * weight / total
                    assert abs(drawn[world] - expected) < 6 * expected**0.5 + 3
            compared += 1
            if compared == 4:
                return
    assert compared


def ends(state: State, me: int) -> tuple[float, float]:
    """The least and the most over everything that may follow, by the public interface."""
    if state.turn in (CHANCE, OVER):
        result = state.result()
        return (0.0, 1.0) if result is None else (result.payoffs[me], result.payoffs[me])
    found = []
    for move in state.legal():
        then = state.copy()
        then.play(move)
        found.append(ends(then, me))
    return min(low for low, _ in found), max(high for _, high in found)


def test_bounds_are_those_of_playing_everything_out() -> None:
    """The last card is forced, so that the seat's own later choices do not matter."""
    puzzle = puzzles("schadenfreude")[0]
    state, me = puzzle.state(), puzzle.seat
    seat = state.seat(me, events=False)
    assert len(state.legal()) == 2
    found = bounds(seat)
    assert found is not None
    worlds = list(state.game.spec.hidden.every_world(seat.known, me))
    assert found.worlds == len(worlds)
    for move in state.legal():
        told = []
        for world, _ in worlds:
            facts = state.game.spec.position.position(world)
            now = state.game.position(data(facts))
            now.play(move)
            told.append(ends(now, me))
        number = state.game.spec.ids[move]
        assert found.low[number] == pytest.approx(sum(low for low, _ in told) / len(told))
        assert found.high[number] == pytest.approx(sum(high for _, high in told) / len(told))


def test_too_much_to_look_at_is_no_proof() -> None:
    seat = puzzles("schadenfreude")[0].state().seat(puzzles("schadenfreude")[0].seat)
    with pytest.raises(TooMuch):
        bounds(seat, most=3)


def test_a_game_that_cannot_name_its_worlds_has_no_bounds() -> None:
    state = ryumon.game("bushido").start()
    assert bounds(state.seat(state.turn)) is None
