"""Puzzles over HTTP: what a seat may see before the answer, and what is told after it."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

import ryumon
from ryumon.puzzles import Puzzle, puzzles
from ryumon.server import protocol
from ryumon.server import puzzles as served
from tests.server.harness import Browser, running
from tests.server.test_lessons import offered

ALL = [(name, n) for name in ryumon.games() for n in range(1, len(puzzles(name)) + 1)]


def text(said: Any) -> str:
    return protocol.write(said).decode()


@pytest.mark.parametrize(("game", "number"), ALL)
def test_a_position_can_be_answered_as_it_is_offered(game: str, number: int) -> None:
    puzzle, page = puzzles(game)[number - 1], served.page(game, number, "en")
    for answer in puzzle.answers:
        assert any(offered(page.choice, play) for play in answer.plays)
    assert [event["n"] for event in page.events] == list(range(1, len(page.events) + 1))


def in_another_world(puzzle: Puzzle, seed: int) -> Puzzle:
    """The same puzzle, but for what its seat cannot know."""
    other = puzzle.state().worlds(puzzle.seat, random.Random(seed))
    return msgspec.structs.replace(puzzle, moves=other.moves)


@pytest.mark.parametrize("game", [name for name in ryumon.games() if puzzles(name)])
def test_a_page_tells_nothing_hidden_and_no_answer(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is hidden, and whatever the answers are worth, the bytes are the same."""
    own = puzzles(game)
    pages = []
    for changed in (own, tuple(in_another_world(one, 5) for one in own), tuple(map(_blind, own))):
        served.page.cache_clear()
        served._seat.cache_clear()
        monkeypatch.setattr(served, "puzzles", lambda _, now=changed: now)
        pages.append([text(served.page(game, n, "ja")) for n in range(1, len(own) + 1)])
    served.page.cache_clear()
    served._seat.cache_clear()
    assert pages[0] == pages[1] == pages[2]


def _blind(puzzle: Puzzle) -> Puzzle:
    """The same position with nothing known of the answers."""
    return msgspec.structs.replace(puzzle, answers=[], worlds=0, simulations=0, samurai=0.0)


def test_a_browser_asks_answers_and_is_told(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as app:
            ann = Browser(app)
            rows = (await ann.get("/api/puzzles"))["puzzles"]
            assert [(row["game"], row["number"]) for row in rows] == ALL
            game, number = ALL[0]
            at, puzzle = f"/api/puzzles/{game}/{number}", puzzles(game)[number - 1]
            page = await ann.get(at)
            assert page["seat"] == puzzle.seat
            assert page["view"]["viewer"] == puzzle.seat
            for k, answer in enumerate(puzzle.answers):
                told = await ann.post(at, moves=answer.plays[0])
                assert (told["right"], told["given"]) == (k == 0, k)
                assert told["answers"][0]["moves"] == puzzle.answers[0].plays[0]
                assert told["proof"]
            illegal = next(m for m in ("S9", "s1:katana") if [m] not in page["choice"]["which"])
            for moves in ([illegal], ["nonsense"], []):
                status, told = await ann.ask("POST", at, json.dumps({"moves": moves}))
                assert status == 400
                assert "answers" not in told
            assert (await ann.get(f"{at}/why?move=nonsense"))["sentence"]
            for wrong in (f"/api/puzzles/{game}/0", f"/api/puzzles/{game}/999", f"{at}9999999",
                          f"/api/puzzles/{game}/x", "/api/puzzles/nothing/1"):  # fmt: skip
                assert (await ann.ask("GET", wrong))[0] == 404

    asyncio.run(play())
