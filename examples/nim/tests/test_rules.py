"""The rules of Hidden Nim, each by its id."""

import pytest

import ryumon
from ryumon import CHANCE, OVER, PUBLIC, State


def dealt(pile: int, *own: int) -> State:
    state = ryumon.game("hidden-nim").start()
    state.play([f"~pile:{pile}", *(f"~own:{stones}" for stones in own)])
    return state


def test_HN_1_piles_are_drawn_evenly():
    state = ryumon.game("hidden-nim").start()
    assert state.turn == CHANCE
    assert state.chances() == dict.fromkeys(["~pile:7", "~pile:8", "~pile:9", "~pile:10"], 0.25)
    assert dealt(7, 2, 5).turn == 0


def test_HN_2_one_to_three_from_the_open_pile_or_ones_own():
    state = dealt(7, 2, 5)
    assert state.legal() == ["open:1", "open:2", "open:3", "own:1", "own:2"]
    with pytest.raises(ryumon.IllegalMove, match="HN-2"):
        state.play("own:3")


def test_HN_3_what_is_taken_from_the_own_pile_is_not_seen():
    state = dealt(7, 2, 5)
    state.play("own:2")
    assert state.view(0)["own"] == [0, None]
    assert state.view(1)["own"] == [None, 5]
    assert state.log(PUBLIC)[-1] == "Seat 0 takes from the own pile."


def test_HN_4_who_has_nothing_left_to_take_loses():
    state = dealt(7, 1, 2)
    state.play(["open:3", "open:3", "open:1", "own:2", "own:1"])
    result = state.result()
    assert state.turn == OVER
    assert result is not None
    assert result.winners == [0]
