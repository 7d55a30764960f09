"""What meets what: BB-11 to BB-20, in the order of BB-30."""

from __future__ import annotations

import pytest

from tests.rules.bushido.scene import event, kinds, living, off, place, play, post, refused, scene

# one ninja in the Dojo, s3 there with it, s2 in the Castle, s4 in the West Gate
TABLE = [
    # action, card: what everyone is told, who lives, where the ninja is then
    ("kunai:s3", "s3:katana", "killed", "s2 s3 s4", None),  # BB-11
    ("kunai:s3", "s3:yumi", "blocked", "s2 s3 s4", "dojo"),  # BB-12
    ("kunai:s3", "s3:move:west", "deaths", "s2 s4", "dojo"),  # BB-13: not a Kunai
    ("kunai:s3", "s3:search", "deaths", "s2 s4", "dojo"),
    ("kunai:s3", "s3:alarm", "deaths", "s2 s4", "dojo"),
    ("kunai:s3", "s3:exits", "deaths", "s2 s4", "dojo"),
    ("kunai:s3", "s2:katana", "deaths", "s2 s4", "dojo"),  # at another place
    ("kunai:s3", "s2:yumi", "deaths", "s2 s4", "dojo"),
    ("shuriken:s2", "s2:yumi", "killed", "s2 s3 s4", None),  # BB-12
    ("shuriken:s2", "s2:katana", "blocked", "s2 s3 s4", "dojo"),  # BB-11
    ("shuriken:s2", "s2:move:corridor", "dodged", "s2 s3 s4", "dojo"),  # BB-13
    ("shuriken:s2", "s2:search", "deaths", "s3 s4", "dojo"),
    ("shuriken:s2", "s2:alarm", "deaths", "s3 s4", "dojo"),
    ("shuriken:s2", "s2:exits", "deaths", "s3 s4", "dojo"),
    ("shuriken:s2", "s3:yumi", "deaths", "s3 s4", "dojo"),  # another's card
    ("shuriken:s2", "s3:katana", "deaths", "s3 s4", "dojo"),
    ("sabotage", "s3:alarm", "noticed", "s2 s3 s4", "dojo"),  # BB-14
    ("sabotage", "s3:search", "alarms", "s2 s3 s4", "dojo"),
    ("sabotage", "s3:exits", "alarms", "s2 s3 s4", "dojo"),
    ("sabotage", "s2:alarm", "alarms", "s2 s3 s4", "dojo"),
    ("move:castle", "s3:exits", "noticed", "s2 s3 s4", "castle"),  # BB-15: the move happens
    ("move:castle", "s2:exits", "", "s2 s3 s4", "castle"),
    ("move:castle", "s3:search", "", "s2 s3 s4", "castle"),
    ("move:castle", "s3:alarm", "", "s2 s3 s4", "castle"),
    ("hide", "s3:search", "noticed", "s2 s3 s4", "dojo"),  # BB-16
    ("hide", "s2:search", "", "s2 s3 s4", "dojo"),
    ("hide", "s3:exits", "", "s2 s3 s4", "dojo"),
    ("hide", "s3:alarm", "", "s2 s3 s4", "dojo"),
    ("hide", "s3:katana", "", "s2 s3 s4", "dojo"),
    ("blowgun:s3", "s3:search", "", "s2 s3 s4", "dojo"),  # BB-26: nothing counters it
]


@pytest.mark.parametrize(("action", "card", "told", "lives", "at"), TABLE)
def test_BB_11_to_16_the_counter_table(
    action: str, card: str, told: str, lives: str, at: str | None
) -> None:
    state = scene("dojo", samurai="s2:castle s3:dojo s4:west", specials="blowgun -", smoke=[0, 0])
    play(state, f"{action} {card}")
    assert [kind for kind in kinds(state) if kind != "end"] == ([told] if told else [])
    assert living(state) == lives
    if at is None:
        assert state._plain().out[0]
    else:
        assert place(state) == at
    assert (off(state) == "dojo") == (told == "alarms")


def test_BB_11_a_katana_protects_everybody_at_the_place_and_counts_before_a_yumi() -> None:
    at = "s2:dojo s3:dojo s4:dojo"
    state = play(scene("dojo", players=3, samurai=at, smoke=[0, 0]), "kunai:s3 s2:katana s4:search")
    assert kinds(state) == ["killed", "end"]
    state = play(scene("dojo", players=3, samurai=at, smoke=[0, 0]), "kunai:s3 s2:katana s4:yumi")
    assert kinds(state) == ["killed", "end"]


def test_BB_12_a_yumi_blocks_a_kunai_whoever_is_its_target() -> None:
    state = play(scene("dojo", samurai="s2:dojo s3:dojo"), "kunai:s3 s2:yumi")
    assert kinds(state) == ["blocked"]
    assert event(state, "blocked") == {"seat": 0, "action": "kunai:s3"}


def test_BB_13_one_killed_by_a_kunai_has_not_dodged() -> None:
    at = "s2:castle s3:dojo s4:west"
    state = scene("castle", "dojo", players=4, samurai=at)
    play(state, "kunai:s2 shuriken:s2 s2:move:corridor s4:search")
    assert kinds(state) == ["deaths"]  # the Shuriken counts as a success and stays secret
    assert post(state, "s2") is None
    state = scene("castle", "dojo", players=4, samurai=at)
    play(state, "hide shuriken:s2 s2:move:corridor s4:search")
    assert kinds(state) == ["dodged"]
    assert post(state, "s2") == "corridor"


@pytest.mark.parametrize("man", [f"s{x}" for x in range(1, 8)])
def test_BB_13_that_holds_for_every_samurai(man: str) -> None:
    other = "s1" if man != "s1" else "s2"
    state = scene("castle", "dojo", players=4, samurai=f"{man}:castle {other}:west")
    play(state, f"kunai:{man} shuriken:{man} {man}:move:corridor {other}:search")
    assert kinds(state) == ["deaths"]


def test_BB_14_an_alarm_may_be_checked_where_it_is_off() -> None:
    play(scene("west", off="dojo"), "hide s3:alarm")


def test_BB_15_tells_where_to_but_a_noticed_move_into_the_chamber_does_not_happen() -> None:
    state = play(scene("dojo"), "move:west s3:exits")
    assert event(state, "noticed") == {"seat": 0, "action": "move:west", "at": "dojo"}
    state = scene("corridor", off="west east dojo")
    play(state, "move:chamber s1:exits")
    assert place(state) == "corridor"
    assert event(state, "noticed")["action"] == "move:chamber"
    assert state.result() is None
    state = play(scene("castle", specials="diagonal -"), "diagonal:west s2:exits")
    assert event(state, "noticed")["action"] == "diagonal:west"
    assert place(state) == "west"


def test_BB_16_a_searched_hide_is_shown_with_its_place() -> None:
    state = play(scene("dojo"), "hide s3:search")
    assert event(state, "noticed") == {"seat": 0, "action": "hide", "at": "dojo"}


def test_BB_17_the_second_notice_captures_and_the_captured_does_not_arrive() -> None:
    state = scene("castle", smoke=[0, 0])
    play(state, "hide s2:search")
    assert state._plain().notices[0] == 1
    play(state, "move:corridor s2:exits")
    assert kinds(state) == ["noticed", "captured", "end"]  # no chirp
    assert place(state) == "castle"
    result = state.result()
    assert result is not None
    assert (result.winners, result.reason) == ([1], "out")


def test_BB_17_at_most_one_notice_in_a_round() -> None:
    state = scene("dojo", players=3, samurai="s1:dojo s2:dojo s3:west")
    play(state, "hide s1:search s2:search")
    assert state._plain().notices[0] == 1
    assert state.result() is None


def test_BB_18_blocked_and_dodged_attacks_are_told_with_weapon_and_target() -> None:
    state = play(scene("dojo"), "shuriken:s2 s2:katana")
    assert event(state, "blocked") == {"seat": 0, "action": "shuriken:s2"}  # not from where
    assert state._plain().notices[0] == 0
    state = scene("dojo", specials="shurikens -")
    play(state, "shurikens:s2,s4 s2:move:corridor")
    assert event(state, "dodged") == {"seat": 0, "action": "shurikens:s2,s4"}
    assert event(state, "deaths") == {"samurai": ["s4"]}


def test_BB_19_what_lies_face_up() -> None:
    state = scene("dojo", specials="blowgun -")
    play(state, "kunai:s3 s2:search shuriken:s2 s2:katana blowgun:s1 s2:search")
    assert state.game.spec.view.face_up(state.forgotten(1), 0) == ["shuriken"]
    known = state.forgotten(1)
    assert set(known.laid[:50]) == {-1}
    state = play(scene("dojo", smoke=[0, 0]), "kunai:s3 s3:katana")
    assert event(state, "killed") == {"seat": 0, "action": "kunai:s3"}
    assert state.game.spec.view.face_up(state.forgotten(1), 0) == ["kunai"]


# --- two ninja, two samurai players ---------------------------------------------------------


def test_BB_20_a_counter_hits_all_that_it_applies_to() -> None:
    state = scene("dojo", "dojo", players=4, samurai="s1:dojo s2:west s3:dojo", smoke=[0, 0])
    play(state, "kunai:s1 kunai:s3 s1:katana s2:search")
    assert kinds(state) == ["killed", "killed", "end"]
    state = scene("dojo", "dojo", players=4, samurai="s1:dojo s2:west")
    play(state, "hide hide s1:search s2:search")
    assert kinds(state) == ["noticed", "noticed"]


def test_BB_20_a_samurai_killed_in_the_round_counters_nobody() -> None:
    # s1 would notice seat 0, but seat 1 kills it from beside
    state = scene("dojo", "castle", players=4, samurai="s1:dojo s2:west s3:west")
    play(state, "hide shuriken:s1 s1:search s2:alarm")
    assert kinds(state) == ["deaths"]
    assert state._plain().notices == [0, 0]
    # but a Yumi that is aimed at cannot die, and kills
    state = scene("dojo", "castle", players=4, samurai="s1:dojo s2:west s3:west", smoke=[0, 0])
    play(state, "hide shuriken:s1 s1:yumi s2:alarm")
    assert kinds(state) == ["killed"]
    assert state._plain().out == [0, 1]
    # a Katana stands against a Kunai and blocks a Shuriken in the same round
    state = scene("dojo", "castle", players=4, samurai="s1:dojo s2:west s3:west", smoke=[0, 0])
    play(state, "kunai:s1 shuriken:s1 s1:katana s2:alarm")
    assert kinds(state) == ["killed", "blocked"]
    assert living(state) == "s1 s2 s3"


def test_BB_20_a_shurikens_thrower_can_save_the_partner_although_killed() -> None:
    state = scene(
        "west", "castle", players=4, samurai="s1:dojo s2:daimyo s3:west s4:west",
        specials="- shurikens - -", smoke=[0, 0],
    )  # fmt: skip
    play(state, "hide shurikens:s1,s2 s1:yumi s2:search")
    assert kinds(state) == ["killed", "deaths"]
    assert living(state) == "s1 s3 s4"
    assert state._plain().out == [0, 1]


def test_BB_24_each_target_is_resolved_alone() -> None:
    state = scene("dojo", specials="shurikens -", smoke=[0, 0])
    play(state, "shurikens:s2,s4 s2:yumi")  # killed, and yet the other dies
    assert kinds(state) == ["killed", "deaths", "end"]
    assert living(state) == "s1 s2 s3 s5"
    state = scene("dojo", specials="shurikens -")
    play(state, "shurikens:s2,s4 s2:katana")
    assert kinds(state) == ["blocked", "deaths"]


def test_places_count_before_anybody_moves() -> None:
    # s3 walks off and yet the Kunai was at its place; a mover that arrives is no target
    state = play(scene("dojo"), "kunai:s3 s3:move:castle")
    assert post(state, "s3") is None
    state = scene("west", "dojo", players=4, samurai="s1:west s2:dojo s3:castle")
    play(state, "move:dojo hide s2:search s1:exits")
    assert kinds(state) == ["noticed", "noticed"]


def test_a_samurai_used_by_the_partner_is_refused() -> None:
    state = play(scene("west", players=3), "hide s1:search")
    assert refused(state, "s1:move:castle") == "BB-3"
