"""The board of Tatsu in a real Chromium: two dice composed on the ring."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.chromium import launched
from web.shots import gallery

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("browser")]


@pytest.fixture(scope="module")
def base() -> Iterator[str]:
    with gallery() as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with launched() as running:
        yield running


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda m: wrong.append(m.text) if m.type == "error" else None)
    yield page
    context.close()
    assert wrong == []


def show(page: Page, base: str, moment: str, more: str = "&language=en") -> None:
    page.goto(f"{base}/gallery.html?game=tatsu&moment={moment}&speed=off{more}")
    expect(page.locator("[data-segment]").first).to_be_visible()


def test_a_stone_shows_where_each_die_puts_it_and_a_tap_there_takes_it(
    page: Page, base: str
) -> None:
    show(page, base, "black")
    play = page.get_by_role("button", name="Play", exact=True)
    page.get_by_role("button", name="Segment 17").click()
    other = page.get_by_role("button", name="Die 3: Fire lands on 20, recruits a Fire")
    expect(other).to_be_visible()
    page.get_by_role("button", name="Die 5: Fire lands on 22, destroys White’s Vine").click()
    expect(page.get_by_role("region", name="Your place")).to_contain_text("5: Fire 17 to 22")
    expect(play).to_have_attribute("aria-disabled", "true")
    page.get_by_role("button", name="Take back").click()
    expect(page.get_by_role("button", name="Segment 17")).to_be_visible()
    page.get_by_role("button", name="Die 5: choose it first").click()
    page.get_by_role("button", name="Segment 17").click()
    page.get_by_role("button", name="Water on your mat").click()
    page.get_by_role("button", name="Die 3: Water lands on 3, holds your Vine").click()
    play.click()
    expect(page.get_by_role("alert")).to_contain_text("act 17-22 W-3")


def test_a_stone_that_cannot_move_says_why(page: Page, base: str) -> None:
    show(page, base, "white")
    page.get_by_role("button", name="Segment 7").click()
    # somewhere that no die reaches
    page.locator('[data-segment="20"]').click()
    expect(page.get_by_role("alert")).to_contain_text("why 7-20")


def test_two_dice_are_composed_by_keyboard_alone(page: Page, base: str) -> None:
    show(page, base, "black")
    page.get_by_role("button", name="Segment 9").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Die 3: Vine lands on 12").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Backspace")
    expect(page.get_by_role("button", name="Take back")).to_have_count(0)
    page.get_by_role("button", name="Segment 11").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="Die 3: Water lands on 14").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Segment 17").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Die 5: Fire lands on 22").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Play", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("act 11-14 17-22")


@pytest.mark.parametrize("size", [(360, 740), (390, 844), (430, 932), (1024, 700), (3840, 2160)])
def test_every_segment_is_wide_enough_for_a_thumb_and_nothing_scrolls(
    page: Page, base: str, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    for moment in ("start", "late", "spectator"):
        show(page, base, moment, "&language=ja")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    show(page, base, "black", "&language=ja")
    centres = page.evaluate(
        """[...document.querySelectorAll('[data-segment]')].map((target) => {
          const { x, y, width, height } = target.getBoundingClientRect();
          return [x + width / 2, y + height / 2];
        })"""
    )
    for (ax, ay), (bx, by) in itertools.pairwise(centres):
        assert ((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5 >= 43  # the chord of 44 px on an arc
