"""Ended tables: everything is open, the deal can be checked, records go out and come in."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from unittest import mock

import pytest
from sqlalchemy import select, update

from ryumon.play.record import Record
from ryumon.server import schema
from ryumon.server.app import App
from ryumon.server.backup import backup
from ryumon.server.store import Store, file_url
from ryumon.server.words import Refuse
from ryumon.table import fairness
from tests.server.harness import Browser, decisions, memory, play_out, running
from tests.server.test_play import BOTS, over


def run(tmp_path: Path, scene: Callable[[App], Awaitable[None]]) -> None:
    async def play() -> None:
        async with running(tmp_path) as app:
            await scene(app)

    asyncio.run(play())


ADDED = "00112233445566778899aabbccddeeff"  # by Ann's browser


async def finished(app: App, game: str = "slaughter") -> tuple[Browser, str]:
    ann = Browser(app)
    table = await ann.table(game, bots=BOTS[game])
    await ann.post(f"/api/tables/{table}/sit", seat=0, name="Ann", random=ADDED)
    await ann.post(f"/api/tables/{table}/host", do="start")
    socket, welcome = await ann.join(table, 0)
    await play_out(socket, welcome, random.Random(2), over)
    await socket.until("table")
    await socket.close()
    return ann, table


def test_the_deal_of_an_ended_table_can_be_checked(tmp_path: Path) -> None:
    async def scene(app: App) -> None:
        ann, table = await finished(app)
        verdict = await ann.get(f"/api/tables/{table}/verify")
        assert verdict["sound"]
        assert verdict["draws"] > 100
        # the promise is broken on purpose: another secret would have dealt otherwise
        live = app.house.live[table]
        live.head.secret = bytes(32)
        assert not (await ann.get(f"/api/tables/{table}/verify"))["sound"]

    run(tmp_path, scene)


def test_what_people_add_changes_the_deal(tmp_path: Path) -> None:
    async def scene(app: App) -> None:
        from ryumon.table.fairness import key_of

        secret = bytes(range(32))
        keys = {key_of(secret, [bytes([k]) * 16, b""]) for k in range(10)}
        assert len(keys) == 10
        ann = Browser(app)
        table = await ann.table("slaughter")
        at = f"/api/tables/{table}"
        # nobody can add before the table has shown its promise
        assert (await ann.get(at))["info"]["seats"][0]["random"] == ""
        asked = {"game": "slaughter", "name": "Ann", "random": ADDED}
        assert (await ann.ask("POST", "/api/tables", asked))[0] == 400
        for wrong in ("12", "x" * 32, ADDED * 2):
            asked = {"seat": 0, "name": "Ann", "random": wrong}
            assert (await ann.ask("POST", f"{at}/sit", asked))[0] == 400
        page = await ann.post(f"{at}/sit", seat=0, name="Ann", random=ADDED)
        assert page["info"]["seats"][0]["random"] == ADDED

    run(tmp_path, scene)


def test_while_a_table_runs_its_secrets_stay(tmp_path: Path) -> None:
    async def scene(app: App) -> None:
        ann = Browser(app)
        table = await ann.table("slaughter", bots=BOTS["slaughter"], start=True)
        at = f"/api/tables/{table}"
        for what in ("record", "replay", "statistics", "verify", "review", "position"):
            assert (await ann.ask("GET", f"{at}/{what}"))[0] == 409
        fairness = (await ann.get(at))["info"]["fairness"]
        assert len(fairness["commitment"]) == 64
        assert fairness["secret"] == fairness["key"] == ""

    run(tmp_path, scene)


def test_a_record_goes_out_and_comes_in(tmp_path: Path) -> None:
    async def scene(app: App) -> None:
        ann, table = await finished(app)
        _, text = await ann.ask("GET", f"/api/tables/{table}/record")
        text = text.decode()
        record = Record.parse(text)
        assert record.end.status == "finished"
        assert record.header.deal is not None
        assert record.header.deal.added == [ADDED, "", "", ""]
        assert record.header.names == ["Ann", "Bot 1 (thumb)", "Bot 2 (thumb)", "Bot 3 (thumb)"]
        assert fairness.check(record)[0] == []
        page = await ann.post("/api/import", record=text)
        assert page["info"]["status"] == "finished"
        again = page["info"]["table"]
        verdict = await ann.get(f"/api/tables/{again}/verify")
        assert not verdict["sound"]
        replay = await ann.get(f"/api/tables/{again}/replay?viewer=1")
        assert [step["move"] for step in replay["steps"]] == record.moves
        # from its middle people play on, as practice
        origin = {"record": text, "move": 60}
        bots = [None, "thumb", "thumb", "thumb"]
        more = await ann.table("slaughter", origin=origin, bots=bots, start=True)
        info = (await ann.get(f"/api/tables/{more}"))["info"]
        assert info["practice"]
        _, welcome = await ann.join(more, 0)
        begun = app.house.live[more].state
        assert begun is not None
        assert begun.moves[:60] == record.moves[:60]
        assert welcome["view"]["round"] == 1
        # who sat there before the start is shown everything by it
        later = await ann.table("slaughter", origin=origin, bots=bots)
        socket, welcome = await ann.join(later, 0)
        assert welcome["view"] is None
        await ann.post(f"/api/tables/{later}/host", do="start")
        step = await socket.until("step")
        assert step["events"][0]["n"] == 1
        assert step["view"] is not None
        status, told = await ann.ask("POST", "/api/import", {"record": text.replace("R", "Z", 3)})
        assert status == 400
        assert told["sentence"]

    run(tmp_path, scene)


def test_a_closed_table_says_how_it_ended(tmp_path: Path) -> None:
    """By consent, given up, or left: and its deal can be checked as far as it came."""

    async def scene(app: App) -> None:
        for how, status in (("end", "consent"), ("concede", "conceded"), ("", "abandoned")):
            ann = Browser(app)
            table = await ann.table("slaughter", bots=BOTS["slaughter"], start=True)
            socket, _ = await ann.join(table, 0)
            if how == "end":
                socket.say("offer", id="e", kind="end")
                await socket.done("e")
            elif how == "concede":
                socket.say("concede", id="e")
                await socket.done("e")
            else:
                await ann.post(f"/api/tables/{table}/host", do="close")
            _, text = await ann.ask("GET", f"/api/tables/{table}/record")
            record = Record.parse(text)
            assert record.end.status == status
            problems, draws = fairness.check(record)
            assert problems == []
            assert draws > 30

    run(tmp_path, scene)


def test_statistics_tell_points_and_time(tmp_path: Path) -> None:
    async def scene(app: App) -> None:
        ann, table = await finished(app)
        told = await ann.get(f"/api/tables/{table}/statistics")
        assert len(told["rounds"]) == 4
        result = (await ann.get(f"/api/tables/{table}"))["info"]["result"]
        assert told["rounds"][-1] == result["scores"]
        assert all(seat["decisions"] > 10 for seat in told["seats"])

    run(tmp_path, scene)


def test_a_table_whose_moves_are_no_longer_legal_is_frozen(tmp_path: Path) -> None:
    """An upgrade with a doctored rule: the table is readable to its last legal move."""

    async def before() -> tuple[str, str, int]:
        async with running(tmp_path) as app:
            ann = Browser(app)
            table = await ann.table("slaughter", bots=BOTS["slaughter"], start=True)
            socket, message = await ann.join(table, 0)
            for k in range(3):
                while not message.get("choice"):
                    message = await socket.until("step")
                moves = decisions(message["choice"], random.Random(k))
                socket.say("act", id=str(k), expected=message["n"], moves=moves)
                message = await socket.until("step")
            state = app.house.live[table].state
            assert state is not None
            return table, ann.cookie, len(state.moves)

    async def after(table: str, cookie: str, length: int) -> None:
        async with running(tmp_path) as app:
            ann = Browser(app)
            ann.cookie = cookie
            page = await ann.get(f"/api/tables/{table}")
            assert page["info"]["status"] == "frozen"
            assert page["info"]["note"]
            socket, welcome = await ann.join(table, 0)
            assert welcome["choice"] is None
            state = app.house.live[table].state
            assert state is not None
            assert 0 < len(state.moves) < length
            socket.say("act", id="x", expected=welcome["n"], moves=["R1"])
            assert (await socket.until("refused"))["sentence"]
            status, text = await ann.ask("GET", f"/api/tables/{table}/record")
            assert status == 200
            assert Record.parse(text).state().moves == state.moves
            assert await ann.table("tatsu", bots=[None, "thumb"], start=True)  # others play on

    table, cookie, length = asyncio.run(before())
    from ryumon.play.state import State

    usual = State.play

    def doctored(self: State, move: object) -> None:
        if isinstance(move, str) and len(self.moves) == length - 2:
            raise ValueError("SD-99 says otherwise now.")
        usual(self, move)  # pyright: ignore[reportArgumentType]

    with mock.patch.object(State, "play", doctored):
        asyncio.run(after(table, cookie, length))


def test_a_running_server_is_backed_up(tmp_path: Path) -> None:
    async def scene(app: App) -> None:
        ann = Browser(app)
        await ann.table("slaughter", bots=BOTS["slaughter"], start=True)
        source = file_url(memory(tmp_path) / "test.db")
        assert backup(source, tmp_path / "copy.db") > 0
        with pytest.raises(Refuse):
            backup(source, tmp_path / "copy.db")
        with pytest.raises(Refuse):
            backup(file_url(tmp_path / "none.db"), tmp_path / "other.db")
        copy = Store.open(file_url(tmp_path / "copy.db"))
        assert copy.ask(lambda c: len(c.execute(select(schema.entries)).all())) >= 2

    run(tmp_path, scene)


def test_no_clock_runs_while_the_server_is_down(tmp_path: Path) -> None:
    from tests.server.harness import FixedSources

    clock = {"kind": "bank", "bank": 60}

    async def first(sources: FixedSources) -> tuple[str, str, float]:
        async with running(tmp_path, sources) as app:
            ann = Browser(app)
            table = await ann.table("tatsu", bots=[None, "thumb"], clock=clock, start=True)
            socket, message = await ann.join(table, 0)
            while not message.get("choice"):
                message = await socket.until("step")
            with app.store.writing.begin() as connection:
                from ryumon.server.alive import _TIME

                value = _TIME.pack(sources.time)
                connection.execute(update(schema.settings).where(
                    schema.settings.c.name == "alive").values(value=value))  # fmt: skip
            return table, ann.cookie, message["clocks"]["left"][0]

    async def second(sources: FixedSources, table: str, cookie: str, left: float) -> None:
        async with running(tmp_path, sources) as app:
            ann = Browser(app)
            ann.cookie = cookie
            _, welcome = await ann.join(table, 0)
            assert welcome["clocks"]["left"][0] == left

    sources = FixedSources(flows=False)
    table, cookie, left = asyncio.run(first(sources))
    sources.time += 100_000
    asyncio.run(second(sources, table, cookie, left))
