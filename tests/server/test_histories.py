"""Two and three real processes on one database and one table, with trouble of all kinds: nothing is
lost, nothing is done twice, and nobody is told anything that does not fit (see histories.py)."""

from __future__ import annotations

import contextlib
import copy
import json
import random
import socket
import threading
import time
from collections.abc import Generator
from pathlib import Path

import httpx
import pytest
from sqlalchemy import update

import ryumon
from ryumon.server import schema
from ryumon.server.store import Store
from tests.server import harness, histories
from tests.server.histories import Client, History, check_table
from tests.server.postgres import Postgres, shared
from tests.server.process import Server

pytestmark = pytest.mark.slow


@contextlib.contextmanager
def fleet(folder: Path, url: str, number: int, *wrong_clocks: float) -> Generator[list[Server]]:
    """So many servers on one database."""
    servers: list[Server] = []
    try:
        for k in range(number):
            (folder / f"server{k}").mkdir(parents=True, exist_ok=True)
            server = Server(folder / f"server{k}", "--database", url, "--limit", "messages=10000")
            server.wrong_clock = wrong_clocks[k] if k < len(wrong_clocks) else 0.0
            servers.append(server)
            server.start()
        yield servers
    finally:
        for server in servers:
            if server.process is not None and server.process.poll() is None:
                server.go_on()
                server.kill()


def test_three_processes_of_which_some_are_killed_and_some_stand_still(
    tmp_path: Path, backend: str
) -> None:  # fmt: skip
    url = harness.database(tmp_path)
    with fleet(tmp_path, url, 3) as servers:
        history = History(servers)
        history.wait(15)
        servers[1].kill()
        history.wait(10)
        servers[1].start(servers[1].port)
        servers[2].pause()  # beyond its claims, and beyond being taken for dead
        history.wait(10)
        time.sleep(11)
        servers[2].go_on()
        history.wait(15)
        history.end()
    history.check(url)
    assert history.acknowledged() >= 40


def test_a_wrong_clock_of_a_machine_changes_nothing_on_postgresql(tmp_path: Path) -> None:
    """A seat has 60 s. A process whose own clock is a minute ahead takes nothing from it; when the
    store's time is over, the move is made once."""
    url = harness.postgresql()(tmp_path)
    with fleet(tmp_path, url, 2, 0.0, 60.0) as servers:
        with httpx.Client(base_url=servers[1].url, timeout=30) as ann:
            asked = {
                "game": "tatsu", "players": 2, "name": "A", "bots": [None, "thumb"],
                "start": True, "clock": {"kind": "move", "move": 40},
            }  # fmt: skip
            told = ann.post("/api/tables", json=asked).raise_for_status().json()
            table = told["info"]["table"]
        store = Store.open(url)

        def rows() -> list[dict[str, object]]:
            found = store.ask(lambda c: c.execute(schema.due.select()).mappings().all())
            return [dict(row) for row in found if row["kind"] == "clock"]

        def moves() -> int:
            found = store.ask(lambda c: c.execute(schema.entries.select()).mappings().all())
            return sum(row["kind"] == "moves" and row["seat"] == 0 for row in found)

        end = time.monotonic() + 20
        while not rows() and time.monotonic() < end:
            time.sleep(0.1)
        (row,) = rows()
        left = float(str(row["at"])) - store.now()
        assert 40 < left < 70, "its deadline is not by the store's clock"
        time.sleep(6)  # both have looked at what is due
        assert moves() == 0, "time was over for the process whose clock is wrong"
        with store.writing.begin() as connection:  # the store's time is over
            connection.execute(update(schema.due).values(at=0.0, claimed_until=0.0))
        end = time.monotonic() + 30
        while moves() == 0 and time.monotonic() < end:
            time.sleep(0.1)
        found = store.ask(lambda c: c.execute(schema.entries.select()).mappings().all())
        numbers = sorted(r["number"] for r in found if r["table"] == table)
        assert moves() >= 1
        assert numbers == list(range(1, len(numbers) + 1))
        store.dispose()


class Wire(threading.Thread):
    """What connects a server to its database, and can be cut: nothing goes through, and whatever
    was connected is lost."""

    def __init__(self, port: int) -> None:
        super().__init__(daemon=True)
        self._to, self.cut = port, False
        self._ends: list[socket.socket] = []
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        self.start()

    def run(self) -> None:
        while True:
            ours, _ = self._listening.accept()
            if self.cut:
                ours.close()
                continue
            theirs = socket.create_connection(("127.0.0.1", self._to))
            self._ends += [ours, theirs]
            for one, other in ((ours, theirs), (theirs, ours)):
                threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                other.sendall(data)
        for end in (one, other):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def set_cut(self, cut: bool) -> None:
        self.cut = cut
        if cut:
            for end in self._ends:
                with contextlib.suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
            self._ends.clear()


def test_a_process_is_cut_off_from_the_database(tmp_path: Path) -> None:
    url = harness.postgresql()(tmp_path)
    wire = Wire(shared().port)
    far = shared().url(url.rpartition("/")[2], wire.port)
    with fleet(tmp_path / "near", url, 1) as near, fleet(tmp_path / "far", far, 1) as cut_off:
        history = History([*near, *cut_off])
        history.wait(10)
        wire.set_cut(True)
        time.sleep(6)
        history.wait(10)
        wire.set_cut(False)
        history.wait(10)
        history.end()
        history.check(url)


def test_the_checker_finds_planted_faults() -> None:
    """A game that fits, and the same with a fault of each kind."""
    game = ryumon.game(histories.GAME, players=histories.PLAYERS)
    state, rng = game.start(), random.Random(3)
    state.deal(rng)
    dealt, entries = len(state.moves), []
    client = Client([], "t", state.turn, "", "")
    for k in range(4):
        seat, length = state.turn, len(state.moves)
        state.play(rng.choice(state.legal()))
        if state.turn == ryumon.CHANCE:
            state.deal(rng)
        data = json.dumps({"moves": state.moves[length:]})
        entries.append({"number": k + 2, "seat": seat, "command": f"c{k}", "data": data})
        if seat == client.seat:
            client.sent.add(f"c{k}")
            client.acknowledged.append(f"c{k}")
    begun = {"number": 1, "seat": None, "command": None}
    entries.insert(0, {**begun, "data": json.dumps({"moves": state.moves[:dealt]})})
    for n, event in enumerate(state.events(client.seat), 1):
        client.events[n] = {**histories.plain(event), "n": n, "text": ""}
    client.view = histories.plain(state.typed_view(client.seat))
    check_table([client], entries)
    client.acknowledged.append("lost")
    with pytest.raises(AssertionError, match="not exactly once"):
        check_table([client], entries)
    client.acknowledged.pop()
    client.sent.clear()
    with pytest.raises(AssertionError, match="nobody sent"):
        check_table([client], entries)
    client.sent.update(client.acknowledged)
    with pytest.raises(AssertionError, match="missing, or there twice"):
        check_table([client], [*entries[:2], *entries[3:]])
    wrong = copy.deepcopy(client.view)
    client.view["viewer"] = 9
    with pytest.raises(AssertionError, match="last view"):
        check_table([client], entries)
    client.view = wrong
    client.events[2] = {**client.events[2], "kind": "other"}
    with pytest.raises(AssertionError):
        check_table([client], entries)
    client.take({"type": "step", "n": 9, "events": [{"n": 9, "kind": "x"}], "view": 0, "choice": 0})
    assert client.wrong


def test_the_database_is_restarted_under_load(tmp_path: Path) -> None:
    """It ends at once, as in a crash, with fsync on; clients are told to come back, and go on."""
    server = Postgres("synchronous_commit=on")
    try:
        url = server.database()
        with fleet(tmp_path, url, 2) as servers:
            history = History(servers)
            history.wait(10)
            server.stop()
            time.sleep(6)  # longer than a restart is waited for
            server.start()
            history.wait(15)
            history.end()
            byes = [bye for client in history.clients for bye in client.byes]
            assert byes, "nobody was told to come back"
            assert all(bye["again"] is not None for bye in byes), json.dumps(byes[0])
        history.check(url)
    finally:
        server.stop()
