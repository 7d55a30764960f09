"""Several processes on one database and one table: two applications, each with a store, a bus and a
memory of its own, as two machines have them. What one stores the other shows."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from ryumon import PUBLIC
from ryumon.server.app import App
from ryumon.server.bus import Bus
from ryumon.server.house import House
from ryumon.server.limits import Limits
from ryumon.server.registry import Registry
from ryumon.server.store import Store
from ryumon.server.thinkers import Thinkers
from tests.server import harness
from tests.server.harness import Browser, decisions
from tests.server.test_tables import friends, settle, token

pytestmark = pytest.mark.usefixtures("backend")
SOON = 10.0  # seconds in which what one process stores must be seen in the other


@contextlib.asynccontextmanager
async def two(folder: Path, number: int = 2, **more: Any) -> AsyncGenerator[list[App]]:
    """So many applications on one database."""
    limits = more.pop("limits", Limits(messages=1e9, burst=1e9, requests=1e9, request_burst=1e9))
    async with contextlib.AsyncExitStack() as stack:
        apps = []
        for _ in range(number):
            store = Store.open(harness.database(folder))
            registry = Registry(store, several=True)
            app = App(store, Thinkers(0, 0.0), limits=limits, registry=registry, **more)
            await stack.enter_async_context(app.lifespan())
            apps.append(app)
        yield apps


def run(folder: Path, scene: Callable[..., Awaitable[None]], **more: Any) -> None:
    async def play() -> None:
        async with two(folder, **more) as apps:
            await scene(*apps)

    asyncio.run(play())


def elsewhere(person: Browser, app: App) -> Browser:
    """The same browser, whose requests reach another process now."""
    other = Browser(app)
    other.cookie = person.cookie
    return other


async def until(holds: Callable[[], Any]) -> Any:
    end = time.monotonic() + SOON
    while True:
        found = holds()
        found = await found if asyncio.iscoroutine(found) else found
        if found:
            return found
        assert time.monotonic() < end, "the other process has not noticed"
        await asyncio.sleep(0.01)


def test_moves_reach_whoever_is_connected_elsewhere(tmp_path: Path) -> None:
    async def scene(one: App, two: App) -> None:
        table, people = await friends(one, "slaughter", 3)
        seats = [
            await elsewhere(person, (one, two)[seat % 2]).join(table, seat)
            for seat, person in enumerate(people)
        ]
        rng, last = random.Random(2), [welcome for _, welcome in seats]
        for k in range(15):
            turn = next(seat for seat in range(3) if last[seat]["choice"])
            moves = decisions(last[turn]["choice"], rng)
            seats[turn][0].say("act", id=f"m{k}", expected=last[turn]["n"], moves=moves)
            for seat in range(3):
                last[seat] = await seats[seat][0].until("step")
            assert len({str(message["view"]["seats"]) for message in last}) == 1
        for seat, person in enumerate(people):  # both tell the whole story alike
            told = [await elsewhere(person, app).join(table, seat) for app in (one, two)]
            assert told[0][1]["events"] == told[1][1]["events"]
            assert told[0][1]["view"] == told[1][1]["view"] == last[seat]["view"]

    run(tmp_path, scene)


def test_what_is_asked_at_once_after_a_change_elsewhere_is_up_to_date(tmp_path: Path) -> None:
    """Behind a proxy the next request of a browser may reach another process."""

    async def scene(one: App, two: App) -> None:
        ann, bob = Browser(one), Browser(one)
        table = await ann.table("slaughter", players=3)
        await elsewhere(ann, two).get(f"/api/tables/{table}")  # now both have it in memory
        join = token((await ann.get(f"/api/tables/{table}/links"))["join"])
        await bob.post(f"/api/tables/{table}/enter", token=join)
        await bob.post(f"/api/tables/{table}/sit", seat=1, name="Bob")
        page = await elsewhere(bob, two).get(f"/api/tables/{table}")
        assert page["you"]["seats"] == [1]
        _, welcome = await elsewhere(bob, two).join(table, 1)
        assert welcome["type"] == "welcome"

    run(tmp_path, scene)


def test_presence_offers_and_intentions_are_of_the_house(tmp_path: Path) -> None:
    async def scene(one: App, two: App) -> None:
        table, people = await friends(one, "tiger-dragon", 3)
        first = [await elsewhere(people[0], one).join(table, 0)]
        sockets = [first[0][0]]
        for seat in (1, 2):
            sockets.append((await elsewhere(people[seat], two).join(table, seat))[0])

        async def here() -> bool:
            page = await elsewhere(people[0], one).get(f"/api/tables/{table}")
            return all(seat["here"] for seat in page["info"]["seats"])

        await until(here)
        sockets[0].say("offer", id="e", kind="end")
        await sockets[0].done("e")
        for seat in (1, 2):
            offer = None
            while offer is None:  # made in the other process
                told = (await sockets[seat].until("table"))["table"]["offers"]
                offer = next((o for o in told if seat in o["waiting"]), None)
            sockets[seat].say("answer", id="y", offer=offer["id"], accept=True)
            await sockets[seat].done("y")
        while (await sockets[0].until("table"))["table"]["status"] != "closed":
            pass
        for socket in sockets:
            await socket.close()

    run(tmp_path, scene)


def test_an_answer_in_advance_left_here_is_played_there(tmp_path: Path) -> None:
    async def scene(one: App, two: App) -> None:
        table, people = await friends(one, "tiger-dragon", 3)
        welcomes = [(await elsewhere(p, one).join(table, s)) for s, p in enumerate(people)]
        turn = next(s for s, (_, welcome) in enumerate(welcomes) if welcome["choice"])
        after = (turn + 1) % 3
        there, _ = await elsewhere(people[after], two).join(table, after)
        there.say("intend", id="i", rule="pass")
        await there.done("i")
        await there.close()
        socket, welcome = welcomes[turn]
        socket.say("act", id="a", expected=welcome["n"], moves=[welcome["choice"]["which"][0]])
        step = await socket.until("step")
        while not any(e["kind"] == "pass" and e["seat"] == after for e in step["events"]):
            step = await socket.until("step")

    run(tmp_path, scene)


def test_the_same_command_at_two_processes_acts_once(tmp_path: Path) -> None:
    async def scene(*apps: App) -> None:
        table, people = await friends(apps[0], "slaughter", 3)
        told = [(await person.join(table, seat))[1] for seat, person in enumerate(people)]
        turn = next(seat for seat in range(3) if told[seat]["choice"])
        seats = [await elsewhere(people[turn], app).join(table, turn) for app in apps]
        welcome = seats[0][1]
        moves = decisions(welcome["choice"], random.Random(1))
        for socket, _ in seats:
            socket.say("act", id="same", expected=welcome["n"], moves=moves)
            socket.say("chat", id="hello", text="hello")
        for socket, _ in seats:
            assert (await socket.done("same"))["type"] == "done"
            await socket.done("hello")
        entries = apps[0].store.ask(
            lambda c: c.exec_driver_sql("SELECT command FROM entries").scalars().all()
        )
        assert entries.count("same") == entries.count("hello") == 1
        for app in apps:
            _, told = await elsewhere(people[turn], app).join(table, turn)
            assert [line["text"] for line in told["chat"]] == ["hello"]

    run(tmp_path, scene, number=3)


def test_two_who_move_and_chat_at_once_are_both_obeyed(tmp_path: Path) -> None:
    """What loses the race for a number is tried again, not refused."""

    async def scene(one: App, two: App) -> None:
        table, people = await friends(one, "slaughter", 3)
        seats = [
            await elsewhere(person, (one, two)[seat % 2]).join(table, seat)
            for seat, person in enumerate(people)
        ]
        last, rng = [welcome for _, welcome in seats], random.Random(4)
        for k in range(12):
            turn = next(seat for seat in range(3) if last[seat]["choice"])
            moves = decisions(last[turn]["choice"], rng)
            for seat in range(3):
                if seat != turn and k % 3 == 0:
                    seats[seat][0].say("chat", id=f"c{k}", text=f"line {k}")
            seats[turn][0].say("act", id=f"m{k}", expected=last[turn]["n"], moves=moves)
            for seat in range(3):
                last[seat] = await seats[seat][0].until("step", "refused")
                assert last[seat]["type"] == "step", last[seat]
        for socket, _ in seats:  # messages are obeyed in their order: the lines are stored by then
            socket.say("ping", id="last")
            await socket.until("pong")
        lines = [
            [line["text"] for line in (await elsewhere(people[0], app).join(table, 0))[1]["chat"]]
            for app in (one, two)
        ]
        assert lines[0] == lines[1]
        assert len(lines[0]) == 8

    run(tmp_path, scene)


def test_a_link_that_is_reissued_closes_connections_elsewhere(tmp_path: Path) -> None:
    async def scene(one: App, two: App) -> None:
        table, people = await friends(one, "slaughter", 3)
        there, _ = await elsewhere(people[1], two).join(table, 1)
        await people[0].post(f"/api/tables/{table}/host", do="reissue", seat=1)
        assert (await there.until("bye"))["again"] is None
        _, bye = await elsewhere(people[1], two).join(table, 1)
        assert bye["type"] == "bye"

    run(tmp_path, scene)


def test_limits_hold_for_all_processes_together(tmp_path: Path) -> None:
    async def scene(one: App, two: App) -> None:
        table, people = await friends(one, "slaughter", 3)
        sockets = [(await elsewhere(people[0], app).join(table, 0))[0] for app in (one, two)]
        told = []
        for k in range(8):
            sockets[k % 2].say("chat", id=f"c{k}", text="again")
            told.append((await sockets[k % 2].until("done", "refused"))["type"])
        assert told == ["done"] * 6 + ["refused"] * 2
        eve = Browser(one)
        asked = {"game": "slaughter", "name": "E"}
        told = [
            (await elsewhere(eve, (one, two)[k % 2]).ask("POST", "/api/tables", asked))[0]
            for k in range(6)
        ]
        assert told == [200] * 3 + [429] * 3

    slow = Limits(messages=1e9, burst=1e9, tables=0.001, table_burst=4)
    run(tmp_path, scene, limits=slow)


def test_everybody_is_gone_from_a_process_that_ends(tmp_path: Path) -> None:
    async def play() -> None:
        async with two(tmp_path, 1) as (one,):
            async with two(tmp_path, 1) as (other,):
                table, people = await friends(one, "slaughter", 3)
                await elsewhere(people[1], other).join(table, 1)
                socket, _ = await people[0].join(table, 0)
                looker, _ = await elsewhere(people[2], other).join(table, PUBLIC)
                del looker

                async def here() -> Any:
                    info = (await people[0].get(f"/api/tables/{table}"))["info"]
                    return info["seats"][1]["here"] and info["spectators"] == 1

                await until(here)

            async def gone() -> Any:
                told = (await socket.until("table"))["table"]
                return not told["seats"][1]["here"] and told["spectators"] == 0

            await until(gone)

    asyncio.run(play())


def test_a_lost_message_is_a_delay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is heard at all: the table catches up when all tables are looked at."""
    monkeypatch.setattr(Bus, "_tell", lambda self, notices: None)

    async def scene(one: App, two: App) -> None:
        table, people = await friends(one, "slaughter", 3)
        seats = [await person.join(table, seat) for seat, person in enumerate(people)]
        turn = next(seat for seat, (_, welcome) in enumerate(seats) if welcome["choice"])
        there, _ = await elsewhere(people[0], two).join(table, 0)
        socket, welcome = seats[turn]
        moves = decisions(welcome["choice"], random.Random(1))
        socket.say("act", id="a", expected=welcome["n"], moves=moves)
        await socket.done("a")
        await asyncio.sleep(0.1)
        assert "step" not in await settle(there)
        two.house.catch_up()  # as every few seconds
        assert (await there.until("step"))["n"] > 0

    run(tmp_path, scene)


def test_planted_divergence_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that never reads what others have stored fails these tests."""

    async def deaf(self: House, live: Any, always: bool = False) -> None:
        return None

    monkeypatch.setattr(House, "reload", deaf)
    with pytest.raises(AssertionError):
        test_what_is_asked_at_once_after_a_change_elsewhere_is_up_to_date(tmp_path)
