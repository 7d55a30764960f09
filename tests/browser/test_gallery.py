"""Boards in a real Chromium, with moments of real games: choosing by mouse and by keyboard."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.slow


def plain(page: Page, base: str, game: str, moment: str, more: str = "") -> None:
    page.goto(f"{base}/gallery.html?game={game}&moment={moment}&plain=1&language=en{more}")
    expect(page.get_by_role("region", name="Your place")).to_be_visible()


def test_a_tap_chooses_and_the_main_button_plays(page: Page, base: str) -> None:
    plain(page, base, "slaughter", "follow")
    choices = page.get_by_role("group", name="Your choices").get_by_role("button")
    expect(page.get_by_role("button", name="Play", exact=True)).to_have_attribute(
        "aria-disabled", "true"
    )
    name = choices.first.inner_text()
    choices.first.click()
    page.get_by_role("button", name=f"Play {name}").click()
    expect(page.get_by_role("alert")).to_contain_text("act ")


def test_two_dice_are_composed_and_taken_back_by_keyboard_alone(page: Page, base: str) -> None:
    plain(page, base, "tatsu", "black")
    choices = page.get_by_role("group", name="Your choices").get_by_role("button")
    before = choices.all_inner_texts()
    choices.first.focus()
    page.keyboard.press("ArrowRight")
    expect(choices.nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Take back")).to_be_visible()
    page.keyboard.press("Backspace")
    assert choices.all_inner_texts() == before
    while choices.count():
        choices.first.focus()
        page.keyboard.press("Enter")
    page.get_by_role("button", name="Play", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("act ")


def test_several_cards_go_in_the_order_of_the_rules(page: Page, base: str) -> None:
    plain(page, base, "slaughter", "return")
    choices = page.get_by_role("group", name="Your choices").get_by_role("button")
    first, last = choices.first, choices.last
    wanted = [first.get_attribute("data-move"), last.get_attribute("data-move")]
    last.click()
    first.click()
    page.get_by_role("button", name="Put back").click()
    expect(page.get_by_role("alert")).to_contain_text(f"act {wanted[0]} {wanted[1]}")


def test_the_live_region_reads_what_happened_and_what_is_asked(page: Page, base: str) -> None:
    plain(page, base, "slaughter", "waiting", "&play=1&speed=off")
    status = page.get_by_role("status")
    expect(status).to_contain_text("follow", timeout=5000)


def test_the_lantern_flies_to_whoever_is_to_move_unless_motion_is_unwanted(
    page: Page, base: str
) -> None:
    flights = "document.getAnimations().filter(a => a.effect?.target?.dataset?.id === 'lantern')"
    plain(page, base, "slaughter", "waiting", "&play=1&speed=0.5")
    page.wait_for_function(f"{flights}.length > 0", timeout=5000)
    page.emulate_media(reduced_motion="reduce")
    plain(page, base, "slaughter", "waiting", "&play=1&speed=0.5")
    page.wait_for_function(f"{flights}.some(a => a.effect.getTiming().duration === 120)")


@pytest.mark.parametrize("width", [360, 390, 960, 3840])
@pytest.mark.parametrize("query", ["page=components", "page=home", "page=new", "page=room"])
def test_nothing_scrolls_sideways(page: Page, base: str, query: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800 if width < 2000 else 2160})
    page.goto(f"{base}/gallery.html?{query}&language=ja")
    page.wait_for_selector("main")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
