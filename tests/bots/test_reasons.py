"""Why a good player would think of a move: a whole sentence for it, from what the seat knows."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import ryumon
from ryumon import CHANCE, State
from ryumon.play.seat import Seat

# the tables at which all reasons of a game can come up
TABLES = [
    ("slaughter", {}),
    ("schadenfreude", {}),
    ("tiger-dragon", {"field": "each-round"}),
    ("tiger-dragon", {"players": 4, "teams": True}),
    ("tatsu", {}),
    ("bushido", {"players": 2}),
    ("bushido", {"players": 4}),
]
MOST = 160  # decisions that are looked at in one game


def moments(name: str, options: dict[str, object], seed: int) -> Iterator[State]:
    rng = random.Random(seed)
    state = ryumon.game(name, **options).start()  # pyright: ignore[reportArgumentType]
    for _ in range(MOST):
        if state.turn == CHANCE:
            state.deal(rng)
        if state.turn < 0:
            return
        yield state
        state.play(rng.choice(state.legal()))


def said(seat: Seat) -> dict[str, tuple[str, str]]:
    return {move: (seat.reason(move), seat.reason(move, "ja")) for move in seat.legal()}


@pytest.mark.parametrize(("name", "options"), TABLES)
def test_reasons_are_whole_sentences_in_both_languages(
    name: str, options: dict[str, object]
) -> None:
    english, every = 0, 12 if name == "bushido" else 1  # a belief takes its time
    for k, state in enumerate(moments(name, options, 3)):
        if k % every:
            continue
        for in_english, in_japanese in said(state.seat(state.turn)).values():
            assert bool(in_english) == bool(in_japanese)
            if in_english:
                english += 1
                assert in_english[0].isupper()
                assert in_english.endswith(".")
                assert in_japanese.endswith("。")
                assert "{" not in in_english + in_japanese
    assert english > 5


@pytest.mark.parametrize(("name", "options"), [t for t in TABLES if t[0] != "tatsu"])
def test_reasons_say_the_same_in_worlds_that_look_alike(
    name: str, options: dict[str, object]
) -> None:
    for k, state in enumerate(moments(name, options, 4)):
        if k % 20 == 7:
            other = state.worlds(state.turn, random.Random(k))
            assert said(other.seat(state.turn)) == said(state.seat(state.turn))


@pytest.mark.parametrize("name", ryumon.games())
def test_both_languages_have_the_same_reasons(name: str) -> None:
    sentences = ryumon.game(name).spec.reasons.SENTENCES
    assert sentences["en"].keys() == sentences["ja"].keys()


def test_seats_are_called_by_their_names() -> None:
    names = ["Ann", "Ben", "Cleo", "Dan"]
    for state in moments("slaughter", {}, 5):
        seat = state.seat(state.turn)
        for move in seat.legal():
            told = seat.reason(move, "en", names)
            assert "Seat" not in told
            assert names[seat.viewer] not in told
