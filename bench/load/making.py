"""Tables for a measurement, made in its database before the server starts.

Every table has four sockets: its players, and spectators where a game has fewer than four.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ryumon import PUBLIC
from ryumon.server import play, seats
from ryumon.server.api import CreateTable, Sit
from ryumon.server.app import App
from ryumon.server.people import COOKIE, Person
from ryumon.server.store import Store, file_url
from ryumon.server.thinkers import Thinkers

SOCKETS = 4
AT_ONCE = 64
ALL_GAMES: list[dict[str, Any]] = [
    {"game": "slaughter"},
    {"game": "schadenfreude"},
    {"game": "tiger-dragon"},
    {"game": "tatsu"},
    {"game": "bushido", "players": 4},
]


class Made(NamedTuple):
    """A table that has begun, and whoever is to connect to it."""

    id: str
    game: str
    viewers: list[int]
    cookie: str


def database(folder: Path) -> str:
    return file_url(folder / "ryumon.db")


async def make(
    folder: Path, number: int, kinds: Sequence[dict[str, Any]] = ALL_GAMES, sockets: int = SOCKETS,
    url: str = "",
) -> list[Made]:  # fmt: skip
    """So many tables of these kinds in turn, all of whose seats one browser holds."""
    app = App(Store.open(url or database(folder)), Thinkers(0))
    person = Person("load", "Ann")
    cookie = f"{COOKIE}={app.signer.write(person)}"
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(k: int) -> Made:
        async with gate:
            return await _table(app, person, cookie, kinds[k % len(kinds)], sockets)

    try:
        return await asyncio.gather(*map(one, range(number)))
    finally:
        await app.store.close()


async def _table(
    app: App, person: Person, cookie: str, kind: dict[str, Any], sockets: int
) -> Made:  # fmt: skip
    bots = kind.get("bots")
    whole: dict[str, Any] = {"aids": False, "seat": None if bots else 0, **kind}
    asked = CreateTable(**whole)
    live = await app.house.create(asked, person)
    people = [] if bots else list(range(live.head.players))
    for seat in people[1:]:
        await seats.sit(live, person, Sit(seat=seat, name=f"Player {seat}"))
    async with live.lock:
        await play.start(live)
    del app.house.live[live.id]
    viewers = [*people, *[PUBLIC] * (sockets - len(people))][:sockets]
    return Made(live.id, live.head.game, viewers, cookie)
