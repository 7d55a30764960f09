"""A page that loses its server or its socket says so, comes back by itself, and no move is lost or
made twice."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.near_end import played_until, sit_down
from tests.browser.people import People
from tests.server.process import Server, served

pytestmark = pytest.mark.slow
AWAY = "Reconnecting."

# keeps the page's sockets within reach, and can cut one just after a move was sent on it
SOCKETS = """
const Real = window.WebSocket;
window.sockets = [];
window.cut = 0;
window.WebSocket = class extends Real {
  constructor(...given) { super(...given); window.sockets.push(this); }
  send(data) {
    super.send(data);
    if (window.cut && JSON.parse(data).type === 'act') { window.cut -= 1; this.close(); }
  }
};
"""


def sit(people: People, server: Server) -> Page:
    person = people.come(speed="off")
    person.context.add_init_script(SOCKETS)
    state = played_until("schadenfreude", lambda state: state.view(0)["tricks"] == 3)
    sit_down(person.page, server.url, state)
    expect(choices(person.page).first).to_be_visible(timeout=20_000)
    return person.page


def hand(page: Page):
    return page.get_by_role("group", name="Your hand").get_by_role("button")


def choices(page: Page):
    return hand(page).and_(page.locator(".legal"))


def choose(page: Page) -> str:
    name = str(choices(page).first.get_attribute("aria-label"))
    choices(page).first.click()
    page.get_by_role("button", name=f"Play {name}").click()
    return name


def played_once(page: Page, name: str, cards: int) -> None:
    expect(hand(page)).to_have_count(cards - 1, timeout=30_000)
    page.get_by_role("button", name="Log", exact=True).click()
    log = page.get_by_role("dialog").get_by_role("listitem")
    expect(log.filter(has_text=f"You play {name}.")).to_have_count(1)
    page.keyboard.press("Escape")


def test_a_move_that_was_sent_while_the_socket_broke_is_made_once(
    people: People, server: Server
) -> None:
    page = sit(people, server)
    for cuts in (1, 2):  # the second time the repeated command meets a cut as well
        before = hand(page).count()
        page.evaluate(f"window.cut = {cuts}")
        name = choose(page)
        played_once(page, name, before)
        assert page.evaluate("window.sockets.length") > cuts
        expect(choices(page).first).to_be_visible(timeout=20_000)


def test_a_page_is_loaded_anew_in_the_middle_of_a_move(people: People, server: Server) -> None:
    page = sit(people, server)
    before = hand(page).count()
    name = str(choices(page).first.get_attribute("aria-label"))
    choices(page).first.click()
    page.reload()  # chosen, not played
    expect(hand(page)).to_have_count(before)
    assert choose(page) == name
    page.reload()
    played_once(page, name, before)


def test_a_killed_server_is_missed_and_found_again(people: People, tmp_path: Path) -> None:
    with served(tmp_path) as server:
        page = sit(people, server)
        person = people.all[0]
        before = hand(page).count()
        with person.forgiving():
            server.kill()
            expect(page.locator(".notice")).to_contain_text(AWAY)
            expect(page.get_by_role("status")).to_contain_text(AWAY)
            name = choose(page)  # it is sent when the server is back
            page.wait_for_timeout(500)
            assert hand(page).count() == before
            server.start(server.port)
            expect(page.get_by_text(AWAY)).to_have_count(0, timeout=30_000)
        played_once(page, name, before)
        people.leave()
