"""A connection that is cut loses nothing: after every message, in both directions, the game ends as
the uncut one."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from ryumon.server.app import App
from tests.server.harness import Browser, Socket, decisions, running

# short games of each kind: one round, few turns, or from a late position
SHORT: dict[str, dict[str, Any]] = {
    "bushido": {"players": 2, "options": {"turns": 3}},
    "schadenfreude": {"players": 3},
    "slaughter": {"players": 3},
    "tatsu": {"players": 2},
    "tiger-dragon": {"players": 2},
}
DECISIONS = 6  # of the person, each cut in several ways; a game to its end would take minutes


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

    async def play(self, rng: random.Random, decisions_left: int) -> None:
        await self.connect()
        made = 0
        while made < decisions_left and not any(e["kind"] == "end" for e in self.events):
            while self.pending is not None or not self.choice:
                await self.receive()
                if any(event["kind"] == "end" for event in self.events):
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


async def game(app: App, name: str, cuts: set[int], many: int) -> tuple[list[str], Person]:
    """The moves of a game of one person against bots, whose connection is cut so."""
    ann = Browser(app)
    more = SHORT[name]
    bots = [None, *["thumb"] * (more["players"] - 1)]
    table = await ann.table(name, bots=bots, start=True, **more)
    person = Person(ann, table, cuts)
    await person.play(random.Random(5), many)
    live = app.house.live[table]
    assert live.state is not None
    # the bots go on by themselves; what counts is up to the person's last decision
    moves = live.state.moves
    assert person.socket is not None
    await person.socket.close()
    return moves, person


def played(folder: Path, name: str, cuts: set[int], many: int) -> tuple[list[str], Person]:
    async def play() -> tuple[list[str], Person]:
        async with running(folder) as app:
            return await game(app, name, cuts, many)

    folder.mkdir(exist_ok=True)
    return asyncio.run(play())


def same(one: list[str], other: list[str]) -> bool:
    """Equal as far as both go: bots may have been stopped at another moment."""
    length = min(len(one), len(other))
    return length > 0 and one[:length] == other[:length]


@pytest.mark.usefixtures("backend")
@pytest.mark.parametrize("name", SHORT)
def test_cut_after_every_message(name: str, tmp_path: Path) -> None:
    whole, person = played(tmp_path / "whole", name, set(), DECISIONS)
    for k in range(1, person.count + 1):
        moves, cut = played(tmp_path / f"cut{k}", name, {k}, DECISIONS)
        assert same(moves, whole), f"cut at message {k}"
        length = min(len(cut.events), len(person.events))
        assert cut.events[:length] == person.events[:length]


@pytest.mark.slow
@pytest.mark.usefixtures("backend")
@pytest.mark.parametrize("name", SHORT)
def test_whole_games_cut_at_random(name: str, tmp_path: Path) -> None:
    whole, person = played(tmp_path / "whole", name, set(), 1000)
    rng = random.Random(name)
    for k in range(3):
        cuts = {c for c in range(1, 3 * person.count) if rng.random() < 0.2}
        moves, cut = played(tmp_path / f"cut{k}", name, cuts, 1000)
        assert moves == whole
        assert cut.events == person.events
        assert cut.view == person.view
