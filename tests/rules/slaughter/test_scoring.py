"""The end of a round and of the game: SD-3, SD-12 to SD-14."""

from __future__ import annotations

import pytest

import ryumon
from ryumon import CHANCE, OVER, PUBLIC
from tests.rules.scene import SUM, last, late, pile, play, refused, result
from tests.support import finished, thinned

# --- SD-12 the Inverted Scale ---------------------------------------------------------------


def test_SD_12_the_whole_scale_is_revealed_and_its_purple_taken():
    state = late("R5", "R6", "R7", "R8", scale="P3 P10 B2 G9", purple={0: "P1-2 P4-9 P11-12"})
    play(state, "R5 R6 R7 R8")
    for viewer in (0, 1, 2, 3, PUBLIC):
        scale = last(state, "scale", viewer)
        assert scale == {"seat": 3, "cards": ["P3", "P10", "B2", "G9"]}  # non-purple too
    assert last(state, "score")["points"] == [50 - 65, 0, 0, 5 - 13]


def test_SD_12_nothing_is_revealed_before_the_end():
    state = play(late("R5", "R6", "R7", "R8", scale="P3 P10 B2 G9"), "R5 R6 R7")
    for viewer in (0, 1, 2, 3, PUBLIC):
        assert state.view(viewer)["revealed"] == []
        assert state.view(viewer)["scale"] == 4


@pytest.mark.parametrize("winner", range(4))
def test_SD_12_the_winner_of_the_last_trick_leads_and_summons_next(winner):
    hands = [f"B{12 if p == winner else p + 1}" for p in range(4)]
    state = play(late(*hands, leader=0), " ".join(hands))
    assert state.view(PUBLIC)["leader"] == winner
    for hand in (pile("P1-11"), pile("R1-11"), pile("B1-11"), pile("G1-11")):
        state.play([f"~{card}" for card in hand])
    state.play("~trump:B")
    assert state.view(PUBLIC)["summoner"] == winner
    play(state, "~P12 ~R12 P12 R12")
    state.play(["B11", "done"])
    assert state.turn == winner


# --- SD-13 the points -----------------------------------------------------------------------


def test_SD_13_five_for_a_token_minus_the_numbers_of_purple():
    state = late(
        "R5", "R6", "R7", "R8",
        purple={0: "P1 P12", 1: "P2-6", 2: "P7-11"}, tokens={0: 2, 1: 3, 2: 5},
    )  # fmt: skip
    assert state.scores == [0, 0, 0, 0]
    play(state, "R5 R6 R7")
    assert state.scores == [0, 0, 0, 0]  # only the move that ends the round changes them
    state.play("R8")
    assert last(state, "score")["points"] == [10 - 13, 15 - 20, 25 - 45, 5]
    assert state.scores == [-3, -5, -20, 5]


@pytest.mark.parametrize("advanced", [False, True])
@pytest.mark.parametrize("players", thinned([3, 4, 5], 3))
def test_SD_13_a_round_without_a_moon_sums_to_the_rulebooks_number(players, advanced):
    seen = 0
    for seed in range(6):
        whole = finished(ryumon.game("slaughter", players=players, advanced=advanced), seed)
        for event in whole.events(PUBLIC):
            if event["kind"] == "score" and event["moon"] is None:
                assert sum(event["points"]) == SUM[players] == 5 * {5: 9}.get(players, 11) - 78
                seen += 1
    assert seen > players


# --- SD-14 the moon -------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 5])
def test_SD_14_all_twelve_purple_cards(players):
    hands = [f"R{5 + k}" for k in range(players)]
    tricks = 10 if players < 5 else 8
    state = late(*hands, purple={1: "P1-12"}, tokens={1: tricks - 2, 2: 2})
    play(state, " ".join(hands))
    expected = [60 if p == 1 else -20 for p in range(players)]
    assert last(state, "score")["points"] == expected  # tokens and purple count nothing
    assert last(state, "score")["moon"] == 1
    assert state.scores == expected


def test_SD_14_cards_taken_from_the_scale_count():
    state = late("R5", "R6", "R7", "R8", purple={3: "P1-9"}, tokens={3: 10}, scale="P10-12")
    play(state, "R5 R6 R7 R8")
    assert state.scores == [-20, -20, -20, 60]


def test_SD_14_eleven_are_not_enough():
    state = late("R5", "R6", "R7", "R8", purple={3: "P2-12", 0: "P1"}, tokens={3: 9, 0: 1})
    play(state, "R5 R6 R7 R8")
    assert last(state, "score")["moon"] is None
    assert state.scores == [5 - 1, 0, 0, 50 - 77]


def test_SD_14_the_scale_can_spoil_it():
    state = late("R5", "R6", "R7", "R8", purple={0: "P1-11"}, scale="P12")
    play(state, "R5 R6 R7 R8")
    assert state.scores == [50 - 66, 0, 0, 5 - 12]


def test_SD_14_the_purple_of_the_last_trick_counts():
    state = late("P1", "R6", "P3", "B4", purple={1: "P2 P4-12"}, tokens={1: 10}, leader=2)
    play(state, "P3 B4 P1 R6")
    assert state.scores == [-20, 60, -20, -20]


def test_SD_14_only_a_lone_taker_can_still_take_all_purple():
    cards = "R5", "R6", "R7", "R8"
    assert late(*cards, purple={1: "P1-12"}, tokens={1: 10}).aids(0)["moon"] == 1
    for two in ({1: "P2-12", 3: "P1"}, {0: "P1", 2: "P2-12"}):
        assert late(*cards, purple=two, tokens=dict.fromkeys(two, 5)).aids(0)["moon"] is None


def test_SD_13_the_aids_count_a_round_once():
    """While it is played its points come on top; at the end they stand in the scores."""
    state = late("R5", "R6", "R7", round=3, scale="P3")
    told = state.aids(0)
    assert told["scores"] == [a + b for a, b in zip(state.scores, told["points"], strict=True)]
    assert any(told["points"])
    play(state, "R5 R6 R7")
    assert state.turn == OVER
    assert any(state.aids(0)["points"])
    assert state.aids(0)["scores"] == state.scores


def test_SD_14_projected_as_soon_as_somebody_has_all():
    state = late("R5", "R6", "R7", "R8", purple={1: "P1-12"}, tokens={1: 10})
    assert state.aids(0)["points"] == [-20, 60, -20, -20]


@pytest.mark.parametrize("shooter", [0, 2])
def test_SD_14_after_soul_sucking_too(shooter):
    """The rulebook's note: a moon counts as ever in such a round."""
    game = ryumon.game("slaughter", players=3, advanced=True)
    hands = ["R9", "R10", "R11"]
    before = late(*hands, trump="P", purple={shooter: "P1-12"}, tokens={shooter: 10}).position()
    gifts = {"advanced": True, "caller": 0, "called": "P12"}
    gifts |= {"gave": [None, "B1", "B2"], "got": [None, "B1", "P12"]}
    state = play(game.position(before | gifts), " ".join(hands))
    assert state.scores == [60 if p == shooter else -20 for p in range(3)]


# --- SD-3 the end ---------------------------------------------------------------------------


def doomed(before: int):
    """Round 2; seat 1, at -77, takes part of the purple: `before` says how much, with 2 tokens."""
    lots = {33: "P10-12", 32: "P9 P11-12", 34: "P1 P10-12"}
    return late(
        "R5", "R6", "R7", "R8", points=[[54, -77, 0, 0]],
        purple={1: lots[before]}, tokens={0: 8, 1: 2},
    )  # fmt: skip


@pytest.mark.parametrize(("poison", "score"), [(33, -100), (34, -101)])
def test_SD_3_the_game_ends_when_somebody_stands_at_minus_100(poison, score):
    state = play(doomed(poison), "R5 R6 R7 R8")
    assert state.scores[1] == score
    assert state.turn == OVER
    assert state.legal() == []
    assert state.chances() == {}
    assert result(state).reason == "lost"
    assert result(state).winners == [0]
    assert refused(state, "R5") == "N"
    assert last(state, "end") == {"winners": [0], "reason": "lost"}


def test_SD_3_minus_99_is_not_enough():
    state = play(doomed(32), "R5 R6 R7 R8")
    assert state.scores[1] == -99
    assert state.turn == CHANCE
    assert state.result() is None


def test_SD_3_it_is_judged_after_the_round_only():
    """At -77 and with 33 points of poison on the table before seat 1, play goes on."""
    state = play(doomed(33), "R5 R6 R7")
    assert state.turn == 3
    assert state.result() is None


@pytest.mark.parametrize("players", [3, 4, 5])
def test_SD_3_as_many_rounds_as_players(players):
    hands = [f"R{5 + k}" for k in range(players)]
    state = play(late(*hands, round=players - 1), " ".join(hands))
    assert state.turn == CHANCE
    state = play(late(*hands, round=players), " ".join(hands))
    assert state.turn == OVER
    assert result(state).reason == "rounds"
    assert [len(seat["points"]) for seat in state.view(0)["seats"]] == [players] * players


def test_SD_3_a_moon_can_end_it():
    state = late("R5", "R6", "R7", "R8", points=[[0, -77, 54, 0], [0, -3, -20, 0]],
                 purple={3: "P1-12"}, tokens={3: 10})  # fmt: skip
    play(state, "R5 R6 R7 R8")
    assert state.scores == [-20, -100, 14, 60]
    assert result(state).winners == [3]


def test_SD_3_the_highest_score_wins():
    state = play(late("R5", "R6", "R7", round=3, purple={0: "P1-12"}), "R5 R6 R7")
    assert result(state).winners == [0]  # a moon: 60 - 23
    assert result(state).payoffs == [1, 0, 0]


@pytest.mark.parametrize(
    ("purple", "scores", "winners"),
    [
        (("P5", "P1 P4", "P2-3 P6-12"), [-18, -18, -33], [0, 1]),
        (("P10", "P1 P9", "P2-8 P11-12"), [-23, -23, -23], [0, 1, 2]),
    ],
)
def test_SD_3_ties_share_the_win(purple, scores, winners):
    """The third round; seats 0 and 1 have lost 23 each before it."""
    taken = dict(enumerate(purple))
    state = late("B5", "B6", "B7", round=3, tokens={0: 2, 1: 2, 2: 6}, purple=taken)
    play(state, "B5 B6 B7")
    assert state.scores == scores
    assert result(state).winners == winners
    assert result(state).payoffs == [1 / len(winners) if p in winners else 0 for p in range(3)]
