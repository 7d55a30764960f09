"""Everybody can use every page and every board: names, contrast, sizes, no scrolling sideways."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from hatch_build import SOURCES
from tests.browser.near_end import MAKE
from tests.browser.people import People
from tests.browser.scan import misfits, problems
from tests.server.process import Server

pytestmark = pytest.mark.slow
FIXTURES = sorted((SOURCES / "fixtures").glob("*/*.json"))
NARROW = [(360, 740), (960, 640)]  # where Japanese might not fit if English does
PARTS = ["components", "home", "new", "room", "result", "curtain"]


def told(found: list[str]) -> str:
    return "\n".join(found)


def show(page: Page, base: str, query: str) -> None:
    page.goto(f"{base}/gallery.html?{query}&speed=off")
    expect(page.locator("main, dialog[open], .curtain").first).to_be_visible()


@pytest.mark.parametrize("moment", FIXTURES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_every_moment_of_every_board(page: Page, base: str, moment) -> None:
    query = f"game={moment.parent.name}&moment={moment.stem}"
    show(page, base, f"{query}&language=en")
    assert not (found := problems(page)), told(found)
    show(page, base, f"{query}&language=ja")
    assert not (found := misfits(page, NARROW)), told(found)


@pytest.mark.parametrize("part", PARTS)
def test_every_part_of_the_gallery(page: Page, base: str, part: str) -> None:
    for language in ("en", "ja"):
        show(page, base, f"page={part}&language={language}")
        assert not (found := problems(page)), told(found)


@pytest.mark.parametrize("game", ["slaughter", "schadenfreude", "tiger-dragon", "tatsu", "bushido"])
def test_the_plain_board(page: Page, base: str, game: str) -> None:
    show(page, base, f"game={game}&plain=1&language=en")
    assert not (found := problems(page)), told(found)


@pytest.mark.parametrize(
    "path", ["", "new", "new/tatsu", "about", "nowhere", "table/none", "replay/none"]
)
def test_every_page(people: People, server: Server, path: str) -> None:
    person = people.come()
    with person.forgiving("404"):  # what is not there is an error of the console
        person.page.goto(f"{server.url}/{path}")
        expect(person.page.get_by_role("heading", level=1)).to_be_visible()
        person.page.wait_for_load_state("networkidle")
        assert not (found := problems(person.page)), told(found)


@pytest.mark.parametrize("game", ["slaughter", "schadenfreude", "tiger-dragon", "tatsu", "bushido"])
def test_rules_and_first_game(page: Page, server: Server, game: str) -> None:
    for path in (f"rules/{game}", f"learn/{game}"):
        page.goto(f"{server.url}/{path}")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        page.wait_for_load_state("networkidle")
        assert not (found := problems(page)), told(found)


def test_what_opens_on_a_table(page: Page, server: Server) -> None:
    page.goto(server.url)
    asked = {"game": "tatsu", "bots": [None, "thumb"], "seat": 0, "name": "Aki", "start": True}
    made = page.evaluate(MAKE, asked)
    page.goto(f"{server.url}/table/{made['info']['table']}")
    for name in ("Log", "Menu"):
        page.set_viewport_size({"width": 390, "height": 844})
        page.get_by_role("button", name=name, exact=True).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        assert not (found := problems(page)), told(found)
        page.keyboard.press("Escape")
