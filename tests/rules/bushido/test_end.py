"""BB-23: the end, in its order."""

from __future__ import annotations

import pytest

import ryumon
from tests.rules.bushido.scene import event, kinds, play, scene


def ended(state: ryumon.State) -> tuple[list[int], str, list[int], list[float]]:
    result = state.result()
    assert result is not None
    assert state.legal() == []
    return result.winners, result.reason, state.scores, result.payoffs


def test_BB_23_no_ninja_in_play_the_samurai_win() -> None:
    state = play(scene("dojo", smoke=[0, 0]), "kunai:s3 s3:katana")
    assert ended(state) == ([1], "out", [0, 1], [0.0, 1.0])


def test_BB_23_no_samurai_alive_the_ninja_win_also_one_that_is_out() -> None:
    state = scene("dojo", "west", players=4, samurai="s1:dojo s2:west", smoke=[0, 0])
    play(state, "kunai:s1 hide s1:katana s2:exits")  # seat 0 is out
    assert state.scores == [0, 0, 0, 0]
    play(state, "kunai:s2 s1:search s2:search")
    play(state, "move:dojo s1:katana kunai:s1 s1:search")
    assert ended(state) == ([0, 1], "dead", [1, 1, 0, 0], [0.5, 0.5, 0.0, 0.0])


def test_a_ninja_in_the_chamber_and_everyone_is_told_which() -> None:
    state = scene("west", "corridor", players=4, off="west east dojo castle dining")
    play(state, "hide move:chamber s4:search s2:search")
    assert ended(state)[:2] == ([0, 1], "chamber")
    assert event(state, "end") == {"winners": [0, 1], "reason": "chamber", "chamber": [1]}
    view = state.game.spec.view.view(state.forgotten(2), 2)
    assert [n.place for n in view.ninja] == [None, "chamber"]  # nothing else hidden is shown


def test_BB_4_BB_23_the_notepad_is_full_the_samurai_win() -> None:
    state = play(scene("west", turns=2), "hide s1:katana hide s1:katana")
    assert ended(state)[:2] == ([1], "turns")


def test_BB_23_both_sides_in_one_round_the_order_decides() -> None:
    # the last ninja is killed while its second Shuriken kills the last other samurai: samurai win
    state = scene("dojo", samurai="s2:castle s4:west", specials="shurikens -", smoke=[0, 0])
    play(state, "shurikens:s2,s4 s2:yumi")
    assert ended(state)[:2] == ([1], "out")
    # all samurai die in the last round: the ninja win before the notepad counts
    state = play(scene("dojo", turns=1, samurai="s3:dojo"), "kunai:s3 s3:search")
    assert ended(state)[:2] == ([0], "dead")
    # the Chamber in the last round
    state = play(scene("corridor", turns=1, off="west east dojo"), "move:chamber s2:search")
    assert ended(state)[:2] == ([0], "chamber")
    # poison kills the last samurai in the round in which the last ninja is killed
    state = scene("dojo", samurai="s3:dojo", specials="blowgun -", smoke=[0, 0])
    play(state, "blowgun:s3 s3:search kunai:s3 s3:katana")
    assert kinds(state) == ["killed", "deaths", "end"]
    assert ended(state)[:2] == ([1], "out")


def test_a_partner_may_win_while_the_other_is_killed() -> None:
    state = scene("dojo", "corridor", players=4, off="west east dojo castle dining", smoke=[0, 0])
    play(state, "kunai:s3 move:chamber s3:katana s2:search")
    assert ended(state)[:2] == ([0, 1], "chamber")


@pytest.mark.parametrize("move", ["hide", "s1:katana", "none"])
def test_after_the_end_nothing_is_legal(move: str) -> None:
    state = play(scene("dojo", smoke=[0, 0]), "kunai:s3 s3:katana")
    with pytest.raises(ryumon.IllegalMove) as refusal:
        state.play(move)
    assert refusal.value.rule == "N"
