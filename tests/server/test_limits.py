"""Who does not read or sends too much hurts nobody; links open exactly what they should."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from ryumon import PUBLIC
from ryumon.server.app import App
from ryumon.server.connection import MOST_WAITING
from ryumon.server.limits import Bucket, Limits
from ryumon.server.words import Refuse
from tests.server.harness import Browser, Socket, running
from tests.server.test_tables import friends, token


class Deaf(Socket):
    """A client that never reads: the network takes nothing more from the server."""

    async def _send(self, message: Any) -> None:
        if message["type"] == "websocket.send" and self.deaf:
            await asyncio.sleep(3600)
        await self._to_client.put(message)

    deaf = False


def test_a_client_that_never_reads_is_dropped_and_others_notice_nothing(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as app:
            table, (ann, bob, cid) = await friends(app, "slaughter", 3)
            deaf = Deaf(app, f"/api/tables/{table}/socket", cid.cookie)
            deaf.say("hello", viewer=2)
            await deaf.until("welcome")
            deaf.deaf = True
            one, _ = await ann.join(table, 0)
            two, _ = await bob.join(table, 1)
            longest = 0.0
            for k in range(MOST_WAITING + 20):
                began = time.monotonic()
                app.house.live[table].publish_table()
                one.say("ping", id=str(k))
                await one.until("pong")
                longest = max(longest, time.monotonic() - began)
                while two.waiting():
                    await two.frame()
            assert longest < 1.0
            connection = next(c for c in app.sockets.connections if c.viewer == 2)
            assert connection.was_slow
            assert len(connection._waiting or ()) <= MOST_WAITING + 1

    asyncio.run(play())


def test_a_client_that_sends_without_end_is_dropped(tmp_path: Path) -> None:
    async def play() -> None:
        limits = Limits(messages=20, burst=50)
        async with running(tmp_path, limits=limits) as app:
            table, (ann, bob, _) = await friends(app, "slaughter", 3)
            one, _ = await ann.join(table, 0)
            flood, _ = await bob.join(table, 1)
            for k in range(200):
                flood.say("ping", id=str(k))
            bye = await flood.until("bye")
            assert bye["again"] == 5.0
            one.say("ping", id="x")
            assert (await one.until("pong"))["id"] == "x"

    asyncio.run(play())


def test_a_bucket_fills_by_time() -> None:
    now = 0.0
    bucket = Bucket(2.0, 3.0, lambda: now)
    assert [bucket.take() for _ in range(5)] == [True, True, True, False, False]
    now = 1.0
    assert [bucket.take() for _ in range(3)] == [True, True, False]


def test_another_sites_page_is_refused(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as app:
            ann = Browser(app)
            asked = {"game": "slaughter", "name": "A"}
            theirs = {"origin": "https://elsewhere.example"}
            assert (await ann.ask("POST", "/api/tables", asked, theirs))[0] == 403
            ours = {"origin": "http://test"}
            assert (await ann.ask("POST", "/api/tables", asked, ours))[0] == 200
            table = await ann.table("slaughter")
            socket = ann.connect(table, origin="https://elsewhere.example")
            assert await socket.frame() is None

    asyncio.run(play())


# Who may do what at a table by invitation: (stranger, watcher, guest who may join, seat, host)
ROLES = ("stranger", "watcher", "guest", "seat", "host")
ALLOWED: dict[str, tuple[bool, bool, bool, bool, bool]] = {
    "page": (False, True, True, True, True),
    "watch": (False, True, True, True, True),
    "sit": (False, False, True, True, True),
    "act as a seat": (False, False, False, True, False),
    "start": (False, False, False, False, True),
    "mute": (False, False, False, False, True),
    "close": (False, False, False, False, True),
}


async def attempt(what: str, who: Browser, table: str) -> bool:
    at = f"/api/tables/{table}"
    match what:
        case "page":
            return (await who.ask("GET", at))[0] == 200
        case "watch" | "act as a seat":
            viewer = PUBLIC if what == "watch" else 1
            return (await who.join(table, viewer))[1]["type"] == "welcome"
        case "sit":
            return (await who.ask("POST", f"{at}/sit", {"seat": 2, "name": "X"}))[0] == 200
        case "start":
            return (await who.ask("POST", f"{at}/host", {"do": "start"}))[0] in (200, 409)
        case "mute":
            return (await who.ask("POST", f"{at}/host", {"do": "mute", "seat": 1}))[0] == 200
        case _:
            return (await who.ask("POST", f"{at}/host", {"do": "close"}))[0] == 200


async def people(app: App) -> tuple[str, dict[str, Browser]]:
    found = {role: Browser(app) for role in ROLES}
    table = await found["host"].table("slaughter", players=3, seat=None)
    links = await found["host"].get(f"/api/tables/{table}/links")
    at = f"/api/tables/{table}"
    await found["stranger"].get("/api/me")
    await found["watcher"].post(f"{at}/enter", token=token(links["watch"]))
    await found["guest"].post(f"{at}/enter", token=token(links["join"]))
    await found["seat"].post(f"{at}/enter", token=token(links["join"]))
    await found["seat"].post(f"{at}/sit", seat=1, name="Seat")
    return table, found


@pytest.mark.parametrize("what", ALLOWED)
def test_every_role_may_do_exactly_this(what: str, tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as app:
            for role, allowed in zip(ROLES, ALLOWED[what], strict=True):
                table, found = await people(app)
                assert await attempt(what, found[role], table) == allowed, role

    asyncio.run(play())


def test_a_link_that_is_none_opens_nothing(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as app:
            table, found = await people(app)
            for wrong in ("", "x", "é" * 30, table):
                status, told = await found["stranger"].ask(
                    "POST", f"/api/tables/{table}/enter", {"token": wrong}
                )
                assert status == 403
                assert told["sentence"]

    asyncio.run(play())


def test_limits_can_be_set_by_name() -> None:
    assert Limits.of(["sockets=7", "burst=1e9"]) == Limits(sockets=7, burst=1e9)
    for wrong in ("sockets", "sockets=x", "sockets=-1", "doors=3", "sockets=nan"):
        with pytest.raises(Refuse):
            Limits.of([wrong])
