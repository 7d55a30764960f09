"""Whoever has taken what is due may be killed before, during and after its act: another process
does it, and it happens once."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

import ryumon
from ryumon.server import schema
from ryumon.server.app import App
from ryumon.server.store import Store
from ryumon.server.thinkers import Thinkers
from tests.server import harness
from tests.server.harness import Browser

# A server with one table of bots, which kills itself with signal 9 at a point of a bot's move. Its
# clock goes ahead, so that nobody waits until the claim of its predecessor is over.
PROGRAM = """
import asyncio, os, signal, sys
from ryumon.server import acts, play
from ryumon.server.live import Live
from tests.server.test_claimer import application, a_table_of_bots

url, point, ahead = sys.argv[1:]
armed = False

def die(*_, **__):
    if armed:
        os.kill(os.getpid(), signal.SIGKILL)

async def before(live, row):
    global armed
    armed = True
    die()

usual = play.decide
async def decide(*given):
    global armed
    armed = True
    await usual(*given)

async def serve():
    app = application(url, float(ahead))
    if point == "before":
        acts.ACTS["bot"] = before
    else:
        play.decide = decide
    if point == "during":
        app.store.before_commit = die
    if point == "after":
        Live.publish = die
    async with app.lifespan():
        await a_table_of_bots(app)
        await asyncio.sleep(60)

asyncio.run(serve())
"""


def application(url: str, ahead: float) -> App:
    store = Store.open(url, lambda: time.time() + ahead)
    return App(store, Thinkers(0, 0.0))


async def a_table_of_bots(app: App) -> None:
    """Made by the first server; those after it find what is due by themselves."""
    asked = select(schema.tables.c.id)
    if app.store.ask(lambda connection: connection.execute(asked).first()) is None:
        await Browser(app).table("slaughter", players=3, bots=["thumb"] * 3, seat=None, start=True)


def killed(url: str, point: str, ahead: float) -> None:
    command = [sys.executable, "-c", PROGRAM, url, point, str(ahead)]
    told = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert told.returncode == -signal.SIGKILL, told.stderr


def rows_of(store: Store) -> list[Any]:
    asked = select(schema.entries).order_by(schema.entries.c.number)
    return list(store.ask(lambda connection: connection.execute(asked).mappings().all()))


@pytest.mark.slow
@pytest.mark.usefixtures("backend")
@pytest.mark.parametrize(("point", "stored"), [("before", 0), ("during", 0), ("after", 1)])
def test_a_claimer_is_killed_and_another_acts_once(point: str, stored: int, tmp_path: Path) -> None:
    url = harness.database(tmp_path)
    killed(url, "before", 0)  # whoever wrote the row dies with it
    killed(url, point, 30)  # this one claims it
    store = Store.open(url)
    assert sum(row["kind"] == "moves" for row in rows_of(store)) == stored

    async def play_on() -> list[Any]:
        app = application(url, 60)
        async with app.lifespan():
            rows: list[Any] = []
            end = time.monotonic() + 60
            while len(rows) < 12:
                assert time.monotonic() < end, "nobody acts"
                await asyncio.sleep(0.05)
                rows = rows_of(app.store)
            return rows

    rows = asyncio.run(play_on())
    assert [row["number"] for row in rows] == list(range(1, len(rows) + 1))
    moves = [move for row in rows for move in json.loads(row["data"]).get("moves", [])]
    ryumon.game("slaughter", players=3).replay(moves)  # none twice, none missing
