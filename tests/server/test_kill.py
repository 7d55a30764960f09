"""kill -9 at random moments of concurrent games: every acknowledged move is there, none twice."""

from __future__ import annotations

import json
import random
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

import ryumon
from ryumon.server import schema
from ryumon.server.store import Store, file_url
from tests.server import harness
from tests.server.harness import decisions
from tests.server.process import Server

TROUBLE = (OSError, WebSocketException, TimeoutError, httpx.HTTPError, EOFError)


class Pair(threading.Thread):
    """Plays both seats of a table of Tiger & Dragon for two, and remembers what was acknowledged.
    What is not is sent again, with the same id, until it is."""

    def __init__(self, server: Server, seed: int, stop: threading.Event) -> None:
        super().__init__(daemon=True)
        self.server, self.rng, self.halt = server, random.Random(seed), stop
        self.acknowledged: list[tuple[str, int, str]] = []
        self.table, self.cookie = "", ""
        self.wrong: list[Any] = []

    def run(self) -> None:
        while not self.halt.is_set():
            try:
                if not self.table:
                    self.make()
                self.play()
                self.table = ""  # the game is over: another one
            except TROUBLE:
                time.sleep(0.05)

    def make(self) -> None:
        with httpx.Client(base_url=self.server.url, timeout=5) as http:
            asked = {"game": "tiger-dragon", "players": 2, "name": "A"}
            table = http.post("/api/tables", json=asked).raise_for_status().json()
            name = table["info"]["table"]
            http.post(f"/api/tables/{name}/sit", json={"seat": 1, "name": "B"}).raise_for_status()
            self.cookie = f"ryumon={http.cookies['ryumon']}"
            http.post(f"/api/tables/{name}/host", json={"do": "start"}).raise_for_status()
            self.table = name

    def play(self) -> None:
        """One decision after the other, each over new connections."""
        url = f"{self.server.url.replace('http', 'ws')}/api/tables/{self.table}/socket"
        headers = {"Cookie": self.cookie}
        while not self.halt.is_set():
            with (
                connect(url, additional_headers=headers, open_timeout=5) as one,
                connect(url, additional_headers=headers, open_timeout=5) as two,
            ):
                sockets = [one, two]
                last = [self.hello(socket, seat) for seat, socket in enumerate(sockets)]
                turn = next((seat for seat in (0, 1) if last[seat]["choice"]), None)
                if turn is None:
                    return
                self.act(sockets[turn], turn, last[turn])

    def hello(self, socket: ClientConnection, seat: int) -> dict[str, Any]:
        socket.send(json.dumps({"type": "hello", "viewer": seat}))
        return json.loads(socket.recv(timeout=5))

    def act(self, socket: ClientConnection, seat: int, last: dict[str, Any]) -> None:
        command = f"{self.rng.random()}"
        asked = {
            "type": "act", "id": command, "expected": last["n"],
            "moves": decisions(last["choice"], self.rng),
        }  # fmt: skip
        socket.send(json.dumps(asked))
        while True:
            told = json.loads(socket.recv(timeout=5))
            if told.get("id") == command:
                if told["type"] == "done":
                    self.acknowledged.append((self.table, seat, command))
                else:
                    self.wrong.append(told)
                return


@pytest.mark.slow
def test_kill_9_loses_nothing_that_was_acknowledged(tmp_path: Path, backend: str) -> None:
    # in a file: what was acknowledged must be on the disk
    url = (
        harness.database(tmp_path) if backend == "postgresql" else file_url(tmp_path / "ryumon.db")
    )
    server = Server(tmp_path, "--database", url)
    stop, rng = threading.Event(), random.Random(4)
    server.start()
    pairs = [Pair(server, seed, stop) for seed in range(4)]
    for pair in pairs:
        pair.start()
    for _ in range(5):
        time.sleep(0.5 + 1.5 * rng.random())
        server.kill()
        server.start(server.port)
    time.sleep(1)
    stop.set()
    for pair in pairs:
        pair.join(30)
    server.kill()
    acknowledged = [one for pair in pairs for one in pair.acknowledged]
    assert len(acknowledged) > 50
    assert not [wrong for pair in pairs for wrong in pair.wrong if not wrong.get("stale")]
    store = Store.open(url)
    rows = store.ask(lambda c: c.execute(select(schema.entries)).mappings().all())
    stored = Counter((row["table"], row["seat"], row["command"]) for row in rows)
    for one in acknowledged:
        assert stored[one] == 1
    games: dict[str, list[str]] = {}
    for row in sorted(rows, key=lambda row: (row["table"], row["number"])):
        games.setdefault(row["table"], []).extend(json.loads(row["data"]).get("moves", []))
    for moves in games.values():  # what is stored is a game
        ryumon.game("tiger-dragon", players=2).replay(moves)
