"""The set-up, what may be laid and played: BB-1 to BB-10, BB-13, BB-24 to BB-26."""

from __future__ import annotations

import pytest

import ryumon
from tests.rules.bushido.scene import legal, living, new, off, place, play, post, refused, scene
from tests.support import seen_by


def test_BB_1_two_players_pick_one_special_each_then_the_ninja_a_gate() -> None:
    state = new().start()
    assert legal(state) == ("special:shurikens special:diagonal special:blowgun special:metsubushi")
    assert refused(state, "special:repair") == "BB-1"
    state.play("special:blowgun")
    assert state.turn == 1
    assert legal(state) == (
        "special:reinforcements special:repair special:showdown special:revelation"
    )
    state.play("special:repair")
    assert state.turn == 0
    assert legal(state) == "gate:west gate:east"
    state.play("gate:east")
    assert place(state) == "east"
    assert state.turn == 0


def test_BB_1_the_ninja_of_three_players_picks_two_ascending_the_samurai_none() -> None:
    state = new(3).start()
    assert "special:metsubushi" not in state.legal()
    assert refused(state, "special:metsubushi") == "BB-1"
    state.play("special:diagonal")
    assert legal(state) == "special:blowgun special:metsubushi"
    assert refused(state, "special:shurikens") == "BB-1"
    play(state, "special:metsubushi gate:west")
    assert state.turn == 0
    assert state.view(0)["own"]["specials"] == ["diagonal", "metsubushi"]


def test_BB_1_a_partner_picks_from_what_is_left() -> None:
    state = play(new(4).start(), "special:blowgun")
    assert "special:blowgun" not in state.legal()
    assert refused(state, "special:blowgun") == "BB-1"
    play(state, "special:diagonal special:repair")
    assert "special:repair" not in state.legal()
    play(state, "special:showdown gate:west gate:west")
    assert state.turn == 0
    # the later ninja sees what was taken, not the other way round; samurai see each other's
    assert state.view(1)["picked"] == {"0": ["blowgun"], "1": ["diagonal"]}
    assert state.view(0)["picked"] == {"0": ["blowgun"]}
    assert state.view(2)["picked"] == state.view(3)["picked"] == {
        "2": ["repair"], "3": ["showdown"],
    }  # fmt: skip
    assert state.view(ryumon.PUBLIC)["picked"] == {}


@pytest.mark.parametrize(("players", "turns"), [(2, 25), (3, 35), (4, 25)])
def test_the_notepad_has_its_turns(players: int, turns: int) -> None:
    assert new(players).options["turns"] == turns
    assert new(players, turns=3).options["turns"] == 3
    for bad in (0, 100, "x", None, True, 2.0):
        with pytest.raises(ValueError, match="turns"):
            new(players, turns=bad)


def test_the_maps_samurai_and_alarms() -> None:
    small, great = new().start().view(-3), new(4).start().view(-3)
    assert [p["samurai"] for p in small["places"]] == [[], ["s1"], ["s2"], ["s3"], ["s4"], ["s5"]]
    assert {p["name"]: p["near"] for p in small["places"]} == {
        "chamber": ["corridor"], "corridor": ["chamber", "castle"], "castle": ["corridor", "dojo"],
        "dojo": ["castle", "west", "east"], "west": ["dojo"], "east": ["dojo"],
    }  # fmt: skip
    assert {p["name"]: p["near"] for p in great["places"]} == {
        "chamber": ["corridor"], "corridor": ["chamber", "castle"],
        "castle": ["corridor", "dojo", "daimyo", "dining"], "dojo": ["castle", "west"],
        "west": ["dojo", "daimyo"], "east": ["daimyo", "dining"],
        "daimyo": ["castle", "west", "east"], "dining": ["castle", "east"],
    }  # fmt: skip
    assert {p["name"]: p["across"] for p in great["places"] if p["across"]} == {
        "corridor": ["dojo", "dining"], "castle": ["west", "east"], "dojo": ["corridor", "daimyo"],
        "west": ["castle"], "east": ["castle"], "daimyo": ["dojo", "dining"],
        "dining": ["corridor", "daimyo"],
    }  # fmt: skip
    assert (small["needed"], great["needed"]) == (3, 5)
    assert [p["alarm"] for p in small["places"]] == [None, True, True, True, True, True]


def test_BB_2_each_ninja_in_play_lays_then_BB_3_the_samurai_play_in_turn() -> None:
    state = scene("west", "east", players=4)
    state.play("hide")
    assert state.turn == 1
    state.play("hide")
    assert state.turn == 2
    state.play("s1:exits")
    assert state.turn == 3
    assert refused(state, "s1:search") == "BB-3"  # different samurai
    state.play("s2:exits")
    assert state.turn == 0
    assert state._plain().round == 1  # BB-4: a turn less


def test_BB_3_the_last_samurai_is_played_by_the_first_seat_with_both_hands() -> None:
    state = scene("west", players=3, samurai="s2:castle", katana=[1, 1], yumi=[0, 2])
    for spent in ((0, 1), (0, 0)):
        play(state, "sabotage" if spent == (0, 1) else "hide")
        assert state.turn == 1
        state.play("s2:katana")
        assert tuple(state._plain().katana) == spent  # one's own first
    assert state.turn == 0  # the partner did not play
    state.play("hide")
    assert refused(state, "s2:katana") == "BB-3"
    state.play("s2:yumi")
    assert state._plain().yumi == [0, 1]


def test_BB_3_with_more_alive_again_each_has_what_is_left_of_its_own() -> None:
    state = scene(
        "west", "west", players=4, samurai="s2:castle", specials="- - reinforcements -",
        katana=[0, 2], yumi=[0, 0],
    )  # fmt: skip
    play(state, "hide hide s2:katana reinforce:dojo,dining hide hide")
    assert state.turn == 2
    assert legal(state, "s2:kat") == ""
    state.play("s2:search")
    assert "s1:katana" in state.legal()
    assert state.turn == 3


def test_BB_5_kunai_here_shuriken_beside() -> None:
    state = scene("dojo", samurai="s1:corridor s2:castle s3:dojo s4:west s6:dojo")
    assert legal(state, "kunai") == "kunai:s3 kunai:s6"
    assert legal(state, "shuriken") == "shuriken:s2 shuriken:s4"
    assert refused(state, "kunai:s2") == "BB-5"
    assert refused(state, "shuriken:s1") == "BB-5"
    assert refused(state, "kunai:s5") == "BB-5"
    assert legal(scene("dojo", kunai=[0, 0], shuriken=[0, 0]), "kunai") == ""
    assert refused(scene("dojo", kunai=[0, 0]), "kunai:s3") == "BB-2"  # a card that is gone
    assert refused(scene("dojo", shuriken=[0, 0]), "shuriken:s2") == "BB-2"


@pytest.mark.parametrize("word", ["kunai", "shuriken"])
def test_BB_5_a_target_that_is_dead_is_told_from_one_that_is_out_of_reach(word: str) -> None:
    state = scene("dojo", samurai="s1:corridor s3:dojo")
    dead, far = state.why(f"{word}:s5"), state.why(f"{word}:s1")
    assert dead is not None
    assert far is not None
    assert dead[0] == far[0] == "BB-5"
    assert "not alive" in dead[1]
    assert "not alive" not in far[1]


def test_BB_6_sabotage_only_where_the_alarm_is_on() -> None:
    assert refused(scene("dojo", off="dojo"), "sabotage") == "BB-6"
    state = play(scene("dojo"), "sabotage s1:exits")
    assert off(state) == "dojo"


def test_BB_8_no_alarm_is_missing_when_more_are_disabled_than_needed() -> None:
    """Three are needed by two players; Repair Alarms aside, sabotage may go on."""
    disabled = ["dojo", "west", "east", "castle"]
    missing = [
        scene("dojo", off=" ".join(disabled[:n])).aids(1)["missing"]
        for n in range(len(disabled) + 1)
    ]
    assert missing == [3, 2, 1, 0, 0]


@pytest.mark.parametrize(("word", "moves"), [("hide", "hide"), ("move", "move:dojo move:west")])
def test_BB_7_move_and_hide_twice_in_a_row_at_most(word: str, moves: str) -> None:
    state = scene("west")
    ways = (moves.split() * 2)[:2]
    for move in ways:
        play(state, f"{move} s1:katana")
    third = "hide" if word == "hide" else "move:dojo"
    assert refused(state, third) == "BB-7"
    play(state, "sabotage s1:search")
    assert third in state.legal()  # any other action ends the row


def test_BB_7_the_row_counts_noticed_actions_and_not_move_diagonally() -> None:
    state = scene("west", samurai="s1:west s2:castle", specials="diagonal -")
    play(state, "move:dojo s1:exits move:west s1:katana")
    assert refused(state, "move:dojo") == "BB-7"
    play(state, "diagonal:castle s1:search")
    assert place(state) == "castle"
    assert "move:dojo" in state.legal()


def test_BB_8_the_chamber_needs_the_alarms_when_the_action_is_laid() -> None:
    assert refused(scene("corridor", off="west east"), "move:chamber") == "BB-8"
    state = scene("corridor", off="west east dojo")
    play(state, "move:chamber s2:search")
    assert state.turn == ryumon.OVER
    assert refused(scene("corridor", players=3, off="west east dojo castle"), "move:chamber") == (
        "BB-8"
    )
    # BB-23: counted for the team; the partner's sabotage of the same round comes too late
    state = scene("corridor", "west", players=4, off="castle dojo dining daimyo")
    assert "move:chamber" not in state.legal()


def test_BB_9_a_chirp_by_either_move_tells_which_ninja() -> None:
    for moves, special in (("move:corridor", "-"), ("diagonal:corridor", "diagonal")):
        at = "castle" if special == "-" else "dojo"
        state = scene("west", at, players=4, specials=f"- {special} - -")
        play(state, f"hide {moves} s1:katana s2:katana")
        assert state._plain().chirps[0] == 0b10
        assert [e["seat"] for e in _told(state, "chirp")] == [1]
    # leaving, or hiding there, does not chirp
    state = play(scene("corridor"), "hide s2:katana move:castle s2:katana")
    assert _told(state, "chirp") == []


def _told(state: ryumon.State, kind: str) -> list[dict[str, object]]:
    return [event for event in seen_by(state, ryumon.PUBLIC) if event["kind"] == kind]


def test_BB_10_what_is_limited_is_used_up_whatever_comes_of_it() -> None:
    state = scene("dojo", specials="diagonal -")
    play(state, "kunai:s3 s3:yumi shuriken:s2 s2:katana")
    assert (state._plain().kunai[0], state._plain().shuriken[0]) == (4, 1)
    state = scene("castle", specials="diagonal -")
    play(state, "diagonal:west s1:katana diagonal:castle s1:katana")
    assert refused(state, "diagonal:west") == "BB-2"


def test_BB_13_samurai_move_beside_but_never_into_the_chamber() -> None:
    state = play(scene("west", samurai="s1:corridor s2:castle"), "hide")
    assert legal(state, "s1:move") == "s1:move:castle"
    assert refused(state, "s1:move:dojo") == "BB-13"
    assert refused(state, "s1:move:chamber") == "BB-13"
    state.play("s1:move:castle")
    assert (post(state, "s1"), post(state, "s2")) == ("castle", "castle")


def test_BB_24_two_targets_at_two_different_adjacent_places() -> None:
    state = scene(
        "dojo", samurai="s1:corridor s2:castle s3:castle s4:west s5:dojo", specials="shurikens -"
    )
    assert legal(state, "shurikens") == "shurikens:s2,s4 shurikens:s3,s4"
    assert refused(state, "shurikens:s2,s3") == "BB-24"
    assert refused(scene("dojo"), "shurikens:s2,s4") == "BB-2"
    play(state, "shurikens:s3,s4 s1:katana")
    assert living(state) == "s1 s2 s5"
    assert legal(state, "shurikens") == ""


def test_BB_25_move_diagonally_to_diagonal_neighbours() -> None:
    state = scene("dojo", players=3, specials="diagonal - -")
    assert legal(state, "diagonal") == "diagonal:corridor diagonal:daimyo"
    assert refused(state, "diagonal:castle") == "BB-25"


def test_BB_26_the_blowgun_reaches_any_living_samurai() -> None:
    state = scene("west", samurai="s1:corridor s4:west s7:castle", specials="blowgun -")
    assert legal(state, "blowgun") == "blowgun:s1 blowgun:s4 blowgun:s7"
    assert refused(state, "blowgun:s2") == "BB-26"
