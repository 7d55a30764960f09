"""Whole trees of the tiny sets, and OpenSpiel's solvers on them."""

from __future__ import annotations

import random
from typing import Any

import pytest

import ryumon
from ryumon.lab import gambit

TINY: list[tuple[str, dict[str, Any]]] = [
    ("tiger-dragon", {"players": 2, "set": "tiny"}),
    ("schadenfreude", {"players": 3, "set": "tiny"}),
]
ITERATIONS = 20


@pytest.fixture(scope="module", params=TINY, ids=[name for name, _ in TINY])
def tree(request: pytest.FixtureRequest) -> gambit.Tree:
    name, options = request.param
    return gambit.tree(ryumon.game(name, **options))


@pytest.mark.parametrize("name", [name for name, _ in TINY])
def test_nobody_is_asked_for_the_tiny_set(name: str) -> None:
    """It is no option of players, and the game as it is played does not mention it."""
    usual = ryumon.game(name)
    assert "set" not in {option.name for option in usual.spec.options}
    assert "set" not in usual.options
    assert "set" not in usual.start().position()
    assert usual == ryumon.game(usual.name, set="whole")
    with pytest.raises(ryumon.Refused, match=r"tiny .* is for"):
        ryumon.game(usual.name, players=5, set="tiny")


@pytest.mark.parametrize(("name", "options"), TINY)
def test_a_position_of_the_tiny_set_is_none_of_the_whole_one(
    name: str, options: dict[str, Any]
) -> None:
    tiny, whole = ryumon.game(name, **options), ryumon.game(name, players=options["players"])
    position = tiny.start().position()
    assert tiny.position(position).position() == position
    with pytest.raises(ryumon.Refused, match='set is "tiny", not "whole"'):
        whole.position(position)
    with pytest.raises(ryumon.Refused, match='set is "whole", not "tiny"'):
        tiny.position(whole.start().position())


@pytest.mark.slow
def test_the_tree_is_the_game(tree: gambit.Tree) -> None:
    """OpenSpiel reads it, and goes the same ways: equal moves, chances and returns; information
    sets that are the same where the events are, and only there."""
    pyspiel: Any = pytest.importorskip("pyspiel", reason="OpenSpiel is not built for this Python")
    read, rng, names = pyspiel.load_efg_game(tree.text), random.Random(2), {}
    for _ in range(200):
        state, play = read.new_initial_state(), tree.game.start()
        while not state.is_terminal():
            assert [state.action_to_string(a) for a in state.legal_actions()] == play.legal()
            if play.turn == ryumon.CHANCE:
                theirs = [share for _, share in state.chance_outcomes()]
                assert theirs == pytest.approx(list(play.chances().values()))
            else:
                assert state.current_player() == play.turn
                told = str(play.events(play.turn))
                name = state.information_state_string()
                assert names.setdefault(name, told) == told
            k = rng.randrange(len(play.legal()))
            state.apply_action(state.legal_actions()[k])
            play.play(play.legal()[k])
        result = play.result()
        assert result is not None
        assert state.returns() == pytest.approx(gambit.returns(result))
    assert len(set(names.values())) == len(names)


@pytest.mark.slow
def test_regret_matching_solves_it(tree: gambit.Tree) -> None:
    """CFR+ in C++: what the best replies gain against it falls under a tenth of what they gain
    against random play."""
    pyspiel: Any = pytest.importorskip("pyspiel", reason="OpenSpiel is not built for this Python")
    read = pyspiel.load_efg_game(tree.text)
    solver = pyspiel.CFRPlusSolver(read)
    for _ in range(ITERATIONS):
        solver.evaluate_and_update_policy()
    uniform = pyspiel.nash_conv(read, pyspiel.UniformRandomPolicy(read))
    assert uniform > 0.1
    assert pyspiel.nash_conv(read, solver.average_policy()) < uniform / 10


def test_a_large_game_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gambit, "MOST", 500)
    with pytest.raises(ValueError, match="more than 500 nodes"):
        gambit.tree(ryumon.game("slaughter"))
