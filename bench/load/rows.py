"""What is measured of our server, each row by itself."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple

from bench.load import making
from bench.load.measure import Ours, Step, ours

TABLES = 500
RATES = (500, 1000, 1250, 1500, 1750, 2000, 2250, 2500)
MOST_WAIT = 150.0  # ms


class Result(NamedTuple):
    """A line of the table."""

    what: str
    value: float
    unit: str
    goal: str = ""
    met: bool | None = None
    note: str = ""


class Length(NamedTuple):
    """How long a step lasts, and with how many tables."""

    seconds: float = 8.0
    tables: int = TABLES
    most: int = 10_000


Row = Callable[[Length], Coroutine[Any, Any, list[Result]]]


def below(what: str, value: float, unit: str, goal: float, note: str = "") -> Result:
    return Result(what, value, unit, f"< {goal:g}", value < goal, note)


def least(what: str, value: float, unit: str, goal: float, note: str = "") -> Result:
    return Result(what, value, unit, f">= {goal:g}", value >= goal, note)


def told(one: Step) -> str:
    return (
        f"{one.stored:.0f} moves/s, p50 {one.p50:.0f} ms, p99 {one.p99:.0f} ms,"
        f" server {one.server:.2f} ms, clients {one.crowd:.2f} ms, {one.bytes:.0f} bytes a move"
    )


async def _rates(given: Length, name: str, goal: float, *arguments: str) -> list[Result]:
    """Rising rates, until people wait too long."""
    steps: list[Step] = []
    spare = given.tables // 2
    async with ours(given.tables + spare, *arguments) as (run, made):
        await run.sit_down(made[: given.tables])
        for rate in RATES:
            await _replace_ended(run, made, given.tables)
            steps.append(await run.step(rate, given.seconds))
            if not any(s.keeps_up and s.p99 < MOST_WAIT for s in steps[-2:]):
                break
        run.server.stop()
        missing, twice = run.lost()
    found = [Result(f"{name}: offered {s.offered:.0f}/s", s.p99, "ms p99", note=told(s))
             for s in steps]  # fmt: skip
    at = next((s for s in steps if s.offered == 1500), steps[-1])
    in_time = at.offered == 1500 and at.keeps_up and at.p99 < goal
    good = [s.stored for s in steps if s.p99 < MOST_WAIT and s.keeps_up]
    moves = sum(s.moves for s in steps)
    found += [
        Result(f"{name}: p99 at 1,500 moves/s", at.p99, "ms", f"< {goal:g}", in_time,
               f"{at.stored:.0f} of {at.offered:.0f} moves/s"),
        least(f"{name}: highest rate, p99 under 150 ms", max(good, default=0.0), "moves/s", 2000),
        Result(f"{name}: acknowledged and not stored", missing, "moves", "0", missing == 0,
               f"of {moves}"),
        Result(f"{name}: stored twice", twice, "moves", "0", twice == 0),
    ]  # fmt: skip
    return found


async def _replace_ended(run: Ours, made: list[making.Made], number: int) -> None:
    """Where a table has ended, people sit down at a new one."""
    ended = run.people.ended // making.SOCKETS
    await run.sit_down(made[len(run.tables) : number + ended])


async def rates(given: Length) -> list[Result]:
    return await _rates(given, "people", 50.0)


async def commits(given: Length) -> list[Result]:
    return await _rates(given, "people, commits 5 ms slower", 100.0, "--commit", "0.005")


async def memory(given: Length) -> list[Result]:
    """Of tables with four sockets, when they are opened and after thirty decisions at each."""
    found: list[Result] = []
    async with ours(given.tables) as (run, made):
        await run.sit_down(made)
        found.append(below("memory of a table with four sockets, opened", run.memory(), "KB", 150))
        await run.step(1000, 30 * given.tables / 1000)
        found.append(below("... after about 30 decisions", run.memory(), "KB", 150))
    return found


async def length(given: Length) -> list[Result]:
    """The first and the last decisions of games."""
    kinds = [kind for kind in making.ALL_GAMES if kind["game"] != "bushido"]
    found: list[Result] = []
    for kind in kinds:
        async with ours(60, kinds=[kind]) as (run, made):
            await run.sit_down(made)
            steps: list[Step] = []
            while run.people.ended < 20 and len(steps) < 12:
                steps.append(await run.step(600, 2.0))
            whole = [s for s in steps if s.keeps_up]
        ratio = whole[-1].server / whole[0].server
        note = f"{whole[0].server:.2f} and {whole[-1].server:.2f} ms of the server"
        found.append(Result(f"cost of a late move to an early one, {kind['game']}", ratio, "ratio",
                            "about 1", ratio < 1.25, note))  # fmt: skip
    return found


async def dragons(given: Length) -> list[Result]:
    """People's moves while 20 tables of four dragons search."""
    bots = {"game": "slaughter", "bots": ["dragon"] * 4}
    async with ours(200, workers=1) as (run, made):
        await making.make(run.folder, 20, [bots], 0)
        await asyncio.sleep(30)  # the workers load their rules, and the rows are found
        await run.sit_down(made)
        one = await run.step(200, max(given.seconds, 15))
    return [below("p99 beside 20 tables of four dragons", one.p99, "ms", 250, told(one))]


async def spectators(given: Length) -> list[Result]:
    """Two hundred look on at one table."""
    async with ours(1, kinds=[{"game": "slaughter"}], sockets=204) as (run, made):
        await run.sit_down(made)
        one = await run.step(20, given.seconds)
    what = "server's time for a move with 200 spectators"
    return [Result(what, one.server, "ms", note=told(one))]


async def tables(given: Length) -> list[Result]:
    """From 10 to 10,000 tables in memory, one socket at each; people play at (up to) 100."""
    found: list[Result] = []
    for number in (10, 100, 1000, 10_000):
        if number > given.most:
            continue
        kinds = [{"game": "slaughter"}]
        async with ours(number, kinds=kinds) as (run, made):
            played = made[: min(number, 100)]
            await run.sit_down([one._replace(viewers=[0]) for one in made[len(played) :]])
            await run.sit_down(played)
            one = await run.step(300, given.seconds)
            note = f"{run.memory():.0f} KB a table, {told(one)}"
        found.append(Result(f"server's time for a move, {number} live tables", one.server, "ms",
                            note=note))  # fmt: skip
    return found


ROWS: dict[str, Row] = {
    "rates": rates,
    "commits": commits,
    "memory": memory,
    "length": length,
    "dragons": dragons,
    "spectators": spectators,
    "tables": tables,
}
