"""Every link opens exactly what it should: who may ask for what, over HTTP."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ryumon.server import api
from ryumon.server.operations import OPERATIONS, TABLE
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
