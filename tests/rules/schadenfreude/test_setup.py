"""The deck, the deal and who leads: the table of the rules page and SF-1."""

from __future__ import annotations

import random

import pytest

import ryumon
from ryumon import CHANCE, PUBLIC
from tests.rules.schadenfreude.scene import DECK, SIZE, THREE, dealt, deck, last, late, play


def test_fifty_cards_in_this_order():
    assert len(DECK) == 50
    state = play(ryumon.game("schadenfreude").start(), "~first:0")
    assert state.legal() == [f"~{card}" for card in DECK]  # suits S F H K, ranks up, wilds last


def test_three_players_use_38():
    state = play(ryumon.game("schadenfreude", players=3).start(), "~first:0")
    assert state.legal() == [f"~{card}" for card in THREE]
    assert len(THREE) == 38
    assert [card for card in THREE if card[0] == "F"] == [
        "F-3", "F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8",
    ]  # fmt: skip


@pytest.mark.parametrize(("players", "hand", "left_over"), [(3, 12, 2), (4, 12, 2), (5, 10, 0)])
def test_hands_and_what_is_left_over(players, hand, left_over):
    state = ryumon.game("schadenfreude", players=players).start()
    state.deal(random.Random(1))
    assert len(state.moves) == 1 + players * hand  # what is left over is never named
    position = state.position()
    assert [len(cards) for cards in position["hands"]] == [hand] * players
    assert len(position["left_over"]) == left_over
    named = [move[1:] for move in state.moves[1:]]
    assert sorted(named + position["left_over"], key=DECK.index) == deck(players)
    for p in range(players):  # seat 0's whole hand first, then seat 1's
        assert set(named[p * hand : (p + 1) * hand]) == set(position["hands"][p])


def test_left_over_cards_are_shown_to_nobody():
    state = dealt(left_over="S1 W10")
    for viewer in (0, 1, 2, 3, PUBLIC):
        told = str((state.events(viewer), state.view(viewer)))
        assert state.view(viewer)["left_over"] == 2
        assert "'W10'" not in told
        assert {"S1", "W10"} <= {
            card for cards in state.aids(viewer)["unseen"].values() for card in cards
        }


def test_nobody_sees_anything_before_all_is_dealt():
    state = play(ryumon.game("schadenfreude").start(), "~first:0 ~S1")
    blank = play(ryumon.game("schadenfreude").start(), "~first:0")
    for viewer in (0, 1, PUBLIC):
        assert state.view(viewer) == blank.view(viewer)
        assert state.events(viewer) == blank.events(viewer)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_SF_1_the_first_lead_is_random(players):
    state = ryumon.game("schadenfreude", players=players).start()
    assert state.turn == CHANCE
    assert state.chances() == {f"~first:{p}": 1 / players for p in range(players)}
    for p in range(players):
        assert dealt(players=players, first=p).turn == p


def test_SF_1_later_the_lowest_score_leads():
    state = play(late("S1", "S2", "S3", "S4", scores=[5, 9, 4, 20]), "S1 S2 S3 S4")
    assert state.scores == [5, 9, 4 + 3, 20]
    assert state.turn == CHANCE
    assert state.legal() == [f"~{card}" for card in DECK]  # no draw: seat 0 is the lowest
    assert state.view(PUBLIC)["leader"] == 0
    state.deal(random.Random(1))
    assert state.turn == 0
    assert last(state, "deal") == {"round": 3, "leader": 0}


def test_SF_1_the_lowest_after_SF_8():
    """Below 0 becomes 0 first: so seats 2 and 3 are equal."""
    state = late("S-3", "S-1", "S-2", "S1", scores=[9, 9, 2, 0], piles={2: "K-3"}, leader=2)
    play(state, "S-2 S1 S-3 S-1")  # second highest: S-1
    assert state.scores == [9, 8, 0, 0]
    assert state.legal() == ["~first:2", "~first:3"]


def test_SF_1_among_equals_chance_names_one():
    state = play(late("S1", "S2", "S3", "S4", scores=[2, 9, 9, 2]), "S1 S2 S3 S4")
    assert state.turn == CHANCE
    assert state.view(PUBLIC)["leader"] is None
    assert state.chances() == {"~first:0": 0.5, "~first:3": 0.5}
    state.play("~first:3")
    assert last(state, "first") == {"seat": 3, "move": "~first:3"}
    state.deal(random.Random(1))
    assert state.turn == 3


@pytest.mark.parametrize("players", [3, 4, 5])
def test_everything_is_dealt_anew(players):
    hands = [f"S{p + 1}" for p in range(players)]
    state = late(*hands, piles={0: "K8 F3"}, void={1: "K"})
    play(state, " ".join(hands))
    state.deal(random.Random(2))
    position = state.position()
    assert position["round"] == 3
    assert position["played"] == position["undealt"] == []
    assert position["piles"] == position["void"] == [[]] * players
    assert [len(hand) for hand in position["hands"]] == [SIZE[players]] * players
    cards = [card for hand in position["hands"] for card in hand] + position["left_over"]
    assert sorted(cards, key=DECK.index) == deck(players)


def test_the_quick_deal_gives_what_single_moves_give():
    """All places are equally likely for a card, whichever way it is dealt."""
    game = ryumon.game("schadenfreude", players=3)
    made = game.machine
    for seed in range(20):
        block, luck = made.block(), made.luck(seed)
        states = made.array(block)
        made.setup(states, 0, made.integers([3, 0]))
        if seed % 2:  # also when the deal has begun
            for move in ("~first:1", "~S1", "~W0"):
                made.step(block, game.spec.ids[move])
        made.deal_all(states, 0, luck)
        assert game.spec.position.fault(made.to_plain(states)) is None
        if seed % 2:
            assert {"S1", "W0"} <= set(game.spec.words.cards(states[0].hands[0]))
            assert states[0].leader == 1
