"""Tricks: SD-8 to SD-11."""

from __future__ import annotations

import pytest

from ryumon import PUBLIC, State
from tests.rules.scene import dealt, last, late, legal, pile, play, refused


def led(*hands: str, **scene) -> State:
    """The first trick: seat 3 has divided, laying the 12 of trump into the second half."""
    trump = scene.get("trump", "R")
    return play(dealt(*hands, **scene), f"{trump}12 done")


# --- SD-8 the lead --------------------------------------------------------------------------


def test_SD_8_purple_may_not_be_led_at_the_start():
    state = led("P1-5 B1-6", "", "", "R12")
    assert legal(state) == "B1 B2 B3 B4 B5 B6"
    assert refused(state, "P1") == "SD-8"


def test_SD_8_not_even_when_purple_is_trump():
    state = led("P1-5 B1-6", "", "", "P12", trump="P")
    assert legal(state) == "B1 B2 B3 B4 B5 B6"
    assert refused(state, "P5") == "SD-8"


def test_SD_8_a_hand_of_purple_alone_may_lead_it():
    state = led("P1-11", "", "", "R12")
    assert legal(state) == " ".join(pile("P1-11"))


def test_SD_8_purple_may_be_led_after_somebody_has_taken_some():
    state = led("P1 B5-12 G11-12", "B1-4 R1-7", "G1-10 P7", "R8-12 P8-12 P6")
    play(state, "B12 B1 P7 P8")  # the others are void in blue: they may throw purple (SD-9)
    assert state.turn == 0
    assert last(state, "trick") == {"seat": 0, "token": "body", "cards": ["P7", "P8"]}
    assert "P1" in state.legal()


def test_SD_8_purple_in_the_trick_counts_for_nobody_before_it_is_taken():
    state = led("P1 B5-12 G11-12", "B1-4 R1-7", "G1-10 P7", "R8-12 P8-12 P6")
    play(state, "B12 B1 P7")
    assert not state.view(PUBLIC)["purple_taken"]
    state.play("P8")
    assert state.view(PUBLIC)["purple_taken"]


def test_SD_8_it_matters_not_who_has_taken_it():
    state = late("P2 B4", "P3 B5", "P4 B6", "P5 B7", purple={2: "P1 P6-12"}, tokens={2: 9})
    assert legal(state) == "P2 B4"


def test_SD_8_the_inverted_scale_and_the_summoning_do_not_count():
    """Taken from the scale and kept, or laid into it: nobody has acquired purple."""
    state = dealt("P1-5 B1-6", "", "", "R12", scale="P6 P7 G7 G8", round=2)
    play(state, "~P6 ~P7 P1 P7")
    play(state, "R12 done")
    assert legal(state) == "B1 B2 B3 B4 B5 B6"
    assert refused(state, "P6") == "SD-8"


def test_SD_8_soul_sucking_does_not_count():
    state = dealt("P1-5 B1-6", "R1-11", "P12", "G1-11", advanced=True, trump="P")
    play(state, "G1 P5 R1 P5 B7 B8")  # seat 2 has taken P5 and given it on
    assert state.turn == 0
    assert refused(state, "P2") == "SD-8"
    assert "P2" not in state.legal()


def test_SD_8_purple_of_the_last_round_does_not_count():
    state = play(late("P1", "P2", "P3", "P4"), "P1 P2 P3 P4")
    for hand in (pile("P1-5 B1-6"), pile("R1-11"), pile("G1-11"), pile("P6-12 R12 B7-9")):
        state.play([f"~{card}" for card in hand])
    play(state, "~trump:B ~B10 ~B11 B10 B11")
    play(state, "B9 done")
    assert state.turn == 3
    assert refused(state, "P6") == "SD-8"
    assert state.why("R12") is None


def test_SD_8_binds_the_lead_only():
    """Who is void in the colour led may discard purple, or trump with it, in the first trick."""
    discard = led("B1-11", "P1-5 G1-6", "", "R12")
    play(discard, "B1")
    assert legal(discard) == " ".join(pile("P1-5 G1-6"))
    trumped = led("B1-11", "P1-5 G1-6", "B12", "P12", trump="P")
    play(trumped, "B11 P5 B12")
    assert trumped.view(PUBLIC)["seats"][1]["card"] == "P5"
    assert trumped.aids(0)["winning"] == 1


# --- SD-9 following -------------------------------------------------------------------------


def test_SD_9_everyone_follows_the_colour_led_if_the_hand_has_it():
    state = led("B1-11", "B12 R1-10", "P1-11", "R12 R11 G1-9", first=0)
    state.play("B1")
    assert legal(state) == "B12"
    assert refused(state, "R1") == "SD-9"
    state.play("B12")
    assert state.legal() == pile("P1-11")  # void: any card
    state.play("P11")
    assert state.legal() == pile("R11 G1-9")  # trump or not


def test_SD_9_purple_is_followed_like_any_colour():
    state = late("P2 B4", "P3 B5", "B6 G2", "P5 B7")
    state.play("P2")
    assert refused(state, "B5") == "SD-9"
    play(state, "P3")
    assert legal(state) == "B6 G2"


@pytest.mark.parametrize("leader", range(4))
def test_SD_9_the_trick_goes_clockwise_from_the_leader(leader):
    state = late("B1 R1", "B2 R2", "B3 R3", "B4 R4", leader=leader)
    for k in range(4):
        seat = (leader + k) % 4
        assert state.turn == seat
        state.play(f"B{seat + 1}")
    assert state.turn == 3


# --- SD-10 who wins -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trick", "trump", "winner"),
    [
        ("B3 B7 B5 B6", "R", 1),  # no trump: the highest of the colour led
        ("B3 G12 P12 B4", "R", 3),  # other colours do not count, however high
        ("B3 G12 P12 G11", "R", 0),
        ("B12 R1 B11 B10", "R", 1),  # any trump beats them all
        ("B12 R1 R9 R5", "R", 2),  # the highest trump
        ("R3 R7 B12 R5", "R", 1),  # trump led
        ("B12 P1 B11 G8", "P", 1),  # purple is trump like any other
        ("P3 P9 P4 P5", "R", 1),  # purple led
        ("G9 G10 G1 G12", "B", 3),  # 12 above 9: numbers, not words
    ],
)
def test_SD_10_the_winner_of_a_trick(trick, trump, winner):
    cards = trick.split()
    spare = [c for c in pile("P10-11 R10-11 B1-2 G2-3 P6 B8") if c not in cards]
    # the card that each keeps is of another colour than led: all of the trick is legal
    hands = [f"{card} {other}" for card, other in zip(cards, odd(cards, spare), strict=True)]
    state = play(late(*hands, trump=trump, scale="G4-7"), trick)
    assert last(state, "trick")["seat"] == winner
    assert state.turn == winner


def odd(cards: list[str], spare: list[str]) -> list[str]:
    found: list[str] = []
    for card in cards:
        barred = {card[0], cards[0][0]}
        found.append(next(c for c in spare if c[0] not in barred and c not in found))
    return found


@pytest.mark.parametrize("players", [3, 5])
def test_SD_10_with_other_numbers_of_players(players):
    hands = [f"B{k + 1} R{k + 1}" for k in range(players)]
    state = late(*hands, leader=1, trump="R")
    play(state, " ".join(f"B{(1 + k) % players + 1}" for k in range(players)))
    assert state.turn == players - 1


# --- SD-11 what the winner takes ------------------------------------------------------------


def test_SD_11_a_token_and_every_purple_card_face_up():
    state = late("B3 R1", "P9 R2", "P1 R3", "B4 R4", purple={1: "P2-8 P10-12"}, tokens={1: 4, 3: 5})
    play(state, "B3 P9 P1 B4")
    for viewer in (0, 1, 2, 3, PUBLIC):
        assert last(state, "trick", viewer) == {"seat": 3, "token": "body", "cards": ["P1", "P9"]}
        seats = state.view(viewer)["seats"]
        assert [seat["tokens"] for seat in seats] == [0, 4, 0, 6]
        assert seats[3]["purple"] == ["P1", "P9"]
        assert seats[1]["purple"] == pile("P2-8 P10-12")
        assert {"B3", "B4"} < set(state.view(viewer)["played"])  # set aside, face up
        assert [seat["card"] for seat in seats] == [None] * 4


def test_SD_11_the_winner_leads_next():
    state = play(late("B3 R1", "B9 R2", "B1 R3", "B4 R4"), "B3 B9 B1 B4")
    assert state.turn == state.view(PUBLIC)["leader"] == 1


def test_SD_11_the_last_trick_gives_the_head():
    state = late("B3 B5", "B9 B6", "B1 B7", "B4 B8")
    play(state, "B3 B9 B1 B4")
    assert last(state, "trick")["token"] == "body"
    play(state, "B6 B7 B8 B5")
    assert last(state, "trick")["token"] == "head"
    assert last(state, "trick")["seat"] == 3
