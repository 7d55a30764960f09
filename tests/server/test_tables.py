"""Tables of people: links, seats, the host, bots that stand in, chat, offers, clocks."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from ryumon import PUBLIC
from ryumon.server.app import App
from tests.server.harness import Browser, FixedSources, Socket, decisions, running


def run(tmp_path: Path, scene: Callable[[App], Awaitable[None]]) -> None:
    async def play() -> None:
        async with running(tmp_path) as app:
            await scene(app)

    asyncio.run(play())


def token(link: str) -> str:
    return link.partition("#")[2]


async def friends(app: App, game: str, players: int, **more: Any) -> tuple[str, list[Browser]]:
    """A table of people, all seated by the link, and started by the host."""
    ann = Browser(app)
    table = await ann.table(game, players=players, **more)
    join = token((await ann.get(f"/api/tables/{table}/links"))["join"])
    people = [ann]
    for seat in range(1, players):
        person = Browser(app)
        await person.post(f"/api/tables/{table}/enter", token=join)
        await person.post(f"/api/tables/{table}/sit", seat=seat, name=f"P{seat}")
        people.append(person)
    await ann.post(f"/api/tables/{table}/host", do="start")
    return table, people


async def joined(table: str, people: list[Browser]) -> list[tuple[Socket, dict[str, Any]]]:
    return [await person.join(table, seat) for seat, person in enumerate(people)]


async def settle(socket: Socket) -> dict[str, Any]:
    """Everything that is on its way, up to the answer to a ping; the last state seen."""
    socket.say("ping", id="settle")
    last: dict[str, Any] = {}
    while True:
        message = await socket.frame()
        assert message is not None
        if message["type"] == "pong":
            return last
        last[message["type"]] = message


def test_friends_join_by_a_link_and_play(tmp_path: Path) -> None:
    async def scene(app: App) -> None:
        table, people = await friends(app, "slaughter", 3)
        rng, seats = random.Random(3), await joined(table, people)
        state = [welcome for _, welcome in seats]
        for k in range(12):
            (turn,) = (s for s, message in enumerate(state) if message["choice"])
            socket = seats[turn][0]
            moves = decisions(state[turn]["choice"], rng)
            socket.say("act", id=f"m{k}", expected=state[turn]["n"], moves=moves)
            for seat in sorted(range(3), key=lambda seat: seat != turn):
                told = await settle(seats[seat][0])
                if seat == turn:
                    assert told["done"]["n"] == told["step"]["n"]
                state[seat] = told.get("step", state[seat])
        views = [message["view"] for message in state]
        assert [view["viewer"] for view in views] == [0, 1, 2]
        assert len({str(view["seats"]) for view in views}) == 1

    run(tmp_path, scene)


def test_the_host_removes_mutes_and_reissues(tmp_path: Path) -> None:
    async def scene(app: App) -> None:
        table, (ann, bob, cid) = await friends(app, "slaughter", 3)
        at = f"/api/tables/{table}"
        assert (await bob.ask("POST", f"{at}/host", {"do": "mute", "seat": 2}))[0] == 403
        socket, _ = await bob.join(table, 1)
        await ann.post(f"{at}/host", do="mute", seat=1)
        socket.say("chat", id="x", text="hello?")
        assert (await socket.until("refused"))["id"] == "x"
        old = (await bob.get(f"{at}/links"))["seats"]["1"]
        await ann.post(f"{at}/host", do="reissue", seat=1)
        assert (await socket.until("bye"))["sentence"]
        _, bye = await bob.join(table, 1)
        assert bye["type"] == "bye"
        assert (await bob.ask("POST", f"{at}/enter", {"token": token(old)}))[0] == 403
        page = await ann.post(f"{at}/host", do="remove", seat=2)
        assert page["info"]["seats"][2]["level"] == "samurai"
        assert (await cid.join(table, 2))[1]["type"] == "bye"
        page = await ann.post(f"{at}/host", do="close")
        assert page["info"]["status"] == "closed"
        assert page["info"]["fairness"]["secret"]

    run(tmp_path, scene)


def test_the_host_hands_on_and_is_followed_when_gone(tmp_path: Path) -> None:
    async def scene(app: App) -> None:
        table, (ann, bob, cid) = await friends(app, "slaughter", 3)
        at = f"/api/tables/{table}"
        assert (await bob.ask("POST", f"{at}/claim-host", {}))[0] == 409
        page = await ann.post(f"{at}/host", do="hand-on", seat=2)
        assert page["info"]["host"] == 2
        assert not page["you"]["host"]
        sources = app.house.sources
        assert isinstance(sources, FixedSources)
        sources.time += 601
        assert (await bob.post(f"{at}/claim-host"))["you"]["host"]
        assert not (await cid.get(at))["you"]["host"]

    run(tmp_path, scene)


def test_a_seat_is_taken_over_and_given_back(tmp_path: Path) -> None:
    async def scene(app: App) -> None:
        table, (ann, bob, _) = await friends(app, "slaughter", 3)
        at, sources = f"/api/tables/{table}", app.house.sources
        assert isinstance(sources, FixedSources)
        asked = {"do": "replace", "seat": 0}
        assert (await bob.ask("POST", f"{at}/host", asked))[0] == 403  # not away for long
        sources.time += 61
        page = await bob.post(f"{at}/host", **asked)
        assert page["info"]["seats"][0]["taken_over"]
        _, welcome = await ann.join(table, 0)
        assert welcome["type"] == "welcome"
        assert not (await bob.get(at))["info"]["seats"][0]["taken_over"]

    run(tmp_path, scene)


def test_whoever_concedes_is_followed_by_a_bot(tmp_path: Path) -> None:
    async def scene(app: App) -> None:
        table, people = await friends(app, "slaughter", 3)
        sockets = [socket for socket, _ in await joined(table, people)]
        sockets[1].say("concede", id="c")
        await sockets[1].done("c")
        info = (await people[0].get(f"/api/tables/{table}"))["info"]
        assert info["seats"][1]["conceded"]
        assert info["seats"][1]["level"]
        for seat in (0, 2):
            sockets[seat].say("concede", id="c")
            await sockets[seat].done("c")
        assert (await people[0].get(f"/api/tables/{table}"))["info"]["status"] == "closed"

    run(tmp_path, scene)


def test_undo_is_free_against_bots_and_numbers_grow(tmp_path: Path) -> None:
    async def scene(app: App) -> None:
        ann = Browser(app)
        bots = [None, "thumb", "thumb", "thumb"]
        table = await ann.table("slaughter", bots=bots, start=True)
        socket, message = await ann.join(table, 0)
        while not message.get("choice"):
            message = await socket.until("step")
        before = message
        moves = decisions(before["choice"], random.Random(1))
        socket.say("act", id="a", expected=before["n"], moves=moves)
        step = await socket.until("step")
        while not step.get("choice"):
            step = await socket.until("step")
        socket.say("offer", id="u", kind="undo")
        back = await socket.until("step")
        assert [event["kind"] for event in back["events"]] == ["back"]
        assert back["events"][0]["to"] == before["n"]
        assert back["n"] == step["n"] + 1
        assert back["view"] == before["view"]
        assert back["choice"] == before["choice"]
        # whoever comes later, also after a restart, is told the same
        app.house.live.clear()
        _, welcome = await ann.join(table, 0)
        assert [event["n"] for event in welcome["events"]] == list(range(1, back["n"] + 1))
        assert welcome["view"] == before["view"]
        _, gap = await ann.join(table, 0, since=before["n"])
        assert [event["n"] for event in gap["events"]] == list(
            range(before["n"] + 1, back["n"] + 1)
        )

    run(tmp_path, scene)


def test_undo_among_people_needs_their_consent(tmp_path: Path) -> None:
    async def scene(app: App) -> None:
        table, people = await friends(app, "tiger-dragon", 3)
        seats = await joined(table, people)
        turn = next(s for s, (_, welcome) in enumerate(seats) if welcome["choice"])
        socket, welcome = seats[turn]
        socket.say("act", id="a", expected=welcome["n"], moves=[welcome["choice"]["which"][0]])
        step = await socket.until("step")
        socket.say("offer", id="u", kind="undo")
        await socket.done("u")
        others = [seat for seat in range(3) if seat != turn]
        for seat in others:
            told = await settle(seats[seat][0])
            offer = told["table"]["table"]["offers"][0]
            assert offer["kind"] == "undo"
            assert seat in offer["waiting"]
            seats[seat][0].say("answer", id=f"y{seat}", offer=offer["id"], accept=True)
            await seats[seat][0].done(f"y{seat}")
        back = await socket.until("step")
        assert back["events"][0]["kind"] == "back"
        assert back["n"] == step["n"] + 1
        assert back["choice"] == welcome["choice"]

    run(tmp_path, scene)


def test_a_rematch_rotates_the_seats(tmp_path: Path) -> None:
    async def scene(app: App) -> None:
        table, people = await friends(app, "slaughter", 3)
        sockets = [socket for socket, _ in await joined(table, people)]
        sockets[0].say("offer", id="e", kind="end")
        await sockets[0].done("e")
        for seat in (1, 2):
            offer = (await settle(sockets[seat]))["table"]["table"]["offers"][0]
            sockets[seat].say("answer", id="y", offer=offer["id"], accept=True)
            await sockets[seat].done("y")
        assert (await people[0].get(f"/api/tables/{table}"))["info"]["status"] == "closed"
        sockets[0].say("offer", id="r", kind="rematch")
        await sockets[0].done("r")
        for seat in (1, 2):
            offer = (await settle(sockets[seat]))["table"]["table"]["offers"][0]
            sockets[seat].say("answer", id="z", offer=offer["id"], accept=True)
            await sockets[seat].done("z")
        after = (await people[0].get(f"/api/tables/{table}"))["info"]["next"]
        page = await people[0].get(f"/api/tables/{after}")
        assert [seat["name"] for seat in page["info"]["seats"]] == ["P2", "Ann", "P1"]
        assert page["you"]["seats"] == [1]

    run(tmp_path, scene)


def test_a_deadline_is_in_the_store_and_lag_and_increment_count(tmp_path: Path) -> None:
    async def scene(app: App) -> None:
        clock = {"kind": "bank", "bank": 60, "increment": 5}
        sources = app.house.sources
        assert isinstance(sources, FixedSources)
        sources.flows = False  # however long a busy machine takes, only the test moves the clock
        table, people = await friends(app, "slaughter", 3, clock=clock)
        seats = await joined(table, people)
        turn = next(s for s, (_, welcome) in enumerate(seats) if welcome["choice"])
        socket, welcome = seats[turn]
        assert welcome["clocks"]["running"] == turn
        assert welcome["clocks"]["left"][turn] == 80.0  # the first decision has twenty more
        sources.time += 30
        app.house.live.clear()  # the deadline is in the store
        socket, welcome = await people[turn].join(table, turn)
        assert welcome["clocks"]["left"][turn] == 50.0
        sources.time += 49
        moves = decisions(welcome["choice"], random.Random(1))
        socket.say("act", id="a", expected=welcome["n"], moves=moves)
        step = await socket.until("step")
        assert step["clocks"]["left"][turn] == 6.4  # what was left, with the lag, and the increment

    run(tmp_path, scene)


def test_chat_reaches_whom_it_may(tmp_path: Path) -> None:
    async def scene(app: App) -> None:
        table, people = await friends(app, "bushido", 4)
        watch = token((await people[0].get(f"/api/tables/{table}/links"))["watch"])
        eve = Browser(app)
        await eve.post(f"/api/tables/{table}/enter", token=watch)
        sockets = [socket for socket, _ in await joined(table, people)]
        looker, _ = await eve.join(table, PUBLIC)
        sockets[0].say("chat", id="1", text="  hello\u202e\n<b>all</b> ")
        sockets[2].say("chat", id="2", text="to my partner", to="partner")
        looker.say("chat", id="3", text="among us")
        sockets[0].say("chat", id="4", text="ninja too?", to="partner")
        heard: dict[int, list[str]] = {}
        for viewer, socket in enumerate([*sockets, looker]):
            lines, end = [], False
            await asyncio.sleep(0.05)
            socket.say("ping", id="end")
            while not end:
                message = await socket.frame()
                assert message is not None
                end = message["type"] == "pong"
                if message["type"] == "said":
                    lines.append(message["line"]["text"])
            heard[viewer] = lines
        hello = "hello <b>all</b>"
        assert heard[0] == heard[1] == [hello]
        assert heard[2] == heard[3] == [hello, "to my partner"]
        assert heard[4] == [hello, "among us"]
        assert [line["n"] for line in (await people[0].join(table, 0))[1]["chat"]] == [1]

    run(tmp_path, scene)


def test_an_answer_in_advance_is_played_when_the_turn_comes(tmp_path: Path) -> None:
    async def scene(app: App) -> None:
        table, people = await friends(app, "tiger-dragon", 3)
        seats = await joined(table, people)
        turn = next(s for s, (_, welcome) in enumerate(seats) if welcome["choice"])
        after = (turn + 1) % 3
        seats[after][0].say("intend", id="i", rule="pass")
        await seats[after][0].done("i")
        socket, welcome = seats[turn]
        socket.say("act", id="a", expected=welcome["n"], moves=[welcome["choice"]["which"][0]])
        step = await seats[after][0].until("step")
        while not any(event["kind"] == "pass" for event in step["events"]):
            step = await seats[after][0].until("step")
        assert next(e["seat"] for e in step["events"] if e["kind"] == "pass") == after
        _, again = await people[after].join(table, after)
        assert again["intention"]["rule"] == "pass"
        _, other = await people[turn].join(table, turn)
        assert other["intention"] is None

    run(tmp_path, scene)


def test_all_answer_an_attack_at_once_and_unused_answers_go(tmp_path: Path) -> None:
    """An answer is for the attack that stands: when another has defended it is forgotten, and
    nobody is told that there was one."""

    async def scene(app: App) -> None:
        table, people = await friends(app, "tiger-dragon", 3)
        seats = await joined(table, people)
        live = app.house.live[table]
        for _ in range(40):  # until somebody between the attacker and another can defend
            state = live.state
            assert state is not None
            turn = state.turn
            socket, later = seats[turn][0], (turn + 1) % 3
            if state.view(turn)["phase"] == "defence" and later != state.view(turn)["attacker"]:
                defence = [move for move in state.legal() if move != "pass"]
                if defence:
                    break
            socket.say("act", id=f"a{_}", expected=live.last(turn), moves=[state.legal()[-1]])
            await socket.done(f"a{_}")
        else:
            raise AssertionError("nobody can defend")
        _, told = await people[later].join(table, later)
        assert told["choice"] is None
        assert "pass" in told["ahead"]["which"]
        seats[later][0].say("intend", id="i", moves=["pass"])
        await seats[later][0].done("i")
        _, other = await people[turn].join(table, turn)
        assert other["intention"] is None
        assert other["ahead"] is None
        socket.say("act", id="d", expected=live.last(turn), moves=[defence[0]])
        await socket.done("d")
        _, after = await people[later].join(table, later)
        assert (after["intention"] or {}).get("moves") is None
        assert live.intentions[later] == (None, "")
        assert after["ahead"] is None

    run(tmp_path, scene)
