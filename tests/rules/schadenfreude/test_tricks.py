"""Tricks: SF-2 to SF-6, with the rulebook's examples."""

from __future__ import annotations

import pytest

from ryumon import PUBLIC
from tests.rules.schadenfreude.scene import dealt, last, late, legal, pile, piles, play, refused

# --- SF-2 to follow -------------------------------------------------------------------------


def test_SF_2_the_leader_plays_any_card():
    state = dealt("S1..9 F1 W0 W10")
    assert state.legal() == pile("S1..9 F1 W0 W10")


def test_SF_2_clockwise_and_the_suit_must_be_followed():
    state = play(dealt("K1", "S1 K2..4 F1..8", "H1..9 S2..4"), "K1")
    assert state.turn == 1
    assert legal(state) == "K2 K3 K4"
    assert refused(state, "S1") == "SF-2"
    state = play(dealt("K5..8", first=3), "")
    state.play(state.legal()[0])
    assert state.turn == 0  # after the last seat comes the first


def test_SF_2_a_wild_may_always_be_played_and_follows():
    state = play(dealt("K1", "S1 K2 W0 W10 F1..8"), "K1")
    assert legal(state) == "K2 W0 W10"
    assert refused(state, "F1") == "SF-2"


def test_SF_2_without_the_suit_any_card():
    state = play(dealt("K1", "S1..9 F1 F2 W10"), "K1")
    assert state.legal() == pile("S1..9 F1 F2 W10")  # the wild is never compulsory


def test_SF_2_what_a_card_tells_of_the_hand():
    state = dealt("K1..4 S1", "S2..9 F1..4", "K5 W0 H1..9", "W10 F5..9", first=0)
    play(state, "K1 S2")  # did not follow: no Knight
    assert state.aids(PUBLIC)["void"] == [[], ["K"], [], []]
    play(state, "W0 W10")  # a wild follows and tells nothing, whatever is held
    assert state.aids(PUBLIC)["void"] == [[], ["K"], [], []]


# --- SF-3 a wild led ------------------------------------------------------------------------


def test_SF_3_the_first_card_that_is_not_a_wild_sets_the_suit():
    state = dealt("W0 S1..9", "F1 S-1", "F2 H1..9", "H-1 H-2 H-3 K1..9", first=0)
    play(state, "W0")
    assert state.view(PUBLIC)["led"] is None
    assert len(state.legal()) == 12  # anything, suited cards of any suit
    play(state, "F1")
    assert state.view(PUBLIC)["led"] == "F"
    assert [card for card in legal(state).split() if card[0] != "F"] == []
    assert refused(state, "H1") == "SF-2"
    play(state, "F2")
    assert len(state.legal()) == 12  # no flag: free
    assert state.aids(PUBLIC)["void"] == [[], [], [], []]
    play(state, "K1")
    assert last(state, "trick") == {"seat": 1, "cards": ["F1", "K1"], "cancelled": [1]}


def test_SF_3_after_two_wilds_the_third_is_free_too():
    state = dealt("W10 S1..9", "W0 F1..9", "H1 S-1 F-1", "H2 S-2", first=0)
    play(state, "W10 W0")
    assert state.view(PUBLIC)["led"] is None
    assert len(state.legal()) == 12
    play(state, "H1")
    assert state.view(PUBLIC)["led"] == "H"
    assert "H2" in state.legal()
    assert not {card[0] for card in state.legal()} - {"H"}
    play(state, "H2")
    assert last(state, "trick") == {"seat": 3, "cards": ["H2"]}  # 10, then 2


def test_SF_3_three_players_and_two_wilds_still_give_a_suit():
    state = dealt("W10", "W0", "H1", players=3)
    play(state, "W10 W0 H1")
    assert last(state, "trick") == {"seat": 2, "cards": ["H1"]}


def test_SF_3_nothing_is_shown_before_the_suit_is_set():
    state = dealt("W10 S1..9", "F1", "S-1 H1..9", first=0)
    play(state, "W10 F1")
    assert state.aids(PUBLIC)["void"] == [[], [], [], []]


# --- SF-4 the wilds -------------------------------------------------------------------------


@pytest.mark.parametrize(("wild", "winner"), [("W0", 0), ("W10", 2)])
def test_SF_4_a_wild_counts_as_the_led_suit_with_its_rank(wild, winner):
    state = play(late("S1", wild, "S5", "S-1"), f"S1 {wild} S5 S-1")
    assert last(state, "trick")["seat"] == winner  # 5 1 0 -1, or 10 5 1 -1


def test_SF_4_a_wild_in_the_hand_has_no_suit():
    """W0 does not make one follow: void in the suit, anything may be played."""
    state = play(late("S1 S2", "W0 F1", "S5 S6", "S7 S8"), "S1")
    assert legal(state) == "F1 W0"


# --- SF-5 the second highest ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "winner", "taken"),
    [
        ("S1 S2 S3 S4", 2, "S3"),
        ("S9 S8 S7 S6", 1, "S8"),
        ("S-3 S-2 S-1 S1", 2, "S-1"),
        ("S5 F9 S2 K9", 2, "S2 F9 K9"),  # of two that follow, the lower
        ("S5 F9 H9 K9", 0, "S5 F9 H9 K9"),  # the only one
        ("S9 W10 F1 H1", 0, "S9 F1 H1"),  # 10 beats 9
        ("S-1 W0 F1 H1", 0, "S-1 F1 H1"),  # 0 beats -1
        ("S1 W0 F1 H1", 1, "F1 H1 W0"),
        ("S1 W0 W10 H1", 0, "S1 H1"),
        ("W0 S1 W10 H1", 1, "S1 H1"),
        ("W10 S9 H1 F1", 1, "S9 F1 H1"),
        ("W0 W10 S9 S8", 2, "S9"),
    ],
)
def test_SF_5_SF_6_who_wins_and_what(cards, winner, taken):
    state = play(late(*cards.split()), cards)
    told = last(state, "trick")
    assert (told["seat"], told["cards"]) == (winner, taken.split())


def test_SF_5_a_card_that_did_not_follow_cannot_win():
    state = play(late("S1", "F9", "H9", "K9", leader=0), "S1 F9 H9 K9")
    assert last(state, "trick")["seat"] == 0


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("leader", [0, 1, 2])
def test_SF_5_whoever_leads(players, leader):
    cards = [f"S{(5 * p) % 7 + 1}" for p in range(players)]
    state = late(*cards, leader=leader)
    play(state, " ".join(cards[leader:] + cards[:leader]))
    second = sorted(int(card[1:]) for card in cards)[-2]
    assert last(state, "trick") == {"seat": cards.index(f"S{second}"), "cards": [f"S{second}"]}


# --- SF-6 the spoils ------------------------------------------------------------------------


def test_SF_6_the_printed_example():
    """B wins with a 7 and also gets the 3 of D, who could not follow; A's and C's cards are out."""
    state = play(late("H5 S1", "H7 S2", "H8 S3", "F3 S4"), "H5 H7 H8 F3")
    assert last(state, "trick") == {"seat": 1, "cards": ["F3", "H7"]}
    assert piles(state) == ["", "F3 H7", "", ""]
    assert state.turn == 1  # and leads


def test_SF_6_a_wild_is_taken_only_by_its_winner():
    state = play(late("S5 S1", "W10 S3", "S2 F1", "F3 F2"), "S5 W10 S2 F3")
    assert piles(state) == ["S5 F3", "", "", ""]
    state = play(late("S-1 S1", "W0 F5", "S2 F1", "F3 F2"), "S-1 W0 S2 F3")
    assert piles(state) == ["", "F3 W0", "", ""]


def test_SF_6_the_piles_are_open_to_all():
    state = play(late("H5 S1", "H7 S2", "H8 S3", "F3 S4"), "H5 H7 H8 F3")
    for viewer in (0, 1, 2, 3, PUBLIC):
        assert state.view(viewer)["seats"][1]["pile"] == ["F3", "H7"]
        assert last(state, "trick", viewer) == {"seat": 1, "cards": ["F3", "H7"]}


def test_scores_change_only_at_the_end_of_the_round():
    state = late("H5 S1", "H7 S2", "H8 S3", "F3 S4", scores=[1, 2, 3, 4])
    for move in ["H5", "H7", "H8", "F3", "S2", "S3", "S4"]:
        state.play(move)
        assert state.scores == [1, 2, 3, 4]
    state.play("S1")
    assert state.scores == [1, 2 + 10, 3 + 3, 4]
