"""Tatsu in words: notation, sentences and refusals, complete in both languages."""

from __future__ import annotations

import random
import re

import pytest

import ryumon
from ryumon import OVER, PUBLIC
from ryumon.games.tatsu import words
from ryumon.play.sentence import LANGUAGES
from tests.rules.tatsu.scenes import scene

GAME = ryumon.game("tatsu")
MOVE = re.compile(r"x?([1-9]|1\d|2[0-4])-([1-9]|1\d|2[0-4])|[VWF]-([123]|13|14|15)")
CHANCE = re.compile(r"~first:[01]|~[1-6]-[1-6]")


def test_notation() -> None:
    """2-5, W-3, x14-11; White's die 1 enters on 15."""
    assert {"2-5", "5-2", "W-3", "W-15", "x14-11", "24-1", "1-24", "~1-1", "~3-5"} <= set(
        words.NAMES
    )
    assert not {"0-0", "~5-3", "W-4", "2-9", "5-5"} & set(words.NAMES)
    for k, name in enumerate(words.NAMES):
        assert (MOVE if k < len(words.STEPS) else CHANCE).fullmatch(name)


def test_the_distance_tells_the_die_and_the_seat() -> None:
    for step in words.STEPS:
        if step.start:
            way = step.to - step.start if step.seat == 0 else step.start - step.to
            assert way % 24 == step.die


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_has_a_sentence(language: str) -> None:
    told: set[str] = set()
    for seed in range(6):
        rng = random.Random(seed)
        state = GAME.start()
        while state.turn != OVER:
            state.play(rng.choice(state.legal()))
        for viewer in (0, 1, PUBLIC):
            log = state.log(viewer, language)
            assert len(log) == len(state.events(viewer))
            for sentence in log:
                assert sentence.endswith("." if language == "en" else "。")
                assert "{" not in sentence
        told |= {event["kind"] for event in state.events(0)}
    assert {kind.split("-")[0] for kind in words.LOG[language]} - {"position"} <= told


@pytest.mark.parametrize("language", LANGUAGES)
def test_rare_events_have_a_sentence_too(language: str) -> None:
    stuck = scene({5: "bV", 6: "wV wV", 8: "wV wW", 18: "wW"}, "~1-3")
    wasted = scene({6: "bV", 9: "bV", 12: "wV wW", 18: "wV"}, "~3-3", "6-9")
    entered = scene({1: "wV wW", 2: "bF wV", 4: "wV wV"}, "~1-3", "V-3", mat=("V", ""))
    drawn = scene({5: "bV", 18: "wV"}, "~2-3", "5-7", "7-10", number=999)
    last = [state.log(PUBLIC, language)[-1] for state in (stuck, entered, drawn)]
    last.append(wasted.log(PUBLIC, language)[-2])
    assert (
        last
        == {
            "en": [
                "Black rolls 1 and 3, can use neither and passes.",
                "Black enters a Vine on 3 and cannot use the 1.",
                "The game is over: a draw after 1,000 turns.",
                "Black moves the Vine on 6 to 9 and cannot use the 3.",
            ],
            "ja": [
                "黒のダイスは1と3。どちらも使えず、パス。",
                "黒は蔓の龍を3に投入した。1の目は使えない。",
                "ゲーム終了。1000手番が過ぎ、引き分け。",
                "黒は6の蔓の龍を9へ動かした。3の目は使えない。",
            ],
        }[language]
    )


def test_sentences_to_oneself_and_of_others() -> None:
    state = scene({5: "bW", 7: "wV", 18: "wV"}, "~2-3", "5-7")
    assert state.log(0)[1:] == [
        "You roll 2 and 3.", "You move the Water on 5 to 7.",
        "White's Vine on 7 is sent back to the tray.",
    ]  # fmt: skip
    assert state.log(1)[1:] == [
        "Black rolls 2 and 3.", "Black moves the Water on 5 to 7.",
        "Your Vine on 7 is sent back to the tray.",
    ]  # fmt: skip
    assert state.log(1, "ja")[-1] == "7にあるあなたの蔓の龍はトレイへ追い返された。"
    assert state.log(PUBLIC, names=["Ann", "Ben"])[-1].startswith("Ben's Vine")


def test_languages_are_complete() -> None:
    for table in (words.LOG, words.RULES, words.REFUSED, words.PROMPT, words.STONE):
        assert set(table) == set(LANGUAGES)
        assert table["en"].keys() == table["ja"].keys()
    assert list(words.RULES["en"]) == [f"TA-{n}" for n in range(1, 14)]
    assert set(words.BROKEN) == set(words.REFUSED["en"]) - {"hold"}  # nobody holds stones
    assert set(words.BROKEN.values()) <= set(words.RULES["en"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_a_rule_and_a_sentence(language: str) -> None:
    """Whatever readable move is not legal, in whatever state of a game."""
    given: set[str] = set()
    rng = random.Random(3)
    state = GAME.start()
    for _ in range(150):
        if state.turn == OVER:
            state = GAME.start()
        for move in rng.sample(words.NAMES, 60):
            why = state.why(move, language)
            assert (why is None) == (move in state.legal())
            if why is not None:
                assert why[0] in words.RULES["en"]
                assert why[1].endswith("." if language == "en" else "。")
                assert "{" not in why[1]
                given.add(why[0])
        state.play(rng.choice(state.legal()))
    assert {"TA-1", "TA-3", "TA-9", "TA-10"} <= given
