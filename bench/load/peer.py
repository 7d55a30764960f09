"""boardgame.io beside us: installed into a folder of its own, and its clients."""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

import msgspec

from bench.load.crowd import Ack, Crowd, now
from bench.load.servers import Process
from bench.load.wire import Socket
from ryumon.kernel.cache import root

VERSION = "0.50.2"
PACKAGES = (f"boardgame.io@{VERSION}", "node-persist@3.1.3")
SCRIPT = Path(__file__).with_name("peer.js")
SPECTATOR = -3


def home() -> Path:
    return root() / f"boardgame.io-{VERSION}"


def installed() -> Path:
    """The folder with the packages; they are installed once, with npm."""
    folder = home()
    if not (folder / "done").exists():
        if shutil.which("npm") is None:
            raise FileNotFoundError("boardgame.io needs Node and npm on the PATH")
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "package.json").write_text('{"private": true}')
        command = ["npm", "install", "--no-audit", "--no-fund", *PACKAGES]
        subprocess.run(command, cwd=folder, check=True, capture_output=True)
        (folder / "done").touch()
    return folder


def serve(folder: Path, stored: Path | None = None) -> Process:
    packages = installed()
    port = random.randrange(20_000, 30_000)  # below those that clients get
    command = ["node", str(SCRIPT), str(port), *([str(stored)] if stored else [])]
    return Process(command, folder, NODE_PATH=str(packages / "node_modules"), NODE_ENV="production")


class _Players(msgspec.Struct):
    hand: list[str] = []


class _Lying(msgspec.Struct):
    card: str


class _Game(msgspec.Struct):
    table: list[_Lying]
    players: dict[str, _Players] = {}


class _Context(msgspec.Struct, rename="camel"):
    current_player: str


class State(msgspec.Struct):
    ctx: _Context
    G: _Game
    number: int = msgspec.field(name="_stateID", default=0)


_message = msgspec.json.Decoder(list[msgspec.Raw]).decode
_state = msgspec.json.Decoder(State).decode
_PREFIX = b"42/trick,"


class _Synced(msgspec.Struct):
    state: State


class Player:
    """One of its clients: it speaks socket.io, as a browser does."""

    def __init__(self, crowd: Crowd, wire: Socket, match: str, seat: int) -> None:
        self.crowd, self.wire, self.match, self.seat = crowd, wire, match, seat
        self.since, self.number = 0.0, 0
        self._mark = f'"currentPlayer":"{seat}"'.encode()
        self._own = "null" if seat == SPECTATOR else f'"{seat}"'
        self._state: State | None = None
        self._at = 0.0  # not 0: a move of ours is under way
        wire.on_text = self._take
        wire.on_close = self._closed

    def _closed(self) -> None:
        self.crowd.closed += 1

    def _take(self, text: bytes) -> None:
        crowd = self.crowd
        crowd.frames += 1
        crowd.bytes += len(text)
        if text.startswith(b'42/trick,["update"'):
            if self._at:
                crowd.acks.append(Ack(self.match, self._at, now() - self._at))
                self._at = 0.0
            if self._mark in text:
                self._ask(_state(_message(text[len(_PREFIX) :])[2]))
        elif text.startswith(b'42/trick,["sync"'):
            told = msgspec.json.decode(_message(text[len(_PREFIX) :])[2], type=_Synced)
            self._ask(told.state)
            self.wire.on_ready()
        elif text == b"2":
            self.wire.send(b"3")
        elif text.startswith(b"0"):
            self.wire.send(b"40/trick,")
        elif text.startswith(b"40"):
            self.wire.send(f'42/trick,["sync","{self.match}",{self._own},null,4]'.encode())

    def _ask(self, state: State) -> None:
        self.number = state.number
        if state.ctx.current_player == str(self.seat):
            self._state = state
            self.crowd.wait_in_line(self)

    def act(self, at: float) -> None:
        state, self._state = self._state, None
        assert state is not None
        hand = state.G.players[str(self.seat)].hand
        led = state.G.table[0].card[0] if state.G.table else ""
        legal = [card for card in hand if card.startswith(led)] or hand
        card = self.crowd.rng.choice(legal)
        self._at = at
        payload = f'{{"type":"play","args":["{card}"],"playerID":"{self.seat}","credentials":null}}'
        action = f'{{"type":"MAKE_MOVE","payload":{payload}}}'
        update = f'42/trick,["update",{action},{state.number},"{self.match}","{self.seat}"]'
        self.crowd.sent += 1
        self.wire.send(update.encode())


def players(crowd: Crowd, port: int, matches: int, spectators: int = 0) -> list[Player]:
    """Four at each match, and spectators besides."""
    path = "/socket.io/?EIO=4&transport=websocket"
    seats: list[Any] = [*range(4), *[SPECTATOR] * spectators]
    return [
        Player(crowd, Socket(f"127.0.0.1:{port}", path, {}), f"m{k}", seat)
        for k in range(matches)
        for seat in seats
    ]
