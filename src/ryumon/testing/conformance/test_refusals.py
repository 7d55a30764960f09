"""What may not be done: a rule, a sentence, and a state that is as it was."""

from __future__ import annotations

import random
from typing import Any

import pytest

import ryumon
from ryumon import CHANCE, IllegalMove, State
from ryumon.testing import support


class Loud(str):
    """A string that is not what it seems."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "~" * 1_000_000


HOSTILE: list[Any] = [
    None, 5, -1, 0.5, True, b"R7", "", " ", "~", "?", "\0", "\n", "{move}", "%s", "done ", " done",
    "R7\n", "Ｒ7", "~first:99", "~first:-1", "first:0", "x" * 1_000_000, "龍" * 50, Loud("x"),
    object(), object, {}, {"move": "R7"}, set(), frozenset({"done"}), [None], [5], [[]], [["done"]],
    ["x" * 1_000_000], (None,), ["", ""],
]  # fmt: skip


def refusal(state: State, move: Any) -> IllegalMove:
    """The refusal of a move; the state must be as it was."""
    before, made = support.plain(state).values(), state.moves
    turn, legal = state.turn, state.legal()
    with pytest.raises(IllegalMove) as refused:
        state.play(move)
    assert support.plain(state).values() == before
    assert (state.moves, state.turn, state.legal()) == (made, turn, legal)
    return refused.value


def check(state: State, refused: IllegalMove) -> None:
    assert refused.rule in support.SUITES[state.game.name].rules | {"N"}
    assert refused.sentence.endswith(".")
    assert len(refused.sentence) < 200
    assert refused.sentence in str(refused)
    assert isinstance(refused, ValueError)


@pytest.mark.parametrize(
    "start", [0, *(pytest.param(k, marks=pytest.mark.slow) for k in (1, 2, 3))]
)
def test_hostile_values_are_refused(game: ryumon.Game, start: int) -> None:
    found = support.moments(game, 2, most=5)
    state = found[start % len(found)]
    before = support.snapshot(state)
    for move in HOSTILE:
        refused = refusal(state, move)
        check(state, refused)
        assert refused.rule == "N"
    assert support.snapshot(state) == before


NUMBERS: list[Any] = [None, "", "R7", -1, 10**9, 0.5, 10**30, [], object(), ()]


def test_hostile_numbers_are_refused(game: ryumon.Game) -> None:
    for state in support.moments(game, 1, most=4):
        before = support.snapshot(state)
        for number in NUMBERS:
            with pytest.raises(IllegalMove) as refused:
                state.play_id(number)
            check(state, refused.value)
        assert support.snapshot(state) == before


def test_numbers_of_other_types_are_the_same_moves(game: ryumon.Game) -> None:
    """A number from NumPy, or one that only equals a legal move, is made as that move."""
    import numpy as np

    for number in (np.int16, np.int64, float):
        state, again = game.start(), game.start()
        rng = random.Random(3)
        for _ in range(60):
            if state.turn == ryumon.OVER:
                break
            move = rng.choice(state.legal_ids())
            state.play_id(move)
            again.play_id(number(move))  # pyright: ignore[reportArgumentType]
        assert support.snapshot(again) == support.snapshot(state)
        assert support.through_json(again._made) == state._made


@pytest.mark.slow
def test_why_agrees_with_legal_and_with_the_refusal(game: ryumon.Game) -> None:
    """For every move of the game, at many moments, in both languages."""
    named = 0
    for state in support.moments(game, 1):
        legal = set(state.legal())
        for move in game.spec.words.NAMES:
            why = state.why(move)
            assert (why is None) == (move in legal)
            assert (state.why(move, "ja") is None) == (move in legal)
            if why is None:
                continue
            rule, sentence = why
            assert rule in support.SUITES[game.name].rules | {"N"}
            assert sentence.endswith(".")
            japanese = state.why(move, "ja")
            assert japanese is not None
            assert japanese[0] == rule
            assert japanese[1].endswith("。")
            assert not set("{}") & set(sentence + japanese[1])
            named += rule != "N"
    assert named


def test_a_refused_move_is_refused_as_why_says(game: ryumon.Game) -> None:
    rng = random.Random(5)
    for state in support.moments(game, 2, most=25):
        legal = set(state.legal())
        others = [move for move in game.spec.words.NAMES if move not in legal]
        for move in rng.sample(others, 4):
            refused = refusal(state, move)
            check(state, refused)
            assert (refused.rule, refused.sentence) == state.why(move)
            with pytest.raises(IllegalMove) as by_number:
                state.play_id(game.spec.ids[move])
            assert (by_number.value.rule, by_number.value.sentence) == state.why(move)


def test_moves_out_of_turn_are_refused(game: ryumon.Game) -> None:
    """A seat cannot move for chance, nor chance for a seat."""
    names, first = game.spec.words.NAMES, game.spec.rules.SEAT_MOVES
    for state in support.moments(game, 1, most=25):
        for move in names[:first] if state.turn == CHANCE else names[first:]:
            check(state, refusal(state, move))


def test_a_list_is_played_whole_or_not_at_all(game: ryumon.Game) -> None:
    rng = random.Random(7)
    for state in support.moments(game, 2, most=12):
        before = support.snapshot(state)
        ahead = state.copy()
        while ahead.turn != ryumon.OVER and len(ahead.moves) < len(state.moves) + 8:
            support.step(ahead, rng)
        good = ahead.moves[len(state.moves) :]
        for bad in ("nonsense", None, "", [good], good):
            check(state, refusal(state, [*good, bad]))
            check(state, refusal(state, (*good, bad)))
        wrong = next(m for m in game.spec.words.NAMES if m not in ahead.legal())
        check(state, refusal(state, [*good, wrong]))
        assert support.snapshot(state) == before
        state.play(good)
        assert support.snapshot(state) == support.snapshot(ahead)


def test_replay_refuses_what_is_illegal(game: ryumon.Game) -> None:
    moves = support.finished(game, 8).moves
    for k in (0, 1, len(moves) // 2, len(moves) - 1):
        for bad in (None, "nonsense", moves[k] + " "):
            with pytest.raises(IllegalMove):
                game.replay([*moves[:k], bad, *moves[k:]])  # pyright: ignore[reportArgumentType]
    with pytest.raises(IllegalMove):
        game.replay([*moves, moves[0]])


@pytest.mark.parametrize("viewer", [-1, -2, -4, 99, None, "0", 0.0, True, [0]])
def test_a_viewer_who_is_not_there_is_refused(game: ryumon.Game, viewer: Any) -> None:
    state = support.moments(game, 2, most=3)[1]
    before = support.snapshot(state)
    for ask in (
        lambda: state.view(viewer), lambda: state.aids(viewer), lambda: state.events(viewer),
        lambda: state.log(viewer), lambda: state.worlds(viewer, random.Random(1)),
        lambda: state.forgotten(viewer), lambda: state.typed_view(viewer),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=r"^There is no seat .+\.$"):
            ask()
    assert support.snapshot(state) == before


@pytest.mark.parametrize("language", ["", "de", "EN", None, 3, [], {}])
def test_an_unknown_language_is_refused(game: ryumon.Game, language: Any) -> None:
    state = game.start()
    with pytest.raises(ValueError, match=r"^There is no language .+\.$"):
        state.log(0, language)
    with pytest.raises(ValueError, match=r"^There is no language .+\.$"):
        state.why("nonsense", language)
