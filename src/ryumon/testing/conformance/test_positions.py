"""A position is plain data, and play goes on from it exactly like from the original."""

from __future__ import annotations

import random
from typing import Any

import pytest

import ryumon
from ryumon import OVER, State
from ryumon.testing import support


def answers(state: State) -> dict[str, Any]:
    """What must be equal in a position and its original. Events and logs start anew."""
    seats = support.viewers(state.game)
    told = support.snapshot(state)
    for what in ("moves", "origin", "events"):
        del told[what]
    told["aids"] = [state.aids(v) for v in seats]
    told["weights"] = state.weights()
    # all that `worlds` knows of the present
    told["knowledge"] = [state.forgotten(v).values() for v in seats]
    return told


def same_way(one: State, two: State, steps: int, seed: int) -> None:
    """Play both on with the same moves and compare."""
    rng = random.Random(seed)
    assert answers(one) == answers(two)
    for k in range(steps):
        if one.turn == OVER:
            break
        move = rng.choice(one.legal())
        one.play(move)
        two.play(move)
        if k % 10 == 3 or one.turn == OVER:
            assert answers(one) == answers(two)
        assert (one.turn, one.legal(), one.chances()) == (two.turn, two.legal(), two.chances())


def test_a_position_goes_through_json_and_plays_on_like_the_original(game: ryumon.Game) -> None:
    for k, state in enumerate(support.moments(game, 2, most=12)):
        told = support.through_json(state.position())
        assert told == state.position()
        again = game.position(told)
        assert again.position() == told
        assert again.moves == []
        assert again.origin == told
        same_way(state, again, steps=25, seed=k)


@pytest.mark.slow
def test_a_game_from_a_position_ends_like_the_original(game: ryumon.Game) -> None:
    state = support.moments(game, 1, most=4)[1]
    same_way(state, game.position(state.position()), steps=10_000, seed=2)


def test_records_of_a_position_are_relative_to_it(game: ryumon.Game) -> None:
    rng = random.Random(3)
    for state in support.moments(game, 2, most=6):
        again = game.position(state.position())
        for _ in range(15):
            if again.turn != OVER:
                support.step(again, rng)
        assert again.origin == state.position()
        replayed = game.position(state.position())
        replayed.play(again.moves)
        assert replayed == again
        assert support.snapshot(replayed) == support.snapshot(again)


def test_events_of_a_position_start_with_it(game: ryumon.Game) -> None:
    rng = random.Random(4)
    for state in support.moments(game, 1, most=10):
        again = game.position(state.position())
        for viewer in support.viewers(game):
            assert [(e["n"], e["kind"]) for e in again.events(viewer)] == [(1, "position")]
            for language in support.LANGUAGES:
                assert len(again.log(viewer, language)) == 1
        told = {v: again.events(v) for v in support.viewers(game)}
        for _ in range(10):
            if again.turn != OVER:
                support.step(again, rng)
        for viewer in support.viewers(game):
            assert again.events(viewer)[:1] == told[viewer]


def test_a_position_of_another_game_is_refused(game: ryumon.Game) -> None:
    told = game.start().position()
    for name, options in support.option_sets():
        other = ryumon.game(name, **options)
        if other != game:
            with pytest.raises(ValueError, match=r"\.$"):
                other.position(told)


@pytest.mark.parametrize("wrong", [None, 5, "", "x", [], {}, [1], {"game": 1}, {"players": []}])
def test_what_is_no_position_is_refused(game: ryumon.Game, wrong: Any) -> None:
    with pytest.raises(ValueError, match=r"^This is not a position of .+\.$"):
        game.position(wrong)


def test_a_position_with_a_wrong_part_is_refused(game: ryumon.Game) -> None:
    """Every part in turn is of a wrong type or unknown: a sentence, never another error."""
    state = support.moments(game, 2, most=3)[1]
    told = state.position()
    for part in [*told, "unknown"]:
        for wrong in (object, {"a": {"b": []}}, [[[["x"]]]], "no such thing", 10**9, -77, 0.5):
            bad = {**told, part: wrong}
            with pytest.raises(ValueError, match=r"\.$"):
                game.position(bad)


@pytest.mark.slow
def test_a_mangled_position_is_refused_or_sound(game: ryumon.Game) -> None:
    """Single facts are swapped for others at random. What is accepted can be played to its end."""
    rng = random.Random(6)
    others = [state.position() for state in support.moments(game, 1, most=3)]
    refused = 0
    for state in support.moments(game, 2, most=6):
        told, other = state.position(), rng.choice(others)
        for part in [part for part in told if part in other]:
            again = accepted(game, {**told, part: other[part]})
            if again is None:
                refused += 1
                continue
            for _ in range(support.SUITES[game.name].longest):
                if again.turn == OVER:
                    break
                again.play_id(rng.choice(again.legal_ids()))
            assert again.turn == OVER
    assert refused


def accepted(game: ryumon.Game, told: dict[str, Any]) -> State | None:
    """The state of a position; None if it is refused, which must be done with a sentence."""
    try:
        return game.position(told)
    except ValueError as wrong:
        if str(wrong).endswith((".", ")")):  # with the id of a rule behind the sentence
            return None
        raise
