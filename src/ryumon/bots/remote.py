"""A level at the tables of a server, by its bot API: `ryumon bot LEVEL --server URL --token T`.

One stream tells at which tables we sit, one more per table what our seat sees. A move that was not
answered is sent again with the same id, so it acts once, whatever the network does.
"""

from __future__ import annotations

import http.client
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import msgspec

from ryumon import bots
from ryumon.bots.broken import SENTENCES
from ryumon.bots.protocol import Ask, Clock, Knowledge, NewGame
from ryumon.bots.speaker import game_of, seat_of, think
from ryumon.play.refusal import refused

PATIENCE = 30.0  # seconds without a line after which a stream is taken to be dead
WAITS = (0.2, 0.5, 1, 2, 5)  # seconds before we try again
SECONDS = 1.0  # to think about a move
AGAIN = (429, 500, 502, 503, 504)  # too fast, or the server has trouble


class Lost(Exception):
    """There is no connection now."""


class Server:
    """HTTP with a token."""

    def __init__(self, url: str, token: str = "") -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise refused(SENTENCES, "server-url", url=url)
        secure = parts.scheme == "https"
        self._make = http.client.HTTPSConnection if secure else http.client.HTTPConnection
        self._at, self._base, self.token = parts.netloc, parts.path.rstrip("/"), token

    def ask(self, method: str, path: str, body: Any = None) -> dict[str, Any]:
        """The answer. Refused with the server's sentence, Lost if none comes."""
        connection, response = self._sent(method, path, body)
        try:
            text = response.read()
        except (OSError, http.client.HTTPException):
            raise Lost from None
        finally:
            connection.close()
        return self._read(response.status, text)

    def stream(self, path: str) -> Iterator[dict[str, Any]]:
        """The lines of a stream, until it ends."""
        connection, response = self._sent("GET", path, None)
        try:
            if response.status != 200:
                self._read(response.status, response.read())
            while line := response.readline():
                if line.strip():
                    yield msgspec.json.decode(line)
        except (OSError, http.client.HTTPException, msgspec.DecodeError):
            raise Lost from None
        finally:
            connection.close()

    def _sent(self, method: str, path: str, body: Any) -> Any:
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        text = None if body is None else msgspec.json.encode(body)
        connection = self._make(self._at, timeout=PATIENCE)
        try:
            connection.request(method, self._base + path, text, headers)
            return connection, connection.getresponse()
        except (OSError, http.client.HTTPException):
            connection.close()
            raise Lost from None

    def _read(self, status: int, text: bytes) -> dict[str, Any]:
        if status in AGAIN:
            raise Lost
        try:
            found = msgspec.json.decode(text)
        except msgspec.DecodeError:
            raise Lost from None
        if status != 200:
            raise refused(SENTENCES, "server-says", sentence=found.get("sentence", ""))
        return found


def persist(work: Callable[[], Any]) -> Any:
    """Do it again until there is a connection."""
    for wait in (*WAITS, *[WAITS[-1]] * 1_000_000):
        try:
            return work()
        except Lost:
            time.sleep(wait)


class Player:
    """A level at all tables where its account holds a seat."""

    def __init__(self, level: str, server: Server, say: Callable[[str], None]) -> None:
        bots.make(level, 0)  # refused if there is no such bot
        self.level, self.server, self.say = level, server, say
        self._at: dict[str, threading.Thread] = {}

    def join(self, link: str) -> None:
        """Take a seat by a link to join a table."""
        path, _, token = link.partition("#")
        table = path.rstrip("/").rpartition("/")[2]
        self.server.ask("POST", f"/api/tables/{table}/enter", {"token": token})
        self.server.ask("POST", f"/api/tables/{table}/sit", {"random": secrets.token_hex(16)})

    def enter(self, season: str) -> None:
        """Take part in a season, by its id or its address."""
        name = season.rstrip("/").rpartition("/")[2]
        self.server.ask("POST", f"/api/seasons/{name}/join")

    def run(self, until: Callable[[], bool] = lambda: False) -> None:
        """Play wherever we sit; `until` it is enough."""
        while not until():
            try:
                for line in self.server.stream("/api/bot/stream"):
                    for row in line.get("tables", [line.get("table")]):
                        if isinstance(row, dict) and row["status"] in ("open", "running"):
                            self._sit_down(row["table"])
                    if until():
                        return
            except Lost:
                time.sleep(WAITS[1])

    def _sit_down(self, table: str) -> None:
        known = self._at.get(table)
        if known is None or not known.is_alive():
            self.say(table)
            thread = threading.Thread(target=self.play, args=(table,), daemon=True)
            self._at[table] = thread
            thread.start()

    def play(self, table: str) -> None:
        """One table, to its end. In a season we may hold several seats there."""
        page = persist(lambda: self.server.ask("GET", f"/api/tables/{table}"))
        others = [
            threading.Thread(target=self._play, args=(table, seat), daemon=True)
            for seat in page["you"]["seats"][1:]
        ]
        for thread in others:
            thread.start()
        for seat in page["you"]["seats"][:1]:
            self._play(table, seat)
        for thread in others:
            thread.join()

    def _play(self, table: str, seat: int) -> None:
        over = False
        while not over:
            try:
                over = self._follow(table, seat)
            except Lost:
                time.sleep(WAITS[1])

    def _follow(self, table: str, seat: int) -> bool:
        """Read the stream of the game and answer. True when the table has ended."""
        playing: NewGame | None = None
        path = f"/api/bot/tables/{table}/stream?seat={seat}&knowledge=1"
        for line in self.server.stream(path):
            if line["type"] == "welcome":
                at = line["table"]
                playing = NewGame(at["game"], at["players"], at["options"], line["viewer"])
                game_of(playing).compile(background=True)
            if line["type"] in ("welcome", "table"):
                if line["table"]["status"] not in ("open", "running"):
                    return True
            elif line["type"] == "turn" and playing is not None:
                self._move(table, playing, line)
        return False

    def _move(self, table: str, playing: NewGame, line: dict[str, Any]) -> None:
        known = msgspec.convert(line["knowledge"], Knowledge)
        seed = secrets.randbits(53)
        asked = Ask(legal=line["legal"], clock=Clock(SECONDS), seed=seed, knowledge=known)
        seat = seat_of(playing, asked)
        legal = seat.legal_ids()
        move = legal[0] if len(legal) == 1 else think(seat, self.level, seed, SECONDS)
        body = {
            "id": secrets.token_hex(8), "expected": line["n"], "seat": playing.seat,
            "moves": [seat.game.spec.words.NAMES[move]],
        }  # fmt: skip
        # refused if somebody took a move back meanwhile, or our time was over: the stream tells
        with suppress(ValueError):
            persist(lambda: self.server.ask("POST", f"/api/bot/tables/{table}/move", body))


def account(url: str, name: str) -> str:
    """A new token."""
    return Server(url).ask("POST", "/api/bot/account", {"name": name})["token"]
