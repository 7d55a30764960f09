"""The set-up of a game and of a round: the table of components, SD-1, SD-2."""

from __future__ import annotations

import random

import pytest

import ryumon
from ryumon import CHANCE, OVER, PUBLIC
from tests.rules.scene import COLOURS, dealt, deck, kinds, late, legal, play
from tests.support import finished

# players: colours, hand, Inverted Scale, body tokens, tricks, indicators
TABLE = {
    3: ("PRB", 11, 3, 10, 11, 6),
    4: ("PRBG", 11, 4, 10, 11, 8),
    5: ("PRBG", 9, 3, 8, 9, 8),
}


@pytest.mark.parametrize("players", TABLE)
def test_components_for_each_number_of_players(players):
    colours, hand, scale, bodies, tricks, indicators = TABLE[players]
    state = ryumon.game("slaughter", players=players).start()
    assert set(state.game.position(state.position()).view(0)["indicators"]) == set(colours)
    assert sum(state.view(PUBLIC)["indicators"].values()) == indicators
    state.deal(random.Random(players))
    view = state.view(0)
    assert len(view["hand"]) == hand
    assert [seat["hand"] for seat in view["seats"]] == [hand] * players
    assert view["scale"] == scale
    assert view["of_tricks"] == tricks
    held = {card for cards in state.position()["hands"] for card in cards}
    assert held | set(state.position()["scale"]) == {
        f"{c}{k}" for c in colours for k in range(1, 13)
    }
    while "score" not in kinds(state):
        state.play(random.Random(1).choice(state.legal()))
    won = [event["token"] for event in state.events(PUBLIC) if event["kind"] == "trick"]
    assert won == ["body"] * bodies + ["head"]


@pytest.mark.parametrize("players", TABLE)
def test_SD_1_the_first_lead_is_random_and_drawn_once(players):
    state = ryumon.game("slaughter", players=players).start()
    assert state.turn == CHANCE
    assert state.chances() == {f"~first:{seat}": 1 / players for seat in range(players)}
    assert state.weights() == [1] * players
    for first in range(players):
        scene = dealt(players=players, first=first)
        scene.play([next(m for m in scene.legal() if m != "done"), "done"])
        assert scene.turn == scene.view(PUBLIC)["leader"] == first
    whole = finished(state.game, seed=players)
    assert sum(move.startswith("~first") for move in whole.moves) == 1


def test_SD_1_trump_by_the_indicators_that_are_left():
    state = ryumon.game("slaughter").start()
    play(state, "~first:0")
    for card in deck(4)[:44]:
        state.play(f"~{card}")
    assert state.chances() == {f"~trump:{colour}": 1 / 4 for colour in COLOURS}
    assert state.weights() == [2, 2, 2, 2]
    state.play("~trump:P")
    assert state.view(PUBLIC)["trump"] == "P"
    assert state.view(PUBLIC)["indicators"] == {"P": 1, "R": 2, "B": 2, "G": 2}


@pytest.mark.parametrize(
    ("used", "weights"),
    [("R", [2, 1, 2, 2]), ("RR", [2, 0, 2, 2]), ("RB", [2, 1, 1, 2]), ("PPG", [0, 2, 2, 1])],
)
def test_SD_1_a_used_indicator_does_not_come_back(used, weights):
    before = late("R5", "R6", "R7", "R8", trump=used[-1], round=len(used)).position()
    before["indicators"] = dict(zip(COLOURS, weights, strict=True))
    state = ryumon.game("slaughter").position(before)
    play(state, "R5 R6 R7 R8")
    for card in deck(4)[:44]:
        state.play(f"~{card}")
    total = sum(weights)
    expected = {f"~trump:{c}": w / total for c, w in zip(COLOURS, weights, strict=True) if w}
    assert state.chances() == pytest.approx(expected)
    assert state.weights() == [w for w in weights if w]


@pytest.mark.parametrize("players", TABLE)
def test_SD_1_no_colour_is_trump_more_than_twice(players):
    for seed in range(8):
        turned = [m[-1] for m in finished(ryumon.game("slaughter", players=players), seed).moves
                  if m.startswith("~trump")]  # fmt: skip
        assert all(turned.count(colour) <= 2 for colour in turned)


@pytest.mark.parametrize("players", TABLE)
def test_SD_2_hands_are_dealt_seat_by_seat_and_the_rest_is_the_scale(players):
    _, hand, scale, *_ = TABLE[players]
    state = ryumon.game("slaughter", players=players).start()
    play(state, "~first:1")
    order = random.Random(3).sample(deck(players), len(deck(players)))
    for k, card in enumerate(order[: players * hand]):
        assert state.turn == CHANCE
        assert set(state.chances()) == {f"~{c}" for c in order[k:]}
        assert set(state.weights()) == {1}
        state.play(f"~{card}")
    place = state.position()
    for seat in range(players):
        assert set(place["hands"][seat]) == set(order[seat * hand : (seat + 1) * hand])
    assert set(place["scale"]) == set(order[-scale:])
    assert legal(state).startswith("~trump")  # what is left over is never named


def test_SD_2_the_order_of_a_round():
    state = dealt("R12", round=2, first=1)
    play(state, "~G9 ~G10 G9 G10")
    state.play([state.legal()[0], "done"])
    while state.view(PUBLIC)["round"] == 2:
        state.play(state.legal()[0])
    shown = [kind for kind in kinds(state) if kind not in ("play", "trick", "pick-up")]
    assert shown == [
        "position", "deal", "trump", "summon", "summon", "returned", "call", "divided",
        "scale", "score",
    ]  # fmt: skip
    tricks = [kind for kind in kinds(state) if kind in ("divided", "trick", "scale")]
    assert tricks == ["divided", *["trick"] * 11, "scale"]
    assert state.turn == CHANCE  # the next deal


def test_SD_2_all_cards_come_back_for_the_next_round():
    state = play(late("R5", "R6", "R7", "R8"), "R5 R6 R7 R8")
    assert state.turn == CHANCE
    assert set(state.legal()) == {f"~{card}" for card in deck(4)}
    seats = state.view(PUBLIC)["seats"]
    assert all(seat["tokens"] == 0 and seat["purple"] == [] for seat in seats)


def test_ruling_no_further_component_has_an_effect():
    """The reference cards and the Bonus card: after the score nothing is left to decide."""
    state = finished(ryumon.game("slaughter", players=3), seed=5)
    assert state.turn == OVER
    rounds = [e for e in state.events(PUBLIC) if e["kind"] == "score"]
    assert state.scores == [
        sum(points) for points in zip(*(e["points"] for e in rounds), strict=True)
    ]
