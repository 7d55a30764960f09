"""The boards of the two card games in a real Chromium: composing, and what fits."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.slow
MOMENTS = {
    "slaughter": ["lead", "follow", "divide", "return", "give", "repay", "five", "over"],
    "schadenfreude": ["lead", "follow", "later", "cliff", "five", "over"],
}


def show(page: Page, base: str, game: str, moment: str, more: str = "") -> None:
    page.goto(f"{base}/gallery.html?game={game}&moment={moment}&language=en{more}")
    expect(page.get_by_role("region", name="Your place")).to_be_visible()


# --- Slaughter the Dragon: every compound choice ----------------------------------------------


def test_a_hand_is_divided_by_taps_and_only_if_no_half_is_empty(page: Page, base: str) -> None:
    show(page, base, "slaughter", "divide")
    first = page.get_by_role("group", name="First half")
    second = page.get_by_role("group", name="Second half")
    assert first.get_by_role("button").count() == 11
    whole = page.get_by_role("button", name="Divide 11 | 0")
    expect(whole).to_have_attribute("aria-disabled", "true")
    for _ in range(11):
        first.get_by_role("button").first.click()
    expect(page.get_by_role("button", name="Divide 0 | 11")).to_have_attribute(
        "aria-disabled", "true"
    )
    for _ in range(7):
        second.get_by_role("button").last.click()
    cards = second.get_by_role("button")
    moves = [cards.nth(k).get_attribute("data-move") for k in range(4)]
    page.get_by_role("button", name="Divide 7 | 4").click()
    expect(page.get_by_role("alert")).to_contain_text(f"act {' '.join(map(str, moves))} done")


def test_the_focus_stays_among_the_cards_while_they_are_moved(page: Page, base: str) -> None:
    show(page, base, "slaughter", "divide")
    page.get_by_role("group", name="First half").get_by_role("button").first.focus()
    for _ in range(4):
        page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Divide 7 | 4")).to_be_visible()
    focused = page.locator(":focus")
    expect(focused).to_have_attribute("data-move", "R12")  # the next one in the row


def test_two_cards_go_back_by_keyboard_and_can_be_exchanged_before(page: Page, base: str) -> None:
    show(page, base, "slaughter", "return")
    hand = page.get_by_role("group", name="Your hand").get_by_role("button")
    put = page.get_by_role("button", name="Put back")
    expect(put).to_have_attribute("aria-disabled", "true")
    moves = [hand.nth(k).get_attribute("data-move") for k in (0, 2)]
    hand.first.focus()
    page.keyboard.press("Enter")
    hand.nth(0).focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Backspace")  # the second one is taken back
    hand.nth(1).focus()
    page.keyboard.press("Enter")
    put.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text(f"act {moves[0]} {moves[1]}")


def test_gifts_are_repaid_together_each_to_its_seat(page: Page, base: str) -> None:
    show(page, base, "slaughter", "repay")
    hand = page.get_by_role("group", name="Your hand").get_by_role("button")
    moves = [hand.nth(k).get_attribute("data-move") for k in range(3)]
    for _ in range(3):
        hand.first.click()
    page.get_by_role("button", name="for Ben: take back").click()
    hand.first.click()
    page.get_by_role("button", name="Give", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text(f"act {' '.join(map(str, moves))}")


# --- both -------------------------------------------------------------------------------------


def test_a_card_is_dragged_onto_the_table_and_an_illegal_one_says_why(
    page: Page, base: str
) -> None:
    show(page, base, "slaughter", "follow")
    hand = page.get_by_role("group", name="Your hand")
    page.get_by_role("button", name="purple 5").click(force=True)
    expect(page.get_by_role("alert")).to_contain_text("why P5")
    box = hand.get_by_role("button", name="blue 11").bounding_box()
    assert box
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(195, 400, steps=4)
    page.mouse.up()
    expect(page.get_by_role("alert")).to_contain_text("act B11")


@pytest.mark.parametrize("size", [(360, 740), (390, 844), (960, 640), (3840, 2160)])
@pytest.mark.parametrize("game", sorted(MOMENTS))
def test_every_moment_fits_without_scrolling(
    page: Page, base: str, game: str, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    for moment in MOMENTS[game]:
        for language in ("en", "ja") if size[0] == 360 else ("ja",):
            show(page, base, game, moment, f"&language={language}&speed=off")
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            assert page.evaluate(
                """[...document.querySelectorAll('.hand [data-id]')].every((card) => {
                  const { left, right, bottom } = card.getBoundingClientRect();
                  return left >= 0 && right <= innerWidth && bottom <= innerHeight + 8;
                })"""
            ), f"{moment} at {size} in {language}"
