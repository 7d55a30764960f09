"""The puzzles that come with the package: each can be asked as it stands, and a proven one is."""

from __future__ import annotations

import pytest

import ryumon
from ryumon.lab.exact import bounds
from ryumon.lab.puzzles import MARGIN, alike, plays
from ryumon.play.sentence import LANGUAGES
from ryumon.puzzles import Puzzle, puzzles
from ryumon.puzzles.verdict import verdict

ALL = {f"{name}-{n}": one for name in ryumon.games() for n, one in enumerate(puzzles(name), 1)}
AT_ONCE = 60  # worlds that are looked at in a fast test; with more, it is a slow one


@pytest.fixture(params=ALL)
def puzzle(request: pytest.FixtureRequest) -> Puzzle:
    return ALL[request.param]


def test_a_puzzle_is_a_decision_of_its_seat_with_all_its_answers(puzzle: Puzzle) -> None:
    state = puzzle.state()
    assert state.turn == puzzle.seat
    every = plays(state)
    assert every is not None
    named = [play for answer in puzzle.answers for play in answer.plays]
    assert sorted(named) == sorted(every)
    spellings = sorted(sorted(group) for group in alike(state, every))
    if len(every[0]) > 1:
        assert sorted(sorted(answer.plays) for answer in puzzle.answers) == spellings


def test_one_answer_is_clearly_best(puzzle: Puzzle) -> None:
    assert len(puzzle.answers) > 1
    assert all(0 <= one.low <= one.high <= 1 for one in puzzle.answers)
    assert puzzle.margin >= MARGIN - 1e-3
    assert puzzle.thumb <= 0.5  # the rule of thumb does not see it
    assert puzzle.worlds if puzzle.proof == "proven" else puzzle.simulations


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_answer_is_judged_in_words(puzzle: Puzzle, language: str) -> None:
    seat = puzzle.state().seat(puzzle.seat)
    for answer in puzzle.answers:
        for play in answer.plays:
            found = verdict(puzzle, seat, play, language)
            assert found is not None
            assert found.right == (answer is puzzle.answers[0])
            assert found.proof
            assert "{" not in found.proof + found.reason
            assert found.proof.isascii() == (language == "en")
    assert verdict(puzzle, seat, ["nothing"], language) is None


def prove(puzzle: Puzzle) -> None:
    seat = puzzle.state().seat(puzzle.seat, events=False)
    found = bounds(seat)
    assert found is not None
    assert found.worlds == puzzle.worlds
    ids = seat.game.spec.ids
    for answer in puzzle.answers:
        move = ids[answer.plays[0][0]]
        assert (round(found.low[move], 4), round(found.high[move], 4)) == (answer.low, answer.high)
    best = ids[puzzle.answers[0].plays[0][0]]
    assert found.best() == best
    assert found.every[best] == puzzle.every


PROVEN = {name: one for name, one in ALL.items() if one.proof == "proven"}


@pytest.mark.parametrize("name", [name for name, one in PROVEN.items() if one.worlds <= AT_ONCE])
def test_what_is_said_to_be_proven_is(name: str) -> None:
    prove(PROVEN[name])


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name, one in PROVEN.items() if one.worlds > AT_ONCE])
def test_what_is_said_to_be_proven_over_many_worlds_is(name: str) -> None:
    prove(PROVEN[name])
