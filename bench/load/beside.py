"""Our server and boardgame.io in turn, in one run: Slaughter beside its trick game of four."""

from __future__ import annotations

import contextlib
import statistics
import tempfile
from collections import Counter
from collections.abc import AsyncGenerator
from pathlib import Path

from bench.load import peer
from bench.load.crowd import Crowd
from bench.load.measure import Step, lost, ours, step
from bench.load.rows import MOST_WAIT, Length, Result, Row, told
from bench.load.servers import Process

ROUNDS = 2
RATE, FAST = 250.0, 700.0  # moves a second that its file store bears, and its memory
TIME = "server's time for a move"
SLAUGHTER = [{"game": "slaughter"}]


@contextlib.asynccontextmanager
async def theirs(
    matches: int, stores: bool, spectators: int = 0
) -> AsyncGenerator[tuple[Process, Crowd, Path]]:  # fmt: skip
    with tempfile.TemporaryDirectory(prefix="ryumon-load-") as name:
        folder = Path(name)
        server = peer.serve(folder, folder / "stored" if stores else None)
        try:
            people = Crowd()
            found = peer.players(people, server.port, matches, spectators)
            await people.connect(server.port, [one.wire for one in found])
            await people.offer(min(200.0, RATE), 2.0)
            await people.settle()
            yield server, people, folder
            people.close()
        finally:
            server.kill()


async def _their_step(
    stores: bool, rate: float, given: Length, matches: int, looking: int = 0
) -> Step:
    async with theirs(matches, stores, looking) as (server, people, _):
        return await step(people, server, rate, given.seconds)


async def _our_step(rate: float, given: Length, number: int, sockets: int = 4) -> Step:
    async with ours(number, kinds=SLAUGHTER, sockets=sockets) as (run, made):
        await run.sit_down(made)
        return await run.step(rate, given.seconds)


def _ratio(what: str, our: float, their: float, most: float, unit: str, note: str = "") -> Result:
    value = our / their if their else 0.0
    shown = f"{our:.3g} and {their:.3g} {unit} {note}"
    return Result(what, value, "ratio", f"<= {most:g}", value <= most, shown)


async def cpu(given: Length) -> list[Result]:
    """Processor time of the server for a stored move, at rates that both bear."""
    found: list[Result] = []
    for name, stores, rate, most in (
        ("in memory", False, FAST, 1.0),
        ("'s file store", True, RATE, 0.4),
    ):
        our, their = [], []
        for _ in range(ROUNDS):
            our.append(await _our_step(rate, given, given.tables))
            their.append(await _their_step(stores, rate, given, given.tables))
        ours_ms, theirs_ms = (statistics.median(s.server for s in steps) for steps in (our, their))
        what = f"{TIME}, to boardgame.io{name if stores else ' ' + name}, {rate:.0f}/s"
        found.append(_ratio(what, ours_ms, theirs_ms, most, "ms", f"(theirs: {told(their[0])})"))
    return found


async def highest(given: Length) -> list[Result]:
    """The highest rates with p99 under 150 ms."""
    best = {"ours": 0.0, "file": 0.0}
    async with ours(given.tables, kinds=SLAUGHTER) as (run, made):
        await run.sit_down(made)
        for rate in (750, 1000, 1250, 1500, 1750, 2000, 2250):
            one = await run.step(rate, given.seconds)
            if one.p99 < MOST_WAIT and one.keeps_up:
                best["ours"] = one.stored
            elif one.p99 > 3 * MOST_WAIT:
                break
    async with theirs(given.tables, stores=True) as (server, people, _):
        for rate in (50, 100, 150, 200, 300, 400, 600, 800, 1000):
            one = await step(people, server, rate, given.seconds)
            if one.p99 < MOST_WAIT and one.keeps_up:
                best["file"] = one.stored
            elif one.p99 > 3 * MOST_WAIT:
                break
    value = best["ours"] / best["file"] if best["file"] else float("inf")
    note = f"{best['ours']:.0f} and {best['file']:.0f} moves/s"
    return [Result("highest rate with p99 under 150 ms, to boardgame.io's file store", value,
                   "ratio", ">= 2", value >= 2, note)]  # fmt: skip


async def looking(given: Length) -> list[Result]:
    """Two hundred spectators at one table."""
    our, their = [], []
    for _ in range(ROUNDS):
        our.append((await _our_step(20.0, given, 1, 204)).server)
        their.append((await _their_step(False, 20.0, given, 1, 200)).server)
    return [_ratio("server's time for a move with 200 spectators, to boardgame.io in memory",
                   statistics.median(our), statistics.median(their), 0.5, "ms")]  # fmt: skip


async def killed(given: Length) -> list[Result]:
    """Acknowledged moves that are gone after kill -9."""
    number = min(given.tables, 100)
    async with ours(number, kinds=SLAUGHTER) as (run, made):
        await run.sit_down(made)
        await run.people.offer(RATE, given.seconds)
        run.server.kill()
        our, twice = lost(run.folder, run.people.acks)
        acked = len(run.people.acks)
    their, of = await _their_loss(given, number)
    return [
        Result("acknowledged moves lost by kill -9, ours", our, "moves", "0", our + twice == 0,
               f"of {acked}"),
        Result("... boardgame.io's file store", their, "moves", note=f"of {of}"),
    ]  # fmt: skip


async def _their_loss(given: Length, number: int) -> tuple[int, int]:
    async with theirs(number, stores=True) as (server, people, folder):
        await people.offer(RATE, given.seconds)
        server.kill()
        acked = Counter(ack.command for ack in people.acks)
        again = peer.serve(folder, folder / "stored")
        try:
            after = Crowd()
            found = [one for one in peer.players(after, again.port, number) if one.seat == 0]
            await after.connect(again.port, [one.wire for one in found])
            # a match that is gone is made anew: all of its moves are lost
            missing = sum(max(acked[one.match] - one.number, 0) for one in found)
            after.close()
        finally:
            again.kill()
    return missing, sum(acked.values())


ROWS: dict[str, Row] = {
    "peer-cpu": cpu,
    "peer-rate": highest,
    "peer-spectators": looking,
    "peer-killed": killed,
}
