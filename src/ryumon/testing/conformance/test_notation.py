"""Moves have one spelling, and it is the notation's."""

from __future__ import annotations

import re

import pytest

import ryumon
from ryumon import CHANCE, OVER
from ryumon.play.registry import find
from ryumon.testing import support


@pytest.mark.parametrize("name", list(support.SUITES))
def test_names_and_numbers_are_one_to_one(name: str) -> None:
    kind = find(name)
    names = kind.words.NAMES
    assert len(set(names)) == len(names)
    assert [kind.ids[n] for n in names] == list(range(len(names)))


@pytest.mark.parametrize("name", list(support.SUITES))
def test_moves_are_ascii_and_lower_case_but_for_cards(name: str) -> None:
    capitals = support.SUITES[name].letters
    allowed = re.compile(rf"~?[a-z0-9{capitals}:,-]+")
    wrong = [move for move in find(name).words.NAMES if not allowed.fullmatch(move)]
    assert not wrong


@pytest.mark.parametrize("name", list(support.SUITES))
def test_moves_of_chance_and_only_they_start_with_a_tilde(name: str) -> None:
    kind = find(name)
    for number, move in enumerate(kind.words.NAMES):
        assert move.startswith("~") == (number >= kind.rules.SEAT_MOVES)


def test_every_legal_move_goes_to_its_number_and_back(game: ryumon.Game) -> None:
    names, ids = game.spec.words.NAMES, game.spec.ids
    for seed in range(3):
        for state in support.walk(game, seed):
            moves, numbers = state.legal(), state.legal_ids()
            assert [names[n] for n in numbers] == moves
            assert [ids[m] for m in moves] == numbers
            assert all(type(n) is int for n in numbers)


def test_legal_moves_are_ascending_without_duplicates(game: ryumon.Game) -> None:
    for state in support.walk(game, 3):
        numbers = state.legal_ids()
        assert numbers == sorted(set(numbers))
        assert len(numbers) <= game.spec.rules.MOST


def test_a_seat_makes_seat_moves_and_chance_moves_of_chance(game: ryumon.Game) -> None:
    for state in support.walk(game, 4):
        for move in state.legal():
            assert move.startswith("~") == (state.turn == CHANCE)


def test_legal_is_never_empty_before_the_end(game: ryumon.Game) -> None:
    for seed in range(3):
        for state in support.walk(game, seed):
            assert bool(state.legal()) == (state.turn != OVER)
            assert state.turn in (*range(game.players), CHANCE, OVER)
