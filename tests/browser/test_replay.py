"""Replay in a real browser: it steps, jumps, changes the seat, and the game goes on from a move."""

from __future__ import annotations

import json
import random

import pytest
from playwright.sync_api import Page, expect

import ryumon
from ryumon.play.record import Record
from tests.server.process import Server


def played() -> tuple[str, int]:
    """A whole game of Schadenfreude as a record, and how many moves it has."""
    state, source = ryumon.game("schadenfreude", players=3).start(), random.Random(5)
    while True:
        state.deal(source)
        if state.turn < 0:
            return Record.of(state).text(), len(state.moves)
        state.play(source.choice(state.legal()))


@pytest.mark.slow
def test_a_finished_game_is_replayed_and_played_on(page: Page, server: Server) -> None:
    record, moves = played()
    body = json.dumps({"record": record})
    made = page.request.post(f"{server.url}/api/import", data=body).json()
    table = made["info"]["table"]
    page.goto(f"{server.url}/replay/{table}?move=50")
    expect(page.get_by_text(f"50/{moves}")).to_be_visible()
    page.get_by_role("button", name="One move on").click()
    expect(page.get_by_text(f"51/{moves}")).to_be_visible()
    page.get_by_role("button", name="One move back").click()
    page.get_by_role("combobox", name="As seen by").select_option("1")
    expect(page.get_by_role("region", name="Your place")).to_contain_text("You")
    expect(page.get_by_text(f"50/{moves}")).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url("**/table/*")
    expect(page.get_by_role("region", name="Your place")).to_be_visible(timeout=20_000)
