"""Clocks: how long a seat may think, what is left of it, and what happens when nothing is."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from ryumon.server.app import App
from ryumon.server.clocks import DAY, FIRST, LAG, RETURN, Banks, checked
from ryumon.server.protocol import Clock
from ryumon.server.words import Refuse
from tests.server.harness import FixedSources, Socket, running
from tests.server.test_tables import friends, joined, settle

MOVE, BANK = Clock("move", move=30.0), Clock("bank", bank=60.0, increment=5.0)


@pytest.mark.parametrize(
    ("clock", "first", "later"),
    [
        (Clock("none"), None, None),
        (MOVE, 30 + LAG + FIRST, 30 + LAG),
        (BANK, 60 + LAG + FIRST, 60 + LAG),
        (Clock("days", days=2.0), 2 * DAY, 2 * DAY),
    ],
)
def test_a_first_decision_has_more_time(clock: Clock, first: Any, later: Any) -> None:
    banks = Banks(clock, 2)
    assert banks.deadline(0, 0.0) == first
    banks.fold(0, None)
    assert (banks.deadline(0, 0.0), banks.deadline(1, 0.0)) == (later, first)


def test_a_bank_grows_by_its_increment_and_never_by_the_grace() -> None:
    banks = Banks(BANK, 2)
    deadline = banks.deadline(0, 100.0)
    assert deadline is not None
    assert banks.left_after(0, deadline, 100.0) == 65.0  # lag and grace are not put by
    assert banks.left_after(0, deadline, deadline - 10.0) == 15.0
    assert banks.left_after(0, deadline, deadline + 1.0) == 5.0
    banks.fold(0, 15.0)
    assert banks.left == [15.0, 60.0]
    assert banks.deadline(0, 0.0) == 15.0 + LAG
    assert Banks(MOVE, 2).left_after(0, 30.0, 10.0) is None


@pytest.mark.parametrize(
    "clock",
    [Clock("move", move=4.0), Clock("bank", bank=1e9), Clock("bank", bank=60, increment=-1)],
)
def test_a_clock_that_nobody_can_play_by_is_refused(clock: Clock) -> None:
    with pytest.raises(Refuse):
        checked(clock)


def run(tmp_path: Path, scene: Any) -> None:
    async def play() -> None:
        async with running(tmp_path, FixedSources(flows=False)) as app:
            await scene(app)

    asyncio.run(play())


def later(app: App, seconds: float) -> None:
    sources = app.house.sources
    assert isinstance(sources, FixedSources)
    sources.time += seconds
    app.house.due.wake()


async def nothing_happens(app: App, seconds: float, *sockets: Socket) -> None:
    """So long afterwards nobody has been told anything new."""
    later(app, seconds)
    await asyncio.sleep(0.1)  # for due rows, their acts, and what is written after them
    for socket in sockets:
        assert "step" not in await settle(socket)


def test_time_is_over_at_its_end_and_not_before(tmp_path: Path) -> None:
    """One who is there and lets the time pass has one move made, and plays on."""

    async def scene(app: App) -> None:
        clock = {"kind": "move", "move": 30}
        table, people = await friends(app, "tatsu", 2, clock=clock)
        seats = await joined(table, people)
        turn = next(s for s, (_, welcome) in enumerate(seats) if welcome["choice"])
        sockets = [socket for socket, _ in seats]
        await nothing_happens(app, 30 + LAG + FIRST - 0.1, *sockets)
        later(app, 0.2)
        for socket in sockets:
            assert (await socket.until("step"))["events"]
        info = (await people[0].get(f"/api/tables/{table}"))["info"]
        assert info["seats"][turn]["level"] == ""

    run(tmp_path, scene)


def test_one_who_lost_the_connection_gets_more_time_once(tmp_path: Path) -> None:
    async def scene(app: App) -> None:
        clock = {"kind": "move", "move": 30}
        table, people = await friends(app, "tatsu", 2, clock=clock)
        seats = await joined(table, people)
        turn = next(s for s, (_, welcome) in enumerate(seats) if welcome["choice"])
        here = seats[1 - turn][0]
        await nothing_happens(app, 30 + FIRST, here)
        await seats[turn][0].close()
        await nothing_happens(app, LAG + 1.0, here)  # it is over, but the seat is just gone
        await nothing_happens(app, RETURN - 2.0, here)
        await (await people[turn].join(table, turn))[
            0
        ].close()  # whoever comes and goes gains nothing
        later(app, 2.0)
        await here.until("step")
        while not (await here.until("table"))["table"]["seats"][turn]["level"]:
            pass  # until a bot plays on for one who is away

    run(tmp_path, scene)
