"""Every link opens exactly what it should: who may ask for what, over HTTP and the socket."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from ryumon import PUBLIC
from ryumon.server import api, protocol
from ryumon.server.operations import OPERATIONS, TABLE
from ryumon.server.words import told as sentence
from tests.server.harness import Browser, FixedSources, running
from tests.server.test_limits import ROLES, people

SEES = (False, True, True, True, True)  # stranger, watcher, guest who may join, seat, host
JOINS = (False, False, True, True, True)
SITS = (False, False, False, True, False)
HOSTS = (False, False, False, False, True)
EMPTY: dict[str, Any] = {}
# What is asked at a table by invitation, with what, and who may. Whatever the table's state does
# not allow (409) is allowed to the person all the same.
HTTP: dict[str, tuple[dict[str, Any], tuple[bool, ...]]] = {
    "page": (EMPTY, SEES), "links": (EMPTY, SEES), "record": (EMPTY, SEES),
    "replay": (EMPTY, SEES), "statistics": (EMPTY, SEES), "verify": (EMPTY, SEES),
    "review": (EMPTY, SEES), "position": (EMPTY, SEES),
    "enter": ({"token": "not a link"}, (False,) * 5),
    "sit": ({"seat": 2, "name": "X"}, JOINS),
    "leave": ({"seat": 1}, SITS),
    "claim_host": (EMPTY, SITS),  # when the host is gone
    **{f"host {do}": ({"do": do, "seat": 1}, HOSTS)
       for do in ("start", "fill", "close", "remove", "replace", "mute", "unmute", "reissue",
                  "hand-on")},
}  # fmt: skip
BY_NAME = {one.work: one for one in OPERATIONS}


def test_the_table_of_roles_is_complete() -> None:
    asked = {one.work for one in OPERATIONS if one.path.startswith(TABLE)}
    assert {name.partition(" ")[0] for name in HTTP} == asked
    told = msgspec.json.schema(api.Host)["$defs"]["Host"]["properties"]["do"]["enum"]
    assert {name.partition(" ")[2] for name in HTTP if " " in name} == set(told)


async def is_let(who: Browser, name: str, table: str) -> bool:
    one, (body, _) = BY_NAME[name.partition(" ")[0]], HTTP[name]
    path = one.path.replace("{table}", table)
    status, told = await who.ask(one.method, path, body if one.method == "POST" else None)
    assert status in (200, 403, 404, 409), told
    return status in (200, 409)


@pytest.mark.parametrize("name", HTTP)
def test_over_http_every_role_may_do_exactly_this(name: str, tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as app:
            for role, allowed in zip(ROLES, HTTP[name][1], strict=True):
                table, found = await people(app)
                if name == "claim_host":
                    assert isinstance(app.house.sources, FixedSources)
                    app.house.sources.time += 601
                if name == "claim_host" and role == "host":
                    continue  # is one already
                assert await is_let(found[role], name, table) == allowed, role

    asyncio.run(play())


# What is said over the socket, and whether one who only looks on may. A seat may say all of it.
SOCKET: dict[str, tuple[dict[str, Any], bool]] = {
    "act": ({"expected": 0, "moves": ["R7"]}, False),
    "why": ({"moves": ["R7"]}, False),
    "intend": ({"rule": "forced"}, False),
    "cancel": (EMPTY, False),
    "offer": ({"kind": "undo"}, False),
    "answer": ({"offer": 1, "accept": True}, False),
    "concede": (EMPTY, False),
    "hint": (EMPTY, False),
    "chat": ({"text": "hello"}, True),
    "ping": (EMPTY, True),
}


def test_the_table_of_messages_is_complete() -> None:
    said = {one.__struct_config__.tag for one in get_args(protocol.ClientMessage)}
    assert set(SOCKET) == said - {"hello"}


@pytest.mark.parametrize("kind", SOCKET)
def test_over_the_socket_only_a_seat_may_play(kind: str, tmp_path: Path) -> None:
    fields, to_all = SOCKET[kind]

    async def play() -> None:
        async with running(tmp_path) as app:
            table, found = await people(app)
            for viewer, allowed in ((PUBLIC, to_all), (1, True)):
                socket, _ = await found["seat"].join(table, viewer)
                socket.say(kind, id=f"{kind}{viewer}", **fields)
                answer = await socket.until("done", "refused", "reason", "hint", "pong")
                is_let = answer.get("sentence") != sentence("not-yours", "en")
                assert is_let == allowed, answer

    asyncio.run(play())
