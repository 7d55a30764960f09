"""After a game: every decision is judged with what its seat knew, once, and kept."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

import ryumon
from ryumon.play.seat import Seat
from ryumon.server import review
from ryumon.server.app import App
from ryumon.server.thinkers import Thinkers
from ryumon.table.undo import shortened
from tests.server.harness import Browser, running
from tests.server.test_history import finished
from tests.server.test_play import BOTS

Judge = Callable[[Seat, str], dict[str, Any]]
JUDGED = {"chance": 0.2, "error": 0.01, "best_chance": 0.3, "best_error": 0.01}
SAID = {"en": "It wins.", "ja": "勝つ。"}


class Told:
    """What the workers are handed, and an answer at once."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.asked: list[tuple[Seat, str]] = []

        async def judge(
            _: Thinkers, seat: Seat, move: str, seconds: float, names: object, table: str
        ) -> dict[str, Any]:
            self.asked.append((seat, move))
            return {**JUDGED, "best": seat.legal()[0], "reason": SAID}

        patch.setattr(Thinkers, "judge", judge)


def run(tmp_path: Path, scene: Callable[[App], Awaitable[None]]) -> None:
    async def play() -> None:
        async with running(tmp_path) as app:
            await scene(app)

    asyncio.run(play())


async def whole(ann: Browser, table: str, language: str = "en") -> dict[str, Any]:
    for _ in range(500):
        found = await ann.get(f"/api/tables/{table}/review?language={language}")
        if len(found["judged"]) == found["of"]:
            return found
        await asyncio.sleep(0.01)
    raise AssertionError("the review does not end")


def test_a_running_game_is_not_reviewed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = Told(monkeypatch)

    async def scene(app: App) -> None:
        ann = Browser(app)
        table = await ann.table("slaughter", bots=BOTS["slaughter"], start=True)
        assert (await ann.ask("GET", f"/api/tables/{table}/review"))[0] == 409
        assert not told.asked

    run(tmp_path, scene)


@pytest.mark.slow
def test_every_choice_is_judged_from_what_its_seat_knew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = Told(monkeypatch)

    async def scene(app: App) -> None:
        ann, table = await finished(app)
        state = app.house.live[table].state
        assert state is not None
        found = await whole(ann, table)
        places = review.decisions(state)
        assert [one["at"] for one in found["judged"]] == list(places)
        assert len(told.asked) == len(places) == found["of"] > 50
        for (seat, move), (at, mover) in zip(told.asked, places.items(), strict=True):
            then = shortened(state, at)
            assert (seat.viewer, move) == (mover, state.moves[at])
            # nothing but what this seat had before it: not the true state, and no events
            assert seat.known == then.seat(mover).known
            assert seat.known != then.seat((mover + 1) % 4).known
            assert seat.sights is None
        assert sum(found["shares"]) == pytest.approx(1)
        assert found["judged"][0]["reason"] == SAID["en"]
        # kept: nobody thinks again, in another language neither
        assert (await whole(ann, table, "ja"))["judged"][0]["reason"] == SAID["ja"]
        assert len(told.asked) == len(places)

    run(tmp_path, scene)


def test_strangers_get_no_review(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Told(monkeypatch)

    async def scene(app: App) -> None:
        _, table = await finished(app)
        assert (await Browser(app).ask("GET", f"/api/tables/{table}/review"))[0] == 404

    run(tmp_path, scene)


@pytest.mark.slow
def test_a_judgement_names_a_better_move_with_its_reason() -> None:
    """Thinking for real: a move that throws the game away is found out."""
    from ryumon.server import thinking

    state = ryumon.game("tatsu").start()
    for move in ("~first:0", "~1-2"):
        state.play(move)
    seat = state.seat(0)
    names = {"en": ["Ann", "Ben"], "ja": ["Ann", "Ben"]}
    judged = [thinking.judge(seat, move, 0.5, 0, names) for move in seat.legal()[:4]]
    for one in judged:
        assert 0 <= one["chance"] <= one["best_chance"] <= 1
        assert one["best"] in seat.legal()
        assert one["reason"].keys() == {"en", "ja"}


def test_no_hints_against_other_people(tmp_path: Path) -> None:
    async def scene(app: App) -> None:
        ann, ben = Browser(app), Browser(app)
        table = await ann.table("schadenfreude", bots=[None, None, "thumb", "thumb"])
        links = await ann.get(f"/api/tables/{table}/links")
        await ben.post(f"/api/tables/{table}/enter", token=links["join"].split("#")[1])
        await ben.post(f"/api/tables/{table}/sit", seat=1, name="Ben")
        await ann.post(f"/api/tables/{table}/host", do="start")
        socket, welcome = await ann.join(table, 0)
        while welcome["choice"] is None:
            welcome = await socket.until("step")
        socket.say("hint", id="h")
        answer = await socket.until("refused", "hint")
        assert answer["type"] == "refused"

    run(tmp_path, scene)
