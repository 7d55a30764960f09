"""Set positions: what cannot be is refused with a sentence that says what is wrong."""

from __future__ import annotations

import random
from typing import Any

import pytest

import ryumon
from ryumon import CHANCE, OVER, PUBLIC
from tests.rules.schadenfreude.scene import DECK, late, play
from tests.support import refused_position

GAME = ryumon.game("schadenfreude")


def middle() -> dict[str, Any]:
    """Two tricks are left; seat 0 has led S1, seat 1 did not follow."""
    state = late("S1 S2", "F1 F2", "S3 H4", "W10 K4", piles={3: "K9 H3"}, scores=[0, 40, 7, 9])
    return play(state, "S1 F1").position()


def end() -> dict[str, Any]:
    state = late("S1", "S2", "S3", "S4", scores=[40, 0, 1, 2], piles={0: "K9"})
    return play(state, "S1 S2 S3 S4").position()


def begin() -> dict[str, Any]:
    return GAME.start().position()


def to_deal() -> dict[str, Any]:
    state = late("S1", "S2", "S3", "S4", scores=[5, 9, 4, 20])
    return play(state, "S1 S2 S3 S4").position()


BROKEN = [
    (middle, {"turn": 1}, "turn of 1"),
    (middle, {"turn": CHANCE}, "turn of -1"),
    (middle, {"turn": 7}, "no seat 7"),
    (middle, {"leader": None}, "turn of 2"),
    (middle, {"leader": 9}, "no seat 9"),
    (middle, {"phase": "trump"}, "not a phase"),
    (middle, {"phase": "over"}, "turn of 2"),
    (middle, {"round": 0}, "from 1 to 50"),
    (middle, {"round": 51}, "from 1 to 50"),
    (middle, {"round": 1}, "before a round is finished"),
    (middle, {"tricks": 9}, "Seat 0 should have 2 cards"),
    (middle, {"tricks": -1}, "tricks"),
    (middle, {"tricks": 99}, "from 0 to 12"),
    (middle, {"hands": [["S2"], ["F2"], ["S3"], ["W10"]]}, "H4 K4 are missing"),
    (middle, {"hands": [["S2"], ["F2"], ["S3", "H4"], ["W10", "S2"]]}, "two places"),
    (middle, {"hands": [["S2"], ["F2"], ["S3", "S3"], ["W10", "K4"]]}, "twice"),
    (middle, {"hands": [["S2"], ["F2"], ["S3", "H4"], ["W10", "X4"]]}, "not a card"),
    (middle, {"hands": [["S2"]]}, "each of 4 seats"),
    (middle, {"hands": [["S2", "F2"], [], ["S3", "H4"], ["W10", "K4"]]}, "Seat 0 should have 1"),
    (middle, {"hands": [["F2"], ["S2"], ["S3", "H4"], ["W10", "K4"]]}, "no S and cannot hold"),
    (middle, {"void": [[], [], ["H"], []]}, "no H and cannot hold any. (SF-2)"),
    (middle, {"void": [[], [], ["W"], []]}, "not a suit"),
    (middle, {"void": [[], [], ["SF"], []]}, "not a suit"),
    (middle, {"piles": [["K9"], [], [], ["K9"]]}, "taken twice"),
    (middle, {"piles": [["K9", "S9"], [], [], []]}, "cancel. (SF-7)"),
    (middle, {"piles": [["S2"], [], [], []]}, "finished tricks. (SF-6)"),
    (middle, {"piles": [["S1"], [], [], []]}, "finished tricks. (SF-6)"),
    (
        middle,
        {
            "trick": ["S1", None, "F1", None],
            "hands": [["S2"], ["F2", "S3"], ["H4"], ["W10", "K4"]],
        },
        "clockwise",
    ),
    (middle, {"trick": ["H4", "F1", None, None]}, "among the cards played"),
    (middle, {"scores": [0, 41, 7, 9]}, "Seat 1 cannot be at 41"),
    (middle, {"scores": [0, 41, 7, 9], "points": [0, 1, 0, 0]}, "above 40"),
    (middle, {"scores": [-1, 40, 7, 9]}, "cannot be at -1"),
    (middle, {"scores": [0, 40, 7, 1000]}, "from -100 to 100, not 1000"),
    (middle, {"points": [0, 101, 0, 0]}, "`points` is a number from -100 to 100, not 101"),
    (middle, {"points": [0, -101, 0, 0]}, "`points` is a number from -100 to 100, not -101"),
    (middle, {"scores": [0, 128, 0, 0]}, "`scores` is a number from -100 to 100, not 128"),
    (middle, {"points": [0, 56, 0, 0]}, "in a round"),
    (middle, {"points": [-7, 0, 0, 0]}, "in a round"),
    (middle, {"points": [0, 0, 8, 0]}, "after 8 points"),
    (middle, {"left_over": []}, "missing"),
    (end, {"phase": "tricks", "turn": 2}, "12 finished tricks"),
    (end, {"points": [8, 0, 3, 0]}, "after 8 points"),
    (end, {"points": [9, 0, 4, 0], "scores": [49, 0, 4, 2]}, "seat 2 is not worth 4"),
    (end, {"points": [9, 0, 3, 0], "piles": [[], [], [], []]}, "seat 0 is not worth 9"),
    (begin, {"leader": 1}, "no leader"),
    (begin, {"phase": "deal"}, "no leader"),
    (begin, {"undealt": DECK[1:]}, "missing"),
    (begin, {"undealt": DECK[1:], "hands": [["S-3"], [], [], []]}, "Before all cards are dealt"),
    (begin, {"scores": [1, 2, 3, 4], "round": 2}, "Seat 0 alone has the lowest score"),
    (to_deal, {"leader": 1}, "does not have the lowest score"),
    (to_deal, {"undealt": DECK[1:], "hands": [[], ["S-3"], [], []]}, "Seat 0 should have 1"),
    (to_deal, {"tricks": 1}, "1 finished trick now"),
    (to_deal, {"void": [["S"], [], [], []]}, "has shown nothing"),
    (to_deal, {"trick": ["S1", None, None, None]}, "among the cards played"),
]


@pytest.mark.parametrize(
    ("scene", "change", "words"),
    BROKEN,
    ids=[f"{scene.__name__}-{k}" for k, (scene, _, _) in enumerate(BROKEN)],
)
def test_what_cannot_be_is_refused(scene, change, words):
    told = scene()
    assert GAME.position(told).position() == told
    assert words in refused_position(GAME, {**told, **change})


def test_a_card_that_three_players_do_not_have():
    told = ryumon.game("schadenfreude", players=3).start().position()
    told["undealt"][-1] = "S9"
    with pytest.raises(ValueError, match=r"W10 is missing|S9 is not in the game of 3 players"):
        ryumon.game("schadenfreude", players=3).position(told)


def test_what_the_trick_shows_need_not_be_said():
    """Seat 1 did not follow: that it has no Sword follows from the trick."""
    told = middle()
    assert told["void"] == [[], ["S"], [], []]
    del told["void"]
    assert GAME.position(told).aids(PUBLIC)["void"] == [[], ["S"], [], []]


def test_a_position_after_two_wilds():
    state = late("W0 S1", "W10 F1", "H1 H2", "K1 K2")
    told = play(state, "W0 W10").position()
    again = GAME.position(told)
    assert again.view(PUBLIC)["led"] is None
    assert again.legal() == ["H1", "H2"]
    play(again, "H1")
    assert again.view(PUBLIC)["led"] == "H"


@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_position_of_a_game_is_sound_and_plays_on(players):
    game = ryumon.game("schadenfreude", players=players)
    state, rng = game.start(), random.Random(players)
    while state.turn != OVER:
        if rng.random() < 0.1:
            again = game.position(state.position())
            assert again.legal() == state.legal()
            assert again.position() == state.position()
            for viewer in (*range(players), PUBLIC):
                assert again.view(viewer) == state.view(viewer)
                assert again.aids(viewer) == state.aids(viewer)
        state.play(rng.choice(state.legal()))
    assert game.position(state.position()).result() == state.result()
