"""The guided first game in a real browser: the learner is led gently and may leave."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.server.process import Server


@pytest.mark.slow
def test_a_learner_is_led_through_the_first_tricks_and_plays(page: Page, server: Server) -> None:
    page.goto(server.url)
    page.get_by_role("link", name="Learn it in 4 minutes: Schadenfreude").click()
    coach = page.get_by_role("note")
    expect(coach).to_contain_text("the second hi")
    place = page.get_by_role("region", name="Your place")

    def play(card: str) -> None:
        for name in (rf"^{card}\b", rf"^play {card}\b"):
            place.get_by_role("button", name=re.compile(name, re.IGNORECASE)).click()

    play("knight 6")  # another card: the learner is told what to play instead
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text(re.compile("play flag .3", re.IGNORECASE))
    play("flag .3")
    expect(coach).to_contain_text("2/14")
    coach.get_by_role("button", name="Go on").click(timeout=30_000)
    expect(coach).to_contain_text("3/14")
    coach.get_by_role("button", name="Back").click()
    expect(coach).to_contain_text("2/14")
    coach.get_by_role("button", name="Skip and play").click()
    page.wait_for_url("**/table/*")
