"""Nothing secret stands in logs, metrics, error pages, or what is told of a running table.

Everything that the server writes while people play is searched for what must not be in it: cards
that somebody holds, the deal's secret, links, cookies. A leak is planted in each place first, and
must be found.
"""

from __future__ import annotations

import asyncio
import io
import random
import re
import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
import structlog
from sqlalchemy import select

from ryumon import PUBLIC
from ryumon.server import api, history, info, lists, logs, metrics, play, protocol, schema, sockets
from ryumon.server.app import App
from ryumon.server.live import Live
from tests.server.harness import Browser, decisions, running
from tests.server.test_tables import friends, settle, token

Outputs = dict[str, str]  # what was written, by place
PLACES = ("logs", "metrics", "errors", "pages", "lists", "exports")


def logger(to: io.StringIO) -> Any:
    """The server's own way of writing logs, into a text."""
    return structlog.wrap_logger(structlog.PrintLogger(to), processors=logs.PROCESSORS)


def logging_to(to: io.StringIO) -> ExitStack:
    stack = ExitStack()
    for name, module in list(sys.modules.items()):
        if name.startswith("ryumon.server") and hasattr(module, "log"):
            stack.enter_context(mock.patch.object(module, "log", logger(to)))
    return stack


class Scene:
    """Three people play Slaughter; a fourth looks on, and asks for everything that can be asked."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.table, self.secrets = "", set[str]()
        self.found: Outputs = dict.fromkeys(PLACES, "")

    def keep(self, place: str, *told: Any) -> None:
        self.found[place] += " ".join(map(str, told)) + "\n"

    async def play(self) -> None:
        self.table, self.people = await friends(self.app, "slaughter", 3)
        links = await self.people[0].get(f"/api/tables/{self.table}/links")
        self.eve = Browser(self.app)
        await self.eve.post(f"/api/tables/{self.table}/enter", token=token(links["watch"]))
        self.links = {token(links[role]) for role in ("join", "host")}
        connected = [await one.join(self.table, k) for k, one in enumerate(self.people)]
        state, rng = [welcome for _, welcome in connected], random.Random(2)
        for k in range(8):
            (turn,) = (s for s, message in enumerate(state) if message["choice"])
            moves = decisions(state[turn]["choice"], rng)
            connected[turn][0].say("act", id=f"m{k}", expected=state[turn]["n"], moves=moves)
            for seat in sorted(range(3), key=lambda seat: seat != turn):
                state[seat] = (await settle(connected[seat][0])).get("step", state[seat])
        await self.ask_everything()
        await self.fail()

    async def ask_everything(self) -> None:
        at = f"/api/tables/{self.table}"
        self.keep("pages", await self.eve.get(at), await self.eve.get(f"{at}/links"))
        bob = self.people[1]
        self.keep("lists", await self.eve.get("/api/tables"), await bob.get("/api/mine"))
        for what in (
            "record",
            "record?audit=1",
            "replay?viewer=1",
            "statistics",
            "verify",
            "review",
            "position",
        ):
            self.keep("exports", await self.eve.ask("GET", f"{at}/{what}"))
        socket, _ = await self.eve.join(self.table, PUBLIC)
        for message in ("act", "why", "hint", "nonsense"):
            socket.say(message, id="x", expected=0, moves=["R1"])
            self.keep("errors", await socket.until("refused", "reason"))
        self.keep("errors", await self.eve.ask("GET", "/api/nowhere"))
        status, told = await self.eve.ask("GET", "/metrics")
        assert status == 200
        self.keep("metrics", told.decode())

    async def fail(self) -> None:
        """Something breaks inside, with everything secret in its hands."""
        live = self.app.house.live[self.table]
        assert live.state is not None
        secret = f"{live.state.moves} {live.head.secret.hex()} {self.links}"

        def broken(*_: Any) -> Any:
            hand = secret  # what a traceback with variables would show
            raise RuntimeError(hand)

        with mock.patch.object(sockets.play, "why", broken):
            socket, _ = await self.people[1].join(self.table, 1)
            socket.say("why", id="x", moves=["R1"])
            self.keep("errors", await socket.until("bye"))
        with mock.patch.object(info, "table_info", broken):
            self.keep("errors", await self.eve.ask("GET", f"/api/tables/{self.table}"))
        with mock.patch.object(self.app.house, "find", broken):
            self.keep("errors", (await self.eve.join(self.table, PUBLIC))[1])

    def needles(self) -> set[str]:
        """What nobody but its owner may read: cards in hands, the deal, links, who people are."""
        live = self.app.house.live[self.table]
        assert live.state is not None
        hidden = {move for move in live.state.moves if move.startswith("~")}
        held = {card for seat in range(3) for card in live.state.view(seat)["hand"]}
        persons = {person for person, _, _ in live.grants}
        tokens = {chair.token for chair in live.chairs}
        found = hidden | held | persons | tokens | self.links | {live.head.secret.hex()}
        return found - {chair.name for chair in live.chairs}  # P1 is also a card


def leaks(folder: Path) -> dict[str, set[str]]:
    """What was found where it must not be."""

    async def play() -> Scene:
        async with running(folder, metrics=True) as app:
            scene = Scene(app)
            await scene.play()
            scene.secrets = scene.needles()
            return scene

    written = io.StringIO()
    with logging_to(written):
        scene = asyncio.run(play())
    scene.found["logs"] = written.getvalue()
    assert scene.found["logs"].count("failed") == 3
    found: dict[str, set[str]] = {}
    for place, text in scene.found.items():
        words = set(re.findall(r"[\w~:-]+", text))
        secrets = scene.secrets | ({scene.table} if place == "metrics" else set())
        if words & secrets:
            found[place] = words & secrets
    return found


@pytest.mark.usefixtures("backend")
def test_nothing_secret_is_written_anywhere(tmp_path: Path) -> None:
    assert leaks(tmp_path) == {}


# --- planted leaks ----------------------------------------------------------------------------


def in_logs() -> Any:
    """The log says what was played."""
    usual = play.decide

    async def decide(live: Live, seat: int, moves: list[str], command: str | None = None) -> None:
        await usual(live, seat, moves, command)
        assert live.state is not None
        sockets.log.info("played", moves=live.state.moves[:40])

    return mock.patch.object(play, "decide", decide)


def in_tracebacks() -> Any:
    """The log shows what an exception says."""

    def telling(_: Any, __: str, event: Any) -> Any:
        if event.pop("exc_info", None):
            event["says"] = str(sys.exc_info()[1])
        return event

    return mock.patch.object(
        logs, "PROCESSORS", [telling if p is logs._only_where else p for p in logs.PROCESSORS]
    )


def in_metrics() -> Any:
    """A number for each table."""
    usual = metrics.Metrics.text

    def text(self: metrics.Metrics) -> bytes:
        tables = "".join(f'moves{{table="{t}"}} 3\n' for t in self._app.house.live)
        return usual(self) + tables.encode()

    return mock.patch.object(metrics.Metrics, "text", text)


def in_errors() -> Any:
    """A refusal tells the last outcome of chance."""

    def refused(self: Any, live: Live, connection: Any, command: str, *more: Any, **_: Any) -> Any:
        assert live.state is not None
        last = [move for move in live.state.moves if move.startswith("~")][-1]
        return protocol.Refused(command, "N", f"Not after {last} .", 0)

    return mock.patch.object(sockets.Sockets, "_refused", refused)


def in_pages() -> Any:
    """The table's page shows the secret before the end."""
    return mock.patch.object(info, "OVER_NOW", ("running", "finished", "closed"))


def in_lists() -> Any:
    """A list names the host's person."""
    usual = lists._rows

    def rows(connection: Any, question: Any, asked: Any) -> list[api.TableRow]:
        found = usual(connection, question, asked)
        for row in found:
            row.names += connection.execute(select(schema.tables.c.host)).scalars()
        return found

    return mock.patch.object(lists, "_rows", rows)


def in_exports() -> Any:
    """The record of a running table is given out."""
    return mock.patch.object(history, "OPEN", ("running",))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("plant", "place"),
    [(in_logs, "logs"), (in_tracebacks, "logs"), (in_metrics, "metrics"), (in_errors, "errors"),
     (in_pages, "pages"), (in_lists, "lists"), (in_exports, "exports")],
)  # fmt: skip
def test_a_planted_leak_is_found(plant: Callable[[], Any], place: str, tmp_path: Path) -> None:
    with plant():
        assert place in leaks(tmp_path)
