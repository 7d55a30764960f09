"""Puzzles and the deal of the day in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from ryumon.puzzles import puzzles
from tests.server.process import Server

SUITS = {"S": "Sword", "F": "Flag", "H": "Shield", "K": "Knight"}


def card(move: str) -> str:
    return f"{SUITS[move[0]]} {move[1:]}"


@pytest.mark.slow
def test_a_puzzle_is_answered_on_the_board_and_remembered(page: Page, server: Server) -> None:
    number = next(
        n for n, one in enumerate(puzzles("schadenfreude"), 1)
        if all(a.plays[0][0][0] in SUITS and "-" not in a.plays[0][0] for a in one.answers)
    )  # fmt: skip
    best, worse = (one.plays[0][0] for one in puzzles("schadenfreude")[number - 1].answers[:2])
    page.goto(server.url)
    page.get_by_role("link", name="Puzzles Find the one move").click()
    page.locator("[data-game=schadenfreude]").get_by_role("link").nth(number - 1).click()
    coach, place = page.get_by_role("note"), page.get_by_role("region", name="Your place")
    expect(coach).to_contain_text(f"Puzzle {number} of")

    def play(move: str) -> None:
        place.get_by_role("button", name=card(move), exact=True).click()
        place.get_by_role("button", name=f"Play {card(move)}").click()

    play(worse)
    expect(coach).to_contain_text(f"Not the best. Better: {card(best)}")
    expect(coach.get_by_role("listitem").filter(has_text="your answer")).to_contain_text(
        card(worse)
    )
    play(best)  # to compare; the first answer stays the one that counts
    expect(coach).to_contain_text(f"Right: {card(best)}")
    coach.get_by_role("link", name="All puzzles").click()
    own = page.locator("[data-game=schadenfreude]")
    expect(own.get_by_role("link").nth(number - 1)).to_have_accessible_name(
        f"Puzzle {number}, {puzzles('schadenfreude')[number - 1].proof}, not solved"
        if puzzles("schadenfreude")[number - 1].proof == "proven"
        else f"Puzzle {number}, found by long searches, not solved"
    )


@pytest.mark.slow
def test_the_results_of_the_day_are_shown_after_ones_own_game(page: Page, server: Server) -> None:
    page.goto(server.url)
    page.get_by_role("link", name="Deal of the day").click()
    expect(page.get_by_text("Play first.")).to_be_visible()
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/table/*")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Concede").click()
    page.get_by_role("button", name="Concede").last.click()
    page.goto(f"{server.url}/daily")
    expect(page.get_by_role("listitem").filter(has_text="gave up")).to_contain_text("Nameless")
    expect(page.get_by_role("link", name="Look at your game")).to_be_visible()
