"""A level as a program: it chooses what it would choose here, from what its seat knows alone."""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

import pytest

import ryumon
from ryumon import State, bots
from ryumon.bots.protocol import Ask, Clock, Knowledge, NewGame, Talk
from ryumon.bots.speaker import Speaker, seat_of, speak, think
from ryumon.play.refusal import Refused
from tests import support

LEVEL = "monk@6"


@pytest.fixture(autouse=True)
def interpreted_rules(monkeypatch) -> None:
    monkeypatch.setenv("RYUMON_JIT", "off")


def asked(state: State) -> tuple[Talk, list[bytes]]:
    """What a program that wants knowledge alone is told when it is to move."""
    talk = Talk(LEVEL, 3, Clock(60.0))
    answer = Speaker(LEVEL).answer(talk.hello("test"))
    assert answer is not None
    talk.meet(answer)
    return talk, talk.ask(state.seat(state.turn))


@pytest.mark.parametrize("name", ryumon.games())
def test_it_chooses_as_the_level_does_here(name: str) -> None:
    """Through text, and with nothing but the seat's knowledge."""
    speaker, decisions = Speaker(LEVEL), 0
    for state in support.moments(ryumon.game(name), every=15, most=8):
        if len(state.legal()) > 1 and state.turn >= 0:
            talk, lines = asked(state)
            assert [speaker.answer(line) for line in lines[:-1]] == [None]
            answer = speaker.answer(lines[-1])
            assert answer is not None
            seat, seed = state.seat(state.turn), json.loads(lines[-1])["seed"]
            assert talk.answer(answer, seat) == think(seat, LEVEL, seed, 60.0)
            decisions += 1
    assert decisions


@pytest.mark.parametrize("name", ryumon.games())
def test_equal_knowledge_is_told_in_equal_bytes(name: str) -> None:
    """What a seat cannot know is not in `knowledge` either."""
    decisions = 0
    for state in support.moments(ryumon.game(name), every=15, most=8):
        if len(state.legal()) > 1 and state.turn >= 0:
            world = state.worlds(state.turn, random.Random(2))
            assert asked(state)[1] == asked(world)[1]
            decisions += 1
    assert decisions


def test_another_version_is_refused() -> None:
    playing = NewGame("tatsu", 2, dict(ryumon.game("tatsu").options), 0)
    theirs = Knowledge(["other"], [1])
    with pytest.raises(Refused, match="another version"):
        seat_of(playing, Ask(legal=["1-2"], clock=Clock(1.0), seed=1, knowledge=theirs))


def test_there_must_be_such_a_level() -> None:
    with pytest.raises(Refused, match="nobody"):
        speak("nobody", [], lambda _: None)


@pytest.mark.slow
def test_a_level_sits_at_a_table_as_a_program() -> None:
    program = Path(sys.executable).with_name("ryumon")
    state, bot = ryumon.game("bushido").start(), bots.make(f"cmd:{program} bot carp", 1)
    try:
        state.deal(random.Random(1))
        for _ in range(6):
            state.play(bots.choose(bot, state))
            state.deal(random.Random(1))
    finally:
        bots.close(bot)
    assert state.length >= 6
