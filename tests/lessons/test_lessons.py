"""Guided first games: every lesson can be played as written, and says something at each step."""

from __future__ import annotations

import pytest

import ryumon
from ryumon.lessons import Lesson, lesson
from ryumon.play.registry import NAMES

LONGEST = 700  # characters of a note: it has to fit on a phone


@pytest.fixture(params=NAMES)
def taught(request: pytest.FixtureRequest) -> Lesson:
    found = lesson(request.param)
    assert found is not None
    return found


def test_every_move_is_legal_and_the_learner_has_decisions(taught: Lesson) -> None:
    state, decisions = taught.table().start(), 0
    for move in taught.moves:
        decisions += state.turn == taught.seat
        state.play(move)
    assert decisions >= 5


def test_notes_come_in_order_and_in_both_languages(taught: Lesson) -> None:
    places = [note.at for note in taught.notes]
    assert places == sorted(set(places))
    assert places[-1] == len(taught.moves)  # the last word comes at the end
    for note in taught.notes:
        assert 0 < len(note.en) <= LONGEST
        assert 0 < len(note.ja) <= LONGEST
        assert note.text("ja") == note.ja
        assert not note.ja.isascii()


def test_every_note_in_the_middle_stands_where_the_learner_decides_or_looks(taught: Lesson) -> None:
    """A note is said before a decision, or tells what has just happened to the learner."""
    state = taught.table().start()
    turns = {}
    for k, move in enumerate(taught.moves):
        turns[k] = state.turn
        state.play(move)
    asked = [note.at for note in taught.notes if turns.get(note.at) == taught.seat]
    assert len(asked) >= len(taught.notes) - 3


def test_a_composed_choice_is_one_decision() -> None:
    """SD-5: the second half is named card by card, and confirmed once."""
    taught = lesson("slaughter")
    assert taught is not None
    assert taught.decision(46) == ["B3", "B6", "B8", "B9", "B10", "done"]
    assert taught.decision(52) == []
    assert taught.decision(55) == ["G1"]


def test_a_lesson_tells_nothing_but_what_its_seat_sees(taught: Lesson) -> None:
    """Cards that a note names are seen by the learner at that moment, or were."""
    if taught.game in ("tatsu", "bushido"):
        return  # their notes name places
    state, done = taught.table().start(), 0
    for note in taught.notes:
        for move in taught.moves[done : note.at]:
            state.play(move)
        done = note.at
        seen = str(state.view(taught.seat)) + " ".join(state.log(taught.seat))
        names = {word.strip(".,:()") for word in note.en.split()} & set(state.game.spec.words.NAMES)
        assert {n for n in names if len(n) > 1 and not n.isalpha()} <= {
            n for n in names if n in seen
        }


def test_a_game_without_a_lesson_has_none() -> None:
    assert lesson("chess") is None
    assert all(lesson(name) is not None for name in ryumon.games() if name in NAMES)
