"""Seasons: every table made once, by whichever process; deals kept secret; the arena's numbers."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select
from sqlalchemy.engine import Connection

from ryumon import PUBLIC
from ryumon.server import programs, schema
from ryumon.server.api import ProgramMove
from ryumon.server.app import App
from ryumon.server.house import Settings
from ryumon.server.operations import OPERATIONS, TABLE
from ryumon.server.seasons import rows
from ryumon.server.seasons.keeper import LEVEL
from ryumon.server.seasons.rows import Season
from ryumon.server.seasons.schedule import Schedule
from ryumon.server.store import Store
from tests.server import harness
from tests.server.harness import Browser, FixedSources, running
from tests.server.test_processes import run

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
        await asyncio.sleep(0.05)
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


# --- who may, and who is late -----------------------------------------------------------------


def test_who_may_make_join_and_end_a_season(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as app:
            asked = {"name": "Spring", "entrants": ["thumb", "account:Eve", "account:Zoe"], **SHORT}
            ann, bob = Browser(app), Browser(app)
            eve, other = await Program(app).open("Eve"), await Program(app).open("Eve")
            stranger = await Program(app).open("Mallory")
            assert (await ann.ask("POST", "/api/seasons", asked))[0] == 403
            app.house.settings = ALLOWED
            at = f"/api/seasons/{(await ann.post('/api/seasons', **asked))['season']}"
            for who, status in ((ann, 401), (eve, 200), (eve, 200), (other, 409), (stranger, 409)):
                assert (await who.ask("POST", f"{at}/join"))[0] == status
            page = await ann.get(at)
            assert [one["here"] for one in page["entrants"]] == [True, True, False]
            for who, status in ((bob, 403), (eve, 403), (ann, 400)):  # Zoe has not come yet
                assert (await who.ask("POST", f"{at}/host", {"do": "start"}))[0] == status
            assert (await ann.post(f"{at}/host", do="stop"))["status"] in ("stopping", "closed")
            zoe = await Program(app).open("Zoe")
            assert (await zoe.ask("POST", f"{at}/join"))[0] == 409

    asyncio.run(play())


@pytest.mark.parametrize("wrong", [
    {"entrants": ["thumb"]}, {"entrants": ["thumb", "thumb"]}, {"entrants": ["thumb", "nobody"]},
    {"rounds": 0}, {"at_once": 0}, {"pace": 0.0}, {"seconds": 1}, {"options": {"players": 3}},
    {"rounds": 1000, "players": 4, "entrants": ["thumb", *(f"account:{n}" for n in range(9))]},
])  # fmt: skip
def test_what_cannot_be_a_season_is_refused(wrong: dict[str, Any], tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path, settings=ALLOWED) as app:
            asked = {"name": "Spring", "entrants": ["thumb", "random"], **SHORT, **wrong}
            status, told = await Browser(app).ask("POST", "/api/seasons", asked)
            assert status in (400, 409), told
            assert told["sentence"].endswith(".")
            assert (await Browser(app).get("/api/seasons"))["seasons"] == []

    asyncio.run(play())


@pytest.mark.slow
def test_a_program_that_does_not_move_is_moved_for_and_that_counts(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path, settings=ALLOWED) as app:
            ann, eve = Browser(app), await Program(app).open("Eve")
            asked = {"name": "Late", "entrants": ["thumb", "account:Eve"], **SHORT}
            season = (await ann.post("/api/seasons", **asked))["season"]
            await eve.post(f"/api/seasons/{season}/join")

            async def is_over() -> Any:
                harness.let_time_pass(app)
                return await over(ann, season)

            page = await eventually(is_over)
            late = {one["name"]: one["late"] for one in page["entrants"]}
            assert late["thumb"] == 0 < late["Eve"]
            assert page["deals"] == 1

    asyncio.run(play())


def test_tables_are_counted_as_they_are_listed() -> None:
    for players in (2, 3, 4):
        for entrants in range(2, 6):
            made = Season("s", "S", "tiger-dragon", players, {}, 1, 3, 10, 1, True, False, None,
                          "open", 0.0, b"", "")  # fmt: skip
            schedule = Schedule(made, entrants)
            assert schedule.tables == 3 * len(schedule.seatings)


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
        asked = {"name": "Once", "entrants": ["thumb", "random"], **SHORT, "rounds": 4}
        season = (await ann.post("/api/seasons", **asked))["season"]

        async def is_over() -> Any:
            for app in (one, two):
                app.house.seasons.wake()  # both at once, again and again
            return await over(ann, season)

        page = await eventually(is_over)
        assert (page["ended"], page["deals"]) == (8, 4)
        check_each_once(one.store, season, 8)

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
