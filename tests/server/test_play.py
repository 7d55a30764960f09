"""Play over the socket: whole games of all kinds, refusals, reconnecting, spectators."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

import ryumon
from ryumon import PUBLIC
from tests.server.harness import Browser, decisions, play_out, running


def over(message: dict[str, Any]) -> bool:
    return message.get("view") is not None and any(
        event["kind"] == "end" for event in message["events"]
    )


BOTS = {name: [None, *["thumb"] * (ryumon.game(name).players - 1)] for name in ryumon.games()}


@pytest.mark.parametrize("name", ryumon.games())
def test_a_person_finishes_a_game_against_bots(name: str, tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as app:
            ann = Browser(app)
            table = await ann.table(name, bots=BOTS[name], start=True)
            socket, welcome = await ann.join(table, 0)
            last = await play_out(socket, welcome, random.Random(1), over)
            assert last["choice"] is None
            told = await socket.until("table")
            assert told["table"]["status"] == "finished"
            assert told["table"]["result"]["winners"]
            # whoever comes later is told the same, number by number
            _, whole = await ann.join(table, 0)
            assert [event["n"] for event in whole["events"]] == list(range(1, whole["n"] + 1))
            assert whole["n"] == last["n"]
            assert whole["view"] == last["view"]
            _, public = await ann.join(table, PUBLIC, language="ja")
            assert public["view"]["viewer"] == PUBLIC

    asyncio.run(play())


def test_a_move_that_may_not_be_made_is_refused_with_its_rule(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as app:
            ann = Browser(app)
            table = await ann.table("slaughter", bots=BOTS["slaughter"], start=True)
            socket, message = await ann.join(table, 0, language="ja")
            while not message.get("choice"):
                message = await socket.until("step")
            socket.say("act", id="a", expected=message["n"], moves=["Z9"])
            refused = await socket.until("refused")
            assert refused["rule"] == "N"
            assert refused["sentence"].endswith("。")
            assert refused["n"] == message["n"]
            socket.say("act", id="b", expected=message["n"] - 1, moves=message["choice"]["which"])
            assert (await socket.until("refused"))["stale"]
            socket.say("why", id="c", moves=[message["choice"]["which"][0]])
            assert (await socket.until("reason"))["sentence"] == ""

    asyncio.run(play())


def test_a_command_sent_twice_acts_once(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as app:
            ann = Browser(app)
            table = await ann.table("slaughter", bots=BOTS["slaughter"], start=True)
            socket, message = await ann.join(table, 0)
            while not message.get("choice"):
                message = await socket.until("step")
            moves = decisions(message["choice"], random.Random(1))
            for _ in range(2):
                socket.say("act", id="same", expected=message["n"], moves=moves)
            assert (await socket.until("done"))["id"] == "same"
            assert (await socket.until("done"))["id"] == "same"
            await socket.close()
            app.house.live.clear()  # the answer is in the store too
            socket, _ = await ann.join(table, 0)
            socket.say("act", id="same", expected=message["n"], moves=moves)
            assert (await socket.until("done", "refused"))["type"] == "done"

    asyncio.run(play())


def test_nobody_sits_where_they_may_not(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as app:
            ann, bob = Browser(app), Browser(app)
            table = await ann.table("slaughter", bots=BOTS["slaughter"], start=True)
            await bob.get("/api/me")
            for viewer in (0, PUBLIC, 7):
                _, bye = await bob.join(table, viewer)
                assert bye["type"] == "bye"
            assert (await bob.ask("GET", f"/api/tables/{table}"))[0] == 404
            links = await ann.get(f"/api/tables/{table}/links")
            token = links["watch"].partition("#")[2]
            await bob.post(f"/api/tables/{table}/enter", token=token)
            _, welcome = await bob.join(table, PUBLIC)
            assert welcome["type"] == "welcome"
            _, bye = await bob.join(table, 0)
            assert bye["type"] == "bye"

    asyncio.run(play())
