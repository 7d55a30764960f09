"""A season at a real server with the example client, killed in the middle; rated by the arena."""

from __future__ import annotations

import csv
import json
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
from sqlalchemy import select

import ryumon
from ryumon.bots.remote import Lost, Server, account
from ryumon.lab import arena
from ryumon.server import schema
from ryumon.server.store import Store
from tests.server import harness
from tests.server.process import served
from tests.server.test_programs import EXAMPLES
from tests.server.test_seasons import PATIENCE, SHORT, check_each_once


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
        store = Store.open(database)
        try:
            before = wait(lambda: ended_rows(store, season, 3))
            real.kill()
            real.start(real.port)
            page = wait(lambda: over_at(eve, season))
        finally:
            example.end()
        check_each_once(store, season, 12)
        after = dict(ended_rows(store, season, 12))
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


def ended_rows(store: Store, season: str, least: int) -> list[Any]:
    asked = select(schema.rounds.c.table, schema.rounds.c.data)
    asked = asked.where(schema.rounds.c.season == season, schema.rounds.c.data.is_not(None))
    found = store.ask(lambda c: [tuple(row) for row in c.execute(asked)])
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
