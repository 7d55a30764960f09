"""Blowgun and the samurai's specials: BB-26 to BB-28."""

from __future__ import annotations

import pytest

import ryumon
from ryumon import PUBLIC
from tests.rules.bushido.scene import (
    event,
    kinds,
    legal,
    living,
    off,
    place,
    play,
    post,
    refused,
    scene,
    told,
)  # fmt: skip


def test_BB_26_the_poisoned_samurai_dies_at_the_end_of_the_next_round() -> None:
    state = scene("west", specials="blowgun -")
    play(state, "blowgun:s1 s1:search")
    assert living(state) == "s1 s2 s3 s4 s5"
    play(state, "hide s1:move:castle")  # it acts as usual
    assert living(state) == "s2 s3 s4 s5"
    assert event(state, "deaths") == {"samurai": ["s1"]}
    for viewer in (1, PUBLIC):
        assert all("blowgun" not in str(e) for e in told(state, viewer))


def test_BB_26_counters_still_and_is_told_in_one_list_with_other_deaths() -> None:
    state = scene("dojo", specials="blowgun -")
    play(state, "blowgun:s2 s1:search kunai:s3 s1:search")
    assert event(state, "deaths") == {"samurai": ["s2", "s3"]}
    state = scene("castle", specials="blowgun -")
    play(state, "blowgun:s2 s1:search hide s2:search")
    assert kinds(state) == ["noticed", "deaths"]


def test_BB_26_a_dart_in_one_that_dies_earlier_is_lost_and_a_reinforcement_is_another() -> None:
    at = "s1:dojo s2:castle s3:west"
    state = scene("dojo", "west", players=4, samurai=at, specials="blowgun - reinforcements -")
    play(state, "blowgun:s1 hide s2:katana s3:katana none")  # round t
    state2 = state.copy()
    play(state, "kunai:s1 hide s2:katana s3:katana reinforce:castle,castle")  # dies in t+1
    assert living(state) == "s1 s2 s3 s4"
    play(state, "hide sabotage s2:katana s3:katana")
    assert living(state) == "s1 s2 s3 s4"
    play(state2, "hide hide s2:katana s3:katana reinforce:castle,dojo")
    assert (post(state2, "s1"), post(state2, "s4")) == ("castle", "dojo")
    # killed by the partner in the very round of the shot
    state = scene("dojo", "dojo", players=4, samurai=at, specials="blowgun - reinforcements -")
    play(state, "blowgun:s1 kunai:s1 s2:katana s3:katana reinforce:castle,castle")
    assert living(state) == "s1 s2 s3 s4"
    play(state, "hide hide s2:katana s3:katana")
    assert living(state) == "s1 s2 s3 s4"


def test_BB_26_works_when_the_ninja_is_out_and_in_a_showdown() -> None:
    state = scene("dojo", "west", players=4, samurai="s1:dojo s2:castle s3:west",
                  specials="blowgun - - -", smoke=[0, 0])  # fmt: skip
    play(state, "blowgun:s2 hide s2:katana s3:katana kunai:s1 hide s1:katana s3:katana")
    assert (state._plain().out[0], living(state)) == (1, "s1 s3")
    state = scene("dojo", samurai="s1:dojo s2:castle", specials="blowgun showdown")
    play(state, "blowgun:s2 s2:katana showdown hide s2:search")
    assert living(state) == "s1"
    state = scene("corridor", samurai="s1:corridor s2:corridor", showdown=1, specials="blowgun -")
    play(state, "blowgun:s2 s2:katana hide s2:katana")
    assert living(state) == "s1"


def test_BB_26_in_the_last_round_it_does_nothing() -> None:
    state = scene("dojo", turns=1, samurai="s1:west", specials="blowgun -")
    play(state, "blowgun:s1 s1:search")
    result = state.result()
    assert result is not None
    assert (result.winners, result.reason) == ([1], "turns")


# --- the samurai's specials -----------------------------------------------------------------


def test_BB_27_each_samurai_seat_with_a_special_is_asked_in_order_after_every_round() -> None:
    state = scene("west", "west", players=4, specials="- - repair showdown")
    play(state, "hide hide s1:katana s2:katana")
    assert (state.turn, legal(state)) == (2, "none")  # asked although it is impossible
    assert refused(state, "repair:west") == "BB-27"
    state.play("none")
    assert (state.turn, legal(state)) == (3, "none")
    assert refused(state, "showdown") == "BB-27"
    state.play("none")
    assert state.turn == 0
    play(state, "sabotage hide s1:katana s2:katana")
    assert legal(state) == "repair:west none"
    state.play("repair:west")
    assert off(state) == ""
    assert state.turn == 3
    play(state, "none hide sabotage s1:search s2:search")
    assert state.turn == 3  # a laid special is not asked for again


def test_BB_27_a_decline_leaves_no_trace_with_others() -> None:
    state = scene("west", "west", players=4, specials="- - repair showdown")
    play(state, "hide hide s1:katana s2:katana")
    before = {v: told(state, v) for v in (0, 1, 3, PUBLIC)}
    shown = {v: state.game.spec.view.view(state.forgotten(v), v) for v in (0, 1, PUBLIC)}
    state.play("none")
    for viewer in (0, 1, PUBLIC):
        assert told(state, viewer) == before[viewer]
        assert state.game.spec.view.view(state.forgotten(viewer), viewer) == shown[viewer]
    assert shown[0].turn is None


def test_BB_27_reinforcements_with_at_most_four_alive() -> None:
    state = play(scene("west", specials="- reinforcements"), "hide s1:katana")
    assert refused(state, "reinforce:castle,dojo") == "BB-27"
    state = scene("west", samurai="s2:castle s4:west", specials="- reinforcements")
    play(state, "hide s2:katana")
    assert len(state.legal()) == 15 + 1
    assert refused(state, "reinforce:daimyo,dining") == "BB-27"
    assert refused(state, "reinforce:chamber,dojo") == "BB-27"
    state.play("reinforce:dojo,west")
    assert living(state) == "s1 s2 s3 s4"
    assert (post(state, "s1"), post(state, "s3")) == ("dojo", "west")


def test_BB_27_reinforcements_up_to_s7() -> None:
    at = "s1:west s2:west s3:west s4:west"
    state = scene("west", players=3, samurai=at)
    state._block.special[1] = 1 << 4
    play(state, "hide s1:katana s2:katana reinforce:daimyo,dining")
    assert (post(state, "s5"), post(state, "s6")) == ("daimyo", "dining")


def test_BB_27_repair_two_or_the_only_one() -> None:
    state = scene("west", off="dojo west east", specials="- repair")
    play(state, "hide s1:katana")
    assert legal(state) == "repair:dojo,west repair:dojo,east repair:west,east none"
    state.play("repair:dojo,east")
    assert off(state) == "west"
    state = play(scene("west", off="dojo", specials="- repair"), "hide s1:katana")
    assert legal(state) == "repair:dojo none"


def test_BB_27_revelation_tells_the_last_four_words() -> None:
    state = scene("dojo", specials="blowgun revelation", notices=[1, 0])
    play(state, "hide s1:katana none sabotage s1:katana none blowgun:s1 s2:search none")
    play(state, "move:castle s3:exits smoke none hide s2:search")
    state.play("revelation")
    assert event(state, "revelation") == {
        "seat": 1, "move": "revelation", "words": [[0, ["sabotage", "blowgun", "move", "hide"]]],
    }  # fmt: skip
    state = play(scene("dojo", specials="- revelation"), "hide s1:katana revelation")
    assert event(state, "revelation")["words"] == [[0, ["hide"]]]


def test_BB_27_revelation_is_of_ninja_in_play_only() -> None:
    state = scene("dojo", "west", players=4, specials="- - revelation -", smoke=[0, 0])
    play(state, "kunai:s3 hide s3:katana s1:katana revelation")
    assert event(state, "revelation")["words"] == [[1, ["hide"]]]


# --- Showdown -------------------------------------------------------------------------------


def showdown(**more: object) -> ryumon.State:
    facts: dict[str, object] = {"samurai": "s1:dojo s2:castle", "specials": "- showdown"} | more
    state = scene("dojo", **facts)  # type: ignore[arg-type]
    return play(state, "hide s2:katana showdown")


def test_BB_28_all_are_in_the_corridor_without_a_chirp() -> None:
    state = showdown()
    assert (place(state), post(state, "s1"), post(state, "s2")) == ("corridor",) * 3
    assert kinds(state) == ["showdown"]
    assert legal(state) == "kunai:s1 kunai:s2 sabotage move:corridor hide"
    assert refused(state, "move:castle") == "BB-28"
    play(state, "sabotage s1:katana")
    assert "sabotage" not in state.legal()


def test_BB_28_a_ninja_that_is_out_stays_where_it_fell() -> None:
    state = scene("dojo", "west", players=4, samurai="s1:dojo s2:castle", out=[0, 1],
                  specials="- - showdown -")  # fmt: skip
    play(state, "hide s1:katana s2:katana showdown")
    assert (place(state, 0), place(state, 1)) == ("corridor", "west")
    assert state.view(1)["own"]["place"] == "west"
    assert [ninja["place"] for ninja in state.view(2)["ninja"]] == ["corridor", None]


def test_BB_28_only_with_exactly_two_alive() -> None:
    for at in ("s1:dojo", "s1:dojo s2:castle s3:west"):
        state = play(scene("dojo", samurai=at, specials="- showdown"), "hide s1:katana")
        assert refused(state, "showdown") == "BB-27"


def test_BB_28_the_bluff_is_noticed_does_not_chirp_and_counts_for_the_row() -> None:
    state = play(showdown(), "move:corridor s1:exits")
    assert kinds(state) == ["showdown", "noticed"]
    play(state, "move:corridor s1:katana")
    assert refused(state, "move:corridor") == "BB-7"
    assert place(state) == "corridor"


def test_BB_28_samurai_cannot_move_and_specials_change() -> None:
    state = play(showdown(), "hide")
    assert refused(state, "s1:move:castle") == "BB-28"
    assert legal(state, "s1") == "s1:katana s1:yumi s1:search s1:alarm s1:exits"
    state = scene("corridor", players=4, samurai="s1:corridor s2:corridor", off="west", showdown=1,
                  specials="- - repair reinforcements", out=[0, 1])  # fmt: skip
    play(state, "hide s1:katana s2:katana")
    assert refused(state, "repair:west") == "BB-28"
    state.play("none")
    assert legal(state) == "reinforce:corridor,corridor none"
    assert refused(state, "reinforce:castle,castle") == "BB-28"
    state.play("reinforce:corridor,corridor")
    assert post(state, "s4") == "corridor"


def test_BB_28_alarms_no_longer_win_and_specials_of_the_ninja() -> None:
    state = showdown(off="west east castle")
    assert refused(state, "move:chamber") == "BB-28"
    state = scene("corridor", samurai="s1:corridor s2:corridor", showdown=1, specials="diagonal -")
    assert refused(state, "diagonal:castle") == "BB-28"
    state = scene("corridor", samurai="s1:corridor", showdown=1, specials="metsubushi -")
    play(state, "kunai:s1 s1:katana metsubushi")
    result = state.result()
    assert result is not None
    assert (result.winners, result.reason) == ([0], "dead")


@pytest.mark.parametrize("players", [2, 3])
def test_BB_28_the_lone_samurai_of_a_showdown(players: int) -> None:
    state = scene("corridor", players=players, samurai="s1:corridor", showdown=1)
    play(state, "hide s1:search")
    assert kinds(state) == ["noticed"]


def test_BB_29_a_ninja_tells_its_partner_nothing_by_what_it_lays() -> None:
    """Chat is the server's; in the game itself no action of one ninja reaches the other."""
    given = []
    for action in ("hide", "move:dojo", "sabotage", "kunai:s4", "shuriken:s3"):
        state = play(scene("west", "east", players=4), action)
        view = state.game.spec.view.view(state.forgotten(1), 1)
        given.append((told(state, 1), view, state.legal(), state.forgotten(1).values()))
    assert all(one == given[0] for one in given)
