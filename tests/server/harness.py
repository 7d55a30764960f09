"""A server inside the test: the whole application without a network, its time and ids handed in.

Clients speak ASGI to it, as uvicorn would. Everything else is real: store, writer, bots' rules.
"""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import hashlib
import random
import shutil
import tempfile
from collections.abc import AsyncGenerator, Callable
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import msgspec

from ryumon.server.app import App
from ryumon.server.limits import Limits
from ryumon.server.sources import Sources
from ryumon.server.store import Store, file_url
from ryumon.server.thinkers import Thinkers

PATIENCE = 20.0  # seconds that a test waits for a message
IDLE = 0.05  # seconds after which nothing is taken to happen by itself


class FixedSources(Sources):
    """The same ids and secrets in every run, and a clock that stands until it is moved; it `flows`
    on to what is due next when a client waits and nothing happens."""

    def __init__(self, seed: int = 0, flows: bool = True) -> None:
        self.seed, self.time, self.flows = seed, 1_800_000_000.0, flows
        self._count = 0

    def now(self) -> float:
        return self.time

    def token(self, size: int = 16) -> str:
        return self.secret(size).hex()

    def secret(self, size: int = 32) -> bytes:
        self._count += 1
        return hashlib.sha256(f"{self.seed} {self._count}".encode()).digest()[:size]


def let_time_pass(app: App) -> None:
    """Go on to what is due next, if the time is ours."""
    sources, at = app.house.sources, app.house.due.next_at()
    if isinstance(sources, FixedSources) and at is not None and at > sources.time:
        sources.time = at
        app.house.due.wake()


class Socket:
    """A client's end of a WebSocket. `cut_after`: it is cut after so many messages each way."""

    def __init__(self, app: App, path: str, cookie: str, origin: str | None = None) -> None:
        self.received: list[bytes] = []  # every frame, as it came
        self._app = app
        self._to_server: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._to_client: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        headers = [(b"host", b"test"), (b"cookie", cookie.encode())]
        if origin is not None:
            headers.append((b"origin", origin.encode()))
        scope = {
            "type": "websocket", "path": path, "headers": headers, "client": ("127.0.0.1", 1),
            "query_string": b"", "scheme": "ws",
        }  # fmt: skip
        self._to_server.put_nowait({"type": "websocket.connect"})
        self._task = asyncio.create_task(app(scope, self._to_server.get, self._send))

    async def _send(self, message: Any) -> None:
        await self._to_client.put(message)

    def say(self, type_: str, **parts: Any) -> None:
        text = msgspec.json.encode({"type": type_, **parts}).decode()
        self.say_text(text)

    def say_text(self, text: str) -> None:
        self._to_server.put_nowait({"type": "websocket.receive", "text": text})

    async def frame(self) -> dict[str, Any] | None:
        """The next message; None when the server has closed."""
        while True:
            message = await self._next()
            if message["type"] == "websocket.close":
                return None
            if message["type"] == "websocket.send":
                self.received.append(message["text"].encode())
                return msgspec.json.decode(message["text"])

    async def until(self, *kinds: str) -> dict[str, Any]:
        """The next message of one of these types; others are read and let go."""
        while True:
            message = await self.frame()
            assert message is not None, "the server has closed the connection"
            if message["type"] in kinds:
                return message

    async def done(self, id_: str) -> dict[str, Any]:
        """The answer to the command of this id, which is obeyed."""
        while True:
            message = await self.until("done", "refused")
            if message["id"] == id_:
                assert message["type"] == "done", message
                return message

    async def _next(self) -> dict[str, Any]:
        """The next thing that the server sends. When nothing happens, time goes on by itself to
        what is due next."""
        for _ in range(int(PATIENCE / IDLE)):
            with contextlib.suppress(TimeoutError):
                return await asyncio.wait_for(self._to_client.get(), IDLE)
            if getattr(self._app.house.sources, "flows", False):
                let_time_pass(self._app)
        raise AssertionError("the server says nothing")

    def waiting(self) -> int:
        return self._to_client.qsize()

    async def close(self) -> None:
        self._to_server.put_nowait({"type": "websocket.disconnect", "code": 1006})
        await asyncio.wait_for(self._task, PATIENCE)


class Browser:
    """A person's browser: a cookie, HTTP and sockets."""

    def __init__(self, app: App) -> None:
        self.app, self.cookie = app, ""

    async def ask(
        self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
    ) -> tuple[int, Any]:  # fmt: skip
        text = b"" if body is None else msgspec.json.encode(body)
        path, _, query = path.partition("?")
        status, told, whole = await self.fetch(method, path, query, text, headers)
        is_json = told.get("content-type") == "application/json"
        return status, msgspec.json.decode(whole) if is_json else whole

    async def fetch(
        self, method: str, path: str, query: str, text: bytes, headers: dict[str, str] | None = None
    ) -> tuple[int, dict[str, str], bytes]:  # fmt: skip
        """Status, headers and body of the answer, as they come."""
        sent: list[dict[str, Any]] = []
        said = {"host": "test", "cookie": self.cookie, **(headers or {})}
        scope = {
            "type": "http", "method": method, "path": unquote(path), "raw_path": path.encode(),
            "query_string": query.encode(), "http_version": "1.1", "scheme": "http",
            "headers": [(k.encode(), v.encode()) for k, v in said.items()],
            "client": ("127.0.0.1", 1), "server": ("test", 80), "root_path": "",
        }  # fmt: skip

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": text, "more_body": False}

        async def send(message: Any) -> None:
            sent.append(message)

        await self.app(scope, receive, send)
        for name, value in sent[0]["headers"]:
            if name == b"set-cookie":
                self.cookie = value.decode().partition(";")[0]
        told = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
        return sent[0]["status"], told, b"".join(message.get("body", b"") for message in sent[1:])

    async def get(self, path: str) -> Any:
        status, told = await self.ask("GET", path)
        assert status == 200, told
        return told

    async def post(self, path: str, **body: Any) -> Any:
        status, told = await self.ask("POST", path, body)
        assert status == 200, told
        return told

    async def table(self, game: str, **more: Any) -> str:
        """A new table; its id."""
        made = await self.post("/api/tables", game=game, name=more.pop("name", "Ann"), **more)
        return made["info"]["table"]

    def connect(self, table: str, **more: Any) -> Socket:
        return Socket(self.app, f"/api/tables/{table}/socket", self.cookie, **more)

    async def join(
        self, table: str, viewer: int, since: int = 0, language: str = "en"
    ) -> tuple[Socket, dict[str, Any]]:  # fmt: skip
        """A connection as this viewer, and its welcome."""
        socket = self.connect(table)
        socket.say("hello", viewer=viewer, since=since, language=language)
        return socket, await socket.until("welcome", "bye")


def memory(folder: Path) -> Path:
    """A folder in memory instead of this one, where there is such a thing: a slow disk makes these
    tests slow, and proves nothing. It goes with the test's own folder."""
    fast = Path("/dev/shm")
    if not fast.is_dir():
        return folder
    marker = folder / "memory"
    if not marker.exists():
        made = Path(tempfile.mkdtemp(prefix="ryumon-", dir=fast))
        atexit.register(shutil.rmtree, made, ignore_errors=True)
        marker.symlink_to(made)
    return marker.resolve()


def sqlite(folder: Path) -> str:
    """The database of a test's folder: always the same for the same folder."""
    return file_url(memory(folder) / "test.db")


def postgresql() -> Callable[[Path], str]:
    """The same, on the PostgreSQL of the tests."""
    from tests.server.postgres import shared

    made: dict[Path, str] = {}

    def url(folder: Path) -> str:
        if folder not in made:
            made[folder] = shared().database()
        return made[folder]

    return url


database: Callable[[Path], str] = sqlite  # what tests run on; the fixture `backend` sets it


@contextlib.asynccontextmanager
async def running(
    folder: Path, sources: Sources | None = None, beat: float = 0.0, workers: int = 0, **more: Any
) -> AsyncGenerator[App]:  # fmt: skip
    """An application on a database in this folder, from its start to its end."""
    sources = sources or FixedSources()
    store = Store.open(database(folder), sources.now)
    more = {"limits": Limits(messages=1e9, burst=1e9, requests=1e9, request_burst=1e9), **more}
    app = App(store, Thinkers(workers, beat), sources, **more)
    async with app.lifespan():
        yield app


def decisions(choice: dict[str, Any], rng: random.Random) -> list[str]:
    """Any complete decision that the choice allows, as a client composes it."""
    if choice["kind"] == "tree":
        moves, branches = [], choice["which"]
        while branches:
            branch = rng.choice(branches)
            moves.append(branch["move"])
            branches = branch["then"]
        return moves
    which = choice["which"]
    count = rng.randint(choice["least"], min(choice["most"], len(which)))
    picked = set(rng.sample(range(len(which)), count))
    moves = [move for k, move in enumerate(which) if k in picked]
    return moves + ([choice["then"]] if choice["then"] else [])


async def play_out(
    socket: Socket, first: dict[str, Any], rng: random.Random, stop: Callable[[Any], bool]
) -> dict[str, Any]:  # fmt: skip
    """Play one seat until a message satisfies `stop`; returns that message."""
    message, sent = first, 0
    while not stop(message):
        if message.get("choice"):
            sent += 1
            moves = decisions(message["choice"], rng)
            socket.say("act", id=f"{rng.random()}-{sent}", expected=message["n"], moves=moves)
        message = await socket.until("step", "refused")
        assert message["type"] == "step", message
    return message
