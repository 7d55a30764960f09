"""Seasons in a real browser: one is watched while it runs, and one made by a form."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from tests.browser import scan
from tests.server.process import Server


@pytest.mark.slow
def test_a_season_is_followed_to_its_end(page: Page, server: Server) -> None:
    asked = {
        "name": "Autumn", "game": "tiger-dragon", "players": 2, "rounds": 2, "pace": 0.02,
        "entrants": ["thumb", "random"],
    }  # fmt: skip
    made = page.request.post(f"{server.url}/api/seasons", data=json.dumps(asked)).json()
    page.goto(f"{server.url}/season/{made['season']}")
    expect(page.get_by_role("heading", name="Autumn")).to_be_visible()
    expect(page.get_by_text("Over", exact=True)).to_be_visible()  # without loading it anew
    standings = page.get_by_role("table", name="Standings")
    expect(standings.get_by_role("row")).to_have_count(3)
    expect(standings.get_by_role("img", name="between")).to_have_count(2)
    assert scan.problems(page) == []
    page.get_by_role("link", name="Replay: Deal 2: random – rule of thumb").click()
    page.wait_for_url("**/replay/*")
    expect(page.get_by_role("button", name="One move on")).to_be_visible()


@pytest.mark.slow
def test_anyone_makes_a_season_where_the_server_lets_them(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Seasons").click()
    page.get_by_label("Name", exact=True).fill("Spring")
    page.get_by_label("Any program may join").check()
    assert scan.problems(page) == []
    page.get_by_role("button", name="Make the season").click()
    expect(page.get_by_text("Waiting for entrants")).to_be_visible()
    page.get_by_role("button", name="Make no more tables").click()
    expect(page.get_by_text("Stopped early")).to_be_visible()
    page.get_by_role("link", name="Seasons").click()
    expect(page.get_by_role("listitem").filter(has_text="Spring")).to_contain_text("Stopped early")
