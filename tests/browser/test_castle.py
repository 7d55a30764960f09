"""The board of Bushido Breaker in a real Chromium: composing on the map, and what fits."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.slow
MOMENTS = [
    "specials", "gates", "ninja", "four", "partner", "samurai", "metsubushi", "smoke", "between",
    "spectator", "over",
]  # fmt: skip


def show(page: Page, base: str, moment: str, more: str = "&language=en") -> None:
    page.goto(f"{base}/gallery.html?game=bushido&moment={moment}&speed=off{more}")
    expect(page.get_by_role("group", name="The castle").or_(page.locator(".map"))).to_be_visible()


# --- composing --------------------------------------------------------------------------------


def test_samurai_then_card_then_room_on_the_map(page: Page, base: str) -> None:
    show(page, base, "partner")
    castle = page.get_by_role("group", name="The castle")
    castle.get_by_role("button", name="Samurai 5").click()
    page.get_by_role("button", name="Move", exact=True).click()
    expect(page.get_by_role("region", name="Your place")).to_contain_text("where to?")
    expect(page.locator(".btn.go")).to_have_attribute("aria-disabled", "true")
    castle.get_by_role("button", name="Move to the West Gate for samurai 5").click()
    page.get_by_role("button", name="Play Move", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("act s5:move:west")


def test_card_then_samurai_by_keyboard_and_taken_back(page: Page, base: str) -> None:
    show(page, base, "partner")
    page.get_by_role("button", name="Katana, 3 left").focus()
    page.keyboard.press("Enter")
    man = page.get_by_role("button", name="Katana for samurai 6")
    man.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Play Katana")).to_be_visible()
    page.keyboard.press("Backspace")
    expect(page.get_by_role("button", name="Play", exact=True)).to_have_attribute(
        "aria-disabled", "true"
    )
    man.focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Play Katana").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("act s6:katana")


def test_reinforcements_may_come_twice_to_one_room(page: Page, base: str) -> None:
    show(page, base, "between")
    page.get_by_role("button", name="Reinforcements").click()
    where = page.get_by_role("group", name="Where to, or at whom")
    where.get_by_role("button", name="Dojo").click()
    where.get_by_role("button", name="Reinforcements, both to the Dojo").click()
    page.get_by_role("button", name="Lay", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("act reinforce:dojo,dojo")


def test_what_cannot_be_laid_says_why(page: Page, base: str) -> None:
    show(page, base, "ninja")
    page.get_by_role("button", name="Sabotage Alarm").click(force=True)
    expect(page.get_by_role("alert")).to_contain_text("why sabotage")
    page.get_by_role("button", name="Kunai").click()
    castle = page.get_by_role("group", name="The castle")
    castle.get_by_role("button", name="Samurai 1").click(force=True)
    expect(page.get_by_role("alert")).to_contain_text("why kunai:s1")


def test_ink_is_hidden_by_one_tap(page: Page, base: str) -> None:
    show(page, base, "samurai")
    assert page.get_by_role("img", name="Aki: 71%").count() == 1
    page.get_by_role("button", name="Hide the ink").click()
    expect(page.get_by_role("img", name="Aki: 71%")).to_have_count(0)
    page.get_by_role("button", name="Show the ink").click()
    expect(page.get_by_role("img", name="Aki: 71%")).to_be_visible()


def test_only_the_ninja_sees_its_piece(page: Page, base: str) -> None:
    show(page, base, "ninja")
    expect(page.get_by_role("img", name="Only you see this")).to_be_visible()
    for moment in ("samurai", "spectator"):
        show(page, base, moment)
        assert page.locator("[data-id^=ninja]").count() == 0


@pytest.mark.parametrize("size", [(360, 740), (390, 844), (960, 640), (3840, 2160)])
def test_every_moment_fits_without_scrolling(page: Page, base: str, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    for moment in MOMENTS:
        for language in ("en", "ja") if size[0] == 360 else ("ja",):
            show(page, base, moment, f"&language={language}")
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            assert page.evaluate(
                """[...document.querySelectorAll('.map .room, .cards > *')].every((thing) => {
                  const { left, right, bottom } = thing.getBoundingClientRect();
                  return left >= 0 && right <= innerWidth && bottom <= innerHeight;
                })"""
            ), f"{moment} at {size} in {language}"
