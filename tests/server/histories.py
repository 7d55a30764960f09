"""A history checker in the manner of Jepsen and Elle: clients play at random at several real server
processes, each keeps what it sent and what it was told, and afterwards all of it must fit together
with one story: that of the database.

- every acknowledged command is stored exactly once, and nothing is stored that nobody sent;
- every viewer's events have the numbers 1, 2, 3 without a gap, in every connection to any process;
- what two connections of one viewer were told under one number is the same;
- the last view of every viewer is that of a replay of the stored moves.
"""

from __future__ import annotations

import json
import random
import threading
import time
from collections import Counter
from typing import Any

import httpx
import msgspec
from sqlalchemy import select
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

import ryumon
from ryumon.server import schema
from ryumon.server.store import Store
from ryumon.table.undo import shortened
from tests.server.harness import decisions
from tests.server.process import Server

TROUBLE = (OSError, WebSocketException, TimeoutError, httpx.HTTPError, EOFError)
GAME, PLAYERS = "tiger-dragon", 3


class Client(threading.Thread):
    """One person at one table. It connects to any of the servers, plays when it is asked, chats,
    leaves and comes back elsewhere; what was not answered is sent again with the same id."""

    def __init__(
        self, servers: list[Server], table: str, seat: int, cookie: str, seed: str
    ) -> None:  # fmt: skip
        super().__init__(daemon=True)
        self.servers, self.table, self.seat, self.cookie = servers, table, seat, cookie
        self.rng, self.halt = random.Random(seed), threading.Event()
        self.sent: set[str] = set()
        self.acknowledged: list[str] = []
        self.events: dict[int, dict[str, Any]] = {}
        self.chat: list[str] = []
        self.n, self.view, self.choice = 0, None, None
        self.pending: dict[str, Any] | None = None
        self.wrong: list[Any] = []
        self.byes: list[dict[str, Any]] = []
        self.count, self.over = 0, False

    def run(self) -> None:
        while not self.halt.is_set() and not self.over:
            server = self.rng.choice(self.servers)
            url = f"ws://127.0.0.1:{server.port}/api/tables/{self.table}/socket"
            try:
                with connect(
                    url, additional_headers={"Cookie": self.cookie}, open_timeout=10
                ) as socket:  # fmt: skip
                    self.visit(socket, time.monotonic() + self.rng.uniform(0.5, 4))
            except TROUBLE:
                time.sleep(0.05)

    def visit(self, socket: ClientConnection, until: float) -> None:
        socket.send(json.dumps({"type": "hello", "viewer": self.seat, "since": self.n}))
        if self.pending is not None:
            socket.send(json.dumps(self.pending))
        while not self.halt.is_set() and (self.pending is not None or time.monotonic() < until):
            try:
                message = json.loads(socket.recv(timeout=0.5))
            except TimeoutError:
                if time.monotonic() > until + 20:
                    return  # this server says nothing any more
                continue
            self.take(message)
            if message["type"] == "bye" or self.over:
                return
            if self.pending is None:
                self.think(socket)

    def think(self, socket: ClientConnection) -> None:
        self.count += 1
        command = f"s{self.seat}c{self.count}"
        if self.choice:
            moves = decisions(self.choice, self.rng)
            self.pending = {"type": "act", "id": command, "expected": self.n, "moves": moves}
            self.choice = None
        elif self.rng.random() < 0.05:
            self.pending = {"type": "chat", "id": command, "text": f"line {command}"}
        else:
            return
        self.sent.add(command)
        socket.send(json.dumps(self.pending))

    def take(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "welcome" | "step":
                if message["type"] == "welcome" and message["since"] != self.n:
                    self.wrong.append(("a server forgot what it had told", self.n, message["n"]))
                for event in message["events"]:
                    self.hear(event)
                self.view, self.choice = message["view"], message["choice"]
                if message["n"] != self.n:
                    self.wrong.append(("not the number of its events", message["n"], self.n))
                self.over = self.over or any(e["kind"] == "end" for e in message["events"])
            case "done":
                if self.pending is not None and message["id"] == self.pending["id"]:
                    self.acknowledged.append(message["id"])
                    self.pending = None
            case "refused":
                if not message["stale"] and message["rule"] != "N":
                    self.wrong.append(message)
                self.pending = None
            case "bye":
                self.byes.append(message)
            case _:
                pass

    def hear(self, event: dict[str, Any]) -> None:
        n = event["n"]
        if n != self.n + 1:
            self.wrong.append(("a gap, or something twice", self.n, n))
        if self.events.setdefault(n, event) != event:
            self.wrong.append(("told otherwise before", self.events[n], event))
        self.n = n


def seated(server: Server, name: str) -> tuple[str, list[str]]:
    """A new table of three people that has begun, and their cookies."""
    with httpx.Client(base_url=server.url, timeout=30) as host:
        asked = {"game": GAME, "players": PLAYERS, "name": name, "public": True}
        table = host.post("/api/tables", json=asked).raise_for_status().json()["info"]["table"]
        cookies = [f"ryumon={host.cookies['ryumon']}"]
        for seat in range(1, PLAYERS):
            with httpx.Client(base_url=server.url, timeout=30) as guest:
                asked = {"seat": seat, "name": f"{name}{seat}"}
                guest.post(f"/api/tables/{table}/sit", json=asked).raise_for_status()
                cookies.append(f"ryumon={guest.cookies['ryumon']}")
        host.post(f"/api/tables/{table}/host", json={"do": "start"}).raise_for_status()
    return table, cookies


class History:
    """Some tables under load, until `end`; then everything must fit together."""

    def __init__(self, servers: list[Server], tables: int = 2, seed: int = 0) -> None:
        self.clients: list[Client] = []
        for k in range(tables):
            table, cookies = seated(servers[0], f"T{k}")
            self.clients += [
                Client(servers, table, seat, cookie, f"{seed} {k} {seat}")
                for seat, cookie in enumerate(cookies)
            ]
        for client in self.clients:
            client.start()

    def acknowledged(self) -> int:
        return sum(len(client.acknowledged) for client in self.clients)

    def wait(self, more: int, patience: float = 90.0) -> None:
        """Until so many more commands have been acknowledged, or all games are over."""
        goal, end = self.acknowledged() + more, time.monotonic() + patience
        while self.acknowledged() < goal and not all(client.over for client in self.clients):
            assert time.monotonic() < end, f"stuck at {self.acknowledged()} of {goal}"
            time.sleep(0.05)

    def end(self) -> None:
        for client in self.clients:
            client.halt.set()
        for client in self.clients:
            client.join(40)

    def check(self, database: str) -> None:
        wrong = [(one.table, one.seat, what) for one in self.clients for what in one.wrong]
        assert not wrong, wrong[:5]
        store = Store.open(database)
        try:
            rows = store.ask(lambda c: c.execute(select(schema.entries)).mappings().all())
        finally:
            store.dispose()
        for table in {client.table for client in self.clients}:
            entries = sorted((r for r in rows if r["table"] == table), key=lambda r: r["number"])
            check_table([client for client in self.clients if client.table == table], entries)


def check_table(clients: list[Client], entries: list[Any]) -> None:
    numbers = [row["number"] for row in entries]
    assert numbers == list(range(1, len(entries) + 1)), "a number is missing, or there twice"
    stored = Counter((row["seat"], row["command"]) for row in entries if row["command"])
    moves = [m for row in entries for m in json.loads(row["data"]).get("moves", [])]
    game = ryumon.game(GAME, players=PLAYERS)
    state = game.replay(moves)
    for client in clients:
        for command in client.acknowledged:
            assert stored[client.seat, command] == 1, f"{command} is there not exactly once"
        own = {command for seat, command in stored if seat == client.seat}
        assert own <= client.sent, "something is stored that nobody sent"
        check_story(client, state)


def check_story(client: Client, state: Any) -> None:
    """What a client was told is the beginning of what the stored game tells its seat."""
    told = [client.events[n] for n in sorted(client.events)]
    true = state.events(client.seat)
    for ours, stored in zip(told, true, strict=False):
        assert {**ours, "text": ""} == {**plain(stored), "n": ours["n"], "text": ""}, ours
    assert len(told) <= len(true)
    for length in range(len(state.moves), -1, -1):  # the moment of the client's last view
        then = shortened(state, length)
        if len(then.events(client.seat)) == len(told):
            if plain(then.typed_view(client.seat)) == client.view:
                return
        elif len(then.events(client.seat)) < len(told):
            break
    raise AssertionError("the last view is not that of a replay")


def plain(data: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(data))
