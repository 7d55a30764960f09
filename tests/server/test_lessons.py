"""Guided first games over HTTP: frames that can be played as shown, in both languages."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from ryumon.lessons import Lesson, lesson
from ryumon.play.registry import NAMES
from ryumon.server import lessons
from ryumon.server.words import Refuse
from tests.server.harness import Browser, running


@pytest.fixture(params=NAMES)
def taught(request: pytest.FixtureRequest) -> Lesson:
    found = lesson(request.param)
    assert found is not None
    return found


def offered(choice: dict[str, Any], moves: list[str]) -> bool:
    """Can these moves be composed from the choice alone, as the browser does it?"""
    if choice["kind"] == "tree":
        branches = choice["which"]
        for move in moves:
            branches = next((one["then"] for one in branches if one["move"] == move), None)
            if branches is None:
                return False
        return not branches
    picked = [move for move in moves if move != choice["then"]]
    whole = picked + ([choice["then"]] if choice["then"] else [])
    return (
        choice["least"] <= len(picked) <= choice["most"]
        and set(picked) <= set(choice["which"])
        and whole == moves
    )


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_frames_of_a_lesson_can_be_played_to_its_end(taught: Lesson, language: str) -> None:
    guide = lessons.guide(taught.game, language)
    for frame, after in zip(guide.frames, guide.frames[1:], strict=False):
        assert frame.at + len(frame.moves) <= after.at
        if frame.moves:
            assert frame.choice is not None
            assert offered(frame.choice, frame.moves)
            assert frame.moves == taught.moves[frame.at :][: len(frame.moves)]
        else:
            assert frame.notes[0]  # there is something to read
    assert guide.frames[-1].at == len(taught.moves)
    numbers = [event["n"] for frame in guide.frames for event in frame.events]
    assert numbers == list(range(1, len(numbers) + 1))


def test_every_note_of_a_lesson_is_said(taught: Lesson) -> None:
    guide = lessons.guide(taught.game, "en")
    said = [note for frame in guide.frames for note in frame.notes if note]
    assert said == [note.en for note in taught.notes]


def test_a_frame_shows_what_its_seat_knows_and_nothing_else(taught: Lesson) -> None:
    for frame in lessons.guide(taught.game, "en").frames:
        state = taught.table().replay(taught.moves[: frame.at])
        assert frame.view == state.seat(taught.seat).typed_view()
        assert frame.aids == state.seat(taught.seat).aids()


def test_another_move_is_answered_with_its_rule() -> None:
    """SD-9: blue was led, and the learner has blue only in the half that lies face down."""
    assert lessons.why("slaughter", 55, ["G1"], "en").sentence == ""
    refused = lessons.why("slaughter", 55, ["B3"], "ja")
    assert refused.rule.startswith("SD-")
    assert not refused.sentence.isascii()
    with pytest.raises(Refuse):
        lessons.why("slaughter", 97, ["G1"], "en")
    with pytest.raises(Refuse):
        lessons.guide("../lessons/slaughter", "en")


def test_a_browser_gets_a_lesson_in_its_language(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as app:
            ann = Browser(app)
            guide = await ann.get("/api/learn/tatsu")
            assert guide["frames"][0]["moves"] == ["3-4", "W-1"]
            assert guide["names"] == ["You", "Seat 1"]
            assert (await ann.ask("GET", "/api/learn/nothing"))[0] == 404
            assert (await ann.ask("GET", "/api/learn/tatsu/why"))[0] == 400

    asyncio.run(play())
