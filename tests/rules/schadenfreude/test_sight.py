"""What is seen, worked out and said."""

from __future__ import annotations

import random

import pytest

import ryumon
from ryumon import OVER, PUBLIC
from ryumon.games.schadenfreude import words
from tests.rules.schadenfreude.scene import dealt, filled, last, late, play

# --- events ---------------------------------------------------------------------------------


def test_the_deal_shows_everyone_the_own_hand():
    state = dealt("S1..9 F1..3", left_over="K1 K2")
    hands = filled(["S1..9 F1..3"], 4, "K1 K2")
    for p in range(4):
        assert last(state, "deal", p)["cards"] == sorted(hands[p], key=words.NAMES.index)
        assert state.view(p)["hand"] == last(state, "deal", p)["cards"]
    assert last(state, "deal") == {"round": 1, "leader": 0}
    assert state.view(PUBLIC)["hand"] == []


def test_events_of_a_trick_are_the_same_for_all():
    state = play(late("H5 S1", "H7 S2", "H8 S3", "F3 S4"), "H5 H7 H8 F3")
    told = [e for e in state.events(PUBLIC) if e["kind"] != "position"]
    assert [(e["kind"], e["seat"]) for e in told] == [
        ("play", 0), ("play", 1), ("play", 2), ("play", 3), ("trick", 1),
    ]  # fmt: skip
    for p in range(4):
        assert [e for e in state.events(p) if e["kind"] != "position"] == told


def test_a_view_has_the_table():
    state = late("H5 S1", "H7 S2", "H8 S3", "F3 S4", scores=[1, 2, 3, 4], piles={2: "K8 F1"})
    view = play(state, "H5 H7").view(3)
    assert (view["round"], view["tricks"], view["of_tricks"], view["led"]) == (2, 10, 12, "H")
    assert (view["turn"], view["leader"], view["left_over"]) == (2, 0, 2)
    assert view["hand"] == ["S4", "F3"]
    assert view["seats"][2] == {
        "score": 3, "points": 0, "pile": ["F1", "K8"], "hand": 2, "card": None,
    }  # fmt: skip
    assert [seat["card"] for seat in view["seats"]] == ["H5", "H7", None, None]
    assert [seat["hand"] for seat in view["seats"]] == [1, 1, 2, 2]


# --- aids -----------------------------------------------------------------------------------


def test_aids_who_would_win_the_trick_and_what():
    state = late("H5 S1", "H7 S2", "H8 S3", "F3 S4")
    expected = {"H5": (0, ["H5"]), "H7": (0, ["H5"]), "H8": (1, ["H7"])}
    assert (state.aids(0)["winning"], state.aids(0)["takes"]) == (None, [])
    for move, (winner, taken) in expected.items():
        state.play(move)
        for viewer in (0, 1, 2, 3, PUBLIC):
            aids = state.aids(viewer)
            assert (aids["winning"], aids["takes"]) == (winner, taken)
    state = play(late("W0 S1", "W10 S2", "F3 H3", "K4 K5"), "W0")
    assert (state.aids(0)["winning"], state.aids(0)["takes"]) == (0, ["W0"])
    play(state, "W10")  # no suit yet; of the two wilds the lower is second
    assert (state.aids(0)["winning"], state.aids(0)["takes"]) == (0, ["W0"])
    play(state, "F3")
    assert (state.aids(0)["winning"], state.aids(0)["takes"]) == (2, ["F3"])


def test_aids_what_the_piles_are_worth_and_how_far_it_is_to_40():
    state = late(
        "H5 S1", "H7 S2", "H8 S3", "F3 S4", scores=[35, 2, 40, 36],
        piles={0: "K9 F2 W0", 1: "K-1 K-2", 2: "F1", 3: "K4"},
    )  # fmt: skip
    aids = state.aids(1)
    assert aids["worth"] == [11, -3, 1, 4]
    assert aids["scores"] == [46, 0, 41, 40]  # below 0 becomes 0
    assert aids["to_goal"] == [-6, 40, -1, 0]
    assert aids["cancels"] == [[2, 9], [-2, -1], [1], [4]]
    assert aids["ahead"] == 3


def test_aids_unseen_cards_and_voids():
    state = late("H5 S1", "H7 S2", "H8 S3", "F3 S4", left_over="W0 K9")
    play(state, "H5 H7 H8 F3")
    assert state.aids(3)["unseen"] == {
        "S": ["S1", "S2", "S3"], "F": [], "H": [], "K": ["K9"], "W": ["W0"],
    }  # fmt: skip
    assert state.aids(PUBLIC)["unseen"]["S"] == ["S1", "S2", "S3", "S4"]
    assert state.aids(0)["void"] == [[], [], [], ["H"]]


def test_aids_at_the_end_are_the_scores():
    state = late("S1", "S2", "S3", "S4", scores=[40, 0, 1, 2], piles={0: "K9"})
    play(state, "S1 S2 S3 S4")
    aids = state.aids(PUBLIC)
    assert aids["scores"] == state.scores == [49, 0, 4, 2]
    assert aids["ahead"] == 2
    assert not any(aids["unseen"].values())


# --- the decision ---------------------------------------------------------------------------


def test_choice_is_to_pick_one():
    state = play(dealt("K1", "S1 K2 W0 F1..9"), "K1")
    assert state.choice() == {
        "kind": "pick", "seat": 1, "rule": "SF-2", "which": ["K2", "W0"], "least": 1, "most": 1,
        "chosen": [], "then": None, "to": None,
    }  # fmt: skip
    assert state.legal() == ["K2", "W0"]


# --- words ----------------------------------------------------------------------------------


def shape(told: object) -> object:
    """The keys of nested tables, and the blanks of their sentences."""
    if isinstance(told, dict):
        return {key: shape(value) for key, value in told.items()}
    return None


@pytest.mark.parametrize("name", ["LOG", "REFUSED", "RULES", "PROMPT", "SUIT_WORDS"])
def test_japanese_is_complete(name):
    table = getattr(words, name)
    assert set(table) == {"en", "ja"}
    assert shape(table["en"]) == shape(table["ja"])


def test_every_rule_has_its_text():
    for language in ("en", "ja"):
        assert list(words.RULES[language]) == [f"SF-{k}" for k in range(1, 11)]
        end = {"en": ".", "ja": "。"}[language]
        assert all(text.endswith(end) for text in words.RULES[language].values())


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("players", [3, 5])
def test_one_sentence_for_every_event(players, language):
    state, rng = ryumon.game("schadenfreude", players=players).start(), random.Random(players)
    while state.turn != OVER:
        state.play(rng.choice(state.legal()))
    for viewer in (0, players - 1, PUBLIC):
        log = state.log(viewer, language)
        assert len(log) == len(state.events(viewer))
        for sentence in log:
            assert sentence.endswith({"en": ".", "ja": "。"}[language])
            assert not set("{}") & set(sentence)
            if language == "ja":
                assert not {"plays", "Seat", "you"} & set(sentence.split())


def test_the_log_in_words():
    state = dealt("W0 S1..9", "F1", "F2", "S-1 S-2 S-3 H1..9", first=0)
    play(state, "W0 F1 F2 H1")
    assert state.log(1)[0] == "Seat 0 leads first."
    assert state.log(0)[1].startswith("Round 1 is dealt; you lead. You hold S1 S2 ")
    assert state.log(1)[1].startswith("Round 1 is dealt; Seat 0 leads. You hold ")
    assert state.log(PUBLIC)[1] == "Round 1 is dealt; Seat 0 leads."
    assert state.log(1)[-5:] == [
        "Seat 0 plays W0.", "You play F1.", "Seat 2 plays F2.", "Seat 3 plays H1.",
        "You win the trick and take F1 H1. Cancelled: 1 with 1.",
    ]  # fmt: skip
    assert state.log(1, "ja")[-2:] == [
        "席3はH1を出した。", "あなたがトリックに勝ち、F1 H1を取った。打ち消し: 1と1。",
    ]  # fmt: skip


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_question_names_the_suit(language):
    state = dealt("K1 W0", "S1 K2 W10 F1..9")

    def asked(after: ryumon.State) -> str:
        choice = after.choice()
        assert choice is not None
        return words.prompt(
            choice["rule"], after.view(PUBLIC)["led"], after.view(after.turn)["hand"], language
        )

    follow = asked(play(state.copy(), "K1"))
    assert words.SUIT_WORDS[language]["K"] in follow
    assert len({asked(state), follow, asked(play(state.copy(), "W0"))}) == 3
    void = asked(play(state.copy(), "K1 K2"))
    assert void != follow
    assert words.SUIT_WORDS[language]["K"] in void
