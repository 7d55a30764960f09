"""A connection that is cut loses nothing: after every message, in both directions, the game ends as
the uncut one."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import ryumon
from ryumon.play.record import Record
from ryumon.server.app import App
from tests.server.harness import Browser, Socket, decisions, running
from tests.support import finished

PLAYERS = {"bushido": 2, "schadenfreude": 3, "slaughter": 3, "tatsu": 2, "tiger-dragon": 2}
LATE = {"schadenfreude": 1, "slaughter": 1, "tatsu": 2, "tiger-dragon": 2}  # which random game
BACK = 16  # so many moves before its end a short game begins
OPTIONS = {"bushido": {"turns": 3}}


def short_game(name: str) -> dict[str, Any]:
    """How a table of a game that soon ends is made: of few turns, or from a late position."""
    if name in OPTIONS:
        return {"players": PLAYERS[name], "options": OPTIONS[name]}
    state = finished(ryumon.game(name, players=PLAYERS[name]), LATE[name])
    record = Record.of(state, date="2025-03-21T18:00:00Z").text()
    origin = {"record": record, "move": len(state.moves) - BACK}
    return {"players": PLAYERS[name], "origin": origin}


class Ending(NamedTuple):
    moves: list[str]
    events: list[dict[str, Any]]  # as the person was told
    view: Any
    messages: int  # both ways


class Person:
    """Plays one seat like the browser app: what is not acknowledged is sent again after a new
    connection, with the same id. `cuts` says before which message, sent or received, it is cut."""

    def __init__(self, browser: Browser, table: str, cuts: set[int]) -> None:
        self.browser, self.table, self.cuts = browser, table, cuts
        self.count = 0  # messages, both ways
        self.n, self.choice, self.view = 0, None, None
        self.events: list[dict[str, Any]] = []
        self.pending: dict[str, Any] | None = None
        self.socket: Socket | None = None

    async def connect(self) -> None:
        if self.socket is not None:
            await self.socket.close()
        self.socket, welcome = await self.browser.join(self.table, 0, since=self.n)
        assert welcome["since"] == self.n, "exactly the gap"
        self.take(welcome)
        if self.pending is not None:
            self.socket.say("act", **self.pending)

    def take(self, message: dict[str, Any]) -> None:
        if message["type"] in ("welcome", "step"):
            for event in message["events"]:
                assert event["n"] == self.n + 1, "no gap and nothing twice"
                self.n = event["n"]
                self.events.append(event)
            self.choice, self.view = message["choice"], message["view"]
        elif message["type"] == "done" and self.pending and message["id"] == self.pending["id"]:
            self.pending = None
        elif message["type"] == "refused":
            assert message["stale"], message

    def is_cut(self) -> bool:
        self.count += 1
        return self.count in self.cuts

    async def receive(self) -> None:
        assert self.socket is not None
        message = await self.socket.frame()
        if message is None or self.is_cut():
            await self.connect()  # whatever it was is lost
        else:
            self.take(message)

    @property
    def is_over(self) -> bool:
        return any(event["kind"] == "end" for event in self.events)

    async def play(self, rng: random.Random) -> None:
        """To the end of the game."""
        await self.connect()
        made = 0
        while not self.is_over:
            while self.pending is not None or not self.choice:
                await self.receive()
                if self.is_over and self.pending is None:
                    return
            made += 1
            moves = decisions(self.choice, rng)
            self.pending = {"id": f"d{made}", "expected": self.n, "moves": moves}
            self.choice = None
            if self.is_cut():
                await self.connect()  # which sends it
            else:
                assert self.socket is not None
                self.socket.say("act", **self.pending)
        while self.pending is not None:
            await self.receive()


async def game(app: App, name: str, cuts: set[int], more: dict[str, Any]) -> Ending:
    """A game of one person against bots, whose connection is cut so."""
    ann = Browser(app)
    bots = [None, *["thumb"] * (PLAYERS[name] - 1)]
    table = await ann.table(name, bots=bots, start=True, **more)
    person = Person(ann, table, cuts)
    await person.play(random.Random(5))
    live = app.house.live[table]
    assert live.state is not None
    assert person.socket is not None
    await person.socket.close()
    return Ending(live.state.moves, person.events, person.view, person.count)


def played(folder: Path, name: str, cuts: set[int], more: dict[str, Any]) -> Ending:
    async def play() -> Ending:
        async with running(folder) as app:
            return await game(app, name, cuts, more)

    folder.mkdir(exist_ok=True)
    return asyncio.run(play())


def check_cuts(folder: Path, name: str, whole: Ending, cuts: set[int], more: Any) -> None:
    """The game ends as the uncut one: its moves, what the person was told, and the last view."""
    cut = played(folder / f"{min(cuts)}-{len(cuts)}", name, cuts, more)
    assert cut[:3] == whole[:3], f"cut at {sorted(cuts)}"


@pytest.mark.slow
@pytest.mark.parametrize("name", PLAYERS)
def test_cut_after_every_message(name: str, tmp_path: Path) -> None:
    more = short_game(name)
    whole = played(tmp_path / "whole", name, set(), more)
    assert whole.messages > 12
    for k in range(1, whole.messages + 1):
        check_cuts(tmp_path, name, whole, {k}, more)


@pytest.mark.usefixtures("backend")
@pytest.mark.parametrize("name", PLAYERS)
def test_cut_after_some_messages(name: str, tmp_path: Path) -> None:
    more = short_game(name)
    whole = played(tmp_path / "whole", name, set(), more)
    check_cuts(tmp_path, name, whole, {2, 3, 5, 9, 10, 11}, more)


@pytest.mark.slow
@pytest.mark.parametrize("name", PLAYERS)
def test_whole_games_cut_at_random(name: str, tmp_path: Path) -> None:
    more: dict[str, Any] = {"players": PLAYERS[name]}
    whole = played(tmp_path / "whole", name, set(), more)
    rng = random.Random(name)
    for _ in range(2):
        cuts = {c for c in range(1, 3 * whole.messages) if rng.random() < 0.2}
        check_cuts(tmp_path, name, whole, cuts, more)
