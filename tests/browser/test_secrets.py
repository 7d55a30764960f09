"""Whoever looks on, and whoever shares a device, sees nothing hidden.

Two tables are opened that this viewer cannot tell apart: the same game with other hidden cards.
Then nothing may differ, neither in the page nor in any message.
"""

from __future__ import annotations

import itertools
import json
import random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from ryumon.play.event import PUBLIC
from ryumon.play.state import State
from tests.browser.near_end import make, origin, played_until
from tests.browser.people import People, Person
from tests.browser.players import Player
from tests.server.process import Server

pytestmark = pytest.mark.slow
GAMES = ["slaughter", "schadenfreude", "tiger-dragon", "bushido"]  # Tatsu hides nothing


BEHIND = "main, [data-id], [data-move], [role=status]"  # what a curtain must not hide
STEPS = 400


def midway(game: str, seat: int = 0) -> State:
    options = {"players": 3} if game == "bushido" else {}
    return played_until(game, lambda state: len(state.moves) > 60 and state.turn == seat, **options)


def other_world(state: State, viewer: int) -> State:
    """What this viewer cannot tell from it, and is not the same."""
    for seed in range(50):
        world = state.worlds(viewer, random.Random(seed))
        if world.moves != state.moves:
            assert world.view(viewer) == state.view(viewer)
            return world
    raise AssertionError("nothing is hidden from this viewer")


def shown(page: Page) -> str:
    """All of the page: elements, texts, attributes."""
    return page.evaluate("document.body.innerHTML").replace(page.url.split("/table/")[-1], "")


def settle(person: Person) -> None:
    """The aids have come, which are the last thing that a viewer is told, and are drawn."""
    for _ in range(300):
        numbers = [(m["type"], m.get("n")) for m in map(json.loads, person.told)]
        last = [n for kind, n in numbers if kind in ("welcome", "step")]
        if last and ("aids", last[-1]) in numbers:
            break
        person.page.wait_for_timeout(100)
    person.page.wait_for_timeout(300)


def told(person: Person) -> list[dict[str, Any]]:
    """All messages, but for what names the table: its address, and what it promised of its deal.
    Aids come from a worker when it is ready, so they stand last."""
    messages = [json.loads(text) for text in person.told]
    messages.sort(key=lambda message: message["type"] == "aids")
    told = [
        {**message, "table": None}
        for message in messages
        if message["type"] not in ("table", "pong")  # a pong comes by the clock
    ]
    # a page that has just got its rights comes again, sooner or later: it is told the same twice
    return [message for k, message in enumerate(told) if message not in told[:k]]


def table(person: Person, server: Server, state: State, seats: int) -> str:
    """A table of people that goes on from there; this person sits at the first seats."""
    bots = [None] * state.game.players
    there = make(
        person.page, server.url, game=state.game.name, bots=bots, seat=0, name="Aki",
        origin=origin(state),
    )  # fmt: skip
    person.page.goto(there)
    room = person.page.get_by_role("region", name="Seats").get_by_role("listitem")
    for seat in range(1, seats):
        person.page.get_by_role("textbox", name="Someone else at this device").fill(f"P{seat}")
        room.nth(seat).get_by_role("button", name="Take this seat").click()
        expect(room.nth(seat)).to_contain_text(f"P{seat}")
    return there


@pytest.mark.parametrize("game", GAMES)
def test_a_spectator_sees_nothing_hidden(people: People, server: Server, game: str) -> None:
    state = midway(game)
    seen = []
    for world in (state, other_world(state, PUBLIC)):
        host, watcher = people.come(speed="off"), people.come(speed="off")
        there = table(host, server, world, world.game.players)
        links = host.page.request.get(f"{there.replace('/table/', '/api/tables/')}/links").json()
        host.page.get_by_role("button", name="Start", exact=True).click()
        expect(host.page.get_by_role("heading", name="Aki")).to_be_visible()
        watcher.page.goto(f"{server.url}{links['watch']}")
        expect(watcher.page.get_by_role("region", name="Table")).to_be_visible()
        settle(watcher)
        seen.append((shown(watcher.page), told(watcher)))
    assert seen[0][1] == seen[1][1]
    assert seen[0][0] == seen[1][0]


@pytest.mark.parametrize("game", GAMES)
def test_a_shared_device_shows_one_seat_at_a_time(
    people: People, server: Server, game: str
) -> None:
    seat, name = (1, "P1") if game == "bushido" else (0, "Aki")  # a ninja knows all that there is
    state = midway(game, seat)
    seen = []
    for world in (state, other_world(state, seat)):
        host = people.come(speed="off")
        page = host.page
        table(host, server, world, world.game.players)
        page.get_by_role("button", name="Start", exact=True).click()
        curtain = page.get_by_role("region", name=name)
        expect(curtain).to_be_visible()
        assert page.locator(BEHIND).count() == 0
        curtain.get_by_role("button").click()
        expect(page.get_by_role("region", name="Your place")).to_be_visible()
        settle(host)
        host.told = since_welcome(host, seat)
        seen.append((shown(page), told(host)))
    assert seen[0][1] == seen[1][1]
    assert seen[0][0] == seen[1][0]


def since_welcome(person: Person, seat: int) -> list[str]:
    """What was told on the socket of this seat; each seat of a device has its own."""
    at = max(
        k
        for k, text in enumerate(person.told)
        if (message := json.loads(text))["type"] == "welcome"
        and message["view"]
        and message["view"]["viewer"] == seat
    )
    return person.told[at:]


def test_a_curtain_falls_between_two_seats_of_a_device(people: People, server: Server) -> None:
    state = midway("schadenfreude")
    host = people.come(speed="off")
    page = host.page
    table(host, server, state, state.game.players)
    page.get_by_role("button", name="Start", exact=True).click()
    for seat, name in ((0, "Aki"), (1, "P1")):
        curtain = page.get_by_role("region", name=name)
        expect(curtain).to_be_visible()
        expect(curtain.get_by_role("button")).to_be_focused()
        assert page.locator(BEHIND).count() == 0
        page.keyboard.press("Enter")
        hand = page.get_by_role("group", name="Your hand").get_by_role("button")
        expect(hand.first).to_be_visible()
        moves = [str(card.get_attribute("data-move")) for card in hand.all()]
        assert sorted(moves) == sorted(world_hand(state, seat))
        # every message on this seat's socket is for this seat
        messages = map(json.loads, since_welcome(host, seat))
        viewers = {message["view"]["viewer"] for message in messages if message.get("view")}
        assert viewers == {seat}
        choice = hand.and_(page.locator(".legal")).first
        state.play(str(choice.get_attribute("data-move")))
        choice.click()
        page.locator(".btn.go").click()


def test_secret_answers_are_given_one_after_another_at_a_device(
    people: People, server: Server
) -> None:
    """Bushido asks ninja and samurai in secret: neither sees the other's answer, and the game goes
    on to its end."""
    host = people.come(speed="off")
    page = host.page
    there = make(
        page, server.url, game="bushido", players=2, bots=[None, None], seat=0, name="Aki",
        options={"turns": 2},
    )  # fmt: skip
    page.goto(there)
    page.get_by_role("textbox", name="Someone else at this device").fill("P1")
    page.get_by_role("button", name="Take this seat").click()
    page.get_by_role("button", name="Start", exact=True).click()
    player, looked = Player(host, 1, keyboard=False), list[int]()
    curtain = page.locator("section.curtain")
    over = page.get_by_role("dialog", name="The game is over")
    for _ in range(STEPS):
        if over.is_visible():
            break
        if curtain.is_visible():
            assert page.locator(BEHIND).count() == 0
            looked.append(0 if "Aki" in curtain.inner_text() else 1)
            curtain.get_by_role("button").click()
        elif looked:
            if looked[-1] == 1:  # the ninja's piece is for the ninja's eyes
                assert page.locator("[data-id^=ninja]").count() == 0
            if not player.step():
                page.wait_for_timeout(50)
    expect(over).to_be_visible()
    assert {(0, 1), (1, 0)} <= set(itertools.pairwise(looked))


def world_hand(state: State, seat: int) -> list[str]:
    return state.view(seat)["hand"]
