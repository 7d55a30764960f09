"""The boards of Tatsu and Tiger & Dragon in a real Chromium."""

from __future__ import annotations

import itertools

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.slow


def show(page: Page, base: str, moment: str, game: str = "tatsu", language: str = "en") -> None:
    query = f"game={game}&moment={moment}&language={language}&speed=off"
    page.goto(f"{base}/gallery.html?{query}")
    expect(page.get_by_role("main")).to_be_visible()


def middle(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).first.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=5)
    page.mouse.up()


# --- Tatsu: two dice composed on the ring -----------------------------------------------------


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


def test_a_stone_is_dragged_to_where_it_may_land_and_goes_back_from_elsewhere(
    page: Page, base: str
) -> None:
    show(page, base, "black")
    stone, there = middle(page, '[data-segment="17"]'), middle(page, '[data-segment="22"]')
    drag(page, stone, middle(page, ".pond"))
    expect(page.get_by_role("button", name="Take back")).to_have_count(0)
    drag(page, stone, there)
    drag(page, middle(page, ".mat button"), middle(page, '[data-segment="3"]'))
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("act 17-22 W-3")


@pytest.mark.parametrize("size", [(360, 740), (390, 844), (430, 932), (1024, 700), (3840, 2160)])
def test_every_segment_is_wide_enough_for_a_thumb_and_nothing_scrolls(
    page: Page, base: str, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    for moment in ("start", "late", "spectator"):
        show(page, base, moment, language="ja")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    show(page, base, "black", language="ja")
    centres = page.evaluate(
        """[...document.querySelectorAll('[data-segment]')].map((target) => {
          const { x, y, width, height } = target.getBoundingClientRect();
          return [x + width / 2, y + height / 2];
        })"""
    )
    for (ax, ay), (bx, by) in itertools.pairwise(centres):
        assert ((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5 >= 43  # the chord of 44 px on an arc


# --- Tiger & Dragon ---------------------------------------------------------------------------


def test_a_tile_defends_by_two_taps_and_by_dragging(page: Page, base: str) -> None:
    show(page, base, "richi", "tiger-dragon")
    rack = page.get_by_role("group", name="Your tiles")
    rack.get_by_role("button", name="7").nth(1).click()
    expect(page.get_by_role("button", name="Defend 7")).to_be_visible()
    rack.get_by_role("button", name="8").click(force=True)
    expect(page.get_by_role("alert")).to_contain_text("why 8")
    rack.get_by_role("button", name="7").nth(1).click()
    expect(page.get_by_role("alert")).to_contain_text("act 7")
    show(page, base, "richi", "tiger-dragon")
    drag(page, middle(page, ".rack .legal"), middle(page, ".clash"))
    expect(page.get_by_role("alert")).to_contain_text("act 7")


def test_who_holds_nothing_that_defends_passes_with_the_main_button(page: Page, base: str) -> None:
    show(page, base, "forced-pass", "tiger-dragon")
    page.get_by_role("button", name="Pass").click()
    expect(page.get_by_role("alert")).to_contain_text("act pass")


def test_a_kind_is_foretold_or_none(page: Page, base: str) -> None:
    show(page, base, "foretell", "tiger-dragon")
    page.get_by_role("group", name="Your tiles").get_by_role("button", name="3").click()
    page.get_by_role("button", name="Foretell 3").click()
    expect(page.get_by_role("alert")).to_contain_text("act foretell:3")
    show(page, base, "foretell", "tiger-dragon")
    page.get_by_role("button", name="Nothing").click()
    expect(page.get_by_role("alert")).to_contain_text("act foretell:none")


def test_the_end_of_a_round_shows_every_tile_and_can_be_looked_at_again(
    page: Page, base: str
) -> None:
    show(page, base, "over", "tiger-dragon")
    end = page.get_by_role("region", name="Round over")
    expect(end).to_contain_text("Ben went out with 1: 12 points")
    assert end.get_by_role("img").count() == 6  # four hands, Ben's face-down tiles, what was left
    end.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Last round").click()
    expect(end).to_be_visible()


@pytest.mark.parametrize("size", [(360, 740), (390, 844), (1024, 700), (3840, 2160)])
def test_every_tile_is_in_reach_and_nothing_scrolls(
    page: Page, base: str, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    for moment in ("start", "two", "five", "teams", "richi", "foretell", "over", "spectator"):
        show(page, base, moment, "tiger-dragon", "ja")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        small = page.evaluate(
            """[...document.querySelectorAll('.rack button')].filter((tile) => {
              const { left, right, bottom, width } = tile.getBoundingClientRect();
              return left < 0 || right > innerWidth || bottom > innerHeight || width < 44;
            }).length"""
        )
        assert small == 0, moment
