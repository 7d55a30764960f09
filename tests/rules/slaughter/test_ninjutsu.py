"""Summoning, Division and Soul-Sucking: SD-4 to SD-7."""

from __future__ import annotations

import pytest

from ryumon import CHANCE, OVER, PUBLIC
from tests.rules.scene import dealt, last, late, legal, pile, play, refused

# --- SD-4 Summoning -------------------------------------------------------------------------


def test_SD_4_no_summoning_in_the_first_round():
    state = dealt("R12")
    assert state.view(PUBLIC)["phase"] == "division"
    assert state.view(PUBLIC)["summoner"] is None


@pytest.mark.parametrize("round_", [2, 3, 4])
def test_SD_4_the_winner_of_the_last_trick_summons_from_round_2_on(round_):
    state = dealt(first=2, round=round_)
    assert state.view(PUBLIC)["phase"] == "summoning"
    assert state.view(PUBLIC)["summoner"] == state.view(PUBLIC)["leader"] == 2
    play(state, "~G9 ~G12")
    assert state.turn == 2


def test_SD_4_two_unseen_cards_are_two_even_draws():
    state = dealt(scale="P3 R9 B1 G7", round=2)
    assert state.turn == CHANCE
    assert state.chances() == dict.fromkeys(["~P3", "~R9", "~B1", "~G7"], 1 / 4)
    state.play("~R9")
    assert state.turn == CHANCE
    assert state.chances() == dict.fromkeys(["~P3", "~B1", "~G7"], 1 / 3)
    state.play("~P3")  # in any order
    assert state.turn == 0
    assert len(state.view(0)["hand"]) == 13
    assert {"P3", "R9"} < set(state.view(0)["hand"])


def test_SD_4_any_two_cards_go_back_in_ascending_order():
    state = dealt("P1-11", scale="P12 R9 B1 G7", round=2)
    play(state, "~R9 ~P12")
    assert legal(state) == "P1 P2 P3 P4 P5 P6 P7 P8 P9 P10 P11 P12"  # R9 is the greatest
    assert refused(state, "R9") == "SD-4"
    state.play("P9")
    assert legal(state) == "P10 P11 P12 R9"  # P9 before P10
    assert refused(state, "P8") == "SD-4"
    assert refused(state, "P9") == "SD-4"
    state.play("P10")
    assert state.position()["hands"][0] == pile("P1-8 P11-12 R9")
    assert set(state.position()["scale"]) == set(pile("P9-10 B1 G7"))


def test_SD_4_the_same_two_cards_may_go_back():
    state = dealt("P1-11", scale="P12 R9 B1 G7", round=2)
    play(state, "~R9 ~P12 P12 R9")
    assert state.position()["hands"][0] == pile("P1-11")
    assert set(state.position()["scale"]) == set(pile("P12 R9 B1 G7"))


def test_SD_4_both_cards_are_one_unit_if_one_likes():
    state = dealt(round=2)
    play(state, "~G9 ~G12")
    assert refused(state, ["G9", "P1"]) == "SD-4"  # all or none
    state.play(["G9", "G12"])
    assert state.view(PUBLIC)["phase"] == "division"


# --- SD-5 Division --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scale", "holder", "number"),
    [("", 3, 12), ("R12", 3, 11), ("R10-12", 3, 9), ("R9-12", 3, 8)],
)
def test_SD_5_the_highest_trump_that_anyone_holds_is_called(scale, holder, number):
    """The rulebook's questions: who has the 12, and if nobody, the 11, the 10, the 9."""
    state = dealt("R1", "R2", "R3", f"R{number}", scale=scale)
    assert state.turn == holder
    assert last(state, "call") == {
        "seat": holder, "trump": "R", "number": number, "jutsu": "division",
    }  # fmt: skip


def test_SD_5_a_lower_number_is_called_when_the_12_lies_in_the_scale():
    state = dealt("B12 G12 P12", "R11", scale="R12")
    assert state.turn == 1
    assert state.view(PUBLIC)["called"] == {"seat": 1, "number": 11, "jutsu": "division"}


def test_SD_5_the_number_is_found_after_the_summoning():
    state = dealt("P1-11", "R11", scale="R12 B1 G7-8", round=2)
    drawn = play(state.copy(), "~R12 ~B1 P1 P2")
    assert last(drawn, "call")["seat"] == 0  # the summoner kept the 12, and divides as well
    assert last(drawn, "call")["number"] == 12
    back = play(state.copy(), "~R12 ~B1 P1 R12")
    assert last(back, "call")["seat"] == 1
    assert last(back, "call")["number"] == 11


def test_SD_5_a_summoner_may_return_the_highest_trump():
    state = play(dealt("R12 P1-10", "R11", round=2), "~G9 ~G10 P1 R12")
    assert last(state, "call")["seat"] == 1


def test_SD_5_the_second_half_is_named_in_ascending_order():
    state = dealt("R12 P1-10")
    assert legal(state) == "P1 P2 P3 P4 P5 P6 P7 P8 P9 P10 R12"
    assert refused(state, "done") == "SD-5"  # the second half needs a card
    state.play("P9")
    assert legal(state) == "P10 R12 done"
    assert refused(state, "P8") == "SD-5"
    assert refused(state, "P9") == "SD-5"
    play(state, "R12 done")  # the trump called may lie in either half
    assert state.view(0)["hand"] == pile("P1-8 P10")
    assert state.view(0)["second"] == pile("P9 R12")


def test_SD_5_the_first_half_keeps_a_card_and_done_is_made_when_it_is_the_only_move():
    state = dealt("R12 P1-10")
    play(state, "P1 P2 P3 P4 P5 P6 P7 P8 P9 P10")
    assert legal(state) == "done"
    assert refused(state, "R12") == "SD-5"
    state.play("done")
    assert state.view(0)["hand"] == ["R12"]
    other = play(dealt("R12 P1-10"), "R12")  # nothing greater is left
    assert legal(other) == "done"


@pytest.mark.parametrize("named", range(1, 11))
def test_SD_5_any_split_and_its_sizes_are_public(named):
    state = dealt("R12 P1-10", first=3)
    state.play([*pile("P1-10")[:named], "done"])
    sizes = {"first": 11 - named, "second": named}
    for viewer in (0, 1, 2, 3, PUBLIC):
        assert last(state, "divided", viewer) == {"seat": 0, "move": "done", **sizes}
        seat = state.view(viewer)["seats"][0]
        assert (seat["hand"], seat["second"]) == (11 - named, named)
    assert state.turn == 3  # the leader, whoever divides


def test_SD_5_somebody_always_holds_a_trump():
    """Even with a scale of nothing but trumps eight of them are in the hands."""
    state = dealt("P1-11", "B1-11", "G1-11", "R1-8", scale="R9-12")
    assert last(state, "call")["number"] == 8


# --- SD-6 the second half -------------------------------------------------------------------


def test_SD_5_the_choice_leaves_a_card_in_the_first_half():
    """Of eleven cards ten may be named."""
    state = dealt("R12 P1-10")
    choice = state.choice()
    assert choice is not None
    assert (len(choice["which"]), choice["least"], choice["most"]) == (11, 1, 10)
    choice = play(state, "P3").choice()
    assert choice is not None
    assert (len(choice["which"]), choice["least"], choice["most"]) == (8, 0, 8)


def test_SD_6_what_a_caller_was_shown_not_to_have_ends_with_the_hand():
    """Also with the last card of a game, when there is no other half to be picked up."""
    state = late("R5 B1", "R6 P1", "R7 B2", round=3, scale="P3", caller=1, void={1: "B", 2: "P"})
    play(state, "B1 P1 B2 R7 R5 R6")
    assert state.turn == OVER
    assert state.aids(0)["void"][1:] == [[], ["P"]]


def test_SD_6_it_is_picked_up_when_the_trick_is_complete():
    state = late("R5 | B3 G4", "R7 P3 B4", "R8 P4 B5", "R9 P5 B6", leader=0)
    play(state, "R5 R7 R8")
    assert state.view(0)["hand"] == []  # the first half has run out, the trick goes on
    assert state.view(0)["second"] == ["B3", "G4"]
    state.play("R9")
    assert state.view(0)["hand"] == ["B3", "G4"]
    assert state.view(0)["second"] == []
    for viewer in (0, 1, PUBLIC):
        assert last(state, "pick-up", viewer) == {"seat": 0, "cards": 2}
        assert state.view(viewer)["seats"][0]["hand"] == 2
        assert state.view(viewer)["seats"][0]["second"] == 0


def test_SD_6_it_is_picked_up_before_the_next_lead_also_by_the_leader():
    state = late("R12 | B3 G4", "R7 P3 B4", "R8 P4 B5", "R9 P5 B6", leader=1)
    play(state, "R7 R8 R9 R12")
    assert state.turn == 0
    assert legal(state) == "B3 G4"


def test_SD_6_it_never_forces_a_follow_and_does_once_it_is_the_hand():
    state = late("P2 G4 | B3", "B7 B9 P3", "B8 P4 B5", "R9 P5 B6", leader=3)
    play(state, "B6")
    assert legal(state) == "P2 G4"  # blue lies in the second half
    assert refused(state, "B3") == "SD-9"
    state = late("G4 | B3 P2", "B7 B9 P3", "B8 P4 B5", "R9 P5 B6", leader=3)
    play(state, "B6 G4 B7 B8")
    assert state.turn == 2
    play(state, "B5 R9")
    assert legal(state) == "B3"


def test_SD_6_only_purple_looks_at_the_first_half():
    state = dealt("P1-9 R12 B1", first=0)
    play(state, "R12 B1 done")
    assert legal(state) == "P1 P2 P3 P4 P5 P6 P7 P8 P9"
    mixed = play(dealt("P1-9 R12 B1", first=0), "R12 done")
    assert legal(mixed) == "B1"
    assert refused(mixed, "P1") == "SD-8"


# --- SD-7 Soul-Sucking ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("advanced", "trump", "phase"),
    [
        (False, "P", "division"),
        (False, "R", "division"),
        (True, "R", "division"),
        (True, "P", "giving"),
    ],
)
def test_SD_7_replaces_the_division_in_the_advanced_game_with_purple_trump(advanced, trump, phase):
    state = dealt("P12", "R12", advanced=advanced, trump=trump)
    assert state.view(PUBLIC)["phase"] == phase
    jutsu = "soul-sucking" if phase == "giving" else "division"
    assert last(state, "call")["jutsu"] == jutsu


def soul_sucking(first: int = 0):
    """Seat 1 holds the highest purple, P11."""
    return dealt(
        "R1-11", "P11 B1-10", "G1-11", "P1-10 R12",
        scale="P12 B11-12 G12", advanced=True, trump="P", first=first,
    )  # fmt: skip


def test_SD_7_ones_own_gift_is_not_unseen():
    state = play(soul_sucking(), "G4")  # the gift of seat 2
    assert state.view(2)["phase"] == "giving"
    assert "G4" not in state.aids(2)["unseen"]["G"]
    assert "G4" in state.aids(3)["unseen"]["G"]


def test_SD_7_the_others_give_clockwise_then_get_in_the_same_order():
    state = soul_sucking()
    assert last(state, "call") == {"seat": 1, "trump": "P", "number": 11, "jutsu": "soul-sucking"}
    assert state.turn == 2
    assert state.legal() == pile("G1-11")  # any card
    state.play("G5")
    assert state.turn == 3
    state.play("R12")
    assert state.turn == 0
    assert len(state.position()["hands"][1]) == 11  # taken only after the last giver
    state.play("R1")
    assert state.turn == 1
    assert state.legal() == pile("P11 R1 R12 B1-10 G5")
    play(state, "B9 P11 B2")  # no ascending order here
    hands = state.position()["hands"]
    assert hands[2] == pile("B9 G1-4 G6-11")
    assert hands[3] == pile("P1-11")  # the highest purple may be given
    assert hands[0] == pile("R2-11 B2")
    assert hands[1] == pile("R1 R12 B1 B3-8 B10 G5")


def test_SD_7_a_card_just_received_may_be_given_on_or_back():
    state = play(soul_sucking(), "G5 R12 R1  G5 R1 R12")
    hands = state.position()["hands"]
    assert hands == [pile("R2-12"), pile("P11 B1-10"), pile("G1-11"), pile("P1-10 R1")]


@pytest.mark.parametrize("first", range(4))
def test_SD_7_the_leader_stays_and_there_is_no_division(first):
    state = play(soul_sucking(first), "G5 R12 R1 P11 B1 B2")
    assert state.turn == state.view(PUBLIC)["leader"] == first
    assert state.view(PUBLIC)["phase"] == "tricks"
    assert [seat["second"] for seat in state.view(PUBLIC)["seats"]] == [0, 0, 0, 0]
    assert [seat["hand"] for seat in state.view(PUBLIC)["seats"]] == [11, 11, 11, 11]


def test_SD_7_the_call_stays_when_the_card_is_given_away():
    state = play(soul_sucking(), "G5 R12 R1 P11 B1 B2")
    for viewer in (0, 1, 2, 3, PUBLIC):
        called = {"seat": 1, "number": 11, "jutsu": "soul-sucking"}
        assert state.view(viewer)["called"] == called


def test_SD_7_comes_after_the_summoning_and_the_summoner_gives_too():
    state = dealt(
        "R1-11", "P11 B1-10", scale="P12 B11-12 G12", round=2, advanced=True, trump="P", first=0
    )
    play(state, "~P12 ~G12 R1 G12")
    assert last(state, "call")["seat"] == 0
    assert last(state, "call")["number"] == 12
    assert state.turn == 1
    other = dealt(
        "R1-11", "P11 B1-10", scale="P12 B11-12 G12", round=2, advanced=True, trump="P", first=0
    )
    play(other, "~P12 ~G12 P12 G12")
    assert last(other, "call")["seat"] == 1
    assert other.turn == 2


@pytest.mark.parametrize("players", [3, 5])
def test_SD_7_with_other_numbers_of_players(players):
    state = dealt("", "P12", players=players, advanced=True, trump="P", first=2)
    order = [(1 + k) % players for k in range(1, players)]
    for seat in order:
        assert state.turn == seat
        state.play(state.legal()[0])
    for seat in order:
        assert state.turn == 1
        assert (state.choice() or {})["to"] == seat
        state.play(state.legal()[0])
    assert state.turn == 2
