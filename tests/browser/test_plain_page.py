"""One person opens the page, clicks "play" and finishes a round of Slaughter against bots."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.chromium import launched
from tests.server.process import served

MY_TURN = "document.querySelector('#moves button') !== null"
NEXT_ROUND = """document.querySelector('#view').textContent.includes('"round": 2')"""


def decide(page: Page) -> None:
    """Click moves until the decision is made."""
    before = page.locator("#log").inner_text()
    page.locator("#moves button").first.click()
    ok = page.get_by_role("button", name="OK")
    if ok.count():
        ok.click()
    page.wait_for_function(
        "before => document.querySelector('#log').innerText !== before", arg=before
    )


@pytest.mark.slow
def test_a_person_finishes_a_round_in_the_browser(tmp_path: Path) -> None:
    with served(tmp_path) as server, launched() as browser:
        page = browser.new_page()
        page.set_default_timeout(30_000)
        page.goto(f"{server.url}/plain")
        page.get_by_role("button", name="Slaughter the Dragon").click()
        for _ in range(40):
            page.wait_for_function(f"{MY_TURN} || {NEXT_ROUND}")
            if page.evaluate(NEXT_ROUND):
                break
            decide(page)
        assert page.evaluate(NEXT_ROUND), page.locator("#log").inner_text()
        assert "error" not in server.log()
