"""The built app on a real server: from the shelf to a board, and a move that is stored."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.server.process import Server


@pytest.mark.slow
def test_a_person_opens_the_page_and_plays_a_card(page: Page, server: Server) -> None:
    page.goto(server.url)
    page.get_by_role("button", name="Play now: Schadenfreude").click()
    hand = page.get_by_role("group", name="Your hand").get_by_role("button")
    choices = hand.and_(page.locator(".legal"))
    expect(choices.first).to_be_visible(timeout=30_000)
    name = str(choices.first.get_attribute("aria-label"))
    choices.first.click()
    page.get_by_role("button", name=f"Play {name}").click()
    page.get_by_role("button", name="Log", exact=True).click()
    expect(page.get_by_role("dialog")).to_contain_text(f"You play {name}.", timeout=30_000)
    page.keyboard.press("Escape")
    # what was played is stored: it is there after the page is opened anew
    page.reload()
    expect(choices.first).to_be_visible(timeout=30_000)
    page.get_by_role("button", name="Log", exact=True).click()
    expect(page.get_by_role("dialog")).to_contain_text(f"You play {name}.")
