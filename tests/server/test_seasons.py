"""Seasons: every table made once, by whichever process; deals kept secret; the arena's numbers."""

from __future__ import annotations

import asyncio
import csv
import hashlib
import hmac
import json
import random
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import insert, select
from sqlalchemy.engine import Connection

import ryumon
from ryumon import PUBLIC
from ryumon.bots.remote import Lost, Server, account
from ryumon.lab import arena
from ryumon.server import programs, schema
from ryumon.server.api import ProgramMove
from ryumon.server.app import App
from ryumon.server.house import Settings
from ryumon.server.operations import OPERATIONS, TABLE
from ryumon.server.seasons import rows
from ryumon.server.seasons.keeper import LEVEL
from ryumon.server.store import Store
from tests.server import harness
from tests.server.harness import Browser, FixedSources, running
from tests.server.process import served
from tests.server.test_processes import run
from tests.server.test_programs import EXAMPLES

ALLOWED = Settings(seasons=True)
SHORT = {"game": "tiger-dragon", "players": 2, "rounds": 1, "pace": 0.02, "at_once": 20}
PATIENCE = 60.0
MINE = [one for one in OPERATIONS if one.path.startswith(TABLE) and one.method == "GET"]


class Program(Browser):
    """A program: a token instead of a cookie."""

    token = ""

    async def open(self, name: str) -> Program:
        self.token = (await self.post("/api/bot/account", name=name))["token"]
        return self

    async def fetch(
        self, method: str, path: str, query: str, text: bytes, headers: dict[str, str] | None = None
    ) -> tuple[int, dict[str, str], bytes]:  # fmt: skip
        token = {"authorization": f"Bearer {self.token}"} if self.token else {}
        return await super().fetch(method, path, query, text, {**(headers or {}), **token})


async def eventually(what: Callable[[], Any]) -> Any:
    """What it says, as soon as it says something."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = await what()
        if found:
            return found
        await asyncio.sleep(0.02)
    raise AssertionError("it does not come to that")


async def over(who: Browser, season: str) -> dict[str, Any] | None:
    page = await who.get(f"/api/seasons/{season}")
    return page if page["status"] in ("finished", "closed") else None


async def tables_of(app: App, season: str) -> list[rows.Round]:
    """The tables whose deal is still secret."""
    standing = await app.store.read(lambda c: rows.load(c, season))
    assert standing is not None
    return standing.unsettled


async def play_for(app: App, table: str, rng: random.Random) -> None:
    """Play all that a program has to play at this table, to its end."""
    live = await app.house.find(table)
    seats = [chair.seat for chair in live.chairs if chair.person]

    async def has_moved() -> bool:
        for seat in seats:
            choice = live.choice(seat)
            if choice is not None:
                moves = harness.decisions(choice, rng)
                asked = ProgramMove(f"{rng.random()}", live.last(seat), moves, seat)
                await programs.move(live, seat, asked)
        return live.head.status == "finished"

    await eventually(has_moved)


@pytest.mark.slow
def test_a_deal_stays_secret_until_all_its_tables_have_ended(tmp_path: Path) -> None:
    """Nobody sees more of it than the own seat: no record, key, replay or result, of a table that
    runs or has ended, neither a stranger nor a program that sat there. Then all of it is open."""

    async def play() -> None:
        async with running(tmp_path, FixedSources(flows=False), settings=ALLOWED) as app:
            ann, eve = Browser(app), await Program(app).open("Eve")
            entrants = ["thumb", "random", "account:Eve"]
            asked = {"name": "Spring", "entrants": entrants, **SHORT}
            season = (await ann.post("/api/seasons", **asked))["season"]
            await eve.post(f"/api/seasons/{season}/join")

            async def bots_have_played() -> list[rows.Round] | None:
                found = await tables_of(app, season)
                done = [one for one in found if one.data]
                return found if len(found) == 6 and len(done) == 2 else None

            found = await eventually(bots_have_played)
            await play_for(app, found[2].table, random.Random(1))
            await eventually(lambda: ended(app, season, 3))
            for one in found:
                await check_secret(ann, eve, season, one, sat_there=one.place >= 2)
            for one in found[3:5]:
                await play_for(app, one.table, random.Random(2))
            last = found[5].table

            async def may_be_watched() -> bool:
                return (await ann.ask("GET", f"/api/tables/{last}"))[0] == 200

            await eventually(may_be_watched)  # the last one is played nowhere else
            await check_secret(ann, eve, season, found[0], sat_there=False)
            socket, welcome = await ann.join(last, PUBLIC)
            assert welcome["type"] == "welcome"
            assert (await ann.ask("GET", f"/api/tables/{last}/record"))[0] == 409
            await socket.close()
            await play_for(app, last, random.Random(3))
            page = await eventually(lambda: over(ann, season))
            assert all(one["table"] and one["payoffs"] for one in page["latest"])
            await check_deal(ann, page)

    asyncio.run(play())


async def ended(app: App, season: str, number: int) -> bool:
    return sum(one.data is not None for one in await tables_of(app, season)) == number


async def check_secret(
    ann: Browser, eve: Program, season: str, one: rows.Round, sat_there: bool
) -> None:  # fmt: skip
    for op in MINE:
        path = op.path.replace("{table}", one.table)
        assert (await ann.ask("GET", path))[0] == 404, op.work
        status, told = await eve.ask("GET", path)
        if not sat_there:
            assert status == 404, op.work
        elif op.work == "page":
            assert status == 200
            assert told["info"]["fairness"]["secret"] == told["info"]["fairness"]["key"] == ""
        else:
            assert status == 409, op.work
    assert (await ann.join(one.table, PUBLIC))[1]["type"] == "bye"
    page = await ann.get(f"/api/seasons/{season}")
    shown = [told for told in page["latest"] if told["deal"] == one.deal and not told["table"]]
    assert all(told["payoffs"] == told["scores"] == [] for told in shown)
    assert len(shown) >= 5
    assert page["secret"] == ""
    assert (await ann.get(f"/api/seasons/{season}/games")).count(b"\n") == 1
    assert (await ann.get(f"/api/seasons/{season}/results"))["games"] == 0


async def check_deal(ann: Browser, page: dict[str, Any]) -> None:
    """All tables had the cards that follow from the season's secret, which was promised."""
    secret = bytes.fromhex(page["secret"])
    assert hashlib.sha256(secret).hexdigest() == page["commitment"]
    hands = set()
    for one in page["latest"]:
        at = f"/api/tables/{one['table']}"
        told = (await ann.get(at))["info"]["fairness"]["secret"]
        deal = hmac.digest(secret, f"deal {one['deal']}".encode(), hashlib.sha256)
        assert told == deal.hex()
        verdict = await ann.get(f"{at}/verify")
        assert verdict["sound"], verdict
        moves = [step["move"] for step in (await ann.get(f"{at}/replay"))["steps"]]
        dealt = next(k for k, move in enumerate(moves) if not move.startswith("~"))
        hands.add(tuple(moves[:dealt]))
    assert len(hands) == 1


# --- each table once ------------------------------------------------------------------------


def check_each_once(store: Store, season: str, tables: int) -> None:
    """Every table that should be is there once, was begun once, and none is left over."""

    def ask(connection: Connection) -> tuple[list[Any], list[Any], list[Any]]:
        entries, own = schema.entries, select(schema.tables.c.id)
        own = own.where(schema.tables.c.season == season)
        begun = select(entries.c.table).where(entries.c.table.in_(own), entries.c.kind == "start")
        made = select(schema.rounds).where(schema.rounds.c.season == season)
        return (
            list(connection.execute(own).scalars()), list(connection.execute(begun).scalars()),
            list(connection.execute(made).all()),
        )  # fmt: skip

    own, begun, made = store.ask(ask)
    assert len(made) == tables
    assert len({row.table for row in made}) == tables
    assert sorted(own) == sorted(begun) == sorted(row.table for row in made)
    assert all(row.data and row.settled for row in made)


@pytest.mark.slow
def test_two_processes_make_each_table_once(tmp_path: Path, backend: str) -> None:
    async def scene(one: App, two: App) -> None:
        ann = Browser(one)
        asked = {"name": "Once", "entrants": ["thumb", "random"], **SHORT, "rounds": 8}
        season = (await ann.post("/api/seasons", **asked))["season"]

        async def is_over() -> Any:
            for app in (one, two):
                app.house.seasons.wake()  # both at once, again and again
            return await over(ann, season)

        page = await eventually(is_over)
        assert (page["ended"], page["deals"]) == (16, 8)
        check_each_once(one.store, season, 16)

    run(tmp_path, scene, settings=ALLOWED)


@pytest.mark.slow
def test_none_begins_beside_an_older_server(tmp_path: Path) -> None:
    """It would show a deal that is still to be played elsewhere."""

    async def play() -> None:
        async with running(tmp_path, settings=ALLOWED) as app:
            older = {"id": "x.0.y", "kind": "serve", "level": LEVEL - 1, "several": True}
            row = {**older, "at": app.house.now()}
            with app.store.writing.begin() as connection:
                connection.execute(insert(schema.processes), row)
            await app.house.registry.look()
            ann = Browser(app)
            asked = {"name": "Later", "entrants": ["thumb", "random"], **SHORT}
            season = (await ann.post("/api/seasons", **asked))["season"]
            await app.house.seasons.look()
            assert await tables_of(app, season) == []
            app.house.registry.others.clear()
            await app.house.seasons.look()
            assert await tables_of(app, season)

    asyncio.run(play())


# --- a real server, killed in the middle ----------------------------------------------------


class Example(threading.Thread):
    """The example client, started again when its server has gone."""

    def __init__(self, url: str, token: str) -> None:
        super().__init__(daemon=True)
        self.command = [sys.executable, EXAMPLES / "server_bot.py", url, token]
        self.halt = threading.Event()
        self.program: subprocess.Popen[bytes] | None = None

    def run(self) -> None:
        while not self.halt.is_set():
            quiet = subprocess.DEVNULL
            self.program = subprocess.Popen(self.command, stderr=quiet)
            self.program.wait()
            time.sleep(0.2)

    def end(self) -> None:
        self.halt.set()
        if self.program is not None:
            self.program.kill()
        self.join()


def make(name: str, seed: int) -> None:
    """As the arena makes its bots; these have played already."""


@pytest.mark.slow
def test_a_season_outlives_its_server(tmp_path: Path, backend: str) -> None:
    """Two levels and a program over HTTP; in the middle the server is killed. Nothing is lost or
    doubled, and the standings are what the arena makes of the same results."""
    database = harness.database(tmp_path)
    fast = [f"--limit={name}=100000" for name in ("requests", "request_burst", "table_burst")]
    with served(tmp_path, "--seasons", "--database", database, *fast) as real:
        eve = Server(real.url, account(real.url, "Eve"))
        entrants = ["thumb", "random", "account:Eve"]
        asked = {"name": "Real", "entrants": entrants, **SHORT, "rounds": 2, "at_once": 3}
        season = eve.ask("POST", "/api/seasons", asked)["season"]
        eve.ask("POST", f"/api/seasons/{season}/join")
        example = Example(real.url, eve.token)
        example.start()
        try:
            before = wait(lambda: ended_rows(database, season, 3))
            real.kill()
            real.start(real.port)
            page = wait(lambda: over_at(eve, season))
        finally:
            example.end()
        store = Store.open(database)
        check_each_once(store, season, 12)
        after = dict(ended_rows(database, season, 12))
        assert all(after[table] == data for table, data in before)
        store.dispose()
        text = fetched(real.url, f"/api/seasons/{season}/games")
        results = json.loads(fetched(real.url, f"/api/seasons/{season}/results"))
    check_standings(page, results, list(csv.DictReader(text.splitlines())), tmp_path)


def wait(what: Callable[[], Any]) -> Any:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = what()
        if found:
            return found
        time.sleep(0.1)
    raise AssertionError("it does not come to that")


def ended_rows(database: str, season: str, least: int) -> list[Any]:
    store = Store.open(database)
    asked = select(schema.rounds.c.table, schema.rounds.c.data)
    asked = asked.where(schema.rounds.c.season == season, schema.rounds.c.data.is_not(None))
    found = store.ask(lambda c: [tuple(row) for row in c.execute(asked)])
    store.dispose()
    return found if len(found) >= least else []


def over_at(server: Server, season: str) -> dict[str, Any] | None:
    try:
        page = server.ask("GET", f"/api/seasons/{season}")
    except Lost:
        return None
    return page if page["status"] == "finished" else None


def fetched(url: str, path: str) -> str:
    with urllib.request.urlopen(url + path) as answer:
        return answer.read().decode()


def check_standings(
    page: dict[str, Any], results: dict[str, Any], lines: list[dict[str, str]], folder: Path
) -> None:  # fmt: skip
    """Against a tournament of the arena that has the same games in its folder."""
    names = [one["name"] for one in sorted(page["entrants"], key=lambda one: one["number"])]
    settings: dict[str, Any] = {"folder": folder / "arena", "source": __name__}
    game = ryumon.game("tiger-dragon", players=2)
    with arena.Tournament(game, names, **settings) as made:
        made.book.add(_played(line, names) for line in lines)
    with arena.Tournament(game, names, **settings) as made:
        ours = msgspec.to_builtins(made.results())
    assert ours["games"] == results["games"] == 12
    for mine, theirs in zip(ours["standings"], results["standings"], strict=True):
        told = next(one for one in page["entrants"] if one["name"] == mine["bot"])
        for name in ("bot", "games", "share", "rating", "sides", "fair"):
            assert mine[name] == theirs[name]
        assert (told["games"], told["share"], told["rating"]) == (
            mine["games"], mine["share"], mine["rating"],
        )  # fmt: skip
    assert [one["name"] for one in page["entrants"]] == [one["bot"] for one in ours["standings"]]
    for mine, theirs in zip(ours["matches"], results["matches"], strict=True):
        assert mine["differences"] == theirs["differences"]


def _played(line: dict[str, str], names: list[str]) -> arena.Played:
    seats = range(2)
    return arena.Played(
        int(line["deal"]), tuple(names.index(line[f"entrant {s}"]) for s in seats),
        [float(line[f"payoff {s}"]) for s in seats], [int(line[f"score {s}"]) for s in seats],
        0, [0, 0], [0.0, 0.0],
    )  # fmt: skip
