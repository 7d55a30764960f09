"""Piles, the end of a round and of the game: SF-7 to SF-10."""

from __future__ import annotations

import random

import pytest

import ryumon
from ryumon import CHANCE, OVER, PUBLIC
from ryumon.games.schadenfreude.rules import RANKS, SUITS, WILD_0, WILD_10, rank, worth
from ryumon.kernel.bits import bits_of
from tests.rules.schadenfreude.scene import last, late, piles, play

# --- SF-7 equal ranks -----------------------------------------------------------------------


def test_SF_7_the_printed_example():
    """A 7, a -1 and a 9 lie there; a 7 and a 3 are taken; 3, -1 and 9 stay."""
    state = late("H5 S1", "H7 S2", "H8 S3", "F3 S4", piles={1: "K7 S-1 F9"})
    play(state, "H5 H7 H8 F3")
    assert piles(state)[1] == "S-1 F3 F9"


def test_SF_7_of_three_one_stays():
    state = late("H5 S1", "H7 S2", "H8 S3", "F7 S4", piles={1: "K7 S-1"})
    play(state, "H5 H7 H8 F7")
    assert sorted(card[1:] for card in piles(state)[1].split()) == ["-1", "7"]
    assert state.aids(PUBLIC)["worth"][1] == 6


@pytest.mark.parametrize(
    ("before", "trick", "winner", "after", "cancelled"),
    [
        ("", "H5 H7 H8 F7", 1, "", [7]),  # two taken at once cancel each other
        ("K7 S3", "H5 H7 H8 F3", 1, "", [3, 7]),
        ("", "H5 F4 K4 S4", 0, "4 5", [4]),  # the only one that followed takes three: one stays
        ("", "H5 F5 K5 S5", 0, "", [5, 5]),  # four of a rank
        ("S1", "H5 H7 H8 F7", 1, "1", [7]),
    ],
)
def test_SF_7_pairs_cancel_whatever_the_suit(before, trick, winner, after, cancelled):
    state = play(late(*trick.split(), piles={winner: before}), trick)
    assert last(state, "score")["points"][winner] == sum(map(int, after.split()))
    ahead = [
        f"{card} {rest}" for card, rest in zip(trick.split(), ("S9", "F9", "K9", "K8"), strict=True)
    ]
    state = play(late(*ahead, piles={winner: before}), trick)
    assert sorted(card[1:] for card in piles(state)[winner].split()) == after.split()
    assert sorted(last(state, "trick")["cancelled"]) == cancelled


def test_SF_7_negative_ranks_cancel_too():
    state = late("H-2 S1", "H-3 S2", "H-1 S3", "F-2 S4", piles={0: "K-2 S9"})
    play(state, "H-2 H-3 H-1 F-2")  # H-2 wins: three of -2, one stays
    assert sorted(card[1:] for card in piles(state)[0].split()) == ["-2", "9"]
    state = late("H-2 S1", "H-3 S2", "H-1 S3", "F4 S4", piles={0: "K-2 S9"})
    play(state, "H-2 H-3 H-1 F4")
    assert piles(state)[0] == "S9 F4"


def test_SF_7_a_wild_meets_no_equal():
    state = play(late("S1 H1", "W0 H2", "K3 H3", "K4 H4"), "S1 W0 K3 K4")
    assert piles(state)[1] == "K3 K4 W0"
    assert state.aids(PUBLIC)["worth"][1] == 7
    assert state.aids(PUBLIC)["cancels"][1] == [3, 4]  # nothing would cancel the wild


def test_SF_7_what_is_gone_stays_gone():
    state = late("H5 S1", "H7 S7", "H8 S9", "F7 S4")
    play(state, "H5 H7 H8 F7")
    assert piles(state)[1] == ""
    play(state, "S7 S9 S4")
    assert state.aids(PUBLIC)["worth"] == [0, 0, 0, 0]
    assert state.aids(PUBLIC)["cancels"] == [[], [], [], []]
    play(state, "S1")
    assert state.scores == [0, 7, 0, 0]  # the third of three counts


# --- SF-8 the score -------------------------------------------------------------------------


def test_SF_8_the_sum_of_the_pile_is_added():
    state = late(
        "S1", "S2", "S3", "S4", scores=[3, 4, 5, 6],
        piles={0: "K9 F-3", 1: "K-1 K-2", 2: "F1 F2", 3: "W10 W0"},
    )  # fmt: skip
    play(state, "S1 S2 S3 S4")
    assert last(state, "score") == {
        "round": 2, "points": [6, -3, 6, 10], "scores": [9, 1, 11, 16],
    }  # fmt: skip
    assert state.scores == [9, 1, 11, 16]
    assert [seat["points"] for seat in state.view(0)["seats"]] == [6, -3, 6, 10]


def test_SF_8_below_0_becomes_0():
    state = late("S1", "S2", "S3", "S4", scores=[3, 5, 0, 9], piles={0: "K-1 K-3", 1: "F-3"})
    play(state, "S1 S2 S3 S4")
    assert last(state, "score")["points"] == [-4, -3, 3, 0]
    assert state.scores == [0, 2, 3, 9]


def test_SF_8_points_before_0_are_not_remembered():
    """The mark is at 0: the next round counts from there."""
    state = late("S1", "S2", "S3", "S4", scores=[0, 5, 1, 9], piles={0: "K-1 K-3"})
    play(state, "S1 S2 S3 S4")
    assert state.scores == [0, 5, 4, 9]
    told = state.position() | {"points": [-4, 0, 3, 0]}
    assert state.game.position(told).scores == [0, 5, 4, 9]


# --- SF-9 the end ---------------------------------------------------------------------------


TEN = ["F8 F2", "H8 H2", "K8 K2", "F9 F1", "H9 H1"]  # a pile of ten points for each seat
NOTHING = ["S1", "W0", "S-3", "S-2", "S-1"]  # a trick that W0 wins: it brings no points


def finish(*totals: int) -> ryumon.State:
    """A round that ends with these scores."""
    n = len(totals)
    scores = [total - 10 if total >= 10 else total for total in totals]
    state = late(
        *NOTHING[:n],
        scores=scores,
        piles={p: TEN[p] for p, total in enumerate(totals) if total >= 10},
    )
    play(state, " ".join(NOTHING[:n]))
    assert state.scores == list(totals)
    return state


@pytest.mark.parametrize(
    ("totals", "winners"),
    [
        ((41, 40, 39), [1]),
        ((41, 30, 30), []),
        ((41, 40, 39, 0), [1]),  # exactly 40 is the best
        ((41, 12, 39, 0), [2]),
        ((50, 45, 41, 0), [3]),  # all others are out
        ((41, 39, 39, 20), [3]),  # equally close: neither wins, the next does
        ((41, 40, 40, 20), [3]),
        ((45, 39, 39, 41), []),  # all that are not out cancel
        ((41, 42, 43, 44), []),  # all are out
        ((41, 38, 38, 38), []),
        ((41, 39, 39, 20, 20), []),
        ((41, 39, 39, 20, 12), [3]),
        ((41, 39, 39, 39, 12), [4]),
        ((41, 41, 12, 12, 0), [4]),
        ((41, 41, 41, 41, 41), []),
        ((41, 0, 41, 41, 41), [1]),
    ],
)
def test_SF_9_who_wins(totals, winners):
    state = finish(*totals)
    assert state.turn == OVER
    result = state.result()
    assert result is not None
    assert result.winners == winners
    assert result.payoffs == [1.0 if p in winners else 0.0 for p in range(len(totals))]
    assert result.reason == "above"
    assert last(state, "end") == {"winners": winners, "reason": "above"}
    assert state.legal() == []
    assert state.scores == list(totals)  # the scores of the end stay


def test_SF_9_exactly_40_does_not_end_the_game():
    state = finish(40, 12, 39, 30)
    assert state.turn == CHANCE
    assert state.result() is None
    assert state.view(PUBLIC)["round"] == 3


def test_SF_9_nobody_wins_is_said():
    state = finish(41, 42, 43, 44)
    assert state.log(0)[-1] == "The game is over: nobody wins."
    assert state.log(0, "ja")[-1] == "ゲーム終了。勝者なし。"


def test_SF_9_the_winner_is_said():
    state = finish(41, 40, 39, 0)
    assert state.log(1)[-1] == "The game is over: you win."
    assert state.log(2)[-1] == "The game is over: Seat 1 wins."
    assert state.log(PUBLIC, "ja")[-1] == "ゲーム終了。勝者: 席1。"


# --- SF-10 fifty rounds ---------------------------------------------------------------------


def test_SF_10_the_game_ends_after_50_rounds_and_is_judged_by_SF_9():
    state = late("S-1", "W0", "S1", "S-2", scores=[12, 30, 30, 7], round=50)
    play(state, "S-1 W0 S1 S-2")
    assert state.turn == OVER
    result = state.result()
    assert result is not None
    assert (result.winners, result.reason) == ([0], "rounds")
    assert state.view(0)["round"] == 50


def test_SF_10_the_49th_round_is_not_the_last():
    state = late("S-1", "W0", "S1", "S-2", scores=[12, 30, 30, 7], round=49)
    play(state, "S-1 W0 S1 S-2")
    assert state.turn == CHANCE
    assert state.view(0)["round"] == 50


def test_SF_10_a_score_above_40_in_the_last_round_is_the_reason():
    state = late("S-1", "W0", "S1", "S-2", scores=[40, 30, 20, 7], piles={0: "F1"}, round=50)
    result = play(state, "S-1 W0 S1 S-2").result()
    assert result is not None
    assert (result.winners, result.reason) == ([1], "above")


@pytest.mark.parametrize("players", [3, 4, 5])
def test_points_of_whole_games_are_what_was_taken(players):
    """SF-7, SF-8 from the events alone: ranks that were taken an odd number of times."""
    game = ryumon.game("schadenfreude", players=players)
    for seed in range(4):
        state, rng = game.start(), random.Random(seed)
        while state.turn != OVER:
            state.play(rng.choice(state.legal()))
        scores, taken = [0] * players, [set[int]() for _ in range(players)]
        for event in state.events(PUBLIC):
            if event["kind"] == "trick":
                for card in event["cards"]:
                    taken[event["seat"]] ^= {int(card[1:])}
            elif event["kind"] == "score":
                assert event["points"] == [sum(ranks) for ranks in taken]
                scores = [max(0, scores[p] + sum(taken[p])) for p in range(players)]
                assert event["scores"] == scores
                taken = [set() for _ in range(players)]
        assert state.scores == scores


def test_SF_8_a_pile_is_worth_the_sum_of_its_numbers():
    """Counted card by card, for piles without two cards of one rank (SF-7)."""
    luck = random.Random(8)
    for _ in range(300):
        chosen = luck.sample(range(RANKS), luck.randrange(RANKS + 1))
        cards = [luck.randrange(SUITS) * RANKS + place for place in chosen]
        cards += [wild for wild in (WILD_0, WILD_10) if luck.random() < 0.3]
        assert worth(bits_of(cards)) == sum(rank(card) for card in cards)
