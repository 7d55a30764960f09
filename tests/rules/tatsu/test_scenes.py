"""Tatsu, rule by rule: every id of the rules page has its scenes."""

from __future__ import annotations

import random

import pytest

import ryumon
from ryumon import CHANCE, OVER, PUBLIC
from tests.rules.tatsu.scenes import counts, lying, refused, scene


def kinds(state: ryumon.State) -> list[str]:
    return [event["kind"] for event in state.events(PUBLIC)][1:]  # the position is the first


def start() -> ryumon.State:
    return ryumon.game("tatsu").start()


# --- the beginning --------------------------------------------------------------------------


def test_TA_1_the_set_up() -> None:
    view = start().view(0)
    assert view["arena"] == {n: ["bV"] for n in "123"} | {n: ["wV"] for n in ("13", "14", "15")}
    assert view["entries"] == [[1, 2, 3], [15, 14, 13]]
    for seat in view["seats"]:
        assert seat["tray"] == {"V": 1, "W": 3, "F": 2}
        assert seat["mat"] == seat["dead"] == counts("")


def test_TA_1_chance_names_who_starts() -> None:
    state = start()
    assert state.turn == CHANCE
    assert state.chances() == {"~first:0": 0.5, "~first:1": 0.5}
    state.play("~first:1")
    state.play("~1-2")
    assert state.turn == 1
    assert refused(start(), "2-5") == "TA-1"


def test_TA_2_corners_by_default() -> None:
    corners = start().view(PUBLIC)["corners"]
    assert corners == {"4": "W", "8": "F", "12": "W", "16": "V", "20": "F", "24": "V"}


def test_TA_2_corners_by_option() -> None:
    state = ryumon.game("tatsu", corners="VVWWFF").start()
    assert list(state.view(0)["corners"].values()) == list("VVWWFF")
    for move in ("~first:0", "~1-2", "2-4"):  # the first corner now has Vines
        state.play(move)
    assert state.view(0)["seats"][0]["mat"] == counts("V")


# --- the turn -------------------------------------------------------------------------------


def test_TA_3_the_roll() -> None:
    state = start()
    state.play("~first:0")
    chances = state.chances()
    assert len(chances) == 21
    assert chances["~4-4"] == pytest.approx(1 / 36)
    assert chances["~3-5"] == pytest.approx(2 / 36)
    assert sum(state.weights()) == 36
    assert refused(state, "2-5") == "TA-3"


def test_TA_3_each_die_moves_a_stone_in_its_own_direction() -> None:
    arena = {5: "bV", 10: "bW", 18: "wV"}
    state = scene(arena, "~1-6")
    assert state.legal() == ["5-6", "10-11", "5-11", "10-16"]
    state = scene(arena, "~1-6", mover=1)
    assert state.legal() == ["18-17", "18-12"]
    state.play("18-17")
    assert state.legal() == ["17-11"]


def test_TA_3_one_stone_may_use_both_dice_but_not_their_sum() -> None:
    state = scene({5: "bV", 18: "wV"}, "~2-3")
    assert refused(state, "5-10") == "TA-3"  # a die of 5 is not there
    state.play(["5-8", "8-10"])
    assert lying(state) == {10: "bV", 18: "wV"}


def test_TA_3_each_die_has_its_effects() -> None:
    """Both ends of the way are landings: a stone met half-way is hit."""
    state = scene({5: "bW", 7: "wV", 10: "wF", 20: "wV"}, "~2-3", "5-7", "7-10")
    assert lying(state) == {10: "bW", 20: "wV"}


def test_TA_3_around_the_ring() -> None:
    state = scene({23: "bV", 2: "wV"}, "~3-5")
    assert state.legal() == ["23-2", "23-4"]
    state = scene({23: "bV", 2: "wV"}, "~1-6", mover=1)
    assert state.legal() == ["2-1", "2-20"]


def test_TA_3_doubles_give_two_uses_and_no_more() -> None:
    state = scene({5: "bV", 18: "wV"}, "~2-2")
    assert state.legal() == ["5-7"]
    state.play(["5-7", "7-9"])
    assert state.turn == CHANCE
    assert state.view(0)["mover"] == 1


def test_TA_3_a_used_die_is_used() -> None:
    state = scene({5: "bV", 9: "bV", 18: "wV"}, "~2-3", "5-7")
    assert state.view(0)["left"] == [3]
    assert refused(state, "9-11") == "TA-3"
    assert refused(state, "18-16") == "TA-3"  # the other player's way
    assert refused(state, "4-7") == "TA-3"  # no stone there
    assert refused(state, "18-21") == "TA-3"  # not one's own
    assert refused(state, "~3-4") == "TA-3"


def test_TA_4_two_stones_at_most() -> None:
    state = scene({5: "bV", 7: "wV wW", 18: "wV"}, "~2-3")
    assert state.legal() == ["5-8"]
    assert refused(state, "5-7") == "TA-4"
    state.play("5-8")  # passes over the full segment, which counts
    assert lying(state)[8] == "bV"


def test_TA_4_an_entry_segment_may_be_full() -> None:
    state = scene({2: "bV bV", 18: "wV"}, "~2-3", mat=("W", ""))
    assert refused(state, "W-2") == "TA-4"
    assert "W-3" in state.legal()


def test_TA_5_own_stones_hold_each_other() -> None:
    state = scene({5: "bF", 7: "bW", 18: "wV"}, "~2-3", "5-7")
    assert lying(state)[7] == "bW bF"  # nothing but a hold
    assert "hold" in kinds(state)
    state.play("7-10")  # the outer stone, not the inner one
    assert lying(state) == {7: "bW", 10: "bF", 18: "wV"}


# --- powers ---------------------------------------------------------------------------------


@pytest.mark.parametrize("victim", "VWF")
def test_TA_6_vine_entangles(victim: str) -> None:
    state = scene({5: "bV", 7: f"w{victim}", 18: "wV"}, "~2-3", "5-7")
    assert lying(state)[7] == f"w{victim} bV"
    assert "entangle" in kinds(state)
    state.play("7-10")
    state.play("~1-1")
    assert f"7-{6}" in state.legal()  # free again when the Vine has left


@pytest.mark.parametrize("victim", "VWF")
def test_TA_6_water_expels(victim: str) -> None:
    state = scene({5: "bW", 7: f"w{victim}", 18: "wV"}, "~2-3")
    before = state.view(0)["seats"][1]["tray"][victim]
    state.play("5-7")
    assert lying(state)[7] == "bW"
    assert state.view(0)["seats"][1]["tray"][victim] == before + 1
    assert "expel" in kinds(state)


@pytest.mark.parametrize("victim", "VWF")
def test_TA_6_fire_destroys(victim: str) -> None:
    state = scene({5: "bF", 7: f"w{victim}", 18: "wV"}, "~2-3", "5-7")
    assert lying(state)[7] == "bF"
    assert state.view(0)["seats"][0]["dead"] == counts(victim)
    assert "destroy" in kinds(state)


def test_TA_6_the_remover_lies_inside_and_can_be_joined() -> None:
    state = scene({5: "bW", 7: "wV", 4: "bV", 18: "wV"}, "~2-3", "5-7", "4-7")
    assert lying(state)[7] == "bW bV"


def test_TA_6_entangled_stones_move_by_escapes_alone() -> None:
    state = scene({5: "bV", 7: "bW wV", 18: "wV"}, "~2-3")
    assert refused(state, "7-9") == "TA-6"
    assert "x7-9" in state.legal()


def test_TA_7_the_stone_that_stays_is_free_whoever_owns_it() -> None:
    state = scene({7: "wW bV", 18: "wV"}, "~2-3", "7-9", "9-12")
    assert lying(state) == {7: "wW", 12: "bV", 18: "wV"}
    assert "free" in kinds(state)
    state.play("~1-4")
    assert "7-3" in state.legal()
    state = scene({7: "bW bV", 18: "wV"}, "~2-3", "7-9")
    assert state.legal() == ["7-10", "9-12"]


# --- recruiting and entering ----------------------------------------------------------------


def test_TA_8_a_corner_recruits() -> None:
    state = scene({2: "bV", 18: "wV"}, "~2-6", "2-4")
    seat = state.view(0)["seats"][0]
    assert seat["mat"] == counts("W")
    assert seat["tray"] == {"V": 3, "W": 2, "F": 2}
    assert "recruit" in kinds(state)


def test_TA_8_passing_recruits_nothing() -> None:
    state = scene({3: "bV", 18: "wV"}, "~2-6", "3-9")
    assert state.view(0)["seats"][0]["mat"] == counts("")


def test_TA_8_an_empty_tray_recruits_nothing() -> None:
    state = scene({2: "bV", 18: "wV"}, "~2-6", "2-4", mat=("WWW", ""))
    assert state.view(0)["seats"][0]["mat"] == counts("WWW")
    assert "recruit" not in kinds(state)


def test_TA_8_both_dice_recruit() -> None:
    state = scene({3: "bV", 18: "wV"}, "~1-4", "3-4", "4-8")
    assert state.view(0)["seats"][0]["mat"] == counts("WF")


def test_TA_8_after_the_power() -> None:
    """White's stone goes to White's tray first; the mover recruits from the mover's own."""
    state = scene({2: "bW", 4: "wV", 18: "wV"}, "~2-6", "2-4")
    black, white = state.view(0)["seats"]
    assert black["mat"] == counts("W")
    assert white["mat"] == counts("")


def test_TA_8_after_an_escape() -> None:
    state = scene({2: "bF wV", 18: "wV"}, "~2-6", "x2-4")
    assert state.view(0)["seats"][0]["mat"] == counts("W")


def test_TA_8_own_stone_on_the_corner() -> None:
    state = scene({2: "bV", 4: "bV", 18: "wV"}, "~2-6", "2-4")
    assert state.view(0)["seats"][0]["mat"] == counts("W")


def test_TA_9_entering_by_the_number() -> None:
    state = scene({10: "bV", 18: "wV"}, "~2-5", mat=("VWF", ""))
    assert state.legal() == ["10-12", "10-15", "V-2", "W-2", "F-2"]
    state.play("F-2")
    assert lying(state)[2] == "bF"
    assert state.view(0)["seats"][0]["mat"] == counts("VW")
    state = scene({10: "bV", 18: "wV"}, "~1-3", mover=1, mat=("", "W"))
    assert [m for m in state.legal() if m[0] == "W"] == ["W-15", "W-13"]


def test_TA_9_only_dice_up_to_three_enter() -> None:
    state = scene({10: "bV", 18: "wV"}, "~4-6", mat=("VWF", ""))
    assert state.legal() == ["10-14", "10-16"]
    assert refused(state, "W-2") == "TA-9"
    assert refused(scene({10: "bV", 18: "wV"}, "~2-2"), "W-2") == "TA-9"  # none on the mat
    assert refused(state, "W-14") == "TA-9"  # the other's entry


def test_TA_9_entering_is_an_ordinary_landing() -> None:
    arena = {1: "wV", 2: "bV", 10: "bV", 18: "wV"}
    assert lying(scene(arena, "~1-6", "V-1", mat=("V", "")))[1] == "wV bV"
    assert lying(scene(arena, "~1-6", "W-1", mat=("W", "")))[1] == "bW"
    assert lying(scene(arena, "~2-6", "F-2", mat=("F", "")))[2] == "bV bF"


def test_TA_9_enter_and_move_on() -> None:
    state = scene({10: "bV", 18: "wV"}, "~1-2", mat=("F", ""))
    state.play(["F-1", "1-3"])
    assert lying(state) == {3: "bF", 10: "bV", 18: "wV"}


def test_TA_9_enter_with_both_dice() -> None:
    state = scene({10: "bV", 18: "wV"}, "~2-2", mat=("WF", ""))
    state.play(["W-2", "F-2"])
    assert lying(state)[2] == "bW bF"


def test_TA_9_recruit_then_enter() -> None:
    state = scene({2: "bV", 18: "wV"}, "~2-3", "2-4")
    assert "W-3" in state.legal()


# --- escapes --------------------------------------------------------------------------------


def test_TA_10_the_smaller_die_and_the_other_is_lost() -> None:
    state = scene({10: "bV", 7: "bF wV", 18: "wV"}, "~2-5")
    assert state.legal() == ["10-12", "10-15", "x7-9"]
    assert refused(state, "x7-12") == "TA-10"
    state.play("x7-9")
    assert lying(state)[7] == "wV"
    assert lying(state)[9] == "bF"
    assert state.turn == CHANCE
    assert state.view(0)["mover"] == 1


def test_TA_10_with_doubles_too() -> None:
    state = scene({10: "bV", 7: "bF wV", 18: "wV"}, "~2-2", "x7-9")
    assert state.turn == CHANCE
    assert state.view(0)["mover"] == 1


def test_TA_10_lands_as_usual() -> None:
    state = scene({7: "bF wV", 9: "wW", 18: "wV"}, "~2-5", "x7-9")
    assert state.view(0)["seats"][0]["dead"] == counts("W")
    state = scene({7: "bV wV", 9: "wW", 18: "wV"}, "~2-5", "x7-9")
    assert lying(state)[9] == "wW bV"


def test_TA_10_only_as_the_first_move() -> None:
    state = scene({10: "bV", 7: "bF wV", 18: "wV"}, "~2-5", "10-15")
    assert state.legal() == ["15-17"]
    assert refused(state, "x7-9") == "TA-10"


def test_TA_10_a_full_target_and_never_the_larger_die() -> None:
    state = scene({10: "bV", 7: "bF wV", 9: "wW wV", 18: "wV"}, "~2-5")
    assert state.legal() == ["10-12", "10-15"]
    assert refused(state, "x7-9") == "TA-10"
    assert refused(state, "x7-12") == "TA-10"
    full, larger = state.why("x7-9"), state.why("x7-12")
    assert full is not None
    assert larger is not None
    assert "two stones" in full[1]
    assert "smaller die" in larger[1]


def test_TA_10_friendly_holds_cannot_be_escaped() -> None:
    state = scene({7: "bF bV", 18: "wV"}, "~2-5")
    assert state.legal() == ["7-9", "7-12"]
    assert refused(state, "x7-9") == "TA-10"
    assert refused(state, "x18-20") == "TA-10"


def test_TA_10_the_vine_left_behind_is_free() -> None:
    state = scene({7: "bF wV", 18: "wV"}, "~2-5", "x7-9", "~1-3")
    assert "7-6" in state.legal()


# --- compulsion -----------------------------------------------------------------------------


def test_TA_11_the_order_is_free_even_if_it_wastes_a_die() -> None:
    arena = {5: "bV", 6: "bV", 9: "wV wW", 18: "wV"}
    state = scene(arena, "~1-3")
    assert state.legal() == ["5-6", "6-7", "5-8"]
    state.play("5-6")  # now the stone on 6 is held, and 6-9 is full
    assert state.turn == CHANCE
    assert state.log(0)[-2:] == [
        "You move the Vine on 5 to 6 and cannot use the 3.",
        "Your Vine on 6 is held beneath it.",
    ]
    state = scene(arena, "~1-3", "6-7")
    assert state.legal() == ["5-8", "7-10"]


def test_TA_11_one_usable_die_must_be_used() -> None:
    state = scene({6: "bV", 7: "wV wW", 18: "wV"}, "~1-3")
    assert state.legal() == ["6-9"]
    state.play("6-9")
    assert state.legal() == ["9-10"]  # the 1 has become usable


def test_TA_11_equal_dice_may_block_each_other() -> None:
    state = scene({6: "bV", 9: "bV", 12: "wV wW", 18: "wV"}, "~3-3", "6-9")
    assert state.turn == CHANCE  # 9-12 is full, and the stone beneath is held


def test_TA_11_no_first_choice_passes() -> None:
    arena = {5: "bV", 6: "wV wV", 8: "wV wW", 18: "wW"}
    state = scene(arena, "~1-3")
    assert state.turn == CHANCE
    assert kinds(state) == ["roll"]
    assert state.events(0)[-1]["passes"]
    assert state.moves == ["~1-3"]
    state.play("~1-2")
    assert state.turn == 1


def test_TA_11_an_escape_alone_is_compulsory() -> None:
    state = scene({7: "bF wV", 18: "wV"}, "~2-5")
    assert state.legal() == ["x7-9"]


def test_TA_11_an_entry_alone_is_compulsory() -> None:
    state = scene({5: "bV", 7: "wV wW", 18: "wV"}, "~2-2", mat=("W", ""))
    assert state.legal() == ["W-2"]
    state = scene({5: "bV", 9: "wV wW", 18: "wV"}, "~4-4", mat=("W", ""))
    assert state.turn == CHANCE  # a 4 neither moves nor enters


def test_release_then_capture() -> None:
    """The outer stone frees a friend, which hits with the other die."""
    state = scene({5: "bF bV", 8: "wW", 18: "wV"}, "~1-3", "5-6", "5-8")
    assert lying(state) == {6: "bV", 8: "bF", 18: "wV"}
    assert state.view(0)["seats"][0]["dead"] == counts("W")


# --- winning --------------------------------------------------------------------------------


def test_TA_12_no_enemy_in_battle_after_the_first_die() -> None:
    state = scene({5: "bW", 7: "wV", 20: "bV"}, "~2-3", "5-7")
    result = state.result()
    assert result is not None
    assert (result.winners, result.payoffs, result.reason) == ([0], [1.0, 0.0], "battle")
    assert state.turn == OVER
    assert state.scores == [1, 0]
    assert state.legal() == []
    assert refused(state, "20-23") == "N"


def test_TA_12_a_type_destroyed_after_the_first_die() -> None:
    state = scene({5: "bF", 7: "wF", 18: "wV"}, "~2-3", "5-7", dead=("F", ""))
    result = state.result()
    assert result is not None
    assert (result.winners, result.reason) == ([0], "type")
    assert state.turn == OVER
    assert state.log(1)[-1] == "The game is over: Black wins, every enemy Fire is destroyed."


def test_TA_12_a_type_is_the_reason_if_both_hold() -> None:
    state = scene({5: "bF", 7: "wF"}, "~2-3", "5-7", dead=("F", ""))
    result = state.result()
    assert result is not None
    assert result.reason == "type"


@pytest.mark.parametrize(("kind", "before"), [("V", "VVV"), ("W", "WW"), ("F", "F")])
def test_TA_12_how_many_of_each_type(kind: str, before: str) -> None:
    arena = {5: "bF", 7: f"w{kind}", 18: "wF" if kind == "V" else "wV"}
    assert scene(arena, "~2-3", "5-7", dead=(before, "")).turn == OVER
    assert scene(arena, "~2-3", "5-7", dead=(before[1:], "")).turn == 0


def test_TA_12_the_mat_is_in_battle_and_the_tray_is_not() -> None:
    assert scene({5: "bW", 7: "wV"}, "~2-3", "5-7", mat=("", "W")).turn == 0
    assert scene({5: "bW", 7: "wV"}, "~2-3", "5-7").turn == OVER


@pytest.mark.parametrize("kind", "VWF")
def test_TA_12_a_stone_of_any_type_on_the_mat_is_in_battle(kind: str) -> None:
    state = scene({5: "bW", 7: "wV", 20: "bV"}, "~2-3", "5-7", mat=("", kind))
    assert state.turn == 0
    assert state.result() is None


def test_TA_12_a_win_by_the_first_die_loses_no_die() -> None:
    """The other die is not told to be lost: nobody was to use it."""
    won = scene({5: "bW", 7: "wV", 20: "bV"}, "~2-3", "5-7")
    (move,) = [event for event in won.events(1) if event["kind"] == "move"]
    assert move["lost"] is None
    stuck = scene({6: "bV", 9: "bV", 12: "wV wW", 18: "wV"}, "~3-3", "6-9")
    assert [e["lost"] for e in stuck.events(1) if e["kind"] == "move"] == [3]


def test_TA_12_held_stones_are_in_battle() -> None:
    state = scene({5: "bW", 7: "wV", 10: "wW bV"}, "~2-3", "5-7")
    assert state.turn == 0
    state = scene({5: "bV", 7: "wV"}, "~2-3", "5-7")
    assert state.turn == 0  # entangled, not removed


def test_TA_12_by_an_escape_and_by_an_entry() -> None:
    assert scene({5: "bW wV", 7: "wV"}, "~2-3", "x5-7").turn == CHANCE  # the Vine is left
    assert scene({5: "bF wV", 7: "wF", 9: "wV"}, "~2-3", "x5-7", dead=("F", "")).turn == OVER
    assert scene({2: "wV", 9: "bV"}, "~2-3", "W-2", mat=("W", "")).turn == OVER


def test_TA_12_recruiting_comes_before_the_win() -> None:
    state = scene({2: "bW", 4: "wV"}, "~2-3", "2-4")
    assert state.turn == OVER
    assert state.view(0)["seats"][0]["mat"] == counts("W")


def test_TA_12_white_wins_too() -> None:
    state = scene({5: "bW", 7: "wF"}, "~2-3", "7-5", mover=1)
    result = state.result()
    assert result is not None
    assert (result.winners, result.payoffs) == ([1], [0.0, 1.0])
    assert state.scores == [0, 1]


# --- the draw -------------------------------------------------------------------------------


def test_TA_13_the_thousandth_turn_is_played_to_its_end() -> None:
    state = scene({5: "bV", 18: "wV"}, "~2-3", number=999)
    assert state.view(0)["number"] == 1000
    state.play("5-7")
    assert state.turn == 0
    state.play("7-10")
    result = state.result()
    assert result is not None
    assert (result.winners, result.payoffs, result.reason) == ([0, 1], [0.5, 0.5], "turns")
    assert state.scores == [0, 0]
    assert state.log(PUBLIC)[-1] == "The game is over: a draw after 1,000 turns."


def test_TA_13_a_win_in_the_last_turn_is_a_win() -> None:
    state = scene({5: "bV", 3: "bW", 10: "wV"}, "~2-5", "3-5", "5-10", number=999)
    result = state.result()
    assert result is not None
    assert result.winners == [0]


def test_TA_13_passed_turns_count() -> None:
    arena = {5: "bV", 6: "wV wV", 8: "wV wW", 18: "wW"}
    state = scene(arena, "~1-3", number=999)
    result = state.result()
    assert result is not None
    assert result.reason == "turns"
    assert scene(arena, "~1-3", number=998).turn == CHANCE


@pytest.mark.slow
def test_TA_13_a_whole_game_of_a_thousand_turns() -> None:
    """Two players who avoid every power: only rolls and quiet moves, up to the draw."""
    rng = random.Random(4)
    for seed in range(20):
        state = start()
        while state.turn != OVER:
            state.deal(rng)
            if state.turn == OVER:
                break
            choice = state.choice()
            assert choice is not None
            quiet = [b["move"] for b in choice["which"] if b["effect"] in (None, "hold")]
            state.play(rng.choice(quiet or state.legal()))
        result = state.result()
        assert result is not None
        if result.reason == "turns":
            rolls = [m for m in state.moves if m[0] == "~" and not m.startswith("~first")]
            assert len(rolls) == 1000
            return
        assert seed < 19, "no game was drawn"
