"""The deal of the day: the same for everyone, once for each, and nothing told before one's own."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select

import ryumon
from ryumon import PUBLIC
from ryumon.server import daily, schema
from ryumon.server.app import App
from ryumon.server.daily import deal_of
from ryumon.server.days import LENGTH, day_at, end_of
from ryumon.server.operations import OPERATIONS, TABLE
from tests.server.harness import Browser, FixedSources, play_out, running
from tests.server.test_play import over

pytestmark = pytest.mark.usefixtures("backend", "quick")


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "BOTS", "thumb")


def on_a_day_of(game: str) -> FixedSources:
    """A clock that stands in the morning of a day of this game."""
    sources = FixedSources()
    while deal_of(day_at(sources.time)).game.name != game:
        sources.time += LENGTH
    sources.time = end_of(day_at(sources.time)) - 20 * 3600
    return sources


def run(
    folder: Path, scene: Callable[[App], Awaitable[None]], sources: FixedSources | None = None
) -> None:
    async def go() -> None:
        async with running(folder, sources or on_a_day_of("bushido")) as app:
            await scene(app)

    asyncio.run(go())


async def sit(app: App, name: str) -> tuple[Browser, str]:
    who = Browser(app)
    page = await who.post("/api/daily", name=name)
    return who, page["info"]["table"]


async def play(app: App, name: str, seed: int) -> tuple[Browser, str]:
    """A whole game of today."""
    who, table = await sit(app, name)
    await play_on(app, who, table, seed)
    return who, table


async def play_on(app: App, who: Browser, table: str, seed: int) -> None:
    seat = deal_of(day_at(app.house.now())).seat
    socket, welcome = await who.join(table, seat)
    await play_out(socket, welcome, random.Random(seed), over)
    await socket.until("table")
    await socket.close()


async def moves_of(who: Browser, table: str) -> list[str]:
    return [step["move"] for step in (await who.get(f"/api/tables/{table}/replay"))["steps"]]


def test_in_five_days_every_game_is_played() -> None:
    first = date(2026, 1, 1)
    for begin in range(60):
        days = [first + timedelta(begin + k) for k in range(5)]
        deals = [deal_of(day) for day in days]
        assert {deal.game.name for deal in deals} == set(ryumon.games())
        assert all(0 <= deal.seat < deal.game.players for deal in deals)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["schadenfreude", "tatsu"])
def test_cards_dice_and_bots_are_the_same_for_everyone(tmp_path: Path, game: str) -> None:
    async def scene(app: App) -> None:
        ann, hers = await play(app, "Ann", 3)
        bob, his = await play(app, "Bob", 3)
        assert hers != his
        same = await moves_of(ann, hers)
        assert await moves_of(bob, his) == same
        cy, other = await play(app, "Cy", 4)
        differs = await moves_of(cy, other)
        first = next(k for k, move in enumerate(same) if not move.startswith("~"))
        assert first > 0
        assert differs[:first] == same[:first]
        assert differs != same

    run(tmp_path, scene, on_a_day_of(game))


LOOKS = [one for one in OPERATIONS if one.method == "GET"]


async def all_that_is_told(who: Browser, table: str, day: str) -> dict[str, Any]:
    """Everything that can be asked, by somebody to whom the table is a stranger's."""
    told = {}
    for one in LOOKS:
        if one.path.startswith("/api/bot"):
            continue  # a stream; it needs a token, and the table is asked for below
        path = one.path.replace("{table}", table).replace("{day}", day)
        for name, value in {"game": "tatsu", "number": "1", "season": "x"}.items():
            path = path.replace(f"{{{name}}}", value)
        status, headers, body = await who.fetch("GET", path, "", b"")
        told[one.work] = status, body, headers.get("content-length")
    return told


@pytest.mark.slow
def test_nothing_is_told_before_ones_own_game_has_ended(tmp_path: Path) -> None:
    """Neither to one who has not played nor to one in the middle: whatever they ask, the answer is
    byte for byte what it was before anybody had finished."""

    async def scene(app: App) -> None:
        day = str(day_at(app.house.now()))
        ann, table = await sit(app, "Ann")
        bob, cy = Browser(app), Browser(app)
        await bob.get("/api/me")
        await cy.get("/api/me")
        await cy.post("/api/daily", name="Cy")
        before = [await all_that_is_told(who, table, day) for who in (bob, cy)]
        await play_on(app, ann, table, 1)
        assert len((await ann.get("/api/daily"))["results"]) == 1
        sources = app.house.sources
        assert isinstance(sources, FixedSources)
        for who, then in zip((bob, cy), before, strict=True):
            now = await all_that_is_told(who, table, day)
            for work, told in now.items():
                if work.startswith("daily"):
                    assert b'"results":[]' in told[1]
                    assert _without_time(told[1]) == _without_time(then[work][1])
                else:
                    assert told == then[work], work
            for one in LOOKS:
                if one.path.startswith(TABLE):
                    assert now[one.work][0] == 404, one.work
            for viewer in (PUBLIC, *range(deal_of(date.fromisoformat(day)).game.players)):
                socket, bye = await who.join(table, viewer)
                assert bye["type"] == "bye"
                await socket.close()
            acts = {"enter": {"token": "x"}, "sit": {}, "claim-host": {}, "leave": {}}
            for act, body in {**acts, "host": {"do": "close"}}.items():
                asked = await who.ask("POST", f"/api/tables/{table}/{act}", body)
                assert asked[0] in (403, 404), act

    run(tmp_path, scene)


def _without_time(body: bytes) -> bytes:
    """The time that is left is the same for all, and goes on."""
    head, _, rest = body.partition(b'"left":')
    return head + rest.partition(b",")[2]


@pytest.mark.slow
def test_a_second_try_is_the_first_one(tmp_path: Path) -> None:
    async def scene(app: App) -> None:
        ann = Browser(app)
        await ann.get("/api/me")
        both = await asyncio.gather(*(ann.post("/api/daily", name="Ann") for _ in range(3)))
        (table,) = {page["info"]["table"] for page in both}
        await play_on(app, ann, table, 1)
        first = (await ann.get("/api/daily"))["results"]
        assert (await ann.post("/api/daily", name="Ann"))["info"]["table"] == table
        app.house.live.clear()
        assert (await ann.get("/api/daily"))["results"] == first
        assert [(one["name"], one["mine"], one["finished"]) for one in first] == [
            ("Ann", True, True)
        ]
        rows = await app.house.store.read(lambda c: c.execute(select(schema.daily)).all())
        assert len(rows) == 1

    run(tmp_path, scene)


@pytest.mark.slow
def test_nobody_helps_takes_back_invites_or_begins_anew(tmp_path: Path) -> None:
    async def scene(app: App) -> None:
        ann, table = await sit(app, "Ann")
        seat = deal_of(day_at(app.house.now())).seat
        socket, message = await ann.join(table, seat)
        while not message.get("choice"):
            message = await socket.until("step")
        assert message["undo"] == ""
        for name in ("undo", "rematch"):
            socket.say("offer", id=name, kind=name)
            assert (await socket.until("refused", "done"))["type"] == "refused"
        socket.say("hint", id="h")
        assert (await socket.until("refused", "hint"))["type"] == "refused"
        assert (await ann.ask("GET", f"/api/tables/{table}/links"))[0] == 409
        acts = {
            "leave": {},
            "claim-host": {},
            "host": {"do": "close"},
            "sit": {"random": "00" * 16},
        }
        for act, body in acts.items():
            status, _ = await ann.ask("POST", f"/api/tables/{table}/{act}", body)
            assert status in (403, 409), act
        socket.say("concede", id="c")
        await socket.done("c")
        await socket.close()
        (own,) = (await ann.get("/api/daily"))["results"]
        assert (own["finished"], own["share"]) == (False, 0.0)

    run(tmp_path, scene)


@pytest.mark.slow
def test_the_secret_is_told_when_the_day_is_over_and_late_games_do_not_count(
    tmp_path: Path,
) -> None:
    async def scene(app: App) -> None:
        sources = app.house.sources
        assert isinstance(sources, FixedSources)
        day = day_at(sources.time)
        ann, table = await play(app, "Ann", 1)
        bob, late = await sit(app, "Bob")
        at = f"/api/tables/{table}"
        assert (await ann.get(at))["info"]["fairness"]["secret"] == ""
        assert (await ann.ask("GET", f"{at}/verify"))[0] == 409
        assert app.house.daily.secret(day).hex() not in (await ann.get(f"{at}/record")).decode()
        assert app.house.daily.secret(day).hex() not in str(await ann.get(f"{at}/replay"))
        sources.time = end_of(day) + 1
        told = (await ann.get(at))["info"]["fairness"]
        assert told["secret"] == app.house.daily.secret(day).hex()
        assert (await ann.get(f"{at}/verify"))["sound"]
        stranger = Browser(app)
        page = await stranger.get(f"/api/daily/{day}")
        assert [one["name"] for one in page["results"]] == ["Ann"]
        assert (await bob.get(f"/api/daily/{day}"))["results"] == []  # still plays
        socket, welcome = await bob.join(late, deal_of(day).seat)
        await play_out(socket, welcome, random.Random(2), over)
        await socket.until("table")
        await socket.close()
        assert len((await bob.get(f"/api/daily/{day}"))["results"]) == 1
        assert (await stranger.get("/api/daily"))["day"] == str(day + timedelta(1))
        for wrong in (str(day + timedelta(2)), "yesterday", "0"):
            assert (await stranger.ask("GET", f"/api/daily/{wrong}"))[0] == 404

    run(tmp_path, scene)


@pytest.mark.slow
def test_the_secret_follows_from_the_house_and_the_day(tmp_path: Path) -> None:
    """It outlives the server, and nobody who knows the date alone can work it out."""
    found: list[bytes] = []

    async def scene(app: App) -> None:
        day = day_at(app.house.now())
        found.append(app.house.daily.secret(day))
        assert app.house.daily.secret(day + timedelta(1)) != found[-1]

    (tmp_path / "other").mkdir()
    for folder in (tmp_path, tmp_path, tmp_path / "other"):
        run(folder, scene)
    assert found[0] == found[1] != found[2]


def test_no_deal_begins_while_an_older_server_runs(tmp_path: Path) -> None:
    async def scene(app: App) -> None:
        row = {"id": "x.1.y", "kind": "serve", "level": 4, "at": app.house.now(), "several": True}
        with app.house.store.writing.begin() as connection:
            connection.execute(insert(schema.processes), row)
        await app.house.registry.look()
        assert (await Browser(app).ask("POST", "/api/daily", {"name": "Ann"}))[0] == 503

    run(tmp_path, scene)


def test_programs_do_not_play_it(tmp_path: Path) -> None:
    async def scene(app: App) -> None:
        eve = Browser(app)
        token = (await eve.post("/api/bot/account", name="Eve"))["token"]
        asked = {"authorization": f"Bearer {token}"}
        status, _ = await eve.ask("POST", "/api/daily", {}, asked)
        assert status == 403

    run(tmp_path, scene)
