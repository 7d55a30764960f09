"""Whatever clients send, in whatever order: clear refusals, no failure inside, no stuck table."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    rule,
    run_state_machine_as_test,
)  # fmt: skip

from ryumon import PUBLIC
from ryumon.server.app import App
from ryumon.server.words import SENTENCES
from tests.server.harness import Browser, FixedSources, Socket, decisions, running
from tests.server.test_tables import friends

BUDGET = settings(
    max_examples=15, stateful_step_count=30, deadline=None, derandomize=True, database=None,
    phases=[Phase.generate],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)  # fmt: skip
TABLES = [("bushido", 3), ("tiger-dragon", 3), ("slaughter", 3), ("tatsu", 2)]
WORDS = st.sampled_from(["pass", "no", "R1", "R7", "~R7", "Z9", "", "tiger", "s1:katana", "é"])
NUMBERS = st.integers(-2, 6) | st.sampled_from([-(2**63), 2**63 - 1, 2**70])
MESSAGES: dict[str, dict[str, st.SearchStrategy[Any]]] = {
    "hello": {"viewer": NUMBERS},
    "act": {"expected": NUMBERS, "moves": st.lists(WORDS, max_size=4)},
    "why": {"moves": st.lists(WORDS, max_size=4)},
    "intend": {"moves": st.none() | st.lists(WORDS, max_size=3),
               "rule": st.sampled_from(["", "pass", "forced", "lay", "no", "other"])},
    "cancel": {},
    "chat": {"text": st.text(max_size=20) | st.just("x" * 600),
             "to": st.sampled_from(["table", "partner", "spectators", "moon"])},
    "offer": {"kind": st.sampled_from(["undo", "end", "rematch", "peace"])},
    "answer": {"offer": NUMBERS, "accept": st.booleans()},
    "concede": {},
    "ping": {},
    "dance": {"with": st.text(max_size=5)},
}  # fmt: skip
GARBAGE = st.sampled_from(
    ["", "{", "null", "[]", '{"type": 7}', '{"type":"act"}', "\x00", "9" * 5000,
     '{"type":"chat","id":"c","text":"\\ud800"}',
     '{"type":"ping","id":"' + "x" * 20_000 + '"}', "[" * 3000]
)  # fmt: skip
BROKEN = {SENTENCES[language]["server"] for language in SENTENCES}


class Clients(RuleBasedStateMachine):
    """People at one table who say anything; each keeps one connection open."""

    app: App
    table: str
    players: int
    people: list[Browser]

    def __init__(self) -> None:
        super().__init__()
        self.sockets: dict[int, Socket] = {}
        self.runner = asyncio.Runner()
        self.stack = contextlib.AsyncExitStack()
        self.folder = tempfile.TemporaryDirectory()
        self.sources, self.count = FixedSources(), 0

    @initialize(which=st.sampled_from(TABLES))
    def open(self, which: tuple[str, int]) -> None:
        async def play() -> None:
            await self.start()
            name, self.players = which
            self.table, self.people = await friends(self.app, name, self.players, public=True)
            watcher = Browser(self.app)
            await watcher.get("/api/me")
            self.people.append(watcher)
            for viewer in self.viewers():
                await self.connect(viewer)

        self.runner.run(play())

    def viewers(self) -> list[int]:
        return [*range(self.players), PUBLIC]

    async def connect(self, viewer: int) -> dict[str, Any]:
        if viewer in self.sockets:
            await self.sockets[viewer].close()
        self.sockets[viewer], welcome = await self.people[viewer].join(self.table, viewer)
        assert welcome["type"] == "welcome", welcome
        return welcome

    async def hear(self, viewer: int) -> dict[str, Any] | None:
        """All that has come, up to the answer to a ping; the last step. Whoever was sent away with
        a sentence comes again."""
        socket, last = self.sockets[viewer], None
        socket.say("ping", id="hear")
        while True:
            message = await socket.frame()
            if message is None or message["type"] == "bye":
                assert message is None or message["sentence"]
                assert message is None or message["sentence"] not in BROKEN
                return await self.connect(viewer)
            if message["type"] == "pong" and message["id"] == "hear":
                return last
            if message["type"] == "refused":
                assert message["sentence"] or message["stale"]
            if message["type"] == "step":
                last = message

    @rule(viewer=st.integers(0, 3), kind=st.sampled_from(sorted(MESSAGES)), data=st.data())
    def say(self, viewer: int, kind: str, data: st.DataObject) -> None:
        who = self.viewers()[viewer % (self.players + 1)]
        parts = {name: data.draw(value) for name, value in MESSAGES[kind].items()}
        self.count += 1
        message = {"type": kind, "id": f"m{self.count}", **parts}
        if kind == "hello":
            del message["id"]
        if data.draw(st.integers(0, 9)) == 0 and parts:  # something is missing
            del message[next(iter(parts))]

        async def play() -> None:
            self.sockets[who].say_text(json.dumps(message))
            await self.hear(who)

        self.runner.run(play())

    @rule(viewer=st.integers(0, 3), text=GARBAGE)
    def say_nonsense(self, viewer: int, text: str) -> None:
        who = self.viewers()[viewer % (self.players + 1)]

        async def play() -> None:
            self.sockets[who].say_text(text)
            await self.hear(who)

        self.runner.run(play())

    @rule(seed=st.integers(0, 1000))
    def play_on(self, seed: int) -> None:
        """Whoever has a decision makes it; one is always found while the game runs."""

        async def play() -> None:
            live = await self.app.house.find(self.table)
            if live.head.status == "running":
                assert await self.one_decision(random.Random(seed)), "the table is stuck"

        self.runner.run(play())

    async def one_decision(self, rng: random.Random) -> bool:
        for _ in range(50):
            for seat in range(self.players):
                welcome = await self.connect(seat)
                if welcome["table"]["status"] != "running":
                    return True
                if welcome["choice"]:
                    self.count += 1
                    command, moves = f"p{self.count}", decisions(welcome["choice"], rng)
                    self.sockets[seat].say("act", id=command, expected=welcome["n"], moves=moves)
                    return await self.obeyed(seat, command)
            await self.pass_time()  # something is judged, or a bot thinks
        return False

    async def obeyed(self, seat: int, command: str) -> bool:
        while True:
            answer = await self.sockets[seat].until("done", "refused")
            if answer["id"] == command:  # an answer in advance may have been sooner
                assert answer["type"] == "done" or answer["stale"], answer
                return True

    async def pass_time(self) -> None:
        """Whatever is due is done, also what a server that is gone had taken for itself."""
        assert isinstance(self.app.house.sources, FixedSources)
        self.app.house.sources.time += 5
        await self.app.house.due._look()
        self.app.house.due.wake()
        await asyncio.sleep(0.02)

    @rule()
    def restart(self) -> None:
        async def play() -> None:
            for viewer in self.viewers():
                await self.sockets[viewer].close()
            self.sockets = {}
            await self.stack.aclose()
            await self.start()
            for person in self.people:
                person.app = self.app
            for viewer in self.viewers():
                await self.connect(viewer)

        self.runner.run(play())

    async def start(self) -> None:
        where = running(Path(self.folder.name), self.sources)
        self.app = await self.stack.enter_async_context(where)

    def teardown(self) -> None:
        self.runner.run(self.stack.aclose())
        self.runner.close()
        self.folder.cleanup()


@pytest.mark.slow
def test_whatever_clients_say_no_table_is_stuck() -> None:
    run_state_machine_as_test(Clients, settings=BUDGET)
