"""After a game in a real browser: its deal is checked, its decisions are judged, its position is
copied; and before a turn an answer may be left that nobody else learns of."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.near_end import MAKE, make
from tests.browser.people import People
from tests.browser.test_replay import played
from tests.server.process import Server

# ends a table at once: whoever is alone with bots needs nobody's consent
END = """(table) => new Promise((done) => {
  const socket = new WebSocket(`ws://${location.host}/api/tables/${table}/socket`);
  socket.onopen = () => {
    socket.send(JSON.stringify({ type: 'hello', viewer: 0 }));
    socket.send(JSON.stringify({ type: 'offer', id: 'e', kind: 'end' }));
  };
  socket.onmessage = ({ data }) => {
    if (JSON.parse(data).id === 'e') { socket.close(); done(1); }
  };
})"""
LINKS = "async (table) => (await (await fetch(`/api/tables/${table}/links`)).json()).join"


def ended_table(page: Page, server: Server) -> str:
    page.goto(server.url)
    bots = [None, "thumb", "thumb", "thumb"]
    asked = {"game": "slaughter", "bots": bots, "name": "Aki", "start": True}
    table = page.evaluate(MAKE, asked)["info"]["table"]
    page.evaluate(END, table)
    return table


@pytest.mark.slow
def test_the_deal_is_checked_with_one_click(page: Page, server: Server) -> None:
    table = ended_table(page, server)
    page.goto(f"{server.url}/replay/{table}")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Was the deal fair?").click()
    dialog = page.get_by_role("dialog", name="Was the deal fair?")
    expect(dialog.get_by_role("status")).to_have_text("Yes. Nobody chose the cards.")
    expect(dialog).to_contain_text("follow from the key, in order")
    # the promise is broken on purpose: one card of another place
    page.route(
        "**/verify",
        lambda route: route.fulfill(json=swapped(route.fetch().json())),
    )
    page.reload()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Was the deal fair?").click()
    expect(dialog.get_by_role("status")).to_have_text("No. Something was changed.")
    expect(dialog).to_contain_text(re.compile(r"Draw \d+ \(~.*\) does not follow"))


def swapped(verdict: dict[str, list[dict[str, int]]]) -> dict[str, list[dict[str, int]]]:
    draws = verdict["outcomes"]
    wrong = next(draw for draw in draws if draw["of"] > 10)
    wrong["low"] = (wrong["low"] + 1) % (wrong["of"] - 1)
    return verdict


@pytest.mark.slow
def test_a_finished_game_is_reviewed(page: Page, server: Server) -> None:
    record, moves = played()
    made = page.request.post(f"{server.url}/api/import", data=json.dumps({"record": record})).json()
    page.goto(f"{server.url}/replay/{made['info']['table']}")
    page.get_by_role("button", name="Review", exact=True).click()
    dialog = page.get_by_role("dialog", name="Review")
    expect(dialog.get_by_role("status")).to_contain_text("decisions are judged")
    turn = dialog.get_by_role("listitem").get_by_role("button").first
    expect(turn).to_be_visible(timeout=60_000)
    place = int(re.findall(r"move (\d+)", turn.inner_text())[0]) - 1
    turn.click()
    expect(page.get_by_text(f"{place}/{moves}")).to_be_visible()
    expect(page.get_by_role("img", name="chance to win")).to_be_visible()


@pytest.mark.slow
def test_an_answer_is_left_before_the_turn_and_played(people: People, server: Server) -> None:
    pages = [people.come().page for _ in range(3)]
    pages[0].goto(server.url)
    asked = {"game": "tiger-dragon", "players": 3, "name": "Aki"}
    table = pages[0].evaluate(MAKE, asked)["info"]["table"]
    join = pages[0].evaluate(LINKS, table)
    for page in pages[1:]:
        page.goto(server.url + join)
        page.get_by_role("button", name="Take this seat").first.click()
    pages[0].goto(f"{server.url}/table/{table}")
    pages[0].get_by_role("button", name="Start", exact=True).click()
    for page in pages:
        expect(page.get_by_role("region", name="Your place")).to_be_visible()
    attacker = next(k for k, page in enumerate(pages) if page.locator(".tray.mine").count())
    attacking, first, second = (pages[(attacker + k) % 3] for k in range(3))
    attacking.locator(".rack .legal").first.click()
    attacking.locator(".choice .go").click()
    expect(second.get_by_text("Nobody sees it")).to_be_visible()
    second.get_by_role("button", name="Pass", exact=True).click()
    expect(second.get_by_text("Your answer is ready: Pass")).to_be_visible()
    expect(first.get_by_text("waits")).to_be_visible()  # as if nothing had been answered
    first.get_by_role("button", name="Pass", exact=True).click()
    # both have passed: the attacker goes on, and nobody had to wait for the second
    expect(attacking.locator(".tray.mine")).to_be_visible()
    expect(second.get_by_text("Your answer is ready")).to_be_hidden()


@pytest.mark.slow
def test_giving_up_against_bots_ends_the_game(page: Page, server: Server) -> None:
    bots = [None, "thumb"]
    page.goto(make(page, server.url, game="tatsu", bots=bots, seat=0, name="Aki", start=True))
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Concede").click()
    sure = page.get_by_role("dialog", name="Concede this game?")
    expect(sure).to_contain_text("the game ends here")
    sure.get_by_role("button", name="Concede").click()
    over = page.get_by_role("dialog", name="The game is over")
    expect(over).to_contain_text("ended before anybody had won")
    expect(over.get_by_role("link", name="Replay")).to_be_visible()
    over.get_by_role("button", name="Close").click()
    expect(page.get_by_role("status")).not_to_contain_text("You may choose")
    expect(page.locator("main button[data-move]")).to_have_count(0)
